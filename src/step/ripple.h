/* Vibrations that decide on the steps by their velocities alone: too small in positions
 * for the tolerances, so that GALPHA_TEST_POSITIONS would step over them. */
#ifndef GALPHA_STEP_RIPPLE_H
#define GALPHA_STEP_RIPPLE_H

#include <stdbool.h>

#include "step/attempt.h"

/* Of the steps of a window. */
struct galpha_ripple
{
  long int steps, decided;
  long int turns; /* changes of sign of the error of one component of v */
  long int early; /* of these, in the first half of the window */
  sunindextype component; /* which */
  sunrealtype last;       /* its error in the last step */
  sunrealtype size;       /* sum of errors in positions for one radian a step */
  sunrealtype span;       /* time they took */
  bool found;
};

void galpha_ripple_restart(struct galpha_ripple *r);
/* After a controlled step, with its error estimates. found, then: most steps
 * of the last window were decided by v, whose error has turned several times in either
 * half of it, and the vibration that has such an error is below the tolerance of positions; component and
 * galpha_ripple_period tell which it is. */
void galpha_ripple_step(struct galpha_ripple *r,
                        const struct galpha_step *step);
/* Of the window that found it; 0: it is shorter than the steps can tell. */
sunrealtype galpha_ripple_period(const struct galpha_ripple *r);

#endif
