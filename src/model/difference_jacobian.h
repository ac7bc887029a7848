/* Jacobians of a function r(x) by difference quotients: dense column by column;
 * banded and sparse with structurally orthogonal columns perturbed together (greedy
 * colouring). Independent of the meaning of r. */
#ifndef GALPHA_MODEL_DIFFERENCE_JACOBIAN_H
#define GALPHA_MODEL_DIFFERENCE_JACOBIAN_H

#include <stdbool.h>

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

struct galpha_dq;

/* Evaluates r at the current content of x, which galpha_dq_jac perturbs in place and
 * restores exactly. Returns 0, > 0 or < 0 as the user's callbacks. */
typedef int (*galpha_dq_fn)(void *ctx, N_Vector r);

/* A plan for the pattern of J (dense: one group per column; banded, sparse CSC
 * or CSR: colouring). NULL: no memory, or J is of another type. */
struct galpha_dq *galpha_dq_new(SUNMatrix J);
/* The same without a copy of the pattern of J, which must not change while the plan
 * exists. */
struct galpha_dq *galpha_dq_new_fixed(SUNMatrix J);
void galpha_dq_free(struct galpha_dq *dq);
/* Evaluations of r by one galpha_dq_jac. */
sunindextype galpha_dq_groups(const struct galpha_dq *dq);

/* size = |x_j| + 1e-3 max |x|: scale of the components, bounds the increments from
 * below. */
void galpha_dq_typical(N_Vector x, N_Vector size);

/* relative max(|x|, typical), away from zero, so that a variable of one sign keeps it. */
sunrealtype galpha_dq_increment(sunrealtype x, sunrealtype typical,
                                sunrealtype relative);

/* One-sided: r0 = r(x) is given, the increment is sqrt(eps) max(|x_j|, typical_j)
 * with the sign of x_j; the relative error is of the same size. Central: r0 is work,
 * the increment is cbrt(eps) ...; for blocks that enter the equations themselves and
 * not only Newton's iteration. */
struct galpha_difference
{
  galpha_dq_fn fn;
  void *ctx;
  N_Vector x, typical; /* typical_j > 0 */
  N_Vector r0, r1;
  bool central;
  bool
    fine; /* galpha_reach_jac: quotients over two long increments, extrapolated */
  sunrealtype relative; /* > 0: replaces sqrt(eps) or cbrt(eps) */
  N_Vector known;       /* columns with known_j != 0 are not needed; or NULL */
  /* Factor on the increment of each column; NULL: 1. */
  const sunrealtype *share;
  bool add; /* add to the values of J instead of replacing them */
  /* Increments of the other sign where fn fails recoverably or r is NaN. Not where it
   * overflows: finite quotients would be wrong there, too. */
  bool either_side;
  bool lax; /* values that are not finite are no failure */
};

/* J = dr/dx. J has the plan's pattern; writes every value (no SUNMatZero before: it
 * would erase a sparse pattern). Returns the first nonzero return of fn, > 0 if r or
 * a quotient is not finite, < 0 if J does not have the plan's pattern, otherwise 0;
 * restores x in every case. Skips groups of columns that are all known, keeping
 * their values. Allocates nothing. */
int galpha_dq_jac(struct galpha_dq *dq, struct galpha_difference *df,
                  SUNMatrix J);

/* In the last galpha_dq_jac a row changed, by more than rounding, in which the pattern of a
 * sparse J has no entry of the columns that were perturbed. */
bool galpha_dq_outside(const struct galpha_dq *dq);

/* Sets to 0 those components of of whose column in the last galpha_dq_jac had a
 * difference above the rounding of r. Returns whether one that is not 0 remains. */
bool galpha_dq_unclear(const struct galpha_dq *dq, N_Vector of);

/* present[j] = 1 for the columns of dr/dx with an entry that is not zero, by the same
 * quotients, which are not kept. Returns as galpha_dq_jac. */
int galpha_dq_columns(struct galpha_dq *dq, struct galpha_difference *df,
                      sunrealtype *present);

#endif
