/* Matrices of the model, dense, sparse or known by products: copies, products, their
 * entries. Also the packed vector (q part, lambda part, psi part) that the linear solver sees.
 * Knows matrices and array data, not what they mean. */
#ifndef GALPHA_MODEL_MATRIX_OPS_H
#define GALPHA_MODEL_MATRIX_OPS_H

#include <stdbool.h>

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <galpha/galpha_matrixfree.h>

/* Known by its products alone: nothing but products may be asked of it. */
bool galpha_block_by_product(SUNMatrix A);
/* Dense or sparse. */
bool galpha_block_known(SUNMatrix A);
bool galpha_block_sparse(SUNMatrix A);
sunindextype galpha_block_rows(SUNMatrix A);
sunindextype galpha_block_cols(SUNMatrix A);
/* The n^2 entries of a dense matrix can be numbered and their bytes counted. */
bool galpha_dense_fits(sunindextype n);
/* Stored entries. */
sunindextype galpha_block_entries(SUNMatrix A);
sunrealtype *galpha_block_data(SUNMatrix A);
/* A deep copy, without entries where the pattern cannot be followed; NULL without
 * memory. */
SUNMatrix galpha_block_copy(SUNMatrix A);
/* All stored values finite. */
bool galpha_block_finite(SUNMatrix A);
/* The first row with one that is not, or -1. */
sunindextype galpha_block_bad_row(SUNMatrix A);
/* y += c A x and y += c A^T x; A NULL counts as zero. */
void galpha_block_mul(SUNMatrix A, sunrealtype c, N_Vector x, N_Vector y);
void galpha_block_tmul(SUNMatrix A, sunrealtype c, N_Vector x, N_Vector y);
/* Sparse, and its stored entries are the diagonal, all of it. */
bool galpha_block_diagonal(SUNMatrix A);
/* For such a matrix: y = c A x + b z; y may be z, NULL counts as zero. */
void galpha_block_diagonal_mul(SUNMatrix A, sunrealtype c, N_Vector x,
                               sunrealtype b, N_Vector z, N_Vector y);
/* The first row (column) of A that is zero; -1: none. -1 also without memory. */
sunindextype galpha_block_zero_row(SUNMatrix A);
sunindextype galpha_block_zero_col(SUNMatrix A);

/* Visits the stored entries of a matrix in storage order. */
struct galpha_cursor
{
  const sunindextype *ptrs, *vals; /* NULL: dense, column-major */
  sunindextype major, k, rows, count;
  bool csr;
};

struct galpha_cursor galpha_cursor_begin(SUNMatrix A);
bool galpha_cursor_next(struct galpha_cursor *c, sunindextype *i,
                        sunindextype *j);

bool galpha_all_finite(const sunrealtype *x, sunindextype n);
/* This process' elements of x, *n of them; NULL and 0 where there is no array. */
sunrealtype *galpha_vector_data(N_Vector x, sunindextype *n);
/* The one of largest magnitude (NaN counts as such); 0 where they are not known. */
sunindextype galpha_vector_largest(N_Vector x);
/* The first of them that is not finite, or -1. */
sunindextype galpha_vector_first_bad(N_Vector x);
/* All elements finite: the same answer on all processes. */
bool galpha_vector_finite(N_Vector x);
/* One of SUNDIALS' vectors whose elements are one array, where programs reach them. */
bool galpha_vector_in_array(N_Vector x);
/* x may be spread over processes: what is decided about elements must be decided
 * by operations on the whole vector. */
bool galpha_vector_distributed(N_Vector x);
/* Vectors of one kind, as far as they tell, and of equal length here and in all: what
 * operations take together. */
bool galpha_vector_same_kind(N_Vector x, N_Vector y);
bool galpha_vector_alike(N_Vector x, N_Vector y);
/* A copy of v; NULL without memory. */
N_Vector galpha_vector_copy(N_Vector v);
/* count clones; NULL without memory. */
N_Vector *galpha_vector_array(int count, N_Vector like);
void galpha_vector_array_free(N_Vector *v, int count);
/* x = numbers of random sign and of size 1 - spread to 1; 1 where data cannot be
 * reached. */
void galpha_vector_signs(N_Vector x, sunrealtype spread);
/* How packed vectors consist of parts that are vectors themselves. */
struct galpha_parts
{
  bool separate;          /* false (as for NULL): they are one array */
  GALPHASubvectorFn part; /* NULL: q is all there is */
  sunindextype q, l;
};
/* The part lambda, or q, of x whose parts are vectors. */
N_Vector galpha_part(const struct galpha_parts *parts, N_Vector x, bool l);
/* x (packed) <-> its parts; a NULL part is skipped. */
void galpha_unpack(const struct galpha_parts *parts, N_Vector x, N_Vector q,
                   N_Vector l, N_Vector p);
void galpha_pack(const struct galpha_parts *parts, N_Vector q, N_Vector l,
                 N_Vector p, N_Vector x);

#endif
