#include "base/clone.h"

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

/* The clone of a vector whose content it is. */
static N_Vector hand_over(N_Vector w)
{
  N_Vector *spare = w->content;
  N_Vector v      = *spare;
  *spare          = NULL;
  return v;
}

SUNNonlinearSolver galpha_new_newton(N_Vector w, SUNContext sunctx)
{
  N_Vector spare = galpha_clone(w);
  if (!spare) { return NULL; }
  struct _generic_N_Vector_Ops ops = *w->ops;
  struct _generic_N_Vector like    = *w;
  ops.nvclone                      = hand_over;
  like.ops                         = &ops;
  like.content                     = &spare;
  SUNNonlinearSolver NLS           = SUNNonlinSol_Newton(&like, sunctx);
  if (spare) { N_VDestroy(spare); }
  return NLS;
}
