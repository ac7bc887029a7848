/* What the consistent start knows and works with. */
#ifndef GALPHA_START_MEMORY_H
#define GALPHA_START_MEMORY_H

#include "linear/linear_solver.h"
#include "model/path_derivative.h"
#include "step/error_test.h"

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
struct galpha_block_row
{
  enum galpha_block_id block;
  sunindextype row;
};

/* What the user declared of the constraints and does not hold. */
enum galpha_declaration
{
  GALPHA_DECLARED_RIGHT,
  GALPHA_DECLARED_SCLERONOMIC, /* scleronomic          */
  GALPHA_DECLARED_CONSTANT_G,  /* constant G           */
  GALPHA_DECLARED_JACOBIAN,    /* G or K               */
  GALPHA_DECLARED_PATTERN      /* of G or K, differenced */
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
  sunrealtype span;      /* of time ahead, to tout or the stop time */
  sunrealtype end;       /* of time ahead to the stop time; HUGE_VAL: none */
  sunrealtype direction; /* of time: its sign                      */
  sunrealtype
    increment; /* of the derivative along the motion; 0: to be sought */
  bool driven; /* g or k depend on t */
  /* g over t, g (or g_t + G v) and k along the motion, of driven constraints */
  struct galpha_path rate, path_l, path_p;
  bool path_known;
  bool projecting;
  N_Vector work;                   /* length n */
  N_Vector wl, wp, last_l, last_p; /* lengths m, p */
  sunrealtype moved_q, moved_v;    /* by the last projection */
  /* what is wrong, for the message */
  enum galpha_level level;
  sunindextype row, other; /* other: a row it depends on, or -1 */
  sunrealtype h_before;    /* last step before GALPHAReInit, or 0 */
  bool untransposed; /* the product with G^T is not that of G's transpose */
  struct galpha_false_declaration declared;
  bool clash;    /* rows row and other depend on each other and contradict */
  bool singular; /* constraints depend on each other here, and not nearby */
  bool by_row;   /* residual form: row is not a column */
  struct galpha_ic_options opt;
  long int nbacktr, niters; /* residual form: of the last start */
  sunrealtype value;
};

#endif
