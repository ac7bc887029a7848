#include "mech.h"

#include <galpha/galpha.h>
#include <galpha/galpha_saddle.h>
#include <math.h>
#include <nvector/nvector_mpimanyvector.h>
#include <nvector/nvector_parallel.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include "parallel/parallel_context.h"

#define KRYLOV 60
#define RHO    0.6
/* Of the error weights: displacements, and forces, which take no part in the error
 * test but in Newton's. */
#define ATOL_LAMBDA 1e-4

enum
{
  Q,
  LAMBDA
};

static sunrealtype *part(N_Vector v, int number)
{
  return N_VGetSubvectorArrayPointer_MPIManyVector(v, number);
}

static void sum(struct joined *j, sunrealtype *x, int n)
{
  MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, *(MPI_Comm *)j->world);
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  struct joined *j = &((struct joined_run *)data)->model;
  struct rods ends;
  sunrealtype lambda[RODS], g[RODS], *out = part(r, LAMBDA);
  joined_ends(j, part(y, Q), &ends);
  joined_lambda(j, part(y, LAMBDA), lambda);
  joined_elastic(j, t, part(y, Q), part(yp, Q), part(ypp, Q), part(r, Q));
  joined_reactions(j, &ends, lambda, part(r, Q));
  joined_constraints(j, &ends, g);
  for (int i = 0; i < RODS && j->has_lambda; i++) { out[i] = g[i]; }
  return 0;
}

static int times(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                 N_Vector r, N_Vector v, N_Vector vp, N_Vector vpp, N_Vector Jv,
                 void *data)
{
  struct joined *j = &((struct joined_run *)data)->model;
  struct rods ends, dq;
  sunrealtype lambda[RODS], dl[RODS], dg[RODS], *out = part(Jv, LAMBDA);
  joined_ends(j, part(y, Q), &ends);
  joined_ends(j, part(v, Q), &dq);
  joined_lambda(j, part(y, LAMBDA), lambda);
  joined_lambda(j, part(v, LAMBDA), dl);
  joined_tangent(j, part(v, Q), part(vp, Q), part(vpp, Q), part(Jv, Q));
  joined_curvature(j, &dq, lambda, part(Jv, Q));
  joined_reactions(j, &ends, dl, part(Jv, Q));
  joined_rates(j, &ends, &dq, dg);
  for (int i = 0; i < RODS && j->has_lambda; i++) { out[i] = dg[i]; }
  return 0;
}

static int solve_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  struct joined_run *run = data;
  joined_precondition(&run->model, c, N_VGetArrayPointer(b),
                      N_VGetArrayPointer(x));
  return 0;
}

static int times_G(sunrealtype t, N_Vector y, N_Vector x, N_Vector out,
                   void *data)
{
  struct joined *j = &((struct joined_run *)data)->model;
  struct rods ends, dq;
  sunrealtype dg[RODS], *to = N_VGetArrayPointer(out);
  joined_ends(j, part(y, Q), &ends);
  joined_ends(j, N_VGetArrayPointer(x), &dq);
  joined_rates(j, &ends, &dq, dg);
  for (int i = 0; i < RODS && j->has_lambda; i++) { to[i] = dg[i]; }
  return 0;
}

static int times_GT(sunrealtype t, N_Vector y, N_Vector x, N_Vector out,
                    void *data)
{
  struct joined *j = &((struct joined_run *)data)->model;
  struct rods ends;
  sunrealtype l[RODS];
  joined_ends(j, part(y, Q), &ends);
  joined_lambda(j, N_VGetArrayPointer(x), l);
  N_VConst(0.0, out);
  joined_reactions(j, &ends, l, N_VGetArrayPointer(out));
  return 0;
}

/* The Schur complement as a multiple of the identity: one element of it. */
static int setup_schur(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                       const sunrealtype *c, void *data)
{
  struct joined_run *run       = data;
  struct joined *j             = &run->model;
  const sunrealtype unit[RODS] = {1.0};
  struct rods ends, dq;
  sunrealtype dg[RODS];
  N_Vector force = N_VClone(run->q), x = N_VClone(run->q);
  if (!force || !x) { return -1; }
  joined_ends(j, part(y, Q), &ends);
  N_VConst(0.0, force);
  joined_reactions(j, &ends, unit, N_VGetArrayPointer(force));
  solve_S(c, force, x, data);
  joined_ends(j, N_VGetArrayPointer(x), &dq);
  joined_rates(j, &ends, &dq, dg);
  run->schur = dg[0];
  N_VDestroy(force);
  N_VDestroy(x);
  return 0;
}

static int solve_schur(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / ((struct joined_run *)data)->schur, b, x);
  return 0;
}

int joined_begin(struct joined_run *run, MPI_Comm comm, const int *nodes)
{
  int rank = 0, size = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  *run       = (struct joined_run){.comm = comm};
  run->ctx   = parallel_context(&run->comm);
  run->model = (struct joined){.here       = {rank == 0, rank == size - 1},
                               .has_lambda = rank == 0,
                               .world      = &run->comm,
                               .sum        = size > 1 ? sum : NULL};
  if (!run->ctx || joined_new(&run->model, nodes)) { return -1; }
  const sunindextype n   = (sunindextype)joined_size(&run->model);
  const sunindextype all = (sunindextype)6 * nodes[0] * nodes[1] * nodes[2];
  run->q                 = N_VNew_Parallel(comm, n, all, run->ctx);
  run->lambda     = N_VNew_Parallel(comm, rank == 0 ? RODS : 0, RODS, run->ctx);
  N_Vector both[] = {run->q, run->lambda};
  run->y          = N_VNew_MPIManyVector(2, both, run->ctx);
  run->yp         = run->y ? N_VClone(run->y) : NULL;
  run->number     = run->lambda ? N_VClone(run->lambda) : NULL;
  run->zero       = run->q ? N_VClone(run->q) : NULL;
  for (int i = 0; i < 2 && run->q; i++) { run->work[i] = N_VClone(run->q); }
  if (!run->yp || !run->number || !run->zero || !run->work[0] || !run->work[1])
  {
    return -1;
  }
  N_VConst(0.0, run->zero);
  for (int i = 0; i < RODS && rank == 0; i++)
  {
    N_VGetArrayPointer(run->number)[i] = i;
  }
  return 0;
}

void joined_end(struct joined_run *run)
{
  N_Vector all[] = {run->number, run->yp,      run->y,       run->lambda,
                    run->zero,   run->work[0], run->work[1], run->q};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (all[i]) { N_VDestroy(all[i]); }
  }
  joined_free(&run->model);
  SUNContext_Free(&run->ctx);
}

static void fill(N_Vector v, sunrealtype q, sunrealtype lambda)
{
  N_VConst(q, N_VGetSubvector_MPIManyVector(v, Q));
  N_VConst(lambda, N_VGetSubvector_MPIManyVector(v, LAMBDA));
}

/* At rest, where nothing acts yet. */
static int state(struct joined_run *run, const struct joined_plan *plan,
                 void *mem)
{
  N_Vector work = N_VClone(run->y);
  if (!work) { return GALPHA_MEM_FAIL; }
  N_VConst(0.0, run->y);
  N_VConst(0.0, run->yp);
  int flag = GALPHAInit2(mem, residual, 0.0, run->y, run->yp, run->yp);
  fill(work, 2.0, 0.0);
  if (!flag) { flag = GALPHASetDiffOrder(mem, work); }
  fill(work, JOINED_ATOL * plan->rtol, ATOL_LAMBDA * plan->rtol);
  if (!flag) { flag = GALPHASVtolerances(mem, plan->rtol, work); }
  N_VDestroy(work);
  return flag;
}

static int options(struct joined_run *run, const struct joined_plan *plan,
                   void *mem)
{
  int flag = GALPHASetUserData(mem, run);
  if (!flag) { flag = GALPHASetRhoInf(mem, RHO); }
  if (!flag) { flag = GALPHASetFixedStep(mem, plan->step); }
  if (!flag) { flag = GALPHASetMaxOrd(mem, plan->order); }
  return flag ? flag : GALPHASetEpsLin(mem, plan->eps_lin);
}

static int set_solver(struct joined_run *run, const struct joined_plan *plan,
                      void *mem, SUNLinearSolver LS)
{
  int flag = GALPHASetLinearSolver(mem, LS, NULL);
  if (!flag) { flag = GALPHASetJacTimes2(mem, times); }
  if (flag || plan->no_preconditioner) { return flag; }
  flag =
    GALPHASaddlePrecInit(mem, N_VGetSubvector_MPIManyVector, Q, LAMBDA,
                         plan->own_schur ? setup_schur : NULL, solve_S, times_G,
                         times_GT, plan->own_schur ? NULL : run->number);
  if (flag || !plan->own_schur) { return flag; }
  return GALPHASaddlePrecSetSchur(mem, solve_schur);
}

/* What constraints say of y and y' as they are. */
static void results(struct joined_run *run, struct joined_outcome *out)
{
  struct joined *j = &run->model;
  struct rods ends, rates;
  sunrealtype g[RODS], gdot[RODS];
  joined_ends(j, part(run->y, Q), &ends);
  joined_ends(j, part(run->yp, Q), &rates);
  joined_constraints(j, &ends, g);
  joined_rates(j, &ends, &rates, gdot);
  joined_lambda(j, part(run->y, LAMBDA), out->lambda);
  for (int i = 0; i < RODS; i++)
  {
    if (!(fabs(g[i]) <= out->g)) { out->g = fabs(g[i]); }
    if (!(fabs(gdot[i]) <= out->gdot)) { out->gdot = fabs(gdot[i]); }
  }
}

static void statistics(void *mem, struct joined_outcome *out)
{
  GALPHAGetNumSteps(mem, &out->steps);
  GALPHAGetNumErrTestFails(mem, &out->failures);
  GALPHAGetNumLinSolves(mem, &out->solves);
  GALPHAGetNumLinIters(mem, &out->iters);
  GALPHAGetNumPrecEvals(mem, &out->setups);
  if (out->setups) { GALPHASaddlePrecGetNumSolves(mem, &out->s_solves); }
}

static int integrate(struct joined_run *run, void *mem, sunrealtype tend)
{
  sunrealtype t = 0.0;
  return GALPHASolve(mem, tend, &t, run->y, run->yp, GALPHA_NORMAL);
}

struct joined_outcome joined_solve(struct joined_run *run,
                                   const struct joined_plan *plan,
                                   sunrealtype tend)
{
  struct joined_outcome out = {.flag = -1};
  const int mech            = plan->mechanics != 0;
  void *mem                 = GALPHACreate(run->ctx);
  SUNLinearSolver LS        = SUNLinSol_SPGMR(
           run->y, plan->no_preconditioner ? SUN_PREC_NONE : SUN_PREC_LEFT, KRYLOV,
           run->ctx);
  if (mem && LS)
  {
    out.flag = (mech ? joined_mech_state : state)(run, plan, mem);
  }
  if (!out.flag)
  {
    out.flag = (mech ? joined_mech_solver : set_solver)(run, plan, mem, LS);
  }
  if (!out.flag) { out.flag = options(run, plan, mem); }
  if (!out.flag) { out.flag = GALPHASetStopTime(mem, tend); }
  if (!out.flag)
  {
    out.flag = (mech ? joined_mech_integrate : integrate)(run, mem, tend);
  }
  if (out.flag == GALPHA_TSTOP_RETURN) { out.flag = 0; }
  statistics(mem, &out);
  results(run, &out);
  GALPHAFree(&mem);
  if (LS) { SUNLinSolFree(LS); }
  return out;
}
