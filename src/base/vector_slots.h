/* Allocation and release of the N_Vector members of a struct by a table of their
 * offsets. */
#ifndef GALPHA_BASE_VECTOR_SLOTS_H
#define GALPHA_BASE_VECTOR_SLOTS_H

#include <stddef.h>

#include <sundials/sundials_nvector.h>

/* Offsets of N_Vector members that are clones of one vector. */
struct galpha_slots
{
  const size_t *offset;
  size_t count;
};
/* *v = a zeroed clone of like, unless *v exists or like is NULL. -1: no memory. */
int galpha_slot_clone(N_Vector *v, N_Vector like);
/* Sets the members of *object that are NULL to zeroed clones of like; nothing if like is
 * NULL. -1: no memory. */
int galpha_slots_clone(const struct galpha_slots *slots, void *object,
                       N_Vector like);
/* Destroys the members and sets them to NULL. */
void galpha_slots_free(const struct galpha_slots *slots, void *object);
/* Moves the members: those of to are overwritten, those of from become NULL. */
void galpha_slots_move(const struct galpha_slots *slots, void *from, void *to);

#endif
