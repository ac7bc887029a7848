/* Mechanics by products: a chain of point masses on rigid links that hangs between
 * springs, with dense matrices and by products with the same blocks, which must give
 * the same motion; SOI2 and index 3, the user's derivative of forces and a differenced
 * one, with and without a preconditioner; a free oscillator against its closed form;
 * what the statement refuses. */
#include "model.h"

/* End of the motion: q, v, lambda. */
struct motion
{
  sunrealtype x[2 * N + LINKS];
  long int steps, iters, solves;
};

static struct motion run(struct model *m, const struct way *w)
{
  /* under valgrind each line once is enough */
  const sunrealtype end = call_sites_sampled() ? 0.05 : 0.5;
  struct motion out     = {{0.0}, 0, 0, 0};
  sunrealtype norm[2];
  void *mem = begin(m, w);
  CHECK(!GALPHASetStopTime(mem, end));
  CHECK(go(m, end) == GALPHA_TSTOP_RETURN);
  CHECK(!GALPHAGetMultipliers(mem, m->t, m->lambda, NULL));
  CHECK(!GALPHAGetConstraintNorms(mem, &norm[0], &norm[1], NULL));
  CHECK_IN(norm[0], 0.0, 1e-8);
  if (w->formulation == GALPHA_SOI2) { CHECK_IN(norm[1], 0.0, 1e-7); }
  memcpy(out.x, N_VGetArrayPointer(m->q), N * sizeof out.x[0]);
  memcpy(out.x + N, N_VGetArrayPointer(m->v), N * sizeof out.x[0]);
  memcpy(out.x + 2 * N, N_VGetArrayPointer(m->lambda), LINKS * sizeof out.x[0]);
  out.steps  = count_of(mem, GALPHAGetNumSteps);
  out.iters  = count_of(mem, GALPHAGetNumLinIters);
  out.solves = count_of(mem, GALPHAGetNumLinSolves);
  return out;
}

/* Products make the same motion as matrices: to Newton's tolerance in equal steps, in
 * chosen ones to that of the error test. */
static void same_motion(struct model *m, int formulation, sunrealtype step)
{
  const sunrealtype far   = step == 0.0 ? 20.0 : 1.0;
  struct way w            = {.formulation = formulation, .step = step};
  const struct motion ref = run(m, &w);
  w.products              = 1;
  for (int i = 0; i < 4; i++)
  {
    w.differenced         = i % 2;
    w.plain               = i / 2;
    const struct motion x = run(m, &w);
    CHECK_IN(x.steps, 0.98 * (double)ref.steps, 1.02 * (double)ref.steps);
    CHECK_IN(apart(x.x, ref.x, N), 0.0, far * 1e-7);
    CHECK_IN(apart(x.x + N, ref.x + N, N), 0.0, far * 1e-6);
    CHECK_IN(apart(x.x + 2 * N, ref.x + 2 * N, LINKS), 0.0, far * 1e-3);
    /* with the springs' share left out of it */
    if (!w.plain) { CHECK_IN(x.iters, 1.0, 4.0 * (double)x.solves); }
  }
}

/* x = cos of the time for springs of k = m, without constraints. */
static int linear_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                        void *data)
{
  times_M(t, q, q, f, data);
  N_VScale(-1.0, f, f);
  return 0;
}

static sunrealtype free_error(struct model *m, sunrealtype step, int prec)
{
  sunrealtype error = 0.0;
  const int side    = prec ? SUN_PREC_LEFT : SUN_PREC_NONE;
  void *mem         = anew(m, SUNLinSol_SPGMR(m->q, side, N, ctx));
  N_VConst(1.0, m->q);
  N_VConst(0.0, m->v);
  CHECK(!GALPHAInitMechTimes(mem, times_M, linear_force, 0.0, m->q, m->v));
  CHECK(!GALPHASetUserData(mem, m));
  CHECK(!GALPHASetLinearSolver(mem, m->LS, NULL));
  if (prec) { CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, NULL)); }
  CHECK(!GALPHASetFixedStep(mem, step));
  CHECK(!GALPHASetStopTime(mem, 2.0));
  CHECK(go(m, 2.0) == GALPHA_TSTOP_RETURN);
  for (int i = 0; i < N; i++)
  {
    error = fmax(error, fabs(N_VGetArrayPointer(m->q)[i] - cos(2.0)));
    error = fmax(error, fabs(N_VGetArrayPointer(m->v)[i] + sin(2.0)));
  }
  return error;
}

static void oscillator(struct model *m)
{
  for (int prec = 0; prec < 2; prec++)
  {
    const sunrealtype coarse = free_error(m, 0.02, prec);
    const sunrealtype fine   = free_error(m, 0.01, prec);
    CHECK_IN(coarse, 1e-5, 1e-3);
    CHECK_IN(coarse / fine, 3.7, 4.3);
  }
}

#define ILL(call) CHECK((call) == GALPHA_ILL_INPUT)

static void refuse_matrices(struct model *m)
{
  SUNMatrix A = KEEP(SUNDenseMatrix(N, N, ctx));
  SUNMatrix G = KEEP(SUNDenseMatrix(LINKS, N, ctx));
  ILL(GALPHASetHolonomic(m->mem, m->lambda, g, G, NULL));
  ILL(GALPHASetNonholonomic(m->mem, m->lambda, NULL, G, NULL));
  ILL(GALPHASetForceJacPos(m->mem, A, NULL));
  ILL(GALPHASetForceJacVel(m->mem, NULL, NULL));
  ILL(GALPHASetGeneralForce(m->mem, NULL, NULL, NULL));
  ILL(GALPHASetStates(m->mem, m->lambda, NULL, NULL, NULL));
  ILL(GALPHACheckJacobian(m->mem, 0.0, NULL));
}

static void refuse_order(struct model *m)
{
  GALPHASubvectorFn part = N_VGetSubvector_ManyVector;
  void *mem              = m->mem;
  CHECK(GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT) ==
        GALPHA_NO_MALLOC);
  ILL(GALPHAInitMechTimes(mem, NULL, force, 0.0, m->q, m->v));
  ILL(GALPHAInitMechTimes(mem, times_M, NULL, 0.0, m->q, m->v));
  ILL(GALPHAInitMechTimes(mem, times_M, force, 0.0, NULL, m->v));
  ILL(GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->lambda));
  CHECK(!GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->v));
  ILL(GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->v));
  ILL(GALPHASetHolonomicTimes(mem, m->lambda, g, NULL, times_GT));
  CHECK(!GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT));
  CHECK(!GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT));
  ILL(GALPHASetUnknowns(mem, m->x, NULL, Q, LAMBDA));
  ILL(GALPHASetUnknowns(mem, m->x, part, Q, Q));
  ILL(GALPHASetUnknowns(mem, m->x, part, LAMBDA, Q));
  ILL(GALPHASetUnknowns(mem, NULL, part, Q, LAMBDA));
  CHECK(!GALPHASetUserData(mem, m) && !GALPHASetFixedStep(mem, 0.01));
  ILL(go(m, 0.1)); /* no vectors */
  CHECK(!state_unknowns(m));
  ILL(go(m, 0.1)); /* no solver */
  ILL(GALPHASetLinearSolver(mem, NULL, NULL));
  CHECK(!GALPHASetLinearSolver(mem, m->LS, NULL));
  ILL(GALPHASaddlePrecInitMech(mem, NULL, NULL, m->number));
  ILL(GALPHASaddlePrecInitMech(mem, NULL, solve_S, m->q));
}

static void refusals(struct model *m)
{
  const struct way w  = {.formulation = GALPHA_SOI2_LITERAL, .products = 1};
  SUNLinearSolver few = KEEP(SUNLinSol_SPGMR(m->q, SUN_PREC_NONE, N, ctx));
  anew(m, solver(m, &w));
  place(m);
  CHECK(!GALPHASetErrFile(m->mem, NULL));
  refuse_order(m);
  refuse_matrices(m);
  ILL(GALPHASetLinearSolver(m->mem, few, NULL));
  begin(m, &w);
  ILL(go(m, 0.5));
}

TEST_MAIN()
{
  struct model m;
  model_begin(&m);
  test_quiet();
  same_motion(&m, GALPHA_SOI2, 0.0);
  same_motion(&m, GALPHA_SOI2, 0.005);
  same_motion(&m, GALPHA_INDEX3, 0.005);
  oscillator(&m);
  refusals(&m);
}
