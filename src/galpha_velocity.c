#include "galpha_velocity.h"

#include <math.h>

#define NOTHING     1e-100 /* square of a change of F that is none */
#define SMALL_SHARE 0.1    /* of a velocity, which need not be looked at */

static bool has_offset(const struct galpha_form *form)
{
  const struct galpha_method *m = form->meth;
  return galpha_form_is_index3(form) && (form->res || form->rl) &&
         galpha_form_order(form) == 2 &&
         fabs(m->gamma + m->alpha - 0.5) <= 1e-9;
}

static bool is_change(const struct galpha_form *form,
                      const struct galpha_ls *ls)
{
  const struct galpha_coef *c = &form->coef;
  return form->opt.correct == GALPHA_CORRECT_VELOCITIES && ls->current &&
         c->h_last != 0.0 && c->h != c->h_last && form->last_order == 2;
}

/* The residual form has a start of its own. */
static bool is_start(const struct galpha_form *form)
{
  return !form->res && form->coef.h_last == 0.0 &&
         galpha_form_is_smooth(form) && N_VMaxNorm(form->jerk) > 0.0;
}

/* y''' as 6 times the third divided difference of the last four y, or while there are
 * fewer from two accelerations. Positions along the gradients do not depend on the
 * velocities corrected; accelerations do, and the correction would feed upon itself. */
static void jerk(const struct galpha_form *form, N_Vector out)
{
  const struct galpha_hist *hist = form->hist;
  const struct galpha_state *now = hist->now, *prev = hist->prev;
  N_Vector y[4] = {now->q, prev->q, hist->older[0].q, hist->older[1].q};
  const sunrealtype t[4] = {now->t, prev->t, hist->older[0].t,
                            hist->older[1].t};
  if (galpha_hist_depth(hist) < 4)
  {
    const sunrealtype f = 1.0 / form->coef.h_last;
    N_VLinearSum(f, now->a, -f, now->a_used, out);
    return;
  }
  N_VConst(0.0, out);
  for (int i = 0; i < 4; i++)
  {
    sunrealtype w = 6.0;
    for (int j = 0; j < 4; j++) { w /= j != i ? t[i] - t[j] : 1.0; }
    N_VLinearSum(1.0, out, w, y[i], out);
  }
}

/* c (h_last^2 - h^2) y'''. */
static void whole_change(const struct galpha_form *form, N_Vector dv)
{
  const sunrealtype r = form->coef.h_last / form->coef.h;
  jerk(form, dv);
  N_VScale(form->coef.err_y * (r * r - 1.0), dv, dv);
}

/* r: 1 where F at form->at, which is form->rq, contains y alone, of components of
 * order 1 and 2: in constraints. Else next to 0. */
static int find_constraints(struct galpha_form *form, N_Vector r)
{
  struct galpha_res *res = form->res;
  N_Vector y = form->d, yp = form->w_base, ypp = form->rc;
  N_VInv(form->ewt_q, form->work);
  N_VProd(res->signs, form->work, form->work);
  N_VProd(res->mask[0], form->work, y);
  N_VLinearSum(1.0, form->at.q, 1.0, y, y);
  N_VProd(res->cv, form->work, yp);
  N_VLinearSum(1.0, form->at.v, 1.0, yp, yp);
  N_VProd(res->ca, form->work, ypp);
  N_VLinearSum(1.0, form->f, 1.0, ypp, ypp);
  const int ret = galpha_res_eval(res, form->at.t, y, yp, ypp, r);
  N_VLinearSum(1.0, r, -1.0, form->rq, r);
  N_VProd(r, r, r);
  N_VScale(1.0 / NOTHING, r, r);
  N_VAddConst(r, 1.0, r);
  N_VInv(r, r);
  return ret;
}

/* By how much h dv moves constraints. Rows of dynamics, which it would move too,
 * count as 0: stiff forces would let unresolved vibrations through. */
static int move_residual(struct galpha_form *form, N_Vector dv)
{
  struct galpha_res *res         = form->res;
  const struct galpha_state *now = form->hist->now;
  N_Vector only                  = form->q_base;
  form->at.t                     = now->t;
  N_VScale(1.0, now->q, form->at.q);
  N_VScale(1.0, now->v, form->at.v);
  galpha_res_scale(res, 1.0, 0.0, now->qdd, form->f);
  int ret = galpha_res_eval(res, now->t, now->q, now->v, form->f, form->rq);
  if (!ret) { ret = find_constraints(form, only); }
  if (ret) { return ret; }
  galpha_res_scale(res, form->coef.h, 0.0, dv, form->work);
  N_VLinearSum(1.0, now->q, 1.0, form->work, form->work);
  ret = galpha_res_eval(res, now->t, form->work, now->v, form->f, form->packed);
  N_VLinearSum(1.0, form->packed, -1.0, form->rq, form->packed);
  N_VProd(only, form->packed, form->packed);
  return ret;
}

static void move_mechanics(struct galpha_form *form, N_Vector dv)
{
  N_VConst(0.0, form->rq);
  N_VConst(0.0, form->rl);
  if (form->rp) { N_VConst(0.0, form->rp); }
  galpha_block_mul(form->sys->block[GALPHA_BLOCK_G].A, form->coef.h, dv,
                   form->rl);
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
}

static int project(struct galpha_form *form, struct galpha_ls *ls, N_Vector dv)
{
  int ret = 0;
  if (form->res) { ret = move_residual(form, dv); }
  else { move_mechanics(form, dv); }
  if (!ret) { ret = galpha_ls_solve(ls, form->packed); }
  /* a Krylov solver makes little of a product that is to end the run */
  if (ret > 0 && form->sys->fail.what && form->sys->fail.ret < 0) { ret = -1; }
  if (ret) { return ret; }
  if (form->res) { N_VProd(form->res->mask[2], form->packed, dv); }
  else { galpha_unpack(&form->parts, form->packed, dv, NULL, NULL); }
  return galpha_vector_finite(dv) ? 0 : 1;
}

int galpha_velocity_correct(struct galpha_form *form, struct galpha_ls *ls,
                            N_Vector dv)
{
  const struct galpha_failure kept = form->sys->fail;
  const int flag                   = ls->last_flag;
  int ret                          = 0;
  if (!has_offset(form)) { return 0; }
  if (is_start(form))
  {
    N_VScale(-form->coef.err_y, form->jerk, dv);
    ret = galpha_ls_setup_mass(ls, 1.0);
  }
  else if (is_change(form, ls)) { whole_change(form, dv); }
  else { return 0; }
  if (!ret) { ret = project(form, ls, dv); }
  if (ret < 0) { return ret; }
  if (!ret)
  {
    N_VLinearSum(1.0, form->v_start, 1.0 / form->coef.h, dv, form->zt);
    form->v_start = form->zt;
  }
  form->sys->fail = kept;
  ls->last_flag   = flag;
  return 0;
}

/* The correction of the velocity that meets the constraints, from their residual in rl. */
static int meet_constraints(struct galpha_form *form, struct galpha_ls *ls,
                            N_Vector dv)
{
  N_VConst(0.0, form->rq);
  if (form->rp) { N_VConst(0.0, form->rp); }
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
  const int ret = galpha_ls_solve(ls, form->packed);
  if (!ret) { galpha_unpack(&form->parts, form->packed, dv, NULL, NULL); }
  return ret;
}

int galpha_velocity_off(struct galpha_form *form, struct galpha_ls *ls,
                        N_Vector dv, struct galpha_velocity_off *off)
{
  struct galpha_sys *sys       = form->sys;
  const struct galpha_state *s = form->hist->trial;
  off->share                   = 0.0;
  const bool settled           = galpha_hist_depth(form->hist) == 4;
  if (!galpha_form_is_index3(form) || form->res || !form->rl || !settled)
  {
    return 0;
  }
  int ret = galpha_sys_gdot(sys, s->t, s->q, s->v, sys->block[GALPHA_BLOCK_G].A,
                            form->rl);
  if (ret) { return ret; }
  const sunrealtype rate = N_VMaxNorm(form->rl);
  const sunrealtype last = N_VMaxNorm(form->hist->now->v);
  const sunrealtype size = fmax(last, N_VMaxNorm(s->v));
  if (off->known && off->per_rate * rate <= SMALL_SHARE * size) { return 0; }
  ret = meet_constraints(form, ls, dv);
  if (ret) { return ret; }
  N_VLinearSum(1.0, s->v, -1.0, dv, form->work);
  const sunrealtype most  = N_VMaxNorm(dv);
  const sunrealtype right = fmax(last, N_VMaxNorm(form->work));
  const bool matters = fabs(form->coef.h) * N_VWrmsNorm(dv, form->ewt_q) > 1.0;
  off->known         = rate > 0.0;
  off->per_rate      = rate > 0.0 ? most / rate : 0.0;
  if (matters && right > 0.0) { off->share = most / right; }
  return 0;
}
