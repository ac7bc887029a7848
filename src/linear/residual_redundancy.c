/* The residual form: multipliers of index 3 that redundant constraints leave open. */
#include <math.h>

#include "linear/linear_solver.h"

/* Least share that |J z| has of |J| |z| in some row, where z does something. */
#define GIVEN       1e-10
#define DIFFERENCED 1e-6

/* J z into w and |J| |z| into u. */
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

/* The two largest components of z. */
static void name_two(struct galpha_ls *ls, N_Vector z)
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
  const sunrealtype least = given ? GIVEN : DIFFERENCED;
  sunindextype n          = 0;
  N_VScale(1.0, res->signs, z);
  if (galpha_ls_res_solve(ls, z) || !galpha_vector_finite(z)) { return false; }
  /* what the random right-hand side becomes is mostly a vector that J maps to 0,
     if there is one */
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
  name_two(ls, z);
  return true;
}
