/* IDA on the GGL form of a struct problem; unknowns (q, v, mu, lambda, psi). */
#include "support/ida/problem_ggl.h"

#include <string.h>

#include <nvector/nvector_serial.h>

#include "support/ida/dense.h"
#include "support/lowering/equations.h"

/* Parts of one of IDA's vectors. */
struct parts
{
  N_Vector q, v, mu, lambda, psi;
};

struct ggl
{
  struct equations eq;
  struct parts y, yp, r; /* views */
  struct ida_dense by;
};

static int parts_new(struct parts *p, const struct problem *pb, SUNContext ctx)
{
  const sunindextype size[5] = {pb->n, pb->n, pb->m, pb->m, pb->p};
  N_Vector *part[5]          = {&p->q, &p->v, &p->mu, &p->lambda, &p->psi};
  for (int i = 0; i < 5; i++)
  {
    *part[i] = size[i] > 0 ? N_VMake_Serial(size[i], NULL, ctx) : NULL;
    if (size[i] > 0 && !*part[i]) { return -1; }
  }
  return 0;
}

static void parts_free(struct parts *p)
{
  N_Vector part[5] = {p->q, p->v, p->mu, p->lambda, p->psi};
  for (int i = 0; i < 5; i++)
  {
    if (part[i]) { N_VDestroy(part[i]); }
  }
}

static void parts_view(struct parts *p, N_Vector whole)
{
  N_Vector part[5] = {p->q, p->v, p->mu, p->lambda, p->psi};
  sunrealtype *x   = N_VGetArrayPointer(whole);
  for (int i = 0; i < 5; i++)
  {
    if (!part[i]) { continue; }
    N_VSetArrayPointer(x, part[i]);
    x += NV_LENGTH_S(part[i]);
  }
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    void *data)
{
  struct ggl *s            = data;
  const struct problem *pb = s->eq.pb;
  parts_view(&s->y, y);
  parts_view(&s->yp, yp);
  parts_view(&s->r, r);
  const struct problem_state at = {t,           s->y.q,   s->y.v, s->yp.v,
                                   s->y.lambda, s->y.psi, NULL};
  N_VLinearSum(1.0, s->y.v, -1.0, s->yp.q, s->r.q);
  int ret = equations_dynamic(&s->eq, &at, s->r.v);
  if (!ret && pb->m > 0)
  {
    ret = equations_push(&s->eq, t, s->y.q, s->y.mu, s->r.q);
    if (!ret) { ret = pb->g(t, s->y.q, s->r.mu, pb->data); }
    if (!ret) { ret = equations_rate(&s->eq, t, s->y.q, s->y.v, s->r.lambda); }
  }
  if (!ret && pb->p > 0) { ret = pb->k(t, s->y.q, s->y.v, s->r.psi, pb->data); }
  return ret;
}

/* Start values with the accelerations and multipliers that belong to them. */
static int set_start(struct ggl *s)
{
  const struct problem *pb = s->eq.pb;
  N_VConst(0.0, s->by.y);
  N_VConst(0.0, s->by.yp);
  parts_view(&s->y, s->by.y);
  parts_view(&s->yp, s->by.yp);
  pb->start(N_VGetArrayPointer(s->y.q), N_VGetArrayPointer(s->y.v), pb->data);
  N_VScale(1.0, s->y.v, s->yp.q);
  struct problem_state at = {pb->t0,      s->y.q,   s->y.v, s->yp.v,
                             s->y.lambda, s->y.psi, NULL};
  return equations_accelerations(&s->eq, &at);
}

static void set_weights(struct ggl *s, const struct ida_ref_tolerances *tol)
{
  const sunindextype n = s->eq.pb->n;
  for (sunindextype i = 0; i < NV_LENGTH_S(s->by.y); i++)
  {
    NV_Ith_S(s->by.id, i)   = i < 2 * n ? 1.0 : 0.0;
    NV_Ith_S(s->by.atol, i) = i < n       ? tol->atol_q
                              : i < 2 * n ? tol->atol_v
                                          : tol->multiplier;
  }
}

static int create(struct ggl *s, const struct problem *pb, SUNContext ctx)
{
  const sunindextype all = 2 * (pb->n + pb->m) + pb->p;
  if (equations_new(&s->eq, pb, ctx) || parts_new(&s->y, pb, ctx) ||
      parts_new(&s->yp, pb, ctx) || parts_new(&s->r, pb, ctx))
  {
    return 1;
  }
  return ida_dense_new(&s->by, all, ctx) || set_start(s);
}

static void copy_part(N_Vector from, N_Vector to)
{
  if (to) { N_VScale(1.0, from, to); }
}

static void hand_out(struct ggl *s, sunrealtype t, struct problem_state *out)
{
  parts_view(&s->y, s->by.y);
  parts_view(&s->yp, s->by.yp);
  out->t = t;
  copy_part(s->y.q, out->q);
  copy_part(s->y.v, out->v);
  copy_part(s->yp.v, out->a);
  copy_part(s->y.lambda, out->lambda);
  copy_part(s->y.psi, out->psi);
}

static void destroy(struct ggl *s)
{
  ida_dense_free(&s->by);
  parts_free(&s->y);
  parts_free(&s->yp);
  parts_free(&s->r);
  equations_free(&s->eq);
}

int ida_ref_solve(const struct problem *pb, SUNContext ctx,
                  const struct ida_ref_tolerances *tol, sunrealtype t1,
                  struct problem_state *s, long int *steps)
{
  struct ggl g;
  sunrealtype t = pb->t0;
  memset(&g, 0, sizeof g);
  int ret = create(&g, pb, ctx);
  if (!ret)
  {
    set_weights(&g, tol);
    ret = ida_dense_begin(&g.by, residual, &g, pb->t0, t1, tol->rtol);
  }
  if (!ret)
  {
    ret = IDASolve(g.by.ida, t1, &t, g.by.y, g.by.yp, IDA_NORMAL);
    hand_out(&g, t, s);
    if (steps) { IDAGetNumSteps(g.by.ida, steps); }
  }
  destroy(&g);
  return ret < 0 || ret == 1 ? ret * (ret != IDA_TSTOP_RETURN) : 0;
}
