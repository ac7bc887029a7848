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
static SUNMatrix band_matrix(int n, int near, sunrealtype x)
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

static struct outcome fall(int n, int given, int formulation, sunrealtype h)
{
  struct chain c = {.n = n};
  struct outcome o;
  sunrealtype t = 0.0;
  N_Vector q = KEEP(N_VNew_Serial(2 * n, ctx)), v = KEEP(N_VClone(q));
  SUNMatrix M = KEEP(band_matrix(2 * n, 0, INERTIA));
  SUNMatrix F = KEEP(band_matrix(2 * n, 1, 0.0));
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

static void check_beam(int n, int formulation, sunrealtype h)
{
  const struct outcome found = fall(n, 0, formulation, h);
  const struct outcome given = fall(n, 1, formulation, h);
  check_of("beam of %d, formulation %d, h = %g", n, formulation, h);
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

/* Two blocks, joined by a soft spring, that fall onto the ground one after the other and
 * slide there: friction depends on the depth of the contact. */
FORCE(slide_force)
{
  const sunrealtype s = 50.0 * (q[2] - q[0] - 1.0);
  ((struct chain *)data)->calls++;
  for (int i = 0; i < 4; i += 2)
  {
    const sunrealtype depth = fmax(-q[i + 1], 0.0);
    const sunrealtype n     = 1e6 * depth * (1.0 - 0.05 * v[i + 1]);
    f[i]                    = (i ? -s : s) - 0.5 * n * tanh(v[i] / 1e-3);
    f[i + 1]                = n - 9.81;
  }
}

/* What comes into play later; h: fixed steps, or 0. */
struct later
{
  const char *name;
  GALPHAForceFn force;
  int n;
  sunrealtype q[4], v[4], end, h;
};

/* Returns the steps to the end; *speed: of the first mass there. */
static long int run_later(const struct later *l, int given, sunrealtype *speed)
{
  struct chain c = {.n = 1};
  sunrealtype t  = 0.0;
  N_Vector q     = KEEP(small_vector(ctx, l->n, l->q));
  N_Vector v     = KEEP(small_vector(ctx, l->n, l->v));
  SUNMatrix M    = KEEP(band_matrix(l->n, 0, 1.0));
  SUNMatrix F    = KEEP(band_matrix(l->n, 1, 0.0));
  void *mem      = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHAInitMech(mem, NULL, M, l->force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, &c));
  if (given)
  {
    CHECK(!GALPHASetForceJacPos(mem, F, NULL) &&
          !GALPHASetForceJacVel(mem, F, NULL));
  }
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8));
  CHECK(!GALPHASStolerancesVel(mem, 1e-6, 1e-6));
  CHECK(!GALPHASetFixedStep(mem, l->h));
  CHECK(GALPHASolve(mem, l->end, &t, q, v, GALPHA_NORMAL) == 0);
  *speed = N_VGetArrayPointer(v)[0];
  return count_of(mem, GALPHAGetNumSteps);
}

static void check_later(void)
{
  static const struct later all[] = {
    {"link", latch_force, 2, {0.0, 1.0}, {0.5, 0.5}, 2.0, 0.0},
    {"link", latch_force, 2, {0.0, 1.0}, {0.5, 0.5}, 2.0, 2e-3},
    {"slide",
     slide_force,
     4,
     {0.0, 0.01, 1.0, 0.02},
     {1.0, 0.0, 1.0},
     0.3,
     0.0},
    {"slide",
     slide_force,
     4,
     {0.0, 0.01, 1.0, 0.02},
     {1.0, 0.0, 1.0},
     0.3,
     2e-3},
  };
  const sunrealtype moving = 0.5 + (cos(-0.3) - cos(5.7)) / 3.0;
  for (int i = 0; i < 4; i++)
  {
    const struct later *l = &all[i];
    sunrealtype v_found = 0.0, v_given = 0.0;
    const long int found = run_later(l, 0, &v_found);
    const long int given = run_later(l, 1, &v_given);
    check_of("%s, h = %g", l->name, l->h);
    CHECK_IN(found, 0.0, given + given / 5 + 10);
    CHECK(i > 1 ||
          (fabs(v_found - moving) < 1e-3 && fabs(v_given - moving) < 1e-3));
    CHECK(fabs(v_found - v_given) < 1e-3);
  }
}

TEST_MAIN()
{
  for (int n = 1; n <= 8; n += 7)
  {
    check_beam(n, GALPHA_SOI2, 0.0);
    check_beam(n, GALPHA_INDEX3, 0.0);
    check_beam(n, GALPHA_SOI2, 1e-3);
  }
  check_later();
}
