/* Components of F(t,y,y') whose local error does not fall with h: multipliers, and
 * velocities, of problems of index 2 and 3, which someone who cannot call
 * GALPHASetSuppressAlg leaves in the error test. No step is short enough for them. */
#ifndef GALPHA_STEP_IRREDUCIBLE_ERROR_H
#define GALPHA_STEP_IRREDUCIBLE_ERROR_H

#include <stdbool.h>

#include "step/attempt.h"

struct galpha_excuse
{
  sunrealtype first; /* size of the first try of the present step */
  sunrealtype h;  /* of the longer try that errors are compared with; 0: none */
  bool failed;    /* the error test, in the present step */
  int passed;     /* steps that did not, since one that did */
  int times;      /* that some have left the test */
  long int left;  /* the last of these */
  long int until; /* step up to which they are out of it */
  sunindextype component; /* the first of them */
  bool told;              /* to the user */
};

void galpha_excuse_restart(struct galpha_excuse *x, struct galpha_res *res);
/* Before a step: those whose time is over come back into the test. */
void galpha_excuse_begin(struct galpha_excuse *x,
                         const struct galpha_model *model, long int steps);
/* After an attempt of size *h that failed the error test, at the given number of
 * steps: true: only components failed whose error has not fallen since a far longer
 * try of this step. They leave the test for some steps; *h is that of the first try, to
 * be tried again. */
bool galpha_excuse_step(struct galpha_excuse *x, struct galpha_step *step,
                        long int steps, sunrealtype *h);

#endif
