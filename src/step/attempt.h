/* One attempt at a step: predict, solve the stages, estimate the error. The trial
 * state is complete afterwards, nothing else has changed. */
#ifndef GALPHA_STEP_ATTEMPT_H
#define GALPHA_STEP_ATTEMPT_H

#include "newton/newton.h"
#include "step/error_test.h"
#include "step/manifold.h"

/* Driven mechanisms of index 3: the longest try that estimates beyond noise have
 * rejected lately; steps for which such estimates are taken for noise all the same. */
struct galpha_ringing
{
  sunrealtype h, error;
  int age, left, spell;
};

struct galpha_step
{
  struct galpha_model *model;
  struct galpha_method *method;
  const struct galpha_manifold *manifold;
  struct galpha_ls *ls;
  struct galpha_nls *nls;
  struct galpha_errtest *errtest;
  struct galpha_policy policy;
  long int niters;    /* needed before the first attempt at this step */
  bool moved;         /* y onto a bound, in the step being tried */
  int cuts;           /* of h by a bound, since a step that was not */
  int leaving;        /* steps in a row that were moved and lead out again */
  sunrealtype span;   /* of time ahead at the start */
  sunrealtype before; /* error of the last attempt at this step; 0: none */
  struct galpha_ringing ringing;
  struct galpha_velocity_off off; /* in a fixed step of index 3 */
  sunrealtype shrink; /* asked for when an inequality was violated */
};

/* Before the attempts at a step, whose policy is decided; see galpha_policy_begin. */
void galpha_step_begin(struct galpha_step *step, bool fixed, sunrealtype error);
/* 0, > 0 recoverable (nls->cause tells), < 0. *error receives the weighted norm
 * of the local error (NaN rejects); t_new is t + h, or the stop time exactly. */
int galpha_step_attempt(struct galpha_step *step, sunrealtype h,
                        sunrealtype t_new, sunrealtype *error);
/* The share to which a first step with error control is to be cut, or 1: the force of
 * the start has almost vanished within it and has left a velocity. */
sunrealtype galpha_step_start_share(struct galpha_step *step);
/* Takes the trial over. */
void galpha_step_accept(struct galpha_step *step);

#endif
