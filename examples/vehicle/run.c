#include "run.h"

#include <string.h>

void run_keep(const struct vehicle *car, struct run *run, int k, double t,
              const sunrealtype *y)
{
  const double degree  = 180 / 3.14159265358979323846;
  const struct pose at = pose_get(y, CHASSIS);
  const struct vec X   = rotate(at.p, vec(1, 0, 0)),
                   Y   = rotate(at.p, vec(0, 1, 0)),
                   Z   = rotate(at.p, vec(0, 0, 1));
  struct sample *s     = &run->sample[k];
  sunrealtype g[CONSTRAINTS];
  *s = (struct sample){.t      = t,
                       .x      = at.x.x,
                       .y      = at.x.y,
                       .height = at.x.z,
                       .yaw    = degree * atan2(X.y, X.x),
                       .roll   = degree * atan2(Y.z, Z.z),
                       .pitch  = -degree * asin(X.z)};
  memcpy(s->acceleration, y + SENSOR, sizeof s->acceleration);
  memcpy(s->current, y + CURRENT, sizeof s->current);
  memcpy(s->pressure, y + PRESSURE, sizeof s->pressure);
  vehicle_constraints(car, t, y, g);
  for (int i = 0; i < CONSTRAINTS; i++)
  {
    if (!(fabs(g[i]) <= run->violation)) { run->violation = fabs(g[i]); }
  }
}

static void grow(double *largest, double d)
{
  if (!(fabs(d) <= *largest)) { *largest = fabs(d); }
}

struct difference run_difference(const struct run *a, const struct run *b)
{
  struct difference d = {0, 0, 0, 0};
  double sum          = 0;
  for (int k = 0; k < a->samples; k++)
  {
    const struct sample *s = &a->sample[k], *r = &b->sample[k];
    grow(&d.place, hypot(s->x - r->x, s->y - r->y));
    grow(&d.roll, s->roll - r->roll);
    grow(&d.pitch, s->pitch - r->pitch);
    for (int i = 0; i < 2 * CORNERS; i++)
    {
      sum += pow(s->pressure[i] - r->pressure[i], 2);
    }
  }
  d.pressure = sqrt(sum / (2 * CORNERS * a->samples));
  return d;
}
