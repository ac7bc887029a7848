/* Derivatives of a vector function r(tau) at tau = 0 from values on one side, where
 * neither the time in which r changes nor the size of its rounding errors is known.
 *
 * Increments grow from round-off upwards by factors of 4, and each row of r keeps
 * the one where two formulas of different order and two increments agree best. It
 * stops where they begin to disagree: a larger increment that agrees again has met
 * a multiple of a period. Distances of the nodes are square roots of different
 * primes for the same reason. Values that do not differ at all say nothing, unless
 * r starts to move with a kink later: then it is constant at tau = 0. Increments are
 * powers of 4, so that the result depends on the range only where that ends. */
#ifndef GALPHA_MODEL_PATH_DERIVATIVE_H
#define GALPHA_MODEL_PATH_DERIVATIVE_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

#include "base/difference_nodes.h"

/* r(tau) as the callbacks return: 0, > 0 not defined there, < 0 stop. */
typedef int (*galpha_path_fn)(void *ctx, sunrealtype tau, N_Vector r);

struct galpha_path_row;

struct galpha_path
{
  sunindextype rows;
  struct galpha_path_row *row;
  N_Vector value[GALPHA_NODES]; /* r(0) and r at the nodes */
  /* Vectors whose elements cannot be reached: one row, the norm of r - r(0). */
  bool whole;
  N_Vector change;
  sunrealtype norm[GALPHA_NODES];
  bool moves; /* some row depends on tau */
  /* Of the rows that move: the least increment chosen, and the least of the largest
     ones that resolve the row; 0: none moves. */
  sunrealtype increment, resolved;
};

/* Where increments are sought: tau has the sign of direction. */
struct galpha_path_range
{
  sunrealtype t; /* time of tau = 0: t + tau is to be told from t */
  sunrealtype direction;
  sunrealtype least; /* first increment */
  sunrealtype
    far; /* no further, but for a row that moves and is not resolved */
  sunrealtype end; /* never beyond */
};

/* Room for vectors like this one; nothing to do the second time. -1: no memory. */
int galpha_path_init(struct galpha_path *p, N_Vector like);
void galpha_path_free(struct galpha_path *p);
/* Finds increments for the derivative of this order (1 or 2), which goes to d.
 * Returns what fn did at tau = 0 or where it said stop. */
int galpha_path_seek(struct galpha_path *p, galpha_path_fn fn, void *ctx,
                     const struct galpha_path_range *range, int order,
                     N_Vector d);
/* The derivative, of another function of that kind at t, with the increments found. */
int galpha_path_again(struct galpha_path *p, galpha_path_fn fn, void *ctx,
                      sunrealtype t, sunrealtype direction, int order,
                      N_Vector d);
/* Estimated error of row i of the derivative found. */
sunrealtype galpha_path_error(const struct galpha_path *p, sunindextype i);

#endif
