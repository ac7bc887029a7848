/* The residual form: what stands for its masses, the derivatives of F by the highest
 * derivatives of its components, by one evaluation of F for each. For messages. */
#ifndef GALPHA_MODEL_RESIDUAL_MASSES_H
#define GALPHA_MODEL_RESIDUAL_MASSES_H

#include "model/order_check.h"

enum galpha_mass_kind
{
  GALPHA_MASS_RIGHT,    /* or unknown: too many components, F failed, ... */
  GALPHA_MASS_ZERO,     /* of component a */
  GALPHA_MASS_SINGULAR, /* of a and b: their columns depend on each other */
  GALPHA_MASS_NEGATIVE, /* of a, if that of b is positive */
  GALPHA_MASS_NONE /* a and b are multipliers of constraints that depend on others */
};

struct galpha_mass_fault
{
  enum galpha_mass_kind kind;
  int derivative; /* 2: dF/dy'', 1: dF/dy', 0: dF/dy of components of order 0 */
  sunindextype a, b;
  sunrealtype of_a,
    of_b; /* entries on the diagonal; ZERO: the largest one of a */
};

struct galpha_mass_fault galpha_res_masses(struct galpha_res *res,
                                           const struct galpha_at *at);

#endif
