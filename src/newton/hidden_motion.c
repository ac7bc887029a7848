#include "newton/hidden_motion.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* Across a single coordinate there is no other. Steps that have to be cut where it hides
 * must not be fixed. */
static bool applies(const struct galpha_nls *nls)
{
  const bool cuts = nls->model->ops->traits.balances_hidden;
  return nls->own && !(cuts && nls->policy->fixed) && nls->ls->main.A &&
         nls->model->ops->imbalance && N_VGetLength(nls->model->q_base) > 1;
}

/* The components of x that move: of order 2 or, where there are none, 1. */
static N_Vector moving(const struct galpha_model *model, N_Vector x,
                       N_Vector out)
{
  if (model->has[2]) { return galpha_model_second(model, x, out); }
  galpha_space_keep(model->space[0], 1, x, out);
  return out;
}

static sunrealtype size_of(struct galpha_model *model)
{
  return model->has[2]
           ? galpha_model_size(model)
           : galpha_norm(moving(model, model->stage.q_start, model->work),
                         model->ewt_q);
}

/* The size of the coordinates, as far as it does not come from a distant origin: a step
 * moves by some share of the lengths in a mechanism. Less than a tolerance is nothing. */
static sunrealtype reach(struct galpha_model *model)
{
  N_VLinearSum(1.0, model->q_base, -1.0, model->stage.q_start, model->work);
  const sunrealtype moves =
    galpha_norm(moving(model, model->work, model->work), model->ewt_q);
  return fmin(size_of(model), HIDDEN_REACH * fmax(1.0, moves));
}

/* The largest displacement by the corrections of the stage, in tolerances. */
static sunrealtype moved(struct galpha_nls *nls)
{
  struct galpha_model *model = nls->model;
  N_Vector d                 = model->ops->motion(model, nls->x);
  N_VProd(model->ewt_q, moving(model, d, model->work), model->work);
  return N_VMaxNorm(model->work);
}

/* Of the last residual; nonzero: a callback asked to stop. */
static int measure(struct galpha_nls *nls, sunrealtype most,
                   sunrealtype *imbalance)
{
  struct galpha_model *model = nls->model;
  galpha_model_rows(model, nls->r);
  *imbalance = model->ops->imbalance(model, most);
  galpha_model_residual_home(model);
  if (!galpha_sys_stopped(model->sys)) { return 0; }
  galpha_nls_set_cause(nls, GALPHA_CAUSE_MODEL);
  return -1;
}

int galpha_nls_note_imbalance(struct galpha_nls *nls)
{
  nls->imbalance = -1.0;
  nls->harmless  = false;
  if (!applies(nls)) { return 0; }
  int ret = 0;
  if (nls->spell > 0)
  {
    ret = measure(nls, HUGE_VAL, &nls->bound);
    if (ret) { return ret; }
  }
  nls->early = nls->unseen > 0;
  if (nls->early && !(nls->bound > nls->grown * nls->harmless_bound))
  {
    nls->unseen--;
    return 0;
  }
  nls->reach = reach(nls->model);
  return measure(nls, HIDDEN_FAR * nls->reach, &nls->imbalance);
}

/* With forces F out of balance the imbalance is h^2 beta F/M, so that k x/L = F/L exceeds
 * M/(h^2 beta) where it exceeds L, for which the reach stands. */
bool galpha_nls_is_stretched(const struct galpha_nls *nls)
{
  return nls->imbalance > HIDDEN_FAR * nls->reach;
}

bool galpha_nls_stretches(const struct galpha_nls *nls)
{
  return !(nls->imbalance <= NEWTON_LOOSER_FAR * nls->reach);
}

sunrealtype galpha_nls_size(const struct galpha_nls *nls)
{
  const sunrealtype size = galpha_model_size(nls->model);
  return galpha_nls_stretches(nls) ? fmin(size, nls->reach) : size;
}

/* Where inertia decides, corrections are as large as the imbalance. */
static bool may_hide(struct galpha_nls *nls)
{
  return (nls->stage == 0 || nls->hidden) && !nls->harmless &&
         galpha_nls_is_stretched(nls) &&
         nls->imbalance > HIDDEN_STIFF * moved(nls);
}

/* One more iteration, from the last residual, with the present matrix. */
static int iterate(struct galpha_nls *nls)
{
  N_VScale(-1.0, nls->r, nls->r);
  const int ret = galpha_nls_correct(nls, nls->r);
  if (ret) { return ret; }
  N_VLinearSum(1.0, nls->x, 1.0, nls->r, nls->x);
  nls->niters++;
  return 0;
}

/* Stiff equations of other kinds are out of balance as well: after some that hid nothing
 * fewer matrices are examined, until they are far more out of balance: by a factor that
 * rises each time this was in vain, as the balance of reactions varies by any amount. */
static void remember(struct galpha_nls *nls, bool hides)
{
  if (!nls->model->ops->traits.balances_hidden) { return; }
  const int longer = 2 * nls->spell + 1;
  nls->spell  = hides ? 0 : longer < HIDDEN_UNSEEN ? longer : HIDDEN_UNSEEN;
  nls->unseen = nls->spell;
  if (hides)
  {
    const bool stiff = nls->imbalance > HIDDEN_STRICT_FROM;
    nls->grown       = HIDDEN_GROWN;
    nls->strict      = stiff ? HIDDEN_STRICT : nls->strict;
  }
  else
  {
    nls->harmless_bound = nls->bound;
    nls->grown *= nls->early ? HIDDEN_GROWN : 1.0;
  }
}

/* Nothing but inertia opposes hidden motion at the solution: it is at most the imbalance
 * there. What is left of stiff directions counts in that as well, but falls from iteration
 * to iteration; the share of hidden motion does not. */
int galpha_nls_look_for_hidden(struct galpha_nls *nls, bool *hides)
{
  const sunrealtype most = HIDDEN_LEFT * nls->policy->tol;
  sunrealtype last = HUGE_VAL, now = 0.0;
  *hides = may_hide(nls);
  if (!*hides) { return 0; }
  for (int k = 0; *hides; k++)
  {
    int ret = galpha_nls_residual(nls, nls->x, nls->r);
    if (!ret) { ret = measure(nls, most, &now); }
    if (ret) { return ret; }
    nls->harmless      = now >= 0.0 && now <= most;
    nls->unseen_motion = now;
    *hides             = !nls->harmless;
    if (nls->harmless || k == HIDDEN_LOOKS || !(now >= 0.0) ||
        !(now <= HIDDEN_FALLS * last))
    {
      break;
    }
    last = now;
    ret  = iterate(nls);
    if (ret) { return ret; }
  }
  remember(nls, *hides);
  return 0;
}

/* The last correction, which r holds, consists of rounding errors. */
static bool at_round_off(const struct galpha_nls *nls)
{
  const struct galpha_model *model = nls->model;
  return N_VMaxNorm(nls->r) <=
         NEWTON_ROUND_OFF * DBL_EPSILON * N_VMaxNorm(model->stage.q_start);
}

int galpha_nls_balance(struct galpha_nls *nls)
{
  sunrealtype last = HUGE_VAL, now = 0.0;
  for (int slow = 0; slow <= HIDDEN_SLOW; last = now)
  {
    int ret = galpha_nls_residual(nls, nls->x, nls->r);
    if (!ret) { ret = measure(nls, HIDDEN_BALANCED, &now); }
    if (ret || now <= HIDDEN_BALANCED) { return ret; }
    if (!(now < HUGE_VAL) || now > NEWTON_WILD * last) { break; }
    slow += !(now <= HIDDEN_FALLS * last);
    ret = galpha_nls_setup(nls);
    if (!ret) { ret = iterate(nls); }
    if (ret && !nls->model->sys->fail.what && !nls->ls->no_memory) { break; }
    if (ret || at_round_off(nls)) { return ret; }
  }
  nls->nfails++;
  galpha_nls_set_cause(nls, GALPHA_CAUSE_CONVERGE);
  return 1;
}
