/* Outputs of first-order states at the start, s = F(t,q,v,s). */
#ifndef GALPHA_START_OUTPUTS_H
#define GALPHA_START_OUTPUTS_H

#include "start/accelerations.h"

/* Outputs among at->s from s = F: by evaluating F repeatedly, where each pass settles one
 * more of a chain of outputs that depend on each other; if they depend on each other in a
 * loop that does not contract, by Newton's method. *change: what is left of s = F. F is then
 * in model->rs, and that difference in model->ds. Returns as callbacks do. */
int galpha_ic_outputs(struct galpha_ic *ic, const struct galpha_point *at,
                      sunrealtype *change);

#endif
