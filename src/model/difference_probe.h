/* The pattern of a Jacobian dr/dx, found by moving one component of x after the other. */
#ifndef GALPHA_MODEL_DIFFERENCE_PROBE_H
#define GALPHA_MODEL_DIFFERENCE_PROBE_H

#include "model/difference_jacobian.h"

/* Moves all arguments of r other than x to a generic point, at this share of its usual
 * distance, or back (0). */
struct galpha_dq_rest
{
  void (*move)(void *ctx, sunrealtype share);
  void *ctx;
};

/* Finds the structural nonzeros of dr/dx: a new CSC matrix *J with that pattern and
 * the values at x. Perturbs each component alone, by a small increment at x, and by
 * a larger one at a generic point, where factors that vanish at x by chance do not:
 * about 1e-3 typical away from x, less if fn fails recoverably there, with the rest
 * (or NULL) moved too. About 2 N_VGetLength(x) + 1 evaluations. Returns as
 * galpha_dq_jac, -1 also without memory; *J is NULL unless the return is 0. */
int galpha_dq_probe(galpha_dq_fn fn, void *ctx, N_Vector x, N_Vector typical,
                    N_Vector r0, N_Vector r1, const struct galpha_dq_rest *rest,
                    SUNContext sunctx, SUNMatrix *J);

#endif
