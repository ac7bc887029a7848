/* Jumps of driven velocities: where g_t of rheonomic constraints jumps, or the rate of a
 * state that drives them, the velocities jump too, and no step is short enough to pass
 * the error test. The jump is located by evaluations of g, g_t or F alone; steps end just
 * before it, and the run restarts after it. */
#ifndef GALPHA_STEP_DRIVEN_JUMP_H
#define GALPHA_STEP_DRIVEN_JUMP_H

#include "step/attempt.h"

struct galpha_driven_jump
{
  bool known;                /* there is a jump between the next two times */
  sunrealtype before, after; /* apart by rounding of t, at best */
  sunrealtype h, error;      /* of the last attempt that was rejected */
  int stays; /* successive shorter attempts whose error has not fallen */
};

enum galpha_jump_place
{
  GALPHA_JUMP_NONE,
  GALPHA_JUMP_AHEAD, /* a step should end at jump->before */
  GALPHA_JUMP_HERE   /* velocities have to jump before the step */
};

/* Whether velocities have to jump before the next step is attempted. */
bool galpha_jump_is_due(const struct galpha_driven_jump *jump,
                        const struct galpha_step *step);
/* After an attempt that passes the error test only because its estimate was projected: if
 * there is a jump in the step, sets *error to the unprojected error, which rejects it.
 * again: an earlier attempt at this step was rejected. */
void galpha_jump_judge(const struct galpha_driven_jump *jump,
                       struct galpha_step *step, int ret, bool again,
                       sunrealtype *error);
/* Looks for a jump after a rejected attempt; again: not the first one at this step. */
enum galpha_jump_place galpha_jump_seek(struct galpha_driven_jump *jump,
                                        struct galpha_step *step,
                                        sunrealtype error, bool again);

#endif
