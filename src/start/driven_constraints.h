/* Rheonomic (driven) constraints at the start: detects whether g and k depend on t,
 * differentiates g with respect to t if the user gives no g_t, and estimates time
 * scales. */
#ifndef GALPHA_START_DRIVEN_CONSTRAINTS_H
#define GALPHA_START_DRIVEN_CONSTRAINTS_H

#include "start/memory.h"

/* Arguments of g and k as functions of tau: time t + tau (frozen: t), coordinates
 * q + tau v (along) or q. Constraints that are not driven are evaluated at fixed t, so
 * that a drive that begins later has no effect. */
struct galpha_later
{
  struct galpha_ic *ic;
  const struct galpha_point *at;
  bool along, frozen;
};

sunrealtype galpha_later_time(const struct galpha_later *m, sunrealtype tau);
/* ret, of a function at tau. Nobody asked for times after the first output: a failure that
 * ends a run does not there. */
int galpha_later_ended(const struct galpha_later *m, sunrealtype tau, int ret);
/* g and k as functions of tau (galpha_path_fn). */
int galpha_later_g(void *later, sunrealtype tau, N_Vector r);
int galpha_later_k(void *later, sunrealtype tau, N_Vector r);

/* v moves the coordinates by nothing, seen beside what the drives move, as
 * v = A w sin(w t) after whole periods. */
bool galpha_drive_rests(const struct galpha_ic *ic, N_Vector v);
/* |q|; 0: it is rounding of t in a drive that passes through 0. */
sunrealtype galpha_drive_size_of_q(const struct galpha_ic *ic);
/* |q|/|v|, the time in which the coordinates change by their own size; 0: unknown. */
sunrealtype galpha_drive_motion_time(const struct galpha_ic *ic);
/* A time scale (signed) of the start, from the interval, the time in which the
 * coordinates change and the time in which the drives change. */
sunrealtype galpha_ic_time_scale(const struct galpha_ic *ic);
/* The range in which increments of t are sought, from t. */
struct galpha_path_range galpha_drive_range(const struct galpha_ic *ic,
                                            sunrealtype t);
/* y = x plus a small perturbation, different in every component: a dependence may
 * happen to vanish at x itself. */
void galpha_drive_generic(N_Vector x, N_Vector y);
/* Finds out whether g and k depend on t at the state of the start, and the increments
 * for g_t. Returns 0 or the nonzero return of a callback; -1 also without memory. */
int galpha_drive_find(struct galpha_ic *ic);
/* w = g_t + G v at the present state, with the present block G. */
int galpha_drive_gdot(struct galpha_ic *ic, N_Vector w);
/* Reduces the residuals w of the velocity constraints by the possible error of a
 * numerically differentiated g_t. */
void galpha_drive_forgive(const struct galpha_ic *ic, N_Vector w);
void galpha_drive_free(struct galpha_ic *ic);

#endif
