/* What the exact motion conserves: energy of the four-bar chain; energy, momentum and spin
 * of the heavy top, 300 radians of it; and 100 periods of a pendulum of period 2, whose
 * constraints must not drift. */
#include "support/check/error_checks.h"
#include "support/test.h"

static const sunrealtype gravity_period2 = 13.75037163604074565498019;

/* Energy relative to that of the start: bars 0..2 stand, 3 and 4 join them. */
static sunrealtype fourbar_energy(const struct problem_state *s)
{
  const sunrealtype *q = N_VGetArrayPointer(s->q);
  const sunrealtype *v = N_VGetArrayPointer(s->v);
  sunrealtype e        = 0.0;
  for (int i = 0; i < 15; i += 3)
  {
    e +=
      (v[i] * v[i] + v[i + 1] * v[i + 1] + v[i + 2] * v[i + 2] / 12.0) / 2.0 +
      9.81 * q[i + 1];
  }
  /* (1/2)(3/3 + 2) 1^2 + 9.81 (3/2 + 2) */
  return e / 35.835 - 1.0;
}

static void check_fourbar(void)
{
  const struct problem pb  = ref_fourbar();
  const struct ref_run run = {
    .pb = &pb, .t1 = 0.5, .qscale = 0.1, .vscale = 1.0};
  struct problem_state s;
  CHECK(problem_state_new(&s, &pb, ctx) == 0);
  CHECK(ref_end_state(&run, ctx, 1e-8, &s) == 0);
  CHECK_IN(fourbar_energy(&s), -1e-5, 1e-5);
}

/* Energy and vertical angular momentum about the pivot. */
static void invariants(const struct problem_state *s, sunrealtype *energy,
                       sunrealtype *momentum)
{
  static const sunrealtype J[3] = {0.234375, 0.46875, 0.234375};
  const sunrealtype *q = N_VGetArrayPointer(s->q), *p = q + 3;
  const sunrealtype *v    = N_VGetArrayPointer(s->v);
  const sunrealtype up[3] = {
    2 * (p[1] * p[3] - p[0] * p[2]), 2 * (p[2] * p[3] + p[0] * p[1]),
    p[0] * p[0] - p[1] * p[1] - p[2] * p[2] + p[3] * p[3]};
  sunrealtype w[3];
  ref_heavy_top_omega(q, v, w);
  *energy   = 15.0 * 9.81 * q[2];
  *momentum = 15.0 * (q[0] * v[1] - q[1] * v[0]);
  for (int i = 0; i < 3; i++)
  {
    *energy += (15.0 * v[i] * v[i] + J[i] * w[i] * w[i]) / 2.0;
    *momentum += J[i] * w[i] * up[i];
  }
}

/* Deviations of the invariants and of the constant spin of 150. */
struct change
{
  sunrealtype energy, momentum, spin;
};

static struct change changes(const struct ref_run *run, sunrealtype rtol)
{
  const struct problem *pb = run->pb;
  struct problem_state s;
  sunrealtype e0, e1, m0, m1, w[3];
  CHECK(problem_state_new(&s, pb, ctx) == 0);
  problem_start(pb, N_VGetArrayPointer(s.q), N_VGetArrayPointer(s.v));
  invariants(&s, &e0, &m0);
  CHECK(ref_end_state(run, ctx, rtol, &s) == 0);
  invariants(&s, &e1, &m1);
  ref_heavy_top_omega(N_VGetArrayPointer(s.q), N_VGetArrayPointer(s.v), w);
  const struct change c = {fabs(e1 / e0 - 1.0), fabs(m1 / m0 - 1.0),
                           fabs(w[1] / 150.0 - 1.0)};
  check_of("heavy top to t = %.1f, rtol %.0e", (double)run->t1, (double)rtol);
  return c;
}

static void check_heavy_top(int order)
{
  struct ref_heavy_top regular = {1.0};
  const struct problem pb      = ref_heavy_top(&regular);
  const struct ref_run run     = {
        .pb = &pb, .order = order, .t1 = 2.0, .qscale = 0.1, .vscale = 10.0};
  const sunrealtype most = 1e-4, least = 3.0;
  const struct change c = changes(&run, 1e-6);
  const struct change f = changes(&run, 1e-7);
  CHECK(f.energy <= c.energy / least && f.energy <= most);
  CHECK(f.momentum <= c.momentum / least && f.momentum <= most);
  CHECK(f.spin <= c.spin / least && f.spin <= most);
}

/* Runs steps of 0.01 and looks at windows of ten periods. */
struct drift
{
  sunrealtype first_g, last_g; /* worst |g| in the first and last window */
  sunrealtype first_gdot, last_gdot; /* the same of |g'| */
  sunrealtype energy;                /* at the end, relative to the swing */
  sunrealtype q;                     /* distance from (1, 0) at the end */
};

static int march(struct small *s, sunrealtype h, struct drift *d)
{
  const long int window = lround(20.0 / h), steps = 10 * window;
  int ret = GALPHASetFixedStep(s->mem, h);
  for (long int i = 0; !ret && i < steps; i++)
  {
    sunrealtype g, gdot, k;
    ret = small_step(s, 200.0);
    if (!ret) { ret = GALPHAGetConstraintNorms(s->mem, &g, &gdot, &k); }
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

static struct drift periods(int formulation, sunrealtype h)
{
  const struct problem pb = ref_pendulum(REF_PENDULUM_PERIOD2);
  struct drift d          = {0};
  SMALL(s, .pb = &pb, .formulation = formulation, .rtol = 1e-8, .atol = 1e-9);
  CHECK(!march(s, h, &d));
  const sunrealtype *q = small_q(s), *v = small_v(s);
  d.energy = (v[0] * v[0] + v[1] * v[1]) / 2.0 / gravity_period2 + q[1];
  d.q      = hypot(q[0] - 1.0, q[1]);
  check_of("100 periods, formulation %d, h %.3f", formulation, (double)h);
  return d;
}

/* |g| stays at the level of Newton's iteration and does not grow; so does the
 * velocity constraint of SOI2, while that of index 3 is of order h^2. */
static void check_periods(void)
{
  const struct drift soi2   = periods(GALPHA_SOI2, 0.01);
  const struct drift index3 = periods(GALPHA_INDEX3, 0.01);
  const struct drift half   = periods(GALPHA_SOI2, 0.005);
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

TEST_MAIN()
{
  check_fourbar();
  check_heavy_top(2);
  check_heavy_top(5);
  check_periods();
}
