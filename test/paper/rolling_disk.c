/* Jay (2011), section 7, the rolling disk (7.2), rho = 0.2, t = 10, constant steps:
 * with the corrected f4 errors, order and energy; the printed f4 as control. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

static const struct paper_case base = {
  .pb          = &paper_disk,
  .formulation = GALPHA_SOI2_LITERAL,
  .family      = GALPHA_CHUNG_HULBERT,
  .par         = {0.2},
  .t1          = 10,
};

static void check_tables(SUNContext ctx, int formulation)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.formulation         = formulation;
  CHECK(paper_agrees(&c, ctx, "rolling_disk/previous", 0, 0, tol));
  CHECK(paper_agrees(&c, ctx, "rolling_disk/previous_fine", 0, 0, tol));
  c.mass_alpha = GALPHA_MASS_RECOMPUTED;
  CHECK(paper_agrees(&c, ctx, "rolling_disk/recomputed", 0, 0, tol));
}

static void check_others(SUNContext ctx)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.t1                  = 1;
  CHECK(paper_reaches(&c, ctx, 0.05, "rolling_disk/state", 1e-8));
  c             = base;
  c.formulation = GALPHA_INDEX3;
  CHECK(paper_agrees(&c, ctx, "rolling_disk/recursion", 0, 0, tol));
  c    = base;
  c.pb = &paper_disk_printed;
  CHECK(paper_agrees(&c, ctx, "rolling_disk/printed", 0, 0, tol));
}

static void check_order(SUNContext ctx)
{
  struct paper_errors o;
  CHECK(paper_orders(&base, ctx, 0.00078125, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.4);
  CHECK_IN(o.v, 1.9, 2.4);
  CHECK_IN(o.psi, 1.9, 2.4);
}

/* Change of T + U up to t = 10. */
static sunrealtype energy_change(SUNContext ctx, const struct problem *pb,
                                 sunrealtype h)
{
  sunrealtype q[5], v[5];
  struct paper_case c = base;
  struct problem_state end;
  c.pb = pb;
  if (paper_solve(&c, ctx, h, NULL, &end)) { return HUGE_VAL; }
  pb->start(q, v, pb->data);
  sunrealtype change =
    paper_disk_energy(N_VGetArrayPointer(end.q), N_VGetArrayPointer(end.v)) -
    paper_disk_energy(q, v);
  problem_state_free(&end);
  return change;
}

/* With the printed f4 the exact solution itself gains 4.8496e-3. */
static void check_energy(SUNContext ctx)
{
  const sunrealtype h = 0.0015625;
  sunrealtype coarse  = energy_change(ctx, &paper_disk, 2 * h);
  sunrealtype fine    = energy_change(ctx, &paper_disk, h);
  CHECK(fabs(fine) < 4e-4);
  CHECK(fabs(coarse) > 3 * fabs(fine));
  sunrealtype gain = energy_change(ctx, &paper_disk_printed, h) - fine;
  CHECK_REL(gain, 4.849602e-3, 0.02);
}

static void check_start(SUNContext ctx)
{
  static const sunrealtype a0[]   = {-0.000191067297825121, -0.002,
                                     1.47765749755404, -0.00154949517768759,
                                     -0.000191067297825121};
  static const sunrealtype psi0[] = {-0.0020622180572127, -2.81884741935615};
  struct problem_state s          = {0};
  void *mem                       = paper_create(&base, ctx);
  CHECK(mem && problem_state_new(&s, base.pb, ctx) == 0);
  CHECK(GALPHACalcIC(mem, GALPHA_ACC_INIT, 1) == 0);
  CHECK(GALPHAGetAcceleration(mem, 0, s.a) == 0);
  CHECK(GALPHAGetMultipliers(mem, 0, NULL, s.psi) == 0);
  CHECK(problem_dist(N_VGetArrayPointer(s.a), a0, 5) < 1e-8);
  CHECK(problem_dist(N_VGetArrayPointer(s.psi), psi0, 2) < 1e-8);
  problem_state_free(&s);
  GALPHAFree(&mem);
}

TEST_MAIN(ctx)
{
  check_tables(ctx, GALPHA_SOI2_LITERAL);
  check_tables(ctx, GALPHA_SOI2);
  check_others(ctx);
  check_order(ctx);
  check_energy(ctx);
  check_start(ctx);
}
