/* The environment variables that choose the method in an unchanged program. */
#include "standin/standin.h"
#include "stderr_file.h"

static const char file[] = "standin_environment.txt";

static void only(const char *name, const char *value)
{
  static const char *const all[] = {
    "GALPHA_RHO_INF",      "GALPHA_VERBOSE",          "GALPHA_MAX_STEPS",
    "GALPHA_MAXORD",       "GALPHA_MAX_JACOBIAN_AGE", "GALPHA_NONLIN_COEF",
    "GALPHA_SUPPRESS_ALG", "GALPHA_PROGRESS"};
  for (int i = 0; i < COUNT_OF(all); i++) { unsetenv(all[i]); }
  if (name) { setenv(name, value, 1); }
}

struct result
{
  int code, order;
  long int steps, jacobians, iters;
  sunrealtype error, y1;
};

/* A run to t = 1 in steps of at most 0.01. */
static struct result run(long int max_steps)
{
  struct standin s = standin_ready();
  struct result r  = {0};
  CHECK(IDASetMaxStep(s.mem, 0.01) == IDA_SUCCESS);
  if (max_steps) { IDASetMaxNumSteps(s.mem, max_steps); }
  r.code  = standin_solve(&s, 1.0);
  r.error = standin_error(&s, s.t);
  r.y1    = standin_y(&s)[1];
  IDAGetLastOrder(s.mem, &r.order);
  IDAGetNumSteps(s.mem, &r.steps);
  IDAGetNumJacEvals(s.mem, &r.jacobians);
  IDAGetNumNonlinSolvIters(s.mem, &r.iters);
  standin_free(&s);
  return r;
}

static void orders_and_rho(void)
{
  only(NULL, NULL);
  const struct result usual = run(0);
  CHECK(usual.code == IDA_SUCCESS && usual.order > 2);
  CHECK(usual.error <= 1e-5);
  only("GALPHA_MAXORD", "2");
  const struct result second = run(0);
  CHECK(second.code == IDA_SUCCESS && second.order == 2);
  CHECK(second.steps > usual.steps);
  only("GALPHA_MAXORD", "1");
  const struct result euler = run(0);
  CHECK(euler.code == IDA_SUCCESS && euler.order == 1);
  CHECK(euler.steps > 2 * usual.steps);
  only("GALPHA_RHO_INF", "0.9");
  const struct result damped_less = run(0);
  CHECK(damped_less.code == IDA_SUCCESS && damped_less.error <= 1e-5);
  CHECK(damped_less.y1 != usual.y1);
  only("GALPHA_RHO_INF", "0.5");
  CHECK(run(0).y1 == usual.y1);
}

static void limits(void)
{
  only("GALPHA_MAX_STEPS", "3");
  CHECK(run(0).code == IDA_TOO_MUCH_WORK);
  CHECK(run(100000).code == IDA_SUCCESS); /* the program's own goes first */
  CHECK(run(-1).code == IDA_SUCCESS);
  only("GALPHA_MAX_JACOBIAN_AGE", "1");
  const struct result fresh = run(0);
  CHECK(fresh.jacobians >= fresh.steps);
  only("GALPHA_MAX_JACOBIAN_AGE", "1000");
  CHECK(run(0).jacobians < fresh.jacobians / 2);
  only("GALPHA_NONLIN_COEF", "1e-9");
  const struct result tight = run(0);
  only("GALPHA_NONLIN_COEF", "0.5");
  CHECK(tight.code == IDA_SUCCESS && run(0).iters < tight.iters);
}

/* Each value that cannot be used is named once, and changes nothing. */
static void refused(void)
{
  static const char *const wrong[][2] = {
    {"GALPHA_RHO_INF", "1.5"},    {"GALPHA_RHO_INF", "much"},
    {"GALPHA_RHO_INF", "nan"},    {"GALPHA_MAXORD", "0"},
    {"GALPHA_MAXORD", "1.5"},     {"GALPHA_MAX_STEPS", "10x"},
    {"GALPHA_NONLIN_COEF", "-1"}, {"GALPHA_MAX_STEPS", "0"},
    {"GALPHA_SUPPRESS_ALG", "2"}, {"GALPHA_PROGRESS", "-1"},
    {"GALPHA_PROGRESS", "often"}};
  only(NULL, NULL);
  const struct result usual = run(0);
  for (int i = 0; i < COUNT_OF(wrong); i++)
  {
    char text[80];
    snprintf(text, sizeof text, "%s=%s is ignored", wrong[i][0], wrong[i][1]);
    only(wrong[i][0], wrong[i][1]);
    const struct result r = run(0);
    CHECK(r.code == IDA_SUCCESS && r.steps == usual.steps && r.y1 == usual.y1);
    CHECK(stderr_count(file, text) == 1);
  }
  only("GALPHA_RHO_INF", "");
  CHECK(run(0).y1 == usual.y1);
}

/* A name that is none of ours is told, once for each; those of CMake are not. */
static void unknown(void)
{
  only(NULL, NULL);
  const struct result usual = run(0);
  setenv("GALPHA_MAX_ORDER", "2", 1);
  setenv("GALPHA_RHO\033", "0.5", 1);
  setenv("GALPHA_DIR", "/usr", 1);
  setenv("GALPHA_ROOT", "/usr", 1);
  CHECK(run(0).y1 == usual.y1);
  CHECK(stderr_count(file, "GALPHA_MAX_ORDER is ignored, it is none of "
                           "GALPHA_RHO_INF, GALPHA_VERBOSE, ") == 1);
  CHECK(stderr_count(file, "GALPHA_RHO? is ignored") == 1);
  CHECK(stderr_count(file, "GALPHA_DIR") + stderr_count(file, "GALPHA_ROOT") ==
        0);
  unsetenv("GALPHA_MAX_ORDER");
  unsetenv("GALPHA_RHO\033");
  unsetenv("GALPHA_DIR");
  unsetenv("GALPHA_ROOT");
}

/* What is not printable does not reach a terminal, nor a hundred thousand letters. */
static void strange(void)
{
  enum
  {
    LONG = 100000
  };
  static char text[LONG];
  only("GALPHA_RHO_INF", "\033[31mred\a\n");
  CHECK(run(0).code == IDA_SUCCESS);
  CHECK(stderr_count(file, "GALPHA_RHO_INF=?[31mred?? is ignored") == 1);
  CHECK(stderr_count(file, "\033") == 0);
  memset(text, 'x', LONG - 1);
  only("GALPHA_RHO_INF", text);
  CHECK(run(0).code == IDA_SUCCESS);
  CHECK(stderr_count(file, "xxxxx... is ignored") == 1);
  CHECK(stderr_size(file) < 10000);
}

/* An algebraic component leaves the error test: y1 = y0^2, where y0 = exp(-t). */
static void suppressed(void)
{
  long int steps[2];
  for (int on = 0; on < 2; on++)
  {
    only("GALPHA_SUPPRESS_ALG", on ? "1" : "0");
    struct standin s = standin_ready();
    CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
    steps[on] = standin_steps(&s);
    CHECK_IN(standin_error(&s, s.t), 0.0, 1e-4);
    CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == IDA_SUCCESS);
    standin_free(&s);
  }
  printf("steps with y1 in the test and not: %ld, %ld\n", steps[0], steps[1]);
  CHECK(steps[1] < steps[0]);
}

static void verbose(void)
{
  CHECK(stderr_count(file, "with rho_inf = ") == 0);
  only("GALPHA_VERBOSE", "1");
  setenv("GALPHA_RHO_INF", "0.25", 1);
  CHECK(run(0).code == IDA_SUCCESS);
  CHECK(stderr_count(file, "with rho_inf = 0.25, maximum order 5") == 1);
  CHECK(stderr_count(file, " of orders 3 to 5), ") == 1);
  CHECK(stderr_count(file, "(0 of orders 3 to 5), ") == 0);
  setenv("GALPHA_MAXORD", "2", 1);
  CHECK(run(0).code == IDA_SUCCESS);
  CHECK(stderr_count(file, "maximum order 2.") == 1);
  CHECK(stderr_count(file, "(0 of orders 3 to 5), ") == 1);
  only(NULL, NULL);
}

/* A line after each step, also of the object of a second IDAInit; it changes nothing. */
static void progress(void)
{
  only(NULL, NULL);
  const struct result quiet = run(0);
  CHECK(stderr_count(file, " steps/s") == 0);
  only("GALPHA_PROGRESS", "0");
  const struct result told = run(0);
  CHECK(told.steps == quiet.steps && told.y1 == quiet.y1);
  CHECK(stderr_count(file, " % of 1, step ") == told.steps);
  struct standin s = standin_ready();
  standin_init(&s, standin_res, 1e-6, 1e-8);
  CHECK(standin_step(&s, 1.0) == IDA_SUCCESS);
  CHECK(stderr_count(file, " % of 1, step ") == told.steps + 1);
  standin_free(&s);
  only("GALPHA_PROGRESS", "1e6");
  CHECK(run(0).steps == quiet.steps);
  CHECK(stderr_count(file, " % of 1, step ") == told.steps + 1);
}

int main(void)
{
  CHECK(stderr_to(file));
  orders_and_rho();
  limits();
  refused();
  unknown();
  verbose();
  strange();
  suppressed();
  progress();
  return check_done();
}
