/* What the files of the fuzzer share: the state of a sequence of IDA's calls, as
 * far as the generator must know it to make calls that IDA survives. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <ida/ida.h>
#include <ida/ida_bbdpre.h>
#include <ida/ida_ls.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_version.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#define FUZZ_MAX_N     8
#define FUZZ_MAX_ROOTS 4
#define FUZZ_POOL      512
/* Less than any span, so that neither library goes far beyond tout. */
#define FUZZ_MAX_STEP 0.04

struct fuzz_problem
{
  const char *name;
  int n, width; /* components; half-bandwidth of the Jacobian */
  void (*residual)(sunrealtype t, const sunrealtype *y, const sunrealtype *yp,
                   sunrealtype *r);
  /* dF/dy + cj dF/dy', J[i][j]; zeroed by the caller */
  void (*jacobian)(sunrealtype cj, const sunrealtype *y,
                   sunrealtype J[FUZZ_MAX_N][FUZZ_MAX_N]);
  void (*start)(sunrealtype t0, sunrealtype *y, sunrealtype *yp);
  const sunrealtype *id, *constraints; /* constraints: NULL: none hold */
  sunrealtype span, level; /* of one output; of root 0, in component 0 */
  bool backward, suppress, calc_y, calc_ya;
};
extern const struct fuzz_problem fuzz_problems[];
extern const int fuzz_nproblems;

/* Which callback fails. */
enum fuzz_fault
{
  FUZZ_NO_FAULT,
  FUZZ_RES,
  FUZZ_EWT,
  FUZZ_JAC,
  FUZZ_PREC,
  FUZZ_ROOT
};

/* The user data of the callbacks. A fault lasts from time `from` (in the direction
 * dir) on, for `calls` calls or for ever (-1). */
struct fuzz_env
{
  const struct fuzz_problem *problem;
  enum fuzz_fault fault;
  int value, calls;
  sunrealtype from, dir;
};

enum fuzz_solver
{
  FUZZ_NO_SOLVER,
  FUZZ_DENSE,
  FUZZ_BAND,
  FUZZ_KLU,
  FUZZ_KRYLOV
};

struct fuzz
{
  uint64_t state; /* of the random numbers of this call */
  bool deep;      /* also calls that IDA does not survive */
  int index, sub;
  void *mem;
  SUNContext ctx;
  const struct fuzz_problem *problem;
  struct fuzz_env env;
  N_Vector y, yp, work, work2, odd; /* odd: of another length */
  sunrealtype t, t0, dir, tstop, rtol, atol;
  bool stated;
  bool setup;   /* IDA has checked the inputs since IDAInit or IDAReInit */
  bool running; /* steps have been taken since then */
  bool env_set; /* the user data have been env since IDAInit */
  bool gmres;   /* only Krylov solvers that take an exact preconditioner */
  bool breaks;  /* the present one does not */
  bool bbd, prec, null_data, tstop_set, id_set;
  bool used;  /* the linear solver has been, since it was attached */
  bool apart; /* the libraries have returned different times */
  bool stuck; /* IDASolve has refused to start */
  void *data; /* the user data */
  enum fuzz_solver solver;
  int nroots, npool;
  struct
  {
    void *object;
    void (*destroy)(void *object);
  } pool[FUZZ_POOL];
  uint64_t foreign[512]; /* a block that no library made */
};

/* ---- random numbers, reports: fuzz_state.c ---- */
int fuzz_pick(struct fuzz *f, int n); /* 0 .. n - 1 */
bool fuzz_chance(struct fuzz *f, int percent);
sunrealtype fuzz_choose(struct fuzz *f, const sunrealtype *values, int n);
/* ida_mem for a call: at times NULL, or with deep a foreign block. */
void *fuzz_handle(struct fuzz *f);
/* A line with call, sign of the code, and code. */
void fuzz_report(struct fuzz *f, int code, const char *format, ...);
/* Destroyed after ida_mem. Returns object. */
void *fuzz_keep(struct fuzz *f, void *object, void (*destroy)(void *object));
void fuzz_set_vector(N_Vector v, const sunrealtype *values, int n);

/* ---- callbacks: fuzz_callback.c ---- */
IDAResFn fuzz_res(const struct fuzz_problem *p);
IDALsJacFn fuzz_jac(const struct fuzz_problem *p);
IDARootFn fuzz_roots(const struct fuzz_problem *p, int n);
int fuzz_weights(N_Vector y, N_Vector w, void *user_data);
IDABBDLocalFn fuzz_local(const struct fuzz_problem *p);
int fuzz_prec_setup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    sunrealtype cj, void *user_data);
int fuzz_prec_solve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                    void *user_data);
IDALsJacTimesVecFn fuzz_jtimes(const struct fuzz_problem *p);

/* ---- calls ---- */
typedef void fuzz_call(struct fuzz *f);

/* fuzz_value.c: options and outputs that take one number */
fuzz_call fuzz_int_setter, fuzz_real_setter, fuzz_getter;

/* fuzz_solver.c */
fuzz_call fuzz_linear_solver, fuzz_linear_option, fuzz_bbd,
  fuzz_nonlinear_solver;
void fuzz_attach(struct fuzz *f, enum fuzz_solver kind);

/* fuzz_setting.c: vectors, tolerances, user data, roots, outputs with vectors */
fuzz_call fuzz_tolerances, fuzz_id, fuzz_constraints, fuzz_user_data,
  fuzz_root_init, fuzz_root_direction, fuzz_vector_getter, fuzz_statistics,
  fuzz_names, fuzz_options;
void fuzz_good_tolerances(struct fuzz *f);
void fuzz_good_id(struct fuzz *f);

/* fuzz_run.c, fuzz_start.c: life and integration */
fuzz_call fuzz_create, fuzz_free, fuzz_init, fuzz_reinit, fuzz_stop_time,
  fuzz_calc_ic, fuzz_consistent_ic, fuzz_dky, fuzz_solve, fuzz_march,
  fuzz_few_steps, fuzz_bad_solve, fuzz_faulty, fuzz_repair;
/* Can it be integrated? */
bool fuzz_ready(struct fuzz *f);
/* What is safe only before IDA has checked its inputs: IDAReInit first. */
void fuzz_before_setup(struct fuzz *f);

/* fuzz_deep.c: what IDA does not survive */
fuzz_call fuzz_deep_call;
