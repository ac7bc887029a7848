/* The heat equation u' = u_xx + u_yy on a square, u = 0 on its edge as algebraic
 * equations, by finite differences; the solution of the semi-discrete system is
 * known. Each process holds some rows of points. A program for IDA, unaware of
 * what kind of vectors it is given. */
#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_nvector.h>

#define SIDE 17 /* points a side, edge included */

struct heat
{
  int first, rows;                      /* of this process */
  sunrealtype below[SIDE], above[SIDE]; /* neighbours' rows, 0 where none */
  /* Fills below and above; NULL: one process has it all. */
  void (*exchange)(struct heat *h, const sunrealtype *u);
  void *world;
  N_Vector inverse; /* of the diagonal preconditioner */
};

/* Solves it with SPGMR and the band-block-diagonal (bbd) or a diagonal
 * preconditioner; like: a vector to clone. library: what IDA's symbols are to be
 * found in, "ida" or "galpha_ida". Returns the number of failed checks. */
int heat_run(struct heat *h, SUNContext ctx, N_Vector like, int bbd,
             const char *library);
/* The same with the choices in a program's arguments; 2: usage. */
int heat_main(int argc, char **argv, struct heat *h, SUNContext ctx,
              N_Vector like);
