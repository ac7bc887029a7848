/* The integrator, whatever the problem's form: life, tolerances, method, steps, start,
 * integration, output, events, options.
 *
 * Conventions of all functions and headers:
 *  - mem is the pointer returned by GALPHACreate.
 *  - t, q, v, f and all other quantities have the units of the caller, consistent with
 *    each other; h is a time. q stands for y and v for y' in the residual form. n, m, p
 *    are the numbers of coordinates (components of y), of holonomic and of nonholonomic
 *    constraints.
 *  - Functions return GALPHA_SUCCESS (0) or a GALPHA_... code; names and values equal
 *    IDA's where IDA has the same situation. GALPHA_MEM_NULL means that mem was NULL,
 *    GALPHA_ILL_INPUT that an argument was refused (the message says which, and nothing
 *    has changed), GALPHA_NO_MALLOC that the problem was not yet defined, GALPHA_MEM_FAIL
 *    that memory was exhausted. Comments name further errors only.
 *  - NULL for an optional function, matrix, vector or solver of a GALPHASet function:
 *    as if it had never been called; its default applies. Arguments that no comment
 *    calls optional must not be NULL (GALPHA_ILL_INPUT).
 *  - Vectors and matrices that are passed in are copied unless a comment says otherwise.
 *  - A call that fails leaves the last accepted step intact; the object can be used
 *    again.
 *  - From inside a callback only functions that return something and those that set
 *    single options may be called (they take effect with the next call); others return
 *    GALPHA_ILL_INPUT, and GALPHAFree waits until the running call returns.
 *  - Sparse matrices: index pointers and indices count from 0, and are checked wherever
 *    they come in (GALPHA_ILL_INPUT, named by block, row or column and index); any
 *    order. Entries stored twice are summed in blocks that a function fills, and refused
 *    in blocks that the library differences and in the Jacobian of the residual form.
 *  - Callbacks return 0 for success, > 0 for a recoverable failure (the step is retried
 *    with a smaller h) and < 0 to stop the integration. user_data is the pointer of
 *    GALPHASetUserData. No matrix or vector is set to zero before a call, except where
 *    a comment says so: write every entry, for sparse matrices pattern and values (a
 *    pattern that stays the same is analysed once).
 *  - Level: beginner, for every program; advanced, for special models, large systems
 *    and comparisons.
 *
 * Papers cited by author and year:
 *  Bruls and Arnold (2008), The generalized-alpha scheme as a linear multistep
 *    integrator: toward a general mechatronic simulator, J. Comput. Nonlinear Dyn. 3.
 *  Gavrea, Negrut and Potra (2005), The Newmark integration method for simulation of
 *    multibody systems: analytical considerations, IMECE2005-81770.
 *  Jay (2011), Convergence of the generalized-alpha method for constrained systems in
 *    mechanics with nonholonomic constraints, Rep. Comput. Math. 181, Univ. of Iowa.
 *  Jay and Negrut (2009), A second order extension of the generalized-alpha method for
 *    constrained systems in mechanics, in: Multibody Dynamics, Springer. */
#ifndef GALPHA_CORE_H
#define GALPHA_CORE_H

#include <stdio.h>

#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

#include <galpha/galpha_codes.h>
#include <galpha/galpha_version.h>

#if SUNDIALS_VERSION_MAJOR > 6 || \
  (SUNDIALS_VERSION_MAJOR == 6 && SUNDIALS_VERSION_MINOR >= 7)
#include <sundials/sundials_adaptcontroller.h>
#define GALPHA_HAVE_ADAPTCONTROLLER 1
#endif

#if defined(_WIN32) && !defined(GALPHA_STATIC)
#define GALPHA_EXPORT __declspec(dllimport)
#elif defined(__GNUC__)
#define GALPHA_EXPORT __attribute__((visibility("default")))
#else
#define GALPHA_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Error weights of q, or of v: ewt_i > 0; y and ewt have length n. As IDAEwtFn. */
typedef int (*GALPHAEwtFn)(N_Vector y, N_Vector ewt, void *user_data);
/* Root functions gout[0 ... nrtfn-1] at (t,q,v). As IDARootFn with y = q, y' = v. */
typedef int (*GALPHARootFn)(sunrealtype t, N_Vector q, N_Vector v,
                            sunrealtype *gout, void *user_data);
/* The arguments of extended root functions at t, to be read only; NULL where the problem
 * has no such values. Later versions may add members at the end. */
typedef struct
{
  N_Vector q, v, a;     /* a = v', as GALPHAGetAcceleration            */
  N_Vector lambda, psi; /* multipliers, as GALPHAGetMultipliers        */
  N_Vector s;           /* states and outputs, as GALPHAGetStates      */
} GALPHARootPoint;

/* Root functions gout[0 ... nrtfn-1] of these arguments. */
typedef int (*GALPHARootFnExt)(sunrealtype t, const GALPHARootPoint *at,
                               sunrealtype *gout, void *user_data);
/* Receives error (code < 0) and warning (code = GALPHA_WARNING) messages. */
typedef void (*GALPHAErrHandlerFn)(int code, const char *module,
                                   const char *function, char *msg,
                                   void *eh_data);

/* An attempt at a step, for the monitor. Later versions may add members at the end. */
typedef struct
{
  sunrealtype t, h;     /* its end and its size, signed                       */
  sunrealtype error;    /* largest norm of local errors; <= 1 passes          */
  long int steps;       /* accepted steps since the start, with this one      */
  int order;            /* as GALPHAGetLastOrder                              */
  int accepted;         /* 1; 0: the attempt failed                           */
  int by;               /* accepted: what limited it; else why it failed:
                            GALPHA_BY_...                                      */
  long int iterations;  /* Newton iterations for this step, in all attempts   */
  long int error_fails; /* attempts at this step that failed the error test   */
  long int solve_fails; /* attempts at this step that could not be solved     */
} GALPHAStepInfo;

/* Called after each accepted step before GALPHASolve continues. It may read results of
 * mem. */
typedef void (*GALPHAMonitorFn)(void *mem, const GALPHAStepInfo *info,
                                void *data);

/* ---- life ---------------------------------------------------------------- */

/* Returns a new integrator, or NULL (sunctx NULL, or no memory). Level: beginner. */
GALPHA_EXPORT void *GALPHACreate(SUNContext sunctx);
/* Restarts the same problem from new initial values q0, v0 (length n). Kept: callbacks,
 * matrices and their patterns, solvers, tolerances, options, root functions, a stop time
 * not yet reached, first-order states (those at t0 if it is inside the last step, else
 * those at its end). Reset: counters, step size, history, y''.
 * Error: GALPHA_ILL_INPUT. Level: beginner. */
GALPHA_EXPORT int GALPHAReInit(void *mem, sunrealtype t0, N_Vector q0,
                               N_Vector v0);
/* Frees the integrator and sets *mem to NULL. Level: beginner. */
GALPHA_EXPORT void GALPHAFree(void **mem);

/* The pointer that callbacks receive; default NULL. Level: beginner. */
GALPHA_EXPORT int GALPHASetUserData(void *mem, void *user_data);
GALPHA_EXPORT int GALPHAGetUserData(void *mem, void **user_data);
/* Directs messages to ehfun; NULL (default): the default handler, which prints to the
 * stream of GALPHASetErrFile. Level: beginner. */
GALPHA_EXPORT int GALPHASetErrHandlerFn(void *mem, GALPHAErrHandlerFn ehfun,
                                        void *eh_data);
/* Stream of the default handler, stderr until the first call; NULL: no stream, nothing
 * is printed, as in IDA. Level: beginner. */
GALPHA_EXPORT int GALPHASetErrFile(void *mem, FILE *errfp);

/* ---- tolerances ---------------------------------------------------------- */

/* Error weights 1/(rtol |q_i| + atol_i) of q and, by the same rtol and atol,
 * 1/(rtol |v_i| + atol_i) of v, both tested as in IDA (residual form: of y, and of y'
 * where the component is of order 2). 0 <= rtol < 1, atol >= 0, not both 0; a vector
 * atol has length n. efun is called once with q and once with v. Required, except with
 * fixed steps (default there: 1e-6, 1e-9, for Newton's iteration). Level: beginner. */
GALPHA_EXPORT int GALPHASStolerances(void *mem, sunrealtype rtol,
                                     sunrealtype atol);
GALPHA_EXPORT int GALPHASVtolerances(void *mem, sunrealtype rtol,
                                     N_Vector atol);
GALPHA_EXPORT int GALPHAWFtolerances(void *mem, GALPHAEwtFn efun);
/* Tolerances of v, in place of those of q; they also set GALPHA_TEST_VELOCITIES.
 * Default: those of q. Level: advanced. */
GALPHA_EXPORT int GALPHASStolerancesVel(void *mem, sunrealtype rtol,
                                        sunrealtype atol);
GALPHA_EXPORT int GALPHASVtolerancesVel(void *mem, sunrealtype rtol,
                                        N_Vector atol);
GALPHA_EXPORT int GALPHAWFtolerancesVel(void *mem, GALPHAEwtFn efun);
/* What the error test tests. GALPHA_TEST_VELOCITIES (default): q and v.
 * GALPHA_TEST_POSITIONS: q, and h v in the weights of q, so that oscillations too fast to
 * matter for the motion do not determine the step; v is then not accurate to the
 * tolerances, and those of the ...Vel functions are not used. The last call of this
 * function or of a ...Vel function decides. At any time; no effect after GALPHAInit (y
 * alone is tested) and with fixed steps. Option error_test. Level: beginner. */
GALPHA_EXPORT int GALPHASetErrorTest(void *mem, int test);

/* ---- method -------------------------------------------------------------- */

/* Chung-Hulbert coefficients of spectral radius rho at infinity, 0 <= rho <= 1; default
 * 0.6. rho = 1 (no damping) with constraints is weakly unstable, which gives a warning.
 * Before the first step, or after GALPHAReInit. Option rho_inf. Level: beginner. */
GALPHA_EXPORT int GALPHASetRhoInf(void *mem, sunrealtype rho);
/* A family and its parameters par (see galpha_codes.h). Admissible: Newmark beta > 0,
 * gamma >= 1/2; HHT -1/3 <= alpha <= 0; custom alpha_m <= 1/2, alpha_f < 1, beta > 0,
 * gamma > 0. Default: GALPHA_CHUNG_HULBERT with 0.6. Before the first step, or after
 * GALPHAReInit. Level: advanced. */
GALPHA_EXPORT int GALPHASetMethod(void *mem, int family,
                                  const sunrealtype *par);
/* coef[4] = { alpha_m, alpha_f, beta, gamma } in use, in the convention in which
 * alpha_m and alpha_f weigh the old values. Level: advanced. */
GALPHA_EXPORT int GALPHAGetMethod(void *mem, sunrealtype *coef);
/* GALPHA_SOI2 (default), GALPHA_SOI2_LITERAL or GALPHA_INDEX3, of the mechanical form;
 * before the start. Option formulation. Source: Jay and Negrut (2009), (13), for SOI2.
 * Level: beginner. */
GALPHA_EXPORT int GALPHASetFormulation(void *mem, int formulation);
/* Highest order, 1 to 5; default 5. 2: the generalized-alpha method; 3 to 5: with members
 * of these orders (BDF) where they make steps longer; 1: backward Euler for F(t,y,y') = 0
 * and F(t,y,y',y'') = 0, 2 for the mechanical form. The method stays at order 2 with fixed
 * steps, a SUNAdaptController, GALPHA_SOI2_LITERAL, GALPHA_RULE_GAVREA,
 * GALPHA_CORRECT_NONE and GALPHA_CORRECT_WEIGHTS, with families without damping (rho_inf
 * = 1), and in index 3 with GALPHASetMultiplierTolerances. Undamped motions over many
 * periods may gain energy at orders above 2 (a pendulum, 1000 periods: at most 1.4 times at
 * rtol 3e-4, 1.1 at 1e-4); order 2 never adds any. Any time, in force from the next call
 * of GALPHASolve on; a higher one not from inside a callback, and after the start it
 * allocates (GALPHA_MEM_FAIL: it stays as it was). Option max_order. Level: advanced. */
GALPHA_EXPORT int GALPHASetMaxOrd(void *mem, int maxord);

/* ---- steps --------------------------------------------------------------- */

/* h > 0: constant step h, no error test; h = 0 (default): error control. Between any two
 * calls of GALPHASolve. In GALPHA_NORMAL mode outputs are interpolated; only the stop
 * time shortens a step. Option fixed_step. Level: beginner. */
GALPHA_EXPORT int GALPHASetFixedStep(void *mem, sunrealtype h);
/* First step (0, default: chosen by the library; its sign must be that of the direction),
 * smallest and largest |h| (0, default: no bound). Options init_step, min_step, max_step.
 * Level: beginner. */
GALPHA_EXPORT int GALPHASetInitStep(void *mem, sunrealtype h0);
GALPHA_EXPORT int GALPHASetMinStep(void *mem, sunrealtype hmin);
GALPHA_EXPORT int GALPHASetMaxStep(void *mem, sunrealtype hmax);
/* Steps in one call of GALPHASolve; default (and for 0) 100000; < 0: no limit. Option
 * max_num_steps. Level: beginner. */
GALPHA_EXPORT int GALPHASetMaxNumSteps(void *mem, long int mxsteps);
/* The integration ends exactly at tstop, and evaluates nothing but root functions beyond
 * it. Cleared when it is reached. Default: none. GALPHA_ILL_INPUT: not finite or behind the
 * last step; GALPHA_MEM_FAIL: no memory for a copy of y (F(t,y,y')). Level: beginner. */
GALPHA_EXPORT int GALPHASetStopTime(void *mem, sunrealtype tstop);
GALPHA_EXPORT int GALPHAClearStopTime(void *mem);
/* Failures of the error test and of the solution in one step, and steps with t + h = t
 * before GALPHA_ERR_FAIL; default 10 each. Options max_err_test_fails, max_conv_fails,
 * max_hnil_warns. Level: advanced. */
GALPHA_EXPORT int GALPHASetMaxErrTestFails(void *mem, int maxnef);
GALPHA_EXPORT int GALPHASetMaxConvFails(void *mem, int maxncf);
GALPHA_EXPORT int GALPHASetMaxHnilWarns(void *mem, int mxhnil);
#ifdef GALPHA_HAVE_ADAPTCONTROLLER
/* A SUNAdaptController (of type SUN_ADAPTCONTROLLER_H, else GALPHA_ILL_INPUT) in place of
 * the built-in controller; NULL (default): the built-in one. Not copied. Level:
 * advanced. */
GALPHA_EXPORT int GALPHASetAdaptController(void *mem, SUNAdaptController C);
#endif

/* ---- start --------------------------------------------------------------- */

/* Computes a consistent start; tout1 is any later output time (sign of the direction).
 * Mechanical form: GALPHA_ACC_INIT computes a0, lambda0, psi0 for the given q0, v0;
 * GALPHA_PROJECT_INIT first moves q0, v0 onto the constraints (least change in the mass
 * norm). Residual form: GALPHA_YA_YDP_INIT, GALPHA_Y_INIT. GALPHASolve starts by itself
 * if this function was not called. Errors: GALPHA_INCONSISTENT_IC (names the worst row),
 * GALPHA_SINGULAR_JAC (names rows), GALPHA_FIRST_RES_FAIL, GALPHA_RES_FAIL,
 * GALPHA_CONV_FAIL, GALPHA_LINESEARCH_FAIL, GALPHA_NO_RECOVERY, GALPHA_CONSTR_FAIL,
 * GALPHA_LINIT_FAIL, GALPHA_LSETUP_FAIL, GALPHA_LSOLVE_FAIL, GALPHA_NLS_INIT_FAIL,
 * GALPHA_BAD_EWT. Level: beginner. */
GALPHA_EXPORT int GALPHACalcIC(void *mem, int icopt, sunrealtype tout1);
/* q0 and v0 (length n; either may be NULL) after GALPHACalcIC or GALPHAImpact. Level:
 * beginner. */
GALPHA_EXPORT int GALPHAGetConsistentIC(void *mem, N_Vector q0, N_Vector v0);

/* ---- integration and output ---------------------------------------------- */

/* As IDASolve: integrates to tout (GALPHA_NORMAL: *tret = tout, unless an event, a stop
 * time or an error comes first) or over one step (GALPHA_ONE_STEP); q and v (length n)
 * receive the solution at *tret. Returns GALPHA_SUCCESS, GALPHA_TSTOP_RETURN or
 * GALPHA_ROOT_RETURN. Errors: those of GALPHACalcIC in the first call;
 * GALPHA_TOO_MUCH_WORK (call again to continue), GALPHA_TOO_MUCH_ACC, GALPHA_ERR_FAIL,
 * GALPHA_CONV_FAIL, GALPHA_CONSTR_FAIL, GALPHA_SINGULAR_JAC, GALPHA_RES_FAIL,
 * GALPHA_REP_RES_ERR, GALPHA_RTFUNC_FAIL, GALPHA_LSETUP_FAIL, GALPHA_LSOLVE_FAIL,
 * GALPHA_NLS_FAIL, GALPHA_BAD_EWT. Level: beginner. */
GALPHA_EXPORT int GALPHASolve(void *mem, sunrealtype tout, sunrealtype *tret,
                              N_Vector q, N_Vector v, int itask);
/* q (k = 0), v (k = 1), v' (k = 2) or, after a step of order 3 to 5, a higher derivative (k
 * at most that order) at t inside the last step, length n; the k-th derivative loses k
 * orders of accuracy. Before the first step v' of components of order 0 and 1 is NaN, and
 * after GALPHAInit k = 2 gives GALPHA_BAD_K. Errors: GALPHA_BAD_K, GALPHA_BAD_T,
 * GALPHA_BAD_DKY; with k = 2 in index 3 also those of GALPHAGetMultipliers. Level:
 * beginner. */
GALPHA_EXPORT int GALPHAGetDky(void *mem, sunrealtype t, int k, N_Vector dky);
/* Physical acceleration v' at t inside the last step, order 2 or that of the step, length
 * n. Errors: as GALPHAGetDky with k = 2. Level: beginner. */
GALPHA_EXPORT int GALPHAGetAcceleration(void *mem, sunrealtype t, N_Vector a);
/* Algorithmic acceleration a_{n+alpha} and its time t_n + alpha h. GALPHA_ILL_INPUT after a
 * step of order 3 to 5 of the residual form. Level: advanced. */
GALPHA_EXPORT int GALPHAGetAlgorithmicAcceleration(void *mem,
                                                   sunrealtype *talpha,
                                                   N_Vector a);

/* fn is called after each accepted step, with the option monitor_attempts = 1 also after
 * each attempt that failed; data is passed to it. All results are those at the end of the
 * last accepted step (GALPHAGetDky, GALPHAGetMultipliers, ...). fn NULL (default): none.
 * Level: beginner. */
GALPHA_EXPORT int GALPHASetMonitorFn(void *mem, GALPHAMonitorFn fn, void *data);
/* Prints a line to fp (NULL, default: none) whenever this number of seconds has passed (0:
 * after each step): time reached, its share of the time to the stop time or tout, number of
 * steps, h, order, steps per second. Level: beginner. */
GALPHA_EXPORT int GALPHASetProgress(void *mem, FILE *fp, sunrealtype seconds);

/* Write or read size bytes of a checkpoint; 0: success. */
typedef int (*GALPHAWriteFn)(void *ctx, const void *data, size_t size);
typedef int (*GALPHAReadFn)(void *ctx, void *data, size_t size);
/* Writes the state of a run between two calls of GALPHASolve: history, order, step size,
 * what was learnt, statistics. The next step begins with a new matrix and a new analysis
 * of its pattern, in this run as in the resumed one: these are equal bit for bit. Only
 * the version, build and kind of machine that wrote a file can read it; with several
 * processes each writes its own. Errors: GALPHA_ILL_INPUT (no step yet, write failed, a
 * SUNAdaptController), GALPHA_MEM_FAIL, GALPHA_LINIT_FAIL; index 3: GALPHA_LSOLVE_FAIL,
 * GALPHA_RES_FAIL. Level: advanced. */
GALPHA_EXPORT int GALPHAWriteCheckpoint(void *mem, GALPHAWriteFn write,
                                        void *ctx);
/* Restores the written state in an object that is defined as the writer was (callbacks,
 * matrices, solvers, tolerances, options, root functions). Before the first step, or after
 * GALPHAReInit; starts at its initial values first, unless GALPHACalcIC was called. Then
 * call GALPHASolve. GALPHA_ILL_INPUT: truncated, damaged, of another version, form,
 * size, method, of other options or tolerances (nothing has changed); errors of
 * GALPHACalcIC. Level: advanced. */
GALPHA_EXPORT int GALPHAReadCheckpoint(void *mem, GALPHAReadFn read, void *ctx);

/* Root functions whose sign changes are events, as IDARootInit: g fills nrtfn values;
 * nrtfn = 0 (default): none. Error: GALPHA_MEM_FAIL. Level: beginner. */
GALPHA_EXPORT int GALPHARootInit(void *mem, int nrtfn, GALPHARootFn g);
/* The same for functions that also see accelerations, multipliers and states: a contact
 * lifts off where its multiplier is 0, a controller saturates. The last call of the two
 * functions decides. Level: advanced. */
GALPHA_EXPORT int GALPHARootInitExt(void *mem, int nrtfn, GALPHARootFnExt g);
/* rootdir[nrtfn]: 1 rising, -1 falling, 0 both; NULL (default): both for all. Level:
 * beginner. */
GALPHA_EXPORT int GALPHASetRootDirection(void *mem, int *rootdir);
/* Suppresses the warning of root functions that are zero at and after the start. Level:
 * beginner. */
GALPHA_EXPORT int GALPHASetNoInactiveRootWarn(void *mem);
/* rootsfound[nrtfn] of the last event: 1 rising, -1 falling, 0 none. Level: beginner. */
GALPHA_EXPORT int GALPHAGetRootInfo(void *mem, int *rootsfound);
/* Calls of the root functions. Level: beginner. */
GALPHA_EXPORT int GALPHAGetNumGEvals(void *mem, long int *ngevals);

/* ---- options ------------------------------------------------------------- */

/* Every scalar option by its name, e.g. "max_step", "rho_inf"; names, defaults and ranges
 * are in the guide's table of options. GALPHA_ILL_INPUT: no such name, or a value outside
 * the range named in the message. Level: beginner. */
GALPHA_EXPORT int GALPHASetOption(void *mem, const char *name,
                                  sunrealtype value);
GALPHA_EXPORT int GALPHAGetOption(void *mem, const char *name,
                                  sunrealtype *value);

/* ---- names --------------------------------------------------------------- */

/* "GALPHA_SUCCESS" etc.; the caller frees the string, as with IDA. Level: beginner. */
GALPHA_EXPORT char *GALPHAGetReturnFlagName(long int flag);
/* The version as text, in at most len characters. Level: beginner. */
GALPHA_EXPORT int GALPHAGetVersion(char *version, int len);

#ifdef __cplusplus
}
#endif

#endif
