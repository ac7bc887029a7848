/* Inequalities on y in the residual form: what becomes of a step that violates
 * them. */
#ifndef GALPHA_NEWTON_BOUNDS_H
#define GALPHA_NEWTON_BOUNDS_H

#include <stdbool.h>

#include "method/method.h"

/* The trial against its inequalities. Violations within tol (in the weights of y) are
 * moved onto the bound, or to where y is just inside a strict one: 0, *moved. For
 * others 1: a shorter step is asked for, *shrink times this one, as long as the
 * present rates suggest. */
int galpha_bounds_meet(struct galpha_method *method, sunrealtype tol,
                       bool *moved, sunrealtype *shrink);
/* After the error test of a step that was moved: derivatives of order 1 that would
 * lead what was moved out of its bound again become 0. True: they led there in this
 * step by a good part of tol. */
bool galpha_bounds_halt(struct galpha_method *method, sunrealtype tol);

#endif
