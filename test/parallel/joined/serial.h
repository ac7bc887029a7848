/* The joined blocks in the mechanical form: one array, dense matrices. */
#pragma once

#include <sundials/sundials_context.h>

#include "model.h"

/* q, v (as long as joined_size) and the four multipliers at tend, on one process.
 * 0, or the code of the call that failed. */
int joined_serial(struct joined *j, SUNContext ctx, sunrealtype rtol,
                  sunrealtype tend, sunrealtype *q, sunrealtype *v,
                  sunrealtype *lambda);
