/* Backward Euler: the recursion of the residual form with a = y'' and w = y' at the
 * end of the step. Order 1; damps the error of an inconsistent start within a step. */
#include "method/residual_recursion.h"

static const struct galpha_family family = {
  .beta = 0.5, .gamma = 1.0, .theta = 1.0};

const struct galpha_method_ops galpha_method_backward_euler = {
  GALPHA_RECURSION_MEMBER, .name = "backward Euler", .order = 1,
  .family = &family};
