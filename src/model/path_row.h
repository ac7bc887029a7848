/* What the search of path_derivative.h knows of a row. */
#ifndef GALPHA_MODEL_PATH_ROW_H
#define GALPHA_MODEL_PATH_ROW_H

#include "model/path_derivative.h"

enum row_state
{
  CONSTANT, /* has not changed so far */
  MOVING,   /* changes */
  DONE
};

struct galpha_path_row
{
  enum row_state state;
  sunrealtype value, error; /* best derivative so far; error HUGE_VAL: none */
  sunrealtype last, before; /* derivative and error of the previous increment */
  sunrealtype grain;        /* least change that was not resolved */
  sunrealtype noise;        /* largest error times d^order so far */
  /* still: largest tau known with r(tau) = r(0); moved: least one with a change by > 0 */
  sunrealtype still, moved, by;
  int rung;          /* chosen increment 4^rung */
  sunrealtype clear; /* largest resolved increment; 0: none */
  /* over the last increment it changes without a first derivative */
  bool rests;
};

#endif
