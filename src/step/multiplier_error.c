#include "step/multiplier_error.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* out = h^2 q""/2; false: h is so short that round-off of positions dominates. */
static bool fourth_derivative(const struct galpha_method *method, N_Vector out)
{
  const struct galpha_hist *h = method->hist;
  const struct galpha_past *p = h->older;
  const sunrealtype t[] = {h->trial->t, h->now->t, h->prev->t, p[0].t, p[1].t};
  N_Vector q[]          = {h->trial->q, h->now->q, h->prev->q, p[0].q, p[1].q};
  const sunrealtype scale = 12.0 * method->coef.h * method->coef.h;
  sunrealtype w[5], noise = 0.0;
  galpha_coef_difference(5, t, w);
  for (int i = 0; i < 5; i++)
  {
    w[i] *= scale;
    noise += MULTIPLIER_ROUND_OFF * DBL_EPSILON * fabs(w[i]);
  }
  galpha_sum(5, w, q, out);
  return noise * N_VMaxNorm(h->trial->q) <= MULTIPLIER_NOISE * N_VMaxNorm(out);
}

/* The multipliers that balance the inertia of a across the constraints, into rl, rp. */
static int multipliers_of(struct galpha_method *method, struct galpha_ls *ls,
                          N_Vector a)
{
  struct galpha_model *model = method->model;
  N_VConst(0.0, model->rq);
  galpha_block_mul(model->sys->M, 1.0 - method->family->alpha_m, a, model->rq);
  if (model->rl) { N_VConst(0.0, model->rl); }
  if (model->rp) { N_VConst(0.0, model->rp); }
  const int ret = galpha_ls_solve_rows(ls, model->rq);
  if (!ret)
  {
    galpha_unpack(&model->parts, model->packed, model->rq, model->rl,
                  model->rp);
  }
  return ret;
}

int galpha_multiplier_error(struct galpha_errtest *et,
                            struct galpha_method *method, struct galpha_ls *ls)
{
  struct galpha_model *model       = method->model;
  const struct galpha_state *s     = method->hist->trial;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = ls->last_flag;
  const bool tested                = et->mult.kind != GALPHA_TOL_NONE;
  if (!tested || !model->rl || !method->step_traits->jumps) { return 0; }
  et->mult_unknown = !galpha_err_is_steady(method->hist);
  if (et->mult_unknown || !fourth_derivative(method, model->w_base))
  {
    return 0;
  }
  const int ret    = multipliers_of(method, ls, model->w_base);
  et->mult_unknown = ret != 0;
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(ls, flag);
  if (ret) { return ret < 0 ? ret : 0; }
  et->norm_mult = galpha_err_of_multipliers(&et->mult, model->rl, s->lambda);
  if (model->rp)
  {
    et->norm_mult = fmax(
      et->norm_mult, galpha_err_of_multipliers(&et->mult, model->rp, s->psi));
  }
  return 0;
}
