/* Newton's iteration with a line search on equations of one and two unknowns at which the
 * plain iteration fails: bends, jumps that are almost steps, bounds of the domain, no
 * solution; what it costs. */
#include "newton/damped_newton.h"

#include "support/test.h"

#define TOL SUN_RCONST(1e-12)

/* r(x) and its Jacobian by columns; nonzero: no value. */
typedef int (*equations)(const sunrealtype *x, sunrealtype *r, sunrealtype *J);

struct system
{
  equations fn;
  int n;
  sunrealtype x[2], J[4]; /* of the last residual, of the matrix */
  long int residuals, setups;
};

static int residual(void *user, N_Vector x, N_Vector r)
{
  struct system *s = user;
  sunrealtype J[4];
  for (int i = 0; i < s->n; i++) { s->x[i] = N_VGetArrayPointer(x)[i]; }
  s->residuals++;
  return s->fn(s->x, N_VGetArrayPointer(r), J);
}

static int setup(void *user)
{
  struct system *s = user;
  sunrealtype r[2];
  s->setups++;
  return s->fn(s->x, r, s->J);
}

static int solve(void *user, N_Vector b)
{
  const struct system *s = user;
  sunrealtype *x         = N_VGetArrayPointer(b);
  const sunrealtype *J   = s->J;
  if (s->n == 1)
  {
    x[0] /= J[0];
    return 0;
  }
  const sunrealtype det = J[0] * J[3] - J[1] * J[2];
  const sunrealtype x0  = (J[3] * x[0] - J[2] * x[1]) / det;
  x[1]                  = (J[0] * x[1] - J[1] * x[0]) / det;
  x[0]                  = x0;
  return 0;
}

static sunrealtype norm(void *user, N_Vector d)
{
  return sqrt(N_VDotProd(d, d));
}

static sunrealtype dot(void *user, N_Vector d, N_Vector e)
{
  return N_VDotProd(d, e);
}

static bool idle(void *user)
{
  return false;
}

static int test(void *user, N_Vector d, sunrealtype last)
{
  const sunrealtype now = norm(user, d);
  if (!isfinite(now)) { return -1; }
  return now <= TOL && (last == 0.0 || now <= last) ? 0 : 1;
}

static int arctangent(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  r[0] = atan(x[0] - 1.0);
  J[0] = 1.0 / (1.0 + (x[0] - 1.0) * (x[0] - 1.0));
  return 0;
}

/* A body that friction holds at x = 1e-6 atanh(1/2). */
static int friction(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  const sunrealtype h = tanh(1e6 * x[0]);
  r[0]                = x[0] - 0.5 + h;
  J[0]                = 1.0 + 1e6 * (1.0 - h * h);
  return 0;
}

/* A spring of 1e9 that pushes for x < 0 only; at rest at -1e-8. */
static int contact(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  r[0] = 10.0 + 1e-3 * x[0] + (x[0] < 0.0 ? 1e9 * x[0] : 0.0);
  J[0] = 1e-3 + (x[0] < 0.0 ? 1e9 : 0.0);
  return 0;
}

/* From x = 10 the first correction leads far below 0. */
static int logarithm(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  r[0] = log(x[0]);
  J[0] = 1.0 / x[0];
  return !(x[0] > 0.0);
}

/* The same by NaN. */
static int quiet_logarithm(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  (void)logarithm(x, r, J);
  return 0;
}

/* Two bodies that stop at different shares of a correction, in units that differ. */
static int two_bodies(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  const sunrealtype g = tanh(1e6 * x[0]), h = tanh(1e5 * x[1]);
  r[0] = 1e6 * (2.0 * x[0] - x[1] - 0.3 + g);
  r[1] = 2.0 * x[1] - x[0] + 0.2 + h;
  J[0] = 1e6 * (2.0 + 1e6 * (1.0 - g * g));
  J[1] = -1.0;
  J[2] = -1e6;
  J[3] = 2.0 + 1e5 * (1.0 - h * h);
  return 0;
}

/* From (1, 0) no correction points back: a share that makes the next one smaller is good
 * enough, and there is no bend to be found by bisection. */
static int curved(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  r[0] = x[0];
  r[1] = x[1] + 4.0 * (x[0] - 1.0) * (x[0] - 1.0);
  J[0] = J[3] = 1.0;
  J[1]        = 8.0 * (x[0] - 1.0);
  J[2]        = 0.0;
  return 0;
}

static int no_solution(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  r[0] = 1.0 + x[0] * x[0];
  J[0] = 2.0 * x[0];
  return 0;
}

static int stops(const sunrealtype *x, sunrealtype *r, sunrealtype *J)
{
  (void)no_solution(x, r, J);
  return -1;
}

static int search(struct system *s, N_Vector x, int most, int budget)
{
  const struct galpha_damp_system sys = {s,    residual, setup, solve,
                                         norm, dot,      idle,  test};
  struct galpha_damp damp             = {.most = most, .budget = budget};
  CHECK(!galpha_damp_init(&damp, x));
  const int ret = galpha_damp_solve(&damp, &sys, x);
  CHECK(damp.corrections == s->setups);
  CHECK(s->residuals <= budget + 1 && s->setups <= most);
  galpha_damp_free(&damp);
  return ret;
}

/* Newton's iteration without shares. */
static bool plain_converges(struct system s, const sunrealtype *x0, N_Vector x)
{
  sunrealtype *now = N_VGetArrayPointer(x);
  N_Vector d       = KEEP(N_VClone(x));
  bool found       = false;
  for (int i = 0; i < s.n; i++) { now[i] = x0[i]; }
  for (int i = 0; i < 40 && !found; i++)
  {
    if (residual(&s, x, d) || setup(&s)) { break; }
    N_VScale(-1.0, d, d);
    found = solve(&s, d) == 0 && norm(&s, d) <= TOL;
    N_VLinearSum(1.0, x, 1.0, d, x);
  }
  return found;
}

static const struct
{
  equations fn;
  int n;
  sunrealtype x0[2], solution[2];
} solvable[] = {
  {arctangent, 1, {20.0, 0.0}, {1.0, 0.0}},
  {friction, 1, {3.0, 0.0}, {5.493054e-7, 0.0}},
  {friction, 1, {-1e-3, 0.0}, {5.493054e-7, 0.0}},
  {logarithm, 1, {10.0, 0.0}, {1.0, 0.0}},
  {quiet_logarithm, 1, {10.0, 0.0}, {1.0, 0.0}},
  {two_bodies, 2, {1.0, -2.0}, {3.095167e-7, -2.027280e-6}},
};

static void check_solvable(void)
{
  for (int i = 0; i < COUNT_OF(solvable); i++)
  {
    struct system s = {.fn = solvable[i].fn, .n = solvable[i].n};
    N_Vector x      = KEEP(N_VNew_Serial(s.n, ctx));
    CHECK(!plain_converges(s, solvable[i].x0, x));
    for (int k = 0; k < s.n; k++)
    {
      N_VGetArrayPointer(x)[k] = solvable[i].x0[k];
    }
    CHECK(search(&s, x, 30, 150) == 0);
    for (int k = 0; k < s.n; k++)
    {
      CHECK_REL(N_VGetArrayPointer(x)[k], solvable[i].solution[k], 1e-5);
    }
  }
}

/* In a few corrections; none, within what is allowed; a callback that stops. */
static void check_ends(void)
{
  N_Vector x      = KEEP(N_VNew_Serial(1, ctx));
  struct system s = {.fn = contact, .n = 1};
  N_VConst(5.0, x);
  CHECK(search(&s, x, 5, 150) == 0);
  CHECK_REL(N_VGetArrayPointer(x)[0], -1e-8, 1e-9);
  s = (struct system){.fn = no_solution, .n = 1};
  N_VConst(3.0, x);
  CHECK(search(&s, x, 30, 150) > 0);
  s = (struct system){.fn = stops, .n = 1};
  CHECK(search(&s, x, 30, 150) < 0 && s.residuals == 1);
}

static void check_cost(void)
{
  N_Vector x      = KEEP(N_VNew_Serial(2, ctx));
  struct system s = {.fn = curved, .n = 2};
  N_VConst(0.0, x);
  N_VGetArrayPointer(x)[0] = 1.0;
  CHECK(search(&s, x, 30, 25) == 0);
  CHECK(fabs(N_VGetArrayPointer(x)[0]) < 1e-9);
  CHECK_REL(N_VGetArrayPointer(x)[1], -4.0, 1e-9);
}

TESTS(check_solvable, check_ends, check_cost)
