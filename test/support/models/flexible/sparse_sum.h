/* A sparse matrix as the sum of a fixed sequence of entries: the first pass
 * records the positions and builds the pattern, later ones add each value at its
 * place. */
#pragma once

#include <string.h>

#include <sundials/sundials_context.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_types.h>

struct sparse_sum
{
  sunindextype rows, columns;
  sunindextype len, next, cap; /* entries put: in all, this pass, room */
  sunindextype *row, *column;  /* of the first pass, until it ends */
  sunindextype *place;         /* then: where in x each entry goes */
  sunindextype *start, *at;    /* compressed columns, rows ascending */
  sunrealtype *x;              /* first pass: as put; then: as at */
};

void sparse_sum_new(struct sparse_sum *s, sunindextype rows,
                    sunindextype columns);
void sparse_sum_record(struct sparse_sum *s, sunindextype i, sunindextype j,
                       sunrealtype x);
/* Returns 0 when the sum is complete. */
int sparse_sum_end(struct sparse_sum *s);
/* A becomes the sum; A is sparse (CSC) and grows if need be. 0 on success. */
int sparse_sum_give(const struct sparse_sum *s, SUNMatrix A);
SUNMatrix sparse_sum_matrix(const struct sparse_sum *s, SUNContext ctx);

static inline void sparse_sum_begin(struct sparse_sum *s)
{
  s->next = 0;
  if (s->place != NULL)
  {
    memset(s->x, 0, (size_t)s->start[s->columns] * sizeof *s->x);
  }
}

static inline void sparse_sum_put(struct sparse_sum *s, sunindextype i,
                                  sunindextype j, sunrealtype x)
{
  if (s->place != NULL) { s->x[s->place[s->next++]] += x; }
  else { sparse_sum_record(s, i, j, x); }
}
