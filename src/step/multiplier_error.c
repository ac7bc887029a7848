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

/* Their errors in rl and rp, over the tolerances. */
static sunrealtype norm_of(const struct galpha_errtest *et,
                           const struct galpha_method *method)
{
  const struct galpha_model *model = method->model;
  const struct galpha_state *s     = method->hist->trial;
  const struct galpha_tol *tol     = &et->mult;
  const sunrealtype lambda =
    model->rl ? galpha_err_of_multipliers(tol, model->rl, s->lambda) : 0.0;
  const sunrealtype psi =
    model->rp ? galpha_err_of_multipliers(tol, model->rp, s->psi) : 0.0;
  return fmax(lambda, psi);
}

static int by_positions(struct galpha_errtest *et, struct galpha_method *method,
                        struct galpha_ls *ls)
{
  et->mult_unknown = !galpha_err_is_steady(method->hist);
  if (et->mult_unknown || !fourth_derivative(method, method->model->w_base))
  {
    return 0;
  }
  const int ret    = multipliers_of(method, ls, method->model->w_base);
  et->mult_unknown = ret != 0;
  if (!ret) { et->norm_mult = norm_of(et, method); }
  return ret;
}

/* Numerically differentiated G, K or g_t cause errors of v that do not fall with h, and
 * of multipliers like these over h: shorter steps would only enlarge them. */
static int pass_differences(struct galpha_errtest *et,
                            struct galpha_method *method, struct galpha_ls *ls)
{
  const struct galpha_sys *sys = method->model->sys;
  const bool in_g =
    (!sys->Gfn && !sys->constant_G) || (!sys->gt && !sys->scleronomic);
  if (!((sys->m && in_g) || (sys->p && !sys->Kfn)) || !(et->norm_mult > 1.0))
  {
    return 0;
  }
  const sunrealtype v = ESTIMATE_DIFFERENCED * N_VMaxNorm(method->hist->now->v);
  N_VConst(v / fabs(method->coef.h), method->model->w_base);
  const int ret = multipliers_of(method, ls, method->model->w_base);
  if (!ret && et->norm_mult <= MULTIPLIER_DIFFERENCED * norm_of(et, method))
  {
    et->norm_mult    = 0.0;
    et->mult_ignored = true;
  }
  return ret;
}

int galpha_multiplier_error(struct galpha_errtest *et,
                            struct galpha_method *method, struct galpha_ls *ls)
{
  struct galpha_model *model       = method->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = ls->last_flag;
  if (et->mult.kind == GALPHA_TOL_NONE) { return 0; }
  const bool jumps = model->rl && method->step_traits->jumps;
  const int ret    = (jumps ? by_positions : pass_differences)(et, method, ls);
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(ls, flag);
  return ret < 0 ? ret : 0;
}
