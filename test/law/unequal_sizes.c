/* Coordinates of different units in one model: an angle beside lengths of 1e5 to 1e9, or of
 * 1e-8. A G that is right is not accused, a wrong one is; a differenced G serves as a given
 * one; a search for the pattern of forces stays where they are defined. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/check/byte_store.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define SPAN 2.0

FORCE_IS(weight, 0.0, -9.81)

/* A rod (x, y, phi) of unit mass and inertia 0.3 LENGTH^2 whose centre is LENGTH away from
 * its pivot at (far + speed t, 0), in a field of 9.81 LENGTH. */
struct rod
{
  sunrealtype far, length, speed;
  sunrealtype entry; /* factor of one entry of G: 1 is right */
};

static const struct rod *rod_of(const void *data)
{
  return data;
}

FORCE_IS(rod_weight, 0.0, -9.81 * rod_of(data)->length, 0.0)

HOLONOMIC_IS(rod_pivot,
             q[0] - rod_of(data)->far - rod_of(data)->speed * t -
               rod_of(data)->length * cos(q[2]),
             q[1] - rod_of(data)->length * sin(q[2]))

HOLONOMIC_JAC_IS(rod_jac, {0, 0, 1.0}, {1, 1, 1.0},
                 {0, 2, rod_of(data)->length *sin(q[2])},
                 {1, 2, -rod_of(data)->entry *rod_of(data)->length *cos(q[2])})

static void begin_rod(struct small *s, struct rod *r, bool given)
{
  const sunrealtype l     = r->length;
  const struct problem pb = {.n      = 3,
                             .m      = 2,
                             .q0     = VALUES(r->far + l, 0.0, 0.0),
                             .v0     = VALUES(r->speed, 0.0, 0.0),
                             .masses = VALUES(1.0, 1.0, 0.3 * l * l),
                             .force  = rod_weight,
                             .g      = rod_pivot,
                             .G      = given ? rod_jac : NULL,
                             .moving = 1,
                             .data   = r};
  BEGIN(s, .pb = &pb);
  N_Vector atol = KEEP(small_vector(ctx, 3, VALUES(1e-5 * l, 1e-5 * l, 1e-5)));
  CHECK(!GALPHASVtolerances(s->mem, 0.0, atol));
}

/* 1.3 phi'' = -9.81 cos phi from rest. */
static sunrealtype angle(sunrealtype phi, sunrealtype t)
{
  const sunrealtype pull = 9.81 / 1.3;
  sunrealtype y[]        = {phi, 0.0};
  runge_kutta(pendulum_from_level, &pull, 2, y, 0.0, t, 20000);
  return y[0];
}

/* Of G by differences and lengths of 1e-8 at 4e8 of these about half of the runs end with an
 * error: these places are left out. */
static void check_rods(void)
{
  static const sunrealtype far[]    = {0.0, 1e5, 7e6, 4.2e7, 4e8};
  static const sunrealtype length[] = {1.0, 1e3, 1e-8};
  const sunrealtype exact           = angle(0.0, SPAN);
  for (int i = 0; i < 30; i++)
  {
    const sunrealtype l = length[i / 10];
    struct rod r        = {far[i / 2 % 5] * l, l, 0.0, 1.0};
    struct small s;
    begin_rod(&s, &r, i % 2);
    if (i % 2 == 0 && r.far > 4.2e7 * l && l < 1.0) { continue; }
    CHECK(!GALPHASetScleronomic(s.mem, 1));
    CHECK(small_solve(&s, SPAN) == 0 && s.said.count == 0);
    CHECK_NEAR(small_q(&s)[2], exact, 3e-5 + 4e-13 * far[i / 2 % 5]);
    CHECK((double)count_of(s.mem, GALPHAGetNumSteps) <
          150 + 2e-7 * far[i / 2 % 5]);
    r.entry = 1.01;
    begin_rod(&s, &r, true);
    CHECK(GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_ILL_INPUT);
    CHECK(caught_says(&s.said, GALPHA_ILL_INPUT,
                      "row 1 of the constraint Jacobian G"));
  }
}

/* GALPHACheckJacobian, and a state that is written and read on the way. */
static void check_tools(void)
{
  static const sunrealtype far[] = {1.0, 4.2e7, 1e8, 1e11};
  for (int i = 0; i < COUNT_OF(far); i++)
  {
    struct rod r           = {far[i], 1.0, 0.0, 1.0};
    struct byte_store file = {0};
    long int wrong         = -1;
    struct small s, t;
    begin_rod(&s, &r, true);
    CHECK(!GALPHACheckJacobian(s.mem, 0.0, &wrong) && wrong == 0);
    r.entry = 1.01;
    CHECK(GALPHACheckJacobian(s.mem, 0.0, &wrong) > 0 && wrong == 1);
    if (i > 1) { continue; }
    begin_rod(&s, &r, false);
    begin_rod(&t, &r, false);
    CHECK(small_solve(&s, 0.5 * SPAN) == 0);
    CHECK(!GALPHAWriteCheckpoint(s.mem, byte_store_put, &file));
    CHECK(!GALPHAReadCheckpoint(t.mem, byte_store_get, &file));
    CHECK(small_solve(&s, SPAN) == 0 && small_solve(&t, SPAN) == 0);
    CHECK(small_q(&s)[2] == small_q(&t)[2]);
    free(file.data);
  }
}

/* GALPHACheckJacobian where the angle turns many times within the usual increments, and
 * rounding of g hides what the shortest ones do. */
static void check_tools_far(void)
{
  static const sunrealtype far[]    = {5e5, 5e7, 1e9, 1e10};
  static const sunrealtype length[] = {1e-9, 1.0, 1e9};
  static const sunrealtype entry[]  = {1.0, 1.01, 0.0};
  for (int i = 0; i < 36; i++)
  {
    const sunrealtype l = length[i / 12];
    struct rod r        = {far[i / 3 % 4] * l, l, 0.0, entry[i % 3]};
    long int wrong      = -1;
    struct small s;
    begin_rod(&s, &r, true);
    const int code = GALPHACheckJacobian(s.mem, 0.0, &wrong);
    CHECK(code == (i % 3 ? GALPHA_WARNING : 0) && wrong == (i % 3 > 0));
    CHECK(i % 3 == 0 || caught_says(&s.said, code, "row 1, column 2"));
  }
}

HOLONOMIC_IS(hidden, hypot(q[0] - 1e3, q[1]) - 1e3)

/* data: factor of an entry. */
HOLONOMIC_JAC_IS(hidden_jac,
                 {0, 0,
                  *(sunrealtype *)data *(q[0] - 1e3) / hypot(q[0] - 1e3, q[1])},
                 {0, 1, q[1] / hypot(q[0] - 1e3, q[1])})

/* Coordinates that are tiny beside a length which g contains, so that its rounding does not
 * show where they are moved by theirs. */
static void check_tools_hidden(void)
{
  for (int i = 0; i < 30; i++)
  {
    const sunrealtype a = i < 2 ? 0.0 : pow(10.0, -i / 2);
    const sunrealtype x = 2e3 * sin(0.5 * a) * sin(0.5 * a);
    sunrealtype factor  = i % 2 ? 1.001 : 1.0;
    long int wrong      = -1;
    SMALL(s, .n = 2, .q = VALUES(x, 1e3 * sin(a)), .force = weight, .g = hidden,
          .G = hidden_jac, .data = &factor);
    const int code = GALPHACheckJacobian(s->mem, 0.0, &wrong);
    CHECK(code == (i % 2 ? GALPHA_WARNING : 0) && wrong == i % 2);
    CHECK(i % 2 == 0 || caught_says(&s->said, code, "row 0, column 0"));
  }
}

/* The same at a start: where the first displacements show nothing but rounding, a right G is
 * not refused, and a wrong one is. */
static void check_hidden_start(void)
{
  for (int i = 0; i < 30; i++)
  {
    const sunrealtype a = i < 2 ? 0.0 : pow(10.0, -i / 2);
    const sunrealtype x = 2e3 * sin(0.5 * a) * sin(0.5 * a);
    sunrealtype factor  = i % 2 ? 1.01 : 1.0;
    SMALL(s, .n = 2, .q = VALUES(x, 1e3 * sin(a)), .force = weight, .g = hidden,
          .G = hidden_jac, .data = &factor);
    CHECK(!GALPHASStolerances(s->mem, 1e-5, 1e-2));
    const int code = GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1.0);
    CHECK(code == (i % 2 ? GALPHA_ILL_INPUT : 0));
    CHECK(i % 2 == 0 ||
          caught_says(&s->said, code, "row 0 of the constraint Jacobian G"));
  }
}

/* Starts up to 1e10 lengths of 1e9 away, where the first displacements turn the angle by
 * many turns: only a wrong G is refused. */
static void check_far_start(void)
{
  static const sunrealtype far[] = {5e5, 1e7, 5e7, 1e9, 1e10};
  for (int i = 0; i < 2 * COUNT_OF(far); i++)
  {
    struct rod r = {far[i / 2] * 1e9, 1e9, 0.0, i % 2 ? 1.1 : 1.0};
    struct small s;
    begin_rod(&s, &r, true);
    const int code = GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0);
    CHECK(code == (i % 2 ? GALPHA_ILL_INPUT : 0));
  }
}

/* Far away only after a while: what is compared in the run. */
static void check_away(void)
{
  for (int given = 0; given < 2; given++)
  {
    struct rod r = {0.0, 1.0, 1e7, 1.0};
    struct small s;
    begin_rod(&s, &r, given);
    CHECK(small_solve(&s, SPAN) == 0 && s.said.count == 0);
    CHECK_NEAR(small_q(&s)[2], angle(0.0, SPAN), 1e-4);
  }
}

/* So far away that rounding of g leaves poor differences, and none that are good. */
static void check_rough(void)
{
  for (int given = 0; given < 2; given++)
  {
    struct rod r = {4e9, 1.0, 0.0, 1.0};
    struct small s;
    begin_rod(&s, &r, given);
    CHECK(small_solve(&s, 1.0) == 0 && s.said.count == 0);
    CHECK_NEAR(small_q(&s)[2], angle(0.0, 1.0), 1e-4);
    r.far = 4e10;
    begin_rod(&s, &r, given);
    CHECK(small_solve(&s, 1.0) == 0 && s.said.count == 1 - given);
    if (given) { continue; }
    CHECK(
      caught_says(&s.said, GALPHA_WARNING, "differences for G are accurate"));
  }
}

/* Where rounding of g hides what x does, the row of y still shows a G that becomes wrong;
 * one that stays right is not accused over displacements by many turns, which are all that
 * exceed rounding. */
static void check_far_in_run(void)
{
  static const struct rod rods[] = {
    {4e9, 1.0, 0.0, 1.0}, {0.0, 1e9, 5e14, 1.0}, {4e10, 1.0, 0.0, 1.0}};
  /* without the last wrong one, whose run comes to a halt */
  for (int i = 0; i < 2 * COUNT_OF(rods) - 1; i++)
  {
    struct rod r = rods[i / 2];
    struct small s;
    begin_rod(&s, &r, true);
    CHECK(small_solve(&s, 0.5) == 0 && s.said.count == 0);
    r.entry = i % 2 ? 1.01 : 1.0;
    CHECK(small_solve(&s, SPAN) == 0 && s.said.count == i % 2);
    if (i % 2 == 0) { continue; }
    CHECK(caught_says(&s.said, GALPHA_WARNING,
                      "row 1 of the constraint Jacobian G"));
  }
}

#define TINY 1e-8

FORCE_IS(tiny_weight, 0.0, -9.81 * TINY, 0.0)

HOLONOMIC_IS(tiny_length, hypot(q[0], q[1]) - TINY)

/* data: factor of an entry. */
HOLONOMIC_JAC_IS(tiny_jac,
                 {0, 0, *(sunrealtype *)data *q[0] / hypot(q[0], q[1])},
                 {0, 1, q[1] / hypot(q[0], q[1])})

/* A pendulum of length 1e-8 beside a rotor at 1 rad, which is not coupled to it. */
static void begin_tiny(struct small *s, sunrealtype *factor, bool given,
                       sunrealtype rtol)
{
  BEGIN(s, .n = 3, .q = VALUES(TINY * cos(0.1), TINY * sin(0.1), 1.0),
        .force = tiny_weight, .g = tiny_length, .G = given ? tiny_jac : NULL,
        .data = factor);
  const sunrealtype a = rtol * TINY;
  N_Vector atol       = KEEP(small_vector(ctx, 3, VALUES(a, a, rtol)));
  CHECK(!GALPHASVtolerances(s->mem, rtol, atol));
}

static sunrealtype tiny_angle(sunrealtype phi, sunrealtype t)
{
  return angle(phi, t * sqrt(1.3));
}

static void check_tiny(void)
{
  const sunrealtype exact = tiny_angle(0.1, SPAN);
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype rtol = i / 2 ? 1e-5 : 1e-3;
    sunrealtype factor     = 1.0;
    struct small s;
    begin_tiny(&s, &factor, i % 2, rtol);
    CHECK(small_solve(&s, SPAN) == 0 && s.said.count == 0);
    CHECK_NEAR(small_q(&s)[0] / TINY, cos(exact), 3.0 * rtol);
    CHECK_NEAR(small_q(&s)[1] / TINY, sin(exact), 3.0 * rtol);
    factor = 1.01;
    begin_tiny(&s, &factor, true, rtol);
    CHECK(GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_ILL_INPUT);
  }
}

/* data: x of the middle. */
HOLONOMIC_IS(circle, hypot(q[0] - *(sunrealtype *)data, q[1]) - 1.0)

HOLONOMIC_IS(unit_length, q[0] * q[0] + q[1] * q[1] - 1.0)

/* data: factor of an entry. */
HOLONOMIC_JAC_IS(lacking, {0, 0, 2.0 * q[0]},
                 {0, 1, 2.0 * *(sunrealtype *)data *q[1]})

/* Entries that G lacks are part of the rounding of g, too: without them it is taken for
 * curvature, and nothing is decided. */
static void check_missing(void)
{
  for (int i = 2; i < 32; i++)
  {
    const sunrealtype phi = 1.42 + 0.01 * (i / 2);
    sunrealtype factor    = i % 2;
    SMALL(s, .n = 2, .q = VALUES(cos(phi), sin(phi)), .force = weight,
          .g = unit_length, .G = lacking, .data = &factor);
    CHECK(!GALPHASStolerances(s->mem, 1e-5, 1e-5));
    const int code = GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1.0);
    CHECK(code == (i % 2 ? 0 : GALPHA_ILL_INPUT));
  }
}

/* A coordinate that bends g on the scale of 1, not of its own size. */
static void check_offset(void)
{
  static const sunrealtype far[] = {0.0, 1e4, 1e6, 1e8};
  const sunrealtype exact        = tiny_angle(0.0, SPAN);
  for (int i = 0; i < COUNT_OF(far); i++)
  {
    sunrealtype x = far[i];
    SMALL(s, .n = 2, .q = VALUES(x + 1.0, 0.0), .force = weight, .g = circle,
          .data = &x);
    N_Vector atol = KEEP(small_vector(ctx, 2, VALUES(1e-5, 1e-5)));
    CHECK(!GALPHASVtolerances(s->mem, 0.0, atol));
    CHECK(small_solve(s, SPAN) == 0 && s->said.count == 0);
    CHECK_NEAR(small_q(s)[0] - x, cos(exact), 3e-5);
    CHECK_NEAR(small_q(s)[1], sin(exact), 3e-5);
  }
}

/* A pendulum whose turning point is the origin or near it, so that both coordinates pass
 * through 0 beside a length of 1 in g, which rounds like before. */
static void check_turning_point(void)
{
  const sunrealtype exact = tiny_angle(0.0, SPAN);
  for (int i = 0; i < 120; i++)
  {
    const sunrealtype tol = i % 2 ? 1e-4 : 1e-5;
    sunrealtype x         = 0.97 + 0.0005 * i;
    SMALL(s, .n = 2, .q = VALUES(x + 1.0, 0.0), .force = weight, .g = circle,
          .data = &x);
    CHECK(!GALPHASStolerances(s->mem, 0.0, tol));
    CHECK(small_solve(s, SPAN) == 0 && s->said.count == 0);
    CHECK_NEAR(small_q(s)[0] - x, cos(exact), 3.0 * tol);
    CHECK_NEAR(small_q(s)[1], sin(exact), 3.0 * tol);
  }
}

/* A plate 2e-6 before an electrode, and a rotor; data: the largest x that was asked for. */
static int plate(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  const sunrealtype *x  = N_VGetArrayPointer(q);
  const sunrealtype gap = 2e-6 - x[0];
  sunrealtype *F        = N_VGetArrayPointer(f);
  *(sunrealtype *)data  = fmax(*(sunrealtype *)data, x[0]);
  F[0]                  = 5e11 * (1e-18 / gap / gap - 2.0 * x[0]);
  F[1]                  = -1e12 * x[1];
  return gap <= 0.0;
}

static void check_pattern(void)
{
  sunrealtype x[2];
  for (int sparse = 0; sparse < 2; sparse++)
  {
    sunrealtype most        = 0.0;
    const struct problem pb = {
      .n = 2, .q0 = VALUES(0.0, 1.0), .force = plate, .data = &most};
    SMALL(s, .pb = &pb, .storage = sparse ? PROBLEM_SPARSE : PROBLEM_DENSE);
    N_Vector atol = KEEP(small_vector(ctx, 2, VALUES(1e-11, 1e-5)));
    CHECK(!GALPHASVtolerances(s->mem, 1e-5, atol));
    CHECK(small_solve(s, 2e-6) == 0 && s->said.count == 0);
    CHECK((most > 2e-6) == sparse); /* the search went there */
    CHECK_NEAR(small_q(s)[1], cos(2.0), 1e-3);
    x[sparse] = small_q(s)[0];
  }
  CHECK_REL(x[1], x[0], 1e-6);
}

/* Defined in one place alone. */
static int nowhere(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                   void *data)
{
  N_VConst(0.0, f);
  return N_VGetArrayPointer(q)[0] != 1.0;
}

static void check_displaced(void)
{
  const struct problem pb = {.n = 1, .q0 = VALUES(1.0), .force = nowhere};
  SMALL(s, .pb = &pb, .storage = PROBLEM_SPARSE);
  CHECK(small_solve(s, 1.0) < 0);
  CHECK(strstr(s->said.msg, "force f returned 1") != NULL);
  CHECK(strstr(s->said.msg, "had been displaced") != NULL);
}

TESTS(check_rods, check_tools, check_tools_far, check_tools_hidden,
      check_hidden_start, check_far_start, check_away, check_rough,
      check_far_in_run, check_tiny, check_missing, check_offset,
      check_turning_point, check_pattern, check_displaced)
