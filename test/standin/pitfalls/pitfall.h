/* What programs for pitfalls share: the method as chosen by users of a compiled program. */
#pragma once

#include "standin/standin.h"

/* By this rho; NULL: the default. Tolerances are not set. */
static inline struct standin pitfall_begin(IDAResFn res, int n,
                                           const sunrealtype *y,
                                           const sunrealtype *yp,
                                           const char *rho)
{
  if (rho) { setenv("GALPHA_RHO_INF", rho, 1); }
  else { unsetenv("GALPHA_RHO_INF"); }
  struct standin r = standin_new(n, y, yp);
  CHECK(IDAInit(r.mem, res, 0, r.y, r.yp) == 0);
  CHECK(IDASetLinearSolver(r.mem, r.LS, r.A) == 0);
  return r;
}

/* From now on steps of h, as long as the error test lets them. */
static inline void pitfall_constant_step(struct standin *r, sunrealtype h)
{
  CHECK(IDASetInitStep(r->mem, h) == 0);
  CHECK(IDASetMaxStep(r->mem, h) == 0);
}
