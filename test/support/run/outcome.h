/* Where a subject ends and what it cost, kept to be compared with another's end: what
 * the laws of invariance are made of. */
#pragma once

#include "support/run/subject.h"

struct outcome
{
  N_Vector x[SUBJECT_KINDS]; /* serial; NULL where the model has none */
  const sunrealtype *order;  /* of a residual's components, if given */
  long int steps, iterations, residuals, by_klu;
};

/* At t1, under error control or (h > 0) in fixed steps. 0 on success. */
int outcome_new(struct outcome *o, const struct subject *what, SUNContext ctx,
                sunrealtype t1, sunrealtype h);

enum outcome_measure
{
  OUTCOME_ABSOLUTE,    /* 2-norm of the difference */
  OUTCOME_RELATIVE,    /* that by the 2-norm of a */
  OUTCOME_BY_COMPONENT /* largest difference by the component of a */
};
/* How far b is from a; component i of a is component place[i] of b (NULL: i) by
 * `scale`. 0 for a kind that there is not; rates of components of order 0 are left out. */
sunrealtype outcome_apart(const struct outcome *a, const struct outcome *b,
                          enum subject_kind kind, const int *place,
                          sunrealtype scale, enum outcome_measure measure);
/* Whether all is the same bit for bit. */
int outcome_same(const struct outcome *a, const struct outcome *b);
