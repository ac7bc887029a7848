/* Gavrea et al. (2005), section 6.2, the stiff double pendulum, Newmark gamma = 3/4 in
 * index 3: Table 3 with 3 Newton iterations and converged, Figures 2 and 3, and SOI2. */
#include "support/models/papers.h"
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

/* As printed; the first row is the one of 3 Newton iterations. */
static const struct paper_errors printed[] = {
  {SUN_RCONST(1.0) / 512, 0.0776, 0.159, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 0.0126, 0.0939, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 0.00585, 0.0482, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 4096, 0.00282, 0.0244, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 8192, 0.00139, 0.0123, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 16384, 0.000685, 0.00616, 0, 0, 0, 0, 0},
};

/* By an independent implementation: converged; 3, 2, 1 iterations. */
static const struct paper_errors converged[] = {
  {SUN_RCONST(1.0) / 512, 3.011826e-02, 1.704732e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 1.257948e-02, 9.390451e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 5.855021e-03, 4.820807e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 4096, 2.825068e-03, 2.438688e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 8192, 1.387074e-03, 1.226353e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 16384, 6.871652e-04, 6.149345e-03, 0, 0, 0, 0, 0},
};
static const struct paper_errors three_newton[] = {
  {SUN_RCONST(1.0) / 512, 7.757596e-02, 1.586048e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 1.257954e-02, 9.390422e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 5.855021e-03, 4.820807e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 4096, 2.825068e-03, 2.438688e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 8192, 1.387074e-03, 1.226353e-02, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 16384, 6.871652e-04, 6.149345e-03, 0, 0, 0, 0, 0},
};
static const struct paper_errors two_newton[] = {
  {SUN_RCONST(1.0) / 512, 1.835055e+00, 8.505108e+00, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 1024, 4.263249e-03, 1.408885e-01, 0, 0, 0, 0, 0},
};
static const struct paper_errors one_newton[] = {
  {SUN_RCONST(1.0) / 1024, 1.879238e+00, 8.190086e+00, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 2048, 8.750442e-03, 1.331684e-01, 0, 0, 0, 0, 0},
  {SUN_RCONST(1.0) / 4096, 2.623767e-03, 2.550717e-02, 0, 0, 0, 0, 0},
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

/* t = 0.5, h = 2^-10 */
static const struct paper_state newmark_state = {
  {-0.825492434064605, -0.564413183139882, 3.74131486541698, -2.89970192019803,
   -1.95991343986024, 3.7288236906479},
  {1.40190562487268, -2.0504423279342, 2.48387720551002, 4.92898623249543,
   -7.29407683839268, 2.5571535345819},
  {32.51021928779, -36.77528930447, 48.70297621816, 113.192969126,
   -128.4734259275, 48.27066696062},
  {-131.4885486012, 116.4948956916, 33.9578907378, -35.59902777824},
  {0}};
static const struct paper_state soi2_state = {
  {-0.828384816397749, -0.560159437983212, 3.73617090956914, -2.90665436087018,
   -1.94964882630324, 3.72741720565461},
  {1.36781832516167, -2.02278111430925, 2.44183750627561, 4.80288632942039,
   -7.16111810836375, 2.49267457211388},
  {32.29670443731, -37.53166028067, 49.17307388658, 112.6061157308,
   -131.205457201, 48.87478524106},
  {-131.1013152572, 118.5474812931, 33.89498873998, -36.14985717746},
  {0}};

static void check_table(SUNContext ctx)
{
  struct paper_case c = base;
  CHECK(paper_compare(&c, ctx, converged + 1, COUNT(converged) - 1,
                      PAPER_DIGITS) <= PAPER_DIGITS);
  c.newton = 30; /* h = 1/512 needs a matrix per iteration */
  CHECK(paper_compare(&c, ctx, converged, 1, PAPER_DIGITS) <= PAPER_DIGITS);
  c.newton = 3;
  CHECK(paper_compare(&c, ctx, three_newton, COUNT(three_newton),
                      PAPER_DIGITS) <= PAPER_DIGITS);
  CHECK(paper_compare(&c, ctx, printed, COUNT(printed), 5e-3) <= 5e-3);
  c.newton = 2;
  CHECK(paper_compare(&c, ctx, two_newton, COUNT(two_newton), PAPER_DIGITS) <=
        PAPER_DIGITS);
  c.newton = 1;
  CHECK(paper_compare(&c, ctx, one_newton, COUNT(one_newton), PAPER_DIGITS) <=
        PAPER_DIGITS);
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
  void *mem              = paper_create(&base, ctx);
  int ret                = mem ? problem_state_new(&s, base.pb, ctx) : -1;
  *angle = *rate = 0;
  for (int i = 0; !ret && i < COUNT(figure); i++)
  {
    ret = problem_run_steps(mem, base.pb, &h, 1, figure[i][0], &s, NULL);
    if (ret) { break; }
    *angle = fmax(*angle, fabs(N_VGetArrayPointer(s.q)[2] - figure[i][1]));
    *rate  = fmax(*rate, fabs(N_VGetArrayPointer(s.v)[2] - figure[i][2]));
  }
  problem_state_free(&s);
  GALPHAFree(&mem);
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
  CHECK(paper_compare_state(&c, ctx, h, &newmark_state, 1e-7) <= 1e-7);
  c.formulation = GALPHA_SOI2_LITERAL;
  c.family      = GALPHA_CHUNG_HULBERT;
  c.par[0]      = 0.2;
  CHECK(paper_compare_state(&c, ctx, h, &soi2_state, 1e-7) <= 1e-7);
  c.formulation = GALPHA_SOI2;
  CHECK(paper_compare_state(&c, ctx, h, &soi2_state, 1e-2) <= 1e-2);
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
  void *mem                          = paper_create(&base, ctx);
  CHECK(mem && problem_state_new(&s, base.pb, ctx) == 0);
  CHECK(GALPHACalcIC(mem, GALPHA_ACC_INIT, 1) == 0);
  CHECK(GALPHAGetAcceleration(mem, 0, s.a) == 0);
  CHECK(GALPHAGetMultipliers(mem, 0, s.lambda, NULL) == 0);
  CHECK(problem_dist(N_VGetArrayPointer(s.a), a0, 6) < 1e-3);
  CHECK(problem_dist(N_VGetArrayPointer(s.lambda), lambda0, 4) < 1e-3);
  problem_state_free(&s);
  GALPHAFree(&mem);
}

TEST_MAIN(ctx)
{
  check_table(ctx);
  check_order(ctx);
  check_figures(ctx);
  check_states(ctx);
  check_start(ctx);
}
