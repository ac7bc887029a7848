/* Statistics of the outcomes of attempts, since the last return of GALPHASolve and over
 * the last hundred, for messages about what limits a run. */
#ifndef GALPHA_STEP_WINDOW_H
#define GALPHA_STEP_WINDOW_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

enum galpha_outcome
{
  GALPHA_OUTCOME_TAKEN,
  GALPHA_OUTCOME_REJECTED, /* by the error test */
  GALPHA_OUTCOME_UNSOLVED, /* Newton's iteration or a linear solve failed */
  GALPHA_OUTCOME_BLOCKED,  /* a callback failed, or a bound was violated */
  GALPHA_OUTCOMES
};

#define GALPHA_RECENT 100

struct galpha_window
{
  long int count[GALPHA_OUTCOMES];
  sunrealtype longest; /* longest accepted step since the start */
  /* accepted steps limited by max_step, min_step, the stop time */
  long int at_most, at_least, at_stop;
  /* outcomes of the last attempts, not reset by returns (ring buffer) */
  unsigned char recent[GALPHA_RECENT];
  int next, known, recent_count[GALPHA_OUTCOMES];
};

/* Bounds of |h|; most 0: none. */
struct galpha_window_limits
{
  sunrealtype least, most;
};

/* Resets the counts at the start of GALPHASolve. */
void galpha_window_begin(struct galpha_window *w);
/* Resets everything for a new start. */
void galpha_window_clear(struct galpha_window *w);
/* Records an attempt of size h > 0; stop: it should end at the stop time. */
void galpha_window_note(struct galpha_window *w, enum galpha_outcome outcome,
                        sunrealtype h, struct galpha_window_limits limits,
                        bool stop);
long int galpha_window_attempts(const struct galpha_window *w);
/* How many of the last GALPHA_RECENT attempts (fewer at first) had this outcome. */
int galpha_window_recent(const struct galpha_window *w,
                         enum galpha_outcome outcome);

#endif
