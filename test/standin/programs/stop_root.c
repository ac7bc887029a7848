/* What programs ask of IDA beside integrating: x' = v, v' = -w^2 x, z = x^2 with
 * w = 1 in the user data, solution known (argument exact: prints it). ONE_STEP mode,
 * stop times and their withdrawal, IDAReInit, root directions, dense output after roots, error
 * weights, statistics, error messages, return codes. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "swap.h"

#define SIZE  3
#define ROOTS 4

static const sunrealtype abstol = 1e-5;

/* User data, and what the error handler saw. */
struct oscillator
{
  sunrealtype w, rtol;
  int messages, code, named;
};

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const struct oscillator *o = data;
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  sunrealtype *r = N_VGetArrayPointer(rr);
  r[0]           = d[0] - y[1];
  r[1]           = d[1] + o->w * o->w * y[0];
  r[2]           = y[2] - y[0] * y[0];
  return 0;
}

/* Only rising roots of the first, only falling ones of the second, both of the
 * third; the last is zero throughout. */
static int roots(sunrealtype t, N_Vector yy, N_Vector yp, sunrealtype *g,
                 void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy);
  g[0]                 = y[0];
  g[1]                 = y[0] - 0.5;
  g[2]                 = y[1] - 0.9;
  g[3]                 = 0;
  return 0;
}

static int weights(N_Vector yy, N_Vector ewt, void *data)
{
  const struct oscillator *o = data;
  for (int i = 0; i < SIZE; i++)
  {
    N_VGetArrayPointer(ewt)[i] =
      1 / (o->rtol * fabs(N_VGetArrayPointer(yy)[i]) + abstol);
  }
  return 0;
}

static void solution(sunrealtype t, N_Vector yy, N_Vector yp)
{
  sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  y[0] = cos(t);
  y[1] = d[0] = -sin(t);
  y[2]        = y[0] * y[0];
  d[1]        = -y[0];
  d[2]        = -2 * y[0] * sin(t);
}

static void print(sunrealtype t, N_Vector y, N_Vector yp)
{
  swap_line("y", t, SIZE, N_VGetArrayPointer(y));
}

/* Largest difference of y from the solution at t, or of y' (k = 1). */
static sunrealtype error(sunrealtype t, N_Vector y, int k)
{
  N_Vector w[2] = {N_VClone(y), N_VClone(y)};
  solution(t, w[0], w[1]);
  N_VLinearSum(1, y, -1, w[k], w[k]);
  const sunrealtype e = N_VMaxNorm(w[k]);
  N_VDestroy(w[0]);
  N_VDestroy(w[1]);
  return e;
}

static void one_step(void *mem, N_Vector y, N_Vector yp)
{
  sunrealtype t = 0, last = 0, worst = 0;
  int count = 0, forward = 1;
  for (; t < 1; count++)
  {
    swap_ok(IDASolve(mem, 1, &t, y, yp, IDA_ONE_STEP), "IDASolve");
    forward             = forward && t > last;
    last                = t;
    const sunrealtype e = error(t, y, 0);
    worst               = e > worst ? e : worst;
  }
  swap_claim("one step at a time", forward && count > 10, count);
  swap_claim("right after each step", worst <= 2e-3, worst);
}

static void say(const char *what, int flag)
{
  printf("flag %s %d\n", what, flag);
}

static void stop_times(void *mem, N_Vector y, N_Vector yp)
{
  sunrealtype t = 0;
  swap_ok(IDASetStopTime(mem, 2.5), "IDASetStopTime");
  say("at the stop time", IDASolve(mem, 3, &t, y, yp, IDA_NORMAL));
  print(t, y, yp);
  say("behind it", IDASolve(mem, 3, &t, y, yp, IDA_NORMAL));
  print(t, y, yp);
  say("stop time in the past", IDASetStopTime(mem, 1));
  swap_ok(IDASetStopTime(mem, 4), "IDASetStopTime");
#if SUNDIALS_VERSION_MAJOR >= 7
  swap_ok(IDAClearStopTime(mem), "IDAClearStopTime");
#else
  swap_ok(IDASetStopTime(mem, 1e9), "IDASetStopTime");
#endif
  say("without stop time", IDASolve(mem, 4.5, &t, y, yp, IDA_NORMAL));
  print(t, y, yp);
}

/* y and y' at the root by IDAGetDky are what IDASolve returned; in the middle of
 * the step they are right. */
static sunrealtype dky_error(void *mem, sunrealtype t, N_Vector y, N_Vector yp)
{
  N_Vector d        = N_VClone(y);
  sunrealtype worst = 0, now = 0, h = 0;
  swap_ok(IDAGetCurrentTime(mem, &now), "IDAGetCurrentTime");
  swap_ok(IDAGetLastStep(mem, &h), "IDAGetLastStep");
  for (int k = 0; k < 2; k++)
  {
    swap_ok(IDAGetDky(mem, t, k, d), "IDAGetDky");
    N_VLinearSum(1, d, -1, k ? yp : y, d);
    const sunrealtype same = 1e6 * N_VMaxNorm(d);
    swap_ok(IDAGetDky(mem, now - h / 2, k, d), "IDAGetDky");
    const sunrealtype middle = error(now - h / 2, d, k) / (k ? 10 : 1);
    worst                    = fmax(worst, fmax(same, middle));
  }
  N_VDestroy(d);
  return worst;
}

static void find_roots(void *mem, N_Vector y, N_Vector yp)
{
  int direction[ROOTS] = {1, -1, 0, 0};
  sunrealtype t = 0, worst = 0;
  int flag = IDA_ROOT_RETURN;
  solution(4.5, y, yp);
  swap_ok(IDAReInit(mem, 4.5, y, yp), "IDAReInit");
  swap_ok(IDARootInit(mem, ROOTS, roots), "IDARootInit");
  swap_ok(IDASetRootDirection(mem, direction), "IDASetRootDirection");
  swap_ok(IDASetNoInactiveRootWarn(mem), "IDASetNoInactiveRootWarn");
  while (flag == IDA_ROOT_RETURN)
  {
    flag = IDASolve(mem, 12, &t, y, yp, IDA_NORMAL);
    swap_ok(flag, "IDASolve");
    if (flag == IDA_ROOT_RETURN)
    {
      swap_root(mem, t, ROOTS);
      worst = fmax(worst, dky_error(mem, t, y, yp));
    }
  }
  print(t, y, yp);
  swap_claim("dense output after roots", worst <= 2e-3, worst);
  long int evaluations = 0;
  swap_ok(IDAGetNumGEvals(mem, &evaluations), "IDAGetNumGEvals");
  swap_claim("root functions counted", evaluations > 20, 0);
  swap_ok(IDARootInit(mem, 0, NULL), "IDARootInit");
}

static void statistics(void *mem, N_Vector y)
{
  long int steps = 0, nst = 0, nre = 0, nsetups = 0, netf = 0, nni = 0, ncf = 0;
  int klast = 0, kcur = 0;
  sunrealtype h0 = 0, hlast = 0, hcur = 0, tcur = 0, h = 0, scale = 0;
  N_Vector ewt = N_VClone(y), ele = N_VClone(y);
  swap_ok(IDAGetNumSteps(mem, &steps), "IDAGetNumSteps");
  swap_ok(IDAGetIntegratorStats(mem, &nst, &nre, &nsetups, &netf, &klast, &kcur,
                                &h0, &hlast, &hcur, &tcur),
          "IDAGetIntegratorStats");
  swap_ok(IDAGetNonlinSolvStats(mem, &nni, &ncf), "IDAGetNonlinSolvStats");
  swap_ok(IDAGetActualInitStep(mem, &h), "IDAGetActualInitStep");
  swap_ok(IDAGetTolScaleFactor(mem, &scale), "IDAGetTolScaleFactor");
  swap_ok(IDAGetErrWeights(mem, ewt), "IDAGetErrWeights");
  swap_ok(IDAGetEstLocalErrors(mem, ele), "IDAGetEstLocalErrors");
  swap_claim("steps", steps == nst && steps > 20, (double)steps);
  swap_claim("residuals", nre >= steps, (double)nre);
  swap_claim("setups", nsetups > 0 && nsetups <= nre, (double)nsetups);
  swap_claim("iterations", nni >= steps && ncf >= 0 && netf >= 0, (double)nni);
  swap_claim("orders", klast >= 1 && klast <= 5 && kcur >= 1, klast);
  swap_claim("first step as demanded", fabs(h0 - 1e-4) < 1e-15 && h == h0, h0);
  swap_claim("step and time", hlast > 0 && hcur > 0 && tcur >= 12, hlast);
  swap_claim("tolerances are fine", scale > 0 && scale <= 1, scale);
  swap_claim("local error", N_VWrmsNorm(ele, ewt) <= 1, N_VWrmsNorm(ele, ewt));
  N_VDestroy(ewt);
  N_VDestroy(ele);
}

/* Weights of v, which is far from 0 here, go by a value of the last step. */
static void error_weights(void *mem, N_Vector y, sunrealtype rtol)
{
  N_Vector ewt = N_VClone(y);
  swap_ok(IDAGetErrWeights(mem, ewt), "IDAGetErrWeights");
  const sunrealtype v = fabs(N_VGetArrayPointer(y)[1]);
  const sunrealtype w = N_VGetArrayPointer(ewt)[1] * (rtol * v + abstol);
  swap_claim("error weights", w > 0.7 && w < 1.4, w);
  N_VDestroy(ewt);
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

#if SUNDIALS_VERSION_MAJOR >= 7 && !defined(SWAP_PORTED)
static void handler(int line, const char *function, const char *file,
                    const char *msg, SUNErrCode code, void *data,
                    SUNContext ctx)
{
  struct oscillator *o = data;
  o->messages++;
  o->code  = code;
  o->named = function && strstr(function, "IDA") && msg && strlen(msg) > 5;
}
#else
static void handler(int code, const char *module, const char *function,
                    char *msg, void *data)
{
  struct oscillator *o = data;
  o->messages++;
  o->code = code;
  o->named = function && strstr(function, "IDA") && msg && strlen(msg) > 5;
}
#endif

static void watch_errors(struct swap *s, void *mem, struct oscillator *o)
{
#if SUNDIALS_VERSION_MAJOR >= 7 && !defined(SWAP_PORTED)
  SUNContext_ClearErrHandlers(s->ctx);
  SUNContext_PushErrHandler(s->ctx, handler, o);
#else
  FILE *file = tmpfile();
  swap_ok(IDASetErrFile(mem, file), "IDASetErrFile");
  IDAGetDky(mem, -100, 0, NULL);
  if (file && ftell(file) <= 10) { printf("no message in the file\n"); }
  swap_ok(IDASetErrFile(mem, NULL), "IDASetErrFile");
  if (file) { fclose(file); }
  swap_ok(IDASetErrHandlerFn(mem, handler, o), "IDASetErrHandlerFn");
#endif
}

static void expect(struct oscillator *o, const char *what, int flag)
{
  say(what, flag);
  swap_claim("message with this code", o->messages == 1 && o->code == flag,
             o->code);
  swap_claim("message names the function", o->named, 0);
  o->messages = o->code = o->named = 0;
}

static void errors(void *mem, struct oscillator *o, N_Vector y, N_Vector yp)
{
  sunrealtype t = 0;
  expect(o, "time outside", IDAGetDky(mem, -100, 0, y));
  expect(o, "derivative -1", IDAGetDky(mem, 12, -1, y));
  expect(o, "derivative 6", IDAGetDky(mem, 12, 6, y));
  expect(o, "no vector", IDAGetDky(mem, 12, 0, NULL));
  expect(o, "no task", IDASolve(mem, 13, &t, y, yp, 7));
  expect(o, "negative tolerance", IDASStolerances(mem, -1, 1));
  expect(o, "order 0", IDASetMaxOrd(mem, 0));
  char *name = IDAGetReturnFlagName(IDA_BAD_T);
  swap_claim("name of a code", !strcmp(name, "IDA_BAD_T"), 0);
  free(name);
  swap_ok(IDASetMaxNumSteps(mem, 5), "IDASetMaxNumSteps");
  say("five steps", IDASolve(mem, 1e5, &t, y, yp, IDA_NORMAL));
  const sunrealtype e = error(t, y, 0);
  swap_claim("solution after five steps", e <= 2e-3, e);
  swap_ok(IDASetMaxNumSteps(mem, 100000), "IDASetMaxNumSteps");
  swap_ok(IDASolve(mem, 15, &t, y, yp, IDA_NORMAL), "IDASolve");
  print(t, y, yp);
}

static void exact(N_Vector y, N_Vector yp)
{
  static const sunrealtype time[]   = {2.5, 3, 4.5, 12, 15};
  static const int flags[10][ROOTS] = {
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
          for (int l = 0; l < ROOTS; l++) { printf(" %d", flags[k][l]); }
          printf("\n");
        }
      }
    }
    solution(time[i], y, yp);
    print(time[i], y, yp);
  }
}

/* By the options of the command line where there are any. */
static void first_step(void *mem)
{
#if SUNDIALS_VERSION_MAJOR * 100 + SUNDIALS_VERSION_MINOR >= 705 && \
  !defined(SWAP_PORTED)
  char program[] = "stop_root", key[] = "ida.init_step", value[] = "1e-4";
  char *words[] = {program, key, value};
  swap_ok(IDASetOptions(mem, NULL, NULL, 3, words), "IDASetOptions");
#else
  swap_ok(IDASetInitStep(mem, 1e-4), "IDASetInitStep");
#endif
}

static void *create(struct swap *s, struct oscillator *o, N_Vector y,
                    N_Vector yp)
{
  void *mem   = IDACreate(s->ctx);
  void *given = NULL;
  swap_ok(IDAInit(mem, res, 0, y, yp), "IDAInit");
  swap_ok(IDASetUserData(mem, o), "IDASetUserData");
  swap_ok(IDAWFtolerances(mem, weights), "IDAWFtolerances");
  first_step(mem);
  swap_ok(IDAGetUserData(mem, &given), "IDAGetUserData");
  swap_claim("user data", given == o, 0);
  return mem;
}

static void integrate(struct swap *s, struct oscillator *o, N_Vector y,
                      N_Vector yp)
{
  void *mem          = create(s, o, y, yp);
  SUNMatrix A        = SUNDenseMatrix(SIZE, SIZE, s->ctx);
  SUNLinearSolver LS = SUNLinSol_Dense(y, A, s->ctx);
  swap_ok(IDASetLinearSolver(mem, LS, A), "IDASetLinearSolver");
  one_step(mem, y, yp);
  error_weights(mem, y, s->rtol);
  stop_times(mem, y, yp);
  find_roots(mem, y, yp);
  statistics(mem, y);
  swap_claim("table", tells_steps(mem, SUN_OUTPUTFORMAT_TABLE), 0);
  swap_claim("CSV", tells_steps(mem, SUN_OUTPUTFORMAT_CSV), 0);
  watch_errors(s, mem, o);
  errors(mem, o, y, yp);
  swap_stats(s, mem);
  IDAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
}

int main(int argc, char **argv)
{
  struct swap s       = swap_begin(argc, argv, 1e-5);
  struct oscillator o = {.w = 1, .rtol = s.rtol};
  N_Vector y = N_VNew_Serial(SIZE, s.ctx), yp = N_VClone(y);
  swap_tolerances("y", s.rtol, 1, &abstol);
  solution(0, y, yp);
  if (swap_has(&s, "exact")) { exact(y, yp); }
  else { integrate(&s, &o, y, yp); }
  N_VDestroy(y);
  N_VDestroy(yp);
  SUNContext_Free(&s.ctx);
  return 0;
}
