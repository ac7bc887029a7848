/* At order 2 errors follow the tolerance like rtol^(2/3), as those of any method of that
 * order with control of the error per step, and steps like rtol^(-1/3); orders up to 5 take
 * fewer steps to no larger errors at tight tolerances: mechanics, residuals of orders
 * 1 and 2, stiff and mixed ones, constrained mechanisms as residuals of index 3, with their
 * multipliers out of the error test or by their index in it (control: as of index 1 they
 * end the run, since they jump with h). Down to what round-off allows, also where G is
 * differenced: round-off of positions divided by h is in velocities, more of it the shorter
 * the step, and must not be taken for an error that a shorter step mends. */
#include "support/models/controlled.h"
#include "support/models/forced_oscillator.h"
#include "support/test.h"

#define RHO    0.6 /* GALPHA's own choice */
#define AROUND 2   /* tolerances on either side */

struct row
{
  struct subject what;
  int forms;                   /* SOI2 and so many more; of mechanics */
  sunrealtype t1, rtol, ratio; /* from rtol to rtol/ratio */
  const char *kinds;           /* of "qvaxrulp": exponents of their errors */
  sunrealtype lo, hi;
  const char *bounded; /* kinds whose errors are no larger in the end than */
  sunrealtype want;
  int calm; /* steps like rtol^(-1/3), a tenth of them rejected or failed */
  sunrealtype qscale,
    multiplier; /* of a residual of index 3: atol of q over rtol; atol */
};

static struct row present;

static int of_index3(struct subject *s)
{
  const int ret = residual_mech_tolerances(
    &s->low, s->mem, s->tol, s->tol * present.qscale, present.multiplier);
  return ret ? ret : GALPHASetOption(s->mem, "test_algebraic", SUNFALSE);
}

static int of_states(struct subject *s)
{
  return GALPHASStolerancesStates(s->mem, s->tol, s->tol);
}

/* Steps. */
static long int run(const struct row *r, int order, sunrealtype rtol,
                    sunrealtype *e)
{
  struct subject what = r->what, s;
  what.tol            = rtol;
  what.rho            = RHO;
  what.order          = order;
  what.correct        = GALPHA_CORRECT_VELOCITIES;
  CHECK(subject_begin(&s, &what, ctx) == 0);
  CHECK(subject_to(&s, r->t1, 0.0) == 0);
  CHECK(subject_errors(&s, e) == 0);
  const long int steps    = count_of(s.mem, GALPHAGetNumSteps);
  const long int rejected = count_of(s.mem, GALPHAGetNumErrTestFails);
  const long int failed   = count_of(s.mem, GALPHAGetNumStepSolveFails);
  check_of("%s, form %d, order %d, rtol %.0e",
           what.mech ? what.mech->name : what.residual->name, what.formulation,
           order, rtol);
  CHECK(!r->calm || rejected + failed <= 3 + steps / 10);
  return steps;
}

/* Geometric means of the errors at tolerances around rtol, where single errors scatter: of
 * constrained mechanisms as residuals by a factor of 30. Returns the steps at rtol. */
static long int run_around(const struct row *r, int order, sunrealtype rtol,
                           sunrealtype *e)
{
  const int reach                    = r->what.lowered ? AROUND : 0;
  long int steps                     = 0;
  sunrealtype log_sum[SUBJECT_KINDS] = {0.0};
  for (int i = -reach; i <= reach; i++)
  {
    const long int n = run(r, order, rtol * pow(10.0, 0.15 * i), e);
    steps            = i == 0 ? n : steps;
    for (int k = 0; k < SUBJECT_KINDS; k++) { log_sum[k] += log(e[k]); }
  }
  for (int k = 0; k < SUBJECT_KINDS; k++)
  {
    e[k] = exp(log_sum[k] / (2 * reach + 1));
  }
  return steps;
}

/* What orders up to 5 leave: no more than order 2 does, or 50 tolerances. */
static void check_once(const struct row *r)
{
  sunrealtype a[SUBJECT_KINDS], b[SUBJECT_KINDS], high[SUBJECT_KINDS];
  const sunrealtype tight = r->rtol / r->ratio;
  const long int n1       = run_around(r, 2, r->rtol, a);
  const long int n2       = run_around(r, 2, tight, b);
  const long int n5       = run_around(r, 5, tight, high);
  for (int k = 0; k < SUBJECT_KINDS; k++)
  {
    const char kind = "qvaxrulp"[k];
    if (strchr(r->kinds, kind))
    {
      CHECK_IN(log(a[k] / b[k]) / log(r->ratio), r->lo, r->hi);
    }
    if (strchr(r->bounded, kind)) { CHECK_IN(b[k], 0.0, r->want); }
    if (strchr(r->kinds, kind))
    {
      CHECK_IN(high[k], 0.0, fmax(2.0 * b[k], 50.0 * tight));
    }
  }
  CHECK(n5 <= n2);
  if (r->calm)
  {
    CHECK_IN(log((sunrealtype)n2 / (sunrealtype)n1) / log(r->ratio), 0.2, 0.42);
  }
}

static void check(const struct row *r)
{
  const int mechanics = r->what.mech && !r->what.lowered;
  present             = *r;
  for (int f = 0; f <= r->forms; f++)
  {
    present.what.formulation = mechanics ? GALPHA_SOI2 + f : 0;
    check_once(&present);
  }
}

/* x'' = -x - x^3 by Duffing, energy x'^2/2 + x^2/2 + x^4/4. */
RESIDUAL2(duffing)
{
  const sunrealtype x = y[0];
  r[0]                = ypp[0] + x + x * x * x;
}

/* Prothero and Robinson: x' = -1e6 (x - cos t) - sin t, x = cos t. */
RESIDUAL1_IS(prothero, yp[0] + 1e6 * (y[0] - cos(t)) + sin(t))

static const struct residual_problem duffing_problem = {
  .name = "Duffing", .n = 1, .res2 = duffing, .y0 = VALUES(1.0)};
static const struct residual_problem prothero_problem = {
  .name = "Prothero", .n = 1, .res1 = prothero, .y0 = VALUES(1.0)};

static void energy_error(const struct residual_run *run, sunrealtype *e)
{
  const sunrealtype x = residual_y(run)[0], v = residual_yp(run)[0];
  e[SUBJECT_Q] = fabs(0.5 * v * v + 0.5 * x * x + 0.25 * x * x * x * x - 0.75);
}

static void cosine_error(const struct residual_run *run, sunrealtype *e)
{
  e[SUBJECT_Q] = fabs(residual_y(run)[0] - cos(run->t));
}

#define RESIDUAL(pb, error) .residual = (pb), .errors = (error)
#define LOWERED(pb)         .mech = (pb), .lowered = 1, .prepare = of_index3
#define PLAIN               0, 0.0, 0.0 /* not calm, no scales */
#define CALM                1, 0.0, 0.0
#define LEAST_50            1e-3 /* 50 * 1e-7^(2/3) */

/* A macro, so that a row of the table is a few lines. */
#define ROW(end, rtol_, ratio_, kinds_, lo_, hi_, bounded_, want_, ...) \
  ROW_OF(end, rtol_, ratio_, kinds_, lo_, hi_, bounded_, want_, __VA_ARGS__)
#define ROW_OF(end, rtol_, ratio_, kinds_, lo_, hi_, bounded_, want_, calm_, \
               qscale_, multiplier_, forms_, ...)                            \
  {                                                                          \
    .what = {__VA_ARGS__}, .forms = (forms_), .t1 = (end), .rtol = (rtol_),  \
    .ratio = (ratio_), .kinds = (kinds_), .lo = (lo_), .hi = (hi_),          \
    .bounded = (bounded_), .want = (want_), .calm = (calm_),                 \
    .qscale = (qscale_), .multiplier = (multiplier_)                         \
  }

static void check_rows(void)
{
  const struct problem pendulum = ref_pendulum(REF_PENDULUM_CASH);
  const struct problem car = ref_caraxis(1), andrews = ref_andrews();
  struct residual_model model;
  residual_model_new(&model, 0, NULL);
  const struct row rows[] = {
    ROW(10.0, 1e-4, 1e3, "qv", 0.6, 0.75, "", 0.0, PLAIN, 1,
        .mech = &paper_oscillator),
    ROW(4.0, 1e-4, 1e3, "qv", 0.6, 0.75, "", 0.0, PLAIN, 1,
        .mech = &paper_simple_pendulum),
    ROW(2.0, 1e-4, 1e3, "qv", 0.6, 0.75, "", 0.0, PLAIN, 1,
        .mech = &paper_pendulum16),
    ROW(2.0, 1e-4, 1e2, "qxu", 0.46, 1.3, "qxu", 2.4e-3, PLAIN, 2,
        .mech = &controlled_pendulum, .prepare = of_states),
    ROW(10.0, 1e-4, 1e3, "q", 0.45, 1.3, "q", LEAST_50, CALM, 0,
        RESIDUAL(&duffing_problem, energy_error)),
    ROW(10.0, 1e-4, 1e3, "q", 0.45, 1.3, "q", LEAST_50, CALM, 0,
        RESIDUAL(&prothero_problem, cosine_error)),
    ROW(10.0, 1e-4, 1e3, "qxul", 0.45, 1.3, "qxul", LEAST_50, CALM, 0,
        RESIDUAL(&model.pb, residual_model_errors)),
    ROW(10.0, 1e-4, 1e3, "qv", 0.5, 1.0, "qv", 1e-4, PLAIN, 0,
        RESIDUAL(&forced_oscillator[0], forced_oscillator_errors)),
    ROW(10.0, 1e-4, 1e3, "qv", 0.5, 1.0, "qv", 1e-4, PLAIN, 0,
        RESIDUAL(&forced_oscillator[1], forced_oscillator_errors)),
    ROW(1.0, 1e-4, 1e2, "qv", 0.4, 1.3, "q", 1e-4, 0, 1.0, 1e-2, 0,
        LOWERED(&pendulum)),
    ROW(3.0, 1e-5, 1e2, "qv", 0.4, 1.3, "q", 1e-3, 0, 1e-2, 1e-2, 0,
        LOWERED(&car)),
    ROW(0.03, 1e-5, 1e2, "qv", 0.4, 1.3, "q", 1e-3, 0, 1.0, 1e2, 0,
        LOWERED(&andrews))};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0];
       i += (size_t)call_sites_stride(3))
  {
    check(&rows[i]);
  }
}

/* GALPHASolve's code; steps and the error of q. */
struct swing
{
  int code;
  long int steps;
  sunrealtype error;
};

static struct swing swing(struct subject what, sunrealtype t1, int outputs)
{
  struct swing w = {.steps = 0};
  struct subject s;
  sunrealtype e[SUBJECT_KINDS];
  what.rho     = RHO;
  what.correct = GALPHA_CORRECT_VELOCITIES;
  CHECK(subject_begin(&s, &what, ctx) == 0);
  CHECK(!GALPHASetErrFile(s.mem, NULL));
  for (int i = 1; !w.code && i <= outputs; i++)
  {
    w.code = subject_to(&s, t1 * i / outputs, 0.0);
  }
  CHECK(subject_errors(&s, e) == 0);
  CHECK(!GALPHAGetNumSteps(s.mem, &w.steps));
  w.error = e[SUBJECT_Q];
  check_of("form %d, rtol %.0e", what.formulation, what.tol);
  return w;
}

static void check_tight(void)
{
  struct problem pb = paper_simple_pendulum;
  pb.G              = NULL;
  for (int i = 0; i < 12; i++)
  {
    const sunrealtype rtol = pow(10.0, -7 - i % 4);
    const struct swing w =
      swing((struct subject){.mech        = &pb,
                             .known       = &paper_simple_pendulum,
                             .formulation = 1 + i / 4,
                             .tol         = rtol},
            1.0, 1);
    CHECK(w.code == 0 && w.error <= 5.0 * pow(rtol, 2.0 / 3.0));
    CHECK_IN(w.steps, 100, 40000);
  }
}

/* Index 3 reaches orders above 2 at tolerances at which rounding of positions hides in the
 * short steps of order 2 that it may, and keeps them at those at which it hides v in longer
 * ones: no more than three times the steps of SOI2 and five times its error, 50
 * tolerances, or what rounding leaves (stuck at order 2: 8 to 150 times, 20 to 70 times). */
static void check_orders_reached(const struct problem *pb, sunrealtype t1,
                                 sunrealtype exponent, sunrealtype down,
                                 int forms)
{
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype rtol = pow(10.0, exponent - down * i);
    struct swing w[3];
    for (int form = 0; form < forms; form++)
    {
      w[form] = swing(
        (struct subject){.mech        = pb,
                         .lowered     = form == 2,
                         .formulation = form ? GALPHA_INDEX3 : GALPHA_SOI2,
                         .order       = 5,
                         .tol         = rtol},
        t1, 1);
      CHECK(w[form].code == 0);
      CHECK(w[form].steps <= 3 * w[0].steps);
      CHECK(w[form].error <= fmax(fmax(1e-9, 50.0 * rtol), 5.0 * w[0].error));
    }
  }
}

static int positions(struct subject *s)
{
  return GALPHASetErrorTest(s->mem, GALPHA_TEST_POSITIONS);
}

/* Ten seconds and a hundred outputs, accelerations found or given: no collapse of the
 * step, and right. */
static void check_outputs(void)
{
  for (int i = 0; i < 2; i++)
  {
    const struct swing w =
      swing((struct subject){.mech     = &paper_simple_pendulum,
                             .lowered  = 1,
                             .find_ypp = i,
                             .tol      = 1e-6,
                             .prepare  = positions},
            10.0, 100);
    CHECK(w.code == 0 && w.steps < 3000 && w.error <= 1e-2);
  }
}

static int test_algebraic;

static int weigh(struct subject *s)
{
  return GALPHASetOption(s->mem, "test_algebraic", test_algebraic);
}

/* Multipliers in the error test as of index 3 (times h^2) let the run take its steps and
 * steer by them, at order 2 by no longer ones. */
static void check_by_index(int order)
{
  const struct problem pb = ref_pendulum(REF_PENDULUM_IFTOMM);
  for (int k = 3; k <= 6; k++)
  {
    const sunrealtype rtol = pow(10.0, -k);
    struct swing w[4];
    for (int mode = 0; mode <= 3; mode++)
    {
      test_algebraic = mode;
      w[mode]        = swing((struct subject){.mech    = &pb,
                                              .lowered = 1,
                                              .order   = order,
                                              .tol     = rtol,
                                              .prepare = weigh},
                             1.0, 1);
      CHECK(mode == 1 ? w[mode].code < 0 : mode == 2 || w[mode].code == 0);
    }
    CHECK(order > 2 || w[3].steps >= w[0].steps);
    CHECK(w[3].steps <= 2 * w[0].steps);
    CHECK(w[3].error <= 100.0 * pow(rtol, 2.0 / 3.0));
  }
}

TEST_MAIN()
{
  const struct problem andrews = ref_andrews();
  check_rows();
  check_tight();
  check_orders_reached(&andrews, 0.03, -8.0, 0.2, 2);
  check_orders_reached(&paper_simple_pendulum, 2.0, -10.5, 0.8, 3);
  check_outputs();
  check_by_index(2);
  check_by_index(5);
}
