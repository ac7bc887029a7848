/* A SUNLinearSolver on SuiteSparse's KLU, under the names of SUNDIALS' own, for a SUNDIALS
 * that is built without it. As there, later set-ups keep the pivots of the first until
 * the matrix has become too badly conditioned for them; SUNLinSol_KLUReInit chooses anew. */
#include <stdlib.h>

#include <sundials/sundials_math.h>
#include <sundials/sundials_version.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#ifdef SUNDIALS_INT64_T
#define KLU(name) klu_l_##name
typedef SuiteSparse_long klu_index;
#else
#define KLU(name) klu_##name
typedef int klu_index;
#endif

/* Return values that SUNDIALS names differently in its versions. */
#ifdef SUNLS_MEM_FAIL
#define NO_MEMORY SUNLS_MEM_FAIL
#define BROKEN    SUNLS_PACKAGE_FAIL_UNREC
#else
#define NO_MEMORY SUN_ERR_MALLOC_FAIL
#define BROKEN    SUN_ERR_EXT_FAIL
#endif
#define FAILED SUNLS_PACKAGE_FAIL_REC

struct content
{
  sun_klu_symbolic *symbolic;
  sun_klu_numeric *numeric;
  sun_klu_common common;
  int flag;
};

static struct content *content_of(SUNLinearSolver S)
{
  return S->content;
}

static void forget(struct content *c)
{
  if (c->symbolic) { KLU(free_symbolic)(&c->symbolic, &c->common); }
  if (c->numeric) { KLU(free_numeric)(&c->numeric, &c->common); }
}

static int initialize(SUNLinearSolver S)
{
  forget(content_of(S));
  content_of(S)->flag = 0;
  return 0;
}

static int failed(struct content *c, int flag)
{
  c->flag = c->common.status == KLU_OUT_OF_MEMORY ? NO_MEMORY : flag;
  return c->flag;
}

/* With pivots of its own. */
static int factor(struct content *c, SUNMatrix A)
{
  klu_index *pointers = (klu_index *)SUNSparseMatrix_IndexPointers(A);
  klu_index *indices  = (klu_index *)SUNSparseMatrix_IndexValues(A);

  forget(c);
  c->symbolic = KLU(analyze)((klu_index)SUNSparseMatrix_NP(A), pointers,
                             indices, &c->common);
  if (!c->symbolic) { return failed(c, FAILED); }
  c->numeric = KLU(factor)(pointers, indices, SUNSparseMatrix_Data(A),
                           c->symbolic, &c->common);
  if (!c->numeric) { return failed(c, FAILED); }
  c->flag = 0;
  return 0;
}

/* With the pivots of the last one; false: they do not suit this matrix. */
static int refactor(struct content *c, SUNMatrix A)
{
  klu_index *pointers  = (klu_index *)SUNSparseMatrix_IndexPointers(A);
  klu_index *indices   = (klu_index *)SUNSparseMatrix_IndexValues(A);
  sunrealtype *values  = SUNSparseMatrix_Data(A);
  const double allowed = SUNRpowerR(SUN_UNIT_ROUNDOFF, 2.0 / 3.0);

  if (!KLU(refactor)(pointers, indices, values, c->symbolic, c->numeric,
                     &c->common) ||
      !KLU(rcond)(c->symbolic, c->numeric, &c->common))
  {
    return 0;
  }
  if (c->common.rcond >= allowed) { return 1; }
  return KLU(condest)(pointers, values, c->symbolic, c->numeric, &c->common) &&
         c->common.condest <= 1.0 / allowed;
}

int SUNLinSolSetup_KLU(SUNLinearSolver S, SUNMatrix A)
{
  struct content *c = content_of(S);

  if (c->numeric && refactor(c, A))
  {
    c->flag = 0;
    return 0;
  }
  return factor(c, A);
}

static int solve(SUNLinearSolver S, SUNMatrix A, N_Vector x, N_Vector b,
                 sunrealtype tol)
{
  struct content *c = content_of(S);
  const klu_index n = (klu_index)SUNSparseMatrix_NP(A);

  (void)tol;
  if (x != b) { N_VScale(1, b, x); }
  sunrealtype *values = N_VGetArrayPointer(x);
  const int solved =
    SUNSparseMatrix_SparseType(A) == CSC_MAT
      ? (int)KLU(solve)(c->symbolic, c->numeric, n, 1, values, &c->common)
      : (int)KLU(tsolve)(c->symbolic, c->numeric, n, 1, values, &c->common);
  if (!solved) { return failed(c, BROKEN); }
  c->flag = 0;
  return 0;
}

static SUNLinearSolver_Type get_type(SUNLinearSolver S)
{
  (void)S;
  return SUNLINEARSOLVER_DIRECT;
}

static SUNLinearSolver_ID get_id(SUNLinearSolver S)
{
  (void)S;
  return SUNLINEARSOLVER_KLU;
}

static sunindextype last_flag(SUNLinearSolver S)
{
  return content_of(S)->flag;
}

static int destroy(SUNLinearSolver S)
{
  if (!S) { return 0; }
  if (S->content) { forget(content_of(S)); }
  free(S->content);
  S->content = NULL;
  SUNLinSolFreeEmpty(S);
  return 0;
}

SUNLinearSolver SUNLinSol_KLU(N_Vector y, SUNMatrix A, SUNContext sunctx)
{
  if (SUNMatGetID(A) != SUNMATRIX_SPARSE ||
      SUNSparseMatrix_Rows(A) != SUNSparseMatrix_Columns(A) ||
      !y->ops->nvgetarraypointer || N_VGetLength(y) != SUNSparseMatrix_Rows(A))
  {
    return NULL;
  }
  SUNLinearSolver S = SUNLinSolNewEmpty(sunctx);
  if (!S) { return NULL; }
  struct content *c  = calloc(1, sizeof *c);
  S->content         = c;
  S->ops->gettype    = get_type;
  S->ops->getid      = get_id;
  S->ops->initialize = initialize;
  S->ops->setup      = SUNLinSolSetup_KLU;
  S->ops->solve      = solve;
  S->ops->lastflag   = last_flag;
  S->ops->free       = destroy;
  if (!c || !KLU(defaults)(&c->common))
  {
    destroy(S);
    return NULL;
  }
  c->common.ordering = 1; /* COLAMD, SUNDIALS' default */
  return S;
}

/* The set-up that follows chooses pivots anew; with SUNKLU_REINIT_FULL for another number
 * of entries, which A has room for by then. */
int SUNLinSol_KLUReInit(SUNLinearSolver S, SUNMatrix A, sunindextype nnz,
                        int reinit_type)
{
  if (reinit_type == SUNKLU_REINIT_FULL &&
      SUNSparseMatrix_Reallocate(A, nnz) != 0)
  {
    return NO_MEMORY;
  }
  return initialize(S);
}

int SUNLinSol_KLUSetOrdering(SUNLinearSolver S, int ordering)
{
  content_of(S)->common.ordering = ordering;
  return 0;
}

sun_klu_numeric *SUNLinSol_KLUGetNumeric(SUNLinearSolver S)
{
  return content_of(S)->numeric;
}

sun_klu_common *SUNLinSol_KLUGetCommon(SUNLinearSolver S)
{
  return &content_of(S)->common;
}
