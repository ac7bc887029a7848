/* The projections of manifold.h for the mechanical form. */
#include <math.h>

#include "base/tuning.h"
#include "step/manifold.h"
#include "step/projection.h"

static bool has(const struct galpha_method *method)
{
  return method->model->rl != NULL;
}

/* Right-hand sides rl, rp of a projection: 0 removes the part of est across the
 * constraints, the residual of est keeps it. Kept are the parts across nonholonomic
 * constraints in positions, which these do not restrict, and in positions across g in the
 * first step, where h has not changed. (From rest the acceleration along the manifold is an even
 * function of time at first, and only the part across shows that the step is too long.) */
static void scale_across(struct galpha_method *method, N_Vector est,
                         bool positions)
{
  const struct galpha_sys *sys = method->model->sys;
  if (method->model->rl) { N_VConst(0.0, method->model->rl); }
  if (method->model->rp) { N_VConst(0.0, method->model->rp); }
  if (method->model->rl && positions && method->hist->now->h == 0.0)
  {
    galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, est, method->model->rl);
  }
  if (method->model->rp && positions)
  {
    galpha_block_mul(sys->block[GALPHA_BLOCK_K].A, 1.0, est, method->model->rp);
    galpha_block_mul(sys->block[GALPHA_BLOCK_KQ].A, 1.0 / method->coef.dv, est,
                     method->model->rp);
  }
}

static void scale_mass(struct galpha_method *method, N_Vector est)
{
  N_VConst(0.0, method->model->rq);
  galpha_block_mul(method->model->sys->M, method->model->stage.weight_m, est,
                   method->model->rq);
}

/* est = the solution for the right-hand sides rq, rl, rp; unchanged if there is none. */
static int solve(struct galpha_method *method, struct galpha_ls *ls,
                 int (*with)(struct galpha_ls *ls, N_Vector b), N_Vector est)
{
  galpha_pack(&method->model->parts, method->model->rq, method->model->rl,
              method->model->rp, method->model->packed);
  galpha_model_states_zero(method->model, method->model->packed);
  const int ret = with(ls, method->model->packed);
  if (!ret)
  {
    galpha_unpack(&method->model->parts, method->model->packed, est, NULL,
                  NULL);
  }
  return ret;
}

/* When h changes, multipliers jump, and with them a across the constraints, so the
 * error test uses only the part of the estimate along the manifold. The projector is
 * the iteration matrix, which also filters stiff modes that the step does not resolve.
 * The right-hand side compensates for dampers and friction in the matrix, which would
 * otherwise reduce every error. */
static int project(struct galpha_method *method, struct galpha_ls *ls,
                   N_Vector est, bool positions)
{
  const struct galpha_sys *sys = method->model->sys;
  if (!sys->m && !sys->p) { return 0; }
  scale_mass(method, est);
  galpha_block_mul(sys->block[GALPHA_BLOCK_FV].A,
                   -method->model->stage.weight_f * method->coef.z_new, est,
                   method->model->rq);
  scale_across(method, est, positions);
  return solve(method, ls, galpha_ls_solve, est);
}

/* false: velocities are tested as h v, or there are no constraints. */
static bool keep(struct galpha_method *method, N_Vector est)
{
  const struct galpha_sys *sys = method->model->sys;
  if (method->model->level_v || (!sys->m && !sys->p)) { return false; }
  N_VScale(1.0, est, method->a_tilde); /* unused in index 3 */
  return true;
}

/* See manifold.h. If the system with M has no solution, est = e. */
static int hidden(struct galpha_method *method, struct galpha_ls *ls,
                  N_Vector est, sunrealtype size)
{
  const int flag = ls->last_flag;
  const sunrealtype factor =
    method->model->stage.weight_f * method->model->stage.beta_h2;
  N_VConst(0.0, method->model->rq);
  int ret = method->model->ops->stiffness(method->model, factor, est,
                                          method->model->rq);
  if (ret) { return ret; }
  const sunrealtype stiff = N_VMaxNorm(method->model->rq);
  scale_mass(method, method->a_tilde);
  if (stiff * size <= PROJECT_HIDDEN * N_VMaxNorm(method->model->rq))
  {
    return 0;
  }
  N_VScale(1.0, method->a_tilde, est);
  scale_across(method, est, false);
  ret = solve(method, ls, galpha_ls_solve_mass, est);
  if (ret < 0 || method->model->sys->fail.what) { return ret; }
  galpha_ls_set_flag(ls, flag);
  return 0;
}

/* g_t is not 0 at this state, or cannot be evaluated. */
static bool moves_at(struct galpha_method *method, const struct galpha_state *s)
{
  return galpha_sys_rate(method->model->sys, s->t, s->q, method->gt) != 0 ||
         N_VMaxNorm(method->gt) > 0.0;
}

/* k at fixed q and v differs at the ends of the step. */
static bool speeds_change(struct galpha_method *method)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  if (!model->rp) { return false; }
  int ret = galpha_sys_k(model->sys, s->t, s->q, s->v, model->rp);
  if (!ret)
  {
    ret = galpha_sys_k(model->sys, method->hist->now->t, s->q, s->v, model->dp);
  }
  if (!ret) { N_VLinearSum(1.0, model->rp, -1.0, model->dp, model->rp); }
  return ret != 0 || N_VMaxNorm(model->rp) > 0.0;
}

/* A drive may come to rest within the step. */
static bool is_driven(struct galpha_method *method)
{
  const struct galpha_hist *hist = method->hist;
  if (method->gt &&
      (moves_at(method, hist->trial) || moves_at(method, hist->now)))
  {
    return true;
  }
  return speeds_change(method);
}

/* rl = -h (g_t + G v) at the last state. At a start, a differenced g_t uses later times
 * only: before, the drive may have been another one, or none. */
static int velocity_defect(struct galpha_method *method)
{
  struct galpha_sys *sys         = method->model->sys;
  const struct galpha_state *now = method->hist->now;
  const sunrealtype dt           = sys->rate.dt;
  int ret = galpha_sys_holonomic_jac(sys, now->t, now->q);
  if (now->h == 0.0) { galpha_sys_set_increment(sys, -dt, sys->rate.dt_most); }
  if (!ret)
  {
    ret = galpha_sys_gdot(sys, now->t, now->q, now->v,
                          sys->block[GALPHA_BLOCK_G].A, method->model->rl);
  }
  galpha_sys_set_increment(sys, dt, sys->rate.dt_most);
  N_VScale(-method->coef.h, method->model->rl, method->model->rl);
  return ret;
}

static int across(struct galpha_method *method, struct galpha_ls *ls,
                  N_Vector dv, bool anew)
{
  struct galpha_model *model = method->model;
  N_VConst(0.0, model->rq);
  N_VConst(0.0, model->rl);
  if (model->rp) { N_VConst(0.0, model->rp); }
  const int ret = anew ? velocity_defect(method) : 0;
  if (ret) { return ret; }
  galpha_block_mul(model->sys->block[GALPHA_BLOCK_G].A, method->coef.h, dv,
                   model->rl);
  return solve(method, ls, galpha_ls_solve, dv);
}

/* The correction estimated from the last one is small. */
static bool is_small(struct galpha_method *method,
                     const struct galpha_velocity_off *off, sunrealtype rate)
{
  const sunrealtype size =
    fmax(N_VMaxNorm(method->hist->now->v), N_VMaxNorm(method->hist->trial->v));
  return off->known && off->per_rate * rate <= VELOCITY_SMALL * size;
}

static int correction(struct galpha_method *method, struct galpha_ls *ls,
                      N_Vector dv, struct galpha_velocity_off *off, bool *known)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  SUNMatrix G                  = model->sys->block[GALPHA_BLOCK_G].A;
  int ret = galpha_sys_gdot(model->sys, s->t, s->q, s->v, G, model->rl);
  if (ret) { return ret; }
  const sunrealtype rate = N_VMaxNorm(model->rl);
  if (known)
  {
    *known = !is_small(method, off, rate);
    if (!*known) { return 0; }
  }
  N_VConst(0.0, model->rq);
  if (model->rp) { N_VConst(0.0, model->rp); }
  ret = solve(method, ls, galpha_ls_solve, dv);
  if (ret || !off) { return ret; }
  off->known    = rate > 0.0;
  off->per_rate = rate > 0.0 ? N_VMaxNorm(dv) / rate : 0.0;
  return 0;
}

/* Jumps of the derivative of g_t can be found only if the user gives g_t. */
static bool has_drive(struct galpha_method *method, enum galpha_drive which,
                      struct galpha_drive_room *room)
{
  struct galpha_model *model = method->model;
  const bool given           = model->sys->gt != NULL;
  const bool sought =
    which == GALPHA_DRIVE_RATE ||
    (which == GALPHA_DRIVE_SLOPE && given && method->traits->jumps);
  *room = (struct galpha_drive_room){!given || which == GALPHA_DRIVE_SLOPE,
                                     model->rl,
                                     model->dl,
                                     method->gt,
                                     method->l_tilde,
                                     0};
  return sought && method->gt && is_driven(method);
}

static int drive(struct galpha_method *method, enum galpha_drive which,
                 sunrealtype t, N_Vector out)
{
  struct galpha_sys *sys = method->model->sys;
  N_Vector q             = method->hist->now->q;
  (void)which;
  return sys->gt ? galpha_sys_rate(sys, t, q, out)
                 : galpha_sys_g(sys, t, q, out);
}

static int velocity_change(struct galpha_method *method, struct galpha_ls *ls,
                           enum galpha_drive which, N_Vector change,
                           N_Vector dv)
{
  struct galpha_model *model = method->model;
  (void)which;
  if (change != model->rl) { N_VScale(1.0, change, model->rl); }
  N_VConst(0.0, model->rq);
  if (model->rp) { N_VConst(0.0, model->rp); }
  return solve(method, ls, galpha_ls_solve, dv);
}

static int find_rows(struct galpha_method *method, bool velocities)
{
  (void)method;
  (void)velocities;
  return 0;
}

static int across_trial(struct galpha_method *method, struct galpha_ls *ls,
                        N_Vector x)
{
  struct galpha_model *model = method->model;
  N_VConst(0.0, model->rq);
  N_VConst(0.0, model->rl);
  if (model->rp) { N_VConst(0.0, model->rp); }
  galpha_block_mul(model->sys->block[GALPHA_BLOCK_G].A, 1.0, x, model->rl);
  const int ret = solve(method, ls, galpha_ls_solve, x);
  return ret || galpha_vector_finite(model->packed) ? ret : 1;
}

/* The factor of the reactions that balances the inertia of x best; false: it does not. */
static bool balances(struct galpha_model *model, N_Vector x,
                     sunrealtype *factor)
{
  struct galpha_sys *sys = model->sys;
  N_Vector inertia = model->rq, reactions = model->v_base;
  N_VConst(0.0, inertia);
  N_VConst(0.0, reactions);
  galpha_block_mul(sys->M, 1.0, x, inertia);
  galpha_block_tmul(sys->block[GALPHA_BLOCK_G].A, 1.0, model->rl, reactions);
  if (model->rp)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, 1.0, model->rp, reactions);
  }
  return galpha_project_balances(inertia, reactions, factor);
}

static int balance_trial(struct galpha_method *method, struct galpha_ls *ls,
                         N_Vector x)
{
  struct galpha_model *model = method->model;
  struct galpha_state *s     = method->hist->trial;
  sunrealtype factor         = 0.0;
  if (model->sys->general) { return 1; }
  int ret = across_trial(method, ls, x);
  if (ret) { return ret; }
  galpha_unpack(&model->parts, model->packed, model->rq, model->rl, model->rp);
  const bool holds = balances(model, x, &factor);
  ret              = galpha_sys_products(model->sys);
  if (ret || !holds) { return ret ? ret : 1; }
  N_VLinearSum(1.0, s->lambda, factor, model->rl, s->lambda);
  if (model->rp) { N_VLinearSum(1.0, s->psi, factor, model->rp, s->psi); }
  galpha_redundant_minimal_norm_of(&model->red, s->lambda, s->psi);
  N_VLinearSum(1.0, s->qdd, 1.0, x, s->qdd);
  return 0;
}

static int displacement(struct galpha_method *method, struct galpha_ls *ls,
                        N_Vector x)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  const int ret = galpha_sys_g(model->sys, s->t, s->q, model->rl);
  N_VConst(0.0, model->rq);
  if (model->rp) { N_VConst(0.0, model->rp); }
  return ret ? ret : solve(method, ls, galpha_ls_solve, x);
}

static int across_velocities(struct galpha_method *method, struct galpha_ls *ls,
                             sunrealtype t, N_Vector q, N_Vector v, N_Vector dv)
{
  struct galpha_model *model = method->model;
  N_VConst(0.0, dv);
  if (!model->rp) { return 0; }
  const int ret = galpha_sys_k(model->sys, t, q, v, model->rp);
  N_VConst(0.0, model->rq);
  if (model->rl) { N_VConst(0.0, model->rl); }
  return ret ? ret : solve(method, ls, galpha_ls_solve, dv);
}

const struct galpha_manifold galpha_manifold_mechanics = {
  has,       project,      keep,          hidden,       is_driven,
  across,    correction,   has_drive,     drive,        velocity_change,
  find_rows, across_trial, balance_trial, displacement, across_velocities,
  true,      false,        true};
