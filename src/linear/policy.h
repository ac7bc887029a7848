/* What is decided about a step before it is tried. The step owns it and decides
 * (step/policy.c); Newton's iteration and the linear solver read it. */
#ifndef GALPHA_LINEAR_POLICY_H
#define GALPHA_LINEAR_POLICY_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

struct galpha_policy
{
  /* for all attempts at a step */
  bool fixed;      /* no smaller h to fall back on: Newton in full if need be */
  sunrealtype tol; /* of Newton's corrections, in weighted norm */
  bool loose;      /* it is: matrices may be older and slower   */
  /* for an attempt */
  sunrealtype t, h; /* end and size of the step                  */
  int order;        /* of the method in it                       */
  bool rebuild;     /* the first stage begins with a new matrix  */
  bool anew;        /* every iteration has a new matrix          */
};

#endif
