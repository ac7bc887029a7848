#include "step/limit.h"

void galpha_limit_begin(struct galpha_step_limit *l,
                        const struct galpha_nls *nls)
{
  l->by     = GALPHA_BY_POSITIONS;
  l->errors = l->unsolved = 0;
  l->iters                = nls->niters;
}

/* The part with the largest error; multipliers do not reject a step. */
static int largest(const struct galpha_errtest *et, bool multipliers)
{
  sunrealtype norm = et->norm_q;
  int by           = GALPHA_BY_POSITIONS;
  if (et->norm_v > norm)
  {
    norm = et->norm_v;
    by   = GALPHA_BY_VELOCITIES;
  }
  if (et->norm_s > norm)
  {
    norm = et->norm_s;
    by   = GALPHA_BY_STATES;
  }
  return multipliers && et->norm_mult > norm ? GALPHA_BY_MULTIPLIERS : by;
}

int galpha_limit_part(const struct galpha_errtest *et)
{
  return largest(et, true);
}

void galpha_limit_rejected(struct galpha_step_limit *l,
                           const struct galpha_errtest *et)
{
  l->taken = false;
  l->by    = largest(et, false);
  l->errors++;
}

void galpha_limit_cut(struct galpha_step_limit *l)
{
  l->taken = false;
  l->by    = GALPHA_BY_START;
  l->errors++;
}

void galpha_limit_unsolved(struct galpha_step_limit *l,
                           const struct galpha_step *step)
{
  const enum galpha_cause cause = step->nls->cause;
  l->taken                      = false;
  l->by = cause == GALPHA_CAUSE_BOUND           ? GALPHA_BY_INEQUALITY
          : step->model->sys->fail.what != NULL ? GALPHA_BY_CALLBACK
                                                : GALPHA_BY_SOLUTION;
  l->unsolved++;
}

static int bound(const struct galpha_step_limit *l,
                 const struct galpha_errtest *et, struct galpha_step_bounds b)
{
  if (b.stopped) { return GALPHA_BY_STOP_TIME; }
  if (b.fixed) { return GALPHA_BY_FIXED_STEP; }
  if (l->errors + l->unsolved > 0) { return l->by; }
  if (b.at_most) { return GALPHA_BY_MAX_STEP; }
  if (b.first) { return GALPHA_BY_START; }
  if (b.at_least) { return GALPHA_BY_MIN_STEP; }
  return b.grown ? GALPHA_BY_GROWTH : galpha_limit_part(et);
}

void galpha_limit_taken(struct galpha_step_limit *l,
                        const struct galpha_errtest *et,
                        struct galpha_step_bounds bounds)
{
  l->by    = bound(l, et, bounds);
  l->taken = true;
  l->count[l->by]++;
}
