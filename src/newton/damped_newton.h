/* Newton's iteration with a line search, for equations where full corrections
 * overshoot: friction that is almost a step, springs that push only. A share of a
 * correction is good when the next one by the same matrix is smaller (natural
 * monotonicity: Deuflhard 2004, sec. 3.3), which does not depend on the units of the
 * equations; where the next one points back, the bend in between is found by bisection.
 */
#ifndef GALPHA_NEWTON_DAMPED_NEWTON_H
#define GALPHA_NEWTON_DAMPED_NEWTON_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

/* The equations. Functions return 0, > 0 recoverable, < 0 stop. */
struct galpha_damp_system
{
  void *ctx;
  int (*residual)(void *ctx, N_Vector x, N_Vector r);
  int (*setup)(void *ctx); /* the matrix J of the last residual's x */
  int (*solve)(void *ctx, N_Vector b);                   /* b := J^-1 b */
  sunrealtype (*norm)(void *ctx, N_Vector d);            /* of a correction */
  sunrealtype (*dot)(void *ctx, N_Vector d, N_Vector e); /* < 0: back */
  /* A correction whose norm was asked for last is noise. */
  bool (*idle)(void *ctx);
  /* 0: solved with this correction, > 0: go on, < 0: give up. last: norm of the
     correction before, 0 where that was not made in full. */
  int (*test)(void *ctx, N_Vector d, sunrealtype last);
};

struct galpha_damp
{
  N_Vector r, d, d_next, x_try;
  int most;             /* corrections of one solve */
  int budget;           /* residuals of one solve   */
  long int corrections; /* made so far              */
};

/* -1: no memory. */
int galpha_damp_init(struct galpha_damp *damp, N_Vector like);
void galpha_damp_free(struct galpha_damp *damp);
/* Moves x from where it is to the solution; > 0: not found, x is of no use. */
int galpha_damp_solve(struct galpha_damp *damp,
                      const struct galpha_damp_system *sys, N_Vector x);

#endif
