/* One column of a derivative from central differences with decreasing increments and
 * extrapolation, with an error estimate of every entry, so that a user's derivative
 * can be judged by it. */
#ifndef GALPHA_CHECK_DIFFERENCE_COLUMN_H
#define GALPHA_CHECK_DIFFERENCE_COLUMN_H

#include "model/difference_jacobian.h"

struct galpha_quotient
{
  sunindextype rows;
  sunrealtype *fd, *err; /* the column and its estimated error       */
  sunrealtype *noise; /* error of fd per unit of the terms the function adds */
  sunrealtype *last;  /* difference quotient of the previous increment */
  sunrealtype *kept;  /* fd, err and noise of the longer increments */
  sunrealtype grain;  /* error of the function's values beyond round-off */
  N_Vector r0, r1;    /* the function at both ends of an increment */
};

/* like: a vector of the kind and length of the function's values, with its elements
 * in one array. -1: no memory. */
int galpha_quotient_init(struct galpha_quotient *s, N_Vector like);
void galpha_quotient_free(struct galpha_quotient *s);
/* The derivative of fn with respect to *x, which fn reads; *x is restored exactly.
 * Increments start at 1e-4 max(|x|, typical) and decrease until the error of each
 * entry is below accuracy times its size plus the largest entry of the column. Returns
 * 0, a negative return of fn, or > 0 if fn failed or overflowed at too many
 * increments. */
int galpha_quotient(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                    sunrealtype *x, sunrealtype typical, sunrealtype accuracy);
/* Repeats it with shorter increments if entries do not agree with u, and adopts those
 * that then agree within this tolerance; the others keep their values. (The increment of
 * an angle beside lengths of 1e8 would turn it by many radians.) */
int galpha_quotient_again(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                          sunrealtype *x, sunrealtype typical,
                          const sunrealtype *u, sunrealtype tolerance);

#endif
