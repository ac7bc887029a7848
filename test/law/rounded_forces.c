/* Stiff springs on small inertias: the rounding of their forces moves nothing, but is large
 * beside the inertia, and must not be taken for motion that the matrix hides, which costs new
 * matrices and, in F(t,y,y'), shorter steps. A bar on a pin, with a rotor on a torsion spring
 * whose inertia is 1e-14 of the bar's, takes hardly more matrices than with one of 1e-10,
 * whose rounding is smaller. (It took 1.4 to 1.7 times as many.) Nor may it fail solves of
 * F(t,y,y'), in which velocities have the rounding of positions over h. (25 failed here.)
 * Reference: the bar with the rotor fixed to it. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define GRAVITY 9.81
#define ANGLE   0.5
#define TEND    2.0

enum form
{
  SOI2,
  INDEX3,
  FIRST_ORDER, /* F(t,y,y') of index 2 */
  FORMS
};

struct rotor
{
  sunrealtype stiffness, inertia, far; /* x of the pin, F(t,y,y') only */
};

static sunrealtype torque(const sunrealtype *q, const void *data)
{
  return ((const struct rotor *)data)->stiffness * (q[3] - q[2]);
}

/* x, y of the bar's centre, 1 from the pin; angles of bar and rotor. */
FORCE_IS(forces, 0.0, -GRAVITY, torque(q, data), -torque(q, data))
HOLONOMIC_IS(pin, q[0] - cos(q[2]), q[1] - sin(q[2]))
MASS_IS(pin_G, {0, 0, 1.0}, {1, 1, 1.0}, {0, 2, sin(q[2])}, {1, 2, -cos(q[2])})

/* The same, their rates, the multipliers of the pin and of its velocities. */
RESIDUAL1_IS(bar, yp[0] - y[4] + y[10], yp[1] - y[5] + y[11],
             yp[2] - y[6] + sin(y[2]) * y[10] - cos(y[2]) * y[11], yp[3] - y[7],
             yp[4] + y[8], yp[5] + GRAVITY + y[9],
             yp[6] / 3.0 - torque(y, data) + sin(y[2]) * y[8] -
               cos(y[2]) * y[9],
             ((const struct rotor *)data)->inertia *yp[7] + torque(y, data),
             y[0] - ((const struct rotor *)data)->far - cos(y[2]),
             y[1] - sin(y[2]), y[4] + sin(y[2]) * y[6], y[5] - cos(y[2]) * y[6])

static void begin_residual(struct small *s, struct rotor *rotor,
                           sunrealtype tol)
{
  const sunrealtype c = cos(ANGLE), d = sin(ANGLE), a = -0.75 * GRAVITY * c;
  BEGIN(s, .n = 12,
        .q    = VALUES_OF(12, rotor->far + c, d, ANGLE,
                          ANGLE, [8] = a * d, [9] = -GRAVITY - a * c),
        .v    = VALUES_OF(12, [4] = -a * d, [5] = a * c, [6] = a, [7] = a),
        .res1 = bar, .data = rotor, .rtol = tol, .atol = tol);
  N_Vector id = KEEP(N_VClone(s->q));
  for (int i = 0; i < 12; i++) { NV_Ith_S(id, i) = i < 8 ? 1.0 : 0.0; }
  CHECK(!GALPHASetId(s->mem, id) && !GALPHASetSuppressAlg(s->mem, 1));
}

static void begin_mechanics(struct small *s, enum form form,
                            struct rotor *rotor, sunrealtype tol)
{
  const sunrealtype mass[] = {1.0, 1.0, 1.0 / 3.0, rotor->inertia};
  const sunrealtype q0[]   = {cos(ANGLE), sin(ANGLE), ANGLE, ANGLE};
  const struct problem pb =
    PROBLEM(.n = 4, .m = 2, .masses = mass, .q0 = q0, .force = forces, .g = pin,
            .G = pin_G, .data = rotor);
  BEGIN(s, .pb = &pb, .rtol = tol, .atol = tol,
        .formulation = form == INDEX3 ? GALPHA_INDEX3 : GALPHA_SOI2);
}

static long int matrices(enum form form, sunrealtype inertia, sunrealtype angle)
{
  long int sum = 0;
  for (int k = 3; k <= 5; k++)
  {
    for (int tol = 2; tol <= 5; tol++)
    {
      struct rotor rotor     = {pow(10.0, k), inertia, 0.0};
      const sunrealtype rtol = pow(10.0, -tol);
      struct small s;
      long int n = 0;
      if (form == FIRST_ORDER) { begin_residual(&s, &rotor, rtol); }
      else { begin_mechanics(&s, form, &rotor, rtol); }
      CHECK(small_solve(&s, TEND) >= 0);
      CHECK(!GALPHAGetNumLinSolvSetups(s.mem, &n));
      CHECK_IN(fabs(small_q(&s)[2] - angle), 0.0, 30.0 * rtol);
      sum += n;
    }
  }
  return sum;
}

/* Solves that fail in runs with the pin at x = far. */
static long int failed_solves(sunrealtype far, sunrealtype angle)
{
  long int sum = 0;
  for (int i = 0; i < 63; i++)
  {
    struct rotor rotor    = {pow(10.0, 3 + i % 3), pow(10.0, -14 - i / 3 % 3),
                             far};
    const sunrealtype tol = pow(10.0, -2.0 - 0.5 * (i / 9));
    struct small s;
    long int n = 0;
    begin_residual(&s, &rotor, tol);
    CHECK(small_solve(&s, TEND) >= 0);
    CHECK(!GALPHAGetNumNonlinSolvConvFails(s.mem, &n));
    CHECK_IN(fabs(small_q(&s)[2] - angle), 0.0, 30.0 * tol);
    sum += n;
  }
  return sum;
}

TEST_MAIN()
{
  const sunrealtype alone = 0.75 * GRAVITY; /* the bar without the other */
  sunrealtype angle[]     = {ANGLE, 0.0};
  runge_kutta(pendulum_from_level, &alone, 2, angle, 0.0, TEND, 2000);
  for (enum form form = 0; form < FORMS; form++)
  {
    const long int usual   = matrices(form, 1e-10, angle[0]);
    const long int rounded = matrices(form, 1e-14, angle[0]);
    check_of("form %d", form);
    CHECK_IN((double)rounded / (double)usual, 0.8, 1.3);
  }
  CHECK_IN((double)failed_solves(0.0, angle[0]), 0.0, 1.0);
  CHECK_IN((double)failed_solves(10.0, angle[0]), 0.0, 1.0);
}
