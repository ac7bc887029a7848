/* Mechanisms moved by a constraint that depends on t, where g_t is not given: the
 * start does not depend on how far ahead tout lies, the differences follow the
 * step, and index 3 with error control sees driven coordinates. */
#include "support/models/callbacks.h"
#include "support/test.h"

/* Two masses, a spring between them; the first follows sin(w t) or a ramp. */
struct drive
{
  sunrealtype w; /* 0: the ramp t^2/2 from t = 0 on, at rest before */
};

static sunrealtype *data(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

FORCE(force)
{
  const sunrealtype stretch = q[1] - q[0];
  f[0]                      = stretch;
  f[1]                      = -stretch;
}

HOLONOMIC(follow)
{
  const struct drive *d = data;
  const sunrealtype s =
    d->w > 0.0 ? sin(d->w * t) : (t > 0.0 ? 0.5 * t * t : 0.0);
  g[0] = q[0] - s;
}

HOLONOMIC_JAC(follow_jac)
{
  SM_ELEMENT_D(G, 0, 0) = 1.0;
  SM_ELEMENT_D(G, 0, 1) = 0.0;
}

static void *create(struct drive *d, SUNContext ctx, sunrealtype t0)
{
  N_Vector q = N_VNew_Serial(2, ctx), v = N_VClone(q),
           l  = N_VNew_Serial(1, ctx);
  SUNMatrix M = SUNDenseMatrix(2, 2, ctx), G = SUNDenseMatrix(1, 2, ctx);
  N_VConst(0.0, q);
  N_VConst(0.0, v);
  N_VConst(0.0, l);
  if (d->w > 0.0)
  {
    data(q)[0] = sin(d->w * t0);
    data(v)[0] = d->w * cos(d->w * t0);
  }
  SM_ELEMENT_D(M, 0, 0) = SM_ELEMENT_D(M, 1, 1) = 1.0;
  void *mem                                     = GALPHACreate(ctx);
  CHECK(!GALPHAInitMech(mem, NULL, M, force, t0, q, v));
  CHECK(!GALPHASetHolonomic(mem, l, follow, G, follow_jac));
  CHECK(!GALPHASetUserData(mem, d));
  CHECK(!GALPHASStolerances(mem, 1e-5, 1e-5));
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(l);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  return mem;
}

/* lambda0 = f - M v' of the driven mass: -s''(0) - ... exact in closed form. */
static void check_start(SUNContext ctx, sunrealtype w, sunrealtype exact)
{
  static const sunrealtype ahead[] = {0.01, 2.0, 100.0, 1e4};
  struct drive d                   = {w};
  for (int i = 0; i < 4; i++)
  {
    N_Vector l = N_VNew_Serial(1, ctx);
    void *mem  = create(&d, ctx, 0.0);
    CHECK(!GALPHACalcIC(mem, GALPHA_ACC_INIT, ahead[i]));
    CHECK(!GALPHAGetMultipliers(mem, 0.0, l, NULL));
    CHECK(fabs(data(l)[0] - exact) <= 1e-4 * fmax(1.0, fabs(exact)));
    N_VDestroy(l);
    GALPHAFree(&mem);
  }
}

/* Late starts are as consistent as early ones. */
static void check_late(SUNContext ctx)
{
  struct drive d = {3.0};
  for (int k = 0; k < 4; k++)
  {
    void *mem = create(&d, ctx, pow(10.0, k + 1));
    CHECK(!GALPHACalcIC(mem, GALPHA_ACC_INIT, pow(10.0, k + 1) + 1.0));
    GALPHAFree(&mem);
  }
}

static void check_motion(SUNContext ctx, int formulation, sunrealtype bound)
{
  struct drive d = {20.0};
  void *mem      = create(&d, ctx, 0.0);
  N_Vector q = N_VNew_Serial(2, ctx), v = N_VClone(q);
  sunrealtype t = 0.0, worst_q = 0.0, worst_v = 0.0;
  CHECK(!GALPHASetFormulation(mem, formulation));
  for (int i = 1; i <= 50; i++)
  {
    CHECK(GALPHASolve(mem, 0.2 * i, &t, q, v, GALPHA_NORMAL) == 0);
    worst_q = fmax(worst_q, fabs(data(q)[0] - sin(20.0 * t)));
    worst_v = fmax(worst_v, fabs(data(v)[0] - 20.0 * cos(20.0 * t)));
  }
  printf("formulation %d: worst errors of the driven mass %.2e and %.2e\n",
         formulation, worst_q, worst_v);
  CHECK(worst_q <= bound && worst_v <= 20.0 * 20.0 * bound);
  N_VDestroy(q);
  N_VDestroy(v);
  GALPHAFree(&mem);
}

TEST_MAIN(ctx)
{
  check_start(ctx, 0.0, -1.0);
  check_start(ctx, 10.0, 0.0);
  check_late(ctx);
  check_motion(ctx, GALPHA_SOI2, 1e-3);
  check_motion(ctx, GALPHA_INDEX3, 1e-2);
}
