/* Output between the steps of the members 3, 4 and 5, from exact values at their ends:
 * errors of coordinates, multipliers and states fall with h^(k+1), those of the j-th
 * derivative with h^(k+1-j), in mechanics, where v has values of its own, with
 * h^(k+2-j); derivatives beyond the order are refused. At both ends of a step the output
 * is the step's own. Control: with the member below the output is of one order less. */
#include "members.h"

#define POINTS 4 /* looked at within a step */
#define MOST   6 /* derivatives, from the 0th on */

/* One output at t: k-th derivative of component 0, or the other output. Returns its
 * error. */
typedef sunrealtype (*error_fn)(struct subject *s, sunrealtype t, int k);

struct row
{
  struct subject what;
  held_exact_fn exact;
  sunrealtype t1;
  long count;
  int derivatives; /* of component 0, which is cos t; 0: the other output */
  int own_rates;   /* v has values of its own */
  error_fn error;
};

/* cos t and its derivatives */
static sunrealtype wave(sunrealtype t, int k)
{
  return cos(t + k * acos(0.0));
}

static sunrealtype wave_error(struct subject *s, sunrealtype t, int k)
{
  N_Vector x = s->mech ? s->now.q : s->run.y;
  CHECK(GALPHAGetDky(s->mem, t, k, x) == GALPHA_SUCCESS);
  return fabs(NV_Ith_S(x, 0) - wave(t, k));
}

static sunrealtype multiplier_error(struct subject *s, sunrealtype t, int k)
{
  sunrealtype lambda[2];
  CHECK(s->mech->exact(t, NULL, NULL, NULL, lambda, NULL, s->mech->data) == 0);
  CHECK(GALPHAGetMultipliers(s->mem, t, s->now.lambda, NULL) == 0);
  return fabs(NV_Ith_S(s->now.lambda, 0) - lambda[0]);
}

static sunrealtype state_error(struct subject *s, sunrealtype t, int k)
{
  sunrealtype x[2];
  s->mech->exact_states(t, x);
  CHECK(GALPHAGetStates(s->mem, t, s->now.s) == 0);
  return fabs(NV_Ith_S(s->now.s, 0) - x[0]);
}

/* The largest errors between the last quarter of the steps, by derivative. */
static void march(const struct row *r, int order, long count, sunrealtype *e)
{
  struct subject s;
  struct held d       = {.order = order};
  const int most      = r->derivatives ? order : 0;
  const sunrealtype h = r->t1 / (sunrealtype)count;
  CHECK(held_begin(&s, &r->what) == 0);
  for (long i = 0; i < count; i++)
  {
    CHECK(held_subject_step(&d, &s, r->exact, i, h) == 0);
    if (i < HELD_START) { continue; }
    CHECK(held_past(&s, r->exact, 1) == 0);
    for (int p = 1; p <= POINTS * (i >= count * 3 / 4); p++)
    {
      const sunrealtype t = s.t - h * p / (POINTS + 1.0);
      for (int k = 0; k <= most; k++) { e[k] = fmax(e[k], r->error(&s, t, k)); }
    }
  }
  if (r->derivatives)
  {
    CHECK(GALPHASetErrFile(s.mem, NULL) == 0);
    CHECK(GALPHAGetDky(s.mem, s.t, order + 1, s.mech ? s.now.q : s.run.y) ==
          GALPHA_BAD_K);
  }
}

static void check_row(const struct row *r)
{
  for (int order = GALPHA_LEAST_BDF; order <= GALPHA_MOST_BDF; order++)
  {
    sunrealtype coarse[MOST] = {0.0}, fine[MOST] = {0.0}, lower[MOST] = {0.0};
    march(r, order, r->count, coarse);
    march(r, order, 2 * r->count, fine);
    printf("%s, order %d: seen", name_of(&r->what), order);
    for (int j = 0; j <= (r->derivatives ? order : 0); j++)
    {
      const int expected = order + 1 - j + (r->own_rates && j > 0);
      printf(" %.2f", log2(coarse[j] / fine[j]));
      CHECK_IN(log2(coarse[j] / fine[j]) - expected, -0.4, 0.6);
    }
    printf("\n");
    if (order == GALPHA_LEAST_BDF) { continue; }
    march(r, order - 1, r->count, lower);
    CHECK(lower[0] > 3.0 * coarse[0]);
  }
}

/* The output at both ends of a step is what the steps made. */
static void check_ends(int formulation, int order)
{
  const struct subject what =
    SUBJECT(.mech = &paper_simple_pendulum, .formulation = formulation,
            .rho = 0.6, .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-10);
  struct held d = {.order = order};
  struct subject s;
  CHECK(held_begin(&s, &what) == 0);
  for (int i = 0; i < 20; i++)
  {
    const sunrealtype before = s.t, size = i % 2 ? 0.01 : 0.012;
    const sunrealtype q[] = {NV_Ith_S(s.now.q, 0), NV_Ith_S(s.now.v, 0),
                             NV_Ith_S(s.now.lambda, 0)};
    CHECK(held_subject_step(&d, &s, NULL, i, size) == 0);
    if (i < HELD_START + 1) { continue; }
    const struct galpha_mem *mem = s.mem;
    CHECK_REL(NV_Ith_S(s.now.q, 0), NV_Ith_S(mem->hist.now->q, 0), 1e-13);
    CHECK_REL(NV_Ith_S(s.now.v, 0), NV_Ith_S(mem->hist.now->v, 0), 1e-13);
    CHECK(GALPHAGetDky(s.mem, before, 0, s.right.q) == 0);
    CHECK(GALPHAGetDky(s.mem, before, 1, s.right.v) == 0);
    CHECK(GALPHAGetMultipliers(s.mem, before, s.right.lambda, NULL) == 0);
    CHECK_REL(NV_Ith_S(s.right.q, 0), q[0], 1e-12);
    CHECK_REL(NV_Ith_S(s.right.v, 0), q[1], 1e-12);
    CHECK_REL(NV_Ith_S(s.right.lambda, 0), q[2], 1e-12);
  }
}

RESIDUAL1_IS(turn, yp[0] - y[1], yp[1] + y[0])

static void exact_turn(sunrealtype t, sunrealtype *y, sunrealtype *yp,
                       const void *data)
{
  for (int i = 0; i < 2; i++)
  {
    y[i]  = wave(t, i);
    yp[i] = wave(t, i + 1);
  }
}

TEST_MAIN()
{
  const struct residual_problem first =
    RESIDUAL_PROBLEM(.name = "turn", .n = 2, .res1 = turn,
                     .y0 = VALUES(1.0, 0.0), .yp0 = VALUES(0.0, -1.0));
  const struct subject wave_subject = MECHANICS(&paper_oscillator, 1e-12);
  struct row rows[]                 = {
                    {RESIDUAL(&first, NULL, 1e-12), exact_turn, 4.0, 60, 1, 0, wave_error},
                    {wave_subject, NULL, 4.0, 60, 1, 1, wave_error},
                    {wave_subject, NULL, 4.0, 60, 1, 1, wave_error},
                    {wave_subject, NULL, 4.0, 60, 1, 1, wave_error},
                    {MECHANICS(&paper_simple_pendulum, 1e-12), NULL, 1.0, 60, 0, 0,
                     multiplier_error},
                    {MECHANICS(&controlled_pendulum, 1e-12), NULL, 0.6, 40, 0, 0, state_error}};
  rows[2].what.formulation = GALPHA_INDEX3;
  rows[3].what.lowered     = 1;
  for (int i = 0; i < COUNT_OF(rows); i++) { check_row(&rows[i]); }
  for (int order = GALPHA_LEAST_BDF; order <= GALPHA_MOST_BDF; order++)
  {
    check_ends(GALPHA_SOI2, order);
    check_ends(GALPHA_INDEX3, order);
  }
}
