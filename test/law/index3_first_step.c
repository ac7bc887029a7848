/* Index 3 from rest: the estimate along the constraints vanishes in the first step of a
 * pendulum released from the horizontal, and yet that step must be as short as the
 * tolerances ask for, whether the library chooses it from a distant tout or the user.
 * Against the closed form. Control: with a fixed step of that size q is wrong. */
#include "support/test.h"

#define LONG  0.25
#define SHORT 1e-4

struct setting
{
  sunrealtype rtol, rho, tout, first; /* first 0: chosen */
  int with_velocities;
};

static struct problem pendulum;

static sunrealtype distance(sunrealtype t, N_Vector q)
{
  sunrealtype right[2];
  pendulum.exact(t, right, NULL, NULL, NULL, NULL, pendulum.data);
  return problem_dist(N_VGetArrayPointer(q), right, 2);
}

/* Error of q at the first step's end beyond t = 1. */
static sunrealtype error(const struct setting *x, int form)
{
  SMALL(s, .pb = &pendulum, .formulation = form, .rtol = x->rtol,
        .set = {{"error_test", x->with_velocities ? GALPHA_TEST_VELOCITIES
                                                  : GALPHA_TEST_POSITIONS},
                {"rho_inf", x->rho},
                {"init_step", x->first},
                {"max_num_steps", -1}});
  while (s->t < 1.0 && !small_step(s, x->tout)) {}
  CHECK(s->t >= 1.0);
  return distance(s->t, s->q);
}

/* A method of order 2 with its local error controlled: errors go with rtol^(2/3). */
static void check(struct setting x)
{
  static const sunrealtype tout[]  = {2.0, 2.0, 1e3, 1e6},
                           first[] = {SHORT, LONG, 0.0, 0.0};
  const sunrealtype bound          = 10.0 * cbrt(x.rtol * x.rtol);
  check_of("rtol %.0e, rho %.1f, v %d", x.rtol, x.rho, x.with_velocities);
  for (int i = 0; i < 4; i++)
  {
    x.tout  = tout[i];
    x.first = first[i];
    CHECK_IN(error(&x, GALPHA_INDEX3), 0.0, bound);
    CHECK_IN(error(&x, SMALL_INDEX3), 0.0, bound);
  }
}

static void check_control(void)
{
  SMALL(s, .pb = &pendulum, .formulation = GALPHA_INDEX3,
        .set = {{"fixed_step", LONG}});
  CHECK(small_step(s, LONG) == 0);
  CHECK(distance(s->t, s->q) > 1e-2);
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.6, 0.9};
  pendulum                       = ref_pendulum(REF_PENDULUM_PERIOD2);
  for (int i = 0; i < 3; i++)
  {
    for (int v = 0; v < 2; v++)
    {
      check(
        (struct setting){.rtol = 1e-5, .rho = rho[i], .with_velocities = v});
      check(
        (struct setting){.rtol = 1e-8, .rho = rho[i], .with_velocities = v});
    }
  }
  check_control();
}
