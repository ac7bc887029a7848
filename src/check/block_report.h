/* Compares a block of derivatives given by the user with difference quotients, entry
 * by entry, and reports what is wrong in words (transposed, negative, ...). Independent
 * of the equations that the block belongs to. */
#ifndef GALPHA_CHECK_BLOCK_REPORT_H
#define GALPHA_CHECK_BLOCK_REPORT_H

#include "base/column_colouring.h"
#include "base/report.h"
#include "check/difference_column.h"

/* The state of one check, which covers any number of blocks. */
struct galpha_compare
{
  const struct galpha_err *err;
  const char *function;
  sunrealtype tol;
  long int nwrong; /* entries found wrong so far */
};

/* Adds the user's column j to u[0 .. rows-1] and sets there[i] where row i is stored;
 * the caller has zeroed both. Returns 0, or nonzero as the callbacks do. */
typedef int (*galpha_column_fn)(void *ctx, sunindextype j, sunrealtype *u,
                                bool *there);

/* A function to differentiate numerically; note names it if there are several. */
struct galpha_source
{
  galpha_dq_fn fn;
  void *ctx;
  const char *note;
  sunrealtype grain; /* error of the values of fn beyond round-off */
};

/* The block to compare, and the functions whose derivative it should be. */
struct galpha_subject
{
  const char *name; /* "K = dk/dv" */
  bool is_vector;   /* a single column: reports name the row only */
  /* Names in reports, "F" and "q": "F[1] by q[0]"; NULL: "row 1, column 0". */
  const char *of, *by;
  bool pattern;  /* compares the pattern only, not the values */
  N_Vector like; /* kind and length of the rows */
  /* the components to differentiate by, in up to two arrays, in this order */
  sunrealtype *x[2];
  sunindextype count[2];
  /* columns whose mask is not 1 are zero (NULL: none) */
  const sunrealtype *mask;
  galpha_column_fn column;
  void *column_ctx;
  /* the block is right if it agrees in all entries with one of the sources */
  int nsources;
  struct galpha_source source[2];
};

/* Compares, reports wrong entries and adds their number to cmp->nwrong. Returns
 * GALPHA_SUCCESS, or, without a report, GALPHA_MEM_FAIL or GALPHA_RES_FAIL (a callback
 * failed). */
int galpha_compare_block(struct galpha_compare *cmp,
                         const struct galpha_subject *subject);

/* Access to the columns of a matrix of any kind. */
struct galpha_columns
{
  SUNMatrix A; /* NULL: a block that the user declares zero */
  struct galpha_colouring plan;
};

/* Prepares c for the present pattern of A (A NULL: zero, with the given number of
 * rows). -1: no memory, or the kind of A is unknown. */
int galpha_columns_init(struct galpha_columns *c, SUNMatrix A,
                        sunindextype rows);
void galpha_columns_free(struct galpha_columns *c);
/* A galpha_column_fn; columns: a struct galpha_columns. */
int galpha_columns_get(void *columns, sunindextype j, sunrealtype *u,
                       bool *there);

#endif
