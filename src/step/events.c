/* The algorithm of section "Rootfinding" in the mathematical considerations of the IDA
 * user guide: an Illinois secant search keeps a root bracketed between tlo, where no
 * active function is zero, and thi, until the bracket is smaller than the tolerance. */
#include "step/events.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/tuning.h"

int galpha_root_init(struct galpha_root *r, int nrtfn)
{
  const size_t n = (size_t)nrtfn;
  galpha_root_free(r);
  if (nrtfn == 0) { return 0; }
  r->rootdir  = calloc(n, sizeof *r->rootdir);
  r->iroots   = calloc(n, sizeof *r->iroots);
  r->glo      = calloc(n, sizeof *r->glo);
  r->ghi      = calloc(n, sizeof *r->ghi);
  r->grout    = calloc(n, sizeof *r->grout);
  r->least    = calloc(n, sizeof *r->least);
  r->most     = calloc(n, sizeof *r->most);
  r->moved    = calloc(n, sizeof *r->moved);
  r->rounding = calloc(n, sizeof *r->rounding);
  r->largest  = calloc(n, sizeof *r->largest);
  if (!r->rootdir || !r->iroots || !r->glo || !r->ghi || !r->grout ||
      !r->least || !r->most || !r->moved || !r->rounding || !r->largest)
  {
    galpha_root_free(r);
    return -1;
  }
  r->nrtfn = nrtfn;
  return 0;
}

void galpha_root_free(struct galpha_root *r)
{
  free(r->rootdir);
  free(r->iroots);
  free(r->glo);
  free(r->ghi);
  free(r->grout);
  free(r->least);
  free(r->most);
  free(r->moved);
  free(r->rounding);
  free(r->largest);
  memset(r, 0, sizeof *r);
}

int galpha_root_inactive(const struct galpha_root *r)
{
  int count = 0;
  for (int i = 0; i < r->nrtfn; i++) { count += r->glo[i] == 0.0; }
  return count;
}

static sunrealtype tolerance(sunrealtype t, sunrealtype h)
{
  return 100.0 * SUN_UNIT_ROUNDOFF * (fabs(t) + fabs(h));
}

static int evaluate(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                    sunrealtype t, sunrealtype *g)
{
  bool ok = eval(ctx, t, g) == 0;
  r->nge++;
  for (int i = 0; i < r->nrtfn && ok; i++) { ok = r->as_ida || isfinite(g[i]); }
  if (ok) { return GALPHA_ROOT_NONE; }
  r->trout = t;
  return GALPHA_ROOT_EVALFAIL;
}

static void swap(sunrealtype **a, sunrealtype **b)
{
  sunrealtype *keep = *a;
  *a                = *b;
  *b                = keep;
}

/* g_i, from nonzero glo, reaches zero or changes sign in a wanted direction: +1 rising,
 * -1 falling, 0: it does not. */
static int event(const struct galpha_root *r, int i, const sunrealtype *g)
{
  const int direction = r->glo[i] < 0.0 ? 1 : -1;
  if (!isfinite(r->glo[i]) || !isfinite(g[i]) || r->glo[i] == 0.0 ||
      direction * g[i] < 0.0 || direction * r->rootdir[i] < 0)
  {
    return 0;
  }
  return direction;
}

static bool any_event(const struct galpha_root *r, const sunrealtype *g)
{
  for (int i = 0; i < r->nrtfn; i++)
  {
    if (event(r, i, g) != 0) { return true; }
  }
  return false;
}

/* Restarts the record of function i from glo. */
static void watch_anew(struct galpha_root *r, int i)
{
  r->largest[i]  = fabs(r->glo[i]);
  r->rounding[i] = 0.0;
}

/* least, most: range of each function at tlo when its arguments are changed by rounding. */
static void spread(struct galpha_root *r, void *ctx)
{
  for (int i = 0; i < r->nrtfn; i++)
  {
    r->least[i] = HUGE_VAL;
    r->most[i]  = -HUGE_VAL;
  }
  for (int k = 0; k < EVENT_SAMPLES; k++)
  {
    const bool ok = r->perturbed(ctx, r->tlo, k, r->moved) == 0;
    r->nge++;
    for (int i = 0; i < r->nrtfn && ok; i++)
    {
      r->least[i] = fmin(r->least[i], r->moved[i]);
      r->most[i]  = fmax(r->most[i], r->moved[i]);
    }
  }
}

/* A function that has not yet left zero by more than rounding keeps its sign: g[i]
 * becomes glo[i]. */
static void ignore_rounding(struct galpha_root *r, void *ctx, sunrealtype *g)
{
  bool known = !r->perturbed;
  for (int i = 0; i < r->nrtfn && r->perturbed; i++)
  {
    if (r->glo[i] == 0.0 || signbit(r->glo[i]) == signbit(g[i])) { continue; }
    if (r->rounding[i] == 0.0)
    {
      if (!known) { spread(r, ctx); }
      known                  = true;
      const sunrealtype size = EVENT_ROUNDING * (r->most[i] - r->least[i]);
      r->rounding[i]         = fmax(size, DBL_MIN);
    }
    if (fmax(r->largest[i], fabs(g[i])) <= r->rounding[i]) { g[i] = r->glo[i]; }
  }
}

/* tlo becomes t, with the values *g, where there is no event except the root returned.
 * A zero reached in an unwanted direction is treated as not yet reached. */
static void move_low(struct galpha_root *r, sunrealtype t, sunrealtype **g)
{
  for (int i = 0; i < r->nrtfn; i++)
  {
    if ((*g)[i] == 0.0 && event(r, i, *g) == 0) { (*g)[i] = r->glo[i]; }
    r->largest[i] = fmax(r->largest[i], fabs((*g)[i]));
  }
  r->tlo = t;
  swap(&r->glo, g);
}

/* The function whose sign changes from glo to g and whose secant root is closest to
 * tlo; -1: none changes sign. */
static int leader(const struct galpha_root *r, const sunrealtype *g)
{
  int first           = -1;
  sunrealtype largest = 0.0;
  for (int i = 0; i < r->nrtfn; i++)
  {
    if (g[i] == 0.0 || event(r, i, g) == 0) { continue; }
    /* |g_hi / (g_hi - g_lo)| without overflow of the difference */
    const sunrealtype part = 1.0 / (1.0 + fabs(r->glo[i] / g[i]));
    if (first < 0 || part > largest)
    {
      first   = i;
      largest = part;
    }
  }
  return first;
}

/* The next point of the search, at least half the tolerance inside the bracket. */
static sunrealtype next_point(const struct galpha_root *r, int lead,
                              sunrealtype alpha, sunrealtype tol, int pass)
{
  const sunrealtype width = r->thi - r->tlo;
  const sunrealtype low   = 0.5 * tol / fabs(width);
  if (pass >= EVENT_SECANTS && pass % 2 == 0) { return r->tlo + 0.5 * width; }
  /* fraction of the width from thi back to the weighted secant root */
  sunrealtype back = 1.0 / (1.0 + alpha * fabs(r->glo[lead] / r->ghi[lead]));
  const sunrealtype inward = fmin(0.5, fmax(0.1, low));
  if (!(back > low)) { back = inward; }
  if (!(back < 1.0 - low)) { back = 1.0 - inward; }
  return r->thi - back * width;
}

/* The Illinois weight after a pass whose sign change was on this side, given the side
 * of the previous pass (-1 low, +1 high, 0 none). */
static sunrealtype weight(sunrealtype alpha, int side, int before)
{
  if (side != before) { return 1.0; }
  return side < 0 ? 0.5 * alpha : 2.0 * alpha;
}

/* Narrows (tlo, thi], over which a sign changes, around the first root. */
static int search(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                  sunrealtype tol)
{
  sunrealtype alpha = 1.0;
  int before = 0, lead = leader(r, r->ghi);
  for (int pass = 0; lead >= 0 && fabs(r->thi - r->tlo) > tol; pass++)
  {
    const sunrealtype t = next_point(r, lead, alpha, tol, pass);
    if (t == r->tlo || t == r->thi) { break; }
    const int ret = evaluate(r, eval, ctx, t, r->grout);
    if (ret != GALPHA_ROOT_NONE) { return ret; }
    ignore_rounding(r, ctx, r->grout);
    const int side = any_event(r, r->grout) ? -1 : 1;
    if (side < 0)
    {
      r->thi = t;
      swap(&r->ghi, &r->grout);
    }
    else { move_low(r, t, &r->grout); }
    /* an exact zero at thi with no sign change before it ends the search */
    lead   = leader(r, r->ghi);
    alpha  = weight(alpha, side, before);
    before = side;
  }
  return GALPHA_ROOT_NONE;
}

/* Roots closer together than the tolerance are one event: a root that follows thi
 * within the tolerance (and not after tend) is included, and thi moves there. */
static int join(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                sunrealtype tend, sunrealtype tol)
{
  const sunrealtype room = fabs(tend - r->thi);
  if (room == 0.0) { return GALPHA_ROOT_NONE; }
  const sunrealtype t =
    room > tol ? r->thi + copysign(tol, r->thi - r->tlo) : tend;
  const int ret = evaluate(r, eval, ctx, t, r->grout);
  if (ret != GALPHA_ROOT_NONE) { return ret; }
  ignore_rounding(r, ctx, r->grout);
  bool more = false, all = true;
  for (int i = 0; i < r->nrtfn; i++)
  {
    const bool now  = event(r, i, r->ghi) != 0;
    const bool then = event(r, i, r->grout) != 0;
    more            = more || (then && !now);
    all             = all && (then || !now);
  }
  if (more && all)
  {
    r->thi = t;
    swap(&r->ghi, &r->grout);
  }
  return GALPHA_ROOT_NONE;
}

/* Records a root at thi, if there is one; tlo becomes thi. */
static int advance(struct galpha_root *r)
{
  r->found = any_event(r, r->ghi);
  if (r->found)
  {
    r->trout = r->thi;
    for (int i = 0; i < r->nrtfn; i++) { r->iroots[i] = event(r, i, r->ghi); }
  }
  move_low(r, r->thi, &r->ghi);
  return r->found ? GALPHA_ROOT_FOUND : GALPHA_ROOT_NONE;
}

/* Function i, exactly zero at tlo, only touches zero there: at thi, just after it, it is
 * by more than rounding on the side from which it came. */
static bool turns_back(struct galpha_root *r, void *ctx, int i)
{
  if (!(r->iroots[i] * r->ghi[i] < 0.0) || !r->perturbed) { return false; }
  spread(r, ctx);
  return fabs(r->ghi[i]) > EVENT_ROUNDING * (r->most[i] - r->least[i]);
}

/* Functions that are zero at tlo take their values from thi, just after it. */
static void leave_zero(struct galpha_root *r)
{
  for (int i = 0; i < r->nrtfn; i++)
  {
    if (r->glo[i] == 0.0) { r->glo[i] = r->ghi[i]; }
    r->largest[i] = fmax(r->largest[i], fabs(r->glo[i]));
  }
}

int galpha_root_begin(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                      sunrealtype t0, sunrealtype h)
{
  if (r->nrtfn == 0) { return GALPHA_ROOT_NONE; }
  r->found = false;
  r->tlo = r->thi = r->trout = t0;
  memset(r->iroots, 0, (size_t)r->nrtfn * sizeof *r->iroots);
  int ret = evaluate(r, eval, ctx, t0, r->glo);
  for (int i = 0; i < r->nrtfn; i++) { watch_anew(r, i); }
  if (ret != GALPHA_ROOT_NONE || galpha_root_inactive(r) == 0) { return ret; }
  const sunrealtype ahead = copysign(fmax(0.1 * fabs(h), tolerance(t0, h)), h);
  ret                     = evaluate(r, eval, ctx, t0 + ahead, r->ghi);
  if (ret != GALPHA_ROOT_NONE) { return ret; }
  leave_zero(r);
  return GALPHA_ROOT_NONE;
}

/* A function that has been other than zero is zero at tlo and at thi. */
static bool stays(const struct galpha_root *r)
{
  bool stay = false;
  for (int i = 0; i < r->nrtfn; i++)
  {
    const bool active = r->iroots[i] != 0 || r->largest[i] > 0.0;
    stay = stay || (active && r->glo[i] == 0.0 && r->ghi[i] == 0.0);
  }
  return stay;
}

int galpha_root_resume(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                       sunrealtype tcur, sunrealtype h)
{
  if (r->nrtfn == 0 || !r->found) { return GALPHA_ROOT_NONE; }
  /* evaluates g again: the user may have changed it at the event */
  int ret = evaluate(r, eval, ctx, r->tlo, r->glo);
  if (ret != GALPHA_ROOT_NONE) { return ret; }
  for (int i = 0; i < r->nrtfn; i++)
  {
    if (r->iroots[i] != 0) { watch_anew(r, i); }
  }
  if (galpha_root_inactive(r) == 0)
  {
    r->found = false;
    return GALPHA_ROOT_NONE;
  }
  r->thi = r->tlo + copysign(tolerance(tcur, h), h);
  ret    = evaluate(r, eval, ctx, r->thi, r->ghi);
  if (ret != GALPHA_ROOT_NONE) { return ret; }
  if (r->as_ida && stays(r)) { return GALPHA_ROOT_STAYS; }
  /* a function whose root was returned must not cross again at once by rounding */
  for (int i = 0; i < r->nrtfn; i++)
  {
    if (r->iroots[i] == 0) { continue; }
    if (r->glo[i] != 0.0) { r->ghi[i] = r->glo[i]; }
    else if (!turns_back(r, ctx, i))
    {
      r->ghi[i] = r->iroots[i] * fabs(r->ghi[i]);
    }
  }
  ignore_rounding(r, ctx, r->ghi);
  if (any_event(r, r->ghi)) { return advance(r); }
  r->found = false;
  leave_zero(r);
  return GALPHA_ROOT_NONE;
}

int galpha_root_scan(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                     sunrealtype thi, sunrealtype tcur, sunrealtype h)
{
  if (r->nrtfn == 0 || !((h < 0.0 ? r->tlo - thi : thi - r->tlo) > 0.0))
  {
    return GALPHA_ROOT_NONE;
  }
  r->thi  = thi;
  int ret = evaluate(r, eval, ctx, thi, r->ghi);
  if (ret != GALPHA_ROOT_NONE) { return ret; }
  ignore_rounding(r, ctx, r->ghi);
  if (any_event(r, r->ghi))
  {
    const sunrealtype tol = tolerance(tcur, h);
    ret                   = search(r, eval, ctx, tol);
    if (ret == GALPHA_ROOT_NONE) { ret = join(r, eval, ctx, thi, tol); }
    if (ret != GALPHA_ROOT_NONE) { return ret; }
  }
  return advance(r);
}
