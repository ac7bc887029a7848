/* Controlled mechanisms: states and outputs beside constraints. Their solutions are those
 * of the reduced equations by Runge and Kutta's method; known are q, v and the states. */
#pragma once

#include "support/models/problem.h"

/* A pendulum in Cartesian coordinates pushed by an actuator whose command is an output of
 * a filter state and of the velocity. */
extern const struct problem controlled_pendulum;
/* A nonholonomic constraint beside a state and an output that turn and push the skate. */
extern const struct problem controlled_skate;
/* The outputs. */
sunrealtype controlled_pendulum_command(sunrealtype filter, sunrealtype vx);
