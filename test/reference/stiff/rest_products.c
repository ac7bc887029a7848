/* A string that comes to rest, stated by products with its blocks: the reactions' share
 * enters products with the iteration matrix, by one more with G^T, unless the user's
 * product with df/dq holds it. As many steps as with matrices. Negative control: without
 * the share the run does not get there. */
#include "support/models/rest.h"
#include "support/test.h"

#include <galpha/galpha_saddle.h>
#include <nvector/nvector_manyvector.h>

#define TEND 1e4
#define TOL  1e-4

struct by_product
{
  struct rest r; /* first: its callbacks take it for their data */
  SUNMatrix G, F;
  N_Vector q, v, lambda, number, x;
  SUNLinearSolver LS;
};

PRODUCT_EACH(times_M, x[i])

static int times_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                   void *data)
{
  struct by_product *p = data;
  const int ret        = p->r.pb.G(t, q, p->G, data);
  return ret ? ret : SUNMatMatvec(p->G, x, out);
}

static int times_GT(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                    void *data)
{
  struct by_product *p = data;
  const int ret        = p->r.pb.G(t, q, p->G, data);
  for (sunindextype j = 0; j < p->r.pb.n; j++)
  {
    const sunrealtype *column = SM_COLUMN_D(p->G, j);
    sunrealtype sum           = 0.0;
    for (sunindextype i = 0; i < p->r.pb.m; i++)
    {
      sum += column[i] * NV_Ith_S(x, i);
    }
    NV_Ith_S(out, j) = sum;
  }
  return ret;
}

static int times_F(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   sunrealtype cq, sunrealtype cv, N_Vector x, N_Vector out,
                   void *data)
{
  struct by_product *p = data;
  const int ret        = p->r.pb.dfdq(t, q, v, lambda, NULL, p->F, data);
  if (ret || SUNMatMatvec(p->F, x, out)) { return -1; }
  N_VLinearSum(cq, out, -cv * p->r.c, x, out);
  return 0;
}

static int solve_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  const struct rest *r = data;
  N_VScale(1.0 / (c[2] + c[1] * r->c), b, x);
  return 0;
}

static void begin(struct by_product *p, sunindextype links)
{
  rest_string(&p->r, links);
  const sunindextype n = p->r.pb.n;
  p->r.tilt            = 0.3;
  p->G                 = KEEP(SUNDenseMatrix(links, n, ctx));
  p->F                 = KEEP(SUNDenseMatrix(n, n, ctx));
  p->q                 = KEEP(N_VNew_Serial(n, ctx));
  p->v                 = KEEP(N_VNew_Serial(n, ctx));
  p->lambda            = KEEP(N_VNew_Serial(links, ctx));
  p->number            = KEEP(N_VNew_Serial(links, ctx));
  N_Vector both[]      = {p->q, p->lambda};
  p->x                 = KEEP(N_VNew_ManyVector(2, both, ctx));
  p->LS                = KEEP(SUNLinSol_SPGMR(p->x, SUN_PREC_LEFT, 20, ctx));
  N_VConst(0.0, p->lambda);
  for (sunindextype i = 0; i < links; i++)
  {
    NV_Ith_S(p->number, i) = (sunrealtype)i;
  }
  p->r.pb.start(N_VGetArrayPointer(p->q), N_VGetArrayPointer(p->v), &p->r);
}

static void *create(struct by_product *p, int formulation, int product)
{
  void *mem = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHAInitMechTimes(mem, times_M, p->r.pb.force, 0.0, p->q, p->v));
  CHECK(!GALPHASetHolonomicTimes(mem, p->lambda, p->r.pb.g, times_G, times_GT));
  CHECK(!GALPHASetUnknowns(mem, p->x, N_VGetSubvector_ManyVector, 0, 1));
  CHECK(!GALPHASetUserData(mem, p));
  CHECK(!GALPHASetLinearSolver(mem, p->LS, NULL));
  CHECK(!GALPHASaddlePrecInitMech(mem, NULL, solve_S, p->number));
  if (product) { CHECK(!GALPHASetForceTimes(mem, times_F)); }
  CHECK(!GALPHASetScleronomic(mem, 1));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASStolerances(mem, TOL, TOL));
  CHECK(!GALPHASetMaxNumSteps(mem, 3000));
  CHECK(!GALPHASetErrFile(mem, NULL));
  return mem;
}

static long steps_by_matrix(const struct by_product *p, int formulation)
{
  struct rest r = p->r;
  long steps    = 0;
  r.pb.data     = &r;
  SMALL(s, .pb = &r.pb, .formulation = formulation, .rtol = TOL);
  CHECK(!small_solve(s, TEND));
  GALPHAGetNumSteps(s->mem, &steps);
  return steps;
}

enum force_product
{
  DIFFERENCED,
  WITHOUT_SHARE,
  WITH_SHARE,
  ALONE, /* without, and the library adds nothing */
  VARIANTS
};

static void check_variant(sunindextype links, int formulation,
                          enum force_product variant)
{
  struct by_product p;
  const sunrealtype down = (sunrealtype)links;
  sunrealtype t          = 0.0;
  long steps = 0, fails = 0;
  begin(&p, links);
  p.r.share        = variant == WITH_SHARE;
  void *mem        = create(&p, formulation, variant != DIFFERENCED);
  const long usual = steps_by_matrix(&p, formulation);
  if (variant == ALONE)
  {
    CHECK(!GALPHASetOption(mem, "reaction_jac", 0));
    /* it would get there on a few thousand steps */
    CHECK(!GALPHASetOption(mem, "line_search", SUNFALSE));
  }
  const int ret = GALPHASolve(mem, TEND, &t, p.q, p.v, GALPHA_NORMAL);
  GALPHAGetNumSteps(mem, &steps);
  GALPHAGetNumStepSolveFails(mem, &fails);
  check_of("%d links, formulation %d, variant %d", (int)links, formulation,
           (int)variant);
  if (variant == ALONE) { CHECK(ret == GALPHA_TOO_MUCH_WORK); }
  else
  {
    CHECK(ret == 0 && fails <= 3);
    CHECK_IN(steps, 1, usual * 6 / 5);
    CHECK_IN(NV_Ith_S(p.q, p.r.pb.n - 2), -2e-3, 2e-3);
    CHECK_IN(NV_Ith_S(p.q, p.r.pb.n - 1), -down - 2e-3, -down + 2e-3);
  }
}

TEST_MAIN()
{
  for (int variant = 0; variant < VARIANTS; variant++)
  {
    check_variant(1, GALPHA_SOI2, (enum force_product)variant);
    check_variant(5, GALPHA_SOI2, (enum force_product)variant);
    check_variant(5, GALPHA_INDEX3, (enum force_product)variant);
  }
}
