/* Lowers a struct problem to the residual form. */
#include "support/lowering/residual.h"
#include "support/models/callbacks.h"

#include <stdlib.h>
#include <string.h>

#include <nvector/nvector_serial.h>

/* s points into the parts of y (and a into ypp). */
static void view(struct problem_state *s, const struct problem *mech,
                 N_Vector y)
{
  sunrealtype *x = N_VGetArrayPointer(y);
  N_VSetArrayPointer(x, s->q);
  if (s->lambda) { N_VSetArrayPointer(x + mech->n, s->lambda); }
  if (s->psi) { N_VSetArrayPointer(x + mech->n + mech->m, s->psi); }
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  struct residual_mech *m    = data;
  const struct problem *mech = m->eq.pb;
  view(&m->at, mech, y);
  view(&m->r, mech, r);
  N_VSetArrayPointer(N_VGetArrayPointer(yp), m->at.v);
  N_VSetArrayPointer(N_VGetArrayPointer(ypp), m->at.a);
  m->at.t = t;
  int ret = equations_dynamic(&m->eq, &m->at, m->r.q);
  if (!ret && mech->m > 0)
  {
    ret = mech->g(t, m->at.q, m->r.lambda, mech->data);
  }
  if (!ret && mech->p > 0)
  {
    ret = mech->k(t, m->at.q, m->at.v, m->r.psi, mech->data);
  }
  return ret;
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
  copy_out(m->start.q, y);
  copy_out(m->start.lambda, y + mech->n);
  copy_out(m->start.psi, y + mech->n + mech->m);
  copy_out(m->start.v, yp);
  copy_out(m->start.a, ypp);
}

static N_Vector empty(sunindextype n, SUNContext ctx)
{
  return n > 0 ? N_VMake_Serial(n, NULL, ctx) : NULL;
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

int residual_mech_new(struct residual_mech *m, const struct problem *mech,
                      SUNContext ctx)
{
  const sunindextype n = mech->n + mech->m + mech->p;
  *m                   = (struct residual_mech){0};
  m->order             = calloc((size_t)n, sizeof *m->order);
  if (!m->order || equations_new(&m->eq, mech, ctx) ||
      problem_state_new(&m->start, mech, ctx) || views_new(&m->at, mech, ctx) ||
      views_new(&m->r, mech, ctx))
  {
    return -1;
  }
  for (sunindextype i = 0; i < mech->n; i++) { m->order[i] = 2.0; }
  m->pb = (struct residual_problem){.name      = mech->name,
                                    .n         = n,
                                    .t0        = mech->t0,
                                    .order     = m->order,
                                    .res2      = residual,
                                    .start     = start,
                                    .ypp_known = 1,
                                    .data      = m};
  mech->start(N_VGetArrayPointer(m->start.q), N_VGetArrayPointer(m->start.v),
              mech->data);
  return equations_accelerations(&m->eq, &m->start);
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

void residual_mech_free(struct residual_mech *m)
{
  problem_state_free(&m->start);
  problem_state_free(&m->at);
  problem_state_free(&m->r);
  equations_free(&m->eq);
  free(m->order);
}
