/* Robertson's kinetics as F(t,y,y') = 0, orders 1, 1, 0. */
#pragma once

#include <nvector/nvector_serial.h>

#include "support/models/formulas.h"

/* GALPHAResFn and IDAResFn. */
RESIDUAL1_IS(robertson_residual, -0.04 * y[0] + 1e4 * y[1] * y[2] - yp[0],
             0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] * y[1] - yp[1],
             y[0] + y[1] + y[2] - 1.0)
