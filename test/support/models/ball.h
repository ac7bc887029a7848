/* A ball of mass 1, dropped from 1 onto a spring that pushes only. */
#pragma once

#include <math.h>

#include <galpha/galpha.h>

#define BALL_GRAVITY SUN_RCONST(9.81)

/* Falls for sqrt(2/g), is on the spring k for 2 (pi - atan(w V/g))/w with V = sqrt(2 g) and
 * w^2 = k, rises again. */
static inline void ball_exact(sunrealtype k, sunrealtype t, sunrealtype *x,
                              sunrealtype *v)
{
  const sunrealtype g = BALL_GRAVITY, w = sqrt(k);
  const sunrealtype fall = sqrt(2.0 / g), V = sqrt(2.0 * g);
  const sunrealtype on    = 2.0 * (acos(-1.0) - atan(w * V / g)) / w;
  const sunrealtype cycle = 2.0 * fall + on;
  t -= cycle * floor(t / cycle);
  const sunrealtype s = t < fall ? t : t - cycle;
  if (t < fall || t > fall + on)
  {
    *x = 1.0 - g / 2.0 * s * s;
    *v = -g * s;
    return;
  }
  const sunrealtype phase = w * (t - fall);
  *x                      = g / k * (cos(phase) - 1.0) - V / w * sin(phase);
  *v                      = -g / w * sin(phase) - V * cos(phase);
}
