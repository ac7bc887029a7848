/* Outputs that depend on each other in a loop, of whatever gain: the start solves them, and
 * the run agrees with the motion in which they are eliminated. Controls: another gain is off;
 * a loop without solution is refused. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define GAIN  (*(const sunrealtype *)data)
#define START VALUES(0.0, 0.0, 0.0)

/* x' = q - x, z = gain w + v + x, w = z + q/10; the force -4 q - z */
STATES_IS(loop, q[0] - s[0], GAIN *s[2] + v[0] + s[0], s[1] + 0.1 * q[0])
STATE_FORCE_IS(push, -4.0 * q[0] - s[1])

static sunrealtype solved(sunrealtype gain, sunrealtype q, sunrealtype v,
                          sunrealtype x)
{
  return (0.1 * gain * q + v + x) / (1.0 - gain);
}

static void eliminated(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                       const void *data)
{
  (void)t;
  d[0] = y[1];
  d[1] = -4.0 * y[0] - solved(GAIN, y[0], y[1], y[2]);
  d[2] = y[0] - y[2];
}

static int state(struct small *a, GALPHAStatesFn F, GALPHAStatesForceFn f,
                 const sunrealtype *order, sunrealtype *gain)
{
  BEGIN(a, .q = VALUES(1.0), .data = gain, .rtol = 1e-6);
  return GALPHASetStates(a->mem, small_vector(ctx, 3, START),
                         small_vector(ctx, 3, order), F, f);
}

static void check_gains(void)
{
  static const sunrealtype gains[] = {-100.0, -5.0, -1.5, -1.0, -0.99,
                                      -0.3,   0.0,  0.3,  0.9,  0.99,
                                      1.5,    5.0,  100.0};
  for (int i = 0; i < COUNT_OF(gains); i++)
  {
    sunrealtype gain = gains[i], off = 0.0, other = 0.0;
    struct small a;
    CHECK(!state(&a, loop, push, VALUES(1, 0, 0), &gain));
    CHECK(!GALPHACalcIC(a.mem, GALPHA_ACC_INIT, 1.0));
    N_Vector s = small_vector(ctx, 3, START);
    CHECK(!GALPHAGetStates(a.mem, 0.0, s));
    CHECK_NEAR(NV_Ith_S(s, 1), solved(gain, 1.0, 0.0, 0.0), 1e-11);
    CHECK(!small_solve(&a, 2.0) && a.said.count == 0);
    for (int k = 0; k < 2; k++)
    {
      sunrealtype y[] = {1.0, 0.0, 0.0}, used = k ? gain - 0.05 : gain;
      runge_kutta(eliminated, &used, 3, y, 0.0, 2.0, 4000);
      *(k ? &other : &off) =
        fabs(small_q(&a)[0] - y[0]) / (1e-6 * (1.0 + fabs(y[0])));
    }
    printf("gain %g: off by %.2g tolerances, from another gain by %.2g\n", gain,
           off, other);
    CHECK(off <= 50.0 && (other > 50.0 || fabs(gain) > 50.0));
  }
}

/* A limited loop, and outputs of which each multiplies the one before. */
STATES_IS(limited, 0.0, 12.0 * tanh((30.0 * q[0] - 40.0 * s[2]) / 12.0),
          s[1] + GAIN)
STATES_IS(chain, 1e3 * q[0], 1e3 * s[0], 1e3 * s[1])
STATE_FORCE_IS(none, -q[0])

static sunrealtype left(sunrealtype z, sunrealtype gain)
{
  return z - 12.0 * tanh((30.0 - 40.0 * (z + gain)) / 12.0);
}

static sunrealtype bisected(sunrealtype gain)
{
  sunrealtype low = -13.0, high = 13.0;
  for (int i = 0; i < 200; i++)
  {
    const sunrealtype z                   = 0.5 * (low + high);
    *(left(z, gain) > 0.0 ? &high : &low) = z;
  }
  return low;
}

static void check_nonlinear(void)
{
  for (int i = -6; i <= 6; i++)
  {
    sunrealtype gain = 2.5 * i;
    struct small a;
    CHECK(!state(&a, limited, none, VALUES(1, 0, 0), &gain));
    CHECK(!GALPHACalcIC(a.mem, GALPHA_ACC_INIT, 1.0));
    N_Vector s = small_vector(ctx, 3, START);
    CHECK(!GALPHAGetStates(a.mem, 0.0, s));
    CHECK_NEAR(NV_Ith_S(s, 1), bisected(gain), 1e-9);
  }
  sunrealtype gain = 0.0;
  struct small a;
  CHECK(!state(&a, chain, none, VALUES(0, 0, 0), &gain));
  CHECK(!GALPHACalcIC(a.mem, GALPHA_ACC_INIT, 1.0));
  N_Vector s = small_vector(ctx, 3, START);
  CHECK(!GALPHAGetStates(a.mem, 0.0, s));
  CHECK(NV_Ith_S(s, 0) == 1e3 && NV_Ith_S(s, 2) == 1e9);
}

/* z = z + q is true of no z. */
static void check_refused(void)
{
  sunrealtype gain = 1.0;
  struct small a;
  CHECK(!state(&a, loop, push, VALUES(1, 0, 0), &gain));
  REFUSED(&a.said, GALPHACalcIC(a.mem, GALPHA_ACC_INIT, 1.0),
          GALPHA_INCONSISTENT_IC, "output equation s = F[");
  gain = 3.0;
  CHECK(!GALPHACalcIC(a.mem, GALPHA_ACC_INIT, 1.0));
}

TESTS(check_gains, check_nonlinear, check_refused)
