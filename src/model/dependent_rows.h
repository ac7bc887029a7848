/* Which constraint rows depend on others: only asked when a matrix turned out to
 * be singular. Knows matrices, not what they mean. */
#ifndef GALPHA_MODEL_DEPENDENT_ROWS_H
#define GALPHA_MODEL_DEPENDENT_ROWS_H

#include "model/matrix_ops.h"

/* The first row of [G; K] (either may be NULL) that depends on the rows before
 * it, or -1 (also when there are too many to look at); *other is the earlier row
 * it resembles most, -1 for a zero row. */
sunindextype galpha_rank_dependent(SUNMatrix G, SUNMatrix K,
                                   sunindextype *other);

/* The least fraction of itself that a row of G keeps beside the rows before it; *row is
 * that row. 1 where there are too many to look at. */
sunrealtype galpha_rank_least(SUNMatrix G, sunindextype *row);

#define GALPHA_RANK_NAMED 8

struct galpha_dependence
{
  sunindextype count; /* of rows that depend on rows before them */
  sunindextype rows[GALPHA_RANK_NAMED]; /* the first of them */
  /* of the first one: */
  sunindextype other; /* as above */
  sunrealtype gap;    /* what the row's residual has beyond that combination of
                         earlier rows which the row is: not 0, no change meets all */
  sunrealtype size;   /* the largest of the residuals in it */
  sunrealtype kept;   /* fraction of the row beside the rows before it */
};

/* The same, with the constraints' residuals g and k (or NULL: 0). */
sunindextype galpha_rank_conflict(SUNMatrix G, SUNMatrix K,
                                  const sunrealtype *g, const sunrealtype *k,
                                  struct galpha_dependence *found);

#endif
