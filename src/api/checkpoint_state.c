#include "api/checkpoint_state.h"

#include <string.h>

#include "base/clone.h"
#include "model/matrix_ops.h"

void galpha_walk_bytes(struct galpha_walk *w, void *x, size_t size)
{
  if (!w->failed && w->at && w->size - w->done >= size)
  {
    if (w->reading) { memcpy(x, w->at + w->done, size); }
    else { memcpy(w->at + w->done, x, size); }
  }
  else if (w->at) { w->failed = true; }
  w->done += size;
}

#define VALUE(w, x) galpha_walk_bytes(w, &(x), sizeof(x))

void galpha_walk_vector(struct galpha_walk *w, N_Vector v)
{
  sunindextype size = 0;
  if (!v || w->failed) { return; }
  if (!v->ops->nvbufsize || N_VBufSize(v, &size) || size < 0)
  {
    w->failed = true;
    return;
  }
  if (!w->at)
  {
    w->done += (size_t)size;
    return;
  }
  if (w->size - w->done < (size_t)size ||
      (w->reading ? N_VBufUnpack(v, w->at + w->done)
                  : N_VBufPack(v, w->at + w->done)))
  {
    w->failed = true;
    return;
  }
  w->done += (size_t)size;
}

static void vectors(struct galpha_walk *w, N_Vector *v, size_t count)
{
  for (size_t i = 0; i < count; i++) { galpha_walk_vector(w, v[i]); }
}

#define VECTORS(w, v) vectors(w, v, sizeof(v) / sizeof((v)[0]))

/* Walks along a struct that contains pointers: each pointer needs its KEEP, which
 * preserves it. */
#define STRUCT(w, type, x)           \
  struct type *const place = &(x);   \
  struct type now          = *place; \
  galpha_walk_bytes(w, &now, sizeof now)
#define KEEP(member) now.member = place->member
#define DONE(w) \
  if ((w)->reading && !(w)->failed) { *place = now; }

static void walk_control(struct galpha_walk *w, struct galpha_mem *mem)
{
  STRUCT(w, galpha_ctrl, mem->ctrl);
  KEEP(rule);
  KEEP(user);
  KEEP(failed);
  KEEP(failed_ctx);
  DONE(w)
}

static void walk_step(struct galpha_walk *w, struct galpha_mem *mem)
{
  STRUCT(w, galpha_step, mem->step);
  KEEP(model);
  KEEP(method);
  KEEP(manifold);
  KEEP(ls);
  KEEP(nls);
  KEEP(errtest);
  DONE(w)
}

static void walk_newton(struct galpha_walk *w, struct galpha_mem *mem)
{
  STRUCT(w, galpha_nls, mem->nls);
  KEEP(model);
  KEEP(method);
  KEEP(ls);
  KEEP(NLS);
  KEEP(own);
  KEEP(initialized);
  KEEP(x);
  KEEP(r);
  KEEP(zero);
  KEEP(weights);
  KEEP(policy);
  KEEP(rule);
  KEEP(damp.r);
  KEEP(damp.d);
  KEEP(damp.d_next);
  KEEP(damp.x_try);
  DONE(w)
}

static void walk_linear(struct galpha_walk *w, struct galpha_mem *mem)
{
  STRUCT(w, galpha_ls, mem->ls);
  KEEP(ops);
  KEEP(model);
  KEEP(policy);
  KEEP(main);
  KEEP(inner);
  KEEP(user_A);
  KEEP(packed);
  KEEP(x);
  KEEP(borrowed);
  KEEP(ready);
  KEEP(clock.fn);
  KEEP(clock.data);
  KEEP(own_A);
  KEEP(kept);
  KEEP(keep);
  KEEP(prec);
  KEEP(unknowns);
  KEEP(rows);
  KEEP(rest);
  KEEP(of_rows);
  KEEP(of_unknowns);
  DONE(w)
}

/* Which of the methods ops is. */
static int code_of(const struct galpha_method *m,
                   const struct galpha_method_ops *ops)
{
  return ops == m->ops_set ? 0 : ops == m->ops_set->higher ? 1 : 2;
}

static const struct galpha_method_ops *method_of(const struct galpha_method *m,
                                                 int code)
{
  return code == 0   ? m->ops_set
         : code == 1 ? m->ops_set->higher
                     : &galpha_method_backward_euler;
}

static void walk_method(struct galpha_walk *w, struct galpha_mem *mem)
{
  struct galpha_method *m = &mem->method;
  int code[2]             = {code_of(m, m->ops), code_of(m, m->ops_last)};
  bool own_family         = m->family != m->family_set;
  VALUE(w, code);
  VALUE(w, own_family);
  VALUE(w, m->euler_steps_left);
  VALUE(w, m->rates_unknown);
  VALUE(w, m->step_order);
  VALUE(w, m->last_order);
  VALUE(w, m->n_predict);
  VALUE(w, m->coef);
  VALUE(w, m->state_coef);
  VALUE(w, m->bdf);
  VALUE(w, m->lag.asked);
  VALUE(w, m->lag.passed);
  VALUE(w, m->inner_tol);
  VALUE(w, m->noise);
  VALUE(w, m->rounding);
  VALUE(w, m->start_off);
  VALUE(w, m->q_by_parabola);
  VALUE(w, m->slope_defect);
  N_Vector all[] = {m->jerk,    m->state_jerk, m->a_pred, m->w_pred, m->a_tilde,
                    m->l_tilde, m->p_tilde,    m->gt,     m->zt};
  VECTORS(w, all);
  if (!w->reading || w->failed) { return; }
  galpha_lag_clear(&m->lag);
  m->ops         = method_of(m, code[0]);
  m->ops_last    = method_of(m, code[1]);
  m->step_traits = galpha_method_traits_of_step(m);
  m->family      = !own_family      ? m->family_set
                   : m->ops->family ? m->ops->family
                                    : &m->bdf.family;
}

static void walk_accepted(struct galpha_walk *w, struct galpha_state *s)
{
  VALUE(w, s->t);
  VALUE(w, s->h);
  VALUE(w, s->offset);
  VALUE(w, s->state_offset);
  N_Vector all[] = {s->q,   s->v,        s->a,     s->a_used,  s->lambda,
                    s->psi, s->f,        s->Ma,    s->Ma_used, s->qdd,
                    s->e,   s->e_lambda, s->e_psi, s->s,       s->sdot,
                    s->w,   s->w_used};
  VECTORS(w, all);
}

/* Order and degree of the predictor may have been higher before. */
static void walk_depth(struct galpha_walk *w, struct galpha_mem *mem)
{
  N_Vector const like[] = {mem->q0, mem->lambda0, mem->psi0, mem->s0};
  int kept              = mem->hist.kept;
  bool far              = mem->hist.far_rates;
  VALUE(w, kept);
  VALUE(w, far);
  if (!w->reading || w->failed) { return; }
  if (galpha_hist_deepen(&mem->hist, like, kept) ||
      (far && galpha_hist_add_rates(&mem->hist, like)))
  {
    w->no_memory = w->failed = true;
  }
}

static void walk_history(struct galpha_walk *w, struct galpha_hist *hist)
{
  struct galpha_state *state[] = {hist->now, hist->prev, hist->trial};
  for (int i = 0; i < 3; i++) { walk_accepted(w, state[i]); }
  for (int i = 0; i < hist->kept; i++)
  {
    struct galpha_past *p = &hist->older[i];
    N_Vector all[]        = {p->q,      p->v,   p->a_used, p->w_used,
                             p->lambda, p->psi, p->s};
    VALUE(w, p->t);
    VALUE(w, p->h);
    VALUE(w, p->a_time);
    VALUE(w, p->w_time);
    VECTORS(w, all);
  }
}

static void walk_errors(struct galpha_walk *w, struct galpha_errtest *et)
{
  N_Vector all[] = {et->ewt_q, et->est_q, et->ewt_v, et->est_v, et->ewt_s};
  VALUE(w, et->top_known);
  VALUE(w, et->norm_q);
  VALUE(w, et->norm_v);
  VALUE(w, et->norm_mult);
  VALUE(w, et->norm_s);
  VALUE(w, et->mult_unknown);
  VALUE(w, et->staying);
  VALUE(w, et->noise);
  VECTORS(w, all);
}

static void walk_model(struct galpha_walk *w, struct galpha_mem *mem)
{
  struct galpha_model *model = &mem->model;
  struct galpha_sys *sys     = &mem->sys;
  struct galpha_res *res     = &mem->res;
  VALUE(w, model->size);
  VALUE(w, model->v_shifted);
  VALUE(w, sys->searches);
  VALUE(w, sys->rate.dt);
  VALUE(w, sys->rate.dt_most);
  VALUE(w, sys->rate.since);
  VALUE(w, sys->rate.until);
  VALUE(w, sys->count);
  VALUE(w, res->c);
  VALUE(w, res->constrained);
  VALUE(w, res->increments);
  VALUE(w, res->separate_left);
  VALUE(w, res->by_rates_left);
  VALUE(w, res->njtsetup);
  VALUE(w, res->ndiff);
  VALUE(w, res->inertia);
  VALUE(w, res->inertia_by);
  VALUE(w, res->inertia_left);
  galpha_walk_vector(w, sys->rate.last);
  galpha_walk_vector(w, res->noise);
  galpha_walk_vector(w, model->violated);
  /* a step joined to the last one is solved with the velocities that states saw in that */
  if (model->v_shifted) { galpha_walk_vector(w, model->v_shift); }
}

static void walk_roots(struct galpha_walk *w, struct galpha_root *r,
                       struct galpha_zeno *z)
{
  const size_t count = (size_t)r->nrtfn;
  VALUE(w, r->nge);
  VALUE(w, r->found);
  VALUE(w, r->tlo);
  VALUE(w, r->thi);
  VALUE(w, r->trout);
  if (count == 0) { return; }
  galpha_walk_bytes(w, r->iroots, count * sizeof *r->iroots);
  galpha_walk_bytes(w, r->glo, count * sizeof *r->glo);
  galpha_walk_bytes(w, r->ghi, count * sizeof *r->ghi);
  galpha_walk_bytes(w, r->grout, count * sizeof *r->grout);
  galpha_walk_bytes(w, r->largest, count * sizeof *r->largest);
  galpha_walk_bytes(w, r->rounding, count * sizeof *r->rounding);
  galpha_walk_bytes(w, z->row, count * sizeof *z->row);
  VALUE(w, z->found);
}

static void walk_start(struct galpha_walk *w, struct galpha_ic *ic)
{
  VALUE(w, ic->span);
  VALUE(w, ic->end);
  VALUE(w, ic->direction);
  VALUE(w, ic->increment);
  VALUE(w, ic->driven);
  VALUE(w, ic->moved_q);
  VALUE(w, ic->moved_v);
  VALUE(w, ic->h_before);
  VALUE(w, ic->nbacktr);
  VALUE(w, ic->niters);
}

void galpha_walk_state(struct galpha_walk *w, struct galpha_mem *mem)
{
  /* what can fail comes first */
  galpha_walk_sizes(w, mem);
  walk_depth(w, mem);
  if (w->failed) { return; }
  galpha_walk_values(w, mem);
  VALUE(w, mem->phase);
  VALUE(w, mem->t0);
  VALUE(w, mem->tret);
  VALUE(w, mem->roots_pending);
  VALUE(w, mem->warn_inactive);
  VALUE(w, mem->opt_tstop);
  VALUE(w, mem->opt_tstop_set);
  VALUE(w, mem->watch);
  VALUE(w, mem->ripple);
  VALUE(w, mem->jolt);
  VALUE(w, mem->passed);
  VALUE(w, mem->unresolved);
  walk_control(w, mem);
  walk_step(w, mem);
  walk_newton(w, mem);
  walk_linear(w, mem);
  walk_method(w, mem);
  walk_history(w, &mem->hist);
  walk_errors(w, &mem->errtest);
  walk_model(w, mem);
  walk_roots(w, &mem->root, &mem->zeno);
  walk_start(w, &mem->ic);
}

int galpha_settle(struct galpha_mem *mem)
{
  mem->method.inner_ready = false;
  galpha_reaction_restart(&mem->model.reaction);
  galpha_sys_forget_failures(&mem->sys);
  return galpha_ls_prepare(&mem->ls);
}
