/* GALPHASolve allocates nothing once the first steps have analysed and
 * factorised the matrix: counted over the whole program, so that vectors,
 * solvers and messages are seen as well as the library itself. Nor does it where
 * redundant constraints are gone on with, a driven velocity jumps, or a run ends in a
 * singular position. */
#include "support/check/count_alloc.h"
#include <sunlinsol/sunlinsol_klu.h>

#include "support/models/combined_rows.h"
#include "support/models/controlled_chain.h"
#include "support/models/flexible/flexible.h"
#include "support/models/two_bars.h"
#include "support/test.h"

/* From the last output on nothing may be allocated until t. */
static int silent(void *mem, sunrealtype t, N_Vector q, N_Vector v)
{
  sunrealtype now  = 0.0;
  const long calls = count_alloc.calls;
  const int ret    = GALPHASolve(mem, t, &now, q, v, GALPHA_NORMAL);
  CHECK(count_alloc.calls == calls);
  return ret;
}

/* Results a caller asks for between steps. */
static int read_results(struct small *s)
{
  sunrealtype talpha;
  int ret = GALPHAGetDky(s->mem, s->t, 1, s->v);

  if (!ret) { ret = GALPHAGetAcceleration(s->mem, s->t, s->a); }
  if (!ret) { ret = GALPHAGetAlgorithmicAcceleration(s->mem, &talpha, s->a); }
  if (!ret) { ret = GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL); }
  return ret;
}

/* Allocations in adaptive steps from t = 0.02 to 0.2, then fixed ones to 0.25;
   the drive ramps up, so that h grows and shrinks on the way. */
static long allocations(struct small *s)
{
  int ret    = small_solve(s, 0.02);
  long calls = count_alloc.calls;

  for (int i = 1; ret >= 0 && i <= 18; i++)
  {
    ret = small_solve(s, 0.02 + 0.01 * i);
    if (ret >= 0) { ret = read_results(s); }
  }
  if (ret >= 0) { ret = GALPHASetFixedStep(s->mem, 1e-3); }
  while (ret >= 0 && s->t < 0.25) { ret = small_step(s, 0.3); }
  calls = count_alloc.calls - calls;
  CHECK(ret >= 0);
  return calls;
}

static void check_silent(int formulation, enum problem_storage storage)
{
  struct flexible *fl = flexible_slider_crank(30, 10.0, 1e-3, 10.0);
  long steps          = 0;

  SMALL(s, .pb = &fl->pb, .storage = storage, .rtol = 1e-4,
        .formulation = formulation);
  const long calls = allocations(s);
  GALPHAGetNumSteps(s->mem, &steps);
  check_of("formulation %d, storage %d", formulation, (int)storage);
  CHECK(steps >= 60);
  CHECK(calls == 0);
}

static GALPHAHolonomicJacFn right_G;

static int wrong_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const int ret  = right_G(t, q, G, data);
  sunrealtype *x = SUNSparseMatrix_Data(G);
  for (sunindextype k = 0; t > 0.05 && k < SUNSparseMatrix_NNZ(G); k++)
  {
    x[k] *= -10.0;
  }
  return ret;
}

/* Nor does the search for what made a step fail; the reactions' share, whose pattern
 * is found when the iteration first asks for it, is left out. */
static void check_silent_failure(void)
{
  struct flexible *fl = flexible_slider_crank(30, 10.0, 1e-3, 10.0);
  right_G             = fl->pb.G;
  fl->pb.G            = wrong_G;
  SMALL(s, .pb = &fl->pb, .storage = PROBLEM_SPARSE, .rtol = 1e-4);
  CHECK(GALPHASetErrFile(s->mem, NULL) == 0);
  CHECK(GALPHASetOption(s->mem, "reaction_jac", 0) == 0);
  CHECK(small_solve(s, 0.02) == 0);
  CHECK(silent(s->mem, 0.2, s->q, s->v) == GALPHA_CONV_FAIL);
}

RESIDUAL2(duffing)
{
  const sunrealtype u = y[0];
  r[0]                = ypp[0] + u * u * u;
}

/* The residual form, by a dense solver and without a matrix. */
static void check_silent_residual(int krylov)
{
  const struct residual_problem pb = {
    .name = "Duffing", .n = 1, .res2 = duffing, .y0 = VALUES(1.0)};
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!krylov || residual_use_krylov(&run, RESIDUAL_SPGMR, 5, 0) == 0);
  CHECK(residual_to(&run, 0.1) == 0);
  CHECK(silent(run.mem, 5.0, run.y, run.yp) == 0);
}

static void check_redundant(int formulation, enum problem_storage storage,
                            int ldlt)
{
  static const sunrealtype T[42] = {
    [0] = 0.3, [1] = 0.7, [14 + 13] = -1.0, [28 + 5] = 2.0};
  const struct problem pb = ref_fourbar();
  struct combined c;
  CHECK(!combined_new(&c, &pb, 3, T, 0, NULL, 1, ctx));
  SMALL(s, .pb = &c.pb, .storage = storage, .formulation = formulation,
        .set = {{"ldlt", ldlt}, {"redundancy", GALPHA_REDUNDANT_LEAST_NORM}});
  CHECK(!small_solve(s, 0.01));
  CHECK(!silent(s->mem, 0.2, s->q, s->v));
}

/* After the start that follows a switch. */
static void check_switched(int formulation, enum problem_storage storage)
{
  const struct problem pb = ref_pendulum(REF_PENDULUM_IFTOMM);
  SMALL(s, .pb = &pb, .storage = storage, .formulation = formulation);
  CHECK(!small_solve(s, 0.1));
  CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 0, 0));
  CHECK(!small_solve(s, 0.2));
  CHECK(!silent(s->mem, 0.5, s->q, s->v));
}

HOLONOMIC_IS(to_and_fro, q[0] - fabs(t - 0.3))

HOLONOMIC_JAC_IS(first, {0, 0, 1.0})

FORCE_IS(pull, -q[0], -q[1])

/* Where the velocity of a drive jumps the run starts anew. */
static void check_jump(int formulation)
{
  SMALL(s, .n = 2, .q = VALUES(0.3, 1.0), .v = VALUES(-1.0, 0.0), .force = pull,
        .g = to_and_fro, .G = first, .rtol = 1e-5, .formulation = formulation);
  CHECK(!small_solve(s, 0.1));
  CHECK(!silent(s->mem, 0.5, s->q, s->v));
  CHECK_NEAR(NV_Ith_S(s->v, 0), 1.0, 1e-3);
}

/* The singular position is named in warnings and in the message of the error. */
static void check_singular(void *mem, N_Vector q, N_Vector v)
{
  struct caught c = {0};
  sunrealtype t   = 0.0;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-6));
  CHECK(!GALPHASetMaxNumSteps(mem, 5000));
  CHECK(!GALPHASolve(mem, 0.1, &t, q, v, GALPHA_NORMAL));
  CHECK(silent(mem, 1.0, q, v) < 0);
  CHECK(strstr(c.msg, "singular position") && c.warnings > 0);
}

/* KLU allocates where it pivots anew, as it does next to a singular matrix: not counted. */
static int set_up_apart(SUNLinearSolver LS, SUNMatrix A)
{
  const long calls  = count_alloc.calls;
  const int ret     = SUNLinSolSetup_KLU(LS, A);
  count_alloc.calls = calls;
  return ret;
}

static void use_klu(struct small *s, sunindextype size)
{
  SUNMatrix A        = KEEP(SUNSparseMatrix(size, size, 1, CSC_MAT, ctx));
  N_Vector x         = KEEP(N_VNew_Serial(size, ctx));
  SUNLinearSolver LS = KEEP(SUNLinSol_KLU(x, A, ctx));
  LS->ops->setup     = set_up_apart;
  CHECK(!GALPHASetLinearSolver(s->mem, LS, A));
}

static void check_singular_mechanics(int formulation,
                                     enum problem_storage storage)
{
  sunrealtype speed       = 1.0;
  const struct problem pb = two_bars(&speed);
  SMALL(s, .pb = &pb, .storage = storage, .formulation = formulation);
  /* whose pattern is allocated when it is needed */
  CHECK(!GALPHASetOption(s->mem, "reaction_jac", 0));
  if (storage == PROBLEM_SPARSE) { use_klu(s, pb.n + pb.m); }
  check_singular(s->mem, s->q, s->v);
}

/* The same as F(t,y,y',y''), y = (q, lambda). */
RESIDUAL2(bars)
{
  const sunrealtype e = y[0] - two_bars_pin(t, 1.0);
  r[0]                = ypp[0] + y[0] * y[2] + e * y[3];
  r[1]                = ypp[1] + y[1] * (y[2] + y[3]);
  r[2]                = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0);
  r[3]                = 0.5 * (e * e + y[1] * y[1] - 1.0);
}

RESIDUAL_START(bars_start)
{
  const struct problem pb = two_bars(data);
  pb.start(y, yp, data);
}

static void check_singular_residual(void)
{
  sunrealtype speed = 1.0;
  const struct residual_problem two =
    RESIDUAL_PROBLEM(.name = "two bars", .n = 4, .order = VALUES(2, 2, 0, 0),
                     .res2 = bars, .start = bars_start, .data = &speed);
  struct residual_run r;
  CHECK(!residual_begin(&r, &two, ctx));
  check_singular(r.mem, r.y, r.yp);
}

/* Before a fixed step fails, patterns that are not declared are searched for. */
static void declare_patterns(void *mem, enum problem_storage storage,
                             sunindextype n)
{
  SUNMatrix F = KEEP(SUNDenseMatrix(n, n, ctx));
  for (sunindextype i = 0; i < n * n; i++) { SM_DATA_D(F)[i] = 1.0; }
  if (storage != PROBLEM_DENSE)
  {
    F = KEEP(SUNSparseFromDenseMatrix(F, 0.0, CSC_MAT));
  }
  CHECK(!GALPHASetForceJacPos(mem, F, NULL));
  CHECK(!GALPHASetForceJacVel(mem, F, NULL));
}

/* With states, by differences or with given derivatives; also where a wrong one makes the
 * step fail and is named. */
static void check_states(enum problem_storage storage, int given)
{
  struct controlled_chain c = controlled_chain(2);
  struct small *s           = &c.s;
  CHECK(!controlled_chain_begin(&c, storage, ctx));
  CHECK(!controlled_chain_give(&c, given ? CHAIN_ALL : 0, storage, 1));
  if (given) { declare_patterns(s->mem, storage, 4); }
  CHECK(
    !GALPHASetOption(s->mem, "reaction_jac", 0)); /* is formed when needed */
  CHECK(!small_solve(s, 0.1));
  CHECK(!silent(s->mem, 0.5, s->q, s->v));
  if (!given) { return; }
  c.spoilt = CHAIN_SS;
  c.row    = -1;
  c.factor = -2000.0;
  CHECK(!GALPHASetFixedStep(s->mem, 0.05));
  CHECK(silent(s->mem, 2.0, s->q, s->v) == GALPHA_CONV_FAIL);
}

TEST_MAIN()
{
  if (!COUNT_ALLOC)
  {
    printf("skipped: allocations cannot be counted in this build\n");
    return;
  }
  const long seen = count_alloc.calls;

  CHECK(seen > 0); /* SUNDIALS' own, in a shared library */
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_silent(f, PROBLEM_SPARSE);
    check_silent(f, PROBLEM_DENSE);
    check_redundant(f, PROBLEM_DENSE, 0);
    check_redundant(f, PROBLEM_SPARSE, 0);
    check_redundant(f, PROBLEM_SPARSE, 1);
    check_switched(f, PROBLEM_DENSE);
    check_switched(f, PROBLEM_SPARSE);
    check_jump(f);
    check_singular_mechanics(f, PROBLEM_SPARSE);
    check_singular_mechanics(f, PROBLEM_DENSE);
  }
  check_singular_residual();
  for (int s = 0; s < PROBLEM_STORAGES; s++)
  {
    check_states((enum problem_storage)s, 0);
    check_states((enum problem_storage)s, 1);
  }
  check_silent_failure();
  check_silent_residual(0);
  check_silent_residual(1);
  CHECK(count_alloc.calls > seen);
}
