#include "api/monitor.h"

#include <math.h>
#include <time.h>

#include "api/advice.h"

/* The last attempt; t: its end. */
static GALPHAStepInfo info_of(const struct galpha_mem *mem, sunrealtype t,
                              int order)
{
  const struct galpha_ctrl *c       = &mem->ctrl;
  const struct galpha_step_limit *l = &c->limit;
  return (GALPHAStepInfo){.t           = t,
                          .h           = c->h_tried,
                          .error       = c->error,
                          .steps       = c->steps,
                          .order       = order,
                          .accepted    = l->taken,
                          .by          = l->by,
                          .iterations  = mem->nls.niters - l->iters,
                          .error_fails = l->errors,
                          .solve_fails = l->unsolved};
}

void galpha_monitor_failed(void *ctx)
{
  struct galpha_mem *mem = ctx;
  const GALPHAStepInfo info =
    info_of(mem, mem->step.policy.t, galpha_method_order(&mem->method));
  mem->stepping = false;
  mem->monitor.fn(mem, &info, mem->monitor.data);
  mem->stepping = true;
}

static double clock_now(void)
{
  struct timespec now = {0, 0};
  (void)timespec_get(&now, TIME_UTC);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_progress(struct galpha_mem *mem, sunrealtype tout)
{
  struct galpha_monitor *m = &mem->monitor;
  const double now         = clock_now();
  const double passed      = now - m->last;
  if (passed < m->seconds && passed >= 0.0) { return; }
  const sunrealtype t   = mem->hist.now->t;
  const sunrealtype end = mem->opt_tstop_set ? mem->opt_tstop : tout;
  const long int steps  = mem->ctrl.steps;
  const double taken    = (double)(steps - (steps < m->steps ? 0 : m->steps));
  fprintf(m->fp, "t = %.6g, %.1f %% of %.6g, step %ld, h = %.3g, order %d", t,
          100.0 * fmin(fabs(t - mem->t0) / fabs(end - mem->t0), 1.0), end,
          steps, mem->hist.now->h, mem->method.last_order);
  if (passed > 0.0) { fprintf(m->fp, ", %.3g steps/s", taken / passed); }
  fprintf(m->fp, "\n");
  fflush(m->fp);
  m->last  = now;
  m->steps = steps;
}

void galpha_monitor_step(struct galpha_mem *mem, sunrealtype tout)
{
  struct galpha_monitor *m = &mem->monitor;
  if (m->fn)
  {
    const GALPHAStepInfo info =
      info_of(mem, mem->hist.now->t, mem->method.last_order);
    m->calling = true;
    m->fn(mem, &info, m->data);
    m->calling = false;
  }
  if (m->fp) { print_progress(mem, tout); }
}

int GALPHASetMonitorFn(void *memory, GALPHAMonitorFn fn, void *data)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  mem->monitor.fn   = fn;
  mem->monitor.data = data;
  return GALPHA_SUCCESS;
}

int GALPHASetProgress(void *memory, FILE *fp, sunrealtype seconds)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  if (!(seconds >= 0.0))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "seconds = %g must be >= 0", seconds);
  }
  mem->monitor.fp      = fp;
  mem->monitor.seconds = seconds;
  mem->monitor.last    = clock_now();
  mem->monitor.steps   = mem->ctrl.steps;
  return GALPHA_SUCCESS;
}

int GALPHAGetLargestError(void *memory, int *part, long int *component,
                          sunrealtype *error)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  code = galpha_check_tried(mem, __func__);
  if (code) { return code; }
  const struct galpha_errtest *et = &mem->errtest;
  sunrealtype size                = et->norm_mult;
  sunindextype worst              = -1;
  bool in_v                       = false;
  const int by                    = galpha_limit_part(et);
  if (by == GALPHA_BY_STATES)
  {
    worst = galpha_advice_largest(mem->model.ds, et->ewt_s, &size);
  }
  else if (by != GALPHA_BY_MULTIPLIERS)
  {
    worst = galpha_advice_worst(mem, &in_v, &size);
  }
  if (part) { *part = by; }
  if (component) { *component = (long int)worst; }
  if (error) { *error = size; }
  return GALPHA_SUCCESS;
}
