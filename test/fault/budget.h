/* Allocations that can be refused, and what is not yet released: the counter of alloc.c and
 * malloc.c, which get in between. For one source file of a program. */
#pragma once

#include "support/test.h"

static struct
{
  long left; /* allocations until one fails; < 0: none does */
  int failed;
  long live;                /* objects and blocks not yet released */
  struct call_sites *sites; /* where to note the allocations of a run */
} budget = {.left = -1};

static inline int refused(void)
{
  if (budget.sites) { call_sites_note(budget.sites); }
  if (budget.left < 0) { return 0; }
  if (budget.left-- > 0) { return 0; }
  budget.failed = 1;
  return 1;
}

/* A run whose k-th allocation fails; k < 0: none does, and their places are noted. */
static inline void budget_begin(long k, struct call_sites *sites)
{
  budget.failed = 0;
  budget.left   = k;
  budget.sites  = k < 0 ? sites : NULL;
  if (k < 0) { call_sites_begin(sites); }
}

static inline void budget_end(void)
{
  budget.left  = -1;
  budget.sites = NULL;
}

static inline void *counted(void *p)
{
  budget.live += p != NULL;
  return p;
}
