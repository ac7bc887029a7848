/* The index-3 form of a mechanical problem, written by hand as a residual with
 * orders 2 and 0, gives the same numbers as GALPHA_INDEX3 of the mechanical
 * form, with dense and with sparse blocks: in constant, alternating and controlled
 * steps, for all kinds of constraints, explicit time and general forces included. */
#include "support/lowering/residual.h"
#include "support/models/papers.h"
#include "support/models/reference.h"
#include "support/test.h"

/* Both forms side by side. */
struct pair
{
  const struct problem *mech;
  void *mem;
  struct problem_state s;
  struct residual_mech low;
  struct residual_run run;
};

/* The mechanical form's accelerations and multipliers become those of the
 * residual's start. */
static int share_start(struct pair *p)
{
  struct problem_state *s = &p->low.start;
  int ret = GALPHACalcIC(p->mem, GALPHA_ACC_INIT, p->mech->t0 + 1.0);
  if (!ret) { ret = GALPHAGetAcceleration(p->mem, p->mech->t0, s->a); }
  if (!ret && p->mech->m + p->mech->p > 0)
  {
    ret = GALPHAGetMultipliers(p->mem, p->mech->t0, s->lambda, s->psi);
  }
  return ret;
}

static int set_both(const struct pair *p, sunrealtype rho)
{
  void *both[2] = {p->mem, p->run.mem};
  int ret       = 0;
  for (int i = 0; !ret && i < 2; i++)
  {
    ret = GALPHASetRhoInf(both[i], rho);
    if (!ret) { ret = GALPHASStolerances(both[i], 1e-13, 1e-13); }
    /* velocities are corrected by G here, by differences of F there */
    if (!ret)
    {
      ret =
        GALPHASetOption(both[i], "step_change_correction", GALPHA_CORRECT_A);
    }
  }
  return ret;
}

static int pair_new(struct pair *p, const struct problem *mech, SUNContext ctx,
                    enum problem_storage storage, sunrealtype rho)
{
  *p = (struct pair){.mech = mech};
  if (problem_state_new(&p->s, mech, ctx) ||
      residual_mech_new(&p->low, mech, ctx))
  {
    return -1;
  }
  p->mem  = problem_create(mech, ctx, storage);
  int ret = p->mem ? GALPHASetFormulation(p->mem, GALPHA_INDEX3) : -1;
  if (!ret) { ret = GALPHASetOption(p->mem, "start", GALPHA_START_A0); }
  if (!ret) { ret = share_start(p); }
  if (!ret) { ret = residual_begin(&p->run, &p->low.pb, ctx); }
  if (!ret) { ret = GALPHASetOption(p->run.mem, "start", GALPHA_START_A0); }
  return ret ? ret : set_both(p, rho);
}

static void pair_free(struct pair *p)
{
  GALPHAFree(&p->mem);
  problem_state_free(&p->s);
  residual_end(&p->run);
  residual_mech_free(&p->low);
}

/* Difference of a part of y with a vector, relative to the latter's largest. */
static sunrealtype part_error(const sunrealtype *y, N_Vector x)
{
  if (!x) { return 0.0; }
  return problem_dist(y, N_VGetArrayPointer(x), N_VGetLength(x)) /
         (1.0 + N_VMaxNorm(x));
}

struct differences
{
  sunrealtype q, v, a, multipliers;
};

static void compare(struct pair *p, struct differences *d)
{
  const struct problem *mech = p->mech;
  const sunrealtype *y       = residual_y(&p->run);
  CHECK(GALPHAGetAcceleration(p->mem, p->s.t, p->s.a) == 0);
  if (p->s.lambda || p->s.psi)
  {
    CHECK(!GALPHAGetMultipliers(p->mem, p->s.t, p->s.lambda, p->s.psi));
  }
  d->q = fmax(d->q, part_error(y, p->s.q));
  d->v = fmax(d->v, part_error(residual_yp(&p->run), p->s.v));
  d->a = fmax(d->a, part_error(residual_ypp(&p->run), p->s.a));
  d->multipliers =
    fmax(d->multipliers, fmax(part_error(y + mech->n, p->s.lambda),
                              part_error(y + mech->n + mech->m, p->s.psi)));
}

static struct differences march(const struct problem *mech, SUNContext ctx,
                                enum problem_storage storage, sunrealtype rho,
                                sunrealtype h, sunrealtype first)
{
  struct differences d = {0};
  struct pair p;
  int ret = pair_new(&p, mech, ctx, storage, rho);
  for (int i = 0; !ret && i < 40; i++)
  {
    const sunrealtype step = h * (i % 2 ? 2.0 - first : first);
    ret                    = problem_step(p.mem, mech, step, &p.s, NULL);
    if (!ret) { ret = residual_step(&p.run, step); }
    if (!ret) { compare(&p, &d); }
  }
  CHECK(ret == 0);
  pair_free(&p);
  return d;
}

/* Round-off in q of about 1e-15 is 1e-15/(h beta) in v, 1e-15/(h^2 beta) in a
 * and lambda. Where forces are not linear in the multipliers, the mechanical form's
 * Newton stops at seven digits of these. */
static void check_equal(const struct problem *mech, SUNContext ctx,
                        sunrealtype h)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.8};
  const sunrealtype eps          = 2e-12;
  for (int i = 0; i < 16; i++)
  {
    const enum problem_storage storage = i < 8 ? PROBLEM_DENSE : PROBLEM_SPARSE;
    const sunrealtype first            = i % 2 ? 2.0 / 3.0 : 1.0;
    const struct differences d =
      march(mech, ctx, storage, rho[i / 2 % 4], h, first);
    printf("%-24s rho %.1f first %.2f: differences q %.1e v %.1e a %.1e "
           "multipliers %.1e\n",
           mech->name, rho[i / 2 % 4], first, d.q, d.v, d.a, d.multipliers);
    CHECK(d.q <= eps);
    CHECK(d.v <= eps / h);
    CHECK(d.a <= eps / (h * h));
    CHECK(d.multipliers <= fmax(eps / (h * h), mech->general ? 1e-5 : 0.0));
  }
}

/* Controlled steps of the mechanical form, which the residual form repeats. */
static void check_controlled(const struct problem *mech, SUNContext ctx,
                             sunrealtype t1)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8};
  for (int i = 0; i < 3; i++)
  {
    struct differences d = {0};
    struct pair p;
    sunrealtype h = 0.0, least = HUGE_VAL, most = 0.0;
    int ret = pair_new(&p, mech, ctx, PROBLEM_SPARSE, rho[i]);
    if (!ret) { ret = GALPHASStolerances(p.mem, 1e-5, 1e-5); }
    if (!ret) { ret = GALPHASetErrorTest(p.mem, GALPHA_TEST_POSITIONS); }
    if (!ret) { ret = GALPHASetNonlinConvCoef(p.mem, 1e-8); }
    if (!ret) { ret = GALPHASetMaxStep(p.mem, 0.02 * t1); }
    while (!ret && p.s.t < t1)
    {
      ret = GALPHASolve(p.mem, t1, &p.s.t, p.s.q, p.s.v, GALPHA_ONE_STEP);
      if (!ret) { ret = GALPHAGetLastStep(p.mem, &h); }
      if (!ret) { ret = residual_step(&p.run, h); }
      if (!ret) { compare(&p, &d); }
      least = fmin(least, h);
      most  = fmax(most, h);
    }
    printf("%-24s rho %.1f h %.1e to %.1e: differences q %.1e v %.1e a %.1e "
           "multipliers %.1e\n",
           mech->name, rho[i], least, most, d.q, d.v, d.a, d.multipliers);
    CHECK(ret == 0);
    CHECK(most > 2.0 * least);
    CHECK(d.q <= 1e-9);
    CHECK(d.v <= 1e-8);
    CHECK(d.a <= 1e-6);
    CHECK(d.multipliers <= 1e-6);
    pair_free(&p);
  }
}

/* Negative control: without (14) in one of the two they part. */
static void check_control(const struct problem *mech, SUNContext ctx,
                          sunrealtype h)
{
  struct pair p;
  int ret = pair_new(&p, mech, ctx, PROBLEM_DENSE, 0.5);
  if (!ret)
  {
    ret = GALPHASetOption(p.run.mem, "step_change_correction", SUNFALSE);
  }
  struct differences d = {0};
  for (int i = 0; !ret && i < 10; i++)
  {
    const sunrealtype step = i % 2 ? 2.0 * h : h;
    ret                    = problem_step(p.mem, mech, step, &p.s, NULL);
    if (!ret) { ret = residual_step(&p.run, step); }
    if (!ret) { compare(&p, &d); }
  }
  CHECK(ret == 0);
  CHECK(d.v > 1e-6);
  pair_free(&p);
}

TEST_MAIN(ctx)
{
  struct ref_slider_crank scale = {1.0};
  const struct problem slider   = ref_slider_crank(&scale);
  const struct problem car      = ref_caraxis(1);
  const struct problem andrews  = ref_andrews();
  const struct problem base     = ref_moving_base();
  const struct problem belt     = ref_belt(1);
  check_equal(&paper_oscillator, ctx, 0.1);
  check_equal(&paper_simple_pendulum, ctx, 0.02);
  check_equal(&paper_pendulum16, ctx, 0.05);
  check_equal(&paper_double_pendulum, ctx, 1e-4);
  check_equal(&paper_slider_crank, ctx, 0.01);
  check_equal(&paper_problem15, ctx, 0.01);
  check_equal(&paper_problem71, ctx, 0.01);
  check_equal(&slider, ctx, 0.01);
  check_equal(&car, ctx, 0.005);
  check_equal(&andrews, ctx, 1e-5);
  check_equal(&base, ctx, 0.01);
  check_equal(&belt, ctx, 0.01);
  check_controlled(&paper_pendulum16, ctx, 1.0);
  check_controlled(&paper_problem15, ctx, 1.0);
  check_controlled(&belt, ctx, 2.0);
  check_controlled(&slider, ctx, 2.0);
  check_controlled(&car, ctx, 0.2);
  check_control(&paper_pendulum16, ctx, 0.05);
}
