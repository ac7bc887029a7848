/* A controlled mechanism: a pendulum in Cartesian coordinates pushed by an actuator
 * whose command is an output of a filter state and of the velocity. Order 2 of
 * positions, state and output in all formulations, for several rho, against the
 * reduced equations in the angle by Runge-Kutta; (14) off as the negative control. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/callbacks.h"
#include "support/models/problem.h"
#include "support/test.h"

#define T_END 2.0

static sunrealtype *data(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

static sunrealtype command(sunrealtype filter, sunrealtype vx)
{
  return -3.0 * tanh(filter) - 0.3 * vx;
}

STATES(states)
{
  F[0] = -5.0 * s[0] + 4.0 * q[0];
  F[1] = command(s[0], v[0]);
}

STATE_FORCE(force)
{
  f[0] = s[1];
  f[1] = -9.81;
}

HOLONOMIC(rod)
{
  g[0] = q[0] * q[0] + q[1] * q[1] - 1.0;
}

HOLONOMIC_JAC(rod_jac)
{
  problem_begin(G);
  problem_put(G, 0, 0, 2.0 * q[0]);
  problem_put(G, 0, 1, 2.0 * q[1]);
  problem_end(G);
}

static void rhs(const sunrealtype y[3], sunrealtype d[3])
{
  d[0] = y[1];
  d[1] = command(y[2], y[1] * cos(y[0])) * cos(y[0]) - 9.81 * sin(y[0]);
  d[2] = -5.0 * y[2] + 4.0 * sin(y[0]);
}

static void shift(const sunrealtype y[3], sunrealtype h, const sunrealtype k[3],
                  sunrealtype z[3])
{
  for (int i = 0; i < 3; i++) { z[i] = y[i] + h * k[i]; }
}

/* Angle, rate and filter state at T_END: x, filter state, command. */
static void reference(sunrealtype out[3])
{
  const int steps     = 20000;
  const sunrealtype h = T_END / steps;
  sunrealtype y[3]    = {1.0, 0.0, 0.2};
  for (int n = 0; n < steps; n++)
  {
    sunrealtype k[4][3], z[3];
    rhs(y, k[0]);
    shift(y, 0.5 * h, k[0], z);
    rhs(z, k[1]);
    shift(y, 0.5 * h, k[1], z);
    rhs(z, k[2]);
    shift(y, h, k[2], z);
    rhs(z, k[3]);
    for (int i = 0; i < 3; i++)
    {
      y[i] += h / 6.0 * (k[0][i] + 2.0 * k[1][i] + 2.0 * k[2][i] + k[3][i]);
    }
  }
  out[0] = sin(y[0]);
  out[1] = y[2];
  out[2] = command(y[2], y[1] * cos(y[0]));
}

struct setting
{
  int formulation, alternating, correction, sparse;
  sunrealtype rho; /* of mechanics and states */
};

static void *create(const struct setting *c, SUNContext ctx)
{
  sunrealtype q0[] = {sin(1.0), -cos(1.0)}, v0[] = {0, 0}, s0[] = {0.2, 0};
  sunrealtype order[] = {1, 0}, l0[] = {0};
  N_Vector q = N_VMake_Serial(2, q0, ctx), v = N_VMake_Serial(2, v0, ctx);
  N_Vector s = N_VMake_Serial(2, s0, ctx), o = N_VMake_Serial(2, order, ctx);
  N_Vector l  = N_VMake_Serial(1, l0, ctx);
  SUNMatrix M = c->sparse ? SUNSparseMatrix(2, 2, 2, CSC_MAT, ctx)
                          : SUNDenseMatrix(2, 2, ctx);
  SUNMatrix G = c->sparse ? SUNSparseMatrix(1, 2, 2, CSC_MAT, ctx)
                          : SUNDenseMatrix(1, 2, ctx);
  problem_begin(M);
  problem_put(M, 0, 0, 1.0);
  problem_put(M, 1, 1, 1.0);
  problem_end(M);
  void *mem = GALPHACreate(ctx);
  CHECK(!GALPHAInitMech(mem, NULL, M, NULL, 0.0, q, v));
  CHECK(!GALPHASetHolonomic(mem, l, rod, G, rod_jac));
  CHECK(!GALPHASetStates(mem, s, o, states, force));
  CHECK(!GALPHASetFormulation(mem, c->formulation));
  CHECK(!GALPHASetStepChangeCorrection(mem, c->correction));
  CHECK(!GALPHASetRhoInf(mem, c->rho) && !GALPHASetRhoInfState(mem, c->rho));
  CHECK(!GALPHASStolerances(mem, 1e-9, 1e-11));
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(s);
  N_VDestroy(o);
  N_VDestroy(l);
  return mem;
}

/* Errors of x, filter state and command at T_END with fixed steps. */
static void errors(const struct setting *c, SUNContext ctx, sunrealtype H,
                   sunrealtype e[3])
{
  sunrealtype ref[3], t = 0.0;
  void *mem  = create(c, ctx);
  N_Vector q = N_VNew_Serial(2, ctx), v = N_VClone(q), s = N_VClone(q);
  reference(ref);
  for (int k = 0; t < T_END - 1e-9; k++)
  {
    const sunrealtype part = k % 2 ? 2.0 * H / 3.0 : H / 3.0;
    const sunrealtype h    = c->alternating ? part : H;
    CHECK(!GALPHASetFixedStep(mem, h));
    if (GALPHASolve(mem, t + h, &t, q, v, GALPHA_ONE_STEP) < 0) { break; }
  }
  CHECK(!GALPHAGetStates(mem, t, s));
  e[0] = fabs(data(q)[0] - ref[0]);
  e[1] = fabs(data(s)[0] - ref[1]);
  e[2] = fabs(data(s)[1] - ref[2]);
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(s);
  GALPHAFree(&mem);
}

static void check_orders(const struct setting *c, SUNContext ctx,
                         sunrealtype lo, sunrealtype hi)
{
  sunrealtype coarse[3], fine[3];
  /* index 3 shows its order late where h changes */
  const sunrealtype H = c->formulation == GALPHA_INDEX3 ? 0.00125 : 0.005;
  errors(c, ctx, H, coarse);
  errors(c, ctx, 0.5 * H, fine);
  for (int i = 0; i < 3; i++) { CHECK_IN(log2(coarse[i] / fine[i]), lo, hi); }
}

static void check_adaptive(SUNContext ctx, int formulation)
{
  const struct setting c = {formulation, 0, GALPHA_CORRECT_A, 0, 0.6};
  sunrealtype ref[3], t = 0.0, worst[2];
  reference(ref);
  for (int k = 0; k < 2; k++)
  {
    const sunrealtype tol = k ? 1e-6 : 1e-4;
    void *mem             = create(&c, ctx);
    N_Vector q = N_VNew_Serial(2, ctx), v = N_VClone(q), s = N_VClone(q);
    CHECK(!GALPHASStolerances(mem, tol, tol));
    CHECK(!GALPHASStolerancesStates(mem, tol, tol));
    CHECK(!GALPHASetStopTime(mem, T_END));
    CHECK(GALPHASolve(mem, T_END, &t, q, v, GALPHA_NORMAL) >= 0);
    CHECK(!GALPHAGetStates(mem, t, s));
    worst[k] = fmax(fabs(data(q)[0] - ref[0]), fabs(data(s)[0] - ref[1]));
    N_VDestroy(q);
    N_VDestroy(v);
    N_VDestroy(s);
    GALPHAFree(&mem);
  }
  CHECK(worst[0] < 0.02 && worst[1] < 0.12 * worst[0]);
}

/* Projected positions and velocities have their outputs. */
static void check_projected(SUNContext ctx)
{
  const struct setting c = {GALPHA_SOI2, 0, GALPHA_CORRECT_A, 0, 0.6};
  void *mem              = create(&c, ctx);
  N_Vector q = N_VNew_Serial(2, ctx), v = N_VClone(q), s = N_VClone(q);
  data(q)[0] = 0.7;
  data(q)[1] = -0.8;
  data(v)[0] = 0.5;
  data(v)[1] = 2.0;
  CHECK(!GALPHAReInit(mem, 0.0, q, v));
  CHECK(!GALPHACalcIC(mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!GALPHAGetDky(mem, 0.0, 1, v) && !GALPHAGetStates(mem, 0.0, s));
  CHECK(fabs(data(v)[0] - 0.5) > 0.1);
  CHECK_REL(data(s)[1], command(0.2, data(v)[0]), 1e-12);
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(s);
  GALPHAFree(&mem);
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.3, 0.6, 0.9};
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    for (int i = 0; i < 4; i++)
    {
      const struct setting constant = {f, 0, GALPHA_CORRECT_A, 0, rho[i]};
      const struct setting varying  = {f, 1, GALPHA_CORRECT_A, f == GALPHA_SOI2,
                                       rho[i]};
      check_orders(&constant, ctx, 1.9, 2.25);
      check_orders(&varying, ctx, 1.9, f == GALPHA_INDEX3 ? 2.6 : 2.25);
    }
    check_adaptive(ctx, f);
  }
  const struct setting off = {GALPHA_SOI2, 1, GALPHA_CORRECT_NONE, 0, 0.6};
  sunrealtype coarse[3], fine[3];
  errors(&off, ctx, 0.0025, coarse);
  errors(&off, ctx, 0.00125, fine);
  CHECK(log2(coarse[1] / fine[1]) < 1.5);
  check_projected(ctx);
}
