/* Intervals d_k that shrink at the rate r = d_k/d_(k-1) < 1 have the sum d_k r/(1 - r)
 * left. They accumulate if that is a small part of the time in which they have been
 * shrinking: if a rotor accelerates steadily, r tends to 1, and the time left never
 * becomes small. */
#include "step/zeno.h"

#include <math.h>
#include <stdlib.h>

#include "base/tuning.h"

int galpha_zeno_init(struct galpha_zeno *z, int n)
{
  galpha_zeno_free(z);
  if (n == 0) { return 0; }
  z->row = calloc((size_t)n, sizeof *z->row);
  if (!z->row) { return -1; }
  z->n = n;
  for (int i = 0; i < n; i++) { z->row[i].roots = -1; }
  return 0;
}

void galpha_zeno_free(struct galpha_zeno *z)
{
  free(z->row);
  *z = (struct galpha_zeno){0};
}

/* A root at t; true: this and those before accumulate, after the time *left. */
static bool add(struct galpha_zeno_row *x, sunrealtype t, sunrealtype *left)
{
  const sunrealtype gap = fabs(t - x->last), before = x->gap;
  if (x->roots < 0)
  {
    *x = (struct galpha_zeno_row){.last = t};
    return false;
  }
  /* found once more by round-off after a restart there */
  if (gap <= ZENO_SAME * before) { return false; }
  const bool shrinks = before > 0.0 && gap <= ZENO_SHRINK * before;
  if (!shrinks) { x->begun = x->last; }
  x->roots = shrinks ? x->roots + 1 : 0;
  x->gap   = gap;
  x->last  = t;
  if (x->roots < ZENO_LEAST) { return false; }
  *left = gap * gap / (before - gap);
  return *left <= ZENO_LEFT * fabs(t - x->begun);
}

bool galpha_zeno_root(struct galpha_zeno *z, const int *iroots, sunrealtype t,
                      sunrealtype h, struct galpha_zeno_finding *found)
{
  bool any = false;
  for (int i = 0; i < z->n; i++)
  {
    struct galpha_zeno_row *x = &z->row[i];
    sunrealtype left          = 0.0;
    if (iroots[i] == 0) { continue; }
    /* a new run */
    if (x->roots >= 0 && (t - x->last) * h < 0.0)
    {
      x->roots = -1;
      z->found = false;
    }
    if (!add(x, t, &left) || z->found) { continue; }
    z->found = any = true;
    *found         = (struct galpha_zeno_finding){.function = i,
                                                  .roots    = x->roots + 2,
                                                  .gap      = x->gap,
                                                  .end      = t + copysign(left, h)};
  }
  return any;
}
