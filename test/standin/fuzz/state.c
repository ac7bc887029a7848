/* Random numbers, reports, and what outlives a call. */
#include <stdarg.h>
#include <stdlib.h>

#include "fuzz.h"

/* splitmix64 */
static uint64_t next(struct fuzz *f)
{
  uint64_t z = (f->state += UINT64_C(0x9e3779b97f4a7c15));
  z          = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z          = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}

int fuzz_pick(struct fuzz *f, int n)
{
  return (int)(next(f) % (uint64_t)n);
}

bool fuzz_chance(struct fuzz *f, int percent)
{
  return fuzz_pick(f, 100) < percent;
}

sunrealtype fuzz_choose(struct fuzz *f, const sunrealtype *values, int n)
{
  return values[fuzz_pick(f, n)];
}

void *fuzz_handle(struct fuzz *f)
{
  if (fuzz_chance(f, 2)) { return NULL; }
  return f->deep && fuzz_chance(f, 2) ? f->foreign : f->mem;
}

void fuzz_report(struct fuzz *f, int code, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  printf("%d.%d ", f->index, f->sub++);
  vprintf(format, args);
  va_end(args);
  printf(" | %c %d\n", code < 0 ? '-' : code > 0 ? '+' : '0', code);
}

void *fuzz_keep(struct fuzz *f, void *object, void (*destroy)(void *object))
{
  if (!object || f->npool == FUZZ_POOL) { abort(); }
  f->pool[f->npool].object    = object;
  f->pool[f->npool++].destroy = destroy;
  return object;
}

void fuzz_set_vector(N_Vector v, const sunrealtype *values, int n)
{
  memcpy(N_VGetArrayPointer(v), values, (size_t)n * sizeof *values);
}
