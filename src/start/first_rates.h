/* The rates of the rates at the start: v'' and s'' along the motion. */
#ifndef GALPHA_START_FIRST_RATES_H
#define GALPHA_START_FIRST_RATES_H

#include "start/accelerations.h"

/* v'' into method->jerk and s'' into method->state_jerk, by differences along the motion;
 * 0 if not wanted. Returns a GALPHA_... code. */
int galpha_ic_second_rates(struct galpha_ic *ic, bool wanted);

#endif
