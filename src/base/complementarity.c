/* Dantzig's principal pivoting method. The most violated row is raised to equality,
 * along the direction in which the chosen rows stay equalities; a chosen row whose x
 * reaches 0 on the way is released. */
#include "base/complementarity.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

struct problem
{
  int n, count; /* count: rows chosen */
  const sunrealtype *W, *b, *size;
  sunrealtype *x;
  int *chosen;
  /* Cholesky factor of W of the chosen rows; search direction; b - W x. */
  sunrealtype *L, *s, *left;
};

static sunrealtype entry(const struct problem *p, int i, int j)
{
  return p->W[i * p->n + j];
}

/* L L^T = W of the chosen rows, which are independent. */
static void factor(struct problem *p)
{
  for (int i = 0; i < p->count; i++)
  {
    sunrealtype *row = p->L + i * p->n;
    for (int j = 0; j <= i; j++)
    {
      const sunrealtype *other = p->L + j * p->n;
      sunrealtype sum          = entry(p, p->chosen[i], p->chosen[j]);
      for (int k = 0; k < j; k++) { sum -= row[k] * other[k]; }
      row[j] = i == j ? sqrt(fmax(sum, DBL_MIN)) : sum / other[j];
    }
  }
}

/* s = the change of x of the chosen rows for a unit of x_j; returns the change of row j,
 * 0 if it depends on them. */
static sunrealtype direction(struct problem *p, int j)
{
  const int n     = p->n;
  sunrealtype own = entry(p, j, j);
  factor(p);
  for (int i = 0; i < p->count; i++)
  {
    sunrealtype sum = -entry(p, p->chosen[i], j);
    for (int k = 0; k < i; k++) { sum -= p->L[i * n + k] * p->s[k]; }
    p->s[i] = sum / p->L[i * n + i];
    own -= p->s[i] * p->s[i];
  }
  for (int i = p->count - 1; i >= 0; i--)
  {
    for (int k = i + 1; k < p->count; k++)
    {
      p->s[i] -= p->L[k * n + i] * p->s[k];
    }
    p->s[i] /= p->L[i * n + i];
  }
  return own > 1e4 * DBL_EPSILON * n * entry(p, j, j) ? own : 0.0;
}

/* Step length of x_j: until row j, whose left side rises at the rate gain, is an
 * equality, or the x of a chosen row is 0 (*out: its place). < 0: unbounded. */
static sunrealtype length(const struct problem *p, int j, sunrealtype gain,
                          int *out)
{
  sunrealtype far = gain > 0.0 ? p->left[j] / gain : -1.0;
  *out            = -1;
  for (int i = 0; i < p->count; i++)
  {
    const sunrealtype to =
      p->s[i] < 0.0 ? -p->x[p->chosen[i]] / p->s[i] : HUGE_VAL;
    if (to < HUGE_VAL && (far < 0.0 || to < far))
    {
      far  = to;
      *out = i;
    }
  }
  return far;
}

static void update(struct problem *p)
{
  for (int i = 0; i < p->n; i++)
  {
    p->left[i] = p->b[i];
    for (int j = 0; j < p->n; j++) { p->left[i] -= entry(p, i, j) * p->x[j]; }
  }
}

/* The row that is violated most; -1: none. */
static int worst(const struct problem *p)
{
  sunrealtype most = 1.0;
  int row          = -1;
  for (int i = 0; i < p->n; i++)
  {
    bool in = false;
    for (int k = 0; k < p->count; k++) { in = in || p->chosen[k] == i; }
    if (!in && p->left[i] > most * p->size[i])
    {
      most = p->left[i] / p->size[i];
      row  = i;
    }
  }
  return row;
}

static void leave(struct problem *p, int place)
{
  p->x[p->chosen[place]] = 0.0;
  p->count--;
  memmove(p->chosen + place, p->chosen + place + 1,
          (size_t)(p->count - place) * sizeof *p->chosen);
}

/* Raises x_j until row j is an equality. -1: x_j is unbounded. */
static int raise_row(struct problem *p, int j)
{
  for (;;)
  {
    int out                = -1;
    const sunrealtype gain = direction(p, j);
    const sunrealtype far  = length(p, j, gain, &out);
    if (!(far >= 0.0)) { return -1; }
    for (int i = 0; i < p->count; i++)
    {
      p->x[p->chosen[i]] = fmax(p->x[p->chosen[i]] + far * p->s[i], 0.0);
    }
    p->x[j] += far;
    update(p);
    if (out < 0) { break; }
    leave(p, out);
  }
  p->chosen[p->count++] = j;
  return 0;
}

int galpha_complementarity(int n, const sunrealtype *W, const sunrealtype *b,
                           const sunrealtype *size, sunrealtype *x,
                           sunrealtype *work, int *chosen)
{
  struct problem p = {
    n, 0, W, b, size, x, chosen, work, work + n * n, work + n * n + n};
  memset(x, 0, (size_t)n * sizeof *x);
  update(&p);
  /* each pass lowers x^T W x / 2 - b^T x, so that only rounding can exhaust the passes */
  for (int pass = 0; pass < 100 * (n + 1); pass++)
  {
    const int j = worst(&p);
    if (j < 0) { return 0; }
    if (raise_row(&p, j)) { return -1; }
  }
  return -1;
}
