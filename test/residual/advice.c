/* What the messages of the residual form advise, on a pendulum of index 2 (GGL):
 * algebraic components that are left in the error test stop the run, and the
 * message says how to take them out; where the start does not meet F = 0 it speaks
 * of the start, where it jumps later of that. */
#include <nvector/nvector_serial.h>

#include "caught.h"
#include "check.h"
#include "residual_run.h"
#include "sundials_compat.h"

struct model
{
  sunrealtype radius; /* at the start; the rod is 1 */
  int jumps;          /* F loses its solution at t = 0.5 */
};

static int pendulum(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    void *data)
{
  const sunrealtype *u = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  sunrealtype *f = N_VGetArrayPointer(r);
  f[0]           = d[0] - u[2] + u[0] * u[5];
  f[1]           = d[1] - u[3] + u[1] * u[5];
  f[2]           = d[2] + u[0] * u[4];
  f[3]           = d[3] + u[1] * u[4] + 9.81;
  f[4]           = 0.5 * (u[0] * u[0] + u[1] * u[1] - 1.0);
  f[5]           = u[0] * u[2] + u[1] * u[3];
  if (((const struct model *)data)->jumps && t > 0.5)
  {
    f[4] = u[0] * u[0] + u[1] * u[1] + 1.0;
  }
  return 0;
}

static void start(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp, void *data)
{
  (void)ypp;
  y[0]  = ((const struct model *)data)->radius;
  yp[3] = -9.81;
}

static void check(SUNContext ctx, struct model m, int suppress, int code,
                  const char *text, const char * not )
{
  struct residual_problem pb = {
    .name = "pendulum", .n = 6, .res1 = pendulum, .start = start, .data = &m};
  struct residual_run run;
  struct caught c = {0};
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  CHECK(!GALPHASStolerances(run.mem, 1e-6, 1e-6));
  if (suppress) { CHECK(!GALPHASetSuppressAlg(run.mem, SUNTRUE)); }
  CHECK(residual_to(&run, 1.0) == code);
  CHECK(c.count - c.warnings == (code != 0));
  if (code)
  {
    CHECK(strstr(c.msg, not ) == NULL);
    CHECK(caught_says(&c, code, text));
  }
  else
  {
    const sunrealtype *y = residual_y(&run);
    /* energy: v^2/2 + 9.81 y = 0 */
    CHECK(fabs(0.5 * (y[2] * y[2] + y[3] * y[3]) + 9.81 * y[1]) <= 1e-3);
  }
  residual_end(&run);
}

int main(void)
{
  SUNContext ctx = galpha_test_context();
  check(ctx, (struct model){1.0, 0}, 1, 0, NULL, NULL);
  check(ctx, (struct model){1.0, 0}, 0, GALPHA_ERR_FAIL,
        "y[4]); that component is algebraic", "orders");
  check(ctx, (struct model){1.1, 0}, 1, GALPHA_CONV_FAIL,
        "y0 and yp0 meet F = 0 (GALPHACalcIC)", "jumps");
  check(ctx, (struct model){1.0, 1}, 1, GALPHA_ERR_FAIL, "a jump",
        "GALPHACalcIC");
  SUNContext_Free(&ctx);
  return check_done();
}
