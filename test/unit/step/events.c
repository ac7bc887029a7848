/* galpha_root alone, against functions whose zeros are known in closed form,
 * driven step by step as GALPHASolve drives it. */
#include "step/events.h"

#include <math.h>

#include "support/check/check.h"

typedef void (*root_fn)(sunrealtype t, sunrealtype *g);

struct driver
{
  struct galpha_root r;
  root_fn g;
  sunrealtype fail_from; /* nonzero return from here on */
  sunrealtype t, h;      /* end of the last step */
};

static int eval(void *ctx, sunrealtype t, sunrealtype *gout)
{
  const struct driver *d = ctx;
  d->g(t, gout);
  return t >= d->fail_from;
}

static void start(struct driver *d, root_fn g, int nrtfn, sunrealtype t0,
                  sunrealtype h)
{
  galpha_root_free(&d->r);
  *d = (struct driver){.g = g, .fail_from = HUGE_VAL, .t = t0, .h = h};
  CHECK(galpha_root_init(&d->r, nrtfn) == 0);
}

static void begin(struct driver *d)
{
  CHECK(galpha_root_begin(&d->r, eval, d, d->t, d->h) == GALPHA_ROOT_NONE);
}

static int scan(struct driver *d, sunrealtype tout)
{
  return galpha_root_scan(&d->r, eval, d, tout, d->t, d->h);
}

/* Goes on to the next return: a root, a failure, or tend reached. */
static int next(struct driver *d, sunrealtype tend)
{
  int ret = galpha_root_resume(&d->r, eval, d, d->t, d->h);
  if (ret != GALPHA_ROOT_NONE) { return ret; }
  ret = scan(d, d->t);
  while (ret == GALPHA_ROOT_NONE && (tend - d->t) * d->h > 1e-9 * d->h * d->h)
  {
    d->t += d->h;
    ret = scan(d, d->t);
  }
  return ret;
}

static void no_more(struct driver *d, sunrealtype tend)
{
  CHECK(next(d, tend) == GALPHA_ROOT_NONE);
}

/* What the documented tolerance 100 roundoffs (|t| + |h|) allows. */
static sunrealtype allowed(const struct driver *d)
{
  return 100.0 * SUN_UNIT_ROUNDOFF * (fabs(d->t) + fabs(d->h));
}

/* The next root is from lo to hi after `exact`; signs of the functions there. */
static void root_in(struct driver *d, sunrealtype tend, sunrealtype exact,
                    sunrealtype lo, sunrealtype hi, int g0, int g1, int g2)
{
  const int sign[] = {g0, g1, g2};
  CHECK(next(d, tend) == GALPHA_ROOT_FOUND);
  CHECK_IN(d->r.trout - exact, lo, hi);
  for (int i = 0; i < d->r.nrtfn; i++) { CHECK(d->r.iroots[i] == sign[i]); }
}

/* ... up to so many times what is allowed from lo on. */
static void root_after(struct driver *d, sunrealtype tend, sunrealtype lo,
                       double times, int g0, int g1, int g2)
{
  root_in(d, tend, lo, 0.0, HUGE_VAL, g0, g1, g2);
  CHECK_IN(d->r.trout - lo, 0.0, times * allowed(d));
}

/* ... within round-off of `exact`. */
static void root(struct driver *d, sunrealtype tend, sunrealtype exact, int g0,
                 int g1, int g2)
{
  root_in(d, tend, exact, -1e-13 * exact, 1e-13 * exact, g0, g1, g2);
}

/* Functions begin to be watched at t0. */
static void watch(struct driver *d, root_fn g, int nrtfn, sunrealtype t0,
                  sunrealtype h)
{
  start(d, g, nrtfn, t0, h);
  begin(d);
}

static void cosine(sunrealtype t, sunrealtype *g)
{
  g[0] = cos(t);
}

static void single(struct driver *d)
{
  watch(d, cosine, 1, 0.0, 0.3);
  CHECK(d->r.nge == 1);
  for (int k = 0; k < 4; k++)
  {
    const double exact = (k + 0.5) * acos(-1.0);
    CHECK(next(d, 13.0) == GALPHA_ROOT_FOUND);
    CHECK_IN(d->r.trout - exact, -1e-15 * exact, allowed(d));
    CHECK(d->r.iroots[0] == (k % 2 == 0 ? -1 : 1));
  }
  no_more(d, 13.0);
  /* 44 steps and a handful of secant passes for each root */
  CHECK(d->r.nge < 44 + 4 * 15);
}

static void directions(struct driver *d)
{
  for (int way = -1; way <= 1; way += 2)
  {
    start(d, cosine, 1, 0.0, 0.3);
    d->r.rootdir[0] = way;
    begin(d);
    for (int k = way < 0 ? 0 : 1; k < 4; k += 2)
    {
      root(d, 13.0, (k + 0.5) * acos(-1.0), way, 0, 0);
    }
    no_more(d, 13.0);
  }
}

/* Both zero at t = 1 / 3, one alone at 0.7 */
static void together(sunrealtype t, sunrealtype *g)
{
  g[0] = 3.0 * t - 1.0;
  g[1] = exp(1.0 - 3.0 * t) - 1.0;
  g[2] = (t - 0.7) * (t + 5.0);
}

static void simultaneous(struct driver *d)
{
  watch(d, together, 3, 0.0, 0.11);
  root(d, 1.0, 1.0 / 3.0, 1, -1, 0);
  root(d, 1.0, 0.7, 0, 0, 1);
  no_more(d, 1.0);
}

/* The first is exactly zero at 0.5, the second changes sign just after it. */
static void nearly(sunrealtype t, sunrealtype *g)
{
  g[0] = t - 0.5;
  g[1] = t > 0.5 ? 1.0 : -1.0;
}

static void nearly_simultaneous(struct driver *d)
{
  watch(d, nearly, 2, 0.0, 0.2);
  root_after(d, 1.0, 0.5, 2.0, 1, 1, 0);
  no_more(d, 1.0);
}

/* Zero at t0: [0] for ever, [1] until 0.45 then with a root at 0.95, [2] only
 * at t0 (root at 0.6). */
static void idle(sunrealtype t, sunrealtype *g)
{
  g[0] = 0.0;
  g[1] = t <= 0.45 ? 0.0 : 0.95 - t;
  g[2] = t * (0.6 - t);
}

static void zero_at_start(struct driver *d)
{
  watch(d, idle, 3, 0.0, 0.1);
  CHECK(d->r.nge == 2);
  CHECK(galpha_root_inactive(&d->r) == 2);
  root(d, 1.5, 0.6, 0, 0, -1);
  root(d, 1.5, 0.95, 0, -1, 0);
  no_more(d, 1.5);
  CHECK(galpha_root_inactive(&d->r) == 1);
}

/* A ball that comes to rest on the floor at t = 1 and leaves it at t = 2. */
static void resting(sunrealtype t, sunrealtype *g)
{
  g[0] = t < 1.0 ? 1.0 - t : t > 2.0 ? 2.0 - t : 0.0;
}

static void zero_after_root(struct driver *d)
{
  watch(d, resting, 1, 0.0, 0.25);
  root_in(d, 3.0, 1.0, 0.0, 0.0, -1, 0, 0);
  no_more(d, 1.5);
  CHECK(galpha_root_inactive(&d->r) == 1);
  no_more(d, 3.0);
  CHECK(galpha_root_inactive(&d->r) == 0);
}

static void parabola(sunrealtype t, sunrealtype *g)
{
  g[0] = t * t - 0.25;
}

/* Zero exactly at the end of a step, found once and left for good. */
static void exactly_at_end(struct driver *d)
{
  watch(d, parabola, 1, 0.0, 0.125);
  root_in(d, 1.0, 0.5, 0.0, 0.0, 1, 0, 0);
  CHECK(d->t == 0.5 && d->r.nge == 5);
  no_more(d, 1.0);
  CHECK(d->t == 1.0);

  /* in the direction not asked for: neither then nor later */
  start(d, parabola, 1, 0.0, 0.125);
  d->r.rootdir[0] = -1;
  begin(d);
  no_more(d, 0.5);
  CHECK(galpha_root_inactive(&d->r) == 0);
  no_more(d, 1.0);
}

/* The user's times cut steps: interval ends at tout and the rest comes later. */
static void interval_ends_at_tout(struct driver *d)
{
  watch(d, cosine, 1, 1.5, 0.2);
  d->t = 1.7;
  CHECK(scan(d, 1.55) == GALPHA_ROOT_NONE && d->r.tlo == 1.55);
  CHECK(scan(d, 1.55) == GALPHA_ROOT_NONE && d->r.nge == 2);
  CHECK(scan(d, 1.7) == GALPHA_ROOT_FOUND);
  CHECK_REL(d->r.trout, acos(0.0), 1e-13);
}

static void late_nan(sunrealtype t, sunrealtype *g)
{
  g[0] = t > 0.5 ? (double)NAN : 1.0;
}

/* Finite at step ends, with a sign change, infinite between. */
static void inner_inf(sunrealtype t, sunrealtype *g)
{
  g[0] = t <= 0.4 ? 1.0 : t >= 0.5 ? -1.0 : -HUGE_VAL;
}

/* The evaluation fails at a time from lo to hi. */
static void fails(struct driver *d, sunrealtype tend, double lo, double hi)
{
  CHECK(next(d, tend) == GALPHA_ROOT_EVALFAIL);
  CHECK_IN(d->r.trout, lo, hi);
}

static void failures(struct driver *d)
{
  watch(d, late_nan, 1, 0.0, 0.1);
  fails(d, 1.0, 0.6 * (1.0 - 1e-12), 0.6 * (1.0 + 1e-12));
  CHECK(d->r.nge <= 8);
  start(d, late_nan, 1, 0.7, 0.1);
  CHECK(galpha_root_begin(&d->r, eval, d, d->t, d->h) == GALPHA_ROOT_EVALFAIL);
  watch(d, inner_inf, 1, 0.3, 0.3);
  fails(d, 1.0, 0.4, 0.5);
  start(d, cosine, 1, 0.0, 0.3);
  d->fail_from = 1.0;
  begin(d);
  fails(d, 2.0, 1.2 * (1.0 - 1e-12), 1.2 * (1.0 + 1e-12));
}

/* Two functions 1e-9 apart, and one with both its roots between step ends
 * 1e-3 apart: the former are two returns, the latter is seen only when a step
 * ends between the roots, as documented. */
static void neighbours(sunrealtype t, sunrealtype *g)
{
  g[0] = 0.5 + 1e-9 - t;
  g[1] = t - 0.5;
  g[2] = (t - 0.1) * (t - 0.101);
}

static void close_roots(struct driver *d)
{
  watch(d, neighbours, 3, 0.0, 0.07);
  root_after(d, 1.0, 0.5, 1.0, 0, 1, 0);
  root_after(d, 1.0, 0.5 + 1e-9 - 1e-16, 1.0, -1, 0, 0);
  no_more(d, 1.0);
  watch(d, neighbours, 3, 0.0995, 0.001);
  root_in(d, 0.2, 0.1, -1e-13, 1e-13, 0, 0, -1);
  root_in(d, 0.2, 0.101, -1e-13, 1e-13, 0, 0, 1);
}

static void backward(struct driver *d)
{
  start(d, cosine, 1, 5.0, -0.3);
  d->r.rootdir[0] = -1; /* with respect to the course of the integration */
  begin(d);
  CHECK(next(d, 0.0) == GALPHA_ROOT_FOUND && d->r.iroots[0] == -1);
  CHECK_IN(3.0 * acos(0.0) - d->r.trout, -1e-15, allowed(d) + 1e-15);
  no_more(d, 0.0);
  watch(d, idle, 3, 1.0, -0.1);
  root_in(d, 0.5, 0.95, -0.95e-12, 0.95e-12, 0, 1, 0);
}

/* Jumps over 600 orders of magnitude defeat any secant: the search still ends
 * soon and to full accuracy. */
static void jump(sunrealtype t, sunrealtype *g)
{
  g[0] = t < 0.123 ? -1e-300 : 1e300;
  g[1] = t < 0.789 ? 1e300 : -1e-300;
}

static void steep(struct driver *d)
{
  watch(d, jump, 2, 0.0, 1.0);
  root_after(d, 1.0, 0.123, 1.0, 1, 0, 0);
  root_after(d, 1.0, 0.789, 1.0, 0, -1, 0);
  CHECK(d->r.nge < 160);
}

/* So bent that false position without weights creeps. */
static void bent(sunrealtype t, sunrealtype *g)
{
  g[0] = pow(t, 9.0) - 1e-3;
}

static void weighted(struct driver *d)
{
  watch(d, bent, 1, 0.0, 1.0);
  root(d, 1.0, pow(1e-3, 1.0 / 9.0), 1, 0, 0);
  CHECK(d->r.nge < 35);
}

/* Leaves zero as t^3, with rounding of 1e-13; later it comes down, and touches zero from
 * below. */
static void lift(sunrealtype t, sunrealtype *g)
{
  const sunrealtype rounding = 1e-13 * sin(1e9 * t);
  g[0]                       = t * t * t * (0.2 - t) + rounding;
  g[1] = t * (3e-4 - t) + rounding; /* up and down at once */
}

static int perturbed_lift(void *ctx, sunrealtype t, int sample,
                          sunrealtype *gout)
{
  const int ret = eval(ctx, t, gout);
  for (int i = 0; i < 2; i++) { gout[i] += (sample - 1) * 3.2e-12; }
  return ret;
}

/* Values up to 2e-13 near the start are none; a short flight is seen. */
static void rounding(struct driver *d)
{
  start(d, lift, 2, 1e-9, 1e-6);
  d->r.perturbed = perturbed_lift;
  begin(d);
  root_in(d, 0.3, 3e-4, -1e-9, 1e-9, 0, -1, 0);
  root_in(d, 0.3, 0.2, -1e-9, 1e-9, -1, 0, 0);
  /* without it every value counts */
  watch(d, lift, 2, 1e-9, 1e-6);
  CHECK(next(d, 0.3) == GALPHA_ROOT_FOUND && d->r.trout < 1e-4);
}

static void none(struct driver *d)
{
  watch(d, cosine, 0, 0.0, 1.0);
  no_more(d, 5.0);
  CHECK(galpha_root_inactive(&d->r) == 0);
  CHECK(d->r.nge == 0);
  CHECK(galpha_root_init(&d->r, 2) == 0);
  CHECK(galpha_root_init(&d->r, 0) == 0 && d->r.glo == NULL);
}

int main(void)
{
  void (*const all[])(struct driver * d) = {single,
                                            directions,
                                            simultaneous,
                                            nearly_simultaneous,
                                            zero_at_start,
                                            zero_after_root,
                                            exactly_at_end,
                                            interval_ends_at_tout,
                                            failures,
                                            close_roots,
                                            backward,
                                            steep,
                                            weighted,
                                            rounding,
                                            none};
  struct driver d                        = {.h = 0.0};
  for (int i = 0; i < COUNT_OF(all); i++) { all[i](&d); }
  galpha_root_free(&d.r);
  return check_done();
}
