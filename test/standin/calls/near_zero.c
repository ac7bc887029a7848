/* Times next to t0 = 0, where steps are so short that their powers underflow. Built with
 * SUNDIALS' IDA, too. */
#include "standin/standin.h"

/* A first tout, or a stop time, next to t0 = 0. */
static void near_zero(sunrealtype tout)
{
  struct standin s = standin_ready();
  CHECK(IDASetMaxNumSteps(s.mem, 5000) == 0); /* IDA doubles the first one */
  CHECK(standin_solve(&s, tout) == 0 && s.t == tout);
  CHECK(standin_solve(&s, 1.0) == 0);
  CHECK_IN(standin_error(&s, 1.0), 0.0, 1e-4);
  standin_free(&s);
  s = standin_ready();
  CHECK(IDASetMaxNumSteps(s.mem, 5000) == 0);
  CHECK(IDASetStopTime(s.mem, tout) == 0);
  CHECK(standin_solve(&s, 1.0) == IDA_TSTOP_RETURN && s.t == tout);
  CHECK(standin_solve(&s, 1.0) == 0);
  CHECK_IN(standin_error(&s, 1.0), 0.0, 1e-4);
  standin_free(&s);
}

int main(void)
{
  near_zero(1e-300);
  near_zero(1e-200);
  near_zero(1e-100);
  return check_done();
}
