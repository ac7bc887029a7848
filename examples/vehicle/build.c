/* The vehicle's bodies and joints. In the design position all bodies are parallel
 * to the axes, so that a point of a body is its place minus the body's centre. */
#include <string.h>

#include "vehicle.h"

#define WHEELBASE 2.7
#define FRONT     1.3 /* of the origin below the chassis' centre */
#define RADIUS    0.3 /* of the loaded wheel */

/* One joint of a corner: bodies, place, axes. */
static struct joint *add(struct vehicle *car, enum joint_kind kind, int i,
                         int j)
{
  struct joint *k = &car->joint[car->joints++];
  *k              = (struct joint){.kind = kind, .i = i, .j = j};
  return k;
}

static void spherical(struct vehicle *car, int i, int j, struct vec place)
{
  struct joint *k = add(car, SAME_POINT, i, j);
  k->si           = plus(place, -1, car->body[i].centre);
  k->sj           = plus(place, -1, car->body[j].centre);
}

static void normal(struct vehicle *car, int i, int j, struct vec a,
                   struct vec b)
{
  struct joint *k = add(car, NORMAL, i, j);
  k->si           = a;
  k->sj           = b;
}

static void universal(struct vehicle *car, int i, int j, struct vec place,
                      struct vec a, struct vec b)
{
  spherical(car, i, j, place);
  normal(car, i, j, a, b);
}

/* Body j turns about the axis; n1 and n2 are normal to it. */
static void revolute(struct vehicle *car, int i, int j, struct vec place,
                     struct vec axis, struct vec n1, struct vec n2)
{
  universal(car, i, j, place, n1, axis);
  normal(car, i, j, n2, axis);
}

static void distance(struct vehicle *car, int i, int j, struct vec place,
                     struct vec a, int driven)
{
  struct joint *k = add(car, DISTANCE, i, j);
  k->si           = plus(place, -1, car->body[i].centre);
  k->sj           = plus(place, -1, car->body[j].centre);
  k->a            = a;
  k->driven       = driven;
}

/* Body j slides along the axis through place. */
static void prismatic(struct vehicle *car, int i, int j, struct vec place,
                      struct vec axis, struct vec n1, struct vec n2)
{
  distance(car, i, j, place, n1, 0);
  distance(car, i, j, place, n2, 0);
  normal(car, i, j, n1, axis);
  normal(car, i, j, n2, axis);
  normal(car, i, j, n1, n2);
}

/* Points of the corner of the left side, x from the axle. */
struct corner
{
  struct vec lower_pivot, lower_ball, upper_pivot, upper_ball;
  struct vec tie_inner, tie_outer, foot, top, wheel;
};

static const struct corner left = {.lower_pivot = {0, 0.38, 0.22},
                                   .lower_ball  = {0.01, 0.69, 0.18},
                                   .upper_pivot = {-0.01, 0.43, 0.47},
                                   .upper_ball  = {-0.015, 0.65, 0.49},
                                   .tie_inner   = {-0.13, 0.39, 0.25},
                                   .tie_outer   = {-0.13, 0.68, 0.228},
                                   .foot        = {0, 0.56, 0.20},
                                   .top         = {-0.02, 0.50, 0.62},
                                   .wheel       = {0, 0.75, RADIUS}};

static struct corner corner_at(int c)
{
  const double shift = c < 2 ? FRONT : FRONT - WHEELBASE;
  const double side  = c % 2 ? -1 : 1;
  struct corner k    = left;
  struct vec *all[]  = {&k.lower_pivot, &k.lower_ball, &k.upper_pivot,
                        &k.upper_ball,  &k.tie_inner,  &k.tie_outer,
                        &k.foot,        &k.top,        &k.wheel};
  for (int n = 0; n < 9; n++)
  {
    all[n]->x += shift;
    all[n]->y *= side;
  }
  return k;
}

static struct vec between(struct vec a, struct vec b, double share)
{
  return plus(times(1 - share, a), share, b);
}

static struct body make(double mass, struct vec inertia, struct vec centre)
{
  return (struct body){mass, inertia, centre};
}

/* Elastic joint of neighbouring segments, made of the rows of a rigid one. */
static void weld(struct vehicle *car, int i, int j, struct vec place)
{
  const struct vec X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};
  struct joint *k = &car->weld[car->welds];
  k[0]            = (struct joint){.kind = SAME_POINT};
  k[0].si         = plus(place, -1, car->body[i].centre);
  k[0].sj         = plus(place, -1, car->body[j].centre);
  k[1]            = (struct joint){.kind = NORMAL, .si = X, .sj = Y};
  k[2]            = (struct joint){.kind = NORMAL, .si = Y, .sj = Z};
  k[3]            = (struct joint){.kind = NORMAL, .si = Z, .sj = X};
  for (int n = 0; n < 4; n++)
  {
    k[n].i = i;
    k[n].j = j;
  }
  car->welds += 4;
}

/* A bar from a to c in segments. */
static void link(struct vehicle *car, int first, double mass,
                 struct vec inertia, struct vec a, struct vec c)
{
  const double n = SEGMENTS;
  for (int s = 0; s < SEGMENTS; s++)
  {
    car->body[first + s] = make(mass / n, times(1 / (n * n * n), inertia),
                                between(a, c, (s + 0.5) / n));
    if (s > 0) { weld(car, first + s - 1, first + s, between(a, c, s / n)); }
  }
}

static void corner_bodies(struct vehicle *car, int c)
{
  const struct corner k = corner_at(c);
  const int first       = corner_body(c, 0);
  struct body *b        = &car->body[first];
  link(car, first + LOWER_ARM, 5, vec(0.06, 0.04, 0.09), k.lower_pivot,
       k.lower_ball);
  link(car, first + UPPER_ARM, 3, vec(0.02, 0.02, 0.04), k.upper_pivot,
       k.upper_ball);
  link(car, first + TIE_ROD, 1, vec(0.008, 0.0005, 0.008), k.tie_inner,
       k.tie_outer);
  b[CARRIER] =
    make(12, vec(0.15, 0.15, 0.08), between(k.lower_ball, k.upper_ball, 0.4));
  b[WHEEL] = make(18, vec(0.6, 1.1, 0.6), k.wheel);
  b[TUBE]  = make(2, vec(0.01, 0.01, 0.001), between(k.foot, k.top, 0.25));
  b[ROD]   = make(2, vec(0.01, 0.01, 0.001), between(k.foot, k.top, 0.75));
}

static void corner_joints(struct vehicle *car, int c)
{
  const struct vec X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};
  const struct corner k = corner_at(c);
  const int b           = corner_body(c, 0);
  const int inner       = c < 2 ? RACK : CHASSIS;
  const int outer = SEGMENTS - 1, below = (int)(0.58 * SEGMENTS);
  struct vec axis = plus(k.top, -1, k.foot);
  axis            = times(1 / length(axis), axis);
  struct vec n1   = cross(Y, axis);
  n1              = times(1 / length(n1), n1);

  revolute(car, CHASSIS, b + LOWER_ARM, k.lower_pivot, X, Y, Z);
  revolute(car, CHASSIS, b + UPPER_ARM, k.upper_pivot, X, Y, Z);
  spherical(car, b + LOWER_ARM + outer, b + CARRIER, k.lower_ball);
  spherical(car, b + UPPER_ARM + outer, b + CARRIER, k.upper_ball);
  revolute(car, b + CARRIER, b + WHEEL, k.wheel, Y, X, Z);
  universal(car, inner, b + TIE_ROD, k.tie_inner, Z, X);
  spherical(car, b + CARRIER, b + TIE_ROD + outer, k.tie_outer);
  universal(car, b + LOWER_ARM + below, b + TUBE, k.foot, Y, X);
  prismatic(car, b + TUBE, b + ROD, between(k.foot, k.top, 0.5), axis, n1,
            cross(axis, n1));
  spherical(car, CHASSIS, b + ROD, k.top);
  car->spring_foot[c]   = plus(k.foot, -1, car->body[b + TUBE].centre);
  car->spring_top[c]    = plus(k.top, -1, car->body[b + ROD].centre);
  car->spring_length[c] = length(plus(k.top, -1, k.foot));
}

/* Loads of the wheels at rest, from the balance of forces and pitch moments. */
static void loads(struct vehicle *car)
{
  double mass = 0, moment = 0;
  for (int b = 0; b < BODIES; b++)
  {
    mass += car->body[b].mass;
    moment += car->body[b].mass * car->body[b].centre.x;
  }
  const double front = (moment / mass - FRONT + WHEELBASE) / WHEELBASE;
  for (int c = 0; c < CORNERS; c++)
  {
    car->tyre_load[c] = 9.81 * mass * (c < 2 ? front : 1 - front) / 2;
  }
}

void vehicle_build(struct vehicle *car)
{
  const struct vec X = {1, 0, 0}, Y = {0, 1, 0}, Z = {0, 0, 1};
  memset(car, 0, sizeof *car);
  car->speed         = 10;
  car->skyhook       = 1;
  car->body[CHASSIS] = make(1300, vec(450, 1900, 2100), vec(0, 0, 0.55));
  car->body[RACK]    = make(3, vec(0.15, 0.005, 0.15),
                            vec(FRONT + left.tie_inner.x, 0, left.tie_inner.z));
  for (int c = 0; c < CORNERS; c++) { corner_bodies(car, c); }
  prismatic(car, CHASSIS, RACK, car->body[RACK].centre, Y, X, Z);
  distance(car, CHASSIS, RACK, car->body[RACK].centre, Y, 1);
  for (int c = 0; c < CORNERS; c++) { corner_joints(car, c); }
  loads(car);
}

void vehicle_orders(sunrealtype *order)
{
  for (int i = 0; i < UNKNOWNS; i++)
  {
    order[i] = i < LAMBDA ? 2 : i >= PRESSURE && i < SENSOR ? 1 : 0;
  }
}

void vehicle_scales(sunrealtype *scale)
{
  for (int i = 0; i < UNKNOWNS; i++)
  {
    scale[i] = i < LAMBDA     ? 1
               : i < PRESSURE ? 1e4
               : i < MODAL    ? 10
               : i < DEMAND   ? 1
               : i < CURRENT  ? 1e3
                              : 1;
  }
}
