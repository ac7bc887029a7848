#include "method/lag.h"

#include "base/vector_slots.h"
#include "method/method.h"

int galpha_lag_init(struct galpha_lag *lag, N_Vector q, N_Vector lambda,
                    N_Vector psi, int order)
{
  for (int i = 0; i < 2; i++)
  {
    if (galpha_slot_clone(&lag->across[i].a, q)) { return -1; }
  }
  for (int i = lag->kept; i <= order; i++)
  {
    struct galpha_lag_step *s = &lag->step[i];
    if (galpha_slot_clone(&s->a, q) || galpha_slot_clone(&s->lambda, lambda) ||
        galpha_slot_clone(&s->psi, psi))
    {
      return -1;
    }
    s->noted  = false;
    lag->kept = i + 1;
  }
  return 0;
}

static void drop(N_Vector *x)
{
  if (*x) { N_VDestroy(*x); }
  *x = NULL;
}

void galpha_lag_free(struct galpha_lag *lag)
{
  for (int i = 0; i < GALPHA_LAGS; i++)
  {
    drop(&lag->step[i].a);
    drop(&lag->step[i].lambda);
    drop(&lag->step[i].psi);
  }
  for (int i = 0; i < 2; i++) { drop(&lag->across[i].a); }
  lag->kept = 0;
}

void galpha_lag_clear(struct galpha_lag *lag)
{
  for (int i = 0; i < lag->kept; i++) { lag->step[i].noted = false; }
}

void galpha_lag_forget(struct galpha_lag *lag)
{
  galpha_lag_clear(lag);
  lag->asked = lag->passed = false;
}

void galpha_lag_pass(struct galpha_lag *lag)
{
  lag->passed = true;
}

/* Time of the accepted step i. */
static sunrealtype time_of(const struct galpha_hist *hist, int i)
{
  return i == 0 ? hist->now->t : i == 1 ? hist->prev->t : hist->older[i - 2].t;
}

struct galpha_lag_step *galpha_lag_of(struct galpha_method *method, int i)
{
  struct galpha_lag *lag = &method->lag;
  if (i >= galpha_hist_count(method->hist)) { return NULL; }
  const sunrealtype t = time_of(method->hist, i);
  for (int j = 0; j < lag->kept; j++)
  {
    if (lag->step[j].noted && lag->step[j].t == t) { return &lag->step[j]; }
  }
  return NULL;
}

/* A record that the polynomials of the next step do not use. */
static struct galpha_lag_step *free_place(struct galpha_method *method)
{
  struct galpha_lag *lag       = &method->lag;
  bool needed[GALPHA_LAGS + 1] = {false};
  int place                    = 0;
  for (int i = 0; i < lag->kept - 1; i++)
  {
    const struct galpha_lag_step *s = galpha_lag_of(method, i);
    if (s) { needed[s - lag->step] = true; }
  }
  while (needed[place]) { place++; }
  return &lag->step[place];
}

N_Vector galpha_lag_note(struct galpha_method *method)
{
  struct galpha_lag_step *s = free_place(method);
  s->t                      = method->hist->trial->t;
  s->noted                  = true;
  s->known                  = false;
  return s->a;
}

N_Vector galpha_lag_across(const struct galpha_lag *lag, sunrealtype t)
{
  for (int j = 0; j < lag->kept; j++)
  {
    const struct galpha_lag_step *s = &lag->step[j];
    if (!s->noted || !s->known || s->t != t) { continue; }
    return lag->across[lag->across[0].t == t ? 0 : 1].a;
  }
  return NULL;
}

void galpha_lag_know(struct galpha_method *method, int i, N_Vector x,
                     N_Vector lambda, N_Vector psi)
{
  struct galpha_lag *lag    = &method->lag;
  struct galpha_lag_step *s = galpha_lag_of(method, i);
  N_VScale(1.0, lambda, s->lambda);
  if (psi) { N_VScale(1.0, psi, s->psi); }
  s->known = true;
  if (i > 1) { return; }
  /* keeps that of the other one of the last two steps */
  const sunrealtype other = time_of(method->hist, 1 - i);
  const int place         = lag->across[0].t == other ? 1 : 0;
  lag->across[place].t    = s->t;
  N_VLinearSum(1.0, s->a, -1.0, x, lag->across[place].a);
}

void galpha_lag_take(struct galpha_method *method, int i)
{
  const struct galpha_hist *hist = method->hist;
  struct galpha_lag_step *s      = galpha_lag_of(method, i);
  N_Vector l[GALPHA_DEPTH], p[GALPHA_DEPTH];
  if (!s || !s->known) { return; }
  if (i < 2)
  {
    N_Vector a = i == 0 ? hist->now->qdd : hist->prev->qdd;
    N_VLinearSum(1.0, a, 1.0, galpha_lag_across(&method->lag, s->t), a);
  }
  galpha_hist_values(hist, GALPHA_TRACK_LAMBDA, i + 1, l);
  galpha_hist_values(hist, GALPHA_TRACK_PSI, i + 1, p);
  N_VLinearSum(1.0, l[i], -1.0, s->lambda, l[i]);
  if (s->psi) { N_VLinearSum(1.0, p[i], -1.0, s->psi, p[i]); }
  s->noted = false;
}

void galpha_lag_subtract(const struct galpha_method *method,
                         enum galpha_track track, int n, sunrealtype x,
                         N_Vector out)
{
  const struct galpha_lag *lag = &method->lag;
  sunrealtype t[GALPHA_DEPTH], w[1][GALPHA_POINTS];
  if (lag->kept == 0) { return; }
  galpha_hist_times(method->hist, n, t);
  galpha_poly_weights(n, t, x, 0, w);
  for (int j = 0; j < lag->kept; j++)
  {
    const struct galpha_lag_step *s = &lag->step[j];
    N_Vector c = track == GALPHA_TRACK_LAMBDA ? s->lambda : s->psi;
    for (int i = 0; i < n && s->noted && s->known; i++)
    {
      if (t[i] == s->t) { N_VLinearSum(1.0, out, -w[0][i], c, out); }
    }
  }
}
