/* See keep.h. */
#include "support/run/keep.h"

#include <stdlib.h>
#include <string.h>

#include <galpha/galpha.h>
#include <sunmatrix/sunmatrix_dense.h>

enum kind
{
  INTEGRATOR,
  SOLVER,
  ITERATION,
  MATRIX,
  VECTOR,
  MEMORY,
  KINDS
};

/* Of each thread; memory is in a list of its own, which no mark cuts: what models make
 * when they are first called lives as long as they. */
static _Thread_local struct list
{
  struct
  {
    enum kind kind;
    void *x;
  } * item;
  size_t count, room;
} kept, memory;

static void keep(enum kind kind, void *x)
{
  struct list *l = kind == MEMORY ? &memory : &kept;
  if (!x) { return; }
  for (size_t i = l->count; i-- > 0 && i + 16 > l->count;)
  {
    if (l->item[i].x == x) { return; }
  }
  if (l->count == l->room)
  {
    l->room = 2 * l->room + 64;
    l->item = realloc(l->item, l->room * sizeof *l->item);
    if (!l->item) { abort(); }
  }
  l->item[l->count].kind = kind;
  l->item[l->count++].x  = x;
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

void *keep_memory(void *x)
{
  keep(MEMORY, x);
  return x;
}

void *keep_zeros(sunindextype count, size_t size)
{
  void *x = calloc((size_t)count + 1, size);
  if (!x) { abort(); }
  return keep_memory(x);
}

SUNMatrix keep_rows(int rows, int cols, const sunrealtype *x, SUNContext ctx)
{
  SUNMatrix A = keep_matrix(SUNDenseMatrix(rows, cols, ctx));
  for (int i = 0; A && i < rows * cols; i++)
  {
    SM_ELEMENT_D(A, i / cols, i % cols) = x[i];
  }
  return A;
}

static void release(enum kind kind, void *x)
{
  switch (kind)
  {
  case INTEGRATOR: GALPHAFree(&x); break;
  case SOLVER: SUNLinSolFree(x); break;
  case ITERATION: SUNNonlinSolFree(x); break;
  case MATRIX: SUNMatDestroy(x); break;
  case VECTOR: N_VDestroy(x); break;
  default: free(x); break;
  }
}

/* The kind of x, kept no more; KINDS if it was not. */
static enum kind forget(const void *x)
{
  struct list *const lists[] = {&kept, &memory};
  for (int k = 0; k < 2; k++)
  {
    struct list *l = lists[k];
    for (size_t i = l->count; i-- > 0;)
    {
      if (l->item[i].x != x) { continue; }
      const enum kind kind = l->item[i].kind;
      l->count--;
      memmove(&l->item[i], &l->item[i + 1], (l->count - i) * sizeof *l->item);
      return kind;
    }
  }
  return KINDS;
}

void keep_no_more(const void *x)
{
  forget(x);
}

void *keep_more(void *x, sunindextype count, size_t size)
{
  forget(x);
  void *more = realloc(x, ((size_t)count + 1) * size);
  if (!more) { abort(); }
  return keep_memory(more);
}

void keep_drop(void *x)
{
  const enum kind kind = forget(x);
  if (kind != KINDS) { release(kind, x); }
}

size_t keep_mark(void)
{
  return kept.count;
}

/* The latest first: vectors may be parts of later ones. */
void keep_back(size_t mark)
{
  for (int kind = 0; kind < KINDS; kind++)
  {
    for (size_t i = kept.count; i-- > mark;)
    {
      if ((int)kept.item[i].kind == kind)
      {
        release((enum kind)kind, kept.item[i].x);
      }
    }
  }
  if (kept.count > mark) { kept.count = mark; }
}

void keep_free(void)
{
  keep_back(0);
  while (memory.count > 0) { free(memory.item[--memory.count].x); }
  free(kept.item);
  free(memory.item);
  kept = memory = (struct list){NULL, 0, 0};
}
