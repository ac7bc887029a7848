/* Near a singular position, where the rank of G drops, rounding of q limits the
 * accuracy of velocities: it moves q across the constraints by eps |q| / sigma, with
 * sigma the least singular value of G, and the velocity that satisfies the constraints
 * there by |v| / sigma times that. No step is short enough for tighter tolerances, and
 * shorter steps only stay longer near the singular position. */
#ifndef GALPHA_STEP_CONSTRAINT_ROUNDING_H
#define GALPHA_STEP_CONSTRAINT_ROUNDING_H

#include "step/attempt.h"

struct galpha_rounding
{
  /* rounding of the velocities of the last steps, in the norm of the error test, with
   * decay: it persists in the accelerations, from which the next estimates are formed */
  sunrealtype carried;
  sunrealtype rate; /* the same by rounding of g in differenced g_t */
  sunrealtype t;    /* time of the first step that passed only by this rule */
  bool passed;      /* there was such a step */
  bool told;        /* the user has been informed */
  /* size of the present step before it was cut to end beside the singular position, 0:
   * it was not; the next step has this size again, so that steps do not creep up to
   * that position */
  sunrealtype over;
  /* least size of the next step after one that only this rounding of g failed: it grows as
   * steps become shorter */
  sunrealtype longer;
  int since; /* steps since the last such cut, counted up to a few */
};

/* Resets x for a new start. */
void galpha_rounding_restart(struct galpha_rounding *x);
/* Sets step->rounding and method->rounding; before the estimates of an attempt. */
void galpha_rounding_of_rate(struct galpha_step *step);
/* Call before the attempts at a step. */
void galpha_rounding_begin(struct galpha_rounding *x);
/* After an attempt that returned ret, with error control. If only rounding across the
 * constraints failed the error test (SOI2 of the mechanical form, velocities tested),
 * reduces *error to the rest, so that the step passes; or, once, sets it to a value
 * that cuts the step so that it ends beside the singular position. If the iteration
 * failed, records whether the step would end near such a position. */
void galpha_rounding_judge(struct galpha_rounding *x, struct galpha_step *step,
                           int ret, sunrealtype *error);
/* After an accepted step: the least size of the next one, 0: any. */
sunrealtype galpha_rounding_next(struct galpha_rounding *x);

#endif
