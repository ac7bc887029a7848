/* What the demo does with an integrator, whichever it is. */
#include <time.h>

#include "demo.h"

static double now(void)
{
  struct timespec ts;

  timespec_get(&ts, TIME_UTC);
  return (double)ts.tv_sec + 1e-9 * (double)ts.tv_nsec;
}

/* Seconds of one integration from 0 to the end. */
static double once(const struct demo_solver *solver, SUNContext ctx,
                   double rtol)
{
  struct demo_model model = {slider_crank_standard, 0};
  void *run          = solver->open(ctx, solver->formulation, rtol, &model);
  const double begin = now();

  solver->solve(run, DEMO_END, GALPHA_NORMAL);
  const double seconds = now() - begin;
  solver->close(run);
  return seconds;
}

static void watch_constraints(const struct slider_crank *par,
                              const struct demo_state *s, struct demo_row *row)
{
  sunrealtype g[2], G[6];

  slider_crank_constraints(par, s->q, g);
  slider_crank_constraint_jac(par, s->q, G);
  for (int j = 0; j < 2; j++)
  {
    double rate = 0;
    for (int i = 0; i < 3; i++) { rate += G[3 * j + i] * s->v[i]; }
    row->g    = fmax(row->g, fabs(g[j]));
    row->gdot = fmax(row->gdot, fabs(rate));
  }
}

static void watch_error(const struct slider_crank_state *exact,
                        const struct demo_state *s, struct demo_row *row)
{
  row->error_q = fmax(row->error_q, example_distance(s->q, exact->q, 3));
  row->error_v = fmax(row->error_v, example_distance(s->v, exact->v, 3));
}

void demo_measure(const struct demo_solver *solver, SUNContext ctx, double rtol,
                  struct demo_row *row)
{
  struct demo_model model = {slider_crank_standard, 0};
  void *run = solver->open(ctx, solver->formulation, rtol, &model);
  struct demo_state s;
  double t = 0;
  int next = 0;

  *row = (struct demo_row){0};
  while (next < SLIDER_CRANK_ACCURATE)
  {
    t = solver->solve(run, DEMO_END, GALPHA_ONE_STEP);
    solver->at(run, t, &s);
    watch_constraints(&model.par, &s, row);
    for (; next < SLIDER_CRANK_ACCURATE && slider_crank_accurate[next].t <= t;
         next++)
    {
      solver->at(run, slider_crank_accurate[next].t, &s);
      watch_error(&slider_crank_accurate[next], &s, row);
    }
  }
  row->steps     = solver->steps(run);
  row->jacobians = solver->jacobians(run);
  row->residuals = model.residuals;
  solver->close(run);

  row->seconds = once(solver, ctx, rtol);
  for (int i = 1; i < 5; i++)
  {
    row->seconds = fmin(row->seconds, once(solver, ctx, rtol));
  }
}

void demo_record(const struct demo_solver *solver, SUNContext ctx, double rtol,
                 double dt, FILE *file)
{
  struct demo_model model = {slider_crank_standard, 0};
  void *run          = solver->open(ctx, solver->formulation, rtol, &model);
  const long samples = lround(DEMO_END / dt);
  long next          = 0;

  while (next <= samples)
  {
    const double t = solver->solve(run, DEMO_END, GALPHA_ONE_STEP);
    for (; next <= samples && (double)next * dt <= t; next++)
    {
      struct demo_state s;
      solver->at(run, (double)next * dt, &s);
      fprintf(file, "%.6f %.9f %.9f %.9f %.9f %.9f %.9f %.9f %.9f\n",
              (double)next * dt, s.q[0], s.q[1], s.q[2], s.v[0], s.v[1], s.v[2],
              s.lambda[0], s.lambda[1]);
    }
  }
  solver->close(run);
}
