/* A sledge and a linear equation that count the calls of what may be set, and setters
 * of functions, matrices, vectors and solvers, with and without NULL. */
#pragma once

#include "support/test.h"

/* Calls of what may be set: those of formulas with COUNTED. */
static long int used;
#define COUNTED(x) (used++, (x))

static sunrealtype *values(N_Vector v)
{
  return N_VGetArrayPointer(v);
}

/* ---- a sledge that is lifted: q = (x, y, angle, z), g = z - sin t, and k, which
 * forbids motion across the runner; a spring and a damper at its centre ---- */

FORCE_EACH(force, -2.0 * q[i] - 0.1 * v[i])
HOLONOMIC_IS(g_fn, q[3] - sin(t))
HOLONOMIC_JAC_IS(G_fn, {0, 3, 1.0})
HOLONOMIC_IS(rate, COUNTED(-cos(t)))
NONHOLONOMIC_IS(k_fn, v[0] * sin(q[2]) - v[1] * cos(q[2]))
NONHOLONOMIC_JAC_IS(K_fn, {0, 0, sin(q[2])}, {0, 1, -cos(q[2])})
NONHOLONOMIC_JAC_IS(Kq_fn, {0, 2, COUNTED(v[0] * cos(q[2]) + v[1] * sin(q[2]))})
FORCE_JAC_IS(Fq_fn, {0, 0, COUNTED(-2.0)}, {1, 1, -2.0}, {2, 2, -2.0},
             {3, 3, -2.0})
FORCE_JAC_IS(Fv_fn, {0, 0, COUNTED(-0.1)}, {1, 1, -0.1}, {2, 2, -0.1},
             {3, 3, -0.1})
FORCE_JAC_IS(R_fn, {0, 2, COUNTED(psi[0] * cos(q[2]))},
             {1, 2, psi[0] * sin(q[2])})

/* Twice the spring: another motion. */
GENERAL_FORCE(general)
{
  used++;
  for (int i = 0; i < 4; i++) { f[i] = -4.0 * q[i] - 0.1 * v[i]; }
  f[0] -= psi[0] * sin(q[2]);
  f[1] += psi[0] * cos(q[2]);
  f[3] -= lambda[0];
}

ROOTS_IS(root, y[0] - 0.5) /* falls through 0 */

static sunrealtype clock_fn(void *user)
{
  return COUNTED(0.0);
}

static void handler(int code, const char *module, const char *function,
                    char *msg, void *user)
{
  used++;
}

static int solve_counted(SUNLinearSolver LS, SUNMatrix A, N_Vector x,
                         N_Vector b, sunrealtype tol)
{
  return COUNTED(SUNLinSolSolve_Dense(LS, A, x, b, tol));
}

static int newton_counted(SUNNonlinearSolver NLS, N_Vector y0, N_Vector y,
                          N_Vector w, sunrealtype tol, sunbooleantype setup,
                          void *mem)
{
  return COUNTED(SUNNonlinSolSolve_Newton(NLS, y0, y, w, tol, setup, mem));
}

/* What the setters take. */
struct means
{
  SUNMatrix A44, A14, A42, A;
  SUNLinearSolver LS, krylov;
  SUNNonlinearSolver NLS;
  N_Vector like, two;
};

struct row
{
  const char *name;
  int (*set)(void *mem, const struct means *m, int on);
};

#define ROW(name, on_args, off_args)                                \
  static int set_##name(void *mem, const struct means *m, int on)   \
  {                                                                 \
    (void)m;                                                        \
    return on ? GALPHASet##name on_args : GALPHASet##name off_args; \
  }

ROW(ForceJacPos, (mem, m->A44, Fq_fn), (mem, NULL, NULL))
ROW(ForceJacVel, (mem, m->A44, Fv_fn), (mem, NULL, NULL))
ROW(NonholonomicJacPos, (mem, m->A14, Kq_fn), (mem, NULL, NULL))
ROW(HolonomicRate, (mem, rate), (mem, NULL))
ROW(ReactionJac, (mem, m->A44, R_fn), (mem, NULL, NULL))
ROW(GeneralForce, (mem, general, m->A42, NULL), (mem, NULL, NULL, NULL))
ROW(Clock, (mem, clock_fn, NULL), (mem, NULL, NULL))
ROW(LinearSolver, (mem, m->LS, m->A), (mem, NULL, NULL))
ROW(NonlinearSolver, (mem, m->NLS), (mem, NULL))
ROW(ErrHandlerFn, (mem, handler, NULL), (mem, NULL, NULL))
ROW(RootDirection, (mem, (int[]){1}), (mem, NULL))

#define NAMED(name)   \
  {                   \
#name, set_##name \
  }
static const struct row mechanics[] = {
  NAMED(ForceJacPos),   NAMED(ForceJacVel),  NAMED(NonholonomicJacPos),
  NAMED(HolonomicRate), NAMED(ReactionJac),  NAMED(GeneralForce),
  NAMED(Clock),         NAMED(LinearSolver), NAMED(NonlinearSolver),
  NAMED(RootDirection), NAMED(ErrHandlerFn),
};

/* y0' = -y0 + y1, y1 = cos t; and as F(t,y,y',y'') with y0''. */

RESIDUAL1_IS(res, yp[0] + y[0] - y[1], y[1] - cos(t))
RESIDUAL1_IS(res_counted, COUNTED(yp[0] + y[0] - y[1]), y[1] - cos(t))
RESIDUAL2_IS(res2, ypp[0] + yp[0] + y[0] - y[1], yp[1] + y[1] - cos(t))
RESIDUAL1_JAC_IS(jac, {0, 0, COUNTED(cj + 1.0)}, {0, 1, -1.0}, {1, 0, 0.0},
                 {1, 1, 1.0})
RESIDUAL2_JAC_IS(jac2, {0, 0, COUNTED(c[2] + c[1] + 1.0)}, {0, 1, -1.0},
                 {1, 0, 0.0}, {1, 1, 1.0})

static int jtimes(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector v, N_Vector Jv, sunrealtype cj, void *user,
                  N_Vector w1, N_Vector w2)
{
  used++;
  values(Jv)[0] = (cj + 1.0) * values(v)[0] - values(v)[1];
  values(Jv)[1] = values(v)[1];
  return 0;
}

static int jtimes2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                   N_Vector r, N_Vector v, N_Vector vp, N_Vector vpp,
                   N_Vector Jv, void *user)
{
  used++;
  values(Jv)[0] = values(vp)[0] + values(v)[0] - values(v)[1];
  values(Jv)[1] = values(v)[1];
  return 0;
}

static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *user)
{
  used++;
  values(z)[1] = values(rhs)[1];
  values(z)[0] = (values(rhs)[0] + values(z)[1]) / (cj + 1.0);
  return 0;
}

static int psolve2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                   N_Vector r, N_Vector rhs, N_Vector z, const sunrealtype *c,
                   sunrealtype delta, void *user)
{
  return psolve(t, y, yp, r, rhs, z, c[0], delta, user);
}

ROW(JacFn, (mem, jac), (mem, NULL))
ROW(Jac2Fn, (mem, jac2), (mem, NULL))
ROW(NlsResFn, (mem, res_counted), (mem, NULL))
ROW(JacTimes, (mem, NULL, jtimes), (mem, NULL, NULL))
ROW(JacTimes2, (mem, jtimes2), (mem, NULL))
ROW(JacTimesResFn, (mem, res_counted), (mem, NULL))
ROW(Preconditioner, (mem, NULL, psolve), (mem, NULL, NULL))
ROW(Preconditioner2, (mem, NULL, psolve2), (mem, NULL, NULL))
ROW(Id, (mem, m->like), (mem, NULL))
ROW(Constraints, (mem, m->like), (mem, NULL))
ROW(DiffOrder, (mem, m->two), (mem, NULL))

static const struct row direct[] = {NAMED(JacFn), NAMED(NlsResFn), NAMED(Id),
                                    NAMED(Constraints)};
static const struct row krylov[] = {NAMED(JacTimes), NAMED(JacTimes2),
                                    NAMED(JacTimesResFn)};
static const struct row preconditioned[] = {NAMED(Preconditioner),
                                            NAMED(Preconditioner2)};
static const struct row second[]         = {NAMED(Jac2Fn), NAMED(DiffOrder)};
