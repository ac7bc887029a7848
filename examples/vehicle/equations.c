/* The vehicle's equations, put together. */
#include "vehicle.h"

/* Inertia: m x'', and 2 E(p)^T J w' + 4 E(p')^T J w with w = 2 E(p) p'. */
static void inertia(const struct body *body, int b, const sunrealtype *q,
                    const sunrealtype *v, const sunrealtype *a, sunrealtype *r)
{
  const struct vec J  = body->inertia;
  const struct pose x = pose_get(q, b), dx = pose_get(v, b);
  const struct pose ddx = pose_get(a, b);
  const struct vec w = half_rate(x.p, dx.p), dw = half_rate(x.p, ddx.p);
  const struct vec none = {0, 0, 0};
  pose_add(r, b, 4, none,
           half_rate_transposed(x.p, vec(J.x * dw.x, J.y * dw.y, J.z * dw.z)));
  pose_add(r, b, 8, none,
           half_rate_transposed(dx.p, vec(J.x * w.x, J.y * w.y, J.z * w.z)));
  pose_add(r, b, body->mass, plus(ddx.x, 9.81, vec(0, 0, 1)),
           (struct quat){0, none});
}

static void tyre(const struct vehicle *car, int c, const sunrealtype *q,
                 const sunrealtype *v, sunrealtype *r)
{
  const int b         = corner_body(c, WHEEL);
  const struct pose x = pose_get(q, b);
  struct vec arm;
  const struct vec f = vehicle_tyre(car, c, x, pose_get(v, b), &arm);
  const struct vec m = rotate_back(x.p, cross(arm, f));
  pose_add(r, b, -1, f, half_rate_transposed(x.p, times(2, m)));
}

/* Returns the rate of extension. */
static double strut(const struct vehicle *car, int c, const sunrealtype *y,
                    const sunrealtype *yp, sunrealtype *r)
{
  const int b[2]            = {corner_body(c, TUBE), corner_body(c, ROD)};
  const struct vec place[2] = {car->spring_foot[c], car->spring_top[c]};
  struct vec x[2], v[2];
  double prate[2];
  for (int e = 0; e < 2; e++)
  {
    const struct pose at = pose_get(y, b[e]), rate = pose_get(yp, b[e]);
    x[e] = plus(at.x, 1, rotate(at.p, place[e]));
    v[e] = plus(rate.x, 2, turn(at.p, rate.p, place[e]));
  }
  const struct vec axis = plus(x[1], -1, x[0]);
  const struct vec dir  = times(1 / length(axis), axis);
  const double rate     = dot(dir, plus(v[1], -1, v[0]));
  const int p           = PRESSURE + 2 * c;
  const double tension =
    vehicle_damper(car, c, length(axis), rate, y[CURRENT + c], y + p, prate);
  for (int e = 0; e < 2; e++)
  {
    const struct vec f = times(e ? -tension : tension, dir);
    pose_add(r, b[e], -1, f, lever(pose_get(y, b[e]).p, place[e], f));
    r[p + e] = yp[p + e] - prate[e];
  }
  return rate;
}

void vehicle_equations(const struct vehicle *car, double t,
                       const sunrealtype *y, const sunrealtype *yp,
                       const sunrealtype *ypp, sunrealtype *r)
{
  double rate[CORNERS];
  for (int i = 0; i < COORDINATES; i++) { r[i] = 0; }
  for (int b = 0; b < BODIES; b++) { inertia(&car->body[b], b, y, yp, ypp, r); }
  for (int c = 0; c < CORNERS; c++)
  {
    tyre(car, c, y, yp, r);
    rate[c] = strut(car, c, y, yp, r);
  }
  vehicle_welds(car, y, yp, r);
  vehicle_reactions(car, y, y + LAMBDA, r);
  vehicle_constraints(car, t, y, r + LAMBDA);
  vehicle_controller(car, y, yp, ypp, rate, r);
}
