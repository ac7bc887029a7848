/* Generalized-alpha-SOI2 in two stages. Stage 1 gives the positions with the
 * auxiliary a~, lambda~, psi~; stage 2 the velocities, a, lambda, psi with the
 * velocity constraints at those positions. Both use one (n+m+p) matrix. */
#include "method/soi2.h"

/* M_alpha a_alpha: that of the last step corrected by Jay and Negrut (2009), (14b),
 * which for a constant M is the product with the corrected a, or anew. Where products
 * cost less than a sum of vectors it is not kept. */
static int mass_alpha(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  struct galpha_state *s         = method->hist->trial;
  const struct galpha_coef *c    = &method->coef;
  const sunrealtype alpha        = method->family->alpha;
  if (model->sys->diagonal_M) { return 0; }
  if (c->h_last != 0.0 &&
      (!model->sys->mass || method->opt.mass_alpha == GALPHA_MASS_PREVIOUS))
  {
    N_VLinearSum(1.0 + c->shift, now->Ma, -c->shift, now->Ma_used, s->Ma_used);
    return 0;
  }
  if (model->sys->mass)
  {
    N_VLinearSum(1.0, now->q, alpha * c->h, now->v, model->work);
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
  N_VLinearSum(1.0, now->q, ahead, now->v, model->work);
  return galpha_sys_mass(model->sys, now->t + ahead, model->work);
}

/* Until the end of the step s->f is what belongs to its start, alpha_m M_alpha a_alpha
 * - alpha_f f_n. */
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
  return method->model->sys->m
           ? 2
           : 1; /* without g it is Jay and Negrut (2009), (10) */
}

/* Stage 2 starts from stage 1 (d) and the last step's difference of the two: the
 * base moves by both, a~ stays. */
static void begin_velocities(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  const struct galpha_coef *c    = &method->coef;
  N_Vector move                  = model->work;
  N_VLinearSum(1.0, model->d, c->y_new, now->e, move);
  N_VLinearSum(1.0, model->q_base, 1.0, move, model->q_base);
  N_VLinearSum(1.0, model->v_base, c->dv, move, model->v_base);
  galpha_sys_inertia(model->sys, 1.0 - method->family->alpha_m, move, 1.0,
                     model->rc, model->rc);
  N_VLinearSum(1.0, method->l_tilde, 1.0, now->e_lambda, model->l_pred);
  if (model->p_pred)
  {
    N_VLinearSum(1.0, method->p_tilde, 1.0, now->e_psi, model->p_pred);
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

/* g_t + g_y z = 0 and k = 0 at the positions of stage 1, scaled as k above. */
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

/* The dynamics of stage 2 take G at the positions of stage 1, as (13e) of Jay and
 * Negrut (2009) does: the block stays as end_positions left it. With the reactions'
 * share in the matrix G is evaluated at q(a) like f0: with G(q_{n+1}) the matrix would
 * not be the derivative of these rows, and stage 2 would stall. */
static int velocity_dynamics(struct galpha_method *method)
{
  struct galpha_model *model    = method->model;
  const struct galpha_point *at = &model->at;
  int ret = galpha_sys_nonholonomic_jac(model->sys, at->t, at->q, at->v);
  if (!ret) { ret = galpha_share_loads(&model->share, at, model->f); }
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

/* Positions and a~ of stage 1, and what stage 2 needs at them. */
static int end_positions(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  N_VLinearSum(1.0, model->q_base, 1.0, model->d, s->q);
  galpha_method_acceleration(method, method->a_tilde);
  if (!model->sys->m) { return 0; }
  galpha_model_multipliers(model, method->l_tilde, method->p_tilde);
  const int ret = galpha_sys_reaction_jac(model->sys, s->t, s->q);
  if (ret || model->sys->scleronomic) { return ret; }
  return galpha_sys_rate(model->sys, s->t, s->q, method->gt);
}

/* a - a~ is what stage 2 started from and its correction. */
static void end_velocities(struct galpha_method *method)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  struct galpha_state *s         = method->hist->trial;
  galpha_method_take(method);
  if (model->sys->m)
  {
    N_VLinearSum(1.0, now->e, 1.0 / method->coef.y_new, model->d, s->e);
    N_VLinearSum(1.0, method->a_tilde, 1.0, s->e, s->a);
    N_VLinearSum(1.0, s->lambda, -1.0, method->l_tilde, s->e_lambda);
  }
  else
  {
    N_VConst(0.0, s->e);
    N_VScale(1.0, method->a_tilde, s->a);
  }
  if (model->sys->m && method->p_tilde)
  {
    N_VLinearSum(1.0, s->psi, -1.0, method->p_tilde, s->e_psi);
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

/* In stage 2 those of stage 1, without the last step's difference of the two. */
void galpha_soi2_keep_velocities(struct galpha_method *method, int stage,
                                 N_Vector x)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  if (stage == 0)
  {
    galpha_method_keep(method, now->v, x);
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

const struct galpha_method_traits galpha_soi2_traits = {.loose_from   = 500.0,
                                                        .change_band  = 1.1,
                                                        .by_force     = true,
                                                        .order        = 2,
                                                        .interpolates = true};

const struct galpha_method_ops galpha_method_soi2 = {
  .name            = "SOI2",
  .order           = 2,
  .candidates      = galpha_method_same_order,
  .formulation     = GALPHA_SOI2,
  .traits          = &galpha_soi2_traits,
  .predict         = galpha_soi2_predict,
  .stages          = stages,
  .begin           = begin,
  .residual        = residual,
  .end             = end,
  .keep_velocities = galpha_soi2_keep_velocities,
  .estimate        = galpha_soi2_estimate,
  .dense           = galpha_soi2_dense};
