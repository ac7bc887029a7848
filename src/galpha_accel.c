#include "galpha_accel.h"

#include <float.h>
#include <math.h>

#include "galpha_rank.h"

#define MAX_NEWTON 15
#define MAX_REFINE 9
/* Second differences lose twice as many digits. */
#define MAX_REFINE_G 4

int galpha_ic_blame(struct galpha_ic *ic, enum galpha_level level,
                    sunindextype row, sunindextype other, sunrealtype value)
{
  ic->level = level;
  ic->row   = row;
  ic->other = other;
  ic->value = value;
  return 1;
}

void galpha_ic_dependent(struct galpha_ic *ic, sunindextype row,
                         sunindextype other)
{
  const sunindextype m = ic->form->sys->m;
  if (row >= m)
  {
    galpha_ic_blame(ic, GALPHA_LEVEL_NONHOLONOMIC, row - m, other, 0.0);
  }
  else { galpha_ic_blame(ic, GALPHA_LEVEL_POSITION, row, other, 0.0); }
}

/* Looks for what makes the matrix of mass and constraints singular. */
static void find_singularity(struct galpha_ic *ic)
{
  const struct galpha_sys *sys = ic->form->sys;
  sunindextype other           = -1;
  if (sys->by_product)
  {
    galpha_ic_blame(ic, GALPHA_LEVEL_NONE, -1, -1, 0.0);
    return;
  }
  sunindextype row = galpha_rank_dependent(
    sys->block[GALPHA_BLOCK_G].A, sys->block[GALPHA_BLOCK_K].A, &other);
  galpha_ic_blame(ic, GALPHA_LEVEL_NONE, -1, -1, 0.0);
  if (row >= 0) { galpha_ic_dependent(ic, row, other); }
  else
  {
    row = galpha_block_zero_row(sys->M);
    if (row >= 0) { galpha_ic_blame(ic, GALPHA_LEVEL_MASS, row, -1, 0.0); }
  }
}

int galpha_ic_rank(struct galpha_ic *ic)
{
  const struct galpha_redundant *red = &ic->form->red;
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

int galpha_ic_check_dependent(struct galpha_ic *ic, enum galpha_level level)
{
  struct galpha_form *form   = ic->form;
  struct galpha_redundant *r = &form->red;
  const bool in_q            = level == GALPHA_LEVEL_POSITION;
  const sunrealtype scale    = in_q ? 1.0
                               : ic->h_before != 0.0
                                 ? GALPHA_RESTART * fabs(ic->h_before)
                                 : ic->span;
  sunindextype which         = 0;
  if (!r->on) { return 0; }
  N_VConst(0.0, form->rq);
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  const sunrealtype size =
    scale * galpha_redundant_clash(r, form->packed, !in_q, &which);
  if (size <= 1.0) { return 0; }
  ic->clash = true;
  return GALPHA_INCONSISTENT_IC;
}

/* A first guess of a time in which things change: some steps' worth of the interval
 * (tout may be one step away), and the time in which the coordinates do. Signed;
 * only a few hundredths of it are used. */
sunrealtype galpha_ic_time_scale(const struct galpha_ic *ic)
{
  const struct galpha_state *now = ic->form->hist->now;
  const sunrealtype q = N_VMaxNorm(now->q), v = N_VMaxNorm(now->v);
  const sunrealtype span = 5.0 * (ic->span > 0.0 ? ic->span : 1.0);
  return copysign(v > 0.0 && q > 0.0 ? fmin(span, q / v) : span, ic->direction);
}

/* Velocity constraints at (t+d, q+d v, v): g_t + G v and k. Without a function for
 * G g itself, since differences of differences are mostly round-off. */
static int moved_constraints(struct galpha_ic *ic,
                             const struct galpha_point *at, sunrealtype d,
                             N_Vector wl, N_Vector wp)
{
  struct galpha_sys *sys = ic->form->sys;
  const sunrealtype t    = at->t + d;
  int ret                = 0;
  N_VLinearSum(1.0, at->q, d, at->v, ic->work);
  if (wl && !sys->Gfn) { ret = galpha_sys_g(sys, t, ic->work, wl); }
  else if (wl)
  {
    ret = galpha_sys_holonomic_jac(sys, t, ic->work);
    if (!ret)
    {
      ret = galpha_sys_gdot(sys, t, ic->work, at->v,
                            sys->block[GALPHA_BLOCK_G].A, wl);
    }
  }
  if (!ret && wp) { ret = galpha_sys_k(sys, t, ic->work, at->v, wp); }
  return ret;
}

#define POINTS 6

/* Weights of the one-sided differences of order 4 over w(0), w(d) ... w(5d), for
 * the first and the second derivative. */
static const sunrealtype forward[2][POINTS] = {
  {-25.0 / 12.0, 4.0, -3.0, 4.0 / 3.0, -0.25, 0.0},
  {15.0 / 4.0, -77.0 / 6.0, 107.0 / 6.0, -13.0, 61.0 / 12.0, -5.0 / 6.0}};

/* d/dtau of the velocity constraints along (1, v) with increment d into dl, dp. */
static int along_motion(struct galpha_ic *ic, const struct galpha_point *at,
                        sunrealtype d)
{
  struct galpha_form *form = ic->form;
  const bool of_g          = form->dl && !form->sys->Gfn;
  form->sys->dt            = 1e-3 * d;
  if (form->dl) { N_VConst(0.0, form->dl); }
  if (form->dp) { N_VConst(0.0, form->dp); }
  for (int i = 0; i < (of_g ? POINTS : POINTS - 1); i++)
  {
    const int ret = moved_constraints(ic, at, i * d, ic->wl, ic->wp);
    if (ret) { return ret; }
    const sunrealtype c = forward[0][i] / d;
    const sunrealtype l = of_g ? forward[1][i] / (d * d) : c;
    if (form->dl) { N_VLinearSum(1.0, form->dl, l, ic->wl, form->dl); }
    if (form->dp) { N_VLinearSum(1.0, form->dp, c, ic->wp, form->dp); }
  }
  return 0;
}

/* Largest difference of x and y. */
static sunrealtype apart(N_Vector x, N_Vector y, N_Vector work)
{
  if (!x) { return 0.0; }
  N_VLinearSum(1.0, x, -1.0, y, work);
  return N_VMaxNorm(work);
}

/* What the constraints demand of a besides G a, K a: their derivative along
 * (1, v), into rl and rp of the form. The time in which the drives change is not
 * known: the increment falls until two values agree best. */
static int seek_curvature(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_form *form = ic->form;
  const int most = form->rl && !form->sys->Gfn ? MAX_REFINE_G : MAX_REFINE;
  sunrealtype d = 1e-2 * galpha_ic_time_scale(ic), best = HUGE_VAL, size = 0.0;
  int ret = along_motion(ic, at, d);
  /* the model may not reach that far */
  for (int i = 0; ret > 0 && i < most; i++)
  {
    d *= 0.1;
    ret = along_motion(ic, at, d);
    if (!ret) { form->sys->fail.what = NULL; }
  }
  for (int i = 0; !ret && i < most && best > 1e-11 * size; i++)
  {
    if (i > 0 && fabs(d) <= GALPHA_TIME_DIGITS * fabs(at->t)) { break; }
    if (form->rl) { N_VScale(1.0, form->dl, ic->last_l); }
    if (form->rp) { N_VScale(1.0, form->dp, ic->last_p); }
    d *= 0.1;
    ret                     = along_motion(ic, at, d);
    const sunrealtype moved = fmax(apart(form->dl, ic->last_l, ic->wl),
                                   apart(form->dp, ic->last_p, ic->wp));
    if (!(moved < best)) { continue; }
    best          = moved;
    ic->increment = d;
    size          = fmax(form->dl ? N_VMaxNorm(form->dl) : 0.0,
                form->dp ? N_VMaxNorm(form->dp) : 0.0);
    if (form->rl) { N_VScale(1.0, form->dl, form->rl); }
    if (form->rp) { N_VScale(1.0, form->dp, form->rp); }
  }
  return ret;
}

/* The same into dl and dp, with the increment found before if there is one. */
static int curvature(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_form *form = ic->form;
  if (!form->rl && !form->rp) { return 0; }
  if (ic->increment != 0.0) { return along_motion(ic, at, ic->increment); }
  const int ret = seek_curvature(ic, at);
  if (!ret && form->rl) { N_VScale(1.0, form->rl, form->dl); }
  if (!ret && form->rp) { N_VScale(1.0, form->rp, form->dp); }
  return ret;
}

/* Of the corrections in rq and rl. By products, accelerations (multipliers) that
 * vanish are judged by the others: what is left of them is round-off. */
static sunrealtype relative_size(const struct galpha_ic *ic,
                                 const struct galpha_point *at, N_Vector a)
{
  const struct galpha_form *form = ic->form;
  const struct galpha_ls *ls     = ic->ls;
  const sunrealtype top          = N_VMaxNorm(a);
  if (!form->rl) { return N_VMaxNorm(form->rq) / fmax(top, DBL_MIN); }
  const sunrealtype top_l  = N_VMaxNorm(at->lambda);
  const sunrealtype share  = form->sys->by_product ? ls->pull / ls->mass : 0.0;
  const sunrealtype a_size = fmax(top, share * top_l);
  const sunrealtype l_size = fmax(top_l, share > 0.0 ? top / share : 0.0);
  return fmax(N_VMaxNorm(form->rq) / fmax(a_size, DBL_MIN),
              N_VMaxNorm(form->rl) / fmax(l_size, DBL_MIN));
}

/* One Newton step on M a = f, G a + gamma = 0, K a + kappa = 0 (gamma, kappa in
 * dl, dp; G and K are those of the point); linear unless f is a general force.
 * *size: relative correction. */
static int acceleration_step(struct galpha_ic *ic,
                             const struct galpha_point *at, N_Vector a,
                             sunrealtype *size)
{
  struct galpha_form *form = ic->form;
  struct galpha_sys *sys   = form->sys;
  int ret                  = galpha_sys_loads(sys, at, form->f);
  if (ret) { return ret; }
  N_VScale(-1.0, form->f, form->rq);
  galpha_block_mul(sys->M, 1.0, a, form->rq);
  if (form->rl)
  {
    N_VScale(1.0, form->dl, form->rl);
    galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, a, form->rl);
  }
  if (form->rp)
  {
    N_VScale(1.0, form->dp, form->rp);
    galpha_block_mul(sys->block[GALPHA_BLOCK_K].A, 1.0, a, form->rp);
  }
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
  ret = galpha_ls_solve(ic->ls, form->packed);
  if (ret) { return ret; }
  /* a matrix singular to working precision shows as Inf or NaN here */
  if (!galpha_vector_finite(form->packed)) { return 1; }
  galpha_unpack(&form->parts, form->packed, form->rq, form->rl, form->rp);
  N_VLinearSum(1.0, a, -1.0, form->rq, a);
  if (form->rl) { N_VLinearSum(1.0, at->lambda, -1.0, form->rl, at->lambda); }
  if (form->rp) { N_VLinearSum(1.0, at->psi, -1.0, form->rp, at->psi); }
  *size = relative_size(ic, at, a);
  return 0;
}

int galpha_ic_model_code(int ret)
{
  return ret < 0 ? GALPHA_RES_FAIL : GALPHA_FIRST_RES_FAIL;
}

int galpha_ic_unsolved(struct galpha_ic *ic, int ret)
{
  if (ic->form->sys->fail.what) { return galpha_ic_model_code(ret); }
  find_singularity(ic);
  return ret < 0 ? GALPHA_LSOLVE_FAIL : GALPHA_SINGULAR_JAC;
}

/* That column of A (or NULL) is not zero. */
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

/* Factorises the mass matrix with reactions of the present blocks; a general
 * force needs its derivative to the multipliers first. */
int galpha_ic_factor(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_form *form = ic->form;
  if (form->sys->general)
  {
    int ret = galpha_sys_force(form->sys, at, form->f);
    if (!ret) { ret = galpha_sys_jacobian(form->sys, at, form->f); }
    if (ret) { return ret < 0 ? GALPHA_RES_FAIL : GALPHA_FIRST_RES_FAIL; }
  }
  const int ret = galpha_ls_setup_mass(ic->ls, 1.0);
  if (ret && form->sys->fail.what) { return galpha_ic_model_code(ret); }
  if (!ret) { return 0; }
  if (form->red.no_memory) { return GALPHA_MEM_FAIL; }
  find_singularity(ic);
  /* KLU calls some singular patterns a failure of its own */
  const struct galpha_deriv *b = form->sys->block;
  const bool singular          = ic->level == GALPHA_LEVEL_POSITION ||
                        ic->level == GALPHA_LEVEL_NONHOLONOMIC ||
                        (ic->level == GALPHA_LEVEL_MASS &&
                         !has_column(b[GALPHA_BLOCK_G].A, ic->row) &&
                         !has_column(b[GALPHA_BLOCK_K].A, ic->row));
  return ret > 0 || singular ? GALPHA_SINGULAR_JAC : GALPHA_LSETUP_FAIL;
}

/* Corrects a, lambda, psi until they stand: with the factors at hand, or with fresh
 * ones, which give them at once unless f is a general force or the solver iterates.
 * *slow: the factors at hand do not. */
static int iterate(struct galpha_ic *ic, const struct galpha_point *at,
                   N_Vector a, bool fresh, bool *slow)
{
  struct galpha_sys *sys = ic->form->sys;
  sunrealtype last       = HUGE_VAL;
  int ret                = 0;
  for (int i = 0; i < MAX_NEWTON; i++)
  {
    sunrealtype size = 0.0;
    if ((fresh && i == 0) || sys->general) { ret = galpha_ic_factor(ic, at); }
    if (ret) { return ret; }
    ret = acceleration_step(ic, at, a, &size);
    if (ret) { return galpha_ic_unsolved(ic, ret); }
    /* down to round-off, where corrections stop to fall */
    const bool exact =
      fresh && !sys->general && !sys->by_product && !ic->form->red.on;
    if (size <= 1e-15 || exact) { return 0; }
    if (size <= 1e-8 && !(size < 0.5 * last)) { return 0; }
    /* the next correction, at the rate of the last two, would be round-off */
    if (i > 0 && size * size <= 1e-17 * last) { return 0; }
    *slow = !fresh && !(size < 0.1 * last);
    if (*slow) { return 0; }
    last = size;
  }
  galpha_ic_blame(ic, GALPHA_LEVEL_NONE, -1, -1, 0.0);
  return GALPHA_NO_RECOVERY;
}

/* M, G, K and the derivatives of the velocity constraints at the point. */
static int evaluate(struct galpha_ic *ic, const struct galpha_point *at)
{
  struct galpha_sys *sys = ic->form->sys;
  int ret                = galpha_sys_mass(sys, at->t, at->q);
  if (!ret) { ret = curvature(ic, at); }
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
