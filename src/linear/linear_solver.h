/* Linear systems of Newton's iteration. Owns the SUNLinearSolver and the iteration
 * matrix, decides when the matrix is rebuilt, and keeps a second matrix of mass and
 * constraints for methods that need one. The kinds of equations supply struct
 * galpha_system_ops. */
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
  SUNMatrix A; /* NULL: matrix-free */
  bool own;    /* LS is freed here  */
};

/* Preconditioner of mechanics by products, for S and the constraints with the
 * coefficients c of struct galpha_ls. A failing callback is recorded in sys->fail; a
 * set-up that returns > 0 without such a record found a singular matrix. */
struct galpha_prec
{
  void *data;
  int (*setup)(void *data);
  int (*solve)(void *data, N_Vector rhs, N_Vector z); /* NULL: none */
};

/* Callbacks and scaling vectors given to a Krylov solver. */
struct galpha_krylov
{
  int (*times)(void *ls, N_Vector v, N_Vector Jv);
  int (*psetup)(void *ls); /* or NULL */
  int (*psolve)(void *ls, N_Vector rhs, N_Vector z, sunrealtype tol, int lr);
  /* SUNDIALS' scaling vectors: s1 of the preconditioned residual, s2 of the unknowns to
     which a right preconditioner is applied. */
  N_Vector s1, s2;
};

struct galpha_ls;

/* Preparation, set-up and solution of the systems of one kind of equations. Return
 * values are those of galpha_ls_prepare and galpha_ls_setup. */
struct galpha_system_ops
{
  int (*prepare)(struct galpha_ls *ls);
  /* The iteration matrix at the model's point. */
  int (*setup)(struct galpha_ls *ls);
  /* The same, without evaluations of the forces: with the differences of them that it
     last had; NULL: not supported. */
  int (*reassemble)(struct galpha_ls *ls);
  /* *stale: these differences would hide that a force has ceased. */
  int (*examine)(struct galpha_ls *ls, bool *stale);
  /* [c_mass M, reactions; constraints] in place of the iteration matrix; NULL: not
     supported. */
  int (*setup_mass)(struct galpha_ls *ls, sunrealtype c_mass);
  int (*solve)(struct galpha_ls *ls, N_Vector b);
  /* solve for a correction of Newton's iteration, which may be less accurate. */
  int (*correct)(struct galpha_ls *ls, N_Vector b);
  /* b := [weight_m M, reactions; constraints]^-1 b from the current blocks; does not
     touch the iteration matrix; NULL: not supported. */
  int (*solve_mass)(struct galpha_ls *ls, N_Vector b);
  /* Cost of the derivatives in a matrix, in evaluations of the residual. */
  sunrealtype (*jacobian_cost)(const struct galpha_ls *ls);
  bool second; /* supports the second matrix, of mass and constraints */
  bool exact;  /* solutions are accurate to round-off */
};
extern const struct galpha_system_ops galpha_system_blocks;   /* blocks.c */
extern const struct galpha_system_ops galpha_system_products; /* products.c */
extern const struct galpha_system_ops
  galpha_system_residual; /* residual_system.c */

struct galpha_ls
{
  const struct galpha_system_ops *ops;
  struct galpha_model *model;
  const struct galpha_policy *policy; /* of the current step */
  struct galpha_solver main, inner;
  SUNMatrix user_A;
  int ldlt; /* 0: KLU, 1: L D L^T, -1: the faster of the two */
  /* packed: cloned for other packed vectors, work of the model; x: work; borrowed: x,
     if another struct owns it. */
  N_Vector packed, x, borrowed;
  bool with_inner;  /* the method needs the second matrix */
  bool inner_ready; /* the second matrix is factorized */
  bool with_mass;   /* galpha_ls_solve_mass will be called if there is df/dq */
  bool ready;       /* solvers and maps exist */
  bool current;     /* main.A is an iteration matrix of this problem */
  bool steep;       /* not kept over steps: model/steep_force.h */
  bool rebuild;     /* rebuild the matrix in the next step */
  /* h_matrix and matrix_kind of the stage for which the matrix was built. */
  sunrealtype h_built;
  int kind_built;
  sunrealtype h_derived; /* h_built when its derivatives were evaluated */
  long int age;          /* steps since the matrix was built */
  struct galpha_reuse reuse;
  struct galpha_clock clock;
  bool in_step;    /* the current step has been attempted before */
  long int builds; /* matrices built */
  long int age_begun, builds_begun; /* at the first attempt of the step */
  long int max_age; /* set by the user; < 0: from the cost of a matrix */
  long int njac, nsetup, nsolve;
  /* Tolerance on a correction, from which that of Krylov solvers follows. */
  sunrealtype newton_tol;
  bool own_A;                       /* main.A is freed here (residual form) */
  sunrealtype eps_lin, norm_factor; /* of the Krylov solver's tolerance */
  /* Scale corrections if the matrix has another shift: IDASetLinearSolutionScaling. */
  bool scaling;
  sunrealtype cj_built;      /* shift of the matrix */
  long int niter, nconvfail; /* of the Krylov solver */
  long int steps;            /* accepted */
  long int step_built;       /* value of steps when the kept matrix was built */
  int last_flag;             /* of the SUNLinearSolver */
  bool no_memory;            /* the last set-up ran out of memory */
  /* Two multipliers that are not determined uniquely, or -1. */
  sunindextype dependent[2];
  bool reduced; /* Krylov: the residual decreased, but not to the tolerance */
  /* The Krylov solver requires a preconditioner, and none is set. */
  bool prec_missing;
  /* Copy of the last matrix, on request (keep): the factorization may overwrite it. */
  bool keep;
  SUNMatrix kept;
  sunrealtype kept_t, kept_shifts[3];
  /* Mechanics by products: the matrix is c[2] M - c[1] df/dv - c[0] df/dq with the
     constraints. */
  sunrealtype c[3];
  struct galpha_prec prec;
  /* Weights for the Krylov solver, as in Newton's test. */
  N_Vector unknowns, rows;
  N_Vector rest; /* residual of a system of the start */
  /* Typical entries of M and G: |M 1|/|1| and |G^T 1|/|1|. */
  sunrealtype mass_scale, constraint_scale;
  /* The same by rows (by_rows): 1/mass of each coordinate; weights of the rows of G and
     of the multipliers where the mean weight of the coordinates is mean. */
  bool by_rows;
  N_Vector of_rows, of_unknowns;
  sunrealtype mean;
  long int measured; /* set-ups since then, with that one; 0: never */
};

/* Return values of setup and solve: 0, > 0 recoverable, < 0 fatal. */

/* Creates solvers and maps for the current patterns of the blocks. -1: no memory,
 * -2: the user's matrix does not fit, -3: a linear solver failed to initialize. */
int galpha_ls_prepare(struct galpha_ls *ls);
void galpha_ls_free(struct galpha_ls *ls);
/* Allocates the kept matrix, if keep is set; -1: no memory. */
int galpha_ls_prepare_kept(struct galpha_ls *ls);
/* Copies main.A, just built, with its t and shifts; < 0: failed. */
int galpha_ls_keep(struct galpha_ls *ls);
/* The matrix is so expensive that it is kept for a wider range of h, with contraction
 * rates recorded for this matrix and this h. */
bool galpha_ls_costly(const struct galpha_ls *ls);
/* The matrix should be rebuilt for the first stage of this step (stale), for a later
 * stage (wanted). */
bool galpha_ls_stale(struct galpha_ls *ls);
bool galpha_ls_wanted(const struct galpha_ls *ls);
/* The new matrix might be kept: whether it may be is to be examined, once in a step that
 * finds that it may not. */
bool galpha_ls_examined(const struct galpha_ls *ls);
/* The next solve rebuilds the matrix. */
void galpha_ls_request(struct galpha_ls *ls);
/* The present matrix is not that of a step. */
void galpha_ls_discard(struct galpha_ls *ls);
/* A stage was solved with this contraction rate; changed: the reaction Jacobian was
 * switched on or off. */
void galpha_ls_solved(struct galpha_ls *ls, sunrealtype rate, bool changed);
/* Sets newton_tol. */
void galpha_ls_set_tolerance(struct galpha_ls *ls, sunrealtype tol);
/* last_flag if the Jacobian is not evaluated, by a failure for good or one that a smaller
 * step may avoid: IDA's IDALS_JACFUNC_UNRECVR and IDALS_JACFUNC_RECVR. */
#define GALPHA_LS_JAC_STOPS (-6)
#define GALPHA_LS_JAC_FAILS (-7)

/* Sets last_flag, also back after an auxiliary solve. */
void galpha_ls_set_flag(struct galpha_ls *ls, int flag);
/* Builds and factorizes the iteration matrix at the current point. */
int galpha_ls_setup(struct galpha_ls *ls);
/* The matrix is small, and differences of the forces are most of its cost: in each step
 * it is reassembled with those that it has. */
bool galpha_ls_reassembles(const struct galpha_ls *ls);
int galpha_ls_reassemble(struct galpha_ls *ls);
int galpha_ls_examine(struct galpha_ls *ls, bool *stale);
/* Builds and factorizes [c_mass M, reactions; constraints] from the current blocks,
 * in place of the iteration matrix. */
int galpha_ls_setup_mass(struct galpha_ls *ls, sunrealtype c_mass);
/* The constraint rows of that matrix are linearly dependent; model->red.row then
 * holds two of them. */
bool galpha_ls_rank_falls(struct galpha_ls *ls);
/* Calls SUNLinSolSetup; sets last_flag, which it returns, and no_memory. */
int galpha_ls_set_up(struct galpha_ls *ls, const struct galpha_solver *s);
/* A set-up that returned flag ran out of memory. */
bool galpha_ls_out_of_memory(SUNLinearSolver LS, int flag);
/* Mean number of entries in a column of L + U; < 0: unknown. */
sunrealtype galpha_solver_column(const struct galpha_solver *s);
void galpha_solver_free(struct galpha_solver *s);
/* A new step begins. */
void galpha_ls_begin(struct galpha_ls *ls);
/* The step was accepted after this number of iterations, failed attempts included. */
void galpha_ls_accept(struct galpha_ls *ls, long int iterations);
/* setup and solve of the residual form, for use outside of steps. */
int galpha_ls_res_setup(struct galpha_ls *ls);
/* The same as a program's own matrix would be: entries need not be finite, and only the
 * solver finds whether rows are dependent. */
int galpha_ls_res_setup_lax(struct galpha_ls *ls);
int galpha_ls_res_solve(struct galpha_ls *ls, N_Vector b);
/* b := A^-1 b with the matrix A of a step shorter by this factor, a power of 2, so
 * short that only highest derivatives and constraints count. A replaces the iteration
 * matrix, which the next step rebuilds. */
int galpha_ls_res_solve_short(struct galpha_ls *ls, sunrealtype factor,
                              N_Vector b);
/* Residual form: the constraints are linearly dependent; dependent then holds two of
 * their multipliers. J: copy of the factorized matrix, or (singular) of one that could
 * not be factorized; main.A is then overwritten. */
bool galpha_ls_res_dependent(struct galpha_ls *ls, SUNMatrix J, bool singular);
void galpha_ls_products_free(struct galpha_ls *ls);
/* Mechanics by products: typical size of the Schur complement G M^-1 G^T. The diagonal
 * entry of an inactive constraint is its negative: that of [M G^T; G 0] is -G M^-1 G^T. */
sunrealtype galpha_ls_multiplier_scale(const struct galpha_ls *ls);

/* Matrix-free linear solvers (krylov.c). */

/* Passes the callbacks and scaling vectors to the solver; -3: it failed. */
int galpha_ls_bind(struct galpha_ls *ls, const struct galpha_krylov *k);
/* Initializes the solver after the binding; -3: it failed. */
int galpha_ls_initialize(struct galpha_ls *ls, bool preconditioned);
/* Tolerance on the 2-norm of the scaled residual for the right-hand side b. */
sunrealtype galpha_ls_tolerance(const struct galpha_ls *ls, N_Vector b,
                                N_Vector weights);
/* out = weights of a correction of q (y) in this step, as a change of q and of the
 * velocities that follow from it. */
void galpha_ls_weights(const struct galpha_model *model, N_Vector out);
/* b := A^-1 b to the tolerance tol; sets last_flag, which it returns, and reduced. */
int galpha_ls_iterate(struct galpha_ls *ls, N_Vector b, sunrealtype tol);
/* Index of an empty column of the residual form's matrix at the current point, or
 * (*in_row set) of an empty row, or -1. Rebuilds the matrix without factorizing it. */
sunindextype galpha_ls_res_empty(const struct galpha_ls *ls, bool *in_row);
/* b := A^-1 b. */
int galpha_ls_solve(struct galpha_ls *ls, N_Vector b);
/* model->packed := A^-1 (b, model->rl, model->rp), with 0 in the rows of states. */
int galpha_ls_solve_rows(struct galpha_ls *ls, N_Vector b);
/* As galpha_ls_solve, for a correction of Newton's iteration, which may be less accurate. */
int galpha_ls_correct(struct galpha_ls *ls, N_Vector b);
/* b := [weight_m M, reactions; constraints]^-1 b. */
int galpha_ls_solve_mass(struct galpha_ls *ls, N_Vector b);
/* The second matrix is needed: by the method, or because galpha_ls_solve_mass would
 * otherwise overwrite the iteration matrix. */
bool galpha_ls_inner_wanted(const struct galpha_ls *ls);
/* At the start: factorizes the second matrix once, so that no step allocates; -1: no
 * memory. */
int galpha_ls_inner_begin(struct galpha_ls *ls);
/* The callbacks of struct galpha_inner, ctx = ls. */
int galpha_ls_inner_setup(void *ctx, bool refactorize);
int galpha_ls_inner_solve(void *ctx, N_Vector b);

#endif
