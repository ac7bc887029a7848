/* Two bars of length 1, from the origin to a particle at q and from there to a pin at
 * x = 1.5 + speed t. At t = 0.5/speed they are in line, beyond which the pin leaves their
 * reach. */
#pragma once

#include "support/models/problem.h"

/* The caller keeps the speed. */
struct problem two_bars(sunrealtype *speed);
sunrealtype two_bars_pin(sunrealtype t, sunrealtype speed);
