/* galpha_root alone, against functions whose zeros are known in closed form,
 * driven step by step as GALPHASolve drives it. */
#include "step/events.h"

#include <math.h>
#include <string.h>

#include "support/check/check.h"

struct model
{
  void (*g)(sunrealtype t, sunrealtype *gout);
  sunrealtype fail_from; /* nonzero return from here on */
};

static int eval(void *ctx, sunrealtype t, sunrealtype *gout)
{
  const struct model *m = ctx;
  m->g(t, gout);
  return t >= m->fail_from ? 1 : 0;
}

struct driver
{
  struct galpha_root r;
  struct model m;
  sunrealtype t, h; /* end of the last step */
};

static void start(struct driver *d, void (*g)(sunrealtype, sunrealtype *),
                  int nrtfn, sunrealtype t0, sunrealtype h)
{
  memset(d, 0, sizeof *d);
  d->m = (struct model){g, HUGE_VAL};
  d->t = t0;
  d->h = h;
  CHECK(galpha_root_init(&d->r, nrtfn) == 0);
}

static int begin(struct driver *d)
{
  return galpha_root_begin(&d->r, eval, &d->m, d->t, d->h);
}

/* Goes on to the next return: a root, a failure, or tend reached. */
static int next(struct driver *d, sunrealtype tend)
{
  int ret = galpha_root_resume(&d->r, eval, &d->m, d->t, d->h);
  if (ret != GALPHA_ROOT_NONE) { return ret; }
  ret = galpha_root_scan(&d->r, eval, &d->m, d->t, d->t, d->h);
  while (ret == GALPHA_ROOT_NONE && (tend - d->t) * d->h > 1e-9 * d->h * d->h)
  {
    d->t += d->h;
    ret = galpha_root_scan(&d->r, eval, &d->m, d->t, d->t, d->h);
  }
  return ret;
}

/* What the documented tolerance 100 roundoffs (|t| + |h|) allows. */
static sunrealtype allowed(const struct driver *d)
{
  return 100.0 * SUN_UNIT_ROUNDOFF * (fabs(d->t) + fabs(d->h));
}

static void cosine(sunrealtype t, sunrealtype *g)
{
  g[0] = cos(t);
}

static void single(void)
{
  struct driver d;
  start(&d, cosine, 1, 0.0, 0.3);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(d.r.nge == 1);
  for (int k = 0; k < 4; k++)
  {
    const double exact = (k + 0.5) * acos(-1.0);
    CHECK(next(&d, 13.0) == GALPHA_ROOT_FOUND);
    CHECK_IN(d.r.trout - exact, -1e-15 * exact, allowed(&d));
    CHECK(d.r.iroots[0] == (k % 2 == 0 ? -1 : 1));
  }
  CHECK(next(&d, 13.0) == GALPHA_ROOT_NONE);
  /* 44 steps and a handful of secant passes for each root */
  CHECK(d.r.nge < 44 + 4 * 15);
  galpha_root_free(&d.r);
}

static void directions(void)
{
  for (int way = -1; way <= 1; way += 2)
  {
    struct driver d;
    start(&d, cosine, 1, 0.0, 0.3);
    d.r.rootdir[0] = way;
    CHECK(begin(&d) == GALPHA_ROOT_NONE);
    for (int k = way < 0 ? 0 : 1; k < 4; k += 2)
    {
      CHECK(next(&d, 13.0) == GALPHA_ROOT_FOUND);
      CHECK_REL(d.r.trout, (k + 0.5) * acos(-1.0), 1e-13);
      CHECK(d.r.iroots[0] == way);
    }
    CHECK(next(&d, 13.0) == GALPHA_ROOT_NONE);
    galpha_root_free(&d.r);
  }
}

/* Both zero at t = 1 / 3, one alone at 0.7 */
static void together(sunrealtype t, sunrealtype *g)
{
  g[0] = 3.0 * t - 1.0;
  g[1] = exp(1.0 - 3.0 * t) - 1.0;
  g[2] = (t - 0.7) * (t + 5.0);
}

static void simultaneous(void)
{
  struct driver d;
  start(&d, together, 3, 0.0, 0.11);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, 1.0 / 3.0, 1e-13);
  CHECK(d.r.iroots[0] == 1 && d.r.iroots[1] == -1 && d.r.iroots[2] == 0);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, 0.7, 1e-13);
  CHECK(d.r.iroots[0] == 0 && d.r.iroots[1] == 0 && d.r.iroots[2] == 1);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_NONE);
  galpha_root_free(&d.r);
}

/* The first is exactly zero at 0.5, the second changes sign just after it. */
static void nearly(sunrealtype t, sunrealtype *g)
{
  g[0] = t - 0.5;
  g[1] = t > 0.5 ? 1.0 : -1.0;
}

static void nearly_simultaneous(void)
{
  struct driver d;
  start(&d, nearly, 2, 0.0, 0.2);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK_IN(d.r.trout - 0.5, 0.0, 2.0 * allowed(&d));
  CHECK(d.r.iroots[0] == 1 && d.r.iroots[1] == 1);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_NONE);
  galpha_root_free(&d.r);
}

/* Zero at t0: [0] for ever, [1] until 0.45 then with a root at 0.95, [2] only
 * at t0 (root at 0.6). */
static void idle(sunrealtype t, sunrealtype *g)
{
  g[0] = 0.0;
  g[1] = t <= 0.45 ? 0.0 : 0.95 - t;
  g[2] = t * (0.6 - t);
}

static void zero_at_start(void)
{
  struct driver d;
  start(&d, idle, 3, 0.0, 0.1);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(d.r.nge == 2);
  CHECK(galpha_root_inactive(&d.r) == 2);
  CHECK(next(&d, 1.5) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, 0.6, 1e-13);
  CHECK(d.r.iroots[0] == 0 && d.r.iroots[1] == 0 && d.r.iroots[2] == -1);
  CHECK(next(&d, 1.5) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, 0.95, 1e-13);
  CHECK(d.r.iroots[0] == 0 && d.r.iroots[1] == -1 && d.r.iroots[2] == 0);
  CHECK(next(&d, 1.5) == GALPHA_ROOT_NONE);
  CHECK(galpha_root_inactive(&d.r) == 1);
  galpha_root_free(&d.r);
}

/* A ball that comes to rest on the floor at t = 1 and leaves it at t = 2. */
static void resting(sunrealtype t, sunrealtype *g)
{
  g[0] = t < 1.0 ? 1.0 - t : t > 2.0 ? 2.0 - t : 0.0;
}

static void zero_after_root(void)
{
  struct driver d;
  start(&d, resting, 1, 0.0, 0.25);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 3.0) == GALPHA_ROOT_FOUND);
  CHECK(d.r.trout == 1.0);
  CHECK(d.r.iroots[0] == -1);
  CHECK(next(&d, 1.5) == GALPHA_ROOT_NONE);
  CHECK(galpha_root_inactive(&d.r) == 1);
  CHECK(next(&d, 3.0) == GALPHA_ROOT_NONE);
  CHECK(galpha_root_inactive(&d.r) == 0);
  galpha_root_free(&d.r);
}

static void parabola(sunrealtype t, sunrealtype *g)
{
  g[0] = t * t - 0.25;
}

/* Zero exactly at the end of a step, found once and left for good. */
static void exactly_at_end(void)
{
  struct driver d;
  start(&d, parabola, 1, 0.0, 0.125);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK(d.r.trout == 0.5 && d.t == 0.5 && d.r.nge == 5);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_NONE);
  CHECK(d.t == 1.0);
  galpha_root_free(&d.r);

  /* in the direction not asked for: neither then nor later */
  start(&d, parabola, 1, 0.0, 0.125);
  d.r.rootdir[0] = -1;
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 0.5) == GALPHA_ROOT_NONE);
  CHECK(galpha_root_inactive(&d.r) == 0);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_NONE);
  galpha_root_free(&d.r);
}

/* The user's times cut steps: interval ends at tout and the rest comes later. */
static void interval_ends_at_tout(void)
{
  struct driver d;
  start(&d, cosine, 1, 1.5, 0.2);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  d.t = 1.7;
  CHECK(galpha_root_scan(&d.r, eval, &d.m, 1.55, d.t, d.h) == GALPHA_ROOT_NONE);
  CHECK(d.r.tlo == 1.55);
  CHECK(galpha_root_scan(&d.r, eval, &d.m, 1.55, d.t, d.h) == GALPHA_ROOT_NONE);
  CHECK(d.r.nge == 2);
  CHECK(galpha_root_scan(&d.r, eval, &d.m, 1.7, d.t, d.h) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, acos(0.0), 1e-13);
  galpha_root_free(&d.r);
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

static void failures(void)
{
  struct driver d;
  start(&d, late_nan, 1, 0.0, 0.1);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_EVALFAIL);
  CHECK_REL(d.r.trout, 0.6, 1e-12);
  CHECK(d.r.nge <= 8);
  galpha_root_free(&d.r);

  start(&d, late_nan, 1, 0.7, 0.1);
  CHECK(begin(&d) == GALPHA_ROOT_EVALFAIL);
  galpha_root_free(&d.r);

  start(&d, inner_inf, 1, 0.3, 0.3);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_EVALFAIL);
  CHECK_IN(d.r.trout, 0.4, 0.5);
  galpha_root_free(&d.r);

  start(&d, cosine, 1, 0.0, 0.3);
  d.m.fail_from = 1.0;
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 2.0) == GALPHA_ROOT_EVALFAIL);
  CHECK_REL(d.r.trout, 1.2, 1e-12);
  galpha_root_free(&d.r);
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

static void close_roots(void)
{
  struct driver d;
  start(&d, neighbours, 3, 0.0, 0.07);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK(d.r.iroots[0] == 0 && d.r.iroots[1] == 1 && d.r.iroots[2] == 0);
  CHECK_IN(d.r.trout - 0.5, 0.0, allowed(&d));
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK(d.r.iroots[0] == -1 && d.r.iroots[1] == 0);
  CHECK_IN(d.r.trout - 0.5, 1e-9 - 1e-16, 1e-9 + allowed(&d));
  CHECK(next(&d, 1.0) == GALPHA_ROOT_NONE);
  galpha_root_free(&d.r);

  start(&d, neighbours, 3, 0.0995, 0.001);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 0.2) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, 0.1, 1e-12);
  CHECK(next(&d, 0.2) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, 0.101, 1e-12);
  galpha_root_free(&d.r);
}

static void backward(void)
{
  struct driver d;
  start(&d, cosine, 1, 5.0, -0.3);
  d.r.rootdir[0] = -1; /* with respect to the course of the integration */
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 0.0) == GALPHA_ROOT_FOUND);
  CHECK_IN(3.0 * acos(0.0) - d.r.trout, -1e-15, allowed(&d) + 1e-15);
  CHECK(d.r.iroots[0] == -1);
  CHECK(next(&d, 0.0) == GALPHA_ROOT_NONE);
  galpha_root_free(&d.r);

  start(&d, idle, 3, 1.0, -0.1);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 0.5) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, 0.95, 1e-12);
  CHECK(d.r.iroots[1] == 1);
  galpha_root_free(&d.r);
}

/* Jumps over 600 orders of magnitude defeat any secant: the search still ends
 * soon and to full accuracy. */
static void jump(sunrealtype t, sunrealtype *g)
{
  g[0] = t < 0.123 ? -1e-300 : 1e300;
  g[1] = t < 0.789 ? 1e300 : -1e-300;
}

static void steep(void)
{
  struct driver d;
  start(&d, jump, 2, 0.0, 1.0);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK_IN(d.r.trout - 0.123, 0.0, allowed(&d));
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK_IN(d.r.trout - 0.789, 0.0, allowed(&d));
  CHECK(d.r.nge < 160);
  galpha_root_free(&d.r);
}

/* So bent that false position without weights creeps. */
static void bent(sunrealtype t, sunrealtype *g)
{
  g[0] = pow(t, 9.0) - 1e-3;
}

static void weighted(void)
{
  struct driver d;
  start(&d, bent, 1, 0.0, 1.0);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 1.0) == GALPHA_ROOT_FOUND);
  CHECK_REL(d.r.trout, pow(1e-3, 1.0 / 9.0), 1e-13);
  CHECK(d.r.nge < 35);
  galpha_root_free(&d.r);
}

static void none(void)
{
  struct driver d;
  start(&d, cosine, 0, 0.0, 1.0);
  CHECK(begin(&d) == GALPHA_ROOT_NONE);
  CHECK(next(&d, 5.0) == GALPHA_ROOT_NONE);
  CHECK(galpha_root_inactive(&d.r) == 0);
  CHECK(d.r.nge == 0);
  CHECK(galpha_root_init(&d.r, 2) == 0);
  CHECK(galpha_root_init(&d.r, 0) == 0 && d.r.glo == NULL);
}

int main(void)
{
  single();
  directions();
  simultaneous();
  nearly_simultaneous();
  zero_at_start();
  zero_after_root();
  exactly_at_end();
  interval_ends_at_tout();
  failures();
  close_roots();
  backward();
  steep();
  weighted();
  none();
  return check_done();
}
