/* A chain of four masses in space by index 3 with rho 0.9 and the test of positions alone:
 * its multipliers ring at loose tolerances, and Newton's iteration fails for it. The run
 * arrives, with velocities that are poor but have not grown: a line search that finds the
 * solutions which keep the ringing going had them grow until the end of the run (energies
 * of 1e13 to 1e29). */
#include "support/test.h"

#define LINKS   4
#define GRAVITY 9.81
#define LENGTH  0.4

static sunrealtype mass(int i)
{
  return 1.0 + 0.1 * i;
}

FORCE(force)
{
  for (int i = 0; i < 3 * LINKS; i++)
  {
    const sunrealtype weight = i % 3 == 2 ? GRAVITY : 0.0;
    f[i]                     = -mass(i / 3) * (weight + 0.1 * v[i]);
  }
}

static sunrealtype along(const sunrealtype *q, int i)
{
  return q[i] - (i > 2 ? q[i - 3] : 0.0);
}

HOLONOMIC(rods)
{
  for (int i = 0; i < LINKS; i++)
  {
    g[i] = -0.5 * LENGTH * LENGTH;
    for (int k = 3 * i; k < 3 * i + 3; k++)
    {
      g[i] += 0.5 * along(q, k) * along(q, k);
    }
  }
}

HOLONOMIC_JAC(directions)
{
  SUNMatZero(G);
  for (int i = 0; i < 3 * LINKS; i++)
  {
    SM_ELEMENT_D(G, i / 3, i) = along(q, i);
    if (i > 2) { SM_ELEMENT_D(G, i / 3, i - 3) = -along(q, i); }
  }
}

static sunrealtype energy(const struct small *s)
{
  sunrealtype e = 0.0;
  for (int i = 0; i < 3 * LINKS; i++)
  {
    const sunrealtype w = small_v(s)[i];
    e += mass(i / 3) *
         (0.5 * w * w + (i % 3 == 2 ? GRAVITY * small_q(s)[i] : 0.0));
  }
  return e;
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  for (int i = 0; i < 3 * LINKS; i++) { v[i] = 0.0; }
  for (int i = 0; i < LINKS; i++)
  {
    const sunrealtype a = 0.5 * (1.0 + 0.3 * i), b = 0.7 * i;
    const sunrealtype e[] = {sin(a) * cos(b), sin(a) * sin(b), -cos(a)};
    for (int k = 0; k < 3; k++)
    {
      q[3 * i + k] = (i ? q[3 * i + k - 3] : 0.0) + LENGTH * e[k];
    }
  }
}

static void check_run(sunrealtype rtol)
{
  static const struct problem pb = {.name  = "chain in space",
                                    .n     = 3 * LINKS,
                                    .m     = LINKS,
                                    .start = start,
                                    .force = force,
                                    .g     = rods,
                                    .G     = directions};
  int ret                        = 0;
  SMALL(s, .pb = &pb, .formulation = GALPHA_INDEX3, .rtol = rtol,
        .set = {{"rho_inf", 0.9}, {"error_test", GALPHA_TEST_POSITIONS}});
  const sunrealtype first = energy(s);
  sunrealtype most        = first;
  for (long steps = 0; s->t < 6.0 && ret >= 0 && steps < 2000; steps++)
  {
    ret  = small_step(s, 6.0);
    most = fmax(most, energy(s));
  }
  check_of("rtol %g", rtol);
  CHECK(ret >= 0 && s->t >= 6.0);
  CHECK_IN(most, -HUGE_VAL, first + 100.0);
}

TEST_MAIN()
{
  for (int i = 0; i < 5; i++) { check_run(pow(10.0, -2.0 - 0.5 * i)); }
}
