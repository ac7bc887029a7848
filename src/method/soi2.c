/* Generalized-alpha-SOI2 in two stages. Stage 1 gives the positions with the
 * auxiliary a~, lambda~, psi~; stage 2 the velocities, a, lambda, psi with the
 * velocity constraints at those positions. Both use one (n+m+p) matrix. */
#include "method/soi2.h"

/* M_alpha a_alpha: that of the last step corrected by Jay and Negrut (2009), (14b),
 * which for a constant M is the product with the corrected a, or anew. Where products
 * cost less than a sum of vectors it is not kept. */
static int mass_alpha(struct galpha_form *form)
{
  const struct galpha_state *now = form->hist->now;
  struct galpha_state *s         = form->hist->trial;
  const struct galpha_coef *c    = &form->coef;
  const sunrealtype alpha        = form->meth->alpha;
  if (form->sys->diagonal_M) { return 0; }
  if (c->h_last != 0.0 &&
      (!form->sys->mass || form->opt.mass_alpha == GALPHA_MASS_PREVIOUS))
  {
    N_VLinearSum(1.0 + c->shift, now->Ma, -c->shift, now->Ma_used, s->Ma_used);
    return 0;
  }
  if (form->sys->mass)
  {
    N_VLinearSum(1.0, now->q, alpha * c->h, now->v, form->work);
    const int ret =
      galpha_sys_mass(form->sys, now->t + alpha * c->h, form->work);
    if (ret) { return ret; }
  }
  galpha_sys_inertia(form->sys, 1.0, s->a_used, 0.0, NULL, s->Ma_used);
  return 0;
}

int galpha_soi2_predict(struct galpha_form *form)
{
  const struct galpha_state *now = form->hist->now;
  const sunrealtype ahead        = (1.0 + form->meth->alpha) * form->coef.h;
  galpha_form_predict(form);
  const int ret = mass_alpha(form);
  if (ret || !form->sys->mass) { return ret; }
  N_VLinearSum(1.0, now->q, ahead, now->v, form->work);
  return galpha_sys_mass(form->sys, now->t + ahead, form->work);
}

/* Until the end of the step s->f is what belongs to its start, alpha_m M_alpha a_alpha
 * - alpha_f f_n. */
void galpha_soi2_begin(struct galpha_form *form)
{
  const sunrealtype am = form->meth->alpha_m, af = form->meth->alpha_f;
  const sunrealtype bh2  = form->coef.y_new;
  N_Vector last          = form->hist->now->f;
  struct galpha_state *s = form->hist->trial;
  if (form->sys->diagonal_M)
  {
    galpha_sys_inertia(form->sys, am, s->a_used, -af, last, s->f);
  }
  else { N_VLinearSum(am, s->Ma_used, -af, last, s->f); }
  galpha_sys_inertia(form->sys, (1.0 - am) * bh2, form->a_pred, bh2, s->f,
                     form->rc);
}

void galpha_soi2_end(struct galpha_form *form)
{
  const sunrealtype c    = 1.0 / (1.0 - form->meth->alpha_f);
  const sunrealtype cm   = c * (1.0 - form->meth->alpha_m);
  struct galpha_state *s = form->hist->trial;
  if (form->sys->diagonal_M)
  {
    galpha_sys_inertia(form->sys, cm, s->a, c, s->f, s->f);
    return;
  }
  galpha_sys_inertia(form->sys, 1.0, s->a, 0.0, NULL, s->Ma);
  N_VLinearSum(cm, s->Ma, c, s->f, s->f);
}

static int stages(const struct galpha_form *form)
{
  return form->sys->m ? 2 : 1; /* without g it is Jay and Negrut (2009), (10) */
}

/* Stage 2 starts from stage 1 (d) and the last step's difference of the two: the
 * base moves by both, a~ stays. */
static void begin_velocities(struct galpha_form *form)
{
  const struct galpha_state *now = form->hist->now;
  const struct galpha_coef *c    = &form->coef;
  N_Vector move                  = form->work;
  N_VLinearSum(1.0, form->d, c->y_new, now->e, move);
  N_VLinearSum(1.0, form->q_base, 1.0, move, form->q_base);
  N_VLinearSum(1.0, form->v_base, c->dv, move, form->v_base);
  galpha_sys_inertia(form->sys, 1.0 - form->meth->alpha_m, move, 1.0, form->rc,
                     form->rc);
  N_VLinearSum(1.0, form->l_tilde, 1.0, now->e_lambda, form->l_pred);
  if (form->p_pred)
  {
    N_VLinearSum(1.0, form->p_tilde, 1.0, now->e_psi, form->p_pred);
  }
  galpha_form_states_rebase(form);
}

static int begin(struct galpha_form *form, int stage)
{
  if (stage > 0)
  {
    begin_velocities(form);
    return 0;
  }
  galpha_form_base(form, form->hist->now->v);
  galpha_soi2_begin(form);
  return 0;
}

/* g_t + g_y z = 0 and k = 0 at the positions of stage 1, scaled as k above. */
static int velocity_rows(struct galpha_form *form)
{
  const struct galpha_state *s = form->hist->trial;
  const sunrealtype c          = 1.0 / form->coef.dv;
  if (form->sys->scleronomic) { N_VConst(0.0, form->rl); }
  else { N_VScale(c, form->gt, form->rl); }
  galpha_block_mul(form->sys->block[GALPHA_BLOCK_G].A, c, form->at.v, form->rl);
  if (!form->rp) { return 0; }
  const int ret = galpha_sys_k(form->sys, s->t, s->q, form->at.v, form->rp);
  N_VScale(c, form->rp, form->rp);
  return ret;
}

/* The dynamics of stage 2 take G at the positions of stage 1, as (13e) of Jay and
 * Negrut (2009) does: the block stays as end_positions left it. With the reactions'
 * share in the matrix G is evaluated at q(a) like f0: with G(q_{n+1}) the matrix would
 * not be the derivative of these rows, and stage 2 would stall. */
static int velocity_dynamics(struct galpha_form *form)
{
  const struct galpha_point *at = &form->at;
  int ret = galpha_sys_nonholonomic_jac(form->sys, at->t, at->q, at->v);
  if (!ret) { ret = galpha_share_loads(&form->share, at, form->f); }
  if (!ret) { galpha_form_balance(form); }
  return ret;
}

static int residual(struct galpha_form *form, int stage, N_Vector x, N_Vector r)
{
  galpha_form_go_to(form, x);
  return stage == 0
           ? galpha_form_equations(form, r, galpha_form_dynamic_row,
                                   galpha_form_position_rows)
           : galpha_form_equations(form, r, velocity_dynamics, velocity_rows);
}

/* Positions and a~ of stage 1, and what stage 2 needs at them. */
static int end_positions(struct galpha_form *form)
{
  struct galpha_state *s = form->hist->trial;
  N_VLinearSum(1.0, form->q_base, 1.0, form->d, s->q);
  galpha_form_acceleration(form, form->a_tilde);
  if (!form->sys->m) { return 0; }
  galpha_form_multipliers(form, form->l_tilde, form->p_tilde);
  const int ret = galpha_sys_reaction_jac(form->sys, s->t, s->q);
  if (ret || form->sys->scleronomic) { return ret; }
  return galpha_sys_rate(form->sys, s->t, s->q, form->gt);
}

/* a - a~ is what stage 2 started from and its correction. */
static void end_velocities(struct galpha_form *form)
{
  const struct galpha_state *now = form->hist->now;
  struct galpha_state *s         = form->hist->trial;
  galpha_form_take(form);
  if (form->sys->m)
  {
    N_VLinearSum(1.0, now->e, 1.0 / form->coef.y_new, form->d, s->e);
    N_VLinearSum(1.0, form->a_tilde, 1.0, s->e, s->a);
    N_VLinearSum(1.0, s->lambda, -1.0, form->l_tilde, s->e_lambda);
  }
  else
  {
    N_VConst(0.0, s->e);
    N_VScale(1.0, form->a_tilde, s->a);
  }
  if (form->sys->m && form->p_tilde)
  {
    N_VLinearSum(1.0, s->psi, -1.0, form->p_tilde, s->e_psi);
  }
  galpha_soi2_end(form);
}

static int end(struct galpha_form *form, int stage, N_Vector x)
{
  galpha_form_parts(form, x);
  const int ret = stage == 0 ? end_positions(form) : 0;
  if (!ret && stage == stages(form) - 1) { end_velocities(form); }
  return ret;
}

const struct galpha_form_ops galpha_form_soi2 = {
  GALPHA_SOI2, galpha_soi2_predict, stages, begin, residual, end};
