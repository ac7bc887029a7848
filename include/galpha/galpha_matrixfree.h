/* Mechanics without matrices: the mechanical form by products with its blocks, for
 * vectors of any kind (spread over processes, made of parts) and Krylov solvers.
 *
 *     M(t,q) v' = f0(t,q,v) - G(t,q)^T lambda,   q' = v,   0 = g(t,q)
 *
 * with GALPHA_SOI2 or GALPHA_INDEX3. The order of calls:
 *
 *     GALPHACreate, GALPHAInitMechTimes, GALPHASetHolonomicTimes,
 *     GALPHASetUnknowns, GALPHASetLinearSolver(mem, LS, NULL),
 *     GALPHASaddlePrecInitMech (galpha_saddle.h), GALPHASolve ...
 *
 * Nonholonomic constraints, states and general forces need matrices. Callbacks
 * return the same on every process: 0, > 0 (a shorter step may do), < 0 (stop).
 * Level of all functions: advanced. */
#ifndef GALPHA_MATRIXFREE_H
#define GALPHA_MATRIXFREE_H

#include <galpha/galpha.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Part `number` of v: N_VGetSubvector_ManyVector, N_VGetSubvector_MPIManyVector or
 * the same for vectors of another kind. */
typedef N_Vector (*GALPHASubvectorFn)(N_Vector v, sunindextype number);

/* out = A(t,q) x; x and out are different vectors, out need not be set. */
typedef int (*GALPHATimesFn)(sunrealtype t, N_Vector q, N_Vector x,
                             N_Vector out, void *user_data);
/* out = c_q (df0/dq) x + c_v (df0/dv) x at (t,q,v). The term of the reactions,
 * -c_q d(G^T lambda)/dq x, may be included or not: the library detects this and adds the
 * term where Newton's iteration needs it (GALPHASetReactionJac). */
typedef int (*GALPHAForceTimesFn)(sunrealtype t, N_Vector q, N_Vector v,
                                  N_Vector lambda, sunrealtype c_q,
                                  sunrealtype c_v, N_Vector x, N_Vector out,
                                  void *user_data);

/* In place of GALPHAInitMech.
 *   M      out = M(t,q) x
 *   force  f0(t,q,v)
 *   q0,v0  at t0, of any kind; copied
 * Errors as GALPHAInitMech. */
GALPHA_EXPORT int GALPHAInitMechTimes(void *mem, GALPHATimesFn M,
                                      GALPHAForceFn force, sunrealtype t0,
                                      N_Vector q0, N_Vector v0);
/* In place of GALPHASetHolonomic, after GALPHAInitMechTimes; unknowns and
 * preconditioner set before are discarded. The start warns where GT is not the
 * transpose of G.
 *   lambda0  multipliers at t0 (a first guess: the start computes them), of any kind
 *   G, GT    out = G(t,q) x of the length of lambda, out = G(t,q)^T x of that of q
 * Errors: GALPHA_ILL_INPUT (not after GALPHAInitMechTimes, a NULL, more constraints
 * than coordinates), GALPHA_MEM_FAIL. */
GALPHA_EXPORT int GALPHASetHolonomicTimes(void *mem, N_Vector lambda0,
                                          GALPHAHolonomicFn g, GALPHATimesFn G,
                                          GALPHATimesFn GT);
/* Derivative of the forces; NULL (default): one difference of f0 for each product.
 * After GALPHAInitMechTimes. */
GALPHA_EXPORT int GALPHASetForceTimes(void *mem, GALPHAForceTimesFn F);
/* The vectors of the linear systems, for which the Krylov solver is made, too.
 *   x     cloned; with constraints it consists of two parts like q0 and lambda0
 *   part  returns a part of it; NULL without constraints, where x is like q0
 *   q, l  numbers of the parts
 * After the constraints, before GALPHASetLinearSolver. Without constraints it need
 * not be called. Errors: GALPHA_ILL_INPUT, GALPHA_MEM_FAIL. */
GALPHA_EXPORT int GALPHASetUnknowns(void *mem, N_Vector x,
                                    GALPHASubvectorFn part, sunindextype q,
                                    sunindextype l);

#ifdef __cplusplus
}
#endif

#endif
