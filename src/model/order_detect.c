#include "model/order_detect.h"

#include <math.h>

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/clone.h"
#include "base/index_pattern.h"
#include "base/tuning.h"
#include "model/matrix_ops.h"

/* Context of difference quotients: F at fixed y with y' perturbed. */
struct fixed_y
{
  struct galpha_res *res;
  sunrealtype t;
  N_Vector y;
};

static int eval_rate(void *ctx, N_Vector r)
{
  const struct fixed_y *m = ctx;
  return galpha_res_eval(m->res, m->t, m->y, m->res->yp, NULL, r);
}

/* F (its value is in res->work) does not change in any bit if all y' that
 * GALPHASetId declares algebraic are displaced by size: the usual case, settled by
 * one evaluation. */
static bool hint_confirmed(struct galpha_res *res, const struct fixed_y *m,
                           N_Vector yp, sunrealtype size)
{
  N_Vector signs = res->jac_r;
  galpha_vector_signs(signs, 0.0);
  N_VProd(res->hint, signs, res->work2);
  N_VLinearSum(size, signs, -size, res->work2, res->work2);
  N_VLinearSum(1.0, yp, 1.0, res->work2, res->yp);
  if (galpha_res_eval(res, m->t, m->y, res->yp, NULL, res->jac_r))
  {
    return false;
  }
  N_VLinearSum(1.0, res->jac_r, -1.0, res->work, res->jac_r);
  return N_VDotProd(res->jac_r, res->jac_r) == 0.0;
}

/* Difference plan for dF/dy': by the pattern of the linear solver's matrix A, or of a
 * substitute J; made when it is needed. */
struct quotients
{
  SUNMatrix A; /* of the linear solver, or NULL */
  SUNContext sunctx;
  SUNMatrix J; /* in place of A, or NULL */
  struct galpha_dq *dq;
};

static bool is_like(SUNMatrix A)
{
  const SUNMatrix_ID id = A ? galpha_matrix_id(A) : SUNMATRIX_CUSTOM;
  return id == SUNMATRIX_SPARSE || id == SUNMATRIX_DENSE ||
         id == SUNMATRIX_BAND;
}

static bool possible(N_Vector y, SUNMatrix A)
{
  sunindextype n = 0;
  return galpha_vector_data(y, &n) && !galpha_vector_distributed(y) &&
         (is_like(A) || n <= DETECT_FEW);
}

/* A has no pattern before the user's Jacobian is called for the first time. */
static bool has_pattern(SUNMatrix A)
{
  struct galpha_pattern_fault fault;
  return galpha_matrix_id(A) != SUNMATRIX_SPARSE ||
         galpha_pattern_find_fault(A, &fault) == GALPHA_PATTERN_RIGHT;
}

/* -1: no memory. */
static int plan(struct quotients *q, sunindextype n)
{
  if (q->dq) { return 0; }
  const bool own = is_like(q->A) && has_pattern(q->A);
  if (!own)
  {
    q->J = is_like(q->A) ? SUNSparseMatrix(n, n, 1, CSC_MAT, q->sunctx)
                         : galpha_dense_matrix(n, n, q->sunctx);
  }
  SUNMatrix like = own ? q->A : q->J;
  q->dq          = like ? galpha_dq_new_fixed(like) : NULL;
  return q->dq ? 0 : -1;
}

/* Marks in present the components whose y' changes F at the given t and y. The
 * increments are as large as the y' of a solution that changes by its own size
 * within 1e-3 of span. 0; 1: unknown; -1: no memory. */
static int columns_at(struct galpha_res *res, const struct galpha_at *at,
                      sunrealtype t, N_Vector y, struct quotients *q,
                      sunrealtype span, N_Vector present)
{
  struct fixed_y m = {res, t, y};
  sunindextype n   = 0;
  if (galpha_res_eval(res, t, y, at->yp, NULL, res->work)) { return 1; }
  const sunrealtype size = 1.0 + N_VMaxNorm(at->yp) + N_VMaxNorm(res->work) +
                           1e3 * N_VMaxNorm(at->y) / fmax(fabs(span), 1e-8);
  if (res->hint && hint_confirmed(res, &m, at->yp, size)) { return 0; }
  if (plan(q, N_VGetLength(y))) { return -1; }
  N_VConst(size / sqrt(SUN_UNIT_ROUNDOFF), res->work2);
  N_VScale(1.0, at->yp, res->yp);
  struct galpha_difference df = {.fn      = eval_rate,
                                 .ctx     = &m,
                                 .x       = res->yp,
                                 .typical = res->work2,
                                 .r0      = res->work,
                                 .r1      = res->jac_r,
                                 .known   = res->hint};
  return galpha_dq_columns(q->dq, &df, galpha_vector_data(present, &n)) ? 1 : 0;
}

/* present = 1 where F contains y'. 0; 1: unknown; -1: no memory. */
static int find_rates(struct galpha_res *res, const struct galpha_at *at,
                      SUNMatrix A, sunrealtype span, SUNContext sunctx,
                      N_Vector present)
{
  struct quotients q = {.A = A, .sunctx = sunctx};
  N_VConst(0.0, present);
  if (!possible(at->y, A)) { return 1; }
  int ret = columns_at(res, at, at->t, at->y, &q, span, present);
  if (!ret)
  {
    /* a factor may vanish at the start only, by t or by y */
    N_VAbs(at->y, res->y);
    N_VAddConst(res->y, 1e-3 * N_VMaxNorm(at->y) + 1e-12, res->y);
    galpha_vector_signs(res->yp, 0.0);
    N_VProd(res->y, res->yp, res->y);
    N_VLinearSum(1.0, at->y, 1e-3, res->y, res->y);
    const int again =
      columns_at(res, at, at->t + 1e-3 * span, res->y, &q, span, present);
    if (again < 0) { ret = again; }
  }
  galpha_dq_free(q.dq);
  if (q.J) { SUNMatDestroy(q.J); }
  return ret;
}

static int find_orders(struct galpha_res *res, const struct galpha_at *at,
                       SUNMatrix A, sunrealtype span, SUNContext sunctx)
{
  const struct galpha_failure kept = res->sys->fail;
  if (res->hint && N_VMin(res->hint) > 0.0)
  {
    N_VConst(1.0, res->order);
    return galpha_res_prepare(res, at->y) ? -1 : 0;
  }
  N_Vector present   = res->order;
  const int found    = find_rates(res, at, A, span, sunctx, present);
  const bool unknown = found != 0;
  if (found < 0)
  {
    N_VConst(1.0, res->order);
    return -1;
  }
  if (unknown) { N_VConst(res->hint ? 0.0 : 1.0, present); }
  if (res->hint)
  {
    /* 1 - (1 - hint)(1 - present) */
    N_VProd(res->hint, present, res->work);
    N_VLinearSum(1.0, res->hint, 1.0, present, present);
    N_VLinearSum(1.0, present, -1.0, res->work, present);
  }
  int derivative = 0;
  if (galpha_res_prepare(res, at->y)) { return -1; }
  if (unknown && galpha_order_excess(res, at, &derivative) != -1)
  {
    N_VConst(1.0, res->order);
    if (galpha_res_prepare(res, at->y)) { return -1; }
  }
  galpha_sys_set_failure(res->sys, kept);
  return 0;
}

int galpha_detect_orders(struct galpha_res *res, const struct galpha_at *at,
                         SUNMatrix A, sunrealtype span, SUNContext sunctx)
{
  if (galpha_res_own_order(res)) { return -1; }
  const int ret = find_orders(res, at, A, span, sunctx);
  if (!ret) { galpha_res_share_order(res); }
  return ret;
}

int galpha_orders_of_hint(struct galpha_res *res, N_Vector y)
{
  if (!res->hint || res->declared) { return 0; }
  if (galpha_res_own_order(res)) { return -1; }
  N_VScale(1.0, res->hint, res->order);
  return galpha_res_prepare(res, y) ? -1 : 0;
}
