/* Operations on the model's matrices, dense, sparse or known by products: entries,
 * copies, products; on vectors of any kind; and on packed vectors (q, lambda, psi),
 * on which linear solvers operate. Independent of the meaning of the data. */
#ifndef GALPHA_MODEL_MATRIX_OPS_H
#define GALPHA_MODEL_MATRIX_OPS_H

#include <stdbool.h>

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <galpha/galpha_matrixfree.h>

/* Known by its products alone: only the products below are defined. */
bool galpha_block_by_product(SUNMatrix A);
/* Dense or sparse. */
bool galpha_block_known(SUNMatrix A);
bool galpha_block_sparse(SUNMatrix A);
sunindextype galpha_block_rows(SUNMatrix A);
sunindextype galpha_block_cols(SUNMatrix A);
/* The n^2 entries of a dense matrix fit sunindextype, and their bytes size_t. */
bool galpha_dense_fits(sunindextype n);
/* Stored entries. */
sunindextype galpha_block_entries(SUNMatrix A);
sunrealtype *galpha_block_data(SUNMatrix A);
/* A deep copy, with zeros if the pattern is invalid; NULL: no memory. */
SUNMatrix galpha_block_copy(SUNMatrix A);
/* A sparse matrix with a diagonal of zeros; NULL: no memory. */
SUNMatrix galpha_diagonal_matrix(sunindextype n, SUNContext sunctx);
/* All stored values finite. */
bool galpha_block_finite(SUNMatrix A);
/* The first row with a value that is not finite, or -1. */
sunindextype galpha_block_bad_row(SUNMatrix A);
/* y += c A x and y += c A^T x; A NULL: zero. */
void galpha_block_mul(SUNMatrix A, sunrealtype c, N_Vector x, N_Vector y);
void galpha_block_tmul(SUNMatrix A, sunrealtype c, N_Vector x, N_Vector y);
/* x_i += |A_ii| */
void galpha_block_add_diagonal(SUNMatrix A, sunrealtype *x);
/* The first row with a negative diagonal entry, or -1. */
sunindextype galpha_block_negative(SUNMatrix A);
/* Sparse, with exactly the diagonal stored. */
bool galpha_block_diagonal(SUNMatrix A);
/* For such a matrix: y = c A x + b z; y may be z; z NULL: zero. */
void galpha_block_diagonal_mul(SUNMatrix A, sunrealtype c, N_Vector x,
                               sunrealtype b, N_Vector z, N_Vector y);
/* The first zero row (column) of A; -1: none, or known by products alone. work: an array
 * of as many elements as A has rows (columns). */
sunindextype galpha_block_zero_row(SUNMatrix A, N_Vector work);
sunindextype galpha_block_zero_col(SUNMatrix A, N_Vector work);

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
/* The elements of x in this process, *n of them; NULL and 0 if there is no array. */
sunrealtype *galpha_vector_data(N_Vector x, sunindextype *n);
/* Index of the element of largest magnitude (NaN exceeds all); 0 without an array. */
sunindextype galpha_vector_largest(N_Vector x);
/* Index of the first element that is not finite, or -1. */
sunindextype galpha_vector_first_bad(N_Vector x);
/* Index of the first element of y that differs from that of x by more than the
 * rounding of sums by several threads, or -1. */
sunindextype galpha_vector_differ(N_Vector x, N_Vector y);
/* All elements are finite; the same result on all processes. */
bool galpha_vector_finite(N_Vector x);
/* x is one of SUNDIALS' vectors whose elements are one array in this process. */
bool galpha_vector_in_array(N_Vector x);
/* x may be distributed over processes: decisions must come from operations on the
 * whole vector. */
bool galpha_vector_distributed(N_Vector x);
/* same_kind: equal vector ids, if known. alike: also of equal local and global
 * length, so that vector operations can combine them. */
bool galpha_vector_same_kind(N_Vector x, N_Vector y);
bool galpha_vector_alike(N_Vector x, N_Vector y);
/* A copy of v; NULL: no memory. */
N_Vector galpha_vector_copy(N_Vector v);
/* count clones; NULL: no memory. */
N_Vector *galpha_vector_array(int count, N_Vector like);
void galpha_vector_array_free(N_Vector *v, int count);
/* x = numbers of random sign and magnitude 1 - spread to 1; 1 without an array. */
void galpha_vector_signs(N_Vector x, sunrealtype spread);
/* x_i += size r_i x_i with random numbers r_i of magnitude 1/2 to 1 that differ between
 * samples. */
void galpha_values_move(sunrealtype *x, sunindextype n, sunrealtype size,
                        int sample);
/* x_i += size r_i max(|x_i|, least/w_i), without w size r_i x_i, with these
 * numbers; a single number if x has no array. */
void galpha_vector_move(N_Vector x, sunrealtype size, int sample, N_Vector w,
                        sunrealtype least);
/* Layout of packed vectors. */
struct galpha_parts
{
  bool separate; /* the parts are vectors of their own; false: one array */
  GALPHASubvectorFn part; /* returns a part; NULL: x is the part q */
  sunindextype q, l;
};
/* The part lambda (l set) or q of x, if the parts are separate. */
N_Vector galpha_part(const struct galpha_parts *parts, N_Vector x, bool l);
/* Packed x to its parts, and the parts to x; NULL parts are skipped. */
void galpha_unpack(const struct galpha_parts *parts, N_Vector x, N_Vector q,
                   N_Vector l, N_Vector p);
void galpha_pack(const struct galpha_parts *parts, N_Vector q, N_Vector l,
                 N_Vector p, N_Vector x);

#endif
