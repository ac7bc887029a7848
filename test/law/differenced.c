/* With G by differences of g a run takes about the steps that it takes with G given. A
 * point on a sphere that comes to rest, where h grows without bound: its load is 50 times
 * as large as its weight, is balanced by the reaction, and moves nothing; the rounding of
 * G times that multiplier is a force that Newton's iteration cannot solve for. Two masses
 * on rods with tolerances below the error of central differences of g, about 4e-10.
 * Control of both: a G that the user computes by central differences, whose errors are not
 * known to the library; no number of steps that is allowed suffices, and the message names
 * them where they are changes of v. Where g is not defined that far away central
 * differences of the library serve, too.
 *
 * A bead on a circular wire, driven by a force of 0.5 and braked by friction 1 that is
 * regularised below a speed of 1e-6 or 1e-7: it slides to angle 1 within t = 2 and creeps
 * on at speed * atanh(0.5), in SOI2 to the letter and index 3, too, where Newton's
 * corrections were taken for noise of the differences while they still were larger than
 * all that the regularised speed moves. A pendulum at rest, whose reactions alone carry
 * that noise, takes no more failures by it. Under a force that swings, steps that the line
 * search has solved are no failures in what is said of too many steps: two of 164 attempts
 * were not solved (the control), and Newton's iteration was accused of 33. */
#include "support/test.h"

#define G_NAMED "the errors of your G"

FORCE_IS(weight, 0.0, -9.81, 0.0, -9.81)
FORCE_IS(lighter, 0.0, -9.81)

/* Of the problem whose g the user differences. */
static GALPHAHolonomicFn differenced_g;
/* Least size of a coordinate for its increments. */
static sunrealtype least_size = 1e-3;

static int central(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const size_t mark = keep_mark();
  N_Vector g        = small_vector(ctx, SM_ROWS_D(G), NULL);
  sunrealtype *x    = N_VGetArrayPointer(q);
  SUNMatZero(G);
  for (sunindextype j = 0; j < SM_COLUMNS_D(G); j++)
  {
    const sunrealtype at = x[j], h = 6e-6 * fmax(fabs(at), least_size);
    for (int side = -1; side < 2; side += 2)
    {
      x[j] = at + side * h;
      differenced_g(t, q, g, data);
      for (sunindextype i = 0; i < SM_ROWS_D(G); i++)
      {
        SM_ELEMENT_D(G, i, j) += side * NV_Ith_S(g, i) / (2.0 * h);
      }
    }
    x[j] = at;
  }
  keep_back(mark);
  return 0;
}

enum by
{
  GIVEN,
  LIBRARY,
  USER
};

/* With G by one of these. */
static struct small *run(const struct problem *pb, enum by by, int formulation,
                         sunrealtype rtol, sunrealtype end, int allowed,
                         int *flag)
{
  struct problem own = *pb;
  if (by != GIVEN) { own.G = by == USER ? central : NULL; }
  differenced_g = pb->g;
  SMALL(s, .pb = &own, .formulation = formulation, .rtol = rtol,
        .set = {{"max_num_steps", allowed}});
  *flag = small_solve(s, end);
  check_of("%s, G %d, formulation %d, rtol %.0e", pb->name, (int)by,
           formulation, rtol);
  return s;
}

/* Steps of a run that succeeds. */
static long int steps(struct small *s, int flag)
{
  CHECK(!flag);
  return count_of(s->mem, GALPHAGetNumSteps);
}

FORCE(load)
{
  for (int i = 0; i < 3; i++) { f[i] = 50.0 * q[i] - v[i] - (i == 2); }
}

HOLONOMIC_IS(sphere, 0.5 * (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1.0))

HOLONOMIC_JAC_IS(normal, {0, 0, q[0]}, {0, 1, q[1]}, {0, 2, q[2]})

static void check_sphere(int formulation, sunrealtype rtol)
{
  const struct problem pb =
    PROBLEM(.name = "sphere", .n = 3, .m = 1, .q0 = VALUES(0.48, 0.6, -0.64),
            .force = load, .g = sphere, .G = normal);
  const sunrealtype lowest[] = {0.0, 0.0, -1.0}, end = 1e4;
  long int count[2];
  int flag;
  for (enum by by = GIVEN; by <= LIBRARY; by++)
  {
    struct small *s = run(&pb, by, formulation, rtol, end, 2000, &flag);
    count[by]       = steps(s, flag);
    CHECK(!GALPHAGetMultipliers(s->mem, end, s->lambda, NULL));
    for (int i = 0; i < 3; i++) { CHECK_NEAR(small_q(s)[i], lowest[i], rtol); }
    if (by == GIVEN) { continue; }
    CHECK(count_of(s->mem, GALPHAGetNumStepSolveFails) <= 2);
    CHECK_REL(N_VGetArrayPointer(s->lambda)[0], 51.0, 10.0 * rtol);
  }
  CHECK(2 * count[LIBRARY] <= 3 * count[GIVEN]);
  run(&pb, USER, formulation, rtol, end, 2000, &flag);
  CHECK(flag == GALPHA_TOO_MUCH_WORK);
}

/* Two masses on rods of length 1. */
HOLONOMIC_IS(rods, hypot(q[0], q[1]) - 1.0,
             hypot(q[2] - q[0], q[3] - q[1]) - 1.0)

HOLONOMIC_JAC(along_rods)
{
  const sunrealtype x = q[2] - q[0], y = q[3] - q[1];
  const sunrealtype a = hypot(q[0], q[1]), b = hypot(x, y);
  PROBLEM_MATRIX(G, {0, 0, q[0] / a}, {1, 0, -x / b}, {0, 1, q[1] / a},
                 {1, 1, -y / b}, {1, 2, x / b}, {1, 3, y / b});
}

static const struct problem two_rods = {.name  = "rods",
                                        .n     = 4,
                                        .m     = 2,
                                        .q0    = VALUES(1.0, 0.0, 1.6, 0.8),
                                        .force = weight,
                                        .g     = rods,
                                        .G     = along_rods};

static void check_rods(int formulation, sunrealtype rtol)
{
  long int count[2];
  for (enum by by = GIVEN; by <= LIBRARY; by++)
  {
    int flag;
    struct small *s = run(&two_rods, by, formulation, rtol, 2.0, 5000, &flag);
    const sunrealtype *q = small_q(s);
    count[by]            = steps(s, flag);
    CHECK_NEAR(0.5 * N_VDotProd(s->v, s->v) + 9.81 * (q[1] + q[3] - 0.8), 0.0,
               2e4 * rtol);
  }
  CHECK(10 * count[LIBRARY] <= 13 * count[GIVEN]);
}

static void check_rods_of_user(void)
{
  int flag;
  struct small *s = run(&two_rods, USER, GALPHA_SOI2, 1e-10, 2.0, 5000, &flag);
  CHECK(flag == GALPHA_TOO_MUCH_WORK);
  CHECK(caught_says(&s->said, flag, G_NAMED));
}

HOLONOMIC_IS(circle, q[1] + sqrt(1.0 - q[0] * q[0]))

HOLONOMIC_JAC_IS(slope, {0, 0, -q[0] / sqrt(1.0 - q[0] * q[0])}, {0, 1, 1.0})

/* A mass on the lower half of a circle, let go 5e-4 of its radius before its end. */
static void check_domain(void)
{
  const sunrealtype q0[]  = {0.9995, -sqrt(1.0 - 0.9995 * 0.9995)};
  const struct problem pb = PROBLEM(.name = "circle", .n = 2, .m = 1, .q0 = q0,
                                    .force = lighter, .g = circle, .G = slope);
  sunrealtype x[2];
  for (enum by by = GIVEN; by <= LIBRARY; by++)
  {
    int flag;
    struct small *s = run(&pb, by, 0, 1e-9, 0.7, 5000, &flag);
    CHECK(flag == 0);
    CHECK_NEAR(0.5 * N_VDotProd(s->v, s->v) + 9.81 * (small_q(s)[1] - q0[1]),
               0.0, 1e-6);
    x[by] = small_q(s)[0];
  }
  CHECK_NEAR(x[LIBRARY], x[GIVEN], 1e-7);
}

HOLONOMIC_IS(rod, hypot(q[0], q[1]) - 1.0)

HOLONOMIC_JAC_IS(along, {0, 0, q[0] / hypot(q[0], q[1])},
                 {0, 1, q[1] / hypot(q[0], q[1])})

#define FORWARD 1.5e-8

HOLONOMIC_JAC_IS(
  forward, {0, 0, (hypot(q[0] + FORWARD, q[1]) - hypot(q[0], q[1])) / FORWARD},
  {0, 1, (hypot(q[0], q[1] + FORWARD) - hypot(q[0], q[1])) / FORWARD})

/* Steps that are too few: G is named if it is inexact, and not if it is exact. One entry of
 * G, and the velocity along the other, are almost 0. */
static void check_named(GALPHAHolonomicJacFn jac, int allowed, bool named)
{
  const struct problem pb =
    PROBLEM(.name = "pendulum", .n = 2, .m = 1, .q0 = VALUES(1.0, 0.0),
            .force = lighter, .g = rod, .G = jac);
  int flag;
  struct small *s = run(&pb, GIVEN, 0, 1e-8, 3.0, allowed, &flag);
  CHECK(flag == GALPHA_TOO_MUCH_WORK);
  CHECK((strstr(s->said.msg, G_NAMED) != NULL) == named);
}

struct bead
{
  sunrealtype speed; /* below which friction is regularised */
  bool swung;        /* by its drive */
};

static sunrealtype along_wire(const sunrealtype *q, const sunrealtype *v)
{
  return q[0] * v[1] - q[1] * v[0];
}

FORCE(friction)
{
  const struct bead *b = data;
  const sunrealtype F =
    (b->swung ? 1.5 * sin(5.0 * t) : 0.5) - tanh(along_wire(q, v) / b->speed);
  f[0] = -q[1] * F;
  f[1] = q[0] * F;
}

static struct problem on_wire(struct bead *b)
{
  static const sunrealtype q0[] = {1.0, 0.0}, v0[] = {0.0, 1.0};
  return PROBLEM(.name = "bead", .n = 2, .m = 1, .q0 = q0, .v0 = v0,
                 .force = friction, .g = problem_circle,
                 .G = problem_circle_jac, .data = b);
}

static sunrealtype angle(const struct small *s)
{
  return atan2(small_q(s)[1], small_q(s)[0]);
}

static void check_friction(int formulation, sunrealtype speed, sunrealtype rtol)
{
  struct bead b           = {.speed = speed};
  const struct problem pb = on_wire(&b);
  long int count[2];
  for (enum by by = GIVEN; by <= LIBRARY; by++)
  {
    int flag;
    struct small *s = run(&pb, by, formulation, rtol, 10.0, 40000, &flag);
    count[by]       = steps(s, flag);
    CHECK_IN(angle(s), 1.0, 1.0 + 100.0 * rtol + 10.0 * speed);
    if (by == GIVEN) { continue; }
    CHECK_REL(along_wire(small_q(s), small_v(s)), speed * atanh(0.5), 0.05);
  }
  CHECK(count[LIBRARY] > 0 && 2 * count[LIBRARY] <= 3 * count[GIVEN]);
}

FORCE_IS(to_angle_0, 9.81, 0.0)

static void check_at_rest(int formulation, sunrealtype rtol)
{
  struct problem pb = on_wire(NULL);
  int flag;
  pb.v0           = NULL;
  pb.force        = to_angle_0;
  struct small *s = run(&pb, LIBRARY, formulation, rtol, 10.0, 40000, &flag);
  CHECK_IN(steps(s, flag), 1, 200);
  CHECK(count_of(s->mem, GALPHAGetNumNonlinSolvConvFails) == 0);
  CHECK_IN(fabs(angle(s)), 0.0, rtol);
}

FORCE_IS(down, 0.0, -1.0)

/* data: slope at which the support starts from 1. */
static sunrealtype support(sunrealtype t, const void *data)
{
  return 1.0 + *(const sunrealtype *)data * t * (1.0 - t);
}

HOLONOMIC_IS(hung,
             0.5 * ((q[0] - support(t, data)) * (q[0] - support(t, data)) +
                    q[1] * q[1] - 1.0))

static void check_origin(int formulation, sunrealtype rtol, sunrealtype end)
{
  for (int i = 0; i < 20; i++)
  {
    sunrealtype slope = 0.5 * (1.0 + 3e-3 * i);
    const struct problem pb =
      PROBLEM(.name = "hung", .n = 2, .m = 1, .v0 = VALUES(slope, 0.0),
              .force = down, .g = hung, .moving = 1, .data = &slope);
    int flag;
    struct small *s = run(&pb, LIBRARY, formulation, rtol, end, 400, &flag);
    CHECK(!flag && s->said.count == 0);
    least_size = 1e-12;
    run(&pb, USER, formulation, rtol, end, 400, &flag);
    CHECK(flag < 0);
    least_size = 1e-3;
  }
}

static void check_saved(void)
{
  struct bead b           = {1e-7, true};
  const struct problem pb = on_wire(&b);
  int flag;
  struct small *s = run(&pb, GIVEN, 0, 1e-4, 10.0, 150, &flag);
  CHECK(flag == GALPHA_TOO_MUCH_WORK);
  const long int unsolved = count_of(s->mem, GALPHAGetNumNonlinSolvConvFails);
  const long int rejected = count_of(s->mem, GALPHAGetNumErrTestFails);
  CHECK(20 * unsolved < 150 + rejected);
  CHECK(!strstr(s->said.msg, "Newton"));
  CHECK(strstr(s->said.msg, "150 steps did not reach"));
}

TEST_MAIN()
{
  static const sunrealtype rtol[] = {1e-7, 3e-8, 1e-9};
  for (int i = 0; i < 3; i++)
  {
    const int f = GALPHA_SOI2 + i;
    check_sphere(GALPHA_SOI2, rtol[i]);
    check_sphere(GALPHA_INDEX3, rtol[i]);
    check_friction(f, 1e-6, 1e-5);
    check_friction(f, 1e-6, 1e-6);
    check_friction(f, 1e-7, 1e-6);
    check_at_rest(f, 1e-6);
    check_at_rest(f, 1e-10);
    check_origin(f, 1e-6, 0.01);
    check_origin(f, 1e-6, 0.5);
    check_origin(f, 1e-7, 0.5);
  }
  check_rods(GALPHA_SOI2, 1e-9);
  check_rods(GALPHA_SOI2, 1e-10);
  check_rods(GALPHA_INDEX3, 1e-10);
  check_rods_of_user();
  check_domain();
  check_named(forward, 500, true);
  check_named(along, 100, false);
  check_saved();
}
