/* NULL for an optional function, matrix, vector or solver is as if the setter had never
 * been called: the same steps, evaluations and results, bit by bit, and nothing that was
 * set before is used any more. Control: without the call with NULL it is used. */
#include "null_is_default_model.h"

/* What an integration did. used: calls of what may be set, or events left out. */
struct outcome
{
  int code;
  long int steps, evaluations, jacobians;
  sunrealtype y[8];
};

enum kind
{
  SLEDGE,
  DIRECT,
  KRYLOV,
  PRECONDITIONED, /* a solver that refuses to go without */
  SECOND
};

static void state(struct small *s, enum kind p)
{
  if (p == SLEDGE)
  {
    BEGIN(s, .n = 4, .q = VALUES(1.0, 0.0, 0.0, 0.0),
          .v = VALUES(1.0, 0.0, 0.5, 1.0), .force = force, .g = g_fn, .G = G_fn,
          .k = k_fn, .K = K_fn, .rtol = 1e-5, .atol = 1e-7);
    CHECK(!GALPHARootInit(s->mem, 1, root));
  }
  else
  {
    BEGIN(s, .n = 2, .q = VALUES(0.5, 1.0), .v = VALUES(0.5, 0.0),
          .res1 = p == SECOND ? NULL : res, .res2 = res2, .rtol = 1e-5,
          .atol = 1e-7);
  }
  CHECK(!GALPHASetErrFile(s->mem, NULL));
}

/* In a context of its own: a preconditioner that is missing is an error of SUNDIALS 7. */
static struct outcome integrate(enum kind p, const struct row *r, int calls)
{
  SUNContext outer = ctx;
  ctx              = galpha_test_context();
  test_quiet();
  struct small s;
  struct outcome o = {0};
  state(&s, p);
  const int side = p == PRECONDITIONED ? SUN_PREC_LEFT : SUN_PREC_NONE;
  N_Vector all   = KEEP(N_VNew_Serial(6, ctx));
  SUNMatrix A    = KEEP(SUNDenseMatrix(6, 6, ctx));
  struct means m = {.A44    = KEEP(SUNDenseMatrix(4, 4, ctx)),
                    .A14    = KEEP(SUNDenseMatrix(1, 4, ctx)),
                    .A42    = KEEP(SUNDenseMatrix(4, 2, ctx)),
                    .A      = A,
                    .LS     = KEEP(SUNLinSol_Dense(all, A, ctx)),
                    .krylov = KEEP(SUNLinSol_SPGMR(s.q, side, 0, ctx)),
                    .NLS    = KEEP(SUNNonlinSol_Newton(all, ctx)),
                    .like   = KEEP(N_VClone(s.q)),
                    .two    = small_vector(ctx, 2, VALUES(2.0, 1.0))};
  if (p == SLEDGE)
  {
    m.LS->ops->solve  = solve_counted;
    m.NLS->ops->solve = newton_counted;
  }
  N_VConst(1.0, m.like);
  if (p == KRYLOV || p == PRECONDITIONED)
  {
    CHECK(GALPHASetLinearSolver(s.mem, m.krylov, NULL) == 0);
  }
  used = 0;
  for (int on = 1; on > 1 - calls; on--) { CHECK(!r->set(s.mem, &m, on)); }
  used = 0;
  while (o.code >= 0 && s.t < 2.0)
  {
    o.code = small_solve(&s, 2.0);
    if (o.code == GALPHA_ROOT_RETURN) { o.y[7] += 1.0; }
  }
  CHECK(GALPHASetMinStep(s.mem, -1.0) == GALPHA_ILL_INPUT); /* a message */
  memcpy(o.y, small_q(&s), (p == SLEDGE ? 4 : 2) * sizeof *o.y);
  o.steps       = count_of(s.mem, GALPHAGetNumSteps);
  o.evaluations = count_of(s.mem, GALPHAGetNumResEvals);
  o.jacobians   = count_of(s.mem, GALPHAGetNumJacEvals);
  keep_free();
  SUNContext_Free(&ctx);
  ctx = outer;
  return o;
}

static int same(const struct outcome *a, const struct outcome *b)
{
  return a->code == b->code && a->steps == b->steps &&
         a->evaluations == b->evaluations && a->jacobians == b->jacobians &&
         memcmp(a->y, b->y, sizeof a->y) == 0;
}

static void check_rows(enum kind p, const struct row *rows, int count)
{
  const struct outcome never = integrate(p, NULL, 0);
  const long int unset       = used;
  CHECK(never.code == (p == PRECONDITIONED ? GALPHA_LINIT_FAIL : 0));
  for (int i = 0; i < count; i++)
  {
    const struct outcome set  = integrate(p, &rows[i], 1);
    const int effect          = used > unset || !same(&set, &never);
    const struct outcome null = integrate(p, &rows[i], 2);
    check_of("%s", rows[i].name);
    CHECK(effect);
    CHECK(same(&null, &never) && used == unset);
  }
}

/* Functions without the matrix that they fill are refused. */
static void check_half(void)
{
  struct small s;
  state(&s, SLEDGE);
  CHECK(GALPHASetForceJacPos(s.mem, NULL, Fq_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetForceJacVel(s.mem, NULL, Fv_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetNonholonomicJacPos(s.mem, NULL, Kq_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetReactionJac(s.mem, NULL, R_fn) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetGeneralForce(s.mem, NULL, NULL, Fq_fn) == GALPHA_ILL_INPUT);
}

/* A declaration of zero beside a matrix is refused at the start; alone, and with
 * derivatives that are zero, it saves evaluations of the force. */
static void check_zero(const char *option, int with_matrix)
{
  const int zero = strcmp(option, "reaction_jac") != 0;
  struct small s;
  state(&s, SLEDGE);
  CHECK(GALPHASetOption(s.mem, option, zero) == 0);
  if (with_matrix)
  {
    CHECK(GALPHASetForceJacPos(s.mem, s.M, Fq_fn) == 0);
    CHECK(GALPHASetForceJacVel(s.mem, s.M, Fv_fn) == 0);
    CHECK(GALPHASetNonholonomicJacPos(s.mem, s.K, Kq_fn) == 0);
    CHECK(GALPHASetReactionJac(s.mem, s.M, R_fn) == 0);
  }
  const int code = small_step(&s, 0.1);
  CHECK(with_matrix ? code == GALPHA_ILL_INPUT : code >= 0);
  if (!with_matrix)
  {
    CHECK(GALPHASetOption(s.mem, option, !zero) == GALPHA_ILL_INPUT);
  }
}

#define CHECK_ROWS(p, rows) check_rows(p, rows, COUNT_OF(rows))

TEST_MAIN()
{
  static const char *const zero[] = {"df_dq_zero", "df_dv_zero", "dk_dq_zero",
                                     "reaction_jac"};
  CHECK_ROWS(SLEDGE, mechanics);
  CHECK_ROWS(DIRECT, direct);
  CHECK_ROWS(KRYLOV, krylov);
  CHECK_ROWS(PRECONDITIONED, preconditioned);
  CHECK_ROWS(SECOND, second);
  check_half();
  for (int i = 0; i < 8; i++) { check_zero(zero[i % 4], i / 4); }
}
