/* Rounding of F(t,y,y'). */
#ifndef GALPHA_MODEL_RESIDUAL_ROUNDING_H
#define GALPHA_MODEL_RESIDUAL_ROUNDING_H

#include "model/model.h"

/* struct galpha_model_ops: rounding of F(t,y,y'). */
bool galpha_model_res_rounding(struct galpha_model *model, sunrealtype phase,
                               N_Vector *out);

#endif
