/* Order of the members 3, 4 and 5, in all forms and for components of all orders, with
 * equal steps, steps that alternate by 1.2 and by 1.5 and steps that vary slowly, from
 * exact past values: coordinates, velocities, accelerations, states, their rates, outputs
 * and multipliers of both kinds, explicit time included. In the residual form of index 3
 * multipliers and accelerations lose one order where h changes. rho is without influence.
 * Without their share of the next order's leading coefficient the members are the BDF, and
 * that has the order; with it they err at either step size by 1 - s of that, s the share,
 * with equal steps, and by no less and no more than the BDF otherwise. Of equal steps the
 * formula is that of the BDF, and that share, with k + 1 past values, to the last digits.
 * Controls: a
 * polynomial through k values costs an order; with the leading coefficient of another
 * order the formula is none. */
#include "members.h"

#include "base/tuning.h"

#define ROUND_OFF 1e-13

/* What errors may be by those of the BDF. h y' is the sum of all differences of y over
 * their number: the BDF leaves 1/(k + 1) of the next one, the member (1 - s)/(k + 1); with
 * steps that vary the rest is what the sizes of the last ones make of the sum, to both the
 * same. A factor of 4 is for the next order's error, of a sign of its own. Accelerations, rates and multipliers are up to second differences of what steps
 * leave, of errors that alternate as steps do: with up to the square of the leading
 * coefficient, and of both signs. */
struct range
{
  sunrealtype lo, hi;
};

static struct range share_left(int order, int p, int kind)
{
  static const sunrealtype share[] = {BDF_SHARE_3, BDF_SHARE_4, BDF_SHARE_5};
  const sunrealtype left           = 1.0 - share[order - GALPHA_LEAST_BDF];
  if (!among("qvx", kind)) { return (struct range){0.0, 2.5}; }
  return (struct range){left / 4.0, p == EQUAL ? fmin(1.0, 4.0 * left) : 1.0};
}

struct row
{
  struct subject what;
  held_exact_fn exact; /* of a residual */
  sunrealtype t1;
  long count;
  const char *kinds;  /* of "qvaxrulp": those that are known */
  const char *lower;  /* of these, of one order less where h changes */
  sunrealtype lo, hi; /* order minus that of the member */
};

/* The largest errors over the last eighth of the steps. */
static int march(const struct row *r, struct held *d,
                 const struct subject_pattern *p, long count,
                 sunrealtype e[SUBJECT_KINDS])
{
  struct subject s;
  int ret             = held_begin(&s, &r->what);
  const sunrealtype h = (r->t1 - s.t) / (sunrealtype)count;
  memset(e, 0, SUBJECT_KINDS * sizeof *e);
  for (long i = 0; !ret && i < count; i++)
  {
    sunrealtype now[SUBJECT_KINDS];
    ret = held_subject_step(d, &s, r->exact, i, h * p->step[i % p->len]);
    if (ret || i < count * 7 / 8) { continue; }
    ret = subject_errors(&s, now);
    for (int k = 0; k < SUBJECT_KINDS; k++) { e[k] = fmax(e[k], now[k]); }
  }
  return ret;
}

/* Errors with so many steps and with twice as many: those of order 5 soon meet round-off,
 * those of order 3 show their order late. */
static int errors(const struct row *r, struct held *d,
                  const struct subject_pattern *p,
                  sunrealtype e[2][SUBJECT_KINDS])
{
  const long count = d->order < 5 ? r->count << (4 - d->order) : r->count / 2;
  const int ret    = march(r, d, p, count, e[0]);
  return ret ? ret : march(r, d, p, 2 * count, e[1]);
}

/* The BDF has the order; what the share leaves is a part of its error. */
static void check_pattern(const struct row *r, int order, int p)
{
  sunrealtype e[2][SUBJECT_KINDS], own[2][SUBJECT_KINDS];
  struct held bdf = {.order = order, .change = held_plain};
  struct held d   = {.order = order};
  check_of("%s, form %d, order %d, %s steps", name_of(&r->what),
           r->what.formulation, order, patterns[p].name);
  CHECK(errors(r, &bdf, &patterns[p], e) == 0);
  CHECK(errors(r, &d, &patterns[p], own) == 0);
  for (int k = 0; k < SUBJECT_KINDS; k++)
  {
    const int k0            = order - (p != EQUAL && among(r->lower, k));
    const struct range left = share_left(order, p, k);
    if (!among(r->kinds, k)) { continue; }
    CHECK_IN(log2(e[0][k] / e[1][k]) - k0, r->lo, r->hi);
    for (int i = 0; i < 2; i++)
    {
      CHECK_IN(own[i][k], left.lo * e[i][k] - ROUND_OFF,
               left.hi * e[i][k] + ROUND_OFF);
    }
  }
}

static void check_row(const struct row *r)
{
  for (int order = GALPHA_LEAST_BDF; order <= GALPHA_MOST_BDF; order++)
  {
    for (int p = 0; p < PATTERNS; p++) { check_pattern(r, order, p); }
  }
}

static void check_residuals(void)
{
  struct residual_model index1, index3;
  residual_model_new(&index1, 0, NULL);
  residual_model_new(&index3, 1, NULL);
  const struct row rows[] = {
    {RESIDUAL(&forced_oscillator[0], forced_oscillator_errors, 1e-12),
     exact_second, 5.0, 200, "qva", NULL, -0.3, 0.3},
    {RESIDUAL(&forced_oscillator[1], forced_oscillator_errors, 1e-12),
     exact_first, 5.0, 200, "qva", NULL, -0.3, 0.3},
    {RESIDUAL(&index1.pb, residual_model_errors, 1e-10), exact_model, 2.2, 200,
     "qvaxrul", NULL, -0.25, 0.25},
    {RESIDUAL(&index3.pb, residual_model_errors, 1e-10), exact_model, 2.2, 200,
     "qvaxrul", "arul", -0.4, 1.0}};
  for (int i = 0; i < COUNT_OF(rows); i++) { check_row(&rows[i]); }
}

enum
{
  SOI2   = 1 << GALPHA_SOI2,
  INDEX3 = 1 << GALPHA_INDEX3
};

/* In SOI2, in index 3 and as F(t,y,y',y''). */
static void check_forms(const struct problem *pb, int forms, sunrealtype t1,
                        long count, const char *kinds, sunrealtype rho)
{
  struct row r = {{.mech = pb, SETTINGS(rho, 1e-12)},
                  NULL,
                  t1,
                  count,
                  kinds,
                  NULL,
                  -0.45,
                  1.1};
  if (forms & SOI2)
  {
    r.what.formulation = GALPHA_SOI2;
    check_row(&r);
  }
  if (!(forms & INDEX3)) { return; }
  r.what.formulation = GALPHA_INDEX3;
  check_row(&r);
  if (pb->ns > 0) { return; }
  r.what.formulation = 0;
  r.lower            = pb->m > 0 ? "alp" : NULL;
  r.what.lowered     = 1;
  check_row(&r);
}

static void check_mechanics(void)
{
  const struct problem belt = ref_belt(1), rolling = ref_rolling();
  check_forms(&paper_oscillator, SOI2 | INDEX3, 2.0, 140, "qva", 0.0);
  check_forms(&paper_problem15, SOI2 | INDEX3, 1.0, 80, "qvalp", 0.6);
  check_forms(&paper_simple_pendulum, SOI2 | INDEX3, 1.0, 160, "qval", 0.9);
  check_forms(&belt, SOI2 | INDEX3, 1.5, 160, "qvalp", 0.3);
  check_forms(&rolling, SOI2, 1.0, 60, "qvap", 0.6);
  check_forms(&controlled_pendulum, SOI2 | INDEX3, 1.0, 200, "qvxu", 0.6);
  check_forms(&controlled_skate, SOI2 | INDEX3, 1.0, 100, "qvxu", 0.6);
}

/* The formula itself, and controls. */

/* Coefficients of h y' in y, the newest first: 0.05 of the BDF of order 3 and 0.95 of
 * that of order 4; 0.1 of order 4 and 0.9 of order 5; the mean of orders 5 and 6. */
static const sunrealtype formula[][7] = {
  {11.0 / 6 + 0.2375, -3.95, 2.925, -1.0 / 3 - 0.95, 0.2375},
  {25.0 / 12 + 0.18, -4.9, 4.8, -4.0 / 3 - 1.8, 1.15, -0.18},
  {71.0 / 30, -11.0 / 2, 25.0 / 4, -5.0, 5.0 / 2, -7.0 / 10, 1.0 / 12}};

/* Component 0 of the last n values of a track. */
static void last_values(const struct subject *s, enum galpha_track track, int n,
                        sunrealtype *y)
{
  const struct galpha_mem *mem = s->mem;
  N_Vector x[GALPHA_DEPTH];
  galpha_hist_values(&mem->hist, track, n, x);
  for (int i = 0; i < n; i++) { y[i] = NV_Ith_S(x[i], 0); }
}

/* |h rate - formula of the last values|; y: the values before the step. */
static sunrealtype defect(const struct subject *s, enum galpha_track track,
                          int order, sunrealtype h, N_Vector rate,
                          const sunrealtype *y)
{
  const sunrealtype *c = formula[order - GALPHA_LEAST_BDF];
  sunrealtype now, sum = -h * NV_Ith_S(rate, 0);
  last_values(s, track, 1, &now);
  for (int i = 0; i < order + 2; i++) { sum += c[i] * (i ? y[i - 1] : now); }
  return fabs(sum);
}

/* The largest defect of q' and, with components of order 2, of v'. */
static sunrealtype defects(const struct row *r, struct held *d)
{
  const sunrealtype h = 0.02;
  sunrealtype worst   = 0.0;
  struct subject s;
  CHECK(held_begin(&s, &r->what) == 0);
  for (int i = 0; i < 30; i++)
  {
    const struct galpha_mem *mem = s.mem;
    const struct galpha_state *n;
    sunrealtype q[GALPHA_DEPTH], v[GALPHA_DEPTH];
    const int second = mem->model.has[2];
    if (i >= HELD_START)
    {
      last_values(&s, GALPHA_TRACK_Q, d->order + 1, q);
      if (second) { last_values(&s, GALPHA_TRACK_V, d->order + 1, v); }
    }
    CHECK(held_subject_step(d, &s, r->exact, i, h) == 0);
    if (i <= HELD_START) { continue; }
    n     = mem->hist.now;
    worst = fmax(worst, defect(&s, GALPHA_TRACK_Q, d->order, h, n->v, q));
    if (!second) { continue; }
    N_VScale(-1.0, n->q, s.now.a); /* q'' = -q */
    worst = fmax(worst, defect(&s, GALPHA_TRACK_V, d->order, h, s.now.a, v));
  }
  return worst;
}

/* The leading coefficient of the order below. */
static void other_leading(struct galpha_method *method)
{
  const int k           = method->step_order;
  const sunrealtype own = method->bdf.cj * method->coef.h;
  held_set_leading(method, own - 1.0 / k);
}

/* A polynomial through k values: no matter where steps are equal. */
static void fewer_points(struct galpha_method *method)
{
  const int k = method->step_order;
  sunrealtype t[GALPHA_DEPTH];
  held_plain(method);
  galpha_hist_times(method->hist, k, t);
  galpha_poly_weights(k, t, method->hist->trial->t, 1, method->bdf.w);
  method->bdf.w[0][k] = method->bdf.w[1][k] = 0.0;
}

static void check_formula(const struct row *r)
{
  for (int order = GALPHA_LEAST_BDF; order <= GALPHA_MOST_BDF; order++)
  {
    struct held own         = {.order = order};
    struct held cut         = {.order = order, .change = other_leading};
    const sunrealtype right = defects(r, &own);
    const sunrealtype wrong = defects(r, &cut);
    printf("%s, order %d: off the formula by %.1e, control %.1e\n",
           name_of(&r->what), order, right, wrong);
    CHECK_IN(right, 0.0, 1e-12);
    CHECK(wrong > 1e-11);
  }
}

static void check_formulas(void)
{
  struct row r = {
    MECHANICS(&paper_oscillator, 1e-13), NULL, 1.0, 0, "", NULL, 0.0, 0.0};
  for (int i = 0; i < 2; i++)
  {
    r.what.formulation = i ? GALPHA_INDEX3 : GALPHA_SOI2;
    check_formula(&r);
  }
  r.what.formulation = 0;
  r.what.lowered     = 1;
  check_formula(&r);
  r.what  = (struct subject)RESIDUAL(&forced_oscillator[1],
                                     forced_oscillator_errors, 1e-13);
  r.exact = exact_first;
  check_formula(&r);
}

static void check_fewer_points(void)
{
  struct residual_model model;
  residual_model_new(&model, 0, NULL);
  const struct row rows[] = {{RESIDUAL(&model.pb, residual_model_errors, 1e-10),
                              exact_model, 2.2, 200, "qvx", NULL, -1.3, -0.8},
                             {MECHANICS(&paper_problem15, 1e-12), NULL, 1.0, 80,
                              "qv", NULL, -1.3, -0.8}};
  for (int i = 0; i < 6; i++)
  {
    const struct row *r = &rows[i / 3];
    struct held d       = {.order = GALPHA_LEAST_BDF + i % 3, fewer_points};
    sunrealtype e[2][SUBJECT_KINDS];
    CHECK(errors(r, &d, &patterns[BY_15], e) == 0);
    const sunrealtype o = log2(e[0][SUBJECT_Q] / e[1][SUBJECT_Q]);
    printf("%s, order %d, a point less: order of q %.2f\n", name_of(&r->what),
           d.order, o);
    CHECK_IN(o - d.order, r->lo, r->hi);
  }
}

TESTS(check_formulas, check_fewer_points, check_residuals, check_mechanics)
