/* Impacts of a ball that comes to rest are events like others, without a message. Built with
 * SUNDIALS' IDA, too. */
#include "standin.h"

#define IMPACTS 14

static int fall(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  const sunrealtype *v = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  sunrealtype *out = N_VGetArrayPointer(r);
  out[0]           = d[0] - v[1];
  out[1]           = d[1] + 1.0;
  return 0;
}

static int height(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype *g,
                  void *data)
{
  g[0] = N_VGetArrayPointer(y)[0];
  return 0;
}

#if SUNDIALS_VERSION_MAJOR < 7
static void count(int code, const char *module, const char *function, char *msg,
                  void *data)
{
  ++*(int *)data;
}

static int listen(struct standin *s, int *messages)
{
  return IDASetErrHandlerFn(s->mem, count, messages);
}
#else
static void count(int line, const char *function, const char *file,
                  const char *msg, SUNErrCode code, void *data, SUNContext ctx)
{
  ++*(int *)data;
}

static int listen(struct standin *s, int *messages)
{
  return SUNContext_PushErrHandler(s->ctx, count, messages);
}
#endif

int main(void)
{
  int messages = 0, falling[] = {-1};
  struct standin s = standin_create();
  sunrealtype *y = N_VGetArrayPointer(s.y), *yp = N_VGetArrayPointer(s.yp);
  sunrealtype expected = sqrt(2.0);
  CHECK(listen(&s, &messages) == 0);
  y[0]  = 1.0;
  y[1]  = 0.0;
  yp[0] = 0.0;
  yp[1] = -1.0;
  CHECK(IDAInit(s.mem, fall, 0.0, s.y, s.yp) == IDA_SUCCESS);
  CHECK(IDASStolerances(s.mem, 1e-8, 1e-8) == IDA_SUCCESS);
  CHECK(IDASetLinearSolver(s.mem, s.LS, s.A) == 0);
  CHECK(IDARootInit(s.mem, 1, height) == IDA_SUCCESS);
  CHECK(IDASetRootDirection(s.mem, falling) == IDA_SUCCESS);
  for (int i = 0; i < IMPACTS; i++)
  {
    CHECK(standin_solve(&s, 100.0) == IDA_ROOT_RETURN);
    CHECK_IN(s.t - expected, -1e-4, 1e-4);
    expected += 2.0 * sqrt(2.0) * pow(0.5, i + 1);
    y[0] = 0.0;
    y[1] = yp[0] = -0.5 * y[1];
    yp[1]        = -1.0;
    CHECK(IDAReInit(s.mem, s.t, s.y, s.yp) == IDA_SUCCESS);
  }
  CHECK(messages == 0);
  standin_free(&s);
  return check_done();
}
