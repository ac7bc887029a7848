/* A serial N_Vector that finds misuse: new and cloned vectors are full of NaN
 * until written, a destroyed one is filled with NaN before it is released, and
 * the living ones are counted. */
#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_nvector.h>

/* Shaped as make_vec of struct problem. */
N_Vector poison_vector_new(sunindextype length, SUNContext ctx);
/* Vectors of this kind not yet destroyed, clones included: a vector of the kind
 * tells. */
long poison_vector_live(N_Vector v);
