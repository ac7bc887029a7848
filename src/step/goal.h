/* The end of a step: t + h, or exactly a time that no step may pass. */
#ifndef GALPHA_STEP_GOAL_H
#define GALPHA_STEP_GOAL_H

#include <stdbool.h>

#include "base/sundials_compat.h"

struct galpha_goal
{
  bool set;
  bool fixed;    /* do not shorten steps to avoid a tiny last one */
  sunrealtype t; /* no step passes it */
};

/* Goal with t2, a time ahead of t in the direction of h, if that is nearer. */
void galpha_goal_nearer(struct galpha_goal *goal, sunrealtype t, sunrealtype h,
                        sunrealtype t2);
/* The new time; adjusts *h so that a step reaches the goal exactly and does not leave a
 * tiny remainder. */
sunrealtype galpha_goal_step(const struct galpha_goal *goal, sunrealtype t,
                             sunrealtype *h);

#endif
