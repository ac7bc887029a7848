/* Equations of planar mechanisms. */
#include "support/models/planar/planar.h"

#define GRAVITY 9.81

/* Where an end is, its velocity, and the half bar that the angle turns. */
struct place
{
  sunrealtype x, y, vx, vy;
  sunrealtype hx, hy; /* from the centre */
};

static struct place place(const struct planar *p, const struct planar_end *e,
                          const sunrealtype *q, const sunrealtype *v)
{
  struct place at = {.x = e->x, .y = e->y};
  if (e->bar < 0) { return at; }
  const sunrealtype half = 0.5 * e->side * p->length[e->bar];
  q += 3 * e->bar;
  at.hx = half * cos(q[2]);
  at.hy = half * sin(q[2]);
  at.x  = q[0] + at.hx;
  at.y  = q[1] + at.hy;
  if (!v) { return at; }
  v += 3 * e->bar;
  at.vx = v[0] - at.hy * v[2];
  at.vy = v[1] + at.hx * v[2];
  return at;
}

static sunrealtype turned(const struct planar_turn *s, const sunrealtype *x)
{
  return x[3 * s->a + 2] - (s->b < 0 ? 0.0 : x[3 * s->b + 2]);
}

void planar_g(const struct planar *p, sunrealtype t, const sunrealtype *q,
              sunrealtype *g)
{
  for (int i = 0; i < p->pins; i++, g += 2)
  {
    const struct place a = place(p, &p->pin[i].a, q, NULL);
    const struct place b = place(p, &p->pin[i].b, q, NULL);
    g[0]                 = a.x - b.x;
    g[1]                 = a.y - b.y;
  }
  for (int i = 0; i < p->angles; i++)
  {
    const struct planar_turn *s = &p->angle[i];
    g[i] = turned(s, q) - s->rest - s->amplitude * sin(s->omega * t);
  }
}

void planar_gt(const struct planar *p, sunrealtype t, sunrealtype *gt)
{
  for (int i = 0; i < 2 * p->pins; i++) { gt[i] = 0.0; }
  for (int i = 0; i < p->angles; i++)
  {
    const struct planar_turn *s = &p->angle[i];
    gt[2 * p->pins + i]         = -s->amplitude * s->omega * cos(s->omega * t);
  }
}

static void put_end(const struct planar *p, const struct planar_end *e,
                    const sunrealtype *q, sunrealtype sign, sunrealtype *G)
{
  if (e->bar < 0) { return; }
  const struct place at = place(p, e, q, NULL);
  sunrealtype *x = G + 3 * e->bar, *y = x + p->n;
  x[0] = sign;
  x[2] = -sign * at.hy;
  y[1] = sign;
  y[2] = sign * at.hx;
}

void planar_G(const struct planar *p, const sunrealtype *q, sunrealtype *G)
{
  memset(G, 0, sizeof *G * (size_t)(p->m * p->n));
  for (int i = 0; i < p->pins; i++, G += 2 * p->n)
  {
    put_end(p, &p->pin[i].a, q, 1.0, G);
    put_end(p, &p->pin[i].b, q, -1.0, G);
  }
  for (int i = 0; i < p->angles; i++, G += p->n)
  {
    G[3 * p->angle[i].a + 2] = 1.0;
    if (p->angle[i].b >= 0) { G[3 * p->angle[i].b + 2] = -1.0; }
  }
}

/* What the second derivative of g has beside G a. */
static void curvature(const struct planar *p, sunrealtype t,
                      const sunrealtype *q, const sunrealtype *v,
                      sunrealtype *c)
{
  for (int i = 0; i < p->pins; i++, c += 2)
  {
    c[0] = c[1] = 0.0;
    for (int k = 0; k < 2; k++)
    {
      const struct planar_end *e = k == 0 ? &p->pin[i].a : &p->pin[i].b;
      if (e->bar < 0) { continue; }
      const struct place at = place(p, e, q, NULL);
      const sunrealtype w = v[3 * e->bar + 2], sign = k == 0 ? -1.0 : 1.0;
      c[0] += sign * at.hx * w * w;
      c[1] += sign * at.hy * w * w;
    }
  }
  for (int i = 0; i < p->angles; i++)
  {
    const struct planar_turn *s = &p->angle[i];
    c[i] = s->amplitude * s->omega * s->omega * sin(s->omega * t);
  }
}

static void push(const struct planar_end *e, const struct place *at,
                 sunrealtype fx, sunrealtype fy, sunrealtype *f)
{
  if (e->bar < 0) { return; }
  f += 3 * e->bar;
  f[0] += fx;
  f[1] += fy;
  f[2] += at->hx * fy - at->hy * fx;
}

static void add_bushing(const struct planar *p, const struct planar_link *l,
                        const sunrealtype *q, const sunrealtype *v,
                        sunrealtype *f)
{
  const struct place a = place(p, &l->a, q, v), b = place(p, &l->b, q, v);
  const sunrealtype fx = l->k * (b.x - a.x) + l->c * (b.vx - a.vx);
  const sunrealtype fy = l->k * (b.y - a.y) + l->c * (b.vy - a.vy);
  push(&l->a, &a, fx, fy, f);
  push(&l->b, &b, -fx, -fy, f);
}

void planar_force(const struct planar *p, sunrealtype t, const sunrealtype *q,
                  const sunrealtype *v, sunrealtype *f)
{
  for (int i = 0; i < p->bars; i++)
  {
    f[3 * i] = f[3 * i + 2] = 0.0;
    f[3 * i + 1]            = -GRAVITY * p->mass[i];
  }
  f[3 * (p->bars - 1)] += p->load * sin(p->omega * t);
  for (int i = 0; i < p->bushings; i++)
  {
    add_bushing(p, &p->bushing[i], q, v, f);
  }
  for (int i = 0; i < p->springs; i++)
  {
    const struct planar_turn *s = &p->spring[i];
    const sunrealtype moment =
      -s->k * (turned(s, q) - s->rest) - s->c * turned(s, v);
    f[3 * s->a + 2] += moment;
    if (s->b >= 0) { f[3 * s->b + 2] -= moment; }
  }
}

int planar_solve(int n, sunrealtype *A, sunrealtype *b)
{
  for (int j = 0; j < n; j++)
  {
    for (int i = j; i < n; i++)
    {
      sunrealtype s = A[i * n + j];
      for (int k = 0; k < j; k++) { s -= A[i * n + k] * A[j * n + k]; }
      if (i == j && !(s > 0.0)) { return 1; }
      A[i * n + j] = i == j ? sqrt(s) : s / A[j * n + j];
    }
  }
  for (int i = 0; i < n; i++)
  {
    for (int k = 0; k < i; k++) { b[i] -= A[i * n + k] * b[k]; }
    b[i] /= A[i * n + i];
  }
  for (int i = n - 1; i >= 0; i--)
  {
    for (int k = i + 1; k < n; k++) { b[i] -= A[k * n + i] * b[k]; }
    b[i] /= A[i * n + i];
  }
  return 0;
}

static sunrealtype weight(const struct planar *p, int k)
{
  return k % 3 == 2 ? p->inertia[k / 3] : p->mass[k / 3];
}

int planar_accelerations(const struct planar *p, sunrealtype t,
                         const sunrealtype *q, const sunrealtype *v,
                         sunrealtype *a, sunrealtype *lambda)
{
  sunrealtype G[PLANAR_M * PLANAR_N], S[PLANAR_M * PLANAR_M], l[PLANAR_M],
    f[PLANAR_N];
  const int n = p->n, m = p->m;
  planar_G(p, q, G);
  planar_force(p, t, q, v, f);
  curvature(p, t, q, v, l);
  for (int i = 0; i < m; i++)
  {
    for (int j = 0; j <= i; j++)
    {
      S[i * m + j] = 0.0;
      for (int k = 0; k < n; k++)
      {
        S[i * m + j] += G[i * n + k] * G[j * n + k] / weight(p, k);
      }
    }
    for (int k = 0; k < n; k++) { l[i] += G[i * n + k] * f[k] / weight(p, k); }
  }
  if (planar_solve(m, S, l)) { return 1; }
  for (int k = 0; k < n; k++)
  {
    for (int i = 0; i < m; i++) { f[k] -= G[i * n + k] * l[i]; }
    a[k] = f[k] / weight(p, k);
  }
  if (lambda) { memcpy(lambda, l, sizeof *l * (size_t)m); }
  return 0;
}
