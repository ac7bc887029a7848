/* Mechanics by products against the same by matrices: a pendulum whose length is
 * driven and whose mass depends on time and place, forwards and backwards, g_t given
 * or differenced, from projected values, up to an event; starts at rest in
 * equilibrium; the side that a solver is preconditioned from;
 * a linear problem and a solver that is too weak for it. */
#include <sunlinsol/sunlinsol_pcg.h>
#include <sunlinsol/sunlinsol_spbcgs.h>
#include <sunlinsol/sunlinsol_spfgmr.h>
#include <sunlinsol/sunlinsol_sptfqmr.h>

#include "model.h"

#define CATCH    0.3
#define TOL_SIDE 1e-7

static sunrealtype *at(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

static sunrealtype length(sunrealtype t)
{
  return 1.0 + 0.1 * sin(3.0 * t);
}

static sunrealtype mass_at(sunrealtype t, const sunrealtype *q)
{
  return 1.0 + 0.5 * sin(t) * sin(t) + q[0] * q[0];
}

PRODUCT_EACH(driven_M, mass_at(t, q) * x[i])

MASS_IS(driven_mass, {0, 0, mass_at(t, q)}, {1, 1, mass_at(t, q)})

FORCE_IS(weight, 0.0, -GRAVITY)

HOLONOMIC(rod)
{
  const sunrealtype L = length(t);
  g[0]                = 0.5 * (q[0] * q[0] + q[1] * q[1] - L * L);
}

HOLONOMIC_IS(rod_rate, -length(t) * 0.3 * cos(3.0 * t))

PRODUCT_IS(rod_G, q[0] * x[0] + q[1] * x[1])

PRODUCT_IS(rod_GT, x[0] * q[0], x[0] * q[1])

HOLONOMIC_JAC_IS(rod_jac, {0, 0, q[0]}, {0, 1, q[1]})

/* The mass is not in it. */
static int rod_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / c[2], b, x);
  return 0;
}

ROOTS_IS(passes, y[0] - CATCH)

struct course
{
  int products, rate, formulation, project;
  sunrealtype end;
};

struct arrival
{
  sunrealtype q[2], v[2], lambda, root;
};

/* An integrator of the rod's motion. */
static void *state_rod(const struct course *w, N_Vector q, N_Vector v,
                       N_Vector lambda)
{
  GALPHASubvectorFn part = N_VGetSubvector_ManyVector;
  N_Vector both[]        = {q, lambda};
  N_Vector x             = KEEP(N_VNew_ManyVector(2, both, ctx));
  SUNLinearSolver LS     = KEEP(SUNLinSol_SPGMR(x, SUN_PREC_LEFT, 5, ctx));
  SUNMatrix M            = KEEP(SUNDenseMatrix(2, 2, ctx)),
            G            = KEEP(SUNDenseMatrix(1, 2, ctx));
  void *mem              = KEEP(GALPHACreate(ctx));
  if (w->products)
  {
    CHECK(!GALPHAInitMechTimes(mem, driven_M, weight, 0.0, q, v));
    CHECK(!GALPHASetHolonomicTimes(mem, lambda, rod, rod_G, rod_GT));
    CHECK(!GALPHASetUnknowns(mem, x, part, Q, LAMBDA));
    CHECK(!GALPHASetLinearSolver(mem, LS, NULL));
    /* the number of the constraint is 0, as lambda */
    CHECK(!GALPHASaddlePrecInitMech(mem, NULL, rod_S, lambda));
  }
  else
  {
    CHECK(!GALPHAInitMech(mem, driven_mass, M, weight, 0.0, q, v));
    CHECK(!GALPHASetHolonomic(mem, lambda, rod, G, rod_jac));
  }
  if (w->rate) { CHECK(!GALPHASetHolonomicRate(mem, rod_rate)); }
  CHECK(!GALPHASetFormulation(mem, w->formulation));
  CHECK(!GALPHASStolerances(mem, 1e-7, 1e-8));
  CHECK(!GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHARootInit(mem, 1, passes));
  return mem;
}

static struct arrival arrive(const struct course *w)
{
  const sunrealtype q0[] = {w->project ? 1.01 : 1.0, 0.0},
                    v0[] = {w->project ? 0.2 : 0.3, 0.0};
  struct arrival a       = {.root = 0.0};
  N_Vector q = small_vector(ctx, 2, q0), v = small_vector(ctx, 2, v0);
  N_Vector lambda = small_vector(ctx, 1, NULL);
  void *mem       = state_rod(w, q, v, lambda);
  sunrealtype t   = 0.0, norm[2];
  if (w->project) { CHECK(!GALPHACalcIC(mem, GALPHA_PROJECT_INIT, w->end)); }
  CHECK(GALPHASolve(mem, w->end, &a.root, q, v, GALPHA_NORMAL) ==
        GALPHA_ROOT_RETURN);
  CHECK(GALPHASolve(mem, w->end, &t, q, v, GALPHA_NORMAL) == GALPHA_SUCCESS);
  CHECK(!GALPHAGetMultipliers(mem, t, lambda, NULL));
  CHECK(!GALPHAGetConstraintNorms(mem, &norm[0], &norm[1], NULL));
  CHECK_IN(norm[0], 0.0, 1e-10);
  if (w->formulation == GALPHA_SOI2) { CHECK_IN(norm[1], 0.0, 1e-9); }
  memcpy(a.q, at(q), sizeof a.q);
  memcpy(a.v, at(v), sizeof a.v);
  a.lambda = at(lambda)[0];
  return a;
}

static void driven(void)
{
  /* under valgrind each of the four alternatives once */
  const int stride = call_sites_sampled() ? 5 : 1;
  for (int i = 0; i < 16; i += stride)
  {
    struct course w          = {.rate        = i & 1,
                                .formulation = i & 2 ? GALPHA_SOI2 : GALPHA_INDEX3,
                                .project     = (i & 4) != 0,
                                .end         = i & 8 ? 1.0 : -1.0};
    const struct arrival ref = arrive(&w);
    w.products               = 1;
    const struct arrival a   = arrive(&w);
    for (int k = 0; k < 2; k++)
    {
      CHECK_REL(a.q[k], ref.q[k], 3e-7);
      CHECK_REL(a.v[k], ref.v[k], 3e-6);
    }
    CHECK_REL(a.lambda, ref.lambda, 1e-4);
    CHECK_REL(a.root, ref.root, 1e-6);
  }
}

/* Accelerations vanish where the chain hangs, multipliers where it starts to fall;
 * what is left of either is round-off, with which iteration must not go on. */
static void at_rest(struct model *m)
{
  for (int i = 0; i < 4; i++)
  {
    const struct way w = {
      .formulation = GALPHA_SOI2, .products = 1, .plain = i % 2};
    void *mem = begin(m, &w);
    N_VConst(0.0, m->q);
    for (int k = 0; k < N; k++)
    {
      at(m->q)[k] =
        k % 2 == i / 2 ? 0.0 : (i / 2 ? 1.0 : -1.0) * LENGTH * (k / 2 + 1);
    }
    CHECK(!GALPHAReInit(mem, 0.0, m->q, m->v));
    CHECK(go(m, 0.1) == GALPHA_SUCCESS);
    if (i < 2) { CHECK_REL(at(m->q)[N - 1], -LENGTH * LINKS, 1e-12); }
  }
}

static SUNLinearSolver krylov(const struct model *m, int kind, int side)
{
  switch (kind)
  {
  case 0: return SUNLinSol_SPGMR(m->x, side, 15, ctx);
  case 1: return SUNLinSol_SPFGMR(m->x, side, 15, ctx);
  case 2: return SUNLinSol_SPBCGS(m->x, side, 30, ctx);
  default: return SUNLinSol_SPTFQMR(m->x, side, 30, ctx);
  }
}

/* Where the chain's end is. */
static sunrealtype end_by(struct model *m, int kind, int side)
{
  const struct way w = {.formulation = GALPHA_SOI2, .products = 1};
  begin_by(m, krylov(m, kind, side), &w);
  CHECK(!go(m, 0.45));
  return at(m->q)[N - 1];
}

static void sides(struct model *m)
{
  const sunrealtype ref = end_by(m, 0, SUN_PREC_LEFT);
  for (int kind = 0; kind < 4; kind++)
  {
    CHECK_REL(end_by(m, kind, SUN_PREC_LEFT), ref, TOL_SIDE);
    CHECK_REL(end_by(m, kind, SUN_PREC_RIGHT), ref, TOL_SIDE);
  }
}

/* One correction for each step is enough where the solver is exact; where it is too
 * weak, more are made or the step is given up. */
static void linear(struct model *m)
{
  const struct way w = {
    .formulation = GALPHA_SOI2, .products = 1, .plain = 1, .step = 0.005};
  SUNLinearSolver LS = SUNLinSol_SPGMR(m->x, SUN_PREC_NONE, 4, ctx);
  CHECK(!SUNLinSol_SPGMRSetMaxRestarts(LS, 20));
  void *mem = begin_by(m, LS, &w);
  CHECK(go(m, 0.05) == GALPHA_SUCCESS);
  CHECK(!SUNLinSol_SPGMRSetMaxRestarts(LS, 0));
  CHECK(!GALPHASetOption(mem, "linear", SUNTRUE));
  CHECK(go(m, 0.5) < 0);
  CHECK_IN(N_VMaxNorm(m->q), 0.0, 1.0);
}

/* Masses on springs as stiff as they are heavy. */
static sunrealtype heavy(const void *data)
{
  return *(const sunrealtype *)data;
}

FORCE_EACH(spring, -heavy(data) * q[i])

PRODUCT_EACH(spring_M, heavy(data) * x[i])

static int spring_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / (c[2] * heavy(data)), b, x);
  return 0;
}

/* cos t, by conjugate gradients; in any units of mass. */
static void conjugate(struct model *m, int side, sunrealtype mass)
{
  void *mem = anew(m, SUNLinSol_PCG(m->q, side, 10, ctx));
  N_VConst(1.0, m->q);
  N_VConst(0.0, m->v);
  CHECK(!GALPHAInitMechTimes(mem, spring_M, spring, 0.0, m->q, m->v));
  CHECK(!GALPHASetUserData(mem, &mass));
  CHECK(!GALPHASetLinearSolver(mem, m->LS, NULL));
  if (side) { CHECK(!GALPHASaddlePrecInitMech(mem, NULL, spring_S, NULL)); }
  CHECK(!GALPHASStolerances(mem, 1e-7, 1e-9));
  CHECK(!go(m, 2.0));
  CHECK_NEAR(at(m->q)[0], cos(2.0), 3e-5);
}

TEST_MAIN()
{
  struct model m;
  model_begin(&m);
  test_quiet();
  driven();
  at_rest(&m);
  sides(&m);
  linear(&m);
  for (int i = -6; i <= (call_sites_sampled() ? -6 : 6); i += 6)
  {
    conjugate(&m, SUN_PREC_NONE, pow(10.0, i));
    conjugate(&m, SUN_PREC_LEFT, pow(10.0, i));
  }
}
