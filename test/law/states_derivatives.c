/* Derivatives of states and by them that the user gives: the same motion as by differences,
 * with each of them alone, in each storage, formulation and order, and without evaluations
 * of F and f for the matrix. A wrong one (control) does not give the same iteration. */
#include "support/check/byte_store.h"
#include "support/models/controlled_chain.h"
#include "support/test.h"

#define CARRIAGES 3
#define N         (2 + CARRIAGES)
#define R         (2 * CARRIAGES)

struct outcome
{
  sunrealtype q[N], v[N], s[R], lambda;
  long int steps, jacobians, iterations;
  long calls[CHAIN_FUNCTIONS];
};

struct way
{
  enum problem_storage storage; /* of M and G */
  int formulation, order;
  int given; /* bits of the blocks given */
  enum problem_storage of_blocks;
  int values;         /* with functions */
  sunrealtype newton; /* GALPHASetNonlinConvCoef; 0: the default */
};

static struct small *begin(struct controlled_chain *c, const struct way *w)
{
  CHECK(!controlled_chain_begin(c, w->storage, ctx));
  CHECK(!GALPHASetFormulation(c->s.mem, w->formulation));
  CHECK(!GALPHASetMaxOrd(c->s.mem, w->order));
  CHECK(!controlled_chain_give(c, w->given, w->of_blocks, w->values));
  return &c->s;
}

static struct outcome end(const struct controlled_chain *c)
{
  const struct small *s = &c->s;
  struct outcome o      = {.steps = -1};
  CHECK(!GALPHAGetStates(s->mem, s->t, s->s) &&
        !GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
  memcpy(o.q, small_q(s), sizeof o.q);
  memcpy(o.v, small_v(s), sizeof o.v);
  memcpy(o.s, N_VGetArrayPointer(s->s), sizeof o.s);
  memcpy(o.calls, c->calls, sizeof o.calls);
  o.lambda = N_VGetArrayPointer(s->lambda)[0];
  CHECK(!GALPHAGetNumSteps(s->mem, &o.steps));
  CHECK(!GALPHAGetNumJacEvals(s->mem, &o.jacobians));
  CHECK(!GALPHAGetNumNonlinSolvIters(s->mem, &o.iterations));
  return o;
}

/* strict: fixed steps, each with a matrix of its own, Newton's iteration to round-off. */
static struct outcome run(struct controlled_chain c, const struct way *w,
                          int strict)
{
  struct small *s = begin(&c, w);
  if (strict)
  {
    CHECK(!GALPHASetFixedStep(s->mem, 0.01));
    CHECK(!GALPHASetOption(s->mem, "max_jacobian_age", 0));
    CHECK(!GALPHASetOption(s->mem, "nonlin_conv_coef", 1e-8));
    CHECK(!GALPHASetMaxNonlinIters(s->mem, 30));
  }
  else if (w->newton > 0.0)
  {
    CHECK(!GALPHASetNonlinConvCoef(s->mem, w->newton));
  }
  CHECK(!GALPHASetStopTime(s->mem, 2.0));
  CHECK(small_solve(s, 2.0) == GALPHA_TSTOP_RETURN);
  return end(&c);
}

static sunrealtype motion_apart(const struct outcome *a,
                                const struct outcome *b)
{
  sunrealtype far = 0.0;
  for (int i = 0; i < N; i++)
  {
    far = fmax(far, fmax(fabs(a->q[i] - b->q[i]), fabs(a->v[i] - b->v[i])));
  }
  for (int i = 0; i < R; i++) { far = fmax(far, fabs(a->s[i] - b->s[i])); }
  return far;
}

static sunrealtype apart(const struct outcome *a, const struct outcome *b)
{
  return fmax(motion_apart(a, b), fabs(a->lambda - b->lambda));
}

/* To round-off in fixed steps (those of order 2). */
static void check_same(enum problem_storage storage, int formulation)
{
  struct way w = {storage, formulation, 2, 0, storage, 1, 0.0};
  const struct controlled_chain c     = controlled_chain(CARRIAGES);
  const struct outcome by_differences = run(c, &w, 1);
  for (w.given = 1; w.given < 1 << CHAIN_BLOCKS; w.given++)
  {
    w.of_blocks            = (enum problem_storage)(w.given % PROBLEM_STORAGES);
    w.values               = w.given % 5 > 0;
    const struct outcome o = run(c, &w, 1);
    CHECK_IN(apart(&o, &by_differences), 0.0, 1e-10);
    CHECK(o.steps == by_differences.steps);
  }
}

/* What is evaluated: a block that has a function is not differenced. */
static void check_calls(enum problem_storage storage, int order)
{
  const struct controlled_chain c = controlled_chain(CARRIAGES);
  struct way w = {storage, GALPHA_SOI2, order, 0, storage, 1, 0.0};
  const struct outcome by_differences = run(c, &w, 0);
  w.given                             = 15;
  const struct outcome given          = run(c, &w, 0);
  w.values                            = 0;
  const struct outcome pattern        = run(c, &w, 0);
  check_of("storage %d, order %d", (int)storage, order);
  CHECK_IN(apart(&given, &by_differences), 0.0, 1e-5);
  CHECK_IN(apart(&given, &pattern), 0.0, 1e-5);
  CHECK_IN(given.steps, 0.9 * (double)by_differences.steps,
           1.1 * (double)by_differences.steps);
  for (int i = 0; i < CHAIN_BLOCKS; i++)
  {
    CHECK(by_differences.calls[i] == 0 && pattern.calls[i] == 0);
    CHECK(given.calls[i] >= given.jacobians);
  }
  /* F: once a residual, and a few times at the start; by differences one evaluation for
     the matrix and one for each column of q, v and s (two groups at least if sparse) */
  const long residuals = given.iterations + 3 * given.steps;
  CHECK(given.calls[CHAIN_STATES] <= residuals + 40);
  const int groups = storage == PROBLEM_DENSE ? 2 * N + R : 5;
  CHECK(by_differences.calls[CHAIN_STATES] - given.calls[CHAIN_STATES] >
        (groups - 2) * given.jacobians);
  CHECK(pattern.calls[CHAIN_STATES] > given.calls[CHAIN_STATES]);
  CHECK(by_differences.calls[CHAIN_FORCE] - given.calls[CHAIN_FORCE] >
        given.jacobians);
}

/* Under error control in both formulations and orders up to 5. */
static void check_controlled(enum problem_storage storage, int formulation,
                             int order)
{
  const struct controlled_chain c = controlled_chain(CARRIAGES);
  /* by default the iteration may leave more than what is allowed here */
  struct way w = {storage, formulation, order, 0, storage, 1, 1e-6};
  const struct outcome by_differences = run(c, &w, 0);
  w.given                             = 15;
  const struct outcome given          = run(c, &w, 0);
  /* multipliers depend on errors over h, those of index 3 over h^2 */
  const bool index3 = formulation == GALPHA_INDEX3;
  CHECK_IN(motion_apart(&given, &by_differences), 0.0, index3 ? 1e-5 : 4e-10);
  CHECK_IN(apart(&given, &by_differences), 0.0, index3 ? 1e-5 : 4e-8);
  CHECK_IN(given.steps, 0.8 * (double)by_differences.steps,
           1.25 * (double)by_differences.steps);
}

/* A run is resumed bit for bit. */
static void check_resumed(enum problem_storage storage)
{
  const struct way w      = {storage, GALPHA_SOI2, 5, 15, storage, 1, 0.0};
  struct byte_store store = {NULL, 0, 0};
  struct outcome o[2];
  for (int resumed = 0; resumed < 2; resumed++)
  {
    struct controlled_chain c = controlled_chain(CARRIAGES);
    struct small *s           = begin(&c, &w);
    if (resumed)
    {
      CHECK(!GALPHAReadCheckpoint(s->mem, byte_store_get, &store));
    }
    else
    {
      CHECK(!small_solve(s, 0.5));
      CHECK(!GALPHAWriteCheckpoint(s->mem, byte_store_put, &store));
    }
    CHECK(!small_solve(s, 1.0));
    o[resumed] = end(&c);
  }
  CHECK(apart(&o[0], &o[1]) == 0.0 && o[0].steps == o[1].steps);
  free(store.data);
}

/* Control: with dF/ds of the other sign Newton's iteration takes far more. */
static void check_wrong(void)
{
  const struct way w         = {PROBLEM_DENSE, GALPHA_SOI2, 2,  15,
                                PROBLEM_DENSE, 1,           0.0};
  struct controlled_chain c  = controlled_chain(CARRIAGES);
  const struct outcome right = run(c, &w, 1);
  c.spoilt                   = CHAIN_SS;
  c.row                      = -1;
  c.factor                   = -1.0;
  const struct outcome wrong = run(c, &w, 1);
  CHECK(2 * wrong.iterations > 3 * right.iterations);
}

TEST_MAIN()
{
  for (int s = 0; s < PROBLEM_STORAGES; s++)
  {
    const enum problem_storage storage = (enum problem_storage)s;
    check_same(storage, GALPHA_SOI2);
    check_same(storage, GALPHA_INDEX3);
    check_same(storage, GALPHA_SOI2_LITERAL);
    check_resumed(storage);
    for (int order = 2; order <= 5; order += 3)
    {
      check_calls(storage, order);
      check_controlled(storage, GALPHA_SOI2, order);
      check_controlled(storage, GALPHA_INDEX3, order);
    }
  }
  check_wrong();
}
