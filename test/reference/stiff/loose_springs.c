/* Bars joined by undamped springs of 1.4e10 in place of pins, positions tested alone: what
 * Newton's iteration leaves, times such a spring, is a force, and SOI2 with orders up to 5
 * leaves no more of it than order 2 does. The largest of many runs against a reference of
 * the pinned mechanism, made without the library. Looks for motion that a matrix hides find
 * what four times as much leaves, too (7 without looks at the solutions that follow).
 * Both with differences of the forces kept over steps, and new ones in each.
 * Control: a hundred times as much is left everywhere, with new ones. */
#include "support/models/planar/planar.h"
#include "support/test.h"

#define SEED  52
#define STIFF 1.4e10
#define RUNS  12
#define LEFT  1.0 /* of the iteration: a hundred times the default */
#define MOST  1.0

static void join_by_springs(struct planar *p)
{
  for (int i = 0; i < p->pins; i++)
  {
    struct planar_link spring = p->pin[i];
    spring.k                  = STIFF;
    p->bushing[p->bushings++] = spring;
  }
  p->m -= 2 * p->pins;
  p->pins = 0;
}

static sunrealtype run(struct planar *p, const struct planar_reference *ref,
                       sunrealtype rtol, sunrealtype left, double age)
{
  const struct problem pb = planar_problem(p);
  sunrealtype error       = 0.0;
  SMALL(s, .pb = &pb, .rtol = rtol,
        .set = {{"max_order", 5.0}, {"max_jacobian_age", age}});
  CHECK(!GALPHASetErrorTest(s->mem, GALPHA_TEST_POSITIONS));
  if (left > 0.0) { CHECK(!GALPHASetNonlinConvCoef(s->mem, left)); }
  for (int o = 0; o < PLANAR_OUTPUTS; o++)
  {
    CHECK(small_solve(s, PLANAR_DURATION * (o + 1) / PLANAR_OUTPUTS) >= 0);
    planar_compare(s->q, ref->q[o], 0.0, &error);
  }
  keep_free();
  return error;
}

static void check_springs(void)
{
  struct planar p;
  struct planar_reference ref;
  sunrealtype worst[3] = {0.0, 0.0, 0.0};
  CHECK(!planar_random(&p, SEED));
  planar_reference_make(&ref, &p, SEED);
  CHECK(ref.good);
  join_by_springs(&p);
  for (int i = 0; i < 3 * RUNS; i++)
  {
    const int kind         = i % 3;
    const sunrealtype rtol = 2e-3 * pow(1.05, i / 3);
    const sunrealtype e =
      run(&p, &ref, rtol, kind == 2 ? LEFT : 0.0, kind == 0 ? -1.0 : 1.0);
    worst[kind] = fmax(worst[kind], e);
  }
  CHECK_IN(worst[0], 0.0, MOST);
  CHECK_IN(worst[1], 0.0, MOST);
  CHECK(worst[2] > 2.0 * MOST);
}

TESTS(check_springs)
