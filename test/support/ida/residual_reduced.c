/* IDA on the first-order reduction; unknowns (y, w), w_k the rate of y_second[k]. */
#include "support/ida/residual_reduced.h"

#include <stdlib.h>
#include <string.h>

#include <nvector/nvector_serial.h>

#include "support/ida/dense.h"

struct reduction
{
  const struct residual_problem *pb;
  sunindextype *second, seconds;
  N_Vector y, r;     /* views of parts of IDA's vectors */
  N_Vector rate, ac; /* y', y'' */
  struct ida_dense by;
};

/* y' and y'' from (y', w') and w. */
static void spread(struct reduction *s, const sunrealtype *w,
                   const sunrealtype *slope)
{
  const sunindextype n = s->pb->n;
  N_VConst(0.0, s->ac);
  memcpy(N_VGetArrayPointer(s->rate), slope, (size_t)n * sizeof *slope);
  for (sunindextype k = 0; k < s->seconds; k++)
  {
    NV_Ith_S(s->rate, s->second[k]) = w[k];
    NV_Ith_S(s->ac, s->second[k])   = slope[n + k];
  }
}

static int residual(sunrealtype t, N_Vector state, N_Vector slope, N_Vector res,
                    void *data)
{
  struct reduction *s  = data;
  const sunindextype n = s->pb->n;
  sunrealtype *x = N_VGetArrayPointer(state), *r = N_VGetArrayPointer(res);
  const sunrealtype *d = N_VGetArrayPointer(slope);
  spread(s, x + n, d);
  for (sunindextype k = 0; k < s->seconds; k++)
  {
    r[n + k] = d[s->second[k]] - x[n + k];
  }
  N_VSetArrayPointer(x, s->y);
  N_VSetArrayPointer(r, s->r);
  return s->pb->res2(t, s->y, s->rate, s->ac, s->r, s->pb->data);
}

static void set_start(struct reduction *s)
{
  const sunindextype n = s->pb->n;
  sunrealtype *y       = N_VGetArrayPointer(s->by.y);
  sunrealtype *d       = N_VGetArrayPointer(s->by.yp);
  N_VConst(0.0, s->by.y);
  N_VConst(0.0, s->by.yp);
  N_VConst(0.0, s->ac);
  residual_start(s->pb, y, d, N_VGetArrayPointer(s->ac));
  for (sunindextype k = 0; k < s->seconds; k++)
  {
    y[n + k] = d[s->second[k]];
    d[n + k] = NV_Ith_S(s->ac, s->second[k]);
  }
}

static void set_weights(struct reduction *s,
                        const struct ida_ref_tolerances *tol)
{
  const sunindextype n = s->pb->n;
  N_VConst(0.0, s->by.id);
  N_VConst(tol->atol_v, s->by.atol);
  for (sunindextype i = 0; i < n; i++)
  {
    const int output        = s->pb->order[i] == 0.0;
    NV_Ith_S(s->by.id, i)   = output ? 0.0 : 1.0;
    NV_Ith_S(s->by.atol, i) = output ? tol->multiplier : tol->atol_q;
  }
}

static int create(struct reduction *s, SUNContext ctx)
{
  const sunindextype n = s->pb->n;
  s->second            = malloc((size_t)n * sizeof *s->second);
  if (!s->second) { return 1; }
  for (sunindextype i = 0; i < n; i++)
  {
    if (s->pb->order[i] == 2.0) { s->second[s->seconds++] = i; }
  }
  const sunindextype all = n + s->seconds;
  s->y                   = N_VMake_Serial(n, NULL, ctx);
  s->r                   = N_VMake_Serial(n, NULL, ctx);
  s->rate                = N_VNew_Serial(n, ctx);
  s->ac                  = N_VNew_Serial(n, ctx);
  if (!s->y || !s->r || !s->rate || !s->ac) { return 1; }
  return ida_dense_new(&s->by, all, ctx);
}

static void hand_out(struct reduction *s, sunrealtype *y, sunrealtype *yp)
{
  const sunindextype n = s->pb->n;
  const sunrealtype *x = N_VGetArrayPointer(s->by.y);
  spread(s, x + n, N_VGetArrayPointer(s->by.yp));
  memcpy(y, x, (size_t)n * sizeof *y);
  memcpy(yp, N_VGetArrayPointer(s->rate), (size_t)n * sizeof *yp);
}

static void destroy(struct reduction *s)
{
  N_Vector all[] = {s->y, s->r, s->rate, s->ac};
  ida_dense_free(&s->by);
  for (int i = 0; i < 4; i++)
  {
    if (all[i]) { N_VDestroy(all[i]); }
  }
  free(s->second);
}

int ida_residual_solve(const struct residual_problem *pb, SUNContext ctx,
                       const struct ida_ref_tolerances *tol, sunrealtype t1,
                       sunrealtype *y, sunrealtype *yp)
{
  struct reduction s = {.pb = pb};
  sunrealtype t      = pb->t0;
  int ret            = create(&s, ctx);
  if (!ret)
  {
    set_start(&s);
    set_weights(&s, tol);
    ret = ida_dense_begin(&s.by, residual, &s, pb->t0, t1, tol->rtol);
  }
  if (!ret)
  {
    ret = IDASolve(s.by.ida, t1, &t, s.by.y, s.by.yp, IDA_NORMAL);
    ret = ret == IDA_TSTOP_RETURN ? 0 : ret;
    hand_out(&s, y, yp);
  }
  destroy(&s);
  return ret;
}
