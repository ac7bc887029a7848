/* Sweeps, repeats and times at equal error. */
#include "contest.h"

#include "support/lowering/first_order.h"

#define COARSEST   1e-2
#define TIGHTEST   1e-10
#define LEAST_TIME 0.3 /* limit of a run, seconds, at least */
#define OWN_FORMS  3.0
#define COLLAPSE   6.0
#define APART      60.0 /* limit of a run that is shown apart, seconds */
/* A solver this many times slower than the best of its kind is not repeated. */
#define BEHIND 1.6
/* One that is so much slower than any other at the error that it reached, twice in a
   row, is not run at tighter tolerances; a run may take so many times as long as
   GALPHA's at the same tolerance. Not below LEAST_TIME, where clocks are coarse. */
#define HOPELESS  6.0
#define SAME_RTOL 10.0
/* In a row, of the vehicle. */
#define FAILURES 4

static int compare(const void *a, const void *b)
{
  const double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

void contest_add_time(struct contest_point *p, double seconds)
{
  double sorted[CONTEST_REPEATS];

  p->seconds[p->runs++] = seconds;
  for (int i = 0; i < p->runs; i++) { sorted[i] = p->seconds[i]; }
  qsort(sorted, (size_t)p->runs, sizeof *sorted, compare);
  p->res.seconds = p->runs % 2
                     ? sorted[p->runs / 2]
                     : 0.5 * (sorted[p->runs / 2 - 1] + sorted[p->runs / 2]);
}

static int is_any(const struct bench_solver *s)
{
  return s != NULL;
}

/* Models that GALPHA and IDA get in different forms, and what is shown apart, are
   run to the end. */
static int is_patient(const struct contest *c, const struct bench_solver *s)
{
  return c->model->make == NULL || !bench_is_ida(s) ||
         (c->model->nearly_undamped && bench_is_default(s));
}

static double limit_of_run(const struct contest *c,
                           const struct contest_sweep *s, double limit)
{
  const struct contest_sweep *own = &c->sweep[0];
  const int k                     = s->len;

  if (is_patient(c, &s->solver) || k >= own->len || own->point[k].res.failed)
  {
    return limit;
  }
  return fmin(limit, fmax(LEAST_TIME, SAME_RTOL * own->point[k].res.seconds));
}

static int is_hopeless(const struct contest *c, const struct contest_sweep *s,
                       const struct bench_result *r)
{
  double best;

  contest_best(c, r->err_q, is_any, &best);
  return !is_patient(c, &s->solver) &&
         r->seconds > fmax(LEAST_TIME, HOPELESS * best);
}

/* Down in tolerance until the finest error is reached, runs are far behind, or fail:
   two in a row by themselves, or one by the limit, since tighter tolerances take
   longer. They need not on the vehicle, where a run can get stuck that tighter ones
   pass: FAILURES in a row. */
static void sweep_down(struct contest *c, struct contest_sweep *s, double limit)
{
  int failures = 0, behind = 0;
  struct bench_run run = {
    .model = c->model, .solver = s->solver, .limit = limit};

  for (double rtol = COARSEST; s->len < CONTEST_POINTS && rtol > TIGHTEST;
       rtol /= c->opt.factor)
  {
    struct contest_point *p = &s->point[s->len];

    run.limit = limit_of_run(c, s, limit);
    run.rtol = p->rtol = (sunrealtype)rtol;
    s->len++;
    bench_apart(&run, &c->ref, NULL, &p->res);
    failures = p->res.failed ? failures + 1 : 0;
    if (c->model->make != NULL && !(p->res.seconds < run.limit)) { break; }
    if (failures == (c->model->make != NULL ? 2 : FAILURES)) { break; }
    if (failures > 0) { continue; }
    contest_add_time(p, p->res.seconds);
    c->unknowns = p->res.unknowns;
    behind      = is_hopeless(c, s, &p->res) ? behind + 1 : 0;
    if (p->res.err_q < c->model->finest || behind == 2) { break; }
  }
}

/* How far a sweep came, for who waits. */
static void report(const struct contest_sweep *s)
{
  char form[32];
  double least = nan("");

  bench_form_name(&s->solver, form, sizeof form);
  for (int k = 0; k < s->len; k++)
  {
    if (!s->point[k].res.failed) { least = fmin(least, s->point[k].res.err_q); }
  }
  printf("  %s %s: %d tolerances, least error %.1e\n",
         bench_solver_name(&s->solver), form, s->len, least);
  fflush(stdout);
}

/* Of the run at the tightest tolerance. */
static double last_seconds(const struct contest_sweep *s)
{
  return s->len > 0 ? s->point[s->len - 1].res.seconds : 0.0;
}

static void repeat(struct contest *c)
{
  struct bench_result res;

  for (int r = 1; r < c->opt.repeats; r++)
  {
    for (int i = 0; i < c->len; i++)
    {
      struct contest_sweep *s = &c->sweep[i];

      for (int k = 0; s->contends && k < s->len; k++)
      {
        const struct bench_run run = {.model  = c->model,
                                      .solver = s->solver,
                                      .rtol   = s->point[k].rtol,
                                      .limit  = 1e4};

        if (s->point[k].res.failed) { continue; }
        bench_apart(&run, NULL, NULL, &res);
        if (!res.failed) { contest_add_time(&s->point[k], res.seconds); }
      }
    }
  }
}

/* GALPHA's times are set against the best of each. */
static int (*const kinds[])(const struct bench_solver *s) = {
  bench_is_ida, bench_is_ggl, bench_is_full, bench_is_positions};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

static void choose_contenders(struct contest *c)
{
  for (int i = 0; i < c->len; i++)
  {
    struct contest_sweep *s = &c->sweep[i];

    s->contends = s->solver.kind != BENCH_IDA;
    for (int k = 0; k < contest_targets_len; k++)
    {
      const double e = contest_targets[k], own = contest_time(s, e);

      for (int kind = 0; kind < KINDS; kind++)
      {
        double best;

        contest_best(c, e, kinds[kind], &best);
        if (kinds[kind](&s->solver) && own <= BEHIND * best)
        {
          s->contends = 1;
        }
      }
    }
  }
}

void contest_set(struct contest_options *opt, int quick, int repeats)
{
  *opt = (struct contest_options){.quick    = quick,
                                  .repeats  = quick ? 2 : 5,
                                  .factor   = quick ? 10.0 : sqrt(10.0),
                                  .patience = quick ? 3.0 : 5.0};
  if (repeats > 0) { opt->repeats = repeats; }
  if (opt->repeats > CONTEST_REPEATS) { opt->repeats = CONTEST_REPEATS; }
}

/* Of the runs of a solver: those of GALPHA are shown even if they are slow, and so are
   those of IDA with default settings if motion is nearly undamped. */
static double limit_of(const struct contest *c, const struct bench_solver *s,
                       double limit)
{
  if (!bench_is_ida(s)) { return OWN_FORMS * limit; }
  return c->model->nearly_undamped && bench_is_default(s)
           ? fmin(APART, COLLAPSE * limit)
           : limit;
}

void contest_run(struct contest *c)
{
  double limit = 1e4;

  for (c->len = 0; c->len < CATALOGUE_SOLVERS; c->len++)
  {
    struct contest_sweep *s = &c->sweep[c->len];

    *s = (struct contest_sweep){.len = 0};
    if (!catalogue_solver(c->model, c->opt.quick, c->len, &s->solver))
    {
      break;
    }
    sweep_down(c, s, limit_of(c, &s->solver, limit));
    report(s);
    if (c->len == 0)
    {
      limit = fmax(LEAST_TIME, c->opt.patience * last_seconds(s));
    }
  }
  choose_contenders(c);
  repeat(c);
}

/* No other run of the sweep is faster and more accurate. */
static int undominated(const struct contest_sweep *s, int i)
{
  const struct bench_result *own = &s->point[i].res;

  if (own->failed || !(own->err_q > 0.0)) { return 0; }
  for (int k = 0; k < s->len; k++)
  {
    const struct bench_result *other = &s->point[k].res;

    if (k != i && !other->failed && other->err_q <= own->err_q &&
        other->seconds < own->seconds)
    {
      return 0;
    }
  }
  return 1;
}

double contest_time(const struct contest_sweep *s, double e)
{
  const struct bench_result *above = NULL, *below = NULL;

  for (int i = 0; i < s->len; i++)
  {
    const struct bench_result *r = &s->point[i].res;

    if (!undominated(s, i)) { continue; }
    if (r->err_q > e && (above == NULL || r->err_q < above->err_q))
    {
      above = r;
    }
    if (r->err_q <= e && (below == NULL || r->err_q > below->err_q))
    {
      below = r;
    }
  }
  if (below == NULL) { return nan(""); }
  if (above == NULL) { return below->seconds; }
  const double share = log(above->err_q / e) / log(above->err_q / below->err_q);

  return above->seconds * pow(below->seconds / above->seconds, share);
}

const struct contest_sweep *contest_best(
  const struct contest *c, double e,
  int (*belongs)(const struct bench_solver *s), double *seconds)
{
  const struct contest_sweep *best = NULL;

  *seconds = nan("");
  for (int i = 0; i < c->len; i++)
  {
    const double own = contest_time(&c->sweep[i], e);

    if (belongs(&c->sweep[i].solver) && !isnan(own) && !(own >= *seconds))
    {
      *seconds = own;
      best     = &c->sweep[i];
    }
  }
  return best;
}

static int is_like(const struct bench_solver *s, const struct bench_solver *own)
{
  const int index3 =
    own->kind == BENCH_MECHANICAL && own->form == GALPHA_INDEX3;

  return bench_is_ida(s) && s->position_only == own->position_only &&
         s->form == (index3 ? FIRST_ORDER_INDEX3 : FIRST_ORDER_GGL);
}

void contest_best_like(const struct contest *c, double e,
                       const struct bench_solver *own, double *seconds)
{
  *seconds = nan("");
  for (int i = 0; i < c->len; i++)
  {
    const double time = contest_time(&c->sweep[i], e);

    if (is_like(&c->sweep[i].solver, own) && !isnan(time) &&
        !(time >= *seconds))
    {
      *seconds = time;
    }
  }
}
