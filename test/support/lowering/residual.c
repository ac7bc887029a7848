/* Lowers a struct problem to the residual form. */
#include "support/lowering/residual.h"

#include "support/run/keep.h"

/* x points into whole from `first` on. */
static void view(N_Vector x, N_Vector whole, sunindextype first)
{
  if (x) { N_VSetArrayPointer(N_VGetArrayPointer(whole) + first, x); }
}

static int index3(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, void *data)
{
  struct residual_mech *m    = data;
  const struct problem *mech = m->eq.pb;
  struct problem_state *at = &m->at, *out = &m->r;
  view(at->q, y, 0);
  view(at->v, yp, 0);
  view(at->a, ypp, 0);
  view(at->lambda, y, mech->n);
  view(at->psi, y, mech->n + mech->m);
  view(out->q, r, 0);
  view(out->lambda, r, mech->n);
  view(out->psi, r, mech->n + mech->m);
  at->t   = t;
  int ret = equations_dynamic(&m->eq, at, out->q);
  if (!ret && mech->m > 0) { ret = mech->g(t, at->q, out->lambda, mech->data); }
  if (!ret && mech->p > 0)
  {
    ret = mech->k(t, at->q, at->v, out->psi, mech->data);
  }
  return ret;
}

/* at and mu point into y and y'. */
static void view_ggl(struct residual_mech *m, N_Vector y, N_Vector yp)
{
  const sunindextype n = m->eq.pb->n, c = m->eq.pb->m;
  view(m->at.q, y, 0);
  view(m->at.v, y, n);
  view(m->at.a, yp, n);
  view(m->mu, y, 2 * n);
  view(m->at.lambda, y, 2 * n + c);
  view(m->at.psi, y, 2 * n + 2 * c);
}

static int ggl(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  struct residual_mech *m    = data;
  const struct problem *mech = m->eq.pb;
  const sunindextype n       = mech->n;
  struct problem_state *at = &m->at, *out = &m->r;
  view_ggl(m, y, yp);
  view(out->a, yp, 0);
  view(out->q, r, 0);
  view(out->v, r, n);
  view(m->g, r, 2 * n);
  view(out->lambda, r, 2 * n + mech->m);
  view(out->psi, r, 2 * n + 2 * mech->m);
  at->t = t;
  N_VLinearSum(1.0, at->v, -1.0, out->a, out->q);
  int ret = equations_dynamic(&m->eq, at, out->v);
  if (!ret && mech->m > 0)
  {
    ret = equations_push(&m->eq, t, at->q, m->mu, out->q);
    if (!ret) { ret = mech->g(t, at->q, m->g, mech->data); }
    if (!ret) { ret = equations_rate(&m->eq, t, at->q, at->v, out->lambda); }
  }
  if (!ret && mech->p > 0)
  {
    ret = mech->k(t, at->q, at->v, out->psi, mech->data);
  }
  return ret;
}

static void copy(N_Vector from, N_Vector to)
{
  if (to) { N_VScale(1.0, from, to); }
}

void residual_ggl_state(struct residual_mech *m, N_Vector y, N_Vector yp,
                        struct problem_state *s)
{
  view_ggl(m, y, yp);
  copy(m->at.q, s->q);
  copy(m->at.v, s->v);
  copy(m->at.a, s->a);
  copy(m->at.lambda, s->lambda);
  copy(m->at.psi, s->psi);
}

static void copy_out(N_Vector from, sunrealtype *to)
{
  if (!from) { return; }
  memcpy(to, N_VGetArrayPointer(from),
         (size_t)N_VGetLength(from) * sizeof(sunrealtype));
}

RESIDUAL_START(start)
{
  const struct residual_mech *m = data;
  const struct problem *mech    = m->eq.pb;
  const sunindextype n          = mech->n;
  sunrealtype *lambda           = y + m->pb.n - mech->m - mech->p;
  copy_out(m->start.q, y);
  copy_out(m->start.v, yp);
  copy_out(m->start.a, m->pb.res2 ? ypp : yp + n);
  if (m->pb.res1) { copy_out(m->start.v, y + n); }
  copy_out(m->start.lambda, lambda);
  copy_out(m->start.psi, lambda + mech->m);
}

static N_Vector empty(sunindextype n, SUNContext ctx)
{
  return n > 0 ? KEEP(N_VMake_Serial(n, NULL, ctx)) : NULL;
}

static int views_new(struct problem_state *s, const struct problem *mech,
                     SUNContext ctx)
{
  s->q      = empty(mech->n, ctx);
  s->v      = empty(mech->n, ctx);
  s->a      = empty(mech->n, ctx);
  s->lambda = empty(mech->m, ctx);
  s->psi    = empty(mech->p, ctx);
  return s->q && s->v && s->a && (s->lambda || !mech->m) && (s->psi || !mech->p)
           ? 0
           : -1;
}

/* n unknowns, of which the first are differential. */
static int lower(struct residual_mech *m, const struct problem *mech,
                 SUNContext ctx, sunindextype n, sunindextype differential)
{
  *m       = (struct residual_mech){0};
  m->order = keep_memory(calloc((size_t)n, sizeof *m->order));
  m->mu    = empty(mech->m, ctx);
  m->g     = empty(mech->m, ctx);
  if (!m->order || equations_new(&m->eq, mech, ctx) ||
      problem_state_new(&m->start, mech, ctx) || views_new(&m->at, mech, ctx) ||
      views_new(&m->r, mech, ctx))
  {
    return -1;
  }
  for (sunindextype i = 0; i < differential; i++)
  {
    m->order[i] = differential == mech->n ? 2.0 : 1.0;
  }
  m->pb = RESIDUAL_PROBLEM(.name = mech->name, .n = n, .t0 = mech->t0,
                           .order = m->order, .start = start, .ypp_known = 1,
                           .data = m);
  problem_start(mech, N_VGetArrayPointer(m->start.q),
                N_VGetArrayPointer(m->start.v));
  return equations_accelerations(&m->eq, &m->start);
}

int residual_mech_new(struct residual_mech *m, const struct problem *mech,
                      SUNContext ctx)
{
  const int ret = lower(m, mech, ctx, mech->n + mech->m + mech->p, mech->n);
  m->pb.res2    = index3;
  return ret;
}

int residual_ggl_new(struct residual_mech *m, const struct problem *mech,
                     SUNContext ctx)
{
  const int ret =
    lower(m, mech, ctx, 2 * (mech->n + mech->m) + mech->p, 2 * mech->n);
  m->pb.res1 = ggl;
  return ret;
}

int residual_mech_tolerances(const struct residual_mech *m, void *mem,
                             sunrealtype rtol, sunrealtype atol,
                             sunrealtype multiplier)
{
  N_Vector all = N_VNew_Serial(m->pb.n, m->eq.ctx);
  if (!all) { return GALPHA_MEM_FAIL; }
  for (sunindextype i = 0; i < m->pb.n; i++)
  {
    NV_Ith_S(all, i) = i < m->eq.pb->n ? atol : multiplier;
  }
  const int ret = GALPHASVtolerances(mem, rtol, all);
  N_VDestroy(all);
  return ret;
}
