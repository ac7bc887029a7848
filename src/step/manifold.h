/* Projections along and across the constraints of index 3 with the present iteration
 * matrix. The mechanical and the residual form differ in the right-hand sides. */
#ifndef GALPHA_STEP_MANIFOLD_H
#define GALPHA_STEP_MANIFOLD_H

#include "linear/linear_solver.h"
#include "method/method.h"

/* Results of galpha_velocity_off. */
struct galpha_velocity_off
{
  sunrealtype ratio;    /* size of the velocity correction over that of v */
  sunrealtype before;   /* the same in the step before */
  bool lost;            /* the velocities are so far off that the step fails */
  sunrealtype per_rate; /* correction over residual, when last computed */
  bool known;           /* per_rate is known */
};

/* A function of t, at the last state, that drives velocities: if it jumps, they jump. */
enum galpha_drive
{
  GALPHA_DRIVE_RATE,  /* the derivative of the constraints with respect to t */
  GALPHA_DRIVE_SLOPE, /* the time derivative of that */
  GALPHA_DRIVE_ROWS   /* the rows of F that determine y' of order 1 */
};

/* Work vectors for the evaluations of a drive, of its length. */
struct galpha_drive_room
{
  bool rate; /* the drive is the time derivative of what is evaluated */
  N_Vector now, last, before, most;
  int at; /* the part, or the second of two, that contains the largest change */
};

/* Functions that solve return 0, > 0 (recoverable) or < 0, as callbacks do. */
struct galpha_manifold
{
  /* There are constraints on positions. */
  bool (*has)(const struct galpha_method *method);
  /* Removes from est, an estimate of the trial state, its part across the constraints;
     positions: it is one of q, else of v. */
  int (*project)(struct galpha_method *method, struct galpha_ls *ls,
                 N_Vector est, bool positions);
  /* Saves the unprojected estimate of v for hidden; false: hidden is not needed. */
  bool (*keep)(struct galpha_method *method, N_Vector est);
  /* On entry est = x, the result of project: S x + G^T mu = M e, G x = 0. If (S - M) x is
   * not small compared with M e, replaces x by the solution y of M y + G^T nu = M e, G y
   * = 0, or by e if there is none. size: norm of e over the tolerance. */
  int (*hidden)(struct galpha_method *method, struct galpha_ls *ls,
                N_Vector est, sunrealtype size);
  /* A constraint changes with t at fixed y in the step (or cannot be evaluated). */
  bool (*is_driven)(struct galpha_method *method);
  /* Replaces dv, a change of the velocity at the start of the step, by its part across
   * the constraints; anew: plus the correction with which that velocity would satisfy the
   * constraints there. */
  int (*across)(struct galpha_method *method, struct galpha_ls *ls, N_Vector dv,
                bool anew);
  /* dv = the correction by which the velocity of the trial state would satisfy the
     constraints; *known false: not computed, because it must be small. off and known NULL:
     always computed. */
  int (*correction)(struct galpha_method *method, struct galpha_ls *ls,
                    N_Vector dv, struct galpha_velocity_off *off, bool *known);
  /* Whether there is such a drive; sets *room and prepares drive and velocity_change. */
  bool (*has_drive)(struct galpha_method *method, enum galpha_drive which,
                    struct galpha_drive_room *room);
  /* out = the drive at t or, if room->rate, the function whose time derivative it is. */
  int (*drive)(struct galpha_method *method, enum galpha_drive which,
               sunrealtype t, N_Vector out);
  /* dv = the change of velocities that a change of the drive causes. */
  int (*velocity_change)(struct galpha_method *method, struct galpha_ls *ls,
                         enum galpha_drive which, N_Vector change, N_Vector dv);
  /* At the trial state, the first before the others: finds the constraints on positions, or
   * those on velocities; replaces x by its part across them; does so, adds it to the
   * accelerations, and adds to the multipliers what balances it. No change if that is no
   * solution. */
  int (*find_rows)(struct galpha_method *method, bool velocities);
  int (*across_trial)(struct galpha_method *method, struct galpha_ls *ls,
                      N_Vector x);
  int (*balance_trial)(struct galpha_method *method, struct galpha_ls *ls,
                       N_Vector x);
  /* After find_rows: x = the displacement of the trial positions from the constraints. */
  int (*displacement)(struct galpha_method *method, struct galpha_ls *ls,
                      N_Vector x);
  /* After find_rows of velocities: dv = the part by which v, at t and q, violates those
   * constraints. */
  int (*across_velocities)(struct galpha_method *method, struct galpha_ls *ls,
                           sunrealtype t, N_Vector q, N_Vector v, N_Vector dv);
  /* across with anew needs no evaluation of F, so that it may be used in every step. */
  bool finds_velocity;
  /* Accelerations across constraints on velocities alternate after a jump of the drive;
     mechanics computes them anew (step/renewed_acceleration.h). */
  bool velocities;
  /* Projections are cheap: estimates are projected in every step, not only to decide a
     rejection. */
  bool cheap;
};
extern const struct galpha_manifold galpha_manifold_mechanics;
extern const struct galpha_manifold galpha_manifold_residual;

/* Residual form: r = 1 in the rows of F that depend neither on y of order 0 nor on y''
 * nor on y' (order > 0: nor on y' of this order), nearly 0 elsewhere. With order 0 these rows
 * are the constraints on y. model->rq holds F at model->at. Overwrites model->work. */
int galpha_find_rows(struct galpha_method *method, int order, N_Vector r);

#endif
