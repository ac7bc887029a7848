/* One degree of freedom: discrete values of IFEM's Newmark test, orders of the
 * families as in MFEM's test of second-order integrators, and the undamped
 * oscillator of period 2. */
#include "support/test.h"

static void begin(struct small *s, const struct problem *pb, int family,
                  const sunrealtype *par, int formulation)
{
  CHECK(small_problem(s, ctx, pb, PROBLEM_DENSE) == 0);
  CHECK(GALPHASetMethod(s->mem, family, par) == 0);
  CHECK(GALPHASetFormulation(s->mem, formulation) == 0);
  CHECK(GALPHASStolerances(s->mem, 1e-8, 1e-10) == 0);
}

static void advance(struct small *s, sunrealtype h, int n)
{
  sunrealtype at;
  CHECK(GALPHASetFixedStep(s->mem, h) == 0);
  for (int i = 0; i < n; i++) { CHECK(small_step(s, 1e9) == 0); }
  CHECK(GALPHAGetAlgorithmicAcceleration(s->mem, &at, s->a) == 0);
}

/* u, v, a after 10, 25 and 50 steps of 0.01 by beta = 0.3025, gamma = 0.6. */
static void discrete(const struct problem *pb, int formulation,
                     const sunrealtype expected[3][3])
{
  static const sunrealtype par[2] = {0.3025, 0.6};
  static const int steps[3]       = {10, 15, 25};
  struct small s;
  begin(&s, pb, GALPHA_NEWMARK, par, formulation);
  for (int i = 0; i < 3; i++)
  {
    advance(&s, 0.01, steps[i]);
    CHECK_REL(small_q(&s)[0], expected[i][0], 2e-10);
    CHECK_REL(small_v(&s)[0], expected[i][1], 2e-10);
    CHECK_REL(N_VGetArrayPointer(s.a)[0], expected[i][2], 2e-10);
  }
}

/* OPM/IFEM, TestNewmark.C: a load, and a base that moves like sin 10 t. */
static void ifem(void)
{
  static const sunrealtype load[3][3] = {
    {.000457484252515, .008368445734720, .054251574748500},
    {.00178698471292, .00592764975245, -.07869847129160},
    {.000732016593476, -.009365075630580, .026798340652400}};
  static const sunrealtype base[3][3] = {
    {.9312639435267, 16.61378563136, -89.79295871881},
    {.3547915343361, -8.930847244282, 243.6806097678},
    {-1.075289543029, 11.85822968077, 116.3652683660}};
  struct ref_oscillator data      = {10.0, 1000.0, 1.0, 0.0, 0.0};
  const struct problem loaded     = ref_oscillator(&data);
  const struct problem prescribed = ref_moving_base();
  struct problem differenced      = prescribed;
  differenced.gt                  = NULL;
  discrete(&loaded, GALPHA_INDEX3, load);
  discrete(&loaded, GALPHA_SOI2, load);
  discrete(&loaded, GALPHA_SOI2_LITERAL, load);
  discrete(&prescribed, GALPHA_INDEX3, base);
  discrete(&differenced, GALPHA_INDEX3, base);
}

/* u'' + u = 0, u = v = 1 over a period. */
static sunrealtype period_error(int family, const sunrealtype *par, int n)
{
  const sunrealtype T        = 8.0 * atan(1.0);
  struct ref_oscillator data = {1.0, 1.0, 0.0, 1.0, 1.0};
  const struct problem pb    = ref_oscillator(&data);
  struct small s;
  begin(&s, &pb, family, par, GALPHA_SOI2);
  advance(&s, T / n, n);
  return hypot(small_q(&s)[0] - 1.0, small_v(&s)[0] - 1.0);
}

struct family
{
  const char *name;
  int family;
  sunrealtype par[4];
  sunrealtype order;
};

static void mfem(void)
{
  static const struct family all[] = {
    {"average acceleration", GALPHA_NEWMARK, {0.25, 0.5}, 2},
    {"linear acceleration", GALPHA_NEWMARK, {1.0 / 6, 0.5}, 2},
    {"Fox-Goodwin", GALPHA_NEWMARK, {1.0 / 12, 0.5}, 4},
    {"Newmark, damped", GALPHA_NEWMARK, {0.3025, 0.6}, 1},
    {"generalized-alpha 0", GALPHA_CHUNG_HULBERT, {0.0}, 2},
    {"generalized-alpha 0.5", GALPHA_CHUNG_HULBERT, {0.5}, 2},
    {"generalized-alpha 1", GALPHA_CHUNG_HULBERT, {1.0}, 2},
    {"HHT -1/3", GALPHA_HHT, {-1.0 / 3}, 2},
    {"HHT -1/4", GALPHA_HHT, {-0.25}, 2},
    {"HHT 0", GALPHA_HHT, {0.0}, 2},
    /* Wood, Bossak, Zienkiewicz: alpha_m = (rho - 1)/(rho + 1), alpha_f = 0 */
    {"WBZ 0", GALPHA_CUSTOM, {-1.0, 0.0, 1.0, 1.5}, 2},
    {"WBZ 0.5", GALPHA_CUSTOM, {-1.0 / 3, 0.0, 4.0 / 9, 5.0 / 6}, 2},
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    const sunrealtype e0 = period_error(all[i].family, all[i].par, 160);
    const sunrealtype e1 = period_error(all[i].family, all[i].par, 320);
    const sunrealtype p  = log2(e0 / e1);
    check_of("%s", all[i].name);
    CHECK_IN(p, all[i].order - 0.1, all[i].order + 0.2);
  }
}

/* m = 1, k = pi^2, h = 0.01, rho = 1: cos(pi t) to almost four decimals; the
 * error is one of phase, (w h)^2/12 w t, at most 1.5e-4 up to t = 1. */
static void four_decimals(void)
{
  static const sunrealtype rho = 1.0;
  const sunrealtype pi         = 4.0 * atan(1.0);
  struct ref_oscillator data   = {1.0, pi * pi, 0.0, 1.0, 0.0};
  const struct problem pb      = ref_oscillator(&data);
  struct small s;
  sunrealtype worst = 0.0;
  begin(&s, &pb, GALPHA_CHUNG_HULBERT, &rho, GALPHA_SOI2);
  for (int i = 1; i <= 100; i++)
  {
    advance(&s, 0.01, 1);
    worst = fmax(worst, fabs(small_q(&s)[0] - cos(pi * s.t)));
  }
  CHECK_IN(worst, 1.3e-4, 1.6e-4);
}

TESTS(ifem, mfem, four_decimals)
