#include "newton/hidden_motion.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* Hidden motion is transverse to a spring, so there must be two coordinates. If the
 * model resolves it by cutting the step (balances_hidden), h must not be fixed. */
static bool applies(const struct galpha_nls *nls)
{
  const bool cuts = nls->model->ops->traits.balances_hidden;
  return nls->own && !(cuts && nls->policy->fixed) && nls->ls->main.A &&
         nls->model->ops->imbalance && N_VGetLength(nls->model->q_base) > 1;
}

/* The components of x of order 2; if there are none, those of order 1. */
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

/* Length scale of the mechanism, in tolerances: the norm of the coordinates, but at
 * most HIDDEN_REACH times the predicted displacement (at least one tolerance), so that
 * it does not depend on the origin of the coordinates. */
static sunrealtype reach(struct galpha_model *model)
{
  N_VLinearSum(1.0, model->q_base, -1.0, model->stage.q_start, model->work);
  const sunrealtype moves =
    galpha_norm(moving(model, model->work, model->work), model->ewt_q);
  return fmin(size_of(model), HIDDEN_REACH * fmax(1.0, moves));
}

/* Max norm of the sum of the corrections of the stage, in tolerances. */
static sunrealtype moved(struct galpha_nls *nls)
{
  struct galpha_model *model = nls->model;
  N_Vector d                 = model->ops->motion(model, nls->x);
  N_VProd(model->ewt_q, moving(model, d, model->work), model->work);
  return N_VMaxNorm(model->work);
}

/* *imbalance at the point of the last residual; nonzero: a callback failed fatally. */
static int measure(struct galpha_nls *nls, sunrealtype most,
                   sunrealtype *imbalance)
{
  struct galpha_model *model = nls->model;
  galpha_model_rows(model, nls->r);
  *imbalance = model->ops->imbalance(model, most);
  galpha_model_detach_residual(model);
  if (!galpha_sys_stopped(model->sys)) { return 0; }
  galpha_nls_set_cause(nls, GALPHA_CAUSE_MODEL);
  return -1;
}

int galpha_nls_measure_imbalance(struct galpha_nls *nls)
{
  nls->imbalance = -1.0;
  nls->harmless  = false;
  if (!applies(nls)) { return 0; }
  int ret = 0;
  if (nls->skip_length > 0)
  {
    ret = measure(nls, HUGE_VAL, &nls->bound);
    if (ret) { return ret; }
  }
  nls->early = nls->to_skip > 0;
  if (nls->early && !(nls->bound > nls->grown * nls->harmless_bound))
  {
    nls->to_skip--;
    return 0;
  }
  nls->reach = reach(nls->model);
  return measure(nls, HIDDEN_FAR * nls->reach, &nls->imbalance);
}

/* For an unbalanced force F = k x the imbalance is h^2 beta F/M. The transverse
 * stiffness k x/L = F/L therefore exceeds M/(h^2 beta) if the imbalance exceeds L, for
 * which nls->reach is taken. */
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

/* If inertia determined the corrections, they would be as large as the imbalance. */
static bool may_hide(struct galpha_nls *nls)
{
  return (nls->stage == 0 || nls->hidden) && !nls->harmless &&
         galpha_nls_is_stretched(nls) &&
         nls->imbalance > HIDDEN_STIFF * moved(nls);
}

/* One more iteration with the present matrix, from the last residual. */
static int iterate(struct galpha_nls *nls)
{
  N_VScale(-1.0, nls->r, nls->r);
  const int ret = galpha_nls_correct(nls, nls->r);
  if (ret) { return ret; }
  N_VLinearSum(1.0, nls->x, 1.0, nls->r, nls->x);
  nls->niters++;
  return 0;
}

/* Stiff equations without springs are unbalanced, too. After each examination that
 * found no hidden motion more matrices go unexamined, up to HIDDEN_SKIP. One is
 * examined early if the imbalance has grown by the factor nls->grown, which rises with
 * each early examination in vain: the imbalance of reactions may vary by any factor. */
static void examine_fewer(struct galpha_nls *nls)
{
  const int longer    = 2 * nls->skip_length + 1;
  nls->skip_length    = longer < HIDDEN_SKIP ? longer : HIDDEN_SKIP;
  nls->to_skip        = nls->skip_length;
  nls->harmless_bound = nls->bound;
  nls->grown *= nls->early ? HIDDEN_GROWN : 1.0;
}

static void examine_all(struct galpha_nls *nls)
{
  nls->skip_length = nls->to_skip = 0;
  nls->grown                      = HIDDEN_GROWN;
}

static sunrealtype largest_moving(struct galpha_model *model, N_Vector x)
{
  return N_VMaxNorm(moving(model, x, model->work));
}

/* The last correction, in nls->r, moves by round-off only. Multipliers do not count:
 * the rounding of stiff forces enters them. */
static bool at_round_off(const struct galpha_nls *nls)
{
  struct galpha_model *model = nls->model;
  return largest_moving(model, model->ops->motion(model, nls->r)) <=
         NEWTON_ROUND_OFF * DBL_EPSILON *
           largest_moving(model, model->stage.q_start);
}

/* The imbalance of a given force is proportional to it. */
static sunrealtype by_unit_force(const struct galpha_nls *nls)
{
  const sunrealtype h = fabs(nls->model->stage.h);
  return nls->model->has[2] ? h * h : h;
}

/* The imbalance up to which nothing is hidden: `least`, in tolerances, or, where stiff
 * forces are rounded, what the rounding leaves. */
static sunrealtype most_harmless(const struct galpha_nls *nls,
                                 sunrealtype least)
{
  return fmax(least, HIDDEN_ROUNDING * nls->rounding * by_unit_force(nls));
}

static void set_rounding(struct galpha_nls *nls, sunrealtype imbalance)
{
  const bool known = imbalance >= 0.0 && imbalance < HUGE_VAL;
  if (known) { nls->rounding = imbalance / by_unit_force(nls); }
}

/* The rounding follows smaller imbalances. */
static void follow_rounding(struct galpha_nls *nls, sunrealtype imbalance)
{
  const sunrealtype now = imbalance / by_unit_force(nls);
  if (now < nls->rounding) { nls->rounding = now; }
}

/* At the solution inertia alone opposes hidden motion, so the imbalance there bounds
 * it. The imbalance also contains the iteration error of stiff directions, which
 * decreases from iteration to iteration; the part due to hidden motion does not. */
int galpha_nls_check_hidden_motion(struct galpha_nls *nls, bool *unresolved)
{
  const sunrealtype most = most_harmless(nls, HIDDEN_LEFT * nls->policy->tol);
  sunrealtype last = HUGE_VAL, now = 0.0;
  *unresolved = may_hide(nls);
  if (!*unresolved) { return 0; }
  for (int k = 0; *unresolved; k++)
  {
    int ret = galpha_nls_residual(nls, nls->x, nls->r);
    if (!ret) { ret = measure(nls, most, &now); }
    if (ret) { return ret; }
    nls->harmless       = now >= 0.0 && now <= most;
    nls->imbalance_left = now;
    *unresolved         = !nls->harmless;
    if (nls->harmless || k == HIDDEN_ITERATIONS || !(now >= 0.0) ||
        !(now <= HIDDEN_FALLS * last))
    {
      break;
    }
    last = now;
    ret  = iterate(nls);
    if (ret) { return ret; }
  }
  if (!nls->harmless) { return 0; }
  follow_rounding(nls, now);
  if (nls->model->ops->traits.balances_hidden) { examine_fewer(nls); }
  return 0;
}

void galpha_nls_learn_rounding(struct galpha_nls *nls)
{
  if (nls->first_norm == nls->last_norm && at_round_off(nls))
  {
    set_rounding(nls, nls->imbalance_left);
  }
}

/* The imbalance does not fall, and the correction is this small although its matrix was
 * evaluated where springs are hardly stretched: the imbalance is rounding of F. In index
 * 2 the rounding of positions over h enters velocities, so that corrections stay above
 * the round-off of velocities. */
static bool is_rounding(const struct galpha_nls *nls, sunrealtype correction,
                        sunrealtype imbalance)
{
  return correction <= HIDDEN_ROUNDED * nls->policy->tol &&
         imbalance <= HIDDEN_ROUNDED_FAR * nls->reach;
}

/* Newton's iteration with a new matrix in each iteration until the imbalance is
 * harmless, or, after a correction at round-off level, whatever the rounding of F
 * leaves. *change: the largest correction, < 0 if there was none. */
static int balance(struct galpha_nls *nls, sunrealtype *change)
{
  const sunrealtype most = most_harmless(nls, HIDDEN_BALANCED);
  sunrealtype last = HUGE_VAL, now = 0.0;
  bool settled = false;
  for (int slow = 0; slow <= HIDDEN_SLOW; last = now)
  {
    int ret = galpha_nls_residual(nls, nls->x, nls->r);
    if (!ret) { ret = measure(nls, most, &now); }
    if (!ret && settled) { set_rounding(nls, now); }
    if (ret || settled || now <= most) { return ret; }
    if (!(now < HUGE_VAL) || now > NEWTON_WILD * last) { break; }
    slow += !(now <= HIDDEN_FALLS * last);
    ret = galpha_nls_setup(nls);
    if (!ret) { ret = iterate(nls); }
    if (ret && !nls->model->sys->fail.what && !nls->ls->no_memory) { break; }
    if (ret) { return ret; }
    const sunrealtype correction = galpha_nls_norm(nls, nls->r);
    *change                      = fmax(*change, correction);
    settled =
      at_round_off(nls) || (slow > 0 && is_rounding(nls, correction, now));
  }
  nls->nfails++;
  galpha_nls_set_cause(nls, GALPHA_CAUSE_CONVERGE);
  return 1;
}

/* Motion had been hidden if a correction by a new matrix exceeds the tolerance: forces
 * of other stiff equations, and their rounding, are out of balance, too. If the solution
 * was accepted without a new matrix, this is not known, and all matrices are examined
 * until it is. */
int galpha_nls_balance(struct galpha_nls *nls)
{
  const bool stiff   = nls->imbalance > HIDDEN_STRICT_FROM;
  sunrealtype change = -1.0;
  const int ret      = balance(nls, &change);
  const bool hidden  = ret || change > nls->policy->tol;
  if (!hidden && change >= 0.0)
  {
    examine_fewer(nls);
    nls->renew = true;
    return 0;
  }
  examine_all(nls);
  if (stiff && (hidden || nls->strict > 0)) { nls->strict = HIDDEN_STRICT; }
  return ret;
}
