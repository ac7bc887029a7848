/* Impacts of a ball that comes to rest are events like others, without a message. Built with
 * SUNDIALS' IDA, too. */
#include "standin/standin.h"

#define IMPACTS 14

RESIDUAL1_IS(fall, yp[0] - y[1], yp[1] + 1.0)

ROOTS_IS(height, y[0])

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
  sunrealtype *y = standin_y(&s), *yp = standin_yp(&s);
  sunrealtype expected = sqrt(2.0);
  CHECK(listen(&s, &messages) == 0);
  y[0]  = 1.0;
  y[1]  = 0.0;
  yp[0] = 0.0;
  yp[1] = -1.0;
  standin_init(&s, fall, 1e-8, 1e-8);
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
