/* Residual form: faults of the mass matrix, the derivatives of F with respect to the
 * highest derivatives of its components: one evaluation of F each. For messages. */
#ifndef GALPHA_MODEL_RESIDUAL_MASSES_H
#define GALPHA_MODEL_RESIDUAL_MASSES_H

#include "model/order_check.h"

enum galpha_mass_kind
{
  GALPHA_MASS_RIGHT,    /* or unknown: too many components, F failed, ... */
  GALPHA_MASS_ZERO,     /* of component a */
  GALPHA_MASS_SINGULAR, /* of a and b: their columns depend on each other */
  GALPHA_MASS_NEGATIVE, /* of a, if that of b is positive */
  GALPHA_MASS_NONE      /* multipliers a and b of dependent constraints */
};

struct galpha_mass_fault
{
  enum galpha_mass_kind kind;
  int derivative; /* 2: dF/dy'', 1: dF/dy', 0: dF/dy of components of order 0 */
  sunindextype a, b;
  /* Diagonal entries of a and b; GALPHA_MASS_ZERO: the largest entry of a. */
  sunrealtype of_a, of_b;
};

struct galpha_mass_fault galpha_res_masses(struct galpha_res *res,
                                           const struct galpha_at *at);

#endif
