/* A motion of constant rate is predicted to the last digit, as IDA predicts that of
 * rate 1 (SUNDIALS' unit test of stop times relies on it): even a Jacobian that is
 * wrong by far then does no harm, nor do outputs and stop times. */
#include "standin/pitfalls/pitfall.h"

#define SIZE 3

static const sunrealtype rate[SIZE] = {1.0, 0.3, -2.7};

static int uniform(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                   void *data)
{
  for (int i = 0; i < SIZE; i++)
  {
    N_VGetArrayPointer(r)[i] = N_VGetArrayPointer(yp)[i] - rate[i];
  }
  return 0;
}

/* 1 where it is cj. */
static int wrong(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
                 N_Vector r, SUNMatrix J, void *data, N_Vector w1, N_Vector w2,
                 N_Vector w3)
{
  for (int i = 0; i < SIZE; i++) { SM_ELEMENT_D(J, i, i) = 1.0; }
  return 0;
}

static void check(const struct pitfall_run *r, sunrealtype t)
{
  CHECK(r->t == t);
  for (int i = 0; i < SIZE; i++)
  {
    CHECK_REL(pitfall_y(r)[i], rate[i] * t, 1e-13);
    CHECK_REL(pitfall_yp(r)[i], rate[i], 1e-10);
  }
}

static void run(int maxord)
{
  const sunrealtype y[SIZE] = {0.0};
  struct pitfall_run r      = pitfall_begin(uniform, SIZE, y, rate, NULL);
  long int fails            = -1;
  CHECK(IDASStolerances(r.mem, 1e-4, 1e-8) == 0);
  CHECK(IDASetJacFn(r.mem, wrong) == 0);
  if (maxord) { CHECK(IDASetMaxOrd(r.mem, maxord) == 0); }
  CHECK(IDASetStopTime(r.mem, 0.3) == 0);
  CHECK(IDASolve(r.mem, 0.1, &r.t, r.y, r.yp, IDA_NORMAL) == IDA_SUCCESS);
  check(&r, 0.1);
  CHECK(IDASolve(r.mem, 0.35, &r.t, r.y, r.yp, IDA_NORMAL) == IDA_TSTOP_RETURN);
  check(&r, 0.3);
  CHECK(IDASolve(r.mem, 1.0, &r.t, r.y, r.yp, IDA_NORMAL) == IDA_SUCCESS);
  check(&r, 1.0);
  IDAGetNumNonlinSolvConvFails(r.mem, &fails);
  CHECK(fails == 0);
  pitfall_end(&r);
}

int main(void)
{
  run(1);
  run(0);
  return check_done();
}
