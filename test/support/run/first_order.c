#include "support/run/first_order.h"

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "support/run/keep.h"

#define KLU_AMD 0
/* Absolute tolerance of multipliers: Newton's test leaves them alone, and no
 * error test sees them. Tighter ones cost IDA steps and gain no accuracy. */
#define MULTIPLIER_TOL 1e3

static void set_weights(struct first_order_run *w, int full)
{
  const sunindextype n = w->s.n, tested = full ? 2 * n : n;

  for (sunindextype i = 0; i < w->s.size; i++)
  {
    NV_Ith_S(w->id, i)   = i < tested ? 1.0 : 0.0;
    NV_Ith_S(w->atol, i) = i < 2 * n ? w->rtol : MULTIPLIER_TOL;
  }
}

int first_order_run_new(struct first_order_run *w, const struct mechanism *mech,
                        enum first_order_form form, sunrealtype rtol, int full,
                        SUNContext ctx)
{
  if (first_order_new(&w->s, mech, form, ctx)) { return 1; }
  w->rtol = rtol;
  w->y    = KEEP(N_VNew_Serial(w->s.size, ctx));
  w->yp   = KEEP(N_VClone(w->y));
  w->id   = KEEP(N_VClone(w->y));
  w->atol = KEEP(N_VClone(w->y));
  if (first_order_start(&w->s, ctx, w->y, w->yp)) { return 1; }
  set_weights(w, full);
  w->J  = first_order_matrix(&w->s, ctx, w->y, w->yp);
  w->LS = w->J ? KEEP(SUNLinSol_KLU(w->y, w->J, ctx)) : NULL;
  if (w->LS == NULL || SUNLinSol_KLUSetOrdering(w->LS, KLU_AMD)) { return 1; }
  /* Matched to a block triangular form first, GGL fills up to six times more. */
  SUNLinSol_KLUGetCommon(w->LS)->btf = 0;
  return 0;
}

/* The same calls for either integrator. */
#define FIRST_ORDER(PREFIX, name)                                         \
  int first_order_set_##name(void *mem, struct first_order_run *w)        \
  {                                                                       \
    int ret =                                                             \
      PREFIX##Init(mem, first_order_residual, w->s.pb->t0, w->y, w->yp);  \
    if (!ret) { ret = PREFIX##SVtolerances(mem, w->rtol, w->atol); }      \
    if (!ret) { ret = PREFIX##SetLinearSolver(mem, w->LS, w->J); }        \
    if (!ret) { ret = PREFIX##SetJacFn(mem, first_order_jacobian); }      \
    if (!ret) { ret = PREFIX##SetUserData(mem, &w->s); }                  \
    if (!ret) { ret = PREFIX##SetId(mem, w->id); }                        \
    if (!ret) { ret = PREFIX##SetMaxNumSteps(mem, -1); }                  \
    return ret;                                                           \
  }                                                                       \
                                                                          \
  int first_order_track_##name(void *mem, struct first_order_run *w,      \
                               int order, struct flexible_track *track)   \
  {                                                                       \
    int ret = first_order_set_##name(mem, w);                             \
    if (!ret) { ret = PREFIX##SetSuppressAlg(mem, SUNTRUE); }             \
    if (!ret) { ret = PREFIX##SetMaxOrd(mem, order); }                    \
    for (int out = 0; ret >= 0 && out < track->nout; out++)               \
    {                                                                     \
      sunrealtype t, *y = N_VGetArrayPointer(w->y);                       \
      ret = PREFIX##Solve(mem, flexible_track_time(track, out), &t, w->y, \
                          w->yp, PREFIX##_NORMAL);                        \
      flexible_track_keep(track, out, y, y + w->s.n);                     \
    }                                                                     \
    return ret;                                                           \
  }

FIRST_ORDER(IDA, ida)
FIRST_ORDER(GALPHA, galpha)

int first_order_reference(const struct mechanism *mech, SUNContext ctx,
                          sunrealtype rtol, int order,
                          struct flexible_track *track)
{
  struct first_order_run w = {.y = NULL};
  void *ida                = IDACreate(ctx);
  int ret                  = ida == NULL;

  if (!ret)
  {
    ret = first_order_run_new(&w, mech, FIRST_ORDER_GGL, rtol, 1, ctx) ||
          first_order_track_ida(ida, &w, order, track);
  }
  IDAFree(&ida);
  return ret;
}
