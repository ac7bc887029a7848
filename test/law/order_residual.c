/* Order 2 of coordinates, velocities, accelerations, states, their derivatives,
 * outputs and multipliers, for rho from 0 to 0.9, in constant steps; without
 * constraints (in index 3 multipliers follow changes of h to first order) also for
 * rho = 1 and in steps in the ratio 1:2 and random ones. Negative control: without
 * formula (14) these cost velocities and states an order. */
#include "support/models/mechatronic.h"
#include "support/test.h"

enum kind
{
  POSITION,
  VELOCITY,
  ACCELERATION,
  STATE,
  RATE,
  OUTPUT,
  MULTIPLIER,
  KINDS
};

static const char *const names[] = {"q", "v", "a", "x", "x'", "u", "lambda"};

struct error
{
  sunrealtype e[KINDS];
};

static sunrealtype apart(const sunrealtype *x, const sunrealtype *y, int i)
{
  return fabs(x[i] - y[i]);
}

static struct error compare(const struct residual_run *run,
                            const struct residual_model *m)
{
  sunrealtype y[RESIDUAL_MODEL_SIZE], d[RESIDUAL_MODEL_SIZE],
    dd[RESIDUAL_MODEL_SIZE];
  const sunrealtype *u = residual_y(run), *v = residual_yp(run);
  const sunrealtype *a = residual_ypp(run);
  residual_model_exact(m, run->t, y, d, dd);
  return (struct error){
    .e = {
      hypot(apart(u, y, RESIDUAL_MODEL_Q1), apart(u, y, RESIDUAL_MODEL_Q2)),
      hypot(apart(v, d, RESIDUAL_MODEL_Q1), apart(v, d, RESIDUAL_MODEL_Q2)),
      hypot(apart(a, dd, RESIDUAL_MODEL_Q1), apart(a, dd, RESIDUAL_MODEL_Q2)),
      hypot(apart(u, y, RESIDUAL_MODEL_X1), apart(u, y, RESIDUAL_MODEL_X2)),
      hypot(apart(v, d, RESIDUAL_MODEL_X1), apart(v, d, RESIDUAL_MODEL_X2)),
      apart(u, y, RESIDUAL_MODEL_U), apart(u, y, RESIDUAL_MODEL_LAMBDA)}};
}

#define STEPS 8 /* of a pattern of mean 1 */

enum pattern
{
  CONSTANT,
  ALTERNATING,
  RANDOM,
  PATTERNS
};

static const sunrealtype patterns[PATTERNS][STEPS] = {
  {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0},
  {2.0 / 3, 4.0 / 3, 2.0 / 3, 4.0 / 3, 2.0 / 3, 4.0 / 3, 2.0 / 3, 4.0 / 3},
  {0.71, 1.42, 1.18, 0.55, 0.93, 1.37, 1.24, 0.6}};

struct setting
{
  int constrained, correct;
  sunrealtype rho;
  enum pattern pattern;
};

static struct error march(const struct setting *s, SUNContext ctx, long count)
{
  struct residual_model m;
  struct residual_run run;
  residual_model_new(&m, s->constrained, NULL);
  int ret = residual_begin(&run, &m.pb, ctx);
  if (!ret) { ret = GALPHASetRhoInf(run.mem, s->rho); }
  if (!ret) { ret = GALPHASetRhoInfState(run.mem, s->rho); }
  if (!ret) { ret = GALPHASStolerances(run.mem, 1e-8, 1e-8); }
  if (!ret) { ret = GALPHASetStepChangeCorrection(run.mem, s->correct); }
  if (!ret)
  {
    ret = residual_steps(&run, 2.2 / (sunrealtype)count, patterns[s->pattern],
                         STEPS, count);
  }
  CHECK(ret == 0);
  const struct error e = compare(&run, &m);
  residual_end(&run);
  return e;
}

static struct error orders(const struct setting *s, SUNContext ctx)
{
  const struct error e1 = march(s, ctx, 200), e2 = march(s, ctx, 800);
  struct error p;
  printf("%s rho %.1f pattern %d%s:", s->constrained ? "index 3" : "index 1",
         s->rho, s->pattern, s->correct ? "" : " uncorrected");
  for (int k = 0; k < KINDS; k++)
  {
    p.e[k] = residual_order(e1.e[k], e2.e[k]) / 2.0;
    printf(" %s %.2f", names[k], p.e[k]);
  }
  printf("\n");
  return p;
}

static void check_all(const struct setting *s, SUNContext ctx)
{
  const struct error p = orders(s, ctx);
  for (int k = 0; k < KINDS; k++) { CHECK_IN(p.e[k], 1.9, 2.1); }
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.8, 0.9, 1.0};
  for (int i = 0; i < 6; i++)
  {
    for (int p = CONSTANT; p < PATTERNS; p++)
    {
      const struct setting s = {0, 1, rho[i], (enum pattern)p};
      check_all(&s, ctx);
    }
    const struct setting index3 = {1, 1, rho[i], CONSTANT};
    if (rho[i] < 1.0) { check_all(&index3, ctx); }
  }
  for (int i = 0; i < 4; i++)
  {
    const struct setting bare = {0, 0, rho[i], ALTERNATING};
    const struct error p      = orders(&bare, ctx);
    CHECK(p.e[VELOCITY] < 1.5);
    CHECK(p.e[STATE] < 1.5);
  }
}
