/* Root functions that stay zero after a root, or from the start, or have no value. Built with
 * SUNDIALS' IDA, too. */
#include "standin/standin.h"

ROOTS_IS(falls_to_rest, fmax(1.0 - t, 0.0))
ROOTS_IS(rests_at_first, fmax(t - 0.25, 0.0), 0.5 - t)
ROOTS_IS(undefined_later, t < 1.0 ? 1.0 : (sunrealtype)NAN, t - 1.5)

static void roots(void)
{
  struct standin s = standin_ready();
  int found[2]     = {0, 0};
  CHECK(IDARootInit(s.mem, 1, falls_to_rest) == 0);
  CHECK(standin_solve(&s, 1.0) == IDA_ROOT_RETURN && s.t == 1.0);
  CHECK(IDAGetRootInfo(s.mem, found) == 0 && found[0] == -1);
  CHECK(standin_solve(&s, 2.0) == IDA_ILL_INPUT);
  CHECK(standin_solve(&s, 2.0) == IDA_ILL_INPUT);
  CHECK(IDAReInit(s.mem, 1.0, s.y, s.yp) == 0);
  CHECK(standin_solve(&s, 2.0) == 0 && s.t == 2.0);
  standin_values(&s);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == 0);
  CHECK(IDASetNoInactiveRootWarn(s.mem) == 0);
  CHECK(IDARootInit(s.mem, 2, rests_at_first) == 0);
  CHECK(standin_solve(&s, 2.0) == IDA_ROOT_RETURN);
  CHECK_REL(s.t, 0.5, 1e-9);
  CHECK(standin_solve(&s, 2.0) == 0 && s.t == 2.0);
  standin_values(&s);
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == 0);
  CHECK(IDARootInit(s.mem, 2, undefined_later) == 0);
  CHECK(standin_solve(&s, 2.0) == IDA_ROOT_RETURN);
  CHECK_REL(s.t, 1.5, 1e-9);
  CHECK(IDAGetRootInfo(s.mem, found) == 0 && found[0] == 0 && found[1] == 1);
  CHECK(standin_solve(&s, 2.0) == 0 && s.t == 2.0);
  standin_free(&s);
}

int main(void)
{
  roots();
  return check_done();
}
