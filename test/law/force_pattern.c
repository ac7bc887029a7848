/* Derivatives of the force by differences in a sparse pattern: a chain of 200 masses in
 * the mechanical form, its patterns of df/dq and df/dv given, or found by the library,
 * takes the steps of analytic derivatives at no more than 12 calls of the force a
 * matrix, in all formulations, with CSC and CSR. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/callbacks.h"
#include "support/test.h"

#define SIZE 200

enum how
{
  ANALYTIC,
  PATTERN, /* given */
  NOTHING  /* found, once: 2 SIZE + 1 calls for each */
};

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  const sunrealtype *u = N_VGetArrayPointer(q), *w = N_VGetArrayPointer(v);
  sunrealtype *r = N_VGetArrayPointer(f);
  ++*(long int *)data;
  N_VConst(0.0, f);
  r[0] = sin(t);
  for (int i = 0; i <= SIZE; i++)
  {
    const sunrealtype s  = (i < SIZE ? u[i] : 0.0) - (i > 0 ? u[i - 1] : 0.0);
    const sunrealtype ds = (i < SIZE ? w[i] : 0.0) - (i > 0 ? w[i - 1] : 0.0);
    const sunrealtype p  = 50.0 * (s + s * s * s) + ds;
    if (i < SIZE) { r[i] -= p; }
    if (i > 0) { r[i - 1] += p; }
  }
  return 0;
}

/* Tridiagonal and symmetric: the same for CSC and CSR. */
static void fill(SUNMatrix J, const sunrealtype *u, sunrealtype k,
                 sunrealtype cubic)
{
  sunindextype at = 0;
  for (int j = 0; j < SIZE; j++)
  {
    const sunrealtype s  = u[j] - (j > 0 ? u[j - 1] : 0.0);
    const sunrealtype n  = (j + 1 < SIZE ? u[j + 1] : 0.0) - u[j];
    const sunrealtype a  = k * (1.0 + cubic * s * s);
    const sunrealtype b  = k * (1.0 + cubic * n * n);
    SM_INDEXPTRS_S(J)[j] = at;
    for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < SIZE; i++)
    {
      SM_DATA_S(J)[at]        = i == j ? -a - b : (i < j ? a : b);
      SM_INDEXVALS_S(J)[at++] = i;
    }
  }
  SM_INDEXPTRS_S(J)[SIZE] = at;
}

FORCE_JAC(stiffness)
{
  fill(J, q, 50.0, 3.0);
}

FORCE_JAC(damping)
{
  fill(J, q, 1.0, 0.0);
}

struct outcome
{
  sunrealtype middle;
  long int steps, jacobians, calls;
};

static struct outcome run(SUNContext ctx, enum how how, int formulation,
                          int format)
{
  struct outcome o = {0.0, 0, 0, 0};
  sunrealtype t    = 0.0;
  N_Vector q = N_VNew_Serial(SIZE, ctx), v = N_VNew_Serial(SIZE, ctx);
  SUNMatrix M = SUNSparseMatrix(SIZE, SIZE, SIZE, format, ctx);
  SUNMatrix J = SUNSparseMatrix(SIZE, SIZE, 3 * SIZE, format, ctx);
  void *mem   = GALPHACreate(ctx);
  for (int i = 0; i < SIZE; i++)
  {
    NV_Ith_S(q, i)       = 0.1 * sin(0.3 * i);
    SM_INDEXPTRS_S(M)[i] = SM_INDEXVALS_S(M)[i] = i;
    SM_DATA_S(M)[i]                             = 1.0;
  }
  SM_INDEXPTRS_S(M)[SIZE] = SIZE;
  N_VConst(0.0, v);
  fill(J, N_VGetArrayPointer(q), 1.0, 0.0);
  CHECK(!GALPHAInitMech(mem, NULL, M, force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, &o.calls));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8));
  if (how != NOTHING)
  {
    const int given = how == ANALYTIC;
    CHECK(!GALPHASetForceJacPos(mem, J, given ? stiffness : NULL));
    CHECK(!GALPHASetForceJacVel(mem, J, given ? damping : NULL));
  }
  CHECK(!GALPHASolve(mem, 2.0, &t, q, v, GALPHA_NORMAL));
  CHECK(!GALPHAGetNumSteps(mem, &o.steps));
  CHECK(!GALPHAGetNumJacEvals(mem, &o.jacobians));
  o.middle = NV_Ith_S(q, SIZE / 2);
  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(J);
  N_VDestroy(q);
  N_VDestroy(v);
  return o;
}

static void check(SUNContext ctx, int formulation, int format)
{
  const struct outcome exact = run(ctx, ANALYTIC, formulation, format);
  for (int how = PATTERN; how <= NOTHING; how++)
  {
    const struct outcome o = run(ctx, (enum how)how, formulation, format);
    const long int search  = how == NOTHING ? 2 * (2 * SIZE + 1) : 0;
    printf(
      "formulation %d, format %d, way %d: %ld and %ld steps, %ld matrices, "
      "%.1f calls for each\n",
      formulation, format, how, exact.steps, o.steps, o.jacobians,
      (double)(o.calls - exact.calls - search) / (double)o.jacobians);
    CHECK(o.steps == exact.steps);
    CHECK_REL(o.middle, exact.middle, 1e-7);
    CHECK(o.calls - exact.calls - search <= 12 * o.jacobians);
  }
}

TEST_MAIN(ctx)
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check(ctx, f, CSC_MAT);
    check(ctx, f, CSR_MAT);
  }
}
