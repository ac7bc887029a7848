/* What kept each step from being longer: the constants GALPHA_BY_... */
#ifndef GALPHA_STEP_LIMIT_H
#define GALPHA_STEP_LIMIT_H

#include "step/attempt.h"

#define GALPHA_LIMITS (GALPHA_BY_STOP_TIME + 1)

struct galpha_step_limit
{
  int by;                        /* of the last attempt */
  bool taken;                    /* that attempt was accepted */
  long int errors, unsolved;     /* failures within the present step */
  long int iters;                /* Newton iterations before the present step */
  long int count[GALPHA_LIMITS]; /* accepted steps */
};

/* What an accepted step was bound by, besides its error. */
struct galpha_step_bounds
{
  bool fixed, first;
  bool stopped; /* shortened towards the stop time */
  bool at_most, at_least;
  bool grown; /* as much longer than the last one as a step may be */
};

/* The part with the largest error of the last attempt. */
int galpha_limit_part(const struct galpha_errtest *et);
/* Before the attempts at a step. */
void galpha_limit_begin(struct galpha_step_limit *l,
                        const struct galpha_nls *nls);
/* An attempt failed: the error test rejected it, its equations were not solved, or the
 * first step is cut because of a force transient. */
void galpha_limit_rejected(struct galpha_step_limit *l,
                           const struct galpha_errtest *et);
void galpha_limit_unsolved(struct galpha_step_limit *l,
                           const struct galpha_step *step);
void galpha_limit_cut(struct galpha_step_limit *l);
/* The step was accepted. */
void galpha_limit_taken(struct galpha_step_limit *l,
                        const struct galpha_errtest *et,
                        struct galpha_step_bounds bounds);

#endif
