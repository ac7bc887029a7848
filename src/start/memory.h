/* The struct of the consistent start: its inputs, options, results for messages, and
 * work vectors. */
#ifndef GALPHA_START_MEMORY_H
#define GALPHA_START_MEMORY_H

#include "linear/linear_solver.h"
#include "model/path_derivative.h"
#include "step/error_test.h"

enum galpha_level
{
  GALPHA_LEVEL_NONE,
  GALPHA_LEVEL_POSITION,     /* g            */
  GALPHA_LEVEL_VELOCITY,     /* g_t + G v    */
  GALPHA_LEVEL_NONHOLONOMIC, /* k            */
  GALPHA_LEVEL_MASS,         /* M            */
  GALPHA_LEVEL_OUTPUT        /* outputs of first-order states */
};

/* Options of Newton's iteration for the start of the residual form; 0: the default in
 * parentheses. */
struct galpha_ic_options
{
  sunrealtype
    epiccon;      /* tolerance, fraction of the error tolerances (0.0033) */
  int maxnh;      /* step sizes h (5)                */
  int maxnj;      /* matrices per step size (4)      */
  int maxnit;     /* iterations per matrix (10)      */
  int maxbacks;   /* line searches: backtracks per iteration (100) */
  bool lsoff;     /* no line search             */
  bool published; /* galpha_ic_published comes before */
  sunrealtype steptol; /* least correction, weighted norm (roundoff^(2/3)) */
};

/* A row of a block that differs from the derivative; row -1: none found. */
struct galpha_block_row
{
  enum galpha_block_id block;
  sunindextype row;
};

/* Declarations of the user about the constraints that can be false. */
enum galpha_declaration
{
  GALPHA_DECLARED_RIGHT,
  GALPHA_DECLARED_SCLERONOMIC, /* g does not depend on t */
  GALPHA_DECLARED_CONSTANT_G,  /* G is constant */
  GALPHA_DECLARED_JACOBIAN,    /* values of G or K */
  GALPHA_DECLARED_RATE,        /* g_t */
  GALPHA_DECLARED_PATTERN      /* pattern of a differenced G or K */
};

struct galpha_false_declaration
{
  enum galpha_declaration kind;
  enum galpha_block_id block;
  sunindextype row;
};

struct galpha_ic
{
  struct galpha_model *model;
  struct galpha_method *method;
  struct galpha_ls *ls;
  struct galpha_errtest *errtest;
  sunrealtype span;      /* time from the start to tout or the stop time */
  sunrealtype end;       /* time to the stop time; HUGE_VAL: none */
  sunrealtype direction; /* sign: that of tout - t0 */
  /* increment of time for gamma and kappa; 0: not chosen yet */
  sunrealtype increment;
  bool driven; /* g or k depend on t */
  /* how far the drives move coordinates in the time rate.resolved; 0: unknown */
  sunrealtype drive_moves;
  /* differences of driven constraints: rate of g over t; path_l of g (or g_t + G v)
   * and path_p of k along the motion */
  struct galpha_path rate, path_l, path_p;
  bool path_known;
  bool projecting;
  bool
    goes_on; /* a restart within a run: declarations have been compared before */
  sunrealtype usual; /* with goes_on: size of a step before the jump */
  N_Vector work;     /* length n */
  N_Vector wl, wp, last_l, last_p; /* lengths m, p */
  sunrealtype moved_q, moved_v; /* max norm of the last projection's change */
  /* the cause of a failure, for the message */
  enum galpha_level level;
  sunindextype row, other; /* other: a row that row depends on, or -1 */
  sunrealtype h_before;    /* last step before GALPHAReInit, or 0 */
  bool untransposed;       /* the user's products with G and G^T do not match */
  struct galpha_false_declaration declared;
  bool differenced; /* errors of a differenced G explain the violation of row */
  bool clash;       /* row depends on other and contradicts it */
  bool singular;    /* constraints are dependent here, but not nearby */
  bool by_row;      /* residual form: row is an equation, not a component */
  bool all_of_y;    /* residual form: y was to be found, by GALPHA_Y_INIT */
  struct galpha_ic_options opt;
  long int nbacktr, niters; /* residual form: counters of the last start */
  /* norm of the last correction if galpha_ic_published has found values by its first
   * step size, otherwise negative */
  sunrealtype found;
  sunrealtype value; /* residual of the row */
  sunrealtype off;   /* by its tolerances, the given value; 0: not known */
};

#endif
