/* The linear systems alone: KLU (ordered by AMD) and L D L^T on the iteration
 * matrices of a lattice of springs between crank and slider and of a chain of
 * bars, at the start, for a step of 1e-3. Prints for each model the least time of
 * the first and of a later factorisation and of a solve, interleaved, in ms, the
 * mean length of a column of both factors, and the residual of the solution as a
 * share of the right-hand side.
 *
 *     benchmark_ldlt_factor [repeats]     (10) */
#include <galpha/galpha_sunlinsol_ldlt.h>

#include <stdio.h>

#include <sunlinsol/sunlinsol_klu.h>

#include "support/check/sundials_compat.h"
#include "support/models/flexible/cost.h"
#include "support/models/flexible/mechanism.h"

#define SOLVERS 2

struct times
{
  double first, factor, solve, residual, column;
};

/* The iteration matrix after one step of size h; the integrator, which owns the
 * matrix, in *mem. */
static SUNMatrix iteration_matrix(const struct problem *pb, SUNContext ctx,
                                  sunrealtype h, void **mem)
{
  struct problem_state s;
  SUNMatrix J = NULL;

  *mem = problem_create(pb, ctx, PROBLEM_SPARSE);
  if (problem_state_new(&s, pb, ctx) || GALPHASetFixedStep(*mem, h) ||
      GALPHASetOption(*mem, "keep_jacobian", SUNTRUE) ||
      GALPHASolve(*mem, h, &s.t, s.q, s.v, GALPHA_ONE_STEP) < 0 ||
      GALPHAGetJac(*mem, &J))
  {
    printf("%s: no matrix\n", pb->name);
  }
  return J;
}

static double residual(SUNMatrix J, N_Vector x, N_Vector b)
{
  N_Vector r = N_VClone(b);

  SUNMatMatvec(J, x, r);
  N_VLinearSum(1.0, b, -1.0, r, r);
  const double share = N_VMaxNorm(r) / N_VMaxNorm(b);
  N_VDestroy(r);
  return share;
}

static double least(double best, double start)
{
  const double seconds = cost_clock() - start;

  return best == 0.0 || seconds < best ? seconds : best;
}

static int measure(SUNMatrix J, SUNContext ctx, int repeats, struct times *t)
{
  const sunindextype n = SUNSparseMatrix_Rows(J);
  N_Vector x = N_VNew_Serial(n, ctx), b = N_VNew_Serial(n, ctx);
  SUNLinearSolver LS[SOLVERS] = {SUNLinSol_KLU(x, J, ctx),
                                 GALPHASunLinSol_LDLT(x, J, ctx)};
  int ret                     = SUNLinSol_KLUSetOrdering(LS[0], 0);

  for (sunindextype i = 0; i < n; i++)
  {
    NV_Ith_S(b, i) = rand() / (double)RAND_MAX - 0.5;
  }
  for (int i = 0; i < SOLVERS && !ret; i++)
  {
    const double start = cost_clock();
    ret                = SUNLinSolInitialize(LS[i]) || SUNLinSolSetup(LS[i], J);
    t[i].first         = least(0.0, start);
  }
  for (int k = 0; k < repeats * SOLVERS && !ret; k++)
  {
    struct times *now = &t[k % SOLVERS];
    double start      = cost_clock();
    ret               = SUNLinSolSetup(LS[k % SOLVERS], J);
    now->factor       = least(now->factor, start);
    start             = cost_clock();
    ret               = ret || SUNLinSolSolve(LS[k % SOLVERS], J, x, b, 0.0);
    now->solve        = least(now->solve, start);
    now->residual     = residual(J, x, b);
  }
  if (!ret)
  {
    const sun_klu_numeric *klu = SUNLinSol_KLUGetNumeric(LS[0]);
    t[0].column                = (double)(klu->lnz + klu->unz);
    GALPHASunLinSol_LDLTGetFill(LS[1], &t[1].column);
  }
  for (int i = 0; i < SOLVERS; i++) { SUNLinSolFree(LS[i]); }
  N_VDestroy(x);
  N_VDestroy(b);
  return ret;
}

static int report(struct mechanism m, SUNContext ctx, int repeats)
{
  struct times t[SOLVERS] = {{.first = 0.0}, {.first = 0.0}};
  void *mem               = NULL;
  SUNMatrix J   = m.pb ? iteration_matrix(m.pb, ctx, 1e-3, &mem) : NULL;
  const int ret = J ? measure(J, ctx, repeats, t) : 1;

  if (!ret)
  {
    printf("%s, %ld unknowns\n", m.pb->name, (long)SUNSparseMatrix_Rows(J));
    for (int i = 0; i < SOLVERS; i++)
    {
      printf("  %-8s first %8.2f  factorise %8.3f  solve %7.3f  column %4.0f  "
             "residual %.1e\n",
             i ? "L D L^T" : "KLU", 1e3 * t[i].first, 1e3 * t[i].factor,
             1e3 * t[i].solve, t[i].column / (double)SUNSparseMatrix_Rows(J),
             t[i].residual);
    }
    printf("  ratio                    %8.2f        %7.2f\n",
           t[0].factor / t[1].factor, t[0].solve / t[1].solve);
  }
  GALPHAFree(&mem);
  return ret;
}

int main(int argc, char **argv)
{
  const int repeats = argc > 1 ? atoi(argv[1]) : 10;
  SUNContext ctx    = galpha_test_context();
  int ret           = 0;

  ret |= report(mechanism_lattice(150, 50, 3e6, 1e-6, 20.0), ctx, repeats);
  ret |= report(mechanism_lattice(200, 20, 3e6, 1e-6, 20.0), ctx, repeats);
  ret |= report(mechanism_lattice(120, 8, 3e6, 1e-6, 20.0), ctx, repeats);
  ret |= report(mechanism_lattice(120, 4, 3e6, 1e-6, 20.0), ctx, repeats);
  ret |= report(mechanism_lattice(120, 2, 3e6, 1e-6, 20.0), ctx, repeats);
  ret |= report(mechanism_slider_crank(4000, 10.0, 1e-5, 10.0), ctx, repeats);
  SUNContext_Free(&ctx);
  return ret;
}
