/* A box of linear elastic material, trilinear finite elements on a regular grid of
 * cubes, lumped masses:
 *
 *     F = M (y'' + a y') + K (y + b y') - load s(t)
 *
 * Matrix-free: K is 27 stencils of 27 nodes, by the node's place in the box. A
 * process holds some planes z = const; y is [plane][component][row][node]. Knows
 * nothing of the kind of vectors, nor of how planes are exchanged. */
#pragma once

#include <stddef.h>

#include <sundials/sundials_types.h>

struct elastic
{
  int nodes[3];          /* of the whole box */
  int first, count;      /* planes of this process */
  sunrealtype side;      /* of an element */
  sunrealtype lame[2];   /* lambda and mu; the density is 1 */
  sunrealtype rate[2];   /* a and b */
  sunrealtype node_mass; /* of a node inside: F is divided by the true one and
                            times this, to bring it to the size of y */
  sunrealtype (*history)(sunrealtype t); /* s(t) */
  int degree;                            /* of the preconditioner */

  /* Made by elastic_new. */
  sunrealtype *mass, *load;
  sunrealtype *free;     /* 1, or 0 where y is held at 0 */
  sunrealtype *padded;   /* with a margin of one node all around */
  sunrealtype *work;     /* of the preconditioner */
  sunrealtype *stencils; /* [27][9 lines][3 from][3 to][3 nodes] */

  /* Fills the planes beside those of this process; NULL: there are none. */
  void (*exchange)(struct elastic *e);
  void *world;
  long int products; /* with K so far */
};

/* Planes of process rank of size. */
void elastic_share(struct elastic *e, int rank, int size);
/* Allocates and fills what is made from the numbers; nothing held. -1: no memory. */
int elastic_new(struct elastic *e);
void elastic_free(struct elastic *e);

/* Unknowns of one plane, and of this process. */
size_t elastic_plane(const struct elastic *e);
size_t elastic_size(const struct elastic *e);
size_t elastic_index(const struct elastic *e, int k, int c, int j, int i);
/* Of a plane with its margin; plane 0 is the one below, count + 1 the one above. */
size_t elastic_padded_plane(const struct elastic *e);

/* out = M (ca a + cb b) + K (cx x + cy y); NULL for b and y: without them. */
struct elastic_product
{
  sunrealtype ca, cb, cx, cy;
  const sunrealtype *a, *b, *x, *y;
};
void elastic_multiply(struct elastic *e, const struct elastic_product *p,
                      sunrealtype *out);
/* The one that makes M y'' + C y' + K y. */
struct elastic_product elastic_linear(const struct elastic *e,
                                      const sunrealtype *y,
                                      const sunrealtype *yp,
                                      const sunrealtype *ypp);
/* r = F. */
void elastic_residual(struct elastic *e, sunrealtype t, const sunrealtype *y,
                      const sunrealtype *yp, const sunrealtype *ypp,
                      sunrealtype *r);
/* Largest eigenvalue of M^-1 K, bounded. */
sunrealtype elastic_top(const struct elastic *e);
/* z ~ S^-1 b, S = c[2] M + c[1] (a M + b K) + K, by a Chebyshev polynomial in M^-1 S:
 * symmetric, and the same on any number of processes. */
void elastic_chebyshev(struct elastic *e, const sunrealtype *c,
                       const sunrealtype *b, sunrealtype *z);
