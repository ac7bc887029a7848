/* Next to a singular position, where the rank of G falls, velocities are known no better
 * than the rounding of q lets them be: rounding moves q across the constraints by
 * eps |q| / sigma, sigma the least singular value of G, and the velocity that meets the
 * constraints there by |v| / sigma times that. No step is short enough for tolerances
 * below it, and shorter steps only stay longer next to the singular position. */
#ifndef GALPHA_STEP_CONSTRAINT_ROUNDING_H
#define GALPHA_STEP_CONSTRAINT_ROUNDING_H

#include "step/attempt.h"

struct galpha_rounding
{
  /* of the velocities of the last steps, in the norm of the error test, fading: it stays
     in the accelerations that the next estimates are made of */
  sunrealtype carried;
  sunrealtype t; /* of the first step that has passed by it */
  bool passed;   /* there was one */
  bool told;     /* to the user */
  /* A step that would have ended in the singular position itself was cut; the next one
     is of its size again, or several would creep up to that position. */
  sunrealtype over; /* that size, of the present step; 0: none */
  int since;        /* steps since the last one that was cut so, up to a few */
};

/* A new start. */
void galpha_rounding_restart(struct galpha_rounding *x);
/* Before the attempts at a step. */
void galpha_rounding_begin(struct galpha_rounding *x);
/* After an attempt, which returned ret, with error control. Where nothing but rounding
 * across the constraints has failed the error test (SOI2 of the mechanical form,
 * velocities tested), *error becomes what else there is, and the step passes; or, once,
 * what cuts it so that it ends beside the singular position. Where the iteration has
 * failed: notes whether it went to such a position. */
void galpha_rounding_judge(struct galpha_rounding *x, struct galpha_step *step,
                           int ret, sunrealtype *error);
/* The step has passed; least size of the next, 0: any. */
sunrealtype galpha_rounding_next(struct galpha_rounding *x);

#endif
