/* A sparse matrix, its rows and columns scaled: how it is filled from the caller's
 * values, whether it is symmetric, residuals. */
#ifndef GALPHA_LDLT_SCALED_MATRIX_H
#define GALPHA_LDLT_SCALED_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include <SuiteSparse_config.h>
#include <sundials/sundials_types.h>

/* SuiteSparse's functions and indices of the width of SUNDIALS' indices. */
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

/* In compressed form: the minor indices of major line j are idx[ptr[j]] ...
 * idx[ptr[j+1] - 1]; lines are rows or columns. */
struct galpha_ldlt_matrix
{
  galpha_ldlt_int n;
  bool lines_are_rows;
  galpha_ldlt_int *ptr, *idx; /* a copy of the caller's; NULL: none yet */
  galpha_ldlt_int *twin;      /* place of the mirrored entry; -1: none */
  galpha_ldlt_int *diag;      /* place of the diagonal entry; -1: none */
  bool *weak;                 /* diagonal zero: taken as a constraint */
  sunrealtype *val;           /* row[i] a_ij column[j] */
  sunrealtype *row,
    *column;         /* powers of 2, but rows of constraints: these are */
                     /* turned so that they mirror their columns */
  sunrealtype *size; /* work */
};

/* n + 1 zeros; NULL: no memory. */
galpha_ldlt_int *galpha_ldlt_indices(galpha_ldlt_int n);
sunrealtype *galpha_ldlt_reals(galpha_ldlt_int n);

/* 0, -1: no memory, 2: an index out of range; the pattern is there all the same. */
int galpha_ldlt_matrix_new(struct galpha_ldlt_matrix *m, sunindextype n,
                           bool lines_are_rows, const sunindextype *ptr,
                           const sunindextype *idx);
void galpha_ldlt_matrix_free(struct galpha_ldlt_matrix *m);
bool galpha_ldlt_matrix_has(const struct galpha_ldlt_matrix *m,
                            const sunindextype *ptr, const sunindextype *idx);
/* Finds `weak`: only a zero tells a constraint from a light coordinate in any
 * units. */
void galpha_ldlt_matrix_classify(struct galpha_ldlt_matrix *m,
                                 const sunrealtype *val);
/* Values, scaled so that diagonal entries, and the largest one of a constraint,
 * are about 1. Returns the largest |a_ij - a_ji|; NaN where there is one. */
sunrealtype galpha_ldlt_matrix_fill(struct galpha_ldlt_matrix *m,
                                    const sunrealtype *val);
/* r = b - A x. Returns the largest |r_i| as a fraction of the terms it is the sum
 * of: the componentwise backward error, with a floor where those vanish. */
sunrealtype galpha_ldlt_matrix_residual(const struct galpha_ldlt_matrix *m,
                                        const sunrealtype *b,
                                        const sunrealtype *x, sunrealtype *r);
/* r = b - A x alone. */
void galpha_ldlt_matrix_rest(const struct galpha_ldlt_matrix *m,
                             const sunrealtype *b, const sunrealtype *x,
                             sunrealtype *r);
/* Largest |x_i|; NaN where there is one. */
sunrealtype galpha_ldlt_largest(const sunrealtype *x, galpha_ldlt_int n);

#endif
