/* Order 2 of every component, in every form, for rho from 0 to 1, under constant, 1:2,
 * 3:7 and irregular steps: coordinates, velocities, accelerations, states, their rates,
 * outputs and multipliers of both kinds, explicit time included. Multipliers of index 3
 * keep order 2 under changes of h by GALPHA_CORRECT_VELOCITIES alone. Controls: without
 * Jay and Negrut (2009), (14), changing steps cost velocities and states an order, and
 * with it alone multipliers of index 3. */
#include "support/models/controlled.h"
#include "support/models/forced_oscillator.h"
#include "support/models/spring_mass_controlled.h"
#include "support/test.h"

enum
{
  CONSTANT    = 1,
  ALTERNATING = 2,
  THIRDS      = 4, /* 3:7 */
  IRREGULAR   = 8,
  CHANGING    = ALTERNATING | THIRDS | IRREGULAR
};

static const struct subject_pattern patterns[] = {
  {"constant", 1, {1.0}},
  {"1:2", 2, {2.0 / 3, 4.0 / 3}},
  {"3:7", 2, {0.6, 1.4}},
  {"irregular",
   8,
   {1.4213, 0.588, 0.8853, 0.5668, 0.9023, 1.6308, 1.5051, 0.5004}}};

enum
{
  SOI2    = 1 << GALPHA_SOI2,
  LITERAL = 1 << GALPHA_SOI2_LITERAL,
  INDEX3  = 1 << GALPHA_INDEX3,
  ALL     = SOI2 | LITERAL | INDEX3
};

/* Lists of rho end with -1. */
static const sunrealtype all[]      = {0.0, 0.2, 0.5, 0.8, 0.9, 1.0, -1.0};
static const sunrealtype below_1[]  = {0.0, 0.2, 0.5, 0.8, 0.9, -1.0};
static const sunrealtype below_09[] = {0.0, 0.2, 0.5, 0.8, -1.0};
static const sunrealtype few[]      = {0.0, 0.5, 0.8, 1.0, -1.0};
static const sunrealtype four[]     = {0.0, 0.3, 0.6, 0.9, -1.0};
static const sunrealtype upper[]    = {0.2, 0.5, 0.8, 0.9, -1.0};
static const sunrealtype at_06[] = {0.6, -1.0}, at_08[] = {0.8, -1.0};

struct row
{
  struct subject what;
  int forms; /* of a mechanical problem */
  const sunrealtype *rho;
  int patterns;
  struct subject_march march;
  int times;         /* as many steps */
  const char *kinds; /* that are looked at: of "qvaxrulp" */
  sunrealtype lo, hi;
};

static void check_once(const struct row *r, const struct subject *what,
                       const struct subject_pattern *p)
{
  sunrealtype o[SUBJECT_KINDS], fine[SUBJECT_KINDS];
  const int ret = subject_orders(what, ctx, p, r->march, r->times, o, fine);
  check_of("%s, form %d, rho %g, %s steps, correction %d",
           what->mech ? what->mech->name : what->residual->name,
           what->formulation, what->rho, p->name, what->correct);
  CHECK(ret == 0);
  for (int k = 0; !ret && k < SUBJECT_KINDS; k++)
  {
    if (strchr(r->kinds, "qvaxrulp"[k])) { CHECK_IN(o[k], r->lo, r->hi); }
  }
}

static void check_row(const struct row *r)
{
  struct subject what = r->what;
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    if (what.residual ? f != GALPHA_SOI2 : !(r->forms & 1 << f)) { continue; }
    what.formulation = what.residual ? 0 : f;
    for (int i = 0; r->rho[i] >= 0.0; i++)
    {
      what.rho = r->rho[i];
      for (int p = 0; p < 4; p++)
      {
        if (r->patterns & 1 << p) { check_once(r, &what, &patterns[p]); }
      }
    }
  }
}

#define RESIDUAL_BY(how, pb, error) \
  .residual = (pb), .errors = (error), .correct = (how)
#define RESIDUAL(pb, error) RESIDUAL_BY(GALPHA_CORRECT_A, pb, error)
#define MECHANICS(pb) \
  .mech = (pb), .correct = GALPHA_CORRECT_A, .tol = 1e-12, .strict = 1

/* More than 2 where a decay is not resolved. */
#define LEAST 1.88
#define MOST  3.2

static void check_mechanics(void)
{
  static const sunrealtype t1[] = {2.0, 1.0, 2.0, 1.0, 1.5};
  static const long cycles[]    = {10, 30, 40, 10, 60};
  const struct problem belt     = ref_belt(1);
  const struct problem *pb[]    = {&paper_oscillator, &paper_problem15,
                                   &paper_pendulum16, &paper_problem71, &belt};
  for (int i = 0; i < 5; i++)
  {
    struct row r = {{MECHANICS(pb[i])},
                    i ? SOI2 | LITERAL : SOI2,
                    i ? below_1 : all,
                    CONSTANT | ALTERNATING | IRREGULAR,
                    {.t1 = t1[i], .count = 8 * cycles[i]},
                    4,
                    "qvalp",
                    LEAST,
                    MOST};
    check_row(&r);
    if (i % 2) { continue; }
    /* with alpha = 0 (rho = 1) there is nothing to correct */
    r.what.correct = GALPHA_CORRECT_NONE;
    r.forms        = SOI2;
    r.rho          = below_09;
    r.patterns     = ALTERNATING | IRREGULAR;
    r.kinds        = "v";
    r.lo           = 0.3;
    r.hi           = 1.5;
    check_row(&r);
  }
}

/* A macro, so that a row of the table is a few lines. */
#define ROW(forms_, rho_, patterns_, end, steps, times_, kinds_, lo_, hi_, \
            ...)                                                           \
  {                                                                        \
    .what = {__VA_ARGS__}, .forms = (forms_), .rho = (rho_),               \
    .patterns = (patterns_), .march = {.t1 = (end), .count = (steps)},     \
    .times = (times_), .kinds = (kinds_), .lo = (lo_), .hi = (hi_)         \
  }

/* Coefficients of second order for states of first order. */
static int second_order_states(struct subject *s)
{
  return GALPHASetOption(s->mem, "state_coefficients",
                         GALPHA_STATES_SECOND_ORDER);
}

/* In index 3 multipliers follow changes of h to first order. */
static void check_residual(void)
{
  struct residual_model index1, index3;
  sunrealtype gain                     = spring_mass_gain;
  const struct residual_problem spring = spring_mass(&gain);
  residual_model_new(&index1, 0, NULL);
  residual_model_new(&index3, 1, NULL);
  const struct row rows[] = {
    ROW(0, all, CONSTANT | ALTERNATING | IRREGULAR, 2.2, 200, 4, "qvaxrul", 1.9,
        2.1, RESIDUAL(&index1.pb, residual_model_errors), .tol = 1e-8),
    ROW(0, below_1, CONSTANT | ALTERNATING, 2.2, 200, 4, "qvx", 1.9, 2.1,
        RESIDUAL(&index1.pb, residual_model_errors), .tol = 1e-8,
        .prepare = second_order_states),
    ROW(0, below_1, CONSTANT, 2.2, 200, 4, "qvaxrul", 1.9, 2.1,
        RESIDUAL(&index3.pb, residual_model_errors), .tol = 1e-8),
    ROW(0, few, CONSTANT, 10.0, 1000, 2, "qva", 1.9, 2.1,
        RESIDUAL(&forced_oscillator[0], forced_oscillator_errors),
        .tol = 1e-10),
    ROW(0, few, CONSTANT, 10.0, 1000, 2, "qva", 1.9, 2.1,
        RESIDUAL(&forced_oscillator[1], forced_oscillator_errors),
        .tol = 1e-10),
    ROW(0, upper, THIRDS, 5.0, 800, 4, "qvaxu", 1.95, 2.05,
        RESIDUAL(&spring, spring_mass_errors), .tol = 1e-11,
        .start = GALPHA_START_A0),
    ROW(0, upper, THIRDS, 5.0, 800, 4, "qvaxu", 1.95, 2.05,
        RESIDUAL_BY(GALPHA_CORRECT_WEIGHTS, &spring, spring_mass_errors),
        .tol = 1e-11, .start = GALPHA_START_A0),
    ROW(0, upper, THIRDS, 5.0, 800, 4, "qvaxu", 0.6, 1.4,
        RESIDUAL_BY(GALPHA_CORRECT_NONE, &spring, spring_mass_errors),
        .tol = 1e-11, .start = GALPHA_START_A0),
    ROW(0, below_09, ALTERNATING, 2.2, 200, 4, "vx", 0.0, 1.5,
        RESIDUAL_BY(GALPHA_CORRECT_NONE, &index1.pb, residual_model_errors),
        .tol = 1e-8)};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
  {
    check_row(&rows[i]);
  }
}

#define PENDULUM(how) \
  .mech = &controlled_pendulum, .correct = (how), .tol = 1e-9
#define SKATE(how) .mech = &controlled_skate, .correct = (how), .tol = 1e-11

/* Index 3 shows its order late where h changes. */
static void check_states(void)
{
  static const struct row rows[] = {
    ROW(SOI2 | LITERAL, four, CONSTANT, 2.0, 400, 2, "qxu", 1.9, 2.25,
        PENDULUM(GALPHA_CORRECT_A)),
    ROW(SOI2 | LITERAL, four, ALTERNATING, 2.0, 800, 2, "qxu", 1.9, 2.25,
        PENDULUM(GALPHA_CORRECT_A), .storage = PROBLEM_SPARSE),
    ROW(INDEX3, four, CONSTANT, 2.0, 1600, 2, "qxu", 1.9, 2.25,
        PENDULUM(GALPHA_CORRECT_A)),
    ROW(INDEX3, four, ALTERNATING, 2.0, 3200, 2, "qxu", 1.9, 2.6,
        PENDULUM(GALPHA_CORRECT_A)),
    ROW(ALL, below_1, CONSTANT | ALTERNATING, 1.5, 300, 4, "qvxu", 1.95, 2.05,
        SKATE(GALPHA_CORRECT_A)),
    ROW(ALL, below_1, CONSTANT | ALTERNATING, 1.5, 300, 4, "qvx", 1.9, 2.1,
        SKATE(GALPHA_CORRECT_A), .prepare = second_order_states),
    ROW(SOI2, at_06, ALTERNATING, 2.0, 1600, 2, "x", 0.0, 1.5,
        PENDULUM(GALPHA_CORRECT_NONE)),
    ROW(ALL, at_08, ALTERNATING, 1.5, 300, 4, "vx", 0.7, 1.4,
        SKATE(GALPHA_CORRECT_NONE))};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
  {
    check_row(&rows[i]);
  }
}

/* Multipliers of index 3 against the equations of motion, once the start has died out:
 * of order 2 and much smaller with corrected velocities. */
static void check_step_change(const struct problem *pb, int lowered,
                              sunrealtype rho, const struct subject_pattern *p)
{
  const struct subject_march m = {
    .t1 = 2.0, .count = 200, .from = 1, .settled = 11};
  struct subject what = SUBJECT(.mech = pb, .lowered = lowered,
                                .formulation = lowered ? 0 : GALPHA_INDEX3,
                                .rho = rho, .tol = 1e-12, .own_multipliers = 1);
  sunrealtype o[2][SUBJECT_KINDS], fine[2][SUBJECT_KINDS];
  for (int k = 0; k < 2; k++)
  {
    what.correct = k ? GALPHA_CORRECT_VELOCITIES : GALPHA_CORRECT_A;
    CHECK(!subject_orders(&what, ctx, p, m, 4, o[k], fine[k]));
    CHECK(o[k][SUBJECT_Q] >= 1.8 && o[k][SUBJECT_V] >= 1.8);
  }
  check_of("%s, lowered %d, rho %.1f, %s steps", pb->name, lowered, rho,
           p->name);
  CHECK_IN(o[0][SUBJECT_LAMBDA], 0.7, 1.2);
  CHECK(o[1][SUBJECT_LAMBDA] >= 1.75);
  CHECK_IN(fine[1][SUBJECT_LAMBDA], 0.0, 0.1 * fine[0][SUBJECT_LAMBDA]);
}

TEST_MAIN()
{
  static const sunrealtype rho[]    = {0.0, 0.5, 0.8};
  struct ref_slider_crank published = {1.0};
  const struct problem crank        = ref_slider_crank(&published);
  check_mechanics();
  check_residual();
  check_states();
  for (int i = 0; i < 36; i++)
  {
    check_step_change(i % 2 ? &crank : &paper_simple_pendulum, i / 2 % 2,
                      rho[i / 4 % 3], &patterns[1 + i / 12]);
  }
}
