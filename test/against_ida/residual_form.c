/* Mechanisms in residual form by GALPHA, and by IDA on their first-order reduction:
 * the difference is no larger than the sum of the errors that each shows when its
 * tolerance, or its step, is made smaller. The stiff double pendulum of Gavrea
 * et al. (2005) has index 3 for both. */
#include "support/check/agreement.h"
#include "support/ida/solve.h"
#include "support/models/spring_mass_controlled.h"
#include "support/test.h"

#define MAX_SIZE 10

/* y and y' at the end. */
struct end
{
  sunrealtype y[MAX_SIZE], yp[MAX_SIZE];
};

struct match
{
  const struct residual_problem *pb, *ida_pb;
  /* GALPHA's run and IDA's; `fine` 1: with about a tenth of the error */
  int (*galpha)(const struct match *m, int fine, struct end *e);
  sunrealtype t1;
  sunindextype compared; /* y of the first so many components, */
  sunindextype rates;    /* y' of the first so many */
  sunrealtype ida_rtol, ida_wscale, ida_output;
  const struct residual_mech *mech; /* whose multipliers have their tolerance */
};

static void take(const struct residual_run *r, struct end *e)
{
  for (sunindextype i = 0; i < r->pb->n; i++)
  {
    e->y[i]  = residual_y(r)[i];
    e->yp[i] = residual_yp(r)[i];
  }
}

/* Error control; without the multipliers, which jump with h in index 3. */
static int adaptive(const struct match *m, int fine, struct end *e)
{
  const sunrealtype rtol = fine ? 1e-7 / 30 : 1e-7;
  struct residual_run r;
  int ret = residual_begin(&r, m->pb, ctx);
  if (!ret)
  {
    ret = m->mech ? residual_mech_tolerances(m->mech, r.mem, rtol, rtol, 10.0)
                  : GALPHASStolerances(r.mem, rtol, rtol);
  }
  if (!ret && m->mech)
  {
    ret = GALPHASetOption(r.mem, "test_algebraic", SUNFALSE);
  }
  if (!ret) { ret = residual_to(&r, m->t1); }
  if (!ret) { take(&r, e); }
  return ret;
}

/* As in the example: Newmark, gamma = 3/4, of order 1; steps of 1/1000. */
static int newmark(const struct match *m, int fine, struct end *e)
{
  const sunrealtype par[] = {25.0 / 64, 0.75}, one = 1.0;
  const sunrealtype steps = fine ? 1e4 : 1e3;
  struct residual_run r;
  int ret = residual_begin(&r, m->pb, ctx);
  if (!ret) { ret = GALPHASetMethod(r.mem, GALPHA_NEWMARK, par); }
  if (!ret)
  {
    ret = residual_mech_tolerances(m->mech, r.mem, 1e-8, 1e-8, 1e-3);
  }
  if (!ret)
  {
    ret = residual_steps(&r, 1.0 / steps, &one, 1, lround(m->t1 * steps));
  }
  if (!ret) { take(&r, e); }
  return ret;
}

static int by_ida(const struct match *m, sunrealtype rtol, struct end *e)
{
  const struct ida_ref_tolerances tol = {rtol, rtol, rtol * m->ida_wscale,
                                         m->ida_output};
  return ida_residual_solve(m->ida_pb, ctx, &tol, m->t1, e->y, e->yp);
}

/* Differences of y and y' by the sums of the errors. */
static void compare(const struct match *m, sunrealtype ratio[2])
{
  struct end e[4];
  const sunrealtype *y[4], *yp[4];
  CHECK(m->galpha(m, 0, &e[0]) == 0);
  CHECK(m->galpha(m, 1, &e[1]) == 0);
  CHECK(by_ida(m, m->ida_rtol, &e[2]) == 0);
  CHECK(by_ida(m, m->ida_rtol / 100, &e[3]) == 0);
  for (int i = 0; i < 4; i++)
  {
    y[i]  = e[i].y;
    yp[i] = e[i].yp;
  }
  printf("%s\n", m->pb->name);
  ratio[0] = disagreement("  y", y, m->compared, 0.02);
  ratio[1] = disagreement("  y'", yp, m->rates, 0.02);
}

static void agree(const struct match *m)
{
  sunrealtype ratio[2];
  compare(m, ratio);
  CHECK_IN(ratio[0], 0.0, AGREEMENT);
  CHECK_IN(ratio[1], 0.0, AGREEMENT);
}

TEST_MAIN()
{
  sunrealtype gain = spring_mass_gain, more = 1.001 * spring_mass_gain;
  sunrealtype ratio[2];
  const struct residual_problem spring = spring_mass(&gain);
  const struct residual_problem other  = spring_mass(&more);
  struct residual_mech low;
  CHECK(residual_mech_new(&low, &paper_double_pendulum, ctx) == 0);
  const struct match pendulum = {.pb         = &low.pb,
                                 .ida_pb     = &low.pb,
                                 .galpha     = newmark,
                                 .t1         = 2.0,
                                 .compared   = 6,
                                 .rates      = 6,
                                 .ida_rtol   = 1e-6,
                                 .ida_wscale = 100.0,
                                 .ida_output = 1e3,
                                 .mech       = &low};
  struct match controlled     = pendulum;
  controlled.galpha           = adaptive;
  struct match m              = {.pb         = &spring,
                                 .ida_pb     = &spring,
                                 .galpha     = adaptive,
                                 .t1         = 5.0,
                                 .compared   = SPRING_MASS_SIZE,
                                 .rates      = 1,
                                 .ida_rtol   = 1e-7,
                                 .ida_wscale = 1.0,
                                 .ida_output = 1e-7};
  agree(&pendulum);
  agree(&controlled);
  agree(&m);
  /* Negative control: a gain that differs by a thousandth. */
  m.ida_pb = &other;
  compare(&m, ratio);
  CHECK(ratio[0] > 2.0 && ratio[1] > 2.0);
}
