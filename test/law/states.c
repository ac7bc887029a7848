/* Controlled mechanisms under error control, in all formulations: projected positions and
 * velocities have their outputs, and events and a restart at each of them leave the motion
 * as it is. */
#include "support/models/callbacks.h"
#include "support/models/controlled.h"
#include "support/models/reference.h"
#include "support/test.h"

struct run
{
  const struct problem *pb;
  void *mem;
  struct problem_state now, right;
};

static void begin(struct run *r, const struct problem *pb, SUNContext ctx,
                  int formulation, sunrealtype tol)
{
  r->pb  = pb;
  r->mem = problem_create(pb, ctx, PROBLEM_DENSE);
  CHECK(!problem_state_new(&r->now, pb, ctx));
  CHECK(!problem_state_new(&r->right, pb, ctx));
  CHECK(!GALPHASetFormulation(r->mem, formulation));
  CHECK(!GALPHASetRhoInf(r->mem, 0.6) && !GALPHASetRhoInfState(r->mem, 0.6));
  CHECK(!GALPHASStolerances(r->mem, tol, tol));
}

static void end(struct run *r)
{
  GALPHAFree(&r->mem);
  problem_state_free(&r->now);
  problem_state_free(&r->right);
}

static sunrealtype apart(N_Vector x, N_Vector y)
{
  return problem_dist(N_VGetArrayPointer(x), N_VGetArrayPointer(y),
                      N_VGetLength(x));
}

/* Largest error of positions, velocities and states. */
static sunrealtype error(struct run *r, SUNContext ctx)
{
  struct problem_state *s = &r->now, *x = &r->right;
  CHECK(!GALPHAGetStates(r->mem, s->t, s->s));
  CHECK(!ref_exact_state(r->pb, ctx, s->t, x));
  return fmax(apart(s->v, x->v), fmax(apart(s->q, x->q), apart(s->s, x->s)));
}

static void check_projected(SUNContext ctx)
{
  struct run r;
  begin(&r, &controlled_pendulum, ctx, GALPHA_SOI2, 1e-9);
  sunrealtype *q = N_VGetArrayPointer(r.now.q);
  sunrealtype *v = N_VGetArrayPointer(r.now.v);
  q[0]           = 0.7;
  q[1]           = -0.8;
  v[0]           = 0.5;
  v[1]           = 2.0;
  CHECK(!GALPHAReInit(r.mem, 0.0, r.now.q, r.now.v));
  CHECK(!GALPHACalcIC(r.mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!GALPHAGetDky(r.mem, 0.0, 1, r.now.v));
  CHECK(!GALPHAGetStates(r.mem, 0.0, r.now.s));
  CHECK(fabs(v[0] - 0.5) > 0.1);
  CHECK_REL(N_VGetArrayPointer(r.now.s)[1],
            controlled_pendulum_command(0.2, v[0]), 1e-12);
  end(&r);
}

ROOTS(quarter)
{
  g[0] = y[2] - 0.25;
  g[1] = y[2] - 0.5;
}

static void check_events(SUNContext ctx, int formulation)
{
  const sunrealtype t1 = 1.5;
  int events = 0, ret = GALPHA_ROOT_RETURN;
  struct run r;
  begin(&r, &controlled_skate, ctx, formulation, 1e-7);
  struct problem_state *s = &r.now;
  CHECK(!GALPHARootInit(r.mem, 2, quarter));
  CHECK(!GALPHASetStopTime(r.mem, t1));
  while (ret == GALPHA_ROOT_RETURN && events < 5)
  {
    ret = GALPHASolve(r.mem, t1, &s->t, s->q, s->v, GALPHA_NORMAL);
    if (ret != GALPHA_ROOT_RETURN) { break; }
    CHECK(!GALPHAGetStates(r.mem, s->t, s->s));
    CHECK(fabs(N_VGetArrayPointer(s->q)[2] - 0.25 * ++events) <= 1e-8);
    CHECK(!GALPHAReInit(r.mem, s->t, s->q, s->v));
    CHECK(!GALPHASetStateValues(r.mem, s->s));
    CHECK(!GALPHACalcIC(r.mem, GALPHA_PROJECT_INIT, t1));
  }
  CHECK(ret == GALPHA_TSTOP_RETURN && events == 2);
  CHECK(error(&r, ctx) <= 2e-4);
  end(&r);
}

TEST_MAIN(ctx)
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++) { check_events(ctx, f); }
  check_projected(ctx);
}
