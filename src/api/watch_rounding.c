/* Warnings that rounding leaves results less accurate than their tolerances require. */
#include <float.h>
#include <math.h>

#include "api/watch.h"
#include "base/tuning.h"

/* Reports, once, that v is less accurate than its tolerance. */
static void warn_rounding(struct galpha_mem *mem)
{
  struct galpha_rounding *x = &mem->ctrl.rounding;
  if (!x->passed || x->told) { return; }
  x->told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "at t = %.10g the constraints nearly depend on each other (a "
                "singular position, where the rank of G drops): rounding of q "
                "leaves v less accurate there than its tolerance requires; the "
                "error test of such steps tests q only (no further warning)",
                x->t);
}

/* Reports, once, that multipliers are less accurate than their tolerances. */
static void warn_multipliers(struct galpha_mem *mem)
{
  struct galpha_errtest *et = &mem->errtest;
  if (!et->mult_ignored || et->mult_told) { return; }
  et->mult_told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "at t = %.10g, h = %.3g multipliers are less accurate than "
                "their tolerances require, and shorter steps would not help: "
                "they alternate (rho_inf near 1), or contain the errors of "
                "differenced G, K or g_t, divided by h; set larger tolerances "
                "or a smaller rho_inf, or give G, K and g_t by functions (no "
                "further warning)",
                mem->hist.now->t, mem->hist.now->h);
}

/* Reports, once, that a differenced G or K is too inaccurate for the tolerances. */
static void warn_differences(struct galpha_mem *mem)
{
  sunindextype n       = 0;
  const sunrealtype *q = galpha_vector_data(mem->hist.now->q, &n);
  const sunrealtype *v = galpha_vector_data(mem->hist.now->v, &n);
  for (int i = GALPHA_BLOCK_G; i <= GALPHA_BLOCK_K && !mem->watch.rough; i++)
  {
    const struct galpha_reach *r = mem->sys.block[i].reach;
    const sunindextype j         = r ? r->rough_column : -1;
    const char name              = i == GALPHA_BLOCK_G ? 'G' : 'K';
    if (j < 0) { continue; }
    const sunrealtype w =
      mem->model.level_v
        ? galpha_vector_data(mem->errtest.ewt_q, &n)[j] * fabs(mem->hist.now->h)
        : galpha_vector_data(mem->errtest.ewt_v, &n)[j];
    if (!(r->rough * fabs(v[j]) * w > WATCH_ROUGH)) { continue; }
    mem->watch.rough = true;
    galpha_report(
      &mem->err, GALPHA_WARNING, "GALPHASolve",
      "at t = %.10g the differences for %c are accurate to %.1g only in column "
      "%ld (q[%ld] = %.3g, beside coordinates of %.1g), which is not enough "
      "for "
      "the tolerances: give %c by a function, or measure q from an origin "
      "nearby (no further warning)",
      mem->hist.now->t, name, r->rough, (long int)j, (long int)j, q[j],
      N_VMaxNorm(mem->hist.now->q), name);
  }
}

/* Reports, once, that rounding of g makes a differenced g_t too inaccurate, in v or in the
 * multipliers. */
static void warn_rate(struct galpha_mem *mem)
{
  const struct galpha_rate_rounding *x = &mem->step.rounding;
  struct galpha_watch *watch           = &mem->watch;
  N_Vector lambda                      = mem->hist.now->lambda;
  if (!lambda || watch->rate_told) { return; }
  watch->top      = fmax(watch->top, N_VMaxNorm(lambda));
  const bool of_v = x->v > 1.0;
  const bool of_l = x->multipliers > WATCH_RATE * watch->top;
  watch->rounded += of_v || of_l;
  if (watch->rounded < WATCH_ROUNDED) { return; }
  watch->rate_told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "at t = %.10g, h = %.3g rounding of g limits the accuracy of "
                "%s: the constraints depend on time, and g_t is found by "
                "differences of g in time; give g_t by a function "
                "(GALPHASetHolonomicRate), measure q from an origin nearby, or "
                "set larger tolerances (no further warning)",
                mem->hist.now->t, mem->hist.now->h,
                of_v ? "v and multipliers" : "multipliers");
}

/* Reports, once, that steps of index 3 are so short, or positions so large, that the
 * rounding of positions over h exceeds the tolerance of v. */
static void warn_distance(struct galpha_mem *mem)
{
  struct galpha_watch *watch     = &mem->watch;
  const struct galpha_state *now = mem->hist.now;
  if (watch->far_told || !mem->method.traits->jumps ||
      mem->ctrl.h_fixed != 0.0 || watch->attempts % WATCH_FAR_EVERY != 0)
  {
    return;
  }
  if (galpha_model_rounding_rate(&mem->model, now->q, now->h) > WATCH_FAR_LEAST)
  {
    watch->far++;
  }
  else if (watch->far > 0) { watch->far--; }
  if (watch->far < WATCH_FAR) { return; }
  watch->far_told = true;
  galpha_report(&mem->err, GALPHA_WARNING, "GALPHASolve",
                "up to t = %.10g, h = %.3g, several steps were so short that "
                "positions of up to %.3g, known to %.1g, leave v less accurate "
                "than its tolerance requires: measure q from an origin nearby, "
                "take SOI2, or set larger tolerances of v (no further warning)",
                now->t, now->h, N_VMaxNorm(now->q),
                DBL_EPSILON * N_VMaxNorm(now->q));
}

void galpha_watch_rounding(struct galpha_mem *mem)
{
  warn_rounding(mem);
  warn_multipliers(mem);
  warn_differences(mem);
  warn_rate(mem);
  warn_distance(mem);
}
