/* The controlled spring-mass system with saturation of Bruls and Arnold (2008): a mass
 * on a spring, a filter fed by its acceleration, the filter's command and the saturated
 * force. m = k = largest force = 1. */
#pragma once

#include "support/run/subject.h"

enum spring_mass_component
{
  SPRING_MASS_Q,
  SPRING_MASS_X,
  SPRING_MASS_COMMAND,
  SPRING_MASS_FORCE,
  SPRING_MASS_SIZE
};

/* Gain of the acceleration. */
static const sunrealtype spring_mass_gain = 1.4;

/* GALPHARes2Fn; data is the gain. */
RESIDUAL2(spring_mass_residual)
{
  const sunrealtype gain = *(const sunrealtype *)data;
  const sunrealtype a    = ypp[SPRING_MASS_Q];
  r[SPRING_MASS_Q]       = a + y[SPRING_MASS_Q] - y[SPRING_MASS_FORCE];
  r[SPRING_MASS_X] = yp[SPRING_MASS_X] + 0.1 * y[SPRING_MASS_X] + gain * a;
  r[SPRING_MASS_COMMAND] = y[SPRING_MASS_COMMAND] - y[SPRING_MASS_X];
  r[SPRING_MASS_FORCE]   = y[SPRING_MASS_FORCE] - tanh(y[SPRING_MASS_COMMAND]);
}

static inline void spring_mass_start(sunrealtype *y, sunrealtype *yp,
                                     sunrealtype *ypp, void *data)
{
  y[SPRING_MASS_Q]   = 5.0;
  ypp[SPRING_MASS_Q] = -5.0;
  yp[SPRING_MASS_X]  = 5.0 * *(const sunrealtype *)data;
}

/* Errors by subject_kind at t = 5, where an accurate solution is known. */
static inline void spring_mass_errors(const struct residual_run *run,
                                      sunrealtype *e)
{
  const sunrealtype *y = residual_y(run);
  e[SUBJECT_Q]         = fabs(y[SPRING_MASS_Q] + 0.566053023185347);
  e[SUBJECT_V] = fabs(residual_yp(run)[SPRING_MASS_Q] - 2.047440149690646);
  e[SUBJECT_X] = fabs(y[SPRING_MASS_X] + 3.340324670314635);
  e[SUBJECT_A] = fabs(residual_ypp(run)[SPRING_MASS_Q] + 0.4314401971107705);
  e[SUBJECT_U] = fabs(y[SPRING_MASS_FORCE] + 0.9974932202961176);
}

/* gain lives in the caller's memory. */
static inline struct residual_problem spring_mass(sunrealtype *gain)
{
  static const sunrealtype order[SPRING_MASS_SIZE] = {2.0, 1.0, 0.0, 0.0};
  return RESIDUAL_PROBLEM(.name = "spring_mass", .n = SPRING_MASS_SIZE,
                          .order = order, .res2 = spring_mass_residual,
                          .start = spring_mass_start, .ypp_known = 1,
                          .data = gain);
}
