/* See statement.h. */
#include "support/run/statement.h"

#include "support/run/keep.h"

static sunindextype count(sunindextype n)
{
  return n ? n : 1;
}

static int model(struct small *s, SUNContext ctx,
                 const struct small_statement *w)
{
  const sunindextype n = count(w->n);
  if (w->pb) { return small_form(s, ctx, w->pb, w->storage, w->formulation); }
  if (w->res1)
  {
    return small_residual(s, ctx, n, w->t0, w->q, w->v, w->res1, w->data);
  }
  if (w->res2)
  {
    return small_residual2(s, ctx, n, w->t0, w->q, w->v, w->a, w->res2,
                           w->data);
  }
  return small_mechanics(s, ctx, n, w->t0, w->q, w->v, w->force, w->data);
}

static int parts(struct small *s, const struct small_statement *w)
{
  int ret = 0;
  if (w->g) { ret = small_holonomic(s, count(w->m), w->g, w->G); }
  if (!ret && w->k) { ret = small_nonholonomic(s, count(w->p), w->k, w->K); }
  if (!ret && w->dfdq) { ret = GALPHASetForceJacPos(s->mem, s->M, w->dfdq); }
  if (!ret && w->dfdv) { ret = GALPHASetForceJacVel(s->mem, s->M, w->dfdv); }
  if (!ret && w->order) { ret = small_orders(s, w->order); }
  return ret;
}

static int options(struct small *s, const struct small_statement *w)
{
  int ret = 0;
  if (w->rtol > 0.0)
  {
    ret =
      GALPHASStolerances(s->mem, w->rtol, w->atol > 0.0 ? w->atol : w->rtol);
  }
  if (!ret && !w->pb && w->formulation)
  {
    ret = GALPHASetFormulation(s->mem, w->formulation);
  }
  for (int i = 0; !ret && i < 6 && w->set[i].option; i++)
  {
    ret = GALPHASetOption(s->mem, w->set[i].option, w->set[i].value);
  }
  return ret;
}

int small_begin(struct small *s, SUNContext ctx,
                const struct small_statement *what)
{
  int ret = model(s, ctx, what);
  if (!ret) { ret = parts(s, what); }
  if (!ret) { ret = options(s, what); }
  return ret;
}
