/* One attempt at a step: predict, solve the stages, estimate the error. It completes
 * the trial state and does not change the accepted one. */
#ifndef GALPHA_STEP_ATTEMPT_H
#define GALPHA_STEP_ATTEMPT_H

#include "newton/newton.h"
#include "step/error_test.h"
#include "step/manifold.h"

/* Driven mechanisms of index 3 (see is_ringing). h, error: size and error of the longest
 * recent attempt that an estimate above the noise level rejected; age: steps for which it
 * is remembered. h_try, error_try: the last attempt at this step (h_try 0: none); stays:
 * how many successive attempts had the error of the one before. left: steps for which
 * such estimates still count as noise; spell: length of the last such period. */
struct galpha_ringing
{
  bool driven; /* residual form: the constraints leave no motion free */
  sunrealtype h, error, h_try, error_try;
  int age, left, spell, stays;
};

/* The largest effect of rounding of g in a differenced g_t; 0: negligible or unknown. */
struct galpha_rate_rounding
{
  sunrealtype v; /* in tolerances */
  sunrealtype multipliers;
};

/* Accelerations of a driven mechanism in index 3 that alternated (end_alternation.h). */
struct galpha_alternation
{
  long int steps;      /* since the start */
  sunrealtype largest; /* acceleration in these */
  bool found;          /* of a size that counts, at t */
  sunrealtype t, size;
};

/* A jump of driven accelerations (acceleration_jump.h). */
struct galpha_acceleration_jump
{
  sunrealtype v, a;   /* the largest since the start, in weights of v */
  sunrealtype usual;  /* size of steps; far shorter ones reduce it slowly */
  sunrealtype before; /* the same before the jump */
  int left;           /* steps left that may count as soon after it */
  sunrealtype t; /* of the last state whose renewed accelerations are in qdd */
};

/* See brief_step.h. */
struct galpha_brief
{
  bool kept;        /* this attempt continues the last state */
  bool resolved;    /* it need not do so */
  bool kept_before; /* so did the last step */
  /* No step since the start was resolved. Later ones, as in friction that sticks, have
     other reasons to be short. Not after a start that does not know its accelerations. */
  bool starts;
};

/* See left_branch.h. */
struct galpha_branch
{
  /* of the displacement over h from the velocities at the ends, relative to these */
  sunrealtype distance;
  sunindextype row; /* the constraint it violates most */
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
  long int niters;  /* iterations before the first attempt at this step */
  bool moved;       /* this attempt has moved y onto a bound */
  bool joined;      /* it is to be joined to the last step */
  sunrealtype tail; /* what has been joined to the last step */
  bool last_moved;  /* it has moved the last state: step/last_remainder.h */
  int cuts;         /* cuts of h by a bound since a step without one */
  int leaving;      /* successive steps moved onto a bound that lead outward */
  sunrealtype span; /* time from the start to tout or the stop time */
  sunrealtype error_before; /* of the last attempt at this step; 0: none */
  sunrealtype error_along;  /* of a rejected attempt, along constraints, or 0 */
  sunrealtype error_unprojected; /* 0: the estimate is not projected */
  struct galpha_rate_rounding rounding;
  struct galpha_ringing ringing;
  struct galpha_alternation alternation;
  struct galpha_acceleration_jump jump;
  /* Time from the trial state to the stop time; HUGE_VAL: there is none. */
  sunrealtype room;
  struct galpha_brief brief;
  struct galpha_velocity_off off; /* in a fixed step of index 3 */
  struct galpha_branch branch;    /* in one of SOI2 */
  sunrealtype shrink;             /* factor of h after a violated inequality */
};

/* Call before the attempts at a step: decides its policy as galpha_policy_begin does. */
void galpha_step_begin(struct galpha_step *step, bool fixed, sunrealtype error);
/* t_new is t + h as rounded, or exactly the stop time. *error: weighted norm of the
 * local error (NaN rejects). Returns 0, > 0 (recoverable, with nls->cause) or < 0. */
int galpha_step_attempt(struct galpha_step *step, sunrealtype h,
                        sunrealtype t_new, sunrealtype *error);
/* Factor by which a first step with error control is cut because the initial force has
 * almost vanished within it but has produced a velocity; 1: no cut. */
sunrealtype galpha_step_start_ratio(struct galpha_step *step);
/* After the attempts, if none is taken: the last state is as it was accepted. */
void galpha_step_abandon(struct galpha_step *step);
/* Makes the trial state the accepted one. */
void galpha_step_accept(struct galpha_step *step);

#endif
