/* Constraints that depend on others (GALPHA_REDUNDANT_LEAST_NORM): rows doubled, scaled
 * and combined of g and of k, and rates of g among k. Steps, q, v and sums of
 * multipliers are those of the problem without them, constraints are met as there, in
 * every formulation, with dense matrices, KLU and L D L^T, for rho 0, 0.6, 0.9, with
 * fixed and controlled steps. Control: without the option each is refused. */
#include "support/models/combined_rows.h"
#include "support/test.h"

struct how
{
  int formulation, storage; /* 0 dense, 1 KLU, 2 L D L^T */
  sunrealtype rho, fixed;   /* 0: controlled */
};

struct result
{
  int code;
  long int steps;
  struct small s;
};

static void begin(struct small *s, const struct problem *pb, struct how how,
                  int mode)
{
  CHECK(!small_form(s, ctx, pb, how.storage ? PROBLEM_SPARSE : PROBLEM_DENSE,
                    how.formulation));
  CHECK(!GALPHASetErrorTest(s->mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetOption(s->mem, "step_change_correction", GALPHA_CORRECT_A));
  CHECK(!GALPHASetOption(s->mem, "ldlt", how.storage == 2));
  CHECK(!GALPHASetRhoInf(s->mem, how.rho));
  CHECK(!GALPHASetFixedStep(s->mem, how.fixed));
  CHECK(!GALPHASetRedundancy(s->mem, mode));
}

static void run(const struct problem *pb, struct how how, int mode,
                sunrealtype t, struct result *r)
{
  begin(&r->s, pb, how, mode);
  CHECK(!GALPHASetStopTime(r->s.mem, t));
  r->code = small_solve(&r->s, t);
  if (r->code < 0) { printf("%s\n", r->s.said.msg); }
  else
  {
    CHECK(!GALPHAGetMultipliers(r->s.mem, t, r->s.lambda, r->s.psi));
    CHECK(!GALPHAGetNumSteps(r->s.mem, &r->steps));
  }
}

/* ||x - y|| by what ||y|| and 1 allow. */
static sunrealtype apart(const sunrealtype *x, const sunrealtype *y,
                         sunindextype n, sunrealtype bound)
{
  sunrealtype size = 0.0;
  for (sunindextype i = 0; i < n; i++) { size = fmax(size, fabs(y[i])); }
  return problem_dist(x, y, n) / (bound * fmax(1.0, size));
}

/* Fixed steps are the same ones. Where a step is just accepted or not, controlled ones
 * part, and solutions differ by some tolerances (1e-6). */
struct bound
{
  sunrealtype q, v, multipliers;
};
static const struct bound same = {1e-9, 1e-9, 1e-6}, near = {2e-5, 1e-4, 0.1};

static void compare(const struct combined *c, struct how how, sunrealtype t,
                    const struct result *base)
{
  struct result r = {0};
  sunrealtype l[64], p[64];
  const struct problem *b = c->base;
  run(&c->pb, how, GALPHA_REDUNDANT_LEAST_NORM, t, &r);
  CHECK(r.code >= 0);
  if (r.code >= 0)
  {
    const struct bound *bound = how.fixed > 0.0 ? &same : &near;
    combined_sums(c, r.s.lambda, r.s.psi, l, p);
    const sunrealtype q =
      apart(small_q(&r.s), N_VGetArrayPointer(base->s.q), b->n, bound->q);
    const sunrealtype v =
      apart(small_v(&r.s), N_VGetArrayPointer(base->s.v), b->n, bound->v);
    const sunrealtype lambda =
      b->m
        ? apart(l, N_VGetArrayPointer(base->s.lambda), b->m, bound->multipliers)
        : 0.0;
    const sunrealtype psi =
      b->p ? apart(p, N_VGetArrayPointer(base->s.psi), b->p, bound->multipliers)
           : 0.0;
    check_of("%s +%d+%d+%d form %d storage %d rho %.1f h %g", b->name,
             c->more_g, c->more_k, c->rates, how.formulation, how.storage,
             how.rho, how.fixed);
    CHECK_IN(q, 0.0, 1.0);
    CHECK_IN(v, 0.0, 1.0);
    CHECK_IN(lambda, 0.0, 1.0);
    CHECK_IN(psi, 0.0, 1.0);
    CHECK_IN(labs(r.steps - base->steps), 0, base->steps / 10);
  }
}

static void refused(const struct combined *c, struct how how)
{
  /* differences need a pattern */
  for (int given = how.storage ? 1 : 0; given < 2; given++)
  {
    struct problem pb = c->pb;
    struct small s;
    if (!given) { pb.G = NULL; }
    if (!given) { pb.K = NULL; }
    begin(&s, &pb, how, GALPHA_REDUNDANT_REFUSE);
    CHECK(GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_SINGULAR_JAC);
    CHECK(caught_says(&s.said, GALPHA_SINGULAR_JAC, "redundant"));
  }
}

static void check_problem(const struct problem *base, sunrealtype t,
                          sunrealtype fixed, struct combined *more, int count)
{
  static const sunrealtype rho[] = {0.0, 0.6, 0.9};
  struct combined plain;
  CHECK(!combined_new(&plain, base, 0, NULL, 0, NULL, 0, ctx));
  for (int i = 0; i < 9; i++)
  {
    struct how how  = {GALPHA_SOI2 + i / 3, i % 3, rho[i % 3],
                      i % 2 ? fixed : 0.0};
    struct result r = {0};
    run(&plain.pb, how, GALPHA_REDUNDANT_REFUSE, t, &r);
    CHECK(r.code >= 0);
    for (int j = 0; j < count; j++)
    {
      compare(&more[j], how, t, &r);
      if (i < 3) { refused(&more[j], how); }
    }
  }
}

static void check_pendulum(void)
{
  static const sunrealtype T[] = {1.0, -3.0, 0.01};
  const struct problem pb      = ref_pendulum(REF_PENDULUM_IFTOMM);
  struct combined c[3];
  CHECK(!combined_new(&c[0], &pb, 1, T, 0, NULL, 0, ctx));
  CHECK(!combined_new(&c[1], &pb, 3, T, 0, NULL, 0, ctx)); /* m = 4, n = 2 */
  CHECK(!combined_new(&c[2], &pb, 1, T, 0, NULL, 1, ctx));
  check_problem(&pb, 1.0, 0.005, c, 3);
}

static void check_fourbar(void)
{
  static const sunrealtype T[28] = {
    [0] = 0.3, [1] = 0.7, [13] = -1.0, [14 + 5] = 2.0};
  const struct problem pb = ref_fourbar();
  struct combined c[2];
  CHECK(!combined_new(&c[0], &pb, 2, T, 0, NULL, 0, ctx));
  CHECK(!combined_new(&c[1], &pb, 1, T, 0, NULL, 2, ctx));
  check_problem(&pb, 0.3, 0.002, c, 2);
}

static void check_belt(void)
{
  static const sunrealtype T[] = {2.0};
  const struct problem pb      = ref_belt(1);
  struct combined c[3];
  CHECK(!combined_new(&c[0], &pb, 1, T, 1, T, 0, ctx));
  CHECK(!combined_new(&c[1], &pb, 0, NULL, 1, T, 1, ctx));
  CHECK(!combined_new(&c[2], &pb, 1, T, 0, NULL, 0, ctx));
  check_problem(&pb, 1.0, 0.005, c, 3);
}

static void check_rolling(void)
{
  static const sunrealtype T[] = {1.0, 0.0, 0.5, -2.0};
  const struct problem pb      = ref_rolling();
  struct combined c[1];
  CHECK(!combined_new(&c[0], &pb, 0, NULL, 2, T, 0, ctx));
  check_problem(&pb, 1.0, 0.01, c, 1);
}

/* Quaternions: M is singular. */
static void check_heavy_top(void)
{
  static const sunrealtype T[] = {0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  struct ref_heavy_top data    = {0.0};
  const struct problem pb      = ref_heavy_top(&data);
  struct combined c[1];
  CHECK(!combined_new(&c[0], &pb, 2, T, 0, NULL, 0, ctx));
  check_problem(&pb, 0.1, 0.001, c, 1);
}

TESTS(check_pendulum, check_fourbar, check_belt, check_rolling, check_heavy_top)
