/* One implicit stage of a mechanism: the point at the unknowns x, and the rows of
 * the equations there. */
#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "base/vector_slots.h"
#include "base/vector_sum.h"
#include "model/mechanics_products.h"
#include "model/model.h"

#define SLOT(name) offsetof(struct galpha_model, name)
static const size_t n_slots[] = {
  SLOT(own.q), SLOT(own.v), SLOT(q_base), SLOT(v_base), SLOT(rc), SLOT(work),
};
static const size_t second_slots[] = {SLOT(f), SLOT(w_base)};
static const size_t m_slots[]      = {SLOT(own.lambda), SLOT(l_pred)};
static const size_t p_slots[]      = {SLOT(own.psi), SLOT(p_pred)};
static const size_t s_slots[]     = {SLOT(own.s), SLOT(s_base), SLOT(sdot_base),
                                     SLOT(sdot),  SLOT(ds),     SLOT(rs),
                                     SLOT(s_work)};
static const size_t shift_slots[] = {SLOT(v_shift), SLOT(v_states)};

static const struct galpha_slots slots[] = {
  {n_slots, sizeof n_slots / sizeof n_slots[0]},
  {m_slots, sizeof m_slots / sizeof m_slots[0]},
  {p_slots, sizeof p_slots / sizeof p_slots[0]},
  {s_slots, sizeof s_slots / sizeof s_slots[0]},
  {second_slots, sizeof second_slots / sizeof second_slots[0]},
  {shift_slots, sizeof shift_slots / sizeof shift_slots[0]},
};
#define SLOTS (sizeof slots / sizeof slots[0])

int galpha_model_init(struct galpha_model *model, N_Vector q, N_Vector lambda,
                      N_Vector psi, N_Vector s, N_Vector packed)
{
  const bool second_order = model->ops->traits.second_order;
  N_Vector like[]         = {
            q, lambda, psi, s, second_order ? q : NULL, lambda && s ? q : NULL};
  model->work   = model->borrowed.work;
  model->rc     = model->borrowed.rc;
  model->d      = model->borrowed.d;
  model->packed = packed;
  for (size_t b = 0; b < SLOTS; b++)
  {
    if (galpha_slots_clone(&slots[b], model, like[b])) { return -1; }
  }
  model->at = model->own;
  return galpha_model_parts_init(model, q, lambda, psi, packed);
}

static void give_back(struct galpha_model *model)
{
  if (model->work == model->borrowed.work) { model->work = NULL; }
  if (model->rc == model->borrowed.rc) { model->rc = NULL; }
  if (model->d == model->borrowed.d) { model->d = NULL; }
  model->packed = NULL;
}

struct galpha_base galpha_model_base(const struct galpha_model *model,
                                     int space)
{
  return space == 0 ? (struct galpha_base){model->q_base, model->v_base}
                    : (struct galpha_base){model->s_base, model->sdot_base};
}

void galpha_model_set_orders(struct galpha_model *model)
{
  model->ops->orders(model, model->has);
}

void galpha_model_free(struct galpha_model *model)
{
  give_back(model);
  for (size_t b = 0; b < SLOTS; b++) { galpha_slots_free(&slots[b], model); }
  galpha_model_parts_free(model);
  galpha_redundant_free(&model->red);
  if (model->inactive) { SUNMatDestroy(model->inactive); }
  model->inactive = NULL;
  model->at       = model->own;
  galpha_assembly_free(&model->assembly);
}

N_Vector galpha_model_velocity_weights(const struct galpha_model *model)
{
  return model->level_v ? model->ewt_q : model->ewt_v;
}

sunrealtype galpha_model_velocity_scale(const struct galpha_model *model)
{
  return model->level_v ? fabs(model->stage.h) : 1.0;
}

sunrealtype galpha_model_velocity_norm(const struct galpha_model *model,
                                       N_Vector v)
{
  return galpha_model_velocity_scale(model) *
         galpha_norm(v, galpha_model_velocity_weights(model));
}

N_Vector galpha_model_second(const struct galpha_model *model, N_Vector x,
                             N_Vector out)
{
  if (!model->has[2]) { N_VConst(0.0, out); }
  else if (!model->second) { return x; }
  else { N_VProd(model->second, x, out); }
  return out;
}

sunrealtype galpha_model_rounding_rate(struct galpha_model *model, N_Vector q,
                                       sunrealtype time)
{
  return DBL_EPSILON *
         galpha_model_velocity_norm(
           model, galpha_model_second(model, q, model->work)) /
         fabs(time);
}

sunrealtype galpha_model_largest_second(const struct galpha_model *model,
                                        N_Vector x)
{
  return N_VMaxNorm(galpha_model_second(model, x, model->packed));
}

void galpha_model_keep_second(const struct galpha_model *model, N_Vector x)
{
  if (!model->has[2]) { N_VConst(0.0, x); }
  else if (model->second) { N_VProd(model->second, x, x); }
}

sunrealtype galpha_model_size(struct galpha_model *model)
{
  if (model->size >= 0.0) { return model->size; }
  N_Vector q  = galpha_model_second(model, model->stage.q_start, model->work);
  model->size = galpha_norm(q, model->ewt_q);
  return model->size;
}

void galpha_model_parts(struct galpha_model *model, N_Vector x)
{
  galpha_model_split(model, x);
  galpha_model_states_point(model, x);
}

void galpha_model_multipliers(const struct galpha_model *model, N_Vector lambda,
                              N_Vector psi)
{
  const sunrealtype c = 1.0 / (model->stage.weight_f * model->stage.beta_h2);
  if (model->dl) { galpha_add(model->l_pred, c, model->dl, lambda); }
  if (model->dp) { galpha_add(model->p_pred, c, model->dp, psi); }
}

static void set_vectors(struct galpha_model *model, N_Vector q, N_Vector v,
                        N_Vector lambda, N_Vector psi)
{
  model->at.q      = q;
  model->at.v      = v;
  model->at.lambda = lambda;
  model->at.psi    = psi;
}

void galpha_model_leave_base(struct galpha_model *model)
{
  const struct galpha_point *own = &model->own;
  set_vectors(model, own->q, own->v, own->lambda, own->psi);
}

void galpha_model_point(struct galpha_model *model, N_Vector x)
{
  galpha_model_leave_base(model);
  galpha_model_parts(model, x);
  galpha_add(model->q_base, 1.0, model->d, model->at.q);
  galpha_add(model->v_base, model->stage.dv, model->d, model->at.v);
  galpha_model_multipliers(model, model->at.lambda, model->at.psi);
  model->at.t = model->stage.t;
}

void galpha_model_go_to(struct galpha_model *model, N_Vector x)
{
  if (!model->x_is_zero)
  {
    galpha_model_point(model, x);
    return;
  }
  set_vectors(model, model->q_base, model->v_base, model->l_pred,
              model->p_pred);
  galpha_model_states_point(model, x);
  model->at.t = model->stage.t;
}

void galpha_model_balance(struct galpha_model *model)
{
  const sunrealtype c_mass = model->stage.weight_m;
  const sunrealtype c_f    = model->stage.weight_f * model->stage.beta_h2;
  galpha_add(model->rc, -c_f, model->f, model->rq);
  if (model->at.q != model->q_base)
  {
    galpha_sys_inertia(model->sys, c_mass, model->d, 1.0, model->rq, model->rq);
  }
}

int galpha_model_dynamic_row(struct galpha_model *model)
{
  const int ret = galpha_sys_force(model->sys, &model->at, model->f);
  if (!ret) { galpha_model_balance(model); }
  return ret;
}

int galpha_model_rows_at(struct galpha_model *model, N_Vector v)
{
  const struct galpha_point *at = &model->at;
  int ret = model->rl ? galpha_sys_g(model->sys, at->t, at->q, model->rl) : 0;
  if (!ret && model->rp)
  {
    ret = galpha_sys_k(model->sys, at->t, at->q, v, model->rp);
    N_VScale(1.0 / model->stage.dv, model->rp, model->rp);
  }
  return ret;
}

int galpha_model_position_rows(struct galpha_model *model)
{
  return galpha_model_rows_at(model, model->at.v);
}

static void orders(struct galpha_model *model, bool *has)
{
  model->space[0] = &galpha_coordinates;
  model->space[1] = model->st ? &model->st->space : NULL;
  has[0]          = false;
  has[1]          = model->st != NULL;
  has[2]          = true;
}

static N_Vector motion(struct galpha_model *model, N_Vector x)
{
  galpha_model_split(model, x);
  return model->d;
}

/* The largest of the norms as positions, as velocities, and of the states. */
static sunrealtype correction_norm(struct galpha_model *model, N_Vector x)
{
  const sunrealtype dv = fabs(model->stage.dv);
  galpha_model_split(model, x);
  const sunrealtype norm = galpha_norm(model->d, model->ewt_q);
  const sunrealtype with_v =
    model->level_v
      ? fmax(1.0, fabs(model->stage.h) * dv) * norm
      : fmax(norm, dv * galpha_model_velocity_norm(model, model->d));
  return fmax(galpha_model_states_norm(model, x), with_v);
}

/* x_i += sum of |A_ij| over j. */
static void row_sums(SUNMatrix A, sunrealtype *x)
{
  const sunrealtype *a   = galpha_block_data(A);
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunindextype i = 0, j = 0;
  while (galpha_cursor_next(&c, &i, &j)) { x[i] += fabs(a[c.k - 1]); }
}

static bool could_vibrate(struct galpha_model *model, sunrealtype omega)
{
  const struct galpha_sys *sys = model->sys;
  SUNMatrix K                  = sys->block[GALPHA_BLOCK_FQ].A;
  if (model->st) { return true; }
  if (!K) { return false; }
  sunindextype n = 0;
  sunrealtype *k = galpha_vector_data(model->work, &n);
  sunrealtype *m = galpha_vector_data(model->v_base, &n);
  N_VConst(0.0, model->work);
  N_VConst(0.0, model->v_base);
  row_sums(K, k);
  galpha_block_add_diagonal(sys->M, m);
  for (sunindextype i = 0; i < n; i++)
  {
    if (k[i] * RIPPLE_COUPLED > omega * omega * m[i]) { return true; }
  }
  return false;
}

static sunrealtype imbalance(struct galpha_model *model, sunrealtype most)
{
  sunindextype n = 0;
  (void)most;
  N_VConst(0.0, model->work);
  sunrealtype *m         = galpha_vector_data(model->work, &n);
  const sunrealtype *f   = galpha_vector_data(model->rq, &n);
  const sunrealtype *ewt = galpha_vector_data(model->ewt_q, &n);
  sunrealtype far        = 0.0;
  galpha_block_add_diagonal(model->sys->M, m);
  for (sunindextype i = 0; i < n; i++)
  {
    const sunrealtype way = m[i] > 0.0 ? fabs(f[i]) * ewt[i] / m[i] : 0.0;
    if (way > far) { far = way; }
  }
  return far / model->stage.weight_m;
}

static int stiffness(struct galpha_model *model, sunrealtype c, N_Vector x,
                     N_Vector out)
{
  galpha_block_mul(model->sys->block[GALPHA_BLOCK_FQ].A, c, x, out);
  return 0;
}

static int stiffness_by_product(struct galpha_model *model, sunrealtype c,
                                N_Vector x, N_Vector out)
{
  const int ret = galpha_force_jac_vec_begin(model->sys, &model->at);
  return ret ? ret
             : galpha_force_jac_vec(model->sys, &model->at, c, 0.0,
                                    galpha_norm(x, model->ewt_q), x, out);
}

#define TRAITS                                                      \
  {                                                                 \
    .second_order = true, .mechanics = true, .refresh_small = true, \
    .expensive = MATRIX_EXPENSIVE, .costly = HUGE_VAL,              \
    .rate_floor = RATE_FLOOR, .mild_cuts = true, .error_goal = 1.0  \
  }

const struct galpha_model_ops galpha_model_mechanics = {
  .name            = "mechanics",
  .traits          = TRAITS,
  .orders          = orders,
  .motion          = motion,
  .correction_norm = correction_norm,
  .stiffness       = stiffness,
  .imbalance       = imbalance,
  .could_vibrate   = could_vibrate};

const struct galpha_model_ops galpha_model_products = {
  .name            = "mechanics by products",
  .traits          = TRAITS,
  .orders          = orders,
  .motion          = motion,
  .correction_norm = correction_norm,
  .stiffness       = stiffness_by_product};

void galpha_model_set_stage(struct galpha_model *model,
                            const struct galpha_stage *stage)
{
  model->stage = *stage;
}

void galpha_model_set_shifts(struct galpha_model *model,
                             const sunrealtype *shift)
{
  for (int i = 0; i < 3; i++) { model->stage.shift[i] = shift[i]; }
}

void galpha_model_begin_step(struct galpha_model *model, N_Vector q)
{
  model->size          = -1.0;
  model->stage.q_start = q;
}

void galpha_model_set_time(struct galpha_model *model, sunrealtype t)
{
  model->at.t = t;
}

void galpha_model_expect_zero(struct galpha_model *model, bool zero)
{
  model->x_is_zero = zero;
}
