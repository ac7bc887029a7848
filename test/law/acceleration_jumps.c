/* SOI2, and index 3 of order 2, where the driven acceleration of a support jumps: multipliers and accelerations soon
 * after the jump, of a mass on a spring against the closed form, with the support driven in
 * its position or in its velocity (psi), and of a pendulum against its angle by Runge-Kutta;
 * with g_t given and by differences, with and without a stop time at the jump. They are right
 * but for steps that end at once after the jump, and the steps soon grow again. Control: fixed
 * steps, whose multipliers stay as the recursion has them. */
#include "support/models/hanging.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

#define STIFFNESS 30.0
#define SIZE      0.1
#define OMEGA     3.0
#define END       1.2
#define TIMES     6     /* of the jump */
#define FIXED     0.004 /* step of the control */

enum kind
{
  SUPPORT, /* y[0] = s(t), and a mass y[1] on a spring */
  SPEED,   /* y'[0] = s'(t) */
  PENDULUM /* at (s(t), 0) */
};

struct drive
{
  struct hanging pendulum;
  enum kind kind;
  sunrealtype from, jump; /* time of the jump, its size */
};

/* s, s', s'' */
static sunrealtype support(const struct hanging *p, sunrealtype t, int k)
{
  const struct drive *d = (const struct drive *)p;
  const sunrealtype x = OMEGA * t, since = fmax(t - d->from, 0.0);
  const sunrealtype sine[] = {sin(x), OMEGA * cos(x), -OMEGA * OMEGA * sin(x)};
  const sunrealtype more[] = {0.5 * since * since, since, t > d->from};
  return SIZE * sine[k] + d->jump * more[k];
}

FORCE_IS(spring, STIFFNESS *(q[1] - q[0]), STIFFNESS *(q[0] - q[1]))
HOLONOMIC_IS(at_support, q[0] - support(data, t, 0))
HOLONOMIC_IS(at_support_rate, -support(data, t, 1))
HOLONOMIC_JAC_IS(at_support_G, {0, 0, 1.0})

NONHOLONOMIC(speed)
{
  k[0] = v[0] - support(data, t, 1);
}

NONHOLONOMIC_JAC(speed_K)
{
  SM_ELEMENT_D(K, 0, 0) = 1.0;
}

/* The mass on the spring, without free vibration before the jump. */
static sunrealtype mass_at(const struct drive *d, sunrealtype t)
{
  const sunrealtype since = fmax(t - d->from, 0.0), w = sqrt(STIFFNESS);
  return SIZE * STIFFNESS / (STIFFNESS - OMEGA * OMEGA) * sin(OMEGA * t) +
         d->jump * (0.5 * since * since - (1.0 - cos(w * since)) / STIFFNESS);
}

/* The pendulum's angle from the vertical and its rate, to the jump and from it on. */
static void swing_to(struct drive *d, sunrealtype t, sunrealtype t1,
                     sunrealtype y[2])
{
  const sunrealtype between = fmin(fmax(t, d->from), t1);
  const sunrealtype at[]    = {t, between, t1};
  const sunrealtype from    = d->from;
  for (int i = 0; i < 2; i++)
  {
    const int n = 1 + (int)((at[i + 1] - at[i]) / 1e-3);
    d->from     = i ? -HUGE_VAL : HUGE_VAL;
    if (at[i + 1] > at[i])
    {
      runge_kutta(hanging_swing, d, 2, y, at[i], at[i + 1], n);
    }
  }
  d->from = from;
}

/* The multiplier at t with the acceleration a of the support; y: of the pendulum. */
static sunrealtype multiplier(const struct drive *d, sunrealtype t,
                              sunrealtype a, const sunrealtype *y)
{
  if (d->kind != PENDULUM)
  {
    return STIFFNESS * (mass_at(d, t) - support(&d->pendulum, t, 0)) - a;
  }
  return y[1] * y[1] + HANGING_GRAVITY * cos(y[0]) - a * sin(y[0]);
}

/* Error of the multiplier; at the jump itself that of the nearer side. */
static sunrealtype off(struct small *s, const struct drive *d,
                       const sunrealtype *y)
{
  const bool at_jump    = fabs(s->t - d->from) < 1e-12;
  const sunrealtype to  = d->from + (at_jump ? 1e-9 : 0.0);
  const sunrealtype t[] = {at_jump ? 2.0 * d->from - to : s->t,
                           at_jump ? to : s->t};
  sunrealtype least = HUGE_VAL;
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, s->psi));
  const sunrealtype x = N_VGetArrayPointer(s->lambda ? s->lambda : s->psi)[0];
  for (int i = 0; i < 2; i++)
  {
    const sunrealtype a = support(&d->pendulum, t[i], 2);
    least               = fmin(least, fabs(x - multiplier(d, s->t, a, y)));
  }
  return least;
}

/* A way to run: rho_inf, g_t given or not, a stop time at the jump or not, fixed steps. */
struct way
{
  int formulation;
  sunrealtype rho, rtol;
  bool rate, stops, fixed;
};

/* Ends of steps, and of those the multipliers off by more than so many tolerances. */
struct count
{
  long int steps, off30, off1000;
};

static void state(struct small *s, struct drive *d, struct way w)
{
  const bool hangs    = d->kind == PENDULUM;
  const sunrealtype v = SIZE * OMEGA, x = OMEGA * OMEGA;
  const sunrealtype free = v * STIFFNESS / (STIFFNESS - x);
  BEGIN(s, .n = 2, .force = hangs ? hanging_force : spring, .data = d,
        .q = hangs ? VALUES(sin(0.9), -cos(0.9)) : VALUES(0.0, 0.0),
        .v = VALUES(v, hangs ? 0.0 : free),
        .g = d->kind == SPEED ? NULL
             : hangs          ? hanging_rod
                              : at_support,
        .G = d->kind == SPEED ? NULL
             : hangs          ? hanging_rod_jac
                              : at_support_G,
        .k = d->kind == SPEED ? speed : NULL,
        .K = d->kind == SPEED ? speed_K : NULL, .rtol = w.rtol,
        .atol = 0.01 * w.rtol, .formulation = w.formulation,
        .set = {{"rho_inf", w.rho},
                {"max_order", w.formulation == GALPHA_INDEX3 ? 2.0 : 5.0}});
  if (w.rate && d->kind != SPEED)
  {
    CHECK(!GALPHASetHolonomicRate(s->mem,
                                  hangs ? hanging_rod_rate : at_support_rate));
  }
  if (w.fixed) { CHECK(!GALPHASetFixedStep(s->mem, FIXED)); }
}

static void run(struct drive d, struct way w, struct count *c)
{
  struct small s;
  sunrealtype y[] = {0.9, 0.0}, last = 0.0;
  const sunrealtype scale = d.jump + 3.0 * SIZE * OMEGA * OMEGA +
                            (d.kind == PENDULUM ? HANGING_GRAVITY : 0.0);
  state(&s, &d, w);
  while (s.t < END)
  {
    const bool before = w.stops && s.t < d.from;
    CHECK(!GALPHASetStopTime(s.mem, before ? d.from : END));
    CHECK(small_step(&s, END) >= 0);
    swing_to(&d, last, s.t, y);
    last                = s.t;
    const sunrealtype e = off(&s, &d, y) / (w.rtol * scale);
    c->steps++;
    c->off30 += !(e <= 30.0);
    c->off1000 += !(e <= 1000.0);
  }
}

static struct count runs(enum kind kind, int formulation, bool fixed)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8, 0.95};
  struct count c                 = {0};
  for (int i = 0; i < 4 * 4 * TIMES * 4; i++)
  {
    const int k        = i / 16 % TIMES;
    const struct way w = {
      formulation,        rho[i % 4],         pow(10.0, -3.0 - i / 4 % 4),
      i / 16 / TIMES % 2, i / 32 / TIMES % 2, fixed};
    const struct drive d = {
      {.support = support}, kind, 0.4 + 0.0937 * k, k % 2 ? 0.5 : 5.0};
    run(d, w, &c);
  }
  check_of("kind %d, formulation %d, fixed %d", kind, formulation, fixed);
  return c;
}

TEST_MAIN()
{
  for (int kind = SUPPORT; kind <= PENDULUM; kind++)
  {
    const struct count c = runs((enum kind)kind, GALPHA_SOI2, false);
    CHECK((double)c.off30 <= 0.03 * (double)c.steps);
    CHECK((double)c.off1000 <= 0.006 * (double)c.steps);
    CHECK(c.steps < 384 * 250);
  }
  const struct count i3 = runs(SUPPORT, GALPHA_INDEX3, false);
  CHECK((double)i3.off1000 <= 0.006 * (double)i3.steps);
  const struct count c = runs(SUPPORT, GALPHA_SOI2, true);
  CHECK((double)c.off30 > 0.1 * (double)c.steps);
}
