#include "model/redundancy.h"

#include <math.h>
#include <stdlib.h>

#include "base/clone.h"
#include "base/tuning.h"

void galpha_redundant_free(struct galpha_redundant *r)
{
  sunrealtype *all[] = {r->D, r->allowed, r->sums, r->S,
                        r->y, r->lambda,  r->part};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) { free(all[i]); }
  free(r->held);
  if (r->places) { SUNMatDestroy(r->places); }
  if (r->b) { N_VDestroy(r->b); }
  *r = (struct galpha_redundant){0};
}

static int allocate(struct galpha_redundant *r, N_Vector like)
{
  sunrealtype **rows[] = {&r->D, &r->allowed, &r->sums};
  for (int i = 0; i < 3; i++)
  {
    *rows[i] = calloc((size_t)r->mp, sizeof **rows[i]);
    if (!*rows[i]) { return -1; }
  }
  r->held = calloc((size_t)r->mp, sizeof *r->held);
  r->S    = calloc((size_t)r->n, sizeof *r->S);
  r->b    = galpha_clone(like);
  return r->held && r->S && r->b ? 0 : -1;
}

int galpha_redundant_prepare(struct galpha_redundant *r, bool on, N_Vector like,
                             const sunindextype nmp[3], SUNContext sunctx,
                             bool *changed)
{
  const sunindextype mp = nmp[1] + nmp[2];
  *changed              = on != r->on;
  r->on                 = on && mp > 0;
  r->n                  = nmp[0];
  r->m                  = nmp[1];
  r->mp                 = mp;
  r->count              = 0;
  r->off                = 0.0;
  if (mp == 0) { return 0; }
  if ((!r->b && allocate(r, like)) || galpha_redundant_reserve(r))
  {
    galpha_redundant_free(r);
    return -1;
  }
  if (on && !r->places) { r->places = galpha_diagonal_matrix(mp, sunctx); }
  return on && !r->places ? -1 : 0;
}

/* r->S = |diagonal of S|; returns its mean. */
static sunrealtype diagonal(struct galpha_redundant *r, SUNMatrix J)
{
  const sunrealtype *x   = galpha_block_data(J);
  struct galpha_cursor c = galpha_cursor_begin(J);
  sunrealtype mean       = 0.0;
  sunindextype i, j;
  for (i = 0; i < r->n; i++) { r->S[i] = 0.0; }
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (i == j && i < r->n) { r->S[i] += fabs(x[c.k - 1]); }
  }
  for (i = 0; i < r->n; i++) { mean += r->S[i] / (sunrealtype)r->n; }
  return mean;
}

void galpha_redundant_measure(struct galpha_redundant *r, SUNMatrix J,
                              N_Vector ewt)
{
  const sunrealtype least = DEPENDENT_LEAST_S * diagonal(r, J);
  const sunrealtype *x    = galpha_block_data(J);
  const sunrealtype *w    = N_VGetArrayPointer(ewt);
  struct galpha_cursor c  = galpha_cursor_begin(J);
  sunindextype i, j;
  for (i = 0; i < r->mp; i++)
  {
    r->D[i] = r->sums[i] = r->allowed[i] = 0.0;
    r->held[i]                           = false;
  }
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (i == j && i >= r->n && i < r->n + r->mp)
    {
      r->held[i - r->n] = x[c.k - 1] != 0.0;
    }
    if (i < r->n || i >= r->n + r->mp || j >= r->n) { continue; }
    const sunrealtype g2 = x[c.k - 1] * x[c.k - 1];
    r->D[i - r->n] += g2;
    r->sums[i - r->n] += g2 * r->S[j];
    r->allowed[i - r->n] += g2 / (w[j] * w[j]);
  }
  for (i = 0; i < r->mp; i++)
  {
    const sunrealtype g2 = r->D[i];
    /* a zero row constrains nothing: any positive number will do */
    r->D[i]       = g2 > 0.0 ? g2 / fmax(r->sums[i] / g2, least) : 1.0;
    r->D[i]       = r->D[i] > 0.0 && isfinite(r->D[i]) ? r->D[i] : 1.0;
    r->allowed[i] = sqrt(r->allowed[i]);
  }
}

void galpha_redundant_regularise(const struct galpha_redundant *r, SUNMatrix J)
{
  sunrealtype *x         = galpha_block_data(J);
  struct galpha_cursor c = galpha_cursor_begin(J);
  sunindextype i, j;
  if (!r->on) { return; }
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (i == j && i >= r->n && i < r->n + r->mp)
    {
      x[c.k - 1] -= DEPENDENT_DELTA * r->D[i - r->n];
    }
  }
}

sunrealtype galpha_redundant_metric(const struct galpha_redundant *r,
                                    sunindextype i)
{
  return i >= r->m && r->m > 0 ? DEPENDENT_WEIGHT_K * r->D[i] : r->D[i];
}

void galpha_redundant_orthogonalize(const struct galpha_redundant *r,
                                    sunindextype count, sunrealtype *y)
{
  for (sunindextype a = 0; a < count; a++)
  {
    const sunrealtype *z = r->y + a * r->mp;
    sunrealtype c        = 0.0;
    for (sunindextype i = 0; i < r->mp; i++)
    {
      c += galpha_redundant_metric(r, i) * z[i] * y[i];
    }
    for (sunindextype i = 0; i < r->mp; i++) { y[i] -= c * z[i]; }
  }
}

void galpha_redundant_find_rows(struct galpha_redundant *r, sunindextype a)
{
  const sunrealtype *y = r->y + a * r->mp;
  sunrealtype top[2]   = {-1.0, -1.0};
  r->row[0] = r->row[1] = -1;
  for (sunindextype i = 0; i < r->mp; i++)
  {
    const sunrealtype part = fabs(y[i]) * sqrt(r->D[i]);
    const int at           = part > top[0] ? 0 : 1;
    if (!(part > top[at])) { continue; }
    if (at == 0)
    {
      top[1]    = top[0];
      r->row[1] = r->row[0];
    }
    top[at]    = part;
    r->row[at] = i;
  }
}

/* Component of the rows x along vector a. */
static sunrealtype along(const struct galpha_redundant *r, sunindextype a,
                         const sunrealtype *x)
{
  const sunrealtype *y = r->y + a * r->mp;
  sunrealtype c        = 0.0;
  for (sunindextype i = 0; i < r->mp; i++) { c += y[i] * x[i]; }
  return c;
}

void galpha_redundant_filter(struct galpha_redundant *r, N_Vector b)
{
  if (!r->on || r->count == 0) { return; }
  sunrealtype *x = N_VGetArrayPointer(b) + r->n;
  for (sunindextype a = 0; a < r->count; a++)
  {
    const sunrealtype *y = r->y + a * r->mp;
    const sunrealtype c  = along(r, a, x);
    for (sunindextype i = 0; i < r->mp; i++)
    {
      x[i] -= c * galpha_redundant_metric(r, i) * y[i];
    }
    r->part[a] = c;
  }
}

void galpha_redundant_minimal_norm(const struct galpha_redundant *r, N_Vector x)
{
  if (!r->on || r->count == 0) { return; }
  galpha_redundant_orthogonalize(r, r->count, N_VGetArrayPointer(x) + r->n);
}

void galpha_redundant_minimal_norm_of(const struct galpha_redundant *r,
                                      N_Vector lambda, N_Vector psi)
{
  if (!r->on || r->count == 0) { return; }
  sunrealtype *l = r->m ? N_VGetArrayPointer(lambda) : NULL;
  sunrealtype *p = r->mp > r->m ? N_VGetArrayPointer(psi) : NULL;
  sunrealtype *x = r->sums;
  for (sunindextype i = 0; i < r->m; i++) { x[i] = l[i]; }
  for (sunindextype i = r->m; p && i < r->mp; i++) { x[i] = p[i - r->m]; }
  galpha_redundant_orthogonalize(r, r->count, x);
  for (sunindextype i = 0; i < r->m; i++) { l[i] = x[i]; }
  for (sunindextype i = r->m; p && i < r->mp; i++) { p[i - r->m] = x[i]; }
}

/* Vector a combines rows of G and rows of K. */
static bool mixes(const struct galpha_redundant *r, sunindextype a)
{
  const sunrealtype *y = r->y + a * r->mp;
  sunrealtype g = 0.0, k = 0.0;
  for (sunindextype i = 0; i < r->mp; i++)
  {
    *(i < r->m ? &g : &k) += r->D[i] * y[i] * y[i];
  }
  return fmin(g, k) > DEPENDENT_SHARE * fmax(g, k);
}

/* Component along vector a that the tolerances of q allow. */
static sunrealtype allowance(const struct galpha_redundant *r, sunindextype a)
{
  const sunrealtype *y = r->y + a * r->mp;
  sunrealtype sum      = 0.0;
  for (sunindextype i = 0; i < r->mp; i++)
  {
    const sunrealtype one = y[i] * r->allowed[i];
    sum += one * one;
  }
  return sqrt(sum);
}

sunrealtype galpha_redundant_conflict(struct galpha_redundant *r, N_Vector b,
                                      bool level, sunindextype *which)
{
  sunrealtype worst = 0.0;
  if (!r->on || r->count == 0) { return 0.0; }
  const sunrealtype *x = b ? N_VGetArrayPointer(b) + r->n : NULL;
  for (sunindextype a = 0; a < r->count; a++)
  {
    if (x) { r->part[a] = along(r, a, x); }
    if (!level && mixes(r, a)) { continue; }
    const sunrealtype size = fabs(r->part[a]) / allowance(r, a);
    if (size <= worst) { continue; }
    worst  = size;
    *which = a;
    galpha_redundant_find_rows(r, a);
  }
  return worst;
}

bool galpha_redundant_drop(struct galpha_redundant *r, sunindextype which)
{
  if (!(r->lambda[which] > DEPENDENT_GONE)) { return false; }
  r->count--;
  for (sunindextype i = 0; i < r->mp; i++)
  {
    r->y[which * r->mp + i] = r->y[r->count * r->mp + i];
  }
  r->lambda[which] = r->lambda[r->count];
  return true;
}

void galpha_redundant_set_off(struct galpha_redundant *r, sunrealtype off)
{
  r->off = off;
}
