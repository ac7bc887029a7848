#include "box.h"

#include <math.h>

#include <galpha/galpha.h>
#include <sunlinsol/sunlinsol_pcg.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include "support/models/callbacks.h"

#define OMEGA   2.0  /* of the load */
#define KRYLOV  40   /* iterations at most, without restarts */
#define TYPICAL 0.02 /* step that residuals are scaled for */
#define SHARE   0.01 /* of rtol: atol */

static const struct elastic_mode driven = {2, 1};

static sunrealtype history(sunrealtype t)
{
  return 1.0 - cos(OMEGA * t);
}

struct elastic elastic_box(int elements)
{
  const int n = elements + 1;
  return (struct elastic){.nodes     = {n, n, n},
                          .count     = n,
                          .side      = 1.0 / elements,
                          .lame      = {0.58, 0.38},
                          .rate      = {0.1, 0.001},
                          .node_mass = TYPICAL * TYPICAL,
                          .history   = history};
}

void elastic_shape(const struct elastic *e, struct elastic_mode mode,
                   sunrealtype *u)
{
  const sunrealtype a               = acos(-1.0) * mode.waves;
  const sunrealtype amplitude[2][3] = {{1.0, -1.0, 0.0}, {1.0, 1.0, 1.0}};
  size_t at                         = 0;
  for (int row = 0; row < 3 * e->count * e->nodes[1]; row++)
  {
    const int j = row % e->nodes[1], c = row / e->nodes[1] % 3;
    const int k = e->first + row / (3 * e->nodes[1]);
    for (int i = 0; i < e->nodes[0]; i++)
    {
      const int place[3] = {i, j, k};
      sunrealtype value  = amplitude[mode.pressure][c];
      for (int s = 0; s < 3; s++)
      {
        const sunrealtype x = a * place[s] / (e->nodes[s] - 1);
        value *= s == c ? sin(x) : cos(x);
      }
      u[at++] = value;
    }
  }
}

/* The symbols of the elements' integrals along an edge, for equal angles. */
sunrealtype elastic_frequency2(const struct elastic *e,
                               struct elastic_mode mode)
{
  const sunrealtype angle = acos(-1.0) * mode.waves / (e->nodes[0] - 1);
  const sunrealtype h = e->side, s = sin(angle);
  const sunrealtype stiff = (2.0 - 2.0 * cos(angle)) / h;
  const sunrealtype mass  = h * (2.0 + cos(angle)) / 3.0;
  const sunrealtype diagonal =
    (e->lame[0] + 4.0 * e->lame[1]) * stiff * mass * mass;
  const sunrealtype coupling = (e->lame[0] + e->lame[1]) * s * s * mass;
  return (diagonal + (mode.pressure ? 2.0 : -1.0) * coupling) / (h * h * h);
}

/* Damped vibration from rest at 1. */
static void decay(const struct elastic *e, sunrealtype w2, sunrealtype t,
                  sunrealtype *q)
{
  const sunrealtype d = 0.5 * (e->rate[0] + e->rate[1] * w2);
  const sunrealtype w = sqrt(w2 - d * d), f = exp(-d * t);
  q[0] = f * (cos(w * t) + d / w * sin(w * t));
  q[1] = -f * w2 / w * sin(w * t);
}

/* q'' + 2 d q' + w2 q = 1 - cos(OMEGA t) from rest at 0. */
static void response(const struct elastic *e, sunrealtype w2, sunrealtype t,
                     sunrealtype *q)
{
  const sunrealtype d = 0.5 * (e->rate[0] + e->rate[1] * w2), o = OMEGA;
  const sunrealtype w = sqrt(w2 - d * d), f = exp(-d * t);
  const sunrealtype u = w2 - o * o, v = 2.0 * d * o, n = u * u + v * v;
  const sunrealtype a = u / n, b = v / n; /* part: 1/w2 - a cos - b sin */
  const sunrealtype q0 = a - 1.0 / w2, v0 = b * o;
  const sunrealtype s = (v0 + d * q0) / w;
  q[0]                = 1.0 / w2 - a * cos(o * t) - b * sin(o * t) +
         f * (q0 * cos(w * t) + s * sin(w * t));
  q[1] = o * (a * sin(o * t) - b * cos(o * t)) +
         f * ((s * w - d * q0) * cos(w * t) - (q0 * w + d * s) * sin(w * t));
}

void elastic_box_exact(const struct elastic *e, sunrealtype t, sunrealtype *y,
                       sunrealtype *yp)
{
  const struct elastic_mode modes[] = {{1, 0}, {2, 0}, driven};
  const sunrealtype amplitude[]     = {1.0, 0.1, 20.0};
  sunrealtype *u                    = e->work;
  const size_t n                    = elastic_size(e);
  for (size_t i = 0; i < n; i++) { y[i] = yp[i] = 0.0; }
  for (int m = 0; m < 3; m++)
  {
    sunrealtype q[2];
    (m < 2 ? decay : response)(e, elastic_frequency2(e, modes[m]), t, q);
    elastic_shape(e, modes[m], u);
    for (size_t i = 0; i < n; i++)
    {
      y[i] += amplitude[m] * q[0] * u[i];
      yp[i] += amplitude[m] * q[1] * u[i];
    }
  }
}

void elastic_box_finish(struct elastic *e)
{
  size_t at = 0;
  elastic_shape(e, driven, e->load);
  for (int row = 0; row < 3 * e->count * e->nodes[1]; row++)
  {
    const int j = row % e->nodes[1], c = row / e->nodes[1] % 3;
    const int k = e->first + row / (3 * e->nodes[1]);
    for (int i = 0; i < e->nodes[0]; i++, at++)
    {
      const int place[3] = {i, j, k};
      if (place[c] == 0 || place[c] == e->nodes[c] - 1) { e->free[at] = 0.0; }
      e->load[at] *= 20.0 * e->free[at] * e->mass[at];
    }
  }
}

RESIDUAL2(residual)
{
  elastic_residual(data, t, y, yp, ypp, r);
}

static int times(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                 N_Vector r, N_Vector v, N_Vector vp, N_Vector vpp, N_Vector Jv,
                 void *data)
{
  const struct elastic_product p =
    elastic_linear(data, N_VGetArrayPointer(v), N_VGetArrayPointer(vp),
                   N_VGetArrayPointer(vpp));
  elastic_multiply(data, &p, N_VGetArrayPointer(Jv));
  return 0;
}

static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, N_Vector rhs, N_Vector z, const sunrealtype *c,
                  sunrealtype delta, void *data)
{
  elastic_chebyshev(data, c, N_VGetArrayPointer(rhs), N_VGetArrayPointer(z));
  return 0;
}

/* Everything about the problem but its solver. */
static int state(struct elastic *e, const struct elastic_plan *plan, void *mem,
                 N_Vector y, N_Vector yp)
{
  elastic_box_exact(e, 0.0, N_VGetArrayPointer(y), N_VGetArrayPointer(yp));
  int flag = GALPHAInit2(mem, residual, 0.0, y, yp, NULL);
  if (!flag) { flag = GALPHASetUserData(mem, e); }
  if (!flag) { flag = GALPHASStolerances(mem, plan->rtol, SHARE * plan->rtol); }
  if (!flag) { flag = GALPHASetFixedStep(mem, plan->step); }
  if (!flag) { flag = GALPHASetOption(mem, "linear", SUNTRUE); }
  return flag;
}

static int set_solver(const struct elastic_plan *plan, void *mem,
                      SUNLinearSolver LS)
{
  int flag = GALPHASetLinearSolver(mem, LS, NULL);
  if (!flag) { flag = GALPHASetJacTimes2(mem, times); }
  if (!flag && plan->degree)
  {
    flag = GALPHASetPreconditioner2(mem, NULL, psolve);
  }
  return flag;
}

static void statistics(void *mem, struct elastic_outcome *out)
{
  GALPHAGetNumSteps(mem, &out->steps);
  GALPHAGetNumErrTestFails(mem, &out->failures);
  GALPHAGetNumResEvals(mem, &out->residuals);
  GALPHAGetNumLinSolves(mem, &out->solves);
  GALPHAGetNumLinIters(mem, &out->iters);
}

struct elastic_outcome elastic_solve(struct elastic *e,
                                     const struct elastic_plan *plan,
                                     SUNContext ctx, N_Vector y)
{
  struct elastic_outcome out = {.flag = -1};
  sunrealtype t              = 0.0;
  const int side             = plan->degree ? SUN_PREC_LEFT : SUN_PREC_NONE;
  void *mem                  = GALPHACreate(ctx);
  N_Vector yp                = N_VClone(y);
  SUNLinearSolver LS         = plan->pcg ? SUNLinSol_PCG(y, side, KRYLOV, ctx)
                                         : SUNLinSol_SPGMR(y, side, KRYLOV, ctx);
  e->degree                  = plan->degree;
  e->products                = 0;
  if (mem && yp && LS) { out.flag = state(e, plan, mem, y, yp); }
  if (!out.flag) { out.flag = set_solver(plan, mem, LS); }
  if (!out.flag) { out.flag = GALPHASetStopTime(mem, plan->tend); }
  if (!out.flag)
  {
    out.flag = GALPHASolve(mem, plan->tend, &t, y, yp, GALPHA_NORMAL);
  }
  if (out.flag == GALPHA_TSTOP_RETURN) { out.flag = 0; }
  statistics(mem, &out);
  out.products = e->products;
  if (yp) { N_VDestroy(yp); }
  if (LS) { SUNLinSolFree(LS); }
  GALPHAFree(&mem);
  return out;
}

sunrealtype elastic_box_error(struct elastic *e, sunrealtype t, N_Vector y)
{
  N_Vector exact = N_VClone(y), rate = N_VClone(y);
  sunrealtype error = HUGE_VAL;
  if (exact && rate)
  {
    elastic_box_exact(e, t, N_VGetArrayPointer(exact),
                      N_VGetArrayPointer(rate));
    N_VLinearSum(1.0, y, -1.0, exact, exact);
    error = N_VMaxNorm(exact);
  }
  if (exact) { N_VDestroy(exact); }
  if (rate) { N_VDestroy(rate); }
  return error;
}
