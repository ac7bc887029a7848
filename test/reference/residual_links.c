/* A hanging chain of five links in absolute coordinates, released level, over two
 * minutes, as a residual of index 3 and in the mechanical form: the run completes,
 * the joints hold, energy is not gained. */
#include "support/models/flexible/flexible.h"
#include "support/test.h"

#define LINKS   5
#define GRAVITY 9.81

static sunrealtype energy(const struct flexible *fl, N_Vector coordinates,
                          N_Vector velocities)
{
  sunrealtype sum = 0.0;
  for (int b = 0; b < LINKS; b++)
  {
    const sunrealtype *q = N_VGetArrayPointer(coordinates) + 3 * b;
    const sunrealtype *v = N_VGetArrayPointer(velocities) + 3 * b;
    sum += 0.5 * fl->mass[b] * (v[0] * v[0] + v[1] * v[1]) +
           0.5 * fl->inertia[b] * v[2] * v[2] + GRAVITY * fl->mass[b] * q[1];
  }
  return sum;
}

/* Largest entry of F at the state: its last rows are the joints. */
static sunrealtype joints(const struct flexible *fl,
                          const struct residual_run *run)
{
  N_Vector r        = KEEP(N_VClone(run->y));
  sunrealtype worst = 0.0;
  CHECK(run->pb->res2(run->t, run->y, run->yp, run->ypp, r, run->pb->data) ==
        0);
  for (sunindextype i = fl->pb.n; i < run->pb->n; i++)
  {
    worst = fmax(worst, fabs(N_VGetArrayPointer(r)[i]));
  }
  return worst;
}

/* At order 2 energy is only lost; of what higher orders make of it positions alone see too
 * little, so there velocities are tested. */
static int test_of(int order)
{
  return order > 2 ? GALPHA_TEST_VELOCITIES : GALPHA_TEST_POSITIONS;
}

/* Times of 5 s; with velocities tested a second takes three times the steps. */
static int times_of(int order)
{
  return order > 2 ? 6 : 24;
}

static void check_chain(int ypp_known, int order)
{
  struct flexible *fl = flexible_chain(LINKS, 0.0, 0.0);
  struct residual_mech low;
  struct residual_run run;
  sunrealtype top = 0.0;
  CHECK(fl && residual_mech_new(&low, &fl->pb, ctx) == 0);
  low.pb.ypp_known = ypp_known;
  int ret          = residual_begin(&run, &low.pb, ctx);
  top              = energy(fl, run.y, run.yp);
  if (!ret) { ret = GALPHASStolerances(run.mem, 1e-4, 1e-4); }
  if (!ret) { ret = GALPHASetErrorTest(run.mem, test_of(order)); }
  if (!ret) { ret = GALPHASetMaxOrd(run.mem, order); }
  for (int i = 1; !ret && i <= times_of(order); i++)
  {
    ret = residual_to(&run, 5.0 * i);
    CHECK(energy(fl, run.y, run.yp) <= top + 0.05);
    CHECK(joints(fl, &run) <= 1e-6);
  }
  CHECK(ret == 0);
  CHECK(count_of(run.mem, GALPHAGetNumSteps) < 60000);
}

static void check_mechanics(int formulation, int order)
{
  struct flexible *fl = flexible_chain(LINKS, 0.0, 0.0);
  SMALL(s, .pb = &fl->pb, .storage = PROBLEM_SPARSE, .formulation = formulation,
        .set = {{"max_order", order}});
  /* Newton's iteration at its best: constraints are looked at closely */
  CHECK(!GALPHASetOption(s->mem, "max_jacobian_age", 1));
  CHECK(!GALPHASetNonlinConvCoef(s->mem, 2e-4));
  CHECK(!GALPHASStolerances(s->mem, 1e-4, 1e-4));
  CHECK(!GALPHASetErrorTest(s->mem, test_of(order)));
  CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 5.0));
  CHECK(!GALPHAGetConsistentIC(s->mem, s->q, s->v));
  const sunrealtype top = energy(fl, s->q, s->v);
  int ret               = 0;
  for (int i = 1; !ret && i <= times_of(order); i++)
  {
    sunrealtype g = 1.0, gdot = 1.0;
    ret = small_solve(s, 5.0 * i);
    CHECK(energy(fl, s->q, s->v) <= top + 0.05);
    CHECK(!GALPHAGetConstraintNorms(s->mem, &g, &gdot, NULL) && g <= 1e-6);
    CHECK(formulation == GALPHA_INDEX3 || gdot <= 1e-6);
  }
  CHECK(ret == 0);
  CHECK(count_of(s->mem, GALPHAGetNumSteps) < 60000);
}

TEST_MAIN()
{
  for (int order = 2; order <= 5; order += 3)
  {
    check_chain(1, order);
    check_chain(0, order);
  }
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_mechanics(f, 2);
    check_mechanics(f, 5);
  }
}
