/* A small model stated in one call, with its options; what is made is kept (keep.h). */
#pragma once

#include "support/run/small.h"

struct small_statement
{
  /* A problem of test/support/models; or F(t,y,y') = 0; or F(t,y,y',y'') = 0; or unit
     masses under a force, which may be NULL. */
  const struct problem *pb;
  enum problem_storage storage;
  GALPHAResFn res1;
  GALPHARes2Fn res2;
  GALPHAForceFn force;
  sunindextype n, m, p; /* 0: 1, as far as there are such components */
  sunrealtype t0;
  const sunrealtype *q, *v,
    *a; /* y, y', y'' of a residual; NULL: zeros, a not given */
  const sunrealtype *order; /* of a residual's components; NULL: the default */
  GALPHAForceJacFn dfdq, dfdv;
  GALPHAHolonomicFn g;
  GALPHAHolonomicJacFn G;
  GALPHANonholonomicFn k;
  GALPHANonholonomicJacFn K;
  void *data;
  sunrealtype rtol, atol; /* rtol 0: not set; atol 0: as rtol */
  int formulation; /* 0: the default; of pb also SMALL_INDEX2, SMALL_INDEX3 */
  struct
  {
    const char *option;
    sunrealtype value;
  } set[6]; /* options by their names */
};

int small_begin(struct small *s, SUNContext ctx,
                const struct small_statement *what);
