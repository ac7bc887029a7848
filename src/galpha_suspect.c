#include "galpha_suspect.h"

#include "galpha_rank.h"

#include <math.h>

/* The row of the user's G or K that is furthest from the difference of g or k along
 * d, if it is wrong, or -1. */
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

/* The suspect row of A: up and down are g or k a little to either side of the
 * state, 2 eps d apart. */
static sunindextype suspect_row(SUNMatrix A, N_Vector d, sunrealtype eps,
                                N_Vector up, N_Vector down)
{
  N_VLinearSum(0.5 / eps, up, -0.5 / eps, down, up);
  N_VScale(1.0, up, down);
  galpha_block_mul(A, -1.0, d, down);
  return compare_rows(N_VGetArrayPointer(up), N_VGetArrayPointer(down),
                      N_VGetLength(up));
}

/* d: sizes differ, so that exchanged columns are seen. */
static sunrealtype increment(N_Vector x, N_Vector d)
{
  const sunrealtype size = N_VMaxNorm(x);
  galpha_vector_signs(d, 0.5);
  return 1e-5 * (size > 0.0 ? size : 1.0);
}

static sunindextype suspect_G(struct galpha_ic *ic)
{
  struct galpha_form *form       = ic->form;
  const struct galpha_state *now = form->hist->now;
  struct galpha_sys *sys         = form->sys;
  const sunrealtype eps          = increment(now->q, form->work);
  N_VLinearSum(1.0, now->q, eps, form->work, form->at.q);
  int ret = galpha_sys_g(sys, now->t, form->at.q, ic->wl);
  N_VLinearSum(1.0, now->q, -eps, form->work, form->at.q);
  if (!ret) { ret = galpha_sys_g(sys, now->t, form->at.q, ic->last_l); }
  if (!ret) { ret = galpha_sys_holonomic_jac(sys, now->t, now->q); }
  N_VScale(1.0, now->q, form->at.q);
  return ret ? -1
             : suspect_row(sys->block[GALPHA_BLOCK_G].A, form->work, eps,
                           ic->wl, ic->last_l);
}

static sunindextype suspect_K(struct galpha_ic *ic)
{
  struct galpha_form *form       = ic->form;
  const struct galpha_state *now = form->hist->now;
  struct galpha_sys *sys         = form->sys;
  const sunrealtype eps          = increment(now->v, form->work);
  N_VLinearSum(1.0, now->v, eps, form->work, form->at.v);
  int ret = galpha_sys_k(sys, now->t, now->q, form->at.v, ic->wp);
  N_VLinearSum(1.0, now->v, -eps, form->work, form->at.v);
  if (!ret) { ret = galpha_sys_k(sys, now->t, now->q, form->at.v, ic->last_p); }
  if (!ret) { ret = galpha_sys_constraint_jac(sys, now->t, now->q, now->v); }
  N_VScale(1.0, now->v, form->at.v);
  return ret ? -1
             : suspect_row(sys->block[GALPHA_BLOCK_K].A, form->work, eps,
                           ic->wp, ic->last_p);
}

void galpha_ic_suspect(struct galpha_ic *ic)
{
  struct galpha_sys *sys           = ic->form->sys;
  const struct galpha_failure kept = sys->fail;
  ic->suspect                      = -1;
  if (sys->m && sys->Gfn && N_VGetArrayPointer(ic->wl))
  {
    ic->suspect = suspect_G(ic);
  }
  if (ic->suspect < 0 && sys->p && sys->Kfn && N_VGetArrayPointer(ic->wp))
  {
    const sunindextype row = suspect_K(ic);
    if (row >= 0) { ic->suspect = sys->m + row; }
  }
  sys->fail = kept;
}

/* More than what the curvature of constraints that are merely equal leaves. */
#define CONFLICT 0.1

static sunrealtype conflict(const struct galpha_ic *ic, bool in_v)
{
  struct galpha_sys *sys         = ic->form->sys;
  const struct galpha_state *now = ic->form->hist->now;
  SUNMatrix G                    = sys->block[GALPHA_BLOCK_G].A;
  SUNMatrix K                    = sys->block[GALPHA_BLOCK_K].A;
  const bool g = sys->m > 0, k = in_v && sys->p > 0;
  struct galpha_dependence found;
  int ret = 0;
  if (g && !in_v) { ret = galpha_sys_g(sys, now->t, now->q, ic->wl); }
  if (g && in_v)
  {
    ret = galpha_sys_gdot(sys, now->t, now->q, now->v, G, ic->wl);
  }
  if (!ret && k) { ret = galpha_sys_k(sys, now->t, now->q, now->v, ic->wp); }
  if (ret) { return 0.0; }
  if (galpha_rank_conflict(g ? G : NULL, k ? K : NULL,
                           g ? N_VGetArrayPointer(ic->wl) : NULL,
                           k ? N_VGetArrayPointer(ic->wp) : NULL, &found) < 0)
  {
    return 0.0;
  }
  const N_Vector x        = in_v ? now->v : now->q;
  const sunrealtype noise = 1e-8 * fmax(1.0, N_VMaxNorm(x));
  const bool differ       = fabs(found.gap) > CONFLICT * found.size &&
                      fabs(found.gap) > noise && found.other >= 0;
  return differ ? fabs(found.gap) : 0.0;
}

sunrealtype galpha_ic_contradiction(const struct galpha_ic *ic, bool *in_v)
{
  struct galpha_sys *sys           = ic->form->sys;
  const struct galpha_failure kept = sys->fail;
  *in_v                            = false;
  sunrealtype gap                  = sys->m ? conflict(ic, false) : 0.0;
  if (gap == 0.0)
  {
    *in_v = true;
    gap   = conflict(ic, true);
  }
  sys->fail = kept;
  return gap;
}
