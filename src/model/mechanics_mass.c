/* The mass matrix: evaluation and products. */
#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "model/mechanics.h"

int galpha_sys_mass(struct galpha_sys *sys, sunrealtype t, N_Vector q)
{
  if (!sys->mass) { return 0; }
  sys->count.mass++;
  return galpha_sys_matrix(
    sys, "mass matrix", t,
    GALPHA_CALL(sys, sys->mass(t, q, sys->M, sys->user_data)), sys->M,
    &sys->pattern_M);
}

static sunrealtype entry(SUNMatrix A, sunindextype row, sunindextype col)
{
  const sunrealtype *x   = galpha_block_data(A);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunrealtype sum        = 0.0;
  sunindextype i, j;
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (i == row && j == col) { sum += x[c.k - 1]; }
  }
  return sum;
}

bool galpha_sys_mass_doubled(struct galpha_sys *sys, sunrealtype before,
                             sunrealtype t, N_Vector q, sunindextype *row,
                             sunindextype *col)
{
  const struct galpha_failure kept = sys->fail;
  struct galpha_pattern *known     = &sys->pattern_M;
  struct galpha_pattern_fault twice;
  sunrealtype was = 0.0, is = 0.0;
  if (!known->doubled) { return false; }
  if (!galpha_sys_mass(sys, t, q) &&
      galpha_pattern_twice(sys->M, &twice) == GALPHA_PATTERN_TWICE)
  {
    *row = twice.csr ? twice.line : twice.value;
    *col = twice.csr ? twice.value : twice.line;
    is   = entry(sys->M, *row, *col);
    was  = galpha_sys_mass(sys, before, q) ? 0.0 : entry(sys->M, *row, *col);
    /* a failure here is that of the next step, which evaluates M again */
    (void)galpha_sys_mass(sys, t, q);
  }
  galpha_pattern_seen(known);
  galpha_sys_set_failure(sys, kept);
  return fabs(is - 2.0 * was) < MASS_DOUBLED * fabs(was);
}

void galpha_sys_inertia(const struct galpha_sys *sys, sunrealtype c, N_Vector x,
                        sunrealtype b, N_Vector z, N_Vector y)
{
  if (sys->diagonal_M)
  {
    galpha_block_diagonal_mul(sys->M, c, x, b, z, y);
    return;
  }
  if (!z) { N_VConst(0.0, y); }
  else if (z != y || b != 1.0) { N_VScale(b, z, y); }
  galpha_block_mul(sys->M, c, x, y);
}
