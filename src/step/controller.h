/* The size of the next step, and what to do when one fails. */
#ifndef GALPHA_STEP_CONTROLLER_H
#define GALPHA_STEP_CONTROLLER_H

#include "base/sundials_compat.h"
#include "step/attempt.h"
#include "step/constraint_rounding.h"
#include "step/irreducible_error.h"
#include "step/step_hold.h"
#include "step/window.h"

struct galpha_ctrl
{
  sunrealtype h;          /* next step; its sign is the direction */
  sunrealtype h_fixed;    /* != 0: constant steps, no error test  */
  sunrealtype hmin, hmax; /* magnitudes; hmax 0: none            */
  sunrealtype safety;
  /* h_new = 0.9 h / Theta^(1/6), Gavrea et al. (2005), (36d) */
  /* Another rule: h_new/h from the error, or NULL. */
  sunrealtype (*rule)(sunrealtype error);
  int max_errfails, max_convfails, max_hnil;
  bool tstop_set;
  sunrealtype tstop;
  galpha_controller user;

  sunrealtype err_old; /* of the last accepted step, 0: none */
  struct galpha_hold hold;
  struct galpha_excuse excuse;
  struct galpha_rounding rounding;
  sunrealtype h0; /* first step taken */
  /* Callbacks that failed recoverably since t has not passed t_wall, over steps of a
     size that did before: steps must not creep up to a time that cannot be reached. */
  int blocked;
  sunrealtype t_wall;
  struct galpha_window window;
  sunrealtype h_good; /* size of steps that were accepted, fading */
  sunrealtype error;  /* of the last attempt */
  sunrealtype h_tried;
  long int steps, errfails, convfails, hnil;
};

/* h_new = 0.9 h / Theta^(1/6), Theta the square of the error: Gavrea et al. (2005), (36d). */
sunrealtype galpha_ctrl_ratio_gavrea(sunrealtype error);
/* Forgets the steps taken: for a new start. */
void galpha_ctrl_restart(struct galpha_ctrl *ctrl);
/* The next step is one that changes t, if its bounds allow. */
void galpha_ctrl_lengthen(struct galpha_ctrl *ctrl, sunrealtype t);
/* What a failed galpha_ctrl_step means is told by its code (GALPHA_...) and, for
 * the details, by nls->cause and sys->fail. */
int galpha_ctrl_step(struct galpha_ctrl *ctrl, struct galpha_step *step);

#endif
