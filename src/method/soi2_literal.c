/* Generalized-alpha-SOI2 exactly as published: Jay and Negrut (2009), (13). The
 * unknowns are a~, lambda~, psi~. Each residual solves an inner system, (13e) minus
 * (13d) with the velocity constraints, for e = a - a~, lambda - lambda~, psi - psi~,
 * by a linear solver with the matrix [(1-alpha_m) M  B ; g_y 0 ; k_z 0]. */
#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "method/soi2.h"

static int stages(const struct galpha_method *method)
{
  (void)method;
  return 1;
}

/* e of the trial state starts from the last step's and is then updated by each
 * residual. */
static int begin(struct galpha_method *method, int stage)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  struct galpha_state *s         = method->hist->trial;
  (void)stage;
  method->inner_ready = false;
  N_VScale(1.0, now->e, s->e);
  if (model->dl) { N_VScale(1.0, now->e_lambda, s->e_lambda); }
  if (model->dp) { N_VScale(1.0, now->e_psi, s->e_psi); }
  galpha_method_base(method, now->v);
  galpha_soi2_begin(method);
  return 0;
}

/* z1 = z~ + h gamma e. */
static void correct_velocity(struct galpha_method *method)
{
  N_VLinearSum(1.0, method->zt, method->coef.z_new, method->hist->trial->e,
               method->model->at.v);
}

/* diff = f(t1,y1,z1,lambda1,psi1) - f(t1,y1,z1,lambda~,psi~), for forces that are
 * not linear in the multipliers. */
static int reaction_difference(struct galpha_method *method, N_Vector diff)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  struct galpha_point end    = model->at;
  int ret                    = galpha_sys_force(model->sys, &end, model->f);
  if (ret) { return ret; }
  if (model->dl)
  {
    end.lambda = s->lambda;
    N_VLinearSum(1.0, model->at.lambda, 1.0, s->e_lambda, s->lambda);
  }
  if (model->dp)
  {
    end.psi = s->psi;
    N_VLinearSum(1.0, model->at.psi, 1.0, s->e_psi, s->psi);
  }
  ret = galpha_sys_force(model->sys, &end, diff);
  N_VLinearSum(1.0, diff, -1.0, model->f, diff);
  return ret;
}

/* rq, rl, rp: the rows (13e) - (13d), (13g), (13i) at the current e, scaled to
 * positions. */
static int inner_residual(struct galpha_method *method)
{
  struct galpha_model *model   = method->model;
  struct galpha_sys *sys       = model->sys;
  const struct galpha_state *s = method->hist->trial;
  const sunrealtype bh2 = method->coef.y_new, af = method->family->alpha_f;
  int ret =
    galpha_sys_constraint_jac(sys, model->at.t, model->at.q, model->at.v);
  if (ret) { return ret; }
  N_VConst(0.0, model->rq);
  if (sys->general)
  {
    ret = reaction_difference(method, model->rq);
    if (ret) { return ret; }
    N_VScale(-(1.0 - af) * bh2, model->rq, model->rq);
  }
  else
  {
    const sunrealtype c = (1.0 - af) * bh2;
    if (model->dl)
    {
      galpha_block_tmul(sys->block[GALPHA_BLOCK_G].A, c, s->e_lambda,
                        model->rq);
    }
    if (model->dp)
    {
      galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, c, s->e_psi, model->rq);
    }
  }
  galpha_block_mul(sys->M, (1.0 - method->family->alpha_m) * bh2, s->e,
                   model->rq);
  N_VScale(1.0, method->gt, model->rl);
  galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, model->at.v, model->rl);
  N_VScale(1.0 / method->coef.dv, model->rl, model->rl);
  if (!model->rp) { return 0; }
  ret = galpha_sys_k(sys, model->at.t, model->at.q, model->at.v, model->rp);
  N_VScale(1.0 / method->coef.dv, model->rp, model->rp);
  return ret;
}

/* One Newton correction of e; *size is its norm in velocity tolerances. */
static int inner_step(struct galpha_method *method, sunrealtype *size)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  const sunrealtype bh2      = method->coef.y_new;
  const sunrealtype cl       = 1.0 / ((1.0 - method->family->alpha_f) * bh2);
  int ret                    = inner_residual(method);
  if (!ret)
  {
    ret = method->inner.setup(method->inner.ctx, !method->inner_ready);
    method->inner_ready = ret == 0;
  }
  if (ret) { return ret; }
  galpha_pack(&model->parts, model->rq, model->rl, model->rp, model->packed);
  galpha_model_states_zero(model, model->packed);
  ret = method->inner.solve(method->inner.ctx, model->packed);
  if (ret) { return ret; }
  galpha_unpack(&model->parts, model->packed, model->rq, model->rl, model->rp);
  N_VLinearSum(1.0, s->e, -1.0 / bh2, model->rq, s->e);
  N_VLinearSum(1.0, s->e_lambda, -cl, model->rl, s->e_lambda);
  if (model->rp) { N_VLinearSum(1.0, s->e_psi, -cl, model->rp, s->e_psi); }
  correct_velocity(method);
  *size = fabs(method->coef.dv) * galpha_model_velocity_norm(model, model->rq);
  return 0;
}

/* The last correction of z1 is at round-off level. */
static bool at_round_off(const struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  const sunrealtype v =
    fmax(N_VMaxNorm(model->at.v),
         fabs(method->coef.h) * N_VMaxNorm(method->hist->now->a));
  return fabs(method->coef.dv) * N_VMaxNorm(model->rq) <= 1e3 * DBL_EPSILON * v;
}

/* Solves for e and the differences of the multipliers at the current point, and
 * replaces its velocity z~ by z1. Two rounds: with the matrix at hand, then with a
 * new one. */
static int inner_solve(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  N_VScale(1.0, model->at.v, method->zt);
  correct_velocity(method);
  int ret = galpha_sys_rate(model->sys, model->at.t, model->at.q, method->gt);
  for (int round = 0; !ret && round < 2; round++)
  {
    sunrealtype size = 0.0, last = HUGE_VAL;
    for (int i = 0; !ret && i < LITERAL_INNER; i++)
    {
      ret = inner_step(method, &size);
      /* converged, or at round-off level and no longer decreasing */
      if (!ret && (size <= method->inner_tol ||
                   (!(size < 0.5 * last) && at_round_off(method))))
      {
        return 0;
      }
      last = size;
    }
    method->inner_ready = false;
  }
  return ret ? ret : 1;
}

/* k at z~ of Jay and Negrut (2009), (13b); without position constraints z~ = z1. */
static int position_rows(struct galpha_method *method)
{
  struct galpha_model *model = method->model;
  return galpha_model_rows_at(model, model->sys->m ? method->zt : model->at.v);
}

static int residual(struct galpha_method *method, int stage, N_Vector x,
                    N_Vector r)
{
  struct galpha_model *model = method->model;
  (void)stage;
  galpha_model_point(model, x);
  const int ret = model->sys->m ? inner_solve(method) : 0;
  return ret ? ret
             : galpha_method_equations(method, r, galpha_method_dynamic_row,
                                       position_rows);
}

static int end(struct galpha_method *method, int stage, N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  (void)stage;
  galpha_model_point(model, x);
  const int ret = model->sys->m ? inner_solve(method) : 0;
  if (ret) { return ret; }
  N_VScale(1.0, model->at.q, s->q);
  galpha_method_acceleration(method, method->a_tilde);
  galpha_method_take(method);
  if (!model->sys->m) { N_VScale(1.0, method->a_tilde, s->a); }
  else
  {
    N_VScale(1.0, model->at.v, s->v);
    N_VLinearSum(1.0, method->a_tilde, 1.0, s->e, s->a);
    N_VLinearSum(1.0, s->lambda, 1.0, s->e_lambda, s->lambda);
    if (model->dp) { N_VLinearSum(1.0, s->psi, 1.0, s->e_psi, s->psi); }
  }
  galpha_soi2_end(method);
  return 0;
}

const struct galpha_method_ops galpha_method_literal = {
  GALPHA_SOI2_MEMBER,
  .name        = "SOI2 as published",
  .formulation = GALPHA_SOI2_LITERAL,
  .inner       = true,
  .stages      = stages,
  .begin       = begin,
  .residual    = residual,
  .end         = end};
