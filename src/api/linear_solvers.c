/* Attaches the linear solver: one of the user, or the default. */
#include "api/integrator.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

int galpha_forget_solver(struct galpha_mem *mem, const char *function)
{
  if (mem->phase >= GALPHA_PHASE_CLOSED)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "LS is NULL: only before the start");
  }
  mem->ls.main    = (struct galpha_solver){0};
  mem->ls.user_A  = NULL;
  mem->res.direct = true;
  galpha_drop_preconditioner(mem);
  galpha_pattern_forget(&mem->res.pattern);
  return GALPHA_SUCCESS;
}

int galpha_refuse_solver(const struct galpha_mem *mem, const char *function)
{
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                       "needs a linear solver and a dense or sparse matrix");
}

int galpha_check_matrix_size(const struct galpha_mem *mem, SUNMatrix A,
                             const char *function)
{
  const sunindextype size = mem->sys.n + mem->sys.m + mem->sys.p +
                            (mem->s0 ? N_VGetLength(mem->s0) : 0);
  if (!A || (galpha_block_rows(A) == size && galpha_block_cols(A) == size))
  {
    return GALPHA_SUCCESS;
  }
  return galpha_report(
    &mem->err, GALPHA_ILL_INPUT, function,
    "the iteration matrix is %ld x %ld, expected "
    "%s = %ld: call GALPHASetLinearSolver after the constraints and states are "
    "set",
    (long int)galpha_block_rows(A), (long int)galpha_block_cols(A),
    mem->s0 ? "n+m+p+r" : "n+m+p", (long int)size);
}

int galpha_set_matrix_solver(struct galpha_mem *mem, SUNLinearSolver LS,
                             SUNMatrix A, const char *function)
{
  if (!LS && !A) { return galpha_forget_solver(mem, function); }
  if (!LS || !A || !galpha_block_known(A))
  {
    return galpha_refuse_solver(mem, function);
  }
  const SUNLinearSolver_Type type = SUNLinSolGetType(LS);
  if (type != SUNLINEARSOLVER_DIRECT &&
      type != SUNLINEARSOLVER_MATRIX_ITERATIVE)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the mechanical form needs a linear solver that uses "
                         "its matrix");
  }
  int code = galpha_check_matrix_size(mem, A, function);
  if (!code) { code = galpha_check_direct(&mem->err, LS, A, function); }
  if (code) { return code; }
  if (mem->ls.main.own && mem->ls.main.LS) { SUNLinSolFree(mem->ls.main.LS); }
  galpha_assembly_free(&mem->model.assembly);
  mem->ls.main   = (struct galpha_solver){.LS = LS, .A = A, .own = false};
  mem->ls.user_A = A;
  mem->ls.ready = mem->ls.current = false;
  return GALPHA_SUCCESS;
}

int GALPHASetLinearSolver(void *memory, SUNLinearSolver LS, SUNMatrix A)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  return mem ? mem->form->set_solver(mem, LS, A, __func__) : code;
}
