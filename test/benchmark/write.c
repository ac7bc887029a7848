/* Files that the comparison leaves behind. */
#include "contest.h"

#include "support/lowering/first_order.h"

#include <sundials/sundials_version.h>
#include <time.h>

const double contest_targets[] = {1e-2, 3e-3, 1e-3, 3e-4,
                                  1e-4, 1e-5, 1e-6, 1e-7};
const int contest_targets_len =
  (int)(sizeof contest_targets / sizeof *contest_targets);

#define NAME_LEN 32

#define ORIGIN_HEAD "commit,date,sundials"
#define ORIGIN_LEN  96

/* Where a row comes from: the commit that was checked out when the library was built, the
 * day, the SUNDIALS in use. */
static void write_origin(char text[ORIGIN_LEN])
{
  const time_t now = time(NULL);
  char date[16] = "", sundials[32] = "";

  strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
  SUNDIALSGetVersion(sundials, sizeof sundials);
  snprintf(text, ORIGIN_LEN, "%s,%s,%s", BENCHMARK_COMMIT, date, sundials);
}

int bench_is_ida(const struct bench_solver *s)
{
  return s->kind == BENCH_IDA;
}

int bench_is_full(const struct bench_solver *s)
{
  return s->kind == BENCH_IDA && !s->position_only;
}

int bench_is_positions(const struct bench_solver *s)
{
  return s->kind == BENCH_IDA && s->position_only;
}

int bench_is_ggl(const struct bench_solver *s)
{
  return s->kind == BENCH_IDA && s->form == FIRST_ORDER_GGL;
}

static int is_index1(const struct bench_solver *s)
{
  return s->kind == BENCH_IDA && s->form == FIRST_ORDER_INDEX1;
}

static int is_index3(const struct bench_solver *s)
{
  return s->kind == BENCH_IDA && s->form == FIRST_ORDER_INDEX3;
}

int bench_is_default(const struct bench_solver *s)
{
  return bench_is_ggl(s) && s->order == 5 && !s->position_only;
}

void write_runs(FILE *out, const struct contest *c)
{
  char form[NAME_LEN], origin[ORIGIN_LEN];

  if (c == NULL)
  {
    fprintf(out, "model,N,unknowns,solver,form,rtol,time_s,err_q,err_v,steps,"
                 "jacobians,factorisations,solves,failures,max_g,max_gdot,"
                 "peak_rss_mb,minor_faults," ORIGIN_HEAD "\n");
    return;
  }
  write_origin(origin);
  for (int i = 0; i < c->len; i++)
  {
    const struct contest_sweep *s = &c->sweep[i];

    bench_form_name(&s->solver, form, sizeof form);
    for (int k = 0; k < s->len; k++)
    {
      const struct bench_result *r = &s->point[k].res;

      fprintf(out,
              "%s,%ld,%ld,%s,%s,%.1e,%.5f,%.4e,%.4e,%ld,%ld,%ld,%ld,%ld,%.2e,"
              "%.2e,%.2f,%ld,%s\n",
              c->model->name, c->model->N, (long)c->unknowns,
              bench_solver_name(&s->solver), form, s->point[k].rtol, r->seconds,
              r->err_q, r->err_v, r->steps, r->jacobians, r->factorisations,
              r->solves, r->failures, r->max_g, r->max_gdot, r->rss_mb,
              r->faults, origin);
    }
  }
}

void write_ratios(FILE *out, const struct contest *c, int own)
{
  char form[NAME_LEN] = "none", origin[ORIGIN_LEN];

  if (c == NULL)
  {
    fprintf(out, "model,N,err_q,ida_best_form,ratio_best,ratio_ggl,"
                 "ratio_same_test,ratio_same_form," ORIGIN_HEAD "\n");
    return;
  }
  write_origin(origin);
  for (int k = 0; k < contest_targets_len; k++)
  {
    const double e = contest_targets[k];
    double best, ggl, same, alike;

    if (e < c->model->finest) { break; }
    const struct bench_solver *solver = &c->sweep[own].solver;
    const double mine                 = contest_time(&c->sweep[own], e);
    const struct contest_sweep *rival = contest_best(c, e, bench_is_ida, &best);

    contest_best(c, e, bench_is_ggl, &ggl);
    contest_best(
      c, e, solver->position_only ? bench_is_positions : bench_is_full, &same);
    contest_best_like(c, e, solver, &alike);
    if (rival) { bench_form_name(&rival->solver, form, sizeof form); }
    fprintf(out, "%s,%ld,%.0e,%s,%.2f,%.2f,%.2f,%.2f,%s\n", c->model->name,
            c->model->N, e, rival ? form : "none", best / mine, ggl / mine,
            same / mine, alike / mine, origin);
  }
}

/* Times along errors from 0.05 down, five a decade, of the cheapest that
   belong. */
static void write_curve(FILE *out, const struct contest *c, const char *name,
                        int (*belongs)(const struct bench_solver *s))
{
  for (int k = 7; k <= 25; k++)
  {
    const double e = pow(10.0, -0.2 * k);
    double seconds;

    if (e < 0.99 * c->model->finest) { break; }
    if (contest_best(c, e, belongs, &seconds))
    {
      fprintf(out, "%s,%ld,%s,%.3e,%.5f\n", c->model->name, c->model->N, name,
              e, seconds);
    }
  }
}

void write_curves(FILE *out, const struct contest *c)
{
  char form[NAME_LEN], name[2 * NAME_LEN];

  if (c == NULL)
  {
    fprintf(out, "model,N,curve,err_q,time_s\n");
    return;
  }
  for (int i = 0; i < c->len; i++)
  {
    const struct contest_sweep *s = &c->sweep[i];

    if (s->solver.kind == BENCH_IDA) { continue; }
    bench_form_name(&s->solver, form, sizeof form);
    snprintf(name, sizeof name, "GALPHA %s", form);
    for (int k = 0; k < s->len; k++)
    {
      const struct bench_result *r = &s->point[k].res;

      if (r->failed) { continue; }
      fprintf(out, "%s,%ld,%s,%.3e,%.5f\n", c->model->name, c->model->N, name,
              r->err_q, r->seconds);
    }
  }
  write_curve(out, c, "IDA GGL", bench_is_ggl);
  write_curve(out, c, "IDA index 1", is_index1);
  write_curve(out, c, "IDA index 3", is_index3);
  write_curve(out, c, "IDA GGL default settings", bench_is_default);
}
