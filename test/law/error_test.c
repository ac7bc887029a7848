/* What the error test looks at (GALPHASetErrorTest). By default q and v both follow
 * rtol: a ball on a stiff contact spring, and a stiff oscillator whose vibration is
 * small in q and not in v, against closed forms. Controls: with positions alone either
 * is off by far more. Positions alone are h v in the weights of q; of the calls that
 * choose the last decides; F(t,y,y') has no velocities to test. */
#include "support/models/ball.h"
#include "support/test.h"

struct model
{
  sunrealtype stiffness;
  sunrealtype
    ripple; /* amplitude of the vibration about sin(t); 0: the contact */
  sunrealtype end;
};

static sunrealtype force(const struct model *m, sunrealtype t, sunrealtype x)
{
  const sunrealtype k = m->stiffness;
  if (m->ripple > 0.0) { return -k * (x - sin(t)) - sin(t); }
  return -BALL_GRAVITY - (x < 0.0 ? k * x : 0.0);
}

FORCE_IS(mech_force, force(data, t, q[0]))

RESIDUAL2_IS(residual, ypp[0] - force(data, t, y[0]))

/* The same as F(t,y,y') with y = (x, x'). */
RESIDUAL1_IS(first_order, yp[0] - y[1], yp[1] - force(data, t, y[0]))

static void exact(const struct model *m, sunrealtype t, sunrealtype *x,
                  sunrealtype *v)
{
  const sunrealtype w = sqrt(m->stiffness);
  if (!(m->ripple > 0.0))
  {
    ball_exact(m->stiffness, t, x, v);
    return;
  }
  *x = sin(t) + m->ripple * cos(w * t);
  *v = cos(t) - m->ripple * w * sin(w * t);
}

/* formulation 0: F(t,y,y',y''), -1: F(t,y,y') */
static void begin(struct small *r, struct model *m, int formulation)
{
  sunrealtype x, v;
  exact(m, 0.0, &x, &v);
  BEGIN(r, .n = formulation < 0 ? 2 : 1,
        .q    = formulation < 0 ? VALUES(x, v) : &x,
        .v    = formulation < 0 ? VALUES(v, force(m, 0.0, x)) : &v,
        .res1 = formulation < 0 ? first_order : NULL,
        .res2 = formulation == 0 ? residual : NULL, .force = mech_force,
        .data = m, .formulation = formulation > 0 ? formulation : 0);
}

static long int steps(const struct small *r)
{
  return count_of(r->mem, GALPHAGetNumSteps);
}

struct error
{
  sunrealtype q, v;
};

static int order; /* the highest of arrive */

/* test 0: the default */
static struct error arrive(struct model *m, int formulation, sunrealtype rho,
                           sunrealtype rtol, int test)
{
  struct small r;
  sunrealtype x, v;
  begin(&r, m, formulation);
  CHECK(!GALPHASetRhoInf(r.mem, rho) && !GALPHASetMaxOrd(r.mem, order));
  CHECK(!GALPHASStolerances(r.mem, rtol, rtol));
  if (test) { CHECK(!GALPHASetErrorTest(r.mem, test)); }
  CHECK(!small_solve(&r, m->end));
  exact(m, r.t, &x, &v);
  const struct error e = {fabs(N_VGetArrayPointer(r.q)[0] - x),
                          fabs(N_VGetArrayPointer(r.v)[0] - v)};
  check_of("ripple %g, order %d, formulation %d, rho %.1f, rtol %.0e, test %d",
           m->ripple, order, formulation, rho, rtol, test);
  return e;
}

static const sunrealtype rhos[] = {0.0, 0.6, 0.9};
static const int formulations[] = {0, GALPHA_INDEX3, GALPHA_SOI2_LITERAL};

/* Each impact passes the error of its velocity on: a hundred times the tolerances of
 * q and v, for which positions alone are too loose. With orders up to 5 twice that: of a
 * step at whose beginning the acceleration starts to rise, estimates see 0.07 J h^2 at
 * order 2 and 0.03 J h^2 at order 5. */
static void check_contact(void)
{
  struct model m          = {1e6, 0.0, 2.0};
  const sunrealtype most  = order > 2 ? 200.0 : 100.0;
  sunrealtype by_position = 0.0;
  for (int k = 3; k <= 6; k++)
  {
    const sunrealtype rtol = pow(10.0, -k), q = most * rtol, v = 5.4 * q;
    const struct error e = arrive(&m, GALPHA_SOI2, 0.6, rtol, 0),
                       p = arrive(&m, GALPHA_SOI2, 0.6, rtol,
                                  GALPHA_TEST_POSITIONS);
    CHECK(e.q <= q && e.v <= v);
    CHECK(order > 2 || p.q > 5.0 * q);
    by_position = fmax(by_position, p.q / q);
    for (int i = 0; k > 3 && i < 9; i++)
    {
      const struct error o =
        arrive(&m, formulations[i % 3], rhos[i / 3], rtol, 0);
      CHECK(o.q <= q && o.v <= v);
    }
  }
  CHECK(by_position > 5.0);
}

/* Six periods of a vibration of 5e-5 that makes 1e-2 of v: the error of v is at most that
 * of a method of order 2; with positions alone, at order 2, it is the vibration's size. */
static void check_oscillator(void)
{
  struct model m = {4e4, 5e-5, 0.2};
  for (int k = 5; k <= 6; k++)
  {
    const sunrealtype rtol = pow(10.0, -k), v = 5.0 * pow(rtol, 2.0 / 3.0);
    for (int i = 0; i < 9; i++)
    {
      CHECK(arrive(&m, formulations[i % 3], rhos[i / 3], rtol, 0).v <= v);
    }
    CHECK(order > 2 ||
          arrive(&m, GALPHA_SOI2, 0.6, rtol, GALPHA_TEST_POSITIONS).v > v);
  }
}

static void *present; /* whose weights as_positions asks for */

static int as_positions(N_Vector v, N_Vector ewt, void *data)
{
  sunrealtype h = 0.0;
  int ret       = GALPHAGetCurrentStep(present, &h);
  if (!ret) { ret = GALPHAGetErrWeights(present, ewt); }
  N_VScale(h > 0.0 ? h : 1e-4, ewt, ewt);
  return ret;
}

/* The vibration dies out in both, in the same steps: weights |h| times those of q are
 * positions alone. Control: the default. */
static void check_positions(void)
{
  struct model m = {400.0, 1e-3, 3.0};
  long int n[3]  = {0};
  sunrealtype x[3];
  for (int i = 0; i < 3; i++)
  {
    struct small r;
    begin(&r, &m, GALPHA_SOI2);
    present = r.mem;
    CHECK(!GALPHASStolerances(r.mem, 1e-4, 1e-4));
    CHECK(!GALPHASetInitStep(r.mem, 1e-4) && !GALPHASetMaxStep(r.mem, 0.05));
    if (i == 0) { CHECK(!GALPHASetErrorTest(r.mem, GALPHA_TEST_POSITIONS)); }
    if (i == 1) { CHECK(!GALPHAWFtolerancesVel(r.mem, as_positions)); }
    int ret = 0;
    while (!ret && r.t < m.end) { ret = small_step(&r, m.end); }
    CHECK(ret == 0);
    n[i] = steps(&r);
    x[i] = N_VGetArrayPointer(r.v)[0];
  }
  CHECK(n[0] == n[1] && fabs(x[0] - x[1]) <= 1e-12);
  CHECK(n[2] > n[0]);
}

static void check_option(void *mem, int test)
{
  sunrealtype x = 0.0;
  CHECK(!GALPHAGetOption(mem, "error_test", &x) && x == test);
}

/* Which call counts, and which weights are in use. */
static void check_last_call(void)
{
  struct model m = {400.0, 1e-3, 1.0};
  struct small r;
  N_Vector w = KEEP(N_VNew_Serial(1, ctx));
  begin(&r, &m, GALPHA_SOI2);
  check_option(r.mem, GALPHA_TEST_VELOCITIES);
  CHECK(!GALPHASStolerances(r.mem, 1e-4, 1e-4));
  CHECK(GALPHASetErrorTest(r.mem, 0) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetErrorTest(r.mem, 3) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetErrorTest(NULL, 1) == GALPHA_MEM_NULL);
  check_option(r.mem, GALPHA_TEST_VELOCITIES);
  CHECK(!small_solve(&r, 0.1));
  CHECK(!GALPHAGetErrWeightsVel(r.mem, w));
  CHECK_IN(N_VGetArrayPointer(w)[0], 0.49e4, 0.52e4); /* v is about 1 */
  CHECK(!GALPHASetErrorTest(r.mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASStolerancesVel(r.mem, 0.0, 1e-2));
  check_option(r.mem, GALPHA_TEST_VELOCITIES);
  CHECK(!small_solve(&r, 0.2));
  CHECK(!GALPHAGetErrWeightsVel(r.mem, w));
  CHECK_REL(N_VGetArrayPointer(w)[0], 100.0, 1e-12);
  CHECK(!GALPHASetErrorTest(r.mem, GALPHA_TEST_POSITIONS));
  CHECK(GALPHASStolerancesVel(r.mem, -1.0, 1e-2) == GALPHA_ILL_INPUT);
  check_option(r.mem, GALPHA_TEST_POSITIONS);
  CHECK(!GALPHASetErrorTest(r.mem, GALPHA_TEST_VELOCITIES));
  CHECK(!small_solve(&r, 0.3));
  CHECK(!GALPHAGetErrWeightsVel(r.mem, w));
  CHECK_REL(N_VGetArrayPointer(w)[0], 100.0, 1e-12);
}

/* F(t,y,y') tests y, whatever is chosen; a y' of 0 asks for no tolerance. */
static void check_first_order(void)
{
  struct model m = {400.0, 1e-3, 1.0};
  long int n[2]  = {0};
  for (int i = 0; i < 2; i++)
  {
    struct small r;
    begin(&r, &m, -1);
    CHECK(!GALPHASStolerances(r.mem, 1e-4, 1e-6));
    CHECK(!GALPHASetErrorTest(r.mem, 1 + i));
    CHECK(!small_solve(&r, m.end));
    n[i] = steps(&r);
  }
  CHECK(n[0] == n[1] && n[0] > 0);
}

TEST_MAIN()
{
  for (order = 2; order <= 5; order += 3)
  {
    check_contact();
    check_oscillator();
  }
  check_positions();
  check_last_call();
  check_first_order();
}
