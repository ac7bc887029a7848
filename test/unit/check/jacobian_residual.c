/* GALPHACheckJacobian in the residual form, for matrices of every kind, products
 * J v, and all three shifts. */
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "jacobian_model.h"
#include "jacobian_residual_model.h"
#include "support/test.h"

/* By a matrix of this kind, or by products. */
static void make(struct small *s, struct oscillators *o, enum kind kind)
{
  sunrealtype y[N], yp[N];
  SUNMatrix A        = NULL;
  SUNLinearSolver LS = NULL;
  for (int i = 0; i < N; i++)
  {
    y[i]  = 0.3 * sin(1.0 + i);
    yp[i] = 2.0 * cos(1.0 + i);
  }
  BEGIN(s, .n = N, .t0 = 0.1, .q = y, .v = yp, .res2 = residual,
        .order = orders, .data = o, .rtol = 1e-6, .atol = 1e-8);
  switch (kind)
  {
  case KIND_DENSE: break;
  case KIND_BAND:
    A  = KEEP(SUNBandMatrix(N, 1, 1, ctx));
    LS = KEEP(SUNLinSol_Band(s->q, A, ctx));
    break;
  case KIND_PRODUCT:
    LS = KEEP(SUNLinSol_SPGMR(s->q, SUN_PREC_NONE, N, ctx));
    break;
  default:
    A = KEEP(
      SUNSparseMatrix(N, N, 3 * N, kind == KIND_CSC ? CSC_MAT : CSR_MAT, ctx));
    LS = KEEP(SUNLinSol_KLU(s->q, A, ctx));
    break;
  }
  if (LS) { CHECK(!GALPHASetLinearSolver(s->mem, LS, A)); }
  CHECK(!(kind == KIND_PRODUCT ? GALPHASetJacTimes2(s->mem, product)
                               : GALPHASetJac2Fn(s->mem, jacobian)));
  s->M = A; /* that of the linear solver */
}

static void mistakes(enum kind kind)
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
    struct small m;
    make(&m, &o, kind);
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
  }
}

/* Without a Jacobian the pattern is still the user's. */
static void pattern_only(void)
{
  struct heard h;
  for (int drop = 0; drop < 2; drop++)
  {
    struct oscillators o = {drop ? MISTAKE_DROPPED : MISTAKE_NONE};
    long int nwrong      = -1;
    struct small m;
    make(&m, &o, KIND_CSC);
    put_sparse(&o, VALUES(1, 1, 1), small_q(&m), small_v(&m), m.M);
    CHECK(!GALPHASetJac2Fn(m.mem, NULL));
    CHECK(checked(m.mem, 0.0, &nwrong, &h) ==
          (drop ? GALPHA_WARNING : GALPHA_SUCCESS));
    CHECK(nwrong == drop);
    CHECK(!drop || heard_says(&h, "row 2, column 1: missing in the pattern"));
  }
}

/* Checks between the steps leave the run as it is. */
static void nothing_changes(enum kind kind)
{
  struct heard h;
  struct small m[2];
  struct oscillators o = {MISTAKE_NONE};
  int ret              = 0;
  for (int i = 0; i < 2; i++)
  {
    make(&m[i], &o, kind);
    if (i) { CHECK(checked(m[i].mem, 0.0, NULL, &h) == GALPHA_SUCCESS); }
    for (int k = 0; k < 40 && !ret; k++)
    {
      ret = small_step(&m[i], 5.0);
      if (i && k % 9 == 0 && checked(m[i].mem, 0.0, NULL, &h)) { ret = -1; }
    }
  }
  const size_t size = N * sizeof(sunrealtype);
  CHECK(ret == 0 && count_of(m[0].mem, GALPHAGetNumResEvals) ==
                      count_of(m[1].mem, GALPHAGetNumResEvals));
  CHECK(!memcmp(small_q(&m[0]), small_q(&m[1]), size));
  CHECK(!memcmp(small_v(&m[0]), small_v(&m[1]), size));
}

/* F(t,y,y') with cj. */
RESIDUAL1_IS(residual1, yp[0] + 3.0 * yp[1] + y[0] * y[1],
             2.0 * yp[1] - sin(y[0]))

RESIDUAL1_JAC_IS(jacobian1, {0, 0, y[1] + cj}, {0, 1, y[0] + 3.0 * cj},
                 {1, 0, -cos(y[0])}, {1, 1, cj **(const sunrealtype *)data})

static void first_order(void)
{
  struct heard h;
  for (int wrong = 0; wrong < 2; wrong++)
  {
    sunrealtype factor = wrong ? 1.9 : 2.0;
    long int nwrong    = -1;
    SMALL(s, .n = 2, .q = VALUES(0.5, 0.5), .res1 = residual1, .data = &factor);
    CHECK(!GALPHASetJacFn(s->mem, jacobian1));
    CHECK(checked(s->mem, 0.0, &nwrong, &h) ==
          (wrong ? GALPHA_WARNING : GALPHA_SUCCESS));
    CHECK(nwrong == wrong);
    CHECK(!wrong || heard_says(&h, "(shift c[0]): row 1, column 1: yours is "
                                   "1.9, the difference 2"));
  }
}

TEST_MAIN()
{
  for (int kind = 0; kind < KIND_COUNT; kind++)
  {
    mistakes((enum kind)kind);
    nothing_changes((enum kind)kind);
  }
  pattern_only();
  first_order();
}
