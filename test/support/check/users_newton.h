/* SUNDIALS' Newton solver as one of the user: the library tests its corrections, and knows
 * nothing else of its iteration. For controls. */
#pragma once

#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include <galpha/galpha.h>

#include "support/run/keep.h"

/* n: of all unknowns. Returns what GALPHASetNonlinearSolver does. */
static inline int users_newton(void *mem, sunindextype n, SUNContext ctx)
{
  N_Vector all = KEEP(N_VNew_Serial(n, ctx));
  return GALPHASetNonlinearSolver(mem, KEEP(SUNNonlinSol_Newton(all, ctx)));
}
