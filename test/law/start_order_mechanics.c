/* Index 3 of the mechanical form: multipliers of the first fixed steps are wrong by
 * O(h^2), after a start and again after GALPHAReInit. Control:
 * GALPHA_START_A0, O(h). */
#include "support/lowering/equations.h"
#include "support/models/papers.h"
#include "support/models/reference.h"
#include "support/test.h"

#define FIRST 4 /* steps that are looked at */

struct start
{
  void *mem;
  const struct problem *pb;
  struct equations eq;
  struct problem_state now, right;
};

/* As the solution says or, where it is not known, the equations of motion. */
static void right_multipliers(struct start *s)
{
  struct problem_state *x = &s->right;
  x->t                    = s->now.t;
  N_VScale(1.0, s->now.q, x->q);
  N_VScale(1.0, s->now.v, x->v);
  if (!s->pb->general) { CHECK(equations_accelerations(&s->eq, x) == 0); }
  else
  {
    CHECK(s->pb->exact(x->t, NULL, NULL, NULL, N_VGetArrayPointer(x->lambda),
                       N_VGetArrayPointer(x->psi), s->pb->data) == 0);
  }
}

static sunrealtype worst(struct start *s, sunrealtype h)
{
  struct problem_state *x = &s->right;
  sunrealtype e           = 0.0;
  for (int i = 0; i < FIRST; i++)
  {
    CHECK(problem_step(s->mem, s->pb, h, &s->now, NULL) == 0);
    CHECK(!GALPHAGetMultipliers(s->mem, s->now.t, s->now.lambda, s->now.psi));
    right_multipliers(s);
    N_VLinearSum(1.0, s->now.lambda, -1.0, x->lambda, x->lambda);
    e = fmax(e, N_VMaxNorm(x->lambda));
  }
  return e;
}

/* Of a first start and of one anew, from where the first ended. */
static void errors(const struct problem *pb, SUNContext ctx, sunrealtype rho,
                   int how, sunrealtype h, sunrealtype e[2])
{
  struct start s = {.mem = problem_create(pb, ctx, PROBLEM_DENSE), .pb = pb};
  CHECK(equations_new(&s.eq, pb, ctx) == 0);
  CHECK(problem_state_new(&s.now, pb, ctx) == 0);
  CHECK(problem_state_new(&s.right, pb, ctx) == 0);
  CHECK(!GALPHASetFormulation(s.mem, GALPHA_INDEX3));
  CHECK(!GALPHASetRhoInf(s.mem, rho));
  CHECK(!GALPHASetOption(s.mem, "start", how));
  CHECK(!GALPHASStolerances(s.mem, 1e-12, 1e-12));
  e[0] = worst(&s, h);
  pb->start(N_VGetArrayPointer(s.now.q), N_VGetArrayPointer(s.now.v), pb->data);
  CHECK(!GALPHAReInit(s.mem, pb->t0, s.now.q, s.now.v));
  e[1] = worst(&s, h);
  GALPHAFree(&s.mem);
  equations_free(&s.eq);
  problem_state_free(&s.now);
  problem_state_free(&s.right);
}

static void check(const struct problem *pb, SUNContext ctx, sunrealtype rho,
                  sunrealtype h)
{
  for (int how = GALPHA_START_SHIFTED; how <= GALPHA_START_A0; how++)
  {
    sunrealtype coarse[2], fine[2];
    errors(pb, ctx, rho, how, h, coarse);
    errors(pb, ctx, rho, how, 0.25 * h, fine);
    for (int i = 0; i < 2; i++)
    {
      const sunrealtype order = 0.5 * log2(coarse[i] / fine[i]);
      printf("%s, rho %.1f, start %d%s: %.1e, order %.2f\n", pb->name, rho, how,
             i ? " anew" : "", fine[i], order);
      if (how == GALPHA_START_SHIFTED) { CHECK(order >= 1.8); }
      else { CHECK_IN(order, 0.8, 1.2); }
    }
  }
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8, 0.9};
  const struct problem fourbar   = ref_fourbar();
  for (int i = 0; i < 4; i++)
  {
    check(&paper_problem15, ctx, rho[i], 0.01);
    check(&fourbar, ctx, rho[i], 0.00125);
  }
}
