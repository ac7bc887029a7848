/* What the timing programs on distributed and threaded vectors have in common: a
 * line of CSV per run. */
#pragma once

#include <time.h>

#include "parallel/elastic/box.h"

/* Processes or threads that share the work. */
struct sharing
{
  const char *vectors;
  int workers;
};

/* From the arguments "elements rtol tend solver degree", solver pcg or spgmr. 0: not
 * these. */
int report_arguments(int argc, char **argv, int *elements,
                     struct elastic_plan *plan);
/* Time on the wall, and of the processor: of the first process, or of all threads
 * together. Other users of the machine lengthen the second one little. */
struct timing
{
  double wall, processor;
};
/* From the time on the wall and clock() at the start to now. */
struct timing report_timing(double wall_start, double wall_now, clock_t start);
/* error: of the result, or what constraints are missed by. */
void report_run(const struct sharing *s, long int unknowns,
                const struct elastic_plan *plan,
                const struct elastic_outcome *out, struct timing time,
                double error);
