/* Inequalities on y in the residual form (GALPHASetConstraints): a step that violates
 * them is either moved onto the bound or shortened. */
#ifndef GALPHA_NEWTON_BOUNDS_H
#define GALPHA_NEWTON_BOUNDS_H

#include <stdbool.h>

#include "method/method.h"

/* Checks the trial state. Violations whose weighted norm is within tol: sets y to the
 * bound, or just inside a strict one; returns 0 and *moved. Larger ones: returns 1 and
 * *shrink, the factor of h by which, at the present rate, y stays within its bounds. */
int galpha_bounds_meet(struct galpha_method *method, sunrealtype tol,
                       bool *moved, sunrealtype *shrink);
/* After the error test of a step that was moved: sets y' of moved components of order 1
 * to 0 if it points out of the bound. True: over this step it led outward by more than
 * BOUND_LEADS * tol. */
bool galpha_bounds_halt(struct galpha_method *method, sunrealtype tol);

#endif
