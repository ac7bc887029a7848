/* Backward Euler: the recursion of the residual form with a = y'' and w = y' at the
 * end of the step. Order 1; damps the error of an inconsistent start within a step. */
#include "method/residual_recursion.h"

static const struct galpha_family family = {
  .beta = 0.5, .gamma = 1.0, .theta = 1.0};

const struct galpha_method_ops galpha_method_backward_euler = {
  .name            = "backward Euler",
  .order           = 1,
  .family          = &family,
  .formulation     = GALPHA_RESIDUAL,
  .traits          = &galpha_recursion_traits,
  .coefficients    = galpha_method_coefficients,
  .predict         = galpha_recursion_predict,
  .stages          = galpha_recursion_stages,
  .begin           = galpha_recursion_begin,
  .residual        = galpha_recursion_residual,
  .end             = galpha_recursion_end,
  .keep_velocities = galpha_method_keep_velocities_by_order,
  .estimate        = galpha_recursion_estimate,
  .tested          = galpha_recursion_tested,
  .dense           = galpha_method_dense_by_order};
