/* Consistent start of the residual form: y'' of order 2, y' of order 1 and y of
 * order 0 from bad guesses; all of y from y'; restarts; a start that F does not
 * determine is told, not made up. */
#include "support/test.h"

/* Two first-order states and an output; at rest x = 2.0997856714, y = ln x. */
RESIDUAL1_IS(kinetics, yp[0] + y[0] * y[0] * y[0] + y[1] - 10.0,
             yp[1] + exp(y[1]) - y[0], y[2] - y[0] * y[1])

static struct small *begin_kinetics(const sunrealtype *yp)
{
  SMALL(s, .n = 3, .q = VALUES(1.0, 0.5, -7.0), .v = yp, .res1 = kinetics,
        .order = VALUES(1.0, 1.0, 0.0), .rtol = 1e-6, .atol = 1e-8);
  return s;
}

static void find(struct small *s, int icopt)
{
  CHECK(!GALPHACalcIC(s->mem, icopt, 1.0));
  CHECK(!GALPHAGetConsistentIC(s->mem, s->q, s->v));
}

static void check_first_order(int icopt)
{
  struct small *s = begin_kinetics(VALUES(3.0, 0.0, 0.0));
  find(s, icopt);
  const sunrealtype *y = small_q(s), *yp = small_v(s);
  CHECK(y[0] == 1.0 && y[1] == 0.5);
  CHECK_REL(y[2], 0.5, 1e-12);
  CHECK_REL(yp[0], 8.5, 1e-12);
  CHECK_REL(yp[1], 1.0 - exp(0.5), 1e-12);
}

/* GALPHA_Y_INIT: y' = 0 is the steady state, x^3 + ln x = 10. */
static void check_steady(void)
{
  struct small *s = begin_kinetics(NULL);
  find(s, GALPHA_Y_INIT);
  const sunrealtype *y = small_q(s);
  CHECK_REL(y[0] * y[0] * y[0] + log(y[0]), 10.0, 1e-10);
  CHECK_REL(y[1], log(y[0]), 1e-10);
  CHECK_REL(y[2], y[0] * y[1], 1e-10);
  CHECK(!small_solve(s, 5.0));
  CHECK_REL(y[0] * y[0] * y[0] + log(y[0]), 10.0, 1e-6);
}

/* Stiffness has no say in the start. */
RESIDUAL2_IS(stiff, yp[0] + 1e8 * (y[0] - 1.0), ypp[1] + 1e16 * (y[1] - 2.0))

static void check_stiff(void)
{
  SMALL(s, .n = 2, .q = VALUES(1.5, 2.25), .res2 = stiff,
        .order = VALUES(1.0, 2.0), .rtol = 1e-6, .atol = 1e-8);
  find(s, GALPHA_YA_YDP_INIT);
  CHECK_REL(small_v(s)[0], -5e7, 1e-7);
  CHECK(!GALPHAGetDky(s->mem, 0.0, 2, s->q));
  CHECK_REL(small_q(s)[1], -2.5e15, 1e-7);
  CHECK(isnan(small_q(s)[0])); /* y'' of a component of order 1 */
}

/* The model with outputs, states' rates and accelerations spoiled. */
static int spoil(struct residual_run *run, struct residual_model *m,
                 int constrained)
{
  residual_model_new(m, constrained, NULL);
  m->pb.ypp_known                        = 0;
  int ret                                = residual_begin(run, &m->pb, ctx);
  residual_y(run)[RESIDUAL_MODEL_U]      = 3.0;
  residual_y(run)[RESIDUAL_MODEL_LAMBDA] = -4.0;
  residual_yp(run)[RESIDUAL_MODEL_X1]    = 9.0;
  return ret ? ret : GALPHAReInit(run->mem, 0.0, run->y, run->yp);
}

static void check_mechatronic(int icopt)
{
  sunrealtype y[RESIDUAL_MODEL_SIZE], d[RESIDUAL_MODEL_SIZE],
    dd[RESIDUAL_MODEL_SIZE];
  struct residual_model m;
  struct residual_run run;
  int ret = spoil(&run, &m, 0);
  if (!ret) { ret = GALPHACalcIC(run.mem, icopt, 1.0); }
  if (!ret) { ret = GALPHAGetConsistentIC(run.mem, run.y, run.yp); }
  if (!ret) { ret = GALPHAGetDky(run.mem, 0.0, 2, run.ypp); }
  CHECK(ret == 0);
  residual_model_exact(&m, 0.0, y, d, dd);
  for (int i = 0; i < RESIDUAL_MODEL_SIZE; i++)
  {
    CHECK_NEAR(residual_y(&run)[i], y[i], 1e-10);
    if (i < RESIDUAL_MODEL_U) { CHECK_NEAR(residual_yp(&run)[i], d[i], 1e-10); }
    if (i < RESIDUAL_MODEL_X1)
    {
      CHECK_NEAR(residual_ypp(&run)[i], dd[i], 1e-10);
    }
  }
}

/* With tight tolerances y'' must not be taken as it is because y' changes y fast. */
static void check_tight(void)
{
  sunrealtype y[RESIDUAL_MODEL_SIZE], d[RESIDUAL_MODEL_SIZE],
    dd[RESIDUAL_MODEL_SIZE];
  struct residual_model m;
  struct residual_run run;
  residual_model_new(&m, 0, NULL);
  m.pb.ypp_known = 0;
  CHECK(residual_begin(&run, &m.pb, ctx) == 0);
  CHECK(!GALPHASStolerances(run.mem, 1e-10, 1e-10));
  CHECK(!GALPHACalcIC(run.mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHAGetDky(run.mem, 0.0, 2, run.ypp));
  residual_model_exact(&m, 0.0, y, d, dd);
  for (int i = 0; i < RESIDUAL_MODEL_X1; i++)
  {
    CHECK_NEAR(residual_ypp(&run)[i], dd[i], 1e-10);
  }
}

/* In index 3 F = 0 alone does not say what y'' and the multiplier are. */
static void check_undetermined(void)
{
  struct caught c = {0};
  struct residual_model m;
  struct residual_run run;
  CHECK(spoil(&run, &m, 1) == 0);
  CHECK(GALPHASetErrHandlerFn(run.mem, caught_handler, &c) == 0);
  CHECK(GALPHACalcIC(run.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_SINGULAR_JAC);
  CHECK(c.count == 1);
  CHECK(caught_says(&c, GALPHA_SINGULAR_JAC, "F[5] contains none"));
}

/* A second run on the same object equals the first. */
static void check_reinit(void)
{
  struct residual_model m;
  struct residual_run a, b;
  N_Vector y0, yp0;
  residual_model_new(&m, 0, NULL);
  m.pb.ypp_known = 0;
  CHECK(residual_begin(&a, &m.pb, ctx) == 0);
  CHECK(residual_begin(&b, &m.pb, ctx) == 0);
  y0  = KEEP(N_VClone(a.y));
  yp0 = KEEP(N_VClone(a.yp));
  N_VScale(1.0, a.y, y0);
  N_VScale(1.0, a.yp, yp0);
  CHECK(residual_to(&a, 0.7) == 0);
  CHECK(residual_to(&b, 1.3) == 0);
  CHECK(GALPHAReInit(b.mem, 0.0, y0, yp0) == 0);
  CHECK(residual_to(&b, 0.7) == 0);
  CHECK(residual_distance(&b, &a) <= 1e-14);
}

/* A pendulum of 1e10 kg in an inclined field: beside its forces one tolerance of its
 * multiplier is less than a rounding, and a difference over it nothing. */
#define HEAVY 1e10
RESIDUAL2_IS(heavy, HEAVY *(ypp[0] + 1.7) + y[2] * y[0],
             HEAVY *(ypp[1] + 9.81) + y[2] * y[1],
             0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0))

static void check_heavy(void)
{
  SMALL(s, .n = 3, .q = VALUES(0.6, -0.8, 0.0), .v = VALUES(0.0, 0.0, 0.0),
        .res2 = heavy, .order = VALUES(2.0, 2.0, 0.0), .rtol = 1e-8);
  CHECK(!small_solve(s, 0.5));
  const sunrealtype *y = small_q(s), *v = small_v(s);
  const sunrealtype field = -1.7 * y[0] - 9.81 * y[1];
  const sunrealtype twice = v[0] * v[0] + v[1] * v[1];
  CHECK_REL(0.5 * twice, field + 1.7 * 0.6 - 9.81 * 0.8, 1e-5);
  CHECK_REL(y[2], HEAVY * (twice + field), 1e-4);
}

TEST_MAIN()
{
  check_heavy();
  check_first_order(GALPHA_YA_YDP_INIT);
  check_first_order(GALPHA_ACC_INIT);
  check_steady();
  check_stiff();
  check_mechatronic(GALPHA_YA_YDP_INIT);
  check_mechatronic(GALPHA_ACC_INIT);
  check_tight();
  check_undetermined();
  check_reinit();
}
