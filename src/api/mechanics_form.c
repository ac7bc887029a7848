/* The forms (struct galpha_form) of mechanics by matrices and by products. */
#include <stdio.h>

#include "api/advice.h"
#include "api/integrator.h"
#include "base/tuning.h"
#include "check/arguments.h"
#include "check/jacobian_mechanics.h"
#include "model/matrix_ops.h"
#include "start/nearly_singular.h"
#include "start/wrong_derivative.h"

static int explain_step(const struct galpha_mem *mem, const char *function)
{
  return mem->nls.cause == GALPHA_CAUSE_CLASH
           ? galpha_explain_clash(mem, GALPHA_SINGULAR_JAC, function)
           : galpha_explain_singular(mem, function);
}

static int start_mechanics(struct galpha_mem *mem, int icopt,
                           const char *function)
{
  mem->ic.declared.kind = GALPHA_DECLARED_RIGHT;
  mem->ic.untransposed  = false;
  const int code =
    galpha_ic_start(&mem->ic, icopt == GALPHA_PROJECT_INIT,
                    mem->opt[GALPHA_OPT_START] == GALPHA_START_SHIFTED);
  if (mem->ic.untransposed)
  {
    galpha_report(&mem->err, GALPHA_WARNING, function,
                  "GT is not the transpose of G at t = %.10g: the products "
                  "<GT l, x> and <l, G x> differ",
                  mem->t0);
  }
  if (code) { return galpha_explain_start(mem, code, function); }
  return galpha_ls_inner_begin(&mem->ls) ? galpha_no_memory(&mem->err, function)
                                         : GALPHA_SUCCESS;
}

static int go_on(struct galpha_mem *mem, const char *function)
{
  return start_mechanics(mem, GALPHA_PROJECT_INIT, function);
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
  /* options are passed to the model at the start only */
  sys.scleronomic = mem->opt[GALPHA_OPT_SCLERONOMIC] != 0.0;
  sys.constant_G  = mem->opt[GALPHA_OPT_CONSTANT_G] != 0.0;
  return galpha_check_mech(&sys, mem->model.st, &mem->model.reaction, &at, cmp,
                           fail);
}

static int refuse_check(struct galpha_mem *mem, struct galpha_compare *cmp,
                        struct galpha_failure *fail)
{
  (void)fail;
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, cmp->function,
                       "needs matrices: not after GALPHAInitMechTimes");
}

static bool is_dense(const struct galpha_mem *mem)
{
  return !galpha_block_sparse(mem->sys.M);
}

static bool is_never_dense(const struct galpha_mem *mem)
{
  (void)mem;
  return false;
}

static int choose(const struct galpha_mem *mem, int *formulation,
                  const char *function)
{
  (void)function;
  *formulation = (int)mem->opt[GALPHA_OPT_FORMULATION];
  return GALPHA_SUCCESS;
}

static int choose_without_matrices(const struct galpha_mem *mem,
                                   int *formulation, const char *function)
{
  *formulation = (int)mem->opt[GALPHA_OPT_FORMULATION];
  return *formulation == GALPHA_SOI2_LITERAL
           ? galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                           "GALPHA_SOI2_LITERAL needs matrices: not after "
                           "GALPHAInitMechTimes")
           : GALPHA_SUCCESS;
}

static int set_redundancy(struct galpha_mem *mem, bool on, const char *function)
{
  const struct galpha_sys *sys = &mem->sys;
  const sunindextype size[]    = {sys->n, sys->m, sys->p};
  bool changed                 = false;
  if (on && sys->general) { return galpha_refuse_redundancy(mem, function); }
  if (galpha_redundant_prepare(&mem->model.red, on, mem->ls.packed, size,
                               mem->sunctx, &changed))
  {
    return galpha_no_memory(&mem->err, function);
  }
  if (changed) { mem->ls.ready = mem->ls.current = false; }
  return GALPHA_SUCCESS;
}

static int refuse_redundancy(struct galpha_mem *mem, bool on,
                             const char *function)
{
  return on ? galpha_refuse_redundancy(mem, function) : GALPHA_SUCCESS;
}

static bool can_start(int icopt)
{
  return icopt == GALPHA_ACC_INIT || icopt == GALPHA_PROJECT_INIT;
}

/* The comparison of derivatives along one direction has found none wrong. */
static const char *advice(const struct galpha_mem *mem)
{
  const struct galpha_sys *sys = &mem->sys;
  const bool given = sys->Fqfn || sys->Fvfn || sys->Gfn || sys->Kfn ||
                     mem->opt[GALPHA_OPT_DF_DQ_ZERO] != 0.0 ||
                     mem->opt[GALPHA_OPT_DF_DV_ZERO] != 0.0;
  return given
           ? "do the forces jump there (friction, contact)? otherwise check "
             "df/dq, df/dv, G and K (GALPHACheckJacobian)"
           : "do the forces jump or bend sharply there (friction, contact)?";
}

static const char *products_advice(const struct galpha_mem *mem)
{
  (void)mem;
  return "do the forces jump there (friction, contact)? otherwise check the "
         "products with G, its transpose and df/dq, df/dv, and the "
         "preconditioner";
}

static bool name_states_derivative(const struct galpha_mem *mem, char *text)
{
  static const char *const words[][3] = {
    [GALPHA_STATES_FS] = {"df/ds", "the forces near row ", ""},
    [GALPHA_STATES_SQ] = {"dF/dq", "the states' F[", "]"},
    [GALPHA_STATES_SV] = {"dF/dv", "the states' F[", "]"},
    [GALPHA_STATES_SS] = {"dF/ds", "the states' F[", "]"}};
  const struct galpha_states_row found = galpha_wrong_states_jacobian(&mem->ic);
  if (found.row < 0) { return false; }
  const char *const *word = words[found.block];
  snprintf(text, GALPHA_SENTENCE,
           "%s is not the derivative of %s%ld%s: see GALPHACheckJacobian",
           word[0], word[1], (long int)found.row, word[2]);
  return true;
}

static bool name_derivative(const struct galpha_mem *mem, bool forces,
                            char *text)
{
  const sunindextype differs    = galpha_unrepeatable_forces(&mem->ic);
  struct galpha_block_row found = {GALPHA_BLOCK_G, -1};
  if (differs >= 0)
  {
    snprintf(text, GALPHA_SENTENCE,
             "component %ld of the force f " GALPHA_UNREPEATABLE,
             (long int)differs);
    return true;
  }
  found = galpha_wrong_constraint_jacobian(&mem->ic, WRONG_CONSTRAINT, true);
  if (found.row >= 0)
  {
    const bool in_g = found.block == GALPHA_BLOCK_G;
    snprintf(text, GALPHA_SENTENCE,
             "row %ld of the constraint Jacobian %c is not the derivative of "
             "%c[%ld] there%s",
             (long int)found.row, in_g ? 'G' : 'K', in_g ? 'g' : 'k',
             (long int)found.row, mem->form->words.check_rows);
    return true;
  }
  if (galpha_advice_singular(mem, text)) { return true; }
  if (!forces) { return false; }
  found = galpha_wrong_force_jacobian(&mem->ic);
  if (found.row < 0) { return name_states_derivative(mem, text); }
  snprintf(text, GALPHA_SENTENCE,
           "%s is not the derivative of the forces near row %ld: see "
           "GALPHACheckJacobian",
           found.block == GALPHA_BLOCK_FQ ? "df/dq" : "df/dv",
           (long int)found.row);
  return true;
}

static bool name_mass(const struct galpha_mem *mem, bool negative, char *text)
{
  SUNMatrix M = mem->sys.M;
  const sunindextype row =
    M && galpha_block_known(M) ? galpha_block_negative(M) : -1;
  (void)negative;
  if (row < 0) { return false; }
  snprintf(text, GALPHA_SENTENCE,
           "row %ld of the mass matrix has a negative diagonal entry, which "
           "may make the motion unbounded",
           (long int)row);
  return true;
}

#define WORDS(rows, entries, kept)                                              \
  {                                                                             \
    .q = "q", .v = "v", .q0 = "q0", .v0 = "v0", .g = "g",                       \
    .loads = "the forces", .jumps = "do the forces jump?",                      \
    .started     = "accelerations and multipliers",                             \
    .requests    = "icopt is not one of the mechanical form: GALPHA_ACC_INIT, " \
                   "GALPHA_PROJECT_INIT",                                       \
    .solver_size = "q and lambda have", .unknowns = "n+m+p",                    \
    .with_states    = "n+m+p+r",                                                \
    .sizes_known    = ": call this after the constraints are set",              \
    .iteration      = {"the position iteration", "the velocity iteration"},     \
    .component      = {"coordinate ", ""},                                      \
    .preconditioner = "GALPHASaddlePrecInitMech",                               \
    .sparse     = "with a sparse M (SUNSparseMatrix, CSC) the library takes a " \
                  "sparse one and KLU",                                         \
    .check_rows = rows, .check_entries = entries,                               \
    .other_method = ", or use GALPHA_SOI2", .keep = kept                        \
  }

/* Members that both forms have in common. */
#define COMMON                                                            \
  .declares = true, .constraints = true, .start = GALPHA_ACC_INIT,        \
  .loosen          = galpha_loosen_positions,                             \
  .tests_positions = galpha_tests_positions, .can_start = can_start,      \
  .begin = start_mechanics, .go_on = go_on,                               \
  .first_step = galpha_ic_first_step, .name_derivative = name_derivative, \
  .name_mass = name_mass, .explain_step = explain_step,                   \
  .nearly_singular = galpha_nearly_singular

const struct galpha_form galpha_form_mechanics = {
  COMMON,
  .name = "mechanics by matrices",
  .words =
    WORDS(": see GALPHACheckJacobian", ": GALPHACheckJacobian names the entry",
          ", or keep it by GALPHASetRedundancy"),
  .statistics     = GALPHA_STATISTICS_MECHANICS,
  .close          = galpha_close_mechanics,
  .set_solver     = galpha_set_matrix_solver,
  .is_dense       = is_dense,
  .select         = choose,
  .set_redundancy = set_redundancy,
  .check_jacobian = check_mechanics,
  .advice         = advice,
  .explain_start  = galpha_explain_singular_start};

const struct galpha_form galpha_form_products = {
  COMMON,
  .name           = "mechanics by products",
  .words          = WORDS("", "", ""),
  .any_vector     = true,
  .statistics     = GALPHA_STATISTICS_MECHANICS | GALPHA_STATISTICS_KRYLOV,
  .close          = galpha_close_products,
  .set_solver     = galpha_set_product_solver,
  .is_dense       = is_never_dense,
  .select         = choose_without_matrices,
  .set_redundancy = refuse_redundancy,
  .check_jacobian = refuse_check,
  .advice         = products_advice,
  .explain_start  = galpha_explain_accelerations};
