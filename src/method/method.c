#include "method/method.h"

#include <math.h>
#include <stddef.h>

#include <nvector/nvector_serial.h>

#include "base/clone.h"

/* Blocks of the iteration matrix, in the order they are added. */
enum part
{
  PART_M,
  PART_G,
  PART_GT,
  PART_K,
  PART_KT,
  PART_FQ,
  PART_FV,
  PART_FR,
  PART_KQ,
  PART_RQ,
  PART_RV,
  PART_PLACES, /* of the multipliers: galpha_redundant_regularise */
  PART_FS,
  PART_SQ,
  PART_SV,
  PART_SS,
  PART_D1,
  PART_D0,
  PART_COUNT
};

/* Rows and columns of the states, in the order of the enumeration. */
static void add_states(struct galpha_form *form)
{
  struct galpha_assembly *as   = &form->assembly;
  const struct galpha_sys *sys = form->sys;
  const sunindextype at        = sys->n + sys->m + sys->p;
  if (!form->st) { return; }
  const struct galpha_deriv *b = form->st->block;
  as->size                     = at + form->st->r;
  galpha_assembly_add(as, b[GALPHA_STATES_FS].A, 0, at, false);
  galpha_assembly_add(as, b[GALPHA_STATES_SQ].A, at, 0, false);
  galpha_assembly_add(as, b[GALPHA_STATES_SV].A, at, 0, false);
  galpha_assembly_add(as, b[GALPHA_STATES_SS].A, at, at, false);
  galpha_assembly_add(as, b[GALPHA_STATES_D1].A, at, at, false);
  galpha_assembly_add(as, b[GALPHA_STATES_D0].A, at, at, false);
}

int galpha_form_plan(struct galpha_form *form, bool sparse)
{
  struct galpha_sys *s       = form->sys;
  struct galpha_assembly *as = &form->assembly;
  const sunindextype n = s->n, m = s->m;
  SUNMatrix G = s->block[GALPHA_BLOCK_G].A, K = s->block[GALPHA_BLOCK_K].A;

  galpha_assembly_clear(as);
  as->size = n + m + s->p;
  galpha_assembly_add(as, s->M, 0, 0, false);
  galpha_assembly_add(as, G, n, 0, false);
  galpha_assembly_add(as, s->general ? NULL : G, 0, n, true);
  galpha_assembly_add(as, K, n + m, 0, false);
  galpha_assembly_add(as, s->general ? NULL : K, 0, n + m, true);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_FQ].A, 0, 0, false);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_FV].A, 0, 0, false);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_FR].A, 0, n, false);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_KQ].A, n + m, 0, false);
  galpha_assembly_add(as, form->share.part[GALPHA_SHARE_Q].A, 0, 0, false);
  galpha_assembly_add(as, form->share.part[GALPHA_SHARE_V].A, 0, 0, false);
  galpha_assembly_add(as, form->red.on ? form->red.places : NULL, n, n, false);
  add_states(form);
  return galpha_assembly_plan(as, s->sunctx, sparse);
}

bool galpha_form_planned(const struct galpha_form *form)
{
  const struct galpha_assembly *as = &form->assembly;
  const struct galpha_share *s     = &form->share;
  return as->part[PART_RQ].A == s->part[GALPHA_SHARE_Q].A &&
         as->part[PART_RV].A == s->part[GALPHA_SHARE_V].A &&
         galpha_assembly_current(as);
}

void galpha_form_mass_coefficients(sunrealtype c_mass, sunrealtype *c)
{
  for (int i = 0; i < PART_COUNT; i++) { c[i] = 0.0; }
  c[PART_M] = c_mass;
  c[PART_G] = c[PART_GT] = c[PART_K] = c[PART_KT] = 1.0;
  c[PART_FR]                                      = -1.0;
  c[PART_D1] = c[PART_D0] = 1.0;
}

void galpha_form_coefficients(const struct galpha_form *form, sunrealtype *c)
{
  const struct galpha_method *meth = form->meth;
  galpha_form_mass_coefficients(1.0 - meth->alpha_m, c);
  c[PART_FQ] = -(1.0 - meth->alpha_f) * form->coef.y_new;
  c[PART_FV] = -(1.0 - meth->alpha_f) * form->coef.z_new;
  c[PART_KQ] = 1.0 / form->coef.dv;
  if (form->share.part[GALPHA_SHARE_Q].in) { c[PART_RQ] = -c[PART_FQ]; }
  if (form->share.part[GALPHA_SHARE_V].in) { c[PART_RV] = -c[PART_FV]; }
  if (!form->st) { return; }
  const sunrealtype cs = 1.0 / form->state_coef.cx;
  c[PART_FS]           = -(1.0 - meth->alpha_f) * form->coef.y_new;
  c[PART_SQ] = c[PART_SS] = -cs;
  c[PART_SV]              = -cs * form->coef.dv;
  c[PART_D0]              = cs;
}

static N_Vector *slot(struct galpha_form *form, size_t offset)
{
  return (N_Vector *)(void *)((char *)form + offset);
}

#define SLOT(name) offsetof(struct galpha_form, name)
static const size_t n_slots[] = {
  SLOT(own.q),   SLOT(own.v),  SLOT(f),      SLOT(a_pred),
  SLOT(q_base),  SLOT(v_base), SLOT(w_base), SLOT(rc),
  SLOT(a_tilde), SLOT(work),   SLOT(zt),     SLOT(jerk),
};
static const size_t m_slots[] = {SLOT(own.lambda), SLOT(l_pred), SLOT(l_tilde),
                                 SLOT(gt)};
static const size_t p_slots[] = {SLOT(own.psi), SLOT(p_pred), SLOT(p_tilde)};

static const size_t s_slots[] = {SLOT(own.s),     SLOT(w_pred), SLOT(s_base),
                                 SLOT(sdot_base), SLOT(sdot),   SLOT(ds),
                                 SLOT(rs),        SLOT(s_work)};

struct slots
{
  const size_t *offset;
  size_t count;
};

static const struct slots all_slots[] = {
  {n_slots, sizeof n_slots / sizeof n_slots[0]},
  {m_slots, sizeof m_slots / sizeof m_slots[0]},
  {p_slots, sizeof p_slots / sizeof p_slots[0]},
  {s_slots, sizeof s_slots / sizeof s_slots[0]},
};

#define SLOT_KINDS (int)(sizeof all_slots / sizeof all_slots[0])

int galpha_form_init(struct galpha_form *form, N_Vector q, N_Vector lambda,
                     N_Vector psi, N_Vector s, N_Vector packed)
{
  N_Vector like[] = {q, lambda, psi, s};
  for (int b = 0; b < SLOT_KINDS; b++)
  {
    for (size_t i = 0; like[b] && i < all_slots[b].count; i++)
    {
      N_Vector *v = slot(form, all_slots[b].offset[i]);
      *v          = galpha_clone(like[b]);
      if (!*v) { return -1; }
      N_VConst(0.0, *v);
    }
  }
  form->at     = form->own;
  form->packed = galpha_clone(packed);
  return form->packed ? galpha_form_parts_init(form, q, lambda, psi, packed)
                      : -1;
}

void galpha_form_free(struct galpha_form *form)
{
  for (int b = 0; b < SLOT_KINDS; b++)
  {
    for (size_t i = 0; i < all_slots[b].count; i++)
    {
      N_Vector *v = slot(form, all_slots[b].offset[i]);
      if (*v) { N_VDestroy(*v); }
      *v = NULL;
    }
  }
  galpha_form_parts_free(form);
  galpha_redundant_free(&form->red);
  if (form->packed) { N_VDestroy(form->packed); }
  form->packed = NULL;
  form->at     = form->own;
  galpha_assembly_free(&form->assembly);
}

sunrealtype galpha_form_velocity_norm(const struct galpha_form *form,
                                      N_Vector v)
{
  return form->level_v ? fabs(form->coef.h) * N_VWrmsNorm(v, form->ewt_q)
                       : N_VWrmsNorm(v, form->ewt_v);
}

sunrealtype galpha_form_size(struct galpha_form *form)
{
  N_Vector q = form->hist->now->q;
  if (form->size >= 0.0) { return form->size; }
  if (form->res)
  {
    N_VProd(form->res->mask[2], q, form->work);
    q = form->work;
  }
  form->size = N_VWrmsNorm(q, form->ewt_q);
  return form->size;
}

void galpha_form_parts(struct galpha_form *form, N_Vector x)
{
  galpha_form_split(form, x);
  galpha_form_states_point(form, x);
}

void galpha_form_multipliers(const struct galpha_form *form, N_Vector lambda,
                             N_Vector psi)
{
  const sunrealtype c = 1.0 / ((1.0 - form->meth->alpha_f) * form->coef.y_new);
  if (form->dl) { N_VLinearSum(1.0, form->l_pred, c, form->dl, lambda); }
  if (form->dp) { N_VLinearSum(1.0, form->p_pred, c, form->dp, psi); }
}

static void set_place(struct galpha_form *form, N_Vector q, N_Vector v,
                      N_Vector lambda, N_Vector psi)
{
  form->at.q      = q;
  form->at.v      = v;
  form->at.lambda = lambda;
  form->at.psi    = psi;
}

void galpha_form_leave_base(struct galpha_form *form)
{
  const struct galpha_point *own = &form->own;
  set_place(form, own->q, own->v, own->lambda, own->psi);
}

void galpha_form_point(struct galpha_form *form, N_Vector x)
{
  galpha_form_leave_base(form);
  galpha_form_parts(form, x);
  N_VLinearSum(1.0, form->q_base, 1.0, form->d, form->at.q);
  N_VLinearSum(1.0, form->v_base, form->coef.dv, form->d, form->at.v);
  galpha_form_multipliers(form, form->at.lambda, form->at.psi);
  form->at.t = form->hist->trial->t;
}

void galpha_form_go_to(struct galpha_form *form, N_Vector x)
{
  if (!form->x_is_zero)
  {
    galpha_form_point(form, x);
    return;
  }
  set_place(form, form->q_base, form->v_base, form->l_pred, form->p_pred);
  galpha_form_states_point(form, x);
  form->at.t = form->hist->trial->t;
}

void galpha_form_balance(struct galpha_form *form)
{
  const sunrealtype c_mass = 1.0 - form->meth->alpha_m;
  const sunrealtype c_f    = (1.0 - form->meth->alpha_f) * form->coef.y_new;
  N_VLinearSum(1.0, form->rc, -c_f, form->f, form->rq);
  if (form->at.q != form->q_base)
  {
    galpha_sys_inertia(form->sys, c_mass, form->d, 1.0, form->rq, form->rq);
  }
}

int galpha_form_dynamic_row(struct galpha_form *form)
{
  const int ret = galpha_sys_force(form->sys, &form->at, form->f);
  if (!ret) { galpha_form_balance(form); }
  return ret;
}

int galpha_form_rows_at(struct galpha_form *form, N_Vector v)
{
  const struct galpha_point *at = &form->at;
  int ret = form->rl ? galpha_sys_g(form->sys, at->t, at->q, form->rl) : 0;
  if (!ret && form->rp)
  {
    ret = galpha_sys_k(form->sys, at->t, at->q, v, form->rp);
    N_VScale(1.0 / form->coef.dv, form->rp, form->rp);
  }
  return ret;
}

int galpha_form_position_rows(struct galpha_form *form)
{
  return galpha_form_rows_at(form, form->at.v);
}

int galpha_form_equations(struct galpha_form *form, N_Vector r,
                          int (*dynamics)(struct galpha_form *),
                          int (*constraints)(struct galpha_form *))
{
  galpha_form_rows(form, r);
  int ret = dynamics(form);
  if (!ret) { ret = constraints(form); }
  galpha_form_rows_done(form, r);
  return ret ? ret : galpha_form_states_row(form, r);
}

void galpha_form_acceleration(struct galpha_form *form, N_Vector a)
{
  N_VLinearSum(1.0, form->a_pred, 1.0 / form->coef.y_new, form->d, a);
}

void galpha_form_take(struct galpha_form *form)
{
  struct galpha_state *s = form->hist->trial;
  galpha_form_states_take(form);
  N_VLinearSum(1.0, form->v_base, form->coef.dv, form->d, s->v);
  galpha_form_multipliers(form, s->lambda, s->psi);
}

int galpha_form_order(const struct galpha_form *form)
{
  return form->res && (form->euler || form->start_left > 0) ? 1 : 2;
}

bool galpha_form_is_index3(const struct galpha_form *form)
{
  return form->res ? form->res->has[0] && form->res->has[2]
                   : form->ops->formulation == GALPHA_INDEX3;
}

void galpha_form_select(struct galpha_form *form)
{
  if (form->res)
  {
    form->ops = &galpha_form_residual;
    return;
  }
  static const struct galpha_form_ops *const forms[] = {
    &galpha_form_soi2, &galpha_form_literal, &galpha_form_index3};
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
  {
    if (forms[i]->formulation == form->opt.formulation)
    {
      form->ops = forms[i];
    }
  }
}
