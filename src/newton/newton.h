/* The SUNNonlinearSolver of a stage and its convergence test: corrections of
 * positions and of velocities are tested separately, in the norms of the error
 * test, with a rate estimate. */
#ifndef GALPHA_NEWTON_NEWTON_H
#define GALPHA_NEWTON_NEWTON_H

#include <sundials/sundials_nonlinearsolver.h>

#include "linear/linear_solver.h"
#include "method/method.h"
#include "newton/contraction_rate.h"
#include "newton/damped_newton.h"

/* What stopped a solve. */
enum galpha_cause
{
  GALPHA_CAUSE_NONE,
  GALPHA_CAUSE_MODEL,    /* a callback: see sys->fail  */
  GALPHA_CAUSE_SETUP,    /* factorisation              */
  GALPHA_CAUSE_SOLVE,    /* back-solve                 */
  GALPHA_CAUSE_CONVERGE, /* no convergence             */
  GALPHA_CAUSE_SOLVER,   /* the nonlinear solver itself */
  GALPHA_CAUSE_BOUND,    /* an inequality on y          */
  GALPHA_CAUSE_CLASH,    /* dependent constraints contradict each other */
  GALPHA_CAUSE_VELOCITY  /* far off, in a fixed step    */
};

struct galpha_nls
{
  struct galpha_model *model;
  struct galpha_method *method;
  struct galpha_ls *ls;
  SUNNonlinearSolver NLS;
  bool own, initialized;
  N_Vector x, zero, weights;          /* packed */
  const struct galpha_policy *policy; /* of the present step */
  sunrealtype least, most; /* bounds of its tolerance; the same if chosen */
  bool algebraic;          /* components of order 0 are in the error test */
  sunrealtype mult_rtol, mult_atol; /* of multipliers; both 0: none */
  int max_iters;
  bool set_iters; /* max_iters is for the user's solver, too */
  int stage;
  bool full;   /* the matrix is new at every iteration                  */
  bool linear; /* declared: one correction solves the stage */
  bool search; /* a line search where Newton's iteration fails */
  bool rough;  /* a new matrix has last shown no convergence   */
  /* Another rule to stop by, from the norm of the correction of positions, or NULL. */
  int (*rule)(struct galpha_nls *nls, sunrealtype norm);
  struct galpha_damp damp;
  struct galpha_rate rate[2]; /* learnt from step to step, per stage */
  sunrealtype seen;       /* rate seen in the last solve, 0: one iteration */
  sunrealtype last_norm;  /* 0: the correction to come is the first */
  bool fell;              /* corrections of the present solve have fallen */
  sunrealtype first_norm; /* of the present solve */
  sunrealtype noise;      /* of corrections; < 0: not yet known */
  sunindextype worst;     /* component of the largest correction  */
  enum galpha_cause cause;
  long int niters, nfails;
  long int looks; /* iterations that would not have been needed */
};

/* Creates Newton unless the user's solver is there, and binds it. -1 memory,
 * -2 the solver refuses. */
int galpha_nls_prepare(struct galpha_nls *nls);
/* Bounds the iterations: of the user's solver only when asked for. */
int galpha_nls_limit(struct galpha_nls *nls);
void galpha_nls_free(struct galpha_nls *nls);
/* Takes the place of Newton; the user's stays the user's. */
void galpha_nls_set_solver(struct galpha_nls *nls, SUNNonlinearSolver NLS);
/* What has failed, outside of Newton's iteration; no cause: a new attempt. */
void galpha_nls_set_cause(struct galpha_nls *nls, enum galpha_cause cause);
/* Rates as they were learnt before an attempt. */
void galpha_nls_set_rates(struct galpha_nls *nls,
                          const struct galpha_rate *rate);
/* Whether the correction del of iteration iter ends it: a SUNNonlinSolConvTestFn's codes,
 * and what is learnt about rates. */
int galpha_nls_test(struct galpha_nls *nls, N_Vector del, int iter,
                    sunrealtype tol);
/* The error that iteration leaves in the local error estimate, on positions alone: Gavrea
 * et al. (2005), (35). */
int galpha_nls_test_gavrea(struct galpha_nls *nls, sunrealtype norm);
/* Size of a correction: the larger of its position and velocity norms. */
sunrealtype galpha_nls_norm(struct galpha_nls *nls, N_Vector del);
/* The correction whose norm was asked for last is so small that the last digits of the
 * state make it. */
bool galpha_nls_at_round_off(struct galpha_nls *nls);
/* The equations of the present stage: residual, matrix and back-solve; what fails is
 * noted in cause. */
int galpha_nls_residual(struct galpha_nls *nls, N_Vector x, N_Vector r);
int galpha_nls_setup(struct galpha_nls *nls);
int galpha_nls_correct(struct galpha_nls *nls, N_Vector b);
/* Newton's iteration of the present stage with a line search and a new matrix each
 * time, where it failed without. Returns as galpha_nls_solve. */
int galpha_nls_search(struct galpha_nls *nls);
/* Solves one stage; 0, > 0 recoverable, < 0. */
int galpha_nls_solve(struct galpha_nls *nls, int stage);

#endif
