/* Accelerations and multipliers of a given state, from the mass matrix and the
 * constraints differentiated along the motion; what is wrong when they are not
 * determined. */
#ifndef GALPHA_ACCEL_H
#define GALPHA_ACCEL_H

#include "galpha_err.h"
#include "galpha_ls.h"

/* Increments of t below this share of it have lost too many digits. */
#define GALPHA_TIME_DIGITS 1e-7
/* Of a restart, the share of the last step over which velocities may be off. */
#define GALPHA_RESTART 0.003

enum galpha_level
{
  GALPHA_LEVEL_NONE,
  GALPHA_LEVEL_POSITION,     /* g            */
  GALPHA_LEVEL_VELOCITY,     /* g_t + G v    */
  GALPHA_LEVEL_NONHOLONOMIC, /* k            */
  GALPHA_LEVEL_MASS,         /* row of M     */
  GALPHA_LEVEL_OUTPUT        /* outputs      */
};

/* Newton's iteration of the residual form's start; 0 means the default. */
struct galpha_ic_options
{
  sunrealtype epiccon; /* tolerance, share of the error tolerances (0.0033) */
  int maxnh;           /* step sizes (5)             */
  int maxnj;           /* matrices for each (4)      */
  int maxnit;          /* iterations with each (10)  */
  int maxbacks;        /* back-tracks in each (100)  */
  bool lsoff;          /* no line search             */
  sunrealtype steptol; /* least step in weighted norm: unit roundoff^(2/3) */
};

/* A row of a block that is not the derivative it should be; -1: none found. */
struct galpha_suspect
{
  enum galpha_block_id block;
  sunindextype row;
};

struct galpha_ic
{
  struct galpha_form *form;
  struct galpha_ls *ls;
  struct galpha_errtest *errtest;
  sunrealtype span;      /* of time ahead, to tout or the stop time */
  sunrealtype direction; /* of time: its sign                      */
  sunrealtype
    increment; /* of the derivative along the motion; 0: to be sought */
  bool projecting;
  N_Vector work;                   /* length n */
  N_Vector wl, wp, last_l, last_p; /* lengths m, p */
  sunrealtype moved_q, moved_v;    /* by the last projection */
  /* what is wrong, for the message */
  enum galpha_level level;
  sunindextype row, other; /* other: a row it depends on, or -1 */
  sunrealtype h_before;    /* last step before GALPHAReInit, or 0 */
  bool untransposed; /* the product with G^T is not that of G's transpose */
  struct galpha_suspect suspect; /* of G and K at the start */
  bool clash;  /* rows row and other depend on each other and contradict */
  bool by_row; /* residual form: row is not a column */
  struct galpha_ic_options opt;
  long int nbacktr, niters; /* residual form: of the last start */
  sunrealtype value;
};

/* Remembers what is wrong; returns 1. */
int galpha_ic_blame(struct galpha_ic *ic, enum galpha_level level,
                    sunindextype row, sunindextype other, sunrealtype value);
/* The same for a row of [G; K] that depends on others, most on row other. */
void galpha_ic_dependent(struct galpha_ic *ic, sunindextype row,
                         sunindextype other);
/* The code of a callback's failure at the start. */
int galpha_ic_model_code(int ret);
/* The code of a linear system of the start that was not solved, ret being what the
 * solution ended with; looks for the reason. */
int galpha_ic_unsolved(struct galpha_ic *ic, int ret);
/* A time small against the interval and against the time in which the coordinates
 * change. */
sunrealtype galpha_ic_time_scale(const struct galpha_ic *ic);
/* Factorises the mass matrix with the constraints as they stand. */
int galpha_ic_factor(struct galpha_ic *ic, const struct galpha_point *at);
/* The constraints of the last factors must not depend on each other, unless that is
 * gone on with. */
int galpha_ic_rank(struct galpha_ic *ic);
/* Where it is, dependent rows are left out of corrections: what they ask for beyond the
 * others, by the residuals rl and rp, must be within the tolerances. */
int galpha_ic_check_dependent(struct galpha_ic *ic, enum galpha_level level);
/* a, lambda, psi that go with q and v of the point. */
int galpha_ic_accelerations(struct galpha_ic *ic, const struct galpha_point *at,
                            N_Vector a);
/* The same next to the point of the last factors, from a, lambda, psi of that. */
int galpha_ic_accelerations_near(struct galpha_ic *ic,
                                 const struct galpha_point *at, N_Vector a);

#endif
