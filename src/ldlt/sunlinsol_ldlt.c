/* The SUNLinearSolver GALPHASunLinSol_LDLT: L D L^T as long as it is applicable,
 * otherwise KLU. */
#include <stdlib.h>

#include <galpha/galpha_sunlinsol_ldlt.h>

#include <sunmatrix/sunmatrix_sparse.h>

#include "base/index_pattern.h"
#include "base/sundials_compat.h"
#include "base/tuning.h"
#include "ldlt/refinement.h"
#include "ldlt/saddle_klu.h"

#define NO_MEMORY GALPHA_SUNLS_NO_MEMORY
#ifdef SUNLS_ILL_INPUT
#define WRONG_MATRIX SUNLS_ILL_INPUT
#else
#define WRONG_MATRIX SUN_ERR_ARG_CORRUPT
#endif

struct content
{
  struct galpha_ldlt_refined ldlt;
  SUNLinearSolver klu;
  sunindextype n;
  bool klu_analysed; /* KLU's symbolic factorization is that of this pattern */
  bool on_klu;       /* the current factors are KLU's */
  bool usable;       /* the pattern admits L D L^T */
  long int wait, skip; /* factorizations by KLU: in this period, remaining */
  long int nfallbacks;
  int last_flag;
};

static void forget_pattern(struct content *c)
{
  galpha_ldlt_factor_free(&c->ldlt.factor);
  galpha_ldlt_matrix_free(&c->ldlt.matrix);
  c->klu_analysed = false;
  c->wait = c->skip = 0;
}

/* A has another size, or invalid index pointers; KLU rejects any other fault. */
static bool is_wrong(const struct content *c, SUNMatrix A)
{
  struct galpha_pattern_fault fault;
  return SUNSparseMatrix_Rows(A) != c->n ||
         SUNSparseMatrix_Columns(A) != c->n ||
         galpha_pattern_find_fault(A, &fault) == GALPHA_PATTERN_POINTER;
}

/* Adopts a new pattern. Returns 0 or a flag of SUNDIALS. */
static int update_pattern(struct content *c, SUNMatrix A)
{
  const sunindextype *ptr      = SUNSparseMatrix_IndexPointers(A);
  const sunindextype *idx      = SUNSparseMatrix_IndexValues(A);
  const bool rows              = SUNSparseMatrix_SparseType(A) == CSR_MAT;
  struct galpha_ldlt_matrix *m = &c->ldlt.matrix;
  if (m->lines_are_rows == rows && galpha_ldlt_matrix_has(m, ptr, idx))
  {
    return 0;
  }
  forget_pattern(c);
  if (is_wrong(c, A)) { return WRONG_MATRIX; }
  const int flag = galpha_ldlt_matrix_new(m, c->n, rows, ptr, idx);
  c->usable      = !flag;
  return flag < 0 ? NO_MEMORY : 0;
}

/* Reuses the pivots of the previous matrix, if there was one. */
static int klu_factorize(struct content *c, SUNMatrix A)
{
  if (!c->klu_analysed)
  {
    const int flag = galpha_klu_forget(c->klu, A);
    if (flag) { return flag; }
  }
  const int flag  = SUNLinSolSetup(c->klu, A);
  c->klu_analysed = !flag;
  return flag;
}

/* Returns a recoverable flag for a singular matrix, for which KLU's own flag may be
 * fatal. If the matrix is singular with the pivots of the previous one, repeats with
 * new pivots. */
static int klu_setup(struct content *c, SUNMatrix A)
{
  const bool reused = c->klu_analysed;
  c->on_klu         = true;
  c->nfallbacks++;
  int flag = klu_factorize(c, A);
  if (flag && reused) { flag = klu_factorize(c, A); }
  if (!flag) { return 0; }
  return galpha_klu_singular(c->klu)        ? SUNLS_LUFACT_FAIL
         : galpha_klu_out_of_memory(c->klu) ? NO_MEMORY
                                            : flag;
}

/* Uses KLU for this factorization and the next ones, twice as many as the last time. */
static int fall_back(struct content *c, SUNMatrix A)
{
  c->wait = c->wait == 0 ? 1 : 2 * c->wait;
  if (c->wait > LDLT_WAIT) { c->wait = LDLT_WAIT; }
  c->skip = c->wait;
  return klu_setup(c, A);
}

static int factorize(struct content *c, SUNMatrix A)
{
  if (SUNMatGetID(A) != SUNMATRIX_SPARSE) { return WRONG_MATRIX; }
  int flag = update_pattern(c, A);
  if (flag) { return flag; }
  if (!c->usable) { return klu_setup(c, A); }
  if (c->skip > 0)
  {
    c->skip--;
    return klu_setup(c, A);
  }
  flag      = galpha_ldlt_refined_setup(&c->ldlt, SUNSparseMatrix_Data(A));
  c->on_klu = false;
  c->usable = flag != 2;
  if (flag > 0) { return fall_back(c, A); }
  return flag ? NO_MEMORY : 0;
}

static int setup(SUNLinearSolver S, SUNMatrix A)
{
  struct content *c   = S->content;
  return c->last_flag = factorize(c, A);
}

static int solve(SUNLinearSolver S, SUNMatrix A, N_Vector x, N_Vector b,
                 sunrealtype tol)
{
  struct content *c = S->content;
  c->last_flag      = 0;
  if (!c->on_klu)
  {
    if (!galpha_ldlt_refined_solve(&c->ldlt, N_VGetArrayPointer(b),
                                   N_VGetArrayPointer(x), tol))
    {
      c->wait = 0;
      return 0;
    }
    c->last_flag = fall_back(c, A);
  }
  if (!c->last_flag) { c->last_flag = SUNLinSolSolve(c->klu, A, x, b, tol); }
  return c->last_flag;
}

static int initialize(SUNLinearSolver S)
{
  struct content *c = S->content;
  forget_pattern(c);
  return c->last_flag = SUNLinSolInitialize(c->klu);
}

static sunindextype last_flag(SUNLinearSolver S)
{
  return ((const struct content *)S->content)->last_flag;
}

static SUNLinearSolver_Type get_type(SUNLinearSolver S)
{
  (void)S;
  return SUNLINEARSOLVER_DIRECT;
}

static SUNLinearSolver_ID get_id(SUNLinearSolver S)
{
  (void)S;
  return SUNLINEARSOLVER_CUSTOM;
}

static int destroy(SUNLinearSolver S)
{
  struct content *c = S->content;
  if (c)
  {
    galpha_ldlt_refined_free(&c->ldlt);
    if (c->klu) { SUNLinSolFree(c->klu); }
    free(c);
    S->content = NULL;
  }
  SUNLinSolFreeEmpty(S);
  return 0;
}

static int content_begin(struct content *c, N_Vector y, SUNMatrix A,
                         SUNContext sunctx)
{
  c->n = SUNSparseMatrix_Rows(A);
  if (galpha_ldlt_refined_new(&c->ldlt, c->n)) { return -1; }
  c->klu = galpha_klu_new(y, A, sunctx);
  return c->klu ? 0 : -1;
}

SUNLinearSolver GALPHASunLinSol_LDLT(N_Vector y, SUNMatrix A, SUNContext sunctx)
{
  if (!y || !A || SUNMatGetID(A) != SUNMATRIX_SPARSE) { return NULL; }
  SUNLinearSolver S = SUNLinSolNewEmpty(sunctx);
  if (!S) { return NULL; }
  struct content *c  = calloc(1, sizeof *c);
  S->content         = c;
  S->ops->gettype    = get_type;
  S->ops->getid      = get_id;
  S->ops->initialize = initialize;
  S->ops->setup      = setup;
  S->ops->solve      = solve;
  S->ops->lastflag   = last_flag;
  S->ops->free       = destroy;
  if (!c || content_begin(c, y, A, sunctx))
  {
    destroy(S);
    return NULL;
  }
  return S;
}

/* The content of S, or NULL if S is another solver. */
static struct content *content_of(SUNLinearSolver S)
{
  return S && S->ops && S->ops->setup == setup ? S->content : NULL;
}

int GALPHASunLinSol_LDLTGetNumFallbacks(SUNLinearSolver S, long int *nfallbacks)
{
  const struct content *c = content_of(S);
  if (!c || !nfallbacks) { return GALPHA_ILL_INPUT; }
  *nfallbacks = c->nfallbacks;
  return GALPHA_SUCCESS;
}

int GALPHASunLinSol_LDLTGetNumRefinements(SUNLinearSolver S,
                                          long int *nrefinements)
{
  const struct content *c = content_of(S);
  if (!c || !nrefinements) { return GALPHA_ILL_INPUT; }
  *nrefinements = c->ldlt.steps;
  return GALPHA_SUCCESS;
}

int GALPHASunLinSol_LDLTGetNumAnalyses(SUNLinearSolver S, long int *nanalyses)
{
  const struct content *c = content_of(S);
  if (!c || !nanalyses) { return GALPHA_ILL_INPUT; }
  *nanalyses = c->ldlt.plans;
  return GALPHA_SUCCESS;
}

int GALPHASunLinSol_LDLTGetFill(SUNLinearSolver S, sunrealtype *entries)
{
  struct content *c = content_of(S);
  if (!c || !entries) { return GALPHA_ILL_INPUT; }
  *entries = 0.0;
  if (c->on_klu) { *entries = galpha_klu_entries(c->klu); }
  else if (c->ldlt.factor.ptr)
  {
    *entries = 2.0 * (sunrealtype)c->ldlt.factor.ptr[c->n];
  }
  return GALPHA_SUCCESS;
}

int GALPHASunLinSol_LDLTSetMinFill(SUNLinearSolver S, sunrealtype column)
{
  struct content *c = content_of(S);
  if (!c || !(column >= 0.0)) { return GALPHA_ILL_INPUT; }
  c->ldlt.least_fill = 0.5 * column * (sunrealtype)c->n;
  return GALPHA_SUCCESS;
}
