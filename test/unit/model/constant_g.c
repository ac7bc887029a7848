/* GALPHASetConstantG: two masses on a straight rail, tied to each other and driven
 * by a spring; and a pendulum, whose G is not constant. */
#include "support/test.h"

/* Places x1, y1, x2, y2; y1 = x1, y2 = x2 (the rail), x2 - x1 = 1. */
static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  N_VConst(0.0, f);
  NV_Ith_S(f, 0) = -NV_Ith_S(q, 0);
  return 0;
}

HOLONOMIC_IS(tie, q[1] - q[0], q[3] - q[2], q[2] - q[0] - 1.0)

HOLONOMIC_JAC(gradients)
{
  ++*(long *)data;
  SUNMatZero(G);
  SM_ELEMENT_D(G, 0, 1) = SM_ELEMENT_D(G, 1, 3) = SM_ELEMENT_D(G, 2, 2) = 1.0;
  SM_ELEMENT_D(G, 0, 0) = SM_ELEMENT_D(G, 1, 2) = SM_ELEMENT_D(G, 2, 0) = -1.0;
}

/* x1 at t = 3; calls of G in *calls. */
static sunrealtype run(int formulation, int constant, long *calls)
{
  *calls = 0;
  SMALL(s, .n = 4, .q = VALUES(1.0, 1.0, 2.0, 2.0), .force = force,
        .data = calls, .m = 3, .g = tie, .G = gradients, .rtol = 1e-6,
        .formulation = formulation,
        .set         = {{"constant_G", constant}, {"max_order", 2}});
  CHECK(!small_solve(s, 3.0));
  const sunrealtype x = small_q(s)[0];
  CHECK_NEAR(small_v(s)[3], small_v(s)[0], 1e-12);
  return x;
}

static void check_tie(int formulation)
{
  long often = 0, once = 0;
  const sunrealtype x = run(formulation, 0, &often);

  CHECK(run(formulation, 1, &once) == x);
  CHECK(once == 1 && often > 100);
  /* four unit masses on a unit spring */
  CHECK_NEAR(x, cos(3.0 / 2.0), 1e-3);
}

/* Declared though it is not so: the start says so, and goes on once that is mended. */
static void check_wrong(void)
{
  const struct problem pb = ref_pendulum(REF_PENDULUM_IFTOMM);
  long wrong              = 0;
  SMALL(s, .pb = &pb, .rtol = 1e-4, .set = {{"constant_G", 1}});
  CHECK(GALPHACheckJacobian(s->mem, 0.0, &wrong) == GALPHA_SUCCESS);
  CHECK(small_step(s, 0.2) == GALPHA_ILL_INPUT);
  CHECK(s->said.count == 1 && strstr(s->said.msg, "row 0"));
  CHECK(caught_says(&s->said, GALPHA_ILL_INPUT, "GALPHASetConstantG"));
  CHECK(!GALPHASetConstantG(s->mem, 0));
  CHECK(!small_step(s, 0.2));
  CHECK(s->said.count == 0);
}

TEST_MAIN()
{
  check_tie(GALPHA_SOI2);
  check_tie(GALPHA_SOI2_LITERAL);
  check_tie(GALPHA_INDEX3);
  check_wrong();
}
