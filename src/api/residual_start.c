/* The start of a problem in residual form: checks of the arguments, orders, consistent
 * values. */
#include <math.h>

#include "api/advice.h"
#include "api/integrator.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"
#include "model/order_detect.h"

/* A derivative of F that the orders exclude must be absent, because the method treats
 * it as zero. */
static int check_orders(struct galpha_mem *mem, const char *function)
{
  struct galpha_model *model = &mem->model;
  const struct galpha_at at = {model->at.t, model->at.q, model->at.v, model->f};
  int derivative            = 0;
  sunindextype i            = galpha_order_excess(&mem->res, &at, &derivative);
  if (i == -1 && mem->res.declared)
  {
    i = galpha_order_excess_nearby(
      &mem->res, &at, copysign(mem->ic.span, mem->ic.direction), &derivative);
  }
  if (i == -1) { return GALPHA_SUCCESS; }
  const sunindextype row = galpha_order_unrepeatable(&mem->res, &at);
  if (row >= 0)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "component %ld of F " GALPHA_UNREPEATABLE,
                         (long int)row);
  }
  const char *mark = derivative == 2 ? "''" : "'";
  return i < 0 ? galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                               "F depends on y%s of a component declared with "
                               "a lower order than %d",
                               mark, derivative)
               : galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                               "F depends on y%s[%ld], but component %ld is "
                               "declared with a lower order than %d",
                               mark, (long int)i, (long int)i, derivative);
}

/* F(t,y,y',y'') must set all of its components. F(t,y,y') is not checked, as in IDA. */
static int check_written(struct galpha_mem *mem, const char *function)
{
  struct galpha_model *model       = &mem->model;
  const struct galpha_failure kept = mem->sys.fail;
  if (!mem->res.res2) { return GALPHA_SUCCESS; }
  mem->sys.marking = true;
  const int ret    = galpha_res_eval(&mem->res, model->at.t, model->at.q,
                                     model->at.v, model->f, model->rq);
  mem->sys.marking = false;
  if (ret && mem->sys.fail.unwritten)
  {
    return galpha_explain_model(mem, GALPHA_FIRST_RES_FAIL, function, 0.0);
  }
  galpha_sys_set_failure(&mem->sys, kept);
  return GALPHA_SUCCESS;
}

/* Without declared orders, every component must have order 2. */
static int check_no_orders(struct galpha_mem *mem, const char *function)
{
  struct galpha_model *model = &mem->model;
  const struct galpha_at at = {model->at.t, model->at.q, model->at.v, model->f};
  if (mem->res.declared || !mem->res.res2) { return GALPHA_SUCCESS; }
  const sunindextype i = galpha_order_none(&mem->res, &at);
  if (i < 0) { return GALPHA_SUCCESS; }
  return galpha_report(
    &mem->err, GALPHA_ILL_INPUT, function,
    "F contains neither y'[%ld] nor y''[%ld], and without orders every "
    "component is of order 2: call GALPHASetDiffOrder",
    (long int)i, (long int)i);
}

/* Determines the orders of F(t,y,y') if the user has not declared them. */
static int find_orders(struct galpha_mem *mem, const char *function)
{
  struct galpha_res *res     = &mem->res;
  struct galpha_model *model = &mem->model;
  SUNMatrix A                = mem->ls.main.A;
  if (res->declared || !res->res1) { return GALPHA_SUCCESS; }
  /* a sparse matrix gets its pattern from the user's function */
  const bool pattern               = A && galpha_block_sparse(A) && res->jac1;
  const struct galpha_failure kept = mem->sys.fail;
  if (pattern)
  {
    res->c[0] = 1.0 / mem->ic.span;
    N_VConst(0.0, model->rq);
    const int ret =
      galpha_res_jacobian(res, model->at.t, model->at.q, model->at.v, NULL,
                          model->rq, model->ewt_q, A);
    if (galpha_sys_stopped(&mem->sys))
    {
      return galpha_explain_model(mem, GALPHA_LSETUP_FAIL, function, 0.0);
    }
    const bool starved = ret < 0 && !mem->sys.fail.what;
    galpha_sys_set_failure(&mem->sys, kept);
    if (starved) { return galpha_no_memory(&mem->err, function); }
    if (ret) { A = NULL; }
  }
  const struct galpha_at at = {model->at.t, model->at.q, model->at.v, NULL};
  const sunrealtype span    = copysign(mem->ic.span, mem->ic.direction);
  return galpha_detect_orders(res, &at, A, span, mem->sunctx)
           ? galpha_no_memory(&mem->err, function)
           : GALPHA_SUCCESS;
}

/* The direct solvers of SUNDIALS need vectors in one array. */
static bool needs_array(SUNLinearSolver LS)
{
  const SUNLinearSolver_ID id = LS ? SUNLinSolGetID(LS) : SUNLINEARSOLVER_DENSE;
  return id == SUNLINEARSOLVER_DENSE || id == SUNLINEARSOLVER_BAND ||
         id == SUNLINEARSOLVER_KLU || id == SUNLINEARSOLVER_LAPACKDENSE ||
         id == SUNLINEARSOLVER_LAPACKBAND || id == SUNLINEARSOLVER_SUPERLUMT;
}

/* Before a solver is created: y must be in one array if the solver, or numerical
 * differentiation, which changes one element at a time, requires it. */
static int check_array(const struct galpha_mem *mem, const char *function)
{
  const struct galpha_res *res = &mem->res;
  SUNLinearSolver LS           = mem->ls.main.LS;
  sunindextype n               = 0;
  const bool array             = galpha_vector_data(mem->q0, &n) != NULL;
  if ((LS && !mem->ls.main.A) || (array && !galpha_vector_distributed(mem->q0)))
  {
    return GALPHA_SUCCESS;
  }
  if (!array && needs_array(LS))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "y is not one array, which dense, band and sparse "
                         "solvers need: set a Krylov solver by "
                         "GALPHASetLinearSolver");
  }
  if (res->jac1 || res->jac2) { return GALPHA_SUCCESS; }
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                       "y is not one array, so its Jacobian cannot be "
                       "differenced: give it by GALPHASetJac%sFn",
                       res->res2 ? "2" : "");
}

int galpha_check_residual_size(const struct galpha_mem *mem,
                               const char *function)
{
  return galpha_check_dense(&mem->err, mem->sys.n,
                            "set a band, sparse or Krylov solver by "
                            "GALPHASetLinearSolver",
                            function);
}

/* Checks a direct solver and its matrix, or the size of the default. Not when they are
 * set, because programs for IDA may replace a wrong pair before the start. */
static int check_pair(const struct galpha_mem *mem, const char *function)
{
  const struct galpha_solver *s = &mem->ls.main;
  if (!s->LS) { return galpha_check_residual_size(mem, function); }
  if (mem->ls.ready || !s->A) { return GALPHA_SUCCESS; }
  const int code   = galpha_check_direct(&mem->err, s->LS, s->A, function);
  const bool given = mem->res.jac1 || mem->res.jac2;
  return code || given || !galpha_block_sparse(s->A) ||
             galpha_block_entries(s->A) > 0
           ? code
           : galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                           "the sparse matrix A is to be differenced, but its "
                           "pattern is empty: fill it, or give the Jacobian "
                           "(GALPHASetJac%sFn)",
                           mem->res.res2 ? "2" : "");
}

/* Given values, which the start does not change, must satisfy the inequalities. */
static int check_bounds(const struct galpha_mem *mem, const char *function)
{
  N_Vector c    = mem->model.constraints;
  N_Vector work = mem->res.work;
  if (!c || N_VConstrMask(c, mem->hist.now->q, work)) { return GALPHA_SUCCESS; }
  return galpha_report(
    &mem->err, GALPHA_ILL_INPUT, function,
    "y0 violates the inequalities of GALPHASetConstraints in "
    "%.0f component(s)",
    N_VDotProd(work, work));
}

static int prepare_solver(struct galpha_mem *mem, const char *function)
{
  static const int codes[] = {GALPHA_SUCCESS, GALPHA_MEM_FAIL, GALPHA_ILL_INPUT,
                              GALPHA_LINIT_FAIL};
  int code                 = check_array(mem, function);
  if (!code) { code = check_pair(mem, function); }
  if (code || mem->ls.ready) { return code; }
  code = codes[-galpha_ls_prepare(&mem->ls)];
  return code ? galpha_explain_start(mem, code, function) : GALPHA_SUCCESS;
}

static int settle_orders(struct galpha_mem *mem, const char *function)
{
  int code = check_written(mem, function);
  if (!code) { code = find_orders(mem, function); }
  galpha_model_set_orders(&mem->model);
  galpha_apply_algebraic(mem);
  if (!code) { code = check_orders(mem, function); }
  return code ? code : check_no_orders(mem, function);
}

/* The search as published, if it is requested: it does not know the orders. Failures from
 * then on have its code, mem->err.as, unless it has found values. */
static int search_first(struct galpha_mem *mem, int icopt, const char *function)
{
  const bool asked = icopt == GALPHA_YA_YDP_INIT || icopt == GALPHA_Y_INIT;
  bool final       = false;
  mem->err.as      = 0;
  mem->ic.found    = -1.0;
  if (!mem->ic.opt.published || !asked || !mem->res.res1)
  {
    return GALPHA_SUCCESS;
  }
  if (galpha_orders_of_hint(&mem->res, mem->q0))
  {
    return galpha_no_memory(&mem->err, function);
  }
  galpha_model_set_orders(&mem->model);
  galpha_apply_algebraic(mem);
  const int code = galpha_ic_published(&mem->ic, icopt, &final);
  if (final) { return galpha_explain_start(mem, code, function); }
  galpha_ic_residual_point(&mem->ic, mem->a0);
  mem->err.as = code;
  return GALPHA_SUCCESS;
}

/* Index 3 would make velocities of a distance from the constraints, by 1/h. */
static int meet_constraints(struct galpha_mem *mem)
{
  const int ret = galpha_ic_residual_meet(&mem->ic);
  if (galpha_sys_stopped(&mem->sys)) { return GALPHA_RES_FAIL; }
  if (ret < 0 && mem->ls.no_memory) { return GALPHA_MEM_FAIL; }
  galpha_sys_forget_failures(&mem->sys);
  return GALPHA_SUCCESS;
}

/* Uses y'' if it is given, else solves for it; if that fails (higher index), starts
 * with two steps of backward Euler. */
static int find_values(struct galpha_mem *mem, int icopt, const char *function)
{
  struct galpha_ic *ic = &mem->ic;
  const bool asked     = icopt != GALPHA_AUTO_INIT;
  const bool unknown   = mem->res.space.has[2] && !mem->a0;
  const bool index3    = mem->method.traits->jumps;
  const bool found     = asked && ic->opt.published && !mem->err.as;
  int code             = GALPHA_SUCCESS;
  if (index3 && icopt != GALPHA_Y_INIT) { code = meet_constraints(mem); }
  if (!code && (asked || (unknown && !index3)))
  {
    code = galpha_ic_residual(ic, icopt);
  }
  if (!code && !asked && unknown && index3)
  {
    mem->method.euler_steps_left = 2;
    mem->method.rates_unknown    = true;
  }
  if (code && (found || (!asked && unknown)) && code != GALPHA_RES_FAIL &&
      code != GALPHA_FIRST_RES_FAIL && code != GALPHA_MEM_FAIL)
  {
    galpha_ic_residual_point(ic, mem->a0);
    mem->method.euler_steps_left = found ? 0 : 2;
    mem->method.rates_unknown    = !found;
    code                         = GALPHA_SUCCESS;
  }
  if (code) { return galpha_explain_start(mem, code, function); }
  if (!asked && !unknown && mem->ctrl.h_fixed == 0.0)
  {
    mem->method.euler_steps_left = 2;
  }
  galpha_ic_residual_state(ic);
  return GALPHA_SUCCESS;
}

int galpha_start_residual(struct galpha_mem *mem, int icopt,
                          const char *function)
{
  mem->method.euler_steps_left = 0;
  mem->method.rates_unknown    = false;
  int code                     = prepare_solver(mem, function);
  if (code) { return code; }
  galpha_ic_residual_point(&mem->ic, mem->a0);
  mem->ic.level = GALPHA_LEVEL_NONE;
  mem->ic.row   = -1;
  code          = check_bounds(mem, function);
  if (!code) { code = search_first(mem, icopt, function); }
  if (!code) { code = settle_orders(mem, function); }
  if (!code) { code = find_values(mem, icopt, function); }
  mem->err.as = 0;
  return code;
}

/* If consistent values after the jump cannot be found, starts with two steps of backward
 * Euler. */
int galpha_go_on_residual(struct galpha_mem *mem, const char *function)
{
  struct galpha_ic *ic         = &mem->ic;
  mem->method.euler_steps_left = 0;
  mem->method.rates_unknown    = false;
  galpha_ic_residual_point(ic, NULL);
  const int ret  = galpha_ic_residual_jump(ic);
  const int code = galpha_stopped(mem, function);
  if (code) { return code; }
  if (ret)
  {
    galpha_sys_forget_failures(&mem->sys);
    galpha_ic_residual_point(ic, NULL);
    mem->method.euler_steps_left = 2;
    mem->method.rates_unknown    = true;
  }
  galpha_ic_residual_state(ic);
  return GALPHA_SUCCESS;
}

int GALPHAReInit2(void *memory, sunrealtype t0, N_Vector y0, N_Vector yp0,
                  N_Vector ypp0)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_residual(memory, __func__, &code);
  if (!mem) { return code; }
  if (!mem->res.res2)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "only after GALPHAInit2");
  }
  if (ypp0)
  {
    code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, ypp0, mem->q0, "ypp0",
                             __func__);
  }
  if (code) { return code; }
  N_Vector ypp = ypp0 ? galpha_vector_copy(ypp0) : NULL;
  if (ypp0 && !ypp) { return galpha_no_memory(&mem->err, __func__); }
  code = GALPHAReInit(memory, t0, y0, yp0);
  if (!code) { mem->a0 = ypp; }
  else if (ypp) { N_VDestroy(ypp); }
  return code;
}
