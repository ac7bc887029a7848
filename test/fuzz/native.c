/* Random sequences of GALPHA's calls.
 *
 *   native seed calls [verbose]
 *
 * Sequences with seeds from seed on until so many calls have been made. Prints what
 * did not hold (with the seed, so that `native seed 1 verbose` shows that sequence)
 * and the number of calls. */
#include <sundials/sundials_config.h>

#include "native.h"
#include "support/check/sundials_compat.h"

#define LENGTH 40 /* of a sequence, about */

static const struct
{
  native_call *call;
  int weight;
  bool any_time; /* also before the statement */
} calls[] = {{native_solve, 30, false},        {native_arm, 8, true},
             {native_calc_ic, 5, true},        {native_reinit, 6, true},
             {native_vectors, 10, true},       {native_tolerances, 4, true},
             {native_option, 5, true},         {native_getter, 8, true},
             {native_outputs, 6, true},        {native_names, 1, true},
             {native_bad_statement, 5, true},  {native_linear_solver, 2, true},
             {native_roots, 5, true},          {native_stop_time, 3, true},
             {native_check_jacobian, 2, true}, {native_bad_solve, 3, true},
             {native_repair, 3, false}};

static void random_call(struct native *f)
{
  const int count = (int)(sizeof calls / sizeof *calls);
  int total = 0, k = 0;
  for (int i = 0; i < count; i++) { total += calls[i].weight; }
  for (int x = native_pick(f, total); x >= calls[k].weight; k++)
  {
    x -= calls[k].weight;
  }
  f->index++;
  if (!f->stated && !calls[k].any_time) { return; }
  calls[k].call(f);
}

static void silent(int code, const char *module, const char *function,
                   char *msg, void *data)
{
  const struct native *f = data;
  if (f->verbose) { printf("  [%s] %s\n", function, msg); }
}

static void release(struct native *f)
{
  GALPHAFree(&f->mem);
  while (f->npool > 0)
  {
    f->npool--;
    f->pool[f->npool].destroy(f->pool[f->npool].object);
  }
}

static void sequence(struct native *f, long seed)
{
  const long calls_before = f->calls, failures = f->failures;
  const bool verbose = f->verbose;
  *f       = (struct native){.ctx = f->ctx, .seed = seed, .verbose = verbose};
  f->calls = calls_before;
  f->failures   = failures;
  f->random     = (uint64_t)seed * 1000003u;
  f->env.native = f;
  f->mem        = GALPHACreate(f->ctx);
  GALPHASetErrHandlerFn(f->mem, silent, f);
  GALPHASetUserData(f->mem, &f->env);
  for (int i = native_pick(f, 4); i > 0; i--) { random_call(f); }
  f->env.fault = NATIVE_NO_FAULT;
  f->env.met   = 0;
  native_state(f);
  for (int i = 0; i < LENGTH && f->npool < NATIVE_POOL - 20; i++)
  {
    random_call(f);
  }
  native_repair(f);
  release(f);
}

int main(int argc, char **argv)
{
  struct native f  = {.ctx = galpha_test_context()};
  const long first = argc > 1 ? atol(argv[1]) : 1;
  const long most  = argc > 2 ? atol(argv[2]) : 50000;
  f.verbose        = argc > 3 && !strcmp(argv[3], "verbose");
  galpha_test_quiet(f.ctx);
  long seed = first;
  for (; f.calls < most && f.failures < 20; seed++) { sequence(&f, seed); }
  printf("%ld calls in %ld sequences, %ld failures\n", f.calls, seed - first,
         f.failures);
  SUNContext_Free(&f.ctx);
  return f.failures ? 1 : 0;
}
