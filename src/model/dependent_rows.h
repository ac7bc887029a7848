/* Finds linearly dependent constraint rows, after a matrix was found singular, by dense
 * Gram-Schmidt orthogonalization. Independent of the meaning of the matrices. */
#ifndef GALPHA_MODEL_DEPENDENT_ROWS_H
#define GALPHA_MODEL_DEPENDENT_ROWS_H

#include "model/active_rows.h"

/* The first row of [G; K] (either may be NULL) that depends on earlier rows, or -1
 * (also if there are more than DEPENDENT_ROWS). rows: of G and of K, those that are
 * switched off do not count; NULL: all are on. *other is the earlier row with the
 * largest coefficient in it, -1 for a zero row. */
sunindextype galpha_rank_dependent(SUNMatrix G, SUNMatrix K,
                                   const struct galpha_rows *rows,
                                   sunindextype *other);

#define GALPHA_RANK_NAMED 8

struct galpha_dependence
{
  sunindextype count; /* number of dependent rows; -1: no memory */
  sunindextype rows[GALPHA_RANK_NAMED]; /* the first of them */
  /* of the first one: */
  sunindextype other; /* as above */
  /* Its residual minus the same combination of the earlier residuals: if it is not
     0, no change satisfies all constraints. */
  sunrealtype gap;
  sunrealtype size; /* largest residual in that combination */
};

/* galpha_rank_dependent with the residuals g and k of the constraints (NULL: 0); off:
 * rows. */
sunindextype galpha_rank_conflict(SUNMatrix G, SUNMatrix K,
                                  const sunrealtype *g, const sunrealtype *k,
                                  const struct galpha_rows *off,
                                  struct galpha_dependence *found);
/* The same of the rows of G where nothing else shows that some depend: rows that do so in
 * one unit of coordinates, but not in another, as lengths of 1e-9 beside an angle, do
 * not. */
sunindextype galpha_rank_of_rows(SUNMatrix G, const struct galpha_rows *off,
                                 struct galpha_dependence *found);

#endif
