/* Evaluations at the last step on behalf of the user. */
#ifndef GALPHA_API_AT_STEP_H
#define GALPHA_API_AT_STEP_H

#include "api/integrator.h"

/* The object for such functions: started, and not within a callback other than the
 * monitor of an accepted step. */
struct galpha_mem *galpha_get_at_step(void *memory, const char *function,
                                      int *code);
/* Enclose the evaluation. within: passed from the first to the second; ret: what the
 * callbacks returned. The first call allocates; both return GALPHA_... codes. */
int galpha_enter_at_step(struct galpha_mem *mem, bool *within,
                         const char *function);
int galpha_leave_at_step(struct galpha_mem *mem, bool within, int ret,
                         const char *function);
/* Corrects the accelerations and multipliers of the last steps for output, if that was
 * postponed (method/lag.h). Within a step it corrects nothing, but the following steps
 * then do so at once. Returns GALPHA_... codes. */
int galpha_complete_step(struct galpha_mem *mem, const char *function);
void galpha_free_aside(struct galpha_mem *mem);

#endif
