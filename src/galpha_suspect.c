#include "galpha_suspect.h"

#include <math.h>

/* The row of the user's G that is furthest from the difference of g along d, if it
 * is wrong, or -1. */
static sunindextype compare_rows(const sunrealtype *dg, const sunrealtype *off,
                                 sunindextype m)
{
  sunindextype row  = -1;
  sunrealtype worst = 1e-3, top = 0.0;
  for (sunindextype i = 0; i < m; i++) { top = fmax(top, fabs(dg[i])); }
  for (sunindextype i = 0; i < m; i++)
  {
    const sunrealtype size = fabs(dg[i]) + fabs(dg[i] - off[i]) + 1e-6 * top;
    if (fabs(off[i]) <= worst * size) { continue; }
    worst = fabs(off[i]) / size;
    row   = i;
  }
  return row;
}

void galpha_ic_suspect(struct galpha_ic *ic)
{
  struct galpha_form *form         = ic->form;
  const struct galpha_state *now   = form->hist->now;
  struct galpha_sys *sys           = form->sys;
  const struct galpha_failure kept = sys->fail;
  const sunrealtype q              = N_VMaxNorm(now->q);
  const sunrealtype eps            = 1e-5 * (q > 0.0 ? q : 1.0);
  ic->suspect                      = -1;
  if (!sys->m || !sys->Gfn || !N_VGetArrayPointer(ic->wl)) { return; }
  /* sizes differ, so that exchanged columns are seen */
  galpha_vector_signs(form->work, 0.5);
  N_VLinearSum(1.0, now->q, eps, form->work, form->at.q);
  int ret = galpha_sys_g(sys, now->t, form->at.q, ic->wl);
  N_VLinearSum(1.0, now->q, -eps, form->work, form->at.q);
  if (!ret) { ret = galpha_sys_g(sys, now->t, form->at.q, ic->last_l); }
  if (!ret) { ret = galpha_sys_holonomic_jac(sys, now->t, now->q); }
  if (!ret)
  {
    N_VLinearSum(0.5 / eps, ic->wl, -0.5 / eps, ic->last_l, ic->wl);
    N_VScale(1.0, ic->wl, ic->last_l);
    galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, -1.0, form->work,
                     ic->last_l);
    ic->suspect = compare_rows(N_VGetArrayPointer(ic->wl),
                               N_VGetArrayPointer(ic->last_l), sys->m);
  }
  sys->fail = kept;
}
