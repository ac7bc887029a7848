/* What limits a run, and what helps: decided from struct galpha_window, the last error
 * estimates and the user's derivatives. The one place for such verdicts; messages
 * quote it. */
#ifndef GALPHA_API_ADVICE_H
#define GALPHA_API_ADVICE_H

#include "api/integrator.h"

#define GALPHA_SENTENCE 240

enum galpha_limit
{
  GALPHA_LIMIT_TOLERANCE, /* nothing fails: steps are as long as they may be */
  GALPHA_LIMIT_FIXED,
  GALPHA_LIMIT_MAX_STEP,
  GALPHA_LIMIT_MIN_STEP,
  GALPHA_LIMIT_STOP,
  GALPHA_LIMIT_UNSOLVED,
  GALPHA_LIMIT_BLOCKED,
  GALPHA_LIMIT_REJECTED
};

/* Of the steps since the last return. */
enum galpha_limit galpha_advice_limit(const struct galpha_mem *mem);
/* Cause and cure, of at most GALPHA_SENTENCE characters. */
void galpha_advice(const struct galpha_mem *mem, char *text);
/* Vibrations that mem->ripple has found, and the cure. */
void galpha_advice_ripple(const struct galpha_mem *mem, char *text);
/* A derivative of the user's that is wrong where the step began, in a sentence of
 * at most GALPHA_SENTENCE characters; false: none was found. */
bool galpha_advice_derivative(const struct galpha_mem *mem, bool forces,
                              char *text);
/* What to check where Newton's iteration gives up and no derivative is found wrong. */
const char *galpha_advice_newton(const struct galpha_mem *mem);
/* The component that decided the last error test; *in_v: of v (y'). */
sunindextype galpha_advice_worst(const struct galpha_mem *mem, bool *in_v);
/* q or v, in the residual form y or y'. */
const char *galpha_advice_part(const struct galpha_mem *mem, bool in_v);

#endif
