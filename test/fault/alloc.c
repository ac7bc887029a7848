/* The k-th allocation of the library itself or of what SUNDIALS makes for it (vectors,
 * matrices, solvers) fails: lives.h. See alloc.cmake for how this gets in between. */
#include <sunlinsol/sunlinsol_klu.h>

#include <galpha/galpha_sunlinsol_ldlt.h>

#include "base/clone.h"
#include "budget.h"

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
WRAP_NEW(SUNLinearSolver, GALPHASunLinSol_LDLT,
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
WRAP_NEW(SUNMatrix, SUNMatNewEmpty, (SUNContext c), (c))

#define OBJECT(x) counted(x)
#include "lives.h"

TEST_MAIN()
{
  check_lives(true);
}
