/* An independent integration of small ODEs up to events: Runge and Kutta's method with fixed
 * steps; the step in which an event function falls below 0 is cut by bisection to rounding. */
#pragma once

#include <string.h>

#include "support/run/runge_kutta.h"

struct event_ode
{
  int n;
  runge_kutta_fn rate;
  double (*event)(double t, const double *y, void *data); /* NULL: none */
  void *data;
  double h; /* step */
};

static inline void event_ode_step(const struct event_ode *e, double t, double h,
                                  const double *y, double *out)
{
  memcpy(out, y, (size_t)e->n * sizeof *y);
  runge_kutta(e->rate, e->data, e->n, out, t, t + h, 1);
}

/* Moves t and y to the event, or (returns 0) to the end; an event function that is not
 * above 0 at the start counts only after it has been. */
static inline int event_ode_run(const struct event_ode *e, double *t, double *y,
                                double end)
{
  const size_t bytes = (size_t)e->n * sizeof *y;
  double next[RUNGE_KUTTA_MOST];
  int above = e->event && e->event(*t, y, e->data) > 0.0;
  while (*t < end)
  {
    double h = end - *t < e->h ? end - *t : e->h;
    event_ode_step(e, *t, h, y, next);
    const double g = e->event ? e->event(*t + h, next, e->data) : 1.0;
    if (above && !(g > 0.0))
    {
      double low = 0.0, high = h;
      for (int i = 0; i < 60; i++)
      {
        const double mid = 0.5 * (low + high);
        event_ode_step(e, *t, mid, y, next);
        *(e->event(*t + mid, next, e->data) > 0.0 ? &low : &high) = mid;
      }
      event_ode_step(e, *t, high, y, next);
      memcpy(y, next, bytes);
      *t += high;
      return 1;
    }
    above = above || g > 0.0;
    memcpy(y, next, bytes);
    *t = end - *t <= e->h ? end : *t + h;
  }
  return 0;
}
