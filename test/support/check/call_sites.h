/* The places from which a function of the test is called: its callers' addresses. A test
 * that lets the k-th call fail, for every k, does so for one k per place under valgrind,
 * which is a hundred times slower. All k run without valgrind, with the sanitizers, too;
 * what valgrind adds, the use of uninitialised values, depends on the place. */
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

bool call_sites_under_valgrind(void);

/* 1; n under valgrind: how far a loop goes on each time whose rounds run the same lines. */
int call_sites_stride(int n);

/* A run without failures begins, in which each call is noted. */
void call_sites_begin(struct call_sites *s);
void call_sites_note(struct call_sites *s);

/* The next call that is to fail, after call k (-1: the first); the number of calls after
 * the last one. */
long call_sites_next(const struct call_sites *s, long k);
