/* Index 3 with states: a run that is resumed before a stop time so close that the step is
 * joined to the last one equals the run that wrote the checkpoint, bit for bit, also in its
 * outputs, which follow the velocity with a large gain. */
#include "support/check/byte_store.h"
#include "support/test.h"

#define GAIN    1e3
#define MOMENTS 12

HOLONOMIC_IS(rod, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0))
HOLONOMIC_JAC_IS(rod_jac, {0, 0, q[0]}, {0, 1, q[1]})
STATE_FORCE_IS(weight, 0.0, -1.0)

/* A state and an output. */
STATES(sense)
{
  F[0] = (v[0] - s[0]) / 1e-3;
  F[1] = GAIN * v[1];
}

static struct small *begin(void)
{
  SMALL(s, .n = 2, .m = 1, .q = VALUES(1.0, 0.0), .g = rod, .G = rod_jac,
        .rtol = 1e-6, .formulation = GALPHA_INDEX3);
  s->s = small_vector(ctx, 2, NULL);
  CHECK(!GALPHASetStates(s->mem, s->s, small_vector(ctx, 2, VALUES(1.0, 0.0)),
                         sense, weight));
  return s;
}

/* q, v and s at the stop time; false: no step was joined to the last one. */
static bool stop(struct small *s, sunrealtype at, sunrealtype *x)
{
  const long int steps = count_of(s->mem, GALPHAGetNumSteps);
  CHECK(!GALPHASetStopTime(s->mem, at));
  CHECK(small_solve(s, at) == GALPHA_TSTOP_RETURN);
  CHECK(!GALPHAGetStates(s->mem, at, s->s));
  for (int i = 0; i < 2; i++)
  {
    x[i]     = small_q(s)[i];
    x[2 + i] = small_v(s)[i];
    x[4 + i] = N_VGetArrayPointer(s->s)[i];
  }
  return count_of(s->mem, GALPHAGetNumSteps) == steps + 1;
}

TEST_MAIN()
{
  struct small *a = begin();
  int joined      = 0;
  for (int i = 0; i < MOMENTS; i++)
  {
    struct byte_store file = {NULL, 0, 0};
    sunrealtype x[2][6];
    for (int k = 0; k < 9; k++) { CHECK(small_step(a, 50.0) >= 0); }
    CHECK(!GALPHAWriteCheckpoint(a->mem, byte_store_put, &file));
    struct small *b = begin();
    CHECK(!GALPHAReadCheckpoint(b->mem, byte_store_get, &file));
    const sunrealtype t  = real_of(a->mem, GALPHAGetCurrentTime),
                      at = t + 0.01 * real_of(a->mem, GALPHAGetLastStep);
    joined += stop(a, at, x[0]);
    stop(b, at, x[1]);
    check_of("t = %.17g", at);
    CHECK(!memcmp(x[0], x[1], sizeof x[0]));
    CHECK(!GALPHAClearStopTime(a->mem));
    free(file.data);
  }
  CHECK(joined > 0);
}
