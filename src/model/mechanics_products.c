#include "model/mechanics_products.h"

#include <math.h>

#include "model/matrix_ops.h"

int galpha_force_jac_vec_begin(struct galpha_sys *sys,
                               const struct galpha_point *at)
{
  return sys->force_jac_vec ? 0 : galpha_sys_applied(sys, at, sys->wq[2]);
}

/* out = difference quotient of f0 in the direction (x, dv x). */
static int difference(struct galpha_sys *sys, const struct galpha_point *at,
                      sunrealtype dv, sunrealtype eps, N_Vector x, N_Vector out)
{
  struct galpha_point near = *at;
  near.q                   = sys->wq[0];
  near.v                   = sys->wq[1];
  N_VLinearSum(1.0, at->q, eps, x, near.q);
  N_VLinearSum(1.0, at->v, eps * dv, x, near.v);
  const int ret = galpha_sys_applied(sys, &near, out);
  N_VLinearSum(1.0 / eps, out, -1.0 / eps, sys->wq[2], out);
  return ret;
}

int galpha_force_jac_vec(struct galpha_sys *sys, const struct galpha_point *at,
                         sunrealtype c_q, sunrealtype c_v, sunrealtype size,
                         N_Vector x, N_Vector out)
{
  int ret       = 0;
  sunrealtype c = 1.0;
  if (!(size > 0.0)) { return 0; }
  if (sys->force_jac_vec)
  {
    ret = galpha_sys_checked(
      sys, "product with df/dq and df/dv", at->t,
      GALPHA_CALL(sys, sys->force_jac_vec(at->t, at->q, at->v, at->lambda, c_q,
                                          c_v, x, sys->work, sys->user_data)),
      sys->work);
  }
  else
  {
    c   = c_q;
    ret = difference(sys, at, c_v / c_q, 1.0 / size, x, sys->work);
  }
  if (!ret) { N_VLinearSum(1.0, out, -c, sys->work, out); }
  return ret;
}

bool galpha_row_sizes(struct galpha_sys *sys, enum galpha_block_id id,
                      sunrealtype c, N_Vector x, N_Vector size)
{
  SUNMatrix A    = sys->block[id].A;
  sunindextype n = 0, m = 0, i, j;
  const sunrealtype *b = galpha_vector_data(x, &n);
  sunrealtype *s       = galpha_vector_data(size, &m);
  if (!A || !b || !s) { return false; }
  N_VConst(0.0, size);
  if (galpha_block_by_product(A))
  {
    galpha_vector_signs(sys->wq[0], 0.5);
    sunrealtype *y = galpha_vector_data(sys->wq[0], &n);
    for (j = 0; j < n; j++) { y[j] *= b[j]; }
    galpha_block_mul(A, c, sys->wq[0], size);
    N_VAbs(size, size);
    return galpha_sys_products(sys) == 0;
  }
  const sunrealtype *a   = galpha_block_data(A);
  struct galpha_cursor k = galpha_cursor_begin(A);
  for (sunindextype at = 0; galpha_cursor_next(&k, &i, &j); at++)
  {
    s[i] += c * fabs(a[at] * b[j]);
  }
  return true;
}
