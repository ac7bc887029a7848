/* The derivatives that a user gave of a mechanical problem, against differences. */
#ifndef GALPHA_CHECK_JACOBIAN_MECHANICS_H
#define GALPHA_CHECK_JACOBIAN_MECHANICS_H

#include "check/block_report.h"
#include "model/reaction_jacobian.h"

/* Compares at the point. sys stays as it is: its callbacks fill copies. Returns
 * as galpha_compare_block; *fail: the callback that failed. */
int galpha_check_mech(const struct galpha_sys *sys,
                      const struct galpha_share *share,
                      const struct galpha_point *at, struct galpha_compare *cmp,
                      struct galpha_failure *fail);

#endif
