/* v'' at the start: of a slow and a fast oscillator in one system, of a pendulum on a
 * bar, against closed forms; round-off bounds it where the fast one is 1e6 times as fast.
 * Control: a single difference over 1e-4 s is off by ten times what is allowed. */
#include "api/integrator.h"
#include "support/test.h"

static const sunrealtype q0[] = {1.0, 0.5}, v0[] = {0.3, -0.2};

MASS_IS(mass, {0, 0, 1.0}, {1, 1, 1.0})

FORCE(springs)
{
  const sunrealtype *omega = data;
  for (int i = 0; i < 2; i++) { f[i] = -omega[i] * omega[i] * q[i]; }
}

/* Largest distance of v'' from expected, as a share of its size. */
static sunrealtype off(const struct problem *pb, const sunrealtype *expected)
{
  SMALL(s, .pb = pb);
  CHECK(!small_step(s, 1.0));
  N_Vector jerk = ((struct galpha_mem *)s->mem)->method.jerk;
  return problem_dist(N_VGetArrayPointer(jerk), expected, 2) /
         fmax(fabs(expected[0]), fabs(expected[1]));
}

static void check_springs(sunrealtype fast, sunrealtype bound)
{
  sunrealtype omega[] = {1.0, fast};
  const struct problem pb =
    PROBLEM(.name = "springs", .n = 2, .q0 = q0, .v0 = v0, .mass = mass,
            .force = springs, .data = omega, .constant_mass = 1);
  const sunrealtype exact[] = {-v0[0], -fast * fast * v0[1]};
  const sunrealtype share   = off(&pb, exact);
  printf("omega %.0e: off by %.1e\n", fast, share);
  CHECK(share <= bound);
}

/* As it swings at the time in data. */
static void swinging(sunrealtype *q, sunrealtype *v, void *data)
{
  const sunrealtype *t = data;
  paper_simple_pendulum.exact(*t, q, v, NULL, NULL, NULL, NULL);
}

static void check_pendulum(sunrealtype t)
{
  const sunrealtype d = 1e-4;
  sunrealtype a[3][2], exact[2], single[2];
  struct problem pb = paper_simple_pendulum;
  pb.start          = swinging;
  pb.data           = &t;
  for (int i = 0; i < 3; i++)
  {
    pb.exact(t + (i - 1) * d, NULL, NULL, a[i], NULL, NULL, NULL);
  }
  for (int i = 0; i < 2; i++)
  {
    exact[i]  = (a[2][i] - a[0][i]) / (2.0 * d);
    single[i] = (a[2][i] - a[1][i]) / d;
  }
  const sunrealtype share = off(&pb, exact);
  printf("pendulum at %.1f: off by %.1e\n", t, share);
  CHECK(share <= 1e-6);
  CHECK(problem_dist(single, exact, 2) > 1e-5 * fabs(exact[0]));
}

TEST_MAIN()
{
  check_springs(1.0, 1e-10);
  check_springs(1e2, 1e-6);
  check_springs(1e4, 1e-4);
  check_springs(1e6, 0.2);
  check_pendulum(0.2);
  check_pendulum(0.7);
}
