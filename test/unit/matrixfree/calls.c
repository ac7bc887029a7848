/* Mechanics by products, the calls in other orders than the guide's and a second time:
 * each is refused with a reason or works, and nothing leaks; kinds of vectors and of
 * solvers; statistics. */
#include <sunlinsol/sunlinsol_spfgmr.h>

#include "model.h"
#include "support/check/printed_stats.h"

static const struct way soi2 = {.formulation = GALPHA_SOI2, .products = 1};

/* The first of the links alone. */
static int one_g(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  const struct model *m      = data;
  const int ret              = g(t, q, m->spare, data);
  N_VGetArrayPointer(out)[0] = N_VGetArrayPointer(m->spare)[0];
  return ret;
}

static int one_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                 void *data)
{
  const struct model *m      = data;
  const int ret              = times_G(t, q, x, m->spare, data);
  N_VGetArrayPointer(out)[0] = N_VGetArrayPointer(m->spare)[0];
  return ret;
}

static int one_GT(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                  void *data)
{
  const struct model *m = data;
  N_VConst(0.0, m->spare);
  N_VGetArrayPointer(m->spare)[0] = N_VGetArrayPointer(x)[0];
  return times_GT(t, q, m->spare, out, data);
}

/* Another number of constraints, when all that follows them is there: it is asked for
 * again. */
static void other_constraints(struct model *m)
{
  void *mem           = begin(m, &soi2);
  N_Vector lambda     = KEEP(N_VNew_Serial(1, ctx));
  N_Vector number     = KEEP(N_VClone(lambda));
  N_Vector both[]     = {m->q, lambda};
  N_Vector x          = KEEP(N_VNew_ManyVector(2, both, ctx));
  SUNLinearSolver own = KEEP(SUNLinSol_SPGMR(x, SUN_PREC_LEFT, N + 1, ctx));
  N_VConst(0.0, lambda);
  N_VConst(0.0, number);
  CHECK(!GALPHASetHolonomicTimes(mem, lambda, one_g, one_G, one_GT));
  ILL_INPUT(&m->said, go(m, 0.1), "GALPHASetUnknowns");
  CHECK(state_unknowns(m) == GALPHA_ILL_INPUT);
  CHECK(!GALPHASetUnknowns(mem, x, N_VGetSubvector_ManyVector, Q, LAMBDA));
  ILL_INPUT(&m->said, go(m, 0.1), "made for 15 unknowns");
  CHECK(!GALPHASetLinearSolver(mem, own, NULL));
  REFUSED(&m->said, go(m, 0.1), GALPHA_LINIT_FAIL, "GALPHASaddlePrecInitMech");
  CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, number));
  CHECK(!go(m, 0.1));
  CHECK(m->said.count == 0);
}

/* Unknowns last, and the preconditioner before them; then all of it again. */
static void other_order(struct model *m)
{
  void *mem = anew(m, solver(m, &soi2));
  place(m);
  CHECK(!GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->v));
  CHECK(!GALPHASetUserData(mem, m));
  CHECK(!GALPHASStolerances(mem, 1e-5, 1e-7));
  CHECK(!GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT));
  CHECK(!GALPHASetLinearSolver(mem, m->LS, NULL));
  CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, m->number));
  CHECK(!state_unknowns(m) && !state_unknowns(m));
  CHECK(!go(m, 0.05));
  CHECK(state_unknowns(m) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT) ==
        GALPHA_ILL_INPUT);
}

/* In mid-run: another solver without a preconditioner, the first one again, a second
 * preconditioner; a new start. */
static void replaced(struct model *m)
{
  SUNLinearSolver plain = KEEP(SUNLinSol_SPFGMR(m->x, SUN_PREC_NONE, 15, ctx));
  void *mem             = begin(m, &soi2);
  N_Vector q = KEEP(N_VClone(m->q)), v = KEEP(N_VClone(m->v));
  long int before = 0, after = 0;
  CHECK(!GALPHAClearStopTime(mem));
  CHECK(!go(m, 0.1));
  CHECK(!GALPHASetLinearSolver(mem, plain, NULL));
  CHECK(GALPHASaddlePrecGetNumSolves(mem, &before) == GALPHA_ILL_INPUT);
  CHECK(!go(m, 0.2));
  CHECK(!GALPHASetLinearSolver(mem, m->LS, NULL));
  CHECK(go(m, 0.3) == GALPHA_LINIT_FAIL);
  CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, m->number));
  CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, m->number));
  CHECK(!go(m, 0.4));
  CHECK(!GALPHASaddlePrecGetNumSolves(mem, &before) && before > 0);
  N_VScale(1.0, m->q, q);
  CHECK(real_of(mem, GALPHAGetCurrentTime) >= 0.4);
  CHECK(real_of(mem, GALPHAGetLastStep) > 0.0);
  /* from the first place again: the same end without replacements */
  place(m);
  CHECK(!GALPHAReInit(mem, 0.0, m->q, m->v));
  CHECK(!go(m, 0.4));
  CHECK(!GALPHASaddlePrecGetNumSolves(mem, &after) && after > before);
  N_VLinearSum(1.0, q, -1.0, m->q, v);
  CHECK_IN(N_VMaxNorm(v), 0.0, 1e-4);
}

static SUNLinearSolver_Type embedded_type(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_MATRIX_EMBEDDED;
}

/* Solvers and vectors that do not fit. */
static void misfits(struct model *m)
{
  N_Vector flat            = KEEP(N_VNew_Serial(N + LINKS, ctx));
  N_Vector three[]         = {m->q, m->lambda, m->number};
  N_Vector more            = KEEP(N_VNew_ManyVector(3, three, ctx));
  SUNLinearSolver serial   = KEEP(SUNLinSol_SPGMR(flat, SUN_PREC_NONE, 5, ctx));
  SUNLinearSolver embedded = SUNLinSolNewEmpty(ctx);
  void *mem                = begin(m, &soi2);
  embedded->ops->gettype   = embedded_type;
  ILL_INPUT(&m->said, GALPHASetLinearSolver(mem, serial, NULL), "another kind");
  ILL_INPUT(&m->said, GALPHASetLinearSolver(mem, embedded, NULL),
            "takes a Krylov solver");
  ILL_INPUT(&m->said,
            GALPHASetUnknowns(mem, more, N_VGetSubvector_ManyVector, Q, LAMBDA),
            "besides q and lambda");
  CHECK(go(m, 0.05) == GALPHA_SUCCESS); /* what was refused left no trace */
  SUNLinSolFreeEmpty(embedded);
}

/* A failed statement leaves the object new. */
static void failed_statement(struct model *m)
{
  void *mem = anew(m, solver(m, &soi2));
  place(m);
  CHECK(!GALPHASetUserData(mem, m));
  CHECK(GALPHAInitMechTimes(mem, times_M, force, (sunrealtype)NAN, m->q,
                            m->v) == GALPHA_ILL_INPUT);
  state_matrices(m, mem);
  CHECK(GALPHASetForceTimes(mem, times_F) == GALPHA_ILL_INPUT);
  CHECK(state_unknowns(m) == GALPHA_ILL_INPUT);
  CHECK(GALPHASaddlePrecInitMech(mem, setup_S, solve_S, m->number) ==
        GALPHA_ILL_INPUT);
  CHECK(!GALPHASStolerances(mem, 1e-5, 1e-7));
  CHECK(!go(m, 0.05));
}

/* Released after each of the calls in turn. */
static void released(struct model *m)
{
  for (int calls = 0; calls < 6; calls++)
  {
    void *mem = anew(m, solver(m, &soi2));
    place(m);
    for (int i = 0; i < calls; i++)
    {
      CHECK(!(
        i == 0   ? GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->v)
        : i == 1 ? GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT)
        : i == 2 ? state_unknowns(m)
        : i == 3 ? GALPHASetLinearSolver(mem, m->LS, NULL)
                 : GALPHASaddlePrecInitMech(mem, setup_S, solve_S, m->number)));
    }
  }
}

/* The diagonal of G S^-1 G^T, but for the damping, in place of all of it. */
static int schur(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  for (int i = 0; i < LINKS; i++)
  {
    const sunrealtype gives = 1.0 / mass(i) + (i ? 1.0 / mass(i - 1) : 0.0);
    N_VGetArrayPointer(x)[i] =
      N_VGetArrayPointer(b)[i] * c[2] / (LENGTH * LENGTH * gives);
  }
  return failing(data, 's', x);
}

static void own_schur(struct model *m)
{
  void *mem  = begin(m, &soi2);
  N_Vector q = KEEP(N_VClone(m->q));
  CHECK(!go(m, 0.2));
  N_VScale(1.0, m->q, q);
  place(m);
  CHECK(!GALPHAReInit(mem, 0.0, m->q, m->v));
  CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, NULL));
  CHECK(go(m, 0.2) < 0 &&
        m->said.count == 2); /* neither numbers nor an inverse */
  CHECK(!GALPHASaddlePrecSetSchur(mem, schur));
  m->fails     = 's';
  m->value     = 0;
  m->countdown = 1;
  REFUSED(&m->said, go(m, 0.2), GALPHA_FIRST_RES_FAIL,
          "Schur complement is not finite");
  m->fails = 0;
  CHECK(!go(m, 0.2));
  N_VLinearSum(1.0, q, -1.0, m->q, q);
  CHECK_IN(N_VMaxNorm(q), 0.0, 1e-4);
}

/* Two pendulums, each of them a part of q and of lambda: vectors without an array. */
static N_Vector of(N_Vector x, int i)
{
  return N_VGetSubvector_ManyVector(x, i);
}

static sunrealtype *at(N_Vector x, int i)
{
  return N_VGetArrayPointer(of(x, i));
}

static int two_M(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                 void *data)
{
  N_VScale(1.0, x, out);
  return 0;
}

static int two_f(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  N_VConst(0.0, f);
  for (int i = 0; i < 2; i++) { at(f, i)[1] = -GRAVITY; }
  return 0;
}

static int two_g(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  for (int i = 0; i < 2; i++)
  {
    at(out, i)[0] = 0.5 * (N_VDotProd(of(q, i), of(q, i)) - 1.0);
  }
  return 0;
}

static int two_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                 void *data)
{
  for (int i = 0; i < 2; i++)
  {
    at(out, i)[0] = N_VDotProd(of(q, i), of(x, i));
  }
  return 0;
}

static int two_GT(sunrealtype t, N_Vector q, N_Vector l, N_Vector out,
                  void *data)
{
  for (int i = 0; i < 2; i++) { N_VScale(at(l, i)[0], of(q, i), of(out, i)); }
  return 0;
}

static int two_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / c[2], b, x);
  return 0;
}

static void without_array(void)
{
  struct caught c = {0};
  sunrealtype t   = 0.0;
  N_Vector one = KEEP(N_VNew_Serial(2, ctx)), l = KEEP(N_VNew_Serial(1, ctx));
  N_Vector ones[] = {one, one}, ls[] = {l, l};
  N_Vector q      = KEEP(N_VClone(KEEP(N_VNew_ManyVector(2, ones, ctx))));
  N_Vector v      = KEEP(N_VClone(q));
  N_Vector mult   = KEEP(N_VNew_ManyVector(2, ls, ctx));
  N_Vector number = KEEP(N_VClone(mult)), both[] = {q, mult};
  N_Vector x         = KEEP(N_VNew_ManyVector(2, both, ctx));
  SUNLinearSolver LS = KEEP(SUNLinSol_SPGMR(x, SUN_PREC_LEFT, 6, ctx));
  void *mem          = KEEP(GALPHACreate(ctx));
  N_VConst(0.0, q);
  N_VConst(0.0, v);
  N_VConst(0.0, mult);
  for (int i = 0; i < 2; i++) { at(number, i)[0] = i; }
  at(q, 0)[0] = 1.0;
  at(q, 1)[0] = 1.1; /* the rod is shorter */
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInitMechTimes(mem, two_M, two_f, 0.0, q, v));
  CHECK(!GALPHASetHolonomicTimes(mem, mult, two_g, two_G, two_GT));
  CHECK(!GALPHASetUnknowns(mem, x, N_VGetSubvector_ManyVector, Q, LAMBDA));
  CHECK(!GALPHASetLinearSolver(mem, LS, NULL));
  CHECK(!GALPHASaddlePrecInitMech(mem, NULL, two_S, number));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8));
  REFUSED(&c, GALPHASolve(mem, 0.3, &t, q, v, GALPHA_NORMAL),
          GALPHA_INCONSISTENT_IC, "constraint g = 0.105");
  at(q, 1)[0] = 1.0;
  CHECK(!GALPHAReInit(mem, 0.0, q, v));
  CHECK(GALPHASolve(mem, 0.3, &t, q, v, GALPHA_NORMAL) == GALPHA_SUCCESS);
  CHECK(c.count == 0);
  CHECK_REL(at(q, 0)[1], at(q, 1)[1], 1e-12);
  /* energy */
  CHECK_REL(N_VDotProd(of(v, 0), of(v, 0)), -2.0 * GRAVITY * at(q, 0)[1], 1e-4);
}

static void statistics(struct model *m)
{
  static const char *const labels[] = {"Prec setup evals", "Prec solves",
                                       "Jac-times evals",  "Force evals",
                                       "LS iters",         "LS fails"};
  long int rw[2], iw = 0;
  void *mem = begin(m, &soi2);
  CHECK(!GALPHAGetWorkSpace(mem, &rw[0], &iw));
  CHECK(!go(m, 0.05));
  CHECK(!GALPHAGetWorkSpace(mem, &rw[1], &iw) && rw[1] > rw[0] + 30 * N);
  const char *text = printed_stats(mem, SUN_OUTPUTFORMAT_TABLE);
  for (int i = 0; i < 6; i++)
  {
    const double x = printed_value(text, labels[i], SUN_OUTPUTFORMAT_TABLE);
    CHECK(i < 5 ? x > 0.0 : x >= 0.0);
  }
  CHECK(!strstr(text, "LS residual fn evals"));
  CHECK(count_of(mem, GALPHAGetNumPrecSolves) > 0);
  CHECK(count_of(mem, GALPHAGetJacNumSteps) > 0);
}

TEST_MAIN()
{
  struct model m;
  model_begin(&m);
  test_quiet();
  other_constraints(&m);
  other_order(&m);
  replaced(&m);
  misfits(&m);
  failed_statement(&m);
  released(&m);
  own_schur(&m);
  without_array();
  statistics(&m);
}
