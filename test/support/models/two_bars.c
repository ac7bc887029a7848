#include "support/models/two_bars.h"

sunrealtype two_bars_pin(sunrealtype t, sunrealtype speed)
{
  return 1.5 + speed * t;
}

static sunrealtype pin(sunrealtype t, const void *data)
{
  return two_bars_pin(t, *(const sunrealtype *)data);
}

HOLONOMIC(g)
{
  const sunrealtype *x = q, e = x[0] - pin(t, data);
  g[0] = 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
  g[1] = 0.5 * (e * e + x[1] * x[1] - 1.0);
}

HOLONOMIC_IS(gt, 0.0, (pin(t, data) - q[0]) * *(const sunrealtype *)data)

MASS_IS(G, {0, 0, q[0]}, {1, 0, q[0] - pin(t, data)}, {0, 1, q[1]},
        {1, 1, q[1]})

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = 0.75;
  q[1] = sqrt(1.0 - q[0] * q[0]);
  v[0] = 0.5 * *(const sunrealtype *)data;
  v[1] = -q[0] * v[0] / q[1];
}

struct problem two_bars(sunrealtype *speed)
{
  return PROBLEM(.name = "two bars", .n = 2, .m = 2, .start = start,
                 .force = problem_no_force, .g = g, .gt = gt, .G = G,
                 .moving = 1, .data = speed, .no_dfdq = 1, .no_dfdv = 1);
}
