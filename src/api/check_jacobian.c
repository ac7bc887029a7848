/* GALPHACheckJacobian: where the comparison takes place, and what it returns. */
#include <math.h>

#include "api/integrator.h"
#include "base/clone.h"
#include "base/index_pattern.h"
#include "check/jacobian_mechanics.h"
#include "check/jacobian_residual.h"
#include "model/matrix_ops.h"

/* Far above what is left of the differences' errors, far below any mistake. */
#define DEFAULT_TOL 1e-6

static int check_residual(struct galpha_mem *mem, struct galpha_compare *cmp,
                          struct galpha_failure *fail)
{
  const struct galpha_state *now = mem->hist.now;
  N_Vector_Ops ops               = now->q->ops;
  if (!ops->nvgetarraypointer || ops->nvgetcommunicator)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, cmp->function,
                         "needs vectors that are one array in memory");
  }
  const int code = mem->ls.main.LS
                     ? GALPHA_SUCCESS
                     : galpha_check_residual_size(mem, cmp->function);
  if (code) { return code; }
  struct galpha_check_res_at at = {.t   = now->t,
                                   .y   = now->q,
                                   .yp  = now->v,
                                   .ypp = mem->a0,
                                   .A   = mem->ls.main.A,
                                   .by_product =
                                     mem->ls.main.LS && !mem->ls.main.A};
  if (at.A && !galpha_block_known(at.A) &&
      galpha_matrix_id(at.A) != SUNMATRIX_BAND)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, cmp->function,
                         "needs a dense, band or sparse matrix");
  }
  N_Vector ypp = galpha_clone(now->q);
  if (!ypp) { return GALPHA_MEM_FAIL; }
  if (mem->phase >= GALPHA_PHASE_STARTED)
  {
    /* qdd holds x' where the order is 1 */
    N_VProd(mem->res.space.mask[2], now->qdd, ypp);
    at.ypp = ypp;
  }
  const int ret = galpha_check_res(&mem->res, &at, cmp, fail);
  N_VDestroy(ypp);
  return ret;
}

static int check_mechanics(struct galpha_mem *mem, struct galpha_compare *cmp,
                           struct galpha_failure *fail)
{
  const struct galpha_state *now = mem->hist.now;
  const struct galpha_point at   = {.t      = now->t,
                                    .q      = now->q,
                                    .v      = now->v,
                                    .lambda = now->lambda,
                                    .psi    = now->psi,
                                    .s      = now->s};
  struct galpha_sys sys          = mem->sys;
  if (sys.by_product)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, cmp->function,
                         "needs matrices: not after GALPHAInitMechTimes");
  }
  /* options reach the model at the start only */
  sys.scleronomic = mem->opt[GALPHA_OPT_SCLERONOMIC] != 0.0;
  sys.constant_G  = mem->opt[GALPHA_OPT_CONSTANT_G] != 0.0;
  return galpha_check_mech(&sys, &mem->model.share, &at, cmp, fail);
}

/* The failure belongs to the check and not to the integration. */
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
                               .tol      = tol > 0.0 ? tol : DEFAULT_TOL};
  galpha_enter(mem);
  code = (mem->res.active ? check_residual : check_mechanics)(mem, &cmp, &fail);
  if (nwrong) { *nwrong = cmp.nwrong; }
  if (code == GALPHA_MEM_FAIL) { code = galpha_no_memory(&mem->err, __func__); }
  else if (code == GALPHA_RES_FAIL) { code = explain(mem, &fail, __func__); }
  else if (!code && cmp.nwrong) { code = GALPHA_WARNING; }
  return galpha_leave(mem, code);
}
