/* Detects a jump of driven accelerations, of g_tt or k_t, which no estimate of q or v
 * resolves. */
#ifndef GALPHA_STEP_ACCELERATION_JUMP_H
#define GALPHA_STEP_ACCELERATION_JUMP_H

#include "step/attempt.h"

/* The accelerations of the trial state, about to be accepted, differ from those before by far
 * more than the velocities before explain; or, soon after such a jump, by more than their
 * tolerance. Call once in each step, with four states or more before. */
bool galpha_acceleration_jumped(struct galpha_step *step);

#endif
