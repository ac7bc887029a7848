/* Krylov solvers without a preconditioner under error control: outputs that
 * contain accelerations see shifts of 1/h^2 beside coefficients of 1, and from
 * the first, short steps on the run takes the steps of the dense matrix all the
 * same. */
#include "support/models/mechatronic.h"
#include "support/test.h"

static long int integrate(struct residual_run *run, struct residual_model *m,
                          SUNContext ctx, int kind)
{
  long int steps = 0;
  residual_model_new(m, 0, NULL);
  int ret = residual_begin(run, &m->pb, ctx);
  if (!ret && kind >= 0)
  {
    ret = residual_use_krylov(run, (enum residual_krylov)kind,
                              2 * RESIDUAL_MODEL_SIZE, 0);
  }
  if (!ret) { ret = GALPHASetInitStep(run->mem, 1e-7); }
  if (!ret) { ret = GALPHASetMaxNumSteps(run->mem, 2000); }
  if (!ret) { ret = residual_to(run, 1.0); }
  CHECK(ret == 0);
  CHECK(!GALPHAGetNumSteps(run->mem, &steps));
  return steps;
}

TEST_MAIN(ctx)
{
  struct residual_model m[2];
  struct residual_run dense, run;
  sunrealtype y[RESIDUAL_MODEL_SIZE], yp[RESIDUAL_MODEL_SIZE],
    ypp[RESIDUAL_MODEL_SIZE];
  const long int want = integrate(&dense, &m[0], ctx, -1);
  residual_model_exact(&m[0], 1.0, y, yp, ypp);
  for (int i = 0; i < RESIDUAL_MODEL_SIZE; i++)
  {
    CHECK(fabs(residual_y(&dense)[i] - y[i]) <= 1e-4);
  }
  for (int kind = 0; kind < RESIDUAL_PCG; kind++)
  {
    const long int steps = integrate(&run, &m[1], ctx, kind);
    printf("%-8s %ld steps (dense %ld), differs by %.1e\n",
           residual_krylov_name[kind], steps, want,
           residual_distance(&run, &dense));
    CHECK_IN((double)steps / (double)want, 0.95, 1.05);
    CHECK(residual_distance(&run, &dense) <= 1e-6);
    residual_end(&run);
  }
  residual_end(&dense);
}
