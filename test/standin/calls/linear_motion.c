/* A motion of constant rate is predicted to the last digit, as IDA predicts that of
 * rate 1 (SUNDIALS' unit test of stop times relies on it): even a Jacobian that is
 * wrong by far then does no harm, nor do outputs and stop times. */
#include "standin/pitfalls/pitfall.h"

#define SIZE 3

static const sunrealtype rate[SIZE] = {1.0, 0.3, -2.7};

RESIDUAL1_EACH(uniform, yp[i] - rate[i])

/* 1 where it is cj. */
RESIDUAL1_JAC(wrong)
{
  for (int i = 0; i < SIZE; i++) { SM_ELEMENT_D(J, i, i) = 1.0; }
}

static void check(const struct standin *r, sunrealtype t)
{
  CHECK(r->t == t);
  for (int i = 0; i < SIZE; i++)
  {
    CHECK_REL(standin_y(r)[i], rate[i] * t, 1e-13);
    CHECK_REL(standin_yp(r)[i], rate[i], 1e-10);
  }
}

static void run(int maxord)
{
  const sunrealtype y[SIZE] = {0.0};
  struct standin r          = pitfall_begin(uniform, SIZE, y, rate, NULL);
  long int fails            = -1;
  CHECK(IDASStolerances(r.mem, 1e-4, 1e-8) == 0);
  CHECK(IDASetJacFn(r.mem, wrong) == 0);
  if (maxord) { CHECK(IDASetMaxOrd(r.mem, maxord) == 0); }
  CHECK(IDASetStopTime(r.mem, 0.3) == 0);
  CHECK(standin_solve(&r, 0.1) == IDA_SUCCESS);
  check(&r, 0.1);
  CHECK(standin_solve(&r, 0.35) == IDA_TSTOP_RETURN);
  check(&r, 0.3);
  CHECK(standin_solve(&r, 1.0) == IDA_SUCCESS);
  check(&r, 1.0);
  IDAGetNumNonlinSolvConvFails(r.mem, &fails);
  CHECK(fails == 0);
  standin_free(&r);
}

int main(void)
{
  run(1);
  run(0);
  return check_done();
}
