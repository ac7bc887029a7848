/* What a run says of its orders is true: GALPHAGetLastOrder, GALPHAGetCurrentOrder,
 * GALPHAGetNumStepsOfOrder and GALPHAGetNumOrderFalls against a count of one's own, and
 * the order of each step against the formula that its values satisfy. Derivatives are
 * given up to the order of the step. The highest order allowed is never exceeded, also if
 * it is lowered on the way; a fixed step on the way is one of order 2; both may be taken
 * back. GALPHAReInit leaves nothing of the past. A method without damping keeps order 2. */
#include "support/models/forced_oscillator.h"
#include "support/run/outcome.h"
#include "support/test.h"

#define HIGHEST 5

struct count
{
  long int steps, errors, solves, taken[HIGHEST + 1], falls;
  int last, current;
};

static struct count told(const struct subject *s)
{
  struct count c = {.last = -1};
  CHECK(!GALPHAGetNumSteps(s->mem, &c.steps));
  CHECK(!GALPHAGetNumErrTestFails(s->mem, &c.errors));
  CHECK(!GALPHAGetNumStepSolveFails(s->mem, &c.solves));
  CHECK(!GALPHAGetNumOrderFalls(s->mem, &c.falls));
  CHECK(!GALPHAGetLastOrder(s->mem, &c.last));
  CHECK(!GALPHAGetCurrentOrder(s->mem, &c.current));
  for (int k = 1; k <= HIGHEST; k++)
  {
    CHECK(!GALPHAGetNumStepsOfOrder(s->mem, k, &c.taken[k]));
  }
  return c;
}

static struct count step(struct subject *s)
{
  CHECK(!GALPHASolve(s->mem, 1e3, &s->t, subject_vector(s, SUBJECT_Q),
                     subject_vector(s, SUBJECT_V), GALPHA_ONE_STEP));
  return told(s);
}

/* Steps until t1, none of an order above `most`; returns the highest order. */
static int steps_to(struct subject *s, sunrealtype t1, int most)
{
  int top = 0;
  while (s->t < t1)
  {
    const int k = step(s).last;
    CHECK(k >= 1 && k <= most);
    top = k > top ? k : top;
  }
  return top;
}

static void check_derivatives(const struct subject *s, int order)
{
  N_Vector x     = KEEP(N_VClone(subject_vector(s, SUBJECT_Q)));
  const int most = order > 2 ? order : 2;
  CHECK(GALPHAGetDky(s->mem, s->t, most, x) == GALPHA_SUCCESS);
  CHECK(GALPHAGetDky(s->mem, s->t, most + 1, x) == GALPHA_BAD_K);
}

static void begin(struct subject *s, const struct subject *what, int most)
{
  CHECK(!subject_begin(s, what, ctx));
  CHECK(!GALPHASetMaxOrd(s->mem, most));
  CHECK(!GALPHASetErrFile(s->mem, NULL));
}

/* A step of the order that was announced, unless an attempt failed; counters by one's own
 * count. */
static void check_counts(const struct subject *what, int most)
{
  struct subject s;
  long int mine[HIGHEST + 1] = {0}, falls = 0;
  begin(&s, what, most);
  struct count now = step(&s);
  mine[now.last]++;
  for (int i = 0; i < 300; i++)
  {
    const struct count before = now;
    now                       = step(&s);
    mine[now.last]++;
    falls += before.last > 2 && now.last <= 2;
    const int failed = now.errors > before.errors || now.solves > before.solves;
    check_of("%s, form %d, at most %d",
             what->mech ? what->mech->name : what->residual->name,
             what->formulation, most);
    CHECK(failed || now.last == before.current);
    CHECK(now.last >= 1 && now.last <= (s.mech && most < 2 ? 2 : most));
    check_derivatives(&s, now.last);
  }
  long int sum = 0;
  for (int k = 1; k <= HIGHEST; k++)
  {
    CHECK(now.taken[k] == mine[k]);
    sum += mine[k];
  }
  CHECK(sum == now.steps);
  /* a phase may end by rejections before its first step */
  CHECK(now.falls >= falls && now.falls <= falls + now.errors + now.solves);
  CHECK(most < 3 || mine[most] > 100);
}

/* Value (derivative 0) or slope at x of the polynomial through n values, by Lagrange. */
static sunrealtype through(int n, const sunrealtype *t, const sunrealtype *y,
                           sunrealtype x, int derivative)
{
  sunrealtype sum = 0.0;
  for (int i = 0; i < n; i++)
  {
    sunrealtype value = 1.0, slope = 0.0;
    for (int j = 0; j < n; j++)
    {
      if (j == i) { continue; }
      slope = (slope * (x - t[j]) + value) / (t[i] - t[j]);
      value *= (x - t[j]) / (t[i] - t[j]);
    }
    sum += y[i] * (derivative ? slope : value);
  }
  return sum;
}

/* How far y' is off the formula of order k with fixed leading coefficient: that of the
 * BDF with a share of the next order's; t[0], y[0]: the new value. */
static sunrealtype off(int k, const sunrealtype *t, const sunrealtype *y,
                       sunrealtype yp)
{
  static const sunrealtype share[] = {0.95, 0.9, 0.5};
  sunrealtype leading              = share[k - 3] / (k + 1);
  for (int i = 1; i <= k; i++) { leading += 1.0 / i; }
  const sunrealtype value = through(k + 1, t + 1, y + 1, t[0], 0);
  const sunrealtype slope = through(k + 1, t + 1, y + 1, t[0], 1);
  return fabs(slope + leading / (t[0] - t[1]) * (y[0] - value) - yp);
}

/* Each step of order 3 to 5 satisfies the formula of its order and that of no other. */
static void check_formula(void)
{
  const struct subject what =
    SUBJECT(.residual = &forced_oscillator[1], .rho = 0.6,
            .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-7);
  sunrealtype t[HIGHEST + 2], y[HIGHEST + 2];
  struct subject s;
  long seen = 0;
  begin(&s, &what, HIGHEST);
  for (int i = 0; i < 400; i++)
  {
    const int order = step(&s).last;
    memmove(t + 1, t, (HIGHEST + 1) * sizeof *t);
    memmove(y + 1, y, (HIGHEST + 1) * sizeof *y);
    t[0] = s.t;
    y[0] = residual_y(&s.run)[0];
    for (int k = 3; i > HIGHEST && order > 2 && k <= HIGHEST; k++)
    {
      const sunrealtype far = off(k, t, y, residual_yp(&s.run)[0]);
      if (k == order) { CHECK(far < 1e-10); }
      else if (far > 1e-10) { seen++; }
    }
  }
  CHECK(seen > 400);
}

static void check_changes(const struct subject *what)
{
  struct subject s;
  sunrealtype e[SUBJECT_KINDS];
  begin(&s, what, HIGHEST);
  CHECK(steps_to(&s, 0.5, HIGHEST) > 3);
  CHECK(!GALPHASetMaxOrd(s.mem, 3));
  CHECK(steps_to(&s, 0.8, 3) == 3);
  CHECK(!GALPHASetMaxOrd(s.mem, 2));
  CHECK(steps_to(&s, 1.0, 2) == 2);
  CHECK(!GALPHASetMaxOrd(s.mem, HIGHEST));
  CHECK(steps_to(&s, 1.5, HIGHEST) > 3);
  CHECK(!GALPHASetFixedStep(s.mem, 1e-3));
  CHECK(steps_to(&s, 1.6, 2) == 2);
  CHECK(!GALPHASetFixedStep(s.mem, 0.0));
  CHECK(steps_to(&s, 2.0, HIGHEST) > 2);
  CHECK(!subject_to(&s, 2.2, 0.0));
  CHECK(!subject_errors(&s, e));
  CHECK_IN(e[SUBJECT_Q], 0.0, 300.0 * what->tol);
}

/* A past that order 2 needs; the highest order is raised only later. */
static void check_raised(const struct subject *what)
{
  struct subject s;
  begin(&s, what, 2);
  CHECK(steps_to(&s, 0.5, 2) == 2);
  CHECK(!GALPHASetMaxOrd(s.mem, HIGHEST));
  printf("raised on the way: order %d\n", steps_to(&s, 1.5, HIGHEST));
}

static int by_order_5(struct subject *s)
{
  return GALPHASetMaxOrd(s->mem, HIGHEST);
}

static int top_of(struct subject *s, int steps)
{
  int top = 0;
  for (int i = 0; i < steps; i++)
  {
    const int k = step(s).last;
    top         = k > top ? k : top;
  }
  return top;
}

/* Control: with damping the same run leaves order 2. */
static void check_undamped(const struct subject *what)
{
  struct subject s, undamped = *what;
  undamped.rho = 1.0;
  begin(&s, &undamped, HIGHEST);
  CHECK(top_of(&s, 60) == 2);
  begin(&s, what, HIGHEST);
  CHECK(top_of(&s, 60) > 2);
}

/* After GALPHAReInit at the start the run is that of a new object, up to multipliers that
 * it guesses. */
static void check_restart(const struct subject *what)
{
  struct subject s, fresh = *what;
  struct outcome o;
  fresh.prepare = by_order_5;
  CHECK(!outcome_new(&o, &fresh, ctx, 1.0, 0.0));
  begin(&s, what, HIGHEST);
  N_Vector q = subject_vector(&s, SUBJECT_Q), v = subject_vector(&s, SUBJECT_V);
  N_Vector q0 = KEEP(N_VClone(q)), v0 = KEEP(N_VClone(v));
  if (s.mech)
  {
    problem_start(s.mech, N_VGetArrayPointer(q), N_VGetArrayPointer(v));
  }
  N_VScale(1.0, q, q0);
  N_VScale(1.0, v, v0);
  CHECK(steps_to(&s, 0.7, HIGHEST) > 3);
  CHECK(!GALPHAReInit(s.mem, 0.0, q0, v0));
  s.t               = 0.0;
  struct count none = told(&s);
  CHECK(none.last == 0 && none.falls == 0 && none.steps == 0);
  for (int k = 1; k <= HIGHEST; k++) { CHECK(none.taken[k] == 0); }
  CHECK(!subject_to(&s, 1.0, 0.0));
  long int steps = 0;
  CHECK(!GALPHAGetNumSteps(s.mem, &steps));
  CHECK(steps == o.steps);
  N_VLinearSum(1.0, q, -1.0, o.x[SUBJECT_Q], q0);
  CHECK_IN(N_VMaxNorm(q0), 0.0, 1e-9);
}

TEST_MAIN()
{
  struct residual_model model;
  residual_model_new(&model, 0, NULL);
#define SET .rho = 0.6, .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-7
  const struct subject subjects[] = {
    {.mech = &paper_simple_pendulum, .formulation = GALPHA_SOI2, SET},
    {.mech = &paper_simple_pendulum, .formulation = GALPHA_INDEX3, SET},
    {.residual = &forced_oscillator[0],
     .errors   = forced_oscillator_errors,
     SET},
    {.residual = &forced_oscillator[1],
     .errors   = forced_oscillator_errors,
     SET},
    {.residual = &model.pb, .errors = residual_model_errors, SET}};
  for (int i = 0; i < 5; i++)
  {
    for (int most = 1; most <= HIGHEST; most++)
    {
      check_counts(&subjects[i], most);
    }
    check_changes(&subjects[i]);
    check_raised(&subjects[i]);
    /* those with components of order 2 */
    if (i < 3) { check_undamped(&subjects[i]); }
    /* of a restart y'' is not known */
    if (i < 4) { check_restart(&subjects[i]); }
  }
  check_formula();
}
