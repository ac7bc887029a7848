/* The decisions on a step that are made before its attempts. step/policy.c makes
 * them; Newton's iteration and the linear solver read them. */
#ifndef GALPHA_LINEAR_POLICY_H
#define GALPHA_LINEAR_POLICY_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

struct galpha_policy
{
  /* Of all attempts of a step: */
  bool fixed;      /* h cannot be reduced: full Newton iteration if necessary */
  sunrealtype tol; /* on Newton's corrections, in weighted norm */
  /* tol is relaxed: an older matrix with slower convergence is accepted. */
  bool relaxed;
  /* Orders above 2 are allowed; results need not equal those of order 2 bit for bit. */
  bool varies_order;
  /* Of one attempt: */
  sunrealtype t, h; /* end and size of the step               */
  bool rebuild;     /* new matrix for the first stage, or     */
  bool reassemble;  /* with the last differences of forces    */
  bool full_newton; /* new matrix in each iteration           */
};

#endif
