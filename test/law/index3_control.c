/* Controlled steps of index 3, in both forms: h changes by factors of 1.3 or more, or
 * not at all (control: SOI2 changes it by less, too), in time before a step would be
 * rejected; where constraints leave no freedom, a nonholonomic one among them,
 * positions are as accurate as asked for, also after a first step far too long. */
#include "support/lowering/residual.h"
#include "support/models/papers.h"
#include "support/models/reference.h"
#include "support/run/small.h"
#include "support/test.h"

#define BAND 1.3

/* Changes of h without a rejection: all, and those by less than BAND. */
struct seen
{
  int changes, small;
  sunrealtype before;
  long int fails;
};

static void look(struct seen *s, void *mem)
{
  sunrealtype h  = 0.0;
  long int fails = 0;
  CHECK(!GALPHAGetNumErrTestFails(mem, &fails) && !GALPHAGetLastStep(mem, &h));
  const sunrealtype r = fmax(h / s->before, s->before / h);
  if (s->before > 0.0 && fails == s->fails && r > 1.0 + 1e-9)
  {
    s->changes++;
    s->small += r < BAND * (1.0 - 1e-9);
  }
  s->before = h;
  s->fails  = fails;
}

static struct seen mechanics(const struct problem *pb, SUNContext ctx,
                             int formulation, sunrealtype rho, sunrealtype t1)
{
  struct seen seen = {0, 0, 0.0, 0};
  struct small s;
  CHECK(!small_problem(&s, ctx, pb, PROBLEM_SPARSE));
  CHECK(!GALPHASetFormulation(s.mem, formulation) &&
        !GALPHASetRhoInf(s.mem, rho));
  CHECK(!GALPHASStolerances(s.mem, 1e-6, 1e-6));
  CHECK(!GALPHASetErrorTest(s.mem, GALPHA_TEST_POSITIONS));
  while (s.t < t1)
  {
    CHECK(!small_step(&s, t1));
    look(&seen, s.mem);
  }
  small_free(&s);
  return seen;
}

static struct seen residual(const struct problem *pb, SUNContext ctx,
                            sunrealtype rho, sunrealtype t1)
{
  struct seen seen = {0, 0, 0.0, 0};
  struct residual_mech low;
  struct residual_run run;
  CHECK(residual_mech_new(&low, pb, ctx) == 0);
  CHECK(residual_begin(&run, &low.pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(run.mem, rho));
  CHECK(!GALPHASStolerances(run.mem, 1e-6, 1e-6));
  CHECK(!GALPHASetErrorTest(run.mem, GALPHA_TEST_POSITIONS));
  while (run.t < t1)
  {
    CHECK(!GALPHASolve(run.mem, t1, &run.t, run.y, run.yp, GALPHA_ONE_STEP));
    look(&seen, run.mem);
  }
  residual_end(&run);
  residual_mech_free(&low);
  return seen;
}

static void check(const struct problem *pb, SUNContext ctx, sunrealtype rho,
                  sunrealtype t1)
{
  const struct seen s[] = {mechanics(pb, ctx, GALPHA_INDEX3, rho, t1),
                           residual(pb, ctx, rho, t1),
                           mechanics(pb, ctx, GALPHA_SOI2, rho, t1)};
  for (int i = 0; i < 3; i++)
  {
    printf("%s, rho %.1f, %s: %d changes of h, %d small, %ld rejected\n",
           pb->name, rho,
           i == 0   ? "index 3"
           : i == 1 ? "residual form"
                    : "SOI2",
           s[i].changes, s[i].small, s[i].fails);
    CHECK(s[i].changes > 1);
    CHECK(i < 2 ? s[i].small == 0 : s[i].small > 10);
    CHECK(i == 2 || s[i].fails == 0);
  }
}

static sunrealtype mechanics_end(SUNContext ctx, sunrealtype rho,
                                 sunrealtype rtol)
{
  const struct problem *pb = &paper_problem15;
  struct small s;
  CHECK(!small_problem(&s, ctx, pb, PROBLEM_SPARSE));
  CHECK(!GALPHASetFormulation(s.mem, GALPHA_INDEX3) &&
        !GALPHASetRhoInf(s.mem, rho));
  CHECK(!GALPHASStolerances(s.mem, rtol, rtol));
  CHECK(!GALPHASetInitStep(s.mem, 0.2) && !GALPHASetStopTime(s.mem, 1.0));
  CHECK(small_solve(&s, 1.0) == GALPHA_TSTOP_RETURN);
  const sunrealtype error = fabs(small_q(&s)[0] - exp(1.0));
  small_free(&s);
  return error;
}

static sunrealtype residual_end_error(SUNContext ctx, sunrealtype rho,
                                      sunrealtype rtol)
{
  struct residual_mech low;
  struct residual_run run;
  CHECK(residual_mech_new(&low, &paper_problem15, ctx) == 0);
  CHECK(residual_begin(&run, &low.pb, ctx) == 0);
  CHECK(!GALPHASetRhoInf(run.mem, rho));
  CHECK(!residual_mech_tolerances(&low, run.mem, rtol, rtol, 1e-3));
  CHECK(!GALPHASetErrorTest(run.mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetInitStep(run.mem, 0.2));
  CHECK(residual_to(&run, 1.0) == 0);
  const sunrealtype error = fabs(residual_y(&run)[0] - exp(1.0));
  residual_end(&run);
  residual_mech_free(&low);
  return error;
}

/* q = (e^t, e^-2t), all of it by a holonomic and a nonholonomic constraint. Control:
 * what a coarse tolerance leaves is more than the bounds of the finer ones. */
static void check_no_freedom(SUNContext ctx, sunrealtype rho)
{
  sunrealtype (*const form[])(SUNContext, sunrealtype, sunrealtype) = {
    mechanics_end, residual_end_error};
  for (int f = 0; f < 2; f++)
  {
    const sunrealtype coarse = form[f](ctx, rho, 1e-3);
    for (int k = 4; k <= 8; k += 2)
    {
      const sunrealtype rtol  = pow(10.0, -k);
      const sunrealtype bound = 5.0 * pow(rtol, 2.0 / 3.0);
      const sunrealtype error = form[f](ctx, rho, rtol);
      printf("no freedom, rho %.1f, %s, rtol %.0e: error %.1e\n", rho,
             f ? "residual form" : "index 3", rtol, error);
      CHECK(error <= bound);
      CHECK(k < 6 || coarse > bound);
    }
  }
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.6, 0.8};
  struct ref_slider_crank scale  = {1.0};
  const struct problem slider = ref_slider_crank(&scale), belt = ref_belt(1);
  for (int i = 0; i < 4; i++)
  {
    check(&paper_simple_pendulum, ctx, rho[i], 3.0);
    check(&paper_pendulum16, ctx, rho[i], 1.0);
    check(&slider, ctx, rho[i], 5.0);
    check(&belt, ctx, rho[i], 2.0);
    check_no_freedom(ctx, rho[i]);
  }
}
