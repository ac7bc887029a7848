/* See call_sites.h. */
#include "support/check/call_sites.h"

#include <stdint.h>
#include <stdlib.h>

#define FRAMES 64

/* Addresses of the callers, innermost first; none where the C library cannot tell. */
#ifdef __GLIBC__
#include <execinfo.h>
static int callers(void **frame)
{
  return backtrace(frame, FRAMES);
}
#else
static int callers(void **frame)
{
  (void)frame;
  return 0;
}
#endif

bool call_sites_sampled(void)
{
  return getenv("GALPHA_TEST_SAMPLED") != NULL;
}

int call_sites_stride(int n)
{
  return call_sites_sampled() ? n : 1;
}

void call_sites_begin(struct call_sites *s)
{
  void *frame[FRAMES];
  s->depth = callers(frame) - 1;
  s->calls = s->first = 0;
}

/* A hash (FNV-1a) of the callers below those of call_sites_begin; without callers every
 * call is a place of its own. */
static size_t place(const struct call_sites *s)
{
  void *frame[FRAMES];
  const int n   = callers(frame) - s->depth;
  uint64_t hash = 14695981039346656037u;
  if (n <= 0) { return (size_t)s->calls; }
  for (int i = 0; i < n; i++)
  {
    hash = (hash ^ (uintptr_t)frame[i]) * 1099511628211u;
  }
  return (size_t)hash;
}

void call_sites_note(struct call_sites *s)
{
  if (!call_sites_sampled()) { return; }
  const size_t p  = place(s);
  const long call = s->calls++;
  for (int i = 0; i < s->places; i++)
  {
    if (s->place[i] == p) { return; }
  }
  if (s->places == CALL_SITES || s->first == CALL_SITES) { abort(); }
  s->place[s->places++] = p;
  s->at[s->first++]     = call;
}

long call_sites_next(const struct call_sites *s, long k)
{
  if (!call_sites_sampled()) { return k + 1; }
  for (int i = 0; i < s->first; i++)
  {
    if (s->at[i] > k) { return s->at[i]; }
  }
  return s->calls;
}
