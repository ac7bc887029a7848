#include "model.h"

#include <math.h>
#include <string.h>

#define TYPICAL 0.02 /* step that residuals are scaled for */
#define SHAKE   0.3  /* acceleration */
#define OMEGA   3.0

static sunrealtype history(sunrealtype t)
{
  const sunrealtype s = sin(OMEGA * t);
  return s * s;
}

/* Holds the plane k, and loads the block along y. */
static void finish(struct elastic *e, int k, sunrealtype acceleration)
{
  const size_t plane = elastic_plane(e), rows = plane / 3;
  for (size_t i = 0; i < elastic_size(e); i++)
  {
    const size_t c = i / rows % 3;
    if (i / plane == (size_t)k) { e->free[i] = 0.0; }
    e->load[i] = c == 1 ? acceleration * e->mass[i] * e->free[i] : 0.0;
  }
}

int joined_new(struct joined *j, const int *nodes)
{
  const int held[2] = {0, nodes[2] - 1};
  for (int b = 0; b < 2; b++)
  {
    struct elastic *e = &j->block[b];
    *e = (struct elastic){.nodes     = {nodes[0], nodes[1], nodes[2]},
                          .count     = nodes[2],
                          .side      = 0.5 / (nodes[0] - 1),
                          .lame      = {0.58, 0.38},
                          .rate      = {0.2, 0.01},
                          .node_mass = TYPICAL * TYPICAL,
                          .history   = history,
                          .degree    = 8};
    if (!j->here[b]) { e->count = 0; }
    if (elastic_new(e)) { return -1; }
    if (j->here[b]) { finish(e, held[b], b == 0 ? SHAKE : 0.0); }
  }
  j->length = 0.25;
  return 0;
}

void joined_free(struct joined *j)
{
  elastic_free(&j->block[0]);
  elastic_free(&j->block[1]);
}

size_t joined_size(const struct joined *j)
{
  return elastic_size(&j->block[0]) + elastic_size(&j->block[1]);
}

/* Where in q a block begins. */
static size_t start(const struct joined *j, int b)
{
  return b ? elastic_size(&j->block[0]) : 0;
}

/* Where in q the displacements of a rod's end are. */
static size_t end_index(const struct joined *j, int rod, int b, int c)
{
  const struct elastic *e = &j->block[b];
  const int k             = b ? 0 : e->nodes[2] - 1;
  return start(j, b) + elastic_index(e, k, c, rod / 2 * (e->nodes[1] - 1),
                                     rod % 2 * (e->nodes[0] - 1));
}

void joined_tangent(struct joined *j, const sunrealtype *x,
                    const sunrealtype *xp, const sunrealtype *xpp,
                    sunrealtype *out)
{
  for (int b = 0; b < 2; b++)
  {
    struct elastic *e              = &j->block[b];
    const size_t s                 = start(j, b);
    const struct elastic_product p = elastic_linear(e, x + s, xp + s, xpp + s);
    elastic_multiply(e, &p, out + s);
  }
}

void joined_mass(struct joined *j, int inverse, const sunrealtype *x,
                 sunrealtype *out)
{
  for (int b = 0; b < 2; b++)
  {
    const sunrealtype *m = j->block[b].mass;
    const size_t s = start(j, b), n = elastic_size(&j->block[b]);
    for (size_t i = 0; i < n; i++)
    {
      out[s + i] = inverse ? x[s + i] / m[i] : m[i] * x[s + i];
    }
  }
}

void joined_precondition(struct joined *j, const sunrealtype *c,
                         const sunrealtype *b, sunrealtype *z)
{
  for (int i = 0; i < 2; i++)
  {
    elastic_chebyshev(&j->block[i], c, b + start(j, i), z + start(j, i));
  }
}

void joined_elastic(struct joined *j, sunrealtype t, const sunrealtype *q,
                    const sunrealtype *v, const sunrealtype *a, sunrealtype *r)
{
  for (int b = 0; b < 2; b++)
  {
    const size_t s = start(j, b);
    elastic_residual(&j->block[b], t, q + s, v + s, a + s, r + s);
  }
}

void joined_ends(struct joined *j, const sunrealtype *x, struct rods *ends)
{
  memset(ends, 0, sizeof *ends);
  for (int i = 0; i < RODS * 6; i++)
  {
    const int rod = i / 6, b = i / 3 % 2, c = i % 3;
    if (j->here[b]) { ends->end[rod][b][c] = x[end_index(j, rod, b, c)]; }
  }
  if (j->sum) { j->sum(j, &ends->end[0][0][0], RODS * 6); }
}

void joined_lambda(struct joined *j, const sunrealtype *lambda,
                   sunrealtype *all)
{
  for (int i = 0; i < RODS; i++) { all[i] = j->has_lambda ? lambda[i] : 0.0; }
  if (j->sum) { j->sum(j, all, RODS); }
}

/* From the lower to the upper end; straight up where nothing is displaced. */
static sunrealtype along(const struct rods *x, int rod, int c,
                         sunrealtype length)
{
  const sunrealtype rest = c == 2 ? length : 0.0;
  return rest + x->end[rod][1][c] - x->end[rod][0][c];
}

void joined_constraints(const struct joined *j, const struct rods *q,
                        sunrealtype *g)
{
  for (int rod = 0; rod < RODS; rod++)
  {
    sunrealtype square = 0.0;
    for (int c = 0; c < 3; c++)
    {
      square += pow(along(q, rod, c, j->length), 2.0);
    }
    g[rod] = 0.5 * (square / j->length - j->length);
  }
}

void joined_rates(const struct joined *j, const struct rods *q,
                  const struct rods *x, sunrealtype *rates)
{
  for (int rod = 0; rod < RODS; rod++)
  {
    rates[rod] = 0.0;
    for (int c = 0; c < 3; c++)
    {
      rates[rod] +=
        along(q, rod, c, j->length) * along(x, rod, c, 0.0) / j->length;
    }
  }
}

/* out += the forces l along the directions of x, which has rods of length `rest`. */
static void add_forces(const struct joined *j, const struct rods *x,
                       sunrealtype rest, const sunrealtype *l, sunrealtype *out)
{
  for (int i = 0; i < RODS * 6; i++)
  {
    const int rod = i / 6, b = i / 3 % 2, c = i % 3;
    const sunrealtype force = l[rod] * along(x, rod, c, rest) / j->length;
    if (j->here[b]) { out[end_index(j, rod, b, c)] += b ? force : -force; }
  }
}

void joined_reactions(const struct joined *j, const struct rods *q,
                      const sunrealtype *l, sunrealtype *out)
{
  add_forces(j, q, j->length, l, out);
}

void joined_curvature(const struct joined *j, const struct rods *x,
                      const sunrealtype *l, sunrealtype *out)
{
  add_forces(j, x, 0.0, l, out);
}
