/* GALPHA: the generalized-alpha family of time integrators in the manner of SUNDIALS,
 * for constrained mechanical systems and differential-algebraic equations.
 *
 *     galpha_codes.h       constants and return codes
 *     galpha_core.h        the integrator: life, tolerances, method, steps, integration,
 *                          output, events, options; conventions of all functions
 *     galpha_mech.h        the mechanical form, by matrices: M v' = f, g = 0, k = 0
 *     galpha_residual.h    the residual form: F(t,y,y') = 0, F(t,y,y',y'') = 0
 *     galpha_solvers.h     linear and nonlinear solvers, checks of derivatives
 *     galpha_statistics.h  counters, sizes and orders of steps, estimated errors
 *
 * Not included, and needed by few programs: galpha_matrixfree.h (mechanics by
 * matrix-vector products), galpha_saddle.h and galpha_bbdpre.h (preconditioners),
 * galpha_sunlinsol_ldlt.h (the linear solver L D L^T). */
#ifndef GALPHA_GALPHA_H
#define GALPHA_GALPHA_H

#include <galpha/galpha_codes.h>
#include <galpha/galpha_core.h>
#include <galpha/galpha_mech.h>
#include <galpha/galpha_residual.h>
#include <galpha/galpha_solvers.h>
#include <galpha/galpha_statistics.h>

#endif
