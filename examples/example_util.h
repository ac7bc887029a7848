/* What every example needs and none is about: a context on any SUNDIALS, an end
 * with a message when a call fails, a matrix filled row by row, a file for a table, the
 * verdict of the check. */
#ifndef GALPHA_EXAMPLE_UTIL_H
#define GALPHA_EXAMPLE_UTIL_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <galpha/galpha.h>
#include <sunmatrix/sunmatrix_dense.h>

/* SUNDIALS 7 renamed the "no communicator" argument. */
#if SUNDIALS_VERSION_MAJOR >= 7
#define EXAMPLE_NO_COMM SUN_COMM_NULL
#else
#define EXAMPLE_NO_COMM NULL
#endif

static inline SUNContext example_context(void)
{
  SUNContext ctx = NULL;
  if (SUNContext_Create(EXAMPLE_NO_COMM, &ctx) != 0)
  {
    fprintf(stderr, "no SUNContext\n");
    exit(EXIT_FAILURE);
  }
  return ctx;
}

/* TRY(call) is the value of a GALPHA call; an error (< 0) ends the program. */
#define TRY(call) example_try((call), #call)

static inline int example_try(int flag, const char *call)
{
  if (flag < 0)
  {
    char *name = GALPHAGetReturnFlagName(flag);
    fprintf(stderr, "%s returned %s\n", call, name ? name : "an error");
    free(name);
    exit(EXIT_FAILURE);
  }
  return flag;
}

static inline void *example_new(size_t size)
{
  void *p = calloc(1, size);
  if (!p)
  {
    fprintf(stderr, "no memory\n");
    exit(EXIT_FAILURE);
  }
  return p;
}

/* Writes every entry of a dense matrix, rows one after the other; returns 0, so
 * that it can end a callback. */
static inline int example_fill(SUNMatrix A, const sunrealtype *rows)
{
  const sunindextype columns = SUNDenseMatrix_Columns(A);
  for (sunindextype i = 0; i < SUNDenseMatrix_Rows(A); i++)
  {
    for (sunindextype j = 0; j < columns; j++)
    {
      SM_ELEMENT_D(A, i, j) = rows[i * columns + j];
    }
  }
  return 0;
}

/* A table of comma-separated values, directory/name, with its line of names; NULL for no
 * directory. */
static inline FILE *example_csv(const char *directory, const char *name,
                                const char *columns)
{
  char file[1024];

  if (!directory) { return NULL; }
  snprintf(file, sizeof file, "%s/%s", directory, name);
  FILE *csv = fopen(file, "w");
  if (!csv)
  {
    fprintf(stderr, "cannot write %s\n", file);
    exit(EXIT_FAILURE);
  }
  fprintf(csv, "%s", columns);
  return csv;
}

/* max |x_i - y_i| over n components; NaN if there is one. */
static inline double example_distance(const sunrealtype *x, const double *y,
                                      int n)
{
  double d = 0;
  for (int i = 0; i < n; i++)
  {
    if (!(fabs(x[i] - y[i]) <= d)) { d = fabs(x[i] - y[i]); }
  }
  return d;
}

/* 0 if error <= bound, else 1 and a line that says what is wrong. */
static inline int example_wrong(const char *what, double error, double bound)
{
  if (error <= bound) { return 0; }
  printf("%s is off by %.2e, allowed %.0e\n", what, error, bound);
  return 1;
}

#endif
