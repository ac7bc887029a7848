/* The woodpecker toy (examples/woodpecker_model.h): GALPHA, with constraints that are
 * switched, against an independent integration of the ODE of each mode, event by event. */
#include "support/test.h"
#include "woodpecker_modes.h"

struct toy
{
  struct wp_mode mode;
  double friction;
};

MASS_IS(mass, {0, 0, wp_mass[0][0]}, {1, 0, wp_mass[1][0]},
        {2, 0, wp_mass[2][0]}, {0, 1, wp_mass[0][1]}, {1, 1, wp_mass[1][1]},
        {2, 1, wp_mass[2][1]}, {0, 2, wp_mass[0][2]}, {1, 2, wp_mass[1][2]},
        {2, 2, wp_mass[2][2]})

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  wp_start(q, v);
}

static double pull(const struct toy *toy, int edge, int j)
{
  const double slides = edge == toy->mode.edge ? toy->mode.slip : 0;
  return slides * toy->friction * wp_wT[edge][j] - wp_wN[edge][j];
}

GENERAL_FORCE(force)
{
  wp_force(q, f);
  for (int j = 0; j < WP_N; j++)
  {
    f[j] += pull(data, 1, j) * lambda[0] + pull(data, 2, j) * lambda[1] -
            wp_wT[1][j] * psi[0];
  }
}

FORCE_JAC(by_multipliers)
{
  problem_begin(J);
  for (int i = 0; i < 2; i++)
  {
    for (int j = 0; j < WP_N; j++)
    {
      problem_put(J, j, i, pull(data, i + 1, j));
    }
  }
  for (int j = 0; j < WP_N; j++) { problem_put(J, j, 2, -wp_wT[1][j]); }
  problem_end(J);
}

FORCE_JAC_IS(by_positions, {1, 1, -WP_SPRING}, {2, 1, WP_SPRING},
             {1, 2, WP_SPRING}, {2, 2, -WP_SPRING})

HOLONOMIC_IS(gaps, wp_gap(q, 1), wp_gap(q, 2))

HOLONOMIC_JAC_IS(gaps_jac, {0, 1, WP_H_SLEEVE}, {1, 1, -WP_H_SLEEVE})

NONHOLONOMIC_IS(sliding, wp_dot(wp_wT[1], v))

NONHOLONOMIC_JAC_IS(sliding_jac, {0, 0, 1.0}, {0, 1, WP_R_SLEEVE})

ROOTS_EXT(roots)
{
  const struct toy *toy = data;
  const int edge        = toy->mode.edge;
  g[0]                  = wp_gap(q, 0);
  g[1]                  = edge ? -lambda[edge - 1] : wp_gap(q, 1);
  g[2]                  = !edge            ? wp_gap(q, 2)
                          : toy->mode.slip ? toy->mode.slip * wp_dot(wp_wT[edge], v)
                                           : WP_FRICTION * g[1] - fabs(psi[0]);
}

struct way
{
  const char *name;
  int formulation, order;
  enum problem_storage storage;
  double rho, friction;
};

static void begin(struct small *s, struct toy *toy, struct way way)
{
  const struct problem pb =
    PROBLEM(.name = "woodpecker", .n = WP_N, .m = 2, .p = 1, .start = start,
            .mass = mass, .general = force, .dfdr = by_multipliers,
            .dfdq = by_positions, .no_dfdv = 1, .g = gaps, .G = gaps_jac,
            .k = sliding, .K = sliding_jac, .constant_mass = 1, .data = toy);
  *toy = (struct toy){{1, -1}, way.friction};
  BEGIN(s, .pb = &pb, .storage = way.storage, .formulation = way.formulation,
        .rtol = 1e-8, .atol = 1e-10,
        .set = {{"max_order", way.order},
                {"rho_inf", way.rho},
                {"max_step", 2e-4},
                {"max_num_steps", -1}});
  CHECK(!GALPHARootInitExt(s->mem, 3, roots));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1, -1, -1}));
}

static void switch_rows(struct small *s, struct wp_mode mode)
{
  for (int i = 0; i < 2; i++)
  {
    CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, i, mode.edge == i + 1));
  }
  CHECK(
    !GALPHASetActive(s->mem, GALPHA_NONHOLONOMIC, 0, mode.edge && !mode.slip));
}

/* The multipliers of what is off are 0, and edges do not pull. */
static void check_forces(struct small *s, struct wp_mode mode)
{
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, s->psi));
  for (int i = 0; i < 2; i++)
  {
    const double l = N_VGetArrayPointer(s->lambda)[i];
    CHECK(mode.edge == i + 1 ? l < 1e-4 : l == 0.0);
  }
  const double psi = N_VGetArrayPointer(s->psi)[0];
  CHECK(mode.edge && !mode.slip ? psi != 0.0 : psi == 0.0);
}

static void integrate(struct event *events, struct way way)
{
  struct small s;
  struct toy toy;
  begin(&s, &toy, way);
  switch_rows(&s, toy.mode);
  for (int i = 0; i < EVENTS; i++)
  {
    struct event *e = &events[i];
    CHECK(small_solve(&s, s.t + 1.0) == GALPHA_ROOT_RETURN);
    check_forces(&s, toy.mode);
    e->t = s.t;
    memcpy(e->q, small_q(&s), sizeof e->q);
    memcpy(e->v, small_v(&s), sizeof e->v);
    const double P = take(e);
    memcpy(small_v(&s), e->v, sizeof e->v);
    if (P > 1e-12) { CHECK(!GALPHAReInit(s.mem, s.t, s.q, s.v)); }
    toy.mode = e->mode;
    switch_rows(&s, toy.mode);
  }
}

/* Largest difference of times and of positions; 1e3 where the modes differ. */
static void compare(const struct event *a, const struct event *b, double *times,
                    double *places)
{
  *times = *places = 0.0;
  for (int i = 0; i < EVENTS; i++)
  {
    const int same = a[i].mode.edge == b[i].mode.edge &&
                     a[i].mode.slip == b[i].mode.slip && a[i].beak == b[i].beak;
    *times = fmax(*times, same ? fabs(a[i].t - b[i].t) : 1e3);
    for (int j = 0; j < WP_N; j++)
    {
      *places = fmax(*places, fabs(a[i].q[j] - b[i].q[j]));
    }
  }
}

static void check_events(const struct event *exact)
{
  static const struct way ways[] = {
    {"SOI2", GALPHA_SOI2, 2, PROBLEM_DENSE, 0.6, WP_FRICTION},
    {"SOI2, order 5", GALPHA_SOI2, 5, PROBLEM_DENSE, 0.0, WP_FRICTION},
    {"KLU", GALPHA_SOI2, 5, PROBLEM_SPARSE, 0.9, WP_FRICTION},
    {"index 3", GALPHA_INDEX3, 2, PROBLEM_DENSE, 0.6, WP_FRICTION},
    {"less friction", GALPHA_SOI2, 5, PROBLEM_DENSE, 0.6, 0.999 * WP_FRICTION},
  };
  struct event events[EVENTS];
  double times, places;
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++)
  {
    integrate(events, ways[i]);
    compare(events, exact, &times, &places);
    check_of("%s", ways[i].name);
    if (ways[i].friction == WP_FRICTION)
    {
      CHECK(times < 1e-6 && places < 5e-6);
    }
    else { CHECK(times > 2e-5); }
  }
}

TEST_MAIN()
{
  struct event exact[EVENTS];
  accurate(exact);
  check_events(exact);
}
