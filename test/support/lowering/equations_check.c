/* Derivatives of a struct problem against central differences. */
#include <math.h>

#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/lowering/equations.h"

struct point
{
  struct equations *eq;
  const struct problem_state *s;
};

typedef int (*eval_fn)(const struct point *x, N_Vector r);
typedef int (*fill_fn)(const struct point *x, SUNMatrix A);

static int eval_force(const struct point *x, N_Vector r)
{
  return equations_force(x->eq, x->s, r);
}

static int eval_g(const struct point *x, N_Vector r)
{
  return x->eq->pb->g(x->s->t, x->s->q, r, x->eq->pb->data);
}

static int eval_k(const struct point *x, N_Vector r)
{
  return x->eq->pb->k(x->s->t, x->s->q, x->s->v, r, x->eq->pb->data);
}

static int fill_zero(const struct point *x, SUNMatrix A)
{
  return SUNMatZero(A);
}

static int fill_dfdq(const struct point *x, SUNMatrix A)
{
  const struct problem_state *s = x->s;
  return x->eq->pb->dfdq(s->t, s->q, s->v, s->lambda, s->psi, A,
                         x->eq->pb->data);
}

static int fill_dfdv(const struct point *x, SUNMatrix A)
{
  const struct problem_state *s = x->s;
  return x->eq->pb->dfdv(s->t, s->q, s->v, s->lambda, s->psi, A,
                         x->eq->pb->data);
}

static int fill_G(const struct point *x, SUNMatrix A)
{
  return x->eq->pb->G(x->s->t, x->s->q, A, x->eq->pb->data);
}

static int fill_K(const struct point *x, SUNMatrix A)
{
  return x->eq->pb->K(x->s->t, x->s->q, x->s->v, A, x->eq->pb->data);
}

static int fill_Kq(const struct point *x, SUNMatrix A)
{
  return x->eq->pb->Kq(x->s->t, x->s->q, x->s->v, A, x->eq->pb->data);
}

/* Central difference of eval as y is moved by e; down is work space. */
static int slope(const struct point *x, eval_fn eval, sunrealtype *y,
                 sunrealtype e, N_Vector up, N_Vector down)
{
  const sunrealtype y0 = *y;
  *y                   = y0 + e;
  int ret              = eval(x, up);
  *y                   = y0 - e;
  if (!ret) { ret = eval(x, down); }
  *y = y0;
  N_VLinearSum(0.5 / e, up, -0.5 / e, down, up);
  return ret;
}

/* Of the derivative A of eval by the entries of `by`. */
static sunrealtype matrix_error(const struct point *x, eval_fn eval,
                                fill_fn fill, sunindextype rows, N_Vector by)
{
  SUNMatrix A       = SUNDenseMatrix(rows, NV_LENGTH_S(by), x->eq->ctx);
  N_Vector up       = N_VNew_Serial(rows, x->eq->ctx);
  N_Vector down     = N_VNew_Serial(rows, x->eq->ctx);
  sunrealtype worst = 0.0, size = 1e-300;
  int ret = A && up && down ? fill(x, A) : -1;
  for (sunindextype j = 0; !ret && j < NV_LENGTH_S(by); j++)
  {
    ret = slope(x, eval, &NV_Ith_S(by, j), 1e-5 * (1.0 + fabs(NV_Ith_S(by, j))),
                up, down);
    for (sunindextype i = 0; i < rows; i++)
    {
      worst = fmax(worst, fabs(NV_Ith_S(up, i) - SM_ELEMENT_D(A, i, j)));
      size  = fmax(size, fabs(SM_ELEMENT_D(A, i, j)));
    }
  }
  if (A) { SUNMatDestroy(A); }
  if (up) { N_VDestroy(up); }
  if (down) { N_VDestroy(down); }
  if (ret) { return -1.0; }
  return worst > 0.0 ? worst / size : 0.0;
}

static sunrealtype rate_error(const struct point *x)
{
  const struct problem *pb = x->eq->pb;
  struct problem_state s   = *x->s;
  const struct point here  = {x->eq, &s};
  N_Vector gt = N_VClone(s.lambda), up = N_VClone(s.lambda);
  N_Vector down     = N_VClone(s.lambda);
  sunrealtype error = -1.0;
  if (gt && up && down && !pb->gt(s.t, s.q, gt, pb->data) &&
      !slope(&here, eval_g, &s.t, 1e-5, up, down))
  {
    const sunrealtype size = N_VMaxNorm(gt);
    N_VLinearSum(1.0, up, -1.0, gt, up);
    error = N_VMaxNorm(up) > 0.0 ? N_VMaxNorm(up) / size : 0.0;
  }
  if (gt) { N_VDestroy(gt); }
  if (up) { N_VDestroy(up); }
  if (down) { N_VDestroy(down); }
  return error;
}

/* The larger error; a failure, < 0, wins. */
static sunrealtype worse(sunrealtype a, sunrealtype b)
{
  return a < 0.0 || b < 0.0 ? -1.0 : fmax(a, b);
}

sunrealtype equations_derivative_error(struct equations *eq,
                                       const struct problem_state *s)
{
  const struct problem *pb = eq->pb;
  const struct point x     = {eq, s};
  const fill_fn fq = pb->dfdq ? fill_dfdq : pb->no_dfdq ? fill_zero : NULL;
  const fill_fn fv = pb->dfdv ? fill_dfdv : pb->no_dfdv ? fill_zero : NULL;
  sunrealtype e    = 0.0;
  if (fq) { e = worse(e, matrix_error(&x, eval_force, fq, pb->n, s->q)); }
  if (fv) { e = worse(e, matrix_error(&x, eval_force, fv, pb->n, s->v)); }
  if (pb->m > 0)
  {
    e = worse(e, matrix_error(&x, eval_g, fill_G, pb->m, s->q));
  }
  if (pb->gt) { e = worse(e, rate_error(&x)); }
  if (pb->p > 0)
  {
    e = worse(e, matrix_error(&x, eval_k, fill_K, pb->p, s->v));
  }
  if (pb->Kq) { e = worse(e, matrix_error(&x, eval_k, fill_Kq, pb->p, s->q)); }
  return e;
}
