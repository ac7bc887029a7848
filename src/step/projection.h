/* Error estimates of index 3 along the manifold of the constraints. */
#ifndef GALPHA_STEP_PROJECTION_H
#define GALPHA_STEP_PROJECTION_H

#include "step/attempt.h"

/* A mechanism that is left alone: always. A driven coordinate has no part along the
 * manifold, so there only noise may be cut: at most PROJECT_NOISE tolerances, or
 * what rings. The residual form, where the projection costs residuals, waits until a
 * step would be rejected, and counts all in the first one. */
bool galpha_project_wanted(const struct galpha_step *step, sunrealtype error,
                           bool rings);
/* est of the trial state, by the iteration matrix at hand; positions: of q, not of v.
 * Returns as the callbacks. */
int galpha_project(struct galpha_step *step, N_Vector est, bool positions);
/* Both estimates of the error test, of whose present norms; *filtered is the norm that
 * the iteration matrix leaves. Its stiffness reduces what a hard contact leaves in v by
 * h^2 k/m: tested, v is then projected with the mass matrix. */
int galpha_project_estimates(struct galpha_step *step, bool tested,
                             sunrealtype *filtered);

#endif
