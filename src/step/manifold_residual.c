/* The projections of manifold.h for the residual form, whose constraints are the rows
 * of F that contain y only. */
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"
#include "step/manifold.h"
#include "step/projection.h"

static bool has(const struct galpha_method *method)
{
  (void)method;
  return true;
}

static int project(struct galpha_method *method, struct galpha_ls *ls,
                   N_Vector est, bool positions)
{
  struct galpha_model *model = method->model;
  int ret =
    galpha_method_res_estimate_rhs(method, est, positions, model->packed);
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  if (!ret) { galpha_method_res_project(method, model->packed, est); }
  return ret;
}

static bool is_driven(struct galpha_method *method)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  int ret = galpha_res_eval(model->res, s->t, s->q, s->v, model->f, model->rq);
  if (!ret)
  {
    ret = galpha_res_eval(model->res, s->t - s->h, s->q, s->v, model->f,
                          model->packed);
  }
  N_VLinearSum(1.0, model->rq, -1.0, model->packed, model->packed);
  return ret != 0 || N_VMaxNorm(model->packed) > 0.0;
}

/* out = F(t, y + c x, y' + dv x, y'' + a c_a x) - F(t, y, y', y'') at the point, where F is
 * model->rq. */
static int change(struct galpha_method *method, sunrealtype c, sunrealtype dv,
                  sunrealtype a, N_Vector x, N_Vector out)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  N_Vector y = model->d, yp = model->w_base, ypp = model->rc;
  N_VLinearSum(1.0, model->at.q, c, x, y);
  N_VLinearSum(1.0, model->at.v, dv, x, yp);
  N_VProd(res->ca, x, ypp);
  N_VLinearSum(1.0, model->f, a, ypp, ypp);
  const int ret = galpha_res_eval(res, model->at.t, y, yp, ypp, out);
  N_VLinearSum(1.0, out, -1.0, model->rq, out);
  return ret;
}

/* model->work > 0 in the rows, except constraints (rows with y alone), in which a
 * displacement by x, an estimate of y', causes stiffness and damping forces greater than
 * PROJECT_HIDDEN times the inertia of an error of y' of one tolerance. Differenced with
 * the increments s x and -s x, since a contact acts in one direction. */
static int stiff_rows(struct galpha_method *method, N_Vector x, sunrealtype s)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  N_Vector up = model->packed, down = model->q_base, only = model->v_base;
  int ret = change(method, s, s * res->c[1], 0.0, x, up);
  if (!ret) { ret = change(method, -s, -s * res->c[1], 0.0, x, down); }
  N_VLinearSum(0.5 / s, up, -0.5 / s, down, up);
  if (!ret) { ret = galpha_find_rows(method, 0, only); }
  galpha_vector_signs(model->work, 0.0);
  N_VDiv(model->work, model->ewt_v, model->work);
  N_VProd(res->space.mask[2], model->work, model->work);
  if (!ret) { ret = change(method, 0.0, 0.0, 1.0, model->work, down); }
  N_VAbs(up, up);
  N_VAbs(down, down);
  N_VLinearSum(1.0, up, -PROJECT_HIDDEN, down, up);
  N_VProd(only, up, down);
  N_VLinearSum(1.0, up, -1.0, down, model->work);
  return ret;
}

/* Saves the unprojected estimate of v; false: velocities are tested as h v. */
static bool keep(struct galpha_method *method, N_Vector est)
{
  if (method->model->level_v) { return false; }
  N_VScale(1.0, est, method->a_tilde); /* unused in this form */
  return true;
}

/* Some row is stiff along x, or F cannot be evaluated nearby. An increment of one
 * tolerance finds a contact that x itself does not reach; the increment x finds friction,
 * which saturates in larger ones. */
static bool is_stiff(struct galpha_method *method, N_Vector x)
{
  struct galpha_model *model = method->model;
  const sunrealtype size     = galpha_norm(x, model->ewt_q);
  const sunrealtype by[]     = {1.0 / size, 1.0};
  const int ret = galpha_res_eval(model->res, model->at.t, model->at.q,
                                  model->at.v, model->f, model->rq);
  if (ret || size == 0.0) { return ret != 0; }
  for (int i = 0; i < 2; i++)
  {
    if (stiff_rows(method, x, by[i])) { return true; }
    N_VScale(-1.0, model->work, model->work);
    if (!(N_VMin(model->work) >= 0.0)) { return true; }
  }
  return false;
}

static int hidden(struct galpha_method *method, struct galpha_ls *ls,
                  N_Vector est, sunrealtype size)
{
  struct galpha_model *model       = method->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = ls->last_flag;
  (void)size;
  if (!is_stiff(method, est)) { return 0; }
  N_VScale(1.0, method->a_tilde, est);
  int ret = change(method, 0.0, 0.0, 1.0, est, model->packed);
  N_VScale(PROJECT_SHORT * PROJECT_SHORT, model->packed, model->packed);
  if (!ret)
  {
    ret = galpha_ls_res_solve_short(ls, PROJECT_SHORT, model->packed);
  }
  if (ret < 0) { return ret; }
  if (!ret && galpha_vector_finite(model->packed))
  {
    galpha_method_res_project(method, model->packed, est);
    galpha_model_keep_second(model, est);
  }
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(ls, flag);
  return 0;
}

/* out = F of the state s, which becomes the point. */
static int eval_at(struct galpha_model *model, const struct galpha_state *s,
                   N_Vector out)
{
  galpha_model_set_time(model, s->t);
  N_VScale(1.0, s->q, model->at.q);
  N_VScale(1.0, s->v, model->at.v);
  galpha_space_scale(&model->res->space, 1.0, 0.0, s->qdd, model->f);
  return galpha_res_eval(model->res, s->t, s->q, s->v, model->f, out);
}

/* packed = change of the constraints if t changes by dt and y by c x from the state s,
 * without the dynamic rows: projecting them would reintroduce unresolved stiff modes. */
static int move(struct galpha_method *method, const struct galpha_state *s,
                sunrealtype dt, sunrealtype c, N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_res *res     = model->res;
  N_Vector only              = model->q_base;
  int ret                    = eval_at(model, s, model->rq);
  if (!ret) { ret = galpha_find_rows(method, 0, only); }
  if (ret) { return ret; }
  galpha_space_scale(&res->space, c, c, x, model->work);
  N_VLinearSum(1.0, s->q, 1.0, model->work, model->work);
  ret =
    galpha_res_eval(res, s->t + dt, model->work, s->v, model->f, model->packed);
  N_VLinearSum(1.0, model->packed, -1.0, model->rq, model->packed);
  N_VProd(only, model->packed, model->packed);
  return ret;
}

/* packed -= h times the time derivative of the constraints at the state s, by central
 * differences along its motion. */
static int subtract_rate(struct galpha_method *method,
                         const struct galpha_state *s)
{
  struct galpha_model *model = method->model;
  const sunrealtype little   = VELOCITY_LITTLE * method->coef.h;
  N_Vector sum               = method->a_tilde; /* unused in this form */
  N_VScale(1.0, model->packed, sum);
  int ret = 0;
  for (int i = -1; i <= 1 && !ret; i += 2)
  {
    ret = move(method, s, i * little, i * little, s->v);
    N_VLinearSum(1.0, sum, -i * 0.5 / VELOCITY_LITTLE, model->packed, sum);
  }
  N_VScale(1.0, sum, model->packed);
  return ret;
}

static int across(struct galpha_method *method, struct galpha_ls *ls,
                  N_Vector dv, bool anew)
{
  struct galpha_model *model = method->model;
  galpha_model_keep_second(model, dv);
  int ret = move(method, method->hist->now, 0.0, method->coef.h, dv);
  if (!ret && anew) { ret = subtract_rate(method, method->hist->now); }
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  if (!ret) { N_VProd(model->res->space.mask[2], model->packed, dv); }
  return ret;
}

/* The displacement of the step is far larger than that of the last one, or differs from h
 * v by more than half of itself. This test needs no residual. */
static bool is_odd(const struct galpha_method *method, N_Vector displacement,
                   N_Vector rest)
{
  const struct galpha_hist *h = method->hist;
  N_VLinearSum(1.0, h->now->q, -1.0, h->prev->q, rest);
  galpha_model_keep_second(method->model, rest);
  const sunrealtype last = N_VMaxNorm(rest);
  N_VLinearSum(1.0, h->trial->q, -1.0, h->now->q, displacement);
  N_VLinearSum(method->coef.h, h->trial->v, -1.0, displacement, rest);
  galpha_model_keep_second(method->model, displacement);
  galpha_model_keep_second(method->model, rest);
  const sunrealtype now = N_VMaxNorm(displacement);
  return !(now <= VELOCITY_FAR * last) || !(N_VMaxNorm(rest) <= 0.5 * now);
}

static int correction(struct galpha_method *method, struct galpha_ls *ls,
                      N_Vector dv, struct galpha_velocity_off *off, bool *known)
{
  struct galpha_model *model = method->model;
  if (off)
  {
    *known = is_odd(method, dv, model->work);
    if (!*known) { return 0; }
  }
  N_VConst(0.0, model->packed);
  int ret = subtract_rate(method, method->hist->trial);
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  N_VScale(-1.0 / method->coef.h, model->packed, dv);
  galpha_model_keep_second(model, dv);
  return ret;
}

/* Marks the rows of the drive in method->a_tilde, unused by this form between attempts. */
static bool has_drive(struct galpha_method *method, enum galpha_drive which,
                      struct galpha_drive_room *room)
{
  struct galpha_model *model     = method->model;
  struct galpha_res *res         = model->res;
  const struct galpha_state *now = method->hist->now;
  const bool rows                = which == GALPHA_DRIVE_ROWS;
  N_Vector only                  = method->a_tilde;
  *room = (struct galpha_drive_room){!rows,     model->q_base, model->v_base,
                                     model->rc, model->w_base, 0};
  if (!method->traits->jumps || which == GALPHA_DRIVE_SLOPE ||
      (rows && !res->space.has[1]))
  {
    return false;
  }
  int ret = eval_at(model, now, model->rq);
  if (!ret) { ret = galpha_find_rows(method, 0, only); }
  if (ret || !rows) { return ret == 0; }
  N_VScale(1.0, only, room->now);
  ret = galpha_find_rows(method, 2, only);
  N_VLinearSum(1.0, only, -1.0, room->now, only);
  return ret == 0;
}

static int drive(struct galpha_method *method, enum galpha_drive which,
                 sunrealtype t, N_Vector out)
{
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  (void)which;
  const int ret = galpha_res_eval(model->res, t, now->q, now->v, model->f, out);
  N_VProd(method->a_tilde, out, out);
  return ret;
}

/* GALPHA_DRIVE_ROWS: a jump of y' of order 1 moves the constraints, and these the
 * velocities. */
static int velocity_change(struct galpha_method *method, struct galpha_ls *ls,
                           enum galpha_drive which, N_Vector change,
                           N_Vector dv)
{
  struct galpha_model *model = method->model;
  const sunrealtype c = which == GALPHA_DRIVE_ROWS ? model->res->c[0] : 1.0;
  N_VScale(-c, change, model->packed);
  const int ret = galpha_ls_solve(ls, model->packed);
  N_VProd(model->res->space.mask[2], model->packed, dv);
  return ret;
}

static int find_rows(struct galpha_method *method, bool velocities)
{
  struct galpha_model *model = method->model;
  N_Vector only              = method->a_tilde;
  int ret                    = eval_at(model, method->hist->trial, model->rq);
  if (!ret) { ret = galpha_find_rows(method, 0, only); }
  if (ret || !velocities) { return ret; }
  N_VScale(1.0, only, model->q_base);
  ret = galpha_find_rows(method, 1, only);
  N_VLinearSum(1.0, only, -1.0, model->q_base, only);
  return ret;
}

static int displacement(struct galpha_method *method, struct galpha_ls *ls,
                        N_Vector x)
{
  struct galpha_model *model = method->model;
  int ret = eval_at(model, method->hist->trial, model->packed);
  N_VProd(method->a_tilde, model->packed, model->packed);
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  N_VProd(model->res->space.mask[2], model->packed, x);
  return ret;
}

/* packed = the solution, with the present matrix, for a displacement by x, and y' with it, of
 * so small a size that the constraints are linear in it; returns that size in *c. */
static int displace(struct galpha_method *method, struct galpha_ls *ls,
                    N_Vector x, sunrealtype *c)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  const sunrealtype size       = N_VMaxNorm(x);
  N_VScale(1.0, s->q, model->work);
  galpha_model_keep_second(model, model->work);
  *c = ALTERNATION_MOVE * N_VMaxNorm(model->work) / size;
  if (!(*c > 0.0) || !isfinite(*c)) { return 1; }
  const struct galpha_res *res = model->res;
  N_VLinearSum(1.0, s->q, *c, x, model->work);
  /* y' by the shift of the matrix, which may be that of another h */
  N_VLinearSum(1.0, s->v, *c * res->c[1] * ls->cj_built / res->c[0], x,
               model->d);
  int ret = galpha_res_eval(model->res, s->t, model->work, model->d, model->f,
                            model->packed);
  N_VLinearSum(1.0, model->packed, -1.0, model->rq, model->packed);
  N_VProd(method->a_tilde, model->packed, model->packed);
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  return ret || galpha_vector_finite(model->packed) ? ret : 1;
}

static int across_trial(struct galpha_method *method, struct galpha_ls *ls,
                        N_Vector x)
{
  struct galpha_model *model = method->model;
  sunrealtype c              = 0.0;
  if (!(N_VMaxNorm(x) > 0.0)) { return 0; }
  const int ret = displace(method, ls, x, &c);
  if (ret) { return ret; }
  N_VProd(model->res->space.mask[2], model->packed, x);
  N_VScale(1.0 / c, x, x);
  return 0;
}

/* out = F with y'' + x, or y + x, less F of the trial state. */
static int effect(struct galpha_method *method, N_Vector x, bool of_y,
                  N_Vector out)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  N_VLinearSum(1.0, of_y ? s->q : model->f, 1.0, x, model->work);
  const int ret = galpha_res_eval(model->res, s->t, of_y ? model->work : s->q,
                                  s->v, of_y ? model->f : model->work, out);
  N_VLinearSum(1.0, out, -1.0, model->rq, out);
  return ret;
}

/* The matrix may be that of another h: its multipliers then balance another multiple of
 * x. */
static int balance_trial(struct galpha_method *method, struct galpha_ls *ls,
                         N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  N_Vector by = model->v_base, of_x = model->q_base, of_by = model->d;
  sunrealtype factor = 0.0;
  int ret            = across_trial(method, ls, x);
  if (ret) { return ret; }
  galpha_space_keep(&model->res->space, 0, model->packed, by);
  ret = effect(method, x, false, of_x);
  if (!ret) { ret = effect(method, by, true, of_by); }
  if (ret) { return ret; }
  if (!galpha_project_balances(of_x, of_by, &factor)) { return 1; }
  N_VLinearSum(1.0, s->q, factor, by, s->q);
  N_VLinearSum(1.0, s->qdd, 1.0, x, s->qdd);
  return 0;
}

static int across_velocities(struct galpha_method *method, struct galpha_ls *ls,
                             sunrealtype t, N_Vector q, N_Vector v, N_Vector dv)
{
  struct galpha_model *model = method->model;
  int ret = galpha_res_eval(model->res, t, q, v, model->f, model->packed);
  N_VProd(method->a_tilde, model->packed, model->packed);
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  N_VProd(model->res->space.mask[2], model->packed, dv);
  N_VScale(model->res->c[1] * ls->cj_built / model->res->c[0], dv, dv);
  return ret;
}

const struct galpha_manifold galpha_manifold_residual = {
  has,       project,      keep,          hidden,       is_driven,
  across,    correction,   has_drive,     drive,        velocity_change,
  find_rows, across_trial, balance_trial, displacement, across_velocities,
  false,     true,         false};
