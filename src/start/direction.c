#include "start/direction.h"

#include <math.h>

#include "model/matrix_ops.h"

void galpha_direction_set_room(struct galpha_direction *l, N_Vector *room)
{
  l->mid     = room[0];
  l->up      = room[1];
  l->down    = room[2];
  l->quarter = room[3];
  l->along   = room[4];
}

/* The row with the largest relative deviation, above worst, from the difference
 * quotient; -1: none. Subtracts the uncertainty of the quotient (a kink, a jump,
 * rounding), which one-sided differences and a quarter of the increment show. */
static sunindextype worst_row(const struct galpha_direction *l, sunrealtype eps,
                              sunrealtype worst)
{
  sunindextype m = 0, row = -1;
  const sunrealtype *mid     = galpha_vector_data(l->mid, &m);
  const sunrealtype *up      = galpha_vector_data(l->up, &m);
  const sunrealtype *down    = galpha_vector_data(l->down, &m);
  const sunrealtype *quarter = galpha_vector_data(l->quarter, &m);
  const sunrealtype *along   = galpha_vector_data(l->along, &m);
  const sunrealtype top      = N_VMaxNorm(l->along);
  for (sunindextype i = 0; i < m; i++)
  {
    const sunrealtype before = mid[i] - down[i], after = up[i] - mid[i];
    const sunrealtype open =
      fmax(fabs(after - before), fabs(after - 4.0 * (quarter[i] - mid[i]))) +
      16.0 * SUN_UNIT_ROUNDOFF * fabs(mid[i]);
    const sunrealtype quotient = 0.5 * (before + after) / eps;
    const sunrealtype off      = fabs(quotient - along[i]) - open / eps;
    const sunrealtype size     = fabs(quotient) + fabs(along[i]) + 1e-6 * top;
    if (!(off > worst * size)) { continue; }
    worst = off / size;
    row   = i;
  }
  return row;
}

sunindextype galpha_direction_wrong_row(const struct galpha_direction *l,
                                        sunrealtype worst)
{
  const sunrealtype size = N_VMaxNorm(l->x0);
  const sunrealtype eps  = 1e-5 * (size > 0.0 ? size : 1.0);
  SUNMatrix A            = NULL;
  /* components of d differ in size, so that exchanged columns are detected */
  galpha_vector_signs(l->d, 0.5);
  int ret = l->value(l->of, eps, l->up);
  if (!ret) { ret = l->value(l->of, -eps, l->down); }
  if (!ret) { ret = l->value(l->of, 0.25 * eps, l->quarter); }
  if (!ret) { ret = l->value(l->of, 0.0, l->mid); }
  if (!ret) { ret = l->matrix(l->of, l->mid, &A); }
  if (ret) { return -1; }
  N_VConst(0.0, l->along);
  if (!A || galpha_block_known(A) || galpha_block_by_product(A))
  {
    galpha_block_mul(A, 1.0, l->d, l->along);
  }
  else if (SUNMatMatvec(A, l->d, l->along)) { return -1; }
  return worst_row(l, eps, worst);
}
