#include "step/multiplier_error.h"

#include <float.h>
#include <math.h>

#include "base/vector_sum.h"

#define NOISE_SHARE 0.25  /* of q"" that may be noise of q */
#define NOISE       100.0 /* rounding errors that iteration leaves in q */

/* h^2 q""/2 into out. false: h is so short that rounding errors of positions count. */
static bool fourth_derivative(const struct galpha_form *form, N_Vector out)
{
  const struct galpha_hist *h = form->hist;
  const struct galpha_past *p = h->older;
  const sunrealtype t[] = {h->trial->t, h->now->t, h->prev->t, p[0].t, p[1].t};
  N_Vector q[]          = {h->trial->q, h->now->q, h->prev->q, p[0].q, p[1].q};
  const sunrealtype scale = 12.0 * form->coef.h * form->coef.h;
  sunrealtype w[5], noise = 0.0;
  galpha_coef_difference(5, t, w);
  for (int i = 0; i < 5; i++)
  {
    w[i] *= scale;
    noise += NOISE * DBL_EPSILON * fabs(w[i]);
  }
  galpha_sum(5, w, q, out);
  return noise * N_VMaxNorm(h->trial->q) <= NOISE_SHARE * N_VMaxNorm(out);
}

/* The multipliers that the acceleration a needs across the constraints, into rl, rp. */
static int multipliers_of(struct galpha_form *form, struct galpha_ls *ls,
                          N_Vector a)
{
  N_VConst(0.0, form->rq);
  galpha_block_mul(form->sys->M, 1.0 - form->meth->alpha_m, a, form->rq);
  if (form->rl) { N_VConst(0.0, form->rl); }
  if (form->rp) { N_VConst(0.0, form->rp); }
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
  const int ret = galpha_ls_solve(ls, form->packed);
  if (!ret)
  {
    galpha_unpack(&form->parts, form->packed, form->rq, form->rl, form->rp);
  }
  return ret;
}

int galpha_multiplier_error(struct galpha_errtest *et, struct galpha_form *form,
                            struct galpha_ls *ls)
{
  const struct galpha_state *s     = form->hist->trial;
  const struct galpha_failure kept = form->sys->fail;
  const int flag                   = ls->last_flag;
  const bool tested                = et->mult.kind != GALPHA_TOL_NONE;
  if (!tested || !form->rl || form->res || !galpha_form_is_index3(form))
  {
    return 0;
  }
  et->mult_unknown = !galpha_err_is_steady(form->hist);
  if (et->mult_unknown || !fourth_derivative(form, form->w_base)) { return 0; }
  const int ret    = multipliers_of(form, ls, form->w_base);
  et->mult_unknown = ret != 0;
  form->sys->fail  = kept;
  ls->last_flag    = flag;
  if (ret) { return ret < 0 ? ret : 0; }
  et->norm_mult = galpha_err_of_multipliers(&et->mult, form->rl, s->lambda);
  if (form->rp)
  {
    et->norm_mult = fmax(
      et->norm_mult, galpha_err_of_multipliers(&et->mult, form->rp, s->psi));
  }
  return 0;
}
