#include "linear/reaction_control.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* out = J^-1 c R d / |d|; returns |out|, the contraction rate caused by a matrix J
 * without R in the direction d. NaN if it cannot be evaluated. */
static sunrealtype contraction(struct galpha_ls *ls, N_Vector d, N_Vector out)
{
  struct galpha_model *model    = ls->model;
  struct galpha_sys *sys        = model->sys;
  struct galpha_reaction_jac *s = &model->reaction;
  const sunrealtype norm        = galpha_norm(d, model->ewt_q);
  sunrealtype rate              = (sunrealtype)NAN;
  if (!(norm > 0.0) || !isfinite(norm)) { return rate; }
  const sunrealtype c = model->stage.weight_f * model->stage.beta_h2 / norm;
  N_VConst(0.0, out);
  int ret = galpha_reaction_base(s, &model->at);
  if (!ret)
  {
    ret = galpha_reaction_add(s, &model->at, c, c * model->stage.dv, d, out);
  }
  if (!ret)
  {
    N_VConst(0.0, model->packed);
    galpha_pack(&model->parts, out, NULL, NULL, model->packed);
    ret = galpha_ls_correct(ls, model->packed);
  }
  if (!ret)
  {
    galpha_unpack(&model->parts, model->packed, out, NULL, NULL);
    rate = galpha_norm(out, model->ewt_q);
  }
  /* a recoverable failure of a callback here does not fail the step */
  galpha_sys_forget_failures(sys);
  return rate;
}

/* Switches R off if its contribution r is small. J contains R here, so the estimate
 * is r/(1+r). Uses two steps of a power iteration from a generic vector: the last
 * correction of the step may be mere round-off across the constraints, on which R
 * has no effect. */
static void review(struct galpha_ls *ls)
{
  struct galpha_model *model    = ls->model;
  struct galpha_reaction_jac *s = &model->reaction;
  if (ls->builds < s->next) { return; }
  galpha_reaction_postpone_review(s, ls->builds);
  galpha_vector_signs(model->rq, 0.5);
  contraction(ls, model->rq, model->work);
  if (contraction(ls, model->work, model->rq) < REACTION_LEAVE)
  {
    galpha_reaction_switch_off(s, ls->builds);
  }
}

static bool should_test(const struct galpha_ls *ls, sunrealtype observed,
                        bool failed)
{
  const struct galpha_reaction_jac *s = &ls->model->reaction;
  /* if the user's derivatives are complete, only stage 2 with G(q_{n+1}) can lack R */
  return (failed || observed > REACTION_SLOW) &&
         galpha_reaction_due(s, ls->builds, failed) &&
         (s->velocities || !galpha_reaction_complete(s));
}

int galpha_reaction_control(struct galpha_ls *ls, sunrealtype observed,
                            bool failed, bool fixed_step)
{
  struct galpha_reaction_jac *s = &ls->model->reaction;
  if (!ls->current || ls->age != 0 || !galpha_reaction_possible(s))
  {
    return 0;
  }
  if (s->on)
  {
    review(ls);
    return galpha_sys_stopped(ls->model->sys) ? -1 : 0;
  }
  if (!should_test(ls, observed, failed)) { return 0; }
  const sunrealtype rate = failed && fixed_step
                             ? HUGE_VAL
                             : contraction(ls, ls->model->d, ls->model->work);
  const sunrealtype part = REACTION_PART * (failed ? 0.5 : fmin(observed, 1.0));
  if (rate >= REACTION_CAUSE && rate >= part)
  {
    galpha_reaction_switch_on(s, ls->builds);
    return 0;
  }
  galpha_reaction_postpone_test(s, ls->builds);
  return galpha_sys_stopped(ls->model->sys) ? -1 : 0;
}
