/* GALPHACheckJacobian: chooses the point of the comparison and translates its result. */
#include <math.h>

#include "api/integrator.h"
#include "base/tuning.h"

/* Reports a failure of the check; does not change the recorded one of the integration. */
static int explain(struct galpha_mem *mem, const struct galpha_failure *fail,
                   const char *function)
{
  const struct galpha_failure kept = mem->sys.fail;
  if (!fail->what)
  {
    return galpha_report(&mem->err, GALPHA_RES_FAIL, function,
                         "differences at t = %.10g are not finite",
                         mem->hist.now->t);
  }
  mem->sys.fail  = *fail;
  const int code = galpha_explain_start(mem, GALPHA_RES_FAIL, function);
  mem->sys.fail  = kept;
  return code;
}

int GALPHACheckJacobian(void *memory, sunrealtype tol, long int *nwrong)
{
  int code                   = 0;
  struct galpha_mem *mem     = galpha_get_idle_defined(memory, __func__, &code);
  struct galpha_failure fail = {0};
  if (!mem) { return code; }
  if (!(tol < 1.0))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "tol = %g must be below 1", tol);
  }
  if (mem->phase < GALPHA_PHASE_CLOSED)
  {
    code = galpha_close_problem(mem, __func__);
    if (code) { return code; }
  }
  struct galpha_compare cmp = {.err      = &mem->err,
                               .function = __func__,
                               .tol      = tol > 0.0 ? tol : CHECK_TOLERANCE};
  galpha_enter(mem);
  code = mem->form->check_jacobian(mem, &cmp, &fail);
  if (nwrong) { *nwrong = cmp.nwrong; }
  if (code == GALPHA_MEM_FAIL) { code = galpha_no_memory(&mem->err, __func__); }
  else if (code == GALPHA_RES_FAIL) { code = explain(mem, &fail, __func__); }
  else if (!code && cmp.nwrong) { code = GALPHA_WARNING; }
  return galpha_leave(mem, code);
}
