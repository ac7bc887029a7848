#include "step/first_error.h"

#include "base/vector_sum.h"

/* Index 3 is tested by other means, and backward Euler by its own estimate. */
static bool is_wanted(const struct galpha_step *step)
{
  const struct galpha_method *method = step->method;
  const bool of_rates = method->step_order == 2 && !method->traits->jumps;
  return !step->policy.fixed && method->ops->start && of_rates &&
         method->coef.h_last == 0.0;
}

int galpha_first_error(struct galpha_step *step)
{
  struct galpha_method *method               = step->method;
  struct galpha_sys *sys                     = step->model->sys;
  const struct galpha_errtest *et            = step->errtest;
  const struct galpha_start_iteration *start = method->ops->start;
  const struct galpha_failure kept           = sys->fail;
  const int flag                             = step->ls->last_flag;
  N_Vector x                                 = step->model->packed;
  if (!is_wanted(step)) { return 0; }
  int ret = start->midpoint(method, x);
  if (!ret) { ret = galpha_ls_solve(step->ls, x); }
  if (!ret && galpha_vector_finite(x))
  {
    start->error(method, et->algebraic, x, et->est_q, et->est_v);
  }
  if (ret < 0) { return ret; }
  /* without the estimate the step is tested by what is known */
  galpha_sys_set_failure(sys, kept);
  galpha_ls_set_flag(step->ls, flag);
  return 0;
}
