/* What became of the attempts at steps: since the last return, for messages about what
 * limits a run, and of the last hundred. Knows no steps, only what is noted. */
#ifndef GALPHA_STEP_WINDOW_H
#define GALPHA_STEP_WINDOW_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

enum galpha_outcome
{
  GALPHA_OUTCOME_TAKEN,
  GALPHA_OUTCOME_REJECTED, /* by the error test */
  GALPHA_OUTCOME_UNSOLVED, /* Newton's iteration, a linear system */
  GALPHA_OUTCOME_BLOCKED,  /* a callback, a bound */
  GALPHA_OUTCOMES
};

#define GALPHA_RECENT 100

struct galpha_window
{
  long int count[GALPHA_OUTCOMES];
  sunrealtype longest;                 /* step since the start */
  long int at_most, at_least, at_stop; /* steps as long as max_step, ... */
  /* the last attempts, whatever returned in between */
  unsigned char recent[GALPHA_RECENT];
  int next, known;
};

/* Limits of a step; most 0: none. */
struct galpha_window_limits
{
  sunrealtype least, most;
};

/* GALPHASolve begins. */
void galpha_window_begin(struct galpha_window *w);
/* Nothing has been tried: a new start. */
void galpha_window_clear(struct galpha_window *w);
/* An attempt of length h > 0; stop: it was to end at the stop time. */
void galpha_window_note(struct galpha_window *w, enum galpha_outcome outcome,
                        sunrealtype h, struct galpha_window_limits limits,
                        bool stop);
long int galpha_window_attempts(const struct galpha_window *w);
/* How many of the last GALPHA_RECENT attempts ended so; fewer are known at first. */
int galpha_window_recent(const struct galpha_window *w,
                         enum galpha_outcome outcome);

#endif
