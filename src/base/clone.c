#include "base/clone.h"

#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

N_Vector galpha_clone(N_Vector w)
{
  N_Vector v = w->ops->nvclone(w);
  if (v) { v->sunctx = w->sunctx; }
  return v;
}

N_Vector galpha_clone_empty(N_Vector w)
{
  N_Vector v = w->ops->nvcloneempty(w);
  if (v) { v->sunctx = w->sunctx; }
  return v;
}

SUNMatrix galpha_clone_matrix(SUNMatrix A)
{
  SUNMatrix B = A->ops->clone(A);
  if (B) { B->sunctx = A->sunctx; }
  return B;
}

SUNMatrix galpha_dense_matrix(sunindextype rows, sunindextype cols,
                              SUNContext sunctx)
{
  SUNMatrix A = SUNDenseMatrix(rows, cols, sunctx);
  if (!A || SM_DATA_D(A)) { return A; }
  SUNMatDestroy(A);
  return NULL;
}

/* nvclone of a vector whose content is a prepared clone: returns that clone. */
static N_Vector take_prepared(N_Vector w)
{
  N_Vector *prepared = w->content;
  N_Vector v         = *prepared;
  *prepared          = NULL;
  return v;
}

N_Vector galpha_newton_work(SUNNonlinearSolver NLS)
{
  return ((SUNNonlinearSolverContent_Newton)NLS->content)->delta;
}

SUNNonlinearSolver galpha_new_newton(N_Vector w, SUNContext sunctx)
{
  N_Vector prepared = galpha_clone(w);
  if (!prepared) { return NULL; }
  struct _generic_N_Vector_Ops ops = *w->ops;
  struct _generic_N_Vector like    = *w;
  ops.nvclone                      = take_prepared;
  like.ops                         = &ops;
  like.content                     = &prepared;
  SUNNonlinearSolver NLS           = SUNNonlinSol_Newton(&like, sunctx);
  if (prepared) { N_VDestroy(prepared); }
  return NLS;
}
