/* Runs a problem of the papers in fixed steps with Newton's iteration converged
 * to round-off, and compares the errors at the end with tabulated ones. */
#pragma once

#include "support/models/problem.h"

/* Relative deviation allowed to a table of seven digits that is reproduced. */
#define PAPER_DIGITS SUN_RCONST(2e-6)

/* What is solved, and how. Zero means: GALPHA_MASS_PREVIOUS, GALPHA_START_A0,
 * correction (14) on, constant steps, dense blocks, Newton to convergence. */
struct paper_case
{
  const struct problem *pb;
  int formulation;
  int family;
  sunrealtype par[2];
  sunrealtype t1;
  int mass_alpha;
  int start;
  int no_correction;
  int weights; /* gamma_n of Bruls and Arnold (2008), (29) in place of (14) */
  int alternating; /* steps H/3, 2H/3, H/3, ... */
  enum problem_storage storage;
  int lowered; /* as F(t,y,y',y'') of index 3; errors of q and v alone */
  /* exactly so many full Newton iterations from a_n, lambda_n; many of them
     converge where the library's matrix of one per step does not */
  int newton;
};
#define PAPER_CASE(...) ((struct paper_case){__VA_ARGS__})

/* 2-norms of the errors at t1, that of a against a(t_n + alpha h_n), and the
 * largest errors of the multipliers over all steps. In a table 0 means not
 * compared; as a result -1 means the exact value is not known. */
struct paper_errors
{
  sunrealtype h;
  sunrealtype q, v, a, lambda, psi, max_lambda, max_psi;
};

/* The integrator as the case says, before its first step; NULL on failure. */
void *paper_create(const struct paper_case *c, SUNContext ctx);

/* Runs with steps of H (0: success); e and end may be NULL. */
int paper_solve(const struct paper_case *c, SUNContext ctx, sunrealtype H,
                struct paper_errors *e, struct problem_state *end);

/* A table of test/paper/data: "file/table", rows file.csv has under this name. */
#define PAPER_ROWS 8
struct paper_table
{
  int count;
  struct paper_errors row[PAPER_ROWS];
};
/* Number of rows read; 0 and a message if there is no such table. */
int paper_read(const char *name, struct paper_table *table);

/* Runs for each of `count` rows' h and compares the errors with the row: 1 if all agree
 * within tol, relative. Prints what does not. */
int paper_compare(const struct paper_case *c, SUNContext ctx,
                  const struct paper_errors *rows, int count, sunrealtype tol);
/* The same for `count` rows of a table from row `first` on (count 0: all from there) and
 * these of its columns, letters of "qval" (NULL: all). */
int paper_agrees(const struct paper_case *c, SUNContext ctx, const char *table,
                 const char *columns, int first, int count, sunrealtype tol);

/* Observed orders between steps of H and H/2: log2 of the ratio of each pair of
 * errors, NaN where they are not known. 0: success. */
int paper_orders(const struct paper_case *c, SUNContext ctx, sunrealtype H,
                 struct paper_errors *o);

/* Runs with steps of H to a state computed elsewhere (a is the algorithmic
 * acceleration): blocks of file_states.csv under the name "file/state". 1 if each block
 * agrees within tol, relative to its largest entry. */
int paper_reaches(const struct paper_case *c, SUNContext ctx, sunrealtype H,
                  const char *state, sunrealtype tol);
