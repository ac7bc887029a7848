/* Projection of error estimates of index 3 onto the manifold of the constraints: when,
 * and of which estimates. */
#ifndef GALPHA_STEP_PROJECTION_H
#define GALPHA_STEP_PROJECTION_H

#include "step/attempt.h"

/* Whether the estimate is to be projected. Autonomous constraints: always. With rheonomic
 * constraints the estimate has a component off the manifold that is not noise, so only
 * noise is projected: at most PROJECT_NOISE tolerances, or oscillation (rings). The
 * residual form, in which a projection costs residuals, projects only to decide a
 * rejection, and never in the first step. Steps of orders 3 to 5 (mechanical form only)
 * do so from the second attempt on, since they inherit errors of velocities across the
 * constraints from the steps before. */
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
/* Index 3, a rejected step of the BDF: step->error_along = the error along the constraints,
 * which determines the size of the next attempt. The part across them depends on the
 * sizes of the steps before and does not fall with h. Else does nothing. */
int galpha_project_rejected(struct galpha_step *step, sunrealtype error);
/* The same, before it is rejected: after a change of order or h velocities are off across
 * the constraints, and positions along them, so that both estimates of the error of v are
 * wrong, each by what the other one is not. *error becomes that of the estimate from
 * positions plus the part along the constraints of the difference of the two. */
int galpha_project_difference(struct galpha_step *step, sunrealtype *error);
/* The error after a projection that reduced whole to filtered. Residual form: if nothing
 * is left, the constraints drive the whole motion (step->ringing.driven), and nothing
 * else tests the velocities; the error is then whole. */
sunrealtype galpha_project_judge(struct galpha_step *step, sunrealtype whole,
                                 sunrealtype filtered);
/* After a projection with which the attempt passes, of constraints that depend on t: what was
 * projected away is noise only if the velocities satisfy the constraints, those on velocities
 * also in the middle of the step. Otherwise *error becomes the larger of whole and their
 * distance from them, which rejects the attempt. Returns as callbacks do. */
int galpha_project_confirm(struct galpha_step *step, sunrealtype whole,
                           sunrealtype *error);
/* dy = the displacement (velocity) across the constraints that changes g (its rate) by
 * model->rl, by the present iteration matrix. Returns as callbacks do. */
int galpha_project_across(struct galpha_step *step, N_Vector dy);

/* The factor with which reactions balance inertia best; inertia = what is left. false: too
 * much. */
bool galpha_project_balances(N_Vector inertia, N_Vector reactions,
                             sunrealtype *factor);

#endif
