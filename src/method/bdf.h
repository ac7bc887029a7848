/* The members of order 3, 4 and 5: BDF in fixed-leading-coefficient form (Brenan,
 * Campbell and Petzold (1996), chapter 5) with a larger leading coefficient (the
 * numerical differentiation formulas of Klopfenstein (1971)). With p the polynomial
 * through the last k+1 values at their own times, x the end of the step,
 * cj = (1 + 1/2 + ... + 1/k + s/(k+1))/h and d = y - p(x):
 *   order 0: y = p + d;
 *   order 1: y' = p' + cj d;
 *   order 2: v = p_q' + cj d, y'' = p_v' + cj (v - p_v), with p_v through the last v.
 * In mechanics these are the equations of a generalized-alpha step without averaging,
 * a = q'', gamma = 1/(cj h), beta = gamma^2, from other base values, so stages, matrix
 * and multipliers are those of the method of order 2. */
#ifndef GALPHA_METHOD_BDF_H
#define GALPHA_METHOD_BDF_H

#include "method/families.h"
#include "method/polynomial.h"

struct galpha_method;
struct galpha_method_traits;

#define GALPHA_LEAST_BDF 3
#define GALPHA_MOST_BDF  5

struct galpha_bdf
{
  int order; /* of the next step: 2: generalized-alpha */
  /* Number of past rates a, w that the recursion of order 2 may use. */
  int rates;
  /* This step of order 2 starts from rates of the polynomial of the last one. */
  bool handed_over;
  /* Of this step, if it is one of the BDF: */
  struct galpha_family family;
  sunrealtype cj;
  sunrealtype error; /* the local error is taken for error (y - p) */
  sunrealtype w[2][GALPHA_POINTS]; /* p and p' from the past values */
};

/* Errors are estimated from positions and velocities, not from a, and output is that of
 * the BDF itself. The other traits are not read for a step of the BDF: see struct
 * galpha_method_traits. */
extern const struct galpha_method_traits galpha_bdf_traits;

/* Coefficients of a step of the BDF to the time of the trial state. */
void galpha_bdf_coefficients(struct galpha_method *method);
/* After a step of the BDF: gives the last state the rates a, a_alpha, w, w_delta from
 * which the recursion of order 2 continues. */
void galpha_bdf_hand_over(struct galpha_method *method);
/* out = p (derivative 0) or p' (1) of a track at the end of the step. */
void galpha_bdf_predicted(const struct galpha_method *method,
                          enum galpha_track track, int derivative,
                          N_Vector out);
/* out = local error of a track. */
void galpha_bdf_error(struct galpha_method *method, enum galpha_track track,
                      N_Vector out);
/* The same of v (y' of order 2). In index 3 velocities have errors across the
 * constraints that depend on the sizes of the last steps, and the error of positions
 * depends on the order, which changes: the smaller of the errors by both. */
void galpha_bdf_rate_error(struct galpha_method *method, N_Vector out);
void galpha_bdf_rate_error_of_velocities(struct galpha_method *method,
                                         N_Vector out);
/* The one from positions; false: there is none (out unchanged). */
bool galpha_bdf_rate_error_of_positions(struct galpha_method *method,
                                        N_Vector out);
/* The norm of an error of v in the error test where orders vary. In index 3 v follows
 * from differences of positions, whose rounding is tolerated: shorter steps would only
 * make it larger, and the order would stay 2. v is not model->work, which is
 * overwritten. */
sunrealtype galpha_bdf_velocity_norm(const struct galpha_method *method,
                                     N_Vector v);
/* The norm of (h d/dt)^j v in the same way; work and out are overwritten. */
sunrealtype galpha_bdf_rate_norm(const struct galpha_method *method, int j,
                                 N_Vector work, N_Vector out);

/* Parts of the operations of mechanics (SOI2, index 3). */

/* a_pred = p_v' - e, the multipliers and states predicted; e may be NULL. */
void galpha_bdf_predict(struct galpha_method *method, N_Vector e);
/* q and v at x = 0 for that a_pred. */
void galpha_bdf_base(struct galpha_method *method, N_Vector e);
void galpha_bdf_estimate(struct galpha_method *method, int algebraic,
                         N_Vector est_q, N_Vector est_v);
/* Outputs (order 0) are not tested, as with order 2. */
void galpha_bdf_estimate_states(struct galpha_method *method, N_Vector est);
/* Dense output of mechanics: q by its own polynomial, derivatives by that of v. */
void galpha_bdf_dense(const struct galpha_method *method, sunrealtype t, int k,
                      N_Vector out);
/* What their tables of operations share. */
#define GALPHA_BDF_MECHANICS                                             \
  .traits = &galpha_bdf_traits, .coefficients = galpha_bdf_coefficients, \
  .estimate            = galpha_bdf_estimate,                            \
  .estimate_states     = galpha_bdf_estimate_states,                     \
  .estimate_multiplier = galpha_bdf_error, .dense = galpha_bdf_dense

#endif
