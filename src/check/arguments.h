/* Vectors and matrices as they come in from the user: kind, operations, sizes. */
#ifndef GALPHA_CHECK_ARGUMENTS_H
#define GALPHA_CHECK_ARGUMENTS_H

#include <stdbool.h>

#include "base/report.h"

/* GALPHA_SUCCESS, or GALPHA_ILL_INPUT after a report that names the argument.
 * length < 0: any. The mechanical form needs vectors that are one array, the
 * residual form takes any. */
int galpha_check_vector(const struct galpha_err *err, N_Vector v,
                        sunindextype length, const char *name,
                        const char *function);
int galpha_check_any_vector(const struct galpha_err *err, N_Vector v,
                            sunindextype length, const char *name,
                            const char *function);
/* x is a vector that operations take together with like. code: what is returned if
 * not. */
int galpha_check_like(const struct galpha_err *err, int code, N_Vector x,
                      N_Vector like, const char *name, const char *function);
/* The same of each of count vectors that is not NULL. */
int galpha_check_all_like(const struct galpha_err *err, int code, int count,
                          const N_Vector *x, const N_Vector *like,
                          const char *const *name, const char *function);
/* Kind, size and pattern; the library is to fill it (difference): no entry is
 * stored twice. */
int galpha_check_matrix(const struct galpha_err *err, SUNMatrix A,
                        sunindextype rows, sunindextype cols, bool difference,
                        const char *name, const char *function);
/* A sparse matrix whose values are taken now is not empty where it has room. */
int galpha_check_filled(const struct galpha_err *err, SUNMatrix A,
                        const char *name, const char *function);
/* The pattern alone. */
int galpha_check_pattern(const struct galpha_err *err, SUNMatrix A,
                         bool difference, const char *name,
                         const char *function);
/* The library can make a dense matrix for n unknowns; advice: what to do if not. */
int galpha_check_dense(const struct galpha_err *err, sunindextype n,
                       const char *advice, const char *function);
/* A direct solver of SUNDIALS and the matrix that it is to factorise: kind, size,
 * room for pivoting in a band. */
int galpha_check_direct(const struct galpha_err *err, SUNLinearSolver LS,
                        SUNMatrix A, const char *function);
/* The first component of v that is not finite is named. */
int galpha_check_finite(const struct galpha_err *err, N_Vector v,
                        const char *name, const char *function);

#endif
