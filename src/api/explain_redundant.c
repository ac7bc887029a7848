/* Error messages of singular matrices: redundant and contradicting constraints, zero rows of
 * mass and constraints, unknowns that no equation determines. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "api/advice.h"
#include "api/integrator.h"
#include "base/tuning.h"
#include "model/dependent_rows.h"
#include "start/wrong_derivative.h"

#define ALL_ROWS 200

/* text = ": 3 rows are, g[4], g[5], k[0]" if several rows are dependent, else "". */
static void list_dependent(const struct galpha_mem *mem, char *text)
{
  const struct galpha_sys *sys   = &mem->sys;
  struct galpha_dependence found = {0};
  text[0]                        = '\0';
  galpha_rank_conflict(sys->block[GALPHA_BLOCK_G].A,
                       sys->block[GALPHA_BLOCK_K].A, NULL, NULL, sys->rows,
                       &found);
  if (found.count < 2) { return; }
  size_t at = (size_t)snprintf(text, ALL_ROWS,
                               " (redundant: %ld rows:", (long int)found.count);
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

/* A row of [G; K] depends on other rows, most strongly on row ic->other. */
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
      "%s[%ld] contradicts %c[%ld] at t = %.10g: the rows of their Jacobians "
      "are dependent, but what they require of the %s differs by %.3g; correct "
      "or remove one",
      galpha_level_name(ic->level), row, in_g ? 'g' : 'k', other, t,
      in_v ? "velocities" : "positions", gap);
  }
  char all[ALL_ROWS];
  list_dependent(mem, all);
  return galpha_report(
    &mem->err, GALPHA_SINGULAR_JAC, function,
    "%s[%ld] is redundant at t = %.10g: it depends on the constraints before "
    "it, most on %c[%ld]%s; remove it%s",
    galpha_level_name(ic->level), row, t, in_g ? 'g' : 'k', other, all,
    mem->form->words.keep);
}

int galpha_explain_singular_start(const struct galpha_mem *mem,
                                  const char *function)
{
  const struct galpha_ic *ic = &mem->ic;
  const sunrealtype t        = mem->hist.now->t;
  const long int row         = (long int)ic->row;
  if (ic->singular)
  {
    return galpha_report(
      &mem->err, GALPHA_SINGULAR_JAC, function,
      "the start at t = %.10g is in a singular position (bars in line?): "
      "constraints depend on each other there but not nearby, so the "
      "accelerations are not determined; start slightly beside it",
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
                         galpha_level_name(ic->level), row, t);
  }
  return explain_dependent(mem, function);
}

/* Mechanics by products: dependent rows, or the linear solver failed. */
int galpha_explain_accelerations(const struct galpha_mem *mem,
                                 const char *function)
{
  if (mem->ic.level == GALPHA_LEVEL_POSITION && mem->ic.row >= 0)
  {
    return galpha_explain_singular_start(mem, function);
  }
  return galpha_report(
    &mem->err, GALPHA_SINGULAR_JAC, function,
    "accelerations and multipliers at t = %.10g were not found (flag %d of the "
    "linear solver): redundant constraints, a mass that is missing, a "
    "preconditioner far from S^-1, a GT that is not the transpose of G, or too "
    "few Krylov vectors",
    mem->hist.now->t, mem->ls.last_flag);
}

int galpha_explain_undetermined(const struct galpha_mem *mem,
                                const char *function)
{
  const struct galpha_ic *ic = &mem->ic;
  const long int row         = (long int)ic->row;
  const sunrealtype t        = mem->hist.now->t;
  const char *what =
    ic->all_of_y ? "F = 0 does not determine y (GALPHA_Y_INIT)"
                 : "F = 0 does not determine y'', y' and the components of "
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
  if (ic->all_of_y)
  {
    return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                         "at t = %.10g %s: F does not contain y[%ld] itself", t,
                         what, row);
  }
  return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                       "at t = %.10g %s: F does not contain the highest "
                       "derivative of y[%ld]; is component %ld declared with "
                       "too high an order?",
                       t, what, row, row);
}

/* Steps of this run have been solved with the same equations, and have become so short that
 * the rows of constraints vanish beside those with y'. */
static bool is_by_length(const struct galpha_mem *mem)
{
  const sunrealtype h = fabs(mem->ctrl.h_tried);
  return mem->model.ops->rounding && mem->model.has[0] && mem->ctrl.steps > 0 &&
         h < sqrt(DBL_EPSILON) * mem->ic.span &&
         h < ADVICE_CREEPS * mem->ctrl.window.longest;
}

/* Reports a singular matrix in a step. */
int galpha_explain_singular_residual(const struct galpha_mem *mem,
                                     const char *function)
{
  bool in_row             = false;
  const sunrealtype t     = mem->hist.now->t;
  const sunrealtype h     = mem->ctrl.h_tried;
  const sunindextype none = galpha_ls_res_empty(&mem->ls, &in_row);
  if (mem->ls.dependent[0] >= 0)
  {
    return galpha_report(
      &mem->err, GALPHA_SINGULAR_JAC, function,
      "at t = %.10g y[%ld], y[%ld] (and perhaps others) have the same effect: "
      "they are multipliers of redundant constraints; remove one",
      t, (long int)mem->ls.dependent[0], (long int)mem->ls.dependent[1]);
  }
  if (is_by_length(mem))
  {
    return galpha_report(
      &mem->err, GALPHA_SINGULAR_JAC, function,
      "at t = %.10g, h = %.3g the iteration matrix is singular within "
      "rounding: steps this short need a lower index (2: GGL, or 1). Fast "
      "states (filters, currents) may require them: start these at the values "
      "they tend to; otherwise look for redundant constraints or a singular "
      "configuration",
      t, h);
  }
  char mass[GALPHA_SENTENCE];
  if (none < 0 && galpha_advice_mass(mem, false, mass))
  {
    return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                         "at t = %.10g, h = %.3g the iteration matrix is "
                         "singular: %s",
                         t, h, mass);
  }
  if (none < 0) { return galpha_explain_singular(mem, function); }
  return galpha_report(&mem->err, GALPHA_SINGULAR_JAC, function,
                       "at t = %.10g, h = %.3g the iteration matrix is "
                       "singular: its %s %ld is empty, %s",
                       t, h, in_row ? "row" : "column", (long int)none,
                       in_row ? "that equation contains no unknown"
                              : "that component appears in no equation");
}
