/* A block of derivatives given by the user, compared with differences entry by
 * entry, and what is wrong with it in words. Knows blocks and their names, not
 * what they serve for. */
#ifndef GALPHA_CHECK_BLOCK_REPORT_H
#define GALPHA_CHECK_BLOCK_REPORT_H

#include "base/column_colouring.h"
#include "base/report.h"
#include "check/difference_column.h"

/* One check of any number of blocks. */
struct galpha_compare
{
  const struct galpha_err *err;
  const char *function;
  sunrealtype tol;
  long int nwrong; /* entries found wrong so far */
};

/* Adds the user's column j to u and marks what is stored in there; both come
 * zeroed. 0, or nonzero as the callbacks. */
typedef int (*galpha_column_fn)(void *ctx, sunindextype j, sunrealtype *u,
                                bool *there);

/* A function to be differenced; note: what it is, where there is a choice. */
struct galpha_source
{
  galpha_dq_fn fn;
  void *ctx;
  const char *note;
  sunrealtype grain; /* error of fn's values beside round-off */
};

struct galpha_subject
{
  const char *name; /* "K = dk/dv" */
  bool is_vector;   /* one column, not to be mentioned */
  bool pattern;     /* only what is stored counts, not the values */
  N_Vector like;    /* kind and length of the rows */
  /* the components it is differenced by: up to two arrays, in this order */
  sunrealtype *x[2];
  sunindextype count[2];
  /* columns whose mask is not 1 are zero (NULL: none) */
  const sunrealtype *mask;
  galpha_column_fn column;
  void *column_ctx;
  /* agreement with one of the sources as a whole is enough */
  int nsources;
  struct galpha_source source[2];
};

/* Compares, reports, counts. GALPHA_SUCCESS, GALPHA_MEM_FAIL or GALPHA_RES_FAIL (a
 * callback failed), both of these unreported. */
int galpha_compare_block(struct galpha_compare *cmp,
                         const struct galpha_subject *subject);

/* The columns of a matrix of any kind. */
struct galpha_columns
{
  SUNMatrix A; /* NULL: zero, and meant to be */
  struct galpha_colouring plan;
};

/* For the present pattern of A (NULL: of that many rows). -1: no memory or no
 * known kind. */
int galpha_columns_init(struct galpha_columns *c, SUNMatrix A,
                        sunindextype rows);
void galpha_columns_free(struct galpha_columns *c);
/* A galpha_column_fn. */
int galpha_columns_get(void *columns, sunindextype j, sunrealtype *u,
                       bool *there);

#endif
