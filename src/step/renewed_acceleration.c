#include "step/renewed_acceleration.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"
#include "step/acceleration_jump.h"
#include "step/path_curvature.h"

/* Constraints whose accelerations can jump. */
static bool is_driven(const struct galpha_method *method)
{
  const struct galpha_sys *sys = method->model->sys;
  return sys->p > 0 ||
         (sys->m > 0 && !sys->scleronomic && N_VMaxNorm(method->gt) > 0.0);
}

/* In index 3 not if the user chose to leave velocities as the recursion has them. */
static bool is_mended(const struct galpha_method *method)
{
  return method->traits->loads
           ? method->step_order >= 2
           : method->step_order == 2 &&
               method->opt.correct == GALPHA_CORRECT_VELOCITIES;
}

static bool applies(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  return method->model->ops->traits.mechanics && is_mended(method) &&
         !step->policy.fixed && step->ls->current &&
         !method->model->sys->general && is_driven(method) &&
         galpha_hist_count(method->hist) >= 4;
}

/* rq = c (M x + G^T l + K^T p - f), rl = G x + gamma, rp = K x + kappa, with
 * gamma and kappa in dl and dp; f NULL: 0. */
static void rows(struct galpha_model *model, sunrealtype c, N_Vector f,
                 N_Vector x, N_Vector l, N_Vector p)
{
  const struct galpha_deriv *b = model->sys->block;
  if (f) { N_VScale(-c, f, model->rq); }
  else { N_VConst(0.0, model->rq); }
  galpha_block_mul(model->sys->M, c, x, model->rq);
  if (model->rl)
  {
    N_VScale(1.0, model->dl, model->rl);
    galpha_block_tmul(b[GALPHA_BLOCK_G].A, c, l, model->rq);
    galpha_block_mul(b[GALPHA_BLOCK_G].A, 1.0, x, model->rl);
  }
  if (model->rp)
  {
    N_VScale(1.0, model->dp, model->rp);
    galpha_block_tmul(b[GALPHA_BLOCK_K].A, c, p, model->rq);
    galpha_block_mul(b[GALPHA_BLOCK_K].A, 1.0, x, model->rp);
  }
}

/* One correction of x, l and p; rq: that of x. */
static int correct(struct galpha_step *step, N_Vector f, N_Vector x, N_Vector l,
                   N_Vector p)
{
  struct galpha_model *model = step->model;
  const sunrealtype c        = model->stage.weight_m;
  rows(model, c, f, x, l, p);
  int ret = galpha_sys_products(model->sys);
  if (!ret) { ret = galpha_ls_solve_rows(step->ls, model->rq); }
  if (ret) { return ret; }
  if (!galpha_vector_finite(model->packed)) { return 1; }
  galpha_unpack(&model->parts, model->packed, model->rq, model->rl, model->rp);
  galpha_add(x, -1.0, model->rq, x);
  if (l) { galpha_add(l, -1.0 / c, model->rl, l); }
  if (p) { galpha_add(p, -1.0 / c, model->rp, p); }
  return 0;
}

/* Solves those rows for x, l and p, starting from their values, with the
 * iteration matrix, which in short steps is nearly that of the rows. > 0: it
 * does not converge. */
static int solve(struct galpha_step *step, N_Vector f, N_Vector x, N_Vector l,
                 N_Vector p)
{
  sunrealtype last = HUGE_VAL;
  for (int i = 0; i < JUMPED_SOLVES; i++)
  {
    const int ret = correct(step, f, x, l, p);
    if (ret) { return ret; }
    const sunrealtype size = N_VMaxNorm(step->model->rq);
    if (size <= JUMPED_SOLVED * N_VMaxNorm(x)) { return 0; }
    if (!(size < 0.5 * last)) { return 1; }
    last = size;
  }
  return 1;
}

/* The time over which the constraints are differentiated: ahead of the trial
 * state, where there is no jump, unless the stop time is near. */
static sunrealtype reach(const struct galpha_step *step)
{
  const sunrealtype h    = step->method->coef.h;
  const sunrealtype most = JUMPED_REACH * step->jump.before;
  if (step->room >= most) { return copysign(most, h); }
  return step->room >= 0.1 * most ? copysign(step->room, h)
                                  : -copysign(fmin(most, fabs(h)), h);
}

/* r = A x + b; returns |r|. */
static sunrealtype rest(SUNMatrix A, N_Vector x, N_Vector b, N_Vector r)
{
  N_VScale(1.0, b, r);
  galpha_block_mul(A, 1.0, x, r);
  return N_VMaxNorm(r);
}

/* Sizes, in rows of constraints on accelerations. */
struct sizes
{
  sunrealtype off;    /* error of gamma, kappa */
  sunrealtype change; /* what they change in the accelerations of the step */
  sunrealtype ahead;  /* their difference from those of the step before */
  sunrealtype inside; /* the same of the mean accelerations in the step */
};

/* b: gamma, rough: less accurate; or kappa. Overwrites rough and r. */
static void measure(const struct galpha_step *step, SUNMatrix A, N_Vector b,
                    N_Vector rough, N_Vector r, struct sizes *z)
{
  const struct galpha_state *now = step->method->hist->now,
                            *s   = step->method->hist->trial;
  N_Vector mean                  = step->model->v_base;
  N_VLinearSum(1.0, b, -1.0, rough, r);
  z->off    = fmax(z->off, N_VMaxNorm(r));
  z->change = fmax(z->change, rest(A, s->a, b, r));
  z->ahead  = fmax(z->ahead, rest(A, now->a, b, r));
  N_VLinearSum(1.0 / s->h, s->v, -1.0 / s->h, now->v, mean);
  N_VLinearSum(1.0, mean, -1.0, now->a, mean);
  N_VConst(0.0, rough);
  z->inside = fmax(z->inside, rest(A, mean, rough, r));
}

/* The accelerations ahead are smooth, and those in the step have begun to
 * become like them: the jump is not still ahead. */
static bool is_behind(const struct galpha_step *step)
{
  struct galpha_model *model   = step->model;
  const struct galpha_deriv *b = model->sys->block;
  struct sizes z               = {.off = 0.0};
  if (model->rl)
  {
    measure(step, b[GALPHA_BLOCK_G].A, model->dl, model->l_pred, model->rl, &z);
  }
  if (model->rp)
  {
    measure(step, b[GALPHA_BLOCK_K].A, model->dp, model->p_pred, model->rp, &z);
  }
  return z.off <= JUMPED_SMOOTH * z.change && z.inside > JUMPED_SHARE * z.ahead;
}

/* SOI2: adds to f what the solution contributes. The differences of stages,
 * from which the next ones start, are 0. */
static void take_forces(struct galpha_method *method)
{
  struct galpha_state *s       = method->hist->trial;
  const struct galpha_deriv *b = method->model->sys->block;
  if (!method->traits->loads) { return; }
  N_VConst(0.0, s->e);
  if (s->e_lambda)
  {
    galpha_block_tmul(b[GALPHA_BLOCK_G].A, -1.0, method->l_tilde, s->f);
    N_VConst(0.0, s->e_lambda);
  }
  if (s->e_psi)
  {
    galpha_block_tmul(b[GALPHA_BLOCK_K].A, -1.0, method->p_tilde, s->f);
    N_VConst(0.0, s->e_psi);
  }
}

/* Adds the solution to the multipliers. */
static void take_multipliers(struct galpha_method *method)
{
  struct galpha_state *s = method->hist->trial;
  take_forces(method);
  if (s->lambda) { galpha_add(s->lambda, 1.0, method->l_tilde, s->lambda); }
  if (s->psi) { galpha_add(s->psi, 1.0, method->p_tilde, s->psi); }
  galpha_redundant_minimal_norm_of(&method->model->red, s->lambda, s->psi);
}

static void clear_multipliers(struct galpha_method *method)
{
  if (method->l_tilde) { N_VConst(0.0, method->l_tilde); }
  if (method->p_tilde) { N_VConst(0.0, method->p_tilde); }
}

/* x = its part across the constraints. */
static int across(struct galpha_step *step, N_Vector x)
{
  struct galpha_model *model   = step->model;
  const struct galpha_deriv *b = model->sys->block;
  N_Vector rhs[]               = {model->dl, model->dp};
  SUNMatrix A[]                = {b[GALPHA_BLOCK_G].A, b[GALPHA_BLOCK_K].A};
  for (int i = 0; i < 2; i++)
  {
    if (!rhs[i]) { continue; }
    N_VConst(0.0, rhs[i]);
    galpha_block_mul(A[i], -1.0, x, rhs[i]);
  }
  clear_multipliers(step->method);
  N_VConst(0.0, x);
  return solve(step, NULL, x, step->method->l_tilde, step->method->p_tilde);
}

/* out = q'''; if the accelerations of the last state were not renewed, the
 * slope of a. */
static void third_derivative(const struct galpha_step *step, N_Vector out)
{
  const struct galpha_hist *hist = step->method->hist;
  const struct galpha_state *now = hist->now, *s = hist->trial;
  const bool known    = step->jump.t == now->t;
  const sunrealtype c = 1.0 / (known ? s->h : now->h);
  N_VLinearSum(c, known ? s->qdd : now->a, -c, known ? now->qdd : now->a_used,
               out);
}

/* a += the part across the constraints of q'' + time q''' - a; Ma follows,
 * unless it is not stored. */
static int take(struct galpha_step *step, sunrealtype time, N_Vector a,
                N_Vector Ma)
{
  struct galpha_model *model = step->model;
  N_Vector x                 = model->v_base;
  third_derivative(step, x);
  N_VLinearSum(time, x, 1.0, step->method->hist->trial->qdd, x);
  N_VLinearSum(1.0, x, -1.0, a, x);
  const int ret = across(step, x);
  if (ret) { return ret; }
  galpha_add(a, 1.0, x, a);
  if (!Ma || model->sys->diagonal_M) { return 0; }
  galpha_sys_inertia(model->sys, 1.0, x, 1.0, Ma, Ma);
  return galpha_sys_products(model->sys);
}

/* The BDF has no a_alpha. */
static int take_accelerations(struct galpha_step *step)
{
  struct galpha_state *s = step->method->hist->trial;
  const int ret          = take(step, s->offset.time, s->a, s->Ma);
  if (ret || step->method->step_order > 2) { return ret; }
  return take(step, s->offset.time_used - s->h, s->a_used, s->Ma_used);
}

/* Index 3: v gets the part across the constraints that satisfies them, with the
 * offset of the recursion. */
static int take_velocities(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = step->model;
  struct galpha_state *s       = method->hist->trial;
  SUNMatrix G                  = model->sys->block[GALPHA_BLOCK_G].A;
  N_Vector x                   = model->v_base;
  if (!method->traits->jumps || !model->dl) { return 0; }
  int ret = galpha_sys_gdot(model->sys, s->t, s->q, s->v, G, model->dl);
  if (ret) { return ret; }
  if (model->dp) { N_VConst(0.0, model->dp); }
  clear_multipliers(method);
  N_VConst(0.0, x);
  ret = solve(step, NULL, x, method->l_tilde, method->p_tilde);
  if (ret) { return ret; }
  galpha_add(s->v, 1.0, x, s->v);
  third_derivative(step, x);
  ret = across(step, x);
  if (!ret) { galpha_add(s->v, -method->coef.err_y, x, s->v); }
  return ret;
}

/* The forces that the accelerations of the step balance. */
static N_Vector balanced(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  if (method->traits->loads) { return s->f; }
  galpha_sys_inertia(model->sys, 1.0, s->qdd, 0.0, NULL, model->f);
  return model->f;
}

static int renew(struct galpha_step *step)
{
  struct galpha_method *method = step->method;
  struct galpha_sys *sys       = step->model->sys;
  struct galpha_state *s       = method->hist->trial;
  N_Vector second              = step->model->w_base;
  int ret                      = galpha_path_curvature(method, reach(step));
  if (!ret && !is_behind(step)) { ret = 1; }
  if (!ret) { ret = galpha_sys_mass(sys, s->t, s->q); }
  if (ret) { return ret; }
  N_VScale(1.0, s->a, second);
  clear_multipliers(method);
  ret = solve(step, balanced(method), second, method->l_tilde, method->p_tilde);
  if (ret) { return ret; }
  N_VScale(1.0, second, s->qdd);
  take_multipliers(method);
  ret = take_accelerations(step);
  return ret ? ret : take_velocities(step);
}

void galpha_renew_accelerations(struct galpha_step *step)
{
  struct galpha_model *model = step->model;
  if (step->method->hist->now->h == 0.0)
  {
    step->jump = (struct galpha_acceleration_jump){.t = (sunrealtype)NAN};
  }
  if (!applies(step) || !galpha_acceleration_jumped(step)) { return; }
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = step->ls->last_flag;
  const sunrealtype t              = step->method->hist->trial->t;
  step->jump.t                     = renew(step) ? (sunrealtype)NAN : t;
  if (galpha_sys_stopped(model->sys)) { return; }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(step->ls, flag);
}
