/* Solvers that are made for another number of unknowns are refused, in both forms,
 * and so is what a start can tell: a constraint Jacobian that is not that of g
 * (warned of), a mass that is not finite, NaN in a Jacobian. */
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "support/models/formulas.h"
#include "support/models/papers.h"
#include "support/models/problem.h"
#include "support/run/residual.h"
#include "support/test.h"

RESIDUAL1_EACH(decay, y[i] + yp[i])

RESIDUAL_START(ones)
{
  for (int i = 0; i < 4; i++)
  {
    y[i]  = 1.0;
    yp[i] = -1.0;
  }
}

/* dF/dy + c dF/dy', not a number after t = 0.1. */
RESIDUAL1_JAC(late_nan)
{
  for (int i = 0; i < 4; i++) { SM_ELEMENT_D(J, i, i) = 1.0 + cj; }
  if (t > 0.1) { SM_ELEMENT_D(J, 2, 1) = (sunrealtype)NAN; }
}

static const struct residual_problem model = {
  .name = "decay", .n = 4, .res1 = decay, .start = ones};

static void check_residual_form(SUNContext ctx)
{
  struct caught c = {0};
  struct residual_run run;
  N_Vector three        = KEEP(N_VNew_Serial(3, ctx));
  SUNMatrix A           = KEEP(SUNDenseMatrix(3, 3, ctx));
  SUNLinearSolver dense = KEEP(SUNLinSol_Dense(three, A, ctx));
  SUNLinearSolver gmres = KEEP(SUNLinSol_SPGMR(three, SUN_PREC_NONE, 0, ctx));
  SUNNonlinearSolver N  = KEEP(SUNNonlinSol_Newton(three, ctx));
  CHECK(residual_begin(&run, &model, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  ILL_INPUT(&c, GALPHASetLinearSolver(run.mem, dense, A),
            "made for 3 unknowns, y has 4");
  ILL_INPUT(&c, GALPHASetLinearSolver(run.mem, gmres, NULL),
            "made for 3 unknowns, y has 4");
  ILL_INPUT(&c, GALPHASetNonlinearSolver(run.mem, N), "made for 3 unknowns");
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK_REL(residual_y(&run)[0], exp(-1.0), 1e-4);
  residual_end(&run);
}

static void refuses(struct residual_run *run, struct caught *c,
                    SUNLinearSolver LS, SUNMatrix A, const char *text)
{
  CHECK(!GALPHASetLinearSolver(run->mem, LS, A));
  ILL_INPUT(c, residual_to(run, 1.0), text);
}

/* A direct solver and a matrix that it was not made for. */
static void check_pairs(SUNContext ctx)
{
  struct caught c = {0};
  struct residual_run run;
  N_Vector three = KEEP(N_VNew_Serial(3, ctx)),
           four  = KEEP(N_VNew_Serial(4, ctx));
  SUNMatrix A3 = SUNDenseMatrix(3, 3, ctx), A4 = SUNDenseMatrix(4, 4, ctx);
  SUNMatrix B3 = SUNBandMatrix(3, 1, 1, ctx), B4 = SUNBandMatrix(4, 1, 1, ctx);
  SUNMatrix narrow  = SUNBandMatrixStorage(4, 1, 1, 1, ctx);
  SUNMatrix S       = SUNSparseMatrix(4, 4, 4, CSC_MAT, ctx);
  SUNMatrix wide    = SUNDenseMatrix(4, 5, ctx);
  SUNLinearSolver d = SUNLinSol_Dense(three, A3, ctx);
  SUNLinearSolver b = SUNLinSol_Band(three, B3, ctx);
  SUNLinearSolver w = SUNLinSol_Band(four, B4, ctx);
  SUNLinearSolver f = SUNLinSol_Dense(four, A4, ctx);
  SUNLinearSolver k = SUNLinSol_KLU(four, S, ctx);
  CHECK(residual_begin(&run, &model, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  refuses(&run, &c, d, A4, "is 4 x 4, but the linear solver is made for 3");
  refuses(&run, &c, b, B4, "is 4 x 4, but the linear solver is made for 3");
  ILL_INPUT(&c, GALPHASetLinearSolver(run.mem, f, wide),
            "made for 5 unknowns, y has 4");
  refuses(&run, &c, w, narrow, "no room for row exchanges");
  refuses(&run, &c, f, S, "factorises a dense matrix");
  refuses(&run, &c, k, A4, "factorises a sparse matrix");
  refuses(&run, &c, w, A4, "factorises a band matrix");
  SUNSparseMatrix_IndexPointers(S)[0] = 1;
  ILL_INPUT(&c, GALPHASetLinearSolver(run.mem, k, S),
            "pointer 0 is 1 and must be 0");
  CHECK(!GALPHASetLinearSolver(run.mem, w, B4) && residual_to(&run, 1.0) == 0);
  CHECK_REL(residual_y(&run)[0], exp(-1.0), 1e-4);
  ILL_INPUT(&c, GALPHASetLinearSolver(run.mem, d, A4), "made for 3 unknowns");
  CHECK(residual_to(&run, 1.5) == 0);
  residual_end(&run);
  SUNMatrix all[]           = {A3, A4, B3, B4, narrow, S, wide};
  SUNLinearSolver solvers[] = {d, b, w, f, k};
  for (int i = 0; i < 7; i++) { SUNMatDestroy(all[i]); }
  for (int i = 0; i < 5; i++) { SUNLinSolFree(solvers[i]); }
}

static void check_nan(SUNContext ctx)
{
  struct residual_problem pb = model;
  struct caught c            = {0};
  struct residual_run run;
  pb.jac1 = late_nan;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  REFUSED(&c, residual_to(&run, 1.0), GALPHA_CONV_FAIL,
          "Jacobian of F has an entry");
  residual_end(&run);
}

static int twice(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const int ret = paper_simple_pendulum.G(t, q, G, data);
  SM_ELEMENT_D(G, 0, 1) *= 1.01;
  return ret;
}

static void check_mechanical_form(SUNContext ctx)
{
  struct problem pb      = paper_simple_pendulum;
  struct problem_state s = {0};
  struct caught c        = {0};
  N_Vector two           = KEEP(N_VNew_Serial(2, ctx));
  SUNNonlinearSolver N   = KEEP(SUNNonlinSol_Newton(two, ctx));
  SUNMatrix M            = KEEP(SUNDenseMatrix(2, 2, ctx));
  void *mem              = KEEP(problem_create(&pb, ctx, PROBLEM_DENSE));
  CHECK(mem && problem_state_new(&s, &pb, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  ILL_INPUT(&c, GALPHASetNonlinearSolver(mem, N), "n+m+p = 3");
  CHECK(!GALPHACalcIC(mem, GALPHA_ACC_INIT, 1.0) && c.warnings == 0);
  pb.G = twice;
  mem  = KEEP(problem_create(&pb, ctx, PROBLEM_DENSE));
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(GALPHACalcIC(mem, GALPHA_ACC_INIT, 1.0) == GALPHA_ILL_INPUT);
  CHECK(c.count == 1 && caught_says(&c, GALPHA_ILL_INPUT,
                                    "row 0 of the constraint Jacobian G"));
  mem                   = KEEP(GALPHACreate(ctx));
  SM_ELEMENT_D(M, 0, 0) = (sunrealtype)NAN;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  ILL_INPUT(&c, GALPHAInitMech(mem, NULL, M, pb.force, 0.0, s.q, s.v),
            "row 0 of the constant mass matrix M");
  problem_state_free(&s);
}

TESTS(galpha_test_quiet, check_residual_form, check_pairs, check_nan,
      check_mechanical_form)
