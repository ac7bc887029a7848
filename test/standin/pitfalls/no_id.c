/* Robertson's kinetics, whose third equation is algebraic, without a word about it
 * (no IDASetId, no IDASetSuppressAlg), at rho up to 0.95: a recursion for the y' of
 * the algebraic component collapses from 0.8 on; it must be found out from dF/dy'. */
#include "pitfall.h"

/* The solution at t = 400, by IDA at tight tolerances. */
static void run(const char *rho)
{
  static const sunrealtype accurate[ROBERTSON_SIZE] = {0.45051867, 3.2229014e-6,
                                                       0.54947811};
  struct pitfall_run r = robertson_begin(1e-5, rho);
  long int steps       = 0;
  CHECK(IDASolve(r.mem, 400, &r.t, r.y, r.yp, IDA_NORMAL) == 0);
  CHECK(IDAGetNumSteps(r.mem, &steps) == 0);
  printf("rho %s: %ld steps, %.7f %.3e %.7f\n", rho ? rho : "default", steps,
         (double)pitfall_y(&r)[0], (double)pitfall_y(&r)[1],
         (double)pitfall_y(&r)[2]);
  for (int i = 0; i < ROBERTSON_SIZE; i++)
  {
    CHECK_REL(pitfall_y(&r)[i], accurate[i], 1e-3);
  }
  CHECK(steps < 3000);
  pitfall_end(&r);
}

int main(void)
{
  run(NULL);
  run("0.8");
  run("0.95");
  return check_done();
}
