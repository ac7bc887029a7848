/* The search for vectors that dependent constraints leave open: inverse iteration. */
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

/* Makes vector a one of unit length, and nothing of those before it. */
static sunrealtype normalise(const struct galpha_redundant *r, sunindextype a)
{
  sunrealtype *y = r->y + a * r->mp;
  galpha_redundant_free_of(r, a, y);
  galpha_redundant_free_of(r, a, y);
  const sunrealtype size = norm(r, y);
  for (sunindextype i = 0; i < r->mp && size > 0.0; i++) { y[i] /= size; }
  return size;
}

/* One inverse iteration of vector a, whose eigenvalue it gives; HUGE_VAL where that is
 * not known. */
static int iterate(struct galpha_redundant *r, const struct galpha_backsolve *s,
                   sunindextype a)
{
  sunrealtype *y = r->y + a * r->mp;
  normalise(r, a);
  N_VConst(0.0, r->b);
  sunrealtype *b = N_VGetArrayPointer(r->b) + r->n;
  for (sunindextype i = 0; i < r->mp; i++) { b[i] = r->D[i] * y[i]; }
  const int ret = s->solve(s->ctx, r->b);
  if (ret) { return ret; }
  b = N_VGetArrayPointer(r->b) + r->n;
  for (sunindextype i = 0; i < r->mp; i++) { y[i] = b[i]; }
  const sunrealtype size = normalise(r, a);
  r->lambda[a] =
    size > 0.0 ? 1.0 / size - (r->on ? DEPENDENT_DELTA : 0.0) : HUGE_VAL;
  /* Inf or NaN: singular to the last digit */
  return isfinite(size) ? 0 : 1;
}

/* Vector a starts anywhere. */
static void start(struct galpha_redundant *r, sunindextype a)
{
  sunrealtype *y = r->y + a * r->mp;
  for (sunindextype i = 0; i < r->mp; i++)
  {
    r->seed = r->seed * 6364136223846793005ULL + 1442695040888963407ULL;
    y[i]    = ((sunrealtype)(r->seed >> 40) / 16777216.0 - 0.5) /
           sqrt(galpha_redundant_metric(r, i));
  }
}

int galpha_redundant_room(struct galpha_redundant *r)
{
  if (r->room > r->count) { return 0; }
  const size_t room = (size_t)r->room + 4;
  sunrealtype *y    = realloc(r->y, room * (size_t)r->mp * sizeof *y);
  if (y) { r->y = y; }
  sunrealtype *l = realloc(r->lambda, room * sizeof *l);
  if (l) { r->lambda = l; }
  sunrealtype *p = realloc(r->part, room * sizeof *p);
  if (p) { r->part = p; }
  r->no_memory = !y || !l || !p;
  if (r->no_memory) { return -1; }
  p[r->count] = 0.0;
  r->room     = (sunindextype)room;
  return 0;
}

/* The next vector, for which there is room, by some iterations. */
static int search_null_vectors(struct galpha_redundant *r,
                               const struct galpha_backsolve *s, int rounds)
{
  start(r, r->count);
  int ret = 0;
  for (int i = 0; !ret && i < rounds; i++) { ret = iterate(r, s, r->count); }
  return ret;
}

bool galpha_redundant_falls(struct galpha_redundant *r,
                            const struct galpha_backsolve *s)
{
  r->count      = 0;
  const int ret = search_null_vectors(r, s, 2);
  if (!ret && fabs(r->lambda[0]) > DEPENDENT_EIGENVALUE) { return false; }
  galpha_redundant_name(r, 0);
  return true;
}

/* Vectors beyond those known; in mid-run no memory is taken for them. */
static int search_further(struct galpha_redundant *r,
                          const struct galpha_backsolve *s, bool start)
{
  const sunrealtype off = DEPENDENT_OFF * r->off;
  const sunrealtype bound =
    fmin(DEPENDENT_MOST, fmax(DEPENDENT_OPEN, off * off));
  while (r->count < r->mp && (start || r->count < r->room))
  {
    if (galpha_redundant_room(r)) { return -1; }
    int ret = search_null_vectors(r, s, 2);
    if (ret) { return ret; }
    /* a hopeful one is seen more closely */
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
  /* a start within the tolerances may have hidden some: after 1, 2, 4 ... matrices */
  r->matrices++;
  const bool again = (r->matrices & (r->matrices - 1)) == 0;
  return !ret && again ? search_further(r, s, false) : ret;
}
