/* Constraints that depend on t and whose g_t jumps, or states that drive them and whose
 * rates jump: the velocities have to follow at once, which no step is short enough for. The
 * jump is found from g, g_t or F alone, steps end just before it, and the run starts anew
 * after it. */
#ifndef GALPHA_STEP_DRIVEN_JUMP_H
#define GALPHA_STEP_DRIVEN_JUMP_H

#include "step/attempt.h"

struct galpha_driven_jump
{
  bool known;
  sunrealtype before,
    after;              /* g_t jumps between these times, round-off apart */
  sunrealtype h, error; /* of the last attempt that was rejected */
  int stays; /* such ones, ever shorter, whose error has not fallen */
};

enum galpha_jump_place
{
  GALPHA_JUMP_NONE,
  GALPHA_JUMP_AHEAD, /* a step should end at jump->before */
  GALPHA_JUMP_HERE   /* velocities have to jump before the step */
};

/* Velocities have to jump before the attempts at a step. */
bool galpha_jump_is_due(const struct galpha_driven_jump *jump,
                        const struct galpha_step *step);
/* After an attempt: if the error test passes because the estimate was projected, where
 * there is a jump it does not. again: one at this step has been rejected. */
void galpha_jump_judge(const struct galpha_driven_jump *jump,
                       struct galpha_step *step, int ret, bool again,
                       sunrealtype *error);
/* After an attempt that the error test has rejected; again: not as the first one. */
enum galpha_jump_place galpha_jump_seek(struct galpha_driven_jump *jump,
                                        struct galpha_step *step,
                                        sunrealtype error, bool again);

#endif
