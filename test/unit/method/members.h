/* What the tests of the members of order 3 to 5 run: step patterns, settings, residuals
 * with their solutions. */
#pragma once

#include "held.h"
#include "support/models/controlled.h"
#include "support/models/forced_oscillator.h"
#include "support/test.h"

enum pattern
{
  EQUAL,
  BY_12,
  BY_15,
  VARYING,
  PATTERNS
};

static const struct subject_pattern patterns[PATTERNS] = {
  {"equal", 1, {1.0}},
  {"alternating by 1.2", 2, {2.0 / 2.2, 2.4 / 2.2}},
  {"alternating by 1.5", 2, {0.8, 1.2}},
  {"slowly varying", 8, {1.0, 1.08, 1.15, 1.08, 1.0, 0.93, 0.85, 0.91}}};

/* Of a struct subject; Newton's iteration to tol. */
#define SETTINGS(rho_, tol_)                                          \
  .rho = (rho_), .correct = GALPHA_CORRECT_VELOCITIES, .tol = (tol_), \
  .strict = 1
#define RESIDUAL(pb, error, tol)                            \
  {                                                         \
    .residual = (pb), .errors = (error), SETTINGS(0.6, tol) \
  }

#define MECHANICS(pb, tol)           \
  {                                  \
    .mech = (pb), SETTINGS(0.6, tol) \
  }

/* Kinds of errors, enum subject_kind, by letters. */
#define KINDS_OF_ERRORS "qvaxrulp"

static inline int among(const char *kinds, int kind)
{
  return kinds && strchr(kinds, KINDS_OF_ERRORS[kind]);
}

static inline const char *name_of(const struct subject *s)
{
  return s->mech ? s->mech->name : s->residual->name;
}

/* held_exact_fn of struct residual_model, and of forced_oscillator[0] and [1]. */
static inline void exact_model(sunrealtype t, sunrealtype *y, sunrealtype *yp,
                               const void *data)
{
  sunrealtype ypp[RESIDUAL_MODEL_SIZE];
  residual_model_exact(data, t, y, yp, ypp);
}

static inline void exact_second(sunrealtype t, sunrealtype *y, sunrealtype *yp,
                                const void *data)
{
  sunrealtype s[3];
  forced_oscillator_exact(t, s);
  y[0]  = s[0];
  yp[0] = s[1];
}

static inline void exact_first(sunrealtype t, sunrealtype *y, sunrealtype *yp,
                               const void *data)
{
  sunrealtype s[3];
  forced_oscillator_exact(t, s);
  memcpy(y, s, 2 * sizeof *y);
  memcpy(yp, s + 1, 2 * sizeof *yp);
}
