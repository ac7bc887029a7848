/* What moves the constraints of the start: whether g and k depend on t, g_t where it
 * is not given, and times in which things change. */
#ifndef GALPHA_START_DRIVEN_CONSTRAINTS_H
#define GALPHA_START_DRIVEN_CONSTRAINTS_H

#include "start/memory.h"

/* Functions of tau for differences: tau later, moved along v or not. Without drives
 * the time stays: one that begins later must not be met. */
struct galpha_later
{
  struct galpha_ic *ic;
  const struct galpha_point *at;
  bool along, frozen;
};

sunrealtype galpha_later_time(const struct galpha_later *m, sunrealtype tau);
/* g and k as functions of tau (galpha_path_fn). */
int galpha_later_g(void *later, sunrealtype tau, N_Vector r);
int galpha_later_k(void *later, sunrealtype tau, N_Vector r);

/* Time in which the coordinates move by their own size; 0: not known. */
sunrealtype galpha_drive_motion_time(const struct galpha_ic *ic);
/* A time small against the interval, against the time in which the coordinates change
 * and that in which the drives do. */
sunrealtype galpha_ic_time_scale(const struct galpha_ic *ic);
/* Where increments of t are sought from t on. */
struct galpha_path_range galpha_drive_range(const struct galpha_ic *ic,
                                            sunrealtype t);
/* Every component of x moved by its own small share into y: what depends on something
 * may happen to vanish at x. */
void galpha_drive_generic(N_Vector x, N_Vector y);
/* At the state of the start: whether g and k depend on t, the increments of g_t. A
 * callback's return. */
int galpha_drive_find(struct galpha_ic *ic);
/* g_t + G v at the present state with the block G as it stands, into w. */
int galpha_drive_gdot(struct galpha_ic *ic, N_Vector w);
/* Takes what errors of differences of g_t may be out of the residuals w of the
 * velocity constraints. */
void galpha_drive_forgive(const struct galpha_ic *ic, N_Vector w);
void galpha_drive_free(struct galpha_ic *ic);

#endif
