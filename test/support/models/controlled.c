/* See controlled.h. */
#include "support/models/controlled.h"

#include "support/models/reference.h"
#include "support/run/runge_kutta.h"

#define REFERENCE_STEP 2e-4
#define MARK           0.02
#define MARKS          256
#define MOST_REDUCED   6

/* A solution in independent coordinates, kept at the times 0, MARK, 2 MARK ...: whoever
 * compares a whole run with it does not integrate from 0 each time. */
struct path
{
  runge_kutta_fn rhs;
  int n, known; /* components; marks reached, the start among them */
  sunrealtype at[MARKS][MOST_REDUCED];
};

static void reduced_step(const struct path *p, sunrealtype *y, sunrealtype t0,
                         sunrealtype t)
{
  const int steps = (int)ceil((t - t0) / REFERENCE_STEP);
  if (steps > 0) { runge_kutta(p->rhs, NULL, p->n, y, t0, t, steps); }
}

static void reduced(struct path *p, sunrealtype *y, sunrealtype t)
{
  const int last = (int)fmin(fmax(t / MARK, 0.0), MARKS - 1.0);
  for (; p->known <= last; p->known++)
  {
    sunrealtype *next = p->at[p->known];
    memcpy(next, p->at[p->known - 1], sizeof p->at[0]);
    reduced_step(p, next, MARK * (p->known - 1), MARK * p->known);
  }
  memcpy(y, p->at[last], sizeof p->at[0]);
  reduced_step(p, y, MARK * last, t);
}

static const sunrealtype state_and_output[] = {1.0, 0.0};

sunrealtype controlled_pendulum_command(sunrealtype filter, sunrealtype vx)
{
  return -3.0 * tanh(filter) - 0.3 * vx;
}

STATES_IS(pendulum_states, -5.0 * s[0] + 4.0 * q[0],
          controlled_pendulum_command(s[0], v[0]))

STATE_FORCE_IS(pendulum_force, s[1], -9.81)

HOLONOMIC_IS(rod, q[0] * q[0] + q[1] * q[1] - 1.0)

HOLONOMIC_JAC_IS(rod_jac, {0, 0, 2.0 * q[0]}, {0, 1, 2.0 * q[1]})

/* angle, rate, filter */
static void pendulum_rhs(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                         const void *data)
{
  d[0] = y[1];
  d[1] = controlled_pendulum_command(y[2], y[1] * cos(y[0])) * cos(y[0]) -
         9.81 * sin(y[0]);
  d[2] = -5.0 * y[2] + 4.0 * sin(y[0]);
}

#define FILTER_START 0.2
static const sunrealtype pendulum_start_states[] = {FILTER_START, 0.0};
static struct path pendulum_path                 = {
                  pendulum_rhs, 3, 1, {{1.0, 0.0, FILTER_START}}};

EXACT(pendulum_exact)
{
  sunrealtype y[MOST_REDUCED];
  if (!q || !v) { return 1; }
  reduced(&pendulum_path, y, t);
  q[0] = sin(y[0]);
  q[1] = -cos(y[0]);
  v[0] = y[1] * cos(y[0]);
  v[1] = y[1] * sin(y[0]);
  return 0;
}

static void pendulum_exact_states(sunrealtype t, sunrealtype *s)
{
  sunrealtype y[MOST_REDUCED];
  reduced(&pendulum_path, y, t);
  s[0] = y[2];
  s[1] = controlled_pendulum_command(y[2], y[1] * cos(y[0]));
}

PROBLEM_EXTERN(controlled_pendulum, .name = "controlled pendulum", .n = 2,
               .m = 1, .ns = 2, .state_order = state_and_output,
               .state_start = pendulum_start_states, .exact = pendulum_exact,
               .exact_states = pendulum_exact_states, .states = pendulum_states,
               .state_force = pendulum_force, .g = rod, .G = rod_jac,
               .moving  = 1, /* not declared scleronomic */
               .empty_G = 1)

static sunrealtype skate_command(sunrealtype filter, sunrealtype vx)
{
  return filter + 0.3 * vx;
}

STATES_IS(skate_states, -5.0 * s[0] + 2.0 * cos(q[2]) + t,
          skate_command(s[0], v[0]))

STATE_FORCE_IS(skate_force, 1.0 + s[1], -0.2 * v[1], s[1])

NONHOLONOMIC_IS(blade, v[0] * sin(q[2]) - v[1] * cos(q[2]))

/* heading, its rate, speed along the blade, x, y, filter */
static void skate_rhs(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                      const void *data)
{
  const sunrealtype c = cos(y[0]), s = sin(y[0]);
  const sunrealtype push = skate_command(y[5], y[2] * c);
  d[0]                   = y[1];
  d[1]                   = push;
  d[2]                   = (1.0 + push) * c - 0.2 * y[2] * s * s;
  d[3]                   = y[2] * c;
  d[4]                   = y[2] * s;
  d[5]                   = -5.0 * y[5] + 2.0 * c + t;
}

static struct path skate_path = {
  skate_rhs, 6, 1, {{0.0, 0.0, 0.5 /* speed */}}};

EXACT(skate_exact)
{
  sunrealtype y[MOST_REDUCED];
  if (!q || !v) { return 1; }
  reduced(&skate_path, y, t);
  q[0] = y[3];
  q[1] = y[4];
  q[2] = y[0];
  v[0] = y[2] * cos(y[0]);
  v[1] = y[2] * sin(y[0]);
  v[2] = y[1];
  return 0;
}

static void skate_exact_states(sunrealtype t, sunrealtype *s)
{
  sunrealtype y[MOST_REDUCED];
  reduced(&skate_path, y, t);
  s[0] = y[5];
  s[1] = skate_command(y[5], y[2] * cos(y[0]));
}

static const sunrealtype nothing[2] = {0.0};

PROBLEM_EXTERN(controlled_skate, .name = "controlled skate", .n = 3, .p = 1,
               .ns = 2, .state_order = state_and_output, .state_start = nothing,
               .exact = skate_exact, .exact_states = skate_exact_states,
               .states = skate_states, .state_force = skate_force, .k = blade)
