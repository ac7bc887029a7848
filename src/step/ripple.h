/* Detects vibrations that limit the steps by their velocities only. They are below the
 * tolerances in positions, so that GALPHA_TEST_POSITIONS would step over them. */
#ifndef GALPHA_STEP_RIPPLE_H
#define GALPHA_STEP_RIPPLE_H

#include <stdbool.h>

#include "step/attempt.h"

/* Sums over the steps of a window. */
struct galpha_ripple
{
  long int steps, decided; /* steps; of these, limited by v */
  long int turns; /* changes of sign of the error of one component of v */
  long int early; /* of these, in the first half of the window */
  sunindextype component; /* that component */
  sunrealtype last;       /* its last error other than 0 */
  sunrealtype
    size; /* sum of amplitudes in positions, if omega h were 1 radian */
  sunrealtype span;              /* time of the window */
  sunrealtype shortest, longest; /* steps */
  bool found;
};

void galpha_ripple_restart(struct galpha_ripple *r);
/* After a step with error control and its estimates. Sets found at the end of a window
 * if v limited most of its steps, these did not collapse, the error of v changed sign
 * several times in each half, and a vibration with such an error is below the tolerance
 * of positions. component and galpha_ripple_period describe the vibration. */
void galpha_ripple_step(struct galpha_ripple *r,
                        const struct galpha_step *step);
/* The period, from the window in which the vibration was found; 0: too short for the
 * steps to resolve. */
sunrealtype galpha_ripple_period(const struct galpha_ripple *r);

#endif
