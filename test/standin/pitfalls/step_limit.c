/* A method of order 2 needs more steps than IDA's limit of 500 in one call of
 * IDASolve: by default more are allowed, but a limit that the program sets holds. */
#include "pitfall.h"

static int res(sunrealtype t, N_Vector yy, N_Vector yp, N_Vector rr, void *data)
{
  const sunrealtype *y = N_VGetArrayPointer(yy), *d = N_VGetArrayPointer(yp);
  N_VGetArrayPointer(rr)[0] = d[0] - y[1];
  N_VGetArrayPointer(rr)[1] = d[1] + y[0];
  return 0;
}

/* One call to t = 60; limit 0: the default. Returns the code. */
static int run(long int limit, int call_it, long int *steps)
{
  const sunrealtype y[2] = {1, 0}, yp[2] = {0, -1};
  struct pitfall_run r = pitfall_begin(res, 2, y, yp, NULL);
  galpha_test_quiet(r.ctx);
  CHECK(IDASStolerances(r.mem, 1e-8, 1e-8) == 0);
  if (call_it) { CHECK(IDASetMaxNumSteps(r.mem, limit) == 0); }
  const int flag = IDASolve(r.mem, 60, &r.t, r.y, r.yp, IDA_NORMAL);
  CHECK(IDAGetNumSteps(r.mem, steps) == 0);
  CHECK(fabs(pitfall_y(&r)[0] - cos(r.t)) <= 1e-4);
  printf("limit %ld: %ld steps, code %d\n", limit, *steps, flag);
  pitfall_end(&r);
  return flag;
}

int main(void)
{
  long int steps = 0;
  CHECK(run(0, 0, &steps) == IDA_SUCCESS && steps > 2000);
  CHECK(run(0, 1, &steps) == IDA_SUCCESS && steps > 2000);
  CHECK(run(-1, 1, &steps) == IDA_SUCCESS && steps > 2000);
  CHECK(run(500, 1, &steps) == IDA_TOO_MUCH_WORK && steps == 500);
  CHECK(run(7, 1, &steps) == IDA_TOO_MUCH_WORK && steps == 7);
  return check_done();
}
