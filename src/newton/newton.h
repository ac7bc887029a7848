/* The nonlinear solver of a stage (a SUNNonlinearSolver) and its convergence test,
 * which uses the norms of the error test, for positions and velocities separately, and
 * an estimated contraction rate. */
#ifndef GALPHA_NEWTON_NEWTON_H
#define GALPHA_NEWTON_NEWTON_H

#include <sundials/sundials_nonlinearsolver.h>

#include "linear/linear_solver.h"
#include "method/method.h"
#include "newton/contraction_rate.h"
#include "newton/damped_newton.h"

/* The cause of a failed solve. */
enum galpha_cause
{
  GALPHA_CAUSE_NONE,
  GALPHA_CAUSE_MODEL,    /* a callback: see sys->fail  */
  GALPHA_CAUSE_SETUP,    /* factorisation              */
  GALPHA_CAUSE_SOLVE,    /* triangular solve           */
  GALPHA_CAUSE_CONVERGE, /* no convergence             */
  GALPHA_CAUSE_SOLVER,   /* the nonlinear solver itself */
  GALPHA_CAUSE_BOUND,    /* an inequality on y          */
  GALPHA_CAUSE_CLASH,    /* dependent constraints contradict each other */
  GALPHA_CAUSE_BRANCH    /* fixed step: on another branch of the constraints */
};

struct galpha_nls
{
  struct galpha_model *model;
  struct galpha_method *method;
  struct galpha_ls *ls;
  SUNNonlinearSolver NLS;
  bool own, initialized;
  N_Vector x;                         /* unknowns of the stage, packed */
  N_Vector zero, weights;             /* for solvers of the user, or NULL */
  const struct galpha_policy *policy; /* of the present step */
  /* Bounds of policy->tol, all equal if the user chose it. loosest replaces most with
     the trait `looser` and orders up to 5; it equals most if rho is near 1. */
  sunrealtype least, most, loosest;
  bool algebraic; /* components of order 0 are in the error test */
  sunrealtype mult_rtol, mult_atol; /* of multipliers; both 0: none */
  int max_iters;
  bool set_iters; /* max_iters applies to the user's solver, too */
  int stage;
  bool full;   /* a new matrix in every iteration */
  bool linear; /* declared by the user: one correction solves the stage */
  bool search; /* line search if Newton's iteration fails */
  bool rough; /* corrections with a new matrix did not decrease; see is_rough */
  /* If not NULL, replaces the convergence test; norm: of the correction of positions. */
  int (*rule)(struct galpha_nls *nls, sunrealtype norm);
  struct galpha_damp damp;
  struct galpha_rate rate[2]; /* observed contraction rates, per stage */
  sunrealtype seen;       /* largest rate of the last solve, 0: one iteration */
  sunrealtype last_norm;  /* of the last correction, 0: the next is the first */
  bool fell;              /* corrections of the present solve have decreased */
  sunrealtype first_norm; /* of the first correction of the present solve */
  N_Vector r;             /* the last residual, while a stage is solved */
  sunrealtype imbalance;  /* where the matrix was evaluated (model.h) */
  sunrealtype reach;      /* length scale there, in tolerances */
  sunrealtype imbalance_left; /* at the last solution examined */
  bool harmless;              /* a solve with this matrix hid nothing */
  bool hidden;                /* a matrix hid motion in stage 1 of this step */
  /* Bounds of the imbalance if not all matrices are examined: at the last matrix, and
     at the last one that hid nothing. */
  sunrealtype bound, harmless_bound;
  sunrealtype grown; /* their ratio above which a matrix is examined early */
  bool early;        /* the present matrix was examined early */
  bool renew;  /* the matrix is for motion that turned out not to be hidden */
  int strict;  /* remaining solves with the tolerance NEWTON_HIDDEN */
  int to_skip; /* F(t,y,y'): remaining matrices that are not examined */
  int skip_length; /* their number after the last examination */
  /* imbalance that the rounding of forces leaves, over h^2 (F(t,y,y'): over h); 0: none
     was found */
  sunrealtype rounding;
  sunrealtype noise; /* round-off in corrections; < 0: not yet estimated */
  /* norm of the correction by a sample of the rounding of F; < 0: not yet estimated */
  sunrealtype sample;
  sunrealtype most_rounded; /* the largest sample of this run */
  sunindextype
    blurred;          /* component that this one changes most, in tolerances */
  sunindextype worst; /* component of the largest correction  */
  enum galpha_cause cause;
  long int niters, nfails;
  long int probe_iters; /* made only to measure the contraction rate */
};

/* Creates SUNDIALS' Newton solver unless the user has attached one, and attaches the
 * functions of the stage. -1: no memory, -2: the solver returned an error. */
int galpha_nls_prepare(struct galpha_nls *nls);
/* Sets the maximum number of iterations; that of the user's solver only if set_iters. */
int galpha_nls_limit(struct galpha_nls *nls);
void galpha_nls_free(struct galpha_nls *nls);
/* Replaces the solver by NLS, which the caller keeps and frees. */
void galpha_nls_set_solver(struct galpha_nls *nls, SUNNonlinearSolver NLS);
/* Records the cause of a failure outside of Newton's iteration, or NONE for a new
 * attempt. */
void galpha_nls_set_cause(struct galpha_nls *nls, enum galpha_cause cause);
/* Restores the observed rates that were saved before an attempt. */
void galpha_nls_set_rates(struct galpha_nls *nls,
                          const struct galpha_rate *rate);
/* The convergence test after the correction del of iteration iter; records observed
 * rates. Returns the codes of a SUNNonlinSolConvTestFn. */
int galpha_nls_test(struct galpha_nls *nls, N_Vector del, int iter,
                    sunrealtype tol);
/* The convergence test of Gavrea et al. (2005), (35): the error that the iteration
 * leaves in the local error estimate, of positions only. */
int galpha_nls_test_gavrea(struct galpha_nls *nls, sunrealtype norm);
/* Weighted norm of a correction: the larger of its position and velocity norms, and of
 * its multipliers where these must converge. */
sunrealtype galpha_nls_norm(struct galpha_nls *nls, N_Vector del);
/* The correction of the last call of galpha_nls_norm is round-off of the state. */
bool galpha_nls_at_round_off(struct galpha_nls *nls);
/* Residual, matrix and linear solve of the present stage; a failure is recorded in
 * cause. */
int galpha_nls_residual(struct galpha_nls *nls, N_Vector x, N_Vector r);
int galpha_nls_setup(struct galpha_nls *nls);
int galpha_nls_correct(struct galpha_nls *nls, N_Vector b);
/* Damped Newton iteration of the present stage with a new matrix in each iteration, for
 * when the undamped one failed. Returns as galpha_nls_solve does. */
int galpha_nls_search(struct galpha_nls *nls);
/* Solves one stage; returns 0, > 0 (recoverable) or < 0. */
int galpha_nls_solve(struct galpha_nls *nls, int stage);

#endif
