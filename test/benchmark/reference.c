/* Reference motions by two methods: IDA on the GGL form at a tight tolerance,
 * and GALPHA's SOI2 with constant steps h and h/2, extrapolated to h = 0. */
#include "contest.h"

#include "support/lowering/first_order.h"

#define TIME_LIMIT 7200.0

/* What is on file; 0 if it is. */
static int load(const char *path, struct flexible_track *ref)
{
  struct flexible_track head;
  FILE *in = fopen(path, "rb");
  int ret  = in == NULL || fread(&head, sizeof head, 1, in) != 1 ||
            flexible_track_new(ref, head.n, head.nout, head.tend);

  if (!ret)
  {
    const size_t len = (size_t)(2 * ref->nout * ref->n);

    ret = fread(ref->q, sizeof *ref->q, len, in) != len;
  }
  if (in != NULL) { fclose(in); }
  return ret;
}

static void save(const char *path, const struct flexible_track *ref)
{
  FILE *out        = fopen(path, "wb");
  const size_t len = (size_t)(2 * ref->nout * ref->n);

  if (out == NULL) { return; }
  fwrite(ref, sizeof *ref, 1, out);
  fwrite(ref->q, sizeof *ref->q, len, out);
  if (fclose(out)) { remove(path); }
}

static int run_ida(const struct bench_model *model, struct flexible_track *to)
{
  const struct bench_run run = {.model  = model,
                                .solver = {.kind  = BENCH_IDA,
                                           .form  = FIRST_ORDER_GGL,
                                           .order = model->order},
                                .rtol   = model->tight,
                                .limit  = TIME_LIMIT};
  struct bench_result res;

  bench_apart(&run, NULL, to, &res);
  if (res.failed) { return 1; }
  printf("  reference: IDA GGL, order <= %d, rtol %.0e, %ld steps, %.0f s\n",
         model->order, model->tight, res.steps, res.seconds);
  return 0;
}

static int run_fixed(const struct bench_model *model, long steps,
                     struct flexible_track *to)
{
  const struct bench_run run = {
    .model  = model,
    .solver = {.kind = BENCH_MECHANICAL, .form = GALPHA_SOI2, .order = 2},
    .rtol   = 1e-7,
    .step   = model->tend / (sunrealtype)steps,
    .limit  = TIME_LIMIT};
  struct bench_result res;

  bench_apart(&run, NULL, to, &res);
  return res.failed;
}

/* The error of order 2 taken out. */
static void extrapolate(const struct flexible_track *coarse,
                        struct flexible_track *fine)
{
  for (sunindextype i = 0; i < 2 * fine->nout * fine->n; i++)
  {
    fine->q[i] += (fine->q[i] - coarse->q[i]) / 3.0;
  }
}

static int cross_check(const struct bench_model *model,
                       const struct flexible_track *ref)
{
  struct flexible_track coarse = {.n = 0}, fine = {.n = 0};
  sunrealtype eq, ev;
  int ret = run_fixed(model, model->steps, &coarse) ||
            run_fixed(model, 2 * model->steps, &fine);

  if (!ret)
  {
    flexible_track_error(&fine, ref, &eq, &ev);
    printf("  GALPHA, %ld constant steps, is %.1e (q), %.1e (v) away from it,",
           2 * model->steps, eq, ev);
    extrapolate(&coarse, &fine);
    flexible_track_error(&fine, ref, &eq, &ev);
    printf(" extrapolated %.1e, %.1e\n", eq, ev);
  }
  return ret;
}

/* The vehicle's second reference. */
static int cross_check_vehicle(const struct bench_model *model,
                               const struct flexible_track *ref)
{
  const struct bench_run run = {.model  = model,
                                .solver = {.kind = BENCH_RESIDUAL},
                                .rtol   = 1e-6,
                                .limit  = TIME_LIMIT};
  struct bench_result res;

  bench_apart(&run, ref, NULL, &res);
  if (res.failed) { return 1; }
  printf("  GALPHA, rtol %.0e, %ld steps, is %.1e (chassis), %.1e (pressures) "
         "away from it\n",
         run.rtol, res.steps, res.err_q, res.err_v);
  return 0;
}

int reference_make(const struct bench_model *model, struct flexible_track *ref)
{
  char path[128];

  snprintf(path, sizeof path, "reference-%s-%ld-o%d-%.0e.bin", model->name,
           model->N, model->order, model->tight);
  if (load(path, ref) == 0)
  {
    printf("  reference: %s\n", path);
    return 0;
  }
  if (run_ida(model, ref))
  {
    printf("  no reference\n");
    return 1;
  }
  if (model->make ? cross_check(model, ref) : cross_check_vehicle(model, ref))
  {
    printf("  GALPHA gives no second reference\n");
  }
  save(path, ref);
  return 0;
}
