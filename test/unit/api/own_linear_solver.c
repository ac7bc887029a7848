/* A linear solver and a matrix of the user's: dense, KLU with CSC and CSR, with
 * less room than needed, given before the start or in the middle of a run; the
 * motion is that of the library's own. */
#include <sunlinsol/sunlinsol_klu.h>

#include "support/test.h"

enum kind
{
  OWN,
  DENSE,
  CSC,
  CSR,
  KINDS
};

static const struct problem *const pb = &paper_slider_crank;

#define SIZE 17

struct solver
{
  N_Vector y;
  SUNMatrix A;
  SUNLinearSolver LS;
};

static void solver_new(struct solver *s, enum kind kind)
{
  s->y = KEEP(N_VNew_Serial(SIZE, ctx));
  s->A =
    KEEP(kind == DENSE ? SUNDenseMatrix(SIZE, SIZE, ctx)
                       : SUNSparseMatrix(SIZE, SIZE, 1,
                                         kind == CSR ? CSR_MAT : CSC_MAT, ctx));
  s->LS = KEEP(kind == DENSE ? SUNLinSol_Dense(s->y, s->A, ctx)
                             : SUNLinSol_KLU(s->y, s->A, ctx));
  CHECK(s->y && s->A && s->LS);
}

/* q at t = 0.2; the solver comes at the start (when = 0) or at t = 0.1. */
static void run(enum problem_storage storage, int formulation, enum kind kind,
                int when, sunrealtype *q)
{
  struct solver own = {NULL, NULL, NULL};
  SMALL(s, .pb = pb, .storage = storage);

  if (kind != OWN) { solver_new(&own, kind); }
  CHECK(!GALPHASetFormulation(s->mem, formulation));
  CHECK(!GALPHASetFixedStep(s->mem, 2e-3));
  CHECK(!GALPHASStolerances(s->mem, 1e-10, 1e-10));
  for (int i = 0; i < 2; i++)
  {
    if (kind != OWN && i == when)
    {
      CHECK(!GALPHASetLinearSolver(s->mem, own.LS, own.A));
    }
    CHECK(!small_solve(s, 0.1 * (i + 1)));
  }
  for (int i = 0; i < pb->n; i++) { q[i] = small_q(s)[i]; }
}

TEST_MAIN()
{
  test_quiet();
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    sunrealtype expected[9], q[9];
    run(PROBLEM_DENSE, f, OWN, 0, expected);
    for (int i = 0; i < 4 * KINDS; i++)
    {
      run((enum problem_storage)(i % 2), f, (enum kind)(i / 4), i / 2 % 2, q);
      CHECK_IN(problem_dist(q, expected, pb->n), 0, 1e-11);
    }
  }
}
