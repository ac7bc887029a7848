/* A run whose steps are decided by vibrations that hardly move anything is told of
 * GALPHA_TEST_POSITIONS, once, with the component; taking the advice saves most of the
 * steps, silently. A vibration that positions need, or a slow motion, is none of this. */
#include "support/models/callbacks.h"
#include "support/test.h"

/* Two masses that swing slowly by themselves, joined by a stiff spring. */
struct pair
{
  sunrealtype stiffness, stretch, end;
  int held; /* the first mass is, by a constraint */
};

FORCE(force)
{
  const struct pair *p    = data;
  const sunrealtype inner = p->stiffness * (q[2] - q[1]);
  f[0]                    = -q[0];
  f[1]                    = -q[1] + inner;
  f[2]                    = -q[2] - inner;
}

HOLONOMIC(hold)
{
  g[0] = q[0] - 1.0;
}

/* formulation 0: F(t,y,y',y'') */
static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  const int ret = force(t, y, yp, r, data);
  N_VLinearSum(1.0, ypp, -1.0, r, r);
  return ret;
}

static long int run(SUNContext ctx, struct pair p, int formulation, int test,
                    struct caught *said)
{
  N_Vector q = N_VNew_Serial(3, ctx), v = N_VClone(q);
  N_Vector l  = N_VNew_Serial(1, ctx);
  SUNMatrix M = SUNDenseMatrix(3, 3, ctx), G = SUNDenseMatrix(1, 3, ctx);
  void *mem     = GALPHACreate(ctx);
  sunrealtype t = 0.0;
  long int n    = -1;
  N_VConst(1.0, q);
  N_VConst(0.0, v);
  N_VGetArrayPointer(q)[1] -= p.stretch;
  N_VGetArrayPointer(q)[2] += p.stretch;
  for (int i = 0; i < 3; i++) { SM_ELEMENT_D(M, i, i) = 1.0; }
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, said));
  if (formulation == 0) { CHECK(!GALPHAInit2(mem, residual, 0.0, q, v, NULL)); }
  else
  {
    CHECK(!GALPHAInitMech(mem, NULL, M, force, 0.0, q, v));
    N_VConst(0.0, l);
    if (p.held) { CHECK(!GALPHASetHolonomic(mem, l, hold, G, NULL)); }
    CHECK(!GALPHASetFormulation(mem, formulation));
  }
  CHECK(!GALPHASetUserData(mem, &p) && !GALPHASetErrorTest(mem, test));
  CHECK(!GALPHASStolerances(mem, 1e-4, 1e-4));
  CHECK(!GALPHASolve(mem, p.end, &t, q, v, GALPHA_NORMAL));
  CHECK(!GALPHAGetNumSteps(mem, &n));
  GALPHAFree(&mem);
  N_VDestroy(q);
  N_VDestroy(v);
  N_VDestroy(l);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  return n;
}

/* A slow oscillator that a force pushes to and fro, with jumps after which errors of
 * velocities change sign: nothing is told. */
FORCE(push)
{
  f[0] = -q[0] + (fmod(t, 1.0) < 0.5 ? 1e3 : -1e3);
}

static void check_jumps(SUNContext ctx)
{
  N_Vector q = N_VNew_Serial(1, ctx), v = N_VClone(q);
  SUNMatrix M     = SUNDenseMatrix(1, 1, ctx);
  void *mem       = GALPHACreate(ctx);
  struct caught c = {0};
  sunrealtype t   = 0.0;
  N_VConst(1.0, q);
  N_VConst(0.0, v);
  SM_ELEMENT_D(M, 0, 0) = 1.0;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInitMech(mem, NULL, M, push, 0.0, q, v));
  CHECK(!GALPHASetFormulation(mem, GALPHA_INDEX3));
  CHECK(!GALPHASStolerances(mem, 1e-5, 1e-5));
  CHECK(!GALPHASolve(mem, 6.0, &t, q, v, GALPHA_NORMAL) && c.count == 0);
  if (c.count) { printf("%s\n", c.msg); }
  GALPHAFree(&mem);
  N_VDestroy(q);
  N_VDestroy(v);
  SUNMatDestroy(M);
}

/* A pendulum of index 3: (y0, y1) on a circle, y2 the tension. */
RESIDUAL2(pendulum)
{
  r[0] = ypp[0] + y[2] * y[0];
  r[1] = ypp[1] + y[2] * y[1] + 9.81;
  r[2] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0);
}

/* Its first steps ring, and no later ones: nothing is told. */
static void check_start(SUNContext ctx)
{
  N_Vector y = N_VNew_Serial(3, ctx), yp = N_VClone(y), order = N_VClone(y);
  void *mem       = GALPHACreate(ctx);
  struct caught c = {0};
  sunrealtype t   = 0.0;
  N_VConst(0.0, y);
  N_VConst(0.0, yp);
  N_VConst(2.0, order);
  N_VGetArrayPointer(y)[0]     = 1.0;
  N_VGetArrayPointer(order)[2] = 0.0;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInit2(mem, pendulum, 0.0, y, yp, NULL));
  CHECK(!GALPHASetDiffOrder(mem, order));
  CHECK(!GALPHASStolerances(mem, 1e-7, 1e-7));
  CHECK(!GALPHASolve(mem, 0.5, &t, y, yp, GALPHA_NORMAL) && c.count == 0);
  if (c.count) { printf("%s\n", c.msg); }
  GALPHAFree(&mem);
  N_VDestroy(y);
  N_VDestroy(yp);
  N_VDestroy(order);
}

TEST_MAIN(ctx)
{
  const struct pair ripple = {5e5, 2e-5, 2.0, 0}, wave = {5e5, 1e-2, 0.2, 0},
                    slow = {1.0, 0.3, 40.0, 0}, held = {5e5, 2e-5, 0.2, 1};
  for (int f = 0; f <= GALPHA_INDEX3; f++)
  {
    struct caught c  = {0};
    const long int n = run(ctx, ripple, f, GALPHA_TEST_VELOCITIES, &c);
    const int told   = c.count;
    const int says   = strstr(c.msg, "GALPHASetErrorTest") != NULL;
    const int names  = strstr(c.msg, f ? "v[" : "y'[") != NULL &&
                      (strstr(c.msg, "[1]") || strstr(c.msg, "[2]"));
    const int before = c.count;
    const long int m = run(ctx, ripple, f, GALPHA_TEST_POSITIONS, &c);
    printf("formulation %d: %ld steps, told %d (%s), positions %ld\n", f, n,
           told, c.msg, m);
    CHECK(told == 1 && says && names && c.count == before);
    CHECK(2 * m < n);
    run(ctx, wave, f, GALPHA_TEST_VELOCITIES, &c);
    run(ctx, slow, f, GALPHA_TEST_VELOCITIES, &c);
    CHECK(c.count == before);
    if (!f) { continue; }
    run(ctx, held, f, GALPHA_TEST_VELOCITIES, &c);
    CHECK(c.count == before + 1 && strstr(c.msg, "GALPHASetErrorTest"));
  }
  check_start(ctx);
  check_jumps(ctx);
}
