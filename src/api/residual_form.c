/* The forms (struct galpha_form) F(t,y,y') and F(t,y,y',y''). */
#include <stdio.h>

#include "api/advice.h"
#include "api/integrator.h"
#include "base/clone.h"
#include "base/tuning.h"
#include "check/jacobian_residual.h"
#include "model/matrix_ops.h"
#include "model/residual_masses.h"
#include "start/nearly_singular.h"
#include "start/wrong_derivative.h"

/* What to check if Newton's iteration fails; before the first step the initial values
 * may be the cause. */
static const char *residual_advice(const struct galpha_mem *mem)
{
  const bool given = mem->res.jac1 || mem->res.jac2;
  if (mem->ctrl.steps == 0)
  {
    return given ? "check the Jacobian (GALPHACheckJacobian), the orders, and "
                   "that y0 and yp0 satisfy F = 0 (GALPHACalcIC)"
                 : "check that y0 and yp0 satisfy F = 0 (GALPHACalcIC), and "
                   "the orders (GALPHASetDiffOrder)";
  }
  return given ? "check the Jacobian (GALPHACheckJacobian) and the orders"
               : "check the orders (GALPHASetDiffOrder) and F for jumps";
}

static bool name_derivative(const struct galpha_mem *mem, bool forces,
                            char *text)
{
  const sunindextype differs = galpha_unrepeatable_residual(&mem->ic);
  if (differs >= 0)
  {
    snprintf(text, GALPHA_SENTENCE, "component %ld of F " GALPHA_UNREPEATABLE,
             (long int)differs);
    return true;
  }
  const sunindextype row =
    forces ? galpha_wrong_residual_jacobian(&mem->ic) : -1;
  if (row < 0) { return galpha_advice_singular(mem, text); }
  snprintf(text, GALPHA_SENTENCE,
           "row %ld of your Jacobian is not the derivative of F[%ld] there: "
           "see GALPHACheckJacobian",
           (long int)row, (long int)row);
  return true;
}

/* y'' of components of order 2, 0 of others, where the history has it. */
static bool name_mass(const struct galpha_mem *mem, bool negative, char *text)
{
  const struct galpha_state *now = mem->hist.now;
  const struct galpha_at at      = {now->t, now->q, now->v, mem->model.f};
  struct galpha_res *res         = mem->model.res;
  if (mem->model.f)
  {
    galpha_space_keep(&res->space, 2, now->qdd, mem->model.f);
  }
  const struct galpha_mass_fault f = galpha_res_masses(res, &at);
  const char *of                   = f.derivative == 2 ? "y''" : "y'";
  const long int a = (long int)f.a, b = (long int)f.b;
  if (negative && (f.kind != GALPHA_MASS_NEGATIVE || f.derivative != 2))
  {
    return false;
  }
  switch (f.kind)
  {
  case GALPHA_MASS_ZERO:
    snprintf(text, GALPHA_SENTENCE,
             "F hardly depends on %s[%ld] (derivatives of at most %.2g): is "
             "its mass zero? otherwise check F for jumps, and the orders",
             of, a, f.of_a);
    return true;
  case GALPHA_MASS_SINGULAR:
    snprintf(text, GALPHA_SENTENCE,
             "%s[%ld] acts on F as %s[%ld] and others do: is the mass matrix "
             "singular? otherwise check F for jumps",
             of, a, of, b);
    return true;
  case GALPHA_MASS_NEGATIVE:
    snprintf(
      text, GALPHA_SENTENCE,
      "the derivative of F[%ld] by %s[%ld] is %.3g, but that of F[%ld] by "
      "%s[%ld] is %.3g: is a mass negative? otherwise check F for jumps",
      a, of, a, f.of_a, b, of, b, f.of_b);
    return true;
  case GALPHA_MASS_NONE:
    snprintf(text, GALPHA_SENTENCE,
             "y[%ld] acts on F as y[%ld] and others do: multipliers of "
             "redundant constraints? otherwise check F for jumps",
             a, b);
    return true;
  default: return false;
  }
}

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
  if (mem->phase >= GALPHA_PHASE_STARTED && now->qdd)
  {
    /* for components of order 1, qdd holds x' instead of y'' */
    N_VProd(mem->res.space.mask[2], now->qdd, ypp);
    at.ypp = ypp;
  }
  const int ret = galpha_check_res(&mem->res, &at, cmp, fail);
  N_VDestroy(ypp);
  return ret;
}

/* What the model borrows, in F(t,y,y') alone. work: scratch; rc, which no function uses
 * together with work2; and d, the last correction of Newton's iteration, which is no
 * longer used when the errors are estimated, and these not when the next begins. */
static void lend(struct galpha_mem *mem)
{
  const struct galpha_res *res = &mem->res;
  if (!res->res1) { return; }
  mem->model.borrowed.work = res->work;
  mem->model.borrowed.rc   = res->work2;
  mem->model.borrowed.d    = mem->errtest.est_q;
}

int galpha_close_stop(struct galpha_mem *mem, const char *function)
{
  struct galpha_errtest *et = &mem->errtest;
  if (!mem->opt_tstop_set || !mem->res.res1 || et->last)
  {
    return GALPHA_SUCCESS;
  }
  et->last = galpha_clone(mem->q0);
  return et->last ? GALPHA_SUCCESS : galpha_no_memory(&mem->err, function);
}

static int close_problem(struct galpha_mem *mem, const char *function)
{
  if (!mem->ls.packed) { mem->ls.packed = galpha_clone(mem->q0); }
  if (!mem->ls.packed || galpha_res_prepare(&mem->res, mem->q0))
  {
    return galpha_no_memory(&mem->err, function);
  }
  lend(mem);
  const int code = galpha_close_stop(mem, function);
  if (code) { return code; }
  return galpha_close_vectors(mem) ? galpha_no_memory(&mem->err, function)
                                   : GALPHA_SUCCESS;
}

static int set_solver(struct galpha_mem *mem, SUNLinearSolver LS, SUNMatrix A,
                      const char *function)
{
  if (LS) { return galpha_set_krylov(mem, LS, A, function); }
  return A ? galpha_refuse_solver(mem, function)
           : galpha_forget_solver(mem, function);
}

static bool is_dense(const struct galpha_mem *mem)
{
  (void)mem;
  return true;
}

static int choose(const struct galpha_mem *mem, int *formulation,
                  const char *function)
{
  (void)mem, (void)function;
  *formulation = GALPHA_RESIDUAL;
  return GALPHA_SUCCESS;
}

static int refuse_redundancy(struct galpha_mem *mem, bool on,
                             const char *function)
{
  return on ? galpha_refuse_redundancy(mem, function) : GALPHA_SUCCESS;
}

static void loosen(const struct galpha_mem *mem, sunrealtype factor,
                   struct galpha_nls *nls)
{
  (void)factor;
  nls->most =
    NEWTON_LOOSE_RATES * galpha_factor_by_rho(mem->opt[GALPHA_OPT_RHO_STATE]);
}

/* y' is not in the error test unless it has tolerances of its own, so that without an
 * absolute tolerance it may be 0. */
static bool tests_y(const struct galpha_mem *mem)
{
  return mem->errtest.v.kind == GALPHA_TOL_NONE;
}

static bool can_start(int icopt)
{
  return icopt == GALPHA_ACC_INIT || icopt == GALPHA_Y_INIT ||
         icopt == GALPHA_YA_YDP_INIT;
}

/* The values found become the initial values of further calls. */
static void keep_start(struct galpha_mem *mem)
{
  N_VScale(1.0, mem->hist.now->q, mem->q0);
  N_VScale(1.0, mem->hist.now->v, mem->v0);
  mem->nls.niters += mem->ic.niters;
}

#define WORDS                                                                      \
  {                                                                                \
    .q = "y", .v = "y'", .q0 = "y0", .v0 = "yp0", .g = "F", .loads = "F",          \
    .jumps       = "does F jump, or are the orders wrong?",                        \
    .started     = "consistent values of F = 0",                                   \
    .requests    = "icopt is not one of the residual form: "                       \
                   "GALPHA_YA_YDP_INIT, GALPHA_Y_INIT",                            \
    .solver_size = "y has", .unknowns = "those of y",                              \
    .with_states = "those of y", .sizes_known = "",                                \
    .iteration      = {"Newton's iteration", "Newton's iteration"},                \
    .component      = {"y[", "]"},                                                 \
    .preconditioner = "GALPHASetPreconditioner (of second order "                  \
                      "GALPHASetPreconditioner2)",                                 \
    .sparse         = "give a sparse one and its solver (SUNSparseMatrix, "        \
                      "SUNLinSol_KLU, GALPHASetLinearSolver with GALPHASetJacFn)", \
    .check_rows     = ": see GALPHACheckJacobian",                                 \
    .check_entries  = ": GALPHACheckJacobian names the entry",                     \
    .other_method   = ""                                                           \
  }

/* Members that both forms have in common. */
#define COMMON                                                                \
  .words = WORDS, .any_vector = true, .multiplies = true, .one_output = true, \
  .statistics = GALPHA_STATISTICS_RESIDUAL | GALPHA_STATISTICS_KRYLOV,        \
  .close = close_problem, .set_solver = set_solver, .is_dense = is_dense,     \
  .select = choose, .set_redundancy = refuse_redundancy,                      \
  .can_start = can_start, .begin = galpha_start_residual,                     \
  .go_on = galpha_go_on_residual, .keep_start = keep_start,                   \
  .first_step     = galpha_ic_residual_first_step,                            \
  .check_jacobian = check_residual, .advice = residual_advice,                \
  .name_derivative = name_derivative, .name_mass = name_mass,                 \
  .explain_start   = galpha_explain_undetermined,                             \
  .explain_step    = galpha_explain_singular_residual,                        \
  .nearly_singular = galpha_nearly_singular_residual

const struct galpha_form galpha_form_first_order = {
  COMMON, .name = "F(t,y,y')", .chooses_order = true, .loosen = loosen,
  .tests_positions = tests_y};

const struct galpha_form galpha_form_second_order = {
  COMMON, .name = "F(t,y,y',y'')", .chooses_order = true,
  .loosen = galpha_loosen_positions, .tests_positions = galpha_tests_positions};
