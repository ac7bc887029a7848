/* Runs of the reference problems by GALPHA and their errors. */
#include <stdio.h>

#include "support/models/reference.h"
#include "support/run/keep.h"

/* Integrator, current state and worst constraint norms of one run. */
struct march
{
  size_t mark; /* what is kept from here on goes at its end */
  void *mem;
  struct problem_state s;
  struct ref_errors *e;
};

static int march_begin(struct march *m, const struct ref_run *run,
                       SUNContext ctx, sunrealtype rtol, struct ref_errors *e)
{
  *e      = (struct ref_errors){0};
  m->e    = e;
  m->mark = keep_mark();
  if (problem_state_new(&m->s, run->pb, ctx)) { return GALPHA_MEM_FAIL; }
  m->mem  = KEEP(problem_create(run->pb, ctx, run->storage));
  int ret = m->mem ? GALPHA_SUCCESS : GALPHA_MEM_NULL;
  if (!ret) { ret = GALPHASStolerances(m->mem, rtol, rtol * run->qscale); }
  if (!ret) { ret = GALPHASStolerancesVel(m->mem, rtol, rtol * run->vscale); }
  if (!ret && run->formulation)
  {
    ret = GALPHASetFormulation(m->mem, run->formulation);
  }
  if (!ret && run->order) { ret = GALPHASetMaxOrd(m->mem, run->order); }
  if (!ret && run->uncorrected)
  {
    ret = GALPHASetOption(m->mem, "step_change_correction", SUNFALSE);
  }
  if (!ret && run->quiet) { ret = GALPHASetErrFile(m->mem, NULL); }
  return ret ? ret : GALPHASetMaxNumSteps(m->mem, -1);
}

/* One step; the flag of GALPHASolve or of the norms. */
static int march_step(struct march *m, sunrealtype t1)
{
  sunrealtype g, gdot, k;
  const int flag =
    GALPHASolve(m->mem, t1, &m->s.t, m->s.q, m->s.v, GALPHA_ONE_STEP);
  if (flag < 0) { return flag; }
  const int ret = GALPHAGetConstraintNorms(m->mem, &g, &gdot, &k);
  m->e->g       = fmax(m->e->g, g);
  m->e->gdot    = fmax(m->e->gdot, gdot);
  m->e->k       = fmax(m->e->k, k);
  m->e->steps++;
  return ret < 0 ? ret : flag;
}

/* a, lambda, psi at the time reached. */
static int march_read(struct march *m)
{
  int ret = GALPHAGetAcceleration(m->mem, m->s.t, m->s.a);
  if (!ret && (m->s.lambda || m->s.psi))
  {
    ret = GALPHAGetMultipliers(m->mem, m->s.t, m->s.lambda, m->s.psi);
  }
  return ret;
}

static int march_to_stop(struct march *m, sunrealtype t1)
{
  int ret = GALPHASetStopTime(m->mem, t1);
  while (!ret) { ret = march_step(m, t1); }
  return ret == GALPHA_TSTOP_RETURN ? march_read(m) : ret;
}

static sunrealtype distance(N_Vector x, N_Vector exact)
{
  const sunrealtype size = x ? sqrt(N_VDotProd(exact, exact)) : 0.0;
  return problem_apart(x, exact) / (size > 0.0 ? size : 1.0);
}

/* Fills the errors of the state reached. */
static int march_compare(struct march *m, const struct ref_run *run,
                         SUNContext ctx)
{
  struct problem_state x;
  if (problem_state_new(&x, run->pb, ctx)) { return GALPHA_MEM_FAIL; }
  const int ret = ref_exact_state(run->reference ? run->reference : run->pb,
                                  ctx, run->t1, &x);
  m->e->q      = distance(m->s.q, x.q);
  m->e->v      = distance(m->s.v, x.v);
  m->e->a      = distance(m->s.a, x.a);
  m->e->lambda = distance(m->s.lambda, x.lambda);
  m->e->psi    = distance(m->s.psi, x.psi);
  return ret;
}

int ref_run_adaptive(const struct ref_run *run, SUNContext ctx,
                     sunrealtype rtol, struct ref_errors *e)
{
  struct march m;
  int ret = march_begin(&m, run, ctx, rtol, e);
  if (!ret) { ret = march_to_stop(&m, run->t1); }
  if (!ret) { ret = march_compare(&m, run, ctx); }
  keep_back(m.mark);
  return ret;
}

int ref_end_state(const struct ref_run *run, SUNContext ctx, sunrealtype rtol,
                  struct problem_state *s)
{
  struct ref_errors e;
  struct march m;
  int ret = march_begin(&m, run, ctx, rtol, &e);
  if (!ret) { ret = march_to_stop(&m, run->t1); }
  if (!ret)
  {
    s->t = m.s.t;
    N_VScale(1.0, m.s.q, s->q);
    N_VScale(1.0, m.s.v, s->v);
    N_VScale(1.0, m.s.a, s->a);
    if (s->lambda) { N_VScale(1.0, m.s.lambda, s->lambda); }
    if (s->psi) { N_VScale(1.0, m.s.psi, s->psi); }
  }
  keep_back(m.mark);
  return ret;
}

int ref_run_fixed(const struct ref_run *run, SUNContext ctx, long int nsteps,
                  sunrealtype first, struct ref_errors *e)
{
  const sunrealtype h = (run->t1 - run->pb->t0) / (sunrealtype)nsteps;
  struct march m;
  int ret = march_begin(&m, run, ctx, 1e-9, e);
  for (long int i = 0; !ret && i < nsteps; i++)
  {
    ret = GALPHASetFixedStep(m.mem, h * (i % 2 ? 2.0 - first : first));
    if (!ret) { ret = march_step(&m, run->t1); }
  }
  if (!ret) { ret = march_read(&m); }
  if (!ret) { ret = march_compare(&m, run, ctx); }
  keep_back(m.mark);
  return ret;
}

static void print_errors(const char *name, const char *what, sunrealtype x,
                         const struct ref_errors *e)
{
  printf("%-20s %s %8.1e: %7ld steps, errors q %.1e v %.1e a %.1e lambda %.1e "
         "psi %.1e, |g| %.1e |g'| %.1e |k| %.1e\n",
         name, what, (double)x, e->steps, (double)e->q, (double)e->v,
         (double)e->a, (double)e->lambda, (double)e->psi, (double)e->g,
         (double)e->gdot, (double)e->k);
}

/* Exponents of the law e ~ x^p where x1 = x0/ratio. */
static struct ref_errors slopes(const struct ref_errors *e0,
                                const struct ref_errors *e1, sunrealtype ratio)
{
  const sunrealtype base    = log(ratio);
  const struct ref_errors p = {.q      = log(e0->q / e1->q) / base,
                               .v      = log(e0->v / e1->v) / base,
                               .a      = log(e0->a / e1->a) / base,
                               .lambda = log(e0->lambda / e1->lambda) / base,
                               .psi    = log(e0->psi / e1->psi) / base};
  return p;
}

int ref_tolerance_slope(const struct ref_run *run, SUNContext ctx,
                        sunrealtype rtol, sunrealtype ratio,
                        struct ref_errors *e, struct ref_errors *slope)
{
  struct ref_errors coarse;
  int ret = ref_run_adaptive(run, ctx, rtol, &coarse);
  if (!ret) { ret = ref_run_adaptive(run, ctx, rtol / ratio, e); }
  if (ret)
  {
    printf("%s: run failed with %d\n", run->pb->name, ret);
    return ret;
  }
  *slope = slopes(&coarse, e, ratio);
  print_errors(run->pb->name, "rtol", rtol, &coarse);
  print_errors(run->pb->name, "rtol", rtol / ratio, e);
  printf("%20s exponents q %.2f v %.2f a %.2f lambda %.2f psi %.2f\n", "",
         (double)slope->q, (double)slope->v, (double)slope->a,
         (double)slope->lambda, (double)slope->psi);
  return 0;
}

int ref_order(const struct ref_run *run, SUNContext ctx, long int nsteps,
              sunrealtype first, struct ref_errors *order)
{
  const sunrealtype T = run->t1 - run->pb->t0;
  struct ref_errors coarse, fine;
  int ret = ref_run_fixed(run, ctx, nsteps, first, &coarse);
  if (!ret) { ret = ref_run_fixed(run, ctx, 2 * nsteps, first, &fine); }
  if (ret)
  {
    printf("%s: run failed with %d\n", run->pb->name, ret);
    return ret;
  }
  *order = slopes(&coarse, &fine, 2.0);
  print_errors(run->pb->name, "h   ", T / (sunrealtype)nsteps, &coarse);
  print_errors(run->pb->name, "h   ", T / (sunrealtype)nsteps / 2, &fine);
  printf("%20s formulation %d%s, first step %.2f: orders q %.2f v %.2f a %.2f "
         "lambda %.2f psi %.2f\n",
         "", run->formulation, run->uncorrected ? " uncorrected" : "",
         (double)first, (double)order->q, (double)order->v, (double)order->a,
         (double)order->lambda, (double)order->psi);
  return 0;
}
