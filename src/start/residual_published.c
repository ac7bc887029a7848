/* The search for consistent values of F(t,y,y') = 0 as published by Brown, Hindmarsh and
 * Petzold (1998) and made by IDACalcIC: programs rely on the codes with which it ends. */
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"
#include "start/mechanics_start.h"
#include "start/residual_newton.h"

/* IC_FIRST of the time ahead, or the shorter time in which y' changes y by half its
 * tolerance; components that the error test excludes do not count. */
static sunrealtype first_h(const struct galpha_search *s)
{
  const struct galpha_ic *ic = s->ic;
  N_Vector yp                = s->method->model->at.v;
  if (ic->errtest->algebraic == 0)
  {
    galpha_space_scale(&s->res->space, 0.0, 1.0, yp, s->res->work);
    yp = s->res->work;
  }
  const sunrealtype rate = galpha_norm(yp, s->method->model->ewt_q);
  const sunrealtype h    = IC_FIRST * ic->span;
  return rate * h > 0.5 ? 0.5 / rate : h;
}

static void begin(struct galpha_search *s)
{
  struct galpha_ic *ic = s->ic;
  bool setup           = false;
  const sunrealtype h  = first_h(s);
  galpha_res_preconditioned(s->res, &setup);
  /* without a matrix or a preconditioner there is nothing to form anew */
  if (!ic->ls->main.A && !setup) { s->opt.maxnj = 1; }
  s->published = true;
  s->h_norm    = s->res->space.has[0] ? h : ic->span;
  s->h_ahead   = h;
  ic->nbacktr = ic->niters = 0;
  galpha_search_shifts(s, copysign(h, ic->direction));
  galpha_search_keep(s);
}

/* Attempts with h shortened by tenths. */
static int attempts(struct galpha_search *s)
{
  const int most = s->all_of_y ? 1 : s->opt.maxnh;
  for (int i = 1;; i++)
  {
    const int ret = galpha_search_attempt(s);
    if (ret <= 0 || i == most) { return ret; }
    if (ret != GALPHA_SEARCH_SLOW) { galpha_search_restore(s); }
    s->h_norm *= s->res->space.has[0] ? 0.1 : 1.0;
    galpha_search_shifts(s, 0.1 * s->h);
  }
}

static int once(struct galpha_search *s)
{
  int ret = attempts(s);
  if (!ret) { ret = galpha_search_weights(s); }
  if (!ret) { galpha_search_keep(s); }
  return ret;
}

/* The second time with the weights of the values found, unless the last correction is
 * small by these, too: a new matrix would change nothing. */
static int twice(struct galpha_search *s)
{
  N_Vector d = s->method->model->d;
  int ret    = once(s);
  if (!ret && !(galpha_search_norm(s, d) <= s->opt.epiccon)) { ret = once(s); }
  return ret;
}

int galpha_ic_published(struct galpha_ic *ic, int icopt, bool *final)
{
  struct galpha_model *model   = ic->model;
  struct galpha_state *now     = ic->method->hist->now;
  struct galpha_search s       = galpha_search_new(ic, icopt);
  const sunrealtype newton_tol = ic->ls->newton_tol;
  galpha_ls_set_tolerance(ic->ls, s.opt.epiccon);
  begin(&s);
  const sunrealtype h = s.h;
  const int ret       = twice(&s);
  galpha_ls_set_tolerance(ic->ls, newton_tol);
  *final = ret < 0;
  if (!ret)
  {
    if (s.h == h) { ic->found = galpha_search_norm(&s, model->d); }
    N_VScale(1.0, model->at.q, now->q);
    N_VScale(1.0, model->at.v, now->v);
  }
  else if (ret > 0)
  {
    N_VScale(1.0, now->q, model->at.q);
    N_VScale(1.0, now->v, model->at.v);
    galpha_search_weights(&s);
  }
  return galpha_search_code(ret);
}
