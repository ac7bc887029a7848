/* Compares the derivatives that a user gave of a mechanical problem with difference
 * quotients. */
#ifndef GALPHA_CHECK_JACOBIAN_MECHANICS_H
#define GALPHA_CHECK_JACOBIAN_MECHANICS_H

#include "check/block_report.h"
#include "model/first_order_states.h"
#include "model/reaction_jacobian.h"

/* Compares at the point. Does not change sys and states (NULL: none): copies of the
 * blocks are filled by their callbacks. Returns as galpha_compare_block does; *fail: the
 * callback that failed. */
int galpha_check_mech(const struct galpha_sys *sys,
                      const struct galpha_first_order *states,
                      const struct galpha_reaction_jac *reaction,
                      const struct galpha_point *at, struct galpha_compare *cmp,
                      struct galpha_failure *fail);
/* GALPHA_SUCCESS, GALPHA_RES_FAIL or GALPHA_MEM_FAIL for the return of an evaluation: every
 * failure except that of an allocation is recorded in sys->fail. */
int galpha_check_code(const struct galpha_sys *sys, int ret);
/* The part of states (jacobian_states.c). The callbacks of sys are called, and it records
 * failures; the differences change the point and restore it. */
int galpha_check_states(const struct galpha_first_order *states,
                        struct galpha_sys *sys, const struct galpha_point *at,
                        struct galpha_compare *cmp);

#endif
