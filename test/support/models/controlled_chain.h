/* A pendulum (x, y) on a rod of length 1 and a row of carriages on springs behind it, each
 * with a filter x_i and an output z_i that pushes it:
 *
 *     x_i' = -5 x_i - x_i^3/10 + 4 sin q_i,   z_i = -3 tanh x_i - 0.3 v_i (1 + q_i^2/10),
 *     f_i  = springs + z_i + z_i^3/10.
 *
 * All derivatives by the states and of them are known; they can be spoilt, and any function
 * can fail. */
#pragma once

#include "support/run/small.h"

enum chain_function
{
  CHAIN_SQ, /* dF/dq ... */
  CHAIN_SV,
  CHAIN_SS,
  CHAIN_FS, /* df/ds */
  CHAIN_BLOCKS,
  CHAIN_STATES = CHAIN_BLOCKS, /* F */
  CHAIN_FORCE,                 /* f */
  CHAIN_FUNCTIONS
};

#define CHAIN_BAD_PATTERN 1000
#define CHAIN_ALL         15 /* bits of the blocks */

struct controlled_chain
{
  int carriages;
  long calls[CHAIN_FUNCTIONS];
  /* Entries of `spoilt`, all or that of (row, col), are `factor` times as large. */
  enum chain_function spoilt;
  int row, col; /* row < 0: all */
  sunrealtype factor;
  /* Function `fails` returns ret (0: writes a NaN) at its call number `at`, counted from
     1, and with for_good at all later ones; at 0: never. A matrix with ret
     CHAIN_BAD_PATTERN gets a pattern that is not one. */
  enum chain_function fails;
  long at;
  int ret, for_good;
  struct small s; /* of controlled_chain_begin */
};

struct controlled_chain controlled_chain(int carriages);
/* An integrator with tolerances 1e-6; M and G in this storage. */
int controlled_chain_begin(struct controlled_chain *c,
                           enum problem_storage storage, SUNContext ctx);
/* Gives the blocks of these bits in this storage, with their functions or (values 0)
   their patterns alone. */
int controlled_chain_give(struct controlled_chain *c, int blocks,
                          enum problem_storage storage, int values);
