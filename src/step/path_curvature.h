/* The constraints differentiated twice along the motion at the trial state. */
#ifndef GALPHA_STEP_PATH_CURVATURE_H
#define GALPHA_STEP_PATH_CURVATURE_H

#include "method/method.h"

/* gamma and kappa of G q'' + gamma = 0, K q'' + kappa = 0 into dl and dp of the model, by
 * one-sided differences over the time reach, of either sign; less accurate values into
 * l_pred and p_pred, to compare. Blocks G and K are those of the trial state. Overwrites
 * rl, rp and q_base. Returns as callbacks do. */
int galpha_path_curvature(struct galpha_method *method, sunrealtype reach);

#endif
