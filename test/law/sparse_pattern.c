/* Sparse matrices by differences: a chain of 200 masses, in the mechanical form by the
 * patterns of df/dq and df/dv, given or found by the library, and as a residual by that of
 * its Jacobian, takes the steps of analytic derivatives at no more than 12 calls a matrix,
 * with CSC and CSR. A Jacobian's matrix may be empty, or too small, until the first one. */
#include "support/test.h"

#define SIZE 200

enum how
{
  ANALYTIC,
  PATTERN, /* given */
  NOTHING  /* found, once: 2 SIZE + 1 calls for each */
};

/* Springs s + s^3 and dashpots between neighbours and to the walls. */
FORCE(force)
{
  ++*(long int *)data;
  for (int i = 0; i < SIZE; i++) { f[i] = 0.0; }
  f[0] = sin(t);
  for (int i = 0; i <= SIZE; i++)
  {
    const sunrealtype s  = (i < SIZE ? q[i] : 0.0) - (i > 0 ? q[i - 1] : 0.0);
    const sunrealtype ds = (i < SIZE ? v[i] : 0.0) - (i > 0 ? v[i - 1] : 0.0);
    const sunrealtype p  = 50.0 * (s + s * s * s) + ds;
    if (i < SIZE) { f[i] -= p; }
    if (i > 0) { f[i - 1] += p; }
  }
}

RESIDUAL2(chain)
{
  force_body(t, y, yp, r, data);
  for (int i = 0; i < SIZE; i++) { r[i] = ypp[i] - r[i]; }
}

/* own - the matrix of springs k (1 + cubic s^2) + c; tridiagonal and symmetric: the same
 * for CSC and CSR. */
static void fill(SUNMatrix J, const sunrealtype *u, sunrealtype own,
                 sunrealtype k, sunrealtype cubic, sunrealtype c)
{
  sunindextype at = 0;
  for (int j = 0; j < SIZE; j++)
  {
    const sunrealtype s  = u[j] - (j > 0 ? u[j - 1] : 0.0);
    const sunrealtype n  = (j + 1 < SIZE ? u[j + 1] : 0.0) - u[j];
    const sunrealtype a  = k * (1.0 + cubic * s * s) + c;
    const sunrealtype b  = k * (1.0 + cubic * n * n) + c;
    SM_INDEXPTRS_S(J)[j] = at;
    for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < SIZE; i++)
    {
      SM_DATA_S(J)[at]        = i == j ? own - a - b : (i < j ? a : b);
      SM_INDEXVALS_S(J)[at++] = i;
    }
  }
  SM_INDEXPTRS_S(J)[SIZE] = at;
}

FORCE_JAC(stiffness)
{
  fill(J, q, 0.0, 50.0, 3.0, 0.0);
}

FORCE_JAC(damping)
{
  fill(J, q, 0.0, 1.0, 0.0, 0.0);
}

static int jacobian(sunrealtype t, const sunrealtype *c, N_Vector y,
                    N_Vector yp, N_Vector ypp, N_Vector r, SUNMatrix J,
                    void *data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
  if (SM_NNZ_S(J) < 3 * SIZE && SUNSparseMatrix_Reallocate(J, 3 * SIZE))
  {
    return -1;
  }
  fill(J, N_VGetArrayPointer(y), c[2], -50.0, 3.0, -c[1]);
  return 0;
}

RESIDUAL_START(start)
{
  for (int i = 0; i < SIZE; i++) { y[i] = 0.1 * sin(0.3 * i); }
}

struct outcome
{
  sunrealtype middle;
  long int steps, jacobians, calls;
};

static void ends(struct outcome *o, void *mem, N_Vector q)
{
  CHECK(!GALPHAGetNumSteps(mem, &o->steps));
  CHECK(!GALPHAGetNumJacEvals(mem, &o->jacobians));
  o->middle = NV_Ith_S(q, SIZE / 2);
}

static void start_mechanics(sunrealtype *q, sunrealtype *v, void *data)
{
  start(q, v, NULL, data);
}

static struct outcome mechanics(enum how how, int formulation, int format)
{
  struct outcome o        = {0.0, 0, 0, 0};
  const struct problem pb = PROBLEM(.n = SIZE, .start = start_mechanics,
                                    .force = force, .data = &o.calls);
  SUNMatrix J = KEEP(SUNSparseMatrix(SIZE, SIZE, 3 * SIZE, format, ctx));
  SMALL(s, .pb = &pb, .formulation = formulation,
        .storage = format == CSC_MAT ? PROBLEM_SPARSE : PROBLEM_CSR);
  fill(J, small_q(s), 0.0, 1.0, 0.0, 0.0);
  if (how != NOTHING)
  {
    const int given = how == ANALYTIC;
    CHECK(!GALPHASetForceJacPos(s->mem, J, given ? stiffness : NULL));
    CHECK(!GALPHASetForceJacVel(s->mem, J, given ? damping : NULL));
  }
  CHECK(!small_solve(s, 2.0));
  ends(&o, s->mem, s->q);
  return o;
}

static void check_mechanics(int formulation, int format)
{
  const struct outcome exact = mechanics(ANALYTIC, formulation, format);
  for (int how = PATTERN; how <= NOTHING; how++)
  {
    const struct outcome o = mechanics((enum how)how, formulation, format);
    const long int search  = how == NOTHING ? 2 * (2 * SIZE + 1) : 0;
    check_of("formulation %d, format %d, way %d", formulation, format, how);
    CHECK(o.steps == exact.steps);
    CHECK_REL(o.middle, exact.middle, 1e-7);
    CHECK(o.calls - exact.calls - search <= 12 * o.jacobians);
  }
}

/* nnz: capacity of an empty matrix, which without a Jacobian says nothing: an error, not a
 * crash; 0: one that holds the pattern. */
static struct outcome residual(enum how how, int format, int nnz)
{
  struct outcome o = {0.0, 0, 0, 0};
  struct caught c  = {0};
  const int fails  = how == PATTERN && nnz > 0;
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "chain", .n = SIZE, .res2 = chain,
                     .jac2 = how == ANALYTIC ? jacobian : NULL, .start = start,
                     .data = &o.calls);
  const sunrealtype ones[3] = {1.0, 1.0, 1.0};
  struct residual_run r;
  SUNMatrix J = KEEP(SUNSparseMatrix(SIZE, SIZE, nnz, format, ctx));
  CHECK(!residual_begin(&r, &pb, ctx));
  GALPHASetErrHandlerFn(r.mem, caught_handler, &c);
  if (nnz == 0)
  {
    jacobian(0.0, ones, r.y, NULL, NULL, NULL, J, NULL, NULL, NULL, NULL);
  }
  int ret = residual_use_klu(&r, J);
  if (!ret) { ret = residual_to(&r, 2.0); }
  CHECK(fails ? ret < 0 && c.count >= 1 : ret == 0);
  ends(&o, r.mem, r.y);
  check_of("way %d, format %d, nnz %d", how, format, nnz);
  return o;
}

static void check_residual(void)
{
  const struct outcome exact   = residual(ANALYTIC, CSC_MAT, 0);
  const struct outcome pattern = residual(PATTERN, CSC_MAT, 0);
  CHECK(pattern.steps == exact.steps);
  CHECK_REL(pattern.middle, exact.middle, 1e-7);
  CHECK(pattern.calls - exact.calls <= 12 * pattern.jacobians);
  CHECK(residual(PATTERN, CSR_MAT, 0).steps == exact.steps);
  for (int nnz = 1; nnz <= 3 * SIZE; nnz += 3 * SIZE - 1)
  {
    const struct outcome csc = residual(ANALYTIC, CSC_MAT, nnz);
    const struct outcome csr = residual(ANALYTIC, CSR_MAT, nnz);
    CHECK(csc.steps == exact.steps && csr.steps == exact.steps);
    CHECK_REL(csr.middle, exact.middle, 1e-9);
  }
  residual(PATTERN, CSC_MAT, 5);
}

TEST_MAIN()
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_mechanics(f, CSC_MAT);
    check_mechanics(f, CSR_MAT);
  }
  check_residual();
}
