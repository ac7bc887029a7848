#include "step/velocity_correction.h"

#include <math.h>

#define NOTHING     1e-100 /* square of a change of F that is none */
#define FAR         1.5    /* times the way of the last step */
#define LITTLE      1e-3   /* of a step */
#define SMALL_SHARE 0.1    /* of a velocity, which need not be looked at */
#define ROUNDED     1e-9   /* relative change of h by rounding, before a stop */

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
         c->h_last != 0.0 && fabs(c->h - c->h_last) > ROUNDED * fabs(c->h) &&
         form->last_order == 2;
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

/* By how much dt and c x move constraints from the state s. Rows of dynamics, which x
 * would move too, count as 0: stiff forces would let unresolved vibrations through. */
static int move_residual(struct galpha_form *form, const struct galpha_state *s,
                         sunrealtype dt, sunrealtype c, N_Vector x)
{
  struct galpha_res *res = form->res;
  N_Vector only          = form->q_base;
  form->at.t             = s->t;
  N_VScale(1.0, s->q, form->at.q);
  N_VScale(1.0, s->v, form->at.v);
  galpha_res_scale(res, 1.0, 0.0, s->qdd, form->f);
  int ret = galpha_res_eval(res, s->t, s->q, s->v, form->f, form->rq);
  if (!ret) { ret = find_constraints(form, only); }
  if (ret) { return ret; }
  galpha_res_scale(res, c, 0.0, x, form->work);
  N_VLinearSum(1.0, s->q, 1.0, form->work, form->work);
  ret =
    galpha_res_eval(res, s->t + dt, form->work, s->v, form->f, form->packed);
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
  if (form->res)
  {
    ret = move_residual(form, form->hist->now, 0.0, form->coef.h, dv);
  }
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

static void keep_second(const struct galpha_form *form, N_Vector x)
{
  if (form->res) { N_VProd(form->res->mask[2], x, x); }
}

/* The way made in the step is far more than that of the last one or than what h v would
 * make: a look that costs nothing. */
static bool is_odd(const struct galpha_form *form, N_Vector way, N_Vector rest)
{
  const struct galpha_hist *h = form->hist;
  N_VLinearSum(1.0, h->now->q, -1.0, h->prev->q, rest);
  keep_second(form, rest);
  const sunrealtype last = N_VMaxNorm(rest);
  N_VLinearSum(1.0, h->trial->q, -1.0, h->now->q, way);
  N_VLinearSum(form->coef.h, h->trial->v, -1.0, way, rest);
  keep_second(form, way);
  keep_second(form, rest);
  const sunrealtype now = N_VMaxNorm(way);
  return !(now <= FAR * last) || !(N_VMaxNorm(rest) <= 0.5 * now);
}

/* The correction of the velocity that meets the constraints into dv; *known false: it
 * must be small. */
static int correction_mechanics(struct galpha_form *form, struct galpha_ls *ls,
                                N_Vector dv, struct galpha_velocity_off *off,
                                bool *known)
{
  const struct galpha_state *s = form->hist->trial;
  SUNMatrix G                  = form->sys->block[GALPHA_BLOCK_G].A;
  int ret = galpha_sys_gdot(form->sys, s->t, s->q, s->v, G, form->rl);
  if (ret) { return ret; }
  const sunrealtype rate = N_VMaxNorm(form->rl);
  const sunrealtype size =
    fmax(N_VMaxNorm(form->hist->now->v), N_VMaxNorm(s->v));
  *known = !(off->known && off->per_rate * rate <= SMALL_SHARE * size);
  if (!*known) { return 0; }
  N_VConst(0.0, form->rq);
  if (form->rp) { N_VConst(0.0, form->rp); }
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
  ret = galpha_ls_solve(ls, form->packed);
  if (ret) { return ret; }
  galpha_unpack(&form->parts, form->packed, dv, NULL, NULL);
  off->known    = rate > 0.0;
  off->per_rate = rate > 0.0 ? N_VMaxNorm(dv) / rate : 0.0;
  return 0;
}

static int correction_residual(struct galpha_form *form, struct galpha_ls *ls,
                               N_Vector dv, bool *known)
{
  const struct galpha_state *s = form->hist->trial;
  const sunrealtype little     = LITTLE * form->coef.h;
  *known                       = is_odd(form, dv, form->work);
  if (!*known) { return 0; }
  int ret = move_residual(form, s, little, little, s->v);
  if (!ret) { ret = galpha_ls_solve(ls, form->packed); }
  N_VScale(1.0 / little, form->packed, dv);
  keep_second(form, dv);
  return ret;
}

int galpha_velocity_off(struct galpha_form *form, struct galpha_ls *ls,
                        N_Vector dv, struct galpha_velocity_off *off)
{
  const struct galpha_hist *h = form->hist;
  bool known                  = false;
  off->share                  = 0.0;
  if (!galpha_form_is_index3(form) || !(form->res || form->rl) ||
      galpha_hist_depth(h) < 4)
  {
    return 0;
  }
  const int ret = form->res ? correction_residual(form, ls, dv, &known)
                            : correction_mechanics(form, ls, dv, off, &known);
  if (ret || !known) { return ret; }
  N_VLinearSum(1.0, h->trial->v, -1.0, dv, form->work);
  keep_second(form, form->work);
  sunrealtype right = N_VMaxNorm(form->work);
  N_VScale(1.0, h->now->v, form->work);
  keep_second(form, form->work);
  right              = fmax(right, N_VMaxNorm(form->work));
  const bool matters = fabs(form->coef.h) * N_VWrmsNorm(dv, form->ewt_q) > 1.0;
  if (matters && right > 0.0) { off->share = N_VMaxNorm(dv) / right; }
  return 0;
}
