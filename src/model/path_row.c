#include "model/path_row.h"

#include <math.h>
#include <stdlib.h>

#include "base/clone.h"
#include "model/matrix_ops.h"

int galpha_path_init(struct galpha_path *p, N_Vector like)
{
  if (p->row) { return 0; }
  p->whole  = !galpha_vector_in_array(like);
  p->rows   = p->whole ? 1 : N_VGetLength(like);
  p->row    = calloc((size_t)p->rows + 1, sizeof *p->row);
  p->change = galpha_clone(like);
  bool all  = p->row && p->change;
  for (int i = 0; i < GALPHA_NODES; i++)
  {
    p->value[i] = galpha_clone(like);
    all         = all && p->value[i];
  }
  if (!all) { galpha_path_free(p); }
  return all ? 0 : -1;
}

void galpha_path_free(struct galpha_path *p)
{
  free(p->row);
  p->row = NULL;
  if (p->change) { N_VDestroy(p->change); }
  p->change = NULL;
  for (int i = 0; i < GALPHA_NODES; i++)
  {
    if (p->value[i]) { N_VDestroy(p->value[i]); }
    p->value[i] = NULL;
  }
}

sunrealtype galpha_path_value(const struct galpha_path *p, sunindextype i)
{
  return p->row[i].error < HUGE_VAL ? p->row[i].value : 0.0;
}

sunrealtype galpha_path_error(const struct galpha_path *p, sunindextype i)
{
  return p->row[i].error < HUGE_VAL ? p->row[i].error : 0.0;
}
