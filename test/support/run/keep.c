/* See keep.h. */
#include "support/run/keep.h"

#include <stdlib.h>

#include <galpha/galpha.h>

enum kind
{
  INTEGRATOR,
  SOLVER,
  ITERATION,
  MATRIX,
  VECTOR,
  KINDS
};

static struct
{
  struct
  {
    enum kind kind;
    void *x;
  } * item;
  size_t count, room;
} kept;

static void keep(enum kind kind, void *x)
{
  if (!x) { return; }
  if (kept.count == kept.room)
  {
    kept.room = 2 * kept.room + 64;
    kept.item = realloc(kept.item, kept.room * sizeof *kept.item);
    if (!kept.item) { abort(); }
  }
  kept.item[kept.count].kind = kind;
  kept.item[kept.count++].x  = x;
}

N_Vector keep_vector(N_Vector v)
{
  keep(VECTOR, v);
  return v;
}

SUNMatrix keep_matrix(SUNMatrix A)
{
  keep(MATRIX, A);
  return A;
}

SUNLinearSolver keep_solver(SUNLinearSolver LS)
{
  keep(SOLVER, LS);
  return LS;
}

SUNNonlinearSolver keep_iteration(SUNNonlinearSolver NLS)
{
  keep(ITERATION, NLS);
  return NLS;
}

void *keep_integrator(void *mem)
{
  keep(INTEGRATOR, mem);
  return mem;
}

void keep_no_more(const void *x)
{
  for (size_t i = kept.count; i-- > 0;)
  {
    if (kept.item[i].x == x)
    {
      kept.item[i] = kept.item[--kept.count];
      return;
    }
  }
}

static void release(enum kind kind, void *x)
{
  switch (kind)
  {
  case INTEGRATOR: GALPHAFree(&x); break;
  case SOLVER: SUNLinSolFree(x); break;
  case ITERATION: SUNNonlinSolFree(x); break;
  case MATRIX: SUNMatDestroy(x); break;
  default: N_VDestroy(x); break;
  }
}

/* The latest first: vectors may be parts of later ones. */
void keep_free(void)
{
  for (int kind = 0; kind < KINDS; kind++)
  {
    for (size_t i = kept.count; i-- > 0;)
    {
      if ((int)kept.item[i].kind == kind)
      {
        release((enum kind)kind, kept.item[i].x);
      }
    }
  }
  free(kept.item);
  kept.item  = NULL;
  kept.count = kept.room = 0;
}
