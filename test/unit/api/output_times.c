/* GALPHA_NORMAL in the mechanical form: tret is tout itself in every formulation, also
 * where fixed steps add up to tout but for round-off, and no step more is taken for
 * it; forward and backward, at small times and at large ones. */
#include "support/test.h"

#define OUTPUTS 200

static struct ref_oscillator data = {1.0, 4.0, 0.0, 1.0, 0.0};

static void run(int formulation, sunrealtype t0, sunrealtype way)
{
  struct problem pb = ref_oscillator(&data);
  sunrealtype q = 0.0, worst = 0.0;
  int exact = 0;
  SMALL(s, .pb = &pb);
  pb.exact(0.0, small_q(s), small_v(s), NULL, NULL, NULL, pb.data);
  CHECK(!GALPHAReInit(s->mem, t0, s->q, s->v));
  CHECK(!GALPHASetFormulation(s->mem, formulation));
  CHECK(!GALPHASetFixedStep(s->mem, 0.1));
  for (int i = 1; i <= OUTPUTS; i++)
  {
    const sunrealtype tout = t0 + way * 0.1 * i;
    CHECK(!small_solve(s, tout));
    exact += s->t == tout;
    pb.exact(tout - t0, &q, NULL, NULL, NULL, NULL, pb.data);
    worst = fmax(worst, fabs(small_q(s)[0] - q));
  }
  const long int steps = count_of(s->mem, GALPHAGetNumSteps);
  check_of("formulation %d from %g", formulation, t0);
  CHECK(exact == OUTPUTS);
  CHECK(steps == OUTPUTS);
  CHECK_IN(worst, 0.0, 0.3);
}

TEST_MAIN()
{
  const int forms[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL, GALPHA_INDEX3};
  for (int i = 0; i < 3; i++)
  {
    run(forms[i], 0.0, 1.0);
    run(forms[i], 0.0, -1.0);
    run(forms[i], 1000.0, 1.0);
  }
}
