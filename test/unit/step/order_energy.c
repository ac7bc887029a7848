/* Undamped motion over many periods gains no energy beyond what tolerances explain: a
 * pendulum of 1 rad in Cartesian coordinates over 1000 periods, a pendulum on a spring, a
 * free oscillator with positions alone tested, in every form. Control: by the BDF, whose
 * leading coefficient is smaller, the pendulum ends with more than twice its energy. */
#include "support/test.h"
#include "unit/method/held.h"

#define GRAVITY   9.81
#define STIFFNESS 100.0  /* of the spring that carries mass 1 */
#define PERIOD    2.1399 /* of 1 rad */

enum form
{
  SOI2,
  INDEX3,
  RESIDUAL,
  FORMS
};

typedef sunrealtype (*energy_fn)(const sunrealtype *q, const sunrealtype *v);

FORCE_IS(weight, 0.0, -GRAVITY)

/* Above rest. */
static sunrealtype of_pendulum(const sunrealtype *q, const sunrealtype *v)
{
  return 0.5 * (v[0] * v[0] + v[1] * v[1]) + GRAVITY * (q[1] + 1.0);
}

FORCE(spring)
{
  const sunrealtype r = hypot(q[0], q[1]);
  f[0]                = -STIFFNESS * (r - 1.0) * q[0] / r;
  f[1]                = -STIFFNESS * (r - 1.0) * q[1] / r - GRAVITY;
}

static sunrealtype of_spring(const sunrealtype *q, const sunrealtype *v)
{
  const sunrealtype r = hypot(q[0], q[1]) - 1.0;
  return of_pendulum(q, v) + 0.5 * STIFFNESS * r * r +
         0.5 * GRAVITY * GRAVITY / STIFFNESS;
}

FORCE_IS(back, -q[0])

static sunrealtype of_oscillator(const sunrealtype *q, const sunrealtype *v)
{
  return 0.5 * (q[0] * q[0] + v[0] * v[0]);
}

struct row
{
  const struct problem *pb;
  energy_fn energy;
  sunrealtype t1;
  int error_test;
};

/* Each call of GALPHASolve selects the method anew. */
static void substitute(void *mem, const GALPHAStepInfo *info, void *data)
{
  (void)info;
  held_substitute(data, &((struct galpha_mem *)mem)->method);
}

/* The largest energy at a hundred times, by that at the start; bdf: without the share of
 * the next order's leading coefficient. */
static sunrealtype largest(const struct row *r, enum form form, sunrealtype tol,
                           int bdf)
{
  const struct subject what =
    SUBJECT(.mech        = r->pb,
            .formulation = form == SOI2 ? GALPHA_SOI2 : GALPHA_INDEX3,
            .lowered = form == RESIDUAL, .rho = 0.6,
            .correct = GALPHA_CORRECT_VELOCITIES, .tol = tol,
            .order = GALPHA_MOST_BDF);
  struct held d   = {.change = bdf ? held_plain : NULL};
  sunrealtype top = 0.0, q[2], v[2];
  struct subject s;
  CHECK(subject_begin(&s, &what, ctx) == 0);
  CHECK(!GALPHASetErrFile(s.mem, NULL) && !GALPHASetMaxNumSteps(s.mem, -1));
  CHECK(!GALPHASetErrorTest(s.mem, r->error_test));
  if (form == RESIDUAL)
  {
    CHECK(!residual_mech_tolerances(&s.low, s.mem, tol, tol, 1e3));
  }
  problem_start(r->pb, q, v);
  const sunrealtype start = r->energy(q, v);
  if (bdf) { CHECK(!GALPHASetMonitorFn(s.mem, substitute, &d)); }
  for (int i = 1; i <= 100; i++)
  {
    CHECK(subject_to(&s, r->t1 * i / 100.0, 0.0) == 0);
    const sunrealtype e =
      r->energy(N_VGetArrayPointer(s.now.q), N_VGetArrayPointer(s.now.v)) /
      start;
    CHECK(isfinite(e));
    top = fmax(top, e);
  }
  return top;
}

static void check(const struct row *r, sunrealtype tol, sunrealtype most)
{
  for (int f = 0; f < FORMS; f++)
  {
    const sunrealtype top = largest(r, (enum form)f, tol, 0);
    printf("%s, form %d, rtol %g: energy %.3f\n", r->pb->name, f, tol, top);
    CHECK_IN(top, 0.5, most);
  }
}

TEST_MAIN()
{
  const struct problem pendulum =
    PROBLEM(.name = "pendulum", .n = 2, .m = 1,
            .q0 = VALUES(sin(1.0), -cos(1.0)), .force = weight,
            .g = problem_circle, .G = problem_circle_jac, .no_dfdv = 1);
  const struct problem elastic =
    PROBLEM(.name = "pendulum on a spring", .n = 2,
            .q0 = VALUES(sin(1.0), -cos(1.0)), .force = spring, .no_dfdv = 1);
  const struct problem free =
    PROBLEM(.name = "oscillator", .n = 1, .q0 = VALUES(1.0), .force = back,
            .no_dfdv = 1);
  const struct row rows[] = {
    {&pendulum, of_pendulum, 1000.0 * PERIOD, GALPHA_TEST_VELOCITIES},
    {&elastic, of_spring, 1000.0 * PERIOD, GALPHA_TEST_VELOCITIES},
    {&free, of_oscillator, 1000.0 * acos(-1.0), GALPHA_TEST_POSITIONS}};
  for (int i = 0; i < 3; i++)
  {
    check(&rows[i], 1e-2, 1.5);
    check(&rows[i], 1e-3, 1.2);
    check(&rows[i], 3e-4, 1.5);
    check(&rows[i], 1e-4, 1.2);
  }
  for (int f = 0; f < FORMS; f++)
  {
    const sunrealtype top = largest(&rows[0], (enum form)f, 1e-3, 1);
    printf("control, form %d: energy %.2f\n", f, top);
    CHECK(top > 2.0);
  }
}
