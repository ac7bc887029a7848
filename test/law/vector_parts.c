/* The residual form on a vector of two parts without an array of its own: a
 * chain of masses in one part, filters and an output in the other. Krylov
 * solvers, with and without a preconditioner that sees the parts, give what a
 * serial vector gives; a matrix without its Jacobian is refused. */
#include "support/test.h"

#ifdef GALPHA_TEST_HAVE_NVECMANYVECTOR

#include <nvector/nvector_manyvector.h>

#define MASSES  12
#define FILTERS 13 /* the last is an output */
#define SIZE    (MASSES + FILTERS)
#define SPRING  40.0

static sunrealtype *part(N_Vector x, int k)
{
  if (N_VGetVectorID(x) == SUNDIALS_NVEC_MANYVECTOR)
  {
    return N_VGetSubvectorArrayPointer_ManyVector(x, k);
  }
  return N_VGetArrayPointer(x) + (k ? MASSES : 0);
}

/* What the preconditioner holds, and its calls. */
struct held
{
  sunrealtype mass[MASSES]; /* diagonal of the masses' equations */
  long int setups, solves;
};

static int chain(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                 N_Vector r, void *data)
{
  const sunrealtype *u = part(y, 0), *v = part(yp, 0), *a = part(ypp, 0);
  const sunrealtype *s = part(y, 1), *w = part(yp, 1);
  sunrealtype *f = part(r, 0), *g = part(r, 1);
  g[MASSES] = s[MASSES] - u[0] * u[MASSES - 1];
  for (int i = 0; i < MASSES; i++)
  {
    const sunrealtype left  = i > 0 ? u[i - 1] : sin(3.0 * t);
    const sunrealtype right = i + 1 < MASSES ? u[i + 1] : 0.0;
    f[i] = a[i] + 0.1 * v[i] + SPRING * (2.0 * u[i] - left - right) +
           u[i] * u[i] * u[i] + s[i];
    g[i] = w[i] + 5.0 * s[i] - v[i] - s[MASSES];
  }
  return 0;
}

static int psetup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, const sunrealtype *c, void *data)
{
  struct held *h       = data;
  const sunrealtype *u = part(y, 0);
  h->setups++;
  for (int i = 0; i < MASSES; i++)
  {
    h->mass[i] = c[2] + 0.1 * c[1] + 2.0 * SPRING + 3.0 * u[i] * u[i];
  }
  return 0;
}

/* The tridiagonal system of the masses, then the filters by their diagonal. */
static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, N_Vector rhs, N_Vector z, const sunrealtype *c,
                  sunrealtype delta, void *data)
{
  struct held *h       = data;
  const sunrealtype *b = part(rhs, 0), *d = part(rhs, 1);
  sunrealtype *x = part(z, 0), *s = part(z, 1), ratio[MASSES] = {0.0};
  h->solves++;
  for (int i = 0; i < MASSES; i++)
  {
    const sunrealtype pivot = h->mass[i] + (i ? SPRING * ratio[i - 1] : 0.0);
    x[i]                    = (b[i] + (i ? SPRING * x[i - 1] : 0.0)) / pivot;
    ratio[i]                = -SPRING / pivot;
  }
  for (int i = MASSES - 2; i >= 0; i--) { x[i] -= ratio[i] * x[i + 1]; }
  s[MASSES] = d[MASSES];
  for (int i = 0; i < MASSES; i++)
  {
    s[i] = (d[i] + c[1] * x[i] + s[MASSES]) / (c[0] + 5.0);
  }
  return 0;
}

static N_Vector two_parts(void)
{
  N_Vector parts[] = {KEEP(N_VNew_Serial(MASSES, ctx)),
                      KEEP(N_VNew_Serial(FILTERS, ctx))};
  return KEEP(N_VNew_ManyVector(2, parts, ctx));
}

/* A vector like the model whose parts hold these values. */
static N_Vector filled(N_Vector like, sunrealtype masses, sunrealtype filters,
                       sunrealtype output)
{
  N_Vector x = KEEP(N_VClone(like));
  for (int i = 0; i < MASSES; i++) { part(x, 0)[i] = masses; }
  for (int i = 0; i < MASSES; i++) { part(x, 1)[i] = filters; }
  part(x, 1)[MASSES] = output;
  return x;
}

static const struct residual_problem problem = {.name = "chain", .n = SIZE};

static int begin(struct residual_run *run, N_Vector like, struct held *h)
{
  *h             = (struct held){.setups = 0};
  *run           = (struct residual_run){.pb = &problem, .ctx = ctx};
  run->mem       = KEEP(GALPHACreate(ctx));
  run->y         = filled(like, 0.0, 0.0, 0.0);
  run->yp        = filled(like, 0.0, 0.0, 0.0);
  run->ypp       = filled(like, 0.0, 0.0, 0.0);
  N_Vector order = filled(like, 2.0, 1.0, 0.0);
  int ret        = GALPHAInit2(run->mem, chain, 0.0, run->y, run->yp, run->ypp);
  if (!ret) { ret = GALPHASetDiffOrder(run->mem, order); }
  if (!ret) { ret = GALPHASetUserData(run->mem, h); }
  if (!ret) { ret = GALPHASStolerances(run->mem, 1e-7, 1e-9); }
  return ret;
}

static sunrealtype distance(const struct residual_run *a,
                            const struct residual_run *b)
{
  const N_Vector x[] = {a->y, a->yp, a->ypp}, y[] = {b->y, b->yp, b->ypp};
  sunrealtype worst = 0.0;
  for (int k = 0; k < 3; k++)
  {
    for (int i = 0; i < SIZE; i++)
    {
      const int second = i >= MASSES;
      const int at     = second ? i - MASSES : i;
      const sunrealtype d =
        fabs(part(x[k], second)[at] - part(y[k], second)[at]);
      if (k == 0 || !second) { worst = d <= worst ? worst : d; }
    }
  }
  return worst;
}

/* Linear iterations. */
static long int solve(struct residual_run *run, N_Vector like,
                      enum residual_krylov kind, int prec, sunrealtype h)
{
  struct held held;
  long int n = 0;
  int ret    = begin(run, like, &held);
  if (!ret) { ret = residual_use_krylov(run, kind, SIZE, prec); }
  if (!ret && prec)
  {
    ret = GALPHASetPreconditioner2(run->mem, psetup, psolve);
  }
  if (!ret) { ret = GALPHASetFixedStep(run->mem, h); }
  if (!ret) { ret = residual_to(run, 1.0); }
  CHECK(ret == 0);
  CHECK((held.setups > 0) == prec && (held.solves > 0) == prec);
  CHECK(!GALPHAGetNumLinIters(run->mem, &n) && n > 0);
  return n;
}

/* In fixed steps to the tolerance of the iterations, with error control to that
 * of the run; PCG is for symmetric matrices. dense: the same by a matrix. */
static void check_krylov(N_Vector many, N_Vector plain,
                         enum residual_krylov kind,
                         const struct residual_run *dense)
{
  struct residual_run a, b;
  long int iterations[2];
  for (int prec = 0; prec < 2; prec++)
  {
    solve(&a, plain, kind, prec, 0.0);
    solve(&b, many, kind, prec, 0.0);
    CHECK(distance(&a, &b) <= 1e-4);
    solve(&a, plain, kind, prec, 0.01);
    iterations[prec] = solve(&b, many, kind, prec, 0.01);
    check_of("%s preconditioned %d", residual_krylov_name[kind], prec);
    CHECK(distance(&a, &b) <= 1e-8);
    CHECK(distance(dense, &b) <= 1e-7);
  }
  CHECK(iterations[1] < iterations[0]);
}

enum given
{
  NOTHING,
  SOLVER,  /* dense, made for a serial vector */
  JACOBIAN /* and a Jacobian */
};

static int jacobian(sunrealtype t, const sunrealtype *c, N_Vector y,
                    N_Vector yp, N_Vector ypp, N_Vector r, SUNMatrix J,
                    void *data, N_Vector tmp1, N_Vector tmp2, N_Vector tmp3)
{
  return -1;
}

/* A dense matrix does not go with it; the object is good for a Krylov solver
 * then. */
static void check_refused(N_Vector many, N_Vector plain, enum given given,
                          const struct residual_run *dense)
{
  SUNMatrix A        = KEEP(SUNDenseMatrix(SIZE, SIZE, ctx));
  SUNLinearSolver LS = KEEP(SUNLinSol_Dense(plain, A, ctx));
  struct caught c    = {0};
  struct held held;
  struct residual_run run;
  CHECK(begin(&run, many, &held) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  if (given >= SOLVER) { CHECK(!GALPHASetLinearSolver(run.mem, LS, A)); }
  if (given == JACOBIAN) { CHECK(!GALPHASetJac2Fn(run.mem, jacobian)); }
  CHECK(residual_to(&run, 1.0) == GALPHA_ILL_INPUT);
  CHECK(c.count == 1);
  CHECK(caught_says(&c, GALPHA_ILL_INPUT, "not one array"));
  ILL_INPUT(&c, GALPHACalcIC(run.mem, GALPHA_ACC_INIT, 1.0), "not one array");
  ILL_INPUT(&c, GALPHACheckJacobian(run.mem, 0.0, NULL), "one array");
  CHECK(residual_use_krylov(&run, RESIDUAL_SPGMR, SIZE, 0) == 0);
  CHECK(!GALPHASetFixedStep(run.mem, 0.01));
  CHECK(residual_to(&run, 1.0) == 0);
  CHECK(c.count == 0);
  CHECK(distance(dense, &run) <= 1e-7);
}

/* u_i' = -u_i + z_i, z_i = u_i^2/2 + cos t: order 0 is the second part. */
static int algebraic(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                     void *data)
{
  const sunrealtype *u = part(y, 0), *z = part(y, 1);
  for (int i = 0; i < MASSES; i++)
  {
    part(r, 0)[i] = part(yp, 0)[i] + u[i] - z[i];
    part(r, 1)[i] = z[i] - 0.5 * u[i] * u[i] - cos(t);
  }
  part(r, 1)[MASSES] = z[MASSES] - t;
  return 0;
}

/* F(t,y,y') to t = 1; the orders are those of id, a hint or declared. */
static void run_algebraic(struct residual_run *run, N_Vector like, int declared)
{
  N_Vector id = filled(like, 1.0, 0.0, 0.0);
  *run        = (struct residual_run){.pb = &problem, .ctx = ctx};
  run->mem    = KEEP(GALPHACreate(ctx));
  run->y      = filled(like, 0.5, 1.125, 0.0);
  run->yp     = filled(like, 0.625, 0.0, 0.0);
  run->ypp    = filled(like, 0.0, 0.0, 0.0);
  int ret     = GALPHAInit(run->mem, algebraic, 0.0, run->y, run->yp);
  if (!ret)
  {
    ret =
      declared ? GALPHASetDiffOrder(run->mem, id) : GALPHASetId(run->mem, id);
  }
  if (!ret) { ret = GALPHASStolerances(run->mem, 1e-7, 1e-9); }
  if (!ret) { ret = residual_use_krylov(run, RESIDUAL_SPGMR, SIZE, 0); }
  if (!ret) { ret = GALPHASetFixedStep(run->mem, 0.01); }
  if (!ret) { ret = residual_to(run, 1.0); }
  CHECK(ret == 0);
}

static void check_id(N_Vector many, N_Vector plain)
{
  struct residual_run a, b;
  run_algebraic(&a, plain, 1);
  run_algebraic(&b, many, 0);
  CHECK(distance(&a, &b) <= 1e-8);
  CHECK_REL(part(b.y, 1)[MASSES], 1.0, 1e-9);
}

TEST_MAIN()
{
  N_Vector many = two_parts(), plain = KEEP(N_VNew_Serial(SIZE, ctx));
  struct residual_run dense;
  struct held held;
  test_quiet();
  CHECK(begin(&dense, plain, &held) == 0);
  CHECK(!GALPHASetFixedStep(dense.mem, 0.01));
  CHECK(residual_to(&dense, 1.0) == 0);
  for (int k = 0; k < RESIDUAL_PCG; k++)
  {
    check_krylov(many, plain, (enum residual_krylov)k, &dense);
  }
  check_refused(many, plain, NOTHING, &dense);
  check_refused(many, plain, SOLVER, &dense);
  check_refused(many, plain, JACOBIAN, &dense);
  check_id(many, plain);
}

#else

int main(void)
{
  printf("skipped: no vectors of parts\n");
  return check_done();
}

#endif
