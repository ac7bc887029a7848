/* Random planar mechanisms of bars in absolute coordinates (x, y, angle of each): open
 * and closed chains with pins, welds, bushings, torsion springs, driven angles, and
 * reference solutions of them that owe nothing to the library. */
#pragma once

#include "support/models/problem.h"

#define PLANAR_BARS     6
#define PLANAR_N        (3 * PLANAR_BARS)
#define PLANAR_LINKS    (2 * PLANAR_BARS)
#define PLANAR_M        (3 * PLANAR_BARS)
#define PLANAR_OUTPUTS  20
#define PLANAR_DURATION 2.0

/* An end of a bar (side -1 its head, 1 its tail) or, bar < 0, a point of the ground. */
struct planar_end
{
  int bar;
  sunrealtype side, x, y;
};

/* Two ends: pinned together, or joined by a bushing (k, c in x and y). */
struct planar_link
{
  struct planar_end a, b;
  sunrealtype k, c;
};

/* The angle of a less that of b (< 0: the ground) less rest less amplitude sin(omega t):
 * zero, or what a torsion spring resists to. */
struct planar_turn
{
  int a, b;
  sunrealtype rest, amplitude, omega, k, c;
};

struct planar
{
  int bars, n, m;
  sunrealtype mass[PLANAR_BARS], inertia[PLANAR_BARS], length[PLANAR_BARS];
  struct planar_link pin[PLANAR_LINKS], bushing[PLANAR_LINKS];
  struct planar_turn angle[PLANAR_LINKS], spring[PLANAR_LINKS];
  int pins, bushings, angles, springs;
  sunrealtype load, omega; /* a force in x on the last bar: load sin(omega t) */
  sunrealtype q0[PLANAR_N], v0[PLANAR_N];
};

/* The mechanism of this seed; nonzero: it has no freedom to move. Every fourth seed has
 * springs up to 1e1, 1e3, 1e5, 1e6. */
int planar_random(struct planar *p, int seed);
/* As a problem; p has to live as long. */
struct problem planar_problem(struct planar *p);

/* Accelerations by the equations of index 1; lambda may be NULL. Nonzero: constraints
 * depend on each other. */
int planar_accelerations(const struct planar *p, sunrealtype t,
                         const sunrealtype *q, const sunrealtype *v,
                         sunrealtype *a, sunrealtype *lambda);
/* G (m by n, rows), g, g_t, f at a state. */
void planar_G(const struct planar *p, const sunrealtype *q, sunrealtype *G);
void planar_g(const struct planar *p, sunrealtype t, const sunrealtype *q,
              sunrealtype *g);
void planar_gt(const struct planar *p, sunrealtype t, sunrealtype *gt);
void planar_force(const struct planar *p, sunrealtype t, const sunrealtype *q,
                  const sunrealtype *v, sunrealtype *f);
/* Solves A x = b (n by n, rows), A symmetric and positive definite, by Cholesky; A is
 * overwritten, x is b. Nonzero: it is not. */
int planar_solve(int n, sunrealtype *A, sunrealtype *b);

struct planar_reference
{
  int seed, good;          /* good 0: not known well enough */
  sunrealtype sensitivity; /* largest |dq|/(1 + |q|) over a change of v0 */
  sunrealtype q[PLANAR_OUTPUTS][PLANAR_N], v[PLANAR_OUTPUTS][PLANAR_N];
};

/* By extrapolation of the midpoint rule at 1e-12, on the equations of index 1; against
 * the same at 1e-10. */
void planar_reference_make(struct planar_reference *r, const struct planar *p,
                           int seed);

/* *error becomes at least |x - right|/(1 + |right|); moved: of all bars along x and y. */
void planar_compare(N_Vector x, const sunrealtype *right, sunrealtype moved,
                    sunrealtype *error);

/* How a run is made, and what came of it: the largest errors at the outputs. */
struct planar_run
{
  int formulation, order; /* the highest; 0: the default */
  int positions;          /* positions 1: velocities are not tested */
  sunrealtype rho, rtol;
};

struct planar_result
{
  int flag;
  long int steps;
  sunrealtype error_q, error_v;
  sunrealtype expected; /* 3 rtol^(2/3) max(1, sensitivity) */
};

struct planar_result planar_integrate(struct planar *p,
                                      const struct planar_reference *r,
                                      const struct planar_run *run,
                                      SUNContext ctx);
