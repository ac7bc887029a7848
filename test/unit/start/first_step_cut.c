/* x'' = 1/(t - 1) from just after t = 1 on: nearly all of the velocity, log((t - 1)/d),
 * is made right after the start. Positions alone would allow a first step far too
 * long; it is cut, in every form, and the velocity is right to a tenth however small d
 * is. Without the cut it is wrong by a factor (control). Where t can hardly be told
 * from 1 an error may end the run. Orders above 2 fail later tests (of the control and the
 * damper). A damped mass that comes up to speed at once is
 * none of this: no step is cut. */
#include "support/test.h"

FORCE_IS(force, 1.0 / (t - 1.0))

RESIDUAL2_IS(residual, ypp[0] - 1.0 / (t - 1.0))

FORCE(damper)
{
  const sunrealtype speed = cos(q[0] + t);
  f[0]                    = -1e6 * (v[0] - speed);
}

/* formulation 0: the residual form */
static void begin(struct small *r, int formulation, GALPHAForceFn f,
                  sunrealtype t0)
{
  if (formulation)
  {
    BEGIN(r, .t0 = t0, .force = f, .formulation = formulation);
  }
  else { BEGIN(r, .t0 = t0, .res2 = residual); }
  CHECK(!GALPHASStolerances(r->mem, 1e-6, 1e-6));
  CHECK(!GALPHASetErrorTest(r->mem, GALPHA_TEST_POSITIONS));
}

static sunrealtype velocity(const struct small *r)
{
  return small_v(r)[0];
}

static void check_velocity(int formulation, sunrealtype d)
{
  struct small r;
  const sunrealtype t0 = 1.0 + d, exact = -log(t0 - 1.0);
  begin(&r, formulation, force, t0);
  const int code = small_solve(&r, 2.0);
  printf("formulation %d, d = %.0e: code %d, v = %.4g, exact %.4g\n",
         formulation, d, code, velocity(&r), exact);
  CHECK(code == 0 || (d < 1e-14 && code == GALPHA_ERR_FAIL));
  if (code == 0) { CHECK_REL(velocity(&r), exact, 0.1); }
}

/* One failed error test is the end of a run: then none is asked for. */
static void check_control(void)
{
  struct small r;
  begin(&r, GALPHA_SOI2, force, 1.0 + 1e-12);
  CHECK(!GALPHASetMaxOrd(r.mem, 2));
  CHECK(!GALPHASetMaxErrTestFails(r.mem, 1));
  CHECK(!GALPHASetInitStep(r.mem, 1e-9));
  CHECK(small_solve(&r, 2.0) == 0 && velocity(&r) > 100.0);
}

static void check_damper(void)
{
  struct small r;
  begin(&r, GALPHA_SOI2, damper, 0.0);
  CHECK(!GALPHASetMaxOrd(r.mem, 2));
  CHECK(!small_solve(&r, 1.0));
  const long int fails = count_of(r.mem, GALPHAGetNumErrTestFails);
  const long int steps = count_of(r.mem, GALPHAGetNumSteps);
  printf("damper: %ld steps, %ld failures\n", steps, fails);
  CHECK(fails == 0);
}

TEST_MAIN()
{
  for (int formulation = 0; formulation <= GALPHA_INDEX3; formulation++)
  {
    for (sunrealtype d = 1e-6; d > 1e-16; d *= 1e-3)
    {
      check_velocity(formulation, d);
    }
  }
  check_control();
  check_damper();
}
