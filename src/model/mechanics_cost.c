/* What derivatives of mechanics cost. */
#include "model/mechanics.h"

static sunrealtype groups(const struct galpha_deriv *b)
{
  return b->dq ? (sunrealtype)galpha_dq_groups(b->dq) : 0.0;
}

sunrealtype galpha_sys_jacobian_cost(const struct galpha_sys *sys,
                                     sunrealtype given)
{
  return sys->general ? given
                      : given + groups(&sys->block[GALPHA_BLOCK_FQ]) +
                          groups(&sys->block[GALPHA_BLOCK_FV]);
}
