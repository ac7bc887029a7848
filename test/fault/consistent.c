/* GALPHACalcIC of F(t,y,y') = 0 when the k-th call of a callback fails, for every
 * k until none is left: a code and one message, or the right values; and a second
 * attempt on the same object is right in any case. */
#include "support/test.h"

enum callback
{
  RES,
  JAC,
  TIMES,
  PSETUP,
  PSOLVE,
  WEIGHTS,
  CALLBACKS
};

enum failure
{
  RECOVERABLE,
  FATAL,
  NOT_A_NUMBER,
  FAILURES
};

struct faults
{
  enum callback which;
  enum failure how;
  long int left; /* calls of it until it fails; < 0: it does not */
  int for_good;
};

/* What the callback is to return; result: spoiled in place of that. */
static int fails(struct faults *f, enum callback which, sunrealtype *result)
{
  if (which != f->which || f->left < 0) { return 0; }
  if (f->left > 0) { f->left--; }
  if (f->left > 0) { return 0; }
  if (!f->for_good) { f->left = -1; }
  if (f->how == NOT_A_NUMBER && result) { *result = (sunrealtype)NAN; }
  return f->how == RECOVERABLE ? 1 : f->how == FATAL ? -1 : 0;
}

/* y' = -y z, exp(z) + z = y: y = 1 + e gives z = 1 and y' = -y. */
static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  const sunrealtype *u = N_VGetArrayPointer(y);
  NV_Ith_S(r, 0)       = NV_Ith_S(yp, 0) + u[0] * u[1];
  NV_Ith_S(r, 1)       = exp(u[1]) + u[1] - u[0];
  return fails(data, RES, &NV_Ith_S(r, 1));
}

static int jac(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
               N_Vector r, SUNMatrix J, void *data, N_Vector tmp1,
               N_Vector tmp2, N_Vector tmp3)
{
  const sunrealtype *u  = N_VGetArrayPointer(y);
  SM_ELEMENT_D(J, 0, 0) = cj + u[1];
  SM_ELEMENT_D(J, 0, 1) = u[0];
  SM_ELEMENT_D(J, 1, 0) = -1.0;
  SM_ELEMENT_D(J, 1, 1) = exp(u[1]) + 1.0;
  return fails(data, JAC, &SM_ELEMENT_D(J, 1, 1));
}

static int times(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, N_Vector v,
                 N_Vector Jv, sunrealtype cj, void *data, N_Vector tmp1,
                 N_Vector tmp2)
{
  const sunrealtype *u = N_VGetArrayPointer(y), *x = N_VGetArrayPointer(v);
  sunrealtype *out = N_VGetArrayPointer(Jv);
  out[0]           = (cj + u[1]) * x[0] + u[0] * x[1];
  out[1]           = -x[0] + (exp(u[1]) + 1.0) * x[1];
  return fails(data, TIMES, &out[1]);
}

static int psetup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  sunrealtype cj, void *data)
{
  return fails(data, PSETUP, NULL);
}

static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *data)
{
  N_VGetArrayPointer(z)[0] = N_VGetArrayPointer(rhs)[0] / cj;
  N_VGetArrayPointer(z)[1] = N_VGetArrayPointer(rhs)[1];
  return fails(data, PSOLVE, &N_VGetArrayPointer(z)[1]);
}

static int weights(N_Vector y, N_Vector ewt, void *data)
{
  N_VAbs(y, ewt);
  N_VScale(1e-6, ewt, ewt);
  N_VAddConst(ewt, 1e-8, ewt);
  N_VInv(ewt, ewt);
  return fails(data, WEIGHTS, &N_VGetArrayPointer(ewt)[1]);
}

struct object
{
  struct faults faults;
  struct small s;
};

static void begin(struct object *o, int krylov)
{
  o->faults = (struct faults){.left = -1};
  BEGIN(&o->s, .n = 2, .q = VALUES(1.0 + exp(1.0), 0.2), .res1 = res,
        .data = &o->faults);
  N_Vector y         = o->s.q;
  SUNMatrix A        = krylov ? NULL : KEEP(SUNDenseMatrix(2, 2, ctx));
  SUNLinearSolver LS = KEEP(krylov ? SUNLinSol_SPGMR(y, SUN_PREC_LEFT, 5, ctx)
                                   : SUNLinSol_Dense(y, A, ctx));
  void *mem          = o->s.mem;
  CHECK(!GALPHAWFtolerances(mem, weights));
  CHECK(!GALPHASetId(mem, small_vector(ctx, 2, VALUES(1.0, 0.0))));
  CHECK(!GALPHASetLinearSolver(mem, LS, A));
  CHECK(
    !(krylov ? GALPHASetJacTimes(mem, NULL, times) : GALPHASetJacFn(mem, jac)));
  if (krylov) { CHECK(!GALPHASetPreconditioner(mem, psetup, psolve)); }
}

static void check_right(struct object *o, sunrealtype tol)
{
  const sunrealtype *y = small_q(&o->s);
  CHECK(!GALPHAGetConsistentIC(o->s.mem, o->s.q, o->s.v));
  CHECK(fabs(y[0] - 1.0 - exp(1.0)) == 0.0);
  CHECK_REL(y[1], 1.0, tol);
  CHECK_REL(small_v(&o->s)[0], -1.0 - exp(1.0), tol);
}

/* The k-th call fails; whether it was reached. */
static int reached(struct faults faults, int krylov)
{
  struct object o;
  begin(&o, krylov);
  o.faults       = faults;
  const int code = GALPHACalcIC(o.s.mem, GALPHA_YA_YDP_INIT, 1.0);
  const int left = o.faults.left > 0;
  CHECK(code <= 0 && o.s.said.count == (code != 0));
  CHECK(code == 0 || o.s.said.code == code);
  if (code == 0) { check_right(&o, 1e-7); }
  if (left) { CHECK(code == 0); }
  o.faults.left = -1;
  CHECK(GALPHACalcIC(o.s.mem, GALPHA_YA_YDP_INIT, 1.0) == 0);
  check_right(&o, krylov ? 1e-8 : 1e-13);
  return !left;
}

TEST_MAIN()
{
  test_quiet();
  for (int which = 0; which < CALLBACKS; which++)
  {
    const int krylov = which >= TIMES && which <= PSOLVE;
    for (int how = 0; how < 2 * FAILURES; how++)
    {
      struct faults f = {.which    = (enum callback)which,
                         .how      = (enum failure)(how / 2),
                         .left     = 1,
                         .for_good = how % 2};
      while (f.left < 200 && reached(f, krylov)) { f.left++; }
      check_of("callback %d, failure %d", which, how);
      CHECK(f.left > 2 || (which == PSETUP && f.left > 1));
      CHECK(f.left < 200);
    }
  }
}
