/* A SUNLinearSolver for sparse symmetric matrices, definite or of the saddle-point
 * kind [S G^T; G 0] that constraints lead to: A = L D L^T without pivoting (by
 * SuiteSparse's LDL), in an order in which no constraint comes before a coordinate
 * it holds, and iterative refinement. Where that fails, it uses KLU.
 * Usable with any package of SUNDIALS.
 * Level of all functions: advanced. */
#ifndef GALPHA_GALPHA_SUNLINSOL_LDLT_H
#define GALPHA_GALPHA_SUNLINSOL_LDLT_H

#include <galpha/galpha.h>

#ifdef __cplusplus
extern "C" {
#endif

/* y: a vector of one array; A: square, sparse, CSC or CSR, n x n. NULL where
 * SUNLinSol_KLU returns NULL.
 *
 * A is factorised by L D L^T while A, or D A with a diagonal D, is symmetric up
 * to 1e-6 of its scaled entries, and by KLU (AMD order) otherwise, also where the
 * refined solution is not as good as KLU's would be; after that, KLU serves some
 * more factorisations before L D L^T is tried again. Patterns may be unsymmetric
 * where values are zero, and may change; order and structure of L are found when
 * they do. Flags of setup and solve: SUNLS_LUFACT_FAIL (> 0) for a singular matrix,
 * other ones of KLU, or that of no memory.
 * The argument tol of SUNLinSolSolve: 0, which is what SUNDIALS' packages pass to direct
 * solvers, refines each solution to round-off. A positive one, as GALPHA passes for the
 * corrections of Newton's iteration, is a share of the largest unknown (scaled by the
 * root of its diagonal entry): the first solution after a setup is refined, which shows
 * the error of solutions with the same factors; while that is at most tol, the next ones
 * are not refined.
 * Refinement uses a copy of A; only where KLU has to replace L D L^T during a solve, the
 * matrix passed to SUNLinSolSolve must hold the values of the last setup. */
GALPHA_EXPORT SUNLinearSolver GALPHASunLinSol_LDLT(N_Vector y, SUNMatrix A,
                                                   SUNContext sunctx);

/* All return GALPHA_SUCCESS, or GALPHA_ILL_INPUT: S is not of this kind. */

/* Factorisations made by KLU. */
GALPHA_EXPORT int GALPHASunLinSol_LDLTGetNumFallbacks(SUNLinearSolver S,
                                                      long int *nfallbacks);
/* Steps of refinement taken (usually 0). */
GALPHA_EXPORT int GALPHASunLinSol_LDLTGetNumRefinements(SUNLinearSolver S,
                                                        long int *nrefinements);
/* Orders of elimination found: 1, plus one for each new pattern and each attempt
 * to find a better one. */
GALPHA_EXPORT int GALPHASunLinSol_LDLTGetNumAnalyses(SUNLinearSolver S,
                                                     long int *nanalyses);
/* Entries of the factors at hand, L and U; of L D L^T twice those of L. 0 before the
 * first setup. */
GALPHA_EXPORT int GALPHASunLinSol_LDLTGetFill(SUNLinearSolver S,
                                              sunrealtype *entries);
/* Uses KLU for patterns for which GALPHASunLinSol_LDLTGetFill would be below column * n:
 * for short columns KLU is faster (up to about 50 on the machines measured). Default 0.
 * Before the first setup. */
GALPHA_EXPORT int GALPHASunLinSol_LDLTSetMinFill(SUNLinearSolver S,
                                                 sunrealtype column);

#ifdef __cplusplus
}
#endif

#endif
