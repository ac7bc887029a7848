/* Whether the tolerances can be relied on: random planar mechanisms by SOI2 and index 3,
 * each tolerance and error test, against references made without the library. Writes a
 * line per run for histogram.awk.
 *
 *     benchmark_honest [first [count [rho ...]]]     (1, 62, 0.6)
 *
 * References are kept in the current directory. */
#include "support/check/sundials_compat.h"
#include "support/models/planar/planar.h"

#include <stdio.h>

struct sample
{
  int first, count;
  struct planar_reference *ref;
};

/* From the file of an earlier run, if it is whole. */
static int read_references(const struct sample *s, const char *name)
{
  FILE *file = fopen(name, "rb");
  if (!file) { return 1; }
  const size_t wanted = (size_t)s->count;
  const size_t got    = fread(s->ref, sizeof *s->ref, wanted, file);
  fclose(file);
  return got != wanted || s->ref[0].seed != s->first;
}

static int write_references(const struct sample *s, const char *name)
{
  FILE *file = fopen(name, "wb");
  if (!file) { return 1; }
  const size_t wanted = (size_t)s->count;
  const size_t put    = fwrite(s->ref, sizeof *s->ref, wanted, file);
  return fclose(file) != 0 || put != wanted;
}

static int make_references(const struct sample *s)
{
  char name[80];
  snprintf(name, sizeof name, "references_%d_%d.bin", s->first, s->count);
  if (!read_references(s, name)) { return 0; }
  for (int i = 0; i < s->count; i++)
  {
    struct planar p;
    const int seed  = s->first + i;
    const int rigid = planar_random(&p, seed);
    s->ref[i].seed  = seed;
    s->ref[i].good  = 0;
    if (!rigid) { planar_reference_make(&s->ref[i], &p, seed); }
    fprintf(stderr, "\rreference %d of %d", i + 1, s->count);
  }
  fputc('\n', stderr);
  return write_references(s, name);
}

static void print_run(int seed, const struct planar_run *run,
                      const struct planar_result *r)
{
  printf("%d,%s,%g,%s,%.0e,%d,%ld,%.3e,%.3e,%.3e\n", seed,
         run->formulation == GALPHA_SOI2 ? "SOI2" : "index 3", run->rho,
         run->positions ? "positions" : "q and v", run->rtol, r->flag, r->steps,
         r->error_q, r->error_v, r->expected);
}

static void run_seed(const struct planar_reference *ref, sunrealtype rho,
                     SUNContext ctx)
{
  static const int formulation[]  = {GALPHA_SOI2, GALPHA_INDEX3};
  static const sunrealtype rtol[] = {1e-3, 1e-4, 1e-5, 1e-6};
  struct planar p;
  if (!ref->good) { return; }
  planar_random(&p, ref->seed);
  for (int i = 0; i < 16; i++)
  {
    const struct planar_run run  = {.formulation = formulation[i / 8],
                                    .positions   = i / 4 % 2,
                                    .rho         = rho,
                                    .rtol        = rtol[i % 4]};
    const struct planar_result r = planar_integrate(&p, ref, &run, ctx);
    print_run(ref->seed, &run, &r);
  }
}

int main(int argc, char **argv)
{
  struct sample s = {.first = argc > 1 ? atoi(argv[1]) : 1,
                     .count = argc > 2 ? atoi(argv[2]) : 62};
  SUNContext ctx  = galpha_test_context();
  int ret         = s.first < 0 || s.count < 1;
  s.ref           = ret ? NULL : calloc((size_t)s.count, sizeof *s.ref);
  ret             = !s.ref || make_references(&s);
  if (!ret)
  {
    puts("seed,formulation,rho,test,rtol,flag,steps,error_q,error_v,expected");
  }
  for (int k = 3; !ret && (k < argc || k == 3); k++)
  {
    const sunrealtype rho = k < argc ? atof(argv[k]) : 0.6;
    for (int i = 0; i < s.count; i++) { run_seed(&s.ref[i], rho, ctx); }
  }
  free(s.ref);
  SUNContext_Free(&ctx);
  return ret;
}
