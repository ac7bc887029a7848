/* Reports during a run: the user's monitor and lines of progress. */
#ifndef GALPHA_API_MONITOR_H
#define GALPHA_API_MONITOR_H

#include <stdbool.h>
#include <stdio.h>

#include <galpha/galpha.h>

struct galpha_mem;

struct galpha_monitor
{
  GALPHAMonitorFn fn; /* NULL: none */
  void *data;
  bool calling; /* fn runs after an accepted step */
  FILE *fp;     /* for lines of progress, or NULL */
  double seconds;
  double last;    /* time of the last line */
  long int steps; /* number of steps then */
};

/* After an accepted step on the way to tout. */
void galpha_monitor_step(struct galpha_mem *mem, sunrealtype tout);
/* After an attempt that failed; ctx is the object. */
void galpha_monitor_failed(void *ctx);

#endif
