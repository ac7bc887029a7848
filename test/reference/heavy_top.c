/* Fast heavy top in quaternion coordinates, t <= 2. */
#include "support/check/error_checks.h"
#include "support/test.h"

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

static struct change changes(const struct ref_run *run, SUNContext ctx,
                             sunrealtype rtol)
{
  const struct problem *pb = run->pb;
  struct problem_state s;
  sunrealtype e0, e1, m0, m1, w[3];
  CHECK(problem_state_new(&s, pb, ctx) == 0);
  pb->start(N_VGetArrayPointer(s.q), N_VGetArrayPointer(s.v), pb->data);
  invariants(&s, &e0, &m0);
  CHECK(ref_end_state(run, ctx, rtol, &s) == 0);
  invariants(&s, &e1, &m1);
  ref_heavy_top_omega(N_VGetArrayPointer(s.q), N_VGetArrayPointer(s.v), w);
  const struct change c = {fabs(e1 / e0 - 1.0), fabs(m1 / m0 - 1.0),
                           fabs(w[1] / 150.0 - 1.0)};
  printf("heavy top to t = %.1f, rtol %.0e: energy %.1e, momentum %.1e, spin "
         "%.1e\n",
         (double)run->t1, (double)rtol, (double)c.energy, (double)c.momentum,
         (double)c.spin);
  problem_state_free(&s);
  return c;
}

static void accuracy(const struct problem *pb, SUNContext ctx)
{
  struct ref_run run  = {.pb = pb, .t1 = 0.2, .qscale = 0.1, .vscale = 10.0};
  struct ref_errors e = check_tolerance(&run, ctx, 3e-7, 1e3, 1e-6);
  CHECK(e.g <= 1e-11);
  CHECK(e.gdot <= 1e-9);
  check_order(&run, ctx, 1000, 1.0);
  check_order(&run, ctx, 1000, 2.0 / 3);
  check_uncorrected(run, ctx, 1000);
  run.formulation = GALPHA_INDEX3;
  check_order(&run, ctx, 1000, 1.0);
}

TEST_MAIN(ctx)
{
  struct ref_heavy_top regular = {1.0}, singular = {0.0};
  const struct problem pb   = ref_heavy_top(&regular);
  const struct problem bare = ref_heavy_top(&singular);
  struct ref_run run = {.pb = &pb, .t1 = 2.0, .qscale = 0.1, .vscale = 10.0};

  check_problem(&pb, ctx, 0.2, 1e-8);
  check_problem(&bare, ctx, 2.0, 1e-8);
  accuracy(&pb, ctx);
  accuracy(&bare, ctx);

  const struct ref_errors e = check_tolerance(&run, ctx, 1e-6, 1e2, 1e-4);
  CHECK(e.g <= 1e-11);
  /* 300 radians of spin to six digits: 7e5 steps of order 2 */
  check_tolerance(&run, ctx, 1e-8, 1e3, 1e-6);
  const struct change c = changes(&run, ctx, 1e-6);
  const struct change f = changes(&run, ctx, 1e-7);
  CHECK(f.energy <= c.energy / 3.0 && f.energy <= 1e-4);
  CHECK(f.momentum <= c.momentum / 3.0 && f.momentum <= 1e-4);
  CHECK(f.spin <= c.spin / 3.0 && f.spin <= 1e-4);
  run.t1 = 0.2;
  check_differenced(&run, ctx, 1e-7);
}
