/* Error weights and the error test of a step, separately for positions, velocities and
 * states, and on request for multipliers. */
#ifndef GALPHA_STEP_ERROR_TEST_H
#define GALPHA_STEP_ERROR_TEST_H

#include "method/method.h"

enum galpha_tol_kind
{
  GALPHA_TOL_NONE,
  GALPHA_TOL_SS,
  GALPHA_TOL_SV,
  GALPHA_TOL_WF
};

struct galpha_tol
{
  enum galpha_tol_kind kind;
  sunrealtype rtol, atol;
  N_Vector vatol;
  GALPHAEwtFn efun;
};

struct galpha_errtest
{
  struct galpha_tol q, v; /* v of kind NONE: as q */
  struct galpha_tol mult; /* SS or NONE           */
  struct galpha_tol s;    /* states: SS, or NONE: as q */
  N_Vector ewt_s;
  N_Vector ewt_q, est_q;
  N_Vector ewt_v, est_v; /* NULL: velocities are not tested */
  N_Vector
    last; /* step/last_remainder.h: y of the last state; NULL: none is kept */
  /* sets other weights, and only positions are tested; NULL: weights of the tolerances */
  void (*rule)(struct galpha_errtest *et, N_Vector q);
  bool weighed;   /* ewt_q holds weights of this run */
  bool top_known; /* ewt_v holds the largest |q_i| so far (Gavrea's rule) */
  int
    algebraic; /* residual form: index assumed in the test of order 0, 0: none */
  sunrealtype norm_q, norm_v, norm_mult, norm_s;
  bool varies_order; /* orders above 2 are allowed */
  bool mult_unknown; /* the error of multipliers is unknown in this step */
  /* mult_ignored: the multiplier errors of this step exceed their tolerances, but shorter
   * steps would not reduce them; mult_told: the user has been informed of such a step */
  bool mult_ignored, mult_told;
  /* The step with whose multiplier error later ones are compared; stays: far shorter
   * steps have not reduced it. */
  struct galpha_staying
  {
    sunrealtype h, norm;
    int age; /* in error tests */
    bool stays;
  } staying;
  /* step/velocity_noise.h. known: error of v that is tolerated, in roundings of positions
   * over h; whole: error of v of the last attempt, in tolerances, before it may count as
   * rounding; before: that of the last step times its h; the last attempt at this step,
   * with its error of v. */
  struct galpha_noise
  {
    sunrealtype known, whole, before;
    struct galpha_try_error
    {
      sunrealtype h, v;
    } last;
  } noise;
  bool bent; /* galpha_err_see_bend has rejected an attempt at this step */
};

/* 1/(eps Y_i), Y_i = max(1, largest |q_i| so far): Gavrea et al. (2005), (24). */
void galpha_err_weights_gavrea(struct galpha_errtest *et, N_Vector q);
/* Allocate weights and estimates of q, and of v unless they exist. -1: no memory. */
int galpha_err_init(struct galpha_errtest *et, N_Vector q);
int galpha_err_init_velocities(struct galpha_errtest *et, N_Vector q);
void galpha_err_free(struct galpha_errtest *et);
void galpha_tol_free(struct galpha_tol *tol);
/* Sets the weights at (q, v); with model->level_v only those of q. Returns 0; i + 1 >
 * 0: the weight of component i of *level ("q" or "v") is not positive and finite; < 0:
 * the user's function failed. */
sunindextype galpha_err_weights(struct galpha_errtest *et,
                                struct galpha_method *method, N_Vector q,
                                N_Vector v, const char **level);
/* Sets the weights of the states s. */
void galpha_err_state_weights(struct galpha_errtest *et, N_Vector s);
/* Local error estimates of the trial step into est_q and est_v, by the method's own
 * formula. */
void galpha_err_estimate(struct galpha_errtest *et,
                         struct galpha_method *method);
/* The same, and *error, their norm, from divided differences of positions. Positions
 * satisfy the constraints, so they do not jump when h changes, as accelerations of
 * index 3 do. false: not available, because the form or Gavrea's rule excludes it,
 * there are too few positions, h changes too often (if steady is required), or h is so
 * short that round-off of positions dominates. */
bool galpha_err_by_positions(struct galpha_errtest *et,
                             struct galpha_method *method, bool steady,
                             sunrealtype *error);
/* h has changed at most once in the last four steps, including the trial, and no earlier
 * step is far longer than the trial. */
bool galpha_err_is_steady(const struct galpha_hist *hist);
/* Root mean square of the error e of multipliers x, divided by rtol max|x_i| + atol. */
sunrealtype galpha_err_of_multipliers(const struct galpha_tol *tol, N_Vector e,
                                      N_Vector x);
/* F(t,y,y'), order 2: after an attempt that passes the test, in a step far shorter than
 * the last one, raises *error, the norm, to the error that remains if y' bends within the
 * step. Only once a step, since the error of a jump of y itself does not fall with h. */
void galpha_err_see_bend(struct galpha_errtest *et,
                         const struct galpha_method *method,
                         sunrealtype *error);
/* Returns the largest of the weighted norms of positions, velocities and states. Also
 * sets norm_mult, except for index 3 with constraints on positions (see
 * multiplier_error.h). Multipliers limit the next step but do not reject one, because
 * their error from earlier steps does not fall with h. */
sunrealtype galpha_err_norm(struct galpha_errtest *et,
                            struct galpha_method *method);

#endif
