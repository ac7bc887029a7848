/* The k-th call of every callback fails: once recoverably, for good, fatally, or
 * by a NaN. The code and the message say what happened, the last accepted state
 * is as it was, and GALPHASolve goes on as soon as the callback works again:
 * after a failed step the repeated one gives bit for bit what it would have given
 * without the failure. (Cases 22 and 27 of the collection of unit/reports_*.c.) */
#include "faulty.h"
#include "support/test.h"

struct run
{
  struct faulty f;
  struct problem pb;
  struct small s;
};

static void run_new(struct run *r, const struct problem *base, int formulation,
                    enum problem_storage storage)
{
  r->pb = faulty_problem(&r->f, base);
  /* the correction projects with the matrix at hand, which a failed step has replaced */
  BEGIN(&r->s, .pb = &r->pb, .storage = storage, .formulation = formulation,
        .set = {{"max_jacobian_age", 0},
                {"step_change_correction", GALPHA_CORRECT_A}});
}

static int same(N_Vector x, N_Vector y)
{
  return !x || memcmp(N_VGetArrayPointer(x), N_VGetArrayPointer(y),
                      (size_t)N_VGetLength(x) * sizeof(sunrealtype)) == 0;
}

/* Everything that can be asked for at the present time. */
static void read_all(struct run *r, struct problem_state *s)
{
  CHECK(!GALPHAGetCurrentTime(r->s.mem, &s->t));
  CHECK(!GALPHAGetDky(r->s.mem, s->t, 0, s->q));
  CHECK(!GALPHAGetDky(r->s.mem, s->t, 1, s->v));
  CHECK(!GALPHAGetAlgorithmicAcceleration(r->s.mem, NULL, s->a));
  CHECK(!GALPHAGetMultipliers(r->s.mem, s->t, s->lambda, s->psi));
}

static int states_equal(const struct problem_state *x,
                        const struct problem_state *y)
{
  return x->t == y->t && same(x->q, y->q) && same(x->v, y->v) &&
         same(x->a, y->a) && same(x->lambda, y->lambda) && same(x->psi, y->psi);
}

static int one_step(struct run *r, sunrealtype h)
{
  return problem_step(r->s.mem, &r->pb, h, &r->s.now, NULL);
}

#define STEPS 4

/* The states agree: bit for bit, or (iterations that began at another matrix) to
 * what such an iteration resolves. */
static int agree(const struct problem_state *x, const struct problem_state *y,
                 sunrealtype tol)
{
  if (tol == 0) { return states_equal(x, y); }
  return x->t == y->t && problem_apart(x->q, y->q) <= tol &&
         problem_apart(x->v, y->v) <= tol &&
         problem_apart(x->lambda, y->lambda) <= 1e4 * tol;
}

enum outcome
{
  NOT_CALLED, /* so often */
  OVERCOME,   /* by a new matrix or the line search */
  FAILED
};

/* A step that fails at call k of which, then works with step after; compared with
 * a run where it never failed. */
static enum outcome check_retry(const struct problem *base, int formulation,
                                int search, enum faulty_callback which, long k,
                                sunrealtype h, sunrealtype after)
{
  const size_t mark = keep_mark();
  struct run r, clean;
  struct problem_state before, now;
  /* the literal form starts its inner iteration with the last df/d(lambda,psi) */
  const sunrealtype tol =
    formulation == GALPHA_SOI2_LITERAL && base->general ? 1e-12 : 0;

  run_new(&r, base, formulation, PROBLEM_DENSE);
  run_new(&clean, base, formulation, PROBLEM_DENSE);
  CHECK(!GALPHASetOption(r.s.mem, "line_search", search));
  CHECK(!problem_state_new(&before, &r.pb, ctx));
  CHECK(!problem_state_new(&now, &r.pb, ctx));
  for (int i = 0; i < STEPS; i++)
  {
    CHECK(!one_step(&r, h) && !one_step(&clean, h));
  }
  read_all(&r, &before);
  faulty_arm(&r.f, which, k, 0, 1);
  const int ret  = one_step(&r, h);
  enum outcome o = r.f.calls[which] < r.f.at ? NOT_CALLED
                   : ret                     ? FAILED
                                             : OVERCOME;
  r.f.at         = 0;
  if (o == FAILED)
  {
    CHECK(ret == GALPHA_REP_RES_ERR);
    CHECK(strstr(r.s.said.msg, faulty_names[which]) &&
          strstr(r.s.said.msg, "t = "));
    CHECK(caught_says(&r.s.said, GALPHA_REP_RES_ERR, "returned 1"));
    read_all(&r, &now);
    CHECK(states_equal(&before, &now));
    CHECK(!one_step(&r, after));
  }
  CHECK(!one_step(&clean, o == FAILED ? after : h));
  CHECK(agree(&r.s.now, &clean.s.now, o == OVERCOME ? 1e-7 : tol));
  CHECK(!one_step(&r, h) && !one_step(&clean, h));
  CHECK(agree(&r.s.now, &clean.s.now, o == OVERCOME ? 1e-7 : tol));
  keep_back(mark);
  return o;
}

/* The places of the calls in the step that is to fail. */
static void note_calls(const struct problem *base, int formulation, int search,
                       enum faulty_callback which, struct call_sites *sites)
{
  struct run r;
  run_new(&r, base, formulation, PROBLEM_DENSE);
  CHECK(!GALPHASetOption(r.s.mem, "line_search", search));
  for (int i = 0; i < STEPS; i++) { CHECK(!one_step(&r, 0.01)); }
  call_sites_begin(sites);
  r.f.which = which;
  r.f.sites = sites;
  CHECK(!one_step(&r, 0.01));
}

/* How often each outcome is seen, with every call of every callback failing once. */
static void count_outcomes(const struct problem *base, int formulation,
                           int search, long *count)
{
  static struct call_sites sites[2][FAULTY_COUNT];
  for (int w = 0; w < FAULTY_COUNT; w++)
  {
    struct call_sites *s = &sites[search][w];
    note_calls(base, formulation, search, (enum faulty_callback)w, s);
    const long last = call_sites_sampled() ? s->calls : 200;
    for (long k = call_sites_next(s, -1) + 1; k <= last;
         k      = call_sites_next(s, k - 1) + 1)
    {
      const sunrealtype after = k % 2 ? 0.01 : 0.0025;
      const enum outcome o    = check_retry(
           base, formulation, search, (enum faulty_callback)w, k, 0.01, after);
      if (o == NOT_CALLED) { break; }
      count[o]++;
    }
  }
}

/* Of the same calls the line search may overcome some that fail the step without it. */
static void check_retries(const struct problem *base, int formulation)
{
  long with[FAILED + 1] = {0}, without[FAILED + 1] = {0};

  count_outcomes(base, formulation, SUNFALSE, without);
  count_outcomes(base, formulation, SUNTRUE, with);
  if (call_sites_sampled()) { return; } /* not all calls */
  CHECK(without[FAILED] > 4 && with[FAILED] > 4);
  CHECK(without[OVERCOME] <= 2 && with[OVERCOME] >= without[OVERCOME]);
  CHECK(with[FAILED] + with[OVERCOME] == without[FAILED] + without[OVERCOME]);
}

/* Controlled steps: one recoverable failure costs a smaller step, no more. */
static void check_recovered(const struct problem *base,
                            enum problem_storage storage, sunrealtype t1)
{
  const long each = call_sites_sampled() ? 400 : 2;
  struct run clean;

  run_new(&clean, base, GALPHA_SOI2, storage);
  CHECK(!small_solve(&clean.s, t1));
  for (int w = 0; w < FAULTY_COUNT; w++)
  {
    for (long k = 1; k < 400 && k < clean.f.calls[w]; k = each * k + 1)
    {
      struct run r;
      run_new(&r, base, GALPHA_SOI2, storage);
      CHECK(!GALPHACalcIC(r.s.mem, GALPHA_ACC_INIT, t1));
      faulty_arm(&r.f, (enum faulty_callback)w, k, 0, 1);
      CHECK(!small_solve(&r.s, t1));
      CHECK_IN(problem_apart(r.s.q, clean.s.q), 0, 1e-4);
    }
  }
}

/* Nothing fails any more: on to t1; under valgrind a twentieth of the way. */
static int healed(struct run *r, sunrealtype t1)
{
  const sunrealtype way = call_sites_sampled() ? 0.05 * t1 : t1;
  const sunrealtype end = fmin(r->s.t + way, t1);
  r->f.at               = 0;
  return small_solve(&r->s, end);
}

/* Failures that do not go away, in controlled steps. */
static void check_lasting(const struct problem *base, sunrealtype t1, int ret,
                          int code)
{
  for (int w = 0; w < FAULTY_COUNT; w++)
  {
    struct run r;
    struct problem_state before, now;
    run_new(&r, base, GALPHA_SOI2, PROBLEM_DENSE);
    CHECK(!problem_state_new(&before, &r.pb, ctx));
    CHECK(!problem_state_new(&now, &r.pb, ctx));
    CHECK(!small_solve(&r.s, 0.1 * t1));
    const long used = r.f.calls[w];
    read_all(&r, &before);
    faulty_arm(&r.f, (enum faulty_callback)w, 1, 1, ret);
    const int got = small_solve(&r.s, t1);
    if (used > 0 && !(base->constant_mass && w == FAULTY_MASS))
    {
      CHECK(got == code);
      if (got != code) { printf("%s gave %d\n", faulty_names[w], got); }
      CHECK(caught_says(&r.s.said, code, faulty_names[w]));
      CHECK(r.s.t == before.t && same(r.s.q, before.q) &&
            same(r.s.v, before.v));
      read_all(&r, &now);
      CHECK(states_equal(&before, &now));
    }
    else { CHECK(got == 0); }
    CHECK(!healed(&r, t1));
  }
}

/* At the start already. */
static void check_first(const struct problem *base)
{
  for (int i = 0; i < 2 * FAULTY_COUNT; i++)
  {
    const enum faulty_callback w = (enum faulty_callback)(i / 2);
    const int ret                = i % 2 ? 1 : -1;
    struct run r;
    run_new(&r, base, GALPHA_SOI2, PROBLEM_DENSE);
    const long before = r.f.calls[w];
    faulty_arm(&r.f, w, 1, 1, ret);
    const int got = GALPHACalcIC(r.s.mem, GALPHA_PROJECT_INIT, 1);
    if (r.f.calls[w] > before)
    {
      const int code = ret > 0 ? GALPHA_FIRST_RES_FAIL : GALPHA_RES_FAIL;
      REFUSED(&r.s.said, got, code, faulty_names[w]);
    }
    else { CHECK(got == 0); }
    r.f.at = 0;
    CHECK(!small_solve(&r.s, 0.1));
  }
}

/* NaN from t = 0.1 on, with return value 0. */
static void check_nan(const struct problem *base, sunrealtype fixed, int order)
{
  for (int w = 0; w < FAULTY_COUNT; w++)
  {
    struct run r;
    sunrealtype t = 0;
    run_new(&r, base, GALPHA_SOI2, PROBLEM_DENSE);
    CHECK(!GALPHASetFixedStep(r.s.mem, fixed) &&
          !GALPHASetMaxOrd(r.s.mem, order));
    /* steps that reach 0.1 in such a way that M is the last to see it */
    CHECK(!GALPHASetErrorTest(r.s.mem, GALPHA_TEST_POSITIONS));
    CHECK(!small_solve(&r.s, 0.05));
    const int used = r.f.calls[w] > 0 && !(base->constant_mass && !w);
    faulty_arm(&r.f, (enum faulty_callback)w, 1, 1, 0);
    r.f.nan       = 1;
    r.f.from      = 0.1;
    const int got = small_solve(&r.s, 1);
    CHECK(got == (used ? GALPHA_REP_RES_ERR : 0));
    if (used)
    {
      CHECK(!GALPHAGetCurrentTime(r.s.mem, &t));
      /* M is taken at t + (1 + alpha) h: a last tiny step may end just beyond, cut from
       * those of orders up to 5, which are ten times as long */
      CHECK_IN(t, 0.08, 0.1 + (order > 2 ? 1e-5 : 1e-6));
      CHECK(strstr(r.s.said.msg, faulty_names[w]) &&
            strstr(r.s.said.msg, "t = 0.1"));
      CHECK(caught_says(&r.s.said, GALPHA_REP_RES_ERR, "not finite"));
      CHECK(isfinite(N_VMaxNorm(r.s.q)) && isfinite(N_VMaxNorm(r.s.v)));
    }
    CHECK(!healed(&r, 1.0));
  }
}

TEST_MAIN()
{
  const struct problem car = ref_caraxis(1);

  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_retries(&paper_problem15, f);
    check_retries(&paper_pendulum16, f);
    check_retries(&car, f);
  }
  check_retries(&paper_disk, GALPHA_SOI2);
  check_recovered(&paper_problem15, PROBLEM_DENSE, 0.5);
  check_recovered(&paper_pendulum16, PROBLEM_SPARSE, 0.2);
  check_recovered(&paper_disk, PROBLEM_SPARSE, 1);
  check_lasting(&paper_problem15, 0.5, 1, GALPHA_REP_RES_ERR);
  check_lasting(&paper_problem15, 0.5, -1, GALPHA_RES_FAIL);
  check_lasting(&car, 0.2, 1, GALPHA_REP_RES_ERR);
  check_lasting(&car, 0.2, -5, GALPHA_RES_FAIL);
  check_first(&paper_problem15);
  check_first(&car);
  check_nan(&paper_problem15, 0, 2);
  check_nan(&paper_problem15, 0, 5);
  check_nan(&paper_problem15, 0.01, 2);
  check_nan(&car, 0, 2);
  check_nan(&car, 0, 5);
}
