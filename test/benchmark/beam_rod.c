/* What a step costs: slider-crank with a beam rod (EI = 10, eta = 1e-5, Omega =
 * 10), by SOI2. Prints counts, times, and the time a step takes beside what the
 * callbacks, back-solves and factorisations that it makes take alone.
 *
 *     benchmark_beam_rod [bars [repeats]]     (1000, 3) */
#include "support/check/sundials_compat.h"
#include "support/models/flexible/cost.h"

#include <stdio.h>

#define OUTPUTS     10
#define MAX_REPEATS 25
#define TOLERANCES  5

static const sunrealtype tolerances[TOLERANCES] = {1e-3, 3e-4, 1e-4, 3e-5,
                                                   1e-5};

struct setting
{
  struct flexible *fl;
  SUNContext ctx;
  int repeats;
  struct flexible_track track;
};

struct counts
{
  long steps, residuals, solves, jacobians, setups, errors, failures;
  struct flexible_calls calls;
};

static void read_counts(void *mem, const struct flexible *fl, struct counts *c)
{
  GALPHAGetNumSteps(mem, &c->steps);
  GALPHAGetNumResEvals(mem, &c->residuals);
  GALPHAGetNumLinSolves(mem, &c->solves);
  GALPHAGetNumJacEvals(mem, &c->jacobians);
  GALPHAGetNumLinSolvSetups(mem, &c->setups);
  GALPHAGetNumErrTestFails(mem, &c->errors);
  GALPHAGetNumNonlinSolvConvFails(mem, &c->failures);
  c->calls = fl->calls;
}

static void subtract(struct counts *c, const struct counts *before)
{
  c->steps -= before->steps;
  c->residuals -= before->residuals;
  c->solves -= before->solves;
  c->jacobians -= before->jacobians;
  c->setups -= before->setups;
  c->calls.force -= before->calls.force;
  c->calls.g -= before->calls.g;
  c->calls.G -= before->calls.G;
  c->calls.stiffness -= before->calls.stiffness;
  c->calls.damping -= before->calls.damping;
}

/* The first step, in which the pattern is analysed: not part of the count. */
static int first_step(struct setting *s, void *mem)
{
  struct problem_state state;
  int ret = problem_state_new(&state, &s->fl->pb, s->ctx);

  if (!ret)
  {
    ret = GALPHASolve(mem, 1.0, &state.t, state.q, state.v, GALPHA_ONE_STEP);
  }
  return ret;
}

/* One integration; its seconds without set-up and first step, or -1. */
static double soi2_once(struct setting *s, sunrealtype rtol, struct counts *c)
{
  void *mem            = problem_create(&s->fl->pb, s->ctx, PROBLEM_SPARSE);
  struct counts before = {.steps = 0};
  int ret              = mem == NULL;

  if (!ret) { ret = GALPHASStolerances(mem, rtol, rtol); }
  if (!ret) { ret = first_step(s, mem); }
  if (!ret) { read_counts(mem, s->fl, &before); }
  const double start = cost_clock();
  if (!ret) { ret = flexible_track_run(&s->track, &s->fl->pb, mem, s->ctx); }
  const double seconds = cost_clock() - start;
  if (!ret) { read_counts(mem, s->fl, c); }
  subtract(c, &before);
  GALPHAFree(&mem);
  return ret ? -1.0 : seconds;
}

/* Seconds that the calls of one run take by their prices alone. */
static double sum_of_parts(const struct counts *c, const struct cost *p)
{
  const struct flexible_calls *n = &c->calls;

  return (double)n->force * (p->force + p->row) + (double)n->g * p->g +
         (double)n->G * p->G + (double)n->stiffness * p->stiffness +
         (double)n->damping * p->damping + (double)c->solves * p->solve +
         (double)c->setups * p->factor;
}

static void print_soi2(struct setting *s, sunrealtype rtol, double seconds,
                       const struct counts *c)
{
  const double steps = (double)c->steps;
  struct cost price;
  const sunindextype last = (OUTPUTS - 1) * s->track.n;
  if (cost_measure(s->fl, s->ctx, 1.0, s->track.q + last, s->track.v + last,
                   1.0 / steps, &price))
  {
    printf("the parts could not be timed\n");
    return;
  }
  const double parts = sum_of_parts(c, &price);
  printf("\nSOI2, rtol %.0e: %ld steps, %.3f s\n", rtol, c->steps + 1, seconds);
  printf("  per step: %.2f residuals, %.2f back-solves, %.2f Jacobians, %.2f "
         "factorisations; failures: %ld of the error test, %ld of Newton\n",
         (double)c->residuals / steps, (double)c->solves / steps,
         (double)c->jacobians / steps, (double)c->setups / steps, c->errors,
         c->failures);
  printf("  calls per step: force %.2f, g %.2f, G %.2f, df/dq %.2f, df/dv "
         "%.2f\n",
         (double)c->calls.force / steps, (double)c->calls.g / steps,
         (double)c->calls.G / steps, (double)c->calls.stiffness / steps,
         (double)c->calls.damping / steps);
  cost_print(&price);
  printf("  per step: %.4f ms, its parts alone %.4f ms, ratio %.2f\n",
         1e3 * seconds / steps, 1e3 * parts / steps, seconds / parts);
}

static int compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double median(double *x, int len)
{
  qsort(x, (size_t)len, sizeof *x, compare);
  return x[len / 2];
}

static void run_soi2(struct setting *s)
{
  for (int i = 0; i < TOLERANCES; i++)
  {
    double seconds[MAX_REPEATS];
    struct counts c = {.steps = 0};

    for (int r = 0; r < s->repeats; r++)
    {
      seconds[r] = soi2_once(s, tolerances[i], &c);
      if (seconds[r] < 0.0)
      {
        printf("\nSOI2, rtol %.0e: failed\n", tolerances[i]);
        return;
      }
    }
    print_soi2(s, tolerances[i], median(seconds, s->repeats), &c);
  }
}

int main(int argc, char **argv)
{
  const sunindextype bars = argc > 1 ? (sunindextype)atol(argv[1]) : 1000;
  const int repeats       = argc > 2 ? atoi(argv[2]) : 3;
  struct setting s        = {.ctx = galpha_test_context()};
  int ret                 = 1;

  s.repeats = repeats < 1 ? 1 : repeats > MAX_REPEATS ? MAX_REPEATS : repeats;
  s.fl      = flexible_slider_crank(bars, 10.0, 1e-5, 10.0);
  if (s.fl != NULL && !flexible_track_new(&s.track, s.fl->pb.n, OUTPUTS, 1.0))
  {
    printf("slider-crank, rod of %ld bars: n = %ld, m = %ld, medians of %d\n",
           (long)bars, (long)s.fl->pb.n, (long)s.fl->pb.m, s.repeats);
    run_soi2(&s);
    ret = 0;
  }
  SUNContext_Free(&s.ctx);
  return ret;
}
