#include "start/mechanics_start.h"

#include "base/clone.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "start/declared_constraints.h"
#include "start/differenced_rows.h"
#include "start/driven_constraints.h"
#include "start/first_rates.h"
#include "start/mechanics_level.h"
#include "start/outputs.h"
#include "start/singular_position.h"
#include "start/switched_rows.h"
#include "start/wrong_derivative.h"

#include <float.h>
#include <math.h>

void galpha_ic_free(struct galpha_ic *ic)
{
  N_Vector *all[] = {&ic->work, &ic->wl, &ic->wp, &ic->last_l, &ic->last_p};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
  galpha_drive_free(ic);
}

/* Accepts given values if the projection that would make them consistent is below the
 * tolerances; index 3 then starts from projected positions. */
static int check_level(struct galpha_ic *ic, enum galpha_level level)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  const bool in_q                = level == GALPHA_LEVEL_POSITION;
  N_Vector x                     = in_q ? now->q : now->v;
  const int ret                  = galpha_level_residual(ic, level);
  if (ret) { return galpha_ic_model_code(ret); }
  if (!in_q && model->rl) { galpha_drive_forgive(ic, model->rl); }
  if (!in_q && galpha_switched_check(ic)) { return GALPHA_INCONSISTENT_IC; }
  if (galpha_level_size(model) <= 1e-13 * fmax(1.0, N_VMaxNorm(x)))
  {
    return 0;
  }
  galpha_level_worst(ic, level);
  int code = galpha_ic_factor(ic, &model->at);
  if (!code) { code = galpha_ic_check_dependent(ic, level); }
  if (!code) { code = galpha_level_correction(ic); }
  if (code) { return code; }
  if (in_q)
  {
    galpha_redundant_set_off(&model->red,
                             N_VMaxNorm(model->rq) / N_VMaxNorm(x));
  }
  else
  {
    galpha_method_set_start_off(
      method,
      galpha_norm(model->rq, model->level_v ? model->ewt_q : model->ewt_v));
  }
  const bool as_q = in_q || model->level_v || ic->h_before != 0.0;
  const sunrealtype size =
    galpha_norm(model->rq, as_q ? model->ewt_q : model->ewt_v);
  /* the first step removes errors of a differenced g_t or of rounded data */
  const bool small       = N_VMaxNorm(model->rq) <= 1e-8 * N_VMaxNorm(x);
  const sunrealtype span = in_q || !as_q ? 1.0 : ic->span;
  /* v of a run before: tested as h v, interpolated, or of index 3 */
  const bool again = !in_q && ic->h_before != 0.0;
  const sunrealtype by_v =
    again && !model->level_v ? galpha_norm(model->rq, model->ewt_v) : 0.0;
  const bool left = again && by_v <= START_LEFT &&
                    N_VMaxNorm(model->rq) <= START_LEFT_SHARE * N_VMaxNorm(x);
  const sunrealtype scale = left ? START_RESTART * fabs(ic->h_before) : span;
  /* at rest after an impact v consists of errors only */
  const bool errors = again && !model->level_v && by_v <= START_SWITCHED;
  ic->off           = left ? 0.0 : scale * size;
  if (!(scale * size <= 1.0 || small || errors)) { return galpha_ic_off(ic); }
  return in_q && method->traits->jumps ? galpha_level_meet_positions(ic) : 0;
}

/* Evaluates every block once, which fixes their patterns. */
static int evaluate_blocks(struct galpha_ic *ic)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = method->model;
  struct galpha_state *now     = method->hist->now;
  struct galpha_sys *sys       = model->sys;
  galpha_level_set_point(ic);
  int ret = galpha_sys_mass(sys, now->t, now->q);
  if (!ret) { ret = galpha_sys_force(sys, &model->at, model->f); }
  if (!ret && !ic->ls->ready)
  {
    ret = galpha_sys_jacobian(sys, &model->at, model->f);
    if (!ret) { ret = galpha_first_order_jacobian(model->st, &model->at); }
  }
  /* every failure except that of an allocation is recorded in sys->fail */
  if (ret < 0 && !sys->fail.what) { return GALPHA_MEM_FAIL; }
  if (ret) { return galpha_ic_model_code(ret); }
  if (ic->ls->ready && (sys->by_product || (galpha_model_planned(model) &&
                                            galpha_ls_inner_wanted(ic->ls) ==
                                              (ic->ls->inner.A != NULL))))
  {
    return 0;
  }
  static const int code[] = {GALPHA_SUCCESS, GALPHA_MEM_FAIL, GALPHA_ILL_INPUT,
                             GALPHA_LINIT_FAIL};
  return code[-galpha_ls_prepare(ic->ls)];
}

static int vectors(struct galpha_ic *ic)
{
  struct galpha_model *model = ic->model;
  if (!ic->work) { ic->work = galpha_clone(model->d); }
  if (model->dl && !ic->wl) { ic->wl = galpha_clone(model->dl); }
  if (model->dl && !ic->last_l) { ic->last_l = galpha_clone(model->dl); }
  if (model->dp && !ic->wp) { ic->wp = galpha_clone(model->dp); }
  if (model->dp && !ic->last_p) { ic->last_p = galpha_clone(model->dp); }
  const bool got = ic->work && (!model->dl || (ic->wl && ic->last_l)) &&
                   (!model->dp || (ic->wp && ic->last_p));
  return got ? 0 : GALPHA_MEM_FAIL;
}

static int find_drives(struct galpha_ic *ic)
{
  const int ret = galpha_drive_find(ic);
  if (ret < 0 && !ic->model->sys->fail.what) { return GALPHA_MEM_FAIL; }
  return ret ? galpha_ic_model_code(ret) : 0;
}

static int meet_constraints(struct galpha_ic *ic, bool project)
{
  const struct galpha_sys *sys    = ic->model->sys;
  const enum galpha_level level[] = {GALPHA_LEVEL_POSITION,
                                     GALPHA_LEVEL_VELOCITY};
  sunrealtype *moved[]            = {&ic->moved_q, &ic->moved_v};
  ic->moved_q = ic->moved_v = 0.0;
  galpha_method_set_start_off(ic->method, 0.0);
  for (int i = 0; i < 2; i++)
  {
    if (i == 0 ? !sys->m : !sys->m && !sys->p) { continue; }
    const int ret = project ? galpha_level_project(ic, level[i], moved[i])
                            : check_level(ic, level[i]);
    if (ret) { return ret; }
  }
  return 0;
}

/* v does not satisfy its constraints by G and K, which may be wrong in place of v. */
static bool velocities_off(const struct galpha_ic *ic, int ret)
{
  return ret == GALPHA_INCONSISTENT_IC && ic->level == GALPHA_LEVEL_VELOCITY;
}

/* Outputs from s = F, then w = s' of the states. */
static int start_states(struct galpha_ic *ic)
{
  struct galpha_method *method  = ic->method;
  struct galpha_model *model    = method->model;
  struct galpha_first_order *st = model->st;
  struct galpha_state *now      = method->hist->now;
  if (!st) { return 0; }
  const struct galpha_point at = {
    .t = now->t, .q = now->q, .v = now->v, .s = now->s};
  sunrealtype change = HUGE_VAL;
  const int ret      = galpha_ic_outputs(ic, &at, &change);
  if (ret) { return ret; }
  galpha_ic_set_row(ic, GALPHA_LEVEL_OUTPUT, galpha_vector_largest(model->ds),
                    -1, change);
  if (!(change <= START_LOOP_LEFT * N_VMaxNorm(now->s)))
  {
    return GALPHA_INCONSISTENT_IC;
  }
  N_VProd(st->space.mask[1], model->rs, now->sdot);
  N_VScale(1.0, now->sdot, now->w);
  N_VScale(1.0, now->sdot, now->w_used);
  return 0;
}

static int start(struct galpha_ic *ic, bool project, bool shifted)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = method->model;
  struct galpha_state *now     = method->hist->now;
  galpha_sys_forget_failures(model->sys);
  ic->projecting = project;
  ic->clash = ic->singular = ic->differenced = false;
  galpha_model_leave_base(model);
  galpha_ic_set_row(ic, GALPHA_LEVEL_NONE, -1, -1, 0.0);
  int ret = vectors(ic);
  galpha_switched_off(ic);
  if (!ret) { ret = start_states(ic); }
  if (!ret) { ret = evaluate_blocks(ic); }
  if (!ret) { ret = find_drives(ic); }
  if (!ret && !ic->goes_on) { ret = galpha_declared_check(ic); }
  if (!ret) { ret = meet_constraints(ic, project); }
  if (velocities_off(ic, ret)) { ic->differenced = galpha_differences_off(ic); }
  if ((!ret || velocities_off(ic, ret)) && !ic->goes_on)
  {
    const int wrong = galpha_declared_derivatives(ic);
    ret             = wrong ? wrong : ret;
  }
  if (!ret && !ic->goes_on) { ic->untransposed = galpha_wrong_transpose(ic); }
  /* the projection has changed q and v, on which the outputs depend */
  if (!ret && (project || ic->moved_q > 0.0)) { ret = start_states(ic); }
  if (ret) { return ret; }

  struct galpha_point at = {now->t,      now->q,   now->v,
                            now->lambda, now->psi, now->s};
  ret                    = galpha_ic_accelerations(ic, &at, now->a);
  if (!ret) { ret = galpha_ic_rank(ic); }
  if (!ret) { ret = galpha_singular_start(ic); }
  if (ret) { return ret; }
  galpha_redundant_minimal_norm_of(&model->red, now->lambda, now->psi);
  N_VScale(1.0, now->a, now->a_used);
  N_VScale(1.0, now->a, now->qdd);
  ret = galpha_method_start_loads(method);
  if (ret) { return galpha_ic_model_code(ret); }
  galpha_state_restart(now);
  return galpha_ic_second_rates(ic, shifted);
}

int galpha_ic_start(struct galpha_ic *ic, bool project, bool shifted)
{
  struct galpha_sys *sys = ic->model->sys;
  galpha_sys_set_marking(sys, true);
  const int code = start(ic, project, shifted);
  galpha_sys_set_marking(sys, false);
  if (!code) { galpha_switched_settle(ic); }
  return code;
}

/* The time in which an error of v of one tolerance moves q by one. */
static sunrealtype time_of_tolerances(const struct galpha_model *model)
{
  N_Vector ewt_v = model->level_v ? model->ewt_q : model->ewt_v;
  return N_VMaxNorm(ewt_v) / N_VMaxNorm(model->ewt_q);
}

/* The least first step with constraints, up to the stop time: in shorter ones rounding of
 * positions shows in the accelerations, and tout may be nearer than any motion. Far from the
 * origin positions do not tell the time in which they change: the accelerations move them by
 * a tolerance at most. In equilibrium accelerations are rounding and tell no time, either. */
static sunrealtype least_step(const struct galpha_ic *ic)
{
  const struct galpha_state *now = ic->method->hist->now;
  const sunrealtype q = galpha_drive_size_of_q(ic), v = N_VMaxNorm(now->v);
  const sunrealtype a     = N_VMaxNorm(now->a);
  const sunrealtype moved = galpha_norm(now->a, ic->model->ewt_q);
  if (!ic->model->rl || !(a > 0.0 || ic->driven)) { return 0.0; }
  sunrealtype h = a > 0.0 && q > 0.0 ? sqrt(q / a) : HUGE_VAL;
  if (v > 0.0 && q > 0.0) { h = fmin(h, q / v); }
  if (ic->driven) { h = fmin(h, fabs(galpha_ic_time_scale(ic))); }
  if (!(h < HUGE_VAL)) { return 0.0; }
  if (!ic->driven) { h = fmin(h, time_of_tolerances(ic->model)); }
  h *= START_BRIEF;
  return fmin(fmin(h, sqrt(1.0 / moved)), ic->end);
}

sunrealtype galpha_ic_first_step(const struct galpha_ic *ic)
{
  const struct galpha_method *method = ic->method;
  struct galpha_model *model         = method->model;
  const struct galpha_state *now     = method->hist->now;
  N_Vector ewt_v       = model->level_v ? model->ewt_q : model->ewt_v;
  const sunrealtype jq = galpha_norm(method->jerk, model->ewt_q);
  const sunrealtype jv = galpha_norm(method->jerk, ewt_v);
  const sunrealtype av = galpha_norm(now->a, ewt_v);
  sunrealtype h        = fmax(1e-3 * ic->span, least_step(ic));
  if (jq > 0.0) { h = fmin(h, cbrt(1.0 / jq)); }
  if (jv > 0.0 && !model->level_v) { h = fmin(h, sqrt(0.1 / jv)); }
  /* without v'' only the accelerations give a time scale */
  if (!(jv > 0.0) && av > 0.0)
  {
    h = fmin(h, model->level_v ? sqrt(10.0 / av) : 10.0 / av);
  }
  if (!model->st) { return h; }
  const sunrealtype js = galpha_norm(method->state_jerk, model->ewt_s);
  const sunrealtype ws = galpha_norm(now->sdot, model->ewt_s);
  return js > 0.0 ? fmin(h, sqrt(0.1 / js)) : ws > 0.0 ? fmin(h, 10.0 / ws) : h;
}
