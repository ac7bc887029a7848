#include "api/watch.h"

#include <math.h>
#include <stdio.h>

#include "api/advice.h"
#include "base/tuning.h"
#include "start/constraint_glance.h"
#include "start/declared_constraints.h"

void galpha_watch_begin(struct galpha_mem *mem)
{
  mem->watch =
    (struct galpha_watch){.later            = WATCH_LATER,
                          .glance           = WATCH_GLANCE,
                          .mistaken         = 1,
                          .earlier          = mem->t0,
                          .next             = WATCH_WAIT,
                          .wait             = WATCH_WAIT,
                          .rough            = mem->watch.rough,
                          .alternation_told = mem->watch.alternation_told,
                          .rate_told        = mem->watch.rate_told,
                          .mass_told        = mem->watch.mass_told,
                          .far_told         = mem->watch.far_told};
  galpha_ripple_restart(&mem->ripple);
  mem->jolt       = (struct galpha_jolt){.found = mem->jolt.found};
  mem->passed     = (struct galpha_passed){.found = mem->passed.found};
  mem->unresolved = (struct galpha_unresolved){
    .told = mem->unresolved.told, .row_told = mem->unresolved.row_told};
}

static void report_declared(struct galpha_mem *mem)
{
  mem->watch.later = mem->watch.glance = 0;
  galpha_explain_declaration(mem, GALPHA_WARNING, "GALPHASolve");
  mem->ic.declared.kind = GALPHA_DECLARED_RIGHT;
}

/* Compares again after twice as many steps, until something is found. */
static void compare_declared(struct galpha_mem *mem)
{
  galpha_declared_later(&mem->ic, mem->t0);
  mem->watch.later = mem->watch.attempts;
  if (mem->ic.declared.kind != GALPHA_DECLARED_RIGHT) { report_declared(mem); }
}

/* Compares if a glance suggests it, and once more after the next step, since g may have a
 * kink here. Glances that were mistaken are made more rarely. */
static void glance_at_constraints(struct galpha_mem *mem)
{
  struct galpha_watch *watch = &mem->watch;
  const double share         = WATCH_GLANCE_SHARE * (double)watch->attempts;
  watch->glance              = watch->mistaken *
                  (long int)fmax(WATCH_GLANCE, fmin(share, WATCH_GLANCE_MOST));
  if (!watch->doubted && !galpha_glance_doubts(&mem->ic)) { return; }
  galpha_declared_doubted(&mem->ic);
  const bool wrong = mem->ic.declared.kind != GALPHA_DECLARED_RIGHT;
  if (wrong && watch->doubted)
  {
    report_declared(mem);
    return;
  }
  mem->ic.declared.kind = GALPHA_DECLARED_RIGHT;
  watch->doubted        = wrong;
  if (wrong) { watch->glance = 1; }
  else { watch->mistaken *= 2; }
}

/* Reports, once, an entry of M that a callback has come to store twice, perhaps already after
 * the last stage of the step before. */
static void warn_mass(struct galpha_mem *mem)
{
  const struct galpha_state *now = mem->hist.now;
  const sunrealtype before       = mem->watch.earlier;
  sunindextype row = 0, col = 0;
  mem->watch.earlier = mem->hist.prev->t;
  if (mem->watch.mass_told ||
      !galpha_sys_mass_doubled(&mem->sys, before, now->t, now->q, &row, &col))
  {
    return;
  }
  mem->watch.mass_told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "between t = %.10g and %.10g the entry of the mass matrix in "
                "row %ld, column %ld has doubled, and is stored twice from "
                "then on: entries stored twice are summed (no further warning)",
                before, now->t, (long int)row, (long int)col);
}

static bool collapsed(const struct galpha_ctrl *c)
{
  return c->h_fixed == 0.0 &&
         fabs(c->h_tried) < WATCH_COLLAPSE * c->window.longest;
}

/* Reports a wrong derivative, once; what: the symptom. */
static bool warn_derivative(struct galpha_mem *mem, const char *what)
{
  char text[GALPHA_SENTENCE];
  if (mem->watch.told || mem->opt[GALPHA_OPT_CHECK_WHEN_SLOW] == 0.0)
  {
    return false;
  }
  mem->ls.current = false; /* the comparison may overwrite the matrix */
  mem->watch.told = galpha_advice_derivative(mem, true, text);
  if (!mem->watch.told) { return false; }
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "%s (t = %.10g, h = %.3g): %s (no further warning)", what,
                mem->hist.now->t, mem->ctrl.h_tried, text);
  return true;
}

static void compare_derivatives(struct galpha_mem *mem)
{
  const struct galpha_window *w = &mem->ctrl.window;
  struct galpha_watch *watch    = &mem->watch;
  const int unsolved = galpha_window_recent(w, GALPHA_OUTCOME_UNSOLVED);
  char what[80];
  if (unsolved < WATCH_UNSOLVED && !collapsed(&mem->ctrl)) { return; }
  watch->wait *= 2;
  watch->next += watch->wait;
  if (unsolved < WATCH_UNSOLVED)
  {
    (void)warn_derivative(mem, "steps are far shorter than before");
    return;
  }
  snprintf(what, sizeof what, "%d of the last %d attempts could not be solved",
           unsolved, w->known);
  (void)warn_derivative(mem, what);
}

/* Reports vibrations, once. An error that Newton's iteration leaves because of a wrong
 * derivative oscillates too; then reports the derivative as the cause. */
static void check_ripple(struct galpha_mem *mem)
{
  char text[GALPHA_SENTENCE];
  if (mem->ctrl.h_fixed != 0.0 || mem->ripple.found) { return; }
  galpha_ripple_step(&mem->ripple, &mem->step);
  if (!mem->ripple.found || mem->watch.told) { return; }
  if (warn_derivative(mem, "velocities that vibrate determine most steps"))
  {
    return;
  }
  if (!galpha_advice_differences(mem, text))
  {
    galpha_advice_ripple(mem, text);
  }
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "until t = %.10g %s (no further warning)", mem->hist.now->t,
                text);
}

/* Reports, once, a change of v that positions alone do not test. */
static void check_jolt(struct galpha_mem *mem)
{
  char text[GALPHA_SENTENCE];
  if (mem->ctrl.h_fixed != 0.0 || !galpha_tests_positions(mem) ||
      mem->jolt.found)
  {
    return;
  }
  galpha_jolt_step(&mem->jolt, &mem->method);
  if (!mem->jolt.found) { return; }
  galpha_advice_jolt(mem, text);
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "at t = %.10g, h = %.3g %s (no further warning)",
                mem->hist.now->t, mem->hist.now->h, text);
}

/* Reports, once, what a fixed step has passed over. */
static void check_passed(struct galpha_mem *mem)
{
  char text[GALPHA_SENTENCE];
  if (mem->ctrl.h_fixed == 0.0 || mem->passed.found) { return; }
  galpha_passed_step(&mem->passed, &mem->method, &mem->errtest);
  if (!mem->passed.found) { return; }
  galpha_advice_passed(mem, text);
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "at t = %.10g, h = %.3g %s (no further warning)",
                mem->hist.now->t, mem->hist.now->h, text);
}

/* Reports, once, fixed steps that do not resolve the motion. */
static void check_unresolved(struct galpha_mem *mem)
{
  const char *part            = galpha_advice_part(mem, false);
  struct galpha_unresolved *u = &mem->unresolved;
  if (mem->ctrl.h_fixed == 0.0) { return; }
  galpha_unresolved_step(u, &mem->method, &mem->errtest);
  if (!galpha_unresolved_long(u)) { return; }
  u->row_told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "in each of the last %d steps, up to t = %.10g, h = %.3g, the "
                "estimated error of %s exceeds its displacement: the fixed "
                "step does not resolve the motion, or a stiff part oscillates "
                "with little damping; take a smaller fixed step, error "
                "control, or more damping (no further warning)",
                u->row, mem->hist.now->t, mem->hist.now->h, part);
}

int galpha_watch_output(struct galpha_mem *mem, sunrealtype t)
{
  const char *part            = galpha_advice_part(mem, false);
  struct galpha_unresolved *u = &mem->unresolved;
  if (mem->ctrl.h_fixed == 0.0 || !galpha_unresolved_at(u, mem->hist.now, t))
  {
    return GALPHA_SUCCESS;
  }
  u->told = true;
  galpha_report(
    &mem->err, GALPHA_WARNING, "GALPHASolve",
    "at t = %.10g %s is interpolated inside the fixed step of %.3g "
    "from %.10g, whose error is a considerable part of the "
    "displacement of %s in it: the motion is not resolved, and such "
    "values are meaningless; take a smaller fixed step, or error "
    "control (no further warning)",
    t, part, mem->hist.now->h, mem->hist.prev->t, part);
  return GALPHA_SUCCESS;
}

/* Reports, once, accelerations of a driven mechanism that have alternated. */
static void warn_alternation(struct galpha_mem *mem)
{
  const struct galpha_alternation *a = &mem->step.alternation;
  if (!a->found || mem->watch.alternation_told) { return; }
  mem->watch.alternation_told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "in the last steps before t = %.10g accelerations across the "
                "constraints were off by %.1g, with alternating signs or in "
                "steps that grow, and multipliers accordingly: does a driven "
                "acceleration, or a force on a driven part, jump? set a stop "
                "time at the jump and restart there (GALPHAReInit), if "
                "multipliers soon after it matter (no further warning)",
                a->t, a->size);
}

void galpha_watch(struct galpha_mem *mem)
{
  struct galpha_watch *watch = &mem->watch;
  watch->attempts++;
  galpha_watch_rounding(mem);
  warn_alternation(mem);
  warn_mass(mem);
  check_ripple(mem);
  check_jolt(mem);
  check_passed(mem);
  check_unresolved(mem);
  if (watch->later > 0 && --watch->later == 0 && mem->form->declares)
  {
    compare_declared(mem);
  }
  if (watch->glance > 0 && --watch->glance == 0 && mem->form->declares)
  {
    glance_at_constraints(mem);
  }
  if (!watch->told && watch->attempts >= watch->next)
  {
    compare_derivatives(mem);
  }
}

int galpha_watch_root(struct galpha_mem *mem)
{
  const int wish = (int)mem->opt[GALPHA_OPT_ZENO];
  struct galpha_zeno_finding z;
  if (!galpha_zeno_root(&mem->zeno, mem->root.iroots, mem->root.trout,
                        mem->ctrl.h, &z) ||
      wish == 0)
  {
    return GALPHA_ROOT_RETURN;
  }
  galpha_report(&mem->err, wish == 2 ? GALPHA_ZENO : GALPHA_WARNING,
                "GALPHASolve",
                "%ld roots of root function %d, up to t = %.10g, follow each "
                "other in ever shorter intervals, the last one %.3g: they "
                "accumulate near t = %.10g, as impacts of a ball that comes to "
                "rest; %s (no further warning)",
                z.roots, z.function, mem->root.trout, z.gap, z.end,
                mem->form->constraints
                  ? "GALPHAImpact with e = 0 and GALPHASetActive end them"
                  : "end them below some size");
  return wish == 2 ? GALPHA_ZENO : GALPHA_ROOT_RETURN;
}
