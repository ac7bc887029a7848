/* Motions do not depend on whether KLU or L D L^T solves the linear systems: the
 * mechanical form of chains, beams, lattices and multi-loop linkages without a
 * single factorisation by KLU, that of unsymmetric models with its help; a field in
 * IDA. */
#include <galpha/galpha_sunlinsol_ldlt.h>

#ifdef GALPHA_TEST_HAVE_IDA
#include <ida/ida.h>
#endif
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/callbacks.h"
#include "support/models/flexible/mechanism.h"
#include "support/models/reference.h"
#include "support/test.h"

struct solver
{
  N_Vector y;
  SUNMatrix A;
  SUNLinearSolver LS;
};

static void solver_new(struct solver *s, sunindextype n, SUNContext ctx)
{
  s->y  = N_VNew_Serial(n, ctx);
  s->A  = SUNSparseMatrix(n, n, 1, CSC_MAT, ctx);
  s->LS = GALPHASunLinSol_LDLT(s->y, s->A, ctx);
  CHECK(s->y && s->A && s->LS);
}

/* Returns the factorisations made by KLU. */
static long solver_free(struct solver *s)
{
  long count = -1;

  CHECK(GALPHASunLinSol_LDLTGetNumFallbacks(s->LS, &count) == 0);
  SUNLinSolFree(s->LS);
  SUNMatDestroy(s->A);
  N_VDestroy(s->y);
  return count;
}

enum by
{
  BY_KLU,
  BY_LDLT,          /* of the library's own choice */
  BY_SOLVER_OF_MINE /* L D L^T */
};

/* The state at t1 after `steps` steps; returns fallbacks of my solver. */
static long run(const struct problem *pb, SUNContext ctx, int formulation,
                enum by by, sunrealtype t1, int steps, struct problem_state *s)
{
  struct solver own;
  void *mem  = problem_create(pb, ctx, PROBLEM_SPARSE);
  long count = 0;

  CHECK(mem && !problem_state_new(s, pb, ctx));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASetFixedStep(mem, t1 / steps));
  CHECK(!GALPHASStolerances(mem, 1e-9, 1e-9));
  CHECK(!GALPHASetOption(mem, "ldlt", by == BY_LDLT));
  if (by == BY_SOLVER_OF_MINE)
  {
    solver_new(&own, pb->n + pb->m + pb->p, ctx);
    CHECK(!GALPHASetLinearSolver(mem, own.LS, own.A));
  }
  CHECK(GALPHASolve(mem, t1, &s->t, s->q, s->v, GALPHA_NORMAL) >= 0);
  CHECK(!pb->m || !GALPHAGetMultipliers(mem, s->t, s->lambda, NULL));
  GALPHAFree(&mem);
  if (by == BY_SOLVER_OF_MINE) { count = solver_free(&own); }
  return count;
}

static sunrealtype apart(N_Vector x, N_Vector y)
{
  const sunindextype n = NV_LENGTH_S(x);

  return problem_dist(NV_DATA_S(x), NV_DATA_S(y), n) /
         (1e-300 + sqrt(N_VDotProd(x, x)));
}

/* In t1 and so many steps, q within tol. */
static void check_same(const struct problem *pb, SUNContext ctx, sunrealtype t1,
                       int steps, sunrealtype tol, int symmetric)
{
  for (int form = GALPHA_SOI2; form <= GALPHA_INDEX3; form++)
  {
    struct problem_state a, b, c;

    if (pb->p > 0 && form == GALPHA_INDEX3) { continue; }
    run(pb, ctx, form, BY_KLU, t1, steps, &a);
    run(pb, ctx, form, BY_LDLT, t1, steps, &c);
    const long fallbacks = run(pb, ctx, form, BY_SOLVER_OF_MINE, t1, steps, &b);
    const sunrealtype dq = apart(a.q, b.q), dv = apart(a.v, b.v);
    const sunrealtype dl = pb->m ? apart(a.lambda, b.lambda) : 0.0;
    printf("%s, form %d: %.1e %.1e %.1e apart, %ld by KLU\n", pb->name, form,
           dq, dv, dl, fallbacks);
    CHECK(dq <= tol && dv <= 100.0 * tol && dl <= 1e4 * tol);
    CHECK((fallbacks == 0) == symmetric);
    /* the literal form has a second solver, which here is not mine */
    CHECK(apart(b.q, c.q) <= (form == GALPHA_SOI2_LITERAL ? tol : 0.0));
    problem_state_free(&a);
    problem_state_free(&b);
    problem_state_free(&c);
  }
}

static void check_mechanism(struct mechanism m, SUNContext ctx, sunrealtype t1,
                            int steps, sunrealtype tol)
{
  CHECK(m.pb != NULL);
  check_same(m.pb, ctx, t1, steps, tol, 1);
  mechanism_free(&m);
}

#ifdef GALPHA_TEST_HAVE_IDA
/* u' = Laplace u on a square by the five-point formula, zero at the border. */
#define SIDE 12

RESIDUAL1(heat)
{
  const sunrealtype h2 = (SIDE + 1.0) * (SIDE + 1.0);
  for (int i = 0; i < SIDE; i++)
  {
    for (int j = 0; j < SIDE; j++)
    {
      const int k = i * SIDE + j;
      const sunrealtype sum =
        (i > 0 ? y[k - SIDE] : 0.0) + (i < SIDE - 1 ? y[k + SIDE] : 0.0) +
        (j > 0 ? y[k - 1] : 0.0) + (j < SIDE - 1 ? y[k + 1] : 0.0);
      r[k] = yp[k] - h2 * (sum - 4.0 * y[k]);
    }
  }
}

RESIDUAL1_JAC(heat_jac)
{
  const sunrealtype h2 = (SIDE + 1.0) * (SIDE + 1.0);
  problem_begin(J);
  for (int k = 0; k < SIDE * SIDE; k++)
  {
    const int i = k / SIDE, j = k % SIDE;
    if (i > 0) { problem_put(J, k - SIDE, k, -h2); }
    if (j > 0) { problem_put(J, k - 1, k, -h2); }
    problem_put(J, k, k, cj + 4.0 * h2);
    if (j < SIDE - 1) { problem_put(J, k + 1, k, -h2); }
    if (i < SIDE - 1) { problem_put(J, k + SIDE, k, -h2); }
  }
  problem_end(J);
}

/* The lowest mode of the discrete operator decays by itself. */
static void check_ida(SUNContext ctx)
{
  const int n            = SIDE * SIDE;
  const sunrealtype c    = acos(-1.0) / (SIDE + 1.0);
  const sunrealtype rate = 8.0 * pow((SIDE + 1.0) * sin(0.5 * c), 2.0),
                    t1   = 0.05;
  N_Vector y = N_VNew_Serial(n, ctx), yp = N_VNew_Serial(n, ctx);
  SUNMatrix A        = SUNSparseMatrix(n, n, 5 * n, CSC_MAT, ctx);
  SUNLinearSolver LS = GALPHASunLinSol_LDLT(y, A, ctx);
  void *mem          = IDACreate(ctx);
  sunrealtype t;
  long fallbacks, setups;

  for (int k = 0; k < n; k++)
  {
    NV_Ith_S(y, k)  = sin(c * (k / SIDE + 1)) * sin(c * (k % SIDE + 1));
    NV_Ith_S(yp, k) = -rate * NV_Ith_S(y, k);
  }
  CHECK(IDAInit(mem, heat, 0.0, y, yp) == 0);
  CHECK(IDASStolerances(mem, 1e-8, 1e-10) == 0);
  CHECK(IDASetLinearSolver(mem, LS, A) == 0);
  CHECK(IDASetJacFn(mem, heat_jac) == 0);
  CHECK(IDASolve(mem, t1, &t, y, yp, IDA_NORMAL) >= 0);
  for (int k = 0; k < n; k++)
  {
    const sunrealtype start = sin(c * (k / SIDE + 1)) * sin(c * (k % SIDE + 1));
    CHECK_IN(NV_Ith_S(y, k) - exp(-rate * t1) * start, -1e-6, 1e-6);
  }
  IDAGetNumLinSolvSetups(mem, &setups);
  CHECK(GALPHASunLinSol_LDLTGetNumFallbacks(LS, &fallbacks) == 0);
  CHECK(fallbacks == 0 && setups > 5);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  N_VDestroy(y);
  N_VDestroy(yp);
}
#endif

TEST_MAIN(ctx)
{
  struct ref_heavy_top heavy = {1.0};
  const struct problem top = ref_heavy_top(&heavy), andrews = ref_andrews();

  galpha_test_quiet(ctx);
  check_mechanism(mechanism_chain(40, 0.01, 1e-3), ctx, 0.2, 40, 1e-9);
  check_mechanism(mechanism_slider_crank(40, 10.0, 1e-5, 10.0), ctx, 0.2, 40,
                  1e-9);
  check_mechanism(mechanism_lattice(20, 4, 3e6, 1e-6, 20.0), ctx, 0.2, 40,
                  1e-9);
  check_mechanism(mechanism_fourbar(6, 0.3), ctx, 0.2, 40, 1e-9);
  check_same(&andrews, ctx, 0.01, 100, 1e-8, 0);
  check_same(&top, ctx, 0.02, 20, 1e-10, 0);
#ifdef GALPHA_TEST_HAVE_IDA
  check_ida(ctx);
#endif
}
