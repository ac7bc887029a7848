/* NULL for an optional function, matrix, vector or solver is as if the setter had never
 * been called: the same steps, evaluations and results, bit by bit, and nothing that was
 * set before is used any more. Control: without the call with NULL it is used. */
#include "null_is_default_model.h"

#include <string.h>

/* What an integration did. used: calls of what may be set, or events left out. */
struct outcome
{
  int code;
  long int steps, evaluations, jacobians;
  sunrealtype y[8];
};

enum problem
{
  SLEDGE,
  DIRECT,
  KRYLOV,
  PRECONDITIONED, /* a solver that refuses to go without */
  SECOND
};

static int state_mechanics(void *mem, N_Vector q, N_Vector v, SUNContext ctx)
{
  SUNMatrix M = SUNDenseMatrix(4, 4, ctx), G = SUNDenseMatrix(1, 4, ctx);
  N_Vector one = N_VNew_Serial(1, ctx);
  N_VConst(0.0, one);
  N_VConst(0.0, q);
  N_VConst(0.0, v);
  data(q)[0] = data(v)[0] = data(v)[3] = 1.0;
  data(v)[2]                           = 0.5;
  diagonal(M, 1.0);
  used     = 0;
  int code = GALPHAInitMech(mem, NULL, M, force, 0.0, q, v);
  if (!code) { code = GALPHASetHolonomic(mem, one, g_fn, G, G_fn); }
  if (!code) { code = GALPHASetNonholonomic(mem, one, k_fn, G, K_fn); }
  if (!code) { code = GALPHARootInit(mem, 1, root); }
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  N_VDestroy(one);
  return code;
}

static int state_residual(void *mem, enum problem p, N_Vector y, N_Vector yp)
{
  data(y)[0]  = 0.5;
  data(y)[1]  = 1.0;
  data(yp)[0] = 0.5;
  data(yp)[1] = 0.0;
  if (p != SECOND) { return GALPHAInit(mem, res, 0.0, y, yp); }
  return GALPHAInit2(mem, res2, 0.0, y, yp, NULL);
}

/* In a context of its own: a preconditioner that is missing is an error of SUNDIALS 7. */
static struct outcome integrate(enum problem p, const struct row *r, int calls)
{
  SUNContext ctx = galpha_test_context();
  galpha_test_quiet(ctx);
  const int n = p == SLEDGE ? 4 : 2;
  N_Vector y = N_VNew_Serial(n, ctx), yp = N_VNew_Serial(n, ctx);
  N_Vector all = N_VNew_Serial(6, ctx);
  void *mem    = GALPHACreate(ctx);
  CHECK(GALPHASetErrFile(mem, NULL) == 0);
  CHECK((p == SLEDGE ? state_mechanics(mem, y, yp, ctx)
                     : state_residual(mem, p, y, yp)) == 0);
  CHECK(GALPHASStolerances(mem, 1e-5, 1e-7) == 0);
  const int side = p == PRECONDITIONED ? SUN_PREC_LEFT : SUN_PREC_NONE;
  SUNMatrix A    = SUNDenseMatrix(6, 6, ctx);
  struct means m = {.A44    = SUNDenseMatrix(4, 4, ctx),
                    .A14    = SUNDenseMatrix(1, 4, ctx),
                    .A42    = SUNDenseMatrix(4, 2, ctx),
                    .A      = A,
                    .LS     = SUNLinSol_Dense(all, A, ctx),
                    .krylov = SUNLinSol_SPGMR(y, side, 0, ctx),
                    .NLS    = SUNNonlinSol_Newton(all, ctx),
                    .like   = N_VClone(y),
                    .two    = N_VClone(y)};
  if (p == SLEDGE)
  {
    m.LS->ops->solve  = solve_counted;
    m.NLS->ops->solve = newton_counted;
  }
  N_VConst(1.0, m.like);
  data(m.two)[0] = 2.0;
  data(m.two)[1] = 1.0;
  if (p == KRYLOV || p == PRECONDITIONED)
  {
    CHECK(GALPHASetLinearSolver(mem, m.krylov, NULL) == 0);
  }
  if (calls > 0) { CHECK(r->set(mem, &m, 1) == 0); }
  if (calls > 1) { CHECK(r->set(mem, &m, 0) == 0); }
  used             = 0;
  struct outcome o = {0};
  sunrealtype t    = 0.0;
  while (o.code >= 0 && t < 2.0)
  {
    o.code = GALPHASolve(mem, 2.0, &t, y, yp, GALPHA_NORMAL);
    if (o.code == GALPHA_ROOT_RETURN) { o.y[7] += 1.0; }
  }
  CHECK(GALPHASetMinStep(mem, -1.0) == GALPHA_ILL_INPUT); /* a message */
  memcpy(o.y, data(y), (size_t)n * sizeof *o.y);
  GALPHAGetNumSteps(mem, &o.steps);
  GALPHAGetNumResEvals(mem, &o.evaluations);
  GALPHAGetNumJacEvals(mem, &o.jacobians);
  GALPHAFree(&mem);
  SUNMatDestroy(m.A44);
  SUNMatDestroy(m.A14);
  SUNMatDestroy(m.A42);
  SUNMatDestroy(m.A);
  SUNLinSolFree(m.LS);
  SUNLinSolFree(m.krylov);
  SUNNonlinSolFree(m.NLS);
  N_Vector v[] = {y, yp, all, m.like, m.two};
  for (int i = 0; i < 5; i++) { N_VDestroy(v[i]); }
  SUNContext_Free(&ctx);
  return o;
}

static int same(const struct outcome *a, const struct outcome *b)
{
  return a->code == b->code && a->steps == b->steps &&
         a->evaluations == b->evaluations && a->jacobians == b->jacobians &&
         memcmp(a->y, b->y, sizeof a->y) == 0;
}

static void check_rows(enum problem p, const struct row *rows, size_t count)
{
  const struct outcome never = integrate(p, NULL, 0);
  const long int unset       = used;
  CHECK(never.code == (p == PRECONDITIONED ? GALPHA_LINIT_FAIL : 0));
  for (size_t i = 0; i < count; i++)
  {
    const struct outcome set  = integrate(p, &rows[i], 1);
    const int effect          = used > unset || !same(&set, &never);
    const struct outcome null = integrate(p, &rows[i], 2);
    printf("%s: set %d, NULL %d\n", rows[i].name, effect, same(&null, &never));
    CHECK(effect);
    CHECK(same(&null, &never) && used == unset);
  }
}

/* Functions without the matrix that they fill are refused. */
static void check_half(SUNContext ctx)
{
  N_Vector q = N_VNew_Serial(4, ctx), v = N_VNew_Serial(4, ctx);
  void *mem = GALPHACreate(ctx);
  CHECK(GALPHASetErrFile(mem, NULL) == 0);
  CHECK(state_mechanics(mem, q, v, ctx) == 0);
  CHECK(GALPHASetForceJacPos(mem, NULL, Fq_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetForceJacVel(mem, NULL, Fv_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetNonholonomicJacPos(mem, NULL, Kq_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetReactionJac(mem, NULL, R_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetGeneralForce(mem, NULL, NULL, Fq_fn) == GALPHA_ILL_INPUT);
  GALPHAFree(&mem);
  N_VDestroy(q);
  N_VDestroy(v);
}

/* A declaration of zero beside a matrix is refused at the start; alone, and with
 * derivatives that are zero, it saves evaluations of the force. */
static void check_zero(const char *option, int with_matrix, SUNContext ctx)
{
  N_Vector q = N_VNew_Serial(4, ctx), v = N_VNew_Serial(4, ctx);
  SUNMatrix A = SUNDenseMatrix(4, 4, ctx), B = SUNDenseMatrix(1, 4, ctx);
  sunrealtype t = 0.0;
  void *mem     = GALPHACreate(ctx);
  CHECK(GALPHASetErrFile(mem, NULL) == 0);
  CHECK(state_mechanics(mem, q, v, ctx) == 0);
  CHECK(GALPHASStolerances(mem, 1e-5, 1e-7) == 0);
  CHECK(GALPHASetOption(mem, option, strcmp(option, "reaction_jac") != 0) == 0);
  if (with_matrix)
  {
    CHECK(GALPHASetForceJacPos(mem, A, Fq_fn) == 0);
    CHECK(GALPHASetForceJacVel(mem, A, Fv_fn) == 0);
    CHECK(GALPHASetNonholonomicJacPos(mem, B, Kq_fn) == 0);
    CHECK(GALPHASetReactionJac(mem, A, R_fn) == 0);
  }
  const int code = GALPHASolve(mem, 0.1, &t, q, v, GALPHA_ONE_STEP);
  CHECK(with_matrix ? code == GALPHA_ILL_INPUT : code >= 0);
  if (!with_matrix)
  {
    CHECK(GALPHASetOption(mem, option, strcmp(option, "reaction_jac") == 0) ==
          GALPHA_ILL_INPUT);
  }
  GALPHAFree(&mem);
  SUNMatDestroy(A);
  SUNMatDestroy(B);
  N_VDestroy(q);
  N_VDestroy(v);
}

#define CHECK_ROWS(p, rows) check_rows(p, rows, sizeof(rows) / sizeof(rows)[0])

int main(void)
{
  static const char *const zero[] = {"df_dq_zero", "df_dv_zero", "dk_dq_zero",
                                     "reaction_jac"};
  SUNContext ctx                  = galpha_test_context();
  CHECK_ROWS(SLEDGE, mechanics);
  CHECK_ROWS(DIRECT, direct);
  CHECK_ROWS(KRYLOV, krylov);
  CHECK_ROWS(PRECONDITIONED, preconditioned);
  CHECK_ROWS(SECOND, second);
  check_half(ctx);
  for (int i = 0; i < 8; i++) { check_zero(zero[i % 4], i / 4, ctx); }
  SUNContext_Free(&ctx);
  return check_done();
}
