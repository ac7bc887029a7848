/* x'' = 1/(t - 1) from just after t = 1 on: nearly all of the velocity, log((t - 1)/d),
 * is made right after the start. Positions alone would allow a first step far too
 * long; it is cut, in every form, and the velocity is right to a tenth however small d
 * is. Without the cut it is wrong by a factor (control). Where t can hardly be told
 * from 1 an error may end the run. A damped mass that comes up to speed at once is
 * none of this: no step is cut. */
#include "support/models/callbacks.h"
#include "support/test.h"

FORCE(force)
{
  f[0] = 1.0 / (t - 1.0);
}

RESIDUAL2(residual)
{
  r[0] = ypp[0] - 1.0 / (t - 1.0);
}

FORCE(damper)
{
  const sunrealtype speed = cos(q[0] + t);
  f[0]                    = -1e6 * (v[0] - speed);
}

struct run
{
  void *mem;
  N_Vector q, v;
  SUNMatrix M;
  struct caught said;
  sunrealtype t;
};

/* formulation 0: the residual form */
static void begin(struct run *r, int formulation, GALPHAForceFn f,
                  sunrealtype t0, SUNContext ctx)
{
  r->mem  = GALPHACreate(ctx);
  r->said = (struct caught){0};
  r->q    = N_VNew_Serial(1, ctx);
  r->v    = N_VNew_Serial(1, ctx);
  r->M    = SUNDenseMatrix(1, 1, ctx);
  N_VConst(0.0, r->q);
  N_VConst(0.0, r->v);
  SM_ELEMENT_D(r->M, 0, 0) = 1.0;
  CHECK(!GALPHASetErrHandlerFn(r->mem, caught_handler, &r->said));
  if (formulation)
  {
    CHECK(!GALPHAInitMech(r->mem, NULL, r->M, f, t0, r->q, r->v));
    CHECK(!GALPHASetFormulation(r->mem, formulation));
  }
  else { CHECK(!GALPHAInit2(r->mem, residual, t0, r->q, r->v, NULL)); }
  CHECK(!GALPHASStolerances(r->mem, 1e-6, 1e-6));
  CHECK(!GALPHASetErrorTest(r->mem, GALPHA_TEST_POSITIONS));
}

static void end(struct run *r)
{
  GALPHAFree(&r->mem);
  N_VDestroy(r->q);
  N_VDestroy(r->v);
  SUNMatDestroy(r->M);
}

static sunrealtype velocity(const struct run *r)
{
  return N_VGetArrayPointer(r->v)[0];
}

static int to(struct run *r, sunrealtype t)
{
  return GALPHASolve(r->mem, t, &r->t, r->q, r->v, GALPHA_NORMAL);
}

static void check_velocity(SUNContext ctx, int formulation, sunrealtype d)
{
  struct run r;
  const sunrealtype t0 = 1.0 + d, exact = -log(t0 - 1.0);
  begin(&r, formulation, force, t0, ctx);
  const int code = to(&r, 2.0);
  printf("formulation %d, d = %.0e: code %d, v = %.4g, exact %.4g\n",
         formulation, d, code, velocity(&r), exact);
  CHECK(code == 0 || (d < 1e-14 && code == GALPHA_ERR_FAIL));
  if (code == 0) { CHECK_REL(velocity(&r), exact, 0.1); }
  end(&r);
}

/* One failed error test is the end of a run: then none is asked for. */
static void check_control(SUNContext ctx)
{
  struct run r;
  begin(&r, GALPHA_SOI2, force, 1.0 + 1e-12, ctx);
  CHECK(!GALPHASetMaxErrTestFails(r.mem, 1));
  CHECK(!GALPHASetInitStep(r.mem, 1e-9));
  CHECK(to(&r, 2.0) == 0 && velocity(&r) > 100.0);
  end(&r);
}

static void check_damper(SUNContext ctx)
{
  struct run r;
  long int fails = -1, steps = -1;
  begin(&r, GALPHA_SOI2, damper, 0.0, ctx);
  CHECK(!to(&r, 1.0));
  CHECK(!GALPHAGetNumErrTestFails(r.mem, &fails));
  CHECK(!GALPHAGetNumSteps(r.mem, &steps));
  printf("damper: %ld steps, %ld failures\n", steps, fails);
  CHECK(fails == 0);
  end(&r);
}

TEST_MAIN(ctx)
{
  for (int formulation = 0; formulation <= GALPHA_INDEX3; formulation++)
  {
    for (sunrealtype d = 1e-6; d > 1e-16; d *= 1e-3)
    {
      check_velocity(ctx, formulation, d);
    }
  }
  check_control(ctx);
  check_damper(ctx);
}
