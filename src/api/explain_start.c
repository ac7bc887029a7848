/* Error messages of the start in terms of the model: coordinates, constraints, time.
 * Components are counted from 0. */
#include <stdio.h>

#include "api/advice.h"
#include "api/integrator.h"
#include "model/matrix_ops.h"

const char *galpha_level_name(enum galpha_level level)
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
    "dependent, but what they require differs by more than the tolerances; "
    "correct or remove one",
    code == GALPHA_INCONSISTENT_IC ? "inconsistent start: " : "",
    last < m ? 'g' : 'k', last < m ? last : last - m, first < m ? 'g' : 'k',
    first < m ? first : first - m, mem->hist.now->t);
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
                         "g[%ld] depends on t, seen at t = %.10g, but "
                         "GALPHASetScleronomic declares that it does not",
                         row, t);
  case GALPHA_DECLARED_CONSTANT_G:
    return galpha_report(
      &mem->err, code, function,
      "row %ld of the constraint Jacobian G depends on q, seen at t = %.10g, "
      "but GALPHASetConstantG declares that it does not",
      row, t);
  case GALPHA_DECLARED_RATE:
    return galpha_report(&mem->err, code, function,
                         "row %ld of g_t (GALPHASetHolonomicRate) is not the "
                         "derivative of g[%ld] with respect to t at t = %.10g",
                         row, row, t);
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
      row, block, of, row, t, mem->form->words.check_entries);
  }
}

/* Bytes of a dense matrix of the whole system, if the library would create it; 0: the
 * user gave a matrix, or none is needed. */
static sunrealtype dense_bytes(const struct galpha_mem *mem)
{
  const sunrealtype n = (sunrealtype)N_VGetLength(mem->ls.packed);
  const bool given = mem->ls.user_A || (mem->ls.main.LS && !mem->ls.main.own);
  return given || !mem->form->is_dense(mem) ? 0.0
                                            : n * n * (sunrealtype)sizeof n;
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
    n, size / GIGABYTE, mem->form->words.sparse);
}

/* What to do about values that violate a constraint. */
static const char *cure(const struct galpha_mem *mem)
{
  const struct galpha_ic *ic = &mem->ic;
  const bool in_k            = ic->level == GALPHA_LEVEL_NONHOLONOMIC;
  const bool fresh =
    ic->row >= 0 && galpha_rows_fresh(&mem->sys.rows[in_k], ic->row);
  if (ic->projecting)
  {
    return "; the constraints contradict each other: no q0, v0 nearby "
           "satisfies them all";
  }
  if (ic->level == GALPHA_LEVEL_OUTPUT)
  {
    return "; no solution of the loop of outputs was found: give better "
           "initial values (F must return the output's value, not a residual)";
  }
  if (!fresh && ic->differenced)
  {
    return "; G is found by differences of g, which are no more accurate "
           "there: give G by a function, measure q from an origin nearby, or "
           "call GALPHACalcIC with GALPHA_PROJECT_INIT";
  }
  if (fresh && ic->level != GALPHA_LEVEL_POSITION)
  {
    return "; GALPHASetActive has switched this row on: first call "
           "GALPHAImpact with e = 0, which makes the velocities satisfy it";
  }
  return fresh ? "; GALPHASetActive has switched this row on: switch it on "
                 "where it is 0, or call GALPHACalcIC with GALPHA_PROJECT_INIT"
               : "; correct q0, v0 or call GALPHACalcIC with "
                 "GALPHA_PROJECT_INIT";
}

/* A callback has ended the start. *code: its own if it has asked to stop, unless the
 * callback belongs to a linear solver. */
static bool is_by_callback(const struct galpha_mem *mem, int *code)
{
  const bool stopped = galpha_sys_stopped(&mem->sys);
  if (stopped && *code != GALPHA_LSETUP_FAIL && *code != GALPHA_LSOLVE_FAIL)
  {
    *code = GALPHA_RES_FAIL;
  }
  return stopped || (mem->sys.fail.what && (*code == GALPHA_RES_FAIL ||
                                            *code == GALPHA_FIRST_RES_FAIL));
}

int galpha_explain_start(const struct galpha_mem *mem, int code,
                         const char *function)
{
  const struct galpha_ic *ic  = &mem->ic;
  const sunrealtype t         = mem->hist.now->t;
  char row[32]                = ""; /* unknown where lambda has no array */
  char off[48]                = "";
  char cause[GALPHA_SENTENCE] = "";
  if (mem->ls.prec_missing)
  {
    return galpha_explain_preconditioner(mem, function);
  }
  if (is_by_callback(mem, &code))
  {
    return galpha_explain_model(mem, code, function, 0.0);
  }
  switch (code)
  {
  case GALPHA_SINGULAR_JAC: return mem->form->explain_start(mem, function);
  case GALPHA_INCONSISTENT_IC:
    if (ic->clash) { return galpha_explain_clash(mem, code, function); }
    if (ic->row >= 0) { snprintf(row, sizeof row, "[%ld]", (long int)ic->row); }
    if (ic->off > 1.0)
    {
      snprintf(off, sizeof off, " (%s is off by %.2g tolerances)",
               ic->level == GALPHA_LEVEL_POSITION ? "q0" : "v0", ic->off);
    }
    return galpha_report(&mem->err, code, function,
                         "inconsistent start: %s%s = %.3g at t = %.10g%s%s",
                         ic->level == GALPHA_LEVEL_POSITION
                           ? "position constraint g"
                           : galpha_level_name(ic->level),
                         row, ic->value, t, cure(mem), off);
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
    return galpha_report(
      &mem->err, code, function, "%s at t = %.10g could not be computed%s%s",
      mem->form->words.started, t,
      galpha_advice_derivative(mem, false, cause) ? ": " : "", cause);
  }
}
