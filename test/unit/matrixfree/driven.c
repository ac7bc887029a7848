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

#include "support/models/callbacks.h"

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

static sunrealtype mass_at(sunrealtype t, N_Vector q)
{
  return 1.0 + 0.5 * sin(t) * sin(t) + at(q)[0] * at(q)[0];
}

static int driven_M(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                    void *data)
{
  N_VScale(mass_at(t, q), x, out);
  return 0;
}

static int driven_mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data)
{
  SUNMatZero(M);
  SM_ELEMENT_D(M, 0, 0) = SM_ELEMENT_D(M, 1, 1) = mass_at(t, q);
  return 0;
}

FORCE(weight)
{
  f[0] = 0.0;
  f[1] = -GRAVITY;
}

HOLONOMIC(rod)
{
  const sunrealtype L = length(t);
  g[0]                = 0.5 * (q[0] * q[0] + q[1] * q[1] - L * L);
}

HOLONOMIC(rod_rate)
{
  g[0] = -length(t) * 0.3 * cos(3.0 * t);
}

NONHOLONOMIC(rod_G)
{
  k[0] = q[0] * v[0] + q[1] * v[1];
}

static int rod_GT(sunrealtype t, N_Vector q, N_Vector l, N_Vector out,
                  void *data)
{
  N_VScale(at(l)[0], q, out);
  return 0;
}

HOLONOMIC_JAC(rod_jac)
{
  SM_ELEMENT_D(G, 0, 0) = q[0];
  SM_ELEMENT_D(G, 0, 1) = q[1];
}

/* The mass is not in it. */
static int rod_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / c[2], b, x);
  return 0;
}

ROOTS(passes)
{
  g[0] = y[0] - CATCH;
}

struct course
{
  int products, rate, formulation, project;
  sunrealtype end;
};

struct arrival
{
  sunrealtype q[2], v[2], lambda, root;
};

static void state_rod(const struct course *w, void *mem, N_Vector q, N_Vector v,
                      N_Vector lambda, N_Vector x, SUNLinearSolver LS)
{
  GALPHASubvectorFn part = N_VGetSubvector_ManyVector;
  SUNMatrix M            = SUNDenseMatrix(2, 2, q->sunctx),
            G            = SUNDenseMatrix(1, 2, q->sunctx);
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
  SUNMatDestroy(M);
  SUNMatDestroy(G);
}

static void travel(const struct course *w, void *mem, N_Vector q, N_Vector v,
                   N_Vector lambda, struct arrival *a)
{
  sunrealtype t = 0.0, norm[2];
  CHECK(!GALPHASetFormulation(mem, w->formulation));
  CHECK(!GALPHASStolerances(mem, 1e-7, 1e-8));
  CHECK(!GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHARootInit(mem, 1, passes));
  if (w->project) { CHECK(!GALPHACalcIC(mem, GALPHA_PROJECT_INIT, w->end)); }
  CHECK(GALPHASolve(mem, w->end, &t, q, v, GALPHA_NORMAL) ==
        GALPHA_ROOT_RETURN);
  a->root = t;
  CHECK(GALPHASolve(mem, w->end, &t, q, v, GALPHA_NORMAL) == GALPHA_SUCCESS);
  CHECK(!GALPHAGetMultipliers(mem, t, lambda, NULL));
  CHECK(!GALPHAGetConstraintNorms(mem, &norm[0], &norm[1], NULL));
  CHECK_IN(norm[0], 0.0, 1e-10);
  if (w->formulation == GALPHA_SOI2) { CHECK_IN(norm[1], 0.0, 1e-9); }
  memcpy(a->q, at(q), sizeof a->q);
  memcpy(a->v, at(v), sizeof a->v);
  a->lambda = at(lambda)[0];
}

static struct arrival arrive(SUNContext ctx, const struct course *w)
{
  struct arrival a = {.root = 0.0};
  N_Vector q = N_VNew_Serial(2, ctx), v = N_VClone(q);
  N_Vector lambda    = N_VNew_Serial(1, ctx);
  N_Vector both[]    = {q, lambda};
  N_Vector x         = N_VNew_ManyVector(2, both, ctx);
  SUNLinearSolver LS = SUNLinSol_SPGMR(x, SUN_PREC_LEFT, 5, ctx);
  void *mem          = GALPHACreate(ctx);
  at(q)[0]           = w->project ? 1.01 : 1.0;
  at(v)[0]           = w->project ? 0.2 : 0.3;
  at(q)[1] = at(v)[1] = at(lambda)[0] = 0.0;
  state_rod(w, mem, q, v, lambda, x, LS);
  travel(w, mem, q, v, lambda, &a);
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
  N_Vector all[] = {x, lambda, v, q};
  for (int i = 0; i < 4; i++) { N_VDestroy(all[i]); }
  return a;
}

static void driven(SUNContext ctx)
{
  /* under valgrind each of the four alternatives once */
  const int stride = call_sites_under_valgrind() ? 5 : 1;
  for (int i = 0; i < 16; i += stride)
  {
    struct course w          = {.rate        = i & 1,
                                .formulation = i & 2 ? GALPHA_SOI2 : GALPHA_INDEX3,
                                .project     = (i & 4) != 0,
                                .end         = i & 8 ? 1.0 : -1.0};
    const struct arrival ref = arrive(ctx, &w);
    w.products               = 1;
    const struct arrival a   = arrive(ctx, &w);
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
    sunrealtype t      = 0.0;
    SUNLinearSolver LS = solver(m, &w);
    void *mem          = begin(m, LS, &w);
    N_VConst(0.0, m->q);
    for (int k = 0; k < N; k++)
    {
      at(m->q)[k] =
        k % 2 == i / 2 ? 0.0 : (i / 2 ? 1.0 : -1.0) * LENGTH * (k / 2 + 1);
    }
    CHECK(!GALPHAReInit(mem, 0.0, m->q, m->v));
    CHECK(GALPHASolve(mem, 0.1, &t, m->q, m->v, GALPHA_NORMAL) ==
          GALPHA_SUCCESS);
    if (i < 2) { CHECK_REL(at(m->q)[N - 1], -LENGTH * LINKS, 1e-12); }
    GALPHAFree(&mem);
    SUNLinSolFree(LS);
  }
}

static SUNLinearSolver krylov(const struct model *m, int kind, int side)
{
  switch (kind)
  {
  case 0: return SUNLinSol_SPGMR(m->x, side, 15, m->ctx);
  case 1: return SUNLinSol_SPFGMR(m->x, side, 15, m->ctx);
  case 2: return SUNLinSol_SPBCGS(m->x, side, 30, m->ctx);
  default: return SUNLinSol_SPTFQMR(m->x, side, 30, m->ctx);
  }
}

/* Where the chain's end is. */
static sunrealtype end_by(struct model *m, int kind, int side)
{
  const struct way w = {.formulation = GALPHA_SOI2, .products = 1};
  sunrealtype t      = 0.0;
  SUNLinearSolver LS = krylov(m, kind, side);
  void *mem          = begin(m, LS, &w);
  CHECK(GALPHASolve(mem, 0.45, &t, m->q, m->v, GALPHA_NORMAL) ==
        GALPHA_SUCCESS);
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
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
  sunrealtype t      = 0.0;
  SUNLinearSolver LS = SUNLinSol_SPGMR(m->x, SUN_PREC_NONE, 4, m->ctx);
  CHECK(!SUNLinSol_SPGMRSetMaxRestarts(LS, 20));
  void *mem = begin(m, LS, &w);
  CHECK(GALPHASolve(mem, 0.05, &t, m->q, m->v, GALPHA_NORMAL) ==
        GALPHA_SUCCESS);
  CHECK(!SUNLinSol_SPGMRSetMaxRestarts(LS, 0));
  CHECK(!GALPHASetOption(mem, "linear", SUNTRUE));
  CHECK(GALPHASolve(mem, 0.5, &t, m->q, m->v, GALPHA_NORMAL) < 0);
  CHECK_IN(N_VMaxNorm(m->q), 0.0, 1.0);
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
}

/* Masses on springs as stiff as they are heavy. */
static int spring(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  N_VScale(-*(const sunrealtype *)data, q, f);
  return 0;
}

static int spring_M(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                    void *data)
{
  N_VScale(*(const sunrealtype *)data, x, out);
  return 0;
}

static int spring_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / (c[2] * *(const sunrealtype *)data), b, x);
  return 0;
}

/* cos t, by conjugate gradients; in any units of mass. */
static void conjugate(struct model *m, int side, sunrealtype mass)
{
  sunrealtype t      = 0.0;
  SUNLinearSolver LS = SUNLinSol_PCG(m->q, side, 10, m->ctx);
  void *mem          = GALPHACreate(m->ctx);
  N_VConst(1.0, m->q);
  N_VConst(0.0, m->v);
  CHECK(!GALPHAInitMechTimes(mem, spring_M, spring, 0.0, m->q, m->v));
  CHECK(!GALPHASetUserData(mem, &mass));
  CHECK(!GALPHASetLinearSolver(mem, LS, NULL));
  if (side) { CHECK(!GALPHASaddlePrecInitMech(mem, NULL, spring_S, NULL)); }
  CHECK(!GALPHASStolerances(mem, 1e-7, 1e-9));
  CHECK(GALPHASolve(mem, 2.0, &t, m->q, m->v, GALPHA_NORMAL) == GALPHA_SUCCESS);
  CHECK_IN(fabs(at(m->q)[0] - cos(2.0)), 0.0, 3e-5);
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
}

int main(void)
{
  struct model m;
  model_begin(&m);
  galpha_test_quiet(m.ctx);
  driven(m.ctx);
  at_rest(&m);
  sides(&m);
  linear(&m);
  for (int i = -6; i <= (call_sites_under_valgrind() ? -6 : 6); i += 6)
  {
    conjugate(&m, SUN_PREC_NONE, pow(10.0, i));
    conjugate(&m, SUN_PREC_LEFT, pow(10.0, i));
  }
  model_end(&m);
  return check_done();
}
