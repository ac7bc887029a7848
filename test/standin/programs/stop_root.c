/* What programs ask of IDA beside integrating: x' = v, v' = -w^2 x, z = x^2 with
 * w = 1 in the user data, solution known (argument exact: prints it). ONE_STEP mode,
 * stop times and their withdrawal, IDAReInit, root directions, dense output after roots, error
 * weights, statistics, error messages, return codes. */
#include <ida/ida.h>

#include "swap.h"

#define SIZE  3
#define COUNT 4

static const sunrealtype abstol = 1e-5;

/* User data, and what the error handler saw. */
struct oscillator
{
  sunrealtype w, rtol;
  int messages, code, named;
};

RESIDUAL1(res)
{
  const struct oscillator *o = data;
  r[0]                       = yp[0] - y[1];
  r[1]                       = yp[1] + o->w * o->w * y[0];
  r[2]                       = y[2] - y[0] * y[0];
}

/* Only rising roots of the first, only falling ones of the second, both of the
 * third; the last is zero throughout. */
ROOTS_IS(roots, y[0], y[0] - 0.5, y[1] - 0.9, 0)

static int weights(N_Vector yy, N_Vector ewt, void *data)
{
  const struct oscillator *o = data;
  for (int i = 0; i < SIZE; i++)
  {
    swap_array(ewt)[i] = 1 / (o->rtol * fabs(swap_array(yy)[i]) + abstol);
  }
  return 0;
}

static void solution(sunrealtype t, N_Vector yy, N_Vector yp)
{
  sunrealtype *y = swap_array(yy), *d = swap_array(yp);
  y[0] = cos(t);
  y[1] = d[0] = -sin(t);
  y[2]        = y[0] * y[0];
  d[1]        = -y[0];
  d[2]        = -2 * y[0] * sin(t);
}

/* Largest difference of y from the solution at t, or of y' (k = 1). */
static sunrealtype error(const struct swap *s, sunrealtype t, N_Vector y, int k)
{
  N_Vector w[2] = {s->vector[1], s->vector[2]};
  solution(t, w[0], w[1]);
  N_VLinearSum(1, y, -1, w[k], w[k]);
  return N_VMaxNorm(w[k]);
}

static void one_step(struct swap *s)
{
  sunrealtype t = 0, last = 0, worst = 0;
  int count = 0, forward = 1;
  for (; t < 1; count++)
  {
    SWAP(IDASolve(s->mem, 1, &t, s->y, s->yp, IDA_ONE_STEP));
    forward = forward && t > last;
    last    = t;
    worst   = fmax(worst, error(s, t, s->y, 0));
  }
  swap_claim("one step at a time", forward && count > 10, count);
  swap_claim("right after each step", worst <= 2e-3, worst);
}

static void say(const char *what, int flag)
{
  printf("flag %s %d\n", what, flag);
}

/* Says what IDASolve returns, and y. */
static void solve(struct swap *s, const char *what, sunrealtype tout)
{
  sunrealtype t = 0;
  say(what, IDASolve(s->mem, tout, &t, s->y, s->yp, IDA_NORMAL));
  swap_print(t, s->y, s->yp);
}

static void stop_times(struct swap *s)
{
  SWAP(IDASetStopTime(s->mem, 2.5));
  solve(s, "at the stop time", 3);
  solve(s, "behind it", 3);
  say("stop time in the past", IDASetStopTime(s->mem, 1));
  SWAP(IDASetStopTime(s->mem, 4));
#if SUNDIALS_VERSION_MAJOR >= 7
  SWAP(IDAClearStopTime(s->mem));
#else
  SWAP(IDASetStopTime(s->mem, 1e9));
#endif
  solve(s, "without stop time", 4.5);
}

/* y and y' at the root by IDAGetDky are what IDASolve returned; in the middle of
 * the step they are right. */
static sunrealtype dky_error(const struct swap *s, sunrealtype t)
{
  N_Vector d        = s->vector[3];
  sunrealtype worst = 0, now = 0, h = 0;
  SWAP(IDAGetCurrentTime(s->mem, &now));
  SWAP(IDAGetLastStep(s->mem, &h));
  for (int k = 0; k < 2; k++)
  {
    SWAP(IDAGetDky(s->mem, t, k, d));
    N_VLinearSum(1, d, -1, k ? s->yp : s->y, d);
    const sunrealtype same = 1e6 * N_VMaxNorm(d);
    SWAP(IDAGetDky(s->mem, now - h / 2, k, d));
    const sunrealtype middle = error(s, now - h / 2, d, k) / (k ? 10 : 1);
    worst                    = fmax(worst, fmax(same, middle));
  }
  return worst;
}

static void find_roots(struct swap *s)
{
  int direction[COUNT] = {1, -1, 0, 0}, flag = IDA_ROOT_RETURN;
  sunrealtype t = 0, worst = 0;
  long int evaluations = 0;
  solution(4.5, s->y, s->yp);
  SWAP(IDAReInit(s->mem, 4.5, s->y, s->yp));
  SWAP(IDARootInit(s->mem, COUNT, roots));
  SWAP(IDASetRootDirection(s->mem, direction));
  SWAP(IDASetNoInactiveRootWarn(s->mem));
  while (flag == IDA_ROOT_RETURN)
  {
    flag = IDASolve(s->mem, 12, &t, s->y, s->yp, IDA_NORMAL);
    swap_ok(flag, "IDASolve");
    if (flag == IDA_ROOT_RETURN)
    {
      swap_root(s->mem, t, COUNT);
      worst = fmax(worst, dky_error(s, t));
    }
  }
  swap_print(t, s->y, s->yp);
  swap_claim("dense output after roots", worst <= 2e-3, worst);
  SWAP(IDAGetNumGEvals(s->mem, &evaluations));
  swap_claim("root functions counted", evaluations > 20, 0);
  SWAP(IDARootInit(s->mem, 0, NULL));
}

static void statistics(struct swap *s)
{
  void *mem      = s->mem;
  long int steps = 0, nst = 0, nre = 0, nsetups = 0, netf = 0, nni = 0, ncf = 0;
  int klast = 0, kcur = 0;
  sunrealtype h0 = 0, hlast = 0, hcur = 0, tcur = 0, h = 0, scale = 0;
  N_Vector ewt = s->vector[1], ele = s->vector[2];
  SWAP(IDAGetNumSteps(mem, &steps));
  SWAP(IDAGetIntegratorStats(mem, &nst, &nre, &nsetups, &netf, &klast, &kcur,
                             &h0, &hlast, &hcur, &tcur));
  SWAP(IDAGetNonlinSolvStats(mem, &nni, &ncf));
  SWAP(IDAGetActualInitStep(mem, &h));
  SWAP(IDAGetTolScaleFactor(mem, &scale));
  SWAP(IDAGetErrWeights(mem, ewt));
  SWAP(IDAGetEstLocalErrors(mem, ele));
  swap_claim("steps", steps == nst && steps > 20, (double)steps);
  swap_claim("residuals", nre >= steps, (double)nre);
  swap_claim("setups", nsetups > 0 && nsetups <= nre, (double)nsetups);
  swap_claim("iterations", nni >= steps && ncf >= 0 && netf >= 0, (double)nni);
  swap_claim("orders", klast >= 1 && klast <= 5 && kcur >= 1, klast);
  swap_claim("first step as demanded", fabs(h0 - 1e-4) < 1e-15 && h == h0, h0);
  swap_claim("step and time", hlast > 0 && hcur > 0 && tcur >= 12, hlast);
  swap_claim("tolerances are fine", scale > 0 && scale <= 1, scale);
  swap_claim("local error", N_VWrmsNorm(ele, ewt) <= 1, N_VWrmsNorm(ele, ewt));
}

/* Weights of v, which is far from 0 here, go by a value of the last step. */
static void error_weights(struct swap *s)
{
  N_Vector ewt = s->vector[1];
  SWAP(IDAGetErrWeights(s->mem, ewt));
  const sunrealtype v = fabs(swap_array(s->y)[1]);
  const sunrealtype w = swap_array(ewt)[1] * (s->rtol * v + abstol);
  swap_claim("error weights", w > 0.7 && w < 1.4, w);
}

/* Does the text of the statistics hold the number of steps behind the word? */
static int tells_steps(void *mem, SUNOutputFormat format)
{
  char text[4096] = {0};
  const char *at  = NULL;
  long int steps  = 0;
  FILE *file      = tmpfile();
  if (!file) { return 0; }
  const int flag = IDAPrintAllStats(mem, file, format);
  rewind(file);
  if (fread(text, 1, sizeof text - 1, file) > 0) { at = strstr(text, "Steps"); }
  fclose(file);
  IDAGetNumSteps(mem, &steps);
  return !flag && at && atol(at + 5 + strspn(at + 5, " =,")) == steps;
}

static void note(struct oscillator *o, int code, const char *function,
                 const char *msg)
{
  o->messages++;
  o->code  = code;
  o->named = function && strstr(function, "IDA") && msg && strlen(msg) > 5;
}

#if SUNDIALS_VERSION_MAJOR >= 7 && !defined(SWAP_PORTED)
static void handler(int line, const char *function, const char *file,
                    const char *msg, SUNErrCode code, void *data,
                    SUNContext ctx)
{
  note(data, code, function, msg);
}

static void watch_errors(struct swap *s, struct oscillator *o)
{
  SUNContext_ClearErrHandlers(s->ctx);
  SUNContext_PushErrHandler(s->ctx, handler, o);
}
#else
static void handler(int code, const char *module, const char *function,
                    char *msg, void *data)
{
  note(data, code, function, msg);
}

static void watch_errors(struct swap *s, struct oscillator *o)
{
  FILE *file = tmpfile();
  SWAP(IDASetErrFile(s->mem, file));
  IDAGetDky(s->mem, -100, 0, NULL);
  if (file && ftell(file) <= 10) { printf("no message in the file\n"); }
  SWAP(IDASetErrFile(s->mem, NULL));
  if (file) { fclose(file); }
  SWAP(IDASetErrHandlerFn(s->mem, handler, o));
}
#endif

static void expect(struct oscillator *o, const char *what, int flag)
{
  say(what, flag);
  swap_claim("message with this code", o->messages == 1 && o->code == flag,
             o->code);
  swap_claim("message names the function", o->named, 0);
  o->messages = o->code = o->named = 0;
}

static void errors(struct swap *s, struct oscillator *o)
{
  void *mem     = s->mem;
  sunrealtype t = 0;
  expect(o, "time outside", IDAGetDky(mem, -100, 0, s->y));
  expect(o, "derivative -1", IDAGetDky(mem, 12, -1, s->y));
  expect(o, "derivative 6", IDAGetDky(mem, 12, 6, s->y));
  expect(o, "no vector", IDAGetDky(mem, 12, 0, NULL));
  expect(o, "no task", IDASolve(mem, 13, &t, s->y, s->yp, 7));
  expect(o, "negative tolerance", IDASStolerances(mem, -1, 1));
  expect(o, "order 0", IDASetMaxOrd(mem, 0));
  char *name = IDAGetReturnFlagName(IDA_BAD_T);
  swap_claim("name of a code", !strcmp(name, "IDA_BAD_T"), 0);
  free(name);
  SWAP(IDASetMaxNumSteps(mem, 5));
  say("five steps", IDASolve(mem, 1e5, &t, s->y, s->yp, IDA_NORMAL));
  const sunrealtype e = error(s, t, s->y, 0);
  swap_claim("solution after five steps", e <= 2e-3, e);
  SWAP(IDASetMaxNumSteps(mem, 100000));
  swap_output(s, 15, 0, swap_print);
}

static void exact(struct swap *s)
{
  static const sunrealtype time[]   = {2.5, 3, 4.5, 12, 15};
  static const int flags[10][COUNT] = {
    {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 0, 1, 0}, {0, 0, -1, 0}, {0, -1, 0, 0}};
  const double pi = 4 * atan(1.0), a = asin(0.9);
  const double root[5] = {1.5 * pi, 1.5 * pi, pi + a, 2 * pi - a, pi / 3};
  for (int i = 0; i < 5; i++)
  {
    for (int j = 0; j < 400 && i == 3; j++)
    {
      const double from = 4.5 + 0.02 * j, to = from + 0.02;
      for (int k = 1; k < 5; k++)
      {
        const double at = root[k] + 2 * pi * ceil((from - root[k]) / (2 * pi));
        if (at >= from && at < to && at < 12)
        {
          printf("root %.12e", at);
          for (int l = 0; l < COUNT; l++) { printf(" %d", flags[k][l]); }
          printf("\n");
        }
      }
    }
    swap_exact(s, 1, &time[i], solution, swap_print);
  }
}

/* By the options of the command line where there are any. */
static void first_step(void *mem)
{
#if SUNDIALS_VERSION_MAJOR * 100 + SUNDIALS_VERSION_MINOR >= 705 && \
  !defined(SWAP_PORTED)
  char program[] = "stop_root", key[] = "ida.init_step", value[] = "1e-4";
  char *words[] = {program, key, value};
  SWAP(IDASetOptions(mem, NULL, NULL, 3, words));
#else
  SWAP(IDASetInitStep(mem, 1e-4));
#endif
}

static void create(struct swap *s, struct oscillator *o)
{
  void *given = NULL;
  swap_init(s, res, o);
  SWAP(IDAWFtolerances(s->mem, weights));
  first_step(s->mem);
  SWAP(IDAGetUserData(s->mem, &given));
  swap_claim("user data", given == o, 0);
  swap_dense(s);
}

static void integrate(struct swap *s, struct oscillator *o)
{
  for (int i = 0; i < 3; i++) { swap_vector(s, 0); } /* work */
  create(s, o);
  one_step(s);
  error_weights(s);
  stop_times(s);
  find_roots(s);
  statistics(s);
  swap_claim("table", tells_steps(s->mem, SUN_OUTPUTFORMAT_TABLE), 0);
  swap_claim("CSV", tells_steps(s->mem, SUN_OUTPUTFORMAT_CSV), 0);
  watch_errors(s, o);
  errors(s, o);
  swap_stats(s);
}

int main(int argc, char **argv)
{
  struct swap s       = swap_begin(argc, argv, 1e-5, SIZE);
  struct oscillator o = {.w = 1, .rtol = s.rtol};
  swap_tolerances(&s, "y", 1, &abstol);
  solution(0, s.y, s.yp);
  if (swap_has(&s, "exact")) { exact(&s); }
  else { integrate(&s, &o); }
  return swap_end(&s);
}
