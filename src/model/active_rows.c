#include "model/active_rows.h"

#include <stdlib.h>

int galpha_rows_prepare(struct galpha_rows *rows, sunindextype count)
{
  if (rows->state) { return 0; }
  rows->state = calloc((size_t)count, sizeof *rows->state);
  rows->count = rows->state ? count : 0;
  return rows->state ? 0 : -1;
}

void galpha_rows_free(struct galpha_rows *rows)
{
  free(rows->state);
  *rows = (struct galpha_rows){0};
}

bool galpha_rows_on(const struct galpha_rows *rows, sunindextype row)
{
  return !rows->state || rows->state[row] != GALPHA_ROW_OFF;
}

bool galpha_rows_fresh(const struct galpha_rows *rows, sunindextype row)
{
  return rows->state && rows->state[row] == GALPHA_ROW_FRESH;
}

bool galpha_rows_switch(struct galpha_rows *rows, sunindextype row, bool on)
{
  if (galpha_rows_on(rows, row) == on) { return false; }
  rows->state[row] = on ? GALPHA_ROW_FRESH : GALPHA_ROW_OFF;
  return true;
}

void galpha_rows_settle(struct galpha_rows *rows)
{
  for (sunindextype i = 0; i < rows->count; i++)
  {
    if (rows->state[i] == GALPHA_ROW_FRESH) { rows->state[i] = GALPHA_ROW_ON; }
  }
}

void galpha_rows_clear(const struct galpha_rows *rows, N_Vector x)
{
  sunindextype n = 0;
  sunrealtype *d = rows->state ? galpha_vector_data(x, &n) : NULL;
  for (sunindextype i = 0; d && i < n; i++)
  {
    if (!galpha_rows_on(rows, i)) { d[i] = 0.0; }
  }
}

void galpha_rows_clear_matrix(const struct galpha_rows *rows, SUNMatrix A)
{
  if (!rows->state || !A || !galpha_block_known(A)) { return; }
  sunrealtype *x         = galpha_block_data(A);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunindextype i = 0, j = 0;
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (!galpha_rows_on(rows, i)) { x[c.k - 1] = 0.0; }
  }
}

void galpha_rows_clear_columns(const struct galpha_rows *rows, sunindextype m,
                               SUNMatrix A)
{
  if (!A || !(rows[0].state || rows[1].state)) { return; }
  sunrealtype *x         = galpha_block_data(A);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunindextype i = 0, j = 0;
  while (galpha_cursor_next(&c, &i, &j))
  {
    const bool in_g = j < m;
    if (!galpha_rows_on(&rows[!in_g], in_g ? j : j - m)) { x[c.k - 1] = 0.0; }
  }
}

void galpha_rows_diagonal(const struct galpha_rows *rows, sunindextype at,
                          SUNMatrix A)
{
  sunrealtype *x = galpha_block_data(A) + at;
  for (sunindextype i = 0; i < rows->count; i++)
  {
    x[i] = galpha_rows_on(rows, i) ? 0.0 : -1.0;
  }
}

void galpha_rows_scale(const struct galpha_rows *rows, sunrealtype c,
                       N_Vector x, N_Vector y)
{
  sunindextype n       = 0;
  const sunrealtype *a = rows->state ? galpha_vector_data(x, &n) : NULL;
  sunrealtype *b       = rows->state ? galpha_vector_data(y, &n) : NULL;
  for (sunindextype i = 0; a && b && i < n; i++)
  {
    if (!galpha_rows_on(rows, i)) { b[i] = c * a[i]; }
  }
}
