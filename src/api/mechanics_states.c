/* Definition of the first-order states and outputs of a mechanism. */
#include <math.h>

#include "api/integrator.h"
#include "base/clone.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

static N_Vector ones(N_Vector like)
{
  N_Vector x = galpha_clone(like);
  if (x) { N_VConst(1.0, x); }
  return x;
}

static int check_order(const struct galpha_mem *mem, N_Vector order,
                       const char *function)
{
  const sunrealtype *d = N_VGetArrayPointer(order);
  for (sunindextype i = 0; i < N_VGetLength(order); i++)
  {
    if (d[i] == 0.0 || d[i] == 1.0) { continue; }
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "component %ld of s has the order %g: it must be 1 "
                         "(a state) or 0 (an output)",
                         (long int)i, d[i]);
  }
  return GALPHA_SUCCESS;
}

int GALPHASetStates(void *memory, N_Vector s0, N_Vector order, GALPHAStatesFn F,
                    GALPHAStatesForceFn f)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (mem->phase > GALPHA_PHASE_DEFINED)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "the problem is fixed since the start");
  }
  if (mem->sys.by_product)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "needs matrices: not after GALPHAInitMechTimes");
  }
  code = galpha_check_vector(&mem->err, s0, -1, "s0", __func__);
  if (!code && order)
  {
    code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, order, s0, "order",
                             __func__);
  }
  if (code) { return code; }
  code = galpha_check_finite(&mem->err, s0, "s0", __func__);
  if (!code && order) { code = check_order(mem, order, __func__); }
  if (code) { return code; }
  if (!s0->ops->nvprod)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "the vector s0 lacks the operation prod");
  }
  if (!F || !f || mem->s0 || !mem->form->constraints)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         mem->s0 ? "called twice"
                         : !mem->form->constraints
                           ? "only beside GALPHAInitMech"
                           : "F or f is NULL");
  }
  mem->s0      = galpha_vector_copy(s0);
  mem->s_order = order ? galpha_vector_copy(order) : ones(s0);
  if (!mem->s0 || !mem->s_order)
  {
    if (mem->s0) { N_VDestroy(mem->s0); }
    if (mem->s_order) { N_VDestroy(mem->s_order); }
    mem->s0 = mem->s_order = NULL;
    return galpha_no_memory(&mem->err, __func__);
  }
  mem->sys.states       = F;
  mem->sys.states_force = f;
  return GALPHA_SUCCESS;
}

int GALPHASetStateValues(void *memory, N_Vector s0)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!mem->s0 || mem->phase >= GALPHA_PHASE_STARTED)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         mem->s0 ? "only before the start or after GALPHAReInit"
                                 : "call GALPHASetStates first");
  }
  code =
    galpha_check_like(&mem->err, GALPHA_ILL_INPUT, s0, mem->s0, "s0", __func__);
  if (code) { return code; }
  code = galpha_check_finite(&mem->err, s0, "s0", __func__);
  if (code) { return code; }
  N_VScale(1.0, s0, mem->s0);
  return GALPHA_SUCCESS;
}

static int set_derivative(void *memory, enum galpha_first_order_block id,
                          SUNMatrix A, GALPHAStatesJacFn fn, const char *name,
                          const char *function)
{
  int code = 0;
  struct galpha_mem *mem =
    galpha_get_defining_matrices(memory, function, &code);
  if (!mem) { return code; }
  if (!mem->s0)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "call GALPHASetStates first");
  }
  const sunindextype n = mem->sys.n, r = N_VGetLength(mem->s0);
  const bool of_force = id == GALPHA_STATES_FS;
  const bool by_s     = of_force || id == GALPHA_STATES_SS;
  code = galpha_check_optional(mem, A, of_force ? n : r, by_s ? r : n,
                               fn != NULL, name, function);
  if (!code)
  {
    code = galpha_keep_block(mem, &mem->states.block[id], A, function);
  }
  if (!code) { mem->states.fn[id] = fn; }
  return code;
}

int GALPHASetStatesJacPos(void *mem, SUNMatrix Sq, GALPHAStatesJacFn Sqfn)
{
  return set_derivative(mem, GALPHA_STATES_SQ, Sq, Sqfn, "Sq", __func__);
}

int GALPHASetStatesJacVel(void *mem, SUNMatrix Sv, GALPHAStatesJacFn Svfn)
{
  return set_derivative(mem, GALPHA_STATES_SV, Sv, Svfn, "Sv", __func__);
}

int GALPHASetStatesJacStates(void *mem, SUNMatrix Ss, GALPHAStatesJacFn Ssfn)
{
  return set_derivative(mem, GALPHA_STATES_SS, Ss, Ssfn, "Ss", __func__);
}

int GALPHASetForceJacStates(void *mem, SUNMatrix Fs, GALPHAStatesJacFn Fsfn)
{
  return set_derivative(mem, GALPHA_STATES_FS, Fs, Fsfn, "Fs", __func__);
}

int galpha_close_states(struct galpha_mem *mem, bool dense,
                        const char *function)
{
  if (!mem->s0 || mem->model.st) { return GALPHA_SUCCESS; }
  if (mem->sys.general)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "states need forces f0(t,q,v,s), not a general force");
  }
  if (!mem->errtest.ewt_s) { mem->errtest.ewt_s = galpha_clone(mem->s0); }
  if (!mem->errtest.ewt_s) { return galpha_no_memory(&mem->err, function); }
  const int bad = galpha_first_order_init(&mem->states, &mem->sys, mem->q0,
                                          mem->s_order, dense);
  if (!bad)
  {
    mem->model.st    = &mem->states;
    mem->model.ewt_s = mem->errtest.ewt_s;
    return GALPHA_SUCCESS;
  }
  return bad == -2 ? galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                                   "orders of states must be 0 or 1")
                   : galpha_no_memory(&mem->err, function);
}

int GALPHASStolerancesStates(void *memory, sunrealtype rtol, sunrealtype atol)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  if (!(rtol >= 0.0 && rtol < 1.0) || !(atol > 0.0))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "rtol = %g must lie in [0, 1) and atol = %g above 0",
                         rtol, atol);
  }
  mem->errtest.s =
    (struct galpha_tol){.kind = GALPHA_TOL_SS, .rtol = rtol, .atol = atol};
  return GALPHA_SUCCESS;
}
