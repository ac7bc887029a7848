/* Block preconditioner for constrained systems, of the residual form and of
 * mechanics by products, whose vectors consist of parts, such as a ManyVector or an
 * MPIManyVector (q, lambda):
 *
 *     [ S  R ]    S = dF_q/dq with its shifts,      R = dF_q/dlambda,
 *     [ G  0 ]    G = dF_lambda/dq (no shifts: F_lambda has no derivatives),
 *
 * for instance F_q = M q'' + C q' + K q + G(q)^T lambda - f, F_lambda = g(q) with
 * S ~ c[2] M + c[1] C + K and R = G^T. With the user's approximation of S^-1 (linear,
 * the same in each call) it solves exactly
 *
 *     S x + R l = b,   G x = d
 *
 * by the Schur complement G S^-1 R, which is formed with as many solves as there
 * are constraints, dense and on each process, or is left to the user. To be used on
 * the left (SUN_PREC_LEFT) of SPGMR, SPBCGS or SPTFQMR: there tolerances are those
 * of q and lambda, on the right (SPFGMR) those of F_q and F_lambda.
 * Level of all functions: advanced. */
#ifndef GALPHA_SADDLE_H
#define GALPHA_SADDLE_H

#include <galpha/galpha_matrixfree.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Prepares solves with S at y (all parts) for the shifts c of GALPHAPrecSetup2Fn. */
typedef int (*GALPHASaddleSetupFn)(sunrealtype t, N_Vector y, N_Vector yp,
                                   N_Vector ypp, const sunrealtype *c,
                                   void *user_data);
/* The same in the mechanical form: S = c[2] M - c[1] df0/dv - c[0] df0/dq at
 * (t,q,v); c[0] = c[1] = 0 at the start, which needs M alone. */
typedef int (*GALPHASaddleMechSetupFn)(sunrealtype t, N_Vector q, N_Vector v,
                                       const sunrealtype *c, void *user_data);
/* x ~ S^-1 b, or (GALPHASaddlePrecSetSchur) x ~ (G S^-1 R)^-1 b, with the shifts c
 * of the last set-up. x and b are different vectors; x need not be set. */
typedef int (*GALPHASaddleSolveFn)(const sunrealtype *c, N_Vector b, N_Vector x,
                                   void *user_data);
/* out = G(t,y) x, or out = R(t,y) x; y has all parts. */
typedef int (*GALPHASaddleTimesFn)(sunrealtype t, N_Vector y, N_Vector x,
                                   N_Vector out, void *user_data);

/* After GALPHAInit2 or GALPHAInit, and GALPHASetLinearSolver with a Krylov solver.
 * One preconditioner at a time: the last one set is used.
 *   part    returns a part of a vector like y0
 *   q, l    numbers of the parts q and lambda, of which y consists
 *   setup   NULL: nothing to do
 *   number  like lambda: the numbers 0 ... m - 1 of the constraints, in any order
 *           and on any process; copied. NULL: GALPHASaddlePrecSetSchur follows
 * Callbacks return the same on every process. Errors: GALPHA_MEM_NULL,
 * GALPHA_NO_MALLOC, GALPHA_ILL_INPUT (no residual form, no Krylov solver, a NULL, no
 * such parts, numbers that are not 0 ... m - 1), GALPHA_MEM_FAIL. GALPHAFree
 * releases it. */
GALPHA_EXPORT int GALPHASaddlePrecInit(void *mem, GALPHASubvectorFn part,
                                       sunindextype q, sunindextype l,
                                       GALPHASaddleSetupFn setup,
                                       GALPHASaddleSolveFn solve,
                                       GALPHASaddleTimesFn G,
                                       GALPHASaddleTimesFn R, N_Vector number);
/* For mechanics by products (GALPHAInitMechTimes): G and R = G^T are those of
 * GALPHASetHolonomicTimes. After GALPHASetLinearSolver with a Krylov solver; without
 * constraints it is S alone, and number is ignored. Errors as above. */
GALPHA_EXPORT int GALPHASaddlePrecInitMech(void *mem,
                                           GALPHASaddleMechSetupFn setup,
                                           GALPHASaddleSolveFn solve,
                                           N_Vector number);
/* The user's approximate inverse of G S^-1 R in place of the dense one, for many
 * constraints; each use takes one more solve with S. NULL: the dense one. */
GALPHA_EXPORT int GALPHASaddlePrecSetSchur(void *mem,
                                           GALPHASaddleSolveFn schur);
/* Solves with S so far. */
GALPHA_EXPORT int GALPHASaddlePrecGetNumSolves(void *mem, long int *nsolves);

#ifdef __cplusplus
}
#endif

#endif
