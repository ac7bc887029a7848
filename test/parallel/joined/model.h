/* Two elastic blocks, one held at its foot and one at its top, joined by four rods
 * of given length between the corners of the faces that look at each other; the
 * lower one is shaken sideways. The residual form in y = (q, lambda):
 *
 *     F_q = M q'' + C q' + K q + G(q)^T lambda - f(t),   F_lambda = g(q)
 *
 * The blocks are on the first and on the last process, lambda is on the first. Knows
 * arrays only; communication is by sum, which adds up over processes. */
#pragma once

#include "parallel/elastic/model.h"

enum
{
  RODS = 4
};

struct joined
{
  struct elastic block[2];
  int here[2];    /* the block is on this process */
  int has_lambda; /* and lambda is */
  sunrealtype length;
  /* Sums of n numbers over all processes; NULL: there is one. */
  void (*sum)(struct joined *j, sunrealtype *x, int n);
  void *world;
};

/* Displacements of the rods' ends, or what goes with them. */
struct rods
{
  sunrealtype end[RODS][2][3];
};

/* Blocks of nodes[0] x nodes[1] x nodes[2] nodes; here and has_lambda are set, world
 * and sum may follow. -1: no memory. */
int joined_new(struct joined *j, const int *nodes);
void joined_free(struct joined *j);
size_t joined_size(const struct joined *j); /* of q here */

/* M x'' + C x' + K x. */
void joined_tangent(struct joined *j, const sunrealtype *x,
                    const sunrealtype *xp, const sunrealtype *xpp,
                    sunrealtype *out);
/* out = M x, or (inverse) M^-1 x. */
void joined_mass(struct joined *j, int inverse, const sunrealtype *x,
                 sunrealtype *out);
/* z ~ S^-1 b. */
void joined_precondition(struct joined *j, const sunrealtype *c,
                         const sunrealtype *b, sunrealtype *z);
/* r = F_q without lambda. */
void joined_elastic(struct joined *j, sunrealtype t, const sunrealtype *q,
                    const sunrealtype *v, const sunrealtype *a, sunrealtype *r);

/* The same numbers on every process: of the ends in x, and lambda (NULL elsewhere). */
void joined_ends(struct joined *j, const sunrealtype *x, struct rods *ends);
void joined_lambda(struct joined *j, const sunrealtype *lambda,
                   sunrealtype *all);
/* g, G x, and out += G^T l, out += d(G^T l)/dq x. */
void joined_constraints(const struct joined *j, const struct rods *q,
                        sunrealtype *g);
void joined_rates(const struct joined *j, const struct rods *q,
                  const struct rods *x, sunrealtype *rates);
void joined_reactions(const struct joined *j, const struct rods *q,
                      const sunrealtype *l, sunrealtype *out);
void joined_curvature(const struct joined *j, const struct rods *x,
                      const sunrealtype *l, sunrealtype *out);
