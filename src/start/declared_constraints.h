/* Tests declarations of the user about the constraints against the functions g and k:
 * that g does not depend on t, that G is constant, that G, K and g_t are the
 * derivatives. */
#ifndef GALPHA_START_DECLARED_CONSTRAINTS_H
#define GALPHA_START_DECLARED_CONSTRAINTS_H

#include "start/memory.h"

/* At the start: evaluates g at other times and other coordinates. Returns 0,
 * GALPHA_ILL_INPUT with ic->declared set, or the code for an unrecoverable return of a
 * callback. */
int galpha_declared_check(struct galpha_ic *ic);
/* Compares G and K with differences: 0, or GALPHA_ILL_INPUT with ic->declared set. */
int galpha_declared_derivatives(struct galpha_ic *ic);
/* In a run that began at t0: the tests of galpha_declared_check and those of G and K at
 * the present state; the result is in ic->declared. */
void galpha_declared_later(struct galpha_ic *ic, sunrealtype t0);
/* In a run: compares G and K at the present state more closely; the same result. */
void galpha_declared_doubted(struct galpha_ic *ic);

#endif
