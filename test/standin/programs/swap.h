/* What the IDA programs of this folder share: arguments, a context with either
 * version of SUNDIALS, and the lines that swap.awk compares. Include it after
 * ida.h or idas.h.
 *
 * Arguments: any words that choose a variant, and rtol=VALUE for a reference run,
 * with the absolute tolerances smaller by the same factor. */
#ifndef GALPHA_TEST_STANDIN_PROGRAMS_SWAP_H
#define GALPHA_TEST_STANDIN_PROGRAMS_SWAP_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sundials/sundials_config.h>
#include <sundials/sundials_context.h>

#define SWAP_MAX_ROOTS 8

struct swap
{
  SUNContext ctx;
  int argc;
  char **argv;
  sunrealtype rtol, tighter; /* tighter: rtol by the program's own */
  clock_t start;
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

static inline struct swap swap_begin(int argc, char **argv, double rtol)
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
  return s;
}

/* Ends the program when a call has failed. */
static inline void swap_ok(int flag, const char *call)
{
  if (flag >= 0) { return; }
  printf("failed %s %d\n", call, flag);
  exit(1);
}

static inline void swap_numbers(int n, const sunrealtype *x)
{
  for (int i = 0; i < n; i++) { printf(" %.14e", (double)x[i]); }
  printf("\n");
}

/* Tolerances of the lines with this tag: the last atol serves the columns to its
 * right, too. */
static inline void swap_tolerances(const char *tag, sunrealtype rtol, int n,
                                   const sunrealtype *atol)
{
  printf("tol %s %.3e", tag, (double)rtol);
  swap_numbers(n, atol);
}

static inline void swap_line(const char *tag, sunrealtype t, int n,
                             const sunrealtype *x)
{
  printf("%s %.12e", tag, (double)t);
  swap_numbers(n, x);
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
  swap_ok(IDAGetRootInfo(mem, found), "IDAGetRootInfo");
  printf("root %.12e", (double)t);
  for (int i = 0; i < nroots; i++) { printf(" %d", found[i]); }
  printf("\n");
}

/* Integrates to each of tout and calls print there; a line for each root. */
static inline void swap_outputs(void *mem, int n, const sunrealtype *tout,
                                int nroots, N_Vector y, N_Vector yp,
                                void (*print)(sunrealtype, N_Vector, N_Vector))
{
  for (int i = 0; i < n; i++)
  {
    sunrealtype t = 0;
    int flag      = IDA_ROOT_RETURN;
    while (flag == IDA_ROOT_RETURN)
    {
      flag = IDASolve(mem, tout[i], &t, y, yp, IDA_NORMAL);
      swap_ok(flag, "IDASolve");
      if (flag == IDA_ROOT_RETURN) { swap_root(mem, t, nroots); }
    }
    print(t, y, yp);
  }
}

/* The line that the table of the documentation is made of. */
static inline void swap_stats(const struct swap *s, void *mem)
{
  const double seconds = (double)(clock() - s->start) / CLOCKS_PER_SEC;
  long int steps = 0, res = 0, jac = 0, inner = 0, setups = 0;
  IDAGetNumSteps(mem, &steps);
  IDAGetNumResEvals(mem, &res);
  IDAGetNumLinResEvals(mem, &inner);
  IDAGetNumJacEvals(mem, &jac);
  IDAGetNumLinSolvSetups(mem, &setups);
  printf("# stats %ld %ld %ld %ld %.6f\n", steps, res + inner,
         jac > 0 ? jac : setups, setups, seconds);
}

#endif
