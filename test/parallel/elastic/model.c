#include "model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LINES   9
#define NARROW  0.03 /* least share of the spectrum that a polynomial is for */
#define STENCIL (LINES * 27)

size_t elastic_plane(const struct elastic *e)
{
  return 3 * (size_t)e->nodes[0] * (size_t)e->nodes[1];
}

size_t elastic_size(const struct elastic *e)
{
  return elastic_plane(e) * (size_t)e->count;
}

size_t elastic_index(const struct elastic *e, int k, int c, int j, int i)
{
  const size_t row = (size_t)(3 * k + c) * (size_t)e->nodes[1] + (size_t)j;
  return row * (size_t)e->nodes[0] + (size_t)i;
}

size_t elastic_padded_plane(const struct elastic *e)
{
  return 3 * (size_t)(e->nodes[0] + 2) * (size_t)(e->nodes[1] + 2);
}

/* Of node i = 0 in the margin's coordinates. */
static size_t padded_row(const struct elastic *e, int k, int c, int j)
{
  const size_t row = (size_t)(3 * k + c) * (size_t)(e->nodes[1] + 2);
  return (row + (size_t)j) * (size_t)(e->nodes[0] + 2) + 1;
}

void elastic_share(struct elastic *e, int rank, int size)
{
  e->first = e->nodes[2] * rank / size;
  e->count = e->nodes[2] * (rank + 1) / size - e->first;
}

/* The integral over an element's edge of two of its linear functions, each of them
 * (d) or its derivative; a, b: 0 the one of the low end, 1 of the high end. */
static sunrealtype edge(int a, int da, int b, int db, sunrealtype h)
{
  if (da && db) { return (a == b ? 1.0 : -1.0) / h; }
  if (da) { return a ? 0.5 : -0.5; }
  if (db) { return b ? 0.5 : -0.5; }
  return (a == b ? h / 3.0 : h / 6.0);
}

/* The integral over an element of dp(shape a) dq(shape b). */
static sunrealtype integral(const int *a, int p, const int *b, int q,
                            sunrealtype h)
{
  sunrealtype product = 1.0;
  for (int s = 0; s < 3; s++)
  {
    product *= edge(a[s], p == s, b[s], q == s, h);
  }
  return product;
}

/* Entry of an element's stiffness: node a, component r; node b, component c. */
static sunrealtype stiffness(const struct elastic *e, const int *a, int r,
                             const int *b, int c)
{
  const sunrealtype h = e->side;
  sunrealtype k =
    e->lame[0] * integral(a, r, b, c, h) + e->lame[1] * integral(a, c, b, r, h);
  for (int s = 0; s < 3 && r == c; s++)
  {
    k += e->lame[1] * integral(a, s, b, s, h);
  }
  return k;
}

/* Place of a node along an axis: 0 first, 1 inside, 2 last. */
static int place(int i, int nodes)
{
  return i == 0 ? 0 : i == nodes - 1 ? 2 : 1;
}

/* What the element on the low (0) or high (1) side of a node along each axis adds
 * to the node's stencil. */
static void add_element(const struct elastic *e, const int *element,
                        sunrealtype scale, sunrealtype *stencil)
{
  const int a[3] = {1 - element[0], 1 - element[1], 1 - element[2]};
  for (int n = 0; n < 8; n++)
  {
    const int b[3] = {n & 1, (n >> 1) & 1, n >> 2};
    const int line = 3 * (b[2] - a[2] + 1) + b[1] - a[1] + 1;
    for (int c = 0; c < 3; c++)
    {
      for (int r = 0; r < 3; r++)
      {
        stencil[((line * 3 + c) * 3 + r) * 3 + b[0] - a[0] + 1] +=
          scale * stiffness(e, a, r, b, c);
      }
    }
  }
}

static int is_there(int where, int element)
{
  return !(where == 0 && element == 0) && !(where == 2 && element == 1);
}

static void make_stencils(struct elastic *e)
{
  const sunrealtype scale = e->node_mass / pow(e->side, 3.0);
  for (int kind = 0; kind < 27; kind++)
  {
    for (int n = 0; n < 8; n++)
    {
      const int element[3] = {n & 1, (n >> 1) & 1, n >> 2};
      if (is_there(kind % 3, element[0]) &&
          is_there(kind / 3 % 3, element[1]) && is_there(kind / 9, element[2]))
      {
        add_element(e, element, scale, &e->stencils[STENCIL * kind]);
      }
    }
  }
}

static void make_masses(struct elastic *e)
{
  size_t at = 0;
  for (int row = 0; row < 3 * e->count * e->nodes[1]; row++)
  {
    const int j = row % e->nodes[1], k = e->first + row / (3 * e->nodes[1]);
    const int outside =
      (place(j, e->nodes[1]) != 1) + (place(k, e->nodes[2]) != 1);
    for (int i = 0; i < e->nodes[0]; i++, at++)
    {
      e->mass[at] =
        ldexp(e->node_mass, -outside - (place(i, e->nodes[0]) != 1));
      e->free[at] = 1.0;
    }
  }
}

int elastic_new(struct elastic *e)
{
  const size_t n = elastic_size(e);
  e->mass        = calloc(n + 1, sizeof *e->mass);
  e->load        = calloc(n + 1, sizeof *e->load);
  e->free        = calloc(n + 1, sizeof *e->free);
  e->work        = calloc(3 * n + 1, sizeof *e->work);
  e->stencils    = calloc(27 * STENCIL, sizeof *e->stencils);
  e->padded =
    calloc(elastic_padded_plane(e) * (size_t)(e->count + 2), sizeof *e->padded);
  if (!e->mass || !e->load || !e->free || !e->work || !e->stencils ||
      !e->padded)
  {
    elastic_free(e);
    return -1;
  }
  make_stencils(e);
  make_masses(e);
  return 0;
}

void elastic_free(struct elastic *e)
{
  sunrealtype **all[] = {&e->mass, &e->load,     &e->free,
                         &e->work, &e->stencils, &e->padded};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    free(*all[i]);
    *all[i] = NULL;
  }
}

/* Planes of this process, by threads where there are any. */
typedef void (*plane_fn)(struct elastic *e, int k, void *data);

static void each_plane(struct elastic *e, plane_fn fn, void *data)
{
#ifdef _OPENMP
#pragma omp parallel for schedule(static)
#endif
  for (int k = 0; k < e->count; k++) { fn(e, k, data); }
}

struct product
{
  const struct elastic_product *p;
  sunrealtype load; /* times this is subtracted */
  sunrealtype *out;
};

static void load_plane(struct elastic *e, int k, void *data)
{
  const struct elastic_product *p = ((const struct product *)data)->p;
  for (int row = 0; row < 3 * e->nodes[1]; row++)
  {
    const int c = row / e->nodes[1], j = row % e->nodes[1];
    const size_t from = elastic_index(e, k, c, j, 0);
    sunrealtype *to   = &e->padded[padded_row(e, k + 1, c, j + 1)];
    for (size_t i = 0; i < (size_t)e->nodes[0]; i++)
    {
      const sunrealtype y = p->y ? p->cy * p->y[from + i] : 0.0;
      to[i]               = e->free[from + i] * (p->cx * p->x[from + i] + y);
    }
  }
}

/* sum += one line of neighbours, component c, to nodes i0 ... i1 - 1. */
static void add_line(const sunrealtype *restrict a,
                     const sunrealtype *restrict x, int i0, int i1,
                     sunrealtype *restrict sx, sunrealtype *restrict sy,
                     sunrealtype *restrict sz)
{
  for (int i = i0; i < i1; i++)
  {
    const sunrealtype l = x[i - 1], m = x[i], r = x[i + 1];
    sx[i] += a[0] * l + a[1] * m + a[2] * r;
    sy[i] += a[3] * l + a[4] * m + a[5] * r;
    sz[i] += a[6] * l + a[7] * m + a[8] * r;
  }
}

/* One row of nodes of K times the padded values. */
static void stiffness_row(const struct elastic *e, int k, int j,
                          sunrealtype *out)
{
  const int n = e->nodes[0];
  const int kind =
    9 * place(e->first + k, e->nodes[2]) + 3 * place(j, e->nodes[1]);
  const size_t from = elastic_index(e, k, 0, j, 0);
  const size_t step = elastic_plane(e) / 3;
  const int ends[]  = {0, 1, n - 1, n};
  for (int line = 0; line < 3 * LINES; line++)
  {
    const int dk = line / 9, dj = line / 3 % 3, c = line % 3;
    const sunrealtype *x = &e->padded[padded_row(e, k + dk, c, j + dj)];
    for (int part = 0; part < 3; part++)
    {
      add_line(&e->stencils[STENCIL * (kind + part) + 9 * line], x, ends[part],
               ends[part + 1], &out[from], &out[from + step],
               &out[from + 2 * step]);
    }
  }
}

static void multiply_plane(struct elastic *e, int k, void *data)
{
  const struct product *d         = data;
  const struct elastic_product *p = d->p;
  const size_t first = elastic_index(e, k, 0, 0, 0), n = elastic_plane(e);
  memset(&d->out[first], 0, n * sizeof *d->out);
  for (int j = 0; j < e->nodes[1]; j++) { stiffness_row(e, k, j, d->out); }
  for (size_t i = first; i < first + n; i++)
  {
    const sunrealtype b = p->b ? p->cb * p->b[i] : 0.0;
    d->out[i] = e->free[i] * d->out[i] + e->mass[i] * (p->ca * p->a[i] + b) -
                d->load * e->load[i];
  }
}

static void multiply(struct elastic *e, const struct elastic_product *p,
                     sunrealtype load, sunrealtype *out)
{
  struct product d = {p, load, out};
  each_plane(e, load_plane, &d);
  if (e->exchange) { e->exchange(e); }
  each_plane(e, multiply_plane, &d);
  e->products++;
}

void elastic_multiply(struct elastic *e, const struct elastic_product *p,
                      sunrealtype *out)
{
  multiply(e, p, 0.0, out);
}

struct elastic_product elastic_linear(const struct elastic *e,
                                      const sunrealtype *y,
                                      const sunrealtype *yp,
                                      const sunrealtype *ypp)
{
  return (struct elastic_product){1.0, e->rate[0], 1.0, e->rate[1],
                                  ypp, yp,         y,   yp};
}

void elastic_residual(struct elastic *e, sunrealtype t, const sunrealtype *y,
                      const sunrealtype *yp, const sunrealtype *ypp,
                      sunrealtype *r)
{
  const struct elastic_product p = elastic_linear(e, y, yp, ypp);
  multiply(e, &p, e->history ? e->history(t) : 0.0, r);
}

/* On a grid without end the sum of the three symbols of second differences is at
 * most 4 side, and K's matrix for a wave at most lambda + 2 mu times that sum. */
sunrealtype elastic_top(const struct elastic *e)
{
  return 4.0 * (e->lame[0] + 2.0 * e->lame[1]) / (e->side * e->side);
}

struct chebyshev
{
  sunrealtype ck, cr; /* d := ck d + cr M^-1 r */
  const sunrealtype *b;
  sunrealtype *z, *r, *d, *Sd;
};

static void begin_plane(struct elastic *e, int k, void *data)
{
  const struct chebyshev *c = data;
  const size_t first = elastic_index(e, k, 0, 0, 0), n = elastic_plane(e);
  for (size_t i = first; i < first + n; i++)
  {
    c->r[i] = c->b[i];
    c->d[i] = c->cr * c->r[i] / e->mass[i];
    c->z[i] = c->d[i];
  }
}

static void iterate_plane(struct elastic *e, int k, void *data)
{
  const struct chebyshev *c = data;
  const size_t first = elastic_index(e, k, 0, 0, 0), n = elastic_plane(e);
  for (size_t i = first; i < first + n; i++)
  {
    c->r[i] -= c->Sd[i];
    c->d[i] = c->ck * c->d[i] + c->cr * c->r[i] / e->mass[i];
    c->z[i] += c->d[i];
  }
}

void elastic_chebyshev(struct elastic *e, const sunrealtype *c,
                       const sunrealtype *b, sunrealtype *z)
{
  const size_t n       = elastic_size(e);
  const sunrealtype cm = c[2] + e->rate[0] * c[1], ck = 1.0 + e->rate[1] * c[1];
  const sunrealtype top    = cm + ck * elastic_top(e);
  const sunrealtype bottom = fmax(cm, NARROW * top);
  const sunrealtype mean = 0.5 * (top + bottom), half = 0.5 * (top - bottom);
  struct chebyshev it            = {.cr = 1.0 / mean,
                                    .b  = b,
                                    .z  = z,
                                    .r  = e->work,
                                    .d  = e->work + n,
                                    .Sd = e->work + 2 * n};
  const struct elastic_product S = {.ca = cm, .cx = ck, .a = it.d, .x = it.d};
  sunrealtype rho                = half / mean;
  each_plane(e, begin_plane, &it);
  for (int k = 1; k < e->degree; k++)
  {
    const sunrealtype next = 1.0 / (2.0 * mean / half - rho);
    elastic_multiply(e, &S, it.Sd);
    it.ck = next * rho;
    it.cr = 2.0 * next / half;
    rho   = next;
    each_plane(e, iterate_plane, &it);
  }
}
