/* Positions alone in the error test (GALPHA_TEST_POSITIONS) let an impact pass within one
 * step, and the height of a bouncing ball is wrong from then on: a message says so, once.
 * None by default, none for flexible mechanisms, whose vibrations that test is made for,
 * and none where the impact is resolved. */
#include "support/models/flexible/mechanism.h"
#include "support/test.h"

#define GRAVITY 9.81

/* data: stiffness of the ground */
FORCE_IS(ball,
         -GRAVITY - (q[0] < 0.0 ? *(const sunrealtype *)data * q[0] : 0.0))

RESIDUAL2_IS(ball_residual,
             ypp[0] + GRAVITY +
               (y[0] < 0.0 ? *(const sunrealtype *)data * y[0] : 0.0))

static int is_told(const struct caught *c)
{
  return strstr(c->msg, "within one step") != NULL;
}

/* From 1 at rest to t = 2, with messages. formulation 0: F(t,y,y',y''). Returns what was
 * said, and the loss of energy, of the height. */
static int bounce(sunrealtype k, int formulation, int order, sunrealtype rtol,
                  int test, sunrealtype *loss)
{
  SMALL(r, .q = VALUES(1.0), .force = ball, .data = &k,
        .res2 = formulation ? NULL : ball_residual, .formulation = formulation,
        .rtol = rtol, .set = {{"error_test", test}, {"max_order", order}});
  CHECK(!small_solve(r, 2.0));
  const sunrealtype x = N_VGetArrayPointer(r->q)[0];
  const sunrealtype v = N_VGetArrayPointer(r->v)[0];
  const sunrealtype e = 0.5 * (v * v + k * (x < 0.0 ? x * x : 0.0)) / GRAVITY;
  *loss               = fabs(e + x - 1.0);
  const int told      = is_told(&r->said);
  CHECK(r->said.count == told);
  return told;
}

/* With orders up to 5 one of a run's two errors may happen to make up for the other. */
static void check_ball(int order)
{
  const sunrealtype stiffness[] = {1e6, 1e7, 1e8, 1e9, 1e11};
  int wrong = 0, told = 0, needless = 0;
  for (int i = 0; i < 80; i++)
  {
    const sunrealtype k = stiffness[i % 5], rtol = pow(10.0, -3 - i / 5 % 4);
    sunrealtype loss;
    CHECK(!bounce(k, i / 20, order, rtol, GALPHA_TEST_VELOCITIES, &loss));
    const int says =
      bounce(k, i / 20, order, rtol, GALPHA_TEST_POSITIONS, &loss);
    wrong += loss > 0.02;
    told += says;
    needless += says && !(loss > 0.02);
  }
  check_of("order %d", order);
  CHECK(needless <= (order > 2 ? 2 : 0));
  CHECK(wrong > 60 && told > 40);
}

static struct mechanism flexible(int which)
{
  return which == 0   ? mechanism_chain(40, 0.01, 1e-3)
         : which == 1 ? mechanism_slider_crank(40, 10.0, 1e-7, 20.0)
         : which == 2 ? mechanism_lattice(60, 4, 3e6, 1e-6, 20.0)
                      : mechanism_fourbar(8, 1.0);
}

static void check_flexible(void)
{
  for (int i = 0; i < 16; i++)
  {
    struct mechanism mech = flexible(i % 4);
    SMALL(s, .pb = mech.pb, .storage = PROBLEM_SPARSE,
          .formulation = i / 4 % 2 ? GALPHA_INDEX3 : GALPHA_SOI2,
          .rtol        = i < 8 ? 1e-2 : 1e-4,
          .set         = {{"error_test", GALPHA_TEST_POSITIONS}});
    CHECK(!small_solve(s, 1.0));
    CHECK(s->said.count == 0);
  }
}

TEST_MAIN()
{
  check_ball(2);
  check_ball(5);
  check_flexible();
}
