/* The linear solver and the life of the iteration matrix: when it is rebuilt,
 * what it cost, and a second one on the mass matrix for forms that ask. */
#ifndef GALPHA_LINEAR_LINEAR_SOLVER_H
#define GALPHA_LINEAR_LINEAR_SOLVER_H

#include <sundials/sundials_linearsolver.h>

#include "linear/cost_clock.h"
#include "linear/matrix_age.h"
#include "linear/policy.h"
#include "model/model.h"

struct galpha_solver
{
  SUNLinearSolver LS;
  SUNMatrix A;
  bool own;
};

/* The preconditioner of mechanics without matrices: S and the constraints for the
 * coefficients c of struct galpha_ls. Failures of the model are noted; a set-up that
 * returns > 0 without is singular. */
struct galpha_prec
{
  void *data;
  int (*setup)(void *data);
  int (*solve)(void *data, N_Vector rhs, N_Vector z); /* NULL: none */
};

/* What a Krylov solver is bound to. */
struct galpha_krylov
{
  int (*times)(void *ls, N_Vector v, N_Vector Jv);
  int (*psetup)(void *ls); /* or NULL */
  int (*psolve)(void *ls, N_Vector rhs, N_Vector z, sunrealtype tol, int lr);
  N_Vector s1, s2; /* weights of residuals after, of unknowns before P */
};

struct galpha_ls;

/* How the systems of a kind of equations are prepared, set up and solved. Returns as
 * galpha_ls_prepare and galpha_ls_setup. */
struct galpha_system_ops
{
  int (*prepare)(struct galpha_ls *ls);
  /* The iteration matrix at the model's point. */
  int (*setup)(struct galpha_ls *ls);
  /* [c_mass M, reactions; constraints] in its place; NULL: never asked for. */
  int (*setup_mass)(struct galpha_ls *ls, sunrealtype c_mass);
  int (*solve)(struct galpha_ls *ls, N_Vector b);
  /* The same for a correction of Newton's iteration. */
  int (*correct)(struct galpha_ls *ls, N_Vector b);
  /* b := [weight_m M, reactions; constraints]^-1 b from the blocks as they stand, the
     iteration matrix stays; NULL: never asked for. */
  int (*solve_mass)(struct galpha_ls *ls, N_Vector b);
  /* Evaluations of the equations that the derivatives of a matrix cost. */
  sunrealtype (*jacobian_cost)(const struct galpha_ls *ls);
  bool second; /* there can be a second matrix, of mass and constraints */
  bool exact;  /* a solution is as good as rounding allows               */
};
extern const struct galpha_system_ops galpha_system_blocks;   /* blocks.c */
extern const struct galpha_system_ops galpha_system_products; /* products.c */
extern const struct galpha_system_ops
  galpha_system_residual; /* residual_system.c */

struct galpha_ls
{
  const struct galpha_system_ops *ops;
  struct galpha_model *model;
  const struct galpha_policy *policy; /* of the present step */
  struct galpha_solver main, inner;
  SUNMatrix user_A;
  int ldlt;           /* 0: KLU, 1: L D L^T, -1: where it is the faster one */
  N_Vector packed, x; /* serial, n+m+p */
  bool with_inner;    /* a second matrix is wanted: galpha_ls_inner_setup */
  bool inner_ready;   /* and is factorised */
  bool with_mass; /* galpha_ls_solve_mass is wanted where there is stiffness */
  bool ready;     /* solvers and maps exist */
  bool current;   /* main.A is an iteration matrix of this problem */
  bool rebuild;   /* asked for at the next step                     */
  sunrealtype h_built;
  int order_built; /* of the method: backward Euler has other shifts */
  long int age;    /* steps since it was built */
  struct galpha_reuse reuse;
  struct galpha_clock clock;
  /* When the present step was first tried. */
  bool in_step;
  long int builds, age_begun, builds_begun;
  long int max_age; /* < 0: by the cost of factorising                */
  long int njac, nsetup, nsolve;
  sunrealtype newton_tol;           /* of the corrections, for Krylov solvers */
  bool own_A;                       /* main.A was made here (residual form)   */
  sunrealtype eps_lin, norm_factor; /* of the Krylov solver's tolerance */
  bool scaling;                     /* corrections, for another shift   */
  sunrealtype cj_built;
  long int niter, nconvfail; /* of the Krylov solver */
  long int steps;            /* taken so far */
  long int step_built;       /* steps taken when the kept matrix was built */
  int last_flag;             /* of the SUNLinearSolver */
  bool no_memory;            /* what a set-up failed for */
  sunindextype dependent[2]; /* multipliers that leave each other open, or -1 */
  bool reduced;              /* its last residual, but not to the tolerance */
  bool prec_missing;         /* a Krylov solver is to use one, none is set */
  /* A copy of the last matrix, on request: factorising may overwrite it. */
  bool keep;
  SUNMatrix kept;
  sunrealtype kept_t, kept_shifts[3];
  /* Mechanics without matrices: the present matrix is c[2] M - c[1] df/dv -
     c[0] df/dq with the constraints. */
  sunrealtype c[3];
  struct galpha_prec prec;
  N_Vector unknowns, rows; /* weights for the Krylov solver, as Newton's test */
  N_Vector rest;           /* of a start's equations */
  sunrealtype mass, pull;  /* typical entries of M and G */
};

/* Return values of setup and solve: 0, > 0 recoverable, < 0. */

/* Solvers and maps for the blocks as they now stand (patterns known). -1: no
 * memory, -2: the user's matrix does not fit, -3: a linear solver refuses. */
int galpha_ls_prepare(struct galpha_ls *ls);
void galpha_ls_free(struct galpha_ls *ls);
/* Room for the kept matrix, if wanted; -1: no memory. */
int galpha_ls_prepare_kept(struct galpha_ls *ls);
/* Keeps main.A as it was built; < 0: failed. */
int galpha_ls_keep(struct galpha_ls *ls);
/* The matrix at hand should be rebuilt for the first stage of this step, and for another
 * one. */
bool galpha_ls_stale(struct galpha_ls *ls);
bool galpha_ls_wanted(const struct galpha_ls *ls);
/* A new matrix for the next solve. */
void galpha_ls_request(struct galpha_ls *ls);
/* A stage was solved at this contraction rate; changed: the next matrix is another one. */
void galpha_ls_solved(struct galpha_ls *ls, sunrealtype seen, bool changed);
/* The matrix at hand is none of a step any more. */
void galpha_ls_overwritten(struct galpha_ls *ls);
/* Newton's tolerance, of which Krylov solvers leave a share. */
void galpha_ls_set_tolerance(struct galpha_ls *ls, sunrealtype tol);
/* Another last flag: that of a solution that counts. */
void galpha_ls_set_flag(struct galpha_ls *ls, int flag);
/* Builds and factorises the iteration matrix at the point. */
int galpha_ls_setup(struct galpha_ls *ls);
/* Builds and factorises [c_mass M, reactions; constraints] from the blocks as
 * they stand, in place of the iteration matrix. */
int galpha_ls_setup_mass(struct galpha_ls *ls, sunrealtype c_mass);
/* The constraints of that matrix depend on each other: model->red.row tells two of the
 * rows. */
bool galpha_ls_rank_falls(struct galpha_ls *ls);
/* Set-up of a linear solver with its matrix; sets last_flag, which it returns, and
 * no_memory. */
int galpha_ls_set_up(struct galpha_ls *ls, const struct galpha_solver *s);
/* SUNDIALS' own KLU: a wrapper of the caller's may give the same id. */
bool galpha_ls_is_klu(SUNLinearSolver LS);
/* A set-up failed for want of memory. */
bool galpha_ls_starved(SUNLinearSolver LS, int flag);
/* Mean length of a column of L + U; < 0: unknown. */
sunrealtype galpha_solver_column(const struct galpha_solver *s);
void galpha_solver_free(struct galpha_solver *s);
/* A step is about to be tried for the first time. */
void galpha_ls_begin(struct galpha_ls *ls);
/* A step was accepted after so many iterations. */
void galpha_ls_accept(struct galpha_ls *ls, long int iterations);
/* The matrix of the residual form and systems with it outside of steps. */
int galpha_ls_res_setup(struct galpha_ls *ls);
int galpha_ls_res_solve(struct galpha_ls *ls, N_Vector b);
/* Index 3: constraints depend on each other at the matrix J, which was factorised;
 * dependent are two of the multipliers. */
bool galpha_ls_res_dependent(struct galpha_ls *ls, SUNMatrix J);
void galpha_ls_times_free(struct galpha_ls *ls);
/* Shared by solvers without matrices: binding (-3: refused), its end after the
 * callbacks are bound, the tolerance for b whose entries count 1/weight, and the
 * solution of the bound solver in place of b. */
int galpha_ls_bind(struct galpha_ls *ls, const struct galpha_krylov *k);
int galpha_ls_initialize(struct galpha_ls *ls, bool preconditioned);
sunrealtype galpha_ls_tolerance(const struct galpha_ls *ls, N_Vector b,
                                N_Vector weights);
/* Weights of a correction of q (y) in this step: of itself and of the velocities that
 * it makes. */
void galpha_ls_weigh(const struct galpha_model *model, N_Vector out);
int galpha_ls_iterate(struct galpha_ls *ls, N_Vector b, sunrealtype tol);
/* Why the matrix at the point is singular: an empty column (*in_row false) or row
 * of it, or -1. Builds it anew, unfactorised. */
sunindextype galpha_ls_res_empty(const struct galpha_ls *ls, bool *in_row);
/* b := A^-1 b. */
int galpha_ls_solve(struct galpha_ls *ls, N_Vector b);
/* The same for a correction of Newton's iteration, which corrects itself. */
int galpha_ls_correct(struct galpha_ls *ls, N_Vector b);
/* The same with the matrix of mass and constraints beside it. */
int galpha_ls_solve_mass(struct galpha_ls *ls, N_Vector b);
/* The second matrix is wanted: the method does, or galpha_ls_solve_mass would differ. */
bool galpha_ls_inner_wanted(const struct galpha_ls *ls);
/* At the start: factorises it, so that no step allocates; -1: no memory. */
int galpha_ls_inner_begin(struct galpha_ls *ls);
/* The callbacks of struct galpha_inner, ctx = ls. */
int galpha_ls_inner_setup(void *ctx, bool refactorize);
int galpha_ls_inner_solve(void *ctx, N_Vector b);

#endif
