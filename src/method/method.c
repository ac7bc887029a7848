#include "method/method.h"

#include <math.h>
#include <stddef.h>

#include "base/tuning.h"
#include "base/vector_slots.h"
#include "base/vector_sum.h"

#define COUNT(a)   (sizeof(a) / sizeof((a)[0]))
#define SLOT(name) offsetof(struct galpha_method, name)
static const size_t second_slots[] = {SLOT(a_pred), SLOT(a_tilde), SLOT(zt),
                                      SLOT(jerk)};
static const size_t m_slots[]      = {SLOT(l_tilde), SLOT(gt)};
static const size_t p_slots[]      = {SLOT(p_tilde)};
static const size_t s_slots[]      = {SLOT(w_pred), SLOT(state_jerk)};

static const struct galpha_slots slots[] = {
  {m_slots, sizeof m_slots / sizeof m_slots[0]},
  {p_slots, sizeof p_slots / sizeof p_slots[0]},
  {s_slots, sizeof s_slots / sizeof s_slots[0]},
  {second_slots, sizeof second_slots / sizeof second_slots[0]},
};

int galpha_method_init(struct galpha_method *method, N_Vector q,
                       N_Vector lambda, N_Vector psi, N_Vector s)
{
  const bool second_order = method->model->ops->traits.second_order;
  N_Vector like[]         = {lambda, psi, s, second_order ? q : NULL};
  for (size_t b = 0; b < COUNT(slots); b++)
  {
    if (galpha_slots_clone(&slots[b], method, like[b])) { return -1; }
  }
  return 0;
}

void galpha_method_free(struct galpha_method *method)
{
  galpha_lag_free(&method->lag);
  if (!method->model->ops->traits.second_order) { method->a_pred = NULL; }
  for (size_t b = 0; b < COUNT(slots); b++)
  {
    galpha_slots_free(&slots[b], method);
  }
}

int galpha_method_make_room(struct galpha_method *method, N_Vector const *like,
                            int predictor)
{
  struct galpha_hist *hist = method->hist;
  const bool far           = predictor > GALPHA_PREDICT_LINEAR;
  if (!method->traits->loads) { galpha_hist_drop_loads(hist); }
  else if (galpha_hist_add_loads(hist, like)) { return -1; }
  if (!far || hist->far_rates) { return 0; }
  if (method->bdf.rates > 2) { method->bdf.rates = 2; }
  return galpha_hist_add_rates(hist, like);
}

int galpha_method_start_loads(struct galpha_method *method)
{
  struct galpha_sys *sys         = method->model->sys;
  const struct galpha_state *now = method->hist->now;
  if (!now->Ma) { return 0; }
  galpha_sys_inertia(sys, 1.0, now->a, 0.0, NULL, now->Ma);
  const int ret = galpha_sys_products(sys);
  if (ret) { return ret; }
  N_VScale(1.0, now->Ma, now->Ma_used);
  N_VScale(1.0, now->Ma, now->f);
  N_VConst(0.0, now->e);
  if (now->e_lambda) { N_VConst(0.0, now->e_lambda); }
  if (now->e_psi) { N_VConst(0.0, now->e_psi); }
  return 0;
}

int galpha_method_dynamic_row(struct galpha_method *method)
{
  return galpha_model_dynamic_row(method->model);
}

int galpha_method_position_rows(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  if (!method->held) { return galpha_model_position_rows(model); }
  if (model->rl) { N_VConst(0.0, model->rl); }
  if (model->rp) { N_VConst(0.0, model->rp); }
  return 0;
}

int galpha_method_equations(struct galpha_method *method, N_Vector r,
                            int (*dynamics)(struct galpha_method *),
                            int (*constraints)(struct galpha_method *))
{
  struct galpha_model *model = method->model;
  galpha_model_rows(model, r);
  int ret = dynamics(method);
  if (!ret) { ret = constraints(method); }
  galpha_model_rows_done(model, r);
  return ret ? ret : galpha_model_states_row(model, r);
}

static int order_of(const struct galpha_method *method,
                    const struct galpha_method_ops *ops)
{
  return ops->order > 0 ? ops->order : method->bdf.order;
}

static bool is_bdf(const struct galpha_method *method)
{
  return method->step_order >= GALPHA_LEAST_BDF;
}

/* The h of a step of order 2 that has the same shift of first-order components. */
static sunrealtype h_matrix(const struct galpha_method *method)
{
  const struct galpha_family *m = method->family_set;
  const sunrealtype shift =
    (1.0 - m->delta_m) / (m->theta * (1.0 - m->delta_f));
  return is_bdf(method) ? shift / method->bdf.cj : method->coef.h;
}

/* Where there are components of order 2, matrices of the BDF differ from those of order
 * 2 by more than h. */
static int matrix_kind(const struct galpha_method *method)
{
  if (!is_bdf(method)) { return method->ops->order; }
  return method->model->has[2] ? GALPHA_LEAST_BDF : 2;
}

static void set_stage(struct galpha_method *method)
{
  const struct galpha_coef *c = &method->coef;
  struct galpha_stage s       = {.t           = method->hist->trial->t,
                                 .h           = c->h,
                                 .beta_h2     = c->y_new,
                                 .gamma_h     = c->z_new,
                                 .dv          = c->dv,
                                 .ds          = method->state_coef.cx,
                                 .weight_m    = 1.0 - method->family->alpha_m,
                                 .weight_f    = 1.0 - method->family->alpha_f,
                                 .shift       = {c->y_new, c->z_new, 1.0},
                                 .h_matrix    = h_matrix(method),
                                 .matrix_kind = matrix_kind(method),
                                 .q_start     = method->hist->now->q};
  galpha_model_set_stage(method->model, &s);
}

void galpha_method_acceleration(struct galpha_method *method, N_Vector a)
{
  galpha_add(method->a_pred, 1.0 / method->coef.y_new, method->model->d, a);
}

void galpha_method_take(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  galpha_method_states_take(method);
  galpha_add(model->v_base, method->coef.dv, model->d, s->v);
  galpha_model_multipliers(model, s->lambda, s->psi);
}

/* The method of the next step: backward Euler during the start, then the user's, or
 * its members of higher order. */
static const struct galpha_method_ops *next(const struct galpha_method *method)
{
  const bool euler = method->euler_only || method->euler_steps_left > 0;
  if (euler) { return &galpha_method_backward_euler; }
  return method->bdf.order < GALPHA_LEAST_BDF ? method->ops_set
                                              : method->ops_set->higher;
}

int galpha_method_order(const struct galpha_method *method)
{
  return order_of(method, next(method));
}

sunrealtype galpha_method_rounding(const struct galpha_method *method)
{
  const struct galpha_hist *hist = method->hist;
  return method->traits->jumps ? galpha_model_rounding_rate(
                                   method->model, hist->now->q, hist->trial->h)
                               : method->rounding;
}

sunrealtype galpha_method_tolerated(const struct galpha_method *method)
{
  return method->noise * galpha_method_rounding(method);
}

void galpha_method_set_noise(struct galpha_method *method,
                             sunrealtype roundings)
{
  method->noise = roundings;
}

void galpha_method_set_rounding(struct galpha_method *method, sunrealtype norm)
{
  method->rounding = norm;
}

void galpha_method_set_start_off(struct galpha_method *method, sunrealtype off)
{
  method->start_off = off;
}

/* Twice the linear part. */
sunrealtype galpha_method_start_noise(const struct galpha_method *method,
                                      sunrealtype off)
{
  const struct galpha_coef *c = &method->coef;
  const sunrealtype h         = fabs(c->h);
  sunrealtype w[2];
  galpha_coef_first(method->family, false, h, galpha_method_is_smooth(method),
                    w);
  const sunrealtype a = (off + h * method->start_off) / c->y_new;
  return 2.0 * fabs(w[0]) * a * (method->model->level_v ? h : 1.0);
}

void galpha_method_set_order(struct galpha_method *method, int order)
{
  const int most    = galpha_hist_count(method->hist) - 1;
  const int k       = order < most ? order : most;
  method->bdf.order = method->ops_set->higher && k >= GALPHA_LEAST_BDF ? k : 2;
}

void galpha_method_accept(struct galpha_method *method, bool tested)
{
  struct galpha_bdf *bdf = &method->bdf;
  method->last_order     = method->step_order;
  method->ops_last       = method->ops;
  if (method->euler_steps_left > 0) { method->euler_steps_left--; }
  if (is_bdf(method)) { bdf->rates = 0; }
  else if (bdf->rates < GALPHA_DEPTH) { bdf->rates++; }
  galpha_method_choose_output(method,
                              method->step_traits->interpolates && tested);
  galpha_hist_accept(method->hist);
  galpha_method_lend(method);
}

void galpha_method_lend(struct galpha_method *method)
{
  const struct galpha_state *trial = method->hist->trial;
  const struct galpha_model *model = method->model;
  galpha_model_res_lend(method->model, trial->q, trial->v);
  if (!model->ops->traits.second_order) { method->a_pred = trial->a; }
}

N_Vector galpha_method_spare(const struct galpha_method *method)
{
  const struct galpha_model *model = method->model;
  return model->ops->traits.second_order ? method->a_pred : model->v_base;
}

void galpha_method_select(struct galpha_method *method)
{
  static const struct galpha_method_ops *const all[] = {
    &galpha_method_soi2, &galpha_method_literal, &galpha_method_index3,
    &galpha_method_residual};
  const bool *has = method->model->has;
  for (size_t i = 0; i < COUNT(all); i++)
  {
    if (all[i]->formulation == method->opt.formulation)
    {
      method->ops = method->ops_set = all[i];
    }
  }
  method->traits =
    has[0] && has[2] ? &galpha_index3_traits : method->ops->traits;
  if (method->hist->now->h != 0.0) { return; }
  method->step_traits = method->traits;
  method->ops_last    = method->ops;
  method->bdf.order   = 2;
  galpha_lag_forget(&method->lag);
}

/* Accelerations, too, jump at a change of h: with constraints, or in index 3. */
static bool is_constrained(const struct galpha_method *method)
{
  const struct galpha_model *model = method->model;
  return method->traits->jumps || model->dl || model->dp;
}

void galpha_method_coefficients(struct galpha_method *method)
{
  const struct galpha_state *now = method->hist->now;
  const sunrealtype h            = method->hist->trial->h;
  method->family =
    method->ops->family ? method->ops->family : method->family_set;
  galpha_coef_step(&method->coef, method->family, &now->offset, h, now->h,
                   method->opt.correct);
  galpha_coef_raise_jump_weight(&method->coef, method->family,
                                is_constrained(method) ? ESTIMATE_JUMP
                                                       : ESTIMATE_JUMP_FREE);
  galpha_coef_state(&method->state_coef, method->family, &now->state_offset, h,
                    now->h, method->opt.correct);
}

/* The rates from which a step of order 2 continues. */
static void prepare_rates(struct galpha_method *method)
{
  struct galpha_bdf *bdf = &method->bdf;
  const bool first       = method->hist->now->h == 0.0;
  bdf->handed_over       = false;
  if (first) { bdf->rates = GALPHA_DEPTH; }
  else if (!is_bdf(method) && method->last_order >= GALPHA_LEAST_BDF)
  {
    bdf->handed_over = true;
    bdf->rates       = 2;
    galpha_bdf_hand_over(method);
  }
}

const struct galpha_method_traits *galpha_method_traits_of_step(
  const struct galpha_method *method)
{
  return method->ops->order > 0 ? method->traits : method->ops->traits;
}

void galpha_method_begin(struct galpha_method *method, sunrealtype h,
                         sunrealtype t_new)
{
  struct galpha_state *trial = method->hist->trial;
  method->ops                = next(method);
  method->step_order         = order_of(method, method->ops);
  method->step_traits        = galpha_method_traits_of_step(method);
  trial->t                   = t_new;
  trial->h                   = h;
  prepare_rates(method);
  method->ops->coefficients(method);
  trial->offset       = method->coef.offset;
  trial->state_offset = method->state_coef.offset;
  set_stage(method);
}

void galpha_method_start_from(struct galpha_method *method, N_Vector v)
{
  method->v_start = v;
}
