#include "step/projection.h"

#include "method/residual_recursion.h"

static bool is_first(const struct galpha_form *form)
{
  return form->hist->now->h == 0.0;
}

/* Index 3: multipliers jump when h changes, and with them a across the constraints, so
 * only the part of the estimate along the manifold counts. The projector is the present
 * iteration matrix, which also filters stiff modes that the step does not resolve.
 * Dampers and friction are taken out of it: they would reduce any error by their share
 * of the matrix. The part across the constraints counts in two cases: for positions with
 * nonholonomic constraints, which leave them free; across g in the first step, where h
 * has not changed. From rest the acceleration along the manifold is an even function of
 * time at first, and only the other part shows that the step is too long. */
static int project_mechanics(struct galpha_form *form, struct galpha_ls *ls,
                             N_Vector est, bool positions)
{
  const struct galpha_sys *sys = form->sys;
  if (!sys->m && !sys->p) { return 0; }
  N_VConst(0.0, form->rq);
  galpha_block_mul(sys->M, 1.0 - form->meth->alpha_m, est, form->rq);
  galpha_block_mul(sys->block[GALPHA_BLOCK_FV].A,
                   -(1.0 - form->meth->alpha_f) * form->coef.z_new, est,
                   form->rq);
  if (form->rl) { N_VConst(0.0, form->rl); }
  if (form->rp) { N_VConst(0.0, form->rp); }
  if (form->rl && is_first(form))
  {
    galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, est, form->rl);
  }
  if (form->rp && positions)
  {
    galpha_block_mul(sys->block[GALPHA_BLOCK_K].A, 1.0, est, form->rp);
    galpha_block_mul(sys->block[GALPHA_BLOCK_KQ].A, 1.0 / form->coef.dv, est,
                     form->rp);
  }
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
  const int ret = galpha_ls_solve(ls, form->packed);
  if (!ret) { galpha_unpack(&form->parts, form->packed, est, NULL, NULL); }
  return ret;
}

static int project_residual(struct galpha_form *form, struct galpha_ls *ls,
                            N_Vector est, bool positions)
{
  int ret = galpha_form_res_weigh(form, est, positions, form->packed);
  if (!ret) { ret = galpha_ls_solve(ls, form->packed); }
  if (!ret) { galpha_form_res_project(form, form->packed, est); }
  return ret;
}

int galpha_project(struct galpha_form *form, struct galpha_ls *ls, N_Vector est,
                   bool positions)
{
  return form->res ? project_residual(form, ls, est, positions)
                   : project_mechanics(form, ls, est, positions);
}

/* Something moves the mechanism by its dependence on t: constraints of the
 * mechanical form, anything of the residual. */
static bool is_driven(struct galpha_form *form)
{
  const struct galpha_state *s = form->hist->trial;
  if (!form->res)
  {
    return form->gt && (galpha_sys_rate(form->sys, s->t, s->q, form->gt) != 0 ||
                        N_VMaxNorm(form->gt) > 0.0);
  }
  const sunrealtype before = s->t - 0.1 * s->h;
  int ret = galpha_res_eval(form->res, s->t, s->q, s->v, form->f, form->rq);
  if (!ret)
  {
    ret = galpha_res_eval(form->res, before, s->q, s->v, form->f, form->packed);
  }
  N_VLinearSum(1.0, form->rq, -1.0, form->packed, form->packed);
  return ret != 0 || N_VMaxNorm(form->packed) > 0.0;
}

bool galpha_project_wanted(struct galpha_form *form, sunrealtype error,
                           bool rings)
{
  if (!galpha_form_is_index3(form) ||
      (form->res && (error <= 1.0 || is_first(form))))
  {
    return false;
  }
  return !is_driven(form) ||
         (error > 1.0 && (rings || error <= GALPHA_PROJECT_NOISE));
}
