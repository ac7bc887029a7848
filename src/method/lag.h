/* Index 3, orders 3 to 5: what the accelerations and multipliers of the last steps lack
 * (step/smooth_multipliers.h). Only output and the recursion of order 2 need it, at the
 * price of a linear solve for each step, so it is noted with the step and worked out when
 * it is asked for. The history keeps the values without it, from which the next steps are
 * predicted: a run does not depend on what is asked of it. */
#ifndef GALPHA_METHOD_LAG_H
#define GALPHA_METHOD_LAG_H

#include "method/bdf.h"

#define GALPHA_LAGS \
  (GALPHA_MOST_BDF + 1) /* points of a polynomial of order 5 */

/* Of one step. */
struct galpha_lag_step
{
  sunrealtype t; /* of its end */
  bool noted;    /* a belongs to t */
  bool known;    /* lambda and psi have been worked out from a */
  N_Vector a;    /* second derivatives of positions, less the accelerations */
  N_Vector lambda, psi; /* to be subtracted from the multipliers */
};

struct galpha_lag
{
  struct galpha_lag_step step[GALPHA_LAGS];
  /* To be added to accelerations: the parts of a across the constraints of two steps. */
  struct
  {
    sunrealtype t;
    N_Vector a;
  } across[2];
  int kept;    /* of step; 0: nothing is noted */
  bool asked;  /* a callback of a step has asked for the last values */
  bool passed; /* a step of these orders has passed since the start */
};

/* At a start, before which nothing is noted, or for a higher order during a run: room for
 * the polynomials of this order, vectors like those of the problem (lambda and psi may be
 * NULL). -1: no memory. */
int galpha_lag_init(struct galpha_lag *lag, N_Vector q, N_Vector lambda,
                    N_Vector psi, int order);
void galpha_lag_free(struct galpha_lag *lag);
/* Nothing is noted; a new start, before which nobody has asked. */
void galpha_lag_clear(struct galpha_lag *lag);
void galpha_lag_forget(struct galpha_lag *lag);
/* A step whose values are corrected at once. */
void galpha_lag_pass(struct galpha_lag *lag);
/* The vector a of the trial step, to be filled. */
N_Vector galpha_lag_note(struct galpha_method *method);
/* What is noted of the accepted step i, 0: the last one; or NULL. */
struct galpha_lag_step *galpha_lag_of(struct galpha_method *method, int i);
/* It is known: lambda, psi (or NULL) as given; x: the part of a that is not across the
 * constraints, looked at for the last two steps. */
void galpha_lag_know(struct galpha_method *method, int i, N_Vector x,
                     N_Vector lambda, N_Vector psi);
/* The history of the step i takes what is known, which is then forgotten. */
void galpha_lag_take(struct galpha_method *method, int i);
/* The part across the constraints of the step to t, or NULL. */
N_Vector galpha_lag_across(const struct galpha_lag *lag, sunrealtype t);
/* Subtracts what is known of the polynomial at x through the last n values of a track. */
void galpha_lag_subtract(const struct galpha_method *method,
                         enum galpha_track track, int n, sunrealtype x,
                         N_Vector out);

#endif
