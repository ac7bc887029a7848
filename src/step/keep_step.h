/* Keeps the step size while a change costs a new matrix: until the errors of several
 * steps allow a much longer one, or the last error no longer allows this one.
 * Independent of the equations. */
#ifndef GALPHA_STEP_KEEP_STEP_H
#define GALPHA_STEP_KEEP_STEP_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

#define GALPHA_KEEP_STEPS 4

struct galpha_keep_step
{
  sunrealtype error[GALPHA_KEEP_STEPS]; /* of the last steps of this size */
  int known;    /* steps of this size, up to 2 GALPHA_KEEP_STEPS */
  bool settled; /* the growth of steps after a start has ended */
};

/* The ratio of the next step to this one (1: keep it), at most `most`. error: of this
 * step over the tolerance; order: of the method; tried_again: an attempt at this step
 * failed; wanted: the ratio by the usual rule. */
sunrealtype galpha_keep_step_ratio(struct galpha_keep_step *keep,
                                   sunrealtype error, sunrealtype safety,
                                   int order, bool tried_again,
                                   sunrealtype most, sunrealtype wanted);

/* The safety factor. The error approaches its (order + 1)/(CONTROL_NOW - CONTROL_BEFORE)-th
 * power, which must not be below what the controller tells from 0. */
sunrealtype galpha_safety(sunrealtype safety, int order);

#endif
