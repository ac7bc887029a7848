/* What went wrong at the start, in the words of the model: bodies' coordinates,
 * constraints, time. Components are counted from 0. */
#include <stdio.h>

#include "api/integrator.h"
#include "model/dependent_rows.h"
#include "model/matrix_ops.h"
#include "start/wrong_derivative.h"

static const char *level_name(enum galpha_level level)
{
  switch (level)
  {
  case GALPHA_LEVEL_POSITION: return "holonomic constraint g";
  case GALPHA_LEVEL_VELOCITY: return "velocity constraint (g_t + G v)";
  case GALPHA_LEVEL_NONHOLONOMIC: return "nonholonomic constraint k";
  case GALPHA_LEVEL_OUTPUT: return "output equation s = F";
  default: return "mass matrix row";
  }
}

static int explain_undetermined(const struct galpha_mem *mem,
                                const char *function)
{
  const struct galpha_ic *ic = &mem->ic;
  const long int row         = (long int)ic->row;
  const sunrealtype t        = mem->hist.now->t;
  const char *what = "F = 0 does not determine y'', y' and the components of "
                     "order 0";
  if (row < 0)
  {
    return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                         "at t = %.10g %s", t, what);
  }
  if (ic->by_row)
  {
    return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                         "at t = %.10g %s: F[%ld] contains none of them (a "
                         "constraint on positions or velocities?)",
                         t, what, row);
  }
  return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                       "at t = %.10g %s: F does not contain the highest "
                       "derivative of y[%ld]; is component %ld declared with "
                       "too high an order?",
                       t, what, row, row);
}

#define ALL_ROWS 200

/* ": 3 rows are, g[4], g[5], k[0]" where there are several. */
static void list_dependent(const struct galpha_mem *mem, char *text)
{
  const struct galpha_sys *sys   = &mem->sys;
  struct galpha_dependence found = {0};
  text[0]                        = '\0';
  galpha_rank_conflict(sys->block[GALPHA_BLOCK_G].A,
                       sys->block[GALPHA_BLOCK_K].A, NULL, NULL, &found);
  if (found.count < 2) { return; }
  size_t at = (size_t)snprintf(
    text, ALL_ROWS, " (redundant are %ld rows:", (long int)found.count);
  for (int i = 0; i < GALPHA_RANK_NAMED && i < found.count; i++)
  {
    const bool in_g = found.rows[i] < sys->m;
    at +=
      (size_t)snprintf(text + at, ALL_ROWS - at, " %c[%ld]", in_g ? 'g' : 'k',
                       (long int)(found.rows[i] - (in_g ? 0 : sys->m)));
  }
  snprintf(text + at, ALL_ROWS - at, "%s",
           found.count > GALPHA_RANK_NAMED ? " ...)" : ")");
}

/* A constraint whose Jacobian row depends on others, most on row other of
 * [G; K]. */
static int explain_dependent(const struct galpha_mem *mem, const char *function)
{
  const struct galpha_ic *ic = &mem->ic;
  const long int row         = (long int)ic->row;
  const long int m           = (long int)mem->sys.m;
  const bool in_g            = ic->other < mem->sys.m;
  const long int other       = (long int)ic->other - (in_g ? 0 : m);
  const sunrealtype t        = mem->hist.now->t;
  bool in_v                  = false;
  const sunrealtype gap      = galpha_ic_contradiction(ic, &in_v);
  if (gap > 0.0)
  {
    return galpha_report(
      &mem->err, GALPHA_SINGULAR_JAC, function,
      "%s[%ld] contradicts %c[%ld] at t = %.10g: the rows of "
      "their Jacobians are dependent, and what they demand "
      "of the %s differs by %.3g; correct one or remove it",
      level_name(ic->level), row, in_g ? 'g' : 'k', other, t,
      in_v ? "velocities" : "positions", gap);
  }
  char all[ALL_ROWS];
  list_dependent(mem, all);
  return galpha_report(
    &mem->err, GALPHA_SINGULAR_JAC, function,
    "%s[%ld] is redundant at t = %.10g: it depends on the "
    "constraints before it, most on row %ld%s; remove it, or "
    "go on with it (GALPHASetRedundancy)",
    level_name(ic->level), row, t, (long int)ic->other, all);
}

int galpha_explain_clash(const struct galpha_mem *mem, int code,
                         const char *function)
{
  const long int m         = (long int)mem->sys.m;
  const sunindextype *pair = mem->model.red.row;
  const long int a = (long int)pair[0], b = (long int)pair[1];
  const long int first = a < b ? a : b, last = a < b ? b : a;
  return galpha_report(
    &mem->err, code, function,
    "%s%c[%ld] contradicts %c[%ld] at t = %.10g: their Jacobians are "
    "dependent, and what they demand differs by more than the tolerances; "
    "correct one or remove it",
    code == GALPHA_INCONSISTENT_IC ? "inconsistent start: " : "",
    last < m ? 'g' : 'k', last < m ? last : last - m, first < m ? 'g' : 'k',
    first < m ? first : first - m, mem->hist.now->t);
}

/* Of mechanics by products; the solver set up nothing, or did not get there. */
static int explain_accelerations(const struct galpha_mem *mem,
                                 const char *function)
{
  return galpha_report(
    &mem->err, GALPHA_SINGULAR_JAC, function,
    "accelerations and multipliers at t = %.10g are not found (flag %d of the "
    "linear solver): redundant constraints, a preconditioner far from S^-1, GT "
    "not the transpose of G, or too few vectors of the linear solver",
    mem->hist.now->t, mem->ls.last_flag);
}

static int explain_singular(const struct galpha_mem *mem, const char *function)
{
  const struct galpha_ic *ic = &mem->ic;
  const sunrealtype t        = mem->hist.now->t;
  const long int row         = (long int)ic->row;
  if (mem->res.active) { return explain_undetermined(mem, function); }
  if (mem->sys.by_product) { return explain_accelerations(mem, function); }
  if (ic->singular)
  {
    return galpha_report(
      &mem->err, GALPHA_SINGULAR_JAC, function,
      "the start at t = %.10g is in a singular position (bars in line?): "
      "constraints depend on each other there and not nearby, so that "
      "accelerations are not determined; start a little beside it",
      t);
  }
  if (ic->row < 0)
  {
    return galpha_report(
      &mem->err, GALPHA_SINGULAR_JAC, function,
      "mass matrix and constraints form a singular matrix at "
      "t = %.10g: accelerations are not determined",
      t);
  }
  if (ic->level == GALPHA_LEVEL_MASS)
  {
    return galpha_report(
      &mem->err, GALPHA_SINGULAR_JAC, function,
      "row %ld of the mass matrix is zero and the constraints do not "
      "determine the accelerations of all massless coordinates (t = %.10g)",
      row, t);
  }
  if (ic->other < 0)
  {
    return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                         "the Jacobian row of %s[%ld] is zero at t = %.10g: it "
                         "constrains nothing there",
                         level_name(ic->level), row, t);
  }
  return explain_dependent(mem, function);
}

int galpha_explain_declaration(const struct galpha_mem *mem, int code,
                               const char *function)
{
  const struct galpha_false_declaration *found = &mem->ic.declared;
  const bool in_g                              = found->block == GALPHA_BLOCK_G;
  const char block = in_g ? 'G' : 'K', of = in_g ? 'g' : 'k';
  const long int row  = (long int)found->row;
  const sunrealtype t = mem->hist.now->t;
  switch (found->kind)
  {
  case GALPHA_DECLARED_SCLERONOMIC:
    return galpha_report(&mem->err, code, function,
                         "g[%ld] depends on t, seen at t = %.10g, and "
                         "GALPHASetScleronomic says that it does not",
                         row, t);
  case GALPHA_DECLARED_CONSTANT_G:
    return galpha_report(&mem->err, code, function,
                         "row %ld of the constraint Jacobian G depends on q, "
                         "seen at t = %.10g, and GALPHASetConstantG says that "
                         "it does not",
                         row, t);
  case GALPHA_DECLARED_PATTERN:
    return galpha_report(&mem->err, code, function,
                         "row %ld of the pattern of %c, which is differenced, "
                         "lacks an entry: %c[%ld] depends on other components "
                         "at t = %.10g",
                         row, block, of, row, t);
  default:
    return galpha_report(
      &mem->err, code, function,
      "row %ld of the constraint Jacobian %c is not the derivative of %c[%ld] "
      "at t = %.10g%s",
      row, block, of, row, t,
      mem->sys.by_product ? "" : ": GALPHACheckJacobian tells which entry");
  }
}

/* What a dense matrix of the whole system would take where nobody has given another
 * one; 0: there is one, or none is needed. */
static sunrealtype dense_bytes(const struct galpha_mem *mem)
{
  const sunrealtype n = (sunrealtype)N_VGetLength(mem->ls.packed);
  const bool given  = mem->ls.user_A || (mem->ls.main.LS && !mem->ls.main.own);
  const bool sparse = !mem->res.active && galpha_block_sparse(mem->sys.M);
  return given || sparse || mem->sys.by_product
           ? 0.0
           : n * n * (sunrealtype)sizeof(sunrealtype);
}

#define GIGABYTE 1e9

static int explain_memory(const struct galpha_mem *mem, const char *function)
{
  const sunrealtype size = mem->ls.packed ? dense_bytes(mem) : 0.0;
  if (!(size > 0.1 * GIGABYTE))
  {
    return galpha_no_memory(&mem->err, function);
  }
  const long int n = (long int)N_VGetLength(mem->ls.packed);
  return galpha_report(
    &mem->err, GALPHA_MEM_FAIL, function,
    "out of memory: a dense matrix of %ld x %ld doubles takes %.3g GB; %s", n,
    n, size / GIGABYTE,
    mem->res.active
      ? "give a sparse one and its solver (SUNSparseMatrix, SUNLinSol_KLU, "
        "GALPHASetLinearSolver with GALPHASetJacFn)"
      : "with a sparse M (SUNSparseMatrix, CSC) the library takes a sparse "
        "one and KLU");
}

int galpha_explain_start(const struct galpha_mem *mem, int code,
                         const char *function)
{
  const struct galpha_ic *ic = &mem->ic;
  const sunrealtype t        = mem->hist.now->t;
  char row[32]               = ""; /* unknown where lambda has no array */
  if (mem->ls.prec_missing)
  {
    return galpha_explain_preconditioner(mem, function);
  }
  if (mem->sys.fail.what &&
      (code == GALPHA_RES_FAIL || code == GALPHA_FIRST_RES_FAIL))
  {
    return galpha_explain_model(mem, code, function, 0.0);
  }
  switch (code)
  {
  case GALPHA_SINGULAR_JAC: return explain_singular(mem, function);
  case GALPHA_INCONSISTENT_IC:
    if (ic->clash) { return galpha_explain_clash(mem, code, function); }
    if (ic->row >= 0) { snprintf(row, sizeof row, "[%ld]", (long int)ic->row); }
    return galpha_report(
      &mem->err, code, function,
      "inconsistent start: %s%s = %.3g at t = %.10g%s",
      ic->level == GALPHA_LEVEL_POSITION ? "position constraint g"
                                         : level_name(ic->level),
      row, ic->value, t,
      ic->projecting
        ? "; position constraints inconsistent or contradictory: no q0, v0 "
          "nearby meets them all"
      : ic->level == GALPHA_LEVEL_OUTPUT
        ? "; the loop of outputs does not settle: give better values (F must "
          "return the output's value, not a residual)"
        : "; correct q0, v0 or call GALPHACalcIC with GALPHA_PROJECT_INIT");
  case GALPHA_MEM_FAIL: return explain_memory(mem, function);
  case GALPHA_CONSTR_FAIL:
    return galpha_report(&mem->err, code, function,
                         "the inequalities of GALPHASetConstraints allow no "
                         "consistent values at t = %.10g",
                         t);
  case GALPHA_LINIT_FAIL:
    return galpha_report(&mem->err, code, function,
                         "the linear solver refused its initialization");
  case GALPHA_ILL_INPUT:
    if (ic->declared.kind != GALPHA_DECLARED_RIGHT)
    {
      return galpha_explain_declaration(mem, code, function);
    }
    return galpha_report(&mem->err, code, function,
                         "the user's matrix cannot hold the pattern of the "
                         "iteration matrix");
  default:
    return galpha_report(&mem->err, code, function,
                         "%s at t = %.10g could not be computed",
                         mem->res.active ? "consistent values of F = 0"
                                         : "accelerations and multipliers",
                         t);
  }
}
