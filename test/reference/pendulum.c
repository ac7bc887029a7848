/* Planar pendulum: accurate values at t = 1, closed form over 10 s (IFToMM
 * A01), and 100 periods of the pendulum of period 2. */
#include "support/check/error_checks.h"
#include "support/test.h"

static const sunrealtype gravity_period2 = 13.75037163604074565498019;

static void accuracy(SUNContext ctx)
{
  const struct problem cash   = ref_pendulum(REF_PENDULUM_CASH);
  const struct problem iftomm = ref_pendulum(REF_PENDULUM_IFTOMM);
  const struct ref_run one    = {
       .pb = &cash, .t1 = 1.0, .qscale = 0.1, .vscale = 0.1};
  const struct ref_run ten = {
    .pb = &iftomm, .t1 = 10.0, .qscale = 0.1, .vscale = 0.1};
  struct ref_run index3 = one;
  index3.formulation    = GALPHA_INDEX3;
  check_problem(&cash, ctx, 1.0, 1e-7);
  check_problem(&iftomm, ctx, 10.0, 1e-7);

  const struct ref_errors e = check_tolerance(&one, ctx, 1e-5, 1e4, 1e-6);
  CHECK(e.g <= 1e-11);
  CHECK(e.gdot <= 1e-11);
  check_tolerance(&ten, ctx, 1e-7, 1e3, 1e-6);

  check_order(&one, ctx, 200, 1.0);
  check_order(&one, ctx, 200, 2.0 / 3);
  check_order(&index3, ctx, 200, 1.0);
  check_uncorrected(one, ctx, 200);
  check_differenced(&one, ctx, 1e-7);
}

/* Runs steps of 0.01 and looks at windows of ten periods. */
struct drift
{
  sunrealtype first_g, last_g; /* worst |g| in the first and last window */
  sunrealtype first_gdot, last_gdot; /* the same of |g'| */
  sunrealtype energy;                /* at the end, relative to the swing */
  sunrealtype q;                     /* distance from (1, 0) at the end */
};

static int march(void *mem, sunrealtype h, struct problem_state *s,
                 struct drift *d)
{
  const long int window = lround(20.0 / h), steps = 10 * window;
  int ret = GALPHASetFixedStep(mem, h);
  for (long int i = 0; !ret && i < steps; i++)
  {
    sunrealtype g, gdot, k;
    ret = GALPHASolve(mem, 200.0, &s->t, s->q, s->v, GALPHA_ONE_STEP);
    if (!ret) { ret = GALPHAGetConstraintNorms(mem, &g, &gdot, &k); }
    if (ret) { break; }
    if (i < window)
    {
      d->first_g    = fmax(d->first_g, g);
      d->first_gdot = fmax(d->first_gdot, gdot);
    }
    if (i >= steps - window)
    {
      d->last_g    = fmax(d->last_g, g);
      d->last_gdot = fmax(d->last_gdot, gdot);
    }
  }
  return ret;
}

static struct drift periods(SUNContext ctx, int formulation, sunrealtype h)
{
  const struct problem pb = ref_pendulum(REF_PENDULUM_PERIOD2);
  struct drift d          = {0};
  struct problem_state s;
  CHECK(problem_state_new(&s, &pb, ctx) == 0);
  void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);
  CHECK(GALPHASetFormulation(mem, formulation) == 0);
  CHECK(GALPHASStolerances(mem, 1e-8, 1e-9) == 0);
  CHECK(march(mem, h, &s, &d) == 0);
  const sunrealtype *q = N_VGetArrayPointer(s.q), *v = N_VGetArrayPointer(s.v);
  d.energy = (v[0] * v[0] + v[1] * v[1]) / 2.0 / gravity_period2 + q[1];
  d.q      = hypot(q[0] - 1.0, q[1]);
  printf("100 periods, formulation %d, h %.3f: |g| %.1e -> %.1e, |g'| %.1e -> "
         "%.1e, energy %.1e, distance %.1e\n",
         formulation, (double)h, (double)d.first_g, (double)d.last_g,
         (double)d.first_gdot, (double)d.last_gdot, (double)d.energy,
         (double)d.q);
  problem_state_free(&s);
  GALPHAFree(&mem);
  return d;
}

/* |g| stays at the level of Newton's iteration and does not grow; so does the
 * velocity constraint of SOI2, while that of index 3 is of order h^2. */
static void hundred_periods(SUNContext ctx)
{
  const struct drift soi2   = periods(ctx, GALPHA_SOI2, 0.01);
  const struct drift index3 = periods(ctx, GALPHA_INDEX3, 0.01);
  const struct drift half   = periods(ctx, GALPHA_SOI2, 0.005);
  CHECK(soi2.last_g <= 1e-10);
  CHECK(index3.last_g <= 1e-10);
  CHECK(soi2.last_gdot <= 1e-9);
  CHECK(soi2.last_g <= 10.0 * soi2.first_g + 1e-13);
  CHECK(index3.last_g <= 10.0 * index3.first_g + 1e-13);
  CHECK(index3.last_gdot <= 1.1 * index3.first_gdot);
  CHECK(index3.last_gdot >= 1e-6);
  CHECK(fabs(soi2.energy) <= 1e-2);
  CHECK(fabs(half.energy) <= fabs(soi2.energy) / 3.8);
}

TEST_MAIN(ctx)
{
  accuracy(ctx);
  hundred_periods(ctx);
}
