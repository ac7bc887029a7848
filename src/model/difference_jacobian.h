/* Difference Jacobians of a function r(x) with respect to x: dense, or banded
 * and sparse with columns that do not meet perturbed together (greedy
 * colouring). Knows vectors and matrices, not what r means. */
#ifndef GALPHA_MODEL_DIFFERENCE_JACOBIAN_H
#define GALPHA_MODEL_DIFFERENCE_JACOBIAN_H

#include <stdbool.h>

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

struct galpha_dq;

/* Evaluates r at the present content of x (the x handed to galpha_dq_jac, which
 * it perturbs in place and restores exactly). 0, > 0 or < 0 as the callbacks. */
typedef int (*galpha_dq_fn)(void *ctx, N_Vector r);

/* A plan for the pattern of J (dense: one group per column; banded, sparse CSC
 * or CSR: colouring). NULL when memory runs out or J is of another kind. */
struct galpha_dq *galpha_dq_new(SUNMatrix J);
void galpha_dq_free(struct galpha_dq *dq);
/* Evaluations of r that one galpha_dq_jac makes. */
sunindextype galpha_dq_groups(const struct galpha_dq *dq);

/* A size of the components of x below which increments need not fall. */
void galpha_dq_typical(N_Vector x, N_Vector size);

/* What is differenced, and how. One-sided: r0 = r(x) is given, the increment is
 * sqrt(eps) * max(|x_j|, typical_j) with the sign of x_j, the error about that
 * large. Central: r0 is work, too, and the increment cbrt(eps) * ...: for blocks
 * that enter the equations themselves and not only Newton's iteration. */
struct galpha_difference
{
  galpha_dq_fn fn;
  void *ctx;
  N_Vector x, typical; /* typical_j > 0 */
  N_Vector r0, r1;
  bool central;
  sunrealtype relative; /* > 0: in place of sqrt(eps) or cbrt(eps) */
  N_Vector known; /* columns j with known_j != 0 are not asked for, or NULL */
};

/* J = dr/dx. J has the plan's pattern; only its values are written (SUNMatZero
 * would erase a sparse pattern: not needed, every entry is set). Returns the
 * first nonzero return of fn, > 0 when r or a difference is not finite, < 0 when
 * J visibly lacks the plan's pattern, else 0; x is restored in every case. Groups
 * of columns that are all known cost nothing, and keep their values.
 * Allocates nothing. */
int galpha_dq_jac(struct galpha_dq *dq, struct galpha_difference *df,
                  SUNMatrix J);

/* Moves all arguments of r but x to a generic place, or back. */
struct galpha_dq_rest
{
  void (*move)(void *ctx, bool away);
  void *ctx;
};

/* The structural nonzeros of dr/dx, as a new CSC matrix *J with that pattern and
 * the values at x. Each component is perturbed alone, by a small increment at x
 * and by a larger one at a generic point near x (about 1e-3 typical away, less
 * where fn fails recoverably there) with the rest (or NULL) away, too, where factors
 * that happen to be zero are not. 2 N_VGetLength(x) + 1 or a few more evaluations.
 * Returns as galpha_dq_jac, -1 also when memory runs out; *J is NULL unless 0. */
int galpha_dq_probe(galpha_dq_fn fn, void *ctx, N_Vector x, N_Vector typical,
                    N_Vector r0, N_Vector r1, const struct galpha_dq_rest *rest,
                    SUNContext sunctx, SUNMatrix *J);

#endif
