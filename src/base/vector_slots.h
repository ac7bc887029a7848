/* Vectors that are members of a struct, cloned and destroyed together. */
#ifndef GALPHA_BASE_VECTOR_SLOTS_H
#define GALPHA_BASE_VECTOR_SLOTS_H

#include <stddef.h>

#include <sundials/sundials_nvector.h>

/* Members N_Vector of a struct, by their offsets, that are alike. */
struct galpha_slots
{
  const size_t *offset;
  size_t count;
};
/* Clones of like, zeroed, into the members of *object; nothing where like is NULL. -1: no
 * memory. */
int galpha_slots_clone(const struct galpha_slots *slots, void *object,
                       N_Vector like);
/* Destroys what is there and leaves NULL. */
void galpha_slots_free(const struct galpha_slots *slots, void *object);

#endif
