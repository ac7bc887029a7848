/* Index 3, orders 3 to 5: corrections to the accelerations and multipliers of the last
 * steps (step/smooth_multipliers.h). Only output and the recursion of order 2 need
 * them, and each costs a linear solve: so a step only records what they follow from,
 * and they are computed on demand. The history keeps the uncorrected values, from which
 * the next steps are predicted: a run does not depend on the output that is requested. */
#ifndef GALPHA_METHOD_LAG_H
#define GALPHA_METHOD_LAG_H

#include "method/bdf.h"

#define GALPHA_LAGS \
  (GALPHA_MOST_BDF + 1) /* points of a polynomial of order 5 */

/* Record of one step. */
struct galpha_lag_step
{
  sunrealtype t; /* of its end */
  bool noted;    /* the record is in use: a belongs to t */
  bool known;    /* lambda and psi have been computed from a */
  /* Second derivative of the polynomial of positions minus the accelerations. */
  N_Vector a;
  N_Vector lambda, psi; /* to be subtracted from the multipliers */
};

struct galpha_lag
{
  struct galpha_lag_step step[GALPHA_LAGS];
  /* Corrections to the accelerations of the last two steps: the parts of a across the
     constraints. */
  struct
  {
    sunrealtype t;
    N_Vector a;
  } across[2];
  int kept;    /* number of records; 0: none */
  bool asked;  /* a callback requested values of the last step */
  bool passed; /* a step since the start was corrected at once */
};

/* Allocates the records for polynomials of this order, at a start, or during a run if
 * the order is raised; vectors like those of the problem (lambda and psi may be NULL).
 * -1: no memory. */
int galpha_lag_init(struct galpha_lag *lag, N_Vector q, N_Vector lambda,
                    N_Vector psi, int order);
void galpha_lag_free(struct galpha_lag *lag);
/* Discards all records (clear); also asked and passed, at a new start (forget). */
void galpha_lag_clear(struct galpha_lag *lag);
void galpha_lag_forget(struct galpha_lag *lag);
/* The values of a step are corrected at once. */
void galpha_lag_pass(struct galpha_lag *lag);
/* Begins the record of the trial step; returns its vector a, to be filled. */
N_Vector galpha_lag_note(struct galpha_method *method);
/* The record of the accepted step i, 0: the last one; or NULL. */
struct galpha_lag_step *galpha_lag_of(struct galpha_method *method, int i);
/* Stores the corrections lambda and psi (or NULL) of step i; x: the part of a along the
 * constraints, read for the last two steps. */
void galpha_lag_know(struct galpha_method *method, int i, N_Vector x,
                     N_Vector lambda, N_Vector psi);
/* Applies the known corrections of step i to the history, and discards its record. */
void galpha_lag_take(struct galpha_method *method, int i);
/* The known correction to the accelerations of the step to t, or NULL. */
N_Vector galpha_lag_across(const struct galpha_lag *lag, sunrealtype t);
/* Subtracts the known corrections of a track from out, the polynomial through its last
 * n values at x. */
void galpha_lag_subtract(const struct galpha_method *method,
                         enum galpha_track track, int n, sunrealtype x,
                         N_Vector out);

#endif
