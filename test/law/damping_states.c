/* First-order states much faster than the step, in the residual form and beside a
 * mechanism: (E + r1)(E + r2) x = 0 (E: one step on) with r1 = r2 = rho of the state
 * in the coefficients of first order; with those of second order in their place r1 =
 * rho, r2 = (3rho-1)/(3-rho), so that the radius is max(rho, |1-3rho|/(3-rho)). Both
 * sets are of order 2. Control: the other set's polynomial does not fit. */
#include "support/models/callbacks.h"
#include "support/test.h"

#define COUNT 6

static sunrealtype *array(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

/* x' = -stiffness x, beside q'' = -q. */
static sunrealtype stiffness;

RESIDUAL2(residual)
{
  r[0] = ypp[0] + y[0];
  r[1] = yp[1] + stiffness * y[1];
}

STATES(states)
{
  F[0] = -stiffness * s[0];
}

STATE_FORCE(force)
{
  f[0] = -q[0];
}

struct run
{
  void *mem;
  int residual;
  sunrealtype t;
  N_Vector y, yp, s; /* y: (q, x), or q */
};

static void begin(struct run *r, int in_residual, sunrealtype rho, int set,
                  SUNContext ctx)
{
  sunrealtype orders[] = {2.0, 1.0}, one[] = {1.0};
  const sunindextype n  = in_residual ? 2 : 1;
  N_Vector o            = N_VMake_Serial(2, orders, ctx);
  N_Vector unit         = N_VMake_Serial(1, one, ctx);
  N_Vector ypp          = N_VNew_Serial(n, ctx);
  SUNMatrix M           = SUNDenseMatrix(1, 1, ctx);
  *r                    = (struct run){.residual = in_residual, .t = 0.0};
  r->mem                = GALPHACreate(ctx);
  r->y                  = N_VClone(ypp);
  r->yp                 = N_VClone(ypp);
  r->s                  = N_VClone(unit);
  SM_ELEMENT_D(M, 0, 0) = 1.0;
  N_VConst(1.0, r->y);
  N_VConst(0.0, r->yp);
  N_VConst(-1.0, ypp);
  if (in_residual)
  {
    array(r->yp)[1] = -stiffness;
    CHECK(!GALPHAInit2(r->mem, residual, 0.0, r->y, r->yp, ypp));
    CHECK(!GALPHASetDiffOrder(r->mem, o));
  }
  else
  {
    CHECK(!GALPHAInitMech(r->mem, NULL, M, NULL, 0.0, r->y, r->yp));
    CHECK(!GALPHASetStates(r->mem, unit, unit, states, force));
  }
  CHECK(!GALPHASetRhoInf(r->mem, rho));
  CHECK(!GALPHASetRhoInfState(r->mem,
                              set == GALPHA_STATES_FIRST_ORDER ? rho : 0.9));
  CHECK(!GALPHASetOption(r->mem, "state_coefficients", set));
  CHECK(!GALPHASStolerances(r->mem, 1e-12, 1e-100));
  SUNMatDestroy(M);
  N_VDestroy(ypp);
  N_VDestroy(unit);
  N_VDestroy(o);
}

static void end(struct run *r)
{
  GALPHAFree(&r->mem);
  N_VDestroy(r->y);
  N_VDestroy(r->yp);
  N_VDestroy(r->s);
}

/* x after a step of h. */
static sunrealtype step(struct run *r, sunrealtype h)
{
  CHECK(!GALPHASetFixedStep(r->mem, h));
  CHECK(!GALPHASolve(r->mem, r->t + h, &r->t, r->y, r->yp, GALPHA_ONE_STEP));
  if (r->residual) { return array(r->y)[1]; }
  CHECK(!GALPHAGetStates(r->mem, r->t, r->s));
  return array(r->s)[0];
}

/* Largest (E + r1)(E + r2) x by the largest x. */
static sunrealtype misfit(const sunrealtype x[COUNT], sunrealtype r1,
                          sunrealtype r2)
{
  sunrealtype worst = 0.0, size = 0.0;
  for (int n = 0; n + 2 < COUNT; n++)
  {
    worst = fmax(worst, fabs(x[n + 2] + (r1 + r2) * x[n + 1] + r1 * r2 * x[n]));
    size  = fmax(size, fabs(x[n]));
  }
  return worst / size;
}

/* Roots of the recurrence x[n+2] = s x[n+1] - p x[n] of the last four values: the
 * larger modulus. */
static sunrealtype radius(const sunrealtype *x)
{
  const sunrealtype det = x[1] * x[1] - x[0] * x[2];
  const sunrealtype s   = (x[1] * x[2] - x[0] * x[3]) / det;
  const sunrealtype p   = (x[2] * x[2] - x[1] * x[3]) / det;
  const sunrealtype d   = 0.25 * s * s - p;
  return d > 0.0 ? 0.5 * fabs(s) + sqrt(d) : sqrt(p);
}

static void check_radius(SUNContext ctx, int in_residual, sunrealtype rho)
{
  const sunrealtype other = (3.0 * rho - 1.0) / (3.0 - rho);
  const sunrealtype bound = fmax(rho, fabs(other));
  for (int set = GALPHA_STATES_FIRST_ORDER; set <= GALPHA_STATES_SECOND_ORDER;
       set++)
  {
    const int second = set == GALPHA_STATES_SECOND_ORDER;
    sunrealtype x[COUNT];
    struct run r;
    stiffness = 1e8;
    begin(&r, in_residual, rho, set, ctx);
    for (int n = 0; n < COUNT; n++) { x[n] = step(&r, 1.0); }
    end(&r);
    const sunrealtype measured = radius(x);
    printf("%s, rho %.2f, set %d: radius %.4f\n",
           in_residual ? "residual" : "states", rho, set, measured);
    CHECK(misfit(x, rho, second ? other : rho) <= 1e-6);
    /* with rho = 0 nothing is left after one step, which fits anything */
    CHECK((!second && rho == 0.0) ||
          misfit(x, rho, second ? rho : other) > 1e-3);
    /* a double root moves with the square root of what is left of 1/stiffness */
    CHECK(fabs(measured - (second ? bound : rho)) <= (second ? 1e-4 : 1e-3));
  }
}

/* Error of x' = -x at 2 with steps h, or h/2 and 3h/2 in turn. */
static sunrealtype error(SUNContext ctx, int in_residual, sunrealtype rho,
                         int varying, sunrealtype h)
{
  struct run r;
  sunrealtype x = 0.0;
  stiffness     = 1.0;
  begin(&r, in_residual, rho, GALPHA_STATES_SECOND_ORDER, ctx);
  for (int n = 0; r.t < 2.0 - 1e-9; n++)
  {
    x = step(&r, varying ? h * (n % 2 ? 1.5 : 0.5) : h);
  }
  end(&r);
  return fabs(x - exp(-2.0));
}

static void check_order(SUNContext ctx, int in_residual, sunrealtype rho)
{
  for (int varying = 0; varying < 2; varying++)
  {
    const sunrealtype coarse = error(ctx, in_residual, rho, varying, 0.02);
    const sunrealtype fine   = error(ctx, in_residual, rho, varying, 0.01);
    CHECK_IN(log2(coarse / fine), 1.9, 2.1);
  }
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[] = {0.0, 0.1, 0.17, 0.5, 0.8, 0.95};
  for (int in_residual = 0; in_residual < 2; in_residual++)
  {
    for (int i = 0; i < 6; i++)
    {
      check_radius(ctx, in_residual, rho[i]);
      check_order(ctx, in_residual, rho[i]);
    }
  }
}
