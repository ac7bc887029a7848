/* What the IDA programs of this folder share: arguments, a context with either
 * version of SUNDIALS, a run of IDA with its vectors and solver, and the lines that swap.awk
 * compares. Include it after ida.h or idas.h.
 *
 * Arguments: any words that choose a variant, and rtol=VALUE for a reference run,
 * with the absolute tolerances smaller by the same factor. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <nvector/nvector_serial.h>
#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/models/formulas.h"

#define SWAP_MAX_ROOTS   8
#define SWAP_MAX_VECTORS 8

struct swap
{
  SUNContext ctx;
  int argc;
  char **argv;
  sunrealtype rtol, tighter; /* tighter: rtol by the program's own */
  clock_t start;
  void *mem;
  N_Vector y, yp, vector[SWAP_MAX_VECTORS];
  int vectors;
  SUNMatrix A;
  SUNLinearSolver LS;
};

/* Is the word among the arguments? */
static inline int swap_has(const struct swap *s, const char *word)
{
  for (int i = 1; i < s->argc; i++)
  {
    if (!strcmp(s->argv[i], word)) { return 1; }
  }
  return 0;
}

/* Ends the program when a call has failed. */
static inline void swap_ok(int flag, const char *call)
{
  if (flag >= 0) { return; }
  printf("failed %s %d\n", call, flag);
  exit(1);
}

#define SWAP(call) swap_ok(call, #call)

static inline sunrealtype *swap_array(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

/* A vector like y, full of x. */
static inline N_Vector swap_vector(struct swap *s, sunrealtype x)
{
  N_Vector v = N_VClone(s->y);
  if (!v || s->vectors == SWAP_MAX_VECTORS) { exit(2); }
  N_VConst(x, v);
  return s->vector[s->vectors++] = v;
}

/* n unknowns, zero. */
static inline struct swap swap_begin(int argc, char **argv, double rtol, int n)
{
  struct swap s = {.argc = argc, .argv = argv, .rtol = rtol, .start = clock()};
#if SUNDIALS_VERSION_MAJOR >= 7
  const int flag = SUNContext_Create(SUN_COMM_NULL, &s.ctx);
#else
  const int flag = SUNContext_Create(NULL, &s.ctx);
#endif
  if (flag) { exit(2); }
  for (int i = 1; i < argc; i++)
  {
    if (!strncmp(argv[i], "rtol=", 5)) { s.rtol = atof(argv[i] + 5); }
  }
  s.tighter = s.rtol / rtol;
  s.y       = N_VNew_Serial(n, s.ctx);
  if (!s.y) { exit(2); }
  N_VConst(0, s.y);
  s.yp = swap_vector(&s, 0);
  return s;
}

static inline void swap_init(struct swap *s, IDAResFn res, void *data)
{
  s->mem = IDACreate(s->ctx);
  SWAP(IDAInit(s->mem, res, 0, s->y, s->yp));
  SWAP(IDASetUserData(s->mem, data));
}

/* With these tolerances. */
static inline void swap_create(struct swap *s, IDAResFn res, void *data,
                               sunrealtype atol)
{
  swap_init(s, res, data);
  SWAP(IDASStolerances(s->mem, s->rtol, atol));
}

static inline void swap_solver(struct swap *s, SUNLinearSolver LS, SUNMatrix A)
{
  s->LS = LS;
  s->A  = A;
  SWAP(IDASetLinearSolver(s->mem, LS, A));
}

static inline void swap_dense(struct swap *s)
{
  const sunindextype n = N_VGetLength(s->y);
  SUNMatrix A          = SUNDenseMatrix(n, n, s->ctx);
  swap_solver(s, SUNLinSol_Dense(s->y, A, s->ctx), A);
}

/* y and y' by IDACalcIC; what: its option. */
static inline void swap_consistent(struct swap *s, int what, sunrealtype tout1)
{
  SWAP(IDACalcIC(s->mem, what, tout1));
  SWAP(IDAGetConsistentIC(s->mem, s->y, s->yp));
}

static inline void swap_numbers(int n, const sunrealtype *x)
{
  for (int i = 0; i < n; i++) { printf(" %.14e", (double)x[i]); }
  printf("\n");
}

/* Tolerances of the lines with this tag: the last atol serves the columns to its
 * right, too. */
static inline void swap_tolerances(const struct swap *s, const char *tag, int n,
                                   const sunrealtype *atol)
{
  printf("tol %s %.3e", tag, (double)s->rtol);
  swap_numbers(n, atol);
}

static inline void swap_line(const char *tag, sunrealtype t, int n,
                             const sunrealtype *x)
{
  printf("%s %.12e", tag, (double)t);
  swap_numbers(n, x);
}

/* A line with all of y. */
static inline void swap_print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, (int)N_VGetLength(y), N_VGetArrayPointer(y));
}

/* A statement that holds with either library. */
static inline void swap_claim(const char *what, int holds, double value)
{
  if (holds) { printf("claim %s holds\n", what); }
  else { printf("claim %s fails: %.6e\n", what, value); }
}

static inline void swap_root(void *mem, sunrealtype t, int nroots)
{
  int found[SWAP_MAX_ROOTS] = {0};
  SWAP(IDAGetRootInfo(mem, found));
  printf("root %.12e", (double)t);
  for (int i = 0; i < nroots; i++) { printf(" %d", found[i]); }
  printf("\n");
}

typedef void (*swap_at_fn)(sunrealtype t, N_Vector y, N_Vector yp);

/* Integrates to tout, a line for each root, and calls print; the code of the last call. */
static inline int swap_output(struct swap *s, sunrealtype tout, int nroots,
                              swap_at_fn print)
{
  sunrealtype t = 0;
  int flag      = IDA_ROOT_RETURN;
  while (flag == IDA_ROOT_RETURN)
  {
    flag = IDASolve(s->mem, tout, &t, s->y, s->yp, IDA_NORMAL);
    swap_ok(flag, "IDASolve");
    if (flag == IDA_ROOT_RETURN) { swap_root(s->mem, t, nroots); }
  }
  print(t, s->y, s->yp);
  return flag;
}

static inline void swap_outputs(struct swap *s, int n, const sunrealtype *tout,
                                int nroots, swap_at_fn print)
{
  for (int i = 0; i < n; i++) { swap_output(s, tout[i], nroots, print); }
}

/* Prints a solution that is known. */
static inline void swap_exact(struct swap *s, int n, const sunrealtype *t,
                              swap_at_fn solution, swap_at_fn print)
{
  for (int i = 0; i < n; i++)
  {
    solution(t[i], s->y, s->yp);
    print(t[i], s->y, s->yp);
  }
}

/* The line that the table of the documentation is made of. */
static inline void swap_stats(const struct swap *s)
{
  const double seconds = (double)(clock() - s->start) / CLOCKS_PER_SEC;
  long int steps = 0, res = 0, jac = 0, inner = 0, setups = 0;
  IDAGetNumSteps(s->mem, &steps);
  IDAGetNumResEvals(s->mem, &res);
  IDAGetNumLinResEvals(s->mem, &inner);
  IDAGetNumJacEvals(s->mem, &jac);
  IDAGetNumLinSolvSetups(s->mem, &setups);
  printf("# stats %ld %ld %ld %ld %.6f\n", steps, res + inner,
         jac > 0 ? jac : setups, setups, seconds);
}

/* Frees all; what main returns. */
static inline int swap_end(struct swap *s)
{
  if (s->mem) { IDAFree(&s->mem); }
  if (s->LS) { SUNLinSolFree(s->LS); }
  if (s->A) { SUNMatDestroy(s->A); }
  while (s->vectors) { N_VDestroy(s->vector[--s->vectors]); }
  N_VDestroy(s->y);
  SUNContext_Free(&s->ctx);
  return 0;
}
