#include "api/checkpoint_state.h"

#include <string.h>

#include "base/clone.h"
#include "model/matrix_ops.h"

static void bytes(struct galpha_walk *w, void *x, size_t size)
{
  if (!w->failed && w->at && w->size - w->done >= size)
  {
    if (w->reading) { memcpy(x, w->at + w->done, size); }
    else { memcpy(w->at + w->done, x, size); }
  }
  else if (w->at) { w->failed = true; }
  w->done += size;
}

#define VALUE(w, x) bytes(w, &(x), sizeof(x))

/* The numbers of v in this process; nothing for NULL. */
static void vector(struct galpha_walk *w, N_Vector v)
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
  for (size_t i = 0; i < count; i++) { vector(w, v[i]); }
}

#define VECTORS(w, v) vectors(w, v, sizeof(v) / sizeof *(v))

/* Structs that contain pointers: each of these needs its KEEP, and stays as it is. */
#define STRUCT(w, type, x)           \
  struct type *const place = &(x);   \
  struct type now          = *place; \
  bytes(w, &now, sizeof now)
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
  KEEP(lent);
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
  VALUE(w, m->step_order);
  VALUE(w, m->last_order);
  VALUE(w, m->n_predict);
  VALUE(w, m->coef);
  VALUE(w, m->state_coef);
  VALUE(w, m->bdf);
  VALUE(w, m->inner_tol);
  VALUE(w, m->q_by_parabola);
  VALUE(w, m->slope_defect);
  N_Vector all[] = {m->jerk,    m->a_pred,  m->w_pred, m->a_tilde,
                    m->l_tilde, m->p_tilde, m->gt,     m->zt};
  VECTORS(w, all);
  if (!w->reading || w->failed) { return; }
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
  VECTORS(w, all);
}

/* Null vectors of redundant constraints. */
static void walk_redundant(struct galpha_walk *w, struct galpha_redundant *r)
{
  sunindextype count = r->count;
  VALUE(w, count);
  VALUE(w, r->seed);
  VALUE(w, r->matrices);
  VALUE(w, r->off);
  VALUE(w, r->row);
  if (w->failed || !r->D) { return; }
  if (w->reading)
  {
    for (r->count = 0; r->count < count && !w->failed; r->count++)
    {
      w->no_memory = w->failed = galpha_redundant_reserve(r) != 0;
    }
    if (w->failed) { return; }
  }
  const size_t rows = (size_t)r->mp * sizeof *r->D;
  bytes(w, r->D, rows);
  bytes(w, r->allowed, rows);
  bytes(w, r->S, (size_t)r->n * sizeof *r->S);
  if (count == 0) { return; }
  bytes(w, r->y, (size_t)count * rows);
  bytes(w, r->lambda, (size_t)count * sizeof *r->lambda);
  bytes(w, r->part, (size_t)count * sizeof *r->part);
}

static void walk_untested(struct galpha_walk *w, struct galpha_mem *mem)
{
  struct galpha_res *res = &mem->res;
  bool untested          = res->untested != NULL;
  VALUE(w, untested);
  if (w->reading && untested && !res->untested && !w->failed)
  {
    res->untested = galpha_clone(mem->q0);
    res->part     = res->part ? res->part : galpha_clone(mem->q0);
    w->no_memory = w->failed = !res->untested || !res->part;
  }
  if (untested) { vector(w, res->untested); }
}

static void walk_model(struct galpha_walk *w, struct galpha_mem *mem)
{
  struct galpha_model *model = &mem->model;
  struct galpha_sys *sys     = &mem->sys;
  struct galpha_res *res     = &mem->res;
  VALUE(w, model->size);
  VALUE(w, sys->searches);
  VALUE(w, sys->dt);
  VALUE(w, sys->dt_most);
  VALUE(w, sys->count);
  VALUE(w, res->c);
  VALUE(w, res->constrained);
  VALUE(w, res->small_increments);
  VALUE(w, res->njtsetup);
  VALUE(w, res->ndiff);
  vector(w, res->noise);
  vector(w, model->violated);
}

static void walk_roots(struct galpha_walk *w, struct galpha_root *r)
{
  const size_t count = (size_t)r->nrtfn;
  VALUE(w, r->nge);
  VALUE(w, r->found);
  VALUE(w, r->tlo);
  VALUE(w, r->thi);
  VALUE(w, r->trout);
  if (count == 0) { return; }
  bytes(w, r->iroots, count * sizeof *r->iroots);
  bytes(w, r->glo, count * sizeof *r->glo);
  bytes(w, r->ghi, count * sizeof *r->ghi);
  bytes(w, r->grout, count * sizeof *r->grout);
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

/* Patterns are found anew when a run is resumed, and must be found the same. */
static void walk_pattern(struct galpha_walk *w, SUNMatrix A)
{
  sunindextype here[2] = {0, 0}, there[2], i, j;
  if (A && galpha_block_known(A) && galpha_block_sparse(A))
  {
    struct galpha_cursor c = galpha_cursor_begin(A);
    while (galpha_cursor_next(&c, &i, &j))
    {
      here[0]++;
      here[1] = (31 * here[1] + 7 * i + j) % 1000003;
    }
  }
  memcpy(there, here, sizeof here);
  VALUE(w, there);
  if (memcmp(there, here, sizeof here) != 0) { w->failed = true; }
}

/* Some are used before they are evaluated anew. */
static void walk_values(struct galpha_walk *w, SUNMatrix A)
{
  struct galpha_operator *op = A ? galpha_operator_of(A) : NULL;
  if (op)
  {
    VALUE(w, op->t);
    vector(w, op->q);
  }
  else if (A && galpha_block_known(A))
  {
    bytes(w, galpha_block_data(A),
          (size_t)galpha_block_entries(A) * sizeof(sunrealtype));
  }
}

static void walk_blocks(struct galpha_walk *w, struct galpha_mem *mem,
                        void (*walk)(struct galpha_walk *w, SUNMatrix A))
{
  walk(w, mem->sys.M);
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++) { walk(w, mem->sys.block[i].A); }
  for (int i = 0; i < GALPHA_STATES_BLOCKS; i++)
  {
    walk(w, mem->states.block[i].A);
  }
}

void galpha_walk_state(struct galpha_walk *w, struct galpha_mem *mem)
{
  /* first what can fail */
  walk_blocks(w, mem, walk_pattern);
  walk_redundant(w, &mem->model.red);
  walk_untested(w, mem);
  if (w->failed) { return; }
  walk_blocks(w, mem, walk_values);
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
  walk_control(w, mem);
  walk_step(w, mem);
  walk_newton(w, mem);
  walk_linear(w, mem);
  walk_method(w, mem);
  walk_history(w, &mem->hist);
  walk_errors(w, &mem->errtest);
  walk_model(w, mem);
  walk_roots(w, &mem->root);
  walk_start(w, &mem->ic);
}

int galpha_settle(struct galpha_mem *mem)
{
  mem->method.inner_ready = false;
  galpha_reaction_restart(&mem->model.reaction);
  galpha_sys_forget_failures(&mem->sys);
  return galpha_ls_prepare(&mem->ls);
}
