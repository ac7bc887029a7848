/* Linear problems take one Newton correction a step, but for those that are looked
 * at: a chain of masses, in both forms, with analytic matrices, whether its steps
 * are constant or controlled. Control: cubic springs take more. */
#include "support/test.h"

#define MASSES    60
#define STIFFNESS 400.0
#define DAMPING   0.1

/* Force of the spring between i - 1 and i, and its derivative. */
static sunrealtype spring(const sunrealtype *q, int i, sunrealtype cubic,
                          sunrealtype *slope)
{
  const sunrealtype s = (i < MASSES ? q[i] : 0.0) - (i > 0 ? q[i - 1] : 0.0);
  *slope              = STIFFNESS + 3.0 * cubic * s * s;
  return STIFFNESS * s + cubic * s * s * s;
}

FORCE(force)
{
  sunrealtype slope;
  for (int i = 0; i < MASSES; i++)
  {
    f[i] = spring(q, i + 1, *(sunrealtype *)data, &slope) -
           spring(q, i, *(sunrealtype *)data, &slope) - DAMPING * v[i] +
           (i == 0 ? sin(t) : 0.0);
  }
}

/* A += c df/dq. */
static void add_stiffness(sunrealtype c, N_Vector q, sunrealtype cubic,
                          SUNMatrix A)
{
  const sunrealtype *y = N_VGetArrayPointer(q);
  for (int i = 0; i <= MASSES; i++)
  {
    sunrealtype k;
    spring(y, i, cubic, &k);
    if (i < MASSES) { SM_ELEMENT_D(A, i, i) -= c * k; }
    if (i > 0) { SM_ELEMENT_D(A, i - 1, i - 1) -= c * k; }
    if (i > 0 && i < MASSES)
    {
      SM_ELEMENT_D(A, i, i - 1) += c * k;
      SM_ELEMENT_D(A, i - 1, i) += c * k;
    }
  }
}

static int stiffness(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix A, void *data)
{
  SUNMatZero(A);
  add_stiffness(1.0, q, *(sunrealtype *)data, A);
  return 0;
}

FORCE_JAC(damping)
{
  SUNMatZero(J);
  for (int i = 0; i < MASSES; i++) { SM_ELEMENT_D(J, i, i) = -DAMPING; }
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  const int ret = force(t, y, yp, r, data);
  N_VLinearSum(1.0, ypp, -1.0, r, r);
  return ret;
}

static int jacobian(sunrealtype t, const sunrealtype *c, N_Vector y,
                    N_Vector yp, N_Vector ypp, N_Vector r, SUNMatrix J,
                    void *data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
  SUNMatZero(J);
  add_stiffness(-1.0, y, *(sunrealtype *)data, J);
  for (int i = 0; i < MASSES; i++)
  {
    SM_ELEMENT_D(J, i, i) += DAMPING * c[1] + c[2];
  }
  return 0;
}

/* Corrections a step. */
static sunrealtype corrections(int mechanical, sunrealtype h, sunrealtype cubic)
{
  SUNMatrix J        = KEEP(SUNDenseMatrix(MASSES, MASSES, ctx));
  N_Vector y         = KEEP(N_VNew_Serial(MASSES, ctx));
  SUNLinearSolver LS = KEEP(SUNLinSol_Dense(y, J, ctx));
  SMALL(s, .n = MASSES, .a = VALUES_OF(MASSES, 0.0), .force = force,
        .dfdq = mechanical ? stiffness : NULL,
        .dfdv = mechanical ? damping : NULL, .data = &cubic,
        .res2 = mechanical ? NULL : residual, .rtol = 1e-4, .atol = 1e-6,
        .set = {{"fixed_step", h}});
  if (!mechanical)
  {
    CHECK(!GALPHASetLinearSolver(s->mem, LS, J));
    CHECK(!GALPHASetJac2Fn(s->mem, jacobian));
  }
  CHECK(!small_solve(s, 5.0));
  const long int steps      = count_of(s->mem, GALPHAGetNumSteps);
  const long int iterations = count_of(s->mem, GALPHAGetNumNonlinSolvIters);
  check_of("mechanical %d, h %g, cubic %g", mechanical, (double)h,
           (double)cubic);
  return (sunrealtype)iterations / (sunrealtype)steps;
}

TEST_MAIN()
{
  for (int mechanical = 0; mechanical < 2; mechanical++)
  {
    CHECK_IN(corrections(mechanical, 0.01, 0.0), 1.0, 1.1);
    /* matrices of another h need more */
    CHECK_IN(corrections(mechanical, 0.0, 0.0), 1.0, 1.5);
    CHECK(corrections(mechanical, 0.01, 1e8) > 1.5);
  }
}
