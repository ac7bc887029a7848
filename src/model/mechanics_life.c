/* Work vectors and blocks of mechanics, sizes of coordinates, increments. */
#include "base/clone.h"
#include "base/tuning.h"
#include "model/mechanics.h"

#include <float.h>
#include <math.h>

#include <nvector/nvector_serial.h>

#include "model/matrix_ops.h"

static int clones(N_Vector like, N_Vector *v, int count)
{
  for (int i = 0; i < count; i++)
  {
    if (!v[i]) { v[i] = galpha_clone(like); }
    if (!v[i]) { return -1; }
  }
  return 0;
}

int galpha_sys_prepare(struct galpha_sys *sys, N_Vector q, N_Vector lambda,
                       N_Vector psi)
{
  sys->diagonal_M = sys->M && !sys->mass && galpha_block_diagonal(sys->M);
  if (clones(q, sys->wq, 3)) { return -1; }
  if (sys->by_product && clones(q, &sys->work, 1)) { return -1; }
  if (sys->m && clones(lambda, sys->wl, 3)) { return -1; }
  if (sys->m && !sys->gt && !sys->scleronomic &&
      galpha_constraint_rate_init(&sys->rate, lambda))
  {
    return -1;
  }
  if (sys->p && clones(psi, sys->wp, 3)) { return -1; }
  if (!sys->block[GALPHA_BLOCK_FR].A) { return 0; }
  if (!sys->wr) { sys->wr = N_VNew_Serial(sys->m + sys->p, sys->sunctx); }
  if (!sys->wr || clones(sys->wr, &sys->wr1, 1)) { return -1; }
  return 0;
}

void galpha_sys_set_weights(struct galpha_sys *sys, int level, sunrealtype rtol,
                            N_Vector ewt)
{
  sys->rtol[level] = rtol;
  sys->ewt[level]  = ewt;
}

void galpha_sys_typical(const struct galpha_sys *sys, enum galpha_block_id id,
                        N_Vector x, N_Vector size)
{
  galpha_dq_typical(x, size);
  if (id != GALPHA_BLOCK_G && id != GALPHA_BLOCK_K) { return; }
  const int level        = id == GALPHA_BLOCK_K;
  const sunrealtype rtol = sys->rtol[level];
  const sunrealtype most = DIFFERENCE_SIZE * N_VMaxNorm(x);
  if (!sys->ewt[level]) { return; }
  sunrealtype *d       = N_VGetArrayPointer(size);
  const sunrealtype *w = N_VGetArrayPointer(sys->ewt[level]);
  for (sunindextype i = 0; i < sys->n; i++)
  {
    const sunrealtype own = rtol > 0.0 ? fmin(1.0 / (rtol * w[i]), most) : 0.0;
    d[i]                  = fmax(d[i], fmax(DIFFERENCE_TOLERANCES / w[i], own));
  }
}

bool galpha_sys_is_tight(const struct galpha_sys *sys, enum galpha_block_id id,
                         N_Vector x)
{
  N_Vector ewt       = sys->ewt[id == GALPHA_BLOCK_K];
  sunrealtype digits = 0.0;
  if (!ewt) { return false; }
  for (sunindextype i = 0; i < sys->n; i++)
  {
    digits =
      fmax(digits, fabs(N_VGetArrayPointer(x)[i]) * N_VGetArrayPointer(ewt)[i]);
  }
  return digits * REACH_FINE > 1.0;
}

bool galpha_sys_has_searched(const struct galpha_sys *sys)
{
  bool some = false;
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++)
  {
    some = some || sys->block[i].probed;
  }
  return some;
}

static void destroy(N_Vector *v, int count)
{
  for (int i = 0; i < count; i++)
  {
    if (v[i]) { N_VDestroy(v[i]); }
    v[i] = NULL;
  }
}

void galpha_sys_free(struct galpha_sys *sys)
{
  destroy(sys->wq, 3);
  destroy(&sys->work, 1);
  destroy(sys->wl, 3);
  destroy(sys->wp, 3);
  galpha_constraint_rate_free(&sys->rate);
  destroy(&sys->wr, 1);
  destroy(&sys->wr1, 1);
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++)
  {
    if (sys->block[i].A) { SUNMatDestroy(sys->block[i].A); }
    galpha_dq_free(sys->block[i].dq);
    galpha_reach_free(sys->block[i].reach);
    galpha_pattern_forget(&sys->block[i].pattern);
  }
  if (sys->M) { SUNMatDestroy(sys->M); }
  galpha_pattern_forget(&sys->pattern_M);
  for (int i = 0; i < 2; i++) { galpha_rows_free(&sys->rows[i]); }
}
