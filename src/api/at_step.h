/* Evaluations at the last step on behalf of the user. */
#ifndef GALPHA_API_AT_STEP_H
#define GALPHA_API_AT_STEP_H

#include "api/integrator.h"

/* The object for such functions: started, and not within a callback other than the
 * monitor of an accepted step. */
struct galpha_mem *galpha_get_at_step(void *memory, const char *function,
                                      int *code);
/* Enclose the evaluation. within: to be handed from the first to the second; ret: what the
 * callbacks returned. The first call allocates; both return GALPHA_... codes. */
int galpha_enter_at_step(struct galpha_mem *mem, bool *within,
                         const char *function);
int galpha_leave_at_step(struct galpha_mem *mem, bool within, int ret,
                         const char *function);
/* Accelerations and multipliers of the last steps, which the next ones do not need, become
 * those that are returned. Within a step they stay as they are, and the following steps
 * make them at once. Returns GALPHA_... codes. */
int galpha_complete_step(struct galpha_mem *mem, const char *function);
void galpha_free_aside(struct galpha_mem *mem);

#endif
