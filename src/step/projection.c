#include "step/projection.h"

#include "method/residual_recursion.h"
#include "model/mechanics_products.h"

#define DOUBT  0.5  /* estimates from here on may be reduced by stiffness */
#define HIDDEN 0.01 /* of the tolerance */

static bool is_first(const struct galpha_method *method)
{
  return method->hist->now->h == 0.0;
}

/* What the constraints are to see of an estimate, into rl, rp: positions lose across
 * nonholonomic constraints, which leave them free; the first step, where h has not
 * changed, counts across g. From rest the acceleration along the manifold is an even
 * function of time at first, and only the other part shows that the step is too long. */
static void weigh_across(struct galpha_method *method, N_Vector est,
                         bool positions)
{
  const struct galpha_sys *sys = method->model->sys;
  if (method->model->rl) { N_VConst(0.0, method->model->rl); }
  if (method->model->rp) { N_VConst(0.0, method->model->rp); }
  if (method->model->rl && is_first(method))
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

static void weigh_mass(struct galpha_method *method, N_Vector est)
{
  N_VConst(0.0, method->model->rq);
  galpha_block_mul(method->model->sys->M, method->model->stage.weight_m, est,
                   method->model->rq);
}

/* est = the solution for rq, rl, rp; as it was where there is none. */
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

/* Index 3: multipliers jump when h changes, and with them a across the constraints, so
 * only the part of the estimate along the manifold counts. The projector is the present
 * iteration matrix, which also filters stiff modes that the step does not resolve.
 * Dampers and friction are taken out of it: they would reduce any error by their share
 * of the matrix. */
static int project_mechanics(struct galpha_method *method, struct galpha_ls *ls,
                             N_Vector est, bool positions)
{
  const struct galpha_sys *sys = method->model->sys;
  if (!sys->m && !sys->p) { return 0; }
  weigh_mass(method, est);
  galpha_block_mul(sys->block[GALPHA_BLOCK_FV].A,
                   -method->model->stage.weight_f * method->coef.z_new, est,
                   method->model->rq);
  weigh_across(method, est, positions);
  return solve(method, ls, galpha_ls_solve, est);
}

/* (S - M) x at the end of the step into rq. */
static int stiff_part(struct galpha_method *method, N_Vector x)
{
  struct galpha_sys *sys  = method->model->sys;
  const sunrealtype share = method->model->stage.weight_f * method->coef.y_new;
  N_VConst(0.0, method->model->rq);
  if (!sys->by_product)
  {
    galpha_block_mul(sys->block[GALPHA_BLOCK_FQ].A, share, x,
                     method->model->rq);
    return 0;
  }
  const int ret = galpha_times_begin(sys, &method->model->at);
  return ret ? ret
             : galpha_times_forces(sys, &method->model->at, share, 0.0,
                                   N_VWrmsNorm(x, method->model->ewt_q), x,
                                   method->model->rq);
}

/* The whole estimate of velocities, for project_again; false: they count as h v, or
 * there is nothing to project with. */
static bool keep(struct galpha_method *method, N_Vector est)
{
  const struct galpha_sys *sys = method->model->sys;
  if (method->model->res || method->model->level_v || (!sys->m && !sys->p))
  {
    return false;
  }
  N_VScale(1.0, est, method->a_tilde); /* which index 3 does not use */
  return true;
}

/* x of S x + G^T mu = M e and y of M y + G^T nu = M e, G x = G y = 0, differ by the
 * part along the manifold of M^-1 (S - M) x. Where the second has no solution the whole
 * estimate counts; size: its own over the tolerance. */
static int project_again(struct galpha_method *method, struct galpha_ls *ls,
                         N_Vector est, sunrealtype size)
{
  const int flag = ls->last_flag;
  int ret        = stiff_part(method, est);
  if (ret) { return ret; }
  const sunrealtype stiff = N_VMaxNorm(method->model->rq);
  weigh_mass(method, method->a_tilde);
  if (stiff * size <= HIDDEN * N_VMaxNorm(method->model->rq)) { return 0; }
  N_VScale(1.0, method->a_tilde, est);
  weigh_across(method, est, false);
  ret = solve(method, ls, galpha_ls_solve_mass, est);
  if (ret < 0 || method->model->sys->fail.what) { return ret; }
  ls->last_flag = flag;
  return 0;
}

static int project_residual(struct galpha_method *method, struct galpha_ls *ls,
                            N_Vector est, bool positions)
{
  struct galpha_model *model = method->model;
  int ret = galpha_method_res_weigh(method, est, positions, model->packed);
  if (!ret) { ret = galpha_ls_solve(ls, model->packed); }
  if (!ret) { galpha_method_res_project(method, model->packed, est); }
  return ret;
}

int galpha_project(struct galpha_method *method, struct galpha_ls *ls,
                   N_Vector est, bool positions)
{
  return method->model->res ? project_residual(method, ls, est, positions)
                            : project_mechanics(method, ls, est, positions);
}

int galpha_project_estimates(struct galpha_method *method, struct galpha_ls *ls,
                             struct galpha_errtest *et, bool tested,
                             sunrealtype *filtered)
{
  const sunrealtype size = et->norm_v;
  const bool doubt       = tested && size > DOUBT && keep(method, et->est_v);
  int ret                = galpha_project(method, ls, et->est_q, true);
  if (!ret) { ret = galpha_project(method, ls, et->est_v, false); }
  *filtered = galpha_err_norm(et, method);
  if (ret || !doubt || *filtered > 1.0) { return ret; }
  return project_again(method, ls, et->est_v, size);
}

/* Something moves the mechanism by its dependence on t: constraints of the
 * mechanical form, anything of the residual. */
static bool is_driven(struct galpha_method *method)
{
  struct galpha_model *model   = method->model;
  const struct galpha_state *s = method->hist->trial;
  if (!model->res)
  {
    return method->gt &&
           (galpha_sys_rate(model->sys, s->t, s->q, method->gt) != 0 ||
            N_VMaxNorm(method->gt) > 0.0);
  }
  const sunrealtype before = s->t - 0.1 * s->h;
  int ret = galpha_res_eval(model->res, s->t, s->q, s->v, model->f, model->rq);
  if (!ret)
  {
    ret =
      galpha_res_eval(model->res, before, s->q, s->v, model->f, model->packed);
  }
  N_VLinearSum(1.0, model->rq, -1.0, model->packed, model->packed);
  return ret != 0 || N_VMaxNorm(model->packed) > 0.0;
}

bool galpha_project_wanted(struct galpha_method *method, sunrealtype error,
                           bool rings)
{
  if (!method->traits->jumps ||
      (method->model->res && (error <= 1.0 || is_first(method))))
  {
    return false;
  }
  return !is_driven(method) ||
         (error > 1.0 && (rings || error <= GALPHA_PROJECT_NOISE));
}
