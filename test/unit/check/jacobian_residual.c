/* GALPHACheckJacobian in the residual form, for matrices of every kind, products
 * J v, and all three shifts. */
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "jacobian_model.h"
#include "jacobian_residual_model.h"
#include "support/models/formulas.h"
#include "support/test.h"

/* An integrator with its linear solver, and what to free with it. */
struct made
{
  void *mem;
  SUNMatrix A;
  SUNLinearSolver LS;
  N_Vector y, yp;
};

static void make_solver(struct made *m, enum kind kind, SUNContext ctx)
{
  switch (kind)
  {
  case KIND_DENSE: return;
  case KIND_BAND:
    m->A  = SUNBandMatrix(N, 1, 1, ctx);
    m->LS = SUNLinSol_Band(m->y, m->A, ctx);
    break;
  case KIND_PRODUCT:
    m->LS = SUNLinSol_SPGMR(m->y, SUN_PREC_NONE, N, ctx);
    break;
  default:
    m->A =
      SUNSparseMatrix(N, N, 3 * N, kind == KIND_CSC ? CSC_MAT : CSR_MAT, ctx);
    m->LS = SUNLinSol_KLU(m->y, m->A, ctx);
    break;
  }
  CHECK(!GALPHASetLinearSolver(m->mem, m->LS, m->A));
}

static struct made make(struct oscillators *o, enum kind kind, SUNContext ctx)
{
  struct made m  = {.mem = GALPHACreate(ctx), .y = N_VNew_Serial(N, ctx)};
  m.yp           = N_VClone(m.y);
  N_Vector order = KEEP(N_VClone(m.y));
  for (int i = 0; i < N; i++)
  {
    N_VGetArrayPointer(m.y)[i]   = 0.3 * sin(1.0 + i);
    N_VGetArrayPointer(m.yp)[i]  = 2.0 * cos(1.0 + i);
    N_VGetArrayPointer(order)[i] = orders[i];
  }
  CHECK(!GALPHAInit2(m.mem, residual, 0.1, m.y, m.yp, NULL));
  CHECK(!GALPHASetDiffOrder(m.mem, order));
  CHECK(!GALPHASetUserData(m.mem, o));
  CHECK(!GALPHASStolerances(m.mem, 1e-6, 1e-8));
  make_solver(&m, kind, ctx);
  if (kind == KIND_PRODUCT) { CHECK(!GALPHASetJacTimes2(m.mem, product)); }
  else { CHECK(!GALPHASetJac2Fn(m.mem, jacobian)); }
  return m;
}

static void unmake(struct made *m)
{
  GALPHAFree(&m->mem);
  if (m->LS) { SUNLinSolFree(m->LS); }
  if (m->A) { SUNMatDestroy(m->A); }
  N_VDestroy(m->y);
  N_VDestroy(m->yp);
}

static void mistakes(SUNContext ctx, enum kind kind)
{
  static const struct
  {
    enum mistake mistake;
    const char *text;
    long int nwrong;
  } cases[] = {
    {MISTAKE_NONE, "", 0},
    {MISTAKE_SHIFT,
     "dF/dy' of components of order 2 (shift c[1]): row 0, "
     "column 0: yours is 0",
     -1},
    {MISTAKE_SQUARE,
     "dF/dy'' of components of order 2 (shift c[2]): row 0, "
     "column 0: yours is 0",
     -1},
    {MISTAKE_SIGN, "dF/dy: row 2, column 1: yours is 500, the difference -500",
     1},
    {MISTAKE_DROPPED, "dF/dy: row 2, column 1: ", 1},
    {MISTAKE_TRANSPOSED, "dF/dy: the whole block is transposed", -1}};
  struct heard h;
  for (int i = 0; i < COUNT_OF(cases); i++)
  {
    struct oscillators o = {cases[i].mistake};
    const int right      = o.mistake == MISTAKE_NONE;
    long int nwrong      = -1;
    if (kind == KIND_PRODUCT && !right && o.mistake != MISTAKE_SIGN)
    {
      continue;
    }
    struct made m = make(&o, kind, ctx);
    CHECK(checked(m.mem, 0.0, &nwrong, &h) ==
          (right ? GALPHA_SUCCESS : GALPHA_WARNING));
    if (o.mistake == MISTAKE_DROPPED)
    {
      CHECK(heard_says(&h, kind == KIND_CSC || kind == KIND_CSR
                             ? "missing in the pattern, the difference there "
                               "is -500"
                             : "yours is 0, the difference -500"));
    }
    CHECK(heard_says(&h, cases[i].text));
    CHECK(cases[i].nwrong < 0 ? nwrong > 0 : nwrong == cases[i].nwrong);
    unmake(&m);
  }
}

/* Without a Jacobian the pattern is still the user's. */
static void pattern_only(SUNContext ctx)
{
  struct heard h;
  for (int drop = 0; drop < 2; drop++)
  {
    struct oscillators o = {drop ? MISTAKE_DROPPED : MISTAKE_NONE};
    long int nwrong      = -1;
    struct made m        = make(&o, KIND_CSC, ctx);
    put_sparse(&o, (const sunrealtype[]){1, 1, 1}, N_VGetArrayPointer(m.y),
               N_VGetArrayPointer(m.yp), m.A);
    CHECK(!GALPHASetJac2Fn(m.mem, NULL));
    CHECK(checked(m.mem, 0.0, &nwrong, &h) ==
          (drop ? GALPHA_WARNING : GALPHA_SUCCESS));
    CHECK(nwrong == drop);
    CHECK(!drop || heard_says(&h, "row 2, column 1: missing in the pattern"));
    unmake(&m);
  }
}

/* Checks between the steps leave the run as it is. */
static void nothing_changes(SUNContext ctx, enum kind kind)
{
  struct heard h;
  struct made m[2];
  struct oscillators o = {MISTAKE_NONE};
  long int nres[2];
  int ret = 0;
  for (int i = 0; i < 2; i++)
  {
    sunrealtype t = 0.0;
    m[i]          = make(&o, kind, ctx);
    if (i) { CHECK(checked(m[i].mem, 0.0, NULL, &h) == GALPHA_SUCCESS); }
    for (int k = 0; k < 40 && !ret; k++)
    {
      ret = GALPHASolve(m[i].mem, 5.0, &t, m[i].y, m[i].yp, GALPHA_ONE_STEP);
      if (i && k % 9 == 0 && checked(m[i].mem, 0.0, NULL, &h)) { ret = -1; }
    }
    GALPHAGetNumResEvals(m[i].mem, &nres[i]);
  }
  const size_t size = N * sizeof(sunrealtype);
  CHECK(ret == 0 && nres[0] == nres[1]);
  CHECK(!memcmp(N_VGetArrayPointer(m[0].y), N_VGetArrayPointer(m[1].y), size));
  CHECK(
    !memcmp(N_VGetArrayPointer(m[0].yp), N_VGetArrayPointer(m[1].yp), size));
  unmake(&m[0]);
  unmake(&m[1]);
}

/* F(t,y,y') with cj. */
RESIDUAL1_IS(residual1, yp[0] + 3.0 * yp[1] + y[0] * y[1],
             2.0 * yp[1] - sin(y[0]))

RESIDUAL1_JAC_IS(jacobian1, {0, 0, y[1] + cj}, {0, 1, y[0] + 3.0 * cj},
                 {1, 0, -cos(y[0])}, {1, 1, cj **(const sunrealtype *)data})

static void first_order(SUNContext ctx)
{
  struct heard h;
  N_Vector y = KEEP(N_VNew_Serial(2, ctx)), yp = KEEP(N_VNew_Serial(2, ctx));
  N_VConst(0.5, y);
  N_VConst(0.0, yp);
  for (int wrong = 0; wrong < 2; wrong++)
  {
    sunrealtype factor = wrong ? 1.9 : 2.0;
    long int nwrong    = -1;
    void *mem          = KEEP(GALPHACreate(ctx));
    CHECK(!GALPHAInit(mem, residual1, 0.0, y, yp));
    CHECK(!GALPHASetUserData(mem, &factor));
    CHECK(!GALPHASetJacFn(mem, jacobian1));
    CHECK(checked(mem, 0.0, &nwrong, &h) ==
          (wrong ? GALPHA_WARNING : GALPHA_SUCCESS));
    CHECK(nwrong == wrong);
    CHECK(!wrong || heard_says(&h, "(shift c[0]): row 1, column 1: yours is "
                                   "1.9, the difference 2"));
  }
}

TEST_MAIN(ctx)
{
  for (int kind = 0; kind < KIND_COUNT; kind++)
  {
    mistakes(ctx, (enum kind)kind);
    nothing_changes(ctx, (enum kind)kind);
  }
  pattern_only(ctx);
  first_order(ctx);
}
