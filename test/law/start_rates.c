/* F(t,y,y') without GALPHACalcIC, from rates and multipliers that do not satisfy F, with the
 * multipliers in the error test. The first steps find them, also multipliers so large that
 * their tolerances at 0 are below the rounding of F: the runs complete, with errors of the
 * tolerance's size against closed forms and an accurate reference. Controls: a slightly
 * different model is off by more; a start whose rates are right, in a stiff transient, keeps
 * them, and so does one whose rates are wrong there until steps resolve it. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

/* A pendulum of length 1 as index 2: y = (x, y, their rates, two multipliers). */
#define GRAVITY 9.81
static sunrealtype mass;
RESIDUAL1(pendulum)
{
  const sunrealtype *l = y + 4;
  for (int i = 0; i < 2; i++)
  {
    r[i]     = yp[i] - y[2 + i] + y[i] * l[1];
    r[2 + i] = mass * (yp[2 + i] + i * GRAVITY) + y[i] * l[0];
  }
  r[4] = (y[0] * y[0] + y[1] * y[1] - 1) / 2;
  r[5] = y[0] * y[2] + y[1] * y[3];
}

static sunrealtype apart(sunrealtype x, sunrealtype ref, sunrealtype tol)
{
  return fabs(x - ref) / (tol * (1 + fabs(ref)));
}

/* Largest error of position and velocity at t = 1, in tolerances; in *other against the
 * motion with another gravity. right: v' at the start is given, the multipliers are 0. */
static sunrealtype error_of_pendulum(int i, bool right, sunrealtype tol,
                                     sunrealtype *other)
{
  const sunrealtype phi = -3.0 + 0.53 * i, rate = 4.0 * sin(1.7 * i);
  const sunrealtype c = cos(phi), s = sin(phi);
  const sunrealtype turn = right ? -GRAVITY * c : 0.0;
  const sunrealtype in   = right ? rate * rate : 0.0;
  SMALL(a, .n = 6, .q = VALUES(c, s, -s * rate, c * rate, 0, 0),
        .v = VALUES(-s * rate, c * rate, -s * turn - c * in, c * turn - s * in,
                    0, 0),
        .res1 = pendulum, .order = VALUES(1, 1, 1, 1, 0, 0), .rtol = tol);
  if (small_solve(a, 1.0) < 0) { return (sunrealtype)INFINITY; }
  sunrealtype error[2] = {0.0, 0.0};
  for (int k = 0; k < 2; k++)
  {
    const sunrealtype gravity = k ? 1.01 * GRAVITY : GRAVITY;
    sunrealtype z[]           = {phi, rate};
    runge_kutta(pendulum_from_level, &gravity, 2, z, 0.0, 1.0, 2000);
    const sunrealtype ref[] = {cos(z[0]), sin(z[0]), -sin(z[0]) * z[1],
                               cos(z[0]) * z[1]};
    for (int j = 0; j < 4; j++)
    {
      error[k] = fmax(error[k], apart(small_q(a)[j], ref[j], tol));
    }
  }
  *other = error[1];
  return error[0];
}

static void check_pendulum(void)
{
  mass = 1.0;
  for (int right = 0; right < 2; right++)
  {
    for (sunrealtype tol = 1e-4; tol > 5e-9; tol *= 0.1)
    {
      sunrealtype worst = 0.0, least = (sunrealtype)INFINITY;
      for (int i = 0; i < 12; i++)
      {
        sunrealtype other = 0.0;
        worst = fmax(worst, error_of_pendulum(i, right, tol, &other));
        least = fmin(least, other);
      }
      check_of("pendulum, right %d, %.0e", right, tol);
      CHECK_IN(worst, 0.0, 500.0);
      CHECK(tol > 5e-6 || least > 500.0);
    }
  }
}

/* A free body with moments (1, 1, 2) by a quaternion and its norm, y = (p, p', two
 * multipliers). */
static const sunrealtype moment[] = {1.0, 1.0, 2.0};

static void rate_map(const sunrealtype *p, sunrealtype E[3][4])
{
  const sunrealtype e[3][4] = {{-p[1], p[0], p[3], -p[2]},
                               {-p[2], -p[3], p[0], p[1]},
                               {-p[3], p[2], -p[1], p[0]}};
  memcpy(E, e, sizeof e);
}

/* out = 4 A^T J B x */
static void inertia(sunrealtype A[3][4], sunrealtype B[3][4],
                    const sunrealtype *x, sunrealtype *out)
{
  for (int i = 0; i < 4; i++) { out[i] = 0.0; }
  for (int a = 0; a < 3; a++)
  {
    sunrealtype b = 0.0;
    for (int i = 0; i < 4; i++) { b += B[a][i] * x[i]; }
    for (int i = 0; i < 4; i++)
    {
      out[i] += 4.0 * mass * moment[a] * A[a][i] * b;
    }
  }
}

RESIDUAL1(body)
{
  const sunrealtype *p = y, *v = y + 4, *l = y + 8;
  sunrealtype E[3][4], D[3][4], push[4], gyro[4];
  rate_map(p, E);
  rate_map(v, D);
  inertia(E, E, yp + 4, push);
  inertia(D, E, v, gyro);
  r[8] = -0.5;
  r[9] = 0.0;
  for (int i = 0; i < 4; i++)
  {
    r[i]     = yp[i] - v[i] + p[i] * l[1];
    r[4 + i] = push[i] + 2.0 * gyro[i] + p[i] * l[0];
    r[8] += 0.5 * p[i] * p[i];
    r[9] += p[i] * v[i];
  }
}

static void product(const sunrealtype *a, const sunrealtype *b, sunrealtype *c)
{
  c[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
  c[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
  c[2] = a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1];
  c[3] = a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0];
}

/* From p = 1 with the angular velocity (w, 0, w): the body turns about its axis while that
 * turns about the angular momentum (w, 0, 2 w). */
static void turned(sunrealtype w, sunrealtype t, sunrealtype *p)
{
  const sunrealtype half = 0.5 * sqrt(5.0) * w * t, own = -0.5 * w * t;
  const sunrealtype about = sin(half) / sqrt(5.0);
  product(VALUES(cos(half), about, 0, 2 * about),
          VALUES(cos(own), 0, 0, sin(own)), p);
}

/* Largest error of the quaternion after 5 / w, in tolerances; in *other against that of a
 * tenth later. */
static sunrealtype error_of_body(sunrealtype w, sunrealtype tol,
                                 sunrealtype *other)
{
  const sunrealtype end = 5.0 / w;
  sunrealtype p[4], late[4], off = 0.0;
  SMALL(a, .n = 10, .q = VALUES(1, 0, 0, 0, 0, w / 2, 0, w / 2, 0, 0),
        .v = VALUES(0, w / 2, 0, w / 2, 0, 0, 0, 0, 0, 0), .res1 = body,
        .order = VALUES(1, 1, 1, 1, 1, 1, 1, 1, 0, 0), .rtol = tol);
  if (small_solve(a, end) < 0) { return (sunrealtype)INFINITY; }
  turned(w, end, p);
  turned(w, 1.1 * end, late);
  *other = 0.0;
  for (int k = 0; k < 4; k++)
  {
    off    = fmax(off, apart(small_q(a)[k], p[k], tol));
    *other = fmax(*other, apart(small_q(a)[k], late[k], tol));
  }
  return off;
}

static void check_body(void)
{
  mass = 1.0;
  for (sunrealtype tol = 1e-4; tol > 5e-8; tol *= 0.1)
  {
    sunrealtype worst = 0.0, least = (sunrealtype)INFINITY;
    for (int i = 0; i < 6; i++)
    {
      sunrealtype other = 0.0;
      worst = fmax(worst, error_of_body(pow(10.0, 0.4 * i), tol, &other));
      least = fmin(least, other);
    }
    check_of("body, %.0e", tol);
    CHECK(worst < 500.0 && least > 500.0);
  }
}

/* One tolerance for coordinates and multipliers of up to 1e13: at the start, where these
 * are 0, it is below the rounding of the forces. */
static void check_heavy(void)
{
  for (mass = 1e6; mass < 2e12; mass *= 1e3)
  {
    for (sunrealtype tol = 1e-3; tol > 5e-8; tol *= 0.01)
    {
      sunrealtype worst[2] = {0.0, 0.0}, other = 0.0;
      for (int i = 0; i < 4; i++)
      {
        worst[0] = fmax(worst[0], error_of_pendulum(i, i % 2, tol, &other));
        worst[1] =
          fmax(worst[1], error_of_body(pow(10.0, 0.4 * i), tol, &other));
      }
      check_of("masses of %.0e, %.0e", mass, tol);
      CHECK(worst[0] < 500.0 && worst[1] < 500.0);
    }
  }
}

/* y' = -k (y - cos t) - sin t from y = 2, and its integral. */
static sunrealtype fast;
RESIDUAL1_IS(transient, yp[0] + fast * (y[0] - cos(t)) + sin(t), yp[1] - y[0])

static void check_transient(void)
{
  for (int given = 0; given < 2; given++)
  {
    sunrealtype worst = 0.0;
    for (int i = 0; i < 36; i++)
    {
      const sunrealtype tol = pow(10.0, -4 - 2 * (i % 3));
      const sunrealtype end = pow(10.0, -3 + i / 3 % 4);
      fast                  = pow(10.0, 2 + 2 * (i / 12));
      SMALL(a, .n = 2, .q = VALUES(2, 0),
            .v = VALUES(given ? -fast : 0, given ? 2 : 0), .res1 = transient,
            .rtol = tol);
      CHECK(small_solve(a, end) >= 0);
      const sunrealtype decay = exp(-fast * end);
      worst = fmax(worst, apart(small_q(a)[0], cos(end) + decay, tol));
      worst =
        fmax(worst, apart(small_q(a)[1], sin(end) + (1 - decay) / fast, tol));
    }
    check_of("transients, given %d", given);
    CHECK_IN(worst, 0.0, 60.0);
  }
}

/* Prey y' = y (1 - y - z/2e6) and predators 0 = z (1e4 y - 1 - z), a second root at 0. */
RESIDUAL1_IS(prey, yp[0] - y[0] * (1 - y[0] - 5e-7 * y[1]),
             y[1] * (1e4 * y[0] - 1 - y[1]))

/* Values that satisfy F are kept, where a first step is so long that the iteration diverges
 * to other ones. */
static void check_long(void)
{
  const sunrealtype A = 1 + 5e-7, B = 1 + 5e-3, tol = 1e-9;
  for (int i = 0; i < 16; i++)
  {
    const sunrealtype y = pow(10.0, 1 + i / 4), yp = y * (A - B * y);
    SMALL(a, .n = 2, .q = VALUES(y, 1e4 * y - 1), .v = VALUES(yp, 1e4 * yp),
          .res1 = prey, .order = VALUES(1, 0), .rtol = tol);
    check_of("%g, first step 1e-%d", y, 1 + i % 4);
    CHECK(!GALPHASetInitStep(a->mem, pow(10.0, -1 - i % 4)));
    CHECK(small_solve(a, 1.0) >= 0);
    const sunrealtype end = A / (B + (A / y - B) * exp(-A));
    CHECK_IN(apart(small_q(a)[0], end, tol), 0.0, 30.0);
    CHECK_IN(apart(small_q(a)[1], 1e4 * end - 1, tol), 0.0, 30.0);
  }
}

TESTS(check_pendulum, check_body, check_heavy, check_transient, check_long)
