/* Diagnosis of a run: what limits its steps, and the remedy, from struct galpha_window,
 * the last error estimates and the user's derivatives. All messages with such a
 * diagnosis take it from here. */
#ifndef GALPHA_API_ADVICE_H
#define GALPHA_API_ADVICE_H

#include "api/integrator.h"

#define GALPHA_SENTENCE 240
/* Of a component of forces or of F. */
#define GALPHA_UNREPEATABLE                                             \
  "differs between two calls with equal arguments (random numbers, or " \
  "values kept from earlier calls, which should be states?)"

enum galpha_limit
{
  GALPHA_LIMIT_TOLERANCE, /* no failures: the error test determines the steps */
  GALPHA_LIMIT_FIXED,
  GALPHA_LIMIT_MAX_STEP,
  GALPHA_LIMIT_MIN_STEP,
  GALPHA_LIMIT_STOP,
  GALPHA_LIMIT_UNSOLVED,
  GALPHA_LIMIT_BLOCKED,
  GALPHA_LIMIT_REJECTED
};

/* What limits the steps since the last return. */
enum galpha_limit galpha_advice_limit(const struct galpha_mem *mem);
/* Cause and remedy, in at most GALPHA_SENTENCE characters. */
void galpha_advice(const struct galpha_mem *mem, char *text);
/* The vibrations that mem->ripple has found, and the remedy. */
void galpha_advice_ripple(const struct galpha_mem *mem, char *text);
/* The change of v that mem->jolt has found, and the remedy. */
void galpha_advice_jolt(const struct galpha_mem *mem, char *text);
/* The error that mem->passed has found, and the remedy. */
void galpha_advice_passed(const struct galpha_mem *mem, char *text);
/* Multipliers may oscillate: nothing damps them. */
bool galpha_rings(const struct galpha_mem *mem);
/* The cause of steps that remain short where galpha_rings holds. */
extern const char *const galpha_advice_rings;
/* Names a wrong derivative given by the user, compared at the start of the step (forces:
 * also those of forces), in a sentence of at most GALPHA_SENTENCE characters; false: none
 * found. */
bool galpha_advice_derivative(const struct galpha_mem *mem, bool forces,
                              char *text);
/* Errors of G or K, if they are differenced, by the library or the user, exceed the
 * tolerance of the velocity of the worst component. */
bool galpha_advice_differences(const struct galpha_mem *mem, char *text);
/* Names a negative mass, or (unless negative) one that is zero, in such a sentence; false:
 * none. */
bool galpha_advice_mass(const struct galpha_mem *mem, bool negative,
                        char *text);
/* The same for a singular position near very short steps. */
bool galpha_advice_singular(const struct galpha_mem *mem, char *text);
/* Rounding made solves of F(t,y,y') of index 2 or 3 inaccurate in steps that have all been
 * short, in such a sentence; false: it did not. */
bool galpha_advice_rounding(const struct galpha_mem *mem, char *text);
/* What to check if Newton's iteration fails and no derivative is found wrong. */
const char *galpha_advice_newton(const struct galpha_mem *mem);
/* The component with the largest error in the last error test; *in_v: it is of v (y');
 * *size (or NULL): its error over its tolerance. */
sunindextype galpha_advice_worst(const struct galpha_mem *mem, bool *in_v,
                                 sunrealtype *size);
/* The same of errors e with the weights w; -1: they are no arrays. */
sunindextype galpha_advice_largest(N_Vector e, N_Vector w, sunrealtype *size);
/* The name "q" or "v", in the residual form "y" or "y'". */
const char *galpha_advice_part(const struct galpha_mem *mem, bool in_v);

#endif
