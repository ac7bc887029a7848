/* Controlled mechanisms under error control, in all formulations: projected positions and
 * velocities have their outputs, and events and a restart at each of them leave the motion
 * as it is. */
#include "support/models/controlled.h"
#include "support/test.h"

struct run
{
  const struct problem *pb;
  struct small s;
  struct problem_state right;
};

static void begin(struct run *r, const struct problem *pb, int formulation,
                  sunrealtype tol)
{
  r->pb = pb;
  BEGIN(&r->s, .pb = pb, .formulation = formulation, .rtol = tol,
        .set = {{"rho_inf", 0.6}, {"rho_inf_state", 0.6}});
  CHECK(!problem_state_new(&r->right, pb, ctx));
}

/* Largest error of positions, velocities and states. */
static sunrealtype error(struct run *r)
{
  struct small *s         = &r->s;
  struct problem_state *x = &r->right;
  CHECK(!GALPHAGetStates(s->mem, s->t, s->s));
  CHECK(!ref_exact_state(r->pb, ctx, s->t, x));
  return fmax(problem_apart(s->v, x->v),
              fmax(problem_apart(s->q, x->q), problem_apart(s->s, x->s)));
}

static void check_projected(void)
{
  struct run r;
  begin(&r, &controlled_pendulum, GALPHA_SOI2, 1e-9);
  struct small *s = &r.s;
  sunrealtype *q = small_q(s), *v = small_v(s);
  q[0] = 0.7;
  q[1] = -0.8;
  v[0] = 0.5;
  v[1] = 2.0;
  CHECK(!GALPHAReInit(s->mem, 0.0, s->q, s->v));
  CHECK(!GALPHACalcIC(s->mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!GALPHAGetDky(s->mem, 0.0, 1, s->v));
  CHECK(!GALPHAGetStates(s->mem, 0.0, s->s));
  CHECK(fabs(v[0] - 0.5) > 0.1);
  CHECK_REL(N_VGetArrayPointer(s->s)[1], controlled_pendulum_command(0.2, v[0]),
            1e-12);
}

ROOTS_IS(quarter, y[2] - 0.25, y[2] - 0.5)

static void check_events(int formulation)
{
  const sunrealtype t1 = 1.5;
  int events = 0, ret = GALPHA_ROOT_RETURN;
  struct run r;
  begin(&r, &controlled_skate, formulation, 1e-7);
  struct small *s = &r.s;
  CHECK(!GALPHARootInit(s->mem, 2, quarter));
  CHECK(!GALPHASetStopTime(s->mem, t1));
  while (ret == GALPHA_ROOT_RETURN && events < 5)
  {
    ret = small_solve(s, t1);
    if (ret != GALPHA_ROOT_RETURN) { break; }
    CHECK(!GALPHAGetStates(s->mem, s->t, s->s));
    CHECK(fabs(small_q(s)[2] - 0.25 * ++events) <= 1e-8);
    CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
    CHECK(!GALPHASetStateValues(s->mem, s->s));
    CHECK(!GALPHACalcIC(s->mem, GALPHA_PROJECT_INIT, t1));
  }
  CHECK(ret == GALPHA_TSTOP_RETURN && events == 2);
  CHECK(error(&r) <= 2e-4);
}

TEST_MAIN()
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++) { check_events(f); }
  check_projected();
}
