#include "ldlt/elimination_order.h"

#include <math.h>
#include <stdlib.h>

#include <amd.h>
#include <btf.h>

#include "base/tuning.h"

struct order
{
  const struct galpha_ldlt_matrix *m;
  galpha_ldlt_int *mate; /* constraint matched to a coordinate; -1: none */
  /* Group of each unknown: a coordinate and its mate, or a single unknown. */
  galpha_ldlt_int *group;
  galpha_ldlt_int *head; /* first unknown of each group */
  /* Pattern of the possible matches, then of the groups. */
  galpha_ldlt_int *ptr, *idx;
  galpha_ldlt_int *work;
};

/* Appends the coordinates whose entries in constraint c lie in [least, most). */
static galpha_ldlt_int append_coordinates(struct order *o, galpha_ldlt_int c,
                                          sunrealtype least, sunrealtype most,
                                          galpha_ldlt_int to)
{
  const struct galpha_ldlt_matrix *m = o->m;
  for (galpha_ldlt_int k = m->ptr[c]; k < m->ptr[c + 1]; k++)
  {
    const sunrealtype a = fabs(m->val[k]);
    if (!m->weak[m->idx[k]] && a > 0.0 && a >= least && a < most)
    {
      o->idx[to++] = m->idx[k];
    }
  }
  return to;
}

/* Computes a maximum matching, preferring coordinates listed first; returns the
 * number of unmatched constraints. */
static galpha_ldlt_int match(struct order *o, bool good_only)
{
  const galpha_ldlt_int n = o->m->n;
  galpha_ldlt_int to = 0, count = 0;
  double work;
  for (galpha_ldlt_int c = 0; c < n; c++)
  {
    o->ptr[c] = to;
    if (!o->m->weak[c]) { continue; }
    count++;
    to = append_coordinates(o, c, LDLT_MATE, HUGE_VAL, to);
    if (!good_only) { to = append_coordinates(o, c, 0.0, LDLT_MATE, to); }
  }
  o->ptr[n] = to;
  return count - GALPHA_SUITESPARSE(btf, maxtrans)(n, n, o->ptr, o->idx, 0.0,
                                                   &work, o->mate, o->work);
}

/* Sets group and head; returns the number of groups. */
static galpha_ldlt_int make_groups(struct order *o)
{
  galpha_ldlt_int count = 0;
  for (galpha_ldlt_int j = 0; j < o->m->n; j++) { o->group[j] = -1; }
  for (galpha_ldlt_int j = 0; j < o->m->n; j++)
  {
    if (o->m->weak[j]) { continue; }
    o->group[j] = count;
    if (o->mate[j] >= 0) { o->group[o->mate[j]] = count; }
    o->head[count++] = j;
  }
  for (galpha_ldlt_int c = 0; c < o->m->n; c++)
  {
    if (o->group[c] >= 0) { continue; }
    o->group[c]      = count;
    o->head[count++] = c;
  }
  return count;
}

/* Builds the pattern of the groups, with duplicate entries, which AMD accepts. */
static void group_pattern(struct order *o, galpha_ldlt_int count)
{
  const struct galpha_ldlt_matrix *m = o->m;
  galpha_ldlt_int to                 = 0;
  for (galpha_ldlt_int a = 0; a < count; a++)
  {
    const galpha_ldlt_int members[] = {o->head[a], o->mate[o->head[a]]};
    o->ptr[a]                       = to;
    for (int i = 0; i < 2 && members[i] >= 0; i++)
    {
      for (galpha_ldlt_int k = m->ptr[members[i]]; k < m->ptr[members[i] + 1];
           k++)
      {
        o->idx[to++] = o->group[m->idx[k]];
      }
    }
  }
  o->ptr[count] = to;
}

static int order_groups(struct order *o, galpha_ldlt_int *perm)
{
  const galpha_ldlt_int count = make_groups(o);
  galpha_ldlt_int to          = 0;
  group_pattern(o, count);
  if (GALPHA_SUITESPARSE(amd, order)(count, o->ptr, o->idx, o->work, NULL,
                                     NULL) < 0)
  {
    return -1;
  }
  for (galpha_ldlt_int a = 0; a < count; a++)
  {
    const galpha_ldlt_int j = o->head[o->work[a]];
    perm[to++]              = j;
    if (o->mate[j] >= 0) { perm[to++] = o->mate[j]; }
  }
  return 0;
}

int galpha_ldlt_order(const struct galpha_ldlt_matrix *m, galpha_ldlt_int *perm)
{
  const galpha_ldlt_int n = m->n;
  galpha_ldlt_int *all    = galpha_ldlt_indices(9 * n + m->ptr[n]);
  if (!all) { return -1; }
  struct order o = {.m     = m,
                    .mate  = all,
                    .group = all + n,
                    .head  = all + 2 * n,
                    .work  = all + 3 * n,
                    .ptr   = all + 8 * n,
                    .idx   = all + 9 * n + 1};
  if (match(&o, true) > 0) { match(&o, false); }
  const int flag = order_groups(&o, perm);
  free(all);
  return flag;
}
