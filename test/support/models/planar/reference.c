/* Reference solutions of planar mechanisms: extrapolation of the explicit midpoint rule
 * (Gragg, Bulirsch and Stoer), order 16. */
#include "support/models/planar/planar.h"

#define COLUMNS 8
#define SIZE    (2 * PLANAR_N)
#define WORK    6000000 /* evaluations at most */

struct extrapolation
{
  const struct planar *p;
  int n; /* of (q, v) */
  sunrealtype tol, h;
  long int evaluations;
  sunrealtype column[COLUMNS][SIZE], before[SIZE];
};

static int derivative(struct extrapolation *x, sunrealtype t,
                      const sunrealtype *y, sunrealtype *dy)
{
  const int n = x->p->n;
  memcpy(dy, y + n, sizeof *y * (size_t)n);
  x->evaluations++;
  return planar_accelerations(x->p, t, y, y + n, dy + n, NULL);
}

/* h by `parts` midpoint steps, smoothed. */
static int midpoint(struct extrapolation *x, sunrealtype t, sunrealtype h,
                    int parts, const sunrealtype *y, const sunrealtype *dy,
                    sunrealtype *out)
{
  sunrealtype a[SIZE], b[SIZE], d[SIZE];
  const sunrealtype s = h / parts;
  for (int i = 0; i < x->n; i++)
  {
    a[i] = y[i];
    b[i] = y[i] + s * dy[i];
  }
  for (int j = 1; j < parts; j++)
  {
    if (derivative(x, t + j * s, b, d)) { return 1; }
    for (int i = 0; i < x->n; i++)
    {
      const sunrealtype next = a[i] + 2.0 * s * d[i];
      a[i]                   = b[i];
      b[i]                   = next;
    }
  }
  if (derivative(x, t + h, b, d)) { return 1; }
  for (int i = 0; i < x->n; i++) { out[i] = 0.5 * (a[i] + b[i] + s * d[i]); }
  return 0;
}

/* One step into the last column; its error in tolerances, or < 0. */
static sunrealtype attempt(struct extrapolation *x, sunrealtype t,
                           sunrealtype h, const sunrealtype *y)
{
  sunrealtype dy[SIZE], error = 0.0;
  if (derivative(x, t, y, dy)) { return -1.0; }
  for (int k = 0; k < COLUMNS; k++)
  {
    if (midpoint(x, t, h, 2 * (k + 1), y, dy, x->column[k])) { return -1.0; }
  }
  for (int c = 1; c < COLUMNS; c++)
  {
    memcpy(x->before, x->column[COLUMNS - 1], sizeof x->before);
    for (int k = COLUMNS - 1; k >= c; k--)
    {
      const sunrealtype r = (sunrealtype)(k + 1) / (sunrealtype)(k + 1 - c);
      for (int i = 0; i < x->n; i++)
      {
        x->column[k][i] +=
          (x->column[k][i] - x->column[k - 1][i]) / (r * r - 1.0);
      }
    }
  }
  for (int i = 0; i < x->n; i++)
  {
    const sunrealtype e = fabs(x->column[COLUMNS - 1][i] - x->before[i]) /
                          (x->tol * (1.0 + fabs(y[i])));
    error = e <= error ? error : e;
  }
  return isfinite(error) ? error : 1e10;
}

/* y from t to end; nonzero: not possible. */
static int advance(struct extrapolation *x, sunrealtype t, sunrealtype end,
                   sunrealtype *y)
{
  while (t < end)
  {
    const sunrealtype left = end - t;
    const int last         = x->h >= left * (1.0 - 1e-14);
    const sunrealtype h    = last ? left : x->h;
    if (x->h < 1e-13 || x->evaluations > WORK) { return 1; }
    const sunrealtype error = attempt(x, t, h, y);
    if (error < 0.0) { return 1; }
    const sunrealtype factor = 0.8 * pow(error + 1e-10, -1.0 / 15.0);
    const sunrealtype next   = h * fmin(4.0, fmax(0.1, factor));
    x->h                     = last && error <= 1.0 ? fmax(x->h, next) : next;
    if (error > 1.0) { continue; }
    memcpy(y, x->column[COLUMNS - 1], sizeof *y * (size_t)x->n);
    t = last ? end : t + h;
  }
  return 0;
}

static int solve(const struct planar *p, sunrealtype tol, const sunrealtype *v0,
                 struct planar_reference *r)
{
  struct extrapolation x = {.p = p, .n = 2 * p->n, .tol = tol, .h = 1e-3};
  const size_t bytes     = sizeof *v0 * (size_t)p->n;
  const sunrealtype dt   = PLANAR_DURATION / PLANAR_OUTPUTS;
  sunrealtype y[SIZE];
  memcpy(y, p->q0, bytes);
  memcpy(y + p->n, v0, bytes);
  for (int o = 0; o < PLANAR_OUTPUTS; o++)
  {
    if (advance(&x, o * dt, (o + 1) * dt, y)) { return 1; }
    memcpy(r->q[o], y, bytes);
    memcpy(r->v[o], y + p->n, bytes);
  }
  return 0;
}

static sunrealtype distance(const struct planar *p,
                            const struct planar_reference *a,
                            const struct planar_reference *b)
{
  sunrealtype most = 0.0;
  for (int o = 0; o < PLANAR_OUTPUTS; o++)
  {
    for (int i = 0; i < p->n; i++)
    {
      const sunrealtype e =
        fabs(a->q[o][i] - b->q[o][i]) / (1.0 + fabs(b->q[o][i]));
      most = e <= most ? most : e;
    }
  }
  return most;
}

/* v0 and a change of size eps that the constraints admit, of components that alternate
 * by the bits of k. */
static int disturbed(const struct planar *p, int k, sunrealtype eps,
                     sunrealtype *v)
{
  sunrealtype G[PLANAR_M * PLANAR_N], S[PLANAR_M * PLANAR_M], l[PLANAR_M],
    d[PLANAR_N], size = 0.0;
  planar_G(p, p->q0, G);
  for (int j = 0; j < p->n; j++)
  {
    d[j] = ((j >> k) & 1 ? -1.0 : 1.0) * (1.0 + 0.1 * j);
  }
  for (int i = 0; i < p->m; i++)
  {
    const sunrealtype *row = G + i * p->n;
    l[i]                   = 0.0;
    for (int j = 0; j < p->n; j++) { l[i] += row[j] * d[j]; }
    for (int o = 0; o <= i; o++)
    {
      S[i * p->m + o] = 0.0;
      for (int j = 0; j < p->n; j++)
      {
        S[i * p->m + o] += row[j] * G[o * p->n + j];
      }
    }
  }
  if (planar_solve(p->m, S, l)) { return 1; }
  for (int j = 0; j < p->n; j++)
  {
    for (int i = 0; i < p->m; i++) { d[j] -= G[i * p->n + j] * l[i]; }
    size = fmax(size, fabs(d[j]));
  }
  for (int j = 0; j < p->n; j++)
  {
    v[j] = p->v0[j] + (size > 0.0 ? eps / size * d[j] : 0.0);
  }
  return 0;
}

void planar_reference_make(struct planar_reference *r, const struct planar *p,
                           int seed)
{
  const sunrealtype eps = 1e-7;
  struct planar_reference other;
  sunrealtype v[PLANAR_N];
  memset(r, 0, sizeof *r);
  r->seed = seed;
  if (solve(p, 1e-12, p->v0, r) || solve(p, 1e-10, p->v0, &other)) { return; }
  if (!(distance(p, &other, r) <= 1e-7)) { return; }
  for (int k = 0; k < 2; k++)
  {
    if (disturbed(p, k, eps, v) || solve(p, 1e-12, v, &other)) { return; }
    r->sensitivity = fmax(r->sensitivity, distance(p, &other, r) / eps);
  }
  r->good = 1;
}
