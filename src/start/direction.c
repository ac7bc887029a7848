#include "start/direction.h"

#include <math.h>

#include "base/tuning.h"
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
  sunrealtype dev;
  sunrealtype open; /* uncertainty of the quotient (a kink, a jump, rounding) */
  sunrealtype size;
  bool moves; /* the function changes with this increment */
};

static sunrealtype of_row(N_Vector x, sunindextype i)
{
  sunindextype m = 0;
  return x ? galpha_vector_data(x, &m)[i] : 0.0;
}

/* One-sided differences and a quarter of the increment give the uncertainty. */
static struct deviation deviation(const struct galpha_direction *l,
                                  sunrealtype eps, sunrealtype top,
                                  sunindextype i)
{
  sunindextype m             = 0;
  const sunrealtype mid      = galpha_vector_data(l->mid, &m)[i];
  const sunrealtype along    = galpha_vector_data(l->along, &m)[i];
  const sunrealtype before   = mid - galpha_vector_data(l->down, &m)[i];
  const sunrealtype after    = galpha_vector_data(l->up, &m)[i] - mid;
  const sunrealtype quarter  = galpha_vector_data(l->quarter, &m)[i] - mid;
  const sunrealtype quotient = 0.5 * (before + after) / eps;
  const sunrealtype size     = fabs(quotient) + fabs(along) + 1e-6 * top;
  const sunrealtype open =
    fmax(fabs(after - before), fabs(after - 4.0 * quarter)) +
    16.0 * SUN_UNIT_ROUNDOFF * (fabs(mid) + of_row(l->terms, i));
  return (struct deviation){.dev   = fabs(quotient - along),
                            .open  = open / eps,
                            .size  = fmax(size, of_row(l->parts, i)),
                            .moves = before != 0.0 || after != 0.0};
}

enum
{
  RIGHT,
  WRONG,
  UNDECIDED, /* over the shortest displacement that shows more than round-off the function is curved */
  SUSPECT /* cautious: wrong over one short displacement, two make it WRONG */
};

/* The row whose relative deviation exceeds worst by more than the uncertainty, and most;
 * -1: none. l->verdict: the verdict on every row. */
static sunindextype worst_row(const struct galpha_direction *l, sunrealtype eps,
                              sunrealtype top, sunrealtype worst)
{
  sunindextype m = 0, row = -1;
  sunrealtype *verdict = l->verdict ? galpha_vector_data(l->verdict, &m) : NULL;
  sunrealtype most     = worst;
  const int wrong      = l->parts ? UNDECIDED : WRONG;
  (void)galpha_vector_data(l->along, &m);
  for (sunindextype i = 0; i < m; i++)
  {
    const struct deviation d = deviation(l, eps, top, i);
    const sunrealtype off    = d.dev - d.open;
    if (verdict) { verdict[i] = off > worst * d.size ? wrong : RIGHT; }
    if (!(off > most * d.size)) { continue; }
    most = off / d.size;
    row  = i;
  }
  return row;
}

/* A displacement with its bounds. */
struct trial
{
  sunrealtype eps, worst;
  bool brief; /* beside the own size of each component */
};

/* The verdict on a row that was v, not RIGHT, after a shorter displacement; unchanged where
 * its uncertainty is large. If that is due to curvature, not to rounding, the row becomes
 * undecided. */
static int judged(const struct galpha_direction *l, const struct trial *x,
                  const struct deviation *d, sunindextype i, int v)
{
  const sunrealtype least = x->worst * d->size;
  const sunrealtype noise =
    WRONG_ROUNDINGS * SUN_UNIT_ROUNDOFF * of_row(l->terms, i);
  if (!d->moves) { return v; }
  if (d->open > WRONG_OPEN * least)
  {
    return d->open * x->eps > noise ? UNDECIDED : v;
  }
  if (d->dev <= least) { return RIGHT; }
  if (!(d->dev - d->open > least) || !x->brief) { return v; }
  return l->parts && v == UNDECIDED ? SUSPECT : WRONG;
}

/* Repeats the comparison for rows not yet found right. Returns the first wrong row, or
 * `row` if that is still wrong; -1: none. */
static sunindextype still_wrong(const struct galpha_direction *l,
                                const struct trial *x, sunrealtype top,
                                sunindextype row)
{
  sunindextype m = 0, first = -1;
  sunrealtype *verdict = galpha_vector_data(l->verdict, &m);
  for (sunindextype i = 0; i < m; i++)
  {
    const struct deviation d = deviation(l, x->eps, top, i);
    if (verdict[i] == RIGHT) { continue; }
    verdict[i] = judged(l, x, &d, i, (int)verdict[i]);
    if (verdict[i] == WRONG && (first < 0 || i == row)) { first = i; }
  }
  return first;
}

static int differences(const struct galpha_direction *l, sunrealtype eps)
{
  int ret = l->value(l->of, eps, l->up);
  if (!ret) { ret = l->value(l->of, -eps, l->down); }
  return ret ? ret : l->value(l->of, 0.25 * eps, l->quarter);
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

/* Beside lengths of 1e5 the first increment turns an angle so far that even a right
 * derivative deviates; it agrees over a shorter one. A wrong derivative agrees over
 * none. */
static sunindextype wrong_along(const struct galpha_direction *l,
                                sunrealtype eps, sunrealtype worst)
{
  struct trial x = {.eps = eps, .worst = worst};
  if (differences(l, eps) || product(l)) { return -1; }
  const sunrealtype top     = N_VMaxNorm(l->along);
  const sunrealtype longest = l->parts ? WRONG_BRIEF / reach(l) : HUGE_VAL;
  const sunindextype first  = worst_row(l, eps, top, worst);
  sunindextype row          = l->parts ? -1 : first;
  for (int i = 0; first >= 0 && l->verdict && i < WRONG_SHORTER; i++)
  {
    x.eps /= CHECK_RATIO;
    x.brief = x.eps <= longest;
    if (differences(l, x.eps)) { continue; }
    row = still_wrong(l, &x, top, first);
  }
  return row;
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
