/* F that is not linear in y', differenced, where the usual increments of y move y' far:
 * in very short first steps, with tight tolerances. Against closed forms, and against
 * others, which must be off. Robertson's kinetics with tolerances above y[1]: matrices. */
#include "standin/pitfalls/pitfall.h"

#define SIZE 2

static sunrealtype exact(int i, sunrealtype t)
{
  return i == 0 ? 1.0 + 0.5 * sin(t) : cos(t);
}

static sunrealtype exact_rate(int i, sunrealtype t)
{
  return i == 0 ? 0.5 * cos(t) : -sin(t);
}

RESIDUAL1(by_sinh)
{
  for (int i = 0; i < SIZE; i++)
  {
    r[i] = sinh(3.0 * yp[i]) - sinh(3.0 * exact_rate(i, t)) +
           5.0 * (y[i] - exact(i, t));
  }
}

/* Infinite for large y'. */
RESIDUAL1(by_exp)
{
  for (int i = 0; i < SIZE; i++)
  {
    const sunrealtype other = exp(exact_rate(1 - i, t));
    r[i] =
      yp[i] * exp(yp[1 - i]) - exact_rate(i, t) * other + y[i] - exact(i, t);
  }
}

/* The largest error at t = 1, 2, ..., 5, in tolerances, if time ran by this factor. */
static sunrealtype error(IDAResFn res, sunrealtype rtol, sunrealtype h0,
                         sunrealtype factor)
{
  const sunrealtype y[]  = {exact(0, 0.0), exact(1, 0.0)};
  const sunrealtype yp[] = {exact_rate(0, 0.0), exact_rate(1, 0.0)};
  struct standin r       = pitfall_begin(res, SIZE, y, yp, NULL);
  sunrealtype worst      = 0.0;
  CHECK(IDASStolerances(r.mem, rtol, rtol) == 0);
  CHECK(IDASetInitStep(r.mem, h0) == 0);
  CHECK(IDASetMaxNumSteps(r.mem, 10000) == 0);
  for (int k = 1; k <= 5; k++)
  {
    CHECK(standin_solve(&r, k) == IDA_SUCCESS);
    for (int i = 0; i < SIZE; i++)
    {
      const sunrealtype right = exact(i, factor * r.t);
      worst                   = fmax(worst, fabs(standin_y(&r)[i] - right));
    }
  }
  standin_free(&r);
  return worst / rtol;
}

static void follows(IDAResFn res)
{
  const sunrealtype rtol[] = {1e-4, 1e-6, 1e-12};
  const sunrealtype h0[]   = {0.0, 1e-8, 1e-10, 1e-13};
  for (int i = 0; i < 12; i++)
  {
    const sunrealtype off = error(res, rtol[i % 3], h0[i / 3], 1.0);
    printf("rtol %g h0 %g: %.3g\n", rtol[i % 3], h0[i / 3], off);
    CHECK_IN(off, 0.0, 200.0);
  }
  CHECK(error(res, 1e-6, 0.0, 1.001) > 200.0);
}

RESIDUAL1_IS(robertson, yp[0] + 0.04 * y[0] - 1e4 * y[1] * y[2],
             yp[1] - 0.04 * y[0] + 1e4 * y[1] * y[2] + 3e7 * y[1] * y[1],
             y[0] + y[1] + y[2] - 1.0)

static void robertson_matrices(sunrealtype rtol, long int most)
{
  const sunrealtype y[] = {1.0, 0.0, 0.0}, yp[] = {-0.04, 0.04, 0.0};
  const sunrealtype atol[] = {1e-4 * rtol, 1e-6 * rtol, 1e-4 * rtol};
  const sunrealtype id[]   = {1.0, 1.0, 0.0};
  struct standin r         = pitfall_begin(robertson, 3, y, yp, NULL);
  long int matrices        = 0;
  CHECK(IDASVtolerances(r.mem, rtol, standin_vector(&r, atol)) == 0);
  CHECK(IDASetMaxNumSteps(r.mem, 5000) == 0);
  CHECK(IDASetId(r.mem, standin_vector(&r, id)) == 0);
  for (int k = 1; k <= 12; k++)
  {
    CHECK(standin_solve(&r, 4.0 * pow(10.0, k - 2)) == IDA_SUCCESS);
  }
  CHECK(IDAGetNumJacEvals(r.mem, &matrices) == 0);
  printf("Robertson at %g: %ld steps, %ld matrices\n", rtol, standin_steps(&r),
         matrices);
  CHECK(matrices <= most);
  standin_free(&r);
}

int main(void)
{
  follows(by_sinh);
  follows(by_exp);
  robertson_matrices(1e-2, 200);
  robertson_matrices(1e-3, 200);
  robertson_matrices(1e-4, 200);
  return check_done();
}
