/* GALPHAImpact: a jump of the velocities, and the restart after it. */
#include "start/impact.h"

#include <math.h>

#include "api/integrator.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

static int refuse(const struct galpha_mem *mem, const char *wrong)
{
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHAImpact", "%s",
                       wrong);
}

/* The object, if its velocities can be changed now. */
static struct galpha_mem *ready(void *memory, int *code)
{
  struct galpha_mem *mem =
    galpha_get_idle_defined(memory, "GALPHAImpact", code);
  sunindextype n = 0;
  if (!mem) { return NULL; }
  if (!mem->form->constraints)
  {
    *code = refuse(mem, "belongs to the mechanical form: F = 0 has no mass "
                        "matrix");
  }
  /* an earlier start has prepared the solvers */
  else if (mem->phase < GALPHA_PHASE_CLOSED || !mem->ls.ready)
  {
    *code = galpha_report(&mem->err, GALPHA_NO_MALLOC, "GALPHAImpact",
                          "nothing computed yet: call GALPHACalcIC or "
                          "GALPHASolve first");
  }
  else if (!galpha_vector_data(mem->q0, &n) ||
           galpha_vector_distributed(mem->q0))
  {
    *code = refuse(mem, "needs vectors whose elements are one array");
  }
  return *code ? NULL : mem;
}

static int check_request(const struct galpha_mem *mem,
                         const struct galpha_impact *im)
{
  if (im->p < 1) { return refuse(mem, "p must be >= 1"); }
  const int code = galpha_check_matrix(&mem->err, im->D, im->p, mem->sys.n,
                                       false, "D", "GALPHAImpact");
  if (code) { return code; }
  if (galpha_block_sparse(im->D)) { return refuse(mem, "D must be dense"); }
  if (!galpha_block_finite(im->D)) { return refuse(mem, "D is not finite"); }
  if (!im->e) { return refuse(mem, "e is NULL"); }
  for (int i = 0; i < im->p; i++)
  {
    if (im->e[i] >= 0.0 && im->e[i] <= 1.0) { continue; }
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHAImpact",
                         "e[%d] = %g must be from 0 to 1", i, im->e[i]);
  }
  return GALPHA_SUCCESS;
}

static int explain(struct galpha_mem *mem, const struct galpha_impact *im,
                   int code, sunrealtype t)
{
  const char *function = "GALPHAImpact";
  if (mem->sys.fail.what)
  {
    return galpha_explain_model(mem, GALPHA_RES_FAIL, function, 0.0);
  }
  if (code == GALPHA_MEM_FAIL) { return galpha_no_memory(&mem->err, function); }
  if (im->row >= 0)
  {
    return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                         "row %d of D is zero, or the constraints hold it, at "
                         "t = %.10g: no impulse can change its velocity",
                         im->row, t);
  }
  return galpha_report(&mem->err, code, function,
                       "no velocities after the impact at t = %.10g meet the "
                       "constraints and all rows of D",
                       t);
}

/* Restores the blocks of the last step, from which the integration can continue. */
static void go_back(struct galpha_mem *mem)
{
  const struct galpha_state *now = mem->hist.now;
  mem->ls.current                = false;
  mem->sys.has_G                 = false;
  if (!galpha_sys_mass(&mem->sys, now->t, now->q))
  {
    galpha_sys_constraint_jac(&mem->sys, now->t, now->q, now->v);
  }
  galpha_sys_forget_failures(&mem->sys);
}

static int impact(struct galpha_mem *mem, struct galpha_impact *im,
                  const struct galpha_point *at)
{
  N_Vector after = mem->model.d;
  N_VScale(1.0, at->v, after);
  galpha_sys_forget_failures(&mem->sys);
  const int code = galpha_impact_solve(im, &mem->ic, at, after);
  if (code)
  {
    const int told = explain(mem, im, code, at->t);
    go_back(mem);
    return told;
  }
  N_VScale(1.0, after, at->v);
  galpha_restart_here(mem, at);
  mem->after_impact = true;
  return GALPHA_SUCCESS;
}

int GALPHAImpact(void *memory, int p, SUNMatrix D, const sunrealtype *e,
                 sunrealtype *impulse)
{
  int code                = 0;
  struct galpha_mem *mem  = ready(memory, &code);
  struct galpha_impact im = {.p = p, .D = D, .e = e, .impulse = impulse};
  struct galpha_point at  = {0};
  if (!mem) { return code; }
  code = check_request(mem, &im);
  if (code) { return code; }
  galpha_enter(mem);
  const bool got =
    !galpha_impact_init(&im, p, mem->q0) && !galpha_present(mem, &at);
  if (!impulse) { im.impulse = im.own; }
  code = got ? impact(mem, &im, &at) : galpha_no_memory(&mem->err, __func__);
  galpha_impact_free(&im);
  galpha_free_present(&at);
  return galpha_leave(mem, code);
}
