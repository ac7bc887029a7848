/* The order of the next step: 2, the method of the user, or 3 to 5, its BDF members.
 * Orders above 2 are unstable for lightly damped vibrations. They are taken where the
 * terms h^j y^(j) fall from order to order, and a guard that remembers whether they
 * made steps longer keeps them away from where they did not. */
#ifndef GALPHA_STEP_ORDER_H
#define GALPHA_STEP_ORDER_H

#include "step/attempt.h"

struct galpha_order
{
  int most;         /* highest order allowed; <= 2: the order stays */
  int most_last;    /* the same of the last step */
  int same;         /* accepted steps since order or h changed */
  bool rising;      /* no rejection since the start, and no fall of the order */
  sunrealtype fall; /* ORDER_FALL, less where phases did not pay */
  sunrealtype
    error_old; /* of the step before, with the same order and h; or 0 */
  /* The guard. h_second: mean step of order 2. The last phase of the BDF began at t_phase
   * and made n_phase attempts, h_phase long on average; order 2 has made n_after steps
   * since it ended at t_end. */
  sunrealtype h_second, h_before, t_phase, h_phase, t_end;
  long int n_phase, n_after;
  bool judging;            /* whether the phase paid is not decided yet */
  sunrealtype h_no_gain;   /* step of the last phase that did not pay, or 0 */
  long int blocked, block; /* steps of order 2 left; the next number of them */
  long int taken[GALPHA_MOST_BDF + 1]; /* accepted steps by order */
  long int falls;                      /* phases ended */
};

/* Sets the counts to 0. */
void galpha_order_forget(struct galpha_order *o);
/* Before a step of size h: resets *o at a start and limits the order to what is allowed,
 * or to 2 if h is far longer than the last step (as min_step can make it). Returns h, or
 * less if the highest order has been lowered below that of the last step. */
sunrealtype galpha_order_begin(struct galpha_order *o, struct galpha_step *step,
                               sunrealtype h);
/* After a passed step with this error, before it is accepted: sets the order of the next
 * step and returns h_new/h; 0: the order stays 2, whose h the caller chooses. failed: the
 * step took more than one attempt. */
sunrealtype galpha_order_next(struct galpha_order *o, struct galpha_step *step,
                              sunrealtype error, bool failed);
/* After the error test has rejected the attempt number tries (0, 1, ...): the same for
 * the next attempt. */
sunrealtype galpha_order_rejected(struct galpha_order *o,
                                  struct galpha_step *step, sunrealtype error,
                                  int tries);

#endif
