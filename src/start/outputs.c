#include "start/outputs.h"

#include <math.h>
#include <stdlib.h>
#include <sundials/sundials_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "base/vector_sum.h"

/* model->ds = F - s of outputs, *moved: its size. */
static int differ(struct galpha_model *model, const struct galpha_point *at,
                  sunrealtype *moved)
{
  struct galpha_first_order *st = model->st;
  const int ret                 = galpha_first_order_eval(st, at, model->rs);
  if (ret) { return ret; }
  N_VLinearSum(1.0, model->rs, -1.0, at->s, model->ds);
  N_VProd(st->space.mask[0], model->ds, model->ds);
  *moved = N_VMaxNorm(model->ds);
  return 0;
}

static bool is_rounding(const struct galpha_point *at, sunrealtype moved)
{
  return moved <= 1e-14 * N_VMaxNorm(at->s);
}

/* As many passes as settle a chain of all outputs must halve the change. */
static int pass(struct galpha_model *model, const struct galpha_point *at,
                sunrealtype *moved)
{
  const sunindextype chain = model->st->r + 1;
  sunrealtype before       = HUGE_VAL;
  for (sunindextype i = 1; i <= START_PASSES; i++)
  {
    const int ret = differ(model, at, moved);
    if (ret) { return ret; }
    N_VLinearSum(1.0, at->s, 1.0, model->ds, at->s);
    if (is_rounding(at, *moved)) { *moved = 0.0; }
    const bool due = i % chain == 0;
    if (*moved == 0.0 || (due && !(*moved <= 0.5 * before))) { break; }
    before = due ? *moved : before;
  }
  return 0;
}

/* The matrix of Newton's method, the derivative of s - F by differences as wide as what is
 * left of s = F. Returns as callbacks do. */
static int derivatives(struct galpha_model *model,
                       const struct galpha_point *at, SUNMatrix A)
{
  struct galpha_first_order *st = model->st;
  sunrealtype *s = N_VGetArrayPointer(at->s), *F = N_VGetArrayPointer(st->F0);
  const sunrealtype *out = N_VGetArrayPointer(st->space.mask[0]);
  const sunrealtype *F0  = N_VGetArrayPointer(model->rs);
  const sunrealtype *d   = N_VGetArrayPointer(model->ds);
  const sunrealtype size = fmax(N_VMaxNorm(at->s), N_VMaxNorm(model->rs));
  const sunrealtype tiny = sqrt(SUN_UNIT_ROUNDOFF) * size;
  for (sunindextype j = 0; j < st->r; j++)
  {
    const sunrealtype kept = s[j];
    if (out[j] != 0.0) { s[j] += fmax(START_LOOP_WIDTH * fabs(d[j]), tiny); }
    const sunrealtype wide = s[j] - kept;
    const int ret = wide != 0.0 ? galpha_first_order_eval(st, at, st->F0) : 0;
    s[j]          = kept;
    if (ret) { return ret; }
    for (sunindextype i = 0; i < st->r; i++)
    {
      const sunrealtype by =
        wide != 0.0 && out[i] != 0.0 ? (F[i] - F0[i]) / wide : 0.0;
      SM_ELEMENT_D(A, i, j) = (i == j ? 1.0 : 0.0) - by;
    }
  }
  return 0;
}

/* s + the step x, halved until less of s = F is left. st->F0: s before. */
static int search(struct galpha_model *model, const struct galpha_point *at,
                  sunrealtype *moved)
{
  N_Vector x = model->sdot, from = model->st->F0;
  const sunrealtype before = *moved;
  N_VScale(1.0, model->ds, x);
  N_VScale(1.0, at->s, from);
  sunrealtype part = 1.0;
  for (int i = 0; i < START_LOOP_HALVINGS; i++, part *= 0.5)
  {
    N_VLinearSum(1.0, from, part, x, at->s);
    const int ret = differ(model, at, moved);
    if (ret < 0) { return ret; }
    if (!ret && *moved < before) { return 0; }
  }
  N_VScale(1.0, from, at->s);
  *moved        = before;
  const int ret = differ(model, at, moved);
  return ret ? ret : 1;
}

static int newton(struct galpha_model *model, const struct galpha_point *at,
                  SUNMatrix A, sunindextype *pivots, sunrealtype *moved)
{
  const sunindextype r = model->st->r;
  int ret              = differ(model, at, moved);
  for (int i = 0; i < START_LOOP_NEWTON && !ret; i++)
  {
    if (is_rounding(at, *moved)) { break; }
    ret = derivatives(model, at, A);
    if (ret) { return ret; }
    if (SUNDlsMat_denseGETRF(SM_COLS_D(A), r, r, pivots)) { return 0; }
    SUNDlsMat_denseGETRS(SM_COLS_D(A), r, pivots,
                         N_VGetArrayPointer(model->ds));
    ret = search(model, at, moved);
  }
  return ret < 0 ? ret : 0;
}

/* From the outputs in `from`. Returns a GALPHA_... code. */
static int solve_loop(struct galpha_model *model, const struct galpha_point *at,
                      N_Vector from, sunrealtype *moved)
{
  const sunindextype r = model->st->r;
  SUNMatrix A          = galpha_dense_matrix(r, r, model->sys->sunctx);
  sunindextype *pivots = malloc((size_t)r * sizeof *pivots);
  int ret              = 0;
  N_VScale(1.0, from, at->s);
  galpha_sys_forget_failures(model->sys);
  if (A && pivots) { ret = newton(model, at, A, pivots, moved); }
  const bool made = A && pivots;
  free(pivots);
  if (A) { SUNMatDestroy(A); }
  return !made ? GALPHA_MEM_FAIL : ret ? galpha_ic_model_code(ret) : 0;
}

int galpha_ic_outputs(struct galpha_ic *ic, const struct galpha_point *at,
                      sunrealtype *change)
{
  struct galpha_model *model = ic->model;
  *change                    = HUGE_VAL;
  N_VScale(1.0, at->s, model->s_work);
  const int ret = pass(model, at, change);
  /* a loop may leave the domain of F */
  const bool left = ret > 0 && *change < HUGE_VAL;
  if (ret && !left) { return galpha_ic_model_code(ret); }
  if (*change <= START_LOOP_LEFT * N_VMaxNorm(at->s) && !left) { return 0; }
  return solve_loop(model, at, model->s_work, change);
}
