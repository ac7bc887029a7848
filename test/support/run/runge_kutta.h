/* The classical method of Runge and Kutta, for references that owe nothing to the
 * library. */
#pragma once

#include <math.h>

#include <sundials/sundials_types.h>

#define RUNGE_KUTTA_MOST 12 /* components */

/* d = y' at t */
typedef void (*runge_kutta_fn)(sunrealtype t, const sunrealtype *y,
                               sunrealtype *d, const void *data);

/* y goes from t0 to t1 in equal steps. */
static inline void runge_kutta(runge_kutta_fn rhs, const void *data, int n,
                               sunrealtype *y, sunrealtype t0, sunrealtype t1,
                               int steps)
{
  static const sunrealtype node[] = {0.0, 0.5, 0.5, 1.0};
  static const sunrealtype part[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const sunrealtype h             = (t1 - t0) / steps;
  for (int k = 0; k < steps; k++)
  {
    sunrealtype d[RUNGE_KUTTA_MOST]   = {0.0}, z[RUNGE_KUTTA_MOST],
                sum[RUNGE_KUTTA_MOST] = {0.0};
    for (int j = 0; j < 4; j++)
    {
      for (int i = 0; i < n; i++) { z[i] = y[i] + node[j] * h * d[i]; }
      rhs(t0 + (k + node[j]) * h, z, d, data);
      for (int i = 0; i < n; i++) { sum[i] += part[j] * d[i]; }
    }
    for (int i = 0; i < n; i++) { y[i] += h * sum[i]; }
  }
}

/* A pendulum, y = (its angle, from the level or from the vertical, its rate); data: gravity
 * times mass and distance from the pivot by the moment of inertia. */
static inline void pendulum_from_level(sunrealtype t, const sunrealtype *y,
                                       sunrealtype *d, const void *data)
{
  d[0] = y[1];
  d[1] = -*(const sunrealtype *)data * cos(y[0]);
}

static inline void pendulum_from_vertical(sunrealtype t, const sunrealtype *y,
                                          sunrealtype *d, const void *data)
{
  d[0] = y[1];
  d[1] = -*(const sunrealtype *)data * sin(y[0]);
}
