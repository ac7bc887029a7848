/* v'' at the start: of a slow and a fast oscillator in one system, of a pendulum on a
 * bar, against closed forms. Control: one difference over the least increment in use,
 * 1e-10, is far off, where the fast one is fast. */
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "check.h"
#include "galpha_impl.h"
#include "sundials_compat.h"

#define SLOW 1.0

static int springs(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                   void *data)
{
  const sunrealtype omega = *(sunrealtype *)data;
  (void)t, (void)v;
  N_VGetArrayPointer(f)[0] = -SLOW * SLOW * N_VGetArrayPointer(q)[0];
  N_VGetArrayPointer(f)[1] = -omega * omega * N_VGetArrayPointer(q)[1];
  return 0;
}

static int gravity(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                   void *data)
{
  (void)t, (void)q, (void)v, (void)data;
  N_VGetArrayPointer(f)[0] = 0.0;
  N_VGetArrayPointer(f)[1] = -9.81;
  return 0;
}

static int bar(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  const sunrealtype *x     = N_VGetArrayPointer(q);
  N_VGetArrayPointer(g)[0] = 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
  (void)t, (void)data;
  return 0;
}

static int bar_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  SM_ELEMENT_D(G, 0, 0) = N_VGetArrayPointer(q)[0];
  SM_ELEMENT_D(G, 0, 1) = N_VGetArrayPointer(q)[1];
  (void)t, (void)data;
  return 0;
}

/* Largest distance of v'' from expected, as a share of its size. */
static sunrealtype off(void *mem, const sunrealtype *expected)
{
  const sunrealtype *jerk =
    N_VGetArrayPointer(((struct galpha_mem *)mem)->form.jerk);
  const sunrealtype size = fmax(fabs(expected[0]), fabs(expected[1]));
  return fmax(fabs(jerk[0] - expected[0]), fabs(jerk[1] - expected[1])) / size;
}

struct model
{
  void *mem;
  N_Vector q, v;
  SUNMatrix M;
  sunrealtype omega;
};

static void begin(struct model *m, GALPHAForceFn force, const sunrealtype *q,
                  const sunrealtype *v, SUNContext ctx)
{
  m->mem = GALPHACreate(ctx);
  m->q   = N_VNew_Serial(2, ctx);
  m->v   = N_VNew_Serial(2, ctx);
  m->M   = SUNDenseMatrix(2, 2, ctx);
  for (int i = 0; i < 2; i++)
  {
    N_VGetArrayPointer(m->q)[i] = q[i];
    N_VGetArrayPointer(m->v)[i] = v[i];
    SM_ELEMENT_D(m->M, i, i)    = 1.0;
  }
  CHECK(!GALPHAInitMech(m->mem, NULL, m->M, force, 0.0, m->q, m->v));
  CHECK(!GALPHASetUserData(m->mem, &m->omega));
  CHECK(!GALPHASStolerances(m->mem, 1e-6, 1e-6));
}

static void end(struct model *m)
{
  GALPHAFree(&m->mem);
  N_VDestroy(m->q);
  N_VDestroy(m->v);
  SUNMatDestroy(m->M);
}

static void step(struct model *m)
{
  sunrealtype t;
  CHECK(!GALPHASolve(m->mem, 1.0, &t, m->q, m->v, GALPHA_ONE_STEP));
}

/* The spring moves by q + d v + d^2 a/2, to which forces are linear. */
static sunrealtype one_difference(sunrealtype omega, sunrealtype q,
                                  sunrealtype v)
{
  return 0.5 * 1e-10 * omega * omega * fabs(q / v);
}

static void check_springs(sunrealtype omega, sunrealtype bound, SUNContext ctx)
{
  struct model m        = {.omega = omega};
  const sunrealtype q[] = {1.0, 0.5}, v[] = {0.3, -0.2};
  const sunrealtype exact[2] = {-SLOW * SLOW * v[0], -omega * omega * v[1]};
  begin(&m, springs, q, v, ctx);
  step(&m);
  printf("omega %.0e: off by %.1e\n", omega, off(m.mem, exact));
  CHECK(off(m.mem, exact) <= bound);
  CHECK(omega < 1e4 || one_difference(omega, q[1], v[1]) > 10.0 * bound);
  end(&m);
}

/* phi from the vertical: x = sin phi, y = -cos phi, phi'' = -9.81 sin phi. */
static void check_pendulum(sunrealtype phi, sunrealtype rate, SUNContext ctx)
{
  struct model m      = {.omega = 0.0};
  const sunrealtype s = sin(phi), c = cos(phi), a = -9.81 * s;
  const sunrealtype jump = -9.81 * c * rate - rate * rate * rate;
  const sunrealtype q[] = {s, -c}, v[] = {rate * c, rate * s};
  const sunrealtype exact[] = {c * jump - 3.0 * s * rate * a,
                               s * jump + 3.0 * c * rate * a};
  begin(&m, gravity, q, v, ctx);
  N_Vector lambda = N_VNew_Serial(1, ctx);
  SUNMatrix G     = SUNDenseMatrix(1, 2, ctx);
  N_VConst(0.0, lambda);
  CHECK(!GALPHASetHolonomic(m.mem, lambda, bar, G, bar_jac));
  step(&m);
  printf("pendulum at %.1f: off by %.1e\n", phi, off(m.mem, exact));
  CHECK(off(m.mem, exact) <= 1e-4);
  end(&m);
  N_VDestroy(lambda);
  SUNMatDestroy(G);
}

int main(void)
{
  SUNContext ctx = galpha_test_context();
  check_springs(1.0, 1e-10, ctx);
  check_springs(1e2, 1e-6, ctx);
  check_springs(1e4, 1e-4, ctx);
  check_springs(1e6, 0.2, ctx);
  check_pendulum(0.3, 2.0, ctx);
  check_pendulum(1.5, -5.0, ctx);
  SUNContext_Free(&ctx);
  return check_done();
}
