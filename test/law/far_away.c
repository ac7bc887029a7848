/* Motion does not depend on the place of the origin. Far from it positions are known to
 * fewer digits, which must not be taken for all that a step needs: of carts that slide to
 * rest on steep friction (SOI2), and of a pendulum that hits a stiff spring (index 3), where
 * the error of v in and after the contact passed for the rounding of positions, divided by
 * h. Controls: tolerances so loose that the bounds fail. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

/* Two carts joined by a spring and a damper; the second one slides. */
struct carts
{
  sunrealtype far, scale; /* origin, velocity scale of the friction */
};

#define CARTS_END 3.0

static sunrealtype pull(const sunrealtype *q, const sunrealtype *v)
{
  return 300.0 * (q[1] - q[0] - 1.0) + 2.0 * (v[1] - v[0]);
}

static sunrealtype friction(const sunrealtype *v, const void *data)
{
  return 3.0 * tanh(v[1] / ((const struct carts *)data)->scale);
}

FORCE_IS(cart_forces, pull(q, v), -pull(q, v) - friction(v, data))

/* y = positions and velocities. */
static void cart_rates(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                       const void *data)
{
  const sunrealtype f = pull(y, y + 2);
  (void)t;
  d[0] = y[2];
  d[1] = y[3];
  d[2] = f;
  d[3] = 0.5 * (-f - friction(y + 2, data));
}

static long int slide(struct carts *c, sunrealtype tol, sunrealtype *y)
{
  const struct problem pb = {.n      = 2,
                             .q0     = VALUES(c->far, c->far + 1.0),
                             .v0     = VALUES(1.0, 1.0),
                             .masses = VALUES(1.0, 2.0),
                             .force  = cart_forces,
                             .moving = 1,
                             .data   = c};
  SMALL(s, .pb = &pb, .set = {{"max_num_steps", 100000}});
  N_Vector atol = KEEP(small_vector(ctx, 2, VALUES(tol, tol)));
  CHECK(!GALPHASVtolerances(s->mem, 0.0, atol));
  CHECK(small_solve(s, CARTS_END) == 0 && s->said.count == 0);
  for (int i = 0; i < 2; i++)
  {
    y[i]     = small_q(s)[i] - c->far;
    y[i + 2] = small_v(s)[i];
  }
  return count_of(s->mem, GALPHAGetNumSteps);
}

/* (Steep, the carts took up to 40000 steps or did not arrive.) Friction of scale 1e-4 against Runge-Kutta; of 1e-6, where its step would be too short,
 * against the same at the origin. */
static void check_carts(void)
{
  static const sunrealtype far[] = {0.0, 1e5, 1e6};
  sunrealtype exact[]            = {0.0, 1.0, 1.0, 1.0}, near[4], y[4];
  struct carts c                 = {0.0, 1e-4};
  runge_kutta(cart_rates, &c, 4, exact, 0.0, CARTS_END, 600000);
  for (int k = 5; k <= 7; k++)
  {
    const sunrealtype tol = pow(10.0, -k);
    for (int i = 0; i < 3; i++)
    {
      c.far                = far[i];
      const long int steps = slide(&c, tol, y);
      check_of("origin %g, tolerance %g", c.far, tol);
      CHECK_IN(problem_dist(y, exact, 4), 0.0, 50.0 * tol);
      CHECK_IN(steps, 100, 600);
    }
  }
  slide(&c, 1e-3, y);
  CHECK(problem_dist(y, exact, 4) > 50.0 * 1e-5);
  for (int k = 4; k <= 7; k += 3)
  {
    const sunrealtype tol = pow(10.0, -k);
    c                     = (struct carts){0.0, 1e-6};
    slide(&c, tol, near);
    for (int i = 1; i < 3; i++)
    {
      c.far                = far[i];
      const long int steps = slide(&c, tol, y);
      check_of("steep, origin %g, tolerance %g", c.far, tol);
      CHECK_IN(problem_dist(y, near, 4), 0.0, 20.0 * tol);
      CHECK_IN(steps, 100, 3000);
    }
  }
}

/* A bob on a rod of length 1 hits a spring at x = 0. */
struct bob
{
  sunrealtype far, stiffness;
};

static sunrealtype depth(const sunrealtype *q, const void *data)
{
  return q[0] - ((const struct bob *)data)->far;
}

static sunrealtype wall(const sunrealtype *q, const void *data)
{
  const sunrealtype d = depth(q, data);
  return d > 0.0 ? ((const struct bob *)data)->stiffness * d : 0.0;
}

FORCE_IS(bob_forces, -wall(q, data), -9.81)
HOLONOMIC_IS(rod, 0.5 * (depth(q, data) * depth(q, data) + q[1] * q[1] - 1.0))
MASS_IS(rod_G, {0, 0, depth(q, data)}, {0, 1, q[1]})

/* The energy at the end, which is 0 at the start; *told: the run has said that v is
 * inaccurate. */
static sunrealtype hit(struct bob *b, int formulation, sunrealtype tol,
                       bool *told)
{
  const struct problem pb = {.n      = 2,
                             .m      = 1,
                             .q0     = VALUES(b->far - sin(1.0), -cos(1.0)),
                             .v0     = VALUES(0.0, 0.0),
                             .masses = VALUES(1.0, 1.0),
                             .force  = bob_forces,
                             .g      = rod,
                             .G      = rod_G,
                             .moving = 1,
                             .data   = b};
  SMALL(s, .pb = &pb, .formulation = formulation,
        .set = {{"max_num_steps", 100000}});
  N_Vector atol = KEEP(small_vector(ctx, 2, VALUES(tol, tol)));
  CHECK(!GALPHASVtolerances(s->mem, 0.0, atol));
  CHECK(small_solve(s, 1.2) == 0);
  const sunrealtype *q = small_q(s), *v = small_v(s);
  *told = s->said.count > 0;
  if (*told) { CHECK(caught_says(&s->said, GALPHA_WARNING, "leave v less")); }
  return 0.5 * (v[0] * v[0] + v[1] * v[1]) + 9.81 * (q[1] + cos(1.0)) +
         0.5 * depth(q, b) * wall(q, b);
}

/* Stiffnesses of 1e6 to 1e9; index 3 may say that v is inaccurate instead. (Errors were up
 * to 1400 tolerances near the origin, and 1e4 away 24000 with SOI2 and 626000 in index 3,
 * without a word.) */
static void check_bob(int formulation)
{
  static const sunrealtype far[] = {0.0, 1.0, 100.0, 1e4};
  bool told;
  for (int k = 5; k <= 8; k++)
  {
    for (int i = 0; i < 16; i++)
    {
      struct bob b            = {far[i / 4], pow(10.0, 6 + i % 4)};
      const sunrealtype tol   = pow(10.0, -k);
      const sunrealtype error = hit(&b, formulation, tol, &told);
      check_of("formulation %d, tolerance %g, origin %g, stiffness %g",
               formulation, tol, b.far, b.stiffness);
      CHECK(formulation == GALPHA_INDEX3 || !told);
      CHECK(told || fabs(error) <= (b.far > 1.0 ? 1e3 : 150.0) * tol);
      CHECK(!told || b.far > 1.0);
    }
  }
  struct bob b = {0.0, 1e8};
  CHECK(fabs(hit(&b, formulation, 1e-3, &told)) > 150.0 * 1e-6);
}

TEST_MAIN()
{
  check_carts();
  check_bob(GALPHA_SOI2);
  check_bob(GALPHA_INDEX3);
}
