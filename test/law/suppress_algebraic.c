/* A component that the vector id calls algebraic is out of the error test with
 * GALPHASetSuppressAlg, as in IDA, also where its derivative is in F: the steps are
 * about those of a tolerance so loose that it is never asked for. Controls: with the test
 * on, or called differential, it decides on the steps. */
#include "support/models/hanging.h"
#include "support/test.h"

#define FAST  400.0
#define LOOSE 1e8

/* x' = -x, and z' = 400 cos(400 t) beside it. */
RESIDUAL1_IS(beside, yp[0] + y[0], yp[1] - FAST * cos(FAST * t))

static int most; /* order */

/* Steps to t = 2; the error of x there in *off. */
static long int steps(sunrealtype id_of_z, int suppress, sunrealtype atol_of_z,
                      sunrealtype *off)
{
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "beside", .n = 2, .res1 = beside,
                     .y0 = VALUES(1.0, 0.0), .yp0 = VALUES(-1.0, FAST));
  struct residual_run run;
  long int n = 0;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  N_Vector id = KEEP(N_VClone(run.y)), atol = KEEP(N_VClone(run.y));
  NV_Ith_S(id, 0)   = 1.0;
  NV_Ith_S(id, 1)   = id_of_z;
  NV_Ith_S(atol, 0) = 1e-6;
  NV_Ith_S(atol, 1) = atol_of_z;
  CHECK(!GALPHASVtolerances(run.mem, 1e-5, atol));
  CHECK(!GALPHASetId(run.mem, id) && !GALPHASetSuppressAlg(run.mem, suppress));
  CHECK(!GALPHASetInitStep(run.mem, 1e-4) && !GALPHASetMaxOrd(run.mem, most));
  CHECK(residual_to(&run, 2.0) == 0);
  *off = fabs(residual_y(&run)[0] - exp(-2.0));
  GALPHAGetNumSteps(run.mem, &n);
  return n;
}

/* With orders up to 5 a few steps differ. */
static void check(int order)
{
  sunrealtype off[4];
  most                        = order;
  const long int loose        = steps(1.0, 1, LOOSE, &off[0]);
  const long int suppressed   = steps(0.0, 1, 1e-6, &off[1]);
  const long int tested       = steps(0.0, 0, 1e-6, &off[2]);
  const long int differential = steps(1.0, 1, 1e-6, &off[3]);
  check_of("order %d", order);
  CHECK(labs(suppressed - loose) <= loose / (order > 2 ? 4 : 10));
  CHECK(tested > 20 * loose && differential > 20 * loose);
  for (int k = 0; k < 4; k++) { CHECK(off[k] <= 1e-4); }
}

/* y = (x, y, angle, their rates, two multipliers): a bar that falls about its end, index
 * 3. With positions called algebraic only velocities are tested, whose errors do not fall
 * with h; if they all leave the test, too, the run must end. */
RESIDUAL1(bar)
{
  const sunrealtype s = sin(y[2]), c = cos(y[2]), *l = y + 6;
  for (int i = 0; i < 3; i++) { r[i] = yp[i] - y[3 + i]; }
  r[3] = yp[3] + l[0];
  r[4] = yp[4] + 9.81 + l[1];
  r[5] = 0.09 * yp[5] + 0.5 * (s * l[0] - c * l[1]);
  r[6] = y[0] - 0.5 * c;
  r[7] = y[1] - 0.5 * s;
}

static sunrealtype energy_of(const sunrealtype *y)
{
  return 0.5 * (y[3] * y[3] + y[4] * y[4] + 0.09 * y[5] * y[5]) + 9.81 * y[1];
}

static void check_positions(void)
{
  int ended = 0;
  for (int i = 0; i < 12; i++)
  {
    const sunrealtype tol = pow(10.0, -2.0 - 0.4 * i);
    SMALL(s, .n = 8, .q = VALUES(0.5, 0, 0, 0, 0, 0, 0, 0), .res1 = bar,
          .rtol = tol);
    CHECK(!GALPHASetId(s->mem,
                       small_vector(ctx, 8, VALUES(0, 0, 0, 1, 1, 1, 0, 0))));
    CHECK(!GALPHASetSuppressAlg(s->mem, 1));
    const int code = small_solve(s, 1.0);
    CHECK(code < 0 || fabs(energy_of(small_q(s))) < 0.02 + 100.0 * tol);
    ended += code < 0;
  }
  CHECK(ended < 12);
}

/* A pendulum as index 3, its multiplier tested: however the steps end, the message speaks
 * of the multiplier. */
static void check_multiplier_named(void)
{
  for (int i = 0; i < 6; i++)
  {
    SMALL(s, .n = 3, .q = VALUES(sin(0.5), -cos(0.5), 0.0),
          .res2 = hanging_index3, .order = VALUES(2.0, 2.0, 0.0),
          .rtol = pow(10.0, -3.0 - i));
    CHECK(!GALPHASetOption(s->mem, "test_algebraic", 1));
    REFUSED(&s->said, small_solve(s, 4.0), GALPHA_ERR_FAIL,
            "that component is algebraic");
  }
}

/* y = (x, y, their rates, lambda): a pendulum of index 3, its velocities called
 * differential. */
RESIDUAL1(swinging)
{
  r[0] = yp[0] - y[2];
  r[1] = yp[1] - y[3];
  r[2] = yp[2] + 2.0 * y[0] * y[4];
  r[3] = yp[3] + 2.0 * y[1] * y[4] + 9.81;
  r[4] = y[0] * y[0] + y[1] * y[1] - 1.0;
}

/* Their errors fall with h, but more slowly than those of differential components: the
 * runs succeed all the same. */
static void check_velocities(sunrealtype angle, sunrealtype tol)
{
  const sunrealtype s = sin(angle), c = cos(angle), pull = 9.81 * s;
  SMALL(m, .n = 5, .q = VALUES(c, s, 0.0, 0.0, -0.5 * pull),
        .v = VALUES(0.0, 0.0, pull * c, pull * s - 9.81, 0.0), .res1 = swinging,
        .rtol = tol);
  CHECK(!GALPHASetId(m->mem, small_vector(ctx, 5, VALUES(1, 1, 1, 1, 0))));
  CHECK(!GALPHASetSuppressAlg(m->mem, 1));
  check_of("angle %g, %g", angle, tol);
  CHECK(small_solve(m, 1.0) == 0);
  const sunrealtype *y = small_q(m);
  const sunrealtype energy =
    0.5 * (y[2] * y[2] + y[3] * y[3]) + 9.81 * (y[1] - s);
  CHECK(fabs(energy) <= 1e4 * tol);
}

TEST_MAIN()
{
  for (int i = 0; i < 8 * 3; i++)
  {
    check_velocities(0.2 * (i % 8) - 0.8, 3e-9 * pow(3.0, i / 8));
  }
  check_positions();
  check_multiplier_named();
  check(2);
  check(5);
}
