/* Shared by SOI2 in two stages and SOI2 exactly as published: the averaged dynamic
 * equation of Jay and Negrut (2009), (13d)-(13e), with M_{1+alpha} evaluated before
 * the step. */
#ifndef GALPHA_METHOD_SOI2_H
#define GALPHA_METHOD_SOI2_H

#include "method/method.h"

/* Predictor, then M_alpha a_alpha by (14b) of Jay and Negrut (2009), and M_{1+alpha}. */
int galpha_soi2_predict(struct galpha_method *method);
/* rc: the part of the dynamic row that is constant in a step, for the current a_pred. */
void galpha_soi2_begin(struct galpha_method *method);
/* f at the end of the step, from the dynamic equation instead of an evaluation, and
 * M a. */
void galpha_soi2_end(struct galpha_method *method);

/* Operations of both. */
void galpha_soi2_keep_velocities(struct galpha_method *method, int stage,
                                 N_Vector x);
void galpha_soi2_estimate(struct galpha_method *method, int algebraic,
                          N_Vector est_q, N_Vector est_v);
void galpha_soi2_dense(const struct galpha_method *method, sunrealtype t, int k,
                       N_Vector out);
extern const struct galpha_method_traits galpha_soi2_traits;
/* What their tables of operations share. */
#define GALPHA_SOI2_MEMBER                                                    \
  .order = 2, .traits = &galpha_soi2_traits, .second_rates = true,            \
  .coefficients = galpha_method_coefficients, .predict = galpha_soi2_predict, \
  .keep_velocities     = galpha_soi2_keep_velocities,                         \
  .estimate            = galpha_soi2_estimate,                                \
  .estimate_states     = galpha_method_estimate_states,                       \
  .estimate_multiplier = galpha_method_distance_from_line,                    \
  .dense               = galpha_soi2_dense

#endif
