/* Groups of structurally orthogonal columns of a matrix pattern (no common row), so
 * that one difference quotient yields a whole group. Patterns only, no values. */
#ifndef GALPHA_BASE_COLUMN_COLOURING_H
#define GALPHA_BASE_COLUMN_COLOURING_H

#include <stdbool.h>

#include <sundials/sundials_matrix.h>

/* The entries of a pattern by columns (or by rows): those of list j are
 * idx[ptr[j] .. ptr[j+1]), stored at pos[...] of the matrix values; pos NULL: in order. */
struct galpha_lists
{
  sunindextype *ptr, *idx, *pos;
  bool borrowed; /* ptr and idx are those of the matrix */
};

static inline sunindextype galpha_lists_place(const struct galpha_lists *l,
                                              sunindextype p)
{
  return l->pos ? l->pos[p] : p;
}

struct galpha_colouring
{
  sunindextype rows, n;        /* of the matrix */
  sunindextype groups;         /* dense: one per column */
  sunindextype *first, *order; /* group g: order[first[g] .. first[g+1]) */
  struct galpha_lists cols;    /* NULLs when dense */
};

/* For a dense, banded or sparse (CSC, CSR) J. fixed_pattern: that of J does not change
 * while c exists, and is not copied. -1: no memory, or another type. */
int galpha_colouring_init(struct galpha_colouring *c, SUNMatrix J,
                          bool fixed_pattern);
void galpha_colouring_free(struct galpha_colouring *c);

#endif
