/* With x_i = M^-1 d_i along the constraints and W = D x the impulses P change the speeds
 * D v of the directions by W P. Rows whose speed is negative act together:
 *
 *     P >= 0,   D v+ + e D v- >= 0,   P^T (D v+ + e D v-) = 0.
 *
 * The kinetic energy changes by the sum of P_i (1 - e_i) (D v-)_i / 2 <= 0. Rows that are
 * driven into approach by it act in the next impact, as in a row of balls. After
 * IMPACT_MOST impacts a last one with e = 0, which is a projection and takes energy away,
 * ends all approach that is left. */
#include "start/impact.h"

#include <math.h>
#include <stdlib.h>

#include <sunmatrix/sunmatrix_dense.h>

#include "base/complementarity.h"
#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "start/accelerations.h"

int galpha_impact_init(struct galpha_impact *im, int p, N_Vector like)
{
  const size_t n = (size_t)p;
  im->p          = p;
  im->x          = galpha_vector_array(p, like);
  im->W =
    calloc(2 * n * n + 5 * n + GALPHA_COMPLEMENTARITY_WORK(n), sizeof *im->W);
  im->acting = calloc(2 * n, sizeof *im->acting);
  if (!im->x || !im->W || !im->acting) { return -1; }
  im->small  = im->W + n * n;
  im->speed  = im->small + n * n;
  im->size   = im->speed + n;
  im->b      = im->size + n;
  im->part   = im->b + n;
  im->own    = im->part + n;
  im->work   = im->own + n;
  im->chosen = im->acting + n;
  return 0;
}

void galpha_impact_free(struct galpha_impact *im)
{
  if (im->x) { galpha_vector_array_free(im->x, im->p); }
  free(im->W);
  free(im->acting);
}

/* Row i of D times x. */
static sunrealtype along(const struct galpha_impact *im, int i, N_Vector x)
{
  const sunrealtype *D = SUNDenseMatrix_Data(im->D), *v = N_VGetArrayPointer(x);
  const sunindextype n = SUNDenseMatrix_Columns(im->D);
  sunrealtype sum      = 0.0;
  for (sunindextype j = 0; j < n; j++) { sum += D[i + j * im->p] * v[j]; }
  return sum;
}

/* Computes x_i. If the constraints hold the row, M x_i is negligible against d_i, and the
 * row is refused. */
static int response(struct galpha_impact *im, struct galpha_ic *ic, int i)
{
  struct galpha_model *model = ic->model;
  const sunrealtype *D       = SUNDenseMatrix_Data(im->D);
  sunrealtype *d             = N_VGetArrayPointer(model->rq);
  const sunindextype n       = SUNDenseMatrix_Columns(im->D);
  for (sunindextype j = 0; j < n; j++) { d[j] = D[i + j * im->p]; }
  const sunrealtype top = N_VMaxNorm(model->rq);
  if (model->rl) { N_VConst(0.0, model->rl); }
  if (model->rp) { N_VConst(0.0, model->rp); }
  const int ret = galpha_ls_solve_rows(ic->ls, model->rq);
  if (ret) { return galpha_ic_unsolved(ic, ret); }
  if (!galpha_vector_finite(model->packed)) { return GALPHA_SINGULAR_JAC; }
  galpha_unpack(&model->parts, model->packed, im->x[i], NULL, NULL);
  galpha_sys_inertia(model->sys, 1.0, im->x[i], 0.0, NULL, model->work);
  if (galpha_sys_products(model->sys)) { return GALPHA_RES_FAIL; }
  im->row = N_VMaxNorm(model->work) > IMPACT_HELD * top ? -1 : i;
  return im->row < 0 ? 0 : GALPHA_SINGULAR_JAC;
}

/* Factors, x and W at the point. */
static int prepare(struct galpha_impact *im, struct galpha_ic *ic,
                   const struct galpha_point *at)
{
  struct galpha_sys *sys = ic->model->sys;
  int ret                = galpha_sys_mass(sys, at->t, at->q);
  if (!ret) { ret = galpha_sys_constraint_jac(sys, at->t, at->q, at->v); }
  if (ret) { return GALPHA_RES_FAIL; }
  ret = galpha_ic_factor(ic, at);
  for (int i = 0; !ret && i < im->p; i++) { ret = response(im, ic, i); }
  for (int i = 0; !ret && i < im->p; i++)
  {
    for (int j = 0; j <= i; j++)
    {
      im->W[i * im->p + j] = im->W[j * im->p + i] = along(im, i, im->x[j]);
    }
  }
  return ret;
}

/* Speeds D v of all rows and, first, their rounding errors: a small part of the largest
 * speed that each row can have with the kinetic energy of v. */
static void set_speeds(struct galpha_impact *im, struct galpha_ic *ic,
                       N_Vector v, bool first)
{
  struct galpha_model *model = ic->model;
  if (first)
  {
    galpha_sys_inertia(model->sys, 1.0, v, 0.0, NULL, model->work);
    const sunrealtype twice = fabs(N_VDotProd(v, model->work));
    for (int i = 0; i < im->p; i++)
    {
      im->size[i] = IMPACT_ROUND * sqrt(twice * im->W[i * im->p + i]);
    }
  }
  for (int i = 0; i < im->p; i++) { im->speed[i] = along(im, i, v); }
}

/* The rows that act, those that approach or (last) all of them, with their part of W and
 * the right-hand side. */
static int choose(struct galpha_impact *im, bool last)
{
  int count = 0;
  for (int i = 0; i < im->p; i++)
  {
    if (last || im->speed[i] < -im->size[i]) { im->acting[count++] = i; }
  }
  for (int k = 0; k < count; k++)
  {
    const int i = im->acting[k];
    im->b[k]    = -(1.0 + (last ? 0.0 : im->e[i])) * im->speed[i];
    for (int l = 0; l < count; l++)
    {
      im->small[k * count + l] = im->W[i * im->p + im->acting[l]];
    }
  }
  return count;
}

/* One impact of the count rows that act: adds to their impulses and changes v. */
static int strike(struct galpha_impact *im, int count, N_Vector v)
{
  sunrealtype *sizes = im->speed;
  for (int k = 0; k < count; k++) { sizes[k] = im->size[im->acting[k]]; }
  if (galpha_complementarity(count, im->small, im->b, sizes, im->part, im->work,
                             im->chosen))
  {
    return GALPHA_SINGULAR_JAC;
  }
  for (int k = 0; k < count; k++)
  {
    im->impulse[im->acting[k]] += im->part[k];
    N_VLinearSum(1.0, v, im->part[k], im->x[im->acting[k]], v);
  }
  return 0;
}

int galpha_impact_solve(struct galpha_impact *im, struct galpha_ic *ic,
                        const struct galpha_point *at, N_Vector v)
{
  im->row = -1;
  for (int i = 0; i < im->p; i++) { im->impulse[i] = 0.0; }
  int ret = prepare(im, ic, at);
  for (int i = 0; !ret && i <= IMPACT_MOST; i++)
  {
    const bool last = i == IMPACT_MOST;
    set_speeds(im, ic, v, i == 0);
    if (choose(im, false) == 0) { break; }
    ret = strike(im, choose(im, last), v);
  }
  return ret;
}
