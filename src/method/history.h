/* The states of the integrator: the last two accepted ones and the trial.
 * Accepting a step turns pointers, rejecting it forgets the trial. */
#ifndef GALPHA_METHOD_HISTORY_H
#define GALPHA_METHOD_HISTORY_H

#include <sundials/sundials_nvector.h>

#include "method/coefficients.h"

struct galpha_state
{
  sunrealtype t, h; /* h: the step that led here; 0 at the start */
  N_Vector q, v;
  N_Vector a;      /* a_{n+alpha}, belongs to t + alpha h              */
  N_Vector a_used; /* a_alpha the step to here started from, after (14) */
  N_Vector lambda, psi;
  N_Vector f;           /* f of Jay and Negrut (2009), (13e) at this state */
  N_Vector Ma, Ma_used; /* M a and M a_used             */
  N_Vector qdd;         /* y'' of the acceleration recursion (index 3) */
  N_Vector e, e_lambda, e_psi; /* a - a~ etc., start of the next correction */
  /* states and outputs, Bruls and Arnold (2008), (6), (9) */
  N_Vector s, sdot, w, w_used;
  struct galpha_offset offset;
  struct galpha_offset state_offset; /* of w */
};

/* The vectors of a state, or of an earlier one, that belong to one space: 0: of q (y), 1: of
 * the states beside a mechanism. */
struct galpha_track
{
  N_Vector y, yp, rate, rate_used;
};
struct galpha_track galpha_state_track(const struct galpha_state *s, int space);

/* What predictions need of a state before prev. */
struct galpha_past
{
  sunrealtype t, h;
  N_Vector q;
  N_Vector a_used, w_used; /* of the nearer one of the two     */
  N_Vector lambda, psi, s;
  sunrealtype a_time, w_time; /* of a_used, w_used, from t - h */
};

struct galpha_hist
{
  struct galpha_state *prev, *now, *trial;
  struct galpha_state store[3];
  struct galpha_past older[2]; /* before prev, the nearer one first */
};

/* -1: no memory. lambda, psi, s may be NULL. */
int galpha_hist_init(struct galpha_hist *hist, N_Vector q, N_Vector lambda,
                     N_Vector psi, N_Vector s);
void galpha_hist_free(struct galpha_hist *hist);
void galpha_hist_accept(struct galpha_hist *hist);
/* States that follow one another up to now, at most four: since the start. */
int galpha_hist_depth(const struct galpha_hist *hist);

/* Times nearer to each other than this, beside a step of h, are the same. */
sunrealtype galpha_hist_round_off(sunrealtype t, sunrealtype h);

/* Dense output inside the last step: q cubic Hermite (k = 0), v its derivative
 * (k = 1), the acceleration linear through the algorithmic ones (k = 2; order 2
 * also at the ends). use_qdd: through y'' instead (index 3). */
void galpha_hist_dky(const struct galpha_hist *hist, sunrealtype t, int k,
                     sunrealtype alpha, bool use_qdd, N_Vector out);
/* Linear in the multipliers; either vector may be NULL. */
void galpha_hist_multipliers(const struct galpha_hist *hist, sunrealtype t,
                             N_Vector lambda, N_Vector psi);

/* No step has led to this state. */
void galpha_state_restart(struct galpha_state *now);

#endif
