/* Jay (2011), section 7, the rolling disk (7.2), rho = 0.2, t = 10, constant steps:
 * with the corrected f4 errors, order and energy; the printed f4 as control. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

static const struct paper_case base = {
  .pb          = &paper_disk,
  .formulation = GALPHA_SOI2_LITERAL,
  .family      = GALPHA_CHUNG_HULBERT,
  .par         = {0.2},
  .t1          = 10,
};

/* M_alpha of the previous step; recomputed; acceleration recursion. */
static const struct paper_errors previous[] = {
  {0.2, 3.581410e+00, 4.301371e+00, 0, 0, 2.178974e+01, 0, 0},
  {0.1, 2.019732e+00, 5.456155e-01, 0, 0, 5.339470e+01, 0, 0},
  {0.05, 3.098951e-01, 3.670977e-01, 0, 0, 3.567105e+00, 0, 0},
  {0.025, 4.117131e-02, 5.345055e-02, 0, 0, 7.833062e-01, 0, 0},
  {0.0125, 5.643291e-03, 7.220128e-03, 0, 0, 1.108068e-01, 0, 0},
  {0.00625, 8.270102e-04, 1.010044e-03, 0, 0, 1.603669e-02, 0, 0},
};
static const struct paper_errors recomputed[] = {
  {0.1, 2.019858e+00, 5.454989e-01, 0, 0, 5.339684e+01, 0, 0},
  {0.05, 3.099076e-01, 3.671072e-01, 0, 0, 3.576236e+00, 0, 0},
  {0.025, 4.117013e-02, 5.344912e-02, 0, 0, 7.857633e-01, 0, 0},
  {0.0125, 5.642288e-03, 7.219265e-03, 0, 0, 1.113980e-01, 0, 0},
};
static const struct paper_errors previous_fine[] = {
  {0.0125, 5.643291e-03, 7.220128e-03, 0, 0, 1.108068e-01, 0, 0},
  {0.00625, 8.270102e-04, 1.010044e-03, 0, 0, 1.603669e-02, 0, 0},
  {0.003125, 1.341845e-04, 1.525197e-04, 0, 0, 2.545106e-03, 0, 0},
  {0.0015625, 2.459887e-05, 2.562077e-05, 0, 0, 4.561489e-04, 0, 0},
};
static const struct paper_errors recursion[] = {
  {0.0125, 5.667232e-03, 7.233377e-03, 0, 0, 1.095299e-01, 0, 0},
  {0.00625, 8.320579e-04, 1.011598e-03, 0, 0, 1.562158e-02, 0, 0},
  {0.003125, 1.353381e-04, 1.526709e-04, 0, 0, 2.430632e-03, 0, 0},
  {0.0015625, 2.487533e-05, 2.562524e-05, 0, 0, 4.274551e-04, 0, 0},
};
/* The printed f4, against its own reference. */
static const struct paper_errors printed[] = {
  {0.2, 3.579869e+00, 4.299729e+00, 0, 0, 2.171980e+01, 0, 0},
  {0.1, 2.020356e+00, 5.407771e-01, 0, 0, 5.333967e+01, 0, 0},
  {0.05, 3.099051e-01, 3.675105e-01, 0, 0, 3.585750e+00, 0, 0},
  {0.025, 4.115612e-02, 5.349705e-02, 0, 0, 7.855053e-01, 0, 0},
  {0.0125, 5.634291e-03, 7.225833e-03, 0, 0, 1.109740e-01, 0, 0},
  {0.00625, 8.223629e-04, 1.010782e-03, 0, 0, 1.599092e-02, 0, 0},
};

static const struct paper_state state = {
  {0.195810810835823, -0.00129511576058167, 1.39322522863204,
   -0.0327539569956007, 1.09582392008304},
  {0.0874146877795008, -0.00286420125666363, 2.78840585588275,
   -0.0439837060358633, 0.0874615989359118},
  {-0.0148892892064, -0.003399913591504, 4.797607870446, -0.001698223428661,
   -0.01477566184928},
  {0},
  {0.3744167846211, 13.45676381601}};

static void check_tables(SUNContext ctx, int formulation)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.formulation         = formulation;
  CHECK(paper_compare(&c, ctx, previous, COUNT(previous), tol) <= tol);
  CHECK(paper_compare(&c, ctx, previous_fine, COUNT(previous_fine), tol) <=
        tol);
  c.mass_alpha = GALPHA_MASS_RECOMPUTED;
  CHECK(paper_compare(&c, ctx, recomputed, COUNT(recomputed), tol) <= tol);
}

static void check_others(SUNContext ctx)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.t1                  = 1;
  CHECK(paper_compare_state(&c, ctx, 0.05, &state, 1e-8) <= 1e-8);
  c             = base;
  c.formulation = GALPHA_INDEX3;
  CHECK(paper_compare(&c, ctx, recursion, COUNT(recursion), tol) <= tol);
  c    = base;
  c.pb = &paper_disk_printed;
  CHECK(paper_compare(&c, ctx, printed, COUNT(printed), tol) <= tol);
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
