/* Planar flexible mechanisms of any size: a train of rigid bars joined by
 * revolute joints and torsional spring-dampers (a hanging chain; a slider-crank
 * whose rod is a beam). Every block is sparse, analytic and costs O(bars). */
#pragma once

#include "support/models/problem.h"

/* Calls of the callbacks, counted by the model itself. */
struct flexible_calls
{
  long force, g, G, stiffness, damping;
};

/* Bar b has the coordinates x, y, theta of its centre at 3b, 3b+1, 3b+2, its
 * left end on the right end of bar b-1 (of bar 0: on the origin; rows 2b and
 * 2b+1 of g), and a spring-damper k[b], c[b] between its angle and that of bar
 * b-1 (k[0] = c[0] = 0). With a slider the last end stays on the x axis. */
struct flexible
{
  struct problem pb; /* its data is this struct */
  sunindextype bars;
  sunrealtype *half, *mass, *inertia, *k, *c;
  int slider;
  /* torque -gain (theta_0' - Omega(t)) on bar 0, Omega(t) smooth up to omega */
  sunrealtype gain, omega;
  struct flexible_calls calls;
};

/* N bars of total length 1 and mass 1 along +x, k and c at each inner joint. */
struct flexible *flexible_chain(sunindextype N, sunrealtype k, sunrealtype c);

/* Crank, rod of N bars with bending stiffness EI and damping eta EI, slider. */
struct flexible *flexible_slider_crank(sunindextype N, sunrealtype EI,
                                       sunrealtype eta, sunrealtype omega);

/* Omega(t): from 0 to omega at t = 0.5, smooth, constant from there. */
sunrealtype flexible_drive(sunrealtype omega, sunrealtype t);

/* Block callbacks; user_data is the model. */
int flexible_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                   void *data);
int flexible_mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data);
int flexible_holonomic(sunrealtype t, N_Vector q, N_Vector g, void *data);
int flexible_holonomic_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *data);
int flexible_stiffness(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                       N_Vector psi, SUNMatrix J, void *data);
int flexible_damping(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix J, void *data);

/* The motion at t = tend/nout, 2 tend/nout, ..., tend. */
struct flexible_track
{
  sunindextype n;
  int nout;
  sunrealtype tend;
  sunrealtype *q, *v; /* nout rows of n */
};

int flexible_track_new(struct flexible_track *track, sunindextype n, int nout,
                       sunrealtype tend);
sunrealtype flexible_track_time(const struct flexible_track *track, int out);
void flexible_track_keep(struct flexible_track *track, int out,
                         const sunrealtype *q, const sunrealtype *v);
/* Integrates pb to tend; returns GALPHASolve's negative code, or 0. */
int flexible_track_run(struct flexible_track *track, const struct problem *pb,
                       void *mem, SUNContext ctx);
/* Largest ||q - q_ref|| / ||q_ref|| over the outputs, and that of v. */
void flexible_track_error(const struct flexible_track *track,
                          const struct flexible_track *ref, sunrealtype *eq,
                          sunrealtype *ev);
