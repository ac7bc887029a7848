/* Data of the step being attempted, for linear and nonlinear solvers of the user. */
#include <float.h>
#include <math.h>

#include "api/integrator.h"
#include "base/vector_sum.h"
#include "check/arguments.h"

/* The object with fixed sizes, so that its vectors exist. */
static struct galpha_mem *closed(void *memory, const char *function, int *code)
{
  struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  if (!mem) { return NULL; }
  if (mem->res.active && mem->phase >= GALPHA_PHASE_CLOSED) { return mem; }
  mem = galpha_get_residual(memory, function, code);
  if (!mem) { return NULL; }
  *code = galpha_close_problem(mem, function);
  return *code ? NULL : mem;
}

int GALPHAGetCurrentCj(void *memory, sunrealtype *cj)
{
  int code               = 0;
  struct galpha_mem *mem = closed(memory, __func__, &code);
  if (!mem) { return code; }
  if (!cj) { return galpha_no_result(mem, __func__); }
  *cj = mem->res.c[0];
  return GALPHA_SUCCESS;
}

int GALPHAGetCurrentY(void *memory, N_Vector *y)
{
  int code               = 0;
  struct galpha_mem *mem = closed(memory, __func__, &code);
  if (!mem) { return code; }
  if (!y) { return galpha_no_result(mem, __func__); }
  *y = mem->model.at.q;
  return GALPHA_SUCCESS;
}

int GALPHAGetCurrentYp(void *memory, N_Vector *yp)
{
  int code               = 0;
  struct galpha_mem *mem = closed(memory, __func__, &code);
  if (!mem) { return code; }
  if (!yp) { return galpha_no_result(mem, __func__); }
  *yp = mem->model.at.v;
  return GALPHA_SUCCESS;
}

static int check_both(const struct galpha_mem *mem, N_Vector ycor, N_Vector to,
                      const char *name, const char *function)
{
  const int code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, ycor, mem->q0,
                                     "ycor", function);
  return code ? code
              : galpha_check_like(&mem->err, GALPHA_ILL_INPUT, to, mem->q0,
                                  name, function);
}

int GALPHAComputeY(void *memory, N_Vector ycor, N_Vector y)
{
  int code               = 0;
  struct galpha_mem *mem = closed(memory, __func__, &code);
  if (!mem) { return code; }
  code = check_both(mem, ycor, y, "y", __func__);
  if (code) { return code; }
  N_VLinearSum(1.0, mem->model.q_base, 1.0, ycor, y);
  return GALPHA_SUCCESS;
}

int GALPHAComputeYp(void *memory, N_Vector ycor, N_Vector yp)
{
  int code               = 0;
  struct galpha_mem *mem = closed(memory, __func__, &code);
  if (!mem) { return code; }
  code = check_both(mem, ycor, yp, "yp", __func__);
  if (code) { return code; }
  galpha_res_velocity(&mem->res, mem->model.v_base, ycor, yp);
  return GALPHA_SUCCESS;
}

int GALPHAGetNonlinearSystemData(void *memory, sunrealtype *tcur,
                                 N_Vector *yypred, N_Vector *yppred,
                                 N_Vector *yyn, N_Vector *ypn, N_Vector *res,
                                 sunrealtype *cj, void **user_data)
{
  int code               = 0;
  struct galpha_mem *mem = closed(memory, __func__, &code);
  if (!mem) { return code; }
  if (!tcur || !yypred || !yppred || !yyn || !ypn || !res || !cj || !user_data)
  {
    return galpha_no_result(mem, __func__);
  }
  struct galpha_model *model = &mem->model;
  *tcur                      = mem->hist.trial ? mem->hist.trial->t : mem->t0;
  *yypred                    = model->q_base;
  *yppred                    = model->v_base;
  *yyn                       = model->at.q;
  *ypn                       = model->at.v;
  *res                       = model->rq;
  *cj                        = mem->res.c[0];
  *user_data                 = mem->sys.user_data;
  return GALPHA_SUCCESS;
}

/* 1 after a step of backward Euler, else 2. */
int GALPHAGetLastOrder(void *memory, int *klast)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!klast) { return galpha_no_result(mem, __func__); }
  *klast = mem->method.last_order;
  return GALPHA_SUCCESS;
}

int GALPHAGetCurrentOrder(void *memory, int *kcur)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!kcur) { return galpha_no_result(mem, __func__); }
  const bool started = mem->phase >= GALPHA_PHASE_STARTED;
  *kcur              = started ? galpha_method_order(&mem->method) : 0;
  return GALPHA_SUCCESS;
}

int GALPHAGetTolScaleFactor(void *memory, sunrealtype *tolsfac)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  if (!tolsfac) { return galpha_no_result(mem, __func__); }
  const sunrealtype size = mem->phase >= GALPHA_PHASE_STARTED
                             ? galpha_norm(mem->hist.now->q, mem->errtest.ewt_q)
                             : 0.0;
  *tolsfac               = fmax(1.0, DBL_EPSILON * size);
  return GALPHA_SUCCESS;
}

int GALPHAGetUserData(void *memory, void **user_data)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (!user_data) { return galpha_no_result(mem, __func__); }
  *user_data = mem->sys.user_data;
  return GALPHA_SUCCESS;
}

/* The object, if the caller passed pointers for all results (room). */
static struct galpha_mem *complete(void *memory, bool room,
                                   const char *function, int *code)
{
  struct galpha_mem *mem = galpha_get(memory, function);
  *code                  = mem ? GALPHA_SUCCESS : GALPHA_MEM_NULL;
  if (!mem || room) { return mem; }
  *code = galpha_no_result(mem, function);
  return NULL;
}

int GALPHAGetNonlinSolvStats(void *memory, long int *nni, long int *nncfails)
{
  int code = 0;
  if (!complete(memory, nni && nncfails, __func__, &code)) { return code; }
  code = GALPHAGetNumNonlinSolvIters(memory, nni);
  return code ? code : GALPHAGetNumNonlinSolvConvFails(memory, nncfails);
}

int GALPHAGetIntegratorStats(void *memory, long int *nsteps, long int *nres,
                             long int *nlinsetups, long int *netfails,
                             int *klast, int *kcur, sunrealtype *hinused,
                             sunrealtype *hlast, sunrealtype *hcur,
                             sunrealtype *tcur)
{
  int code        = 0;
  const bool room = nsteps && nres && nlinsetups && netfails && klast && kcur &&
                    hinused && hlast && hcur && tcur;
  if (!complete(memory, room, __func__, &code)) { return code; }
  code = GALPHAGetNumSteps(memory, nsteps);
  if (!code) { code = GALPHAGetNumResEvals(memory, nres); }
  if (!code) { code = GALPHAGetNumLinSolvSetups(memory, nlinsetups); }
  if (!code) { code = GALPHAGetNumErrTestFails(memory, netfails); }
  if (!code) { code = GALPHAGetLastOrder(memory, klast); }
  if (!code) { code = GALPHAGetCurrentOrder(memory, kcur); }
  if (!code) { code = GALPHAGetActualInitStep(memory, hinused); }
  if (!code) { code = GALPHAGetLastStep(memory, hlast); }
  if (!code) { code = GALPHAGetCurrentStep(memory, hcur); }
  if (!code) { code = GALPHAGetCurrentTime(memory, tcur); }
  return code;
}
