#include "newton/damped_newton.h"

#include <math.h>

#include "base/clone.h"
#include "base/tuning.h"

int galpha_damp_init(struct galpha_damp *damp, N_Vector like)
{
  N_Vector *all[] = {&damp->r, &damp->d, &damp->d_next, &damp->x_try};
  for (int i = 0; i < 4; i++)
  {
    if (!*all[i]) { *all[i] = galpha_clone(like); }
    if (!*all[i]) { return -1; }
  }
  return 0;
}

void galpha_damp_free(struct galpha_damp *damp)
{
  N_Vector *all[] = {&damp->r, &damp->d, &damp->d_next, &damp->x_try};
  for (int i = 0; i < 4; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
}

/* d = -J^-1 r with the present matrix. */
static int correction(const struct galpha_damp_system *sys, N_Vector r,
                      N_Vector d)
{
  N_VScale(-1.0, r, d);
  return sys->solve(sys->ctx, d);
}

/* Residual and next correction at x + factor d; *norm: of that correction, HUGE_VAL if
 * the equations cannot be evaluated there. Returns 0, or < 0: stop. */
static int attempt(struct galpha_damp *damp,
                   const struct galpha_damp_system *sys, N_Vector x,
                   sunrealtype factor, sunrealtype *norm)
{
  N_VLinearSum(1.0, x, factor, damp->d, damp->x_try);
  int ret = sys->residual(sys->ctx, damp->x_try, damp->r);
  if (!ret) { ret = correction(sys, damp->r, damp->d_next); }
  *norm = ret ? HUGE_VAL : sys->norm(sys->ctx, damp->d_next);
  if (!(*norm <= HUGE_VAL)) { *norm = HUGE_VAL; }
  return ret < 0 ? ret : 0;
}

/* Result of the monotonicity test: the next correction is sufficiently smaller (falls),
 * at most half or round-off (halves), or points back (back). */
struct verdict
{
  bool falls, halves, back;
};

static struct verdict judge(struct galpha_damp *damp,
                            const struct galpha_damp_system *sys,
                            sunrealtype factor, sunrealtype norm,
                            sunrealtype next)
{
  struct verdict v = {.falls  = next <= (1.0 - SEARCH_DECREASE * factor) * norm,
                      .halves = next <= SEARCH_HALF * norm};
  if (next == HUGE_VAL) { return v; }
  v.halves = v.halves || (!v.falls && sys->idle(sys->ctx));
  v.back   = sys->dot(sys->ctx, damp->d, damp->d_next) < 0.0;
  return v;
}

/* Finds the largest acceptable fraction of the correction d of the given norm; x_try
 * and r belong to it afterwards. Returns 0, > 0 (there is none) or < 0 (stop). */
static int search(struct galpha_damp *damp,
                  const struct galpha_damp_system *sys, N_Vector x,
                  sunrealtype norm, int *left, sunrealtype *factor)
{
  sunrealtype lo = 0.0, hi = 0.0, next = 0.0;
  bool bend = false;
  for (*factor = 1.0; (*left)-- > 0; *factor = 0.5 * (lo + hi))
  {
    const int ret = attempt(damp, sys, x, *factor, &next);
    if (ret) { return ret; }
    const struct verdict v = judge(damp, sys, *factor, norm, next);
    bend                   = bend || v.back;
    if (v.halves || (v.falls && !bend)) { return 0; }
    if (v.back || !v.falls) { hi = *factor; }
    else { lo = *factor; }
    if (next < HUGE_VAL && hi - lo <= SEARCH_CLOSE * hi) { return 0; }
    if (!v.back && hi < SEARCH_LEAST) { return 1; }
  }
  return 1;
}

int galpha_damp_solve(struct galpha_damp *damp,
                      const struct galpha_damp_system *sys, N_Vector x)
{
  sunrealtype factor = 0.0, norm = 0.0;
  int left = damp->budget;
  int ret  = sys->residual(sys->ctx, x, damp->r);
  for (int i = 0; !ret && i < damp->most; i++)
  {
    ret = sys->setup(sys->ctx);
    if (!ret) { ret = correction(sys, damp->r, damp->d); }
    if (ret) { return ret; }
    damp->corrections++;
    const int open = sys->test(sys->ctx, damp->d, factor == 1.0 ? norm : 0.0);
    if (open == 0)
    {
      N_VLinearSum(1.0, x, 1.0, damp->d, x);
      return 0;
    }
    if (open < 0) { return 1; }
    norm = sys->norm(sys->ctx, damp->d);
    ret  = search(damp, sys, x, norm, &left, &factor);
    if (ret) { return ret; }
    N_VScale(1.0, damp->x_try, x);
  }
  return ret ? ret : 1;
}
