/* Components of F(t,y,y') whose local error does not fall with h: multipliers and
 * velocities of problems of index 2 and 3, if the user has not excluded them from the
 * error test (GALPHASetSuppressAlg). No step is short enough for them, so this rule
 * excludes them for some steps. */
#ifndef GALPHA_STEP_IRREDUCIBLE_ERROR_H
#define GALPHA_STEP_IRREDUCIBLE_ERROR_H

#include <stdbool.h>

#include "step/attempt.h"

struct galpha_exclusion
{
  sunrealtype first; /* size of the first attempt at the present step */
  sunrealtype h;  /* size of the longer attempt used for comparison; 0: none */
  int order;      /* of that attempt; only errors of the same order compare */
  int stuck;      /* comparisons in a row by which the error has not fallen */
  bool failed;    /* the present step has failed the error test */
  int passed;     /* steps since a failed one that passed at once */
  int times;      /* number of exclusions */
  long int left;  /* step of the last exclusion */
  long int until; /* step up to which components are excluded */
  sunindextype component; /* the first excluded component */
  bool told;              /* the user has been informed */
  bool no_memory;         /* for the comparison at the present step */
};

void galpha_exclusion_restart(struct galpha_exclusion *x,
                              struct galpha_res *res);
/* Before a step: ends an exclusion whose time is over. */
void galpha_exclusion_begin(struct galpha_exclusion *x,
                            const struct galpha_model *model, long int steps);
/* After an attempt of size *h that failed the error test, at the given number of steps.
 * Returns true if only components failed whose error has not fallen since a far longer
 * attempt at this step: excludes them for some steps, and sets *h to the size of the
 * first attempt, which is to be repeated. */
bool galpha_exclusion_step(struct galpha_exclusion *x, struct galpha_step *step,
                           long int steps, sunrealtype *h);

#endif
