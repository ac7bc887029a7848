/* One mass on a spring and a damper under a load F(t):
 * m q'' = F(t) - c q' - k q - k3 q^3, with q, v at t0. */
#pragma once

#include "support/test.h"

struct sdof
{
  sunrealtype m, c, k, k3;
  sunrealtype (*load)(sunrealtype t); /* NULL: constant force */
  sunrealtype constant;
  sunrealtype t0, q0, v0;
};

MASS_IS(sdof_mass, {0, 0, ((const struct sdof *)data)->m})

FORCE(sdof_force)
{
  const struct sdof *d = data;
  const sunrealtype x  = q[0];
  const sunrealtype F  = d->load ? d->load(t) : d->constant;
  f[0]                 = F - d->c * v[0] - d->k * x - d->k3 * x * x * x;
}

FORCE_JAC(sdof_dfdq)
{
  const struct sdof *d  = data;
  const sunrealtype x   = q[0];
  SM_ELEMENT_D(J, 0, 0) = -d->k - 3 * d->k3 * x * x;
}

FORCE_JAC_IS(sdof_dfdv, {0, 0, -((const struct sdof *)data)->c})

/* The problem, of which the data stay the caller's. */
static inline struct problem sdof_problem(struct sdof *data)
{
  return PROBLEM(.name = "sdof", .n = 1, .t0 = data->t0, .q0 = &data->q0,
                 .v0 = &data->v0, .mass = sdof_mass, .force = sdof_force,
                 .dfdq = sdof_dfdq, .dfdv = sdof_dfdv, .constant_mass = 1,
                 .data = data);
}

struct sdof_run
{
  struct problem pb;
  struct small s;
};

/* An integrator with Newton's iteration converged far below any error. */
static inline void sdof_new(struct sdof_run *r, struct sdof *data)
{
  r->pb = sdof_problem(data);
  BEGIN(&r->s, .pb = &r->pb, .rtol = 1e-12, .set = {{"max_jacobian_age", 0}});
}

/* a is the algorithmic acceleration. */
static inline int sdof_step(struct sdof_run *r, sunrealtype h)
{
  int ret = GALPHASetFixedStep(r->s.mem, h);
  if (!ret) { ret = small_step(&r->s, r->s.t + h); }
  return ret ? ret : GALPHAGetAlgorithmicAcceleration(r->s.mem, NULL, r->s.a);
}
