/* A bead on a circular wire, driven by a force of 0.5 and braked by friction 1 that is
 * regularised below a speed of 1e-6 or 1e-7: it slides to angle 1 within t = 2 and creeps
 * on at speed * atanh(0.5). With G by differences of g it takes about the steps that it
 * takes with G (the control), in SOI2 to the letter and index 3, too, where Newton's
 * corrections were taken for noise of the differences while they still were larger than
 * all that the regularised speed moves. A pendulum at rest, whose reactions alone carry
 * that noise, takes no more failures by it. Under a force that swings, steps that the line
 * search has solved are no failures in what is said of too many steps: two of 164 attempts
 * were not solved (the control), and Newton's iteration was accused of 33. */
#include "support/test.h"

#define DRIVE   0.5
#define END     10.0
#define ALLOWED 40000

static sunrealtype along(const sunrealtype *q, const sunrealtype *v)
{
  return q[0] * v[1] - q[1] * v[0];
}

/* data: the speed below which friction is regularised. */
static int braked(sunrealtype drive, N_Vector q, N_Vector v, N_Vector f,
                  const void *data)
{
  const sunrealtype *x     = N_VGetArrayPointer(q);
  const sunrealtype s      = along(x, N_VGetArrayPointer(v));
  const sunrealtype F      = drive - tanh(s / *(const sunrealtype *)data);
  N_VGetArrayPointer(f)[0] = -x[1] * F;
  N_VGetArrayPointer(f)[1] = x[0] * F;
  return 0;
}

static int friction(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                    void *data)
{
  return braked(DRIVE, q, v, f, data);
}

static int swung(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  return braked(1.5 * sin(5.0 * t), q, v, f, data);
}

FORCE_IS(weight, 9.81, 0.0)

struct result
{
  long int steps, fails;
  sunrealtype angle, speed;
};

static struct result run(const struct problem *pb, int formulation,
                         sunrealtype rtol)
{
  struct result r = {0};
  SMALL(s, .pb = pb, .formulation = formulation, .rtol = rtol,
        .set = {{"max_num_steps", ALLOWED}});
  CHECK(!small_solve(s, END));
  CHECK(!GALPHAGetNumSteps(s->mem, &r.steps));
  CHECK(!GALPHAGetNumNonlinSolvConvFails(s->mem, &r.fails));
  const sunrealtype *q = small_q(s), *v = small_v(s);
  r.angle = atan2(q[1], q[0]);
  r.speed = along(q, v);
  return r;
}

static struct problem bead(GALPHAHolonomicJacFn jac, sunrealtype *speed)
{
  static const sunrealtype q0[] = {1.0, 0.0}, v0[] = {0.0, 1.0};
  return PROBLEM(.name = "bead", .n = 2, .m = 1, .q0 = q0, .v0 = v0,
                 .force = friction, .g = problem_circle, .G = jac,
                 .data = speed);
}

static void check_friction(int formulation, sunrealtype speed, sunrealtype rtol)
{
  const struct problem given  = bead(problem_circle_jac, &speed),
                       none   = bead(NULL, &speed);
  const struct result control = run(&given, formulation, rtol);
  const struct result r       = run(&none, formulation, rtol);
  CHECK(r.steps > 0 && 2 * r.steps <= 3 * control.steps);
  CHECK_IN(r.angle, 1.0, 1.0 + 100.0 * rtol + 10.0 * speed);
  CHECK_IN(control.angle, 1.0, 1.0 + 100.0 * rtol + 10.0 * speed);
  CHECK_REL(r.speed, speed * atanh(DRIVE), 0.05);
}

static void check_rest(int formulation, sunrealtype rtol)
{
  struct problem pb     = bead(NULL, NULL);
  pb.v0                 = NULL;
  pb.force              = weight;
  const struct result r = run(&pb, formulation, rtol);
  CHECK_IN(r.steps, 1, 200);
  CHECK(r.fails == 0);
  CHECK_IN(fabs(r.angle), 0.0, rtol);
}

static void check_saved(void)
{
  sunrealtype speed = 1e-7;
  struct problem pb = bead(problem_circle_jac, &speed);
  pb.force          = swung;
  SMALL(s, .pb = &pb, .rtol = 1e-4, .set = {{"max_num_steps", 150}});
  CHECK(small_solve(s, END) == GALPHA_TOO_MUCH_WORK);
  const long int unsolved = count_of(s->mem, GALPHAGetNumNonlinSolvConvFails);
  const long int rejected = count_of(s->mem, GALPHAGetNumErrTestFails);
  CHECK(20 * unsolved < 150 + rejected);
  CHECK(!strstr(s->said.msg, "Newton"));
  CHECK(strstr(s->said.msg, "150 steps did not reach"));
}

TEST_MAIN()
{
  const int form[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL, GALPHA_INDEX3};
  for (int i = 0; i < 3; i++)
  {
    check_friction(form[i], 1e-6, 1e-5);
    check_friction(form[i], 1e-6, 1e-6);
    check_friction(form[i], 1e-7, 1e-6);
    check_rest(form[i], 1e-6);
    check_rest(form[i], 1e-10);
  }
  check_saved();
}
