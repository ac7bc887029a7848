/* Weights and the local error of a step, by level: positions and velocities
 * always, multipliers on request. */
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
  struct galpha_tol q, v; /* v of kind NONE: that of q serves v, too */
  struct galpha_tol mult; /* SS or NONE           */
  struct galpha_tol s;    /* states: SS, or NONE: as q */
  N_Vector ewt_s;
  N_Vector ewt_q, ewt_v, est_q, est_v;
  /* positions alone, weights by the largest so far: Gavrea et al. (2005), (24) */
  /* Weights of another rule, by which positions alone are tested; NULL: those of the
     tolerances. */
  void (*rule)(struct galpha_errtest *et, N_Vector q);
  bool top_known;
  int algebraic; /* residual form: index as which order 0 is tested, or 0 */
  sunrealtype norm_q, norm_v, norm_mult, norm_s;
  bool mult_unknown; /* multipliers are tested, and could not be in this step */
};

/* 1/(eps Y_i), Y_i = max(1, largest |q_i| so far): Gavrea et al. (2005), (24). */
void galpha_err_weigh_gavrea(struct galpha_errtest *et, N_Vector q);
int galpha_err_init(struct galpha_errtest *et, N_Vector q);
void galpha_err_free(struct galpha_errtest *et);
void galpha_tol_free(struct galpha_tol *tol);
/* Weights at (q, v); with form->level_v those of v are not wanted. > 0: component
 * (returned - 1) of *level ("q" or "v") has a weight that is not positive and
 * finite; < 0: the user's function failed. */
sunindextype galpha_err_weights(struct galpha_errtest *et,
                                struct galpha_method *method, N_Vector q,
                                N_Vector v, const char **level);
/* Weights of states s. */
void galpha_err_state_weights(struct galpha_errtest *et, N_Vector s);
/* Local error estimates of the trial step into est_q, est_v (method of
 * differences of the algorithmic accelerations). */
void galpha_err_estimate(struct galpha_errtest *et,
                         struct galpha_method *method);
/* The same, and their norm, from divided differences of positions. They satisfy the
 * constraints, so nothing in them jumps where h changes, as accelerations of index 3
 * do. false: not of this form, Gavrea's rule, not yet enough of them, h changes too
 * often (if steady is asked for) or is so short that round-off of positions counts. */
bool galpha_err_by_positions(struct galpha_errtest *et,
                             struct galpha_method *method, bool steady,
                             sunrealtype *error);
/* At most one change of h in the last four steps, the trial included. */
bool galpha_err_is_steady(const struct galpha_hist *hist);
/* Root mean square of an error e of multipliers x in their tolerance rtol |x| + atol,
 * |x| the largest. */
sunrealtype galpha_err_of_multipliers(const struct galpha_tol *tol, N_Vector e,
                                      N_Vector x);
/* Largest of the weighted norms of positions, velocities and states. norm_mult is
 * set beside it, but for index 3 with constraints on positions (galpha_multiplier.h):
 * multipliers steer the next step but reject none, since the error they carry from
 * earlier steps does not fall with h. */
sunrealtype galpha_err_norm(struct galpha_errtest *et,
                            struct galpha_method *method);

#endif
