#include "start/accelerations.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "model/dependent_rows.h"
#include "start/constraint_curvature.h"

int galpha_ic_set_row(struct galpha_ic *ic, enum galpha_level level,
                      sunindextype row, sunindextype other, sunrealtype value)
{
  ic->level = level;
  ic->row   = row;
  ic->other = other;
  ic->value = value;
  ic->off   = 0.0;
  return 1;
}

void galpha_ic_dependent(struct galpha_ic *ic, sunindextype row,
                         sunindextype other)
{
  const sunindextype m = ic->model->sys->m;
  if (row >= m)
  {
    galpha_ic_set_row(ic, GALPHA_LEVEL_NONHOLONOMIC, row - m, other, 0.0);
  }
  else { galpha_ic_set_row(ic, GALPHA_LEVEL_POSITION, row, other, 0.0); }
}

/* Records the row that makes the matrix of mass and constraints singular. */
static void find_singularity(struct galpha_ic *ic)
{
  const struct galpha_sys *sys = ic->model->sys;
  sunindextype other           = -1;
  sunindextype row =
    galpha_rank_dependent(sys->block[GALPHA_BLOCK_G].A,
                          sys->block[GALPHA_BLOCK_K].A, sys->rows, &other);
  galpha_ic_set_row(ic, GALPHA_LEVEL_NONE, -1, -1, 0.0);
  if (row >= 0) { galpha_ic_dependent(ic, row, other); }
  else
  {
    row = galpha_block_zero_row(sys->M, ic->model->work);
    if (row >= 0) { galpha_ic_set_row(ic, GALPHA_LEVEL_MASS, row, -1, 0.0); }
  }
}

/* By products there is no factorised matrix that shows dependent rows. */
static int rank_by_rows(struct galpha_ic *ic)
{
  const struct galpha_sys *sys = ic->model->sys;
  struct galpha_dependence found;
  const sunindextype row =
    galpha_rank_of_rows(sys->block[GALPHA_BLOCK_G].A, sys->rows, &found);
  if (found.count < 0) { return GALPHA_MEM_FAIL; }
  if (row < 0) { return 0; }
  galpha_ic_dependent(ic, row, found.other);
  return GALPHA_SINGULAR_JAC;
}

int galpha_ic_rank(struct galpha_ic *ic)
{
  const struct galpha_redundant *red = &ic->model->red;
  if (red->mp == 0 && ic->model->sys->m && !ic->goes_on)
  {
    return rank_by_rows(ic);
  }
  if (red->mp == 0 || red->on) { return 0; }
  if (!galpha_ls_rank_falls(ic->ls)) { return 0; }
  find_singularity(ic);
  if (ic->level == GALPHA_LEVEL_NONE || ic->level == GALPHA_LEVEL_MASS)
  {
    const sunindextype a = red->row[0], b = red->row[1];
    galpha_ic_dependent(ic, a > b ? a : b, a > b ? b : a);
  }
  return GALPHA_SINGULAR_JAC;
}

int galpha_ic_off(struct galpha_ic *ic)
{
  const int code = galpha_ic_rank(ic);
  return code ? code : GALPHA_INCONSISTENT_IC;
}

int galpha_ic_check_dependent(struct galpha_ic *ic, enum galpha_level level)
{
  struct galpha_model *model = ic->model;
  struct galpha_redundant *r = &model->red;
  const bool in_q            = level == GALPHA_LEVEL_POSITION;
  const sunrealtype scale    = in_q ? 1.0
                               : ic->h_before != 0.0
                                 ? START_RESTART * fabs(ic->h_before)
                                 : ic->span;
  sunindextype which         = 0;
  if (!r->on) { return 0; }
  N_VConst(0.0, model->rq);
  galpha_pack(&model->parts, model->rq, model->rl, model->rp, model->packed);
  const sunrealtype size =
    scale * galpha_redundant_conflict(r, model->packed, !in_q, &which);
  if (size <= 1.0) { return 0; }
  ic->clash = true;
  return GALPHA_INCONSISTENT_IC;
}

/* Relative size of the corrections in rq and rl. With an iterative solver, accelerations
 * that vanish are compared with the multipliers, and vice versa, since only round-off is
 * left of them; the ratio of constraint_scale and mass_scale converts one to the other. */
static sunrealtype relative_size(const struct galpha_ic *ic,
                                 const struct galpha_point *at, N_Vector a)
{
  struct galpha_model *model = ic->model;
  const struct galpha_ls *ls = ic->ls;
  const sunrealtype top      = N_VMaxNorm(a);
  if (!model->rl) { return N_VMaxNorm(model->rq) / fmax(top, DBL_MIN); }
  const sunrealtype top_l = N_VMaxNorm(at->lambda);
  const sunrealtype ratio =
    ls->mass_scale > 0.0 ? ls->constraint_scale / ls->mass_scale : 0.0;
  const sunrealtype a_size = fmax(top, ratio * top_l);
  const sunrealtype l_size = fmax(top_l, ratio > 0.0 ? top / ratio : 0.0);
  return fmax(N_VMaxNorm(model->rq) / fmax(a_size, DBL_MIN),
              N_VMaxNorm(model->rl) / fmax(l_size, DBL_MIN));
}

/* One Newton step on M a = f, G a + gamma = 0, K a + kappa = 0, with gamma in dl, kappa
 * in dp and G, K of the point. The equations are linear unless f is a general force.
 * *size: relative size of the correction. */
static int acceleration_step(struct galpha_ic *ic,
                             const struct galpha_point *at, N_Vector a,
                             sunrealtype *size)
{
  struct galpha_model *model = ic->model;
  struct galpha_sys *sys     = model->sys;
  int ret                    = galpha_sys_loads(sys, at, model->f);
  if (ret) { return ret; }
  N_VScale(-1.0, model->f, model->rq);
  galpha_block_mul(sys->M, 1.0, a, model->rq);
  if (model->rl)
  {
    N_VScale(1.0, model->dl, model->rl);
    galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, a, model->rl);
  }
  if (model->rp)
  {
    N_VScale(1.0, model->dp, model->rp);
    galpha_block_mul(sys->block[GALPHA_BLOCK_K].A, 1.0, a, model->rp);
  }
  ret = galpha_ls_solve_rows(ic->ls, model->rq);
  if (ret) { return ret; }
  /* a matrix that is singular to working precision gives Inf or NaN here */
  if (!galpha_vector_finite(model->packed)) { return 1; }
  galpha_unpack(&model->parts, model->packed, model->rq, model->rl, model->rp);
  N_VLinearSum(1.0, a, -1.0, model->rq, a);
  if (model->rl) { N_VLinearSum(1.0, at->lambda, -1.0, model->rl, at->lambda); }
  if (model->rp) { N_VLinearSum(1.0, at->psi, -1.0, model->rp, at->psi); }
  *size = relative_size(ic, at, a);
  return 0;
}

int galpha_ic_model_code(int ret)
{
  return ret < 0 ? GALPHA_RES_FAIL : GALPHA_FIRST_RES_FAIL;
}

int galpha_ic_unsolved(struct galpha_ic *ic, int ret)
{
  if (ic->model->sys->fail.what) { return galpha_ic_model_code(ret); }
  find_singularity(ic);
  return ret < 0 ? GALPHA_LSOLVE_FAIL : GALPHA_SINGULAR_JAC;
}

/* The column of A is not zero; A NULL: A is zero. */
static bool has_column(SUNMatrix A, sunindextype column)
{
  if (!A) { return false; }
  const sunrealtype *x   = galpha_block_data(A);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunindextype i = 0, j = 0;
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (j == column && x[c.k - 1] != 0.0) { return true; }
  }
  return false;
}

/* A general force f(t, q, v, lambda, psi) needs its derivatives with respect to the
 * multipliers first. */
int galpha_ic_factor(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_model *model = ic->model;
  if (model->sys->general)
  {
    int ret = galpha_sys_force(model->sys, at, model->f);
    if (!ret) { ret = galpha_sys_jacobian(model->sys, at, model->f); }
    if (ret) { return ret < 0 ? GALPHA_RES_FAIL : GALPHA_FIRST_RES_FAIL; }
  }
  const int ret = galpha_ls_setup_mass(ic->ls, 1.0);
  if (ret && model->sys->fail.what) { return galpha_ic_model_code(ret); }
  if (!ret) { return 0; }
  if (model->red.no_memory || ic->ls->no_memory) { return GALPHA_MEM_FAIL; }
  find_singularity(ic);
  /* KLU returns an unrecoverable failure for some structurally singular matrices */
  const struct galpha_deriv *b = model->sys->block;
  const bool singular          = ic->level == GALPHA_LEVEL_POSITION ||
                        ic->level == GALPHA_LEVEL_NONHOLONOMIC ||
                        (ic->level == GALPHA_LEVEL_MASS &&
                         !has_column(b[GALPHA_BLOCK_G].A, ic->row) &&
                         !has_column(b[GALPHA_BLOCK_K].A, ic->row));
  return ret > 0 || singular ? GALPHA_SINGULAR_JAC : GALPHA_LSETUP_FAIL;
}

/* Corrects a, lambda and psi until they converge, with old factors or with fresh ones.
 * Fresh ones need a single step unless f is a general force or the solver is iterative.
 * *slow: old factors converge too slowly. */
static int iterate(struct galpha_ic *ic, const struct galpha_point *at,
                   N_Vector a, bool fresh, bool *slow)
{
  struct galpha_sys *sys = ic->model->sys;
  sunrealtype last       = HUGE_VAL;
  int ret                = 0;
  for (int i = 0; i < START_NEWTON; i++)
  {
    sunrealtype size = 0.0;
    if ((fresh && i == 0) || sys->general) { ret = galpha_ic_factor(ic, at); }
    if (ret) { return ret; }
    ret = acceleration_step(ic, at, a, &size);
    if (ret) { return galpha_ic_unsolved(ic, ret); }
    /* iterate down to round-off, where corrections stop decreasing */
    const bool exact =
      fresh && !sys->general && ic->ls->ops->exact && !ic->model->red.on;
    if (size <= 1e-15 || exact) { return 0; }
    if (size <= 1e-8 && !(size < 0.5 * last)) { return 0; }
    /* at the rate of the last two, the next correction is round-off */
    if (i > 0 && size * size <= 1e-17 * last) { return 0; }
    *slow = !fresh && !(size < 0.1 * last);
    if (*slow) { return 0; }
    last = size;
  }
  /* near a singular position, multipliers damped by -delta D keep changing */
  if (ic->model->red.on) { return 0; }
  galpha_ic_set_row(ic, GALPHA_LEVEL_NONE, -1, -1, 0.0);
  const int code = galpha_ic_rank(ic);
  return code ? code : GALPHA_NO_RECOVERY;
}

/* Evaluates M, G, K and the derivatives of the velocity constraints at the point. */
static int evaluate(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_sys *sys = ic->model->sys;
  int ret                = galpha_sys_mass(sys, at->t, at->q);
  if (!ret) { ret = galpha_curvature(ic, at); }
  if (!ret) { ret = galpha_sys_constraint_jac(sys, at->t, at->q, at->v); }
  return ret ? galpha_ic_model_code(ret) : 0;
}

int galpha_ic_accelerations(struct galpha_ic *ic, const struct galpha_point *at,
                            N_Vector a)
{
  bool slow = false;
  int ret   = evaluate(ic, at);
  N_VConst(0.0, a);
  return ret ? ret : iterate(ic, at, a, true, &slow);
}

int galpha_ic_accelerations_near(struct galpha_ic *ic,
                                 const struct galpha_point *at, N_Vector a)
{
  bool slow = false;
  int ret   = evaluate(ic, at);
  if (!ret) { ret = iterate(ic, at, a, false, &slow); }
  if (ret || !slow) { return ret; }
  N_VConst(0.0, a);
  return iterate(ic, at, a, true, &slow);
}
