/* How good the error estimates of the members 3, 4 and 5 are: against the error of one
 * step from exact past values. A step leaves cj h times its own error in a run (the
 * formula for h y' has cj h at the newest y), so that is what the estimate is compared
 * with, in the root mean square over many steps, equal and varying: coordinates,
 * velocities and states in every form. Where errors just add up, the sum of the estimates
 * is the error of the run. That is so of the BDF; with their share of the next order's
 * leading coefficient the members err by no more than twice what they estimate. Control:
 * without its coefficient the estimate is k + 1 times too large. */
#include "members.h"

enum kind
{
  Q,
  V,
  X,
  KINDS
};

struct row
{
  struct subject what;
  held_exact_fn exact;
  sunrealtype h;
  int n, nx;   /* components of order 2, and states: behind them or beside */
  int one_way; /* the mechanism has one degree of freedom */
};

/* Squares of the estimates and of what the steps leave in the run. */
struct sums
{
  sunrealtype estimated[KINDS], right[KINDS];
};

/* Square of the n numbers x - y, or of their part along the motion. */
static sunrealtype square(int n, const sunrealtype *x, const sunrealtype *y,
                          const sunrealtype *motion)
{
  sunrealtype sum = 0.0, along = 0.0, size = 0.0;
  for (int i = 0; i < n; i++)
  {
    const sunrealtype d = x[i] - (y ? y[i] : 0.0);
    sum += d * d;
    along += motion ? motion[i] * d : 0.0;
    size += motion ? motion[i] * motion[i] : 0.0;
  }
  return motion ? along * along / size : sum;
}

/* q, v and states of the subject, of its solution, and the estimates of their errors. */
struct view
{
  const sunrealtype *now[KINDS], *right[KINDS], *estimate[KINDS];
};

static const sunrealtype *values(N_Vector x)
{
  return x ? N_VGetArrayPointer(x) : NULL;
}

/* y and yp: room for the solution of a residual. */
static void look(const struct row *r, struct subject *s, sunrealtype *y,
                 sunrealtype *yp, struct view *w)
{
  const struct galpha_mem *mem  = s->mem;
  const struct galpha_state *at = mem->hist.now;
  N_Vector none[HELD_TRACKS]    = {NULL};
  *w = (struct view){{values(at->q), values(at->v), values(at->s)},
                     {y, yp, y + r->n},
                     {values(mem->errtest.est_q), values(mem->errtest.est_v),
                      values(mem->model.ds)}};
  if (s->residual)
  {
    r->exact(s->t, y, yp, s->residual->data);
    w->now[X]      = w->now[Q] + r->n;
    w->estimate[X] = w->estimate[Q] + r->n;
    return;
  }
  CHECK(held_solution(s, NULL, s->t, none) == 0);
  w->right[Q] = values(s->right.q);
  w->right[V] = values(s->right.v);
  w->right[X] = values(s->right.s);
}

static void add(const struct row *r, struct subject *s, struct sums *sum)
{
  const struct galpha_mem *mem = s->mem;
  const sunrealtype left       = mem->method.bdf.cj * mem->hist.now->h;
  sunrealtype y[HELD_MOST], yp[HELD_MOST];
  struct view w;
  look(r, s, y, yp, &w);
  const int n[]             = {r->n, r->n, r->nx};
  const sunrealtype *motion = r->one_way ? w.right[V] : NULL;
  for (int k = 0; k < KINDS; k++)
  {
    const sunrealtype *m = k == X ? NULL : motion;
    if (n[k] == 0) { continue; }
    sum->estimated[k] += square(n[k], w.estimate[k], NULL, m);
    sum->right[k] += left * left * square(n[k], w.now[k], w.right[k], m);
  }
}

/* Estimated by true error; of what there is not, 1. */
static void ratios(const struct row *r, struct held *d, SUNContext ctx,
                   const struct subject_pattern *p, sunrealtype *ratio)
{
  struct sums sum = {{0.0}, {0.0}};
  struct subject s;
  CHECK(held_begin(&s, &r->what, ctx) == 0);
  for (int i = 0; i < 80; i++)
  {
    const sunrealtype h = r->h * p->step[i % p->len];
    if (i > HELD_START) { CHECK(held_past(&s, r->exact, 1) == 0); }
    CHECK(held_subject_step(d, &s, r->exact, i, h) == 0);
    if (i >= HELD_START) { add(r, &s, &sum); }
  }
  for (int k = 0; k < KINDS; k++)
  {
    ratio[k] = sum.right[k] > 0.0 ? sqrt(sum.estimated[k] / sum.right[k]) : 1.0;
  }
  subject_end(&s);
}

static void untold(struct galpha_method *method)
{
  held_plain(method);
  method->bdf.error = 1.0;
}

static void check_row(const struct row *r, SUNContext ctx, int order, int p)
{
  struct held bdf = {.order = order, .change = held_plain};
  struct held d   = {.order = order};
  sunrealtype ratio[KINDS], own[KINDS];
  ratios(r, &bdf, ctx, &patterns[p], ratio);
  ratios(r, &d, ctx, &patterns[p], own);
  printf("%-26s form %d, order %d, %-18s %.3f %.3f %.3f, member %.2f %.2f "
         "%.2f\n",
         name_of(&r->what), r->what.formulation, order, patterns[p].name,
         ratio[Q], ratio[V], ratio[X], own[Q], own[V], own[X]);
  for (int k = 0; k < KINDS; k++)
  {
    CHECK_IN(ratio[k], 0.5, 2.0);
    CHECK(own[k] >= 0.5);
  }
  if (p > 0) { return; }
  d.change = untold;
  ratios(r, &d, ctx, &patterns[p], ratio);
  printf("  control: %.2f\n", ratio[r->n ? Q : X]);
  CHECK(ratio[r->n ? Q : X] > 2.0);
}

static void check_orders(const struct row *r, SUNContext ctx)
{
  for (int i = 0; i < 3 * PATTERNS; i++)
  {
    if (i % PATTERNS == BY_15) { continue; }
    check_row(r, ctx, GALPHA_LEAST_BDF + i / PATTERNS, i % PATTERNS);
  }
}

/* ---- models ----------------------------------------------------------------------- */

static void check_residuals(SUNContext ctx)
{
  struct residual_model model;
  residual_model_new(&model, 0, NULL);
  const struct row rows[] = {
    {RESIDUAL(&forced_oscillator[0], NULL, 1e-12), exact_second, 0.02, 1, 0, 0},
    {RESIDUAL(&forced_oscillator[1], NULL, 1e-12), exact_first, 0.02, 0, 2, 0},
    {RESIDUAL(&model.pb, NULL, 1e-12), exact_model, 0.02, 2, 2, 0}};
  for (int i = 0; i < 3; i++) { check_orders(&rows[i], ctx); }
}

static void check_mechanics(SUNContext ctx)
{
  struct row rows[] = {
    {MECHANICS(&paper_oscillator, 1e-12), NULL, 0.03, 1, 0, 0},
    {MECHANICS(&paper_simple_pendulum, 1e-12), NULL, 0.01, 2, 0, 1},
    {MECHANICS(&controlled_pendulum, 1e-12), NULL, 0.0125, 2, 1, 1},
    {MECHANICS(&controlled_skate, 1e-12), NULL, 0.025, 3, 1, 0}};
  for (int i = 0; i < 4; i++)
  {
    rows[i].what.formulation = GALPHA_SOI2;
    check_orders(&rows[i], ctx);
    rows[i].what.formulation = GALPHA_INDEX3;
    check_orders(&rows[i], ctx);
    if (rows[i].what.mech->ns > 0) { continue; }
    rows[i].what.formulation = 0;
    rows[i].what.lowered     = 1;
    check_orders(&rows[i], ctx);
  }
}

/* ---- errors that add up ------------------------------------------------------------- */

/* q'' = x' = t^k/k! from rest; data: k. */
static sunrealtype power(sunrealtype t, int k)
{
  return k == 0 ? 1.0 : t / k * power(t, k - 1);
}

RESIDUAL2(powers)
{
  const int *k = data;
  r[0]         = ypp[0] - power(t, *k);
  r[1]         = yp[1] - power(t, *k);
}

static void exact_powers(sunrealtype t, sunrealtype *y, sunrealtype *yp,
                         const void *data)
{
  const int k = *(const int *)data;
  y[0]        = power(t, k + 2);
  y[1] = yp[0] = power(t, k + 1);
  yp[1]        = power(t, k);
}

static void check_sum(SUNContext ctx, int order)
{
  static const sunrealtype orders[] = {2.0, 1.0};
  const struct residual_problem pb  = {.name      = "powers",
                                       .n         = 2,
                                       .order     = orders,
                                       .res2      = powers,
                                       .ypp_known = 1,
                                       .data      = &order};
  const struct subject what         = RESIDUAL(&pb, NULL, 1e-12);
  struct held d                     = {.order = order, .change = held_plain};
  sunrealtype sum[2]                = {0.0};
  struct subject s;
  CHECK(held_begin(&s, &what, ctx) == 0);
  for (int i = 0; i < HELD_START + 100; i++)
  {
    const struct galpha_mem *mem = s.mem;
    CHECK(held_subject_step(&d, &s, exact_powers, i, 0.1) == 0);
    if (i < HELD_START) { continue; }
    sum[0] += NV_Ith_S(mem->errtest.est_v, 0);
    sum[1] += NV_Ith_S(mem->errtest.est_q, 1);
  }
  const sunrealtype right = power(s.t, order + 1);
  const sunrealtype v     = sum[0] / fabs(residual_yp(&s.run)[0] - right);
  const sunrealtype x     = sum[1] / fabs(residual_y(&s.run)[1] - right);
  printf("order %d: sum of estimates by error: v %.3f, x %.3f\n", order, v, x);
  CHECK_IN(fabs(v), 0.95, 1.05);
  CHECK_IN(fabs(x), 0.95, 1.05);
  subject_end(&s);
}

TEST_MAIN(ctx)
{
  for (int k = GALPHA_LEAST_BDF; k <= GALPHA_MOST_BDF; k++)
  {
    check_sum(ctx, k);
  }
  check_residuals(ctx);
  check_mechanics(ctx);
}
