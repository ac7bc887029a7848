/* g_t of constraints whose user gives none, by differences of g in time. Where rounding
 * of g counts, the increments are not those of h: they grow until the results of two
 * successive ones differ by more than rounding explains, as they do where they become too
 * long for the drive, or reach beyond a kink of it. */
#ifndef GALPHA_MODEL_CONSTRAINT_RATE_H
#define GALPHA_MODEL_CONSTRAINT_RATE_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

#include "base/difference_nodes.h"

struct galpha_sys;

struct galpha_constraint_rate
{
  sunrealtype dt; /* usual increment of t, with the sign of h, against it */
  sunrealtype dt_most; /* upper bound that resolves the drives; 0: unknown */
  sunrealtype since, until; /* longer increments stay between these times */
  sunrealtype
    left; /* largest ratio of error to allowed in the last result, 0: unknown */
  N_Vector
    value[GALPHA_NODES]; /* g at the nodes; NULL: g_t is not differenced */
  N_Vector rounding;     /* of g; 0: the row does not move, or is done */
  N_Vector allowed;      /* error of g_t that is negligible */
  N_Vector error;        /* of g_t, by rounding */
  N_Vector longer;       /* g_t by longer increments */
  N_Vector last;         /* the last result */
};

/* Allocates; -1: no memory. */
int galpha_constraint_rate_init(struct galpha_constraint_rate *r,
                                N_Vector like);
void galpha_constraint_rate_free(struct galpha_constraint_rate *r);
/* g_t = gt is known at t, and longer increments may evaluate g from there up to t +
 * ahead, even before the integration is there. gt NULL: as before. Also at a stop time,
 * where the user may change the drive. */
void galpha_constraint_rate_begin(struct galpha_constraint_rate *r,
                                  sunrealtype t, sunrealtype ahead,
                                  N_Vector gt);
/* Longer increments do not reach t, unless the integration has passed it. */
void galpha_constraint_rate_end(struct galpha_constraint_rate *r,
                                sunrealtype t);
/* gt = g_t(t,q) by differences. The block G is the one at (t,q), or nearly so. Returns as
 * callbacks do. */
int galpha_constraint_rate(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                           N_Vector gt);

#endif
