/* The forced oscillator m u'' + c u' + k u = F cos(w t), as one component of order 2 and
 * as two of order 1; closed solution. */
#pragma once

#include "support/run/residual.h"

/* in order 2 and in order 1 */
extern const struct residual_problem forced_oscillator[2];
/* u, u', u'' at t */
void forced_oscillator_exact(sunrealtype t, sunrealtype s[3]);
/* The run's errors of u, u' and u'' by subject_kind. */
void forced_oscillator_errors(const struct residual_run *run, sunrealtype *e);
