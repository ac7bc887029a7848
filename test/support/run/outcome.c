/* See outcome.h. */
#include "support/run/outcome.h"

#include <galpha/galpha_sunlinsol_ldlt.h>

#include "support/run/keep.h"

static size_t bytes(N_Vector x)
{
  return (size_t)N_VGetLength(x) * sizeof(sunrealtype);
}

static N_Vector kept(N_Vector x, SUNContext ctx)
{
  N_Vector copy = x ? KEEP(N_VNew_Serial(N_VGetLength(x), ctx)) : NULL;
  if (copy)
  {
    memcpy(N_VGetArrayPointer(copy), N_VGetArrayPointer(x), bytes(x));
  }
  return copy;
}

static int count(struct outcome *o, const struct subject *s)
{
  int ret = GALPHAGetNumSteps(s->mem, &o->steps);
  if (!ret) { ret = GALPHAGetNumNonlinSolvIters(s->mem, &o->iterations); }
  if (!ret) { ret = GALPHAGetNumResEvals(s->mem, &o->residuals); }
  /* of a solver that is none of L D L^T's: not asked for */
  o->by_klu = -1;
  if (!ret && s->ldlt)
  {
    ret = GALPHASunLinSol_LDLTGetNumFallbacks(s->run.LS, &o->by_klu);
  }
  return ret;
}

int outcome_new(struct outcome *o, const struct subject *what, SUNContext ctx,
                sunrealtype t1, sunrealtype h)
{
  struct subject s;
  *o = (struct outcome){.order = what->residual ? what->residual->order : NULL};
  int ret = subject_begin(&s, what, ctx);
  if (!ret) { ret = subject_to(&s, t1, h); }
  for (int k = 0; !ret && k < SUBJECT_KINDS; k++)
  {
    o->x[k] = kept(subject_vector(&s, (enum subject_kind)k), ctx);
  }
  if (!ret) { ret = count(o, &s); }
  return ret;
}

sunrealtype outcome_apart(const struct outcome *a, const struct outcome *b,
                          enum subject_kind kind, const int *place,
                          sunrealtype scale, enum outcome_measure measure)
{
  if (!a->x[kind]) { return 0.0; }
  if (kind > SUBJECT_A) { place = NULL; }
  const sunrealtype *x = N_VGetArrayPointer(a->x[kind]);
  const sunrealtype *y = N_VGetArrayPointer(b->x[kind]);
  sunrealtype sum = 0.0, size = 0.0, worst = 0.0;
  for (sunindextype i = 0; i < N_VGetLength(a->x[kind]); i++)
  {
    if (kind == SUBJECT_V && a->order && a->order[i] == 0.0) { continue; }
    const sunrealtype d = y[place ? place[i] : i] / scale - x[i];
    sum += d * d;
    size += x[i] * x[i];
    if (!(fabs(d) <= worst * fabs(x[i]))) { worst = fabs(d / x[i]); }
  }
  if (measure == OUTCOME_BY_COMPONENT) { return worst; }
  return sqrt(sum) / (measure == OUTCOME_RELATIVE ? 1e-300 + sqrt(size) : 1.0);
}

int outcome_same(const struct outcome *a, const struct outcome *b)
{
  int same = a->steps == b->steps && a->iterations == b->iterations &&
             a->residuals == b->residuals;
  for (int k = 0; same && k < SUBJECT_KINDS; k++)
  {
    same = !a->x[k] || !memcmp(N_VGetArrayPointer(a->x[k]),
                               N_VGetArrayPointer(b->x[k]), bytes(a->x[k]));
  }
  return same;
}
