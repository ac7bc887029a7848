/* Inequalities on y in the residual form, against closed forms: a decay that
 * loose tolerances carry below zero (control: without the inequality it goes
 * there) stays at or above it, strictly or not, and above as below; y0 that
 * violates one is refused; where the solution itself leaves, the run ends there
 * with GALPHA_CONSTR_FAIL. Outputs within steps, values for roots and restarts from outputs
 * satisfy it, too (control: not without it), at all orders. An iterative linear solver of a
 * large tolerance takes the steps that it takes without the inequality. */
#include "support/test.h"

#define RATE    50.0
#define GRAVITY 9.81

/* Of the first component, the second is free: y' = -50 y, x' = -x. */
RESIDUAL1_IS(decay, yp[0] + RATE * y[0], yp[1] + y[1])

RESIDUAL_START(start_decay)
{
  const sunrealtype side = *(const sunrealtype *)data;
  y[0]                   = side;
  yp[0]                  = -RATE * side;
  y[1]                   = 1.0;
  yp[1]                  = -1.0;
}

/* A bound of component i alone. */
static int bound(struct residual_run *run, int i, sunrealtype c)
{
  N_Vector v = KEEP(N_VClone(run->y));
  N_VConst(0.0, v);
  N_VGetArrayPointer(v)[i] = c;
  return GALPHASetConstraints(run->mem, v);
}

static int begin_decay(struct residual_run *run, struct residual_problem *pb,
                       sunrealtype *side)
{
  *pb = (struct residual_problem){
    .name = "decay", .n = 2, .res1 = decay, .start = start_decay, .data = side};
  return residual_begin(run, pb, ctx);
}

struct outcome
{
  sunrealtype least, error; /* of side times y, of both components: all steps */
  long int steps;
};

/* Step by step to t = 2 with tolerances of 1 %. */
static struct outcome follow(sunrealtype side, sunrealtype c)
{
  struct outcome o = {.least = 1.0, .error = 0.0};
  struct residual_problem pb;
  struct residual_run run;
  int ret = begin_decay(&run, &pb, &side);
  if (!ret) { ret = GALPHASStolerances(run.mem, 1e-2, 1e-2); }
  if (!ret && c != 0.0) { ret = bound(&run, 0, c); }
  while (!ret && run.t < 2.0 && o.steps++ < 1000)
  {
    ret = GALPHASolve(run.mem, 2.0, &run.t, run.y, run.yp, GALPHA_ONE_STEP);
    const sunrealtype y = side * residual_y(&run)[0];
    o.least             = fmin(o.least, y);
    o.error             = fmax(o.error, fabs(y - exp(-RATE * run.t)));
    o.error = fmax(o.error, fabs(residual_y(&run)[1] - exp(-run.t)));
  }
  CHECK(ret == 0 && run.t >= 2.0);
  check_of("bound %.0f", c);
  return o;
}

static void check_decay(void)
{
  const struct outcome free = follow(1.0, 0.0);
  CHECK(free.least < 0.0);
  CHECK(free.error <= 3e-2);
  for (int c = 1; c <= 2; c++)
  {
    const struct outcome above = follow(1.0, c);
    const struct outcome below = follow(-1.0, -c);
    CHECK(c == 1 ? above.least >= 0.0 : above.least > 0.0);
    CHECK(above.error <= 3e-2);
    CHECK(above.least == below.least && above.error == below.error);
    CHECK(above.steps == below.steps);
  }
}

static int seen(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype *gout,
                void *data)
{
  struct outcome *o = data;
  o->least          = fmin(o->least, N_VGetArrayPointer(y)[0]);
  gout[0]           = 1.0;
  return 0;
}

/* Outputs each 0.01, with a restart from every 50th. */
static struct outcome sample(int order, sunrealtype rtol, sunrealtype c)
{
  sunrealtype side = 1.0;
  struct outcome o = {.least = 1.0};
  struct residual_problem pb;
  struct residual_run run;
  int ret    = begin_decay(&run, &pb, &side);
  N_Vector y = KEEP(N_VClone(run.y));
  if (!ret) { ret = GALPHASStolerances(run.mem, rtol, rtol); }
  if (!ret) { ret = GALPHASetMaxOrd(run.mem, order); }
  if (!ret) { ret = GALPHASetUserData(run.mem, &o); }
  if (!ret) { ret = GALPHARootInit(run.mem, 1, seen); }
  if (!ret && c != 0.0) { ret = bound(&run, 0, c); }
  for (int i = 1; !ret && i <= 400; i++)
  {
    ret = GALPHASolve(run.mem, 0.01 * i, &run.t, run.y, run.yp, GALPHA_NORMAL);
    if (!ret) { ret = GALPHAGetDky(run.mem, run.t, 0, y); }
    o.least =
      fmin(o.least, fmin(residual_y(&run)[0], N_VGetArrayPointer(y)[0]));
    o.error = fmax(o.error, fabs(residual_y(&run)[0] - exp(-RATE * run.t)));
    if (!ret && i % 50 == 0)
    {
      ret = GALPHAReInit(run.mem, run.t, run.y, run.yp);
    }
  }
  CHECK(ret == 0);
  return o;
}

static void check_outputs(void)
{
  for (int i = 0; i < 12; i++)
  {
    const int order            = 1 + i % 4;
    const sunrealtype rtol     = pow(10.0, -2 - i / 4);
    const struct outcome free  = sample(order, rtol, 0.0);
    const struct outcome above = sample(order, rtol, 1.0);
    const struct outcome apart = sample(order, rtol, 2.0);
    CHECK(free.least < 0.0);
    CHECK(above.least >= 0.0 && apart.least > 0.0);
    CHECK(fmax(above.error, apart.error) <= fmax(1.2 * free.error, rtol));
  }
}

/* A tank that runs empty at t = 2, y' = -sqrt(y), and its mirror image. F is not defined
 * outside of the bound, where predictions are. */
RESIDUAL1(tank)
{
  const sunrealtype side = *(const sunrealtype *)data;
  r[0]                   = yp[0] + side * sqrt(side * y[0]);
  r[1]                   = yp[1] + y[1];
}

RESIDUAL_START(start_tank)
{
  start_decay(y, yp, ypp, data);
  yp[0] = -y[0];
}

static void check_tank(sunrealtype side)
{
  struct residual_problem pb = {
    .name = "tank", .n = 2, .res1 = tank, .start = start_tank, .data = &side};
  for (int i = 0; i < 5; i++)
  {
    const sunrealtype rtol = pow(10.0, -2 - i % 4);
    const bool bounded     = i < 4;
    struct residual_run run;
    CHECK(residual_begin(&run, &pb, ctx) == 0);
    CHECK(!GALPHASStolerances(run.mem, rtol, 0.01 * rtol));
    CHECK(!GALPHASetErrFile(run.mem, NULL));
    if (bounded) { CHECK(bound(&run, 0, side) == 0); }
    const int ret =
      GALPHASolve(run.mem, 2.5, &run.t, run.y, run.yp, GALPHA_NORMAL);
    CHECK(ret == (bounded ? GALPHA_SUCCESS : GALPHA_REP_RES_ERR));
    if (!bounded) { continue; }
    CHECK_IN(side * residual_y(&run)[0], 0.0, rtol);
    CHECK_IN(residual_y(&run)[1] - exp(-2.5), -10.0 * rtol, 10.0 * rtol);
  }
}

/* y' = -|y|^(1/3), empty at t = 1.5: the solution leads along the bound, not out of it. */
RESIDUAL1_IS(cubic, yp[0] + cbrt(fabs(y[0])), yp[1] + y[1])

static void check_empty(void)
{
  struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "cubic", .n = 2, .res1 = cubic,
                     .start = start_tank, .data = &(sunrealtype){1.0});
  for (int i = 0; i < 40; i++)
  {
    const sunrealtype rtol = pow(10.0, -2.0 - 0.15 * i);
    struct residual_run run;
    CHECK(residual_begin(&run, &pb, ctx) == 0);
    CHECK(!GALPHASStolerances(run.mem, rtol, 0.01 * rtol));
    CHECK(bound(&run, 0, 1.0) == 0);
    CHECK(!GALPHASolve(run.mem, 2.5, &run.t, run.y, run.yp, GALPHA_NORMAL));
    CHECK_IN(residual_y(&run)[0], 0.0, rtol);
  }
}

/* In steps that may not be cut, the first that ends below zero ends the run. */
static void check_fixed(void)
{
  sunrealtype side = 1.0, last = 0.0;
  struct caught c = {0};
  struct residual_problem pb;
  struct residual_run run;
  CHECK(begin_decay(&run, &pb, &side) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  CHECK(bound(&run, 0, 1.0) == 0);
  int ret = 0;
  for (int i = 0; !ret && i < 20; i++)
  {
    last = residual_y(&run)[0];
    ret  = residual_step(&run, 0.1);
  }
  CHECK(ret == GALPHA_CONSTR_FAIL);
  CHECK(c.count == 1 && caught_says(&c, GALPHA_CONSTR_FAIL, "inequalities"));
  CHECK(last > 0.0 && residual_y(&run)[0] == last);
  CHECK(!GALPHASetConstraints(run.mem, NULL));
  CHECK(residual_step(&run, 0.1) == 0);
  CHECK(residual_y(&run)[0] < 0.0);
}

/* y0 = +-side; refused or not; without the inequality the run goes on. */
static void check_start(sunrealtype side, sunrealtype c, bool refused)
{
  struct caught said = {0};
  struct residual_problem pb;
  struct residual_run run;
  CHECK(begin_decay(&run, &pb, &side) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &said));
  CHECK(bound(&run, 0, c) == 0);
  CHECK(residual_to(&run, 0.1) == (refused ? GALPHA_ILL_INPUT : 0));
  CHECK(said.count == refused);
  if (refused)
  {
    CHECK(run.t == 0.0 && residual_y(&run)[0] == side);
    CHECK(caught_says(&said, GALPHA_ILL_INPUT, "in 1 component"));
    CHECK(!GALPHASetConstraints(run.mem, NULL));
    CHECK(residual_to(&run, 0.1) == 0);
  }
  CHECK(fabs(residual_y(&run)[0] - side * exp(-0.1 * RATE)) <= 1e-5);
}

/* Orders 2, 1, 0: 1 - g t^2/2, 1 - t, cos t. */
RESIDUAL2_IS(leaving, ypp[0] + GRAVITY, yp[1] + 1.0, y[2] - cos(t))

static void check_motion(const struct residual_run *run)
{
  const sunrealtype *y = residual_y(run);
  CHECK(fabs(y[0] - 1.0 + 0.5 * GRAVITY * run->t * run->t) <= 1e-5);
  CHECK(fabs(y[1] - 1.0 + run->t) <= 1e-6);
  CHECK(fabs(y[2] - cos(run->t)) <= 1e-6);
}

/* The run ends where component i reaches zero, and goes on without the bound.
 * */
static void check_leaving(int i, sunrealtype bounded)
{
  const sunrealtype wall[] = {sqrt(2.0 / GRAVITY), 1.0, acos(0.0)};
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "leaving", .n = 3, .order = VALUES(2.0, 1.0, 0.0),
                     .res2 = leaving, .y0 = VALUES(1.0, 1.0, 1.0),
                     .yp0  = VALUES(0.0, -1.0, 0.0),
                     .ypp0 = VALUES(-GRAVITY, 0.0, 0.0), .ypp_known = 1);
  struct caught c = {0};
  struct residual_run run;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &c));
  CHECK(!GALPHASetMaxNumSteps(run.mem, 1000));
  CHECK(bound(&run, i, bounded) == 0);
  CHECK(residual_to(&run, 3.0) == GALPHA_CONSTR_FAIL);
  CHECK(c.count == 1 && caught_says(&c, GALPHA_CONSTR_FAIL, "inequalities"));
  CHECK(fabs(run.t - wall[i]) <= 1e-6);
  CHECK_IN(residual_y(&run)[i], 0.0, 1e-6);
  CHECK(bounded < 2.0 || residual_y(&run)[i] > 0.0);
  check_motion(&run);
  CHECK(!GALPHASetConstraints(run.mem, NULL));
  CHECK(residual_to(&run, 3.0) == 0);
  check_motion(&run);
}

/* A plate that cools to 0 from its boundary, whose points are algebraic. */
#define LINE   10
#define PLATE  (LINE * LINE)
#define SPREAD 81.0 /* 1/dx^2 by the diffusivity */

static bool at_boundary(int k)
{
  const int i = k % LINE, j = k / LINE;
  return i == 0 || j == 0 || i == LINE - 1 || j == LINE - 1;
}

RESIDUAL1(cooling)
{
  for (int k = 0; k < PLATE; k++)
  {
    r[k] = at_boundary(k)
             ? y[k]
             : yp[k] - SPREAD * (y[k - 1] + y[k + 1] + y[k - LINE] +
                                 y[k + LINE] - 4.0 * y[k]);
  }
}

RESIDUAL_START(start_cooling)
{
  for (int k = 0; k < PLATE; k++)
  {
    const sunrealtype x = (k % LINE) / (LINE - 1.0),
                      z = (k / LINE) / (LINE - 1.0);
    y[k]                = 16.0 * x * (1.0 - x) * z * (1.0 - z);
  }
}

/* data: the inverse of the diagonal. */
static int invert(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  sunrealtype cj, void *data)
{
  *(sunrealtype *)data = 1.0 / (cj + 4.0 * SPREAD);
  return 0;
}

static int precondition(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                        N_Vector b, N_Vector z, sunrealtype cj, sunrealtype tol,
                        void *data)
{
  for (int k = 0; k < PLATE; k++)
  {
    const sunrealtype by     = at_boundary(k) ? 1.0 : *(sunrealtype *)data;
    N_VGetArrayPointer(z)[k] = by * N_VGetArrayPointer(b)[k];
  }
  return 0;
}

/* Steps until it is cold, by SPGMR, whose tolerance is this share of Newton's. */
static long int cool(sunrealtype share, sunrealtype c)
{
  static const struct residual_problem pb = {
    .name = "cooling", .n = PLATE, .res1 = cooling, .start = start_cooling};
  struct residual_run run;
  sunrealtype inverse;
  long int steps = 0;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  N_Vector v = KEEP(N_VClone(run.y));
  N_VConst(c, v);
  CHECK(residual_use_krylov(&run, RESIDUAL_SPGMR, 5, 1) == 0);
  CHECK(!GALPHASetUserData(run.mem, &inverse));
  CHECK(!GALPHASetPreconditioner(run.mem, invert, precondition));
  CHECK(!GALPHASStolerances(run.mem, 0.0, 1e-3));
  CHECK(!GALPHASetEpsLin(run.mem, share));
  CHECK(!GALPHASetConstraints(run.mem, v));
  CHECK(!GALPHACalcIC(run.mem, GALPHA_YA_YDP_INIT, 0.01));
  for (int i = 0; i < 11; i++)
  {
    CHECK(!GALPHASolve(run.mem, ldexp(0.01, i), &run.t, run.y, run.yp,
                       GALPHA_NORMAL));
    CHECK(c == 0.0 || N_VMin(run.y) >= 0.0);
  }
  CHECK_IN(N_VMaxNorm(run.y), 0.0, 3e-3);
  CHECK(!GALPHAGetNumSteps(run.mem, &steps));
  return steps;
}

/* The solver's remainder in y' is no motion out of the bound on which y rests. */
static void check_remainder(void)
{
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype share = 0.1 * (1 << i);
    CHECK(5 * cool(share, 1.0) <= 6 * cool(share, 0.0));
  }
}

TEST_MAIN()
{
  check_decay();
  check_outputs();
  check_tank(1.0);
  check_tank(-1.0);
  check_empty();
  check_fixed();
  check_remainder();
  check_start(-1.0, 1.0, true);
  check_start(1.0, -2.0, true);
  check_start(0.0, 2.0, true);
  check_start(0.0, -2.0, true);
  check_start(0.0, 1.0, false);
  check_start(-1.0, -2.0, false);
  for (int i = 0; i < 3; i++)
  {
    for (int c = 1; c <= 2; c++) { check_leaving(i, c); }
  }
}
