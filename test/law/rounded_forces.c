/* Stiff springs on small inertias: the rounding of their forces moves nothing, but is large
 * beside the inertia. F(t,y,y') must not take it for motion that the matrix hides, which
 * costs new matrices and shorter steps: a bar on a pin, with a rotor on a torsion spring
 * whose inertia is 1e-14 of the bar's, takes hardly more matrices than with one of 1e-10,
 * whose rounding is smaller (1.8 times as many before). Reference: the bar with the rotor
 * fixed to it. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define GRAVITY 9.81
#define ANGLE   0.5
#define TEND    2.0

struct rotor
{
  sunrealtype stiffness, inertia;
};

/* x, y of the bar's centre, 1 from the pin; angles of bar and rotor; their rates; the
 * multipliers of the pin and of its velocities. */
RESIDUAL1(bar)
{
  const struct rotor *rotor = data;
  const sunrealtype *v = y + 4, *lambda = y + 8, *mu = y + 10;
  const sunrealtype c = cos(y[2]), s = sin(y[2]);
  const sunrealtype torque = rotor->stiffness * (y[3] - y[2]);
  r[0]                     = yp[0] - v[0] + mu[0];
  r[1]                     = yp[1] - v[1] + mu[1];
  r[2]                     = yp[2] - v[2] + s * mu[0] - c * mu[1];
  r[3]                     = yp[3] - v[3];
  r[4]                     = yp[4] + lambda[0];
  r[5]                     = yp[5] + GRAVITY + lambda[1];
  r[6]  = yp[6] / 3.0 - torque + s * lambda[0] - c * lambda[1];
  r[7]  = rotor->inertia * yp[7] + torque;
  r[8]  = y[0] - c;
  r[9]  = y[1] - s;
  r[10] = v[0] + s * v[2];
  r[11] = v[1] - c * v[2];
}

static void begin(struct small *s, struct rotor *rotor, sunrealtype tol,
                  SUNContext ctx)
{
  const sunrealtype c = cos(ANGLE), d = sin(ANGLE);
  const sunrealtype a = -0.75 * GRAVITY * c;
  BEGIN(s, ctx, .n = 12,
        .q    = VALUES(c, d, ANGLE, ANGLE, 0.0, 0.0, 0.0, 0.0, a * d,
                       -GRAVITY - a * c, 0.0, 0.0),
        .v    = VALUES_OF(12, [4] = -a * d, [5] = a * c, [6] = a, [7] = a),
        .res1 = bar, .data = rotor, .rtol = tol, .atol = tol);
  N_Vector id = KEEP(N_VClone(s->q));
  for (int i = 0; i < 12; i++) { NV_Ith_S(id, i) = i < 8 ? 1.0 : 0.0; }
  CHECK(!GALPHASetId(s->mem, id) && !GALPHASetSuppressAlg(s->mem, 1));
}

static long int matrices(sunrealtype inertia, sunrealtype angle, SUNContext ctx)
{
  long int sum = 0;
  for (int k = 3; k <= 5; k++)
  {
    for (int tol = 2; tol <= 5; tol++)
    {
      struct rotor rotor     = {pow(10.0, k), inertia};
      const sunrealtype rtol = pow(10.0, -tol);
      struct small s;
      long int n = 0;
      begin(&s, &rotor, rtol, ctx);
      CHECK(small_solve(&s, TEND) >= 0);
      CHECK(!GALPHAGetNumJacEvals(s.mem, &n));
      CHECK_IN(fabs(small_q(&s)[2] - angle), 0.0, 30.0 * rtol);
      sum += n;
    }
  }
  return sum;
}

static void bar_alone(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                      const void *data)
{
  (void)t, (void)data;
  d[0] = y[1];
  d[1] = -0.75 * GRAVITY * cos(y[0]);
}

TEST_MAIN(ctx)
{
  sunrealtype angle[] = {ANGLE, 0.0};
  runge_kutta(bar_alone, NULL, 2, angle, 0.0, TEND, 2000);
  const long int usual   = matrices(1e-10, angle[0], ctx);
  const long int rounded = matrices(1e-14, angle[0], ctx);
  printf("matrices: %ld, %ld\n", usual, rounded);
  CHECK_IN((double)rounded / (double)usual, 0.8, 1.3);
}
