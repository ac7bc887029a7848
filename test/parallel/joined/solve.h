/* The joined blocks on an MPIManyVector (q, lambda), by SPGMR with the library's
 * preconditioner for saddle points. */
#pragma once

#include <mpi.h>

#include <sundials/sundials_nvector.h>

#include "model.h"

/* Absolute tolerance of displacements, for rtol = 1. */
#define JOINED_ATOL 0.01

struct joined_plan
{
  sunrealtype step; /* fixed; 0: error control with rtol */
  sunrealtype rtol;
  int order;     /* the highest */
  int own_schur; /* the test's own Schur complement */
  int no_preconditioner;
  sunrealtype eps_lin; /* of the linear solver; 0: the default */
  int mechanics; /* formulation of the mechanical form; 0: residual form */
};

struct joined_outcome
{
  int flag; /* of the first call that failed, or 0 */
  long int steps, failures, solves, iters, setups, s_solves;
  sunrealtype g, gdot; /* largest of g and of its rate at the end */
  sunrealtype lambda[RODS];
};

struct joined_run
{
  MPI_Comm comm;
  SUNContext ctx;
  struct joined model;
  N_Vector q, lambda, y, yp; /* y and yp: at the end */
  N_Vector number;
  N_Vector zero, work[2]; /* like q */
  sunrealtype schur;      /* of the test's own Schur complement */
};

/* Shares the blocks out; -1: no memory. */
int joined_begin(struct joined_run *run, MPI_Comm comm, const int *nodes);
void joined_end(struct joined_run *run);
struct joined_outcome joined_solve(struct joined_run *run,
                                   const struct joined_plan *plan,
                                   sunrealtype tend);
