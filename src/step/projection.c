#include "step/projection.h"

#include "method/residual_recursion.h"

static bool is_first(const struct galpha_method *method)
{
  return method->hist->now->h == 0.0;
}

/* Index 3: multipliers jump when h changes, and with them a across the constraints, so
 * only the part of the estimate along the manifold counts. The projector is the present
 * iteration matrix, which also filters stiff modes that the step does not resolve.
 * Dampers and friction are taken out of it: they would reduce any error by their share
 * of the matrix. The part across the constraints counts in two cases: for positions with
 * nonholonomic constraints, which leave them free; across g in the first step, where h
 * has not changed. From rest the acceleration along the manifold is an even function of
 * time at first, and only the other part shows that the step is too long. */
static int project_mechanics(struct galpha_method *method, struct galpha_ls *ls,
                             N_Vector est, bool positions)
{
  struct galpha_model *model   = method->model;
  const struct galpha_sys *sys = model->sys;
  if (!sys->m && !sys->p) { return 0; }
  N_VConst(0.0, model->rq);
  galpha_block_mul(sys->M, 1.0 - method->family->alpha_m, est, model->rq);
  galpha_block_mul(sys->block[GALPHA_BLOCK_FV].A,
                   -(1.0 - method->family->alpha_f) * method->coef.z_new, est,
                   model->rq);
  if (model->rl) { N_VConst(0.0, model->rl); }
  if (model->rp) { N_VConst(0.0, model->rp); }
  if (model->rl && is_first(method))
  {
    galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, est, model->rl);
  }
  if (model->rp && positions)
  {
    galpha_block_mul(sys->block[GALPHA_BLOCK_K].A, 1.0, est, model->rp);
    galpha_block_mul(sys->block[GALPHA_BLOCK_KQ].A, 1.0 / method->coef.dv, est,
                     model->rp);
  }
  galpha_pack(&model->parts, model->rq, model->rl, model->rp, model->packed);
  galpha_model_states_zero(model, model->packed);
  const int ret = galpha_ls_solve(ls, model->packed);
  if (!ret) { galpha_unpack(&model->parts, model->packed, est, NULL, NULL); }
  return ret;
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
