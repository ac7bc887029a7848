/* The pendulum x^2 + y^2 = 1 in GGL form of index 2, whose multiplier belongs to the state:
 * lambda = v^2 - g y. */
#pragma once

#include "standin/pitfalls/pitfall.h"

#define PENDULUM_SIZE 6 /* x, y, their rates, lambda, mu */

static const sunrealtype pendulum_gravity = 9.81;

RESIDUAL1_IS(pendulum, yp[0] - y[2] + y[0] * y[5], yp[1] - y[3] + y[1] * y[5],
             yp[2] + y[0] * y[4], yp[3] + y[1] * y[4] + pendulum_gravity,
             (y[0] * y[0] + y[1] * y[1] - 1) / 2, y[0] * y[2] + y[1] * y[3])
