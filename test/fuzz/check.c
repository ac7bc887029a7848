/* What must hold after every call: a documented code; with success finite values that
 * meet the constraints; after a failure the last accepted step, bit for bit. */
#include <stdarg.h>

#include "native.h"

static bool is_documented(int code)
{
  return (code >= 0 && code <= 2) || code == GALPHA_WARNING ||
         (code <= GALPHA_TOO_MUCH_WORK && code >= GALPHA_NLS_FAIL) ||
         (code <= GALPHA_MEM_NULL && code >= GALPHA_CONTEXT_ERR) ||
         code == GALPHA_SINGULAR_JAC || code == GALPHA_INCONSISTENT_IC ||
         code == GALPHA_ZENO;
}

void native_fail(struct native *f, const char *format, ...)
{
  va_list ap;
  f->failures++;
  printf("seed %ld call %ld form %d: ", f->seed, f->index, (int)f->form);
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
  printf("\n");
}

void native_called(struct native *f, int code, const char *name)
{
  f->calls++;
  if (f->verbose)
  {
    printf("%ld %s %d\n", f->index, name, code);
    fflush(stdout);
  }
  if (!is_documented(code)) { native_fail(f, "%s returned %d", name, code); }
  if (code == GALPHA_MEM_FAIL) { native_fail(f, "%s is out of memory", name); }
}

static void copy(N_Vector from, sunrealtype *to)
{
  if (from)
  {
    memcpy(to, N_VGetArrayPointer(from),
           (size_t)N_VGetLength(from) * sizeof *to);
  }
}

void native_take(struct native *f, struct native_snapshot *s)
{
  memset(s, 0, sizeof *s);
  if (!f->mem || !f->started) { return; }
  N_Vector y = N_VNew_Serial(f->n, f->ctx);
  N_Vector l = f->m ? N_VNew_Serial(f->m, f->ctx) : NULL;
  N_Vector x = f->r ? N_VNew_Serial(f->r, f->ctx) : NULL;
  GALPHASetErrFile(f->mem, NULL);
  if (!GALPHAGetCurrentTime(f->mem, &s->t) &&
      !GALPHAGetLastStep(f->mem, &s->h) && !GALPHAGetDky(f->mem, s->t, 0, y))
  {
    s->there = true;
    copy(y, s->q);
    GALPHAGetDky(f->mem, s->t, 1, y);
    copy(y, s->v);
    if (l && !GALPHAGetMultipliers(f->mem, s->t, l, NULL)) { copy(l, s->l); }
    if (x && !GALPHAGetStates(f->mem, s->t, x)) { copy(x, s->s); }
  }
  N_VDestroy(y);
  if (l) { N_VDestroy(l); }
  if (x) { N_VDestroy(x); }
}

void native_same(struct native *f, const struct native_snapshot *s,
                 const char *name)
{
  struct native_snapshot now;
  if (!s->there) { return; }
  native_take(f, &now);
  if (memcmp(&now, s, sizeof now))
  {
    native_fail(f, "%s changed the last accepted step (t = %.17g, was %.17g)",
                name, now.t, s->t);
  }
}

static bool finite_vector(N_Vector x)
{
  const sunrealtype *d = N_VGetArrayPointer(x);
  for (sunindextype i = 0; i < N_VGetLength(x); i++)
  {
    if (!isfinite(d[i])) { return false; }
  }
  return true;
}

static void check_constraints(struct native *f, N_Vector q)
{
  const struct native_env kept = f->env;
  sunrealtype g = 0.0, gdot = 0.0, k = 0.0;
  if ((!f->m && !f->p) || f->strange) { return; }
  f->env.fault  = NATIVE_NO_FAULT;
  const int ret = GALPHAGetConstraintNorms(f->mem, &g, &gdot, &k);
  f->env        = kept;
  /* Newton's tolerance is a share of that of the errors */
  const sunrealtype most = (10.0 * f->rtol + 1e-8) * fmax(1.0, N_VMaxNorm(q));
  const bool velocities  = f->formulation != GALPHA_INDEX3;
  if (ret || !(g <= most) || (velocities && !(gdot <= 30.0 * most)) ||
      (velocities && !(k <= 30.0 * most)))
  {
    native_fail(f, "constraints: %d, g %.2e, gdot %.2e, k %.2e, rtol %.0e", ret,
                g, gdot, k, f->rtol);
  }
}

void native_solved(struct native *f, int code, N_Vector q, N_Vector v)
{
  struct native_snapshot now;
  if (code >= 0 && (!isfinite(f->t) || !finite_vector(q) || !finite_vector(v)))
  {
    native_fail(f, "success with values that are not finite at t = %g", f->t);
  }
  native_take(f, &now);
  if (code < 0 && now.there)
  {
    for (int i = 0; i < f->n; i++)
    {
      if (!isfinite(now.q[i]) || !isfinite(now.v[i]))
      {
        native_fail(f, "after code %d the last step is not finite", code);
        return;
      }
    }
  }
  if (code >= 0) { check_constraints(f, q); }
}
