/* Controlled steps of index 3: h changes by factors of 1.3 or more, or not at all,
 * in both forms. Control: SOI2 changes it by less, too. */
#include "check.h"
#include "papers.h"
#include "refproblems.h"
#include "residual_mech.h"
#include "sundials_compat.h"

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
  struct problem_state s;
  void *mem = problem_create(pb, ctx, PROBLEM_SPARSE);
  CHECK(mem && problem_state_new(&s, pb, ctx) == 0);
  CHECK(!GALPHASetFormulation(mem, formulation) && !GALPHASetRhoInf(mem, rho));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-6));
  while (s.t < t1)
  {
    CHECK(!GALPHASolve(mem, t1, &s.t, s.q, s.v, GALPHA_ONE_STEP));
    look(&seen, mem);
  }
  problem_state_free(&s);
  GALPHAFree(&mem);
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
    printf("%s, rho %.1f, %s: %d changes of h, %d small\n", pb->name, rho,
           i == 0   ? "index 3"
           : i == 1 ? "residual form"
                    : "SOI2",
           s[i].changes, s[i].small);
    CHECK(s[i].changes > 1);
    CHECK(i < 2 ? s[i].small == 0 : s[i].small > 10);
  }
}

int main(void)
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.6, 0.8};
  struct ref_slider_crank scale  = {1.0};
  const struct problem slider = ref_slider_crank(&scale), belt = ref_belt(1);
  SUNContext ctx = galpha_test_context();
  for (int i = 0; i < 4; i++)
  {
    check(&paper_simple_pendulum, ctx, rho[i], 3.0);
    check(&paper_pendulum16, ctx, rho[i], 1.0);
    check(&slider, ctx, rho[i], 5.0);
    check(&belt, ctx, rho[i], 2.0);
  }
  SUNContext_Free(&ctx);
  return check_done();
}
