/* Steps of a given size and order from a past that is the solution's own: what the tests
 * of the members of order 3 to 5 are made of. They are the steps of GALPHASolve without
 * its choice of size and order. */
#pragma once

#include "api/integrator.h"
#include "support/test.h"

#define HELD_TRACKS (GALPHA_TRACK_PSI + 1)
#define HELD_MOST   64 /* components of a residual */

/* The solution of a residual problem. */
typedef void (*held_exact_fn)(sunrealtype t, sunrealtype *y, sunrealtype *yp,
                              const void *data);

/* How steps are made. For controls: what is done to the coefficients of each step of a
 * member, or NULL. */
struct held
{
  int order; /* 2 to 5 */
  void (*change)(struct galpha_method *method);
  struct galpha_method_ops set, higher; /* with that change */
};

/* A subject that keeps as long a past as the highest order needs. */
static inline int held_begin(struct subject *s, const struct subject *what)
{
  const int ret = subject_begin(s, what, ctx);
  return ret ? ret : GALPHASetMaxOrd(s->mem, GALPHA_MOST_BDF);
}

/* The change in use: operations of a method have no data. */
static void (*held_change)(struct galpha_method *method);

static inline void held_coefficients(struct galpha_method *method)
{
  galpha_bdf_coefficients(method);
  held_change(method);
}

static inline void held_substitute(struct held *d, struct galpha_method *method)
{
  held_change = d->change;
  if (!d->change || method->ops_set == &d->set) { return; }
  d->set                 = *method->ops_set;
  d->higher              = *d->set.higher;
  d->higher.coefficients = held_coefficients;
  d->set.higher          = &d->higher;
  method->ops_set        = &d->set;
}

/* Another leading coefficient. */
static inline void held_set_leading(struct galpha_method *method, sunrealtype c)
{
  const sunrealtype hbdf = method->coef.h / c;
  method->bdf.cj = method->coef.dv = method->state_coef.cx = 1.0 / hbdf;
  method->coef.z_new = method->state_coef.x_new = hbdf;
  method->coef.y_new                            = hbdf * hbdf;
  method->bdf.family.gamma = method->bdf.family.theta = 1.0 / c;
  method->bdf.family.beta                             = 1.0 / (c * c);
}

/* The BDF: its leading coefficient, and the error of that. */
static inline void held_plain(struct galpha_method *method)
{
  const struct galpha_state *new = method->hist->trial;
  const int k                    = method->step_order;
  sunrealtype t[GALPHA_DEPTH], sum = 0.0, apart = 0.0;
  galpha_hist_times(method->hist, k + 1, t);
  for (int i = 1; i <= k; i++)
  {
    sum += 1.0 / i;
    apart += new->h / (new->t - t[i - 1]);
  }
  const sunrealtype last = new->h / (new->t - t[k]);
  held_set_leading(method, sum);
  method->bdf.error = fmax(last, fabs(last + apart - sum));
}

/* One step of an integrator that has made enough of them for that order. */
static inline int held_step(struct held *d, void *memory, sunrealtype h)
{
  struct galpha_mem *mem = memory;
  struct galpha_ctrl *c  = &mem->ctrl;
  held_substitute(d, &mem->method);
  c->order.most = GALPHA_MOST_BDF;
  c->h = c->h_fixed = h;
  c->tstop_set      = false;
  galpha_method_set_order(&mem->method, d->order);
  int ret = galpha_weights(mem, "held_step");
  if (!ret) { ret = galpha_ctrl_step(c, &mem->step); }
  return !ret && mem->method.last_order != d->order ? -1 : ret;
}

static inline void held_copy(N_Vector to, sunindextype at, N_Vector from)
{
  if (!to || !from) { return; }
  memcpy(N_VGetArrayPointer(to) + at, N_VGetArrayPointer(from),
         (size_t)N_VGetLength(from) * sizeof(sunrealtype));
}

static inline void held_put(N_Vector to, const sunrealtype *from)
{
  if (!to) { return; }
  memcpy(N_VGetArrayPointer(to), from, (size_t)N_VGetLength(to) * sizeof *from);
}

/* The solution at t into the vectors of a state, by track. */
static inline int held_solution(struct subject *s, held_exact_fn exact,
                                sunrealtype t, N_Vector *x)
{
  struct problem_state *r  = &s->right;
  const struct problem *pb = s->known ? s->known : s->mech;
  sunrealtype y[HELD_MOST] = {0.0}, yp[HELD_MOST] = {0.0};
  if (s->residual)
  {
    exact(t, y, yp, s->residual->data);
    held_put(x[GALPHA_TRACK_Q], y);
    held_put(x[GALPHA_TRACK_V], yp);
    return 0;
  }
  const int ret         = ref_exact_state(pb, ctx, t, r);
  const N_Vector from[] = {[GALPHA_TRACK_Q]      = r->q,
                           [GALPHA_TRACK_V]      = r->v,
                           [GALPHA_TRACK_S]      = r->s,
                           [GALPHA_TRACK_LAMBDA] = r->lambda,
                           [GALPHA_TRACK_PSI]    = r->psi};
  for (int i = 0; i < HELD_TRACKS; i++) { held_copy(x[i], 0, from[i]); }
  if (!s->lowered) { return ret; }
  held_copy(x[GALPHA_TRACK_Q], pb->n, r->lambda);
  held_copy(x[GALPHA_TRACK_Q], pb->n + pb->m, r->psi);
  return ret;
}

/* Puts the solution in the place of the last n past values. */
static inline int held_past(struct subject *s, held_exact_fn exact, int n)
{
  const struct galpha_mem *mem = s->mem;
  sunrealtype t[GALPHA_DEPTH];
  N_Vector x[HELD_TRACKS][GALPHA_DEPTH];
  int ret = 0;
  galpha_hist_times(&mem->hist, n, t);
  for (int k = 0; k < HELD_TRACKS; k++)
  {
    galpha_hist_values(&mem->hist, (enum galpha_track)k, n, x[k]);
  }
  for (int i = 0; !ret && i < n; i++)
  {
    N_Vector at[HELD_TRACKS];
    for (int k = 0; k < HELD_TRACKS; k++) { at[k] = x[k][i]; }
    ret = held_solution(s, exact, t[i], at);
  }
  return ret;
}

/* A subject with a past of the solution's values: after so many steps. */
#define HELD_START (GALPHA_DEPTH - 1)

/* Step number i of a subject; the first ones only make room for the past. */
static inline int held_subject_step(struct held *d, struct subject *s,
                                    held_exact_fn exact, long i, sunrealtype h)
{
  if (i < HELD_START) { return subject_step(s, h); }
  const struct galpha_mem *mem = s->mem;
  const int n                  = galpha_hist_count(&mem->hist);
  int ret                      = i == HELD_START ? held_past(s, exact, n) : 0;
  if (!ret) { ret = held_step(d, s->mem, h); }
  return ret ? ret : subject_read(s);
}
