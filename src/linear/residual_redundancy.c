/* Residual form, index 3: finds multipliers that redundant constraints leave
 * undetermined. */
#include <math.h>

#include "base/tuning.h"
#include "linear/linear_solver.h"

/* w = J z, u = |J| |z|. */
static void products(SUNMatrix J, N_Vector z, N_Vector w, N_Vector u)
{
  const sunrealtype *x   = galpha_block_data(J);
  const sunrealtype *v   = N_VGetArrayPointer(z);
  struct galpha_cursor c = galpha_cursor_begin(J);
  sunindextype i, j;
  N_VConst(0.0, w);
  N_VConst(0.0, u);
  while (galpha_cursor_next(&c, &i, &j))
  {
    const sunrealtype term = x[c.k - 1] * v[j];
    N_VGetArrayPointer(w)[i] += term;
    N_VGetArrayPointer(u)[i] += fabs(term);
  }
}

/* dependent = the two largest components of z. */
static void record_two(struct galpha_ls *ls, N_Vector z)
{
  sunindextype n = 0, *two = ls->dependent;
  const sunrealtype *v = galpha_vector_data(z, &n);
  two[0] = two[1] = -1;
  for (sunindextype i = 0; i < n; i++)
  {
    if (two[0] < 0 || fabs(v[i]) > fabs(v[two[0]]))
    {
      two[1] = two[0];
      two[0] = i;
    }
    else if (two[1] < 0 || fabs(v[i]) > fabs(v[two[1]])) { two[1] = i; }
  }
}

bool galpha_ls_res_dependent(struct galpha_ls *ls, SUNMatrix J)
{
  struct galpha_res *res  = ls->model->res;
  N_Vector z              = res->noise;
  const bool given        = res->jac1 || res->jac2;
  const sunrealtype least = given ? REDUNDANT_GIVEN : REDUNDANT_DIFFERENCED;
  sunindextype n          = 0;
  galpha_vector_signs(z, 0.0);
  if (galpha_ls_res_solve(ls, z) || !galpha_vector_finite(z)) { return false; }
  /* inverse iteration: if J has a null vector, the solution for random signs is
     close to it */
  N_VProd(res->space.mask[0], z, z);
  products(J, z, res->work, res->work2);
  const sunrealtype *w = galpha_vector_data(res->work, &n);
  const sunrealtype *u = galpha_vector_data(res->work2, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    if (!(fabs(w[i]) > least * u[i])) { continue; }
    ls->dependent[0] = -1;
    return false;
  }
  record_two(ls, z);
  return true;
}
