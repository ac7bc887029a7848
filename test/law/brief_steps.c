/* Outputs a few roundings of t after the start or a restart, where a step changes q by
 * less than the rounding of q: v, y' of order 2 and y' of order 1 are those of the
 * closed form. The negative control is the slope of q over such a step. */
#include <float.h>

#include "support/test.h"

#define POSITION 100.0
#define SPEED    0.4

FORCE_IS(spring, -4.0 * q[0])
RESIDUAL1_IS(decay, yp[0] + 3.0 * y[0])
RESIDUAL2_IS(oscillator, ypp[0] + 4.0 * y[0])

enum form
{
  SOI2,
  LITERAL,
  INDEX3,
  FIRST_ORDER,
  SECOND_ORDER,
  FORMS
};

static void create(struct small *m, enum form form, sunrealtype t0)
{
  const sunrealtype q = POSITION, v = SPEED, rate = -3.0 * POSITION;
  static const int formulation[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL,
                                    GALPHA_INDEX3};
  BEGIN(m, .t0 = t0, .q = &q, .v = form == FIRST_ORDER ? &rate : &v,
        .res1 = form == FIRST_ORDER ? decay : NULL,
        .res2 = form == SECOND_ORDER ? oscillator : NULL, .force = spring,
        .formulation = form < FIRST_ORDER ? formulation[form] : 0,
        .rtol        = 1e-6);
}

/* v or y' after a time that is tiny. */
static sunrealtype exact(enum form form, sunrealtype dt)
{
  return form == FIRST_ORDER ? -3.0 * POSITION * (1.0 - 3.0 * dt)
                             : SPEED - 4.0 * POSITION * dt;
}

/* Outputs from t0 to t0 + 3 dt, then, after a restart, t0 + 4 dt. */
static void check_outputs(enum form form, int max_order, sunrealtype t0,
                          sunrealtype dt)
{
  struct small m;
  create(&m, form, t0);
  CHECK(!GALPHASetMaxOrd(m.mem, max_order));
  for (int i = 1; i <= 4; i++)
  {
    const sunrealtype tout = t0 + i * dt;
    if (i == 4) { CHECK(!GALPHAReInit(m.mem, m.t, m.q, m.v)); }
    CHECK(small_solve(&m, tout) == 0 && m.t == tout);
    CHECK(fabs(small_q(&m)[0] - POSITION) <=
          (1e-12 + 4.0 * fabs(tout - t0)) * POSITION);
    CHECK(fabs(small_v(&m)[0] - exact(form, tout - t0)) <=
          1e-6 * fabs(exact(form, 0.0)));
  }
}

static void check_late(void)
{
  for (int i = 0; i < FORMS * 2 * 4; i++)
  {
    const int k            = i / FORMS;
    const sunrealtype late = k / 2 % 2 ? -30.0 : 1.0;
    check_outputs((enum form)(i % FORMS), k % 2 ? 5 : 2, late,
                  (k / 4 ? 1e-13 : 1.5e-14) * fabs(late));
  }
}

/* From t = 0 there is no rounding of t. */
static void check_from_zero(void)
{
  static const sunrealtype dt[] = {1e-17, -1e-30, 1e-60, -1e-100};
  for (int i = 0; i < FORMS * 2 * 4; i++)
  {
    check_outputs((enum form)(i % FORMS), i / FORMS % 2 ? 5 : 2, 0.0,
                  dt[i / FORMS / 2]);
  }
}

/* Near the least numbers a run may end with an error; what is returned is finite. Fixed
 * steps below the least normal number are refused. */
static void check_least(void)
{
  struct small m;
  for (int i = 0; i < FORMS * 4; i++)
  {
    create(&m, (enum form)(i % FORMS), 0.0);
    for (int j = 1; j <= 3; j++)
    {
      small_solve(&m, j * pow(10.0, -170 - 45 * (i / FORMS)));
      CHECK(fabs(small_q(&m)[0]) <= 2.0 * POSITION);
      CHECK(fabs(small_v(&m)[0]) <= 10.0 * POSITION);
    }
  }
  create(&m, SOI2, 0.0);
  CHECK(GALPHASetFixedStep(m.mem, 0.5 * DBL_MIN) == GALPHA_ILL_INPUT);
  CHECK(!GALPHASetFixedStep(m.mem, 1e-300));
  CHECK(small_step(&m, 1.0) == 0);
  CHECK(small_v(&m)[0] == SPEED);
}

static void negative_control(void)
{
  const sunrealtype h          = 2e-15;
  const volatile sunrealtype q = POSITION + h * SPEED;
  CHECK(fabs((q - POSITION) / h - SPEED) > 0.1);
}

TEST_MAIN()
{
  check_late();
  check_from_zero();
  check_least();
  negative_control();
}
