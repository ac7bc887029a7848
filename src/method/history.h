/* The states of the integrator: the last two accepted ones, the trial state, and
 * what polynomials through past values need of four earlier ones. Accepting a step
 * rotates pointers; a rejected trial state is overwritten. */
#ifndef GALPHA_METHOD_HISTORY_H
#define GALPHA_METHOD_HISTORY_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

#include "method/coefficients.h"

struct galpha_state
{
  sunrealtype t, h; /* h: size of the step to this state; 0 at the start */
  N_Vector q, v;
  N_Vector a;      /* a_{n+alpha}, belongs to t + alpha h                    */
  N_Vector a_used; /* a_alpha of the step to this state, after (14)     */
  N_Vector lambda, psi;
  N_Vector f;           /* f of Jay and Negrut (2009), (13e) at this state */
  N_Vector Ma, Ma_used; /* M a and M a_used                     */
  N_Vector qdd;         /* y'' of the acceleration recursion (index 3) */
  N_Vector e, e_lambda, e_psi; /* SOI2: a - a~, lambda - lambda~, psi - psi~ */
  /* first-order states and outputs, Bruls and Arnold (2008), (6), (9) */
  N_Vector s, sdot, w, w_used;
  struct galpha_offset offset;
  struct galpha_offset state_offset; /* of w */
};

/* The vectors of a state that belong to one space (model/space.h): 0: q (y) with v,
 * a, a_used; 1: first-order states beside a mechanism with sdot, w, w_used. */
struct galpha_state_view
{
  N_Vector y, yp, rate, rate_used;
};
struct galpha_state_view galpha_state_view(const struct galpha_state *s,
                                           int space);

/* qdd; without components of order 2, where it would be y' of order 1, v. */
N_Vector galpha_state_second(const struct galpha_state *s);

/* The part that is kept of a state before prev. */
struct galpha_past
{
  sunrealtype t, h;
  N_Vector q, v;
  N_Vector a_used, w_used; /* in older[0] only */
  N_Vector lambda, psi, s;
  sunrealtype a_time, w_time; /* times of a_used, w_used, relative to t - h */
};

#define GALPHA_OLDER 5
#define GALPHA_DEPTH (GALPHA_OLDER + 2) /* accepted states at the most */

/* Values through which polynomials in time are laid. */
enum galpha_track
{
  GALPHA_TRACK_Q,
  GALPHA_TRACK_V,
  GALPHA_TRACK_S,
  GALPHA_TRACK_LAMBDA,
  GALPHA_TRACK_PSI
};

enum
{
  GALPHA_HIST_SPACES = 4
};

struct galpha_hist
{
  struct galpha_state *prev, *now, *trial;
  struct galpha_state store[3];
  struct galpha_past older[GALPHA_OLDER]; /* before prev, the newest first */
  int kept;                               /* number of these in use */
  bool far_rates;       /* prev, older[0] have a_used and w_used */
  N_Vector borrowed[2]; /* of another struct, which destroys them */
  /* like q, lambda, psi, s, if vectors are not serial */
  N_Vector scratch[GALPHA_HIST_SPACES];
};

/* What a history holds besides q, v, a, a_used, multipliers and states. */
struct galpha_hist_parts
{
  bool second_order; /* qdd, and v of older states */
  int older;         /* states before prev: 2 to GALPHA_OLDER */
  /* Storage of q of the two oldest states: vectors that nothing reads after the first
     step. */
  N_Vector borrowed[2];
};

/* Clones the vectors from like: q, lambda, psi, s, the last three may be NULL. a, w,
 * a_used and w_used exist in now and trial only: a predictor of degree 1 reads no others.
 * -1: no memory. */
int galpha_hist_init(struct galpha_hist *hist, N_Vector const *like,
                     const struct galpha_hist_parts *parts);
/* Allocates, for methods that read them, f, Ma, Ma_used, e, e_lambda, e_psi of now and
 * trial. -1: no memory. */
int galpha_hist_add_loads(struct galpha_hist *hist, N_Vector const *like);
void galpha_hist_drop_loads(struct galpha_hist *hist);
/* Allocates a_used and w_used of prev and older[0], for predictors of higher degree.
 * During a run their values are not known at first. -1: no memory. */
int galpha_hist_add_rates(struct galpha_hist *hist, N_Vector const *like);
/* Keeps at least this number of states before prev. During a run the values of new ones
 * are not known: the oldest known state counts as a start. -1: no memory. */
int galpha_hist_deepen(struct galpha_hist *hist, N_Vector const *like,
                       int older);
void galpha_hist_free(struct galpha_hist *hist);
/* Before a new start: moves the borrowed vectors back to the oldest states. The values
 * of q in all states are lost. */
void galpha_hist_return(struct galpha_hist *hist);
void galpha_hist_accept(struct galpha_hist *hist);
/* The trial state replaces now, as the end of its step; a_used and w_used stay. */
void galpha_hist_join(struct galpha_hist *hist);
/* Number of states since the start, now included, at most kept + 2; of those the
 * recursion of order 2 uses: at most four. */
int galpha_hist_count(const struct galpha_hist *hist);
int galpha_hist_depth(const struct galpha_hist *hist);
/* The last n accepted values of a track and their times, the newest first, 1 <= n <=
 * GALPHA_DEPTH. */
void galpha_hist_values(const struct galpha_hist *hist, enum galpha_track track,
                        int n, N_Vector *x);
void galpha_hist_times(const struct galpha_hist *hist, int n, sunrealtype *t);
/* The trial value of a track. */
N_Vector galpha_hist_trial(const struct galpha_hist *hist,
                           enum galpha_track track);
/* Scratch for sums of the values of a track; NULL: serial vectors need none. */
N_Vector galpha_hist_scratch(const struct galpha_hist *hist,
                             enum galpha_track track);

/* Times that differ by less are equal up to round-off, in a step of size h. */
sunrealtype galpha_hist_round_off(sunrealtype t, sunrealtype h);

/* The last step moved q by so few units in the last place that the differences of q
 * over h are round-off. */
bool galpha_hist_barely_moved(const struct galpha_hist *hist);
/* Dense output within the last step. k = 0: q by the cubic Hermite polynomial; k = 1:
 * its derivative, or the line through both v if q barely moved; k = 2: the line through
 * a_used and a at their times (second-order accurate, also at the ends of the step) or,
 * with use_qdd, through q'' at both ends (index 3). */
void galpha_hist_dky(const struct galpha_hist *hist, sunrealtype t, int k,
                     sunrealtype alpha, bool use_qdd, N_Vector out);
/* No step has led to this state. */
void galpha_state_restart(struct galpha_state *now);

#endif
