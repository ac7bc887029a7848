/* Convergence test of the stage solver: norm of the correction and estimated
 * contraction rate. */
#include "newton/newton.h"

#include <float.h>
#include <math.h>

#include "base/sundials_compat.h"
#include "base/tuning.h"
#include "base/vector_sum.h"
#include "method/residual_recursion.h"

/* Norm of the correction of multipliers, scaled so that policy->tol is its tolerance; 0
 * if multipliers need not converge. They must in two cases: if forces are not linear in
 * them, to seven digits; if they have tolerances of their own, to NEWTON_MULTIPLIERS
 * times these, because the next step would take an error, divided by h^2, for a change
 * of the multipliers. */
static sunrealtype multiplier_change(struct galpha_nls *nls, N_Vector del)
{
  struct galpha_method *method = nls->method;
  struct galpha_model *model   = method->model;
  const sunrealtype rtol = nls->mult_rtol, atol = nls->mult_atol;
  const bool tested = rtol > 0.0 || atol > 0.0;
  if (!(model->sys->general || tested) || (!model->dl && !model->dp))
  {
    return 0.0;
  }
  galpha_model_split(model, del);
  const sunrealtype c = 1.0 / (model->stage.weight_f * model->stage.beta_h2);
  const sunrealtype change = c * fmax(model->dl ? N_VMaxNorm(model->dl) : 0.0,
                                      model->dp ? N_VMaxNorm(model->dp) : 0.0);
  const sunrealtype size = fmax(model->dl ? N_VMaxNorm(model->at.lambda) : 0.0,
                                model->dp ? N_VMaxNorm(model->at.psi) : 0.0);
  sunrealtype unit = model->sys->general && size > 0.0 ? 1e-7 * size : HUGE_VAL;
  if (tested) { unit = fmin(unit, NEWTON_MULTIPLIERS * (rtol * size + atol)); }
  return unit > 0.0 ? nls->policy->tol * change / unit : 0.0;
}

/* With a loose tolerance, only the components in the error test must converge. */
static sunrealtype tested_norm(const struct galpha_nls *nls, sunrealtype norm)
{
  struct galpha_model *model = nls->model;
  return nls->policy->relaxed && model->ops->tested_norm
           ? model->ops->tested_norm(model, norm)
           : norm;
}

sunrealtype galpha_nls_norm(struct galpha_nls *nls, N_Vector del)
{
  struct galpha_model *model   = nls->model;
  const sunrealtype norm       = model->ops->correction_norm(model, del);
  const sunrealtype multiplier = multiplier_change(nls, del);
  return multiplier > 0.0 ? fmax(norm, multiplier) : norm;
}

/* Size of the state to which corrections are added: the largest position of this step,
 * or in stage 2, which solves for velocities, the largest velocity in units of a
 * correction. *distance: displacement in the step, h max|v|. */
static sunrealtype size_of_state(const struct galpha_nls *nls,
                                 sunrealtype *distance)
{
  const struct galpha_method *method = nls->method;
  const struct galpha_model *model   = nls->model;
  const struct galpha_state *now     = method->hist->now;
  const sunrealtype h                = fabs(model->stage.h);
  N_Vector a_new      = nls->stage == 0 ? method->a_pred : method->a_tilde;
  const sunrealtype a = fmax(N_VMaxNorm(now->a), N_VMaxNorm(a_new));
  const sunrealtype v = fmax(N_VMaxNorm(now->v), h * a);
  *distance           = h * v;
  return nls->stage == 0 ? fmax(N_VMaxNorm(now->q), h * v)
                         : v / fabs(model->stage.dv);
}

/* Adds the rounding of a differenced block's reactions to the array force. */
static void add_rounding(struct galpha_deriv *b, N_Vector x,
                         N_Vector multiplier, sunrealtype *force)
{
  sunindextype n = 0;
  if (!b->reach || !b->A) { return; }
  galpha_reach_add_rounding(b->reach, b->A, galpha_vector_data(x, &n),
                            galpha_vector_data(multiplier, &n), force);
}

/* Max norm of the correction by one sample of the rounding of differenced reactions
 * G^T lambda + K^T psi of the last step; < 0: unknown. Not by the reactions as such:
 * multipliers absorb a force in the range of G^T, of which rounding is not. */
static sunrealtype by_rounding(const struct galpha_nls *nls, int sample)
{
  struct galpha_model *model       = nls->model;
  const struct galpha_state *now   = nls->method->hist->now;
  struct galpha_sys *sys           = model->sys;
  const struct galpha_failure kept = sys->fail;
  sunindextype n                   = 0;
  sunrealtype *force               = galpha_vector_data(model->work, &n);
  if (!nls->ls->main.A || !nls->ls->current || !force) { return -1.0; }
  N_VConst(0.0, model->work);
  add_rounding(&sys->block[GALPHA_BLOCK_G], now->q, now->lambda, force);
  add_rounding(&sys->block[GALPHA_BLOCK_K], now->v, now->psi, force);
  galpha_vector_move(model->work, 1.0, sample, NULL, 0.0);
  N_VScale(nls->method->coef.y_new, model->work, model->work);
  galpha_model_detach_residual(model);
  if (model->rl) { N_VConst(0.0, model->rl); }
  if (model->rp) { N_VConst(0.0, model->rp); }
  const int ret = galpha_ls_solve_rows(nls->ls, model->work);
  galpha_unpack(&model->parts, model->packed, model->work, NULL, NULL);
  galpha_sys_set_failure(sys, kept);
  return ret ? -1.0 : N_VMaxNorm(model->work);
}

/* Corrections, in roundings of the state, that are round-off. Rounding of positions that
 * no constraint restricts enters forces only, and steep friction may turn a velocity of
 * some roundings over h into all of its force. */
static sunrealtype roundings(const struct galpha_model *model)
{
  return model->sys->m > 0 || model->ops->traits.plain_unknowns
           ? NEWTON_ROUND_OFF
           : NEWTON_ROUND_OFF_FREE;
}

/* Round-off in corrections. A numerically differentiated G or K has an error that enters
 * the velocity constraints times v and the dynamic rows times the multipliers: its effect
 * is proportional to the displacement and to the reactions, not to the size of the
 * positions. */
static sunrealtype noise(const struct galpha_nls *nls)
{
  const struct galpha_sys *sys = nls->model->sys;
  sunrealtype distance         = 0.0;
  const sunrealtype size       = size_of_state(nls, &distance);
  const sunrealtype least      = roundings(nls->model) * DBL_EPSILON * size;
  if (!((sys->m && !sys->Gfn) || (sys->p && !sys->Kfn))) { return least; }
  const sunrealtype some  = by_rounding(nls, 0);
  const sunrealtype other = by_rounding(nls, 1);
  const bool known        = some >= 0.0 && other >= 0.0;
  const sunrealtype of_v =
    NEWTON_DIFFERENCED * DBL_EPSILON * (known ? distance : size);
  return fmax(fmax(least, of_v), fmax(some, other));
}

/* Corrections below round-off no longer decrease. Computes the bound once per solve. */
bool galpha_nls_at_round_off(struct galpha_nls *nls)
{
  const sunrealtype correction = N_VMaxNorm(nls->model->d);
  if (nls->noise < 0.0) { nls->noise = noise(nls); }
  return correction <= nls->noise;
}

static bool motion_stands(struct galpha_nls *nls)
{
  struct galpha_model *model = nls->model;
  return model->ops->motion_at_round_off &&
         model->ops->motion_at_round_off(model, nls->algebraic);
}

/* Raises nls->sample to the norm of the correction by a sample of the rounding of F, where
 * that is known. */
static void take_sample(struct galpha_nls *nls, sunrealtype phase)
{
  struct galpha_model *model       = nls->model;
  const struct galpha_failure kept = model->sys->fail;
  const int flag                   = nls->ls->last_flag;
  N_Vector x                       = NULL;
  if (!model->ops->rounding || !model->ops->rounding(model, phase, &x))
  {
    return;
  }
  const int ret = galpha_ls_solve(nls->ls, x);
  galpha_sys_set_failure(model->sys, kept);
  galpha_ls_set_flag(nls->ls, flag);
  const sunrealtype norm = ret ? 0.0 : galpha_norm(x, model->ewt_q);
  if (!(norm > nls->sample && isfinite(norm))) { return; }
  nls->sample = norm;
  if (!(norm > nls->most_rounded)) { return; }
  N_VProd(model->ewt_q, x, x);
  nls->most_rounded = norm;
  nls->blurred      = galpha_vector_largest(x);
}

/* In index 2 and 3 velocities and multipliers keep changing by the rounding of positions
 * divided by h and h^2, in short steps by more than their tolerances. A shorter step, in
 * which they change more, does not help. Corrections by a new matrix that decrease slowly
 * while they are as large as that rounding are of it, too: the matrix of so short a step
 * is near to a singular one. */
static bool is_rounding(struct galpha_nls *nls, sunrealtype norm,
                        sunrealtype last)
{
  const bool stands = !(norm < 0.9 * last);
  const bool slow   = !(norm < ROUNDED_SLOW * last) && nls->ls->age == 0;
  if (!(stands || slow) || !(last > 0.0) || !nls->own || nls->full)
  {
    return false;
  }
  if (nls->sample < 0.0)
  {
    /* two: a row may happen not to round in one of them */
    nls->sample = 0.0;
    take_sample(nls, 0.0);
    take_sample(nls, 0.5);
  }
  return norm <= (stands ? NEWTON_SAMPLE : 1.0) * nls->sample;
}

/* Gavrea et al. (2005), (35). Never converged after the first iteration, which gives no
 * contraction rate. */
int galpha_nls_test_gavrea(struct galpha_nls *nls, sunrealtype norm)
{
  const struct galpha_method *method = nls->method;
  const sunrealtype ratio = fabs(method->coef.err_y / method->coef.y_new);
  const sunrealtype last  = nls->last_norm;
  nls->last_norm          = norm;
  if (!isfinite(norm))
  {
    nls->cause = GALPHA_CAUSE_CONVERGE;
    return SUN_NLS_CONV_RECVR;
  }
  if (norm == 0.0) { return SUN_NLS_SUCCESS; }
  if (!(last > 0.0)) { return SUN_NLS_CONTINUE; }
  const sunrealtype xi = norm / last;
  nls->seen            = fmax(nls->seen, xi);
  if (xi < 1.0 && xi / (1.0 - xi) * ratio * norm <= NEWTON_GAVREA_C)
  {
    return SUN_NLS_SUCCESS;
  }
  return galpha_nls_at_round_off(nls) ? SUN_NLS_SUCCESS : SUN_NLS_CONTINUE;
}

/* The rate, not below the safe minimum of the model unless the equations are linear,
 * and not above 0.9. */
static sunrealtype cautious(const struct galpha_nls *nls, sunrealtype rate)
{
  const struct galpha_model_traits *traits = &nls->model->ops->traits;
  if (!traits->carry_rate && galpha_rate_linear(&nls->rate[nls->stage]))
  {
    return rate;
  }
  return fmin(fmax(rate, traits->rate_floor), 0.9);
}

void galpha_nls_set_rates(struct galpha_nls *nls,
                          const struct galpha_rate *rate)
{
  nls->rate[0] = rate[0];
  nls->rate[1] = rate[1];
}

static int matrix_kind(const struct galpha_nls *nls)
{
  return galpha_rate_kind(nls->ls->age,
                          nls->model->stage.h_matrix / nls->ls->h_built);
}

/* Estimated error after a correction of this norm: norm * rate/(1 - rate). */
static sunrealtype leftover(sunrealtype norm, sunrealtype rate)
{
  return norm * fmin(1.0, rate / (1.0 - rate));
}

/* Rate up to which stage 1 may stop early. */
static sunrealtype early_rate(const struct galpha_nls *nls)
{
  return nls->policy->varies_order ? NEWTON_EARLY_RATE_LOOSER
                                   : NEWTON_EARLY_RATE;
}

/* The estimated error is within the tolerance. SOI2 only: stage 2 repeats the dynamic
 * rows of stage 1, so its first correction is the next one of stage 1, which may
 * therefore stop one iteration early. Positions keep what it leaves, on the same side in
 * each step: too much of it sustains vibrations whose damping is weak. */
static bool is_converged(const struct galpha_nls *nls, sunrealtype norm,
                         sunrealtype rate, sunrealtype tol)
{
  const sunrealtype r    = cautious(nls, rate);
  const sunrealtype left = leftover(norm, r);
  const bool goes_on = nls->stage + 1 < nls->method->ops->stages(nls->method);
  const sunrealtype most = fmin(NEWTON_EARLY * tol, NEWTON_EARLY_MOST);
  return left <= tol ||
         (goes_on && r <= early_rate(nls) && left <= most && left * r <= tol);
}

/* The observed rate of the present matrix and h, at the start of a solve; of a matrix
 * that is reassembled for each h, that with the present differences of forces. */
static sunrealtype kept_rate(struct galpha_nls *nls, sunrealtype norm)
{
  const struct galpha_ls *ls = nls->ls;
  struct galpha_rate *known  = &nls->rate[nls->stage];
  const bool any_h           = galpha_ls_reassembles(ls);
  galpha_rate_keep(known, ls->builds,
                   any_h ? ls->h_derived : nls->model->stage.h_matrix);
  return galpha_rate_kept(known, ls->age, norm);
}

/* Rates of other matrices of the same age do not tell that of this one: it costs so
 * much that it is kept although it has become worse, or a force has ceased that is in
 * the kept differences. */
static bool has_own_rate(const struct galpha_nls *nls)
{
  const struct galpha_ls *ls = nls->ls;
  return nls->policy->relaxed || galpha_ls_costly(ls) ||
         (ls->age > 0 && galpha_ls_reassembles(ls));
}

/* The contraction rate: ratio of the last two corrections or, after the first one, the
 * rate observed with matrices of this kind. */
static sunrealtype current_rate(struct galpha_nls *nls, int iter,
                                sunrealtype norm, sunrealtype tol)
{
  struct galpha_rate *known = &nls->rate[nls->stage];
  const int kind            = matrix_kind(nls);
  const sunrealtype last    = nls->last_norm;
  const bool of_matrix      = has_own_rate(nls);
  if (nls->full) { return last > 0.0 ? norm / last : 1.0; }
  if (!(last > 0.0))
  {
    if (of_matrix) { return kept_rate(nls, norm); }
    return nls->model->ops->traits.carry_rate
             ? galpha_rate_carried(known)
             : galpha_rate_expected(known, kind, norm);
  }
  const sunrealtype seen = norm / last;
  nls->seen              = fmax(nls->seen, seen);
  if (of_matrix)
  {
    galpha_rate_follow(known, seen, nls->ls->age, nls->first_norm);
  }
  else { galpha_rate_carry(known, seen); }
  if (nls->model->ops->traits.carry_rate) { return galpha_rate_carried(known); }
  if (iter == 1)
  {
    nls->probe_iters += !(galpha_rate_expected(known, kind, last) < 1.0) &&
                        is_converged(nls, last, seen, tol);
    galpha_rate_learn(known, kind, last, seen);
  }
  return seen;
}

/* If a correction by a new matrix is not smaller than the previous one, the iteration
 * is not near the solution, however small the correction: a force that varies within
 * less than the tolerance of v (friction at rest) may be wrong by its full size. After
 * such a solve an iteration ends only when a correction is a tenth of the first one,
 * until an iteration without line search has achieved this reduction. */
static bool is_rough(struct galpha_nls *nls, sunrealtype norm)
{
  const bool fresh =
    nls->ls->age == 0 && nls->model->stage.h_matrix == nls->ls->h_built;
  if (nls->model->ops->traits.carry_rate || !fresh || norm == 0.0)
  {
    return false;
  }
  if (!(nls->last_norm > 0.0)) { return nls->rough; }
  const bool rough = nls->rough && !nls->full
                       ? norm > NEWTON_SMOOTH * nls->first_norm
                       : norm > NEWTON_ROUGH * nls->last_norm;
  if (!nls->full || rough) { nls->rough = rough; }
  return rough;
}

int galpha_nls_test(struct galpha_nls *nls, N_Vector del, int iter,
                    sunrealtype tol)
{
  if (iter == 0 && !nls->full) { nls->last_norm = 0.0; }
  const sunrealtype norm = galpha_nls_norm(nls, del);
  if (nls->rule)
  {
    return nls->rule(nls, galpha_norm(nls->model->d, nls->model->ewt_q));
  }
  if (nls->linear && isfinite(norm) && !nls->ls->reduced)
  {
    return SUN_NLS_SUCCESS;
  }
  const sunrealtype last = nls->last_norm;
  const bool first       = !(last > 0.0);
  const sunrealtype rate = current_rate(nls, iter, norm, tol);
  const bool rough       = is_rough(nls, norm);
  if (first) { nls->first_norm = norm; }
  nls->last_norm = norm;
  nls->fell      = iter > 0 && (nls->fell || norm < 0.9 * last);
  /* constraints may fix the positions in one iteration, before the multipliers
     converge */
  const bool settled =
    (!first && !(norm < 0.9 * last)) || multiplier_change(nls, del) <= tol;
  if ((!rough && is_converged(nls, tested_norm(nls, norm), rate, tol)) ||
      (settled && !first && !(norm < 0.3 * last) &&
       galpha_nls_at_round_off(nls)) ||
      (nls->fell && !(norm < 0.9 * last) && motion_stands(nls)) ||
      is_rounding(nls, norm, last))
  {
    if (first) { galpha_rate_rely(&nls->rate[nls->stage], matrix_kind(nls)); }
    return SUN_NLS_SUCCESS;
  }
  if (!isfinite(norm) || rate > (nls->full ? NEWTON_WILD : NEWTON_DIVERGED))
  {
    nls->cause = GALPHA_CAUSE_CONVERGE;
    galpha_rate_forget(&nls->rate[nls->stage], matrix_kind(nls));
    return SUN_NLS_CONV_RECVR;
  }
  return SUN_NLS_CONTINUE;
}
