#include "step/stages.h"

#include "step/policy.h"

/* Redundant constraints: the solve ignores dependent rows, so this checks that the
 * solution satisfies them within the tolerances (cause CLASH if not). A combination of
 * rows that has become independent, as after a start in a singular position, is removed
 * from the dependent ones, and the step is repeated. */
static int check_dependent(struct galpha_step *step, int stage)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  struct galpha_redundant *r   = &model->red;
  const bool level             = stage > 0; /* constraints on velocities */
  sunindextype which           = 0;
  if (!(galpha_redundant_conflict(r, NULL, level, &which) > 1.0)) { return 0; }
  /* those residuals were of the iterate before the last correction */
  const int ret = method->ops->residual(method, stage, step->nls->x, r->b);
  if (!ret && !(galpha_redundant_conflict(r, r->b, level, &which) > 1.0))
  {
    return 0;
  }
  const bool gone = ret || galpha_redundant_drop(r, which);
  galpha_nls_set_cause(step->nls, model->sys->fail.what ? GALPHA_CAUSE_MODEL
                                  : gone                ? GALPHA_CAUSE_CONVERGE
                                                        : GALPHA_CAUSE_CLASH);
  return ret ? ret : 1;
}

int galpha_step_stages(struct galpha_step *step, bool anew)
{
  struct galpha_method *method = step->method;
  struct galpha_model *model   = method->model;
  const int stages             = method->ops->stages(method);
  galpha_policy_matrix(step, anew);
  for (int stage = 0; stage < stages; stage++)
  {
    int ret = method->ops->begin(method, stage);
    if (!ret) { ret = galpha_nls_solve(step->nls, stage); }
    if (!ret) { ret = check_dependent(step, stage); }
    if (ret) { return ret; }
    ret = method->ops->end(method, stage, step->nls->x);
    if (!ret) { ret = galpha_sys_products(model->sys); }
    if (ret)
    {
      galpha_nls_set_cause(step->nls, model->sys->fail.what
                                        ? GALPHA_CAUSE_MODEL
                                        : GALPHA_CAUSE_CONVERGE);
      return ret;
    }
  }
  return 0;
}
