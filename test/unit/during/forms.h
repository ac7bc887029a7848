/* A pendulum between a spring and a damper in every form: by matrices, dense and sparse,
 * with a state beside it, by products, as F(t,y,y') = 0 and F(t,y,y',y'') = 0. Mass,
 * length and gravity are 1. */
#pragma once

#include <galpha/galpha_matrixfree.h>
#include <nvector/nvector_manyvector.h>

#include "support/test.h"

#define FORMS_SPRING 3.0
#define FORMS_DAMPER 0.05

enum form
{
  FORM_SOI2,
  FORM_LITERAL,
  FORM_INDEX3,
  FORM_SPARSE,
  FORM_STATES,
  FORM_PRODUCTS,
  FORM_FIRST,
  FORM_SECOND,
  FORMS
};
static const char *const form_name[FORMS] = {
  "SOI2",   "as published", "index 3",   "sparse",
  "states", "products",     "F(t,y,y')", "F(t,y,y',y'')"};

struct form_run
{
  enum form form;
  struct small s;
  SUNLinearSolver LS;
  N_Vector x;
};

FORCE(forms_force)
{
  const sunrealtype s = q[0];
  f[0]                = -FORMS_SPRING * (s + s * s * s) - FORMS_DAMPER * v[0];
  f[1]                = -1.0 - FORMS_DAMPER * v[1];
}

MASS_IS(forms_mass, {0, 0, 1.0}, {1, 1, 1.0})

PROBLEM_IS(forms_pendulum, .name = "pendulum", .n = 2, .m = 1,
           .q0 = VALUES(0.8, -0.6), .mass = forms_mass, .force = forms_force,
           .g = problem_circle, .G = problem_circle_jac)

/* The same with a filter s' = x - s that pulls. */
STATE_FORCE(forms_state_force)
{
  forms_force_body(t, q, v, f, data);
  f[0] -= 0.5 * s[0];
}

STATES_IS(forms_filter, q[0] - s[0])

PRODUCT_EACH(forms_times_M, x[i])
PRODUCT_IS(forms_times_G, q[0] * x[0] + q[1] * x[1])
PRODUCT_IS(forms_times_GT, x[0] * q[0], x[0] * q[1])

/* By the angle: theta'' = -sin(theta) + spring and damper along the circle. */
static inline sunrealtype forms_turn(sunrealtype angle, sunrealtype rate)
{
  const sunrealtype s = sin(angle);
  return -s - FORMS_SPRING * (s + s * s * s) * cos(angle) - FORMS_DAMPER * rate;
}

RESIDUAL1_IS(forms_first, yp[0] - y[1], yp[1] - forms_turn(y[0], y[1]))

RESIDUAL2_IS(forms_second, ypp[0] - forms_turn(y[0], yp[0]))

static inline void forms_products(struct form_run *r)
{
  struct small *s = &r->s;
  *s              = (struct small){.ctx = ctx, .mem = KEEP(GALPHACreate(ctx))};
  s->q            = small_vector(ctx, 2, forms_pendulum.q0);
  s->v            = small_vector(ctx, 2, NULL);
  s->lambda       = small_vector(ctx, 1, NULL);
  N_Vector both[] = {s->q, s->lambda};
  r->x            = KEEP(N_VNew_ManyVector(2, both, ctx));
  r->LS           = KEEP(SUNLinSol_SPGMR(r->x, SUN_PREC_NONE, 3, ctx));
  CHECK(!GALPHASetErrHandlerFn(s->mem, caught_handler, &s->said));
  CHECK(
    !GALPHAInitMechTimes(s->mem, forms_times_M, forms_force, 0.0, s->q, s->v));
  CHECK(!GALPHASetHolonomicTimes(s->mem, s->lambda, problem_circle,
                                 forms_times_G, forms_times_GT));
  CHECK(!GALPHASetScleronomic(s->mem, 1));
  CHECK(!GALPHASetUnknowns(s->mem, r->x, N_VGetSubvector_ManyVector, 0, 1));
  CHECK(!GALPHASetLinearSolver(s->mem, r->LS, NULL));
}

static inline void forms_mechanics(struct form_run *r)
{
  static const sunrealtype order[] = {1.0}, start[] = {0.0};
  struct problem pb = forms_pendulum;
  if (r->form == FORM_STATES)
  {
    pb.ns          = 1;
    pb.force       = NULL;
    pb.state_order = order;
    pb.state_start = start;
    pb.states      = forms_filter;
    pb.state_force = forms_state_force;
  }
  BEGIN(&r->s, .pb = &pb,
        .storage     = r->form == FORM_SPARSE ? PROBLEM_SPARSE : PROBLEM_DENSE,
        .formulation = r->form == FORM_LITERAL  ? GALPHA_SOI2_LITERAL
                       : r->form == FORM_INDEX3 ? GALPHA_INDEX3
                                                : GALPHA_SOI2);
}

/* The integrator, before its start; messages are caught. All is kept. */
static inline void forms_begin(struct form_run *r, enum form form)
{
  const sunrealtype angle[] = {acos(0.6), 0.0};
  const sunrealtype rate[]  = {0.0, forms_turn(angle[0], 0.0)};
  *r                        = (struct form_run){.form = form};
  switch (form)
  {
  case FORM_PRODUCTS: forms_products(r); break;
  case FORM_FIRST:
    BEGIN(&r->s, .n = 2, .q = angle, .v = rate, .res1 = forms_first);
    break;
  case FORM_SECOND:
    BEGIN(&r->s, .q = angle, .v = VALUES(0.0), .a = rate + 1,
          .res2 = forms_second);
    break;
  default: forms_mechanics(r); break;
  }
  CHECK(!GALPHASStolerances(r->s.mem, 1e-5, 1e-7));
}
