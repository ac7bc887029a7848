/* Tyres, springs with semi-active dampers, and their controller. */
#include "vehicle.h"

static double smooth_abs(double x, double width)
{
  return sqrt(x * x + width * width);
}

/* x for x > 0, little for x < 0, 0 at 0. */
static double one_way(double x, double width)
{
  return (x + smooth_abs(x, width) - width) / 2;
}

/* Sideways and back: two full waves of the rack, twice differentiable. */
double vehicle_steering(double t, double *rate)
{
  static const double begin[] = {1, 5}, sign[] = {1, -1};
  const double pi = 3.14159265358979323846, travel = 0.02, last = 2.5;
  double u = 0;
  *rate    = 0;
  for (int k = 0; k < 2; k++)
  {
    const double a = pi * (t - begin[k]) / last;
    if (!(a > 0) || a >= pi) { continue; }
    const double s = sin(a), c = cos(a), size = sign[k] * travel / 0.65;
    u += 2 * size * s * s * s * c;
    *rate += 2 * size * s * s * (3 * c * c - s * s) * pi / last;
  }
  return u;
}

/* Spring and damper against the road, friction mu N tanh(C s/mu) against the
 * combined slip s. */
struct vec vehicle_tyre(const struct vehicle *car, int corner, struct pose at,
                        struct pose rate, struct vec *arm)
{
  const double mu = 0.9, stiffness = 14, damping = 400, soft = 50;
  const struct vec axle = rotate(at.p, vec(0, 1, 0));
  const double slope    = sqrt(axle.x * axle.x + axle.y * axle.y);
  const struct vec t    = times(1 / slope, vec(axle.y, -axle.x, 0));
  const struct vec l    = vec(-t.y, t.x, 0);
  const double radius   = car->body[corner_body(corner, WHEEL)].centre.z + 0.02;
  const double depth    = radius * slope - at.x.z;
  const double push = car->tyre_stiffness[corner] * depth - damping * rate.x.z;
  const double load = (push + smooth_abs(push, soft)) / 2;
  const struct vec spin  = times(2, rotate(at.p, half_rate(at.p, rate.p)));
  *arm                   = times(at.x.z / slope, cross(axle, t));
  const struct vec v     = plus(rate.x, 1, cross(spin, *arm));
  const double reference = smooth_abs(dot(rate.x, t), 1);
  const double sx = dot(v, t) / reference, sy = dot(v, l) / reference;
  const double slip  = sqrt(sx * sx + sy * sy + 1e-12);
  const double drag  = load * mu * tanh(stiffness * slip / mu) / slip;
  const struct vec f = plus(times(-drag * sx, t), -drag * sy, l);
  return plus(f, load, vec(0, 0, 1));
}

#define RESERVOIR   5.0  /* bar */
#define CURRENT_MAX 1.6  /* A */
#define RING        0.5  /* l/m: the piston's area around the rod */
#define PISTON      1.0  /* l/m */
#define BULK        5000 /* bar */

/* Piston and foot carry check valves; the oil leaves the rebound chamber through
 * the controlled valve in both directions of travel. */
double vehicle_damper(const struct vehicle *car, int corner, double length,
                      double rate, double current, const sunrealtype *p,
                      double *prate)
{
  const double spring = 80e3, friction = 400, check = 0.2, edge = 0.02;
  const double x      = length - car->spring_length[corner];
  const double over   = p[0] - RESERVOIR;
  const double open   = 0.004 + 0.02 * current / CURRENT_MAX;
  const double valve  = open * over / sqrt(smooth_abs(over, 1));
  const double piston = check * one_way(p[1] - p[0], edge);
  const double foot   = check * one_way(RESERVOIR - p[1], edge);
  prate[0] = BULK / (0.15 - RING * x) * (RING * rate + piston - valve);
  prate[1] = BULK / (0.25 + PISTON * x) * (foot - PISTON * rate - piston);
  return spring * x + friction * rate - car->preload[corner] +
         100 * (RING * over - PISTON * (p[1] - RESERVOIR));
}

/* Vertical acceleration of the chassis at a corner, in its own axes. */
static double measured(int corner, const sunrealtype *q, const sunrealtype *v,
                       const sunrealtype *a)
{
  const struct vec s  = {corner < 2 ? 1.3 : -1.4, corner % 2 ? -0.6 : 0.6, 0.1};
  const struct quat p = pose_get(q, CHASSIS).p, w = pose_get(v, CHASSIS).p;
  struct vec acc =
    plus(pose_get(a, CHASSIS).x, 2, turn(p, pose_get(a, CHASSIS).p, s));
  acc = plus(acc, 2, turn(w, w, s));
  return dot(acc, rotate(p, vec(0, 0, 1)));
}

/* Skyhook: integrated modal accelerations against heave, roll and pitch; each
 * damper is asked for its share, and its valve for what it can give. */
void vehicle_controller(const struct vehicle *car, const sunrealtype *y,
                        const sunrealtype *yp, const sunrealtype *ypp,
                        const double *rate, sunrealtype *r)
{
  static const double mode[CORNERS][3] = {
    {1, 1, 1}, {1, -1, 1}, {1, 1, -1}, {1, -1, -1}};
  const double leak = 0.5, gain[3] = {12e3, 20e3, 12e3};
  const double full = 8000, slow = 0.02, middle = CURRENT_MAX / 2;
  for (int m = 0; m < 3; m++)
  {
    r[MODAL + m] = yp[MODAL + m] + leak * y[MODAL + m];
    for (int c = 0; c < CORNERS; c++)
    {
      r[MODAL + m] -= mode[c][m] * y[SENSOR + c] / CORNERS;
    }
  }
  for (int c = 0; c < CORNERS; c++)
  {
    r[SENSOR + c] = y[SENSOR + c] - measured(c, y, yp, ypp);
    r[DEMAND + c] = y[DEMAND + c];
    for (int m = 0; m < 3; m++)
    {
      r[DEMAND + c] -= car->skyhook * gain[m] * mode[c][m] * y[MODAL + m];
    }
    const double damping =
      y[DEMAND + c] * rate[c] / (rate[c] * rate[c] + slow * slow);
    const double wanted = CURRENT_MAX * (1 - damping / full);
    r[CURRENT + c] =
      y[CURRENT + c] - middle - middle * tanh((wanted - middle) / middle);
  }
}
