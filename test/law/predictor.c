/* Predictors of degree 0 to 3 (Gavrea et al. (2005), section 4.5), seen in the first
 * evaluation of each step. Exact for polynomials of their degree under varying steps,
 * and for those of no higher one, lower while the history is short, anew after
 * GALPHAReInit, and where it is raised in mid-run; errors fall by one order with each
 * degree; the solution does not depend on them, but for one iteration a step (control).
 * The variable degree is that of the polynomial, and costs no more iterations than the
 * worst fixed one on a smooth motion, and less than the cubic on a rough one. */
#include "support/test.h"

#define STEPS 9

static sunrealtype *array(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

static int first_call; /* the next evaluation is a step's first         */
static int degree;     /* of the polynomial                             */
static sunrealtype
  seen[3]; /* by the first evaluation: what the polynomial moves */

static sunrealtype polynomial(sunrealtype t)
{
  static const sunrealtype c[] = {1.0, -2.0, 1.5, -0.7, 0.4};
  sunrealtype p                = 0.0;
  for (int k = degree; k >= 0; k--) { p = p * t + c[k]; }
  return p;
}

static void see(sunrealtype x, sunrealtype y, sunrealtype z)
{
  if (!first_call) { return; }
  first_call = 0;
  seen[0]    = x;
  seen[1]    = y;
  seen[2]    = z;
}

/* y0'' = p, y1' = p, y2 = p */
RESIDUAL2(residual)
{
  const sunrealtype p = polynomial(t);
  see(ypp[0], yp[1], y[2]);
  r[0] = ypp[0] - p;
  r[1] = yp[1] - p;
  r[2] = y[2] - p;
}

/* q0'' = p; the multipliers of q1 = 0 and q2' = 0 are p. */
GENERAL_FORCE(general)
{
  const sunrealtype p = polynomial(t);
  see(q[0], lambda[0], psi[0]);
  f[0] = p;
  f[1] = p - lambda[0];
  f[2] = p - psi[0];
}

HOLONOMIC_IS(constraint, q[1])

HOLONOMIC_JAC_IS(constraint_jac, {0, 1, 1.0})

NONHOLONOMIC_IS(rolling, v[2])

NONHOLONOMIC_JAC_IS(rolling_jac, {0, 2, 1.0})

/* s0' = p, s1 = p */
STATES_IS(states, polynomial(t), polynomial(t))

STATE_FORCE(driven)
{
  see(q[0], s[0], s[1]);
  for (int i = 0; i < 3; i++) { f[i] = polynomial(t); }
}

enum kind
{
  RESIDUAL,
  MULTIPLIERS,
  STATES,
  KINDS
};

static void begin_mechanics(struct small *s, enum kind kind)
{
  SUNMatrix Fr   = KEEP(SUNDenseMatrix(3, 2, ctx));
  N_Vector order = small_vector(ctx, 2, VALUES(1.0, 0.0)),
           x     = small_vector(ctx, 2, NULL);
  CHECK(!small_mechanics(s, ctx, 3, 0.0, NULL, NULL, NULL, NULL));
  if (kind == STATES)
  {
    CHECK(!GALPHASetStates(s->mem, x, order, states, driven));
  }
  else
  {
    CHECK(!small_holonomic(s, 1, constraint, constraint_jac));
    CHECK(!small_nonholonomic(s, 1, rolling, rolling_jac));
    CHECK(!GALPHASetGeneralForce(s->mem, general, Fr, NULL));
  }
}

/* Without alpha the algorithmic accelerations are those of the t_n. p(0) = 1 whatever the
 * degree. */
static void begin(struct small *s, enum kind kind, int predictor)
{
  const sunrealtype p = polynomial(0.0);
  if (kind == RESIDUAL)
  {
    BEGIN(s, .n = 3, .q = VALUES(0.0, 0.0, 1.0), .v = VALUES(0.0, 1.0, 0.0),
          .a = VALUES(p, p, p), .res2 = residual,
          .order = VALUES(2.0, 1.0, 0.0));
  }
  else { begin_mechanics(s, kind); }
  CHECK(!GALPHASetMethod(s->mem, GALPHA_NEWMARK, VALUES(0.25, 0.5)));
  CHECK(!GALPHASetRhoInfState(s->mem, 1.0));
  CHECK(!GALPHASetOption(s->mem, "predictor", predictor));
  /* no evaluation before the first one of Newton's iteration */
  CHECK(!GALPHASetOption(s->mem, "step_change_correction", GALPHA_CORRECT_A));
}

/* Largest error of what the first evaluation of a step saw, components from on. */
static sunrealtype step_error(struct small *s, enum kind kind, int from,
                              sunrealtype h)
{
  sunrealtype end[3], error = 0.0;
  CHECK(!GALPHASetFixedStep(s->mem, h));
  first_call = 1;
  CHECK(!small_step(s, s->t + h));
  for (int i = 0; i < 3; i++) { end[i] = polynomial(s->t); }
  if (kind != RESIDUAL) { end[0] = small_q(s)[0]; }
  if (kind == STATES)
  {
    N_Vector x = small_vector(ctx, 2, NULL);
    CHECK(!GALPHAGetStates(s->mem, s->t, x));
    end[1] = array(x)[0];
  }
  for (int i = from; i < 3; i++)
  {
    error = fmax(error, fabs(seen[i] - end[i]));
  }
  return error;
}

/* The steps from a start on: exact if and only if the degree is reached. */
static void check_steps(struct small *s, enum kind kind, int from,
                        int predictor)
{
  static const sunrealtype h[STEPS] = {0.10, 0.07, 0.13, 0.10, 0.06,
                                       0.12, 0.12, 0.08, 0.11};
  s->t                              = 0.0;
  CHECK(!GALPHASetFixedStep(s->mem, h[0]));
  if (kind != RESIDUAL) { CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, h[0])); }
  for (int i = 0; i < STEPS; i++)
  {
    const int most      = predictor - GALPHA_PREDICT_CONSTANT;
    const int used      = i < most ? i : most;
    const sunrealtype e = step_error(s, kind, from, h[i]);
    if (predictor == GALPHA_PREDICT_VARIABLE)
    {
      CHECK(degree > 2 || i <= degree || from > 0 || e <= 1e-9);
    }
    else if (degree <= used) { CHECK(e <= 1e-9); }
    else { CHECK(e > 1e-6); }
  }
}

static void check_exact(enum kind kind, int predictor)
{
  for (degree = 0; degree <= 4; degree++)
  {
    struct small s;
    begin(&s, kind, predictor);
    check_steps(&s, kind, 0, predictor);
    /* nothing of the former run may count; y'' is not given anew */
    const int before = degree;
    degree           = 1;
    N_VConst(0.0, s.q);
    N_VConst(0.0, s.v);
    if (kind == RESIDUAL) { small_v(&s)[1] = small_q(&s)[2] = 1.0; }
    CHECK(!GALPHAReInit(s.mem, 0.0, s.q, s.v));
    check_steps(&s, kind, kind == RESIDUAL, predictor);
    degree = before;
  }
}

/* A degree that is raised after four steps: the rates before the last two are unknown. */
static void check_raised(enum kind kind, int predictor)
{
  const sunrealtype h = 0.1;
  struct small s;
  degree = predictor - GALPHA_PREDICT_CONSTANT;
  begin(&s, kind, GALPHA_PREDICT_LINEAR);
  CHECK(!GALPHASetFixedStep(s.mem, h));
  for (int i = 0; i < STEPS; i++)
  {
    const int used = i < 4 ? 1 : i - 3;
    if (i == 4) { CHECK(!GALPHASetOption(s.mem, "predictor", predictor)); }
    const sunrealtype e = step_error(&s, kind, 0, h);
    CHECK(degree <= used ? e <= 1e-9 : e > 1e-6 && (i == 0 || e <= 0.1));
  }
}

/* The model of the residual form, watched. */
static GALPHARes2Fn model_F;
static sunrealtype first_y[RESIDUAL_MODEL_SIZE], first_a[2];

static int watched(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                   N_Vector r, void *data)
{
  if (first_call)
  {
    first_call = 0;
    for (int i = 0; i < RESIDUAL_MODEL_SIZE; i++) { first_y[i] = array(y)[i]; }
    for (int i = 0; i < 2; i++) { first_a[i] = array(ypp)[i]; }
  }
  return model_F(t, y, yp, ypp, r, data);
}

/* One step more; what Newton had to correct, if more than e. */
static void watch_step(struct residual_run *run, sunrealtype h,
                       sunrealtype e[4])
{
  first_call = 1;
  CHECK(!residual_step(run, h));
  const sunrealtype *y = residual_y(run), *a = residual_ypp(run);
  sunrealtype d[RESIDUAL_MODEL_SIZE];
  for (int i = 0; i < RESIDUAL_MODEL_SIZE; i++)
  {
    d[i] = fabs(first_y[i] - y[i]);
  }
  for (int i = 0; i < 2; i++) { e[0] = fmax(e[0], fabs(first_a[i] - a[i])); }
  e[1] = fmax(e[1], fmax(d[RESIDUAL_MODEL_X1], d[RESIDUAL_MODEL_X2]) / h);
  e[2] = fmax(e[2], d[RESIDUAL_MODEL_U]);
  e[3] = fmax(e[3], d[RESIDUAL_MODEL_LAMBDA]);
}

/* The largest corrections of the last quarter up to t = 4: of accelerations, of states
 * over h, of both outputs. */
static void corrections(int predictor, sunrealtype rho, long int steps,
                        sunrealtype e[4])
{
  static const sunrealtype one = 1.0;
  struct residual_model m;
  struct residual_run run;
  const sunrealtype h = 4.0 / (sunrealtype)steps;
  residual_model_new(&m, 0, NULL);
  model_F   = m.pb.res2;
  m.pb.res2 = watched;
  CHECK(!residual_begin(&run, &m.pb, ctx));
  CHECK(!GALPHASetRhoInf(run.mem, rho) && !GALPHASetRhoInfState(run.mem, rho));
  CHECK(!GALPHASStolerances(run.mem, 1e-14, 1e-14));
  CHECK(!GALPHASetOption(run.mem, "predictor", predictor));
  CHECK(!residual_steps(&run, h, &one, 1, steps * 3 / 4));
  for (int i = 0; i < 4; i++) { e[i] = 0.0; }
  for (long int i = 0; i < steps / 4; i++) { watch_step(&run, h, e); }
}

static void check_order(int predictor, sunrealtype rho)
{
  const int d = predictor - GALPHA_PREDICT_CONSTANT;
  sunrealtype coarse[4], fine[4];
  corrections(predictor, rho, 200, coarse);
  corrections(predictor, rho, 400, fine);
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype order = residual_order(coarse[i], fine[i]);
    check_of("degree %d rho %.1f, correction %d", d, rho, i);
    CHECK_IN(order, d + 0.85, d + 1.15);
  }
}

/* q of the pendulum after fixed steps. */
static long int swing(int formulation, int predictor, int linear,
                      sunrealtype tol, sunrealtype q[2])
{
  const struct problem *pb = &paper_simple_pendulum;
  const sunrealtype h      = 0.02;
  struct problem_state s   = {0};
  void *mem                = KEEP(problem_create(pb, ctx, PROBLEM_DENSE));
  CHECK(mem && problem_state_new(&s, pb, ctx) == 0);
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASetOption(mem, "predictor", predictor));
  CHECK(!GALPHASetOption(mem, "linear", linear));
  CHECK(!GALPHASStolerances(mem, tol, tol));
  CHECK(!problem_run_steps(mem, pb, &h, 1, 2.0, &s, NULL));
  const long int iterations = count_of(mem, GALPHAGetNumNonlinSolvIters);
  for (int i = 0; i < 2; i++) { q[i] = array(s.q)[i]; }
  return iterations;
}

static void check_independent(int formulation)
{
  const sunrealtype tol = 1e-8;
  sunrealtype q0[2], q1[2];
  const long int most = swing(formulation, GALPHA_PREDICT_CONSTANT, 0, tol, q0);
  long int before     = most;
  for (int p = GALPHA_PREDICT_LINEAR; p <= GALPHA_PREDICT_VARIABLE; p++)
  {
    const long int its = swing(formulation, p, 0, tol, q1);
    check_of("formulation %d predictor %d", formulation, p);
    CHECK(problem_dist(q0, q1, 2) <= tol);
    CHECK(its <= (p < GALPHA_PREDICT_VARIABLE ? before : most));
    before = its;
  }
  CHECK(before < most);
  swing(formulation, GALPHA_PREDICT_CONSTANT, 1, tol, q0);
  swing(formulation, GALPHA_PREDICT_CUBIC, 1, tol, q1);
  CHECK(problem_dist(q0, q1, 2) > 10.0 * tol);
}

/* The model of the residual form by fixed steps: iterations; y at t = 4. */
static long int run_model(int predictor, sunrealtype tol, sunrealtype *y)
{
  static const sunrealtype one = 1.0;
  struct residual_model m;
  struct residual_run run;
  residual_model_new(&m, 0, NULL);
  CHECK(!residual_begin(&run, &m.pb, ctx));
  CHECK(!GALPHASetOption(run.mem, "predictor", predictor));
  CHECK(!GALPHASStolerances(run.mem, tol, tol));
  CHECK(!residual_steps(&run, 0.01, &one, 1, 400));
  const long int iterations = count_of(run.mem, GALPHAGetNumNonlinSolvIters);
  memcpy(y, residual_y(&run), RESIDUAL_MODEL_SIZE * sizeof *y);
  return iterations;
}

static void check_residual(void)
{
  const sunrealtype tol = 1e-8;
  sunrealtype y0[RESIDUAL_MODEL_SIZE], y1[RESIDUAL_MODEL_SIZE];
  const long int most = run_model(GALPHA_PREDICT_CONSTANT, tol, y0);
  const long int its  = run_model(GALPHA_PREDICT_VARIABLE, tol, y1);
  CHECK(its < most && problem_dist(y0, y1, RESIDUAL_MODEL_SIZE) <= tol);
}

/* q'' = -q^3 + noise */
static sunrealtype noise;

FORCE(shaken)
{
  const sunrealtype x = q[0];
  see(x, 0.0, 0.0);
  f[0] = -x * x * x + noise * sin(1e7 * t * t);
}

/* By how much the iterations of 200 steps start off in all. */
static sunrealtype shake(int predictor)
{
  sunrealtype off = 0.0;
  SMALL(s, .q = VALUES(1.0), .force = shaken, .rtol = 1e-9,
        .set = {{"predictor", predictor}, {"fixed_step", 0.02}});
  CHECK(!small_step(s, 0.1));
  for (int i = 0; i < 200; i++)
  {
    first_call = 1;
    CHECK(!small_step(s, 10.0));
    off += fabs(seen[0] - small_q(s)[0]);
  }
  check_of("noise %g", noise);
  return off;
}

/* Close to the best degree: the cubic without noise, the constant with much. */
static void check_rough(void)
{
  for (noise = 0.0; noise <= 10.0; noise += 10.0)
  {
    const sunrealtype off[3] = {shake(GALPHA_PREDICT_CONSTANT),
                                shake(GALPHA_PREDICT_VARIABLE),
                                shake(GALPHA_PREDICT_CUBIC)};
    CHECK(off[1] <= 2.5 * fmin(off[0], off[2]));
    CHECK(off[1] <= 0.5 * fmax(off[0], off[2]));
  }
}

TEST_MAIN()
{
  for (int p = GALPHA_PREDICT_CONSTANT; p <= GALPHA_PREDICT_VARIABLE; p++)
  {
    for (int kind = 0; kind < KINDS; kind++)
    {
      check_exact((enum kind)kind, p);
      if (p == GALPHA_PREDICT_VARIABLE || p < GALPHA_PREDICT_QUADRATIC)
      {
        continue;
      }
      check_raised((enum kind)kind, p);
    }
    if (p == GALPHA_PREDICT_VARIABLE) { continue; }
    check_order(p, 0.0);
    check_order(p, 0.5);
    check_order(p, 0.7);
  }
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++) { check_independent(f); }
  check_residual();
  check_rough();
}
