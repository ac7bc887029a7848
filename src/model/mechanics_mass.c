/* The mass matrix: evaluation and products. */
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
