/* What people ran into with generalized-alpha codes elsewhere, one small test per
 * case (numbers of the collection): places of the parameters, loads,
 * accelerations, start values. Case 10, signs of alpha_m and alpha_f, is
 * unit/method/families.c and law/damping.c, case 11, the order that inertia or a load at a
 * wrong time would cost, law/order.c. */
#include "sdof.h"
#include "support/test.h"

static const sunrealtype rhos[] = {0.0, 0.2, 0.5, 0.8, 0.9, 1.0};

#define RHOS 6

static sunrealtype cosine(sunrealtype t)
{
  return cos(3 * t);
}

static sunrealtype half_step(sunrealtype t)
{
  return fabs(t - 1) < 1e-9 ? 0.5 : (t > 1);
}

static sunrealtype full_step(sunrealtype t)
{
  return t > 1 - 1e-9;
}

/* Case 12: a load switched on at a mesh point gives the right impulse when its
 * value there is the mean, or the integrator is started anew there. */
static void case_12_impulse(void)
{
  for (int i = 0; i < RHOS - 1; i++)
  {
    struct sdof data = {.m = 2, .load = half_step};
    struct sdof_run r;
    sdof_new(&r, &data);
    CHECK(!GALPHASetRhoInf(r.s.mem, rhos[i]));
    for (int n = 0; n < 4000; n++) { CHECK(!sdof_step(&r, 1e-2)); }
    CHECK_REL(small_v(&r.s)[0], 39.0 / 2, 1e-11);

    data.load = full_step;
    sdof_new(&r, &data);
    CHECK(!GALPHASetRhoInf(r.s.mem, rhos[i]));
    for (int n = 0; n < 100; n++) { CHECK(!sdof_step(&r, 1e-2)); }
    N_VConst(0, r.s.v);
    CHECK(!GALPHAReInit(r.s.mem, 1, r.s.q, r.s.v));
    r.s.t = 1;
    for (int n = 0; n < 100; n++) { CHECK(!sdof_step(&r, 1e-2)); }
    CHECK_REL(small_v(&r.s)[0], 0.5, 1e-12);
  }
}

static sunrealtype initial_acceleration(struct sdof *data)
{
  struct sdof_run r;
  sdof_new(&r, data);
  CHECK(!GALPHACalcIC(r.s.mem, GALPHA_ACC_INIT, data->t0 + 1));
  CHECK(!GALPHAGetAcceleration(r.s.mem, data->t0, r.s.a));
  return NV_Ith_S(r.s.a, 0);
}

/* Case 13: a0 of a displaced spring; case 15: of a load switched on at t0. */
static void case_13_15_start(void)
{
  struct sdof spring = {.m = 2, .k = 50, .q0 = 1};
  struct sdof loaded = {.m = 4, .load = full_step, .t0 = 1};

  CHECK_REL(initial_acceleration(&spring), -25, 1e-15);
  CHECK_REL(initial_acceleration(&loaded), 0.25, 1e-15);
}

/* Case 14: with a0 = 0 the first step of a free fall would be half as fast. */
static void case_14_free_fall(void)
{
  const sunrealtype newmark[][2] = {{0.25, 0.5}, {0.3025, 0.6}, {1, 1.5}};

  for (int i = 0; i < RHOS + 3; i++)
  {
    struct sdof data = {.m = 3, .constant = -3 * 9.81};
    struct sdof_run r;
    sdof_new(&r, &data);
    CHECK(!(i < RHOS
              ? GALPHASetRhoInf(r.s.mem, rhos[i])
              : GALPHASetMethod(r.s.mem, GALPHA_NEWMARK, newmark[i - RHOS])));
    CHECK(!sdof_step(&r, 0.1));
    CHECK_REL(small_v(&r.s)[0], -0.981, 1e-14);
    CHECK_REL(small_q(&r.s)[0], -0.04905, 1e-14);
  }
}

static void three_steps(const sunrealtype *coef, sunrealtype *x)
{
  struct sdof data = {.m = 1, .c = 0.1, .k = 4, .q0 = 1, .v0 = 0.3};
  struct sdof_run r;
  sdof_new(&r, &data);
  CHECK(!GALPHASetOption(r.s.mem, "start", GALPHA_START_A0));
  CHECK(!GALPHASetMethod(r.s.mem, GALPHA_CUSTOM, coef));
  for (int n = 0; n < 3; n++) { CHECK(!sdof_step(&r, 1)); }
  x[0] = small_q(&r.s)[0];
  x[1] = small_v(&r.s)[0];
  x[2] = NV_Ith_S(r.s.a, 0);
}

/* Case 18: every parameter has an effect, and none that jumps. */
static void case_18_parameters(void)
{
  const sunrealtype coef[] = {0.1, 0.3, 0.4, 0.7};
  sunrealtype x[3];

  three_steps(coef, x);
  for (int i = 0; i < 4; i++)
  {
    sunrealtype other[4], y[3], z[3];
    memcpy(other, coef, sizeof other);
    other[i] += 1e-5;
    three_steps(other, y);
    other[i] += 1e-5;
    three_steps(other, z);
    for (int j = 0; j < 3; j++)
    {
      CHECK(fabs(y[j] - x[j]) > 1e-7 && fabs(y[j] - x[j]) < 1e-3);
      CHECK_REL(z[j] - x[j], 2 * (y[j] - x[j]), 1e-3);
    }
  }
}

/* Case 23: v is the integral of the algorithmic acceleration, exactly. */
static void case_23_integral(void)
{
  struct sdof data = {.m = 1, .c = 0.4, .k = 4, .load = cosine, .q0 = 1};
  struct sdof_run r;
  sunrealtype coef[4], physical = 0, algorithmic = 0;

  sdof_new(&r, &data);
  CHECK(!GALPHASetRhoInf(r.s.mem, 0.7));
  CHECK(!GALPHAGetMethod(r.s.mem, coef));
  CHECK(!sdof_step(&r, 0.1));
  for (int n = 0; n < 50; n++)
  {
    const sunrealtype q = small_q(&r.s)[0], v = small_v(&r.s)[0],
                      a = NV_Ith_S(r.s.a, 0), h = 0.1;
    CHECK(!sdof_step(&r, h));
    const sunrealtype b = NV_Ith_S(r.s.a, 0);
    CHECK(fabs(small_v(&r.s)[0] - v - h * ((1 - coef[3]) * a + coef[3] * b)) <
          1e-14);
    CHECK(fabs(small_q(&r.s)[0] - q - h * v -
               h * h * ((0.5 - coef[2]) * a + coef[2] * b)) < 1e-14);
    /* the physical one is another: it fulfils the equation at t_n */
    CHECK(!GALPHAGetAcceleration(r.s.mem, r.s.t, r.s.a));
    const sunrealtype res = NV_Ith_S(r.s.a, 0) + 0.4 * small_v(&r.s)[0] +
                            4 * small_q(&r.s)[0] - cosine(r.s.t);
    physical    = fmax(physical, fabs(res));
    algorithmic = fmax(algorithmic, fabs(res + b - NV_Ith_S(r.s.a, 0)));
    N_VConst(b, r.s.a);
  }
  CHECK(physical < 0.05 && algorithmic > 5 * physical);
}

/* Case 24: parameters out of range, with the range. */
static void case_24_ranges(void)
{
  void *mem                     = KEEP(GALPHACreate(ctx));
  const sunrealtype half        = -0.5;
  const sunrealtype explicits[] = {0, 0.5};
  struct caught c               = {0};

  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  ILL_INPUT(&c, GALPHASetRhoInf(mem, 1.2), "rho_inf = 1.2 is outside [0, 1]");
  ILL_INPUT(&c, GALPHASetMethod(mem, GALPHA_HHT, &half), "-1/3 <= alpha <= 0");
  ILL_INPUT(&c, GALPHASetMethod(mem, GALPHA_NEWMARK, explicits), "beta > 0");
}

TESTS(case_12_impulse, case_13_15_start, case_14_free_fall, case_18_parameters,
      case_23_integral, case_24_ranges)
