#include "base/vector_slots.h"

#include "base/clone.h"

static N_Vector *slot(const struct galpha_slots *slots, size_t i, void *object)
{
  return (N_Vector *)(void *)((char *)object + slots->offset[i]);
}

int galpha_slot_clone(N_Vector *v, N_Vector like)
{
  if (!like || *v) { return 0; }
  *v = galpha_clone(like);
  if (!*v) { return -1; }
  N_VConst(0.0, *v);
  return 0;
}

int galpha_slots_clone(const struct galpha_slots *slots, void *object,
                       N_Vector like)
{
  for (size_t i = 0; i < slots->count; i++)
  {
    if (galpha_slot_clone(slot(slots, i, object), like)) { return -1; }
  }
  return 0;
}

void galpha_slots_free(const struct galpha_slots *slots, void *object)
{
  for (size_t i = 0; i < slots->count; i++)
  {
    N_Vector *v = slot(slots, i, object);
    if (*v) { N_VDestroy(*v); }
    *v = NULL;
  }
}

void galpha_slots_move(const struct galpha_slots *slots, void *from, void *to)
{
  for (size_t i = 0; i < slots->count; i++)
  {
    *slot(slots, i, to)   = *slot(slots, i, from);
    *slot(slots, i, from) = NULL;
  }
}
