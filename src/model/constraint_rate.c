#include "model/constraint_rate.h"

#include <float.h>
#include <math.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "model/mechanics_products.h"

#define LAST    (GALPHA_NODES - 1)
#define VECTORS (GALPHA_NODES + 5)

static N_Vector *vector_at(struct galpha_constraint_rate *r, int i)
{
  N_Vector *const more[] = {&r->rounding, &r->allowed, &r->error, &r->longer,
                            &r->last};
  return i < GALPHA_NODES ? &r->value[i] : more[i - GALPHA_NODES];
}

int galpha_constraint_rate_init(struct galpha_constraint_rate *r, N_Vector like)
{
  for (int i = 0; i < VECTORS; i++)
  {
    N_Vector *v = vector_at(r, i);
    if (!*v) { *v = galpha_clone(like); }
    if (!*v) { return -1; }
  }
  N_VConst(0.0, r->error);
  N_VConst(0.0, r->last);
  return 0;
}

void galpha_constraint_rate_free(struct galpha_constraint_rate *r)
{
  for (int i = 0; i < VECTORS; i++)
  {
    N_Vector *v = vector_at(r, i);
    if (*v) { N_VDestroy(*v); }
    *v = NULL;
  }
}

void galpha_constraint_rate_begin(struct galpha_constraint_rate *r,
                                  sunrealtype t, sunrealtype ahead, N_Vector gt)
{
  r->since = t;
  r->until = t + ahead;
  if (gt && r->last) { N_VScale(1.0, gt, r->last); }
}

void galpha_constraint_rate_end(struct galpha_constraint_rate *r, sunrealtype t)
{
  if ((r->until - t) * (r->until - r->since) > 0.0) { r->until = t; }
}

/* Sets rounding and allowed; false: not known. The terms of g are of the size of G q; t in
 * them is rounded, too. */
static bool has_sizes(struct galpha_sys *sys, sunrealtype t, N_Vector q)
{
  struct galpha_constraint_rate *r = &sys->rate;
  const bool of_v                  = sys->ewt[1] != NULL;
  N_Vector w                       = sys->ewt[of_v];
  const sunrealtype share = DRIVE_ALLOWED * (of_v ? 1.0 : 0.02 / fabs(r->dt));
  if (!w || galpha_vector_distributed(r->last)) { return false; }
  N_VInv(w, sys->wq[1]);
  if (!galpha_row_sizes(sys, GALPHA_BLOCK_G, share, sys->wq[1], r->allowed) ||
      !galpha_row_sizes(sys, GALPHA_BLOCK_G, DBL_EPSILON, q, r->rounding))
  {
    return false;
  }
  sunrealtype *e       = N_VGetArrayPointer(r->rounding);
  const sunrealtype *g = N_VGetArrayPointer(r->last);
  for (sunindextype i = 0; i < sys->m; i++)
  {
    e[i] = g[i] == 0.0 ? 0.0 : e[i] + DBL_EPSILON * fabs(t * g[i]);
  }
  return true;
}

/* The largest ratio of error to allowed; open: of the rows that are not done. */
static sunrealtype excess(const struct galpha_constraint_rate *r, bool open)
{
  const sunrealtype *e = N_VGetArrayPointer(r->error);
  const sunrealtype *a = N_VGetArrayPointer(r->allowed);
  const sunrealtype *s = N_VGetArrayPointer(r->rounding);
  sunrealtype most     = 0.0;
  for (sunindextype i = N_VGetLength(r->error); i-- > 0;)
  {
    if (e[i] > 0.0 && (!open || s[i] > 0.0)) { most = fmax(most, e[i] / a[i]); }
  }
  return most;
}

/* The nodes of a formula: 0 and increments d, 2 d, 4 d... in one direction. */
struct formula
{
  sunrealtype t, direction, d;
  sunrealtype room; /* largest increment */
  sunrealtype x[GALPHA_NODES];
  N_Vector q;
};

/* How far g may be evaluated from t in this direction. */
static sunrealtype room(const struct galpha_constraint_rate *r, sunrealtype t,
                        sunrealtype direction)
{
  const sunrealtype s = copysign(1.0, direction);
  return fmax(0.0, fmax(s * (r->since - t), s * (r->until - t)));
}

/* out = g_t by the values at the nodes; returns its error over that of g. */
static sunrealtype derivative(struct galpha_sys *sys, const struct formula *f,
                              N_Vector out)
{
  N_Vector *y = sys->rate.value, change = sys->wl[2];
  sunrealtype w[GALPHA_NODES], sum      = 0.0;
  galpha_nodes_weights(f->x, GALPHA_NODES, 1, w);
  N_VConst(0.0, out);
  for (int k = 0; k < GALPHA_NODES; k++)
  {
    sum += fabs(w[k]);
    N_VLinearSum(1.0, y[k], -1.0, y[0], change);
    N_VLinearSum(1.0, out, w[k], change, out);
  }
  return sum;
}

static int evaluate(struct galpha_sys *sys, struct formula *f, int k,
                    sunrealtype x)
{
  f->x[k] = galpha_nodes_representable(f->t, x, f->direction);
  return galpha_sys_g(sys, f->t + f->x[k], f->q, sys->rate.value[k]);
}

static int place(struct galpha_sys *sys, struct formula *f)
{
  int ret = 0;
  for (int k = 1; !ret && k < GALPHA_NODES; k++)
  {
    ret = evaluate(sys, f, k, ldexp(f->d, k - 1));
  }
  return ret;
}

/* Rows of gt in which longer increments agree with it within its error take their result;
 * the others are done. */
static void take_longer(struct galpha_sys *sys, const struct formula *f,
                        N_Vector gt)
{
  struct galpha_constraint_rate *r = &sys->rate;
  const sunrealtype noise          = derivative(sys, f, r->longer);
  const sunrealtype *y             = N_VGetArrayPointer(r->longer);
  sunrealtype *x                   = N_VGetArrayPointer(gt);
  sunrealtype *s                   = N_VGetArrayPointer(r->rounding);
  sunrealtype *e                   = N_VGetArrayPointer(r->error);
  for (sunindextype i = 0; i < sys->m; i++)
  {
    const bool agrees = fabs(y[i] - x[i]) <= DRIVE_AGREES * e[i];
    if (!(s[i] > 0.0) || !agrees)
    {
      s[i] = 0.0;
      continue;
    }
    x[i] = y[i];
    e[i] = noise * s[i];
  }
}

/* Doubles increments, with one evaluation each, as long as rounding is not negligible and
 * results agree within it. */
static int grow(struct galpha_sys *sys, struct formula *f, N_Vector gt)
{
  N_Vector *y = sys->rate.value;
  while (excess(&sys->rate, true) > 1.0 && ldexp(f->d, LAST) <= f->room)
  {
    N_Vector nearest = y[1];
    for (int k = 1; k < LAST; k++)
    {
      y[k]    = y[k + 1];
      f->x[k] = f->x[k + 1];
    }
    y[LAST]       = nearest;
    const int ret = evaluate(sys, f, LAST, ldexp(f->d, LAST));
    if (ret) { return ret; }
    take_longer(sys, f, gt);
    f->d *= 2.0;
  }
  return 0;
}

/* Soon after a start there is more room ahead than behind: the start has evaluated g
 * there, too. */
static int grow_ahead(struct galpha_sys *sys, struct formula *f, N_Vector gt)
{
  const sunrealtype ahead = room(&sys->rate, f->t, -f->direction);
  if (!(ahead > f->room) || !(ldexp(f->d, LAST - 1) <= ahead) ||
      !(excess(&sys->rate, true) > 1.0))
  {
    return 0;
  }
  f->direction  = -f->direction;
  f->room       = ahead;
  const int ret = place(sys, f);
  if (ret) { return ret; }
  take_longer(sys, f, gt);
  return grow(sys, f, gt);
}

/* Increment of the nearest node: of h, but short enough for the drive and the room, and
 * so that t + d differs from t. Where rounding is not known, it grows with t. */
static sunrealtype shortest(const struct galpha_constraint_rate *r,
                            const struct formula *f, bool known)
{
  const sunrealtype t = fabs(f->t), room = ldexp(f->room, 1 - LAST);
  sunrealtype d = fabs(r->dt);
  if (!known) { d = fmax(d, sqrt(DBL_EPSILON) * t); }
  if (r->dt_most > 0.0) { d = fmin(d, r->dt_most); }
  if (room > 0.0) { d = fmin(d, room); }
  return fmax(d, DRIVE_LEAST_DT * DBL_EPSILON * t);
}

static int rate(struct galpha_sys *sys, struct formula *f, N_Vector gt)
{
  struct galpha_constraint_rate *r = &sys->rate;
  const bool known                 = has_sizes(sys, f->t, f->q);
  f->direction                     = r->dt;
  f->room                          = room(r, f->t, f->direction);
  f->d                             = shortest(r, f, known);
  r->left                          = 0.0;
  int ret                          = evaluate(sys, f, 0, 0.0);
  if (!ret) { ret = place(sys, f); }
  if (ret) { return ret; }
  const sunrealtype noise = derivative(sys, f, gt);
  if (!known) { return 0; }
  N_VScale(noise, r->rounding, r->error);
  ret = grow(sys, f, gt);
  if (ret >= 0) { ret = grow_ahead(sys, f, gt); }
  if (ret > 0) { galpha_sys_forget_failure(sys); }
  r->left = excess(r, false);
  return ret < 0 ? ret : 0;
}

int galpha_constraint_rate(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                           N_Vector gt)
{
  struct formula f = {.t = t, .q = q};
  const int ret    = rate(sys, &f, gt);
  if (!ret) { N_VScale(1.0, gt, sys->rate.last); }
  return ret;
}
