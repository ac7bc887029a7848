/* Step size control: the size of the next step, and the reaction to a failed attempt. */
#ifndef GALPHA_STEP_CONTROLLER_H
#define GALPHA_STEP_CONTROLLER_H

#include "base/sundials_compat.h"
#include "step/attempt.h"
#include "step/constraint_rounding.h"
#include "step/driven_jump.h"
#include "step/irreducible_error.h"
#include "step/keep_step.h"
#include "step/limit.h"
#include "step/order.h"
#include "step/start_rates.h"
#include "step/window.h"

struct galpha_ctrl
{
  sunrealtype h;          /* next step, signed */
  sunrealtype h_fixed;    /* != 0: constant steps, no error test  */
  sunrealtype hmin, hmax; /* magnitudes; hmax 0: none            */
  sunrealtype h_first;    /* of the user, signed; 0: none        */
  sunrealtype most_steps; /* in a call; < 0: no limit            */
  sunrealtype safety;
  /* rule for h_new/h, given the error of the last step; NULL: the built-in one */
  sunrealtype (*rule)(sunrealtype error);
  int max_errfails, max_convfails, max_hnil;
  bool tstop_set;
  sunrealtype tstop;
  galpha_controller user;

  sunrealtype err_old; /* error of the last accepted step, 0: none */
  struct galpha_keep_step keep;
  struct galpha_order order;
  struct galpha_exclusion exclusion;
  struct galpha_start_rates rates;
  struct galpha_rounding rounding;
  struct galpha_driven_jump jump;
  sunrealtype h0; /* first step taken */
  /* blocked: recoverable failures of callbacks in steps no longer than accepted ones,
   * until t passes t_wall, the target time of the first of them. Their number is limited,
   * so that steps do not creep up to a time that cannot be reached. */
  int blocked;
  sunrealtype t_wall;
  struct galpha_window window;
  struct galpha_step_limit limit;
  void (*failed)(void *ctx); /* called after each failed attempt, or NULL */
  void *failed_ctx;
  sunrealtype h_good; /* largest accepted step, with decay */
  sunrealtype error;  /* of the last attempt */
  sunrealtype h_tried;
  long int steps, errfails, convfails, hnil;
};

/* h_new = 0.9 h / Theta^(1/6), Theta the square of the error: Gavrea et al. (2005),
 * (36d). */
sunrealtype galpha_ctrl_ratio_gavrea(sunrealtype error);
/* Resets the history of steps for a new start. */
void galpha_ctrl_restart(struct galpha_ctrl *ctrl);
/* Lengthens the next step, within its bounds, so that t + h differs from t. */
void galpha_ctrl_lengthen(struct galpha_ctrl *ctrl, sunrealtype t);
/* Takes one step with as many attempts as needed. Returns 0 or a GALPHA_... code, with
 * details in nls->cause and sys->fail; or, without a step, GALPHA_CTRL_JUMP: the caller
 * must restart at the time jump.after with velocities that satisfy the constraints
 * there. */
enum
{
  GALPHA_CTRL_JUMP = 1000
};
int galpha_ctrl_step(struct galpha_ctrl *ctrl, struct galpha_step *step);

#endif
