/* Compares the derivatives that a user gave of a mechanical problem with difference
 * quotients. */
#ifndef GALPHA_CHECK_JACOBIAN_MECHANICS_H
#define GALPHA_CHECK_JACOBIAN_MECHANICS_H

#include "check/block_report.h"
#include "model/reaction_jacobian.h"

/* Compares at the point. Does not change sys: its callbacks fill copies of the blocks.
 * Returns as galpha_compare_block does; *fail: the callback that failed. */
int galpha_check_mech(const struct galpha_sys *sys,
                      const struct galpha_reaction_jac *reaction,
                      const struct galpha_point *at, struct galpha_compare *cmp,
                      struct galpha_failure *fail);

#endif
