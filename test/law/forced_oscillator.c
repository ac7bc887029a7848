/* The forced oscillator m u'' + c u' + k u = F cos(w t), as one component of
 * order 2 and as two of order 1: closed solution, order and tolerance. */
#include "support/models/callbacks.h"
#include "support/run/residual.h"
#include "support/test.h"

#define M 2.0
#define C 0.4
#define K 18.0
#define F 5.0
#define W 2.3

struct motion
{
  sunrealtype u, v, a;
};

/* Steady state plus a free vibration that makes u(0) = 1, u'(0) = 0. */
static struct motion exact(sunrealtype t)
{
  const sunrealtype d = K - M * W * W, e = C * W, size = d * d + e * e;
  const sunrealtype p = F * d / size, s = F * e / size;
  const sunrealtype z = C / (2.0 * M), w = sqrt(K / M - z * z);
  const sunrealtype A = 1.0 - p, B = (z * A - W * s) / w;
  const sunrealtype E = exp(-z * t), co = cos(w * t), si = sin(w * t);
  struct motion m;
  m.u = p * cos(W * t) + s * sin(W * t) + E * (A * co + B * si);
  m.v = W * (s * cos(W * t) - p * sin(W * t)) +
        E * ((w * B - z * A) * co - (w * A + z * B) * si);
  m.a = (F * cos(W * t) - C * m.v - K * m.u) / M;
  return m;
}

RESIDUAL2(second_order)
{
  r[0] = M * ypp[0] + C * yp[0] + K * y[0] - F * cos(W * t);
}

RESIDUAL1(first_order)
{
  r[0] = yp[0] - y[1];
  r[1] = M * yp[1] + C * y[1] + K * y[0] - F * cos(W * t);
}

static void start_second(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp,
                         void *data)
{
  y[0] = 1.0;
}

static void start_first(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp,
                        void *data)
{
  y[0]  = 1.0;
  yp[1] = (F - K) / M;
}

static const struct residual_problem problems[2] = {
  {.name = "order 2", .n = 1, .res2 = second_order, .start = start_second},
  {.name = "order 1", .n = 2, .res1 = first_order, .start = start_first}};

static struct motion at_end(const struct residual_run *run)
{
  const sunrealtype *y = residual_y(run), *yp = residual_yp(run);
  if (run->pb->res1) { return (struct motion){y[0], y[1], yp[1]}; }
  return (struct motion){y[0], yp[0], residual_ypp(run)[0]};
}

/* h = 0: error control at rtol. */
static struct motion errors(const struct residual_problem *pb, SUNContext ctx,
                            sunrealtype h, sunrealtype rtol, sunrealtype rho)
{
  struct residual_run run;
  int ret = residual_begin(&run, pb, ctx);
  if (!ret) { ret = GALPHASStolerances(run.mem, rtol, rtol); }
  if (!ret) { ret = GALPHASetRhoInf(run.mem, rho); }
  if (!ret) { ret = GALPHASetRhoInfState(run.mem, rho); }
  if (!ret) { ret = GALPHASetFixedStep(run.mem, h); }
  if (!ret) { ret = residual_to(&run, 10.0); }
  CHECK(ret == 0);
  const struct motion s = at_end(&run), e = exact(10.0);
  long int steps = 0;
  CHECK(GALPHAGetNumSteps(run.mem, &steps) == 0);
  residual_end(&run);
  const struct motion d = {fabs(s.u - e.u), fabs(s.v - e.v), fabs(s.a - e.a)};
  printf("%s rho %.1f h %.3g rtol %.0e: %ld steps, errors u %.1e v %.1e a "
         "%.1e\n",
         pb->name, rho, h, rtol, steps, d.u, d.v, d.a);
  return d;
}

static void check_order(const struct residual_problem *pb, SUNContext ctx,
                        sunrealtype rho)
{
  const struct motion e1 = errors(pb, ctx, 0.01, 1e-10, rho);
  const struct motion e2 = errors(pb, ctx, 0.005, 1e-10, rho);
  CHECK_IN(residual_order(e1.u, e2.u), 1.9, 2.1);
  CHECK_IN(residual_order(e1.v, e2.v), 1.9, 2.1);
  CHECK_IN(residual_order(e1.a, e2.a), 1.9, 2.1);
}

/* Errors fall like rtol^(2/3). */
static void check_tolerance(const struct residual_problem *pb, SUNContext ctx)
{
  const struct motion e1 = errors(pb, ctx, 0.0, 1e-4, 0.8);
  const struct motion e2 = errors(pb, ctx, 0.0, 1e-7, 0.8);
  CHECK_IN(log10(e1.u / e2.u) / 3.0, 0.5, 1.0);
  CHECK_IN(log10(e1.v / e2.v) / 3.0, 0.5, 1.0);
  CHECK(e2.u <= 1e-4);
  CHECK(e2.v <= 3e-4);
}

/* exact() is a solution: m a + c v + k u by its own, v and a by differences. */
static void check_exact(void)
{
  const sunrealtype h = 1e-5, t = 1.7;
  const struct motion l = exact(t - h), m = exact(t), r = exact(t + h);
  CHECK_REL(exact(0.0).u, 1.0, 1e-14);
  CHECK(fabs(exact(0.0).v) <= 1e-14);
  CHECK_REL(m.v, (r.u - l.u) / (2.0 * h), 1e-8);
  CHECK_REL(m.a, (r.v - l.v) / (2.0 * h), 1e-8);
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8, 1.0};
  check_exact();
  for (int p = 0; p < 2; p++)
  {
    for (int i = 0; i < 4; i++) { check_order(&problems[p], ctx, rho[i]); }
    check_tolerance(&problems[p], ctx);
  }
}
