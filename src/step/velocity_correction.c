#include "step/velocity_correction.h"

#include <math.h>

#define NOTHING     1e-100 /* square of a change of F that is none */
#define FAR         1.5    /* times the way of the last step */
#define LITTLE      1e-3   /* of a step */
#define SMALL_SHARE 0.1    /* of a velocity, which need not be looked at */
#define ROUNDED     1e-9   /* relative change of h by rounding, before a stop */

static bool has_offset(const struct galpha_method *method)
{
  struct galpha_model *model    = method->model;
  const struct galpha_family *m = method->family;
  return method->traits->jumps && (model->res || model->rl) &&
         galpha_method_order(method) == 2 &&
         fabs(m->gamma + m->alpha - 0.5) <= 1e-9;
}

static bool is_change(const struct galpha_method *method,
                      const struct galpha_ls *ls)
{
  const struct galpha_coef *c = &method->coef;
  return method->opt.correct == GALPHA_CORRECT_VELOCITIES && ls->current &&
         c->h_last != 0.0 && fabs(c->h - c->h_last) > ROUNDED * fabs(c->h) &&
         method->last_order == 2;
}

/* The residual form has a start of its own. */
static bool is_start(const struct galpha_method *method)
{
  return !method->model->res && method->coef.h_last == 0.0 &&
         galpha_method_is_smooth(method) && N_VMaxNorm(method->jerk) > 0.0;
}

/* y''' as 6 times the third divided difference of the last four y, or while there are
 * fewer from two accelerations. Positions along the gradients do not depend on the
 * velocities corrected; accelerations do, and the correction would feed upon itself. */
static void jerk(const struct galpha_method *method, N_Vector out)
{
  const struct galpha_hist *hist = method->hist;
  const struct galpha_state *now = hist->now, *prev = hist->prev;
  N_Vector y[4] = {now->q, prev->q, hist->older[0].q, hist->older[1].q};
  const sunrealtype t[4] = {now->t, prev->t, hist->older[0].t,
                            hist->older[1].t};
  if (galpha_hist_depth(hist) < 4)
  {
    const sunrealtype f = 1.0 / method->coef.h_last;
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
static void whole_change(const struct galpha_method *method, N_Vector dv)
{
  const sunrealtype r = method->coef.h_last / method->coef.h;
  jerk(method, dv);
  N_VScale(method->coef.err_y * (r * r - 1.0), dv, dv);
}

/* r: 1 where F at form->at, which is form->rq, contains y alone, of components of
 * order 1 and 2: in constraints. Else next to 0. */
static int find_constraints(struct galpha_method *method, N_Vector r)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  N_Vector y = model->d, yp = model->w_base, ypp = model->rc;
  N_VInv(model->ewt_q, model->work);
  N_VProd(res->signs, model->work, model->work);
  N_VProd(res->mask[0], model->work, y);
  N_VLinearSum(1.0, model->at.q, 1.0, y, y);
  N_VProd(res->cv, model->work, yp);
  N_VLinearSum(1.0, model->at.v, 1.0, yp, yp);
  N_VProd(res->ca, model->work, ypp);
  N_VLinearSum(1.0, model->f, 1.0, ypp, ypp);
  const int ret = galpha_res_eval(res, model->at.t, y, yp, ypp, r);
  N_VLinearSum(1.0, r, -1.0, model->rq, r);
  N_VProd(r, r, r);
  N_VScale(1.0 / NOTHING, r, r);
  N_VAddConst(r, 1.0, r);
  N_VInv(r, r);
  return ret;
}

/* By how much dt and c x move constraints from the state s. Rows of dynamics, which x
 * would move too, count as 0: stiff forces would let unresolved vibrations through. */
static int move_residual(struct galpha_method *method,
                         const struct galpha_state *s, sunrealtype dt,
                         sunrealtype c, N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  N_Vector only              = model->q_base;
  model->at.t                = s->t;
  N_VScale(1.0, s->q, model->at.q);
  N_VScale(1.0, s->v, model->at.v);
  galpha_res_scale(res, 1.0, 0.0, s->qdd, model->f);
  int ret = galpha_res_eval(res, s->t, s->q, s->v, model->f, model->rq);
  if (!ret) { ret = find_constraints(method, only); }
  if (ret) { return ret; }
  galpha_res_scale(res, c, 0.0, x, model->work);
  N_VLinearSum(1.0, s->q, 1.0, model->work, model->work);
  ret =
    galpha_res_eval(res, s->t + dt, model->work, s->v, model->f, model->packed);
  N_VLinearSum(1.0, model->packed, -1.0, model->rq, model->packed);
  N_VProd(only, model->packed, model->packed);
  return ret;
}

static void move_mechanics(struct galpha_method *method, N_Vector dv)
{
  struct galpha_model *model = method->model;
  N_VConst(0.0, model->rq);
  N_VConst(0.0, model->rl);
  if (model->rp) { N_VConst(0.0, model->rp); }
  galpha_block_mul(model->sys->block[GALPHA_BLOCK_G].A, method->coef.h, dv,
                   model->rl);
  galpha_pack(&model->parts, model->rq, model->rl, model->rp, model->packed);
  galpha_model_states_zero(model, model->packed);
}

static int project(struct galpha_method *method, struct galpha_ls *ls,
                   N_Vector dv)
{
  struct galpha_model *model = method->model;
  int ret                    = 0;
  if (model->res)
  {
    ret = move_residual(method, method->hist->now, 0.0, method->coef.h, dv);
  }
  else { move_mechanics(method, dv); }
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  /* a Krylov solver makes little of a product that is to end the run */
  if (ret > 0 && model->sys->fail.what && model->sys->fail.ret < 0)
  {
    ret = -1;
  }
  if (ret) { return ret; }
  if (model->res) { N_VProd(model->res->mask[2], model->packed, dv); }
  else { galpha_unpack(&model->parts, model->packed, dv, NULL, NULL); }
  return galpha_vector_finite(dv) ? 0 : 1;
}

int galpha_velocity_correct(struct galpha_method *method, struct galpha_ls *ls,
                            N_Vector dv)
{
  struct galpha_model *model       = method->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = ls->last_flag;
  int ret                          = 0;
  if (!has_offset(method)) { return 0; }
  if (is_start(method))
  {
    N_VScale(-method->coef.err_y, method->jerk, dv);
    ret = galpha_ls_setup_mass(ls, 1.0);
  }
  else if (is_change(method, ls)) { whole_change(method, dv); }
  else { return 0; }
  if (!ret) { ret = project(method, ls, dv); }
  if (ret < 0) { return ret; }
  if (!ret)
  {
    N_VLinearSum(1.0, method->v_start, 1.0 / method->coef.h, dv, method->zt);
    method->v_start = method->zt;
  }
  model->sys->fail = kept;
  ls->last_flag    = flag;
  return 0;
}

static void keep_second(const struct galpha_method *method, N_Vector x)
{
  struct galpha_model *model = method->model;
  if (model->res) { N_VProd(model->res->mask[2], x, x); }
}

/* The way made in the step is far more than that of the last one or than what h v would
 * make: a look that costs nothing. */
static bool is_odd(const struct galpha_method *method, N_Vector way,
                   N_Vector rest)
{
  const struct galpha_hist *h = method->hist;
  N_VLinearSum(1.0, h->now->q, -1.0, h->prev->q, rest);
  keep_second(method, rest);
  const sunrealtype last = N_VMaxNorm(rest);
  N_VLinearSum(1.0, h->trial->q, -1.0, h->now->q, way);
  N_VLinearSum(method->coef.h, h->trial->v, -1.0, way, rest);
  keep_second(method, way);
  keep_second(method, rest);
  const sunrealtype now = N_VMaxNorm(way);
  return !(now <= FAR * last) || !(N_VMaxNorm(rest) <= 0.5 * now);
}

/* The correction of the velocity that meets the constraints into dv; *known false: it
 * must be small. */
static int correction_mechanics(struct galpha_method *method,
                                struct galpha_ls *ls, N_Vector dv,
                                struct galpha_velocity_off *off, bool *known)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  SUNMatrix G                  = model->sys->block[GALPHA_BLOCK_G].A;
  int ret = galpha_sys_gdot(model->sys, s->t, s->q, s->v, G, model->rl);
  if (ret) { return ret; }
  const sunrealtype rate = N_VMaxNorm(model->rl);
  const sunrealtype size =
    fmax(N_VMaxNorm(method->hist->now->v), N_VMaxNorm(s->v));
  *known = !(off->known && off->per_rate * rate <= SMALL_SHARE * size);
  if (!*known) { return 0; }
  N_VConst(0.0, model->rq);
  if (model->rp) { N_VConst(0.0, model->rp); }
  galpha_pack(&model->parts, model->rq, model->rl, model->rp, model->packed);
  galpha_model_states_zero(model, model->packed);
  ret = galpha_ls_solve(ls, model->packed);
  if (ret) { return ret; }
  galpha_unpack(&model->parts, model->packed, dv, NULL, NULL);
  off->known    = rate > 0.0;
  off->per_rate = rate > 0.0 ? N_VMaxNorm(dv) / rate : 0.0;
  return 0;
}

static int correction_residual(struct galpha_method *method,
                               struct galpha_ls *ls, N_Vector dv, bool *known)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  const sunrealtype little     = LITTLE * method->coef.h;
  *known                       = is_odd(method, dv, model->work);
  if (!*known) { return 0; }
  int ret = move_residual(method, s, little, little, s->v);
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  N_VScale(1.0 / little, model->packed, dv);
  keep_second(method, dv);
  return ret;
}

int galpha_velocity_off(struct galpha_method *method, struct galpha_ls *ls,
                        N_Vector dv, struct galpha_velocity_off *off)
{
  struct galpha_model *model  = method->model;
  const struct galpha_hist *h = method->hist;
  bool known                  = false;
  off->share                  = 0.0;
  if (!method->traits->jumps || !(model->res || model->rl) ||
      galpha_hist_depth(h) < 4)
  {
    return 0;
  }
  const int ret = model->res
                    ? correction_residual(method, ls, dv, &known)
                    : correction_mechanics(method, ls, dv, off, &known);
  if (ret || !known) { return ret; }
  N_VLinearSum(1.0, h->trial->v, -1.0, dv, model->work);
  keep_second(method, model->work);
  sunrealtype right = N_VMaxNorm(model->work);
  N_VScale(1.0, h->now->v, model->work);
  keep_second(method, model->work);
  right = fmax(right, N_VMaxNorm(model->work));
  const bool matters =
    fabs(method->coef.h) * N_VWrmsNorm(dv, model->ewt_q) > 1.0;
  if (matters && right > 0.0) { off->share = N_VMaxNorm(dv) / right; }
  return 0;
}
