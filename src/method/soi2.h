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

#endif
