/* A sledge and a linear equation that count the calls of what may be set, and setters
 * of functions, matrices, vectors and solvers, with and without NULL. */
#ifndef GALPHA_TEST_UNIT_API_NULL_IS_DEFAULT_MODEL_H
#define GALPHA_TEST_UNIT_API_NULL_IS_DEFAULT_MODEL_H

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "support/check/check.h"
#include "support/check/sundials_compat.h"
#include "support/models/callbacks.h"

/* Calls of what may be set. */
static long int used;

static sunrealtype *data(N_Vector v)
{
  return N_VGetArrayPointer(v);
}

/* ---- a sledge that is lifted: q = (x, y, angle, z), g = z - sin t, and k, which
 * forbids motion across the runner; a spring and a damper at its centre ---- */

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *user)
{
  N_VLinearSum(-2.0, q, -0.1, v, f);
  return 0;
}

HOLONOMIC(g_fn)
{
  (void)data;
  g[0] = q[3] - sin(t);
}

HOLONOMIC_JAC(G_fn)
{
  SUNMatZero(G);
  SM_ELEMENT_D(G, 0, 3) = 1.0;
}

HOLONOMIC(rate)
{
  used++;
  g[0] = -cos(t);
}

NONHOLONOMIC(k_fn)
{
  k[0] = v[0] * sin(q[2]) - v[1] * cos(q[2]);
}

NONHOLONOMIC_JAC(K_fn)
{
  SUNMatZero(K);
  SM_ELEMENT_D(K, 0, 0) = sin(q[2]);
  SM_ELEMENT_D(K, 0, 1) = -cos(q[2]);
}

NONHOLONOMIC_JAC(Kq_fn)
{
  used++;
  SUNMatZero(K);
  SM_ELEMENT_D(K, 0, 2) = v[0] * cos(q[2]) + v[1] * sin(q[2]);
}

static int diagonal(SUNMatrix J, sunrealtype c)
{
  used++;
  SUNMatZero(J);
  for (int i = 0; i < 4; i++) { SM_ELEMENT_D(J, i, i) = c; }
  return 0;
}

static int Fq_fn(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                 N_Vector psi, SUNMatrix J, void *user)
{
  return diagonal(J, -2.0);
}

static int Fv_fn(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                 N_Vector psi, SUNMatrix J, void *user)
{
  return diagonal(J, -0.1);
}

FORCE_JAC(R_fn)
{
  used++;
  SUNMatZero(J);
  SM_ELEMENT_D(J, 0, 2) = psi[0] * cos(q[2]);
  SM_ELEMENT_D(J, 1, 2) = psi[0] * sin(q[2]);
}

/* Twice the spring: another motion. */
static int general(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, N_Vector f, void *user)
{
  used++;
  N_VLinearSum(-4.0, q, -0.1, v, f);
  data(f)[0] -= data(psi)[0] * sin(data(q)[2]);
  data(f)[1] += data(psi)[0] * cos(data(q)[2]);
  data(f)[3] -= data(lambda)[0];
  return 0;
}

ROOTS(root)
{
  g[0] = y[0] - 0.5; /* falls through 0 */
}

static sunrealtype clock_fn(void *user)
{
  used++;
  return 0.0;
}

static void handler(int code, const char *module, const char *function,
                    char *msg, void *user)
{
  used++;
}

static int solve_counted(SUNLinearSolver LS, SUNMatrix A, N_Vector x,
                         N_Vector b, sunrealtype tol)
{
  used++;
  return SUNLinSolSolve_Dense(LS, A, x, b, tol);
}

static int newton_counted(SUNNonlinearSolver NLS, N_Vector y0, N_Vector y,
                          N_Vector w, sunrealtype tol, sunbooleantype setup,
                          void *mem)
{
  used++;
  return SUNNonlinSolSolve_Newton(NLS, y0, y, w, tol, setup, mem);
}

/* What the setters take; freed after the integrator. */
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

static int set_RootDirection(void *mem, const struct means *m, int on)
{
  int up = 1;
  return GALPHASetRootDirection(mem, on ? &up : NULL);
}

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

/* ---- y0' = -y0 + y1, y1 = cos t; and as F(t,y,y',y'') with y0'' ---- */

RESIDUAL1(res)
{
  (void)data;
  r[0] = yp[0] + y[0] - y[1];
  r[1] = y[1] - cos(t);
}

static int res_counted(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                       void *user)
{
  used++;
  return res(t, y, yp, r, user);
}

RESIDUAL2(res2)
{
  (void)data;
  r[0] = ypp[0] + yp[0] + y[0] - y[1];
  r[1] = yp[1] + y[1] - cos(t);
}

RESIDUAL1_JAC(jac)
{
  used++;
  SM_ELEMENT_D(J, 0, 0) = cj + 1.0;
  SM_ELEMENT_D(J, 0, 1) = -1.0;
  SM_ELEMENT_D(J, 1, 0) = 0.0;
  SM_ELEMENT_D(J, 1, 1) = 1.0;
}

static int jac2(sunrealtype t, const sunrealtype *c, N_Vector y, N_Vector yp,
                N_Vector ypp, N_Vector r, SUNMatrix J, void *user, N_Vector w1,
                N_Vector w2, N_Vector w3)
{
  return jac(t, c[2] + c[1], y, yp, r, J, user, w1, w2, w3);
}

static int jtimes(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector v, N_Vector Jv, sunrealtype cj, void *user,
                  N_Vector w1, N_Vector w2)
{
  used++;
  data(Jv)[0] = (cj + 1.0) * data(v)[0] - data(v)[1];
  data(Jv)[1] = data(v)[1];
  return 0;
}

static int jtimes2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                   N_Vector r, N_Vector v, N_Vector vp, N_Vector vpp,
                   N_Vector Jv, void *user)
{
  used++;
  data(Jv)[0] = data(vp)[0] + data(v)[0] - data(v)[1];
  data(Jv)[1] = data(v)[1];
  return 0;
}

static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *user)
{
  used++;
  data(z)[1] = data(rhs)[1];
  data(z)[0] = (data(rhs)[0] + data(z)[1]) / (cj + 1.0);
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

#endif
