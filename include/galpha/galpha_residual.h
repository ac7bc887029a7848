/* The residual form: F(t,y,y') = 0 (GALPHAInit, IDA's problem) or F(t,y,y',y'') = 0
 * (GALPHAInit2), with components of differential order 0, 1 or 2, by the acceleration
 * recursion of Bruls and Arnold (2008), (5)-(9). All vectors have length n, matrices
 * n x n. */
#ifndef GALPHA_RESIDUAL_H
#define GALPHA_RESIDUAL_H

#include <galpha/galpha_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* r = F(t,y,y'), as IDAResFn, and r = F(t,y,y',y''). */
typedef int (*GALPHAResFn)(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                           void *user_data);
typedef int (*GALPHARes2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                            N_Vector ypp, N_Vector r, void *user_data);
/* J = dF/dy + cj dF/dy', as IDALsJacFn. With a direct linear solver J is set to zero
 * before the call, as in IDA. */
typedef int (*GALPHAJacFn)(sunrealtype t, sunrealtype cj, N_Vector y,
                           N_Vector yp, N_Vector r, SUNMatrix J,
                           void *user_data, N_Vector tmp1, N_Vector tmp2,
                           N_Vector tmp3);
/* The same with three shifts c[3]: column i is dF/dy_i + c[0] dF/dy'_i for a component of
 * order 1, dF/dy_i + c[1] dF/dy'_i + c[2] dF/dy''_i for one of order 2 and dF/dy_i for
 * one of order 0. */
typedef int (*GALPHAJac2Fn)(sunrealtype t, const sunrealtype *c, N_Vector y,
                            N_Vector yp, N_Vector ypp, N_Vector r, SUNMatrix J,
                            void *user_data, N_Vector tmp1, N_Vector tmp2,
                            N_Vector tmp3);
/* Jv = F_y v + F_y' vp + F_y'' vpp; vp and vpp are v times the shifts of its components
 * (y'' and vpp are NULL after GALPHAInit). */
typedef int (*GALPHAJacTimes2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                                 N_Vector ypp, N_Vector r, N_Vector v,
                                 N_Vector vp, N_Vector vpp, N_Vector Jv,
                                 void *user_data);
/* Preconditioner of a Krylov solver, as IDALsPrecSetupFn and IDALsPrecSolveFn with the
 * three shifts c in place of cj (c[0] is cj) and y'' (NULL after GALPHAInit). */
typedef int (*GALPHAPrecSetup2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                                  N_Vector ypp, N_Vector r,
                                  const sunrealtype *c, void *user_data);
typedef int (*GALPHAPrecSolve2Fn)(sunrealtype t, N_Vector y, N_Vector yp,
                                  N_Vector ypp, N_Vector r, N_Vector rhs,
                                  N_Vector z, const sunrealtype *c,
                                  sunrealtype delta, void *user_data);
/* For F(t,y,y'): the signatures of IDALsJacFn, IDALsJacTimesSetupFn, IDALsJacTimesVecFn
 * (Jv = (dF/dy + cj dF/dy') v), IDALsPrecSetupFn and IDALsPrecSolveFn. */
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

/* ---- definition ---------------------------------------------------------- */

/* Defines the problem and its values at t0, in place of GALPHAInitMech. ypp0 is y'' where
 * it is known; NULL: solved for, or, in index 3, found by two steps of backward Euler.
 * Errors: GALPHA_ILL_INPUT, GALPHA_MEM_FAIL. Level: beginner. */
GALPHA_EXPORT int GALPHAInit(void *mem, GALPHAResFn res, sunrealtype t0,
                             N_Vector y0, N_Vector yp0);
GALPHA_EXPORT int GALPHAInit2(void *mem, GALPHARes2Fn res, sunrealtype t0,
                              N_Vector y0, N_Vector yp0, N_Vector ypp0);
/* GALPHAReInit with y'' (optional; NULL: not known), after GALPHAInit2. Level: advanced. */
GALPHA_EXPORT int GALPHAReInit2(void *mem, sunrealtype t0, N_Vector y0,
                                N_Vector yp0, N_Vector ypp0);
/* Differential order of each component: 0 (multipliers, outputs), 1 (states) or 2
 * (coordinates); another value: GALPHA_ILL_INPUT. NULL (default) after GALPHAInit2: 2;
 * after GALPHAInit: 1, but 0 where no y'_i is in F (as far as the matrix of the linear
 * solver, or with at most 50 components F itself, shows it). Before the start. Error:
 * GALPHA_MEM_FAIL. Level: beginner. */
GALPHA_EXPORT int GALPHASetDiffOrder(void *mem, N_Vector order);
/* As IDASetId, after GALPHAInit: 1 differential, 0 algebraic. Unlike GALPHASetDiffOrder a
 * hint only: where F contains the y'_i of a component with 0, the component is taken as
 * differential. NULL (default): no hint. Error: GALPHA_MEM_FAIL. Level: beginner. */
GALPHA_EXPORT int GALPHASetId(void *mem, N_Vector id);
/* onoff = SUNTRUE leaves components of order 0 out of the error test (option
 * test_algebraic = 0) and, as in IDA, those that GALPHASetId calls algebraic, velocities
 * for example; SUNFALSE tests them in full. Default: in full if no component is of order
 * 2, else not. Level: beginner. */
GALPHA_EXPORT int GALPHASetSuppressAlg(void *mem, int onoff);
/* Inequalities on y, as IDASetConstraints: 0 none, 1: y_i >= 0, -1: y_i <= 0, 2: y_i > 0,
 * -2: y_i < 0 (another value: GALPHA_ILL_INPUT); NULL (default): none. A step that
 * violates one is retried with a smaller h or, if the violation is within Newton's
 * tolerance, moved onto the bound; output inside a step satisfies them, too. GALPHASolve
 * returns GALPHA_ILL_INPUT (violated by y0) or GALPHA_CONSTR_FAIL. Level: beginner. */
GALPHA_EXPORT int GALPHASetConstraints(void *mem, N_Vector constraints);
/* Spectral radius at infinity of first-order components, also of GALPHASetStates,
 * 0 <= rho <= 1; default 0.5. Option rho_inf_state. Level: beginner. */
GALPHA_EXPORT int GALPHASetRhoInfState(void *mem, sunrealtype rho);
/* Another residual inside Newton's iteration, after GALPHAInit; NULL (default): the
 * problem's. Level: advanced. */
GALPHA_EXPORT int GALPHASetNlsResFn(void *mem, GALPHAResFn res);

/* ---- derivatives --------------------------------------------------------- */

/* The Jacobian, after GALPHAInit and after GALPHAInit2; NULL (default): differenced
 * (dense, band or in the pattern of a sparse matrix). Level: beginner. */
GALPHA_EXPORT int GALPHASetJacFn(void *mem, GALPHAJacFn jac);
GALPHA_EXPORT int GALPHASetJac2Fn(void *mem, GALPHAJac2Fn jac);
/* For Krylov solvers (GALPHASetLinearSolver with A = NULL): the product J v; NULL
 * (default): one difference of F for each product. The preconditioner; NULL (default):
 * none; psetup is optional. Level: advanced. */
GALPHA_EXPORT int GALPHASetJacTimes2(void *mem, GALPHAJacTimes2Fn jtimes);
GALPHA_EXPORT int GALPHASetPreconditioner2(void *mem, GALPHAPrecSetup2Fn psetup,
                                           GALPHAPrecSolve2Fn psolve);
/* The same with IDA's signatures, after GALPHAInit; jtsetup is optional. Level: advanced. */
GALPHA_EXPORT int GALPHASetJacTimes(void *mem, GALPHALsJacTimesSetupFn jtsetup,
                                    GALPHALsJacTimesVecFn jtimes);
GALPHA_EXPORT int GALPHASetPreconditioner(void *mem, GALPHALsPrecSetupFn psetup,
                                          GALPHALsPrecSolveFn psolve);
/* Another residual for the differenced J v, after GALPHAInit; NULL (default): the
 * problem's. Level: advanced. */
GALPHA_EXPORT int GALPHASetJacTimesResFn(void *mem, GALPHAResFn res);

/* ---- start --------------------------------------------------------------- */

/* Newton's iteration of GALPHA_YA_YDP_INIT and GALPHA_Y_INIT, as IDA's functions of the
 * same names: tolerance as a fraction of the error tolerances (default 0.0033), step
 * sizes, matrices and iterations tried (5, 4, 10), the line search (on) with its number
 * of back-tracks (100) and its smallest step (unit roundoff^(2/3)). Options ic_...
 * Level: advanced. */
GALPHA_EXPORT int GALPHASetNonlinConvCoefIC(void *mem, sunrealtype epiccon);
GALPHA_EXPORT int GALPHASetMaxNumStepsIC(void *mem, int maxnh);
GALPHA_EXPORT int GALPHASetMaxNumJacsIC(void *mem, int maxnj);
GALPHA_EXPORT int GALPHASetMaxNumItersIC(void *mem, int maxnit);
GALPHA_EXPORT int GALPHASetLineSearchOffIC(void *mem, int lsoff);
GALPHA_EXPORT int GALPHASetMaxBacksIC(void *mem, int maxbacks);
GALPHA_EXPORT int GALPHASetStepToleranceIC(void *mem, sunrealtype steptol);
/* Back-tracks of that line search so far. Level: advanced. */
GALPHA_EXPORT int GALPHAGetNumBacktrackOps(void *mem, long int *nbacktr);

/* ---- for linear and nonlinear solvers of the user ------------------------- */

/* As IDA's functions of the same names: the shift cj of the step being tried (before the
 * start that of the last attempt of the initial conditions), y and y' of the last
 * evaluation of the residual (vectors of the library), y and y' for a correction ycor.
 * Level: advanced. */
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

#ifdef __cplusplus
}
#endif

#endif
