#include "api/advice.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "model/matrix_ops.h"
#include "start/wrong_derivative.h"

const char *galpha_advice_newton(const struct galpha_mem *mem)
{
  return mem->form->advice(mem);
}

bool galpha_advice_derivative(const struct galpha_mem *mem, bool forces,
                              char *text)
{
  return mem->form->name_derivative(mem, forces, text);
}

bool galpha_advice_mass(const struct galpha_mem *mem, bool negative, char *text)
{
  return mem->form->name_mass(mem, negative, text);
}

bool galpha_advice_singular(const struct galpha_mem *mem, char *text)
{
  const sunrealtype longest = mem->ctrl.window.longest;
  if (!(fabs(mem->ctrl.h_tried) < ADVICE_CREEPS * longest)) { return false; }
  const sunindextype row = mem->form->nearly_singular(&mem->ic, longest);
  if (row < 0) { return false; }
  snprintf(text, GALPHA_SENTENCE,
           "%s[%ld] nearly depends there on other constraints, but not nearby: "
           "a singular position (bars in line?), where the rank of G drops and "
           "the motion may not continue",
           mem->form->words.g, (long int)row);
  return true;
}

sunindextype galpha_advice_largest(N_Vector errors, N_Vector weights,
                                   sunrealtype *size)
{
  sunindextype n = 0, m = 0;
  const sunrealtype *e = galpha_vector_data(errors, &n);
  const sunrealtype *w = galpha_vector_data(weights, &m);
  sunindextype worst   = n > 0 && m == n ? 0 : -1;
  for (sunindextype i = 1; worst >= 0 && i < n; i++)
  {
    if (!(fabs(e[i] * w[i]) <= fabs(e[worst] * w[worst]))) { worst = i; }
  }
  if (size) { *size = worst < 0 ? 0.0 : fabs(e[worst] * w[worst]); }
  return worst;
}

sunindextype galpha_advice_worst(const struct galpha_mem *mem, bool *in_v,
                                 sunrealtype *size)
{
  const struct galpha_errtest *et = &mem->errtest;
  *in_v                           = et->norm_v > et->norm_q;
  return galpha_advice_largest(
    *in_v ? et->est_v : et->est_q,
    *in_v && !mem->model.level_v ? et->ewt_v : et->ewt_q, size);
}

const char *galpha_advice_part(const struct galpha_mem *mem, bool in_v)
{
  return in_v ? mem->form->words.v : mem->form->words.q;
}

void galpha_advice_ripple(const struct galpha_mem *mem, char *text)
{
  const struct galpha_ripple *r = &mem->ripple;
  const sunrealtype period      = galpha_ripple_period(r);
  char how[40]                  = "not resolved by the steps";
  if (period > 0.0) { snprintf(how, sizeof how, "period %.2g", period); }
  snprintf(text, GALPHA_SENTENCE,
           "%ld of %ld steps were determined by %s[%ld] and others that "
           "vibrate, %s, by less than the tolerances of %s: if they need not "
           "be resolved, call GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS)",
           r->decided, r->steps, galpha_advice_part(mem, true),
           (long int)r->component, how, galpha_advice_part(mem, false));
}

void galpha_advice_jolt(const struct galpha_mem *mem, char *text)
{
  snprintf(text, GALPHA_SENTENCE,
           "%s changed by %.2g times its largest value within one step: an "
           "impact? Positions alone in the error test do not resolve it, and "
           "%s may be wrong from then on: see "
           "GALPHASetErrorTest(mem, GALPHA_TEST_VELOCITIES)",
           galpha_advice_part(mem, true), mem->jolt.share,
           galpha_advice_part(mem, true));
}

void galpha_advice_passed(const struct galpha_mem *mem, char *text)
{
  const struct galpha_errtest *et = &mem->errtest;
  const char *part                = galpha_advice_part(mem, true);
  sunrealtype size                = 0.0;
  const sunindextype worst        = galpha_advice_largest(
           et->est_v, mem->model.level_v ? et->ewt_q : et->ewt_v, &size);
  snprintf(text, GALPHA_SENTENCE,
           "%s[%ld] is off by %.2g times the largest %s (%.2g tolerances) "
           "after steps with hardly any error: a contact or a jump of a force? "
           "the energy may be wrong from then on: take a smaller fixed step, "
           "or error control",
           part, (long int)worst, mem->passed.share, part, size);
}

enum galpha_limit galpha_advice_limit(const struct galpha_mem *mem)
{
  const struct galpha_window *w = &mem->ctrl.window;
  const double attempts         = (double)galpha_window_attempts(w);
  const double many             = fmax(ADVICE_FAILURES * attempts, 1.0);
  const double most =
    fmax(ADVICE_MOST * (double)w->count[GALPHA_OUTCOME_TAKEN], 1.0);
  if (mem->ctrl.h_fixed != 0.0) { return GALPHA_LIMIT_FIXED; }
  if ((double)w->count[GALPHA_OUTCOME_UNSOLVED] >= many)
  {
    return GALPHA_LIMIT_UNSOLVED;
  }
  if ((double)w->count[GALPHA_OUTCOME_BLOCKED] >= many)
  {
    return GALPHA_LIMIT_BLOCKED;
  }
  if ((double)w->at_most >= most) { return GALPHA_LIMIT_MAX_STEP; }
  if ((double)w->at_stop >= most) { return GALPHA_LIMIT_STOP; }
  if ((double)w->at_least >= most) { return GALPHA_LIMIT_MIN_STEP; }
  return (double)w->count[GALPHA_OUTCOME_REJECTED] >=
             fmax(ADVICE_REJECTIONS * attempts, ADVICE_ATTEMPTS)
           ? GALPHA_LIMIT_REJECTED
           : GALPHA_LIMIT_TOLERANCE;
}

/* Sizes of a row of A, and of x at its entries. */
struct row_sizes
{
  sunrealtype term, entry, square,
    x; /* |a_k x_k|, |a_k|, sum of a_k^2, |x_k| */
};

static struct row_sizes row_sizes(SUNMatrix A, N_Vector x, sunindextype row)
{
  const sunrealtype *a = galpha_block_data(A), *d = N_VGetArrayPointer(x);
  struct galpha_cursor c = galpha_cursor_begin(A);
  struct row_sizes s     = {0.0, 0.0, 0.0, 0.0};
  sunindextype i, k;
  for (sunindextype b = 0; galpha_cursor_next(&c, &i, &k); b++)
  {
    if (i != row || a[b] == 0.0) { continue; }
    s.term  = fmax(s.term, fabs(a[b] * d[k]));
    s.entry = fmax(s.entry, fabs(a[b]));
    s.x     = fmax(s.x, fabs(d[k]));
    s.square += a[b] * a[b];
  }
  return s;
}

/* The factor from errors of A = G or K to those of v_j. The library's are relative to the
 * entries; a user's are relative to the largest entry of a row, and v_j is its share of the
 * change that leaves A v as it was. */
static sunrealtype factor_of(const struct galpha_deriv *b, N_Vector v,
                             sunindextype j)
{
  if (!galpha_block_known(b->A)) { return N_VMaxNorm(v); }
  const sunrealtype *a     = galpha_block_data(b->A);
  struct galpha_cursor own = galpha_cursor_begin(b->A);
  sunindextype row, col;
  sunrealtype size = 0.0;
  for (sunindextype at = 0; galpha_cursor_next(&own, &row, &col); at++)
  {
    if (col != j || a[at] == 0.0) { continue; }
    const struct row_sizes s = row_sizes(b->A, v, row);
    size                     = fmax(size, b->reach ? s.term / fabs(a[at])
                                                   : s.entry * s.x * fabs(a[at]) / s.square);
  }
  return size;
}

/* The error of G or K relative to its rows, as far as it is known. */
static sunrealtype block_error(const struct galpha_mem *mem,
                               enum galpha_block_id id)
{
  const struct galpha_reach *own = mem->sys.block[id].reach;
  return own ? galpha_reach_error(own)
             : galpha_constraint_jacobian_error(&mem->ic, id);
}

bool galpha_advice_differences(const struct galpha_mem *mem, char *text)
{
  bool in_v                = false;
  const sunindextype worst = galpha_advice_worst(mem, &in_v, NULL);
  sunindextype n           = 0;
  if (worst < 0 || mem->model.level_v || !mem->errtest.ewt_v) { return false; }
  const sunrealtype w = galpha_vector_data(mem->errtest.ewt_v, &n)[worst];
  for (int i = GALPHA_BLOCK_G; i <= GALPHA_BLOCK_K; i++)
  {
    const struct galpha_deriv *b = &mem->sys.block[i];
    const sunrealtype error      = block_error(mem, (enum galpha_block_id)i);
    const sunrealtype least      = b->reach ? 1.0 : ADVICE_ROUGH;
    if (!(error > 0.0) ||
        !(error * factor_of(b, mem->hist.now->v, worst) * w > least))
    {
      continue;
    }
    const char name = i == GALPHA_BLOCK_G ? 'G' : 'K';
    snprintf(
      text, GALPHA_SENTENCE,
      "the errors of %s %c, about %.0e of its size, are too "
      "large for the tolerance of %s[%ld] there: %s, or set a larger one",
      b->reach ? "the differenced" : "your", name, error,
      galpha_advice_part(mem, true), (long int)worst,
      b->reach ? "give it by a function" : "compute it exactly");
    return true;
  }
  return false;
}

#define MORE \
  "call again to continue, or allow more steps by GALPHASetMaxNumSteps"

/* The diagnosis if Newton's iteration fails. */
static void unsolved(const struct galpha_mem *mem, char *text)
{
  const struct galpha_window *w = &mem->ctrl.window;
  char wrong[GALPHA_SENTENCE];
  const bool found = galpha_advice_derivative(mem, true, wrong);
  snprintf(text, GALPHA_SENTENCE,
           "Newton's iteration failed in %ld of %ld attempts: %.150s",
           w->count[GALPHA_OUTCOME_UNSOLVED], galpha_window_attempts(w),
           found ? wrong : galpha_advice_newton(mem));
}

/* Steps that the error test has made short, with few rejections: why. */
static void short_steps(const struct galpha_mem *mem, const char *part,
                        long int worst, char *text)
{
  const sunrealtype h = fabs(mem->hist.now->h), from = mem->ctrl.window.longest;
  const sunrealtype digits =
    DBL_EPSILON * galpha_norm(mem->hist.now->q, mem->errtest.ewt_q);
  if (h < WATCH_COLLAPSE * from)
  {
    if (galpha_advice_mass(mem, false, text)) { return; }
    snprintf(
      text, GALPHA_SENTENCE,
      "steps have fallen from %.3g to %.3g by errors of %s[%ld]: is "
      "there a jump in %s (friction without smoothing, a switch)? smooth "
      "it, or stop there by an event",
      from, h, part, worst, mem->form->words.loads);
  }
  else if (!galpha_advice_mass(mem, true, text))
  {
    snprintf(text, GALPHA_SENTENCE,
             "few attempts failed, and the last step was determined by the "
             "error of %s[%ld]%s",
             part, worst,
             digits <= ADVICE_ROUND_OFF ? ": " MORE
                                        : ", whose tolerance is close to "
                                          "round-off: increase the tolerances");
  }
}

bool galpha_rings(const struct galpha_mem *mem)
{
  return mem->family.undamped &&
         (mem->sys.m || mem->sys.p || mem->method.traits->jumps);
}

const char *const galpha_advice_rings =
  "with rho_inf = 1 nothing damps oscillations of multipliers, whose errors do "
  "not fall with h: set a smaller one (GALPHASetRhoInf)";

static void by_tolerance(const struct galpha_mem *mem, bool rejected,
                         char *text)
{
  const struct galpha_window *w = &mem->ctrl.window;
  bool in_v                     = false;
  const long int worst = (long int)galpha_advice_worst(mem, &in_v, NULL);
  const char *part     = galpha_advice_part(mem, in_v);
  if (galpha_advice_derivative(mem, false, text)) { return; }
  if (galpha_rings(mem))
  {
    snprintf(text, GALPHA_SENTENCE, "%s", galpha_advice_rings);
    return;
  }
  if (galpha_advice_differences(mem, text)) { return; }
  if (!rejected)
  {
    short_steps(mem, part, worst, text);
    return;
  }
  snprintf(text, GALPHA_SENTENCE,
           "the error test failed in %ld of %ld attempts, the last time in "
           "%s[%ld]: is there a jump in %s? otherwise " MORE,
           w->count[GALPHA_OUTCOME_REJECTED], galpha_window_attempts(w), part,
           worst, mem->form->words.loads);
}

/* Not where steps have fallen from usual sizes: something else made them fall. */
bool galpha_advice_rounding(const struct galpha_mem *mem, char *text)
{
  const struct galpha_nls *nls = &mem->nls;
  const sunrealtype usual      = ADVICE_CREEPS * mem->ic.span;
  if (!(nls->most_rounded > 1.0 && mem->ctrl.window.longest < usual))
  {
    return false;
  }
  snprintf(
    text, GALPHA_SENTENCE,
    "the rounding of F, divided by h or h^2, changed y[%ld] by %.2g "
    "tolerances: steps this short need a lower index (2: GGL, or 1). Fast "
    "states (filters, currents) may require them: start these at the values "
    "they tend to",
    (long int)nls->blurred, nls->most_rounded);
  return true;
}

void galpha_advice(const struct galpha_mem *mem, char *text)
{
  const struct galpha_ctrl *c   = &mem->ctrl;
  const enum galpha_limit limit = galpha_advice_limit(mem);
  if ((limit == GALPHA_LIMIT_UNSOLVED || limit == GALPHA_LIMIT_REJECTED) &&
      galpha_advice_rounding(mem, text))
  {
    return;
  }
  switch (limit)
  {
  case GALPHA_LIMIT_FIXED:
    snprintf(text, GALPHA_SENTENCE, "the step is fixed: " MORE);
    return;
  case GALPHA_LIMIT_MAX_STEP:
    snprintf(text, GALPHA_SENTENCE,
             "%ld of them were as long as max_step = %g allows: increase it, "
             "or allow more steps by GALPHASetMaxNumSteps",
             c->window.at_most, c->hmax);
    return;
  case GALPHA_LIMIT_MIN_STEP:
    snprintf(text, GALPHA_SENTENCE,
             "%ld of them were as short as min_step = %g allows, so the "
             "tolerances require shorter ones: " MORE,
             c->window.at_least, c->hmin);
    return;
  case GALPHA_LIMIT_STOP:
    snprintf(text, GALPHA_SENTENCE, "%ld of them ended at stop times: " MORE,
             c->window.at_stop);
    return;
  case GALPHA_LIMIT_BLOCKED:
    snprintf(
      text, GALPHA_SENTENCE,
      "a callback failed or an inequality was violated in %ld of %ld attempts",
      c->window.count[GALPHA_OUTCOME_BLOCKED],
      galpha_window_attempts(&c->window));
    return;
  case GALPHA_LIMIT_UNSOLVED: unsolved(mem, text); return;
  case GALPHA_LIMIT_REJECTED: by_tolerance(mem, true, text); return;
  default: by_tolerance(mem, false, text); return;
  }
}
