#include "start/direction.h"

#include <math.h>

#include "base/tuning.h"
#include "check/rising_quotient.h"
#include "model/matrix_ops.h"

void galpha_direction_set_room(struct galpha_direction *l, N_Vector *room)
{
  l->mid     = room[0];
  l->up      = room[1];
  l->down    = room[2];
  l->quarter = room[3];
  l->along   = room[4];
}

/* How row i of the matrix differs from the difference quotient. */
struct deviation
{
  sunrealtype quotient, dev, size;
  sunrealtype open; /* uncertainty of the quotient (a kink, a jump, rounding) */
};

static sunrealtype of_row(N_Vector x, sunindextype i)
{
  sunindextype m = 0;
  return x ? galpha_vector_data(x, &m)[i] : 0.0;
}

/* One-sided differences give the uncertainty. */
static struct deviation deviation(const struct galpha_direction *l,
                                  sunrealtype eps, sunrealtype top,
                                  sunindextype i)
{
  sunindextype m             = 0;
  const sunrealtype mid      = galpha_vector_data(l->mid, &m)[i];
  const sunrealtype along    = galpha_vector_data(l->along, &m)[i];
  const sunrealtype before   = mid - galpha_vector_data(l->down, &m)[i];
  const sunrealtype after    = galpha_vector_data(l->up, &m)[i] - mid;
  const sunrealtype quotient = 0.5 * (before + after) / eps;
  const sunrealtype size     = fabs(quotient) + fabs(along) + 1e-6 * top;
  return (struct deviation){.quotient = quotient,
                            .dev      = fabs(quotient - along),
                            .size     = fmax(size, of_row(l->parts, i)),
                            .open     = fabs(after - before) / eps};
}

/* The same with a quarter of the displacement and the rounding of the row's terms. */
static struct deviation first_deviation(const struct galpha_direction *l,
                                        sunrealtype eps, sunrealtype top,
                                        sunindextype i)
{
  struct deviation d        = deviation(l, eps, top, i);
  const sunrealtype mid     = of_row(l->mid, i);
  const sunrealtype after   = of_row(l->up, i) - mid;
  const sunrealtype quarter = of_row(l->quarter, i) - mid;
  d.open                    = fmax(d.open, fabs(after - 4.0 * quarter) / eps) +
           WRONG_ROUNDINGS * SUN_UNIT_ROUNDOFF *
             (fabs(mid) + of_row(l->terms, i)) / eps;
  return d;
}

/* Verdicts on a row. From 0 on it is open, and this is the least error of its quotients. */
#define RIGHT (-1.0)
#define WRONG (-2.0)
/* Nothing was clear before the function bent. */
#define VAGUE (-3.0)
/* Cautious: wrong over one displacement, two make it WRONG. */
#define SUSPECT (-4.0)

/* The row whose relative deviation exceeds worst by more than the uncertainty, and most;
 * -1: none. l->verdict: which rows are open. */
static sunindextype worst_row(const struct galpha_direction *l, sunrealtype eps,
                              sunrealtype top, sunrealtype worst)
{
  sunindextype m = 0, row = -1;
  sunrealtype *verdict = l->verdict ? galpha_vector_data(l->verdict, &m) : NULL;
  sunrealtype most     = worst;
  (void)galpha_vector_data(l->along, &m);
  for (sunindextype i = 0; i < m; i++)
  {
    const struct deviation d = first_deviation(l, eps, top, i);
    const sunrealtype off    = d.dev - d.open;
    if (verdict) { verdict[i] = off > worst * d.size ? HUGE_VAL : RIGHT; }
    if (!(off > most * d.size)) { continue; }
    most = off / d.size;
    row  = i;
  }
  return row;
}

static int both_sides(const struct galpha_direction *l, sunrealtype eps)
{
  const int ret = l->value(l->of, eps, l->up);
  return ret ? ret : l->value(l->of, -eps, l->down);
}

static int differences(const struct galpha_direction *l, sunrealtype eps)
{
  const int ret = both_sides(l, eps);
  return ret ? ret : l->value(l->of, 0.25 * eps, l->quarter);
}

/* The longest displacement up to eps over which the function is defined; 0: none. */
static sunrealtype defined(const struct galpha_direction *l, sunrealtype eps)
{
  int ret = differences(l, eps);
  for (int k = 0; k < WRONG_SHORTER && ret > 0 && l->verdict; k++)
  {
    eps /= CHECK_RATIO;
    ret = differences(l, eps);
  }
  return ret ? 0.0 : eps;
}

static int product(const struct galpha_direction *l)
{
  SUNMatrix A = NULL;
  int ret     = l->value(l->of, 0.0, l->mid);
  if (!ret) { ret = l->matrix(l->of, l->mid, &A); }
  if (ret) { return ret; }
  N_VConst(0.0, l->along);
  if (A && !galpha_block_known(A) && !galpha_block_by_product(A))
  {
    return SUNMatMatvec(A, l->d, l->along);
  }
  galpha_block_mul(A, 1.0, l->d, l->along);
  return 0;
}

/* The usual size of a component is c/w_i: |x_i| + atol_i/rtol (rtol 0: a multiple of atol_i).
 * 0: unknown. */
static sunrealtype usual_sizes(const struct galpha_direction *l)
{
  sunindextype n = 0, nw = 0;
  sunrealtype c        = 0.0;
  const sunrealtype *x = galpha_vector_data(l->x0, &n);
  const sunrealtype *w = l->ewt ? galpha_vector_data(l->ewt, &nw) : NULL;
  if (!w || n != nw) { return 0.0; }
  for (sunindextype i = 0; i < n; i++) { c = fmax(c, fabs(x[i]) * w[i]); }
  return l->rtol > 0.0 ? 1.0 / l->rtol : c;
}

/* d relative to them. */
static sunrealtype reach(const struct galpha_direction *l)
{
  sunindextype n       = 0;
  sunrealtype most     = 0.0;
  const sunrealtype c  = usual_sizes(l);
  const sunrealtype *d = galpha_vector_data(l->d, &n);
  const sunrealtype *w = c > 0.0 ? galpha_vector_data(l->ewt, &n) : NULL;
  for (sunindextype i = 0; w && i < n; i++)
  {
    most = fmax(most, fabs(d[i]) * w[i] / c);
  }
  return most;
}

/* A displacement that has grown, with its bounds. */
struct rise
{
  sunrealtype eps, before, worst, top;
  bool brief;  /* beside the own size of each component */
  bool longer; /* than the first one                    */
};

/* The verdict on a row that was v, if the deviation is clear; v if not. Over longer
 * displacements than the first one what is known stays. */
static sunrealtype clear_verdict(const struct galpha_direction *l,
                                 const struct rise *x,
                                 const struct deviation *d, sunrealtype v)
{
  const sunrealtype least = x->worst * d->size;
  if (!(d->open <= WRONG_OPEN * least) || (x->longer && v < 0.0)) { return v; }
  if (d->dev <= least) { return RIGHT; }
  if (v == VAGUE || !(d->dev - d->open > least) || !x->brief) { return v; }
  return l->parts && v >= 0.0 ? SUSPECT : WRONG;
}

/* The verdict on row i, which was v. */
static sunrealtype judged(const struct galpha_direction *l,
                          const struct rise *x, sunindextype i, sunrealtype v,
                          struct galpha_rising *row)
{
  const bool still      = row->last == 0.0;
  struct deviation d    = deviation(l, x->eps, x->top, i);
  const sunrealtype err = galpha_rising_error(row, d.quotient, x->eps);
  d.open                = fmax(d.open, err);
  if (still && d.quotient == 0.0) { return v; }
  const sunrealtype now = clear_verdict(l, x, &d, v);
  if (now < 0.0) { return now; }
  if (still) { return err; }
  return err > CHECK_RISEN * v ? VAGUE : fmin(v, err);
}

/* Takes the differences over x->eps into account. Returns whether a verdict may change. */
static bool judge_rows(const struct galpha_direction *l, const struct rise *x)
{
  sunindextype m       = 0;
  sunrealtype *verdict = galpha_vector_data(l->verdict, &m);
  sunrealtype *last    = galpha_vector_data(l->quarter, &m);
  sunrealtype *noise   = galpha_vector_data(l->terms, &m);
  bool some            = false;
  for (sunindextype i = 0; i < m; i++)
  {
    if (verdict[i] == RIGHT) { continue; }
    struct galpha_rising row = {last[i], x->before, noise[i]};
    verdict[i]               = judged(l, x, i, verdict[i], &row);
    last[i]                  = row.last;
    noise[i]                 = row.noise;
    some = some || verdict[i] >= 0.0 || (!x->longer && verdict[i] != RIGHT);
  }
  return some;
}

/* The first wrong row, or `row` if that is wrong; -1: none. */
static sunindextype wrong_one(const struct galpha_direction *l,
                              sunindextype row)
{
  sunindextype m = 0, first = -1;
  const sunrealtype *verdict = galpha_vector_data(l->verdict, &m);
  const sunrealtype *last    = galpha_vector_data(l->quarter, &m);
  for (sunindextype i = 0; i < m; i++)
  {
    const bool rests = verdict[i] >= 0.0 && last[i] == 0.0 && !l->parts;
    if ((verdict[i] == WRONG || rests) && (first < 0 || i == row))
    {
      first = i;
    }
  }
  return first;
}

/* Rounding of the function, in place of its terms. */
static void set_noise(const struct galpha_direction *l)
{
  sunindextype m         = 0;
  const sunrealtype *mid = galpha_vector_data(l->mid, &m);
  sunrealtype *noise     = galpha_vector_data(l->terms, &m);
  for (sunindextype i = 0; i < m; i++)
  {
    noise[i] = WRONG_ROUNDINGS * SUN_UNIT_ROUNDOFF * (fabs(mid[i]) + noise[i]);
  }
}

/* Beside lengths of 1e5 the first increment turns an angle so far that even a right
 * derivative deviates, and beside hidden lengths it shows nothing but rounding. So rows that
 * deviate are judged over displacements that grow from the shortest ones on. */
static sunindextype wrong_along(const struct galpha_direction *l,
                                sunrealtype eps, sunrealtype worst)
{
  eps = defined(l, eps);
  if (eps == 0.0 || product(l)) { return -1; }
  const sunrealtype top     = N_VMaxNorm(l->along);
  const sunrealtype longest = l->parts ? WRONG_BRIEF / reach(l) : HUGE_VAL;
  const sunindextype first  = worst_row(l, eps, top, worst);
  struct rise x             = {.worst = worst, .top = top};
  if (first < 0 || !l->verdict) { return first; }
  set_noise(l);
  N_VConst(0.0, l->quarter);
  for (int k = -WRONG_SHORTER; k <= WRONG_LONGER; k++)
  {
    x.eps    = eps * pow(CHECK_RATIO, k);
    x.brief  = x.eps <= longest;
    x.longer = k > 0;
    if (both_sides(l, x.eps)) { continue; }
    if (!judge_rows(l, &x)) { break; }
    x.before = x.eps;
  }
  return wrong_one(l, first);
}

/* Scales d by the sizes of components that the weights imply, |x| + atol/rtol (rtol 0:
 * atol), and returns the eps by which eps d is a small part of them. 0: the weights are
 * unknown, or the sizes are much the same. */
static sunrealtype own_sizes(const struct galpha_direction *l, sunrealtype top)
{
  sunindextype n       = 0;
  const sunrealtype c  = usual_sizes(l);
  const sunrealtype *w = l->ewt ? galpha_vector_data(l->ewt, &n) : NULL;
  sunrealtype *d       = galpha_vector_data(l->d, &n);
  sunrealtype least = HUGE_VAL, most = 0.0;
  if (!w || !(c > 0.0)) { return 0.0; }
  galpha_vector_signs(l->d, 0.5);
  for (sunindextype i = 0; i < n; i++)
  {
    least = fmin(least, w[i]);
    most  = fmax(most, w[i]);
    d[i] /= w[i];
  }
  return most * top > WRONG_SIZES * c || c > WRONG_SIZES * top * least
           ? WRONG_INCREMENT * c
           : 0.0;
}

sunindextype galpha_direction_wrong_row(const struct galpha_direction *l,
                                        sunrealtype worst)
{
  const sunrealtype max = N_VMaxNorm(l->x0), top = max > 0.0 ? max : 1.0;
  /* components of d differ in size, so that exchanged columns are detected */
  galpha_vector_signs(l->d, 0.5);
  const sunindextype row = wrong_along(l, WRONG_INCREMENT * top, worst);
  const sunrealtype eps  = row < 0 ? own_sizes(l, top) : 0.0;
  return eps > 0.0 ? wrong_along(l, eps, worst) : row;
}

/* A central quotient into r, over twice eps; up and down are overwritten. */
static int central(const struct galpha_direction *l, sunrealtype eps,
                   N_Vector r)
{
  int ret = l->value(l->of, eps, l->up);
  if (!ret) { ret = l->value(l->of, -eps, l->down); }
  if (!ret) { N_VLinearSum(0.5 / eps, l->up, -0.5 / eps, l->down, r); }
  return ret;
}

/* Into r; its error is of order 4 in eps. */
static int extrapolated(const struct galpha_direction *l, sunrealtype eps,
                        N_Vector r)
{
  int ret = central(l, 2.0 * eps, l->quarter);
  if (!ret) { ret = central(l, eps, r); }
  if (!ret) { N_VLinearSum(4.0 / 3.0, r, -1.0 / 3.0, l->quarter, r); }
  return ret;
}

sunrealtype galpha_direction_error(const struct galpha_direction *l)
{
  const sunrealtype max = N_VMaxNorm(l->x0), top = max > 0.0 ? max : 1.0;
  const sunrealtype eps = REACH_FINE_INCREMENT * top;
  sunrealtype most      = 0.0;
  sunindextype m        = 0;
  galpha_vector_signs(l->d, 0.5);
  if (product(l) || extrapolated(l, eps, l->mid)) { return 0.0; }
  if (extrapolated(l, eps / CHECK_RATIO, l->verdict)) { return 0.0; }
  const sunrealtype least    = WRONG_LEAST_ROW * N_VMaxNorm(l->along);
  const sunrealtype *along   = galpha_vector_data(l->along, &m);
  const sunrealtype *longer  = galpha_vector_data(l->mid, &m);
  const sunrealtype *shorter = galpha_vector_data(l->verdict, &m);
  for (sunindextype i = 0; i < m; i++)
  {
    const sunrealtype error = fabs(longer[i] - along[i]);
    const sunrealtype open  = fabs(longer[i] - shorter[i]);
    if (!(error > WRONG_ROUGH * open)) { continue; }
    most = fmax(most, error / (fabs(along[i]) + least));
  }
  return most;
}
