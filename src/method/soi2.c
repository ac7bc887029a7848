/* Generalized-alpha-SOI2 in two stages. Stage 1 solves for the positions with the
 * auxiliary a~, lambda~, psi~ and the position constraints; stage 2 for the
 * velocities, a, lambda, psi with the velocity constraints at these positions. Both
 * stages use the same (n+m+p) matrix. */
#include "method/soi2.h"

#include "base/tuning.h"
#include "base/vector_sum.h"

/* Ma_used = M_alpha a_alpha: from the last step by (14b) of Jay and Negrut (2009),
 * which for a constant M equals the product with the corrected a; otherwise the
 * product with a new M. A diagonal M is not stored multiplied: its product costs
 * less than a sum of vectors. */
static int mass_alpha(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  struct galpha_state *s         = method->hist->trial;
  const struct galpha_coef *c    = &method->coef;
  const sunrealtype alpha        = method->family->alpha;
  if (model->sys->diagonal_M) { return 0; }
  if (c->h_last != 0.0 && !method->bdf.handed_over &&
      (!model->sys->mass || method->opt.mass_alpha == GALPHA_MASS_PREVIOUS))
  {
    N_VLinearSum(1.0 + c->shift, now->Ma, -c->shift, now->Ma_used, s->Ma_used);
    return 0;
  }
  if (model->sys->mass)
  {
    galpha_add(now->q, alpha * c->h, now->v, model->work);
    const int ret =
      galpha_sys_mass(model->sys, now->t + alpha * c->h, model->work);
    if (ret) { return ret; }
  }
  galpha_sys_inertia(model->sys, 1.0, s->a_used, 0.0, NULL, s->Ma_used);
  return 0;
}

int galpha_soi2_predict(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  const sunrealtype ahead = (1.0 + method->family->alpha) * method->coef.h;
  galpha_method_predict(method);
  const int ret = mass_alpha(method);
  if (ret || !model->sys->mass) { return ret; }
  galpha_add(now->q, ahead, now->v, model->work);
  return galpha_sys_mass(model->sys, now->t + ahead, model->work);
}

/* During the step s->f holds the part of (13d) that is known at its start, alpha_m
 * M_alpha a_alpha - alpha_f f_n; galpha_soi2_end replaces it by f at its end. */
void galpha_soi2_begin(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  const sunrealtype am = method->family->alpha_m, af = method->family->alpha_f;
  const sunrealtype bh2  = method->coef.y_new;
  N_Vector last          = method->hist->now->f;
  struct galpha_state *s = method->hist->trial;
  if (model->sys->diagonal_M)
  {
    galpha_sys_inertia(model->sys, am, s->a_used, -af, last, s->f);
  }
  else { N_VLinearSum(am, s->Ma_used, -af, last, s->f); }
  galpha_sys_inertia(model->sys, (1.0 - am) * bh2, method->a_pred, bh2, s->f,
                     model->rc);
}

void galpha_soi2_end(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  const sunrealtype c        = 1.0 / (1.0 - method->family->alpha_f);
  const sunrealtype cm       = c * (1.0 - method->family->alpha_m);
  struct galpha_state *s     = method->hist->trial;
  if (model->sys->diagonal_M)
  {
    galpha_sys_inertia(model->sys, cm, s->a, c, s->f, s->f);
    return;
  }
  galpha_sys_inertia(model->sys, 1.0, s->a, 0.0, NULL, s->Ma);
  N_VLinearSum(cm, s->Ma, c, s->f, s->f);
}

static int stages(const struct galpha_method *method)
{
  /* without g: one stage, (10) of Jay and Negrut (2009) */
  return method->model->sys->m ? 2 : 1;
}

/* Stage 2 starts from the solution d of stage 1 plus the last step's e = a - a~: the
 * base is moved by both; a~ is kept. */
static void begin_velocities(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  const struct galpha_coef *c    = &method->coef;
  N_Vector move                  = model->work;
  galpha_add(model->d, c->y_new, now->e, move);
  galpha_add(model->q_base, 1.0, move, model->q_base);
  galpha_add(model->v_base, c->dv, move, model->v_base);
  galpha_sys_inertia(model->sys, 1.0 - method->family->alpha_m, move, 1.0,
                     model->rc, model->rc);
  galpha_add(method->l_tilde, 1.0, now->e_lambda, model->l_pred);
  if (model->p_pred)
  {
    galpha_add(method->p_tilde, 1.0, now->e_psi, model->p_pred);
  }
  galpha_method_states_rebase(method);
}

static int begin(struct galpha_method *method, int stage)
{
  if (stage > 0)
  {
    begin_velocities(method);
    return 0;
  }
  galpha_method_base(method, method->hist->now->v);
  galpha_soi2_begin(method);
  return 0;
}

/* g_t + g_y z = 0 and k = 0 at the positions of stage 1, scaled by h beta/gamma as k
 * is in stage 1. */
static int velocity_rows(struct galpha_method *method)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  const sunrealtype c          = 1.0 / method->coef.dv;
  if (model->sys->scleronomic) { N_VConst(0.0, model->rl); }
  else { N_VScale(c, method->gt, model->rl); }
  galpha_block_mul(model->sys->block[GALPHA_BLOCK_G].A, c, model->at.v,
                   model->rl);
  if (!model->rp) { return 0; }
  const int ret = galpha_sys_k(model->sys, s->t, s->q, model->at.v, model->rp);
  N_VScale(c, model->rp, model->rp);
  return ret;
}

/* The dynamic row of stage 2 uses G at the positions of stage 1, as (13e) of Jay and
 * Negrut (2009) does: the block is the one end_positions evaluated. If the matrix
 * contains the reaction Jacobian, G is evaluated at q(a), like f0: with G(q_{n+1})
 * the matrix would not be the derivative of these rows, and the iteration of stage 2
 * would stall. */
static int velocity_dynamics(struct galpha_method *method)
{
  struct galpha_model *model    = method->model;
  const struct galpha_point *at = &model->at;
  int ret = galpha_sys_nonholonomic_jac(model->sys, at->t, at->q, at->v);
  if (!ret) { ret = galpha_reaction_loads(&model->reaction, at, model->f); }
  if (!ret) { galpha_model_balance(model); }
  return ret;
}

static int residual(struct galpha_method *method, int stage, N_Vector x,
                    N_Vector r)
{
  galpha_model_go_to(method->model, x);
  return stage == 0
           ? galpha_method_equations(method, r, galpha_method_dynamic_row,
                                     galpha_method_position_rows)
           : galpha_method_equations(method, r, velocity_dynamics,
                                     velocity_rows);
}

/* Stores the positions, a~, lambda~, psi~ of stage 1; evaluates G and g_t there for
 * stage 2. */
static int end_positions(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  galpha_add(model->q_base, 1.0, model->d, s->q);
  galpha_method_acceleration(method, method->a_tilde);
  if (!model->sys->m) { return 0; }
  galpha_model_multipliers(model, method->l_tilde, method->p_tilde);
  const int ret = galpha_sys_reaction_jac(model->sys, s->t, s->q);
  if (ret || model->sys->scleronomic) { return ret; }
  return galpha_sys_rate(model->sys, s->t, s->q, method->gt);
}

/* e = a - a~ is the last step's e, from which stage 2 started, plus the correction. */
static void end_velocities(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  struct galpha_state *s         = method->hist->trial;
  galpha_method_take(method);
  if (model->sys->m)
  {
    galpha_add(now->e, 1.0 / method->coef.y_new, model->d, s->e);
    galpha_add(method->a_tilde, 1.0, s->e, s->a);
    galpha_add(s->lambda, -1.0, method->l_tilde, s->e_lambda);
  }
  else
  {
    N_VConst(0.0, s->e);
    N_VScale(1.0, method->a_tilde, s->a);
  }
  if (model->sys->m && method->p_tilde)
  {
    galpha_add(s->psi, -1.0, method->p_tilde, s->e_psi);
  }
  galpha_soi2_end(method);
}

static int end(struct galpha_method *method, int stage, N_Vector x)
{
  galpha_model_parts(method->model, x);
  const int ret = stage == 0 ? end_positions(method) : 0;
  if (!ret && stage == stages(method) - 1) { end_velocities(method); }
  return ret;
}

/* Stage 1: v_n. Stage 2: the velocities of stage 1, without the last step's e. */
void galpha_soi2_keep_velocities(struct galpha_method *method, int stage,
                                 N_Vector x)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  if (stage == 0)
  {
    galpha_method_keep_velocities(method, now->v, x);
    return;
  }
  N_VConst(0.0, x);
  galpha_model_split(model, x);
  N_VScale(-method->coef.y_new, now->e, model->d);
  galpha_model_merge(model, x);
}

void galpha_soi2_estimate(struct galpha_method *method, int algebraic,
                          N_Vector est_q, N_Vector est_v)
{
  (void)algebraic;
  galpha_method_error(method, 0, method->a_tilde, est_q, est_v);
}

void galpha_soi2_dense(const struct galpha_method *method, sunrealtype t, int k,
                       N_Vector out)
{
  galpha_method_dense(method, t, k, false, out);
}

const struct galpha_method_traits galpha_soi2_traits = {
  .relax_size         = RELAX_SIZE,
  .looser             = true,
  .h_deadband         = H_DEADBAND,
  .transient_by_force = true,
  .loads              = true,
  .interpolates       = true};

/* The BDF in the place of the recursion; M is taken at the predicted positions. */
static int predict_bdf(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  galpha_bdf_predict(method, method->hist->now->e);
  if (!model->sys->mass) { return 0; }
  galpha_bdf_predicted(method, GALPHA_TRACK_Q, 0, model->work);
  return galpha_sys_mass(model->sys, method->hist->trial->t, model->work);
}

static int begin_bdf(struct galpha_method *method, int stage)
{
  if (stage > 0)
  {
    begin_velocities(method);
    return 0;
  }
  galpha_bdf_base(method, method->hist->now->e);
  galpha_soi2_begin(method);
  return 0;
}

static const struct galpha_method_ops soi2_bdf = {
  GALPHA_BDF_MECHANICS,
  .name            = "SOI2 with BDF",
  .formulation     = GALPHA_SOI2,
  .predict         = predict_bdf,
  .stages          = stages,
  .begin           = begin_bdf,
  .residual        = residual,
  .end             = end,
  .keep_velocities = galpha_soi2_keep_velocities};

const struct galpha_method_ops galpha_method_soi2 = {
  GALPHA_SOI2_MEMBER,   .name = "SOI2",   .formulation = GALPHA_SOI2,
  .higher = &soi2_bdf,  .stages = stages, .begin = begin,
  .residual = residual, .end = end};
