/* Blocks of the model that are known by their products only: SUNMatrix of a kind of
 * their own that remember the place they belong to. */
#ifndef GALPHA_MODEL_OPERATOR_MATRIX_H
#define GALPHA_MODEL_OPERATOR_MATRIX_H

#include <stdbool.h>

#include <galpha/galpha_matrixfree.h>

/* What the products of a model share: the data they are handed, and the first
 * failure since it was last asked for. A product that failed is NaN. */
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
  N_Vector out[2]; /* work like A x, like A^T x */
  sunrealtype t;   /* where A is taken */
  N_Vector q;
};

/* The block of a plan whose vectors are cloned; NULL without memory. */
SUNMatrix galpha_operator_new(SUNContext sunctx,
                              const struct galpha_operator *plan);
/* Its content, or NULL where A is a matrix. */
struct galpha_operator *galpha_operator_of(SUNMatrix A);
/* From now on A is A(t,q); in the shape of the callbacks that fill a matrix. */
int galpha_operator_move(sunrealtype t, N_Vector q, SUNMatrix A,
                         void *user_data);
/* y += c A x, or y += c A^T x. */
void galpha_operator_multiply(struct galpha_operator *op, bool transposed,
                              sunrealtype c, N_Vector x, N_Vector y);

#endif
