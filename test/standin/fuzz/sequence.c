/* Random sequences of IDA's calls, legal and illegal ones, a line for each call:
 * what was called, and the sign of the code and the code it returned. The same
 * program runs on IDA and on the stand-in; compare.awk compares.
 *
 *   sequence [deep] seed count [skip index ...]
 *
 * deep: also what IDA does not survive. skip: calls of the sequence that are left
 * out; the others stay as they are. */
#include <stdlib.h>

#include <sundials/sundials_context.h>

#include "fuzz.h"

#define MAX_CALLS 60

static const struct
{
  fuzz_call *call;
  int weight;
} calls[] = {{fuzz_int_setter, 6},
             {fuzz_real_setter, 6},
             {fuzz_getter, 6},
             {fuzz_linear_solver, 4},
             {fuzz_linear_option, 4},
             {fuzz_bbd, 3},
             {fuzz_nonlinear_solver, 3},
             {fuzz_tolerances, 3},
             {fuzz_id, 2},
             {fuzz_constraints, 3},
             {fuzz_user_data, 1},
             {fuzz_root_init, 4},
             {fuzz_root_direction, 2},
             {fuzz_vector_getter, 4},
             {fuzz_statistics, 3},
             {fuzz_names, 1},
             {fuzz_options, 2},
             {fuzz_create, 1},
             {fuzz_free, 1},
             {fuzz_init, 2},
             {fuzz_reinit, 2},
             {fuzz_stop_time, 3},
             {fuzz_calc_ic, 5},
             {fuzz_consistent_ic, 2},
             {fuzz_dky, 6},
             {fuzz_solve, 25},
             {fuzz_march, 3},
             {fuzz_few_steps, 2},
             {fuzz_bad_solve, 2},
             {fuzz_faulty, 4}};

static void random_call(struct fuzz *f)
{
  const int count = (int)(sizeof calls / sizeof *calls);
  int total = 0, k = 0;
  for (int i = 0; i < count; i++) { total += calls[i].weight; }
  if (f->stuck && fuzz_chance(f, 50))
  {
    fuzz_repair(f);
    return;
  }
  if (f->deep && fuzz_chance(f, 30))
  {
    fuzz_deep_call(f);
    return;
  }
  int ticket = fuzz_pick(f, total);
  while (ticket >= calls[k].weight) { ticket -= calls[k++].weight; }
  calls[k].call(f);
}

/* Mostly a program that makes sense to begin with. */
static void begin(struct fuzz *f)
{
  fuzz_create(f);
  if (fuzz_chance(f, 15)) { return; }
  fuzz_init(f);
  if (!f->stated) { return; }
  fuzz_good_tolerances(f);
  if (fuzz_chance(f, 60)) { fuzz_good_id(f); }
  fuzz_attach(f, (enum fuzz_solver)(1 + fuzz_pick(f, 3)));
}

static void prepare(struct fuzz *f, uint64_t seed, bool deep)
{
  *f         = (struct fuzz){.state = seed, .deep = deep};
  f->problem = &fuzz_problems[seed % (uint64_t)fuzz_nproblems];
  f->env     = (struct fuzz_env){.problem = f->problem};
#if SUNDIALS_VERSION_MAJOR >= 7
  if (SUNContext_Create(SUN_COMM_NULL, &f->ctx)) { abort(); }
#else
  if (SUNContext_Create(NULL, &f->ctx)) { abort(); }
#endif
  const int n = f->problem->n;
  f->y        = N_VNew_Serial(n, f->ctx);
  f->yp       = N_VClone(f->y);
  f->work     = N_VClone(f->y);
  f->work2    = N_VClone(f->y);
  f->odd      = N_VNew_Serial(seed & 64 ? n + 3 : 1, f->ctx);
  N_VConst(0, f->y);
  N_VConst(0, f->yp);
  N_VConst(0, f->odd);
}

static void finish(struct fuzz *f)
{
  IDAFree(&f->mem);
  for (int i = 0; i < f->npool; i++) { f->pool[i].destroy(f->pool[i].object); }
  N_VDestroy(f->y);
  N_VDestroy(f->yp);
  N_VDestroy(f->work);
  N_VDestroy(f->work2);
  N_VDestroy(f->odd);
  SUNContext_Free(&f->ctx);
}

static bool skipped(int index, int nskip, char *const skip[])
{
  for (int i = 0; i < nskip; i++)
  {
    if (atoi(skip[i]) == index) { return true; }
  }
  return false;
}

static void sequence(uint64_t seed, bool deep, int nskip, char *const skip[])
{
  static const uint64_t spread = UINT64_C(0xd1342543de82ef95);
  struct fuzz f;
  prepare(&f, seed, deep);
  const int length = 5 + fuzz_pick(&f, MAX_CALLS - 5);
  printf("seed %llu %s %d\n", (unsigned long long)seed, f.problem->name,
         length);
  for (f.index = 0; f.index < length; f.index++)
  {
    f.state = (seed + 1) * spread + (uint64_t)f.index * (spread >> 17);
    f.sub   = 0;
    if (skipped(f.index, nskip, skip)) { continue; }
    if (f.index == 0 || (!f.mem && fuzz_chance(&f, 60))) { begin(&f); }
    else { random_call(&f); }
  }
  finish(&f);
  printf("end\n");
}

int main(int argc, char **argv)
{
  const bool deep = argc > 1 && !strcmp(argv[1], "deep");
  char **rest     = argv + 1 + deep;
  const int nrest = argc - 1 - deep;
  if (nrest < 2 || (nrest > 2 && strcmp(rest[2], "skip") != 0)) { return 2; }
  const uint64_t seed  = strtoull(rest[0], NULL, 10);
  const uint64_t count = strtoull(rest[1], NULL, 10);
  /* To see the last call before a crash. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (uint64_t i = 0; i < count; i++)
  {
    sequence(seed + i, deep, nrest > 3 ? nrest - 3 : 0, rest + 3);
  }
  return 0;
}
