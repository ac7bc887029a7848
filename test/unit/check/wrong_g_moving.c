/* A G with one wrong entry, on a pendulum that starts in motion, with a support at rest or
 * driven: v0 seems to violate G v + g_t = 0, but the message names G. Controls: a v0 that
 * does violate it is named with the right G; the right v0 and G start. */
#include "support/models/hanging.h"
#include "support/test.h"

enum fault
{
  NONE,
  SIGN,   /* of an entry of G */
  SCALED, /* an entry of G */
  OFF     /* v0 */
};

struct model
{
  struct hanging pendulum;
  enum fault fault;
  sunrealtype drive; /* speed of the support */
};

#define MODEL ((const struct model *)data)

static sunrealtype support(const struct hanging *data, sunrealtype t, int k)
{
  return k == 0 ? MODEL->drive * t : k == 1 ? MODEL->drive : 0.0;
}

HOLONOMIC_JAC(rod_jac)
{
  SM_ELEMENT_D(G, 0, 0) = q[0] - MODEL->drive * t;
  SM_ELEMENT_D(G, 0, 1) = MODEL->fault == SIGN ? -q[1] : q[1];
  if (MODEL->fault == SCALED) { SM_ELEMENT_D(G, 0, 0) *= 1.2; }
}

static int started(struct small *d, bool project)
{
  return project ? GALPHACalcIC(d->mem, GALPHA_PROJECT_INIT, 1.0)
                 : small_solve(d, 1e-3);
}

static void check(struct model m, bool project, int formulation)
{
  SMALL(d, .n = 2, .m = 1, .q = VALUES(0.6, -0.8),
        .v     = VALUES(m.drive + 1.6 + (m.fault == OFF ? 0.01 : 0.0), 1.2),
        .force = hanging_force, .g = hanging_rod, .G = rod_jac, .data = &m,
        .formulation = formulation, .rtol = 1e-5);
  const int code = started(d, project);
  const bool off = m.fault == OFF && !project;
  if (m.fault == SIGN || m.fault == SCALED)
  {
    CHECK(code == GALPHA_ILL_INPUT && d->said.count == 1);
    CHECK(caught_says(&d->said, code, "row 0 of the constraint Jacobian G"));
  }
  else if (off)
  {
    CHECK(code == GALPHA_INCONSISTENT_IC && d->said.count == 1);
    CHECK(caught_says(&d->said, code, "velocity constraint"));
  }
  else { CHECK(code == 0 && d->said.count == 0); }
}

TEST_MAIN()
{
  for (int i = 0; i < 32; i++)
  {
    const struct model m = {
      {.support = support}, (enum fault)(i % 4), i / 4 % 2 ? 3.0 : 0.0};
    check(m, i / 8 % 2, i / 16 ? GALPHA_INDEX3 : GALPHA_SOI2);
  }
}
