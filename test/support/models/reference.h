/* Third-party reference problems as struct problem, each with analytic
 * derivatives and an exact or accurate solution, and the runs that the tests
 * make of them. Sign convention: M v' = f0 - G^T lambda - K^T psi. An exact
 * solution leaves an output alone that it does not know. */
#pragma once

#include "support/models/problem.h"

/* Unit mass on a unit circle, (x^2 + y^2 - 1)/2 = 0: lambda is the tension. */
enum ref_pendulum_case
{
  REF_PENDULUM_CASH, /* g = 1, starts at (1,0) with v = (0,1); known at t = 1 */
  REF_PENDULUM_IFTOMM, /* A01: g = 9.81, starts at rest at (-1,0) */
  REF_PENDULUM_PERIOD2 /* at rest at (1,0), g such that the period is 2 */
};
struct problem ref_pendulum(enum ref_pendulum_case which);

/* Andrews' squeezing mechanism, 7 coordinates, 6 constraints; known at 0.03. */
struct problem ref_andrews(void);

/* Car axis of the Bari test set, moving constraint; known at t = 3. Without
 * rate the integrator has to difference g in t. */
struct problem ref_caraxis(int with_rate);

/* Heavy top in x (3) and a unit quaternion (4), fast spin; known at t = 0.2, 1,
 * 2. The mass matrix is singular along p; weight > 0 adds
 * weight (p.p')^2/2 to the kinetic energy, which leaves the motion and all
 * multipliers as they are. The weight lives in the caller's data. */
struct ref_heavy_top
{
  sunrealtype weight;
};
struct problem ref_heavy_top(struct ref_heavy_top *data);
/* Body angular velocity at q, v. */
void ref_heavy_top_omega(const sunrealtype *q, const sunrealtype *v,
                         sunrealtype *omega);

/* Chain of four-bar linkages with two loops (IFToMM A02, N = 2), 15
 * coordinates, 14 constraints; known at t = 0.5, 1, 4, 10. */
#define REF_FOURBAR_LOOPS 2
struct problem ref_fourbar(void);

/* Knife edge on an incline; exact for all t. */
struct problem ref_skate(void);
/* Chaplygin sleigh; known at t = 1, 2 (5 without v). */
struct problem ref_sleigh(void);
/* Upright rolling disk, two rolling conditions; exact for all t. */
struct problem ref_rolling(void);

/* Skate on a belt, both kinds of constraints with explicit time; exact for all t.
 * Without rate the integrator has to difference g in t. */
struct problem ref_belt(int with_rate);

/* SUNDIALS' slider-crank with spring, damper and force; known at t = 1, 2, 5,
 * 10. scale multiplies the spring constant (1 is the published problem). */
struct ref_slider_crank
{
  sunrealtype scale;
};
struct problem ref_slider_crank(struct ref_slider_crank *data);

/* M u'' + K u = F from u0, v0; exact. */
struct ref_oscillator
{
  sunrealtype mass, stiffness, load, u0, v0;
};
struct problem ref_oscillator(struct ref_oscillator *data);
/* u1'' = -1000 (u1 - u2), u2 = sin 10 t as a moving constraint. */
struct problem ref_moving_base(void);

/* Fills A (rows x cols) with the column-major array a, all entries structural.
 */
void ref_put_full(SUNMatrix A, sunindextype rows, sunindextype cols,
                  const sunrealtype *a);
/* Fills A with diag(d), only the diagonal structural. */
void ref_put_diagonal(SUNMatrix A, sunindextype n, const sunrealtype *d);

/* Exact state at t; what pb->exact leaves open comes from the equations of
 * motion at the exact q, v. Problems with a general force know all of it. 0 for
 * success. */
int ref_exact_state(const struct problem *pb, SUNContext ctx, sunrealtype t,
                    struct problem_state *s);

/* How to run a problem. */
struct ref_run
{
  const struct problem *pb;
  const struct problem *reference; /* its exact solution; NULL: that of pb */
  enum problem_storage storage;
  int formulation;            /* 0: the default */
  int order;                  /* the highest; 0: the default */
  int uncorrected;            /* 1: without Jay and Negrut (2009), (14) */
  int quiet;                  /* 1: no messages, where failure is expected */
  sunrealtype t1;             /* end time */
  sunrealtype qscale, vscale; /* atol of q is rtol*qscale, of v rtol*vscale */
};

/* Errors at t1 relative to the 2-norm of the exact vector (absolute where that
 * is zero), the worst constraint norms at steps, and the cost. */
struct ref_errors
{
  sunrealtype q, v, a, lambda, psi;
  sunrealtype g, gdot, k;
  long int steps;
};

/* An error-controlled run; 0 or the first flag that is not success. */
int ref_run_adaptive(const struct ref_run *run, SUNContext ctx,
                     sunrealtype rtol, struct ref_errors *e);
/* nsteps steps to t1, in turn first and 2 - first times the mean one: constant
 * for first = 1. Newton's iteration is converged far below the errors. */
int ref_run_fixed(const struct ref_run *run, SUNContext ctx, long int nsteps,
                  sunrealtype first, struct ref_errors *e);

/* The state at the end of such a run instead of its errors. */
int ref_end_state(const struct ref_run *run, SUNContext ctx, sunrealtype rtol,
                  struct problem_state *s);

/* Exponents p of e ~ rtol^p between adaptive runs at rtol and rtol/ratio; the
 * latter's errors in e. Prints both. */
int ref_tolerance_slope(const struct ref_run *run, SUNContext ctx,
                        sunrealtype rtol, sunrealtype ratio,
                        struct ref_errors *e, struct ref_errors *slope);
/* Orders observed between nsteps and 2 nsteps steps. Prints both. */
int ref_order(const struct ref_run *run, SUNContext ctx, long int nsteps,
              sunrealtype first, struct ref_errors *order);
