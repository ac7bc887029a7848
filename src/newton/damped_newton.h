/* Damped Newton iteration for equations where full corrections overshoot: friction that
 * is almost discontinuous, unilateral springs. A fraction of a correction is accepted
 * if the next correction by the same matrix is smaller (natural monotonicity test:
 * Deuflhard 2004, sec. 3.3), which does not depend on the units of the equations. If
 * the next one points back, bisection locates the kink in between. */
#ifndef GALPHA_NEWTON_DAMPED_NEWTON_H
#define GALPHA_NEWTON_DAMPED_NEWTON_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

/* The equations. Functions return 0, > 0 (recoverable) or < 0 (stop). */
struct galpha_damp_system
{
  void *ctx;
  int (*residual)(void *ctx, N_Vector x, N_Vector r);
  int (*setup)(void *ctx);             /* J at the x of the last residual */
  int (*solve)(void *ctx, N_Vector b); /* b := J^-1 b */
  sunrealtype (*norm)(void *ctx, N_Vector d); /* of a correction */
  sunrealtype (*dot)(void *ctx, N_Vector d,
                     N_Vector e); /* < 0: e points back */
  /* The correction of the last call of norm is round-off. */
  bool (*idle)(void *ctx);
  /* 0: this correction solves the equations, > 0: continue, < 0: give up. last: norm of
     the previous correction, 0 if only a fraction of it was applied. */
  int (*test)(void *ctx, N_Vector d, sunrealtype last);
};

struct galpha_damp
{
  N_Vector r, d, d_next, x_try;
  int most;             /* most corrections in one solve */
  int budget;           /* most residuals in one solve   */
  long int corrections; /* counter over all solves       */
};

/* -1: no memory. */
int galpha_damp_init(struct galpha_damp *damp, N_Vector like);
void galpha_damp_free(struct galpha_damp *damp);
/* Iterates from x to the solution, in x; > 0: not found, x is undefined. */
int galpha_damp_solve(struct galpha_damp *damp,
                      const struct galpha_damp_system *sys, N_Vector x);

#endif
