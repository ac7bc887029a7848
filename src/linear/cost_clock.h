/* What a matrix costs by the clock of the caller, in iterations of Newton: a residual and a
 * back-solve each. */
#ifndef GALPHA_LINEAR_COST_CLOCK_H
#define GALPHA_LINEAR_COST_CLOCK_H

#include <galpha/galpha.h>

enum galpha_clock_part
{
  GALPHA_CLOCK_RESIDUAL,
  GALPHA_CLOCK_SOLVE,
  GALPHA_CLOCK_MATRIX, /* its derivatives and its factorisation */
  GALPHA_CLOCK_PARTS
};

struct galpha_clock
{
  GALPHAClockFn fn; /* NULL: none, nothing is measured */
  void *data;
  sunrealtype mean[GALPHA_CLOCK_PARTS]; /* seconds, of late */
  long int count[GALPHA_CLOCK_PARTS];
};

sunrealtype galpha_clock_now(const struct galpha_clock *clock);
/* The part that began then has ended. */
void galpha_clock_add(struct galpha_clock *clock, enum galpha_clock_part part,
                      sunrealtype began);
/* < 0: not known yet. */
sunrealtype galpha_clock_cost(const struct galpha_clock *clock);

#endif
