/* Newmark in index 3, Gavrea et al. (2005): Tables 1 and 2, the simple pendulum, t = 4; with
 * one Newton iteration per step, as the paper's figures are, and converged. Section 6.2, the
 * stiff double pendulum: Table 3 with 3 iterations and converged, Figures 2 and 3, and SOI2.
 * In the mechanical form and as F = (M q'' - f, g) with components of order 2 and 0. Control:
 * another number of iterations, other figures. */
#include "rows.h"

/* Positions hold all seven digits. Round-off in a and lambda, undamped, is some 1e-7, 3e-5,
 * 3e-3 of the velocity's error at 2^-9, 2^-10, 2^-11 and 2e-4, 2e-2 of the multiplier's at
 * 2^-9, 2^-10 (measured). h = 1/16 needs a matrix per iteration. */
static const struct row trapezoidal[] = {
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "q", 1, 7, DIGITS),
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "v", 1, 5, 1e-5),
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "v", 6, 1, 1e-4),
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "v", 7, 1, 5e-3),
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "l", 1, 3, 3e-5),
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "l", 4, 1, 1e-4),
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "l", 5, 1, 3e-3),
  PART(NEWMARK, INDEX3, trap, PLAIN, "trapezoidal", "l", 6, 1, 0.2),
  TABLE(NEWMARK, INDEX3, trap, NEWTON, "trapezoidal", 0, 1, DIGITS),
  PART(NEWMARK, INDEX3, trap, ONE, "one_newton1", "q", 0, 8, DIGITS),
  PART(NEWMARK, INDEX3, trap, ONE, "one_newton1", "v", 0, 6, 3e-5),
  PART(NEWMARK, INDEX3, trap, ONE, "one_newton1", "v", 6, 1, 2e-3),
  PART(NEWMARK, INDEX3, trap, ONE, "one_newton1", "v", 7, 1, 5e-3),
  TABLE(NEWMARK, INDEX3, trap, ONE, "printed1", 0, 8, 5e-3),
  ORDER(NEWMARK, INDEX3, trap, PLAIN, "qv", 1.0 / 1024, 1.9, 2.1)};

/* gamma = 3/4 is of order 1; damping leaves all seven digits everywhere. */
static const struct row of_order_1[] = {
  TABLE(NEWMARK, INDEX3, damped, PLAIN, "damped", 0, 8, DIGITS),
  TABLE(NEWMARK, INDEX3, damped, ONE, "one_newton2", 0, 8, DIGITS),
  TABLE(NEWMARK, INDEX3, damped, ONE, "printed2", 0, 8, 5e-3),
  ORDER(NEWMARK, INDEX3, damped, PLAIN, "q", 1.0 / 1024, 0.9, 1.2),
  ORDER(NEWMARK, INDEX3, damped, PLAIN, "vl", 1.0 / 1024, 0.9, 1.1)};

static const struct row double_pendulum[] = {
  TABLE(DOUBLE_PENDULUM, INDEX3, damped, PLAIN, "converged", 1, 0, DIGITS),
  TABLE(DOUBLE_PENDULUM, INDEX3, damped, NEWTON, "converged", 0, 1, DIGITS),
  TABLE(DOUBLE_PENDULUM, INDEX3, damped, THREE, "three_newton", 0, 0, DIGITS),
  TABLE(DOUBLE_PENDULUM, INDEX3, damped, THREE, "printed", 0, 0, 5e-3),
  TABLE(DOUBLE_PENDULUM, INDEX3, damped, TWO, "two_newton", 0, 0, DIGITS),
  TABLE(DOUBLE_PENDULUM, INDEX3, damped, ONE, "one_newton", 0, 0, DIGITS),
  ORDER(DOUBLE_PENDULUM, INDEX3, damped, PLAIN, "qv", 1.0 / 4096, 0.9, 1.1),
  STATE(DOUBLE_PENDULUM, INDEX3, damped, PLAIN, "newmark_state", 1.0 / 1024,
        1e-7),
  STATE(DOUBLE_PENDULUM, LITERAL, rho02, PLAIN, "soi2_state", 1.0 / 1024, 1e-7),
  STATE(DOUBLE_PENDULUM, SOI2, rho02, PLAIN, "soi2_state", 1.0 / 1024, 1e-2)};

/* One iteration leaves what is wrong in a differenced Jacobian. */
#define AS_RESIDUAL(m, by, flags, name, q, v)                 \
  PART(m, INDEX3, by, LOWERED | (flags), name, "q", 1, 4, q), \
    PART(m, INDEX3, by, LOWERED | (flags), name, "v", 1, 4, v)

static const struct row residual[] = {
  AS_RESIDUAL(NEWMARK, trap, PLAIN, "trapezoidal", 1e-5, 1e-4),
  AS_RESIDUAL(NEWMARK, trap, ONE, "one_newton1", 5e-5, 2e-3),
  AS_RESIDUAL(NEWMARK, trap, ONE, "printed1", 5e-3, 5e-3),
  AS_RESIDUAL(NEWMARK, damped, PLAIN, "damped", 1e-5, 1e-4),
  AS_RESIDUAL(NEWMARK, damped, ONE, "one_newton2", 5e-5, 2e-3),
  AS_RESIDUAL(NEWMARK, damped, ONE, "printed2", 5e-3, 5e-3),
  AS_RESIDUAL(DOUBLE_PENDULUM, damped, PLAIN, "converged", 1e-5, 1e-4),
  AS_RESIDUAL(DOUBLE_PENDULUM, damped, THREE, "three_newton", 1e-5, 1e-4),
  AS_RESIDUAL(DOUBLE_PENDULUM, damped, THREE, "printed", 5e-3, 5e-3)};

static void check_tables(void)
{
  const struct row other = residual[3]; /* v of the table with one iteration */
  struct paper_case c    = case_of(&other, GALPHA_INDEX3);
  CHECK_ROWS(trapezoidal);
  CHECK_ROWS(of_order_1);
  CHECK_ROWS(double_pendulum);
  CHECK_ROWS(residual);
  c.newton = 2;
  CHECK(!paper_agrees(&c, ctx, "newmark_pendulum/one_newton1", "v", 1, 1, 0.1));
}

static const struct paper_case base = {
  .pb          = &paper_double_pendulum,
  .formulation = GALPHA_INDEX3,
  .family      = GALPHA_NEWMARK,
  .par         = {0.390625, 0.75},
  .t1          = 2,
};

/* Figures 2 and 3: t, theta1 and its rate, from Gavrea et al. (2005), (53), (54) by a
 * fine Runge-Kutta method. */
static const sunrealtype figure[][3] = {
  {0.2, 5.258658903238, -9.537016748251},
  {0.4, 3.756064863124, -3.084164115187},
  {0.6, 4.187517524532, 5.973901333024},
  {0.8, 5.282942088348, 3.076628027363},
  {1, 5.161439799330, -3.606803134750},
  {1.2, 4.392350404050, -2.671480998369},
  {1.4, 4.356301443465, 2.057423283664},
  {1.6, 4.876905448062, 2.142822018180},
  {1.8, 4.980860365731, -1.082617475192},
  {2, 4.640478183221, -1.629892454083},
};

/* Largest errors of theta1 and its rate at the times of `figure`; 0: success. */
static int figure_errors(int substeps, sunrealtype *angle, sunrealtype *rate)
{
  struct problem_state s = {0};
  sunrealtype h          = SUN_RCONST(0.001) / substeps;
  void *mem              = KEEP(paper_create(&base, ctx));
  int ret                = mem ? problem_state_new(&s, base.pb, ctx) : -1;
  *angle = *rate = 0;
  for (int i = 0; !ret && i < COUNT_OF(figure); i++)
  {
    ret = problem_run_steps(mem, base.pb, &h, 1, figure[i][0], &s, NULL);
    if (ret) { break; }
    *angle = fmax(*angle, fabs(N_VGetArrayPointer(s.q)[2] - figure[i][1]));
    *rate  = fmax(*rate, fabs(N_VGetArrayPointer(s.v)[2] - figure[i][2]));
  }
  return ret;
}

static void check_figures(void)
{
  sunrealtype angle[2], rate[2];
  CHECK(figure_errors(1, angle, rate) == 0);
  CHECK(figure_errors(2, angle + 1, rate + 1) == 0);
  CHECK(angle[0] < 0.01);
  CHECK(rate[0] < 0.06);
  CHECK_IN(angle[0] / angle[1], 1.7, 2.3);
  CHECK_IN(rate[0] / rate[1], 1.7, 2.3);
}

/* Stiff reactions of the start. */
static void check_start(void)
{
  static const sunrealtype a0[]      = {0,
                                        189867.399229,
                                        189867.399229,
                                        -253150.206766,
                                        -564455.079643,
                                        -651691.655308};
  static const sunrealtype lambda0[] = {75945.0620298, -400298.046794,
                                        -75945.0620298, -169333.580893};
  struct problem_state s             = {0};
  void *mem                          = KEEP(paper_create(&base, ctx));
  CHECK(mem && problem_state_new(&s, base.pb, ctx) == 0);
  CHECK(GALPHACalcIC(mem, GALPHA_ACC_INIT, 1) == 0);
  CHECK(GALPHAGetAcceleration(mem, 0, s.a) == 0);
  CHECK(GALPHAGetMultipliers(mem, 0, s.lambda, NULL) == 0);
  CHECK(problem_dist(N_VGetArrayPointer(s.a), a0, 6) < 1e-3);
  CHECK(problem_dist(N_VGetArrayPointer(s.lambda), lambda0, 4) < 1e-3);
}

TESTS(check_tables, check_figures, check_start)
