/* Far from t = 0 the rounding of t + h is a good part of h: q must belong to the time
 * that is returned, in fixed and in controlled steps, forward and backward. Against
 * closed forms. Control: near t = 0 the size of a fixed step is exactly the one
 * asked for. */
#include "support/models/callbacks.h"
#include "support/models/reference.h"
#include "support/test.h"

#define SPAN 5.0
#define H    1e-3 /* 8388.6 units in the last place of 1e9 */

/* Error of q after SPAN from t0; the size of the last step in *h. */
static sunrealtype mechanical_error(struct problem pb, SUNContext ctx,
                                    sunrealtype t0, sunrealtype fixed,
                                    int formulation, sunrealtype *h)
{
  sunrealtype q[2], span = fixed < 0.0 ? -SPAN : SPAN;
  struct problem_state s;
  pb.t0     = t0;
  void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);
  CHECK(mem && !problem_state_new(&s, &pb, ctx));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASStolerances(mem, 1e-7, 1e-7));
  CHECK(!GALPHASetFixedStep(mem, fabs(fixed)));
  CHECK(!GALPHASetMaxNumSteps(mem, -1));
  CHECK(!GALPHASolve(mem, t0 + span, &s.t, s.q, s.v, GALPHA_NORMAL));
  CHECK(!GALPHAGetLastStep(mem, h));
  pb.exact(s.t - t0, q, NULL, NULL, NULL, NULL, pb.data);
  const sunrealtype e = problem_dist(N_VGetArrayPointer(s.q), q, pb.n);
  problem_state_free(&s);
  GALPHAFree(&mem);
  return e;
}

static void check_mechanical(const struct problem *pb, SUNContext ctx,
                             int formulation)
{
  static const sunrealtype fixed[] = {0.0, H, -H}, far[] = {1e9, -1e9};
  for (int i = 0; i < 3; i++)
  {
    sunrealtype h;
    const sunrealtype near =
      mechanical_error(*pb, ctx, 0.0, fixed[i], formulation, &h);
    if (fixed[i] != 0.0) { CHECK(h == fixed[i]); }
    for (int k = 0; k < 2; k++)
    {
      const sunrealtype e =
        mechanical_error(*pb, ctx, far[k], fixed[i], formulation, &h);
      printf("%s, formulation %d, t0 = %g, fixed %g: error %.2e, at 0 %.2e\n",
             pb->name, formulation, far[k], fixed[i], e, near);
      CHECK_IN(e, 0.0, 1.3 * near + 1e-7);
    }
  }
}

/* y1' = y2, y2' = -y1 as a residual. */
RESIDUAL1(circle)
{
  r[0] = yp[0] - y[1];
  r[1] = yp[1] + y[0];
}

static sunrealtype residual_error(SUNContext ctx, sunrealtype t0)
{
  sunrealtype t = t0;
  N_Vector y = N_VNew_Serial(2, ctx), yp = N_VNew_Serial(2, ctx);
  void *mem = GALPHACreate(ctx);
  N_VConst(0.0, y);
  N_VConst(0.0, yp);
  N_VGetArrayPointer(y)[0]  = 1.0;
  N_VGetArrayPointer(yp)[1] = -1.0;
  CHECK(!GALPHAInit(mem, circle, t0, y, yp));
  CHECK(!GALPHASStolerances(mem, 1e-8, 1e-8));
  CHECK(!GALPHASetFixedStep(mem, H));
  CHECK(!GALPHASetMaxNumSteps(mem, -1));
  CHECK(!GALPHASolve(mem, t0 + SPAN, &t, y, yp, GALPHA_NORMAL));
  const sunrealtype e = fabs(N_VGetArrayPointer(y)[0] - cos(t - t0));
  GALPHAFree(&mem);
  N_VDestroy(y);
  N_VDestroy(yp);
  return e;
}

TEST_MAIN(ctx)
{
  struct ref_oscillator data  = {1.0, 1.0, 0.0, 1.0, 0.0};
  const struct problem free   = ref_oscillator(&data),
                       swings = ref_pendulum(REF_PENDULUM_PERIOD2);
  check_mechanical(&free, ctx, GALPHA_SOI2);
  check_mechanical(&swings, ctx, GALPHA_SOI2);
  check_mechanical(&swings, ctx, GALPHA_SOI2_LITERAL);
  check_mechanical(&swings, ctx, GALPHA_INDEX3);
  const sunrealtype near = residual_error(ctx, 0.0);
  CHECK_IN(residual_error(ctx, 1e9), 0.0, 1.1 * near + 1e-7);
}
