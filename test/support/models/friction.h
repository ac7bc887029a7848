/* Bodies with regularised Coulomb friction, force mu tanh(v/vs): they slide, stop and
 * then creep at the speed at which friction carries the load. */
#pragma once

#include "support/models/problem.h"

#define FRICTION_GRAVITY SUN_RCONST(9.81)

struct friction
{
  sunrealtype
    vs; /* scale of the speeds at which friction is almost all there */
  sunrealtype
    mu; /* block: force; slope: coefficient; pendulum: torque        */
  sunrealtype
    load; /* block: force along the way                                */
  sunrealtype
    angle; /* slope                                                     */
};

FORCE(friction_block_force)
{
  const struct friction *d = data;
  f[0]                     = d->load - d->mu * tanh(v[0] / d->vs);
}

static inline struct problem friction_block(struct friction *data)
{
  static const sunrealtype v0[] = {1.0};
  return PROBLEM(.name = "block", .n = 1, .v0 = v0,
                 .force = friction_block_force, .data = data);
}

static inline sunrealtype friction_block_creep(const struct friction *d)
{
  return d->vs * atanh(d->load / d->mu);
}

/* A block on a slope, held on it by a constraint: starts upwards at speed 2. */
static inline void friction_slope_start(sunrealtype *q, sunrealtype *v,
                                        void *data)
{
  const struct friction *d = data;
  q[0] = q[1] = 0.0;
  v[0]        = 2.0 * cos(d->angle);
  v[1]        = 2.0 * sin(d->angle);
}

FORCE(friction_slope_force)
{
  const struct friction *d = data;
  const sunrealtype c = cos(d->angle), s = sin(d->angle);
  const sunrealtype speed = c * v[0] + s * v[1];
  const sunrealtype hold  = -d->mu * FRICTION_GRAVITY * c * tanh(speed / d->vs);
  f[0]                    = hold * c;
  f[1]                    = hold * s - FRICTION_GRAVITY;
}

HOLONOMIC(friction_slope_g)
{
  const struct friction *d = data;
  g[0]                     = cos(d->angle) * q[1] - sin(d->angle) * q[0];
}

HOLONOMIC_JAC(friction_slope_G)
{
  const struct friction *d = data;
  PROBLEM_MATRIX(G, {0, 0, -sin(d->angle)}, {0, 1, cos(d->angle)});
}

static inline struct problem friction_slope(struct friction *data)
{
  return PROBLEM(.name = "slope", .n = 2, .m = 1, .start = friction_slope_start,
                 .force = friction_slope_force, .g = friction_slope_g,
                 .G = friction_slope_G, .data = data);
}

/* Where it stops, and the speed at which it creeps, both upwards. */
static inline sunrealtype friction_slope_way(const struct friction *d)
{
  return 2.0 / (FRICTION_GRAVITY * (sin(d->angle) + d->mu * cos(d->angle)));
}

static inline sunrealtype friction_slope_creep(const struct friction *d)
{
  return -d->vs * atanh(tan(d->angle) / d->mu);
}

FORCE(friction_pendulum_force)
{
  const struct friction *d = data;
  const sunrealtype r2     = q[0] * q[0] + q[1] * q[1];
  const sunrealtype turn =
    -d->mu * tanh((q[0] * v[1] - q[1] * v[0]) / (r2 * d->vs));
  f[0] = -turn * q[1] / r2;
  f[1] = turn * q[0] / r2 - FRICTION_GRAVITY;
}

static inline struct problem friction_pendulum(struct friction *data)
{
  static const sunrealtype q0[] = {1.0, 0.0};
  return PROBLEM(.name = "pendulum", .n = 2, .m = 1, .q0 = q0,
                 .force = friction_pendulum_force, .g = problem_circle,
                 .G = problem_circle_jac, .data = data);
}
