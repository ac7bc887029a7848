/* Motion does not depend on the place of the origin. Far from it positions are known to
 * fewer digits, which must not be taken for all that a step needs: of carts that slide to
 * rest on steep friction, and of a pendulum that hits a stiff spring (index 3), where
 * the error of v in and after the contact passed for the rounding of positions, divided by
 * h. Controls: tolerances so loose that the bounds fail. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

/* Carts in a row, joined by springs and dampers; the last one slides. Three, so that
 * differences of the forces take many evaluations. */
#define CARTS     3
#define CARTS_END 3.0

struct carts
{
  sunrealtype far, scale; /* origin, velocity scale of the friction */
};

static const sunrealtype cart_masses[CARTS] = {1.0, 0.5, 2.0};

static void cart_loads(const sunrealtype *q, const sunrealtype *v,
                       sunrealtype *f, const struct carts *c)
{
  memset(f, 0, CARTS * sizeof *f);
  for (int i = 0; i + 1 < CARTS; i++)
  {
    const sunrealtype pull =
      300.0 * (q[i + 1] - q[i] - 1.0) + 2.0 * (v[i + 1] - v[i]);
    f[i] += pull;
    f[i + 1] -= pull;
  }
  f[CARTS - 1] -= 3.0 * tanh(v[CARTS - 1] / c->scale);
}

FORCE(cart_forces)
{
  cart_loads(q, v, f, data);
}

/* y = positions and velocities. */
static void cart_rates(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                       const void *data)
{
  (void)t;
  memcpy(d, y + CARTS, CARTS * sizeof *d);
  cart_loads(y, y + CARTS, d + CARTS, data);
  for (int i = 0; i < CARTS; i++) { d[CARTS + i] /= cart_masses[i]; }
}

/* Error by the largest component, and the steps it took. */
static long int slide(struct carts *c, int formulation, sunrealtype tol,
                      const sunrealtype *exact, sunrealtype *error)
{
  const struct problem pb = {.n  = CARTS,
                             .q0 = VALUES(c->far, c->far + 1.0, c->far + 2.0),
                             .v0 = VALUES(1.0, 1.0, 1.0),
                             .masses = cart_masses,
                             .force  = cart_forces,
                             .moving = 1,
                             .data   = c};
  SMALL(s, .pb = &pb, .formulation = formulation,
        .set = {{"max_num_steps", 100000}});
  N_Vector atol = KEEP(small_vector(ctx, CARTS, VALUES(tol, tol, tol)));
  CHECK(!GALPHASVtolerances(s->mem, 0.0, atol));
  CHECK(small_solve(s, CARTS_END) == 0);
  CHECK(s->said.count == 0 || c->far > 0.0);
  *error = 0.0;
  for (int i = 0; i < CARTS; i++)
  {
    *error = fmax(*error, fabs(small_q(s)[i] - c->far - exact[i]));
    *error = fmax(*error, fabs(small_v(s)[i] - exact[CARTS + i]));
  }
  return count_of(s->mem, GALPHAGetNumSteps);
}

/* At CARTS_END, by Runge-Kutta of order 4 in 2e5 steps for a scale of 1e-4, 4e7 for 1e-6; half
 * as many agree to 3e-10. */
static const struct slid
{
  sunrealtype scale, y[2 * CARTS];
} slid[] = {{1e-4,
             {0.578259303304, 1.57937102553, 2.58079494349, -0.0232662333333,
              -0.0130710455029, -1.52179535036e-05}},
            {1e-5,
             {0.578246395565, 1.57936408227, 2.58079573823, -0.0233662584369,
              -0.0131206505217, -1.53088456425e-06}},
            {1e-6,
             {0.578245100631, 1.57936338583, 2.58079581825, -0.0233762690617,
              -0.0131256114221, -1.53179674076e-07}}};

/* (Up to 95000 steps, and errors of 1200 tolerances with SOI2. With differences of the forces
 * that were kept over steps, 2000 tolerances at the origin.) */
static void check_carts(int formulation)
{
  static const sunrealtype far[] = {0.0, 1e5, 1e6};
  sunrealtype error              = 0.0;
  for (int i = 0; i < 36; i++)
  {
    const struct slid *at = &slid[i / 12];
    const sunrealtype tol = pow(10.0, -4 - i / 3 % 4);
    struct carts c        = {far[i % 3], at->scale};
    const bool index3     = formulation == GALPHA_INDEX3;
    const bool steep      = at->scale < 1e-5 && c.far > 0.0 && !index3;
    const long int steps  = slide(&c, formulation, tol, at->y, &error);
    check_of("scale %g, origin %g, tolerance %g", c.scale, c.far, tol);
    CHECK_IN(error, 0.0, (index3 && c.far > 0.0 ? 100.0 : 10.0) * tol);
    CHECK_IN(steps, 100, steep ? 3000 : 600);
  }
  slide(&(struct carts){0.0, 1e-4}, formulation, 1e-3, slid[0].y, &error);
  CHECK(error > 10.0 * 1e-5);
}

/* The values above, of another program. */
static void check_values(void)
{
  const struct carts c = {0.0, slid[0].scale};
  sunrealtype y[]      = {0.0, 1.0, 2.0, 1.0, 1.0, 1.0};
  runge_kutta(cart_rates, &c, 2 * CARTS, y, 0.0, CARTS_END, 200000);
  CHECK(problem_dist(y, slid[0].y, 2 * CARTS) <= 1e-10);
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
  check_values();
  check_carts(GALPHA_SOI2);
  check_carts(GALPHA_INDEX3);
  check_bob(GALPHA_SOI2);
  check_bob(GALPHA_INDEX3);
}
