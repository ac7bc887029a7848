/* Search for the null vectors of redundant constraints by inverse iteration. */
#include <math.h>
#include <stdlib.h>

#include "base/tuning.h"
#include "model/redundancy.h"

static sunrealtype norm(const struct galpha_redundant *r, const sunrealtype *y)
{
  sunrealtype sum = 0.0;
  for (sunindextype i = 0; i < r->mp; i++)
  {
    sum += galpha_redundant_metric(r, i) * y[i] * y[i];
  }
  return sqrt(sum);
}

/* Orthonormalizes vector a with respect to the earlier ones; returns its length
 * before. */
static sunrealtype orthonormalize(const struct galpha_redundant *r,
                                  sunindextype a)
{
  sunrealtype *y = r->y + a * r->mp;
  galpha_redundant_orthogonalize(r, a, y);
  galpha_redundant_orthogonalize(r, a, y);
  const sunrealtype size = norm(r, y);
  for (sunindextype i = 0; i < r->mp && size > 0.0; i++) { y[i] /= size; }
  return size;
}

/* One inverse iteration of vector a; sets its eigenvalue, HUGE_VAL if the result is
 * zero. */
static int iterate(struct galpha_redundant *r, const struct galpha_backsolve *s,
                   sunindextype a)
{
  sunrealtype *y = r->y + a * r->mp;
  orthonormalize(r, a);
  N_VConst(0.0, r->b);
  sunrealtype *b = N_VGetArrayPointer(r->b) + r->n;
  for (sunindextype i = 0; i < r->mp; i++) { b[i] = r->D[i] * y[i]; }
  const int ret = s->solve(s->ctx, r->b);
  if (ret) { return ret; }
  b = N_VGetArrayPointer(r->b) + r->n;
  for (sunindextype i = 0; i < r->mp; i++) { y[i] = b[i]; }
  const sunrealtype size = orthonormalize(r, a);
  r->lambda[a] =
    size > 0.0 ? 1.0 / size - (r->on ? DEPENDENT_DELTA : 0.0) : HUGE_VAL;
  /* Inf or NaN: the matrix is exactly singular */
  return isfinite(size) ? 0 : 1;
}

/* Sets vector a to random numbers, 0 where the multiplier is determined. */
static void start(struct galpha_redundant *r, sunindextype a)
{
  sunrealtype *y = r->y + a * r->mp;
  for (sunindextype i = 0; i < r->mp; i++)
  {
    r->seed = r->seed * 6364136223846793005ULL + 1442695040888963407ULL;
    y[i]    = ((sunrealtype)(r->seed >> 40) / 16777216.0 - 0.5) /
           sqrt(galpha_redundant_metric(r, i));
    if (r->held[i]) { y[i] = 0.0; }
  }
}

int galpha_redundant_reserve(struct galpha_redundant *r)
{
  if (r->capacity > r->count) { return 0; }
  const size_t capacity = (size_t)r->capacity + 4;
  sunrealtype *y        = realloc(r->y, capacity * (size_t)r->mp * sizeof *y);
  if (y) { r->y = y; }
  sunrealtype *l = realloc(r->lambda, capacity * sizeof *l);
  if (l) { r->lambda = l; }
  sunrealtype *p = realloc(r->part, capacity * sizeof *p);
  if (p) { r->part = p; }
  r->no_memory = !y || !l || !p;
  if (r->no_memory) { return -1; }
  p[r->count] = 0.0;
  r->capacity = (sunindextype)capacity;
  return 0;
}

/* Computes the next vector by some iterations. */
static int search_null_vectors(struct galpha_redundant *r,
                               const struct galpha_backsolve *s, int rounds)
{
  start(r, r->count);
  int ret = 0;
  for (int i = 0; !ret && i < rounds; i++) { ret = iterate(r, s, r->count); }
  return ret;
}

bool galpha_redundant_dependent(struct galpha_redundant *r,
                                const struct galpha_backsolve *s)
{
  r->count      = 0;
  const int ret = search_null_vectors(r, s, 2);
  if (!ret && fabs(r->lambda[0]) > DEPENDENT_EIGENVALUE) { return false; }
  galpha_redundant_find_rows(r, 0);
  return true;
}

/* Searches for further vectors; after the start without allocating. */
static int search_further(struct galpha_redundant *r,
                          const struct galpha_backsolve *s, bool start)
{
  const sunrealtype off = DEPENDENT_OFF * r->off;
  const sunrealtype bound =
    fmin(DEPENDENT_MOST, fmax(DEPENDENT_OPEN, off * off));
  while (r->count < r->mp && (start || r->count < r->capacity))
  {
    if (galpha_redundant_reserve(r)) { return -1; }
    int ret = search_null_vectors(r, s, 2);
    if (ret) { return ret; }
    /* iterate a candidate further */
    for (int i = 2; r->lambda[r->count] < fmax(bound, DEPENDENT_GONE) &&
                    i < DEPENDENT_ROUNDS && !ret;
         i++)
    {
      ret = iterate(r, s, r->count);
    }
    if (ret) { return ret; }
    if (!(r->lambda[r->count] < bound)) { break; }
    r->count++;
  }
  return 0;
}

int galpha_redundant_search(struct galpha_redundant *r,
                            const struct galpha_backsolve *s)
{
  if (!r->on) { return 0; }
  r->count    = 0;
  r->matrices = 0;
  return search_further(r, s, true);
}

int galpha_redundant_follow(struct galpha_redundant *r,
                            const struct galpha_backsolve *s)
{
  int ret = 0;
  if (!r->on) { return 0; }
  for (sunindextype a = 0; !ret && a < r->count; a++)
  {
    ret = iterate(r, s, a);
  }
  /* a violation of the constraints at the start may have hidden some: search after
     1, 2, 4 ... matrices */
  r->matrices++;
  const bool again = (r->matrices & (r->matrices - 1)) == 0;
  return !ret && again ? search_further(r, s, false) : ret;
}
