/* A square CSC matrix filled by the same sequence of entries time after time:
 * the first pass finds the pattern, later ones only write values. */
#ifndef GALPHA_TEST_SUPPORT_MODELS_FLEXIBLE_SCATTER_H
#define GALPHA_TEST_SUPPORT_MODELS_FLEXIBLE_SCATTER_H

#include "support/models/flexible/flexible.h"

struct flexible_scatter
{
  SUNMatrix A; /* NULL until the first pass ends */
  sunindextype size, cap, len, next;
  sunindextype *row, *place; /* place: the column, from the first pass on the
                                place in A's data */
  sunrealtype *x;
};

/* At most cap entries, each position once. Returns 0 on success. */
int flexible_scatter_new(struct flexible_scatter *s, sunindextype size,
                         sunindextype cap);
void flexible_scatter_free(struct flexible_scatter *s);
void flexible_scatter_begin(struct flexible_scatter *s);
void flexible_scatter_put(struct flexible_scatter *s, sunindextype i,
                          sunindextype j, sunrealtype x);
/* Entries of a block's column j, the block's corner at (i0, j0), times factor;
 * transposed: of its row. */
void flexible_scatter_line(struct flexible_scatter *s, sunindextype i0,
                           sunindextype j, sunrealtype factor,
                           const struct flexible_line *line);
void flexible_scatter_transposed(struct flexible_scatter *s, sunindextype i,
                                 sunindextype j0,
                                 const struct flexible_line *line);
/* Returns 0 when s->A holds the matrix. */
int flexible_scatter_end(struct flexible_scatter *s, SUNContext ctx);

#endif
