#include "mech.h"

#include <galpha/galpha.h>
#include <galpha/galpha_saddle.h>
#include <nvector/nvector_mpimanyvector.h>

#include "support/models/callbacks.h"

enum
{
  Q,
  LAMBDA
};

static struct joined *model(void *data)
{
  return &((struct joined_run *)data)->model;
}

static N_Vector part(N_Vector y, int number)
{
  return N_VGetSubvector_MPIManyVector(y, number);
}

NONHOLONOMIC(times_M)
{
  joined_mass(model(data), 0, v, k);
}

/* -(C v + K q) + what shakes. */
static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  struct joined_run *run = data;
  joined_elastic(&run->model, t, N_VGetArrayPointer(q), N_VGetArrayPointer(v),
                 N_VGetArrayPointer(run->zero), N_VGetArrayPointer(f));
  N_VScale(-1.0, f, f);
  return 0;
}

/* -(c_v C + c_q K) x, and the rods' share. */
static int times_F(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   sunrealtype c_q, sunrealtype c_v, N_Vector x, N_Vector out,
                   void *data)
{
  struct joined_run *run = data;
  struct joined *j       = &run->model;
  struct rods dq;
  sunrealtype l[RODS];
  N_VScale(c_q, x, run->work[0]);
  N_VScale(c_v, x, run->work[1]);
  joined_tangent(j, N_VGetArrayPointer(run->work[0]),
                 N_VGetArrayPointer(run->work[1]),
                 N_VGetArrayPointer(run->zero), N_VGetArrayPointer(out));
  joined_ends(j, N_VGetArrayPointer(run->work[0]), &dq);
  joined_lambda(j, N_VGetArrayPointer(lambda), l);
  joined_curvature(j, &dq, l, N_VGetArrayPointer(out));
  N_VScale(-1.0, out, out);
  return 0;
}

static int constraints(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  struct joined *j = model(data);
  struct rods ends;
  sunrealtype g[RODS], *to = N_VGetArrayPointer(out);
  joined_ends(j, N_VGetArrayPointer(q), &ends);
  joined_constraints(j, &ends, g);
  for (int i = 0; i < RODS && j->has_lambda; i++) { to[i] = g[i]; }
  return 0;
}

NONHOLONOMIC(times_G)
{
  struct joined *j = model(data);
  struct rods ends, dq;
  sunrealtype dg[RODS];
  joined_ends(j, q, &ends);
  joined_ends(j, v, &dq);
  joined_rates(j, &ends, &dq, dg);
  for (int i = 0; i < RODS && j->has_lambda; i++) { k[i] = dg[i]; }
}

static int times_GT(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                    void *data)
{
  struct joined *j = model(data);
  struct rods ends;
  sunrealtype l[RODS];
  joined_ends(j, N_VGetArrayPointer(q), &ends);
  joined_lambda(j, N_VGetArrayPointer(x), l);
  N_VConst(0.0, out);
  joined_reactions(j, &ends, l, N_VGetArrayPointer(out));
  return 0;
}

/* c[2] M + c[1] C + c[0] K; M alone at the start. */
static int solve_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  if (c[0] == 0.0)
  {
    joined_mass(model(data), 1, N_VGetArrayPointer(b), N_VGetArrayPointer(x));
    N_VScale(1.0 / c[2], x, x);
    return 0;
  }
  const sunrealtype per_K[] = {0.0, c[1] / c[0], c[2] / c[0]};
  joined_precondition(model(data), per_K, N_VGetArrayPointer(b),
                      N_VGetArrayPointer(x));
  N_VScale(1.0 / c[0], x, x);
  return 0;
}

int joined_mech_state(struct joined_run *run, const struct joined_plan *plan,
                      void *mem)
{
  N_Vector q = part(run->y, Q), v = part(run->yp, Q), l = part(run->y, LAMBDA);
  N_VConst(0.0, run->y);
  N_VConst(0.0, run->yp);
  int flag = GALPHAInitMechTimes(mem, times_M, force, 0.0, q, v);
  if (!flag)
  {
    flag = GALPHASetHolonomicTimes(mem, l, constraints, times_G, times_GT);
  }
  if (!flag) { flag = GALPHASetForceTimes(mem, times_F); }
  if (!flag)
  {
    flag =
      GALPHASetUnknowns(mem, run->y, N_VGetSubvector_MPIManyVector, Q, LAMBDA);
  }
  if (!flag) { flag = GALPHASetScleronomic(mem, SUNTRUE); }
  if (!flag) { flag = GALPHASetFormulation(mem, plan->mechanics); }
  if (!flag) { flag = GALPHASetMaxOrd(mem, plan->order); }
  return flag ? flag
              : GALPHASStolerances(mem, plan->rtol, JOINED_ATOL * plan->rtol);
}

int joined_mech_solver(struct joined_run *run, const struct joined_plan *plan,
                       void *mem, SUNLinearSolver LS)
{
  const int flag = GALPHASetLinearSolver(mem, LS, NULL);
  if (flag || plan->no_preconditioner) { return flag; }
  return GALPHASaddlePrecInitMech(mem, NULL, solve_S, run->number);
}

int joined_mech_integrate(struct joined_run *run, void *mem, sunrealtype tend)
{
  sunrealtype t  = 0.0;
  const int flag = GALPHASolve(mem, tend, &t, part(run->y, Q), part(run->yp, Q),
                               GALPHA_NORMAL);
  if (flag < 0) { return flag; }
  const int got = GALPHAGetMultipliers(mem, t, part(run->y, LAMBDA), NULL);
  return got ? got : flag;
}
