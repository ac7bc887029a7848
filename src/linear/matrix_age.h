/* How many steps a factorised matrix is worth: learnt from the iterations that
 * steps take as it ages. Pure numbers; what a new matrix costs is told in
 * iterations. */
#ifndef GALPHA_LINEAR_MATRIX_AGE_H
#define GALPHA_LINEAR_MATRIX_AGE_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

#define GALPHA_REUSE_MAX 20 /* steps; older matrices lose the order */

struct galpha_reuse
{
  sunrealtype cost;                    /* of a new matrix, in iterations */
  sunrealtype iters[GALPHA_REUSE_MAX]; /* mean of a step at each age     */
  int known; /* ages seen; 0 in zeroed memory: nothing learnt */
};

/* A step at this age (0: with a new matrix) took so many iterations, failed
 * attempts included. True: the next step should have a new one. */
bool galpha_reuse_step(struct galpha_reuse *r, long int age,
                       sunrealtype iterations);

#endif
