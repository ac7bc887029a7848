#include "step/unresolved.h"

#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

/* Norm over the tolerances of what the error test uses of x, without algebraic
 * components. x must not be model->work. */
static sunrealtype seen(struct galpha_method *method,
                        const struct galpha_errtest *et, N_Vector x)
{
  struct galpha_model *model = method->model;
  if (method->ops->tested) { method->ops->tested(method, et->algebraic, x); }
  if (!model->has[2]) { galpha_space_keep(model->space[0], 1, x, x); }
  return galpha_norm(x, et->ewt_q);
}

/* The residual form of index 3 does not know the accelerations at its start. */
static bool is_known(const struct galpha_method *method)
{
  return !method->traits->jumps || method->model->ops->traits.mechanics;
}

/* Order 1: the estimate would need an earlier y', so the change of h y' over the step is
 * used. A motion t^k from rest has k times the displacement there. */
static bool is_useless(struct galpha_method *method,
                       const struct galpha_errtest *et, sunrealtype way)
{
  N_Vector turn                  = method->model->rq;
  const struct galpha_state *now = method->hist->now;
  const struct galpha_state *old = method->hist->prev;
  if (method->model->has[2])
  {
    return galpha_norm(et->est_q, et->ewt_q) >
           fmax(1.0, UNRESOLVED_SHARE * way);
  }
  N_VLinearSum(now->h, now->v, -now->h, old->v, turn);
  return seen(method, et, turn) > fmax(1.0, UNRESOLVED_TURN * way);
}

void galpha_unresolved_step(struct galpha_unresolved *u,
                            struct galpha_method *method,
                            const struct galpha_errtest *et)
{
  N_Vector moved                  = method->model->rq;
  const struct galpha_state *now  = method->hist->now,
                            *prev = method->hist->prev;
  const bool first                = prev->h == 0.0;
  const bool leap = !(fabs(now->h) <= UNRESOLVED_LEAP * fabs(prev->h));
  N_VLinearSum(1.0, now->q, -1.0, prev->q, moved);
  const sunrealtype way  = seen(method, et, moved);
  u->top                 = fmax(u->top, way);
  const sunrealtype much = fmax(1.0, fmax(way, UNRESOLVED_TOP * u->top));
  const bool lost        = !first && galpha_norm(et->est_q, et->ewt_q) > much;
  u->row                 = lost ? u->row + 1 : 0;
  u->found = leap && is_known(method) && is_useless(method, et, u->top);
}

bool galpha_unresolved_at(const struct galpha_unresolved *u,
                          const struct galpha_state *now, sunrealtype t)
{
  return !u->told && u->found && fabs(now->t - t) > 0.5 * fabs(now->h);
}

bool galpha_unresolved_long(const struct galpha_unresolved *u)
{
  return !u->row_told && u->row >= UNRESOLVED_STEPS;
}
