/* SOI2 whose second stage takes G where it takes the forces (the reactions' share is
 * on) keeps order 2 in every component, under constant and alternating steps, also
 * where the share comes and goes from step to step. Control: it is another method than
 * with G at the new positions, with errors of the same size. */
#include "api/integrator.h"
#include "support/test.h"

#define LEAST 1.88
#define MOST  3.2

enum use
{
  NEVER,
  ALWAYS,
  IN_TURNS
};

enum component
{
  Q,
  V,
  A,
  LAMBDA,
  PSI,
  COMPONENTS
};

struct error
{
  sunrealtype e[COMPONENTS];
};

/* As long as no look at the iteration is due. */
static void turn(void *memory, bool on)
{
  struct galpha_mem *mem     = memory;
  mem->model.reaction.on     = on;
  mem->model.reaction.next   = 1L << 40;
  mem->ls.rebuild            = true;
  mem->model.reaction.min_on = 1L << 40;
}

static void steps(struct small *s, const struct problem *pb, sunrealtype first,
                  int cycles, sunrealtype t1, enum use use)
{
  const sunrealtype h = t1 / (2 * cycles);
  for (int i = 0; i < 2 * cycles; i++)
  {
    /* the problem is fixed with the first step */
    if (i > 0)
    {
      turn(s->mem, use == ALWAYS || (use == IN_TURNS && i % 3 == 0));
    }
    CHECK(!problem_step(s->mem, pb, i % 2 ? (2.0 - first) * h : first * h,
                        &s->now, NULL));
  }
  CHECK((((struct galpha_mem *)s->mem)->model.reaction.matrices > 0) ==
        (use != NEVER));
}

static struct error run(const struct problem *pb, sunrealtype rho,
                        sunrealtype first, int cycles, sunrealtype t1,
                        enum use use)
{
  struct problem_state exact;
  struct error err = {{0}};
  SMALL(s, .pb = pb, .rtol = 1e-12,
        .set = {
          {"rho_inf", rho}, {"max_jacobian_age", 0}, {"max_nonlin_iters", 20}});
  CHECK(!problem_state_new(&exact, pb, ctx));
  steps(s, pb, first, cycles, t1, use);
  CHECK(!GALPHAGetAcceleration(s->mem, s->t, s->a));
  CHECK(!ref_exact_state(pb, ctx, t1, &exact));
  err.e[Q]      = problem_apart(s->q, exact.q);
  err.e[V]      = problem_apart(s->v, exact.v);
  err.e[A]      = problem_apart(s->a, exact.a);
  err.e[LAMBDA] = problem_apart(s->lambda, exact.lambda);
  err.e[PSI]    = problem_apart(s->psi, exact.psi);
  return err;
}

static void check_order(const struct problem *pb, sunrealtype rho,
                        sunrealtype first, int cycles, sunrealtype t1,
                        enum use use)
{
  const struct error a = run(pb, rho, first, cycles, t1, use);
  const struct error b = run(pb, rho, first, 4 * cycles, t1, use);
  for (int i = 0; i < COMPONENTS; i++)
  {
    const sunrealtype order =
      a.e[i] > 1e-11 ? 0.5 * log2(a.e[i] / b.e[i]) : 2.0;
    CHECK_IN(order, LEAST, MOST);
    if (!(order >= LEAST && order <= MOST))
    {
      printf("%s, component %d, rho %g, first %g, use %d\n", pb->name, i, rho,
             first, (int)use);
    }
  }
}

static void check_problem(const struct problem *pb, int cycles, sunrealtype t1)
{
  const sunrealtype rho[] = {0.0, 0.5, 0.9};
  for (int i = 0; i < 3; i++)
  {
    for (int j = 0; j < 2; j++)
    {
      const sunrealtype first = j == 0 ? 1.0 : 2.0 / 3.0;
      check_order(pb, rho[i], first, cycles, t1, ALWAYS);
      check_order(pb, rho[i], first, cycles, t1, IN_TURNS);
    }
  }
  const struct error never  = run(pb, 0.5, 1.0, cycles, t1, NEVER);
  const struct error always = run(pb, 0.5, 1.0, cycles, t1, ALWAYS);
  printf("%s: errors of v %.6e, %.6e\n", pb->name, never.e[V], always.e[V]);
  CHECK(fabs(never.e[V] - always.e[V]) > 1e-6 * never.e[V]);
  CHECK_REL(always.e[V], never.e[V], 0.05);
}

TEST_MAIN()
{
  const struct problem belt = ref_belt(1);
  check_problem(&paper_pendulum16, 160, 2.0);
  check_problem(&belt, 240, 1.5);
}
