/* What must not matter: dense or KLU, the unit of the coordinates, their order;
 * and two symmetries of the trapezoidal rule, energy and time reversal. */
#include "support/models/papers.h"
#include "support/models/reference.h"
#include "support/test.h"
#include "transform.h"

struct result
{
  sunrealtype q[12], v[12];
  long int steps, iterations;
};

/* fixed = 0: controlled steps, rtol 1e-5 and atol. */
static struct result run(const struct problem *pb, SUNContext ctx,
                         enum problem_storage storage, int formulation,
                         sunrealtype fixed, sunrealtype atol, sunrealtype t1)
{
  struct result r = {{0}, {0}, 0, 0};
  struct problem_state s;
  void *mem = problem_create(pb, ctx, storage);

  CHECK(mem && !problem_state_new(&s, pb, ctx));
  CHECK(!GALPHASetFormulation(mem, formulation));
  /* a third derivative out of positions makes more of round-off than steps bear that
     are to be the same */
  CHECK(!GALPHASetOption(mem, "step_change_correction", GALPHA_CORRECT_A));
  CHECK(!GALPHASStolerances(mem, 1e-5, atol));
  CHECK(!GALPHASetFixedStep(mem, fixed));
  CHECK(!GALPHASolve(mem, t1, &s.t, s.q, s.v, GALPHA_NORMAL));
  CHECK(!GALPHAGetNumSteps(mem, &r.steps));
  CHECK(!GALPHAGetNumNonlinSolvIters(mem, &r.iterations));
  for (sunindextype i = 0; i < pb->n; i++)
  {
    r.q[i] = N_VGetArrayPointer(s.q)[i];
    r.v[i] = N_VGetArrayPointer(s.v)[i];
  }
  problem_state_free(&s);
  GALPHAFree(&mem);
  return r;
}

static void check_storage(const struct problem *pb, SUNContext ctx,
                          sunrealtype h, sunrealtype t1)
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    const struct result a = run(pb, ctx, PROBLEM_DENSE, f, h, 1e-7, t1),
                        b = run(pb, ctx, PROBLEM_SPARSE, f, h, 1e-7, t1);
    const sunrealtype dq  = problem_dist(a.q, b.q, pb->n),
                      dv  = problem_dist(a.v, b.v, pb->n);
    printf("%s, formulation %d: dense and KLU differ by %.1e, %.1e\n", pb->name,
           f, dq, dv);
    CHECK(a.steps == b.steps && a.iterations == b.iterations);
    CHECK_IN(dq, 0, 1e-12);
    CHECK_IN(dv, 0, 1e-11);
  }
}

static void check_transform(const struct problem *base, SUNContext ctx,
                            sunrealtype scale, const int *perm, sunrealtype t1)
{
  struct transform x;
  const struct problem pb = transform_new(&x, base, scale, perm, ctx);

  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    const struct result a = run(base, ctx, PROBLEM_DENSE, f, 0, 1e-7, t1);
    struct result b = run(&pb, ctx, PROBLEM_DENSE, f, 0, 1e-7 * scale, t1);
    sunrealtype dq  = 0;
    for (sunindextype i = 0; i < base->n; i++)
    {
      dq = fmax(dq, fabs(b.q[i] / scale - a.q[perm[i]]));
    }
    printf("%s, formulation %d, scale %g: %ld and %ld steps, %ld and %ld "
           "iterations, difference %.1e\n",
           base->name, f, scale, a.steps, b.steps, a.iterations, b.iterations,
           dq);
    CHECK(a.steps == b.steps);
    CHECK_IN(dq, 0, 1e-6);
  }
  transform_free(&x);
}

static const sunrealtype trapezoidal[] = {0.25, 0.5};

/* The rule conserves the energy of a linear oscillator exactly. */
static void check_energy(SUNContext ctx)
{
  struct ref_oscillator data = {2, 18, 0, 1, 0.5};
  const struct problem pb    = ref_oscillator(&data);
  struct problem_state s;
  sunrealtype worst        = 0;
  void *mem                = problem_create(&pb, ctx, PROBLEM_DENSE);
  const sunrealtype energy = 0.5 * (2 * 0.5 * 0.5 + 18);

  CHECK(!problem_state_new(&s, &pb, ctx));
  CHECK(!GALPHASetMethod(mem, GALPHA_NEWMARK, trapezoidal));
  CHECK(!GALPHASStolerances(mem, 1e-13, 1e-13));
  for (int n = 0; n < 1000; n++)
  {
    CHECK(!problem_step(mem, &pb, 0.1, &s, NULL));
    const sunrealtype q = N_VGetArrayPointer(s.q)[0],
                      v = N_VGetArrayPointer(s.v)[0];
    worst = fmax(worst, fabs(0.5 * (2 * v * v + 18 * q * q) - energy));
  }
  printf("energy of %g is off by %.1e\n", energy, worst);
  CHECK_IN(worst, 0, 1e-10);
  problem_state_free(&s);
  GALPHAFree(&mem);
}

/* Forward and back again, with the trapezoidal rule; with damping not. */
static sunrealtype reversal(SUNContext ctx, int family, const sunrealtype *par)
{
  struct ref_oscillator data = {2, 18, 0, 1, 0.5};
  const struct problem pb    = ref_oscillator(&data);
  struct problem_state s;
  void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);

  CHECK(!problem_state_new(&s, &pb, ctx));
  CHECK(!GALPHASetMethod(mem, family, par));
  CHECK(!GALPHASStolerances(mem, 1e-13, 1e-13));
  CHECK(!GALPHASetFixedStep(mem, 0.05));
  CHECK(!GALPHASetOption(mem, "start", GALPHA_START_A0));
  for (int way = 1; way >= -1; way -= 2)
  {
    for (int n = 0; n < 60; n++)
    {
      CHECK(
        !GALPHASolve(mem, way > 0 ? 9 : -9, &s.t, s.q, s.v, GALPHA_ONE_STEP));
    }
    CHECK(!GALPHAReInit(mem, s.t, s.q, s.v));
  }
  const sunrealtype away = fabs(N_VGetArrayPointer(s.q)[0] - 1) +
                           fabs(N_VGetArrayPointer(s.v)[0] - 0.5);
  problem_state_free(&s);
  GALPHAFree(&mem);
  return away;
}

TEST_MAIN(ctx)
{
  const sunrealtype rho = 0.8;
  const int same[]      = {0, 1, 2, 3, 4, 5, 6, 7, 8};
  const int pendulum[]  = {2, 0, 1};
  const int crank[]     = {8, 3, 5, 0, 1, 7, 2, 6, 4};

  check_storage(&paper_pendulum16, ctx, 0.01, 1);
  check_storage(&paper_slider_crank, ctx, 1e-3, 0.2);
  check_transform(&paper_pendulum16, ctx, 1e6, same, 1);
  check_transform(&paper_pendulum16, ctx, 1, pendulum, 1);
  check_transform(&paper_slider_crank, ctx, 1e6, same, 0.2);
  check_transform(&paper_slider_crank, ctx, 1, crank, 0.2);
  check_energy(ctx);
  CHECK_IN(reversal(ctx, GALPHA_NEWMARK, trapezoidal), 0, 1e-11);
  CHECK(reversal(ctx, GALPHA_CHUNG_HULBERT, &rho) > 1e-4);
}
