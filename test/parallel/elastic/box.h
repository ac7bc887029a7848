/* The vibration of an elastic box between smooth walls, known in closed form for
 * the finite elements themselves: damped free motion of two modes, and a third one
 * under load. Solved as F(t,y,y',y'') on vectors of any kind that have an array of
 * the process' own components. */
#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_nvector.h>

#include "model.h"

/* A cube of side 1 of so many elements an edge; its planes are still to be shared
 * out, and elastic_new called. */
struct elastic elastic_box(int elements);
/* After elastic_new: what the walls hold, and the load. */
void elastic_box_finish(struct elastic *e);

/* A mode of p half waves along each axis, shear or pressure, and its square of
 * the angular frequency. */
struct elastic_mode
{
  int waves;
  int pressure;
};
void elastic_shape(const struct elastic *e, struct elastic_mode mode,
                   sunrealtype *u);
sunrealtype elastic_frequency2(const struct elastic *e,
                               struct elastic_mode mode);
/* The solution and its rate. */
void elastic_box_exact(const struct elastic *e, sunrealtype t, sunrealtype *y,
                       sunrealtype *yp);

struct elastic_plan
{
  int pcg;          /* else SPGMR */
  int degree;       /* of the preconditioner, 0: none */
  sunrealtype step; /* fixed; 0: error control with rtol */
  sunrealtype rtol; /* atol is a hundredth, times 1 */
  sunrealtype tend;
};

struct elastic_outcome
{
  int flag; /* of the first call that failed, or 0 */
  long int steps, failures, residuals, solves, iters, products;
};

/* Integrates from 0 to tend; y: the vector for the result. */
struct elastic_outcome elastic_solve(struct elastic *e,
                                     const struct elastic_plan *plan,
                                     SUNContext ctx, N_Vector y);
/* Largest error of y at time t. */
sunrealtype elastic_box_error(struct elastic *e, sunrealtype t, N_Vector y);
