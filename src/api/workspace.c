/* Workspace: the numbers of reals and integers in the vectors and matrices that an
 * object holds at present, without those of linear and nonlinear solvers. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "api/integrator.h"
#include "model/matrix_ops.h"

struct space
{
  long int reals, integers;
};

static void add(struct space *s, int count, const N_Vector *v)
{
  for (int i = 0; i < count; i++)
  {
    if (v[i]) { s->reals += (long int)N_VGetLength(v[i]); }
  }
}

#define ADD(s, ...)                                                       \
  add(s, (int)(sizeof(const N_Vector[]){__VA_ARGS__} / sizeof(N_Vector)), \
      (const N_Vector[]){__VA_ARGS__})

static void add_matrix(struct space *s, SUNMatrix A)
{
  if (!A || galpha_block_by_product(A) || !galpha_block_known(A)) { return; }
  if (!galpha_block_sparse(A))
  {
    s->reals += (long int)galpha_block_entries(A);
    return;
  }
  s->reals += (long int)SUNSparseMatrix_NNZ(A);
  s->integers +=
    (long int)SUNSparseMatrix_NNZ(A) + (long int)SUNSparseMatrix_NP(A) + 1;
}

static void add_state(struct space *s, const struct galpha_state *x)
{
  ADD(s, x->q, x->v, x->a, x->a_used, x->f, x->Ma, x->Ma_used, x->qdd, x->e);
  ADD(s, x->lambda, x->e_lambda, x->psi, x->e_psi);
  ADD(s, x->s, x->sdot, x->w, x->w_used);
}

static void add_history(struct space *s, const struct galpha_hist *h)
{
  for (int i = 0; i < 3; i++) { add_state(s, &h->store[i]); }
  for (int i = 0; i < GALPHA_OLDER; i++)
  {
    const struct galpha_past *o = &h->older[i];
    ADD(s, o->q, o->v, o->a_used, o->w_used, o->lambda, o->psi, o->s);
  }
}

static void add_method(struct space *s, const struct galpha_method *m)
{
  if (m->model->ops->traits.second_order) { ADD(s, m->a_pred); }
  ADD(s, m->w_pred, m->state_jerk, m->a_tilde, m->l_tilde, m->p_tilde, m->gt);
  ADD(s, m->zt, m->jerk, m->lag.across[0].a, m->lag.across[1].a);
  for (int i = 0; i < m->lag.kept; i++)
  {
    const struct galpha_lag_step *lag = &m->lag.step[i];
    ADD(s, lag->a, lag->lambda, lag->psi);
  }
}

static void add_stage(struct space *s, const struct galpha_model *model)
{
  ADD(s, model->own.q, model->own.v, model->own.lambda, model->own.psi,
      model->own.s);
  ADD(s, model->f, model->l_pred, model->p_pred, model->q_base, model->v_base,
      model->w_base, model->storage[0], model->storage[1]);
  if (model->rc != model->borrowed.rc) { ADD(s, model->rc); }
  if (model->work != model->borrowed.work) { ADD(s, model->work); }
  ADD(s, model->s_base, model->sdot_base, model->sdot, model->ds, model->rs,
      model->s_work, model->v_shift, model->v_states);
  /* with views, these vectors share the elements of storage[] */
  if (!model->views)
  {
    if (model->d != model->borrowed.d) { ADD(s, model->d); }
    ADD(s, model->dl, model->dp, model->rq, model->rl, model->rp);
  }
  ADD(s, model->reaction.r0, model->reaction.r1, model->reaction.x,
      model->reaction.v, model->red.b);
  add_matrix(s, model->reaction.user);
  add_matrix(s, model->reaction.G);
  add_matrix(s, model->reaction.K);
  add_matrix(s, model->reaction.G_stage);
  for (int i = 0; i < GALPHA_REACTION_PARTS; i++)
  {
    SUNMatrix A = model->reaction.part[i].A;
    if (A != model->reaction.user) { add_matrix(s, A); }
  }
  add_matrix(s, model->red.places);
}

static void add_assembly(struct space *s, const struct galpha_assembly *as)
{
  for (int i = 0; i < as->nparts; i++)
  {
    const struct galpha_part *part = &as->part[i];
    if (!part->A) { continue; }
    s->integers += (long int)part->count * (part->ptrs ? 2 : 1);
  }
  s->integers += (long int)as->nrest;
  if (as->own_J) { add_matrix(s, as->J); }
}

static void add_model(struct space *s, const struct galpha_mem *mem)
{
  const struct galpha_sys *sys        = &mem->sys;
  const struct galpha_first_order *st = &mem->states;
  ADD(s, sys->work, sys->wr, sys->wr1);
  add(s, 3, sys->wq);
  add(s, 3, sys->wl);
  add(s, 3, sys->wp);
  add_matrix(s, sys->M);
  for (int i = 0; i < GALPHA_ASIDE; i++) { add_matrix(s, mem->aside[i]); }
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++)
  {
    add_matrix(s, sys->block[i].A);
  }
  add(s, 2, st->space.mask);
  ADD(s, st->size_n, st->size_r, st->f0, st->f1, st->F0, st->F1);
  for (int i = 0; i < GALPHA_STATES_BLOCKS; i++)
  {
    add_matrix(s, st->block[i].A);
  }
}

static void add_residual(struct space *s, const struct galpha_res *r)
{
  ADD(s, r->untested, r->longer_try, r->part, r->order);
  if (r->hint != r->order) { ADD(s, r->hint); }
  ADD(s, r->cv, r->ca, r->da, r->y, r->yp, r->ypp);
  ADD(s, r->still, r->noise, r->work, r->work2, r->jac_r);
  ADD(s, r->space.mask[0], r->space.mask[2]);
  if (r->space.mask[1] != r->order) { ADD(s, r->space.mask[1]); }
}

static void add_solvers(struct space *s, const struct galpha_mem *mem)
{
  const struct galpha_ls *ls = &mem->ls;
  ADD(s, ls->packed, ls->unknowns, ls->rows, ls->rest);
  ADD(s, ls->of_rows, ls->of_unknowns);
  if (ls->x != ls->borrowed) { ADD(s, ls->x); }
  if (mem->nls.x != ls->packed) { ADD(s, mem->nls.x); }
  ADD(s, mem->nls.zero, mem->nls.weights);
  ADD(s, mem->nls.damp.r, mem->nls.damp.d, mem->nls.damp.d_next,
      mem->nls.damp.x_try);
  add_matrix(s, ls->inner.A);
  add_matrix(s, ls->kept);
  if (ls->own_A) { add_matrix(s, ls->main.A); }
}

void galpha_space(const struct galpha_mem *mem, long int *reals,
                  long int *integers)
{
  const struct galpha_errtest *et = &mem->errtest;
  struct space s = {0, (long int)(sizeof *mem / sizeof(long int))};
  if (!mem->hist.borrowed[0]) { ADD(&s, mem->q0, mem->v0); }
  ADD(&s, mem->lambda0, mem->psi0, mem->a0, mem->s0);
  const GALPHARootPoint *at = &mem->root_at;
  ADD(&s, mem->s_order, at->q, at->v, at->a, at->lambda, at->psi, at->s);
  ADD(&s, mem->model.constraints, mem->model.violated, mem->res.inside);
  ADD(&s, et->ewt_q, et->ewt_v, et->est_q, et->est_v, et->ewt_s, et->last);
  ADD(&s, et->q.vatol, et->v.vatol);
  add_history(&s, &mem->hist);
  add_method(&s, &mem->method);
  add_stage(&s, &mem->model);
  add_assembly(&s, &mem->model.assembly);
  add_model(&s, mem);
  add_residual(&s, &mem->res);
  add_solvers(&s, mem);
  *reals    = s.reals;
  *integers = s.integers;
}
