/* How good the error estimates of the members 3, 4 and 5 are: against the error of one
 * step from exact past values. A step leaves cj h times its own error in a run (the
 * formula for h y' has cj h at the newest y), so that is what the estimate is compared
 * with, in the root mean square over many steps, equal and varying: coordinates,
 * velocities and states in every form. Where errors just add up, the sum of the estimates
 * is the error of the run. That is so of the BDF. The members estimate the same; from the
 * same past, what a step of theirs leaves differs from what one of the BDF leaves by their
 * share of the next order's leading coefficient, s/(k + 1), times y - p, whatever the sizes
 * of the steps: with equal ones by s times the estimate. Controls: without its coefficient
 * the estimate is k + 1 times too large; a member of three times its share is none. */
#include "members.h"

#include "base/tuning.h"

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

/* Squares of the estimates and of what the steps leave in the run; of what a share of
 * y - p is and of the difference that it makes to what steps leave. */
struct sums
{
  sunrealtype estimated[KINDS], right[KINDS], share[KINDS], apart[KINDS];
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

/* What the leading coefficient of a member is more than that of the BDF. */
static sunrealtype share_of(int order)
{
  static const sunrealtype share[] = {BDF_SHARE_3, BDF_SHARE_4, BDF_SHARE_5};
  return share[order - GALPHA_LEAST_BDF] / (order + 1.0);
}

/* What the last step leaves of each component. */
static void left(const struct row *r, struct subject *s, struct view *w,
                 sunrealtype x[KINDS][HELD_MOST])
{
  static sunrealtype y[HELD_MOST], yp[HELD_MOST];
  const struct galpha_mem *mem = s->mem;
  const sunrealtype weight     = mem->method.bdf.cj * mem->hist.now->h;
  const int n[]                = {r->n, r->n, r->nx};
  look(r, s, y, yp, w);
  for (int k = 0; k < KINDS; k++)
  {
    for (int i = 0; i < n[k]; i++)
    {
      /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there if n[k] > 0 */
      x[k][i] = weight * (w->now[k][i] - w->right[k][i]);
    }
  }
}

/* A step of the BDF and one of the member from the same past; member NULL: the first
 * alone. */
static void add(const struct row *r, struct subject *bdf,
                struct subject *member, struct sums *sum)
{
  sunrealtype x[KINDS][HELD_MOST], x2[KINDS][HELD_MOST];
  struct view w, w2;
  const int n[]                      = {r->n, r->n, r->nx};
  const struct galpha_method *method = &((struct galpha_mem *)bdf->mem)->method;
  const sunrealtype share = share_of(method->last_order) / method->bdf.error;
  left(r, bdf, &w, x);
  if (member) { left(r, member, &w2, x2); }
  const sunrealtype *motion = r->one_way ? w.right[V] : NULL;
  for (int k = 0; k < KINDS; k++)
  {
    const sunrealtype *m = k == X ? NULL : motion;
    if (n[k] == 0) { continue; }
    const sunrealtype e = square(n[k], w.estimate[k], NULL, m);
    sum->estimated[k] += e;
    sum->right[k] += square(n[k], x[k], NULL, m);
    sum->share[k] += share * share * e;
    if (member) { sum->apart[k] += square(n[k], x[k], x2[k], m); }
  }
}

/* Of what there is not, 1. */
static void quotients(const sunrealtype *a, const sunrealtype *b,
                      sunrealtype *ratio)
{
  for (int k = 0; k < KINDS; k++)
  {
    ratio[k] = b[k] > 0.0 ? sqrt(a[k] / b[k]) : 1.0;
  }
}

static void step_of(const struct row *r, struct held *d, struct subject *s,
                    int i, sunrealtype h)
{
  if (i > HELD_START) { CHECK(held_past(s, r->exact, 1) == 0); }
  CHECK(held_subject_step(d, s, r->exact, i, h) == 0);
}

/* Estimated by true error of d; what the share of y - p is by what it makes of a step of
 * the member (or NULL). */
static void ratios(const struct row *r, struct held *d, struct held *member,
                   const struct subject_pattern *p, sunrealtype *ratio,
                   sunrealtype *share)
{
  struct sums sum = {{0.0}, {0.0}, {0.0}, {0.0}};
  struct subject s, own;
  CHECK(held_begin(&s, &r->what) == 0);
  CHECK(held_begin(&own, &r->what) == 0);
  for (int i = 0; i < 80; i++)
  {
    const sunrealtype h = r->h * p->step[i % p->len];
    step_of(r, d, &s, i, h);
    if (member) { step_of(r, member, &own, i, h); }
    if (i >= HELD_START) { add(r, &s, member ? &own : NULL, &sum); }
  }
  quotients(sum.estimated, sum.right, ratio);
  if (member) { quotients(sum.share, sum.apart, share); }
}

static void thrice(struct galpha_method *method)
{
  const sunrealtype leading = method->bdf.cj * method->coef.h;
  held_set_leading(method, leading + 2.0 * share_of(method->step_order));
}

static void untold(struct galpha_method *method)
{
  held_plain(method);
  method->bdf.error = 1.0;
}

static void check_row(const struct row *r, int order, int p)
{
  struct held d      = {.order = order, .change = held_plain},
              member = {.order = order};
  const int first    = r->n ? Q : X;
  sunrealtype ratio[KINDS], share[KINDS];
  ratios(r, &d, &member, &patterns[p], ratio, share);
  printf("%-26s form %d, order %d, %-18s %.3f %.3f %.3f, share %.3f %.3f "
         "%.3f\n",
         name_of(&r->what), r->what.formulation, order, patterns[p].name,
         ratio[Q], ratio[V], ratio[X], share[Q], share[V], share[X]);
  for (int k = 0; k < KINDS; k++)
  {
    CHECK_IN(ratio[k], 0.5, 2.0);
    CHECK_IN(share[k], 0.5, 2.0);
  }
  if (p > 0) { return; }
  struct held wrong  = {.order = order, .change = untold},
              triple = {.order = order, .change = thrice};
  ratios(r, &wrong, NULL, &patterns[p], ratio, NULL);
  CHECK(ratio[first] > 2.0);
  printf("  controls: %.2f", ratio[first]);
  ratios(r, &d, &triple, &patterns[p], ratio, share);
  printf(" %.2f\n", share[first]);
  CHECK(share[first] < 0.5);
}

static void check_orders(const struct row *r)
{
  for (int i = 0; i < 3 * PATTERNS; i++)
  {
    if (i % PATTERNS == BY_15) { continue; }
    check_row(r, GALPHA_LEAST_BDF + i / PATTERNS, i % PATTERNS);
  }
}

static void check_residuals(void)
{
  struct residual_model model;
  residual_model_new(&model, 0, NULL);
  const struct row rows[] = {
    {RESIDUAL(&forced_oscillator[0], NULL, 1e-12), exact_second, 0.02, 1, 0, 0},
    {RESIDUAL(&forced_oscillator[1], NULL, 1e-12), exact_first, 0.02, 0, 2, 0},
    {RESIDUAL(&model.pb, NULL, 1e-12), exact_model, 0.02, 2, 2, 0}};
  for (int i = 0; i < 3; i++) { check_orders(&rows[i]); }
}

static void check_mechanics(void)
{
  struct row rows[] = {
    {MECHANICS(&paper_oscillator, 1e-12), NULL, 0.03, 1, 0, 0},
    {MECHANICS(&paper_simple_pendulum, 1e-12), NULL, 0.01, 2, 0, 1},
    {MECHANICS(&controlled_pendulum, 1e-12), NULL, 0.0125, 2, 1, 1},
    {MECHANICS(&controlled_skate, 1e-12), NULL, 0.025, 3, 1, 0}};
  for (int i = 0; i < 4; i++)
  {
    rows[i].what.formulation = GALPHA_SOI2;
    check_orders(&rows[i]);
    rows[i].what.formulation = GALPHA_INDEX3;
    check_orders(&rows[i]);
    if (rows[i].what.mech->ns > 0) { continue; }
    rows[i].what.formulation = 0;
    rows[i].what.lowered     = 1;
    check_orders(&rows[i]);
  }
}

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

static void check_sum(int order)
{
  static const sunrealtype orders[] = {2.0, 1.0};
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "powers", .n = 2, .order = orders, .res2 = powers,
                     .ypp_known = 1, .data = &order);
  const struct subject what = RESIDUAL(&pb, NULL, 1e-12);
  struct held d             = {.order = order, .change = held_plain};
  sunrealtype sum[2]        = {0.0};
  struct subject s;
  CHECK(held_begin(&s, &what) == 0);
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
}

TEST_MAIN()
{
  for (int k = GALPHA_LEAST_BDF; k <= GALPHA_MOST_BDF; k++) { check_sum(k); }
  check_residuals();
  check_mechanics();
}
