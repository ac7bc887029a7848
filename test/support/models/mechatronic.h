/* A mechatronic system with a known motion: a body on a circle with a mass
 * matrix that varies and is not symmetric, two controller states, an output
 * implicit in itself and in the accelerations. F is a smooth F0 minus F0 on the
 * motion. */
#pragma once

#include "support/run/residual.h"

enum residual_model_component
{
  RESIDUAL_MODEL_Q1, /* order 2 */
  RESIDUAL_MODEL_Q2,
  RESIDUAL_MODEL_X1, /* order 1 */
  RESIDUAL_MODEL_X2,
  RESIDUAL_MODEL_U,      /* order 0 */
  RESIDUAL_MODEL_LAMBDA, /* order 0: the multiplier of the circle, index 3 */
  RESIDUAL_MODEL_SIZE
};

struct residual_model
{
  struct residual_problem pb; /* its data is this struct */
  /* 0: the circle is not imposed and lambda an output (index 1) */
  int constrained;
  /* component i of the list above is y[place[i]], its equation row place[i] */
  int place[RESIDUAL_MODEL_SIZE];
  /* y is so many times as large, and every other equation `row` times; 1 at first */
  sunrealtype unit, row;
  sunrealtype order[RESIDUAL_MODEL_SIZE];
};

/* place NULL: as listed. */
void residual_model_new(struct residual_model *m, int constrained,
                        const int *place);
/* y, y', y'' of the motion at t, by the model's places. */
void residual_model_exact(const struct residual_model *m, sunrealtype t,
                          sunrealtype *y, sunrealtype *yp, sunrealtype *ypp);
/* The run's errors by subject_kind. */
void residual_model_errors(const struct residual_run *run, sunrealtype *e);
