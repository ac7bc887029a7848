/* Gavrea et al. (2005), section 6.2, the stiff double pendulum, Newmark gamma = 3/4 in
 * index 3: Table 3 with 3 Newton iterations and converged, Figures 2 and 3, and SOI2. */
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

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

static void check_table(SUNContext ctx)
{
  struct paper_case c = base;
  CHECK(paper_agrees(&c, ctx, "double_pendulum/converged", 1, 0, PAPER_DIGITS));
  c.newton = 30; /* h = 1/512 needs a matrix per iteration */
  CHECK(paper_agrees(&c, ctx, "double_pendulum/converged", 0, 1, PAPER_DIGITS));
  c.newton = 3;
  CHECK(
    paper_agrees(&c, ctx, "double_pendulum/three_newton", 0, 0, PAPER_DIGITS));
  CHECK(paper_agrees(&c, ctx, "double_pendulum/printed", 0, 0, 5e-3));
  c.newton = 2;
  CHECK(
    paper_agrees(&c, ctx, "double_pendulum/two_newton", 0, 0, PAPER_DIGITS));
  c.newton = 1;
  CHECK(
    paper_agrees(&c, ctx, "double_pendulum/one_newton", 0, 0, PAPER_DIGITS));
}

static void check_order(SUNContext ctx)
{
  struct paper_errors o;
  CHECK(paper_orders(&base, ctx, SUN_RCONST(1.0) / 4096, &o) == 0);
  CHECK_IN(o.q, 0.9, 1.1);
  CHECK_IN(o.v, 0.9, 1.1);
}

/* Largest errors of theta1 and its rate at the times of `figure`; 0: success. */
static int figure_errors(SUNContext ctx, int substeps, sunrealtype *angle,
                         sunrealtype *rate)
{
  struct problem_state s = {0};
  sunrealtype h          = SUN_RCONST(0.001) / substeps;
  void *mem              = KEEP(paper_create(&base, ctx));
  int ret                = mem ? problem_state_new(&s, base.pb, ctx) : -1;
  *angle = *rate = 0;
  for (int i = 0; !ret && i < COUNT(figure); i++)
  {
    ret = problem_run_steps(mem, base.pb, &h, 1, figure[i][0], &s, NULL);
    if (ret) { break; }
    *angle = fmax(*angle, fabs(N_VGetArrayPointer(s.q)[2] - figure[i][1]));
    *rate  = fmax(*rate, fabs(N_VGetArrayPointer(s.v)[2] - figure[i][2]));
  }
  return ret;
}

static void check_figures(SUNContext ctx)
{
  sunrealtype angle[2], rate[2];
  CHECK(figure_errors(ctx, 1, angle, rate) == 0);
  CHECK(figure_errors(ctx, 2, angle + 1, rate + 1) == 0);
  CHECK(angle[0] < 0.01);
  CHECK(rate[0] < 0.06);
  CHECK_IN(angle[0] / angle[1], 1.7, 2.3);
  CHECK_IN(rate[0] / rate[1], 1.7, 2.3);
}

static void check_states(SUNContext ctx)
{
  const sunrealtype h = SUN_RCONST(1.0) / 1024;
  struct paper_case c = base;
  c.t1                = 0.5;
  CHECK(paper_reaches(&c, ctx, h, "double_pendulum/newmark_state", 1e-7));
  c.formulation = GALPHA_SOI2_LITERAL;
  c.family      = GALPHA_CHUNG_HULBERT;
  c.par[0]      = 0.2;
  CHECK(paper_reaches(&c, ctx, h, "double_pendulum/soi2_state", 1e-7));
  c.formulation = GALPHA_SOI2;
  CHECK(paper_reaches(&c, ctx, h, "double_pendulum/soi2_state", 1e-2));
}

/* Stiff reactions of the start. */
static void check_start(SUNContext ctx)
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

TESTS(check_table, check_order, check_figures, check_states, check_start)
