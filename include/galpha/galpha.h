/* GALPHA: the generalized-alpha family of time integrators in the manner of
 * SUNDIALS, for constrained mechanical systems.
 *
 * The mechanical form integrates
 *
 *     M(t,q) v' = f,   q' = v,   0 = g(t,q),   0 = k(t,q,v)
 *
 * with n coordinates q, velocities v, m holonomic constraints g (multipliers
 * lambda) and p nonholonomic constraints k (multipliers psi). Usually
 *
 *     f = f0(t,q,v) - G(t,q)^T lambda - K(t,q,v)^T psi,   G = dg/dq,  K = dk/dv,
 *
 * and the library forms the reactions; a general f(t,q,v,lambda,psi) is
 * accepted as well (GALPHASetGeneralForce).
 *
 * Conventions of every function below:
 *  - mem is the pointer returned by GALPHACreate.
 *  - The return value is GALPHA_SUCCESS (0) or a GALPHA_... code; names and
 *    values equal IDA's where IDA has the same situation. GALPHA_MEM_NULL means
 *    mem was NULL, GALPHA_ILL_INPUT that an argument was refused (the message
 *    says which), GALPHA_NO_MALLOC that the problem was not yet initialized.
 *  - NULL for an optional function, matrix, vector or solver of a GALPHASet function:
 *    as if it had never been called; what then applies is its default. Arguments
 *    that no comment calls optional must not be NULL (GALPHA_ILL_INPUT).
 *  - A call that fails leaves the last accepted step intact; the object can be
 *    used again.
 *  - From inside a callback only functions that tell something and those that set
 *    single options may be called (these count from the next call on); others return
 *    GALPHA_ILL_INPUT, and GALPHAFree waits until the running call returns.
 *  - Sparse matrices: index pointers and indices from 0, checked wherever they come
 *    in (GALPHA_ILL_INPUT, named by block, row or column and index); order free.
 *    Entries stored twice are summed in blocks that a function fills, and refused in
 *    those that the library differences and in the Jacobian of the residual form.
 *  - Callbacks return 0 for success, > 0 for a recoverable failure (the step is
 *    retried with a smaller h) and < 0 to stop the integration.
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
#ifndef GALPHA_GALPHA_H
#define GALPHA_GALPHA_H

#include <stdio.h>

#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>
#include <sundials/sundials_types.h>

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

/* itask of GALPHASolve */
#define GALPHA_NORMAL   1
#define GALPHA_ONE_STEP 2

/* icopt of GALPHACalcIC */
#define GALPHA_YA_YDP_INIT  1 /* residual form: y'' , y', y of orders 2, 1, 0 */
#define GALPHA_Y_INIT       2 /* residual form: all of y, from y' and y'' */
#define GALPHA_ACC_INIT     3 /* a0, lambda0, psi0 from given q0, v0 */
#define GALPHA_PROJECT_INIT 4 /* first move q0, v0 onto the constraints */

/* family of GALPHASetMethod */
#define GALPHA_NEWMARK       1 /* par = { beta, gamma }                       */
#define GALPHA_HHT           2 /* par = { alpha }, alpha = -alpha_f           */
#define GALPHA_CHUNG_HULBERT 3 /* par = { rho }                               */
#define GALPHA_CUSTOM        4 /* par = { alpha_m, alpha_f, beta, gamma }     */

/* formulation of GALPHASetFormulation */
#define GALPHA_SOI2         1
#define GALPHA_SOI2_LITERAL 2
#define GALPHA_INDEX3       3

/* source of GALPHASetMassAlpha */
#define GALPHA_MASS_PREVIOUS   1
#define GALPHA_MASS_RECOMPUTED 2

/* start of GALPHASetStart */
#define GALPHA_START_SHIFTED 1 /* a_alpha = a(t0 + alpha h) to second order   */
#define GALPHA_START_A0      2 /* a_alpha = a(t0)                              */

/* mode of GALPHASetStepChangeCorrection */
#define GALPHA_CORRECT_NONE       0
#define GALPHA_CORRECT_A          1 /* Jay and Negrut (2009), (14), a and w  */
#define GALPHA_CORRECT_WEIGHTS    2 /* Bruls and Arnold (2008), (28)-(29)    */
#define GALPHA_CORRECT_VELOCITIES 3 /* as 1; index 3: on velocities, too */

/* predictor of GALPHASetPredictor */
#define GALPHA_PREDICT_CONSTANT  1
#define GALPHA_PREDICT_LINEAR    2
#define GALPHA_PREDICT_QUADRATIC 3
#define GALPHA_PREDICT_CUBIC     4
#define GALPHA_PREDICT_VARIABLE  5

/* set of GALPHASetStateCoefficients */
#define GALPHA_STATES_FIRST_ORDER  1 /* own rho, Bruls and Arnold (2008), (13) */
#define GALPHA_STATES_SECOND_ORDER 2 /* alpha_m, alpha_f, gamma of method */

/* mode of GALPHASetRedundancy */
#define GALPHA_REDUNDANT_REFUSE     0
#define GALPHA_REDUNDANT_LEAST_NORM 1

/* test of GALPHASetErrorTest */
#define GALPHA_TEST_VELOCITIES 1 /* q and v, each in weights of its own */
#define GALPHA_TEST_POSITIONS  2 /* q, and h v in the weights of q      */

/* rule of GALPHASetControlRule */
#define GALPHA_RULE_DEFAULT 1
#define GALPHA_RULE_GAVREA  2

/* return codes: values as IDA's */
#define GALPHA_SUCCESS         0
#define GALPHA_TSTOP_RETURN    1
#define GALPHA_ROOT_RETURN     2
#define GALPHA_WARNING         99
#define GALPHA_TOO_MUCH_WORK   -1
#define GALPHA_TOO_MUCH_ACC    -2
#define GALPHA_ERR_FAIL        -3
#define GALPHA_CONV_FAIL       -4
#define GALPHA_LINIT_FAIL      -5
#define GALPHA_LSETUP_FAIL     -6
#define GALPHA_LSOLVE_FAIL     -7
#define GALPHA_RES_FAIL        -8
#define GALPHA_REP_RES_ERR     -9
#define GALPHA_RTFUNC_FAIL     -10
#define GALPHA_CONSTR_FAIL     -11
#define GALPHA_FIRST_RES_FAIL  -12
#define GALPHA_LINESEARCH_FAIL -13
#define GALPHA_NO_RECOVERY     -14
#define GALPHA_NLS_INIT_FAIL   -15
#define GALPHA_NLS_SETUP_FAIL  -16
#define GALPHA_NLS_FAIL        -17
#define GALPHA_MEM_NULL        -20
#define GALPHA_MEM_FAIL        -21
#define GALPHA_ILL_INPUT       -22
#define GALPHA_NO_MALLOC       -23
#define GALPHA_BAD_EWT         -24
#define GALPHA_BAD_K           -25
#define GALPHA_BAD_T           -26
#define GALPHA_BAD_DKY         -27
#define GALPHA_VECTOROP_ERR    -28
#define GALPHA_CONTEXT_ERR     -29
#define GALPHALS_SUCCESS       0 /* the same, where IDA has IDALS_SUCCESS */
/* codes beyond IDA's */
#define GALPHA_SINGULAR_JAC    -101 /* M, G, K give a singular matrix */
#define GALPHA_INCONSISTENT_IC -102 /* q0, v0 violate the constraints */

/* Callbacks. Sizes: q, v, f: n; lambda, g: m; psi, k: p. The library zeroes no
 * matrix before a call: fill every entry (for sparse ones pattern and values;
 * a pattern that stays the same is analysed once). user_data is the pointer of
 * GALPHASetUserData. */

/* Mass matrix M(t,q), n x n; it need not be symmetric. */
typedef int (*GALPHAMassFn)(sunrealtype t, N_Vector q, SUNMatrix M,
                            void *user_data);
/* Applied forces f0(t,q,v) without reactions. */
typedef int (*GALPHAForceFn)(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                             void *user_data);
/* All forces f(t,q,v,lambda,psi), reactions included; lambda (psi) is NULL when
 * the problem has no holonomic (nonholonomic) constraints. */
typedef int (*GALPHAGeneralForceFn)(sunrealtype t, N_Vector q, N_Vector v,
                                    N_Vector lambda, N_Vector psi, N_Vector f,
                                    void *user_data);
/* df/dq or df/dv (n x n) of the right-hand side f: a spring k gives -k. In the
 * reaction-forming case f means f0 - G^T lambda - K^T psi; the reactions' share,
 * -d(G^T lambda + K^T psi)/dq or /dv, may be left out: the library recognises that and
 * adds it where the iteration needs it (GALPHASetReactionJac). */
typedef int (*GALPHAForceJacFn)(sunrealtype t, N_Vector q, N_Vector v,
                                N_Vector lambda, N_Vector psi, SUNMatrix J,
                                void *user_data);
/* Holonomic constraints g(t,q). */
typedef int (*GALPHAHolonomicFn)(sunrealtype t, N_Vector q, N_Vector g,
                                 void *user_data);
/* G = dg/dq, m x n. */
typedef int (*GALPHAHolonomicJacFn)(sunrealtype t, N_Vector q, SUNMatrix G,
                                    void *user_data);
/* Nonholonomic constraints k(t,q,v). */
typedef int (*GALPHANonholonomicFn)(sunrealtype t, N_Vector q, N_Vector v,
                                    N_Vector k, void *user_data);
/* dk/dv or dk/dq, p x n. */
typedef int (*GALPHANonholonomicJacFn)(sunrealtype t, N_Vector q, N_Vector v,
                                       SUNMatrix K, void *user_data);
/* Error weights of q (or v): ewt_i > 0, as IDAEwtFn. */
typedef int (*GALPHAEwtFn)(N_Vector y, N_Vector ewt, void *user_data);
/* Root functions, as IDARootFn with y = q and y' = v. */
typedef int (*GALPHARootFn)(sunrealtype t, N_Vector q, N_Vector v,
                            sunrealtype *gout, void *user_data);
/* Right-hand side of first-order states and outputs s beside a mechanism: F_i is
 * s'_i for a state and s_i itself for an output. */
typedef int (*GALPHAStatesFn)(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                              N_Vector F, void *user_data);
/* Applied forces f0(t,q,v,s) that depend on them. */
typedef int (*GALPHAStatesForceFn)(sunrealtype t, N_Vector q, N_Vector v,
                                   N_Vector s, N_Vector f, void *user_data);
/* Residual form. F(t,y,y') as IDAResFn, and F(t,y,y',y''). */
typedef int (*GALPHAResFn)(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                           void *user_data);
typedef int (*GALPHARes2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                            N_Vector ypp, N_Vector r, void *user_data);
/* dF/dy + cj dF/dy', as IDALsJacFn. */
typedef int (*GALPHAJacFn)(sunrealtype t, sunrealtype cj, N_Vector y,
                           N_Vector yp, N_Vector r, SUNMatrix J,
                           void *user_data, N_Vector tmp1, N_Vector tmp2,
                           N_Vector tmp3);
/* The same with three shifts: column i is dF/dy_i + c[0] dF/dy'_i for a component
 * of order 1, dF/dy_i + c[1] dF/dy'_i + c[2] dF/dy''_i for one of order 2 and
 * dF/dy_i for one of order 0. */
typedef int (*GALPHAJac2Fn)(sunrealtype t, const sunrealtype *c, N_Vector y,
                            N_Vector yp, N_Vector ypp, N_Vector r, SUNMatrix J,
                            void *user_data, N_Vector tmp1, N_Vector tmp2,
                            N_Vector tmp3);
/* Jv = F_y v + F_y' vp + F_y'' vpp. vp and vpp are v times the shifts of its
 * components (y'' and vpp are NULL after GALPHAInit). */
typedef int (*GALPHAJacTimes2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                                 N_Vector ypp, N_Vector r, N_Vector v,
                                 N_Vector vp, N_Vector vpp, N_Vector Jv,
                                 void *user_data);
/* Preconditioner of a Krylov solver, as IDALsPrecSetupFn / IDALsPrecSolveFn with
 * the three shifts c in place of cj (c[0] is cj) and y'' (NULL after GALPHAInit).
 */
typedef int (*GALPHAPrecSetup2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                                  N_Vector ypp, N_Vector r,
                                  const sunrealtype *c, void *user_data);
typedef int (*GALPHAPrecSolve2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                                  N_Vector ypp, N_Vector r, N_Vector rhs,
                                  N_Vector z, const sunrealtype *c,
                                  sunrealtype delta, void *user_data);
/* For F(t,y,y'): the shapes of IDALsJacFn, IDALsJacTimesSetupFn,
 * IDALsJacTimesVecFn (Jv = (dF/dy + cj dF/dy') v), IDALsPrecSetupFn and
 * IDALsPrecSolveFn. */
typedef GALPHAJacFn GALPHALsJacFn;
typedef int (*GALPHALsJacTimesSetupFn)(sunrealtype t, N_Vector y, N_Vector yp,
                                       N_Vector r, sunrealtype cj,
                                       void *user_data);
typedef int (*GALPHALsJacTimesVecFn)(sunrealtype t, N_Vector y, N_Vector yp,
                                     N_Vector r, N_Vector v, N_Vector Jv,
                                     sunrealtype cj, void *user_data,
                                     N_Vector tmp1, N_Vector tmp2);
typedef int (*GALPHALsPrecSetupFn)(sunrealtype t, N_Vector y, N_Vector yp,
                                   N_Vector r, sunrealtype cj, void *user_data);
typedef int (*GALPHALsPrecSolveFn)(sunrealtype t, N_Vector y, N_Vector yp,
                                   N_Vector r, N_Vector rhs, N_Vector z,
                                   sunrealtype cj, sunrealtype delta,
                                   void *user_data);
/* Seconds from a moment that does not change. */
typedef sunrealtype (*GALPHAClockFn)(void *clock_data);
/* Receiver of error (code < 0) and warning (code = GALPHA_WARNING) messages. */
typedef void (*GALPHAErrHandlerFn)(int code, const char *module,
                                   const char *function, char *msg,
                                   void *eh_data);

/* ---- life ---------------------------------------------------------------- */

/* A new integrator, or NULL (sunctx NULL or no memory). */
GALPHA_EXPORT void *GALPHACreate(SUNContext sunctx);

/* States the unconstrained part of the problem and the initial values.
 *   mass   M(t,q); NULL: M is constant and its values are taken from M now
 *   M      n x n, dense or sparse (CSC or CSR); copied, still the caller's
 *   force  f0(t,q,v); NULL only if GALPHASetGeneralForce or
 *          GALPHASetStates follows
 *   q0,v0  coordinates and velocities at t0, length n; copied
 * Errors: GALPHA_ILL_INPUT (a NULL argument, a size that does not match - the
 * message names the block -, a matrix neither dense nor sparse, an N_Vector
 * without a needed operation), GALPHA_MEM_FAIL. Call once; GALPHAReInit after. */
GALPHA_EXPORT int GALPHAInitMech(void *mem, GALPHAMassFn mass, SUNMatrix M,
                                 GALPHAForceFn force, sunrealtype t0,
                                 N_Vector q0, N_Vector v0);

/* Adds the holonomic constraints. Before the first GALPHACalcIC or GALPHASolve.
 *   lambda0  length m, a guess (0 is fine: GALPHACalcIC computes lambda)
 *   G        m x n, dense or sparse: pattern of G; copied
 *   Gfn      NULL: G is differenced (dense pattern or that of G) */
GALPHA_EXPORT int GALPHASetHolonomic(void *mem, N_Vector lambda0,
                                     GALPHAHolonomicFn g, SUNMatrix G,
                                     GALPHAHolonomicJacFn Gfn);
/* g_t = dg/dt at fixed q, for moving constraints. NULL (default): differenced in t
 * (exactly 0 where g does not depend on t) at four calls of g a step. */
GALPHA_EXPORT int GALPHASetHolonomicRate(void *mem, GALPHAHolonomicFn gt);
/* onoff = SUNTRUE declares that g does not depend on t (default SUNFALSE). */
GALPHA_EXPORT int GALPHASetScleronomic(void *mem, int onoff);
/* onoff = SUNTRUE declares that G is constant, g linear in q (default SUNFALSE): G is
 * evaluated once after each start. */
GALPHA_EXPORT int GALPHASetConstantG(void *mem, int onoff);

/* Adds the nonholonomic constraints; K = dk/dv, p x n, as G above. */
GALPHA_EXPORT int GALPHASetNonholonomic(void *mem, N_Vector psi0,
                                        GALPHANonholonomicFn k, SUNMatrix K,
                                        GALPHANonholonomicJacFn Kfn);
/* dk/dq, p x n, for the iteration matrix. NULL (default): differenced when the blocks
 * are dense, left out when they are sparse (its share is O(h)). Zero: option
 * dk_dq_zero. */
GALPHA_EXPORT int GALPHASetNonholonomicJacPos(void *mem, SUNMatrix Kq,
                                              GALPHANonholonomicJacFn Kqfn);

/* df/dq and df/dv for the iteration matrix. Jfn NULL: differenced with the
 * pattern of the matrix (columns that do not meet are perturbed together). NULL matrix
 * (default): differenced; with sparse blocks the pattern is found at the first Jacobian
 * by 2n + 1 force evaluations each. Zero derivatives: options df_dq_zero, df_dv_zero. */
GALPHA_EXPORT int GALPHASetForceJacPos(void *mem, SUNMatrix Fq,
                                       GALPHAForceJacFn Fqfn);
GALPHA_EXPORT int GALPHASetForceJacVel(void *mem, SUNMatrix Fv,
                                       GALPHAForceJacFn Fvfn);

/* The geometric stiffness of the reactions, R = d(G^T lambda + K^T psi)/dq at fixed
 * lambda and psi, n x n, for the iteration matrix. It counts as a stiffness: a mass m
 * that hangs on a rod of length L has R = (m g/L) I in x and y, where -R belongs to df/dq.
 * Motion that comes to rest or is slow needs it: without it the step stays below about
 * sqrt(mass/R).
 *   NULL (default): where Newton's iteration is slow for want of R it is formed
 * by differences of G and K along a pattern that is found then, unless one random
 * direction tells that df/dq holds it already. Few evaluations: columns that do not
 * meet are moved together.
 *   R, Rfn   R is filled by Rfn (signature of df/dq, but for the sign) for every
 *            matrix; df/dq must not hold it, too. Only d(K^T psi)/dv is differenced.
 *   R, NULL  differenced in the pattern of R, where it is needed
 * Option reaction_jac = 0: nothing is added; df/dq and df/dv (GALPHASetForceJacPos,
 * GALPHASetForceJacVel) contain the reactions' share, or are to do without it.
 * GALPHACheckJacobian compares R, and a df/dq beside it with f0 alone.
 * Before the first step; also after GALPHAInitMechTimes (NULL only), where products
 * get one with G^T more. Errors: GALPHA_ILL_INPUT (size, kind of matrix; R together with
 * GALPHASetGeneralForce, whose df/dq is complete by itself), GALPHA_MEM_FAIL. */
GALPHA_EXPORT int GALPHASetReactionJac(void *mem, SUNMatrix R,
                                       GALPHAForceJacFn Rfn);

/* f(t,q,v,lambda,psi) in place of f0 and the library's reactions; Fr is
 * n x (m+p), [df/dlambda df/dpsi]; Frfn NULL: differenced. After the
 * constraints are set; NULL (default): f0 and the library's reactions. A force function given to GALPHAInitMech is not called, and
 * a warning tells so. */
GALPHA_EXPORT int GALPHASetGeneralForce(void *mem, GALPHAGeneralForceFn f,
                                        SUNMatrix Fr, GALPHAForceJacFn Frfn);

/* Adds first-order states and outputs s (controllers, hydraulics): s' = F for
 * components of order 1, s = F for outputs (order 0), by the recursion of Bruls and Arnold
 * (2008), (6), (9) inside the same steps.
 *   s0     values at t0, length r; outputs are solved for at the start
 *   order  0 or 1 per component; NULL: all 1
 *   f      forces f0(t,q,v,s) in place of those of GALPHAInitMech (give NULL there: a
 *          warning tells of a force function that is not called)
 * Derivatives to s and of F are differenced. Not with GALPHASetGeneralForce.
 * Source: Bruls and Arnold (2008), (3), (4), (6), (9). */
GALPHA_EXPORT int GALPHASetStates(void *mem, N_Vector s0, N_Vector order,
                                  GALPHAStatesFn F, GALPHAStatesForceFn f);
/* New values of s for the next start (after GALPHAReInit; otherwise the present
 * ones stay). */
GALPHA_EXPORT int GALPHASetStateValues(void *mem, N_Vector s0);
/* s at t inside the last step (linear in between). */
GALPHA_EXPORT int GALPHAGetStates(void *mem, sunrealtype t, N_Vector s);

/* Residual form F(t,y,y') = 0 (GALPHAInit, IDAInit's shape) or F(t,y,y',y'') = 0
 * (GALPHAInit2), solved by the acceleration recursion of Bruls and Arnold (2008),
 * (5)-(9). y0 and yp0 are copied; ypp0 is y'' where it is known; NULL: solved for, or,
 * in index 3, found by two steps of backward Euler. Wherever functions of the
 * mechanical form take q and v, y and y' stand in the residual form. Errors as
 * GALPHAInitMech. */
GALPHA_EXPORT int GALPHAInit(void *mem, GALPHAResFn res, sunrealtype t0,
                             N_Vector y0, N_Vector yp0);
GALPHA_EXPORT int GALPHAInit2(void *mem, GALPHARes2Fn res, sunrealtype t0,
                              N_Vector y0, N_Vector yp0, N_Vector ypp0);
/* Differential order of each component: 0 (multipliers, outputs), 1 (states) or 2
 * (coordinates). Default after GALPHAInit2: 2; after GALPHAInit: 1, but 0 where no
 * y'_i is in F (NULL: this default; as far as the matrix of the linear solver, or with at most 50
 * components F itself, shows it). Called before the start. Any other value:
 * GALPHA_ILL_INPUT. */
GALPHA_EXPORT int GALPHASetDiffOrder(void *mem, N_Vector order);
/* As IDASetId, after GALPHAInit: 1 differential, 0 algebraic. Unlike
 * GALPHASetDiffOrder it is a hint: where F contains the y'_i of a component with
 * 0, the component is taken as differential. NULL: as if never called. */
GALPHA_EXPORT int GALPHASetId(void *mem, N_Vector id);
/* onoff = SUNTRUE leaves components of order 0 out of the error test, as
 * GALPHASetTestAlgebraic(mem, 0), and, as in IDA, whatever GALPHASetId calls
 * algebraic: velocities, say. */
GALPHA_EXPORT int GALPHASetSuppressAlg(void *mem, int onoff);
/* Inequalities on y (residual form), as IDASetConstraints: 0 none, 1: y_i >= 0,
 * -1: y_i <= 0, 2: y_i > 0, -2: y_i < 0; NULL: none. A step that violates one is
 * retried smaller, or, where the violation is within Newton's tolerance, moved onto
 * the bound. Errors: GALPHA_ILL_INPUT (another value); later from GALPHASolve
 * GALPHA_ILL_INPUT (violated by y0), GALPHA_CONSTR_FAIL. */
GALPHA_EXPORT int GALPHASetConstraints(void *mem, N_Vector constraints);
/* Spectral radius at infinity of the first-order states; default 0.5. */
GALPHA_EXPORT int GALPHASetRhoInfState(void *mem, sunrealtype rho);
/* delta_m, delta_f, theta of the first-order states, here and beside a mechanism:
 * those of GALPHASetRhoInfState (default) or, for comparisons, alpha_m, alpha_f,
 * gamma of the second-order method. The radius at infinity of the latter set is the
 * larger of |alpha_f/(1-alpha_f)| and |(1-gamma)/gamma|: for Chung-Hulbert max(rho,
 * |1-3rho|/(3-rho)), more than rho below rho = 3 - sqrt(8) = 0.17. */
GALPHA_EXPORT int GALPHASetStateCoefficients(void *mem, int set);
/* Jacobian of the residual form; NULL (default): differenced (dense, band or with the
 * pattern of a sparse matrix; dense by default). After GALPHAInit or GALPHAInit2.
 */
GALPHA_EXPORT int GALPHASetJacFn(void *mem, GALPHAJacFn jac);
GALPHA_EXPORT int GALPHASetJac2Fn(void *mem, GALPHAJac2Fn jac);
/* Krylov solvers (GALPHASetLinearSolver with A = NULL): J times v, NULL:
 * differenced; preconditioner, psetup may be NULL. */
GALPHA_EXPORT int GALPHASetJacTimes2(void *mem, GALPHAJacTimes2Fn jtimes);
GALPHA_EXPORT int GALPHASetPreconditioner2(void *mem, GALPHAPrecSetup2Fn psetup,
                                           GALPHAPrecSolve2Fn psolve);
/* The same after GALPHAInit, in IDA's shapes; jtsetup may be NULL. */
GALPHA_EXPORT int GALPHASetJacTimes(void *mem, GALPHALsJacTimesSetupFn jtsetup,
                                    GALPHALsJacTimesVecFn jtimes);
GALPHA_EXPORT int GALPHASetPreconditioner(void *mem, GALPHALsPrecSetupFn psetup,
                                          GALPHALsPrecSolveFn psolve);
/* Another residual for the differenced J v (GALPHASetJacTimes with jtimes NULL);
 * NULL: the problem's own. */
GALPHA_EXPORT int GALPHASetJacTimesResFn(void *mem, GALPHAResFn res);
/* Another residual inside Newton's iteration; NULL: the problem's own. */
GALPHA_EXPORT int GALPHASetNlsResFn(void *mem, GALPHAResFn res);
/* Krylov solvers: tolerance as a share of Newton's (default 0.05), factor between
 * the norms of the linear solver and of Newton (0: sqrt of the length, default;
 * < 0: measured, the dot product of a vector of ones), increment of the
 * differenced J v times 1/||v|| (default 1). Share > 0 and at most 1; 0 restores
 * the default. */
GALPHA_EXPORT int GALPHASetEpsLin(void *mem, sunrealtype eplifac);
GALPHA_EXPORT int GALPHASetLSNormFactor(void *mem, sunrealtype nrmfac);
GALPHA_EXPORT int GALPHASetIncrementFactor(void *mem, sunrealtype dqincfac);
/* onoff = SUNTRUE multiplies a correction by 2/(1 + cj/cj_J) when the matrix was
 * built for another shift cj_J (components of order 1 only), IDA's default. Here
 * the default is SUNFALSE: unscaled corrections meet linear equations exactly. */
GALPHA_EXPORT int GALPHASetLinearSolutionScaling(void *mem, int onoff);
/* How components of order 0 count in the error test: 0 not; 1, 2, 3: as of index 1
 * (in full), 2 (times |h|) or 3 (times h^2); -1 (default): in full where no
 * component is of order 2, else not, since multipliers of index 3 jump with the
 * step. */
GALPHA_EXPORT int GALPHASetTestAlgebraic(void *mem, int mode);

/* New initial values of the same problem; options, solvers and states s stay, y''
 * of the residual form is forgotten. */
GALPHA_EXPORT int GALPHAReInit(void *mem, sunrealtype t0, N_Vector q0,
                               N_Vector v0);
/* The same with y'' (or NULL, not known), after GALPHAInit2. */
GALPHA_EXPORT int GALPHAReInit2(void *mem, sunrealtype t0, N_Vector y0,
                                N_Vector yp0, N_Vector ypp0);
GALPHA_EXPORT void GALPHAFree(void **mem);

/* ---- tolerances ---------------------------------------------------------- */

/* Weights 1/(rtol |q_i| + atol_i) of the positions and, by the same rtol and atol,
 * 1/(rtol |v_i| + atol_i) of the velocities, both tested as in IDA (residual form:
 * of y, and of y' where the component is of order 2); an efun is called once with q
 * and once with v. The ...Vel functions give velocities tolerances of their own,
 * and choose GALPHA_TEST_VELOCITIES. 0 <= rtol < 1, atol >= 0 with no weight zero.
 * Required unless a fixed step is set (then 1e-6, 1e-9 serve Newton's iteration). */
GALPHA_EXPORT int GALPHASStolerances(void *mem, sunrealtype rtol,
                                     sunrealtype atol);
GALPHA_EXPORT int GALPHASVtolerances(void *mem, sunrealtype rtol,
                                     N_Vector atol);
GALPHA_EXPORT int GALPHAWFtolerances(void *mem, GALPHAEwtFn efun);
GALPHA_EXPORT int GALPHASStolerancesVel(void *mem, sunrealtype rtol,
                                        sunrealtype atol);
GALPHA_EXPORT int GALPHASVtolerancesVel(void *mem, sunrealtype rtol,
                                        N_Vector atol);
GALPHA_EXPORT int GALPHAWFtolerancesVel(void *mem, GALPHAEwtFn efun);
/* What the error test looks at. GALPHA_TEST_VELOCITIES (default): q and v.
 * GALPHA_TEST_POSITIONS: q, and of velocities h times their error against the
 * tolerances of q, so that oscillations too fast to matter for the motion do not
 * dictate the step; v is then not accurate to the tolerances, and those of the ...Vel
 * functions rest. Of this call and of theirs the last decides. At any time; without
 * effect after GALPHAInit (y alone is tested) and with fixed steps. */
GALPHA_EXPORT int GALPHASetErrorTest(void *mem, int test);
/* Scalar tolerances of the states; default: those of q when they are scalar, else
 * 1e-6, 1e-9. */
GALPHA_EXPORT int GALPHASStolerancesStates(void *mem, sunrealtype rtol,
                                           sunrealtype atol);
/* Lets lambda and psi steer the step (they reject none): by their change or, in index 3
 * with g, where they jump with h, by the multipliers that h^2/2 times the fourth
 * derivative of q needs across the constraints. Unit: rtol |lambda| + atol, |lambda| the
 * largest; rtol = atol = 0 takes them out again (default). */
GALPHA_EXPORT int GALPHASetMultiplierTolerances(void *mem, sunrealtype rtol,
                                                sunrealtype atol);

/* ---- method -------------------------------------------------------------- */

/* Chung-Hulbert coefficients of spectral radius rho at infinity, 0 <= rho <= 1;
 * default 0.6. rho = 1 (no damping) with constraints is weakly unstable: a
 * warning is given. */
GALPHA_EXPORT int GALPHASetRhoInf(void *mem, sunrealtype rho);
/* A family and its parameters (see the constants). Admissible: Newmark beta > 0,
 * gamma >= 1/2; HHT -1/3 <= alpha <= 0; custom alpha_m <= 1/2, alpha_f < 1,
 * beta > 0, gamma > 0. */
GALPHA_EXPORT int GALPHASetMethod(void *mem, int family,
                                  const sunrealtype *par);
/* Highest order, 1 to 5: 1 means backward Euler for F(t,y,y'), 2 the
 * generalized-alpha method (default); 3 to 5 are accepted and mean 2. Without effect
 * on other forms. */
GALPHA_EXPORT int GALPHASetMaxOrd(void *mem, int maxord);
/* coef[4] = { alpha_m, alpha_f, beta, gamma } in use. */
GALPHA_EXPORT int GALPHAGetMethod(void *mem, sunrealtype *coef);
/* GALPHA_SOI2 (default), GALPHA_SOI2_LITERAL (Jay and Negrut (2009), (13)) or
 * GALPHA_INDEX3. */
GALPHA_EXPORT int GALPHASetFormulation(void *mem, int formulation);
/* M_alpha of Jay and Negrut (2009), (13d): that of the previous step (default), or
 * recomputed. */
GALPHA_EXPORT int GALPHASetMassAlpha(void *mem, int source);
/* What keeps order 2 when h changes: GALPHA_CORRECT_VELOCITIES (default), Jay and
 * Negrut (2009), (14) and, in index 3, a correction of velocities, for the multipliers;
 * GALPHA_CORRECT_A, Jay and Negrut (2009), (14) alone; GALPHA_CORRECT_WEIGHTS, the
 * weights of Bruls and Arnold (2008), (28)-(29); GALPHA_CORRECT_NONE, nothing (to see
 * what it does). With the weights, controlled steps are not reduced beyond s_min =
 * |alpha_m/(1-alpha_m)| (states: delta_m) times the last, unless one fails that is
 * hardly longer than that, or fails twice. */
GALPHA_EXPORT int GALPHASetStepChangeCorrection(void *mem, int mode);
GALPHA_EXPORT int GALPHASetStart(void *mem, int start);
/* Degree of the polynomial that Newton's iteration starts from (Gavrea et al. (2005),
 * section 4.5), 1 by default; or chosen in each step. Iteration counts alone depend on
 * it. */
GALPHA_EXPORT int GALPHASetPredictor(void *mem, int predictor);

/* ---- steps --------------------------------------------------------------- */

/* h > 0: constant step h, no error test; h = 0: error control (default). May be
 * changed between any two GALPHASolve calls. In NORMAL mode outputs are
 * interpolated; the step itself is never shortened except at the stop time. */
GALPHA_EXPORT int GALPHASetFixedStep(void *mem, sunrealtype h);
GALPHA_EXPORT int GALPHASetInitStep(void *mem, sunrealtype h0);
GALPHA_EXPORT int GALPHASetMinStep(void *mem, sunrealtype hmin);
GALPHA_EXPORT int GALPHASetMaxStep(void *mem, sunrealtype hmax);
/* Steps in one call of GALPHASolve; default (and for 0) 100000; < 0: no limit. */
GALPHA_EXPORT int GALPHASetMaxNumSteps(void *mem, long int mxsteps);
GALPHA_EXPORT int GALPHASetStopTime(void *mem, sunrealtype tstop);
GALPHA_EXPORT int GALPHAClearStopTime(void *mem);
GALPHA_EXPORT int GALPHASetMaxErrTestFails(void *mem, int maxnef); /* 10 */
GALPHA_EXPORT int GALPHASetMaxConvFails(void *mem, int maxncf);    /* 10 */
GALPHA_EXPORT int GALPHASetMaxHnilWarns(void *mem, int mxhnil);    /* 10 */
GALPHA_EXPORT int GALPHASetSafetyFactor(void *mem, sunrealtype safety);
#ifdef GALPHA_HAVE_ADAPTCONTROLLER
/* A SUNAdaptController of SUNDIALS (of type SUN_ADAPTCONTROLLER_H, else
 * GALPHA_ILL_INPUT) in place of the built-in one; still the caller's; NULL returns
 * to the built-in one. */
GALPHA_EXPORT int GALPHASetAdaptController(void *mem, SUNAdaptController C);
#endif

/* ---- algebra ------------------------------------------------------------- */

/* User's own linear solver and matrix of size n+m+p, states added (dense or
 * sparse; in the residual form any matrix, or NULL for Krylov solvers). Both NULL
 * (default; before the start): dense when all blocks are dense, KLU (AMD ordering) as soon as one is
 * sparse. */
GALPHA_EXPORT int GALPHASetLinearSolver(void *mem, SUNLinearSolver LS,
                                        SUNMatrix A);
/* Sparse systems of the mechanical form by L D L^T
 * (galpha_sunlinsol_ldlt.h): 0 never (KLU), 1 always, -1 (default) where factorising
 * dominates. Where the matrix is not symmetric, it is KLU all the same. Before the
 * start. */
GALPHA_EXPORT int GALPHASetLDLT(void *mem, int onoff);
/* Constraints that depend on others: GALPHA_REDUNDANT_REFUSE (default), the start ends
 * in GALPHA_SINGULAR_JAC, which names them; GALPHA_REDUNDANT_LEAST_NORM goes on, with
 * the multipliers of least norm (rows weighted as if of equal length), by a matrix with
 * a small block -delta D in the place of the multipliers; m + p may then exceed n. Rows
 * that contradict each other still end in GALPHA_INCONSISTENT_IC, or in mid-run in
 * GALPHA_SINGULAR_JAC. Mechanical form by matrices whose reactions are G^T lambda and
 * K^T psi; before the start. Errors: GALPHA_ILL_INPUT. Option redundancy. */
GALPHA_EXPORT int GALPHASetRedundancy(void *mem, int mode);
/* User's own nonlinear solver (root-finding type); NULL (default): Newton. Its vectors
 * are clones of a serial vector of length n+m+p. */
GALPHA_EXPORT int GALPHASetNonlinearSolver(void *mem, SUNNonlinearSolver NLS);
GALPHA_EXPORT int GALPHASetMaxNonlinIters(void *mem, int maxcor); /* 7 */
/* Newton's tolerance as a fraction of the error tolerance; default 2e-3, in controlled
 * steps with a direct solver, but of SOI2 to the letter, up to 1e-2 for positions of
 * many tolerances. After GALPHAInit 0.05, in such steps 0.33 where no algebraic
 * component is in the error test. */
GALPHA_EXPORT int GALPHASetNonlinConvCoef(void *mem, sunrealtype epcon);
/* onoff = SUNTRUE declares that each step is a linear system: the first correction
 * is taken as final (default SUNFALSE). */
GALPHA_EXPORT int GALPHASetLinear(void *mem, int onoff);
/* onoff = SUNFALSE takes out the line search that follows where Newton's iteration
 * has failed with a new matrix (default SUNTRUE; not with a SUNNonlinearSolver of the
 * caller's). Source: Deuflhard, Newton Methods for Nonlinear Problems (2004), 3.3. */
GALPHA_EXPORT int GALPHASetLineSearch(void *mem, int onoff);
/* GALPHA_RULE_GAVREA: the corrector stops by Gavrea et al. (2005), (35) (36b), c =
 * 0.001; the step is judged by Gavrea et al. (2005), (36c) on positions alone, with
 * weights eps max(1, largest |q_i| so far), eps the rtol of scalar tolerances; h
 * changes by (36d). Meant for Newmark in index 3 (Gavrea et al. (2005), section 4.6).
 * Default: GALPHA_RULE_DEFAULT. Before the start. */
GALPHA_EXPORT int GALPHASetControlRule(void *mem, int rule);
/* onoff = SUNTRUE keeps a copy of the iteration matrix for GALPHAGetJac (default
 * SUNFALSE). Before the start. */
GALPHA_EXPORT int GALPHASetKeepJac(void *mem, int onoff);
/* onoff = SUNTRUE (default): where a fifth of the last hundred attempts at steps could
 * not be solved, or steps collapse, the user's derivatives are compared with
 * differences along one direction; one that is wrong is named in one warning. */
GALPHA_EXPORT int GALPHASetCheckWhenSlow(void *mem, int onoff);
/* Steps after which the iteration matrix is rebuilt; 0 or 1: each step; -1
 * (default): as long as keeping it pays, at most 20, learnt from the iterations that
 * steps take and from the fill (mechanisms of at most 50 unknowns: each step). Slow
 * convergence and changes of h rebuild it earlier. */
GALPHA_EXPORT int GALPHASetMaxJacobianAge(void *mem, long int age);
/* With a clock what a new matrix costs is measured, in residuals and back-solves, in
 * place of the estimate from the fill: for models whose derivatives are dear and for
 * linear solvers of other kinds. Steps then depend on what it says: by the machine's
 * clock on its load. Fine resolution; on parallel vectors the same on all processes.
 * Spans that are not finite or negative are passed over. NULL (default): none. */
GALPHA_EXPORT int GALPHASetClock(void *mem, GALPHAClockFn clock,
                                 void *clock_data);
/* Compares what the user gave of G, K, dk/dq, df/dq, df/dv, df/d(lambda, psi), g_t
 * (or that g does not depend on t), in the residual form dF/dy, dF/dy' and dF/dy''
 * inside the Jacobian or J v, with central differences, at the last accepted state
 * (before the start: at the initial values, and the problem is fixed then).
 *   tol     an entry is wrong when |given - difference| > tol (|given| +
 *           |difference| + the smaller of the largest differences in its row and
 *           its column), apart from the estimated error of the difference; <= 0:
 *           1e-6. Below 1.
 *   nwrong  number of wrong entries; may be NULL
 * Names up to 10 entries of a block by row and column (from 0), given value,
 * difference, relative deviation; a block of opposite sign or transposed; entries
 * missing in a sparse pattern (also of blocks that are differenced). Where the
 * library forms the reactions, df/dq and df/dv may be those of f0 or of
 * f0 - G^T lambda - K^T psi, each as a whole. What is zero at this state only is
 * not seen to be missing: check where things move and multipliers are not zero.
 * 4 to 14 evaluations of the functions for each column; the integration goes on as
 * without the check. Returns GALPHA_SUCCESS, GALPHA_WARNING (something is wrong),
 * GALPHA_ILL_INPUT (tol, vectors that are not one array, errors of the statement
 * of the problem), GALPHA_RES_FAIL (a callback failed), GALPHA_MEM_FAIL. */
GALPHA_EXPORT int GALPHACheckJacobian(void *mem, sunrealtype tol,
                                      long int *nwrong);

/* ---- start --------------------------------------------------------------- */

/* Consistent start: computes a0, lambda0, psi0, with GALPHA_PROJECT_INIT after
 * moving q0, v0 onto the constraints (least change in the mass norm). tout1 is
 * any later output time. GALPHASolve calls it with GALPHA_ACC_INIT if the user
 * did not. Errors: GALPHA_INCONSISTENT_IC (names the worst row),
 * GALPHA_SINGULAR_JAC (names rows), GALPHA_FIRST_RES_FAIL, GALPHA_RES_FAIL. */
GALPHA_EXPORT int GALPHACalcIC(void *mem, int icopt, sunrealtype tout1);
GALPHA_EXPORT int GALPHAGetConsistentIC(void *mem, N_Vector q0, N_Vector v0);
/* Newton's iteration of GALPHA_YA_YDP_INIT and GALPHA_Y_INIT, as IDA's options of
 * the same names: its tolerance as a share of the error tolerances (0.0033), step
 * sizes, matrices and iterations tried (5, 4, 10), the line search (on) with its
 * bound on back-tracks (100) and its smallest step (unit roundoff^(2/3)). */
GALPHA_EXPORT int GALPHASetNonlinConvCoefIC(void *mem, sunrealtype epiccon);
GALPHA_EXPORT int GALPHASetMaxNumStepsIC(void *mem, int maxnh);
GALPHA_EXPORT int GALPHASetMaxNumJacsIC(void *mem, int maxnj);
GALPHA_EXPORT int GALPHASetMaxNumItersIC(void *mem, int maxnit);
GALPHA_EXPORT int GALPHASetLineSearchOffIC(void *mem, int lsoff);
GALPHA_EXPORT int GALPHASetMaxBacksIC(void *mem, int maxbacks);
GALPHA_EXPORT int GALPHASetStepToleranceIC(void *mem, sunrealtype steptol);
GALPHA_EXPORT int GALPHAGetNumBacktrackOps(void *mem, long int *nbacktr);
/* max |change| of q0 and of v0 in the last GALPHA_PROJECT_INIT. */
GALPHA_EXPORT int GALPHAGetProjection(void *mem, sunrealtype *dq,
                                      sunrealtype *dv);

/* ---- integration and output ---------------------------------------------- */

/* As IDASolve: integrates to tout (GALPHA_NORMAL: *tret becomes tout itself, unless an
 * event, a stop time or an error comes first) or over one step (GALPHA_ONE_STEP); q
 * and v receive the solution at *tret. */
GALPHA_EXPORT int GALPHASolve(void *mem, sunrealtype tout, sunrealtype *tret,
                              N_Vector q, N_Vector v, int itask);
/* q (k=0), v (k=1), v' (k=2) at t inside the last step. */
GALPHA_EXPORT int GALPHAGetDky(void *mem, sunrealtype t, int k, N_Vector dky);
/* Physical acceleration v' at t inside the last step, order 2. */
GALPHA_EXPORT int GALPHAGetAcceleration(void *mem, sunrealtype t, N_Vector a);
/* a_{n+alpha} and the time t_n + alpha h that it belongs to. */
GALPHA_EXPORT int GALPHAGetAlgorithmicAcceleration(void *mem,
                                                   sunrealtype *talpha,
                                                   N_Vector a);
/* lambda and psi at t inside the last step; either may be NULL. */
GALPHA_EXPORT int GALPHAGetMultipliers(void *mem, sunrealtype t,
                                       N_Vector lambda, N_Vector psi);

/* Rootfinding, as IDARootInit and companions. */
GALPHA_EXPORT int GALPHARootInit(void *mem, int nrtfn, GALPHARootFn g);
GALPHA_EXPORT int GALPHASetRootDirection(void *mem, int *rootdir);
GALPHA_EXPORT int GALPHASetNoInactiveRootWarn(void *mem);
GALPHA_EXPORT int GALPHAGetRootInfo(void *mem, int *rootsfound);
GALPHA_EXPORT int GALPHAGetNumGEvals(void *mem, long int *ngevals);

/* ---- options and statistics ---------------------------------------------- */

GALPHA_EXPORT int GALPHASetUserData(void *mem, void *user_data);
GALPHA_EXPORT int GALPHASetErrHandlerFn(void *mem, GALPHAErrHandlerFn ehfun,
                                        void *eh_data);
/* Stream of the default handler, stderr until the first call; NULL: no stream, nothing
 * is printed. A handler that is NULL (default) is the default handler. */
GALPHA_EXPORT int GALPHASetErrFile(void *mem, FILE *errfp);
/* Every scalar option under its name, e.g. "max_step", "rho_inf"; the list is in
 * the guide. GALPHA_ILL_INPUT: unknown name or value outside the range named in
 * the message. */
GALPHA_EXPORT int GALPHASetOption(void *mem, const char *name,
                                  sunrealtype value);
GALPHA_EXPORT int GALPHAGetOption(void *mem, const char *name,
                                  sunrealtype *value);

GALPHA_EXPORT int GALPHAGetNumSteps(void *mem, long int *nsteps);
/* Evaluations of the dynamic equation (calls of the force function for it). */
GALPHA_EXPORT int GALPHAGetNumResEvals(void *mem, long int *nres);
/* Builds of the iteration matrix, and factorisations of it. */
GALPHA_EXPORT int GALPHAGetNumJacEvals(void *mem, long int *njev);
GALPHA_EXPORT int GALPHAGetNumLinSolvSetups(void *mem, long int *nlinsetups);
GALPHA_EXPORT int GALPHAGetNumLinSolves(void *mem, long int *nsolves);
GALPHA_EXPORT int GALPHAGetNumErrTestFails(void *mem, long int *netfails);
GALPHA_EXPORT int GALPHAGetNumNonlinSolvIters(void *mem, long int *nni);
GALPHA_EXPORT int GALPHAGetNumNonlinSolvConvFails(void *mem,
                                                  long int *nncfails);
GALPHA_EXPORT int GALPHAGetNumStepSolveFails(void *mem, long int *ncfn);
GALPHA_EXPORT int GALPHAGetActualInitStep(void *mem, sunrealtype *hinused);
GALPHA_EXPORT int GALPHAGetLastStep(void *mem, sunrealtype *hlast);
GALPHA_EXPORT int GALPHAGetCurrentStep(void *mem, sunrealtype *hcur);
GALPHA_EXPORT int GALPHAGetCurrentTime(void *mem, sunrealtype *tcur);
/* *J: the iteration matrix last built, before factorising; the library's, good
 * until the next call of GALPHASolve. t_J: the time of its derivatives. c: its
 * shifts. Residual form: those of GALPHAJacFn and GALPHAJac2Fn. Mechanical form: J
 * = [(1 - alpha_m) M - (1 - alpha_f)(c[0] df/dq + c[1] df/dv), G^T; G, 0], c[2] = 1.
 * GALPHA_ILL_INPUT: none was built; GALPHAGetJac also: none is kept
 * (GALPHASetKeepJac), or the linear solver works without a matrix. */
GALPHA_EXPORT int GALPHAGetJac(void *mem, SUNMatrix *J);
GALPHA_EXPORT int GALPHAGetJacTime(void *mem, sunrealtype *t_J);
GALPHA_EXPORT int GALPHAGetJacShifts(void *mem, sunrealtype c[3]);
/* Residual form: cj = c[0] of GALPHAGetJacShifts, and the step in which it was
 * built. */
GALPHA_EXPORT int GALPHAGetJacCj(void *mem, sunrealtype *cj_J);
GALPHA_EXPORT int GALPHAGetJacNumSteps(void *mem, long int *nst_J);
/* Linear solver: its last return value (the caller frees the name), iterations,
 * solves that did not converge; calls of the preconditioner, of J v and of
 * residuals for differenced J or J v. */
GALPHA_EXPORT int GALPHAGetLastLinFlag(void *mem, long int *flag);
GALPHA_EXPORT char *GALPHAGetLinReturnFlagName(long int flag);
GALPHA_EXPORT int GALPHAGetLinWorkSpace(void *mem, long int *lenrw,
                                        long int *leniw);
GALPHA_EXPORT int GALPHAGetNumLinIters(void *mem, long int *nliters);
GALPHA_EXPORT int GALPHAGetNumLinConvFails(void *mem, long int *nlcfails);
GALPHA_EXPORT int GALPHAGetNumPrecEvals(void *mem, long int *npevals);
GALPHA_EXPORT int GALPHAGetNumPrecSolves(void *mem, long int *npsolves);
GALPHA_EXPORT int GALPHAGetNumJTSetupEvals(void *mem, long int *njtsetups);
GALPHA_EXPORT int GALPHAGetNumJtimesEvals(void *mem, long int *njvevals);
GALPHA_EXPORT int GALPHAGetNumLinResEvals(void *mem, long int *nrevalsLS);
/* What a linear or nonlinear solver of the user's needs in the residual form, as
 * IDA's functions of the same names: the shift of the step being tried, where the
 * last residual was evaluated (vectors of the library), y and y' for a correction
 * ycor. Before the start, cj is that of the initial conditions' last attempt. */
GALPHA_EXPORT int GALPHAGetCurrentCj(void *mem, sunrealtype *cj);
GALPHA_EXPORT int GALPHAGetCurrentY(void *mem, N_Vector *y);
GALPHA_EXPORT int GALPHAGetCurrentYp(void *mem, N_Vector *yp);
GALPHA_EXPORT int GALPHAComputeY(void *mem, N_Vector ycor, N_Vector y);
GALPHA_EXPORT int GALPHAComputeYp(void *mem, N_Vector ycor, N_Vector yp);
GALPHA_EXPORT int GALPHAGetNonlinearSystemData(void *mem, sunrealtype *tcur,
                                               N_Vector *yypred,
                                               N_Vector *yppred, N_Vector *yyn,
                                               N_Vector *ypn, N_Vector *res,
                                               sunrealtype *cj,
                                               void **user_data);
/* Order of the last and of the next step: 1 (backward Euler) or 2; 0 before the
 * first. */
GALPHA_EXPORT int GALPHAGetLastOrder(void *mem, int *klast);
GALPHA_EXPORT int GALPHAGetCurrentOrder(void *mem, int *kcur);
/* By how much tolerances would have to grow (1: they are fine). */
GALPHA_EXPORT int GALPHAGetTolScaleFactor(void *mem, sunrealtype *tolsfac);
GALPHA_EXPORT int GALPHAGetUserData(void *mem, void **user_data);
GALPHA_EXPORT int GALPHAGetIntegratorStats(
  void *mem, long int *nsteps, long int *nres, long int *nlinsetups,
  long int *netfails, int *klast, int *kcur, sunrealtype *hinused,
  sunrealtype *hlast, sunrealtype *hcur, sunrealtype *tcur);
GALPHA_EXPORT int GALPHAGetNonlinSolvStats(void *mem, long int *nni,
                                           long int *nncfails);
/* Convergence rate seen in the last nonlinear solve. */
GALPHA_EXPORT int GALPHAGetConvRate(void *mem, sunrealtype *crate);
/* Error weights and estimated local errors of q (y); ...Vel: of v. */
GALPHA_EXPORT int GALPHAGetErrWeights(void *mem, N_Vector ewt);
GALPHA_EXPORT int GALPHAGetErrWeightsVel(void *mem, N_Vector ewt);
GALPHA_EXPORT int GALPHAGetEstLocalErrors(void *mem, N_Vector ele);
GALPHA_EXPORT int GALPHAGetEstLocalErrorsVel(void *mem, N_Vector ele);
/* max |g|, max |g_t + G v|, max |k| at the last accepted step. GALPHA_ILL_INPUT in the
 * residual form, which does not tell constraints from other equations. */
GALPHA_EXPORT int GALPHAGetConstraintNorms(void *mem, sunrealtype *g,
                                           sunrealtype *gdot, sunrealtype *k);
/* Numbers of sunrealtype and of integer words held. */
GALPHA_EXPORT int GALPHAGetWorkSpace(void *mem, long int *lenrw,
                                     long int *leniw);
/* All of the above as a table or as CSV (SUN_OUTPUTFORMAT_...). */
GALPHA_EXPORT int GALPHAPrintAllStats(void *mem, FILE *outfile,
                                      SUNOutputFormat fmt);
/* "GALPHA_SUCCESS" etc.; the caller frees the string, as with IDA. */
GALPHA_EXPORT char *GALPHAGetReturnFlagName(long int flag);
GALPHA_EXPORT int GALPHAGetVersion(char *version, int len);

#ifdef __cplusplus
}
#endif

#endif
