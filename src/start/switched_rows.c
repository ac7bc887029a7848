#include "start/switched_rows.h"

#include <math.h>

#include "base/tuning.h"
#include "start/accelerations.h"

void galpha_switched_off(struct galpha_ic *ic)
{
  const struct galpha_rows *rows = ic->model->sys->rows;
  struct galpha_state *now       = ic->method->hist->now;
  if (now->lambda) { galpha_rows_clear(&rows[0], now->lambda); }
  if (now->psi) { galpha_rows_clear(&rows[1], now->psi); }
}

/* Weighted norm of the least change of v that removes a residual of 1: with row x of the
 * Jacobian and the weights w it is 1 / sqrt(n sum (x_j/w_j)^2). */
static sunrealtype change(struct galpha_ic *ic, int kind, sunindextype row)
{
  struct galpha_model *model = ic->model;
  SUNMatrix A    = model->sys->block[kind ? GALPHA_BLOCK_K : GALPHA_BLOCK_G].A;
  N_Vector unit  = kind ? ic->wp : ic->wl;
  sunindextype n = 0;
  const sunrealtype *w =
    galpha_vector_data(model->level_v ? model->ewt_q : model->ewt_v, &n);
  const sunrealtype *x = galpha_vector_data(model->rq, &n);
  sunrealtype sum      = 0.0;
  N_VConst(0.0, unit);
  galpha_vector_data(unit, &n)[row] = 1.0;
  N_VConst(0.0, model->rq);
  galpha_block_tmul(A, 1.0, unit, model->rq);
  galpha_vector_data(model->rq, &n);
  for (sunindextype j = 0; j < n; j++) { sum += x[j] / w[j] * (x[j] / w[j]); }
  const sunrealtype norm = 1.0 / sqrt((sunrealtype)n * sum);
  return model->level_v ? fabs(ic->h_before) * norm : norm;
}

int galpha_switched_check(struct galpha_ic *ic)
{
  struct galpha_model *model     = ic->model;
  const struct galpha_rows *rows = model->sys->rows;
  for (int kind = 0; kind < 2; kind++)
  {
    sunindextype n       = 0;
    N_Vector r           = kind ? model->rp : model->rl;
    const sunrealtype *d = r ? galpha_vector_data(r, &n) : NULL;
    for (sunindextype i = 0; d && i < n; i++)
    {
      if (!galpha_rows_fresh(&rows[kind], i) || d[i] == 0.0) { continue; }
      if (fabs(d[i]) * change(ic, kind, i) <= START_SWITCHED) { continue; }
      galpha_ic_set_row(
        ic, kind ? GALPHA_LEVEL_NONHOLONOMIC : GALPHA_LEVEL_VELOCITY, i, -1,
        d[i]);
      return GALPHA_INCONSISTENT_IC;
    }
  }
  return 0;
}

void galpha_switched_settle(struct galpha_ic *ic)
{
  struct galpha_rows *rows = ic->model->sys->rows;
  for (int kind = 0; kind < 2; kind++) { galpha_rows_settle(&rows[kind]); }
}
