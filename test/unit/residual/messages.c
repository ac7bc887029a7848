/* What the messages of the residual form advise, on a pendulum of index 2 (GGL):
 * algebraic components that are left in the error test leave it, and one warning
 * says how to take them out; where the start does not meet F = 0 it speaks
 * of the start, where it jumps later of that. A Jacobian that is wrong where the run
 * ends is named with its row, a right one is not. So is a linear solver that fails. */
#include "support/test.h"

struct model
{
  sunrealtype radius; /* at the start; the rod is 1 */
  int jumps;          /* F loses its solution at t = 0.5 */
  sunrealtype factor; /* of row 2 of the Jacobian from t = 0.5 on */
};

RESIDUAL1(pendulum)
{
  r[0] = yp[0] - y[2] + y[0] * y[5];
  r[1] = yp[1] - y[3] + y[1] * y[5];
  r[2] = yp[2] + y[0] * y[4];
  r[3] = yp[3] + y[1] * y[4] + 9.81;
  r[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1.0);
  r[5] = y[0] * y[2] + y[1] * y[3];
  if (((const struct model *)data)->jumps && t > 0.5)
  {
    r[4] = y[0] * y[0] + y[1] * y[1] + 1.0;
  }
}

RESIDUAL1_JAC(jacobian)
{
  const struct model *m        = data;
  const sunrealtype entry[][3] = {
    {0, 0, cj + y[5]}, {0, 2, -1.0}, {0, 5, y[0]}, {1, 1, cj + y[5]},
    {1, 3, -1.0},      {1, 5, y[1]}, {2, 0, y[4]}, {2, 2, cj},
    {2, 4, y[0]},      {3, 1, y[4]}, {3, 3, cj},   {3, 4, y[1]},
    {4, 0, y[0]},      {4, 1, y[1]}, {5, 0, y[2]}, {5, 1, y[3]},
    {5, 2, y[0]},      {5, 3, y[1]}};
  for (int k = 0; k < COUNT_OF(entry); k++)
  {
    const int i = (int)entry[k][0], j = (int)entry[k][1];
    const int wrong       = i == 2 && t > 0.5;
    SM_ELEMENT_D(J, i, j) = entry[k][2] * (wrong ? m->factor : 1.0);
  }
}

static void begin(struct small *s, struct model *m)
{
  BEGIN(s, .n = 6, .q = VALUES_OF(6, m->radius), .v = VALUES_OF(6, [3] = -9.81),
        .res1 = pendulum, .data = m, .rtol = 1e-6);
}

static void check_jacobian(struct model m, int code, const char *text)
{
  static const char accused[] = "is not the derivative of F";
  struct small s;
  begin(&s, &m);
  CHECK(!GALPHASetJacFn(s.mem, jacobian));
  CHECK(!GALPHASetSuppressAlg(s.mem, SUNTRUE));
  CHECK(small_solve(&s, 1.0) == code);
  CHECK((strstr(s.said.msg, accused) != NULL) == (m.factor != 1.0));
  if (code) { CHECK(caught_says(&s.said, code, text)); }
}

static void check(struct model m, int suppress, int code, const char *text,
                  const char *absent)
{
  struct small s;
  begin(&s, &m);
  if (suppress) { CHECK(!GALPHASetSuppressAlg(s.mem, SUNTRUE)); }
  CHECK(small_solve(&s, 1.0) == code);
  CHECK(s.said.count - s.said.warnings == (code != 0));
  CHECK(code != 0 || s.said.warnings == !suppress);
  if (code) { CHECK(strstr(s.said.msg, absent) == NULL); }
  else
  {
    const sunrealtype *y = small_q(&s);
    /* energy: v^2/2 + 9.81 y = 0 */
    CHECK(fabs(0.5 * (y[2] * y[2] + y[3] * y[3]) + 9.81 * y[1]) <= 1e-3);
  }
  if (text) { CHECK(caught_says(&s.said, code ? code : GALPHA_WARNING, text)); }
}

/* A Krylov solver without a preconditioner in index 3: it is the one to blame; with
 * vectors enough it solves the same problem. */
static void check_krylov(void)
{
  struct residual_model m;
  residual_model_new(&m, 1, NULL);
  for (int vectors = 3; vectors <= 6; vectors += 3)
  {
    struct residual_run run;
    struct caught c = {0};
    CHECK(residual_begin(&run, &m.pb, ctx) == 0);
    CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
    CHECK(residual_use_krylov(&run, RESIDUAL_SPGMR, vectors, 0) == 0);
    CHECK(!GALPHASetFixedStep(run.mem, 0.01));
    const int ret = residual_to(&run, 1.0);
    CHECK(ret == (vectors < 6 ? GALPHA_CONV_FAIL : 0));
    if (ret) { CHECK(caught_says(&c, ret, "the linear solver often did not")); }
  }
}

TEST_MAIN()
{
  check((struct model){1.0, 0, 1.0}, 1, 0, NULL, NULL);
  check((struct model){1.0, 0, 1.0}, 0, 0,
        "GALPHASetId and GALPHASetSuppressAlg exclude", NULL);
  check((struct model){1.1, 0, 1.0}, 1, GALPHA_CONV_FAIL,
        "y0 and yp0 satisfy F = 0 (GALPHACalcIC)", "jumps");
  check((struct model){1.0, 1, 1.0}, 1, GALPHA_ERR_FAIL, "(or F) jump",
        "GALPHACalcIC");
  check_jacobian((struct model){1.0, 0, 1.0}, 0, NULL);
  check_jacobian((struct model){1.1, 0, 1.0}, GALPHA_CONV_FAIL,
                 "check the Jacobian");
  check_jacobian((struct model){1.0, 1, 1.0}, GALPHA_ERR_FAIL, "(or F) jump");
  check_jacobian((struct model){1.0, 0, -1.0}, GALPHA_ERR_FAIL,
                 "row 2 of your Jacobian");
  check_krylov();
}
