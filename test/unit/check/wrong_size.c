/* Solvers that are made for another number of unknowns are refused, in both forms,
 * and so is what a start can tell: a constraint Jacobian that is not that of g
 * (warned of), a mass that is not finite, NaN in a Jacobian. */
#include <nvector/nvector_manyvector.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "support/test.h"

RESIDUAL1_EACH(decay, y[i] + yp[i])

/* dF/dy + c dF/dy', not a number after t = 0.1. */
RESIDUAL1_JAC(late_nan)
{
  for (int i = 0; i < 4; i++) { SM_ELEMENT_D(J, i, i) = 1.0 + cj; }
  if (t > 0.1) { SM_ELEMENT_D(J, 2, 1) = (sunrealtype)NAN; }
}

static struct small *begin(void)
{
  SMALL(s, .n = 4, .q = VALUES(1.0, 1.0, 1.0, 1.0),
        .v = VALUES(-1.0, -1.0, -1.0, -1.0), .res1 = decay, .rtol = 1e-6,
        .atol = 1e-8);
  return s;
}

static void check_residual_form(void)
{
  N_Vector three        = KEEP(N_VNew_Serial(3, ctx));
  SUNMatrix A           = KEEP(SUNDenseMatrix(3, 3, ctx));
  SUNLinearSolver dense = KEEP(SUNLinSol_Dense(three, A, ctx));
  SUNLinearSolver gmres = KEEP(SUNLinSol_SPGMR(three, SUN_PREC_NONE, 0, ctx));
  SUNNonlinearSolver N  = KEEP(SUNNonlinSol_Newton(three, ctx));
  struct small *s       = begin();
  ILL_INPUT(&s->said, GALPHASetLinearSolver(s->mem, dense, A),
            "made for 3 unknowns, y has 4");
  ILL_INPUT(&s->said, GALPHASetLinearSolver(s->mem, gmres, NULL),
            "made for 3 unknowns, y has 4");
  ILL_INPUT(&s->said, GALPHASetNonlinearSolver(s->mem, N),
            "made for 3 unknowns");
  N_Vector parts[] = {three, KEEP(N_VNew_Serial(1, ctx))};
  N_Vector many    = KEEP(N_VNew_ManyVector(2, parts, ctx));
  ILL_INPUT(&s->said,
            GALPHASetLinearSolver(
              s->mem, KEEP(SUNLinSol_SPGMR(many, SUN_PREC_NONE, 0, ctx)), NULL),
            "vectors of another kind");
  CHECK(
    !GALPHASetNonlinearSolver(s->mem, KEEP(SUNNonlinSol_Newton(many, ctx))));
  ILL_INPUT(&s->said, small_solve(s, 1.0), "vectors of another kind");
  CHECK(!GALPHASetNonlinearSolver(s->mem, NULL));
  CHECK(small_solve(s, 1.0) == 0);
  CHECK_REL(small_q(s)[0], exp(-1.0), 1e-4);
}

static void refuses(struct small *s, SUNLinearSolver LS, SUNMatrix A,
                    const char *text)
{
  CHECK(!GALPHASetLinearSolver(s->mem, LS, A));
  ILL_INPUT(&s->said, small_solve(s, 1.0), text);
}

/* A direct solver and a matrix that it was not made for. */
static void check_pairs(void)
{
  N_Vector three    = KEEP(N_VNew_Serial(3, ctx)),
           four     = KEEP(N_VNew_Serial(4, ctx));
  SUNMatrix A3      = KEEP(SUNDenseMatrix(3, 3, ctx)),
            A4      = KEEP(SUNDenseMatrix(4, 4, ctx));
  SUNMatrix B3      = KEEP(SUNBandMatrix(3, 1, 1, ctx)),
            B4      = KEEP(SUNBandMatrix(4, 1, 1, ctx));
  SUNMatrix narrow  = KEEP(SUNBandMatrixStorage(4, 1, 1, 1, ctx));
  SUNMatrix S       = KEEP(SUNSparseMatrix(4, 4, 4, CSC_MAT, ctx));
  SUNMatrix wide    = KEEP(SUNDenseMatrix(4, 5, ctx));
  SUNLinearSolver d = KEEP(SUNLinSol_Dense(three, A3, ctx));
  SUNLinearSolver b = KEEP(SUNLinSol_Band(three, B3, ctx));
  SUNLinearSolver w = KEEP(SUNLinSol_Band(four, B4, ctx));
  SUNLinearSolver f = KEEP(SUNLinSol_Dense(four, A4, ctx));
  SUNLinearSolver k = KEEP(SUNLinSol_KLU(four, S, ctx));
  struct small *s   = begin();
  refuses(s, d, A4, "is 4 x 4, but the linear solver is made for 3");
  refuses(s, b, B4, "is 4 x 4, but the linear solver is made for 3");
  ILL_INPUT(&s->said, GALPHASetLinearSolver(s->mem, f, wide),
            "made for 5 unknowns, y has 4");
  refuses(s, w, narrow, "no room for row exchanges");
  refuses(s, f, S, "factorises a dense matrix");
  refuses(s, k, A4, "factorises a sparse matrix");
  refuses(s, w, A4, "factorises a band matrix");
  SUNSparseMatrix_IndexPointers(S)[0] = 1;
  ILL_INPUT(&s->said, GALPHASetLinearSolver(s->mem, k, S),
            "pointer 0 is 1 and must be 0");
  CHECK(!GALPHASetLinearSolver(s->mem, w, B4) && small_solve(s, 1.0) == 0);
  CHECK_REL(small_q(s)[0], exp(-1.0), 1e-4);
  ILL_INPUT(&s->said, GALPHASetLinearSolver(s->mem, d, A4),
            "made for 3 unknowns");
  CHECK(small_solve(s, 1.5) == 0);
}

static void check_nan(void)
{
  struct small *s = begin();
  CHECK(!GALPHASetJacFn(s->mem, late_nan));
  REFUSED(&s->said, small_solve(s, 1.0), GALPHA_CONV_FAIL,
          "Jacobian of F has an entry");
}

static int twice(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const int ret = paper_simple_pendulum.G(t, q, G, data);
  SM_ELEMENT_D(G, 0, 1) *= 1.01;
  return ret;
}

HOLONOMIC_IS(unit_circle, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0))

static void check_mechanical_form(void)
{
  struct problem pb    = paper_simple_pendulum;
  N_Vector two         = KEEP(N_VNew_Serial(2, ctx));
  SUNNonlinearSolver N = KEEP(SUNNonlinSol_Newton(two, ctx));
  SUNMatrix M          = KEEP(SUNDenseMatrix(2, 2, ctx));
  struct small s;
  BEGIN(&s, .pb = &pb);
  ILL_INPUT(&s.said, GALPHASetNonlinearSolver(s.mem, N), "n+m+p = 3");
  CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) && s.said.warnings == 0);
  /* set before the constraints, which make the systems larger */
  for (int i = 0; i < 2; i++)
  {
    SUNMatrix A = KEEP(SUNDenseMatrix(2, 2, ctx));
    BEGIN(&s, .n = 2, .q = VALUES(1.0, 0.0), .force = problem_no_force,
          .rtol = 1e-6);
    CHECK(!(
      i ? GALPHASetNonlinearSolver(s.mem, N)
        : GALPHASetLinearSolver(s.mem, KEEP(SUNLinSol_Dense(two, A, ctx)), A)));
    CHECK(!small_holonomic(&s, 1, unit_circle, NULL));
    ILL_INPUT(&s.said, small_solve(&s, 1.0), "n+m+p = 3");
  }
  pb.G = twice;
  BEGIN(&s, .pb = &pb);
  CHECK(GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_ILL_INPUT);
  CHECK(s.said.count == 1 && caught_says(&s.said, GALPHA_ILL_INPUT,
                                         "row 0 of the constraint Jacobian G"));
  void *mem             = KEEP(GALPHACreate(ctx));
  SM_ELEMENT_D(M, 0, 0) = (sunrealtype)NAN;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &s.said));
  ILL_INPUT(&s.said, GALPHAInitMech(mem, NULL, M, pb.force, 0.0, s.q, s.v),
            "row 0 of the constant mass matrix M");
}

TESTS(test_quiet, check_residual_form, check_pairs, check_nan,
      check_mechanical_form)
