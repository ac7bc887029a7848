/* One-sided differences over nodes whose distances are square roots of different
 * primes, so that no increment makes all of them multiples of a period. Pure
 * doubles. */
#ifndef GALPHA_BASE_DIFFERENCE_NODES_H
#define GALPHA_BASE_DIFFERENCE_NODES_H

#include <sundials/sundials_types.h>

#define GALPHA_NODES 6
/* Distance of the last node over the increment. */
#define GALPHA_NODES_REACH 5.385164807134504

struct galpha_nodes
{
  int rung;                    /* the increment is 4^rung */
  sunrealtype x[GALPHA_NODES]; /* x[0] = 0 */
  /* For values at all nodes, and at all but the last one. */
  sunrealtype w[2][GALPHA_NODES];
};

/* The value nearest to tau, of this sign, with which t + tau is a number. */
sunrealtype galpha_nodes_told(sunrealtype t, sunrealtype tau,
                              sunrealtype direction);
/* Nodes and weights for the derivative of this order (1 or 2) at 0. */
void galpha_nodes_place(struct galpha_nodes *nodes, int rung, int order,
                        sunrealtype t, sunrealtype direction);

#endif
