/* Mechanics by products on processes that do not see the same: one of them gets NaN
 * from a callback, at each of its calls in turn. All end with the same flag, none
 * waits for another, and where the step could be made smaller the pendulums keep their
 * energy; values that are inconsistent on one process are so on all. One pendulum to
 * a process. */
#include <mpi.h>

#include <galpha/galpha.h>
#include <galpha/galpha_saddle.h>
#include <nvector/nvector_mpimanyvector.h>
#include <nvector/nvector_parallel.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include "support/check/check.h"

#define GRAVITY 9.81

/* Which callback fails, and at which call. */
static struct
{
  int rank, last;
  char which;
  int calls, at;
} world;

static sunrealtype *array(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

static int done(char which, N_Vector out)
{
  if (which == world.which && ++world.calls == world.at &&
      world.rank == world.last)
  {
    array(out)[0] = (sunrealtype)NAN;
  }
  return 0;
}

static int times_M(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                   void *data)
{
  N_VScale(1.0, x, out);
  return done('M', out);
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  array(f)[0] = 0.0;
  array(f)[1] = -GRAVITY;
  return done('f', f);
}

static int g(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  const sunrealtype *x = array(q);
  array(out)[0]        = 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
  return done('g', out);
}

static int times_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                   void *data)
{
  array(out)[0] = array(q)[0] * array(x)[0] + array(q)[1] * array(x)[1];
  return done('G', out);
}

static int times_GT(sunrealtype t, N_Vector q, N_Vector l, N_Vector out,
                    void *data)
{
  N_VScale(array(l)[0], q, out);
  return done('T', out);
}

static int solve_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / c[2], b, x);
  return done('S', x);
}

struct pendulums
{
  SUNContext ctx;
  N_Vector q, v, lambda, number, x;
};

static void *begin(struct pendulums *p, SUNLinearSolver LS, sunrealtype length)
{
  void *mem   = GALPHACreate(p->ctx);
  world.calls = 0;
  N_VConst(0.0, p->v);
  N_VConst(0.0, p->lambda);
  array(p->q)[0] = length;
  array(p->q)[1] = 0.0;
  CHECK(!GALPHASetErrFile(mem, NULL));
  CHECK(!GALPHAInitMechTimes(mem, times_M, force, 0.0, p->q, p->v));
  CHECK(!GALPHASetHolonomicTimes(mem, p->lambda, g, times_G, times_GT));
  CHECK(!GALPHASetUnknowns(mem, p->x, N_VGetSubvector_MPIManyVector, 0, 1));
  CHECK(!GALPHASetLinearSolver(mem, LS, NULL));
  CHECK(!GALPHASaddlePrecInitMech(mem, NULL, solve_S, p->number));
  CHECK(!GALPHASStolerances(mem, 1e-5, 1e-7));
  return mem;
}

/* On all processes. */
static int agreed(int flag)
{
  int ends[2] = {flag, -flag}, most[2];
  MPI_Allreduce(ends, most, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  CHECK(most[0] == -most[1]);
  return flag;
}

static void fail_at(struct pendulums *p, char which, int call, int formulation)
{
  sunrealtype t      = 0.0;
  SUNLinearSolver LS = SUNLinSol_SPGMR(p->x, SUN_PREC_LEFT, 8, p->ctx);
  world.which        = which;
  world.at           = call;
  void *mem          = begin(p, LS, 1.0);
  CHECK(!GALPHASetFormulation(mem, formulation));
  const int flag = agreed(GALPHASolve(mem, 0.1, &t, p->q, p->v, GALPHA_NORMAL));
  CHECK(flag == GALPHA_SUCCESS || flag == GALPHA_FIRST_RES_FAIL);
  if (flag == GALPHA_SUCCESS)
  {
    const sunrealtype *v = array(p->v);
    CHECK_REL(v[0] * v[0] + v[1] * v[1], -2.0 * GRAVITY * array(p->q)[1], 1e-3);
  }
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
}

static void inconsistent(struct pendulums *p)
{
  sunrealtype t      = 0.0;
  SUNLinearSolver LS = SUNLinSol_SPGMR(p->x, SUN_PREC_LEFT, 8, p->ctx);
  world.which        = 0;
  void *mem          = begin(p, LS, world.rank == world.last ? 1.1 : 1.0);
  CHECK(agreed(GALPHASolve(mem, 0.1, &t, p->q, p->v, GALPHA_NORMAL)) ==
        GALPHA_INCONSISTENT_IC);
  CHECK(!agreed(GALPHACalcIC(mem, GALPHA_PROJECT_INIT, 0.1)));
  CHECK(!agreed(GALPHASolve(mem, 0.1, &t, p->q, p->v, GALPHA_NORMAL)));
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
}

int main(int argc, char **argv)
{
  MPI_Comm comm = MPI_COMM_WORLD;
  struct pendulums p;
  int size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(comm, &world.rank);
  MPI_Comm_size(comm, &size);
  world.last = size - 1;
#if SUNDIALS_VERSION_MAJOR > 6
  SUNContext_Create(comm, &p.ctx);
#else
  SUNContext_Create(&comm, &p.ctx);
#endif
  p.q                  = N_VNew_Parallel(comm, 2, 2 * size, p.ctx);
  p.v                  = N_VClone(p.q);
  p.lambda             = N_VNew_Parallel(comm, 1, size, p.ctx);
  p.number             = N_VClone(p.lambda);
  N_Vector parts[]     = {p.q, p.lambda};
  p.x                  = N_VMake_MPIManyVector(comm, 2, parts, p.ctx);
  array(p.number)[0]   = world.rank;
  const char *callback = "MGTfgS";
  for (int i = 0; callback[i]; i++)
  {
    for (int k = 1; k < 150; k += k < 30 ? 1 : 17)
    {
      fail_at(&p, callback[i], k, k % 2 ? GALPHA_SOI2 : GALPHA_INDEX3);
    }
  }
  inconsistent(&p);
  N_Vector all[] = {p.x, p.number, p.lambda, p.v, p.q};
  for (int i = 0; i < 5; i++) { N_VDestroy(all[i]); }
  SUNContext_Free(&p.ctx);
  MPI_Finalize();
  return check_done();
}
