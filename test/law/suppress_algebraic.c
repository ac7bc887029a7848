/* A component that the vector id calls algebraic is out of the error test with
 * GALPHASetSuppressAlg, as in IDA, also where its derivative is in F: the steps are
 * about those of a tolerance so loose that it is never asked for. Controls: with the test
 * on, or called differential, it decides on the steps. */
#include "support/test.h"

#define FAST  400.0
#define LOOSE 1e8

/* x' = -x, and z' = 400 cos(400 t) beside it. */
RESIDUAL1_IS(beside, yp[0] + y[0], yp[1] - FAST * cos(FAST * t))

static int most; /* order */

/* Steps to t = 2; the error of x there in *off. */
static long int steps(SUNContext ctx, sunrealtype id_of_z, int suppress,
                      sunrealtype atol_of_z, sunrealtype *off)
{
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "beside", .n = 2, .res1 = beside,
                     .y0 = VALUES(1.0, 0.0), .yp0 = VALUES(-1.0, FAST));
  struct residual_run run;
  long int n = 0;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  N_Vector id = KEEP(N_VClone(run.y)), atol = KEEP(N_VClone(run.y));
  NV_Ith_S(id, 0)   = 1.0;
  NV_Ith_S(id, 1)   = id_of_z;
  NV_Ith_S(atol, 0) = 1e-6;
  NV_Ith_S(atol, 1) = atol_of_z;
  CHECK(!GALPHASVtolerances(run.mem, 1e-5, atol));
  CHECK(!GALPHASetId(run.mem, id) && !GALPHASetSuppressAlg(run.mem, suppress));
  CHECK(!GALPHASetInitStep(run.mem, 1e-4) && !GALPHASetMaxOrd(run.mem, most));
  CHECK(residual_to(&run, 2.0) == 0);
  *off = fabs(residual_y(&run)[0] - exp(-2.0));
  GALPHAGetNumSteps(run.mem, &n);
  return n;
}

/* With orders up to 5 a few steps differ. */
static void check(int order, SUNContext ctx)
{
  sunrealtype off[4];
  most                        = order;
  const long int loose        = steps(ctx, 1.0, 1, LOOSE, &off[0]);
  const long int suppressed   = steps(ctx, 0.0, 1, 1e-6, &off[1]);
  const long int tested       = steps(ctx, 0.0, 0, 1e-6, &off[2]);
  const long int differential = steps(ctx, 1.0, 1, 1e-6, &off[3]);
  printf("order %d, steps: %ld loose, %ld suppressed, %ld tested, %ld "
         "differential\n",
         order, loose, suppressed, tested, differential);
  CHECK(labs(suppressed - loose) <= loose / (order > 2 ? 4 : 10));
  CHECK(tested > 20 * loose && differential > 20 * loose);
  for (int k = 0; k < 4; k++) { CHECK(off[k] <= 1e-4); }
}

TEST_MAIN(ctx)
{
  check(2, ctx);
  check(5, ctx);
}
