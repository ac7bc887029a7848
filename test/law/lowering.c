/* The index-3 form of a mechanical problem, written by hand as a residual with
 * orders 2 and 0, gives the same numbers as GALPHA_INDEX3 of the mechanical
 * form, with dense and with sparse blocks: in constant, alternating and controlled
 * steps of order 2, for all kinds of constraints, explicit time and general forces included. */
#include "support/test.h"

/* Both forms side by side, and their largest differences so far. */
struct pair
{
  struct subject mech, low;
  sunrealtype apart[SUBJECT_KINDS];
};

/* Velocities are corrected by G here, by differences of F there: GALPHA_CORRECT_A. */
static void pair_new(struct pair *p, const struct problem *pb,
                     enum problem_storage storage, sunrealtype rho, int correct)
{
  struct subject what =
    SUBJECT(.mech = pb, .formulation = GALPHA_INDEX3, .storage = storage,
            .rho = rho, .order = 2, .correct = GALPHA_CORRECT_A,
            .start = GALPHA_START_A0, .tol = 1e-13);
  memset(p->apart, 0, sizeof p->apart);
  CHECK(subject_begin(&p->mech, &what, ctx) == 0);
  what.lowered     = 1;
  what.formulation = 0;
  what.correct     = correct;
  CHECK(subject_begin(&p->low, &what, ctx) == 0);
}

/* Relative to the largest. */
static void compare(struct pair *p)
{
  for (int k = 0; k < SUBJECT_KINDS; k++)
  {
    N_Vector x = subject_vector(&p->mech, (enum subject_kind)k),
             y = subject_vector(&p->low, (enum subject_kind)k);
    if (!x) { continue; }
    const sunrealtype d = problem_apart(x, y) / (1.0 + N_VMaxNorm(x));
    p->apart[k]         = d <= p->apart[k] ? p->apart[k] : d;
  }
}

static void step(struct pair *p, sunrealtype h)
{
  CHECK(subject_step(&p->mech, h) == 0 && subject_step(&p->low, h) == 0);
  compare(p);
}

static void within(const struct pair *p, sunrealtype q, sunrealtype v,
                   sunrealtype a, sunrealtype multipliers)
{
  const sunrealtype bound[SUBJECT_KINDS] = {q,   v,   a,           0.0,
                                            0.0, 0.0, multipliers, multipliers};
  check_of("%s, rho %.1f", p->mech.mech->name, p->mech.rho);
  for (int k = 0; k < SUBJECT_KINDS; k++)
  {
    CHECK_IN(p->apart[k], 0.0, bound[k]);
  }
}

/* Round-off in q of about 1e-15 is 1e-15/(h beta) in v, 1e-15/(h^2 beta) in a
 * and lambda. Where forces are not linear in the multipliers, the mechanical form's
 * Newton stops at seven digits of these. */
static void check_equal(const struct problem *mech, sunrealtype h)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.8};
  const sunrealtype eps          = 2e-12;
  for (int i = 0; i < 16; i++)
  {
    const sunrealtype first = i % 2 ? 2.0 / 3.0 : 1.0;
    struct pair p;
    pair_new(&p, mech, i < 8 ? PROBLEM_DENSE : PROBLEM_SPARSE, rho[i / 2 % 4],
             GALPHA_CORRECT_A);
    for (int n = 0; n < 40; n++)
    {
      step(&p, h * (n % 2 ? 2.0 - first : first));
    }
    within(&p, eps, eps / h, eps / (h * h),
           fmax(eps / (h * h), mech->general ? 1e-5 : 0.0));
  }
}

/* Controlled steps of the mechanical form, which the residual form repeats. */
static void check_controlled(const struct problem *mech, sunrealtype t1)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8};
  for (int i = 0; i < 3; i++)
  {
    struct pair p;
    sunrealtype h = 0.0, least = HUGE_VAL, most = 0.0;
    pair_new(&p, mech, PROBLEM_SPARSE, rho[i], GALPHA_CORRECT_A);
    struct problem_state *s = &p.mech.now;
    CHECK(!GALPHASStolerances(p.mech.mem, 1e-5, 1e-5));
    CHECK(!GALPHASetErrorTest(p.mech.mem, GALPHA_TEST_POSITIONS));
    CHECK(!GALPHASetNonlinConvCoef(p.mech.mem, 1e-8));
    CHECK(!GALPHASetMaxStep(p.mech.mem, 0.02 * t1));
    while (s->t < t1)
    {
      if (GALPHASolve(p.mech.mem, t1, &s->t, s->q, s->v, GALPHA_ONE_STEP))
      {
        break;
      }
      CHECK(!GALPHAGetLastStep(p.mech.mem, &h));
      CHECK(!GALPHAGetAcceleration(p.mech.mem, s->t, s->a));
      CHECK(!GALPHAGetMultipliers(p.mech.mem, s->t, s->lambda, s->psi));
      CHECK(subject_step(&p.low, h) == 0);
      compare(&p);
      least = fmin(least, h);
      most  = fmax(most, h);
    }
    CHECK(s->t >= t1 && most > 2.0 * least);
    within(&p, 1e-9, 1e-8, 1e-6, 1e-6);
  }
}

/* Negative control: without (14) in one of the two they part. */
static void check_control(const struct problem *mech, sunrealtype h)
{
  struct pair p;
  pair_new(&p, mech, PROBLEM_DENSE, 0.5, GALPHA_CORRECT_NONE);
  for (int i = 0; i < 10; i++) { step(&p, i % 2 ? 2.0 * h : h); }
  CHECK(p.apart[SUBJECT_V] > 1e-6);
}

TEST_MAIN()
{
  struct ref_slider_crank scale = {1.0};
  const struct problem slider   = ref_slider_crank(&scale);
  const struct problem car      = ref_caraxis(1);
  const struct problem andrews  = ref_andrews();
  const struct problem base     = ref_moving_base();
  const struct problem belt     = ref_belt(1);
  check_equal(&paper_oscillator, 0.1);
  check_equal(&paper_simple_pendulum, 0.02);
  check_equal(&paper_pendulum16, 0.05);
  check_equal(&paper_double_pendulum, 1e-4);
  check_equal(&paper_slider_crank, 0.01);
  check_equal(&paper_problem15, 0.01);
  check_equal(&paper_problem71, 0.01);
  check_equal(&slider, 0.01);
  check_equal(&car, 0.005);
  check_equal(&andrews, 1e-5);
  check_equal(&base, 0.01);
  check_equal(&belt, 0.01);
  check_controlled(&paper_pendulum16, 1.0);
  check_controlled(&paper_problem15, 1.0);
  check_controlled(&belt, 2.0);
  check_controlled(&slider, 2.0);
  check_controlled(&car, 0.2);
  check_control(&paper_pendulum16, 0.05);
}
