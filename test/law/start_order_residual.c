/* The shifted start of the residual form: accelerations, outputs and multipliers of the
 * first fixed steps are wrong by O(h^2), without constraints and in index 3, for several
 * methods, and again after a new start. Control: from y''_0 itself by O(h). */
#include "support/models/mechatronic.h"
#include "support/test.h"

#define FIRST 4   /* steps that are looked at */
#define T0    0.7 /* where y''' has a part along the gradient */
#define AGAIN 1.1

struct method
{
  int family;
  sunrealtype par[2];
};

static void start(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp, void *data)
{
  residual_model_exact(data, T0, y, yp, ypp);
}

/* Largest error of accelerations, output and multiplier in the first steps. */
static sunrealtype worst(struct residual_run *run,
                         const struct residual_model *m, sunrealtype h)
{
  sunrealtype y[RESIDUAL_MODEL_SIZE], d[RESIDUAL_MODEL_SIZE],
    dd[RESIDUAL_MODEL_SIZE], e = 0.0;
  for (int n = 0; n < FIRST; n++)
  {
    CHECK(residual_step(run, h) == 0);
    residual_model_exact(m, run->t, y, d, dd);
    for (int i = RESIDUAL_MODEL_U; i <= RESIDUAL_MODEL_LAMBDA; i++)
    {
      e = fmax(e, fabs(residual_y(run)[i] - y[i]));
    }
    for (int i = RESIDUAL_MODEL_Q1; i <= RESIDUAL_MODEL_Q2; i++)
    {
      e = fmax(e, fabs(residual_ypp(run)[i] - dd[i]));
    }
  }
  return e;
}

/* Of a first start, and of one anew with (given) or without y''. */
static void errors(SUNContext ctx, const struct method *method, int constrained,
                   int how, sunrealtype h, sunrealtype e[2])
{
  const int given = constrained;
  struct residual_model m;
  struct residual_run run;
  residual_model_new(&m, constrained, NULL);
  m.pb.start = start;
  m.pb.t0    = T0;
  CHECK(residual_begin(&run, &m.pb, ctx) == 0);
  CHECK(!GALPHASetMethod(run.mem, method->family, method->par));
  CHECK(!GALPHASStolerances(run.mem, 1e-10, 1e-10));
  CHECK(!GALPHASetOption(run.mem, "start", how));
  e[0] = worst(&run, &m, h);
  residual_model_exact(&m, AGAIN, residual_y(&run), residual_yp(&run),
                       residual_ypp(&run));
  run.t = AGAIN;
  CHECK(!GALPHAReInit2(run.mem, AGAIN, run.y, run.yp, given ? run.ypp : NULL));
  if (!given) { CHECK(!GALPHACalcIC(run.mem, GALPHA_ACC_INIT, AGAIN + 1.0)); }
  e[1] = worst(&run, &m, h);
  residual_end(&run);
}

static void check(SUNContext ctx, const struct method *method, int constrained)
{
  for (int how = GALPHA_START_SHIFTED; how <= GALPHA_START_A0; how++)
  {
    sunrealtype coarse[2], fine[2];
    errors(ctx, method, constrained, how, 0.01, coarse);
    errors(ctx, method, constrained, how, 0.0025, fine);
    for (int i = 0; i < 2; i++)
    {
      const sunrealtype order = 0.5 * residual_order(coarse[i], fine[i]);
      printf("family %d (%.2f) %s, start %d%s: %.1e, order %.2f\n",
             method->family, method->par[0],
             constrained ? "index 3" : "index 1", how, i ? " anew" : "",
             fine[i], order);
      if (how == GALPHA_START_SHIFTED) { CHECK(order >= 1.8); }
      else if (constrained) { CHECK_IN(order, 0.8, 1.2); }
    }
  }
}

/* What a start cannot know is refused, and changes nothing. */
static void check_refused(SUNContext ctx)
{
  struct residual_model m;
  struct residual_run run, same;
  residual_model_new(&m, 1, NULL);
  CHECK(residual_begin(&run, &m.pb, ctx) == 0);
  CHECK(residual_begin(&same, &m.pb, ctx) == 0);
  CHECK(!GALPHASetErrFile(run.mem, NULL));
  N_Vector bad = N_VNew_Serial(2, ctx);
  N_VConst(0.0, bad);
  CHECK(residual_step(&run, 0.01) == 0 && residual_step(&same, 0.01) == 0);
  CHECK(GALPHAReInit2(run.mem, 0.0, run.y, run.yp, bad) == GALPHA_ILL_INPUT);
  CHECK(GALPHAReInit2(run.mem, 0.0, bad, run.yp, run.ypp) == GALPHA_ILL_INPUT);
  CHECK(residual_step(&run, 0.01) == 0 && residual_step(&same, 0.01) == 0);
  CHECK(residual_distance(&run, &same) == 0.0);
  N_VDestroy(bad);
  residual_end(&run);
  residual_end(&same);
}

TEST_MAIN(ctx)
{
  static const struct method methods[] = {
    {GALPHA_CHUNG_HULBERT, {0.0}}, {GALPHA_CHUNG_HULBERT, {0.2}},
    {GALPHA_CHUNG_HULBERT, {0.5}}, {GALPHA_CHUNG_HULBERT, {0.8}},
    {GALPHA_CHUNG_HULBERT, {0.9}}, {GALPHA_HHT, {-0.3}},
    {GALPHA_HHT, {-0.05}},         {GALPHA_NEWMARK, {0.25, 0.5}}};
  for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
  {
    check(ctx, &methods[i], 0);
    check(ctx, &methods[i], 1);
  }
  check_refused(ctx);
}
