#include "start/differenced_rows.h"

#include <math.h>

#include "base/tuning.h"
#include "check/rising_quotient.h"
#include "model/matrix_ops.h"
#include "start/driven_constraints.h"

static sunrealtype of_row(const struct galpha_ic *ic, N_Vector x)
{
  sunindextype m = 0;
  return galpha_vector_data(x, &m)[ic->row];
}

/* The central quotient of the row along v, over tau. */
static int quotient(struct galpha_later *m, sunrealtype tau, sunrealtype *d)
{
  struct galpha_ic *ic = m->ic;
  int ret              = galpha_later_g(m, tau, ic->wl);
  if (!ret) { ret = galpha_later_g(m, -tau, ic->last_l); }
  if (!ret) { *d = 0.5 * (of_row(ic, ic->wl) - of_row(ic, ic->last_l)) / tau; }
  return ret;
}

/* The derivative over times that grow from the shortest one on, tau being the usual one, and
 * its error. */
static sunrealtype derivative(struct galpha_later *m, sunrealtype tau,
                              sunrealtype *error)
{
  struct galpha_rising row = galpha_rising_begin(0.0);
  sunrealtype best = 0.0, d = 0.0;
  *error = HUGE_VAL;
  for (int k = -WRONG_SHORTER; k <= WRONG_LONGER; k++)
  {
    const sunrealtype by = tau * pow(CHECK_RATIO, k);
    const bool still     = row.last == 0.0;
    if (quotient(m, by, &d)) { continue; }
    const sunrealtype err = galpha_rising_error(&row, d, by);
    if (!still && err > CHECK_RISEN * *error) { break; }
    if (!still && !(err < *error)) { continue; }
    best   = d;
    *error = err;
  }
  return best;
}

bool galpha_differences_off(struct galpha_ic *ic)
{
  const struct galpha_state *now   = ic->method->hist->now;
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  const struct galpha_point at     = {.t = now->t, .q = now->q, .v = now->v};
  struct galpha_later m = {.ic = ic, .at = &at, .along = true, .frozen = true};
  const sunrealtype v   = N_VMaxNorm(now->v);
  const sunrealtype q   = N_VMaxNorm(now->q);
  const sunrealtype value = fabs(ic->value);
  sunrealtype error       = HUGE_VAL;
  if (ic->row < 0 || !sys->block[GALPHA_BLOCK_G].reach || !(v > 0.0))
  {
    return false;
  }
  const sunrealtype d =
    derivative(&m, WRONG_INCREMENT * (q > 0.0 ? q : 1.0) / v, &error);
  galpha_sys_set_failure(sys, kept);
  N_VConst(0.0, ic->wl);
  galpha_block_mul(sys->block[GALPHA_BLOCK_G].A, 1.0, now->v, ic->wl);
  const sunrealtype off = of_row(ic, ic->wl) - d;
  return fabs(ic->value - off) + error <= WRONG_SHARE * value;
}
