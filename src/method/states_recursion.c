#include "method/method.h"

#include <math.h>
#include <string.h>

#include "base/vector_sum.h"

static sunrealtype *tail(const struct galpha_form *form, N_Vector x)
{
  const struct galpha_sys *sys = form->sys;
  return N_VGetArrayPointer(x) + sys->n + sys->m + sys->p;
}

static size_t tail_bytes(const struct galpha_form *form)
{
  return (size_t)form->st->r * sizeof(sunrealtype);
}

/* out = m1 (c1 x) + m0 (c0 y). */
static void mix(const struct galpha_states *st, sunrealtype c1, N_Vector x,
                sunrealtype c0, N_Vector y, N_Vector work, N_Vector out)
{
  N_VProd(st->mask[0], y, work);
  N_VProd(st->mask[1], x, out);
  N_VLinearSum(c1, out, c0, work, out);
}

void galpha_form_states_predict(struct galpha_form *form)
{
  if (!form->st) { return; }
  const struct galpha_state *now    = form->hist->now;
  struct galpha_state *s            = form->hist->trial;
  const struct galpha_state_coef *c = &form->state_coef;
  const struct galpha_method *m     = form->meth;
  const sunrealtype cf              = 1.0 / (1.0 - m->delta_f);

  if (form->coef.h_last == 0.0) { N_VScale(1.0, now->sdot, s->w_used); }
  else
  {
    N_VLinearSum(1.0 + c->shift, now->w, -c->shift, now->w_used, s->w_used);
  }
  galpha_form_extrapolate_w(form, form->w_pred);

  /* Bruls and Arnold (2008), (9), and extrapolation of outputs */
  N_VLinearSum(c->x_old, s->w_used, c->x_new, form->w_pred, form->s_base);
  galpha_form_extrapolate_s(form, form->ds);
  mix(form->st, 1.0, form->s_base, 1.0, form->ds, form->rs, form->s_base);
  N_VLinearSum(1.0, now->s, 1.0, form->s_base, form->s_base);

  /* Bruls and Arnold (2008), (6) */
  const sunrealtype c6[] = {cf * (1.0 - m->delta_m), cf * m->delta_m,
                            -cf * m->delta_f};
  galpha_sum(3, c6, (N_Vector[]){form->w_pred, s->w_used, now->sdot},
             form->sdot_base);
  N_VProd(form->st->mask[1], form->sdot_base, form->sdot_base);
}

void galpha_form_states_point(struct galpha_form *form, N_Vector x)
{
  if (!form->st) { return; }
  memcpy(N_VGetArrayPointer(form->ds), tail(form, x), tail_bytes(form));
  N_VLinearSum(1.0, form->s_base, 1.0, form->ds, form->at.s);
  N_VProd(form->st->mask[1], form->ds, form->sdot);
  N_VLinearSum(1.0, form->sdot_base, form->state_coef.cx, form->sdot,
               form->sdot);
}

/* (m1 s' + m0 s - F) / c_x: in units of s for the states. */
int galpha_form_states_row(struct galpha_form *form, N_Vector r)
{
  if (!form->st) { return 0; }
  const sunrealtype c = 1.0 / form->state_coef.cx;
  const int ret       = galpha_states_eval(form->st, &form->at, form->rs);
  if (ret) { return ret; }
  N_VProd(form->st->mask[0], form->at.s, form->s_work);
  N_VLinearSum(1.0, form->s_work, 1.0, form->sdot, form->s_work);
  N_VLinearSum(c, form->s_work, -c, form->rs, form->rs);
  memcpy(tail(form, r), N_VGetArrayPointer(form->rs), tail_bytes(form));
  return 0;
}

void galpha_form_states_zero(struct galpha_form *form, N_Vector r)
{
  if (form->st) { memset(tail(form, r), 0, tail_bytes(form)); }
}

void galpha_form_states_rebase(struct galpha_form *form)
{
  if (!form->st) { return; }
  N_VScale(1.0, form->at.s, form->s_base);
  N_VScale(1.0, form->sdot, form->sdot_base);
  N_VProd(form->st->mask[1], form->ds, form->s_work);
  N_VLinearSum(1.0, form->w_pred, 1.0 / form->state_coef.x_new, form->s_work,
               form->w_pred);
}

void galpha_form_states_take(struct galpha_form *form)
{
  if (!form->st) { return; }
  struct galpha_state *s = form->hist->trial;
  galpha_form_states_rebase(form);
  N_VScale(1.0, form->s_base, s->s);
  N_VScale(1.0, form->sdot_base, s->sdot);
  N_VScale(1.0, form->w_pred, s->w);
}

sunrealtype galpha_form_states_error(struct galpha_form *form)
{
  if (!form->st) { return 0.0; }
  const struct galpha_state *now = form->hist->now;
  N_Vector w[]                   = {now->w_used, now->w, form->hist->trial->w};
  galpha_sum(3, form->state_coef.err_x, w, form->ds);
  N_VProd(form->st->mask[1], form->ds, form->ds);
  return N_VWrmsNorm(form->ds, form->ewt_s);
}

sunrealtype galpha_form_states_norm(struct galpha_form *form, N_Vector del)
{
  if (!form->st) { return 0.0; }
  memcpy(N_VGetArrayPointer(form->s_work), tail(form, del), tail_bytes(form));
  return N_VWrmsNorm(form->s_work, form->ewt_s);
}
