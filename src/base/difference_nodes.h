/* Nodes and weights of one-sided difference formulas. The distances of the nodes are
 * square roots of different primes, so that no increment makes all of them multiples
 * of a period. */
#ifndef GALPHA_BASE_DIFFERENCE_NODES_H
#define GALPHA_BASE_DIFFERENCE_NODES_H

#include <sundials/sundials_types.h>

#define GALPHA_NODES 6
/* Distance of the last node from 0, in increments. */
#define GALPHA_NODES_REACH 5.385164807134504

struct galpha_nodes
{
  int rung;                    /* the increment is 4^rung */
  sunrealtype x[GALPHA_NODES]; /* x[0] = 0 */
  /* w[0]: with all nodes; w[1]: without the last one. */
  sunrealtype w[2][GALPHA_NODES];
};

/* (t + tau) - t in floating-point numbers, with the sign of direction. */
sunrealtype galpha_nodes_representable(sunrealtype t, sunrealtype tau,
                                       sunrealtype direction);
/* Weights of the values at x[0..count-1] for the derivative of this order (up to 2) at x[0]
 * = 0; count <= GALPHA_NODES. */
void galpha_nodes_weights(const sunrealtype *x, int count, int order,
                          sunrealtype *w);
/* Nodes and weights for the derivative of this order (1 or 2) at 0. */
void galpha_nodes_place(struct galpha_nodes *nodes, int rung, int order,
                        sunrealtype t, sunrealtype direction);

#endif
