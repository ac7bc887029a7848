/* Checks of the vectors, matrices and linear solvers that the user passes: kind,
 * required operations, sizes, finite values. */
#ifndef GALPHA_CHECK_ARGUMENTS_H
#define GALPHA_CHECK_ARGUMENTS_H

#include <stdbool.h>

#include "base/report.h"

/* Each check returns GALPHA_SUCCESS, or GALPHA_ILL_INPUT after a report that names the
 * argument. length < 0: any length. galpha_check_vector requires elements in one
 * array, as the mechanical form does; the residual form accepts any vector. */
int galpha_check_vector(const struct galpha_err *err, N_Vector v,
                        sunindextype length, const char *name,
                        const char *function);
int galpha_check_any_vector(const struct galpha_err *err, N_Vector v,
                            sunindextype length, const char *name,
                            const char *function);
/* x has the kind and length of like, so that operations accept both together; returns
 * code if not. */
int galpha_check_like(const struct galpha_err *err, int code, N_Vector x,
                      N_Vector like, const char *name, const char *function);
/* The same for each x[0 .. count-1] that is not NULL. */
int galpha_check_all_like(const struct galpha_err *err, int code, int count,
                          const N_Vector *x, const N_Vector *like,
                          const char *const *name, const char *function);
/* Kind, size and pattern of A. difference: the library fills A by numerical
 * differentiation, so no entry may be stored twice. */
int galpha_check_matrix(const struct galpha_err *err, SUNMatrix A,
                        sunindextype rows, sunindextype cols, bool difference,
                        const char *name, const char *function);
/* A sparse matrix whose values are used now must be filled: an allocated matrix
 * without stored entries is an error. */
int galpha_check_filled(const struct galpha_err *err, SUNMatrix A,
                        const char *name, const char *function);
/* The pattern of A only. */
int galpha_check_pattern(const struct galpha_err *err, SUNMatrix A,
                         bool difference, const char *name,
                         const char *function);
/* A dense matrix for n unknowns has no more entries than sunindextype can count;
 * advice: what to do otherwise, for the report. */
int galpha_check_dense(const struct galpha_err *err, sunindextype n,
                       const char *advice, const char *function);
/* A direct solver of SUNDIALS fits its matrix: kind, size, and storage for pivoting
 * in a band. */
int galpha_check_direct(const struct galpha_err *err, SUNLinearSolver LS,
                        SUNMatrix A, const char *function);
/* All components of v are finite; the report names the first that is not. */
int galpha_check_finite(const struct galpha_err *err, N_Vector v,
                        const char *name, const char *function);

#endif
