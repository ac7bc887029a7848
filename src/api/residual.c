/* Definition of a problem in residual form. */
#include <math.h>

#include <sunmatrix/sunmatrix_band.h>

#include "api/integrator.h"
#include "base/clone.h"
#include "base/index_pattern.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

int galpha_check_start(const struct galpha_mem *mem, sunrealtype t0,
                       N_Vector y0, N_Vector yp0, const char *function)
{
  const struct galpha_form *form = mem->form;
  const char *const name[]       = {form->words.q0, form->words.v0};
  int (*check)(const struct galpha_err *, N_Vector, sunindextype, const char *,
               const char *) =
    form->any_vector ? galpha_check_any_vector : galpha_check_vector;
  int code = check(&mem->err, y0, -1, name[0], function);
  if (!code)
  {
    code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, yp0, y0, name[1],
                             function);
  }
  if (code) { return code; }
  if (form->multiplies && !y0->ops->nvprod)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the vector y0 lacks the operation prod");
  }
  if (!isfinite(t0))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "t0 is not finite");
  }
  if (N_VGetLength(y0) < 1)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "%s is empty",
                         name[0]);
  }
  code = galpha_check_finite(&mem->err, y0, name[0], function);
  return code ? code : galpha_check_finite(&mem->err, yp0, name[1], function);
}

static int check_values(const struct galpha_mem *mem, sunrealtype t0,
                        N_Vector y0, N_Vector yp0, N_Vector ypp0,
                        const char *function)
{
  int code = galpha_check_start(mem, t0, y0, yp0, function);
  if (!code && ypp0)
  {
    code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, ypp0, y0, "ypp0",
                             function);
  }
  return code ? code : galpha_check_kept(mem, y0, function);
}

static int init(void *memory, GALPHAResFn res1, GALPHARes2Fn res2,
                sunrealtype t0, N_Vector y0, N_Vector yp0, N_Vector ypp0,
                const char *function)
{
  struct galpha_mem *mem = galpha_get(memory, function);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (mem->phase != GALPHA_PHASE_NEW || (!res1 && !res2))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         res1 || res2 ? "called twice: use GALPHAReInit"
                                      : "res is NULL");
  }
  const struct galpha_form *before = mem->form;
  mem->form = res1 ? &galpha_form_first_order : &galpha_form_second_order;
  int code  = check_values(mem, t0, y0, yp0, ypp0, function);
  if (code)
  {
    mem->form = before;
    return code;
  }
  N_Vector y = galpha_vector_copy(y0), yp = galpha_vector_copy(yp0),
           ypp = ypp0 ? galpha_vector_copy(ypp0) : NULL;
  if (!y || !yp || (ypp0 && !ypp) || galpha_err_init(&mem->errtest, y0) ||
      (res2 && galpha_err_init_velocities(&mem->errtest, y0)))
  {
    N_Vector all[] = {y, yp, ypp};
    for (int i = 0; i < 3; i++)
    {
      if (all[i]) { N_VDestroy(all[i]); }
    }
    galpha_err_free(&mem->errtest);
    mem->form = before;
    return galpha_no_memory(&mem->err, function);
  }
  mem->q0         = y;
  mem->v0         = yp;
  mem->a0         = ypp;
  mem->t0         = t0;
  mem->sys.n      = N_VGetLength(y0);
  mem->res.active = true;
  mem->res.direct = true; /* the default */
  mem->res.res1   = res1;
  mem->res.res2   = res2;
  mem->res.sys    = &mem->sys;
  mem->model.res  = &mem->res;
  mem->model.ops =
    res1 ? &galpha_model_first_order : &galpha_model_second_order;
  mem->ls.ops            = &galpha_system_residual;
  mem->step.manifold     = &galpha_manifold_residual;
  mem->errtest.algebraic = 1;
  if (res1) { galpha_first_order_options(mem); }
  mem->phase = GALPHA_PHASE_DEFINED;
  return GALPHA_SUCCESS;
}

int GALPHAInit(void *mem, GALPHAResFn res, sunrealtype t0, N_Vector y0,
               N_Vector yp0)
{
  return init(mem, res, NULL, t0, y0, yp0, NULL, __func__);
}

int GALPHAInit2(void *mem, GALPHARes2Fn res, sunrealtype t0, N_Vector y0,
                N_Vector yp0, N_Vector ypp0)
{
  return init(mem, NULL, res, t0, y0, yp0, ypp0, __func__);
}

struct galpha_mem *galpha_get_residual(void *memory, const char *function,
                                       int *code)
{
  struct galpha_mem *mem = galpha_get_idle_defined(memory, function, code);
  return galpha_get_if(mem, mem && mem->res.active,
                       "only after GALPHAInit or GALPHAInit2", function, code);
}

struct galpha_mem *galpha_get_first_order(void *memory, const char *function,
                                          int *code)
{
  struct galpha_mem *mem = galpha_get_residual(memory, function, code);
  return galpha_get_if(mem, mem && mem->res.res1,
                       "only after GALPHAInit: F(t,y,y')", function, code);
}

static void forget_orders(struct galpha_res *res)
{
  galpha_res_forget_orders(res);
  res->declared = false;
}

int GALPHASetDiffOrder(void *memory, N_Vector order)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_residual(memory, __func__, &code);
  if (!mem) { return code; }
  if (mem->phase > GALPHA_PHASE_DEFINED)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "orders are fixed since the start");
  }
  if (!order)
  {
    forget_orders(&mem->res);
    return GALPHA_SUCCESS;
  }
  code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, order, mem->q0, "order",
                           __func__);
  if (code) { return code; }
  if (!mem->res.order) { mem->res.order = galpha_clone(order); }
  if (!mem->res.order) { return galpha_no_memory(&mem->err, __func__); }
  N_VScale(1.0, order, mem->res.order);
  const long int bad = galpha_res_prepare(&mem->res, mem->q0);
  mem->res.declared  = bad == 0;
  if (bad == 0) { return GALPHA_SUCCESS; }
  if (bad == -1) { return galpha_no_memory(&mem->err, __func__); }
  forget_orders(&mem->res);
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                       "component %ld: the order must be 0, 1%s", bad - 1,
                       mem->res.res2 ? " or 2" : " after GALPHAInit");
}

int GALPHASetJacFn(void *memory, GALPHAJacFn jac)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_residual(memory, __func__, &code);
  mem =
    galpha_get_if(mem, mem && mem->res.res1,
                  "after GALPHAInit2 call GALPHASetJac2Fn", __func__, &code);
  if (mem) { mem->res.jac1 = jac; }
  return code;
}

int GALPHASetJac2Fn(void *memory, GALPHAJac2Fn jac)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_residual(memory, __func__, &code);
  mem                    = galpha_get_if(mem, mem && mem->res.res2,
                                         "after GALPHAInit call GALPHASetJacFn", __func__, &code);
  if (mem) { mem->res.jac2 = jac; }
  return code;
}

/* The size of a solver, as its matrix or its vectors tell, or n if they do not. For a
 * matrix that is not square: the dimension that differs from n. */
static sunindextype solver_size(SUNLinearSolver LS, SUNMatrix A, sunindextype n)
{
  if (A && galpha_block_known(A))
  {
    const sunindextype rows = galpha_block_rows(A);
    return rows != n ? rows : galpha_block_cols(A);
  }
  if (A) { return galpha_matrix_id(A) == SUNMATRIX_BAND ? SM_ROWS_B(A) : n; }
  N_Vector like = LS->ops->resid ? SUNLinSolResid(LS) : NULL;
  return like ? N_VGetLength(like) : n;
}

int galpha_check_solver(const struct galpha_mem *mem, SUNLinearSolver LS,
                        SUNMatrix A, const char *function)
{
  const sunindextype n    = N_VGetLength(mem->q0) + mem->sys.m;
  const sunindextype rows = solver_size(LS, A, n);
  if (rows != n)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the linear solver is made for %ld unknowns, %s "
                         "%ld components",
                         (long int)rows, mem->form->words.solver_size,
                         (long int)n);
  }
  /* a Krylov solver combines its vectors with those of the library */
  N_Vector own  = !A && LS->ops->resid ? SUNLinSolResid(LS) : NULL;
  N_Vector like = mem->ls.packed ? mem->ls.packed : mem->sys.m ? NULL : mem->q0;
  const bool other =
    own && like && N_VGetVectorID(own) != N_VGetVectorID(like) &&
    !(galpha_vector_in_array(own) && galpha_vector_in_array(like));
  return other ? galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                               "the linear solver is made for vectors of "
                               "another kind than those of the unknowns")
               : GALPHA_SUCCESS;
}

void galpha_drop_preconditioner(struct galpha_mem *mem)
{
  if (!mem->bbd) { return; }
  mem->bbd_free(mem->bbd);
  mem->bbd           = NULL;
  mem->res.psetup    = NULL;
  mem->res.psolve    = NULL;
  mem->res.prec_data = NULL;
  mem->ls.prec       = (struct galpha_prec){0};
}

void galpha_keep_preconditioner(struct galpha_mem *mem, void *data,
                                void (*release)(void *data))
{
  if (mem->bbd) { mem->bbd_free(mem->bbd); }
  mem->bbd      = data;
  mem->bbd_free = release;
}

void galpha_use_preconditioner(struct galpha_mem *mem,
                               GALPHALsPrecSetupFn setup,
                               GALPHALsPrecSolveFn solve)
{
  mem->res.psetup    = setup;
  mem->res.psolve    = solve;
  mem->res.prec_data = mem->bbd;
}

void galpha_use_mechanics_preconditioner(struct galpha_mem *mem,
                                         struct galpha_prec prec)
{
  mem->ls.prec  = prec;
  mem->ls.ready = mem->ls.current = false;
}

int galpha_set_krylov(struct galpha_mem *mem, SUNLinearSolver LS, SUNMatrix A,
                      const char *function)
{
  const SUNLinearSolver_Type type = SUNLinSolGetType(LS);
  const bool without              = type == SUNLINEARSOLVER_ITERATIVE ||
                       type == SUNLINEARSOLVER_MATRIX_EMBEDDED;
  if (without != (A == NULL))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         A ? "this linear solver works without a matrix"
                           : "this linear solver needs its matrix");
  }
  int code = galpha_check_solver(mem, LS, A, function);
  if (!code && A)
  {
    code = galpha_check_pattern(&mem->err, A, false, "A", function);
  }
  if (!code && A && mem->phase >= GALPHA_PHASE_STARTED)
  {
    code = galpha_check_direct(&mem->err, LS, A, function);
  }
  if (code) { return code; }
  if (mem->ls.main.own && mem->ls.main.LS) { SUNLinSolFree(mem->ls.main.LS); }
  if (mem->ls.own_A && mem->ls.main.A) { SUNMatDestroy(mem->ls.main.A); }
  mem->ls.own_A = false;
  mem->ls.main  = (struct galpha_solver){.LS = LS, .A = A, .own = false};
  mem->ls.ready = mem->ls.current = false;
  mem->res.direct                 = type == SUNLINEARSOLVER_DIRECT;
  galpha_dq_free(mem->res.dq);
  mem->res.dq = NULL;
  galpha_drop_preconditioner(mem); /* it belongs to the previous solver */
  return GALPHA_SUCCESS;
}
