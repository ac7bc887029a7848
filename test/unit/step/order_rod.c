/* A light rod of 20 bars, nearly undamped (model D of the benchmark), in SOI2 and index 3,
 * with and without velocities in the error test: orders to 5 take no more steps than order
 * 2, but for a few by which the guard learns that they do not pay. Control: without the
 * demand that terms fall from order to order, and without memory, many times as many. */
#include "api/integrator.h"
#include "support/models/flexible/mechanism.h"
#include "support/test.h"

#define TOLERANCES 5 /* next to each other */

struct row
{
  int formulation;
  int error_test;
  sunrealtype rtol; /* the largest */
};

/* What the guard is in the control. */
static void disarm(void *memory)
{
  struct galpha_order *o = &((struct galpha_mem *)memory)->ctrl.order;
  o->fall                = 1.0;
  o->block = o->blocked = 0;
}

static long steps(SUNContext ctx, const struct row *r, sunrealtype rtol,
                  int most, int armed)
{
  struct mechanism m = mechanism_slider_crank(20, 10.0, 1e-7, 20.0);
  void *mem          = KEEP(problem_create(m.pb, ctx, PROBLEM_SPARSE));
  int ret            = GALPHA_SUCCESS;
  struct problem_state s;
  long n = 0;
  CHECK(mem && !problem_state_new(&s, m.pb, ctx));
  CHECK(!GALPHASetFormulation(mem, r->formulation));
  CHECK(!GALPHASetErrorTest(mem, r->error_test));
  CHECK(!GALPHASStolerances(mem, rtol, rtol));
  CHECK(!GALPHASetMaxOrd(mem, most));
  CHECK(!GALPHASetErrFile(mem, NULL));
  CHECK(!GALPHASetStopTime(mem, 1.0));
  while (ret == GALPHA_SUCCESS)
  {
    ret = GALPHASolve(mem, 1.0, &s.t, s.q, s.v, GALPHA_ONE_STEP);
    if (!armed) { disarm(mem); }
  }
  CHECK(ret == GALPHA_TSTOP_RETURN);
  CHECK(!GALPHAGetNumSteps(mem, &n));
  problem_state_free(&s);
  mechanism_free(&m);
  return n;
}

/* In the mean over neighbouring tolerances. */
static sunrealtype ratio(SUNContext ctx, const struct row *r)
{
  sunrealtype sum = 0.0, rtol = r->rtol;
  for (int i = 0; i < TOLERANCES; i++, rtol /= 1.6)
  {
    const sunrealtype alone = (sunrealtype)steps(ctx, r, rtol, 2, 1);
    sum += (sunrealtype)steps(ctx, r, rtol, 5, 1) / alone;
  }
  return sum / TOLERANCES;
}

TEST_MAIN(ctx)
{
  static const struct row rows[] = {
    {GALPHA_SOI2, GALPHA_TEST_VELOCITIES, 4e-3},
    {GALPHA_SOI2, GALPHA_TEST_POSITIONS, 4e-3},
    {GALPHA_INDEX3, GALPHA_TEST_VELOCITIES, 4e-3},
    {GALPHA_INDEX3, GALPHA_TEST_POSITIONS, 4e-3},
    {GALPHA_SOI2, GALPHA_TEST_VELOCITIES, 4e-4},
    {GALPHA_INDEX3, GALPHA_TEST_VELOCITIES, 4e-4}};
  const int count  = COUNT_OF(rows);
  sunrealtype mean = 0.0;
  for (int i = 0; i < count; i++)
  {
    const sunrealtype x = ratio(ctx, &rows[i]);
    printf("form %d, error test %d, rtol %g: %.3f times the steps of order 2\n",
           rows[i].formulation, rows[i].error_test, rows[i].rtol, x);
    CHECK_IN(x, 0.5, 1.1);
    mean += x / count;
  }
  CHECK_IN(mean, 0.5, 1.05);
  for (int i = 0; i < 4; i += 2)
  {
    const long alone = steps(ctx, &rows[i], 2e-3, 2, 1);
    const long wild  = steps(ctx, &rows[i], 2e-3, 5, 0);
    printf("form %d without guard: %ld steps in place of %ld\n",
           rows[i].formulation, wild, alone);
    CHECK(wild > 5 * alone);
  }
}
