/* The mechanical form, by matrices:
 *
 *     M(t,q) v' = f,   q' = v,   0 = g(t,q),   0 = k(t,q,v)
 *
 * with n coordinates q, velocities v, m holonomic constraints g (multipliers lambda) and
 * p nonholonomic constraints k (multipliers psi). Usually
 *
 *     f = f0(t,q,v) - G(t,q)^T lambda - K(t,q,v)^T psi,   G = dg/dq,  K = dk/dv,
 *
 * and the library forms the reactions; a general f(t,q,v,lambda,psi) is accepted as well
 * (GALPHASetGeneralForce). Lengths: q, v, f: n; lambda, g: m; psi, k: p.
 *
 * The problem is defined before the first GALPHACalcIC or GALPHASolve, which fix it:
 * GALPHAInitMech, then constraints, then states, then derivatives. Errors of the
 * functions that define it: GALPHA_ILL_INPUT (a size that does not match - the message
 * names the block -, a matrix neither dense nor sparse, an N_Vector without a needed
 * operation, a call too late), GALPHA_MEM_FAIL. */
#ifndef GALPHA_MECH_H
#define GALPHA_MECH_H

#include <galpha/galpha_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Mass matrix M(t,q), n x n; it need not be symmetric. */
typedef int (*GALPHAMassFn)(sunrealtype t, N_Vector q, SUNMatrix M,
                            void *user_data);
/* Applied forces f0(t,q,v), without reactions. */
typedef int (*GALPHAForceFn)(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                             void *user_data);
/* All forces f(t,q,v,lambda,psi), reactions included; lambda (psi) is NULL if the problem
 * has no holonomic (nonholonomic) constraints. */
typedef int (*GALPHAGeneralForceFn)(sunrealtype t, N_Vector q, N_Vector v,
                                    N_Vector lambda, N_Vector psi, N_Vector f,
                                    void *user_data);
/* df/dq or df/dv (n x n) of the right-hand side f: a spring k contributes -k. If the
 * library forms the reactions, f means f0 - G^T lambda - K^T psi; their derivative,
 * -d(G^T lambda + K^T psi)/dq or /dv, may be omitted: the library recognises this and
 * adds it where Newton's iteration needs it (GALPHASetReactionJac). */
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
/* Right-hand side of first-order states and outputs s (length r) beside a mechanism: F_i
 * is s'_i for a state and s_i itself for an output. */
typedef int (*GALPHAStatesFn)(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                              N_Vector F, void *user_data);
/* Applied forces f0(t,q,v,s) that depend on them. */
typedef int (*GALPHAStatesForceFn)(sunrealtype t, N_Vector q, N_Vector v,
                                   N_Vector s, N_Vector f, void *user_data);
/* dF/dq, dF/dv (r x n), dF/ds (r x r) or df0/ds (n x r) at (t,q,v,s). */
typedef int (*GALPHAStatesJacFn)(sunrealtype t, N_Vector q, N_Vector v,
                                 N_Vector s, SUNMatrix J, void *user_data);

/* Defines the unconstrained part of the problem and the initial values. Once;
 * GALPHAReInit after that.
 *   mass    M(t,q); optional: with NULL M is constant, and its values are taken from M
 *   M       n x n, dense or sparse (CSC or CSR)
 *   force   f0(t,q,v); optional if GALPHASetGeneralForce or GALPHASetStates follows
 *   q0, v0  coordinates and velocities at t0, length n
 * Level: beginner. */
GALPHA_EXPORT int GALPHAInitMech(void *mem, GALPHAMassFn mass, SUNMatrix M,
                                 GALPHAForceFn force, sunrealtype t0,
                                 N_Vector q0, N_Vector v0);

/* Adds the holonomic constraints.
 *   lambda0  length m, a first guess (0 is fine: the start computes lambda)
 *   G        m x n, dense or sparse: the pattern of G
 *   Gfn      optional; NULL: G is differenced (in the pattern of G)
 * Level: beginner. */
GALPHA_EXPORT int GALPHASetHolonomic(void *mem, N_Vector lambda0,
                                     GALPHAHolonomicFn g, SUNMatrix G,
                                     GALPHAHolonomicJacFn Gfn);
/* g_t = dg/dt at fixed q, length m, for constraints that depend on t. NULL (default):
 * differenced in t (exactly 0 if g does not depend on t) at four calls of g per step.
 * Level: beginner. */
GALPHA_EXPORT int GALPHASetHolonomicRate(void *mem, GALPHAHolonomicFn gt);
/* onoff = SUNTRUE declares that g does not depend on t; default SUNFALSE. Option
 * scleronomic. Level: beginner. */
GALPHA_EXPORT int GALPHASetScleronomic(void *mem, int onoff);
/* onoff = SUNTRUE declares that G is constant, g linear in q; default SUNFALSE. G is
 * then evaluated once after each start. Option constant_G. Level: beginner. */
GALPHA_EXPORT int GALPHASetConstantG(void *mem, int onoff);

/* Adds the nonholonomic constraints; psi0 of length p, K = dk/dv p x n, as lambda0 and G
 * above. Level: beginner. */
GALPHA_EXPORT int GALPHASetNonholonomic(void *mem, N_Vector psi0,
                                        GALPHANonholonomicFn k, SUNMatrix K,
                                        GALPHANonholonomicJacFn Kfn);
/* dk/dq, p x n, for the iteration matrix; Kqfn NULL: differenced in the pattern of Kq.
 * Kq NULL (default): differenced if M, G, K are dense, else omitted (its contribution is
 * O(h)). Zero: option dk_dq_zero. Level: advanced. */
GALPHA_EXPORT int GALPHASetNonholonomicJacPos(void *mem, SUNMatrix Kq,
                                              GALPHANonholonomicJacFn Kqfn);

/* df/dq and df/dv, n x n, for the iteration matrix; Fqfn, Fvfn NULL: differenced in the
 * pattern of the matrix (columns that share no row are perturbed together). Matrix NULL
 * (default): differenced; if M, G or K is sparse the pattern is found at the first
 * Jacobian by 2n + 1 force evaluations for each. Zero: options df_dq_zero, df_dv_zero.
 * Level: beginner. */
GALPHA_EXPORT int GALPHASetForceJacPos(void *mem, SUNMatrix Fq,
                                       GALPHAForceJacFn Fqfn);
GALPHA_EXPORT int GALPHASetForceJacVel(void *mem, SUNMatrix Fv,
                                       GALPHAForceJacFn Fvfn);

/* The geometric stiffness of the reactions, R = d(G^T lambda + K^T psi)/dq at fixed
 * lambda and psi, n x n, for the iteration matrix. Its sign is that of a stiffness: a
 * mass m that hangs on a rod of length L has R = (m g/L) I in x and y; df/dq contains -R.
 * A motion that comes to rest or is slow needs R: without it steps stay below about
 * sqrt(mass/R).
 *   R, Rfn   Rfn (signature of df/dq) fills R for every matrix; df/dq must not contain
 *            it. Only d(K^T psi)/dv is differenced.
 *   R, NULL  differenced in the pattern of R, where it is needed
 *   NULL     (default) where Newton's iteration is slow without R, R is formed by
 *            differences of G and K in a pattern that is found then, unless one random
 *            direction shows that df/dq contains it. Few evaluations: columns that share
 *            no row are perturbed together.
 * Option reaction_jac = 0: nothing is added; df/dq and df/dv either contain the
 * derivatives of the reactions, or the iteration does without. GALPHACheckJacobian
 * compares R, and a df/dq beside it with f0 alone. Not after GALPHAInitMechTimes (where
 * products with the derivative cost one more with G^T), not with GALPHASetGeneralForce
 * (whose df/dq is complete). Level: advanced. */
GALPHA_EXPORT int GALPHASetReactionJac(void *mem, SUNMatrix R,
                                       GALPHAForceJacFn Rfn);

/* f(t,q,v,lambda,psi) in place of f0 and the library's reactions; after the constraints.
 * f NULL (default): f0 and the reactions. Fr: n x (m+p), [df/dlambda df/dpsi]; Frfn NULL:
 * differenced in the pattern of Fr. The force function of GALPHAInitMech is then not
 * called, and a warning says so. Level: advanced. */
GALPHA_EXPORT int GALPHASetGeneralForce(void *mem, GALPHAGeneralForceFn f,
                                        SUNMatrix Fr, GALPHAForceJacFn Frfn);

/* Adds first-order states and outputs s (controllers, hydraulics): s' = F for components
 * of order 1, s = F for outputs (order 0). Not with GALPHASetGeneralForce.
 *   s0     values at t0, length r; outputs are solved for at the start
 *   order  optional; 0 or 1 for each component; NULL: all 1
 *   f      forces f0(t,q,v,s), in place of those of GALPHAInitMech (which are then not
 *          called; a warning says so)
 * Source: Bruls and Arnold (2008), (3), (4), (6), (9). Level: advanced. */
GALPHA_EXPORT int GALPHASetStates(void *mem, N_Vector s0, N_Vector order,
                                  GALPHAStatesFn F, GALPHAStatesForceFn f);
/* Derivatives of F and of f0(t,q,v,s), for the iteration matrix; after GALPHASetStates.
 *   GALPHASetStatesJacPos     Sq = dF/dq, r x n
 *   GALPHASetStatesJacVel     Sv = dF/dv, r x n
 *   GALPHASetStatesJacStates  Ss = dF/ds, r x r
 *   GALPHASetForceJacStates   Fs = df0/ds, n x r
 * Each is optional on its own, its matrix dense or sparse (CSC or CSR). Function NULL:
 * differenced in the pattern of the matrix, by one evaluation for each group of columns
 * that share no row. Matrix NULL (default): differenced; if M, G or K is sparse the
 * pattern is found at the first Jacobian by 2n + 1 or 2r + 1 evaluations. F (f0) is not
 * evaluated at all for a matrix whose derivatives of it have functions. df/dq and df/dv
 * (GALPHASetForceJacPos, GALPHASetForceJacVel) are those at fixed s, which their functions
 * do not receive. Errors: GALPHA_ILL_INPUT (no states yet, a size, a pattern, a function
 * without a matrix, after the start, products), GALPHA_MEM_FAIL. Source: Bruls and Arnold
 * (2008), the iteration matrix of Algorithm 1. Level: advanced. */
GALPHA_EXPORT int GALPHASetStatesJacPos(void *mem, SUNMatrix Sq,
                                        GALPHAStatesJacFn Sqfn);
GALPHA_EXPORT int GALPHASetStatesJacVel(void *mem, SUNMatrix Sv,
                                        GALPHAStatesJacFn Svfn);
GALPHA_EXPORT int GALPHASetStatesJacStates(void *mem, SUNMatrix Ss,
                                           GALPHAStatesJacFn Ssfn);
GALPHA_EXPORT int GALPHASetForceJacStates(void *mem, SUNMatrix Fs,
                                          GALPHAStatesJacFn Fsfn);
/* Values of s, length r, for the next start, after GALPHAReInit; without this call the
 * present ones stay. Level: advanced. */
GALPHA_EXPORT int GALPHASetStateValues(void *mem, N_Vector s0);
/* s at t inside the last step, length r, by the polynomial of the step's order (2: the
 * parabola through the last three values). Error: GALPHA_BAD_T. Level: advanced. */
GALPHA_EXPORT int GALPHAGetStates(void *mem, sunrealtype t, N_Vector s);
/* Scalar tolerances of the states; default: those of q if they are scalar; with a vector
 * of atol the rtol of q and a thousandth of it; with weights of the user, or where that
 * rtol is 0, 1e-6 and 1e-9. Level: advanced. */
GALPHA_EXPORT int GALPHASStolerancesStates(void *mem, sunrealtype rtol,
                                           sunrealtype atol);

/* lambda (length m) and psi (length p) at t inside the last step; either may be NULL. Index
 * 3 with orders above 2 solves linear systems for them on request, once for each
 * step. Errors: GALPHA_BAD_T, GALPHA_ILL_INPUT, GALPHA_LSOLVE_FAIL, GALPHA_RES_FAIL.
 * Level: beginner. */
GALPHA_EXPORT int GALPHAGetMultipliers(void *mem, sunrealtype t,
                                       N_Vector lambda, N_Vector psi);
/* Lets lambda and psi influence the next step (they reject none): by their change or, in
 * index 3 with g, where they jump with h, by the multipliers that h^2/2 times the fourth
 * derivative of q needs across the constraints. Unit: rtol |lambda| + atol, |lambda| the
 * largest; rtol = atol = 0 (default): no influence. Level: advanced. */
GALPHA_EXPORT int GALPHASetMultiplierTolerances(void *mem, sunrealtype rtol,
                                                sunrealtype atol);
/* Velocities after simultaneous impacts at the present state - the one that GALPHASolve has
 * returned last, or the start -, and a restart from there, as by GALPHAReInit: history,
 * step size and counters are reset; first-order states continue.
 *   p, D     directions, dense p x n: D v < 0 is approach; impulses push along +D
 *   e        restitution of each row (length p), 0 <= e <= 1: after the impact D v is at
 *            least -e times that before
 *   impulse  optional; impulses of the rows (length p), >= 0
 * Holonomic and nonholonomic constraints hold during the impact. Rows that do not approach
 * do not act, unless others drive them into approach; they then act in a further impact.
 * Kinetic energy never grows. Velocities after: GALPHAGetConsistentIC. Errors:
 * GALPHA_NO_MALLOC before the start, GALPHA_SINGULAR_JAC (a row that cannot be moved),
 * GALPHA_RES_FAIL, GALPHA_MEM_FAIL. Level: advanced. */
GALPHA_EXPORT int GALPHAImpact(void *mem, int p, SUNMatrix D,
                               const sunrealtype *e, sunrealtype *impulse);
/* Switches a constraint off (on = 0) or on again, for contacts that open and close and
 * friction that slips and sticks: the sizes m and p stay. All are on at first; rows that
 * are open at t0 are switched off before the start.
 *   kind  GALPHA_HOLONOMIC (a row of g) or GALPHA_NONHOLONOMIC (of k)
 *   row   counted from 0
 * A row that is off is not imposed; its multiplier is 0, and it does not count in
 * GALPHAGetConstraintNorms. Functions still fill it, with any values, even NaN.
 * In a run the present state - the one that GALPHASolve has returned last - is the start of
 * what follows, as by GALPHAReInit; first-order states continue. The first such call after
 * GALPHASolve evaluates the constraints that were on, and corrects the error that v has
 * against them. A call that changes nothing does nothing. The next GALPHACalcIC or GALPHASolve returns GALPHA_INCONSISTENT_IC, with
 * the row, if one that has been switched on does not hold there: positions must satisfy it;
 * GALPHAImpact with e = 0 makes velocities satisfy it, GALPHACalcIC with
 * GALPHA_PROJECT_INIT both. Errors: GALPHA_ILL_INPUT (no such row; not the mechanical form;
 * multipliers that are not one array), GALPHA_MEM_FAIL. Level: advanced. */
GALPHA_EXPORT int GALPHASetActive(void *mem, int kind, sunindextype row,
                                  int on);
/* *on = 1 if the constraint is on, else 0. Errors: GALPHA_ILL_INPUT. Level: advanced. */
GALPHA_EXPORT int GALPHAGetActive(void *mem, int kind, sunindextype row,
                                  int *on);
/* max |g|, max |g_t + G v|, max |k| at the last accepted step; each may be NULL.
 * GALPHA_ILL_INPUT in the residual form, which does not distinguish constraints from
 * other equations; GALPHA_RES_FAIL: a callback failed. Level: beginner. */
GALPHA_EXPORT int GALPHAGetConstraintNorms(void *mem, sunrealtype *g,
                                           sunrealtype *gdot, sunrealtype *k);
/* Kinetic energy v^T M v/2 at the last accepted step, with M(t,q). GALPHA_ILL_INPUT in the
 * residual form; GALPHA_RES_FAIL: a callback failed. Level: beginner. */
GALPHA_EXPORT int GALPHAGetEnergy(void *mem, sunrealtype *kinetic);
/* Power at the last accepted step of the applied forces, v^T f0, and of the reactions,
 * -v^T (G^T lambda + K^T psi), which is not zero where constraints depend on t; each may be
 * NULL. A general force (GALPHASetGeneralForce) counts as applied, reactions included.
 * Errors as GALPHAGetEnergy and GALPHAGetMultipliers. Level: beginner. */
GALPHA_EXPORT int GALPHAGetPower(void *mem, sunrealtype *applied,
                                 sunrealtype *reactions);
/* Largest change of a component of q0 and of v0 in the last GALPHA_PROJECT_INIT; in index 3
 * also of a q0 that another start has moved, within the tolerances, onto the constraints.
 * Level: beginner. */
GALPHA_EXPORT int GALPHAGetProjection(void *mem, sunrealtype *dq,
                                      sunrealtype *dv);
/* Dependent constraints. GALPHA_REDUNDANT_REFUSE (default): the start ends in
 * GALPHA_SINGULAR_JAC, which names them. GALPHA_REDUNDANT_LEAST_NORM: the integration
 * continues with the multipliers of least norm (rows weighted as if of equal length), by a
 * matrix with a small block -delta D in the place of the multipliers; m + p may then
 * exceed n. Rows that contradict each other still end in GALPHA_INCONSISTENT_IC, or
 * during the integration in GALPHA_SINGULAR_JAC. By matrices, with the library's
 * reactions; before the start. Option redundancy. Level: advanced. */
GALPHA_EXPORT int GALPHASetRedundancy(void *mem, int mode);

#ifdef __cplusplus
}
#endif

#endif
