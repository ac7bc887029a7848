/* The model's part of the state of a run: redundant constraints, constraints that are off,
 * blocks. */
#include <string.h>

#include "api/checkpoint_state.h"
#include "base/clone.h"
#include "model/matrix_ops.h"

#define VALUE(w, x) galpha_walk_bytes(w, &(x), sizeof(x))

/* Null vectors of redundant constraints. */
static void walk_redundant(struct galpha_walk *w, struct galpha_redundant *r)
{
  sunindextype count = r->count;
  VALUE(w, count);
  VALUE(w, r->seed);
  VALUE(w, r->matrices);
  VALUE(w, r->off);
  VALUE(w, r->row);
  if (w->failed || !r->D) { return; }
  if (w->reading)
  {
    for (r->count = 0; r->count < count && !w->failed; r->count++)
    {
      w->no_memory = w->failed = galpha_redundant_reserve(r) != 0;
    }
    if (w->failed) { return; }
  }
  const size_t rows = (size_t)r->mp * sizeof *r->D;
  galpha_walk_bytes(w, r->D, rows);
  galpha_walk_bytes(w, r->allowed, rows);
  galpha_walk_bytes(w, r->S, (size_t)r->n * sizeof *r->S);
  if (count == 0) { return; }
  galpha_walk_bytes(w, r->y, (size_t)count * rows);
  galpha_walk_bytes(w, r->lambda, (size_t)count * sizeof *r->lambda);
  galpha_walk_bytes(w, r->part, (size_t)count * sizeof *r->part);
}

/* Constraints that are off. */
static void walk_rows(struct galpha_walk *w, struct galpha_rows *rows,
                      sunindextype count)
{
  bool some = rows->state != NULL;
  VALUE(w, some);
  if (w->reading && !w->failed)
  {
    if (!some) { galpha_rows_free(rows); }
    else if (galpha_rows_prepare(rows, count))
    {
      w->no_memory = w->failed = true;
    }
  }
  if (some && !w->failed) { galpha_walk_bytes(w, rows->state, (size_t)count); }
}

static void walk_untested(struct galpha_walk *w, struct galpha_mem *mem)
{
  struct galpha_res *res = &mem->res;
  bool untested          = res->untested != NULL;
  VALUE(w, untested);
  if (w->reading && untested && !res->untested && !w->failed)
  {
    res->untested = galpha_clone(mem->q0);
    res->part     = res->part ? res->part : galpha_clone(mem->q0);
    w->no_memory = w->failed = !res->untested || !res->part;
  }
  if (untested) { galpha_walk_vector(w, res->untested); }
}

/* Patterns are not stored: the start of the resumed run must find the same ones. */
static void walk_pattern(struct galpha_walk *w, SUNMatrix A)
{
  sunindextype here[2] = {0, 0}, there[2], i, j;
  if (A && galpha_block_known(A) && galpha_block_sparse(A))
  {
    struct galpha_cursor c = galpha_cursor_begin(A);
    while (galpha_cursor_next(&c, &i, &j))
    {
      here[0]++;
      here[1] = (31 * here[1] + 7 * i + j) % 1000003;
    }
  }
  memcpy(there, here, sizeof here);
  VALUE(w, there);
  if (memcmp(there, here, sizeof here) != 0) { w->failed = true; }
}

/* Values of a block, which may be used before they are evaluated again. */
static void walk_values(struct galpha_walk *w, SUNMatrix A)
{
  struct galpha_operator *op = A ? galpha_operator_of(A) : NULL;
  if (op)
  {
    VALUE(w, op->t);
    galpha_walk_vector(w, op->q);
  }
  else if (A && galpha_block_known(A))
  {
    galpha_walk_bytes(w, galpha_block_data(A),
                      (size_t)galpha_block_entries(A) * sizeof(sunrealtype));
  }
}

/* Increments of a differenced G or K. */
static void walk_reach(struct galpha_walk *w, struct galpha_deriv *b)
{
  bool some = b->reach != NULL;
  VALUE(w, some);
  if (w->reading && !w->failed && some && !b->reach)
  {
    b->reach     = galpha_reach_new(b->A);
    w->no_memory = w->failed = !b->reach;
  }
  if (w->reading && !some) { galpha_reach_restart(b->reach); }
  if (!some || !b->reach || w->failed) { return; }
  VALUE(w, b->reach->evaluations);
  VALUE(w, b->reach->next);
  galpha_walk_bytes(w, b->reach->share,
                    (size_t)(3 * b->reach->cols) * sizeof *b->reach->share);
}

static void walk_blocks(struct galpha_walk *w, struct galpha_mem *mem,
                        void (*walk)(struct galpha_walk *w, SUNMatrix A))
{
  walk(w, mem->sys.M);
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++) { walk(w, mem->sys.block[i].A); }
  for (int i = 0; i < GALPHA_STATES_BLOCKS; i++)
  {
    walk(w, mem->states.block[i].A);
  }
}

void galpha_walk_sizes(struct galpha_walk *w, struct galpha_mem *mem)
{
  walk_blocks(w, mem, walk_pattern);
  walk_reach(w, &mem->sys.block[GALPHA_BLOCK_G]);
  walk_reach(w, &mem->sys.block[GALPHA_BLOCK_K]);
  walk_redundant(w, &mem->model.red);
  walk_untested(w, mem);
  walk_rows(w, &mem->sys.rows[0], mem->sys.m);
  walk_rows(w, &mem->sys.rows[1], mem->sys.p);
  galpha_model_mark_inactive(&mem->model);
}

void galpha_walk_values(struct galpha_walk *w, struct galpha_mem *mem)
{
  walk_blocks(w, mem, walk_values);
}
