/* A sparse matrix with scaled rows and columns: scaling of the caller's values, test
 * of symmetry, residuals. */
#ifndef GALPHA_LDLT_SCALED_MATRIX_H
#define GALPHA_LDLT_SCALED_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include <SuiteSparse_config.h>
#include <sundials/sundials_types.h>

/* SuiteSparse's functions and index type of the width of sunindextype. */
#ifdef SUNDIALS_INT32_T
typedef int galpha_ldlt_int;
#define GALPHA_SUITESPARSE(package, name) package##_##name
#else
#ifdef SuiteSparse_long
typedef SuiteSparse_long galpha_ldlt_int;
#else
typedef int64_t galpha_ldlt_int;
#endif
#define GALPHA_SUITESPARSE(package, name) package##_l_##name
#endif

/* Compressed form: the minor indices of line j (a row or a column) are idx[ptr[j]]
 * ... idx[ptr[j+1] - 1]. */
struct galpha_ldlt_matrix
{
  galpha_ldlt_int n;
  bool lines_are_rows;
  galpha_ldlt_int *ptr, *idx; /* copies of the caller's; NULL: none yet */
  galpha_ldlt_int *twin;      /* position of the transposed entry; -1: none */
  galpha_ldlt_int *diag;      /* position of the diagonal entry; -1: none */
  bool *weak;                 /* the diagonal is zero: a constraint */
  sunrealtype *val;           /* row[i] a_ij column[j] */
  /* Powers of 2, except row[i] of a constraint, which makes its row equal to its
     column. */
  sunrealtype *row, *column;
  sunrealtype *size; /* work */
};

/* Arrays of n + 1 zeros; NULL: no memory. */
galpha_ldlt_int *galpha_ldlt_indices(galpha_ldlt_int n);
sunrealtype *galpha_ldlt_reals(galpha_ldlt_int n);

/* Copies the pattern. 0; -1: no memory; 2: an index is out of range, the pattern is
 * copied nevertheless. */
int galpha_ldlt_matrix_new(struct galpha_ldlt_matrix *m, sunindextype n,
                           bool lines_are_rows, const sunindextype *ptr,
                           const sunindextype *idx);
void galpha_ldlt_matrix_free(struct galpha_ldlt_matrix *m);
/* m has this pattern. */
bool galpha_ldlt_matrix_has(const struct galpha_ldlt_matrix *m,
                            const sunindextype *ptr, const sunindextype *idx);
/* Sets weak. Only a zero on the diagonal distinguishes a constraint from a light
 * coordinate independently of units. */
void galpha_ldlt_matrix_classify(struct galpha_ldlt_matrix *m,
                                 const sunrealtype *val);
/* Sets the values, scaled so that diagonal entries, and the largest entry of a
 * constraint, are about 1. Returns the largest |a_ij - a_ji|; NaN if there is one. */
sunrealtype galpha_ldlt_matrix_fill(struct galpha_ldlt_matrix *m,
                                    const sunrealtype *val);
/* r = b - A x. Returns the componentwise backward error, the largest |r_i| / (|b_i|
 * + sum |a_ij x_j| + floor), with a floor of 1e-3 max |x| for rows whose terms
 * vanish. */
sunrealtype galpha_ldlt_matrix_residual(const struct galpha_ldlt_matrix *m,
                                        const sunrealtype *b,
                                        const sunrealtype *x, sunrealtype *r);
/* r = b - A x only. */
void galpha_ldlt_matrix_subtract(const struct galpha_ldlt_matrix *m,
                                 const sunrealtype *b, const sunrealtype *x,
                                 sunrealtype *r);
/* Largest |x_i|; NaN if there is one. */
sunrealtype galpha_ldlt_largest(const sunrealtype *x, galpha_ldlt_int n);

#endif
