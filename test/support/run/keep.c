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

/* Of each thread. */
static _Thread_local struct
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
  for (size_t i = kept.count; i-- > 0 && i + 16 > kept.count;)
  {
    if (kept.item[i].x == x) { return; }
  }
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

void *keep_memory(void *x)
{
  keep(MEMORY, x);
  return x;
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
  for (size_t i = kept.count; i-- > 0;)
  {
    if (kept.item[i].x == x)
    {
      const enum kind kind = kept.item[i].kind;
      kept.count--;
      memmove(&kept.item[i], &kept.item[i + 1],
              (kept.count - i) * sizeof *kept.item);
      return kind;
    }
  }
  return KINDS;
}

void keep_no_more(const void *x)
{
  forget(x);
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
  free(kept.item);
  kept.item = NULL;
  kept.room = 0;
}
