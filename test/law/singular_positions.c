/* A chain of four-bar linkages that passes singular positions (bars in line) in the
 * residual form, index 3 by F(t,y,y',y'') and index 2 (Gear, Gupta, Leimkuhler) by
 * F(t,y,y'): multipliers change there by round-off divided by h or h^2, so that a step
 * once made smaller never recovered. At tolerances 1e-2 ... 1e-7 that ended in failure
 * (24 of 130 for either form; IDA: 2 of GGL's) runs get through, and positions are
 * right to what the tolerance makes of the chain's sensitivity. */
#include "support/lowering/residual.h"
#include "support/models/reference.h"
#include "support/test.h"

/* The i-th of 130 tolerances. */
static sunrealtype tolerance(int i)
{
  return pow(10.0, -2.0 - 5.0 * i / 129.0);
}

static void check_end(const struct problem *pb, const char *form, int i,
                      int code, const struct caught *said, sunrealtype t,
                      const sunrealtype *q, SUNContext ctx)
{
  struct problem_state s;
  CHECK(!problem_state_new(&s, pb, ctx));
  CHECK(
    !pb->exact(t, N_VGetArrayPointer(s.q), NULL, NULL, NULL, NULL, pb->data));
  const sunrealtype error = problem_dist(q, N_VGetArrayPointer(s.q), pb->n);
  printf("%s %d: tolerance %.2e to t = %g: %d, error %.1e %s\n", form, i,
         tolerance(i), t, code, error, code < 0 ? said->msg : "");
  CHECK(code >= 0);
  if (t <= 1.0) { CHECK_IN(error, 0.0, 20.0 * pow(tolerance(i), 2.0 / 3.0)); }
  problem_state_free(&s);
}

static void by_index3(const struct problem *pb, int i, sunrealtype t,
                      SUNContext ctx)
{
  struct residual_mech low;
  struct residual_run r;
  struct caught said = {0};
  CHECK(!residual_mech_new(&low, pb, ctx));
  CHECK(!residual_begin(&r, &low.pb, ctx));
  CHECK(!GALPHASStolerances(r.mem, tolerance(i), tolerance(i)));
  CHECK(!GALPHASetErrHandlerFn(r.mem, caught_handler, &said));
  const int code = GALPHASolve(r.mem, t, &r.t, r.y, r.yp, GALPHA_NORMAL);
  check_end(pb, "index 3", i, code, &said, t, N_VGetArrayPointer(r.y), ctx);
  residual_end(&r);
  residual_mech_free(&low);
}

/* y = (q, v, mu, lambda). */
struct ggl
{
  const struct problem *pb;
  N_Vector q, v, f, g;
  SUNMatrix M, G;
};

static int ggl_residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                        void *data)
{
  const struct ggl *s      = data;
  const struct problem *pb = s->pb;
  const sunindextype n = pb->n, m = pb->m;
  sunrealtype *Y = N_VGetArrayPointer(y), *R = N_VGetArrayPointer(r);
  const sunrealtype *P = N_VGetArrayPointer(yp);
  N_VSetArrayPointer(Y, s->q);
  N_VSetArrayPointer(Y + n, s->v);
  int ret = pb->force(t, s->q, s->v, s->f, pb->data);
  if (!ret) { ret = pb->g(t, s->q, s->g, pb->data); }
  if (!ret) { ret = pb->G(t, s->q, s->G, pb->data); }
  if (!ret) { ret = pb->mass(t, s->q, s->M, pb->data); }
  for (sunindextype i = 0; i < n; i++)
  {
    R[i]     = P[i] - Y[n + i];
    R[n + i] = -N_VGetArrayPointer(s->f)[i];
    for (sunindextype j = 0; j < n; j++)
    {
      R[n + i] += SM_ELEMENT_D(s->M, i, j) * P[n + j];
    }
    for (sunindextype k = 0; k < m; k++)
    {
      R[i] += SM_ELEMENT_D(s->G, k, i) * Y[2 * n + k];
      R[n + i] += SM_ELEMENT_D(s->G, k, i) * Y[2 * n + m + k];
    }
  }
  for (sunindextype k = 0; k < m; k++)
  {
    R[2 * n + k]     = N_VGetArrayPointer(s->g)[k];
    R[2 * n + m + k] = 0.0;
    for (sunindextype i = 0; i < n; i++)
    {
      R[2 * n + m + k] += SM_ELEMENT_D(s->G, k, i) * Y[n + i];
    }
  }
  return ret;
}

static void by_ggl(struct ggl *s, int i, sunrealtype t, SUNContext ctx)
{
  const struct problem *pb = s->pb;
  const sunindextype n = pb->n, size = 2 * (pb->n + pb->m);
  struct caught said = {0};
  void *mem          = GALPHACreate(ctx);
  N_Vector y = N_VNew_Serial(size, ctx), yp = N_VClone(y), id = N_VClone(y);
  sunrealtype *Y = N_VGetArrayPointer(y), tret = 0.0;
  N_VConst(0.0, y);
  N_VConst(0.0, yp);
  N_VConst(0.0, id);
  pb->start(Y, Y + n, pb->data);
  for (sunindextype k = 0; k < 2 * n; k++)
  {
    N_VGetArrayPointer(id)[k] = 1.0;
    if (k < n) { N_VGetArrayPointer(yp)[k] = Y[n + k]; }
  }
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &said));
  CHECK(!GALPHAInit(mem, ggl_residual, 0.0, y, yp));
  CHECK(!GALPHASetUserData(mem, s));
  CHECK(!GALPHASStolerances(mem, tolerance(i), tolerance(i)));
  CHECK(!GALPHASetId(mem, id));
  CHECK(!GALPHASetSuppressAlg(mem, 1));
  const int code = GALPHASolve(mem, t, &tret, y, yp, GALPHA_NORMAL);
  check_end(pb, "GGL", i, code, &said, t, Y, ctx);
  GALPHAFree(&mem);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(id);
}

static void check_ggl(const struct problem *pb, SUNContext ctx)
{
  static const int of[] = {0, 40, 80, 119, 121, 128, 129};
  struct ggl s          = {.pb = pb,
                           .q  = N_VNewEmpty_Serial(pb->n, ctx),
                           .v  = N_VNewEmpty_Serial(pb->n, ctx),
                           .f  = N_VNew_Serial(pb->n, ctx),
                           .g  = N_VNew_Serial(pb->m, ctx),
                           .M  = SUNDenseMatrix(pb->n, pb->n, ctx),
                           .G  = SUNDenseMatrix(pb->m, pb->n, ctx)};
  for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
  {
    by_ggl(&s, of[i], 1.0, ctx);
  }
  N_VDestroy(s.q);
  N_VDestroy(s.v);
  N_VDestroy(s.f);
  N_VDestroy(s.g);
  SUNMatDestroy(s.M);
  SUNMatDestroy(s.G);
}

TEST_MAIN(ctx)
{
  static const int tight[] = {40, 80, 91, 113, 125, 128};
  static const int loose[] = {4, 8, 13, 17, 19};
  const struct problem pb  = ref_fourbar();
  for (size_t i = 0; i < sizeof tight / sizeof tight[0]; i++)
  {
    by_index3(&pb, tight[i], 1.0, ctx);
  }
  for (size_t i = 0; i < sizeof loose / sizeof loose[0]; i++)
  {
    by_index3(&pb, loose[i], 4.0, ctx);
  }
  check_ggl(&pb, ctx);
}
