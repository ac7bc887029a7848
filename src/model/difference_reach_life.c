#include <stdlib.h>

#include "model/difference_reach.h"
#include "model/matrix_ops.h"

struct galpha_reach *galpha_reach_new(SUNMatrix A)
{
  struct galpha_reach *s = calloc(1, sizeof *s);
  if (!s) { return NULL; }
  s->rows          = galpha_block_rows(A);
  s->cols          = galpha_block_cols(A);
  s->entries       = galpha_block_entries(A);
  const size_t all = (size_t)(9 * s->cols + 3 * s->rows + 2 * s->entries);
  s->share         = calloc(all + 1, sizeof *s->share);
  s->open          = calloc(2 * (size_t)s->cols + 1, sizeof *s->open);
  if (!s->share || !s->open)
  {
    galpha_reach_free(s);
    return NULL;
  }
  s->far   = s->share + s->cols;
  s->seen  = s->far + s->cols;
  s->tried = s->seen + s->cols;
  s->best  = s->tried + s->cols;
  s->err   = s->best + s->cols;
  s->most  = s->err + s->cols;
  s->unit  = s->most + s->cols;
  s->used  = s->unit + s->cols;
  s->terms = s->used + s->cols;
  s->top   = s->terms + s->rows;
  s->now   = s->top + s->rows;
  s->last  = s->now + s->rows;
  s->wide  = s->last + s->entries;
  s->blind = s->open + s->cols;
  galpha_reach_restart(s);
  return s;
}

void galpha_reach_free(struct galpha_reach *s)
{
  if (!s) { return; }
  free(s->share);
  free(s->open);
  free(s);
}

void galpha_reach_restart(struct galpha_reach *s)
{
  if (!s) { return; }
  for (sunindextype j = 0; j < s->cols; j++)
  {
    s->share[j] = 1.0;
    s->seen[j]  = 0.0;
  }
  s->evaluations  = 0;
  s->next         = 1;
  s->rough        = 0.0;
  s->rough_column = -1;
}
