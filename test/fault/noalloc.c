/* GALPHASolve allocates nothing once the first steps have analysed and
 * factorised the matrix: counted over the whole program, so that vectors,
 * solvers and messages are seen as well as the library itself. */
#include "support/check/count_alloc.h"
#include "support/models/callbacks.h"

#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/flexible/flexible.h"
#include "support/run/residual.h"
#include "support/run/small.h"
#include "support/test.h"

/* Results a caller asks for between steps. */
static int read_results(void *mem, struct problem_state *s)
{
  sunrealtype talpha;
  int ret = GALPHAGetDky(mem, s->t, 1, s->v);

  if (!ret) { ret = GALPHAGetAcceleration(mem, s->t, s->a); }
  if (!ret) { ret = GALPHAGetAlgorithmicAcceleration(mem, &talpha, s->a); }
  if (!ret) { ret = GALPHAGetMultipliers(mem, s->t, s->lambda, NULL); }
  return ret;
}

/* Allocations in adaptive steps from t = 0.02 to 0.2, then fixed ones to 0.25;
   the drive ramps up, so that h grows and shrinks on the way. */
static long allocations(void *mem, struct problem_state *s)
{
  int ret    = GALPHASolve(mem, 0.02, &s->t, s->q, s->v, GALPHA_NORMAL);
  long calls = count_alloc.calls;

  for (int i = 1; ret >= 0 && i <= 18; i++)
  {
    ret = GALPHASolve(mem, 0.02 + 0.01 * i, &s->t, s->q, s->v, GALPHA_NORMAL);
    if (ret >= 0) { ret = read_results(mem, s); }
  }
  if (ret >= 0) { ret = GALPHASetFixedStep(mem, 1e-3); }
  while (ret >= 0 && s->t < 0.25)
  {
    ret = GALPHASolve(mem, 0.3, &s->t, s->q, s->v, GALPHA_ONE_STEP);
  }
  calls = count_alloc.calls - calls;
  CHECK(ret >= 0);
  return calls;
}

static void check_silent(SUNContext ctx, int formulation,
                         enum problem_storage storage)
{
  struct flexible *fl = flexible_slider_crank(30, 10.0, 1e-3, 10.0);
  void *mem           = problem_create(&fl->pb, ctx, storage);
  struct problem_state s;
  long steps = 0;

  CHECK(problem_state_new(&s, &fl->pb, ctx) == 0);
  CHECK(GALPHASetFormulation(mem, formulation) == 0);
  CHECK(GALPHASStolerances(mem, 1e-4, 1e-4) == 0);
  const long calls = allocations(mem, &s);
  GALPHAGetNumSteps(mem, &steps);
  printf("formulation %d, storage %d: %ld allocations in %ld steps\n",
         formulation, (int)storage, calls, steps);
  CHECK(steps >= 60);
  CHECK(calls == 0);
  problem_state_free(&s);
  GALPHAFree(&mem);
  flexible_free(fl);
}

static GALPHAHolonomicJacFn right_G;

static int wrong_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const int ret  = right_G(t, q, G, data);
  sunrealtype *x = SUNSparseMatrix_Data(G);
  for (sunindextype k = 0; t > 0.05 && k < SUNSparseMatrix_NNZ(G); k++)
  {
    x[k] *= -10.0;
  }
  return ret;
}

/* Nor does the search for what made a step fail; the reactions' share, whose pattern
 * is found when the iteration first asks for it, is left out. */
static void check_silent_failure(SUNContext ctx)
{
  struct flexible *fl = flexible_slider_crank(30, 10.0, 1e-3, 10.0);
  right_G             = fl->pb.G;
  fl->pb.G            = wrong_G;
  struct small s;
  CHECK(!small_problem(&s, ctx, &fl->pb, PROBLEM_SPARSE));

  CHECK(GALPHASStolerances(s.mem, 1e-4, 1e-4) == 0);
  CHECK(GALPHASetErrFile(s.mem, NULL) == 0);
  CHECK(GALPHASetOption(s.mem, "reaction_jac", 0) == 0);
  CHECK(small_solve(&s, 0.02) == 0);
  const long calls = count_alloc.calls;
  const int ret    = small_solve(&s, 0.2);
  printf("t = %g: %d\n", s.t, ret);
  CHECK(ret == GALPHA_CONV_FAIL && count_alloc.calls == calls);
  small_free(&s);
  flexible_free(fl);
}

RESIDUAL2(duffing)
{
  const sunrealtype u = y[0];
  r[0]                = ypp[0] + u * u * u;
}

/* The residual form, by a dense solver and without a matrix. */
static void check_silent_residual(SUNContext ctx, int krylov)
{
  const struct residual_problem pb = {
    .name = "Duffing", .n = 1, .res2 = duffing, .y0 = VALUES(1.0)};
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!krylov || residual_use_krylov(&run, RESIDUAL_SPGMR, 5, 0) == 0);
  int ret = GALPHASolve(run.mem, 0.1, &run.t, run.y, run.yp, GALPHA_NORMAL);
  const long calls = count_alloc.calls;
  if (!ret)
  {
    ret = GALPHASolve(run.mem, 5.0, &run.t, run.y, run.yp, GALPHA_NORMAL);
  }
  CHECK(ret == 0 && count_alloc.calls == calls);
  residual_end(&run);
}

int main(void)
{
  if (!COUNT_ALLOC)
  {
    printf("skipped: allocations cannot be counted in this build\n");
    return 0;
  }
  SUNContext ctx  = galpha_test_context();
  const long seen = count_alloc.calls;

  CHECK(seen > 0); /* SUNDIALS' own, in a shared library */
  for (int formulation = GALPHA_SOI2; formulation <= GALPHA_INDEX3;
       formulation++)
  {
    check_silent(ctx, formulation, PROBLEM_SPARSE);
    check_silent(ctx, formulation, PROBLEM_DENSE);
  }
  check_silent_failure(ctx);
  check_silent_residual(ctx, 0);
  check_silent_residual(ctx, 1);
  CHECK(count_alloc.calls > seen);
  SUNContext_Free(&ctx);
  return check_done();
}
