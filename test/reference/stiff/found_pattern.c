/* A sparse mass matrix without derivatives of the forces: their patterns are found.
 * What vanishes in a straight beam at rest, and what a link couples later, belongs
 * to them: as many steps as with the patterns given. */
#include "support/test.h"

/* A chain of n masses, stiff damped springs between them, fixed at the origin. */
struct chain
{
  int n;
  long int calls;
};

#define STIFF   1e8
#define DAMPER  1e5
#define LINK    0.25
#define INERTIA 20.0

static int chain_force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector fv,
                       void *data)
{
  struct chain *c      = data;
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  sunrealtype *f = N_VGetArrayPointer(fv);
  c->calls++;
  N_VConst(0.0, fv);
  for (int i = 0; i < c->n; i++)
  {
    const sunrealtype ex = q[2 * i] - (i ? q[2 * i - 2] : 0.0);
    const sunrealtype ey = q[2 * i + 1] - (i ? q[2 * i - 1] : 0.0);
    const sunrealtype ux = v[2 * i] - (i ? v[2 * i - 2] : 0.0);
    const sunrealtype uy = v[2 * i + 1] - (i ? v[2 * i - 1] : 0.0);
    const sunrealtype r  = sqrt(ex * ex + ey * ey);
    const sunrealtype s =
      (STIFF * (r - LINK) + DAMPER * (ex * ux + ey * uy) / r) / r;
    f[2 * i] -= s * ex;
    f[2 * i + 1] -= s * ey + INERTIA * 9.81;
    if (i == 0) { continue; }
    f[2 * i - 2] += s * ex;
    f[2 * i - 1] += s * ey;
  }
  return 0;
}

/* 1 on the diagonal times x; near: also 0 for neighbours in the chain. */
static SUNMatrix band_matrix(int n, int near, sunrealtype x, SUNContext ctx)
{
  SUNMatrix A      = SUNSparseMatrix(n, n, 9 * n, CSC_MAT, ctx);
  sunindextype nnz = 0;
  for (int j = 0; j < n; j++)
  {
    SM_INDEXPTRS_S(A)[j] = nnz;
    for (int i = 0; i < n; i++)
    {
      if (i != j && (!near || abs(i / 2 - j / 2) > 1)) { continue; }
      SM_INDEXVALS_S(A)[nnz] = i;
      SM_DATA_S(A)[nnz++]    = i == j ? x : 0.0;
    }
  }
  SM_INDEXPTRS_S(A)[n] = nnz;
  return A;
}

struct outcome
{
  long int steps, fails, calls;
  sunrealtype tip;
};

static struct outcome fall(SUNContext ctx, int n, int given, int formulation,
                           sunrealtype h)
{
  struct chain c = {.n = n};
  struct outcome o;
  sunrealtype t = 0.0;
  N_Vector q = KEEP(N_VNew_Serial(2 * n, ctx)), v = KEEP(N_VClone(q));
  SUNMatrix M = KEEP(band_matrix(2 * n, 0, INERTIA, ctx));
  SUNMatrix F = KEEP(band_matrix(2 * n, 1, 0.0, ctx));
  void *mem   = KEEP(GALPHACreate(ctx));
  N_VConst(0.0, q);
  N_VConst(0.0, v);
  for (int i = 0; i < n; i++) { N_VGetArrayPointer(q)[2 * i] = (i + 1) * LINK; }
  CHECK(!GALPHAInitMech(mem, NULL, M, chain_force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, &c));
  if (given)
  {
    CHECK(!GALPHASetForceJacPos(mem, F, NULL) &&
          !GALPHASetForceJacVel(mem, F, NULL));
  }
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-6));
  CHECK(!GALPHASetFixedStep(mem, h));
  CHECK(GALPHASolve(mem, 0.1, &t, q, v, GALPHA_NORMAL) == 0);
  CHECK(!GALPHAGetNumSteps(mem, &o.steps));
  CHECK(!GALPHAGetNumStepSolveFails(mem, &o.fails));
  o.tip   = N_VGetArrayPointer(q)[2 * n - 1];
  o.calls = c.calls;
  return o;
}

static void check_beam(SUNContext ctx, int n, int formulation, sunrealtype h)
{
  const struct outcome found = fall(ctx, n, 0, formulation, h);
  const struct outcome given = fall(ctx, n, 1, formulation, h);
  printf("beam of %d, formulation %d, h = %g: %ld steps, %ld calls of f; with "
         "patterns %ld, %ld\n",
         n, formulation, h, found.steps, found.calls, given.steps, given.calls);
  CHECK(found.steps == given.steps && found.fails == given.fails);
  CHECK(fabs(found.tip - given.tip) <= 1e-12);
  /* 2 n + 1 for each of the two patterns, and not those of the first matrix */
  CHECK(found.calls <= given.calls + 2 * (2 * 2 * n + 1));
}

/* Two masses on a line, the first pushed gently; from t = 0.1 on a stiff damped link
 * holds them together at the distance of that time. */
FORCE(latch_force)
{
  const sunrealtype s =
    t > 0.1 ? STIFF * (q[1] - q[0] - 1.0) + DAMPER * (v[1] - v[0]) : 0.0;
  ((struct chain *)data)->calls++;
  f[0] = s + sin(3.0 * (t - 0.1));
  f[1] = -s + sin(3.0 * (t - 0.1));
}

static long int latch(SUNContext ctx, int given, sunrealtype *speed)
{
  struct chain c = {.n = 1};
  sunrealtype t  = 0.0;
  N_Vector q = KEEP(N_VNew_Serial(2, ctx)), v = KEEP(N_VClone(q));
  SUNMatrix M = KEEP(band_matrix(2, 0, 1.0, ctx)),
            F = KEEP(band_matrix(2, 1, 0.0, ctx));
  void *mem   = KEEP(GALPHACreate(ctx));
  N_VConst(0.0, q);
  N_VConst(0.5, v);
  N_VGetArrayPointer(q)[1] = 1.0;
  CHECK(!GALPHAInitMech(mem, NULL, M, latch_force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, &c));
  if (given)
  {
    CHECK(!GALPHASetForceJacPos(mem, F, NULL) &&
          !GALPHASetForceJacVel(mem, F, NULL));
  }
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8));
  CHECK(!GALPHASStolerancesVel(mem, 1e-6, 1e-6));
  CHECK(GALPHASolve(mem, 2.0, &t, q, v, GALPHA_NORMAL) == 0);
  const long int steps = count_of(mem, GALPHAGetNumSteps);
  *speed               = N_VGetArrayPointer(v)[1];
  return steps;
}

static void check_latch(SUNContext ctx)
{
  sunrealtype v_found = 0.0, v_given = 0.0;
  const long int found     = latch(ctx, 0, &v_found);
  const long int given     = latch(ctx, 1, &v_given);
  const sunrealtype moving = 0.5 + (cos(-0.3) - cos(5.7)) / 3.0;
  printf("link that begins: %ld steps, with patterns %ld; error of v %.1e\n",
         found, given, v_found - moving);
  CHECK(found <= given + given / 5 + 10);
  CHECK(fabs(v_found - moving) < 1e-3 && fabs(v_given - moving) < 1e-3);
}

TEST_MAIN(ctx)
{
  for (int n = 1; n <= 8; n += 7)
  {
    check_beam(ctx, n, GALPHA_SOI2, 0.0);
    check_beam(ctx, n, GALPHA_INDEX3, 0.0);
    check_beam(ctx, n, GALPHA_SOI2, 1e-3);
  }
  check_latch(ctx);
}
