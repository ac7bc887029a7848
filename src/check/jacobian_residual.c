/* J = dF/dy + sum of shift times derivative is linear in the shifts. It is evaluated
 * with all shifts zero and then with one at a time nonzero, which separates dF/dy,
 * dF/dy' and dF/dy'' and detects a wrong shift. */
#include "check/jacobian_residual.h"

#include <math.h>

#include <sunmatrix/sunmatrix_dense.h>

#include "base/clone.h"
#include "base/index_pattern.h"
#include "model/matrix_ops.h"

struct check
{
  struct galpha_sys sys; /* counters and failures of its own */
  struct galpha_res res; /* the same callbacks with work of its own */
  sunrealtype t;
  N_Vector y, yp, ypp, r, e, Jv;
  SUNMatrix A[2]; /* J with all shifts zero, and with one nonzero */
  struct galpha_columns lists[2];
  sunrealtype s; /* value of the nonzero shift */
  int shift;     /* 1 + its index in c; 0: all shifts are zero */
};

static int value(void *ctx, N_Vector r)
{
  struct check *c = ctx;
  return galpha_res_eval(&c->res, c->t, c->y, c->yp, c->ypp, r);
}

static void set_shift(struct check *c, int shift)
{
  struct galpha_res *res = &c->res;
  galpha_res_set_shifts(res, shift == 1 ? c->s : 0.0, shift == 2 ? c->s : 0.0,
                        shift == 3 ? c->s : 0.0);
  galpha_res_component_shifts(res);
}

/* Column j of (J(shift) - J(0)) / s, or of J(0) if no shift is set. */
static int matrix_column(void *ctx, sunindextype j, sunrealtype *u, bool *there)
{
  struct check *c = ctx;
  galpha_columns_get(&c->lists[0], j, u, there);
  if (!c->shift) { return 0; }
  const sunindextype n = N_VGetLength(c->y);
  for (sunindextype i = 0; i < n; i++) { u[i] = -u[i]; }
  galpha_columns_get(&c->lists[1], j, u, there);
  for (sunindextype i = 0; i < n; i++) { u[i] /= c->s; }
  return 0;
}

static int product_column(void *ctx, sunindextype j, sunrealtype *u,
                          bool *there)
{
  struct check *c       = ctx;
  const sunindextype n  = N_VGetLength(c->y);
  const sunrealtype *Jv = N_VGetArrayPointer(c->Jv);
  N_VConst(0.0, c->e);
  N_VGetArrayPointer(c->e)[j] = 1.0;
  for (int pass = c->shift ? 0 : 1; pass < 2; pass++)
  {
    set_shift(c, pass ? c->shift : 0);
    const int ret = galpha_res_jac_vec(&c->res, c->t, c->y, c->yp, c->ypp, c->r,
                                       NULL, c->e, c->Jv);
    if (ret) { return ret; }
    for (sunindextype i = 0; i < n; i++) { u[i] = Jv[i] - u[i]; }
  }
  for (sunindextype i = 0; i < n; i++)
  {
    u[i] /= c->shift ? c->s : 1.0;
    there[i] = true;
  }
  return 0;
}

static int evaluate(struct check *c, int which, int shift)
{
  set_shift(c, shift);
  galpha_columns_free(&c->lists[which]);
  c->lists[which] = (struct galpha_columns){0};
  const int ret = galpha_res_jacobian(&c->res, c->t, c->y, c->yp, c->ypp, c->r,
                                      NULL, c->A[which]);
  if (ret)
  {
    return ret < 0 && !c->sys.fail.what ? GALPHA_MEM_FAIL : GALPHA_RES_FAIL;
  }
  return galpha_columns_init(&c->lists[which], c->A[which], 0) ? GALPHA_MEM_FAIL
                                                               : GALPHA_SUCCESS;
}

/* A shift of 2^20 times the largest entry of A (at least 1): its term dominates, so the
 * cancellation of dF/dy costs few digits, as with the shifts of a small step. */
static sunrealtype large_shift(SUNMatrix A)
{
  sunrealtype top = 1.0;
  if (A && galpha_block_known(A))
  {
    const sunrealtype *a = galpha_block_data(A);
    for (sunindextype i = 0; i < galpha_block_entries(A); i++)
    {
      top = fmax(top, fabs(a[i]));
    }
  }
  return ldexp(1.0, 20 + (top < 1e20 ? ilogb(top) : 0));
}

/* Checks the derivative by y (shift 0) or the one that the shift multiplies. */
static int check_part(struct check *c, struct galpha_compare *cmp, int shift,
                      bool pattern, galpha_column_fn column)
{
  static const char *const names[] = {
    "dF/dy", "dF/dy' of components of order 1 (shift c[0])",
    "dF/dy' of components of order 2 (shift c[1])",
    "dF/dy'' of components of order 2 (shift c[2])"};
  N_Vector x[]  = {c->y, c->yp, c->yp, c->ypp};
  N_Vector mask = shift ? c->res.space.mask[shift == 1 ? 1 : 2] : NULL;
  struct galpha_subject s = {
    .name       = names[shift],
    .pattern    = pattern,
    .like       = c->y,
    .x          = {N_VGetArrayPointer(x[shift]), NULL},
    .count      = {N_VGetLength(c->y), 0},
    .mask       = mask ? N_VGetArrayPointer(mask) : NULL,
    .column     = column,
    .column_ctx = c,
    .nsources   = 1,
    .source     = {{value, c, "", 0.0}},
  };
  int ret  = GALPHA_SUCCESS;
  c->shift = pattern ? 0 : shift;
  if (column == matrix_column && c->shift) { ret = evaluate(c, 1, shift); }
  return ret ? ret : galpha_compare_block(cmp, &s);
}

static int check_all(struct check *c, const struct galpha_check_res_at *at,
                     struct galpha_compare *cmp)
{
  const struct galpha_res *res = &c->res;
  const bool given             = res->jac1 || res->jac2;
  const int shifts             = res->res1 ? 1 : 3;
  int ret                      = GALPHA_SUCCESS;
  if (at->by_product && !res->jtimes && !res->jtimes2)
  {
    return GALPHA_SUCCESS;
  }
  if (!at->by_product && !given &&
      (!at->A || galpha_matrix_id(at->A) == SUNMATRIX_DENSE))
  {
    return GALPHA_SUCCESS;
  }
  c->s = large_shift(NULL);
  if (value(c, c->r)) { return GALPHA_RES_FAIL; }
  if (!at->by_product && given)
  {
    ret  = evaluate(c, 0, 0);
    c->s = large_shift(ret ? NULL : c->A[0]);
  }
  else if (!at->by_product && galpha_columns_init(&c->lists[0], c->A[0], 0))
  {
    ret = GALPHA_MEM_FAIL;
  }
  for (int shift = 0; shift <= shifts && !ret; shift++)
  {
    ret = check_part(c, cmp, shift, !at->by_product && !given,
                     at->by_product ? product_column : matrix_column);
  }
  return ret;
}

/* A matrix of the kind and pattern of A, that of the linear solver. */
static SUNMatrix matrix_like(const struct check *c, SUNMatrix A)
{
  if (!A)
  {
    const sunindextype n = N_VGetLength(c->y);
    return galpha_dense_matrix(n, n, c->sys.sunctx);
  }
  return galpha_block_known(A) ? galpha_block_copy(A) : galpha_clone_matrix(A);
}

static int own_vectors(struct check *c, const struct galpha_check_res_at *at)
{
  N_Vector from[]      = {at->y, at->yp, at->ypp, NULL, NULL, NULL};
  N_Vector *const to[] = {&c->y, &c->yp, &c->ypp, &c->r, &c->e, &c->Jv};
  for (int i = 0; i < 6; i++)
  {
    *to[i] = galpha_clone(at->y);
    if (!*to[i]) { return -1; }
    if (from[i]) { N_VScale(1.0, from[i], *to[i]); }
    else { N_VConst(0.0, *to[i]); }
  }
  return 0;
}

static int own_all(struct check *c, const struct galpha_res *res,
                   const struct galpha_check_res_at *at)
{
  c->sys = (struct galpha_sys){.sunctx    = res->sys->sunctx,
                               .user_data = res->sys->user_data};
  c->res = (struct galpha_res){.active   = true,
                               .res1     = res->res1,
                               .res2     = res->res2,
                               .jac1     = res->jac1,
                               .jac2     = res->jac2,
                               .jtsetup  = res->jtsetup,
                               .jtimes   = res->jtimes,
                               .jtimes2  = res->jtimes2,
                               .dqincfac = 1.0,
                               .direct   = res->direct,
                               .sys      = &c->sys};
  c->t   = at->t;
  if (own_vectors(c, at)) { return -1; }
  c->res.order = galpha_clone(res->order);
  if (!c->res.order) { return -1; }
  N_VScale(1.0, res->order, c->res.order);
  if (galpha_res_prepare(&c->res, c->y)) { return -1; }
  for (int i = 0; i < 2 && !at->by_product; i++)
  {
    c->A[i] = matrix_like(c, at->A);
    if (!c->A[i]) { return -1; }
  }
  return 0;
}

int galpha_check_res(const struct galpha_res *res,
                     const struct galpha_check_res_at *at,
                     struct galpha_compare *cmp, struct galpha_failure *fail)
{
  struct check c   = {0};
  N_Vector *mine[] = {&c.y, &c.yp, &c.ypp, &c.r, &c.e, &c.Jv};
  const int ret =
    own_all(&c, res, at) ? GALPHA_MEM_FAIL : check_all(&c, at, cmp);
  *fail = c.sys.fail;
  for (int i = 0; i < 6; i++)
  {
    if (*mine[i]) { N_VDestroy(*mine[i]); }
  }
  for (int i = 0; i < 2; i++)
  {
    galpha_columns_free(&c.lists[i]);
    if (c.A[i]) { SUNMatDestroy(c.A[i]); }
  }
  galpha_res_free(&c.res);
  return ret;
}
