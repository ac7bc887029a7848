/* One column of a derivative from central differences of shrinking increments,
 * with an estimate of the error of every entry: differences to be trusted when
 * somebody's derivative is judged by them. */
#ifndef GALPHA_CHECK_DIFFERENCE_COLUMN_H
#define GALPHA_CHECK_DIFFERENCE_COLUMN_H

#include "model/difference_jacobian.h"

struct galpha_quotient
{
  sunindextype rows;
  sunrealtype *fd, *err; /* the column and its estimated error       */
  sunrealtype *noise;    /* error for a unit of round-off in the function */
  sunrealtype *last;     /* difference of the increment before */
  sunrealtype grain;     /* error of the function's values beside round-off */
  N_Vector r0, r1;
};

/* like: a vector of the kind and length of the function's values, with an array.
 * -1: no memory. */
int galpha_quotient_init(struct galpha_quotient *s, N_Vector like);
void galpha_quotient_free(struct galpha_quotient *s);
/* The derivative of fn with respect to *x, which fn sees moved and finds restored
 * exactly afterwards. Increments start at 1e-4 max(|x|, typical) and shrink until
 * the error is below accuracy times the size of the column. Returns a negative
 * return of fn, > 0 when fn failed or overflowed at too many increments. */
int galpha_quotient(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                    sunrealtype *x, sunrealtype typical, sunrealtype accuracy);

#endif
