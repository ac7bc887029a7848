/* The places from which a function of the test is called: its callers' addresses. A test
 * that lets the k-th call fail, for every k, does so for one k per place in the memory
 * checks, under valgrind, which is a hundred times slower, and under the sanitizers, when
 * the test command runs them. What these add, the use of memory that is not initialised or
 * not the caller's, depends on the place. All k run without them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define CALL_SITES 2048

struct call_sites
{
  int places; /* met so far, in all runs */
  size_t place[CALL_SITES];
  int depth;           /* callers of call_sites_begin */
  long calls;          /* of this run */
  int first;           /* of these, calls from a place that was new: */
  long at[CALL_SITES]; /* their numbers, counted from 0 */
};

/* In the memory checks of the test command: GALPHA_TEST_SAMPLED is set. */
bool call_sites_sampled(void);

/* 1; n in the memory checks: how far a loop goes on each time whose rounds run the same lines. */
int call_sites_stride(int n);

/* A run without failures begins, in which each call is noted. */
void call_sites_begin(struct call_sites *s);
void call_sites_note(struct call_sites *s);

/* The next call that is to fail, after call k (-1: the first); the number of calls after
 * the last one. */
long call_sites_next(const struct call_sites *s, long k);
