/* Allocations of the library itself and those that SUNDIALS makes for it (vectors,
 * matrices, solvers) go through here and can be refused: see alloc.cmake for how it
 * gets in between. For one source file of a program. */
#pragma once

#include <sunlinsol/sunlinsol_klu.h>

#include "base/clone.h"
#include "support/test.h"

static struct
{
  long left; /* allocations until one fails; < 0: none does */
  int failed;
  long live;                /* objects and blocks not yet released */
  struct call_sites *sites; /* where to note the allocations of a run */
} budget = {.left = -1};

static int refused(void)
{
  if (budget.sites) { call_sites_note(budget.sites); }
  if (budget.left < 0) { return 0; }
  if (budget.left-- > 0) { return 0; }
  budget.failed = 1;
  return 1;
}

/* A run whose k-th allocation fails; k < 0: none does, and their places are noted. */
static inline void budget_begin(long k, struct call_sites *sites)
{
  budget.failed = 0;
  budget.left   = k;
  budget.sites  = k < 0 ? sites : NULL;
  if (k < 0) { call_sites_begin(sites); }
}

static inline void budget_end(void)
{
  budget.left  = -1;
  budget.sites = NULL;
}

static void *counted(void *p)
{
  budget.live += p != NULL;
  return p;
}

#define WRAP_NEW(type, name, params, args)                 \
  type __real_##name params;                               \
  type __wrap_##name params;                               \
  type __wrap_##name params                                \
  {                                                        \
    return refused() ? NULL : counted(__real_##name args); \
  }

#define WRAP_FREE(result, name, type, keep) \
  result __real_##name(type x);             \
  result __wrap_##name(type x);             \
  result __wrap_##name(type x)              \
  {                                         \
    budget.live -= x != NULL;               \
    keep __real_##name(x);                  \
  }

WRAP_NEW(void *, malloc, (size_t n), (n))
WRAP_NEW(void *, calloc, (size_t n, size_t size), (n, size))
WRAP_NEW(N_Vector, galpha_clone, (N_Vector v), (v))
WRAP_NEW(N_Vector, galpha_clone_empty, (N_Vector v), (v))
WRAP_NEW(N_Vector, N_VNew_Serial, (sunindextype n, SUNContext c), (n, c))
WRAP_NEW(SUNMatrix, SUNDenseMatrix,
         (sunindextype m, sunindextype n, SUNContext c), (m, n, c))
WRAP_NEW(SUNMatrix, SUNSparseMatrix,
         (sunindextype m, sunindextype n, sunindextype nnz, int type,
          SUNContext c),
         (m, n, nnz, type, c))
WRAP_NEW(SUNMatrix, galpha_clone_matrix, (SUNMatrix A), (A))
WRAP_NEW(SUNLinearSolver, SUNLinSol_Dense,
         (N_Vector y, SUNMatrix A, SUNContext c), (y, A, c))
WRAP_NEW(SUNLinearSolver, SUNLinSol_KLU,
         (N_Vector y, SUNMatrix A, SUNContext c), (y, A, c))
WRAP_NEW(SUNNonlinearSolver, galpha_new_newton, (N_Vector y, SUNContext c),
         (y, c))
WRAP_FREE(void, free, void *, )
WRAP_FREE(void, N_VDestroy, N_Vector, )
WRAP_FREE(void, SUNMatDestroy, SUNMatrix, )
WRAP_FREE(int, SUNLinSolFree, SUNLinearSolver, return )
WRAP_FREE(int, SUNNonlinSolFree, SUNNonlinearSolver, return )

void *__real_realloc(void *p, size_t n);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_realloc(void *p, size_t n)
{
  if (refused()) { return NULL; }
  budget.live += p == NULL;
  return __real_realloc(p, n);
}

int __real_SUNSparseMatrix_Reallocate(SUNMatrix A, sunindextype nnz);
int __wrap_SUNSparseMatrix_Reallocate(SUNMatrix A, sunindextype nnz);
int __wrap_SUNSparseMatrix_Reallocate(SUNMatrix A, sunindextype nnz)
{
  return refused() ? -1 : __real_SUNSparseMatrix_Reallocate(A, nnz);
}
