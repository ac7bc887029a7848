/* IDACalcIC with a tout1 that hardly differs from t0: the values are as good, and the
 * first step is chosen by the tout of IDASolve. Built with SUNDIALS' IDA, too. */
#include "standin/pitfalls/pitfall.h"

/* y0' = y1, y1 = cos(y0). */
RESIDUAL1_IS(slide, yp[0] - y[1], y[1] - cos(y[0]))

/* With y0(0) = 0.3: tan(y0/2 + pi/4) grows like exp(t). */
static sunrealtype exact(sunrealtype t)
{
  const sunrealtype quarter = atan(1.0);
  return 2.0 * (atan(exp(t) * tan(0.15 + quarter)) - quarter);
}

static long int run(sunrealtype t0, sunrealtype ahead)
{
  struct standin r =
    pitfall_begin(slide, 2, VALUES(0.3, 0.0), VALUES(0.0, 0.0), NULL);
  CHECK(IDAReInit(r.mem, t0, r.y, r.yp) == 0);
  CHECK(IDASStolerances(r.mem, 1e-6, 1e-6) == 0);
  CHECK(IDASetId(r.mem, standin_vector(&r, VALUES(1.0, 0.0))) == 0);
  CHECK(IDACalcIC(r.mem, IDA_YA_YDP_INIT, t0 + ahead) == 0);
  CHECK(IDAGetConsistentIC(r.mem, r.y, r.yp) == 0);
  CHECK_IN(fabs(standin_y(&r)[1] - cos(0.3)), 0.0, 1e-5);
  CHECK_IN(fabs(standin_yp(&r)[0] - cos(0.3)), 0.0, 1e-5);
  CHECK(standin_solve(&r, t0 + 1.0) == 0);
  CHECK_IN(fabs(standin_y(&r)[0] - exact(1.0)), 0.0, 2e-5);
  const long int steps = standin_steps(&r);
  standin_free(&r);
  return steps;
}

int main(void)
{
  const long int usual = run(0.1, 1.0);
  CHECK(run(0.1, 1e-15) <= usual + usual / 10);
  CHECK(run(0.1, 1e-12) <= usual + usual / 10);
  CHECK(run(0.1, -1e-9) <= usual + usual / 10);
  CHECK(run(1e6, 1.0) <= usual + usual / 10);
  CHECK(run(1e6, 1e-9) <= usual + usual / 10);
  return check_done();
}
