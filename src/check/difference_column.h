/* One column of a derivative from central differences, with an error estimate of every entry,
 * so that a user's derivative can be judged by it. */
#ifndef GALPHA_CHECK_DIFFERENCE_COLUMN_H
#define GALPHA_CHECK_DIFFERENCE_COLUMN_H

#include "check/rising_quotient.h"
#include "model/difference_jacobian.h"

enum galpha_open
{
  GALPHA_ROW_SHUT,
  GALPHA_ROW_OPEN,
  GALPHA_ROW_BLURRED /* increments up to the usual ones may tell more */
};

struct galpha_quotient
{
  sunindextype rows;
  sunrealtype *fd, *err;        /* the column and its estimated error       */
  sunrealtype *rounding;        /* of the function's values */
  sunrealtype grain;            /* their error beyond it    */
  struct galpha_rising *rising; /* increments that grow     */
  enum galpha_open *open;       /* rows that need them      */
  sunrealtype *kept;            /* all components           */
  N_Vector r0, r1;              /* the function at both ends of an increment */
};

/* What the column may be. */
struct galpha_expected
{
  const sunrealtype *value;
  const bool *any; /* rows in which any value will do; or NULL */
  sunrealtype tolerance;
};

/* like: a vector of the kind and length of the function's values, with its elements
 * in one array; cols: number of components. -1: no memory. */
int galpha_quotient_init(struct galpha_quotient *s, N_Vector like,
                         sunindextype cols);
void galpha_quotient_free(struct galpha_quotient *s);
/* Measures the rounding of fn, by moving all components of x, in up to two arrays (or NULL), by
 * some roundings. Returns 0 or a negative return of fn. */
int galpha_quotient_rounding(struct galpha_quotient *s, galpha_dq_fn fn,
                             void *ctx, sunrealtype *const *x,
                             const sunindextype *count);
/* The derivative of fn with respect to *x, which fn reads; *x is restored exactly.
 * Increments start at 1e-4 max(|x|, typical) and decrease, with extrapolation, until the error
 * of each entry is below a tenth of the tolerance times its size plus the largest entry of the
 * column. Entries that then differ from what is expected are those of increments that grow
 * from the shortest ones on: the longer ones would turn an angle beside lengths of 1e8 by many
 * radians. Returns 0, a negative return of fn, or > 0 if fn failed or overflowed at too many
 * increments. */
int galpha_quotient(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                    sunrealtype *x, sunrealtype typical,
                    const struct galpha_expected *u);

#endif
