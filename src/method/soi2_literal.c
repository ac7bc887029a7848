/* Generalized-alpha-SOI2 to the letter, Jay and Negrut (2009), (13). The unknowns are
 * a~, lambda~, psi~; inside every residual e = a - a~ and the differences of the
 * multipliers follow from (13e) minus (13d) and the velocity constraints, by a linear
 * solver on [(1-alpha_m) M  B ; g_y 0 ; k_z 0]. */
#include <float.h>
#include <math.h>

#include "method/soi2.h"

#define MAX_INNER 12

static int stages(const struct galpha_form *form)
{
  (void)form;
  return 1;
}

/* The trial's e starts from the last step's, and follows the iteration. */
static int begin(struct galpha_form *form, int stage)
{
  const struct galpha_state *now = form->hist->now;
  struct galpha_state *s         = form->hist->trial;
  (void)stage;
  form->inner_ready = false;
  N_VScale(1.0, now->e, s->e);
  if (form->dl) { N_VScale(1.0, now->e_lambda, s->e_lambda); }
  if (form->dp) { N_VScale(1.0, now->e_psi, s->e_psi); }
  galpha_form_base(form, now->v);
  galpha_soi2_begin(form);
  return 0;
}

/* z1 = z~ + h gamma e. */
static void correct_velocity(struct galpha_form *form)
{
  N_VLinearSum(1.0, form->zt, form->coef.z_new, form->hist->trial->e,
               form->at.v);
}

/* f(t1,y1,z1,lambda1,psi1) - f(t1,y1,z1,lambda~,psi~) of a general force. */
static int reaction_difference(struct galpha_form *form, N_Vector diff)
{
  struct galpha_state *s  = form->hist->trial;
  struct galpha_point end = form->at;
  int ret                 = galpha_sys_force(form->sys, &end, form->f);
  if (ret) { return ret; }
  if (form->dl)
  {
    end.lambda = s->lambda;
    N_VLinearSum(1.0, form->at.lambda, 1.0, s->e_lambda, s->lambda);
  }
  if (form->dp)
  {
    end.psi = s->psi;
    N_VLinearSum(1.0, form->at.psi, 1.0, s->e_psi, s->psi);
  }
  ret = galpha_sys_force(form->sys, &end, diff);
  N_VLinearSum(1.0, diff, -1.0, form->f, diff);
  return ret;
}

/* Rows of (13e) - (13d), (13g), (13i) for the present e, in positions. */
static int inner_residual(struct galpha_form *form)
{
  struct galpha_sys *sys       = form->sys;
  const struct galpha_state *s = form->hist->trial;
  const sunrealtype bh2 = form->coef.y_new, af = form->meth->alpha_f;
  int ret = galpha_sys_constraint_jac(sys, form->at.t, form->at.q, form->at.v);
  if (ret) { return ret; }
  N_VConst(0.0, form->rq);
  if (sys->general)
  {
    ret = reaction_difference(form, form->rq);
    if (ret) { return ret; }
    N_VScale(-(1.0 - af) * bh2, form->rq, form->rq);
  }
  else
  {
    const sunrealtype c = (1.0 - af) * bh2;
    if (form->dl)
    {
      galpha_block_tmul(sys->block[GALPHA_BLOCK_G].A, c, s->e_lambda, form->rq);
    }
    if (form->dp)
    {
      galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, c, s->e_psi, form->rq);
    }
  }
  galpha_block_mul(sys->M, (1.0 - form->meth->alpha_m) * bh2, s->e, form->rq);
  N_VScale(1.0, form->gt, form->rl);
  galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, form->at.v, form->rl);
  N_VScale(1.0 / form->coef.dv, form->rl, form->rl);
  if (!form->rp) { return 0; }
  ret = galpha_sys_k(sys, form->at.t, form->at.q, form->at.v, form->rp);
  N_VScale(1.0 / form->coef.dv, form->rp, form->rp);
  return ret;
}

/* One correction of e; *size is its share of the velocity tolerance. */
static int inner_step(struct galpha_form *form, sunrealtype *size)
{
  struct galpha_state *s = form->hist->trial;
  const sunrealtype bh2  = form->coef.y_new;
  const sunrealtype cl   = 1.0 / ((1.0 - form->meth->alpha_f) * bh2);
  int ret                = inner_residual(form);
  if (!ret && !form->inner_ready)
  {
    ret               = form->inner.setup(form->inner.ctx);
    form->inner_ready = ret == 0;
  }
  if (ret) { return ret; }
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
  ret = form->inner.solve(form->inner.ctx, form->packed);
  if (ret) { return ret; }
  galpha_unpack(&form->parts, form->packed, form->rq, form->rl, form->rp);
  N_VLinearSum(1.0, s->e, -1.0 / bh2, form->rq, s->e);
  N_VLinearSum(1.0, s->e_lambda, -cl, form->rl, s->e_lambda);
  if (form->rp) { N_VLinearSum(1.0, s->e_psi, -cl, form->rp, s->e_psi); }
  correct_velocity(form);
  *size = fabs(form->coef.dv) * galpha_form_velocity_norm(form, form->rq);
  return 0;
}

/* The last correction of z1 is in its last digits. */
static bool at_round_off(const struct galpha_form *form)
{
  const sunrealtype v =
    fmax(N_VMaxNorm(form->at.v),
         fabs(form->coef.h) * N_VMaxNorm(form->hist->now->a));
  return fabs(form->coef.dv) * N_VMaxNorm(form->rq) <= 1e3 * DBL_EPSILON * v;
}

/* e and the differences of the multipliers at the present point, whose velocity
 * z~ is replaced by z1. Twice: with the matrix at hand, then with a new one. */
static int inner_solve(struct galpha_form *form)
{
  N_VScale(1.0, form->at.v, form->zt);
  correct_velocity(form);
  int ret = galpha_sys_rate(form->sys, form->at.t, form->at.q, form->gt);
  for (int round = 0; !ret && round < 2; round++)
  {
    sunrealtype size = 0.0, last = HUGE_VAL;
    for (int i = 0; !ret && i < MAX_INNER; i++)
    {
      ret = inner_step(form, &size);
      /* done, or down to round-off where it no longer falls */
      if (!ret && (size <= form->inner_tol ||
                   (!(size < 0.5 * last) && at_round_off(form))))
      {
        return 0;
      }
      last = size;
    }
    form->inner_ready = false;
  }
  return ret ? ret : 1;
}

/* k at z~ of Jay and Negrut (2009), (13b) where there are two velocities. */
static int position_rows(struct galpha_form *form)
{
  return galpha_form_rows_at(form, form->sys->m ? form->zt : form->at.v);
}

static int residual(struct galpha_form *form, int stage, N_Vector x, N_Vector r)
{
  (void)stage;
  galpha_form_point(form, x);
  const int ret = form->sys->m ? inner_solve(form) : 0;
  return ret ? ret
             : galpha_form_equations(form, r, galpha_form_dynamic_row,
                                     position_rows);
}

static int end(struct galpha_form *form, int stage, N_Vector x)
{
  struct galpha_state *s = form->hist->trial;
  (void)stage;
  galpha_form_point(form, x);
  const int ret = form->sys->m ? inner_solve(form) : 0;
  if (ret) { return ret; }
  N_VScale(1.0, form->at.q, s->q);
  galpha_form_acceleration(form, form->a_tilde);
  galpha_form_take(form);
  if (!form->sys->m) { N_VScale(1.0, form->a_tilde, s->a); }
  else
  {
    N_VScale(1.0, form->at.v, s->v);
    N_VLinearSum(1.0, form->a_tilde, 1.0, s->e, s->a);
    N_VLinearSum(1.0, s->lambda, 1.0, s->e_lambda, s->lambda);
    if (form->dp) { N_VLinearSum(1.0, s->psi, 1.0, s->e_psi, s->psi); }
  }
  galpha_soi2_end(form);
  return 0;
}

const struct galpha_form_ops galpha_form_literal = {
  GALPHA_SOI2_LITERAL, galpha_soi2_predict, stages, begin, residual, end};
