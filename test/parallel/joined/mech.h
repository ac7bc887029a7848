/* The joined blocks in the mechanical form by products, in place of the residual: q
 * and lambda are the parts of the MPIManyVector. */
#pragma once

#include <sundials/sundials_linearsolver.h>

#include "solve.h"

/* State at rest, tolerances; then the solver with its preconditioner. */
int joined_mech_state(struct joined_run *run, const struct joined_plan *plan,
                      void *mem);
int joined_mech_solver(struct joined_run *run, const struct joined_plan *plan,
                       void *mem, SUNLinearSolver LS);
/* To tend; q, v, lambda into y and yp. */
int joined_mech_integrate(struct joined_run *run, void *mem, sunrealtype tend);
