/* One-sided derivatives of a vector function r(tau) at tau = 0, where neither the
 * time scale of r nor the size of its rounding errors is known.  Increments grow
 * from round-off upwards by factors of 4. Each row of r keeps the increment for
 * which two formulas of different order and two successive increments agree best.
 * The search for a row ends where they begin to disagree: a larger increment that
 * agrees again has met a multiple of a period. For the same reason the distances of
 * the nodes are square roots of different primes. Values that do not differ at all
 * are inconclusive, unless r starts to change later with a kink: then it is constant
 * at tau = 0. Increments are powers of 4, so that the result depends on the range
 * only through its end. */
#ifndef GALPHA_MODEL_PATH_DERIVATIVE_H
#define GALPHA_MODEL_PATH_DERIVATIVE_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

#include "base/difference_nodes.h"

/* Evaluates r(tau). Returns 0, > 0: not defined there, < 0: fatal. */
typedef int (*galpha_path_fn)(void *ctx, sunrealtype tau, N_Vector r);

struct galpha_path_row;

struct galpha_path
{
  sunindextype rows;
  struct galpha_path_row *row;
  N_Vector value[GALPHA_NODES]; /* r(0) and r at the nodes */
  /* Vectors without an array: one row, the norm of r - r(0). */
  bool whole;
  N_Vector change; /* work: r - r(0) */
  sunrealtype norm[GALPHA_NODES];
  bool moves; /* some row depends on tau */
  /* Over the rows that depend on tau: the least chosen increment, and the least of
     the largest increments that resolve a row; 0: no row depends on tau. */
  sunrealtype increment, resolved;
};

/* Range of the increments; tau has the sign of direction. */
struct galpha_path_range
{
  sunrealtype t; /* time at tau = 0: t + tau must differ from t */
  sunrealtype direction;
  sunrealtype least; /* first increment */
  /* Last increment, except for rows that change and are not resolved. */
  sunrealtype far;
  /* Beyond far, increments are tried until rows that change are resolved (open), and
     until one changes (timeless). */
  bool open, timeless;
  sunrealtype end; /* upper bound of tau */
  /* |t|, whose rounding r contains; 0: r does not depend on t. */
  sunrealtype clock;
  /* order 2: the derivative with respect to t alone of the same rows; NULL: unknown */
  const struct galpha_path *rate;
  /* w = rounding of the terms of r(tau); NULL: unknown. Where a term passes through 0 or
     an extremum, shorter increments do not show it. */
  void (*rounding)(void *ctx, sunrealtype tau, N_Vector w);
};

/* Allocates for vectors like this one; nothing if already done. -1: no memory. */
int galpha_path_init(struct galpha_path *p, N_Vector like);
void galpha_path_free(struct galpha_path *p);
/* d = the derivative of this order (1 or 2), with increments searched by row.
 * Returns a nonzero return of fn at tau = 0, or a fatal one. */
int galpha_path_seek(struct galpha_path *p, galpha_path_fn fn, void *ctx,
                     const struct galpha_path_range *range, int order,
                     N_Vector d);
/* d = the derivative of a similar function at t, with the increments already found. */
int galpha_path_again(struct galpha_path *p, galpha_path_fn fn, void *ctx,
                      sunrealtype t, sunrealtype direction, int order,
                      N_Vector d);
/* Row i of the derivative that was sought; 0: not known. */
sunrealtype galpha_path_value(const struct galpha_path *p, sunindextype i);
/* Estimated error of row i of the derivative; 0: not known. */
sunrealtype galpha_path_error(const struct galpha_path *p, sunindextype i);

#endif
