/* Root functions that see multipliers, accelerations and states: a mass lifts off the table
 * where the contact force is 0, a controller saturates and comes back, each at the time of a
 * closed form. */
#include <float.h>

#include "support/test.h"

/* A mass on a table on a spring: q = (table, mass), unit masses. */

#define STIFFNESS 8.0 /* of the spring; omega = 2 with both masses */
#define GRAVITY   2.0
#define OMEGA     2.0

/* About the position of rest the pair moves as -A cos(omega t). The table carries the mass
 * with GRAVITY + A omega^2 cos(omega t). */
struct table
{
  sunrealtype amplitude;
  bool rolling; /* the contact is a nonholonomic constraint */
  int asked;
};

FORCE_IS(weights, -GRAVITY - STIFFNESS * q[0], -GRAVITY)

HOLONOMIC_IS(contact, q[0] - q[1])

HOLONOMIC_JAC_IS(contact_jac, {0, 0, 1.0}, {0, 1, -1.0})

NONHOLONOMIC_IS(same_speed, v[0] - v[1])

NONHOLONOMIC_JAC_IS(same_speed_jac, {0, 0, 1.0}, {0, 1, -1.0})

/* Lift-off, and the passage through rest, where there is no acceleration. */
ROOTS_EXT(lift_off)
{
  struct table *table = data;
  table->asked++;
  CHECK(q && v && a && !s && !(table->rolling ? lambda : psi));
  g[0] = (table->rolling ? psi : lambda)[0];
  g[1] = a[1];
}

static void begin_table(struct small *s, struct table *table, int formulation)
{
  const sunrealtype y = -2.0 * GRAVITY / STIFFNESS - table->amplitude;
  BEGIN(s, .n = 2, .q = VALUES(y, y), .force = weights, .data = table);
  CHECK(!GALPHARootInitExt(s->mem, 2, lift_off));
  CHECK(table->rolling ? !small_nonholonomic(s, 1, same_speed, same_speed_jac)
                       : !small_holonomic(s, 1, contact, contact_jac));
  CHECK(!GALPHASetFormulation(s->mem, formulation));
  CHECK(!GALPHASStolerances(s->mem, 1e-8, 1e-8));
}

static void check_lift_off(int formulation, bool rolling)
{
  struct table table   = {.amplitude = 1.0, .rolling = rolling};
  const sunrealtype pi = acos(-1.0);
  int found[2]         = {0};
  struct small s;
  begin_table(&s, &table, formulation);
  CHECK(small_solve(&s, 5.0) == GALPHA_ROOT_RETURN);
  CHECK(!GALPHAGetRootInfo(s.mem, found) && !found[0] && found[1] == -1);
  CHECK_IN(s.t - 0.5 * pi / OMEGA, -1e-4, 1e-4);
  CHECK(small_solve(&s, 5.0) == GALPHA_ROOT_RETURN);
  CHECK(!GALPHAGetRootInfo(s.mem, found) && found[0] == -1 && !found[1]);
  CHECK_IN(s.t - acos(-0.5) / OMEGA, -1e-4, 1e-4);
}

/* At half the amplitude the force comes down to 0.25 of the weight and no further. */
static void check_contact_stays(void)
{
  struct table table = {.amplitude = 0.375};
  int found[2]       = {0};
  struct small s;
  begin_table(&s, &table, GALPHA_SOI2);
  for (int ret = GALPHA_ROOT_RETURN; ret == GALPHA_ROOT_RETURN;)
  {
    ret = small_solve(&s, 4.0);
    CHECK(ret >= 0 && !GALPHAGetRootInfo(s.mem, found) && !found[0]);
  }
  CHECK(s.t == 4.0 && table.asked > 10);
}

/* A table driven as sin(omega t). */

FORCE_IS(weight, -GRAVITY)

HOLONOMIC_IS(driven, q[0] - sin(OMEGA * t))

HOLONOMIC_JAC_IS(driven_jac, {0, 0, 1.0})

ROOTS_EXT_IS(driven_off, -lambda[0])

/* The force is GRAVITY - omega^2 sin(omega t); after the start the functions are set again,
 * in place of others, and with a restart. */
static void check_driven(void)
{
  SMALL(s, .v = VALUES(OMEGA), .force = weight, .g = driven, .G = driven_jac,
        .rtol = 1e-8);
  CHECK(small_solve(s, 0.1) == GALPHA_SUCCESS);
  CHECK(!GALPHARootInitExt(s->mem, 1, driven_off));
  CHECK(small_solve(s, 1.0) == GALPHA_ROOT_RETURN);
  CHECK_IN(s->t - asin(0.5) / OMEGA, -1e-4, 1e-4);
  small_q(s)[0] = 0.0;
  small_v(s)[0] = OMEGA;
  CHECK(!GALPHAReInit(s->mem, 0.0, s->q, s->v));
  CHECK(small_solve(s, 1.0) == GALPHA_ROOT_RETURN);
  CHECK_IN(s->t - asin(0.5) / OMEGA, -1e-4, 1e-4);
}

/* A unit mass with a damper and the command u = -KP q - KI z, z' = q: with these values q
 * is the sum of c_i exp(-i t), i = 1, 2, 3. s = (z, u). */
#define DAMPER 6.0
#define KP     11.0
#define KI     6.0
#define LIMIT  2.0
static const sunrealtype c[] = {1.0, -3.0, 2.0};

/* Sum of the terms of q times power i^k. */
static sunrealtype linear(sunrealtype t, int k)
{
  sunrealtype sum = 0.0;
  for (int i = 1; i <= 3; i++) { sum += c[i - 1] * pow(-i, k) * exp(-i * t); }
  return sum;
}

static sunrealtype linear_command(sunrealtype t)
{
  return linear(t, 2) + DAMPER * linear(t, 1);
}

STATES(controller)
{
  const int *saturated = data;
  F[0]                 = *saturated ? 0.0 : q[0];
  F[1]                 = -KP * q[0] - KI * s[0];
}

STATE_FORCE(actuator)
{
  const int *saturated = data;
  f[0]                 = (*saturated ? LIMIT : s[1]) - DAMPER * v[0];
}

ROOTS_EXT(over)
{
  CHECK(s && !lambda && !psi);
  g[0] = s[1] - LIMIT;
}

/* At the limit from time t1 on, with z held. */
struct held
{
  sunrealtype t1, q, v, z;
};

static sunrealtype held_command(const struct held *h, sunrealtype t)
{
  const sunrealtype far = LIMIT / DAMPER, e = exp(-DAMPER * (t - h->t1));
  const sunrealtype q =
    h->q + far * (t - h->t1) + (h->v - far) * (1.0 - e) / DAMPER;
  return -KP * q - KI * h->z;
}

/* Where the command passes LIMIT between lo and hi, by bisection. */
static sunrealtype passage(const struct held *h, sunrealtype lo, sunrealtype hi)
{
  const bool above = (h ? held_command(h, lo) : linear_command(lo)) > LIMIT;
  while (hi - lo > 4.0 * DBL_EPSILON * hi)
  {
    const sunrealtype t = 0.5 * (lo + hi);
    const bool now      = (h ? held_command(h, t) : linear_command(t)) > LIMIT;
    *(now == above ? &lo : &hi) = t;
  }
  return lo;
}

static void check_saturation(int formulation)
{
  static const sunrealtype order[] = {1.0, 0.0};
  int saturated                    = 0;
  SMALL(s, .q = VALUES(linear(0.0, 0)), .v = VALUES(linear(0.0, 1)),
        .data = &saturated);
  N_Vector s0 = small_vector(ctx, 2, VALUES(linear(0.0, -1), 1.0));
  N_Vector o  = small_vector(ctx, 2, order);
  CHECK(!GALPHASetStates(s->mem, s0, o, controller, actuator));
  CHECK(!GALPHASetFormulation(s->mem, formulation));
  CHECK(!GALPHASStolerances(s->mem, 1e-8, 1e-8));
  CHECK(!GALPHARootInitExt(s->mem, 1, over));
  CHECK(small_solve(s, 2.0) == GALPHA_ROOT_RETURN);
  struct held h = {.t1 = passage(NULL, 0.0, 0.25)};
  CHECK_IN(s->t - h.t1, -1e-5, 1e-5);
  h.q       = linear(h.t1, 0);
  h.v       = linear(h.t1, 1);
  h.z       = linear(h.t1, -1);
  saturated = 1;
  /* the states are those of the event, after two restarts, too */
  CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
  CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
  CHECK(small_solve(s, 4.0) == GALPHA_ROOT_RETURN);
  CHECK_IN(s->t - passage(&h, h.t1 + 0.1, 4.0), -1e-5, 1e-5);
}

static int refuses(sunrealtype t, const GALPHARootPoint *at, sunrealtype *gout,
                   void *data)
{
  return t > 0.2 ? -1 : (gout[0] = 1.0, gout[1] = 1.0, 0);
}

ROOTS_EXT_IS(not_finite, 1.0, t > 0.2 ? (sunrealtype)NAN : 1.0)

static void check_failures_told(void)
{
  struct table table = {.amplitude = 1.0};
  struct small s;
  begin_table(&s, &table, GALPHA_SOI2);
  CHECK(GALPHARootInitExt(NULL, 1, lift_off) == GALPHA_MEM_NULL);
  CHECK(GALPHARootInitExt(s.mem, -1, lift_off) == GALPHA_ILL_INPUT);
  CHECK(strstr(s.said.msg, "nrtfn") != NULL);
  CHECK(GALPHARootInitExt(s.mem, 1, NULL) == GALPHA_ILL_INPUT);
  CHECK(strstr(s.said.msg, "g is NULL") != NULL);
  CHECK(!GALPHARootInitExt(s.mem, 2, refuses));
  CHECK(small_solve(&s, 1.0) == GALPHA_RTFUNC_FAIL);
  CHECK(!GALPHARootInitExt(s.mem, 2, not_finite));
  CHECK(small_solve(&s, 1.0) == GALPHA_RTFUNC_FAIL);
  CHECK(!GALPHARootInitExt(s.mem, 0, NULL));
  CHECK(small_solve(&s, 1.0) == GALPHA_SUCCESS);
  void *mem = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHASetErrFile(mem, NULL));
  CHECK(GALPHARootInitExt(mem, 1, lift_off) == GALPHA_NO_MALLOC);
}

/* y'' = -y from its highest point: y'' = -cos(t). */
RESIDUAL2_IS(oscillator, ypp[0] + y[0])

ROOTS_EXT(no_acceleration)
{
  CHECK(!lambda && !psi && !s);
  g[0] = a[0];
}

static void check_residual(void)
{
  SMALL(s, .q = VALUES(1.0), .v = VALUES(0.0), .a = VALUES(-1.0),
        .res2 = oscillator, .rtol = 1e-8);
  CHECK(!GALPHARootInitExt(s->mem, 1, no_acceleration));
  CHECK(small_solve(s, 3.0) == GALPHA_ROOT_RETURN);
  CHECK_IN(s->t - 0.5 * acos(-1.0), -1e-4, 1e-4);
}

/* Velocities that pass 0: their roots, whatever tells the size of v there. */
FORCE_IS(spring, -100.0 * q[0])

ROOTS_IS(turning, yp[0])

enum told
{
  BY_DEFAULT,
  POSITIONS_ALONE,
  POSITIONS_WITH_TOLERANCES_OF_V,
  RULE_OF_2005
};

static void check_turning(enum told told)
{
  SMALL(s, .q = VALUES(1.0), .v = VALUES(0.0), .force = spring, .rtol = 1e-6);
  if (told == POSITIONS_WITH_TOLERANCES_OF_V)
  {
    CHECK(!GALPHASStolerancesVel(s->mem, 1e-6, 1e-5));
  }
  if (told == RULE_OF_2005)
  {
    CHECK(!GALPHASetOption(s->mem, "control_rule", GALPHA_RULE_GAVREA));
  }
  else if (told != BY_DEFAULT)
  {
    CHECK(!GALPHASetErrorTest(s->mem, GALPHA_TEST_POSITIONS));
  }
  CHECK(!GALPHARootInit(s->mem, 1, turning));
  for (int k = 1; k < 10; k++)
  {
    CHECK(small_solve(s, 3.0) == GALPHA_ROOT_RETURN);
    CHECK_IN(s->t - k * acos(-1.0) / 10.0, -1e-3, 1e-3);
  }
  CHECK(small_solve(s, 3.0) == GALPHA_SUCCESS);
}

TEST_MAIN()
{
  for (enum told told = BY_DEFAULT; told <= RULE_OF_2005; told++)
  {
    check_turning(told);
  }
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_lift_off(f, false);
    check_lift_off(f, true);
    check_saturation(f);
  }
  check_contact_stays();
  check_driven();
  check_residual();
  check_failures_told();
}
