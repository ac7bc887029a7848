/* Broyden's corrections of an iteration with the wrong matrix: linear systems of n
 * unknowns are solved after 2 n of them (Gay 1979), in other weights, too; without them
 * (control) errors fall as the matrix is off. Another matrix, or another iteration,
 * starts anew. */
#include "galpha_secant.h"

#include "check.h"
#include "sundials_compat.h"

#include <math.h>
#include <nvector/nvector_serial.h>

#define N     3
#define STEPS (2 * N)

/* The identity, which the iteration takes it for, and up to 0.4 beside it. */
static const sunrealtype A[N][N] = {
  {1.3, 0.2, -0.1}, {0.1, 0.7, 0.3}, {0.2, -0.2, 1.4}};
static const sunrealtype solution[N] = {1.0, -2.0, 3.0};

static void residual(N_Vector x, N_Vector r)
{
  for (int i = 0; i < N; i++)
  {
    NV_Ith_S(r, i) = 0.0;
    for (int j = 0; j < N; j++)
    {
      NV_Ith_S(r, i) += A[i][j] * (solution[j] - NV_Ith_S(x, j));
    }
  }
}

/* Error after this many corrections; what: 0 none improved, 1 all, 2 all, but each as
 * if by another matrix, 3 each as the first of an iteration. */
static sunrealtype error_after(SUNContext ctx, const sunrealtype weight[N],
                               int steps, int what)
{
  struct galpha_secant sec = {.known = 0};
  N_Vector x = N_VNew_Serial(N, ctx), z = N_VClone(x);
  sunrealtype error = 0.0;
  N_VConst(0.0, x);
  CHECK(!galpha_secant_init(&sec, x));
  for (int i = 0; i < N; i++) { NV_Ith_S(sec.weights, i) = weight[i]; }
  for (int k = 0; k < steps; k++)
  {
    residual(x, z);
    if (what > 0)
    {
      galpha_secant_improve(&sec, z, k == 0 || what == 3, what == 2 ? k : 7);
    }
    N_VLinearSum(1.0, x, 1.0, z, x);
  }
  for (int i = 0; i < N; i++)
  {
    error = fmax(error, fabs(NV_Ith_S(x, i) - solution[i]));
  }
  galpha_secant_free(&sec);
  N_VDestroy(x);
  N_VDestroy(z);
  return error;
}

int main(void)
{
  SUNContext ctx                = galpha_test_context();
  const sunrealtype weight[][N] = {{1, 1, 1}, {1, 2, 0.5}};
  for (int i = 0; i < 2; i++)
  {
    const sunrealtype plain = error_after(ctx, weight[i], STEPS, 0);
    printf("after %d corrections: %.1e, plain %.1e\n", STEPS,
           error_after(ctx, weight[i], STEPS, 1), plain);
    CHECK(error_after(ctx, weight[i], STEPS, 1) < 1e-9);
    CHECK(plain > 1e-3);
    CHECK(error_after(ctx, weight[i], STEPS, 2) == plain);
    CHECK(error_after(ctx, weight[i], STEPS, 3) == plain);
    /* more corrections than are kept */
    CHECK(error_after(ctx, weight[i], 5 * STEPS, 1) < 1e-9);
  }
  SUNContext_Free(&ctx);
  return check_done();
}
