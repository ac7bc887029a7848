/* What SOI2 in two stages and SOI2 to the letter share: the averaged dynamic equation
 * of Jay and Negrut (2009), (13d)-(13e) with M_{1+alpha} taken before the step. */
#ifndef GALPHA_METHOD_SOI2_H
#define GALPHA_METHOD_SOI2_H

#include "method/method.h"

/* Jay and Negrut (2009), (14), M_alpha a_alpha and M_{1+alpha}. */
int galpha_soi2_predict(struct galpha_method *method);
/* Constant part of the dynamic row for the present a_pred. */
void galpha_soi2_begin(struct galpha_method *method);
/* From the equation itself f at the end of the step, and M a. */
void galpha_soi2_end(struct galpha_method *method);

/* Operations of SOI2 and of SOI2 as published. */
void galpha_soi2_keep_velocities(struct galpha_method *method, int stage,
                                 N_Vector x);
void galpha_soi2_estimate(struct galpha_method *method, int algebraic,
                          N_Vector est_q, N_Vector est_v);
void galpha_soi2_dense(const struct galpha_method *method, sunrealtype t, int k,
                       N_Vector out);
extern const struct galpha_method_traits galpha_soi2_traits;

#endif
