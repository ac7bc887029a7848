/* Projection of error estimates of index 3 onto the manifold of the constraints: when,
 * and of which estimates. */
#ifndef GALPHA_STEP_PROJECTION_H
#define GALPHA_STEP_PROJECTION_H

#include "step/attempt.h"

/* The estimate is to be projected. Autonomous constraints: always. With rheonomic
 * constraints the estimate has a component off the manifold that is not noise, so only
 * noise is projected: at most PROJECT_NOISE tolerances, or oscillation (rings). The
 * residual form, in which a projection costs residuals, projects only to decide a
 * rejection, and never in the first step. So do steps of orders 3 to 5 in the mechanical
 * form, after a first rejection: their velocities across the constraints are off by what
 * the steps before were. */
bool galpha_project_wanted(const struct galpha_step *step, sunrealtype error,
                           bool rings);
/* Projects est, an estimate of the trial state, with the present iteration matrix;
 * positions: it is one of q, else of v. Returns as callbacks do. */
int galpha_project(struct galpha_step *step, N_Vector est, bool positions);
/* Projects both estimates of the error test; *filtered: their norm after projection
 * with the iteration matrix. Its stiffness k reduces the error that a hard contact
 * leaves in v by h^2 k/m; if v is tested (tested), v is therefore projected with the
 * mass matrix. */
int galpha_project_estimates(struct galpha_step *step, bool tested,
                             sunrealtype *filtered);
/* The error after a projection that left filtered of whole. In the residual form nothing
 * else tests the velocities of a mechanism whose motion is driven as a whole
 * (step->ringing.driven): the error is whole. */
sunrealtype galpha_project_judge(struct galpha_step *step, sunrealtype whole,
                                 sunrealtype filtered);
/* dy = the displacement, or velocity, that changes g, or its rate, by model->rl, with the
 * present iteration matrix. Returns as callbacks do. */
int galpha_project_across(struct galpha_step *step, N_Vector dy);

#endif
