/* Cost of a new matrix in Newton iterations (one residual and one triangular solve
 * each), measured with the user's clock. */
#ifndef GALPHA_LINEAR_COST_CLOCK_H
#define GALPHA_LINEAR_COST_CLOCK_H

#include <galpha/galpha.h>

enum galpha_clock_part
{
  GALPHA_CLOCK_RESIDUAL,
  GALPHA_CLOCK_SOLVE,
  GALPHA_CLOCK_MATRIX, /* derivatives and factorization */
  GALPHA_CLOCK_PARTS
};

struct galpha_clock
{
  GALPHAClockFn fn; /* NULL: nothing is measured */
  void *data;
  sunrealtype mean[GALPHA_CLOCK_PARTS]; /* running mean, in seconds */
  long int count[GALPHA_CLOCK_PARTS];
};

sunrealtype galpha_clock_now(const struct galpha_clock *clock);
/* Records the time of a part, from began until now. */
void galpha_clock_add(struct galpha_clock *clock, enum galpha_clock_part part,
                      sunrealtype began);
/* Mean time of a matrix over that of an iteration; < 0: not measured yet. */
sunrealtype galpha_clock_cost(const struct galpha_clock *clock);

#endif
