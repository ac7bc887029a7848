/* A bob on a circle, a mass that a moving, curved plane may hold, and a mass that may roll
 * with the bob: constraints g[0], g[1] and k[0], of which an object is given some. Those
 * that are off return NaN. */
#pragma once

#include <galpha/galpha_matrixfree.h>
#include <galpha/galpha_saddle.h>
#include <nvector/nvector_manyvector.h>

#include "support/test.h"

#define ACTIVE_N 4

struct active
{
  int rows, k;    /* of g and of k that the object has; row i is constraint i */
  int on[3];      /* g[0], g[1], k[0] */
  double off;     /* height of the plane */
  double written; /* in rows that are off */
};

static double active_value(const struct active *a, int i, double x)
{
  return a->on[i] ? x : a->written;
}

MASS_IS(active_mass, {0, 0, 1.0}, {1, 1, 1.0}, {2, 2, 2.0}, {3, 3, 0.5})

FORCE_IS(active_force, -q[0] + 0.5 * (q[3] - q[0]) - 0.1 * v[0],
         -1.0 + 0.3 * (q[2] - q[1]),
         -3.0 * q[2] - 0.3 * (q[2] - q[1]) - 0.2 * v[2],
         -0.5 * (q[3] - q[0]) - 0.4 * q[3] * q[3] * q[3])

static double active_plane(double t)
{
  return 0.1 * sin(2.0 * t);
}

HOLONOMIC(active_g)
{
  const struct active *a = data;
  g[0] = active_value(a, 0, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0));
  if (a->rows < 2) { return; }
  g[1] =
    active_value(a, 1, q[2] - 0.4 * q[0] * q[1] - active_plane(t) - a->off);
}

HOLONOMIC(active_gt)
{
  const struct active *a = data;
  g[0]                   = active_value(a, 0, 0.0);
  if (a->rows > 1) { g[1] = active_value(a, 1, -0.2 * cos(2.0 * t)); }
}

HOLONOMIC_JAC(active_G)
{
  const struct active *a = data;
  const double x = active_value(a, 0, q[0]), y = active_value(a, 0, q[1]);
  if (a->rows < 2)
  {
    PROBLEM_MATRIX(G, {0, 0, x}, {0, 1, y});
    return;
  }
  PROBLEM_MATRIX(G, {0, 0, x}, {1, 0, active_value(a, 1, -0.4 * q[1])},
                 {0, 1, y}, {1, 1, active_value(a, 1, -0.4 * q[0])},
                 {1, 2, active_value(a, 1, 1.0)});
}

NONHOLONOMIC_IS(active_k, active_value(data, 2, v[3] - q[0] * v[0]))

NONHOLONOMIC_JAC_IS(active_K, {0, 0, active_value(data, 2, -q[0])},
                    {0, 3, active_value(data, 2, 1.0)})

NONHOLONOMIC_JAC_IS(active_Kq, {0, 0, active_value(data, 2, -v[0])})

GENERAL_FORCE(active_general)
{
  const struct active *a = data;
  active_force_body(t, q, v, f, data);
  f[0] -= q[0] * lambda[0];
  f[1] -= q[1] * lambda[0];
  if (a->rows > 1)
  {
    f[0] += 0.4 * q[1] * lambda[1];
    f[1] += 0.4 * q[0] * lambda[1];
    f[2] -= lambda[1];
  }
  if (!a->k) { return; }
  f[0] += q[0] * psi[0];
  f[3] -= psi[0];
}

/* A filter that pulls. */
STATES_IS(active_filter, q[0] - s[0])

STATE_FORCE(active_state_force)
{
  active_force_body(t, q, v, f, data);
  f[2] -= 0.5 * s[0];
}

static const double active_masses[] = {1.0, 1.0, 2.0, 0.5};

PRODUCT_EACH(active_times_M, active_masses[i] * x[i])

PRODUCT(active_times_G)
{
  const struct active *a = data;
  r[0]                   = active_value(a, 0, q[0] * x[0] + q[1] * x[1]);
  if (a->rows < 2) { return; }
  r[1] = active_value(a, 1, x[2] - 0.4 * (q[1] * x[0] + q[0] * x[1]));
}

PRODUCT(active_times_GT)
{
  const double plane = ((const struct active *)data)->rows > 1 ? x[1] : 0.0;
  r[0]               = q[0] * x[0] - 0.4 * q[1] * plane;
  r[1]               = q[1] * x[0] - 0.4 * q[0] * plane;
  r[2]               = plane;
  r[3]               = 0.0;
}

/* How the model is stated and integrated. */
enum active_kind
{
  ACTIVE_PLAIN,
  ACTIVE_LDLT,
  ACTIVE_DIFFERENCED,
  ACTIVE_GENERAL,
  ACTIVE_STATES,
  ACTIVE_PRODUCTS, /* the last: also these are by products */
  ACTIVE_SADDLE,   /* with the block preconditioner */
  ACTIVE_SCHUR     /* and a Schur complement of the user's */
};

struct active_way
{
  const char *name;
  int formulation, order;
  enum problem_storage storage;
  double rho;
  enum active_kind kind;
};

/* S is nearly c[2] M in short steps. */
static int active_solve_S(const sunrealtype *c, N_Vector b, N_Vector x,
                          void *data)
{
  for (int i = 0; i < ACTIVE_N; i++)
  {
    N_VGetArrayPointer(x)[i] =
      N_VGetArrayPointer(b)[i] / (c[2] * active_masses[i]);
  }
  return 0;
}

/* On the circle and about the plane G M^-1 G^T is about 1 and 1/2. */
static int active_solve_H(const sunrealtype *c, N_Vector b, N_Vector x,
                          void *data)
{
  N_VScale(c[2], b, x);
  if (N_VGetLength(b) > 1) { N_VGetArrayPointer(x)[1] *= 2.0; }
  return 0;
}

struct active_run
{
  struct active model;
  struct small s;
  N_Vector x;
  SUNLinearSolver LS;
};

static const sunrealtype active_q0[] = {0.8, -0.6, 0.4, 0.1},
                         active_v0[] = {0.3, 0.4, 0.1, 0.24};

static void active_by_products(struct active_run *r, enum active_kind kind)
{
  struct small *s = &r->s;
  *s              = (struct small){.ctx = ctx, .mem = KEEP(GALPHACreate(ctx))};
  s->q            = small_vector(ctx, ACTIVE_N, active_q0);
  s->v            = small_vector(ctx, ACTIVE_N, active_v0);
  s->lambda       = small_vector(ctx, r->model.rows, NULL);
  N_Vector both[] = {s->q, s->lambda};
  r->x            = KEEP(N_VNew_ManyVector(2, both, ctx));
  r->LS           = KEEP(SUNLinSol_SPGMR(
              r->x, kind == ACTIVE_PRODUCTS ? SUN_PREC_NONE : SUN_PREC_LEFT, 8, ctx));
  CHECK(!GALPHASetErrHandlerFn(s->mem, caught_handler, &s->said));
  CHECK(!GALPHAInitMechTimes(s->mem, active_times_M, active_force, 0.0, s->q,
                             s->v));
  CHECK(!GALPHASetUserData(s->mem, &r->model));
  CHECK(!GALPHASetHolonomicTimes(s->mem, s->lambda, active_g, active_times_G,
                                 active_times_GT));
  CHECK(!GALPHASetHolonomicRate(s->mem, active_gt));
  CHECK(!GALPHASetUnknowns(s->mem, r->x, N_VGetSubvector_ManyVector, 0, 1));
  CHECK(!GALPHASetLinearSolver(s->mem, r->LS, NULL));
  if (kind == ACTIVE_PRODUCTS) { return; }
  N_Vector number = small_vector(ctx, r->model.rows, VALUES(0.0, 1.0));
  CHECK(!GALPHASaddlePrecInitMech(s->mem, NULL, active_solve_S, number));
  if (kind == ACTIVE_SCHUR)
  {
    CHECK(!GALPHASaddlePrecSetSchur(s->mem, active_solve_H));
  }
}

static void active_by_matrices(struct active_run *r, struct active_way way)
{
  static const sunrealtype order[] = {1.0}, start[] = {0.2};
  struct problem pb =
    PROBLEM(.name = "contacts", .n = ACTIVE_N, .m = r->model.rows,
            .p = r->model.k, .q0 = active_q0, .v0 = active_v0,
            .mass = active_mass, .force = active_force, .g = active_g,
            .G = active_G, .gt = active_gt, .moving = 1,
            .k = r->model.k ? active_k : NULL, .K = active_K, .Kq = active_Kq,
            .data = &r->model);
  if (way.kind == ACTIVE_DIFFERENCED)
  {
    pb.gt = NULL;
    pb.G  = NULL;
    pb.K = pb.Kq = NULL;
  }
  if (way.kind == ACTIVE_GENERAL)
  {
    pb.force   = NULL;
    pb.general = active_general;
  }
  if (way.kind == ACTIVE_STATES)
  {
    pb.ns          = 1;
    pb.force       = NULL;
    pb.state_order = order;
    pb.state_start = start;
    pb.states      = active_filter;
    pb.state_force = active_state_force;
  }
  CHECK(!small_problem(&r->s, ctx, &pb, way.storage));
  if (way.kind == ACTIVE_LDLT) { CHECK(!GALPHASetOption(r->s.mem, "ldlt", 1)); }
}

/* An object with so many rows of g and of k, before its start. */
static void active_begin(struct active_run *r, struct active_way way, int rows,
                         int k)
{
  const double nan = (double)NAN;
  *r = (struct active_run){.model = {.rows = rows, .k = k, .on = {1, 1, 1}}};
  r->model.written = nan;
  if (way.kind >= ACTIVE_PRODUCTS) { active_by_products(r, way.kind); }
  else { active_by_matrices(r, way); }
  CHECK(!GALPHASetFormulation(r->s.mem, way.formulation));
  CHECK(!GALPHASetMaxOrd(r->s.mem, way.order));
  CHECK(!GALPHASetRhoInf(r->s.mem, way.rho));
  CHECK(!GALPHASStolerances(r->s.mem, 1e-7, 1e-8));
  CHECK(!GALPHASetMaxNumSteps(r->s.mem, -1));
}

/* Switches constraint i of g, or (i = 2) of k. */
static int active_switch(struct active_run *r, int i, int on)
{
  const int kind = i < 2 ? GALPHA_HOLONOMIC : GALPHA_NONHOLONOMIC;
  const int code = GALPHASetActive(r->s.mem, kind, i % 2, on);
  r->model.on[i] = on;
  return code;
}
