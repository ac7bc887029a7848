/* Where t = 0 is and which way time runs. Far from t = 0 the rounding of t + h is a good
 * part of h: q must belong to the time that is returned, in fixed and in controlled steps,
 * forward and backward, against closed forms; control: near t = 0 the size of a fixed step
 * is exactly the one asked for. The trapezoidal rule keeps the energy of a linear
 * oscillator and comes back to where it started; control: a rule that damps does not. */
#include "support/test.h"

#define SPAN 5.0
#define H    1e-3 /* 8388.6 units in the last place of 1e9 */

static int patient(struct subject *s)
{
  return GALPHASetMaxNumSteps(s->mem, -1);
}

/* Without a stop time: q and v are those of the output between steps. */
static int solve(struct subject *s, sunrealtype t1, sunrealtype h)
{
  const int ret = GALPHASetFixedStep(s->mem, h);
  return ret ? ret
             : GALPHASolve(s->mem, t1, &s->t, subject_vector(s, SUBJECT_Q),
                           subject_vector(s, SUBJECT_V), GALPHA_NORMAL);
}

/* Error of q after SPAN from t0; the size of the last step in *h. The solution that the
 * model knows begins at 0. */
static sunrealtype error(struct subject what, sunrealtype t0, sunrealtype fixed,
                         sunrealtype *h)
{
  struct problem mech;
  struct residual_problem residual;
  struct subject s;
  sunrealtype e[SUBJECT_KINDS];
  if (what.mech)
  {
    mech      = *what.mech;
    mech.t0   = t0;
    what.mech = &mech;
  }
  else
  {
    residual      = *what.residual;
    residual.t0   = t0;
    what.residual = &residual;
  }
  what.rho     = 0.6;
  what.correct = GALPHA_CORRECT_VELOCITIES;
  what.prepare = patient;
  CHECK(subject_begin(&s, &what, ctx) == 0);
  CHECK(!solve(&s, t0 + (fixed < 0.0 ? -SPAN : SPAN), fabs(fixed)));
  CHECK(!GALPHAGetLastStep(s.mem, h));
  s.t -= t0;
  s.run.t = s.t;
  CHECK(subject_errors(&s, e) == 0);
  return e[SUBJECT_Q];
}

/* Sizes of steps are rounded there like t. Divided differences of high orders do not bear
 * it, so that orders up to 5 may be lost there: ten tolerances, if these are more. */
static void check_mechanical(const struct problem *pb, int formulation)
{
  static const sunrealtype fixed[] = {0.0, H, -H, 0.0}, far[] = {1e9, -1e9};
  struct subject what = {.mech = pb, .formulation = formulation, .tol = 1e-7};
  for (int i = 0; i < 4; i++)
  {
    sunrealtype h;
    what.order       = i == 3 ? 5 : 2;
    sunrealtype near = error(what, 0.0, fixed[i], &h);
    if (fixed[i] != 0.0) { CHECK(h == fixed[i]); }
    if (what.order > 2) { near = fmax(near, 10.0 * what.tol); }
    for (int k = 0; k < 2; k++)
    {
      const sunrealtype e = error(what, far[k], fixed[i], &h);
      check_of("%s, formulation %d, order %d, t0 = %g, fixed %g", pb->name,
               formulation, what.order, far[k], fixed[i]);
      CHECK_IN(e, 0.0, 1.3 * near + 1e-7);
    }
  }
}

/* y1' = y2, y2' = -y1 as a residual. */
RESIDUAL1_IS(circle, yp[0] - y[1], yp[1] + y[0])

static void circle_errors(const struct residual_run *run, sunrealtype *e)
{
  e[SUBJECT_Q] = fabs(residual_y(run)[0] - cos(run->t));
}

RESIDUAL_PROBLEM_IS(circle_problem, .name = "circle", .n = 2, .res1 = circle,
                    .y0 = VALUES(1.0, 0.0), .yp0 = VALUES(0.0, -1.0))

static void check_residual(void)
{
  const struct subject what = {
    .residual = &circle_problem, .errors = circle_errors, .tol = 1e-8};
  sunrealtype h;
  const sunrealtype near = error(what, 0.0, H, &h);
  CHECK_IN(error(what, 1e9, H, &h), 0.0, 1.1 * near + 1e-7);
}

static struct ref_oscillator oscillator = {2.0, 18.0, 0.0, 1.0, 0.5};

static void check_energy(const struct subject *what)
{
  const sunrealtype energy = 0.5 * (2.0 * 0.5 * 0.5 + 18.0);
  sunrealtype worst        = 0.0;
  struct subject s;
  CHECK(subject_begin(&s, what, ctx) == 0);
  for (int n = 0; n < 1000; n++)
  {
    CHECK(subject_step(&s, 0.1) == 0);
    const sunrealtype q = NV_Ith_S(s.now.q, 0), v = NV_Ith_S(s.now.v, 0);
    worst = fmax(worst, fabs(v * v + 9.0 * q * q - energy));
  }
  CHECK_IN(worst, 0.0, 1e-10);
}

/* How far from the start forward and back again ends. */
static sunrealtype reversal(const struct subject *what)
{
  struct subject s;
  CHECK(subject_begin(&s, what, ctx) == 0);
  CHECK(!GALPHASetFixedStep(s.mem, 0.05));
  for (int way = 1; way >= -1; way -= 2)
  {
    for (int n = 0; n < 60; n++)
    {
      CHECK(!GALPHASolve(s.mem, 9.0 * way, &s.now.t, s.now.q, s.now.v,
                         GALPHA_ONE_STEP));
    }
    CHECK(!GALPHAReInit(s.mem, s.now.t, s.now.q, s.now.v));
  }
  return fabs(NV_Ith_S(s.now.q, 0) - 1.0) + fabs(NV_Ith_S(s.now.v, 0) - 0.5);
}

static void check_trapezoidal(void)
{
  const struct problem pb = ref_oscillator(&oscillator);
  struct subject what =
    SUBJECT(.mech = &pb, .family = GALPHA_NEWMARK, .par = {0.25, 0.5},
            .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-13);
  check_energy(&what);
  what.start = GALPHA_START_A0;
  CHECK_IN(reversal(&what), 0.0, 1e-11);
  what.family = GALPHA_CHUNG_HULBERT;
  what.par[0] = 0.8;
  CHECK(reversal(&what) > 1e-4);
}

TEST_MAIN()
{
  struct ref_oscillator data  = {1.0, 1.0, 0.0, 1.0, 0.0};
  const struct problem free   = ref_oscillator(&data),
                       swings = ref_pendulum(REF_PENDULUM_PERIOD2);
  check_mechanical(&free, GALPHA_SOI2);
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_mechanical(&swings, f);
  }
  check_residual();
  check_trapezoidal();
}
