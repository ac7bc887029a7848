/* Linear and nonlinear solvers, Newton's iteration, checks of derivatives, the iteration
 * matrix. */
#ifndef GALPHA_SOLVERS_H
#define GALPHA_SOLVERS_H

#include <galpha/galpha_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Seconds from a fixed moment. */
typedef sunrealtype (*GALPHAClockFn)(void *clock_data);

/* ---- solvers ------------------------------------------------------------- */

/* Linear solver and matrix, not copied. Mechanical form: a direct or matrix-iterative
 * solver and a dense or sparse matrix of n+m+p rows, with r states n+m+p+r (by products:
 * a Krylov solver and NULL). Residual form: any matrix of n rows, or NULL with a Krylov
 * solver. Also between two calls of GALPHASolve. Both NULL (default; before the start):
 * dense if all blocks are dense, KLU (AMD ordering) or L D L^T (option ldlt) if one is
 * sparse; residual form: dense. Error: GALPHA_MEM_FAIL. Level: beginner. */
GALPHA_EXPORT int GALPHASetLinearSolver(void *mem, SUNLinearSolver LS,
                                        SUNMatrix A);
/* Nonlinear solver of root-finding type, not copied; NULL (default): Newton. Its vectors
 * are clones of a serial vector of n+m+p(+r) components, in the residual form of y. Error:
 * GALPHA_NLS_INIT_FAIL. Level: advanced. */
GALPHA_EXPORT int GALPHASetNonlinearSolver(void *mem, SUNNonlinearSolver NLS);
/* Newton iterations per stage; default 7. Option max_nonlin_iters. Level: advanced. */
GALPHA_EXPORT int GALPHASetMaxNonlinIters(void *mem, int maxcor);
/* Newton's tolerance as a fraction of the error tolerance; default 2e-3, in controlled
 * steps with a direct solver (except GALPHA_SOI2_LITERAL) up to 1e-2 for positions of
 * many tolerances, in SOI2 with orders up to 5 and rho_inf <= 0.65 up to 4e-2. After
 * GALPHAInit 0.05, in such steps 0.33 if no algebraic component is in the error test.
 * Option nonlin_conv_coef. Level: advanced. */
GALPHA_EXPORT int GALPHASetNonlinConvCoef(void *mem, sunrealtype epcon);
/* With a clock the cost of a new matrix is measured, in residuals and triangular solves,
 * instead of estimated from the fill: for models whose derivatives are expensive and for
 * linear solvers that the library does not know. Steps then depend on the clock, and so
 * on the load of the machine. Fine resolution; on distributed vectors the same on all
 * processes. Intervals that are negative or not finite are ignored. NULL (default):
 * none. Level: advanced. */
GALPHA_EXPORT int GALPHASetClock(void *mem, GALPHAClockFn clock,
                                 void *clock_data);
/* Krylov solvers: tolerance as a fraction of Newton's, at most 1 (default, and for 0,
 * 0.05; with inequalities more counts as 0.05); factor between the norms of the linear
 * solver and of Newton (0, default: sqrt of the length; < 0: measured, the dot product of
 * a vector of ones); increment of the differenced J v times 1/||v|| (default, and for 0,
 * 1). Options eps_lin, ls_norm_factor, increment_factor. Level: advanced. */
GALPHA_EXPORT int GALPHASetEpsLin(void *mem, sunrealtype eplifac);
GALPHA_EXPORT int GALPHASetLSNormFactor(void *mem, sunrealtype nrmfac);
GALPHA_EXPORT int GALPHASetIncrementFactor(void *mem, sunrealtype dqincfac);
/* onoff = SUNTRUE multiplies a correction by 2/(1 + cj/cj_J) if the matrix was built for
 * another shift cj_J (components of order 1 only), IDA's default. Default here SUNFALSE:
 * unscaled corrections satisfy linear equations exactly. Option linear_solution_scaling.
 * Level: advanced. */
GALPHA_EXPORT int GALPHASetLinearSolutionScaling(void *mem, int onoff);

/* ---- checks of derivatives ----------------------------------------------- */

/* Compares the user's G, K, dk/dq, df/dq, df/dv, df/d(lambda, psi), g_t (and what is
 * declared zero or independent of t), in the residual form dF/dy, dF/dy' and dF/dy''
 * inside the Jacobian or J v, with central differences at the last accepted state (before
 * the start: at the initial values, and the problem is fixed then).
 *   tol     an entry is wrong if |given - difference| > tol (|given| + |difference| + the
 *           smaller of the largest differences in its row and its column), besides the
 *           estimated error of the difference; <= 0: 1e-6. Below 1.
 *   nwrong  number of wrong entries; may be NULL
 * Names up to 10 entries of a block by row and column (from 0), given value, difference,
 * relative deviation; a block of opposite sign or transposed; entries missing in a sparse
 * pattern (also of blocks that are differenced). If the library forms the reactions,
 * df/dq and df/dv may be those of f0 or of f0 - G^T lambda - K^T psi, each as a whole. A
 * missing entry that is zero at this state is not found: check during motion, with
 * nonzero multipliers. 4 to 14 evaluations of the functions for each column; the
 * integration continues as without the check. Returns GALPHA_SUCCESS, GALPHA_WARNING
 * (something is wrong), GALPHA_ILL_INPUT (tol, vectors that are not one array, errors of
 * the definition), GALPHA_RES_FAIL (a callback failed), GALPHA_MEM_FAIL. Level:
 * beginner. */
GALPHA_EXPORT int GALPHACheckJacobian(void *mem, sunrealtype tol,
                                      long int *nwrong);

/* ---- the iteration matrix ------------------------------------------------ */

/* *J: the iteration matrix last built, before factorisation; the library's, valid until
 * the next call of GALPHASolve. t_J: the time of its derivatives. c: its shifts. Residual
 * form: those of GALPHAJacFn and GALPHAJac2Fn. Mechanical form: J =
 * [(1 - alpha_m) M - (1 - alpha_f)(c[0] df/dq + c[1] df/dv), G^T; G, 0], c[2] = 1.
 * GALPHA_ILL_INPUT: none was built; GALPHAGetJac also: none is kept (option
 * keep_jacobian), or the linear solver works without a matrix. Level: advanced. */
GALPHA_EXPORT int GALPHAGetJac(void *mem, SUNMatrix *J);
GALPHA_EXPORT int GALPHAGetJacTime(void *mem, sunrealtype *t_J);
GALPHA_EXPORT int GALPHAGetJacShifts(void *mem, sunrealtype c[3]);
/* Residual form: cj = c[0] of GALPHAGetJacShifts, and the step in which the matrix was
 * built. Level: advanced. */
GALPHA_EXPORT int GALPHAGetJacCj(void *mem, sunrealtype *cj_J);
GALPHA_EXPORT int GALPHAGetJacNumSteps(void *mem, long int *nst_J);

/* ---- statistics of the linear solver ------------------------------------- */

/* Its last return value, the name of it (the caller frees the name), its work space in
 * words. Level: advanced. */
GALPHA_EXPORT int GALPHAGetLastLinFlag(void *mem, long int *flag);
GALPHA_EXPORT char *GALPHAGetLinReturnFlagName(long int flag);
GALPHA_EXPORT int GALPHAGetLinWorkSpace(void *mem, long int *lenrw,
                                        long int *leniw);
/* Iterations, solutions that did not converge, calls of the preconditioner. Level:
 * beginner. */
GALPHA_EXPORT int GALPHAGetNumLinIters(void *mem, long int *nliters);
GALPHA_EXPORT int GALPHAGetNumLinConvFails(void *mem, long int *nlcfails);
GALPHA_EXPORT int GALPHAGetNumPrecEvals(void *mem, long int *npevals);
GALPHA_EXPORT int GALPHAGetNumPrecSolves(void *mem, long int *npsolves);
/* Calls of jtsetup and jtimes, and residuals for differenced J or J v. Level:
 * advanced. */
GALPHA_EXPORT int GALPHAGetNumJTSetupEvals(void *mem, long int *njtsetups);
GALPHA_EXPORT int GALPHAGetNumJtimesEvals(void *mem, long int *njvevals);
GALPHA_EXPORT int GALPHAGetNumLinResEvals(void *mem, long int *nrevalsLS);

#ifdef __cplusplus
}
#endif

#endif
