/* A controlled skate: a nonholonomic constraint beside a state and an output that
 * turn and push it. Order 2 of positions, velocities, state and output for several
 * rho, in constant and alternating steps, against the reduced equations by
 * Runge-Kutta; (14) off as the negative control. Events and a restart in between
 * leave the motion as it is. */
#include "support/models/callbacks.h"
#include "support/test.h"

#define T_END 1.5
#define SPEED 0.5 /* at the start */

static sunrealtype *data(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

static sunrealtype command(sunrealtype filter, sunrealtype vx)
{
  return filter + 0.3 * vx;
}

STATES(states)
{
  F[0] = -5.0 * s[0] + 2.0 * cos(q[2]) + t;
  F[1] = command(s[0], v[0]);
}

STATE_FORCE(force)
{
  f[0] = 1.0 + s[1];
  f[1] = -0.2 * v[1];
  f[2] = s[1];
}

NONHOLONOMIC(blade)
{
  const sunrealtype heading = q[2];
  k[0]                      = v[0] * sin(heading) - v[1] * cos(heading);
}

#define REDUCED 6 /* heading, its rate, speed along the blade, x, y, filter */

static void rhs(sunrealtype t, const sunrealtype *y, sunrealtype *d)
{
  const sunrealtype c = cos(y[0]), s = sin(y[0]);
  const sunrealtype push = command(y[5], y[2] * c);
  d[0]                   = y[1];
  d[1]                   = push;
  d[2]                   = (1.0 + push) * c - 0.2 * y[2] * s * s;
  d[3]                   = y[2] * c;
  d[4]                   = y[2] * s;
  d[5]                   = -5.0 * y[5] + 2.0 * c + t;
}

static void reference(sunrealtype y[REDUCED])
{
  static const sunrealtype node[] = {0.0, 0.5, 0.5, 1.0};
  static const sunrealtype part[] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  const int steps                 = 4000;
  const sunrealtype h             = T_END / steps;
  for (int i = 0; i < REDUCED; i++) { y[i] = i == 2 ? SPEED : 0.0; }
  for (int n = 0; n < steps; n++)
  {
    sunrealtype k[5][REDUCED] = {{0.0}}, z[REDUCED], sum[REDUCED] = {0.0};
    for (int j = 0; j < 4; j++)
    {
      for (int i = 0; i < REDUCED; i++) { z[i] = y[i] + node[j] * h * k[j][i]; }
      rhs((n + node[j]) * h, z, k[j + 1]);
      for (int i = 0; i < REDUCED; i++) { sum[i] += part[j] * k[j + 1][i]; }
    }
    for (int i = 0; i < REDUCED; i++) { y[i] += h * sum[i]; }
  }
}

struct run
{
  void *mem;
  N_Vector q, v, s;
  sunrealtype t;
};

static void begin(struct run *r, SUNContext ctx, int formulation,
                  sunrealtype rho)
{
  N_Vector order = N_VNew_Serial(2, ctx), psi = N_VNew_Serial(1, ctx);
  SUNMatrix M = SUNDenseMatrix(3, 3, ctx), K = SUNDenseMatrix(1, 3, ctx);
  *r   = (struct run){.mem = GALPHACreate(ctx), .t = 0.0};
  r->q = N_VNew_Serial(3, ctx);
  r->v = N_VNew_Serial(3, ctx);
  r->s = N_VNew_Serial(2, ctx);
  N_VConst(0.0, r->q);
  N_VConst(0.0, r->v);
  N_VConst(0.0, r->s);
  N_VConst(0.0, psi);
  data(r->v)[0]  = SPEED;
  data(order)[0] = 1.0;
  data(order)[1] = 0.0;
  for (int i = 0; i < 3; i++) { SM_ELEMENT_D(M, i, i) = 1.0; }
  CHECK(!GALPHAInitMech(r->mem, NULL, M, NULL, 0.0, r->q, r->v));
  CHECK(!GALPHASetNonholonomic(r->mem, psi, blade, K, NULL));
  CHECK(!GALPHASetStates(r->mem, r->s, order, states, force));
  CHECK(!GALPHASetFormulation(r->mem, formulation));
  CHECK(!GALPHASetRhoInf(r->mem, rho));
  CHECK(!GALPHASetRhoInfState(r->mem, rho));
  CHECK(!GALPHASStolerances(r->mem, 1e-11, 1e-11));
  N_VDestroy(order);
  N_VDestroy(psi);
  SUNMatDestroy(M);
  SUNMatDestroy(K);
}

static void end(struct run *r)
{
  GALPHAFree(&r->mem);
  N_VDestroy(r->q);
  N_VDestroy(r->v);
  N_VDestroy(r->s);
}

#define KINDS 4 /* of errors: position, velocity, state, output */

static void compare(const struct run *r, sunrealtype e[KINDS])
{
  sunrealtype y[REDUCED];
  reference(y);
  const sunrealtype vx = y[2] * cos(y[0]);
  e[0]                 = hypot(data(r->q)[0] - y[3], data(r->q)[1] - y[4]);
  e[1]                 = hypot(data(r->v)[0] - vx, data(r->v)[2] - y[1]);
  e[2]                 = fabs(data(r->s)[0] - y[5]);
  e[3]                 = fabs(data(r->s)[1] - command(y[5], vx));
}

struct setting
{
  int formulation;
  sunrealtype rho, first;
  int correction;
};

static void march(SUNContext ctx, const struct setting *c, int steps,
                  sunrealtype e[KINDS])
{
  struct run r;
  begin(&r, ctx, c->formulation, c->rho);
  CHECK(!GALPHASetStepChangeCorrection(r.mem, c->correction));
  for (int i = 0; i < steps; i++)
  {
    const sunrealtype part = i % 2 ? 2.0 - c->first : c->first;
    CHECK(!GALPHASetFixedStep(r.mem, part * T_END / steps));
    CHECK(!GALPHASolve(r.mem, r.t + 1.0, &r.t, r.q, r.v, GALPHA_ONE_STEP));
  }
  CHECK(!GALPHAGetStates(r.mem, r.t, r.s));
  compare(&r, e);
  end(&r);
}

static void check_orders(SUNContext ctx, const struct setting *c)
{
  sunrealtype coarse[KINDS], fine[KINDS];
  march(ctx, c, 300, coarse);
  march(ctx, c, 1200, fine);
  for (int i = 0; i < KINDS; i++)
  {
    const sunrealtype p = 0.5 * log2(coarse[i] / fine[i]);
    if (c->correction) { CHECK_IN(p, 1.95, 2.05); }
    else if (i == 1 || i == 2) { CHECK_IN(p, 0.7, 1.4); }
  }
}

ROOTS(quarter)
{
  g[0] = y[2] - 0.25;
  g[1] = y[2] - 0.5;
}

/* Controlled steps, stopped by two events, at each of them started anew. */
static void check_events(SUNContext ctx, int formulation)
{
  sunrealtype e[KINDS];
  int events = 0, ret = GALPHA_ROOT_RETURN;
  struct run r;
  begin(&r, ctx, formulation, 0.6);
  CHECK(!GALPHASStolerances(r.mem, 1e-7, 1e-7));
  CHECK(!GALPHARootInit(r.mem, 2, quarter));
  CHECK(!GALPHASetStopTime(r.mem, T_END));
  while (ret == GALPHA_ROOT_RETURN && events < 5)
  {
    ret = GALPHASolve(r.mem, T_END, &r.t, r.q, r.v, GALPHA_NORMAL);
    CHECK(!GALPHAGetStates(r.mem, r.t, r.s));
    if (ret != GALPHA_ROOT_RETURN) { break; }
    CHECK(fabs(data(r.q)[2] - 0.25 * ++events) <= 1e-8);
    CHECK(!GALPHAReInit(r.mem, r.t, r.q, r.v));
    CHECK(!GALPHASetStateValues(r.mem, r.s));
    CHECK(!GALPHACalcIC(r.mem, GALPHA_PROJECT_INIT, T_END));
  }
  CHECK(ret == GALPHA_TSTOP_RETURN && events == 2);
  compare(&r, e);
  printf("formulation %d: %d events, errors %.1e %.1e %.1e %.1e\n", formulation,
         events, e[0], e[1], e[2], e[3]);
  for (int i = 0; i < KINDS; i++) { CHECK(e[i] <= 2e-4); }
  end(&r);
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.8, 0.9};
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    for (int i = 0; i < 5; i++)
    {
      const struct setting c[] = {{f, rho[i], 1.0, GALPHA_CORRECT_A},
                                  {f, rho[i], 2.0 / 3, GALPHA_CORRECT_A},
                                  {f, rho[i], 2.0 / 3, GALPHA_CORRECT_NONE}};
      check_orders(ctx, &c[0]);
      check_orders(ctx, &c[1]);
      if (rho[i] == 0.8) { check_orders(ctx, &c[2]); }
    }
    check_events(ctx, f);
  }
}
