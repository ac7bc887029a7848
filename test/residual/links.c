/* A hanging chain of five links in absolute coordinates, released level, as a
 * residual of index 3 over two minutes: the run completes, the joints hold,
 * energy is not gained. */
#include "check.h"
#include "flexible.h"
#include "residual_mech.h"
#include "sundials_compat.h"

#define LINKS   5
#define GRAVITY 9.81

static sunrealtype energy(const struct flexible *fl,
                          const struct residual_run *run)
{
  sunrealtype sum = 0.0;
  for (int b = 0; b < LINKS; b++)
  {
    const sunrealtype *q = residual_y(run) + 3 * b;
    const sunrealtype *v = residual_yp(run) + 3 * b;
    sum += 0.5 * fl->mass[b] * (v[0] * v[0] + v[1] * v[1]) +
           0.5 * fl->inertia[b] * v[2] * v[2] + GRAVITY * fl->mass[b] * q[1];
  }
  return sum;
}

/* Largest entry of F at the state: its last rows are the joints. */
static sunrealtype joints(const struct flexible *fl,
                          const struct residual_run *run)
{
  N_Vector r        = N_VClone(run->y);
  sunrealtype worst = 0.0;
  CHECK(run->pb->res2(run->t, run->y, run->yp, run->ypp, r, run->pb->data) ==
        0);
  for (sunindextype i = fl->pb.n; i < run->pb->n; i++)
  {
    worst = fmax(worst, fabs(N_VGetArrayPointer(r)[i]));
  }
  N_VDestroy(r);
  return worst;
}

static void check_chain(SUNContext ctx, int ypp_known)
{
  struct flexible *fl = flexible_chain(LINKS, 0.0, 0.0);
  struct residual_mech low;
  struct residual_run run;
  sunrealtype top = 0.0;
  long int steps  = 0;
  CHECK(fl && residual_mech_new(&low, &fl->pb, ctx) == 0);
  low.pb.ypp_known = ypp_known;
  int ret          = residual_begin(&run, &low.pb, ctx);
  top              = energy(fl, &run);
  if (!ret) { ret = GALPHASStolerances(run.mem, 1e-4, 1e-4); }
  for (int i = 1; !ret && i <= 24; i++)
  {
    ret = residual_to(&run, 5.0 * i);
    CHECK(energy(fl, &run) <= top + 0.05);
    CHECK(joints(fl, &run) <= 1e-6);
  }
  CHECK(ret == 0);
  CHECK(GALPHAGetNumSteps(run.mem, &steps) == 0);
  printf("t = %g: %ld steps, energy %.3f, joints within %.1e\n", run.t, steps,
         energy(fl, &run), joints(fl, &run));
  CHECK(steps < 60000);
  residual_end(&run);
  residual_mech_free(&low);
  flexible_free(fl);
}

int main(void)
{
  SUNContext ctx = galpha_test_context();
  check_chain(ctx, 1);
  check_chain(ctx, 0);
  SUNContext_Free(&ctx);
  return check_done();
}
