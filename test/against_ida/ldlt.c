/* L D L^T as the linear solver of IDA: a field needs no factorisation by KLU. */
#include <galpha/galpha_sunlinsol_ldlt.h>

#include <ida/ida.h>

#include "support/test.h"

/* u' = Laplace u on a square by the five-point formula, zero at the border. */
#define SIDE 12

RESIDUAL1(heat)
{
  const sunrealtype h2 = (SIDE + 1.0) * (SIDE + 1.0);
  for (int i = 0; i < SIDE; i++)
  {
    for (int j = 0; j < SIDE; j++)
    {
      const int k = i * SIDE + j;
      const sunrealtype sum =
        (i > 0 ? y[k - SIDE] : 0.0) + (i < SIDE - 1 ? y[k + SIDE] : 0.0) +
        (j > 0 ? y[k - 1] : 0.0) + (j < SIDE - 1 ? y[k + 1] : 0.0);
      r[k] = yp[k] - h2 * (sum - 4.0 * y[k]);
    }
  }
}

RESIDUAL1_JAC(heat_jac)
{
  const sunrealtype h2 = (SIDE + 1.0) * (SIDE + 1.0);
  problem_begin(J);
  for (int k = 0; k < SIDE * SIDE; k++)
  {
    const int i = k / SIDE, j = k % SIDE;
    if (i > 0) { problem_put(J, k - SIDE, k, -h2); }
    if (j > 0) { problem_put(J, k - 1, k, -h2); }
    problem_put(J, k, k, cj + 4.0 * h2);
    if (j < SIDE - 1) { problem_put(J, k + 1, k, -h2); }
    if (i < SIDE - 1) { problem_put(J, k + SIDE, k, -h2); }
  }
  problem_end(J);
}

/* The lowest mode of the discrete operator decays by itself. */
TEST_MAIN()
{
  const int n            = SIDE * SIDE;
  const sunrealtype c    = acos(-1.0) / (SIDE + 1.0);
  const sunrealtype rate = 8.0 * pow((SIDE + 1.0) * sin(0.5 * c), 2.0),
                    t1   = 0.05;
  N_Vector y = KEEP(N_VNew_Serial(n, ctx)), yp = KEEP(N_VNew_Serial(n, ctx));
  SUNMatrix A        = KEEP(SUNSparseMatrix(n, n, 5 * n, CSC_MAT, ctx));
  SUNLinearSolver LS = KEEP(GALPHASunLinSol_LDLT(y, A, ctx));
  void *mem          = IDACreate(ctx);
  sunrealtype t;
  long fallbacks, setups;

  for (int k = 0; k < n; k++)
  {
    NV_Ith_S(y, k)  = sin(c * (k / SIDE + 1)) * sin(c * (k % SIDE + 1));
    NV_Ith_S(yp, k) = -rate * NV_Ith_S(y, k);
  }
  CHECK(IDAInit(mem, heat, 0.0, y, yp) == 0);
  CHECK(IDASStolerances(mem, 1e-8, 1e-10) == 0);
  CHECK(IDASetLinearSolver(mem, LS, A) == 0);
  CHECK(IDASetJacFn(mem, heat_jac) == 0);
  CHECK(IDASolve(mem, t1, &t, y, yp, IDA_NORMAL) >= 0);
  for (int k = 0; k < n; k++)
  {
    const sunrealtype start = sin(c * (k / SIDE + 1)) * sin(c * (k % SIDE + 1));
    CHECK_IN(NV_Ith_S(y, k) - exp(-rate * t1) * start, -1e-6, 1e-6);
  }
  IDAGetNumLinSolvSetups(mem, &setups);
  CHECK(GALPHASunLinSol_LDLTGetNumFallbacks(LS, &fallbacks) == 0);
  CHECK(fallbacks == 0 && setups > 5);
  IDAFree(&mem);
}
