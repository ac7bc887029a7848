#include "support/run/first_order.h"

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>

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
  w->y    = N_VNew_Serial(w->s.size, ctx);
  w->yp   = w->y ? N_VClone(w->y) : NULL;
  w->id   = w->y ? N_VClone(w->y) : NULL;
  w->atol = w->y ? N_VClone(w->y) : NULL;
  if (w->yp == NULL || w->id == NULL || w->atol == NULL) { return 1; }
  if (first_order_start(&w->s, ctx, w->y, w->yp)) { return 1; }
  set_weights(w, full);
  w->J  = first_order_matrix(&w->s, ctx, w->y, w->yp);
  w->LS = w->J ? SUNLinSol_KLU(w->y, w->J, ctx) : NULL;
  if (w->LS == NULL || SUNLinSol_KLUSetOrdering(w->LS, KLU_AMD)) { return 1; }
  /* Matched to a block triangular form first, GGL fills up to six times more. */
  SUNLinSol_KLUGetCommon(w->LS)->btf = 0;
  return 0;
}

void first_order_run_free(struct first_order_run *w)
{
  SUNLinSolFree(w->LS);
  SUNMatDestroy(w->J);
  N_VDestroy(w->y);
  N_VDestroy(w->yp);
  N_VDestroy(w->id);
  N_VDestroy(w->atol);
  first_order_free(&w->s);
}
