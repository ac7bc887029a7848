/* What limits a run is named, and nothing else: step limits, numbers of steps, stop
 * times, failed iterations, the error test; in mechanical and residual form. */
#include "step/window.h"
#include "support/test.h"

/* x'' = -k x + load(t), with dry friction; the derivative handed over has this factor. The
 * load grows beyond all bounds towards the pole. */
struct spring
{
  sunrealtype k, factor, chatter, start, friction, pole;
  int failing; /* every other call returns 1 */
  long int calls;
};
#define SPRING ((const struct spring *)data)

static sunrealtype *data(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

static sunrealtype load_at(const struct spring *s, sunrealtype t)
{
  if (s->pole > 0.0) { return pow(fabs(s->pole - t), -1.5); }
  return s->chatter > 0.0 && sin(s->chatter * t) > 0.0 ? 1e3 : 0.0;
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *user)
{
  struct spring *s = user;
  const double dry = data(v)[0] > 0.0 ? -s->friction : s->friction;
  data(f)[0]       = load_at(s, t) - s->k * data(q)[0] + dry;
  return s->failing && ++s->calls % 4 == 0;
}

FORCE_JAC_IS(stiffness, {0, 0, -SPRING->factor * SPRING->k})

/* The same as F(t,y,y') = 0. */
RESIDUAL1(residual)
{
  const struct spring *s = data;
  r[0]                   = yp[0] - y[1];
  r[1]                   = yp[1] + s->k * y[0] - load_at(s, t);
}

static void begin(struct small *r, struct spring *s, int in_residual)
{
  const sunrealtype y[] = {s->start, 0.0},
                    d[] = {0.0, load_at(s, 0.0) - s->k * s->start};
  if (in_residual)
  {
    BEGIN(r, .n = 2, .q = y, .v = d, .res1 = residual, .data = s);
  }
  else
  {
    BEGIN(r, .q = y, .force = force, .data = s, .dfdq = stiffness,
          .set = {{"df_dv_zero", 1}});
  }
  CHECK(!GALPHASStolerances(r->mem, 1e-5, 1e-7));
  CHECK(!GALPHASetMaxNumSteps(r->mem, 200));
}

/* Ends with the code, in one message with this text and without the others. */
static void ends(struct small *r, sunrealtype tout, int code, const char *text)
{
  static const char *const causes[] = {
    "max_step", "min_step",          "stop times",
    "jump",     "iteration failed",  "few attempts failed",
    "is fixed", "a callback failed", "CheckJacobian"};
  CHECK(small_solve(r, tout) == code);
  CHECK(r->said.count - r->said.warnings == 1);
  for (int i = 0; i < COUNT_OF(causes); i++)
  {
    const int meant =
      strstr(text, causes[i]) || strstr(causes[i], text) ||
      (!strcmp(causes[i], "CheckJacobian") && strstr(text, "iteration failed"));
    CHECK(meant || !strstr(r->said.msg, causes[i]));
  }
  CHECK(caught_says(&r->said, code, text));
}

static void check_limits(int in_residual)
{
  struct spring s = {.k = 1.0, .factor = 1.0, .start = 1.0};
  struct small r;
  begin(&r, &s, in_residual);
  CHECK(!GALPHASetMaxStep(r.mem, 1e-4));
  ends(&r, 1.0, GALPHA_TOO_MUCH_WORK, "max_step");
  begin(&r, &s, in_residual);
  CHECK(!GALPHASetMaxNumSteps(r.mem, 5));
  ends(&r, 10.0, GALPHA_TOO_MUCH_WORK, "few attempts failed");
  begin(&r, &s, in_residual);
  CHECK(!GALPHASetFixedStep(r.mem, 1e-3));
  ends(&r, 10.0, GALPHA_TOO_MUCH_WORK, "is fixed");
  begin(&r, &s, in_residual);
  CHECK(!GALPHASetMinStep(r.mem, 0.3));
  ends(&r, 10.0, GALPHA_ERR_FAIL, "min_step");
  s.chatter = 200.0;
  begin(&r, &s, in_residual);
  CHECK(!GALPHASetMaxErrTestFails(r.mem, 1));
  ends(&r, 10.0, GALPHA_ERR_FAIL, "max_err_test_fails");
  /* a few rejections among them */
  begin(&r, &s, in_residual);
  CHECK(!GALPHASetMaxNumSteps(r.mem, 8));
  ends(&r, 10.0, GALPHA_TOO_MUCH_WORK, "few attempts failed");
}

static void check_chatter(int in_residual)
{
  struct spring s = {.k = 1.0, .factor = 1.0, .start = 1.0, .chatter = 200.0};
  struct small r;
  begin(&r, &s, in_residual);
  ends(&r, 10.0, GALPHA_TOO_MUCH_WORK,
       in_residual ? "jump in F" : "jump in the f");
}

/* Steps collapse: by Newton's iteration where dry friction sticks, without many
 * rejections where a load grows beyond all bounds. */
static void check_collapse(void)
{
  struct spring sticks = {
    .k = 1.0, .factor = 1.0, .start = 1.0, .friction = 0.8};
  struct spring grows = {.k = 1.0, .factor = 1.0, .start = 1.0, .pole = 3.0};
  struct small r;
  begin(&r, &sticks, 0);
  CHECK(!GALPHASetMaxNumSteps(r.mem, 10000));
  CHECK(small_solve(&r, 10.0) == GALPHA_TOO_MUCH_WORK);
  CHECK(strstr(r.said.msg, "do the forces jump there (friction") != NULL);
  begin(&r, &grows, 0);
  CHECK(small_solve(&r, 10.0) == GALPHA_TOO_MUCH_WORK);
  CHECK(strstr(r.said.msg, "steps have fallen from") != NULL);
  CHECK(strstr(r.said.msg, "jump in the forces") != NULL);
}

static void check_digits(sunrealtype tol, int close)
{
  struct spring s = {.k = 1.0, .factor = 1.0, .start = 1.0};
  struct small r;
  begin(&r, &s, 0);
  CHECK(!GALPHASStolerances(r.mem, tol, tol));
  CHECK(small_solve(&r, 10.0) == GALPHA_TOO_MUCH_WORK);
  CHECK(strstr(r.said.msg, "few attempts failed") != NULL);
  CHECK(!strstr(r.said.msg, "close to round-off") == !close);
}

/* A derivative of the wrong sign fails Newton's iteration, not the error test. */
static void check_unsolved(void)
{
  struct spring s = {.k = 1e8, .factor = -1.0, .start = 1e-13};
  struct small r;
  begin(&r, &s, 0);
  /* steps that resolve the vibration bear even that */
  CHECK(!GALPHASetErrorTest(r.mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetMaxConvFails(r.mem, 100));
  ends(&r, 10.0, GALPHA_TOO_MUCH_WORK, "iteration failed in");
}

/* A point on a circle with masses 1 and -1: where they balance, nothing is determined. */
MASS_IS(balance, {0, 0, 1.0}, {1, 1, -1.0})
FORCE_IS(weights, 0.0, -9.81)

static void at_right(sunrealtype *q, sunrealtype *v, void *data)
{
  q[0] = 1.0;
  q[1] = v[0] = v[1] = 0.0;
}

static void check_negative_mass(void)
{
  const struct problem pb =
    PROBLEM(.name = "balance", .n = 2, .m = 1, .start = at_right,
            .mass = balance, .force = weights, .g = problem_circle,
            .G = problem_circle_jac, .constant_mass = 1);
  SMALL(r, .pb = &pb, .rtol = 1e-5, .set = {{"max_num_steps", 3000}});
  CHECK(small_solve(r, 10.0) < 0);
  CHECK(strstr(r->said.msg, "row 1 of the mass matrix has a negative"));
  CHECK(!strstr(r->said.msg, "jump"));
}

/* Dry friction that holds a block, all derivatives by differences: the user has none to
 * check. */
FORCE_IS(dry, -q[0] - (v[0] > 0.0 ? 1.0 : -1.0), -q[1])

static void check_jump(void)
{
  SMALL(r, .n = 2, .q = VALUES(0.5, 1.0), .force = dry, .rtol = 1e-5,
        .set = {{"max_num_steps", 2000}});
  CHECK(small_solve(r, 10.0) == GALPHA_TOO_MUCH_WORK);
  CHECK(!strstr(r->said.msg, "CheckJacobian"));
  CHECK(caught_says(&r->said, GALPHA_TOO_MUCH_WORK, "do the forces jump"));
}

/* t = 1e16, where numbers are 2 apart, and a force that becomes infinite at t = 1. */
FORCE_IS(unbounded, t > 1e15 ? -q[0] : pow(1.0 - t, -3.0))

static void check_standstill(sunrealtype t0, const char *text,
                             const char *other)
{
  SMALL(r, .t0 = t0, .q = VALUES(1.0), .force = unbounded, .rtol = 1e-5);
  CHECK(small_solve(r, t0 + 10.0) == GALPHA_ERR_FAIL);
  CHECK(r->said.count - r->said.warnings == 1 && !strstr(r->said.msg, other));
  CHECK(strstr(r->said.msg, "no longer changes t") != NULL);
  CHECK(caught_says(&r->said, GALPHA_ERR_FAIL, text));
}

/* Where min_step is in the way of a shorter one, that is said first. */
static void check_least(void)
{
  struct spring s = {.k = 1e8, .factor = -1.0, .start = 1e-13};
  struct small r;
  begin(&r, &s, 0);
  CHECK(!GALPHASetMinStep(r.mem, 0.01));
  CHECK(small_solve(&r, 10.0) == GALPHA_CONV_FAIL);
  CHECK(strstr(r.said.msg, "is not the derivative of the forces") != NULL);
  CHECK(caught_says(&r.said, GALPHA_CONV_FAIL,
                    "min_step allows no smaller step; df/dq"));
}

static void check_blocked(void)
{
  struct spring s = {.k = 1.0, .factor = 1.0, .start = 1.0, .failing = 1};
  struct small r;
  begin(&r, &s, 0);
  CHECK(!GALPHASetMaxConvFails(r.mem, 100) && !GALPHASetMaxNumSteps(r.mem, 20));
  s.failing = 0;
  CHECK(!GALPHACalcIC(r.mem, GALPHA_ACC_INIT, 1.0));
  s.failing = 1;
  ends(&r, 10.0, GALPHA_TOO_MUCH_WORK, "a callback failed");
}

static void check_icopt(void)
{
  struct spring s = {.k = 1.0, .factor = 1.0, .start = 1.0};
  struct small r;
  begin(&r, &s, 0);
  CHECK(GALPHACalcIC(r.mem, GALPHA_Y_INIT, 1.0) == GALPHA_ILL_INPUT);
  CHECK(!strstr(r.said.msg, "tout1"));
  CHECK(caught_says(&r.said, GALPHA_ILL_INPUT, "icopt is not one of the mech"));
  CHECK(GALPHACalcIC(r.mem, GALPHA_ACC_INIT, 0.0) == GALPHA_ILL_INPUT);
  CHECK(!strstr(r.said.msg, "icopt"));
  CHECK(caught_says(&r.said, GALPHA_ILL_INPUT, "tout1 equals t0"));
  CHECK(!GALPHASetMaxNumSteps(r.mem, 1));
  ends(&r, 10.0, GALPHA_TOO_MUCH_WORK, "few attempts failed");
}

/* Counts begin anew with a call, the last hundred attempts do not. */
static void check_window(void)
{
  struct galpha_window w                   = {.next = 0};
  const struct galpha_window_limits limits = {1e-3, 1.0};
  galpha_window_clear(&w);
  for (int i = 0; i < 150; i++)
  {
    galpha_window_note(&w,
                       i % 3 ? GALPHA_OUTCOME_TAKEN : GALPHA_OUTCOME_UNSOLVED,
                       i % 2 ? 1.0 : 1e-3, limits, i == 149);
  }
  CHECK(galpha_window_attempts(&w) == 150 && w.at_stop == 1);
  CHECK(w.at_most == 50 && w.at_least == 50);
  galpha_window_begin(&w);
  CHECK(galpha_window_attempts(&w) == 0 && w.at_most == 0);
  const int recent = galpha_window_recent(&w, GALPHA_OUTCOME_UNSOLVED);
  CHECK(recent == 33 || recent == 34);
}

TEST_MAIN()
{
  for (int in_residual = 0; in_residual < 2; in_residual++)
  {
    check_limits(in_residual);
    check_chatter(in_residual);
  }
  check_collapse();
  check_digits(1e-14, 1);
  check_digits(1e-12, 0);
  check_unsolved();
  check_jump();
  check_standstill(1e16, "far from 0", "jump");
  check_standstill(0.0, "jump", "far from 0");
  check_least();
  check_blocked();
  check_icopt();
  check_negative_mass();
  check_window();
}
