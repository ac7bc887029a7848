/* The woodpecker toy by an integration of the ODE of each mode, event by event. */
#pragma once

#include "support/run/event_ode.h"
#include "support/test.h"
#include "woodpecker_model.h"

#define EVENTS 34 /* three cycles */

/* What happens at an event: when, where, and how it goes on. */
struct event
{
  double t, q[WP_N], v[WP_N];
  struct wp_mode mode;
  int beak;
};

static inline unsigned touching(const double *q)
{
  unsigned bits = 0;
  for (int i = 0; i < WP_CONTACTS; i++)
  {
    if (wp_gap(q, i) < 1e-9) { bits |= 1U << i; }
  }
  return bits;
}

/* Impacts and the next mode; returns the largest impulse. */
static inline double take(struct event *e)
{
  const unsigned bits = touching(e->q);
  const double P      = wp_impact(bits, e->v);
  e->mode             = wp_choose(e->q, e->v, bits);
  e->beak             = bits & 1;
  return P;
}

/* The ODE of each mode. */

static inline void rate(double t, const double *y, double *f, const void *data)
{
  double N, T;
  for (int i = 0; i < WP_N; i++) { f[i] = y[WP_N + i]; }
  wp_accelerations(y, *(const struct wp_mode *)data, f + WP_N, &N, &T);
}

static inline double ends(double t, const double *y, void *data)
{
  const struct wp_mode *mode = data;
  double a[WP_N], N, T;
  wp_accelerations(y, *mode, a, &N, &T);
  const double beak = wp_gap(y, 0);
  if (!mode->edge) { return fmin(beak, fmin(wp_gap(y, 1), wp_gap(y, 2))); }
  const double hold = mode->slip
                        ? mode->slip * wp_dot(wp_wT[mode->edge], y + WP_N)
                        : WP_FRICTION * N - fabs(T);
  return fmin(beak, fmin(N, hold));
}

static inline void accurate(struct event *events)
{
  struct wp_mode mode        = {1, -1};
  const struct event_ode ode = {2 * WP_N, rate, ends, &mode, 2e-6};
  double t                   = 0.0, y[2 * WP_N];
  wp_start(y, y + WP_N);
  for (int i = 0; i < EVENTS; i++)
  {
    struct event *e = &events[i];
    CHECK(event_ode_run(&ode, &t, y, t + 1.0));
    e->t = t;
    memcpy(e->q, y, sizeof e->q);
    memcpy(e->v, y + WP_N, sizeof e->v);
    take(e);
    memcpy(y + WP_N, e->v, sizeof e->v);
    mode = e->mode;
  }
}
