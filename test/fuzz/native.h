/* What the files of the native fuzzer share. It makes random sequences of GALPHA's
 * calls, valid and invalid ones, in every form, with callbacks that fail, and checks
 * after each call what must hold: see native_check.c. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <galpha/galpha.h>
#include <galpha/galpha_bbdpre.h>
#include <galpha/galpha_saddle.h>
#include <galpha/galpha_sunlinsol_ldlt.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#define NATIVE_MAX_N 8
#define NATIVE_POOL  128

enum native_form
{
  NATIVE_MECH,    /* f0, reactions by the library */
  NATIVE_GENERAL, /* f with reactions */
  NATIVE_STATES,  /* f0 with states s */
  NATIVE_FIRST,   /* F(t,y,y') = 0 */
  NATIVE_SECOND,  /* F(t,y,y',y'') = 0 */
  NATIVE_TIMES,   /* M as a product */
  NATIVE_FORMS
};

enum native_storage
{
  NATIVE_DENSE,
  NATIVE_CSC,
  NATIVE_CSR,
  NATIVE_BAND,
  NATIVE_STORAGES
};

/* What a callback does wrong. */
enum native_fault
{
  NATIVE_NO_FAULT,
  NATIVE_RECOVERABLE, /* returns 1 */
  NATIVE_FATAL,       /* returns -1 */
  NATIVE_NOT_FINITE,
  NATIVE_LARGE,   /* 1e300 */
  NATIVE_PATTERN, /* index arrays of a sparse matrix */
  NATIVE_NESTED,  /* calls functions of its own object */
  NATIVE_FAULTS
};

/* The user data of the callbacks. */
struct native_env
{
  struct native *native;
  enum native_fault fault;
  int callback; /* which of them, by NATIVE_CB_... */
  int skip;     /* calls of it before that */
  int left;     /* calls that fail, < 0: all */
  int met;      /* faults so far */
  sunrealtype drive;
};

enum native_callback
{
  NATIVE_CB_MASS,
  NATIVE_CB_FORCE,
  NATIVE_CB_G,
  NATIVE_CB_GJAC,
  NATIVE_CB_GT,
  NATIVE_CB_K,
  NATIVE_CB_KJAC,
  NATIVE_CB_KQ,
  NATIVE_CB_FQ,
  NATIVE_CB_FV,
  NATIVE_CB_FR,
  NATIVE_CB_STATES,
  NATIVE_CB_STATES_JAC,
  NATIVE_CB_RES,
  NATIVE_CB_JAC,
  NATIVE_CB_JTIMES,
  NATIVE_CB_PREC,
  NATIVE_CB_ROOT,
  NATIVE_CB_EWT,
  NATIVE_CBS
};

/* The last accepted step as an object tells it. */
struct native_snapshot
{
  bool there;
  sunrealtype t, h, q[NATIVE_MAX_N], v[NATIVE_MAX_N], l[NATIVE_MAX_N],
    s[NATIVE_MAX_N];
};

struct native
{
  uint64_t random;
  long seed, index, calls, failures;
  bool verbose;
  SUNContext ctx;
  void *mem;
  struct native_env env;
  enum native_form form;
  int n, m, p, r;
  bool stated;  /* the good statement has been made */
  bool started; /* GALPHACalcIC or GALPHASolve has succeeded */
  bool strange; /* options that excuse bad constraints */
  int nroots;
  sunrealtype t0, t, rtol;
  int formulation;
  N_Vector y, yp, l, psi, s; /* right ones */
  int npool;
  struct
  {
    void *object;
    void (*destroy)(void *object);
  } pool[NATIVE_POOL];
};

/* ---- native_random.c: random numbers, vectors and matrices, right and wrong ---- */
int native_pick(struct native *f, int n); /* 0 .. n - 1 */
bool native_chance(struct native *f, int percent);
sunrealtype native_real(struct native *f); /* hostile values among others */
/* Kept until the object is gone. */
void *native_keep(struct native *f, void *object, void (*destroy)(void *));
/* A vector of length n or, wrong, of any sort, NULL too. */
N_Vector native_vector(struct native *f, int n, bool wrong);
SUNMatrix native_matrix(struct native *f, enum native_storage st, int rows,
                        int cols, bool wrong);
/* Damages the index arrays of a sparse matrix. */
void native_damage(struct native *f, SUNMatrix A);

/* ---- native_model.c, native_callback.c: the callbacks ---- */
/* What a callback returns, with x (n values) or the pattern of A spoilt where the
 * fault is its. */
int native_answer(struct native_env *env, enum native_callback cb,
                  sunrealtype *x, sunindextype n, SUNMatrix A);
typedef int native_by_q(sunrealtype t, N_Vector q, N_Vector out, void *data);
typedef int native_by_two(sunrealtype t, N_Vector q, N_Vector v, N_Vector out,
                          void *data);
typedef int native_by_three(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                            N_Vector out, void *data);
typedef int native_jac_q(sunrealtype t, N_Vector q, SUNMatrix A, void *data);
typedef int native_jac_qv(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix A,
                          void *data);
typedef int native_jac_s(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                         SUNMatrix A, void *data);
typedef int native_jac_f(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                         N_Vector psi, SUNMatrix A, void *data);
native_by_q native_g, native_gt;
native_by_two native_force, native_mass_times, native_k, native_res1;
native_by_three native_states, native_states_force, native_res2;
native_jac_q native_mass, native_G;
native_jac_qv native_K, native_Kq;
native_jac_s native_Sv, native_Ss;
native_jac_f native_Fq, native_Fv, native_Fr;
int native_general(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, N_Vector f, void *data);
int native_jac1(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
                N_Vector r, SUNMatrix J, void *data, N_Vector w1, N_Vector w2,
                N_Vector w3);
int native_jac2(sunrealtype t, const sunrealtype *c, N_Vector y, N_Vector yp,
                N_Vector ypp, N_Vector r, SUNMatrix J, void *data, N_Vector w1,
                N_Vector w2, N_Vector w3);
int native_prec_setup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                      sunrealtype cj, void *data);
int native_prec_solve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                      N_Vector rhs, N_Vector z, sunrealtype cj,
                      sunrealtype delta, void *data);
int native_root(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype *g,
                void *data);
int native_ewt(N_Vector y, N_Vector ewt, void *data);
int native_local(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                 N_Vector g, void *data);
/* Consistent values at t0 into f->y, yp, l, psi, s. */
void native_start(struct native *f);

/* ---- native_check.c ---- */
/* Counts a call and checks its code; fine: what was asked is right. */
void native_called(struct native *f, int code, const char *name);
void native_fail(struct native *f, const char *format, ...);
void native_take(struct native *f, struct native_snapshot *s);
/* The accepted step is the one of the snapshot, bit for bit. */
void native_same(struct native *f, const struct native_snapshot *s,
                 const char *name);
/* The values that a call of GALPHASolve returned. */
void native_solved(struct native *f, int code, N_Vector q, N_Vector v);

/* ---- calls ---- */
typedef void native_call(struct native *f);
/* native_statement.c */
void native_state(struct native *f);
native_call native_bad_statement, native_linear_solver, native_tolerances,
  native_vectors;
/* native_option.c */
native_call native_option, native_getter, native_outputs, native_names;
void native_defaults(struct native *f);
/* native_run.c */
native_call native_solve, native_calc_ic, native_reinit, native_roots,
  native_check_jacobian, native_bad_solve, native_stop_time, native_arm;
/* From inside a callback. */
void native_nested(struct native *f);
/* Faults off, options as at first, a new start: it integrates. */
void native_repair(struct native *f);
