/* The rates at the start and their own rates: outputs of first-order states, v'' and s''
 * along the motion. */
#ifndef GALPHA_START_FIRST_RATES_H
#define GALPHA_START_FIRST_RATES_H

#include "start/accelerations.h"

/* Outputs among at->s from s = F by fixed-point iteration: each pass settles one more of
 * a chain of outputs that depend on each other. *change: of the last pass. F is then in
 * model->rs. Returns as callbacks do. */
int galpha_ic_outputs(struct galpha_ic *ic, const struct galpha_point *at,
                      sunrealtype *change);
/* v'' into method->jerk and s'' into method->state_jerk, by differences along the motion;
 * 0 if not wanted. Returns a GALPHA_... code. */
int galpha_ic_second_rates(struct galpha_ic *ic, bool wanted);

#endif
