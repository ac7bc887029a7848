/* Blocks of the model that are known by their products only: a SUNMatrix type of its
 * own that stores the point (t, q) it is evaluated at. */
#ifndef GALPHA_MODEL_OPERATOR_MATRIX_H
#define GALPHA_MODEL_OPERATOR_MATRIX_H

#include <stdbool.h>

#include <galpha/galpha_matrixfree.h>

struct galpha_rows;

/* Shared by the products of a model: the user's data, and the first failure since it
 * was last queried. The result of a failed product is NaN. */
struct galpha_products
{
  void *const *user_data;
  const char *what; /* NULL: none failed */
  int ret;          /* of the callback, 0: the product was not finite */
  sunrealtype t;
};

struct galpha_operator
{
  struct galpha_products *all;
  const char *name[2];      /* of A x, of A^T x */
  GALPHATimesFn product[2]; /* A x, A^T x */
  sunindextype rows, cols;
  N_Vector out[2];               /* work like A x, like A^T x */
  const struct galpha_rows *off; /* rows that count as 0, or NULL */
  sunrealtype t;                 /* A = A(t,q) */
  N_Vector q;
};

/* A block like plan, with clones of its vectors; NULL: no memory. */
SUNMatrix galpha_operator_new(SUNContext sunctx,
                              const struct galpha_operator *plan);
/* The operator of A, or NULL if A is a matrix with entries. */
struct galpha_operator *galpha_operator_of(SUNMatrix A);
/* Sets the point of A to t, q; has the signature of the callbacks that fill a matrix. */
int galpha_operator_move(sunrealtype t, N_Vector q, SUNMatrix A,
                         void *user_data);
/* y += c A x, or y += c A^T x. */
void galpha_operator_multiply(struct galpha_operator *op, bool transposed,
                              sunrealtype c, N_Vector x, N_Vector y);

#endif
