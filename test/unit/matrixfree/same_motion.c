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
  const sunrealtype end = call_sites_under_valgrind() ? 0.05 : 0.5;
  struct motion out     = {{0.0}, 0, 0, 0};
  sunrealtype t         = 0.0, norm[2];
  SUNLinearSolver LS    = solver(m, w);
  void *mem             = begin(m, LS, w);
  CHECK(!GALPHASetStopTime(mem, end));
  CHECK(GALPHASolve(mem, end, &t, m->q, m->v, GALPHA_NORMAL) ==
        GALPHA_TSTOP_RETURN);
  CHECK(!GALPHAGetMultipliers(mem, t, m->lambda, NULL));
  CHECK(!GALPHAGetConstraintNorms(mem, &norm[0], &norm[1], NULL));
  CHECK_IN(norm[0], 0.0, 1e-8);
  if (w->formulation == GALPHA_SOI2) { CHECK_IN(norm[1], 0.0, 1e-7); }
  memcpy(out.x, N_VGetArrayPointer(m->q), N * sizeof out.x[0]);
  memcpy(out.x + N, N_VGetArrayPointer(m->v), N * sizeof out.x[0]);
  memcpy(out.x + 2 * N, N_VGetArrayPointer(m->lambda), LINKS * sizeof out.x[0]);
  GALPHAGetNumSteps(mem, &out.steps);
  GALPHAGetNumLinIters(mem, &out.iters);
  GALPHAGetNumLinSolves(mem, &out.solves);
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
  return out;
}

static sunrealtype apart(const sunrealtype *a, const sunrealtype *b, int n)
{
  sunrealtype top = 0.0;
  for (int i = 0; i < n; i++) { top = fmax(top, fabs(a[i] - b[i])); }
  return top;
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
  sunrealtype t = 0.0, error = 0.0;
  void *mem = GALPHACreate(m->ctx);
  SUNLinearSolver LS =
    SUNLinSol_SPGMR(m->q, prec ? SUN_PREC_LEFT : SUN_PREC_NONE, N, m->ctx);
  N_VConst(1.0, m->q);
  N_VConst(0.0, m->v);
  CHECK(!GALPHAInitMechTimes(mem, times_M, linear_force, 0.0, m->q, m->v));
  CHECK(!GALPHASetUserData(mem, m));
  CHECK(!GALPHASetLinearSolver(mem, LS, NULL));
  if (prec) { CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, NULL)); }
  CHECK(!GALPHASetFixedStep(mem, step));
  CHECK(!GALPHASetStopTime(mem, 2.0));
  CHECK(GALPHASolve(mem, 2.0, &t, m->q, m->v, GALPHA_NORMAL) ==
        GALPHA_TSTOP_RETURN);
  for (int i = 0; i < N; i++)
  {
    error = fmax(error, fabs(N_VGetArrayPointer(m->q)[i] - cos(2.0)));
    error = fmax(error, fabs(N_VGetArrayPointer(m->v)[i] + sin(2.0)));
  }
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
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

static void refuse_matrices(struct model *m, void *mem)
{
  SUNMatrix A = SUNDenseMatrix(N, N, m->ctx);
  SUNMatrix G = SUNDenseMatrix(LINKS, N, m->ctx);
  CHECK(GALPHASetHolonomic(mem, m->lambda, g, G, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetNonholonomic(mem, m->lambda, NULL, G, NULL) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHASetForceJacPos(mem, A, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetForceJacVel(mem, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetGeneralForce(mem, NULL, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetStates(mem, m->lambda, NULL, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHACheckJacobian(mem, 0.0, NULL) == GALPHA_ILL_INPUT);
  SUNMatDestroy(A);
  SUNMatDestroy(G);
}

static void refuse_order(struct model *m, SUNLinearSolver LS, void *mem)
{
  GALPHASubvectorFn part = N_VGetSubvector_ManyVector;
  sunrealtype t          = 0.0;
  CHECK(GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT) ==
        GALPHA_NO_MALLOC);
  CHECK(GALPHAInitMechTimes(mem, NULL, force, 0.0, m->q, m->v) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHAInitMechTimes(mem, times_M, NULL, 0.0, m->q, m->v) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHAInitMechTimes(mem, times_M, force, 0.0, NULL, m->v) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->lambda) ==
        GALPHA_ILL_INPUT);
  CHECK(!GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->v));
  CHECK(GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->v) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHASetHolonomicTimes(mem, m->lambda, g, NULL, times_GT) ==
        GALPHA_ILL_INPUT);
  CHECK(!GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT));
  CHECK(!GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT));
  CHECK(GALPHASetUnknowns(mem, m->x, NULL, Q, LAMBDA) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetUnknowns(mem, m->x, part, Q, Q) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetUnknowns(mem, m->x, part, LAMBDA, Q) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetUnknowns(mem, NULL, part, Q, LAMBDA) == GALPHA_ILL_INPUT);
  CHECK(!GALPHASetUserData(mem, m) && !GALPHASetFixedStep(mem, 0.01));
  CHECK(GALPHASolve(mem, 0.1, &t, m->q, m->v, GALPHA_NORMAL) ==
        GALPHA_ILL_INPUT); /* no vectors */
  CHECK(!GALPHASetUnknowns(mem, m->x, part, Q, LAMBDA));
  CHECK(GALPHASolve(mem, 0.1, &t, m->q, m->v, GALPHA_NORMAL) ==
        GALPHA_ILL_INPUT); /* no solver */
  CHECK(GALPHASetLinearSolver(mem, NULL, NULL) == GALPHA_ILL_INPUT);
  CHECK(!GALPHASetLinearSolver(mem, LS, NULL));
  CHECK(GALPHASaddlePrecInitMech(mem, NULL, NULL, m->number) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHASaddlePrecInitMech(mem, NULL, solve_S, m->q) == GALPHA_ILL_INPUT);
}

static void refusals(struct model *m)
{
  const struct way w  = {.formulation = GALPHA_SOI2_LITERAL, .products = 1};
  sunrealtype t       = 0.0;
  SUNLinearSolver LS  = solver(m, &w);
  SUNLinearSolver few = SUNLinSol_SPGMR(m->q, SUN_PREC_NONE, N, m->ctx);
  void *mem           = GALPHACreate(m->ctx);
  place(m);
  CHECK(!GALPHASetErrFile(mem, NULL));
  refuse_order(m, LS, mem);
  refuse_matrices(m, mem);
  CHECK(GALPHASetLinearSolver(mem, few, NULL) == GALPHA_ILL_INPUT);
  GALPHAFree(&mem);

  mem = begin(m, LS, &w);
  CHECK(GALPHASolve(mem, 0.5, &t, m->q, m->v, GALPHA_NORMAL) ==
        GALPHA_ILL_INPUT);
  GALPHAFree(&mem);
  SUNLinSolFree(few);
  SUNLinSolFree(LS);
}

int main(void)
{
  struct model m;
  model_begin(&m);
  galpha_test_quiet(m.ctx);
  same_motion(&m, GALPHA_SOI2, 0.0);
  same_motion(&m, GALPHA_SOI2, 0.005);
  same_motion(&m, GALPHA_INDEX3, 0.005);
  oscillator(&m);
  refusals(&m);
  model_end(&m);
  return check_done();
}
