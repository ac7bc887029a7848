/* How good the estimates of the local error are: in the root mean square over many steps of
 * h and a multiple of h in turn, against the exact flow through each step's start; of
 * mechanics in every form, those of index 3 from positions and from accelerations, and of
 * residuals, coordinates, velocities and states, with formula (14) and with the weights of
 * Bruls and Arnold (2008). Of cubics the estimate is the error. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

enum kind
{
  Q,
  V,
  X,
  KINDS
};

/* Sums of squares, added to by one step. */
struct sums
{
  sunrealtype estimated[KINDS], right[KINDS];
};

/* A model, and what a step of h from s0 to s1 with the estimates q, v adds. */
struct model
{
  struct subject what;
  sunrealtype h;
  void (*start)(const struct subject *s, sunrealtype *from);
  void (*add)(const struct subject *s, const sunrealtype *from, sunrealtype h,
              N_Vector q, N_Vector v, struct sums *sum);
};

/* Ratios of estimated and true local error. Returns how often a step solved for anything
 * but its motion. */
static sunrealtype estimates(const struct model *m, sunrealtype ratio,
                             sunrealtype result[KINDS])
{
  struct sums sum = {{0.0}, {0.0}};
  struct subject s;
  CHECK(subject_begin(&s, &m->what, ctx) == 0);
  N_Vector q = KEEP(N_VClone(subject_vector(&s, SUBJECT_Q))),
           v = KEEP(N_VClone(q));
  for (int n = 0; n < 600; n++)
  {
    const sunrealtype h = n % 2 ? ratio * m->h : m->h;
    sunrealtype from[4];
    m->start(&s, from);
    CHECK(subject_step(&s, h) == 0);
    CHECK(!GALPHAGetEstLocalErrors(s.mem, q));
    CHECK(!GALPHAGetEstLocalErrorsVel(s.mem, v));
    if (n >= 40) { m->add(&s, from, h, q, v, &sum); } /* the start may shake */
  }
  const long int steps      = count_of(s.mem, GALPHAGetNumSteps);
  const long int solves     = count_of(s.mem, GALPHAGetNumLinSolves);
  const long int iterations = count_of(s.mem, GALPHAGetNumNonlinSolvIters);
  check_of("form %d, rho %g, correction %d, ratio %g", m->what.formulation,
           m->what.rho, m->what.correct, ratio);
  for (int k = 0; k < KINDS; k++)
  {
    result[k] = sqrt(sum.estimated[k] / sum.right[k]);
  }
  return (sunrealtype)(solves - iterations) / (sunrealtype)steps;
}

static void start_swing(const struct subject *s, sunrealtype *from)
{
  sunrealtype *q = N_VGetArrayPointer(s->now.q),
              *v = N_VGetArrayPointer(s->now.v);
  if (s->t == 0.0) { problem_start(s->mech, q, v); }
  from[0] = atan2(q[0], -q[1]);
  from[1] = v[0] * cos(from[0]) + v[1] * sin(from[0]);
}

/* Square of x - y; in index 3, which leaves velocities across it, of its part along the
 * circle at q. */
static sunrealtype square(const struct subject *s, const sunrealtype *q,
                          N_Vector x, sunrealtype y0, sunrealtype y1)
{
  const sunrealtype d0 = NV_Ith_S(x, 0) - y0, d1 = NV_Ith_S(x, 1) - y1;
  const sunrealtype along = d1 * q[0] - d0 * q[1];
  return s->formulation == GALPHA_INDEX3 ? along * along : d0 * d0 + d1 * d1;
}

static void add_swing(const struct subject *s, const sunrealtype *from,
                      sunrealtype h, N_Vector q, N_Vector v, struct sums *sum)
{
  const sunrealtype gravity = 9.81;
  const sunrealtype *at     = N_VGetArrayPointer(s->now.q);
  sunrealtype y[]           = {from[0], from[1]};
  runge_kutta(pendulum_from_vertical, &gravity, 2, y, 0.0, h, 40);
  const sunrealtype x[] = {sin(y[0]), -cos(y[0])};
  sum->right[Q] += square(s, x, s->now.q, x[0], x[1]);
  sum->right[V] += square(s, x, s->now.v, -y[1] * x[1], y[1] * x[0]);
  sum->estimated[Q] += square(s, at, q, 0.0, 0.0);
  sum->estimated[V] += square(s, at, v, 0.0, 0.0);
}

static int converged(struct subject *s)
{
  return GALPHASetNonlinConvCoef(s->mem, fmax(1e-10, 1e-14 / s->tol));
}

static sunrealtype check_swing(sunrealtype rho, int formulation,
                               sunrealtype tol, sunrealtype ratio)
{
  const struct problem pb = ref_pendulum(REF_PENDULUM_IFTOMM);
  const struct model m    = {{.mech        = &pb,
                              .formulation = formulation,
                              .rho         = rho,
                              .correct     = GALPHA_CORRECT_VELOCITIES,
                              .tol         = tol,
                              .prepare     = converged},
                             0.005,
                             start_swing,
                             add_swing};
  sunrealtype r[KINDS];
  const sunrealtype extra = estimates(&m, ratio, r);
  CHECK_IN(r[Q], 0.5, 2.0);
  /* index 3: with each change of h velocities are pushed off their course */
  if (formulation != GALPHA_INDEX3 || ratio == 1.0)
  {
    CHECK_IN(r[V], 0.5, 2.0);
  }
  return extra;
}

/* q'' = -q, x' = q - x. */

RESIDUAL2_IS(oscillator, ypp[0] + y[0], yp[1] + y[1] - y[0])

static void start_flow(const struct subject *s, sunrealtype *from)
{
  from[Q] = residual_y(&s->run)[0];
  from[V] = residual_yp(&s->run)[0];
  from[X] = residual_y(&s->run)[1];
}

static void add_flow(const struct subject *s, const sunrealtype *from,
                     sunrealtype h, N_Vector eq, N_Vector ev, struct sums *sum)
{
  const sunrealtype q = from[Q], v = from[V], c = cos(h), sine = sin(h);
  const sunrealtype A = 0.5 * (q - v), B = 0.5 * (q + v);
  const sunrealtype to[]  = {q * c + v * sine, v * c - q * sine,
                             A * c + B * sine + (from[X] - A) * exp(-h)};
  const sunrealtype est[] = {NV_Ith_S(eq, 0), NV_Ith_S(ev, 0), NV_Ith_S(eq, 1)};
  sunrealtype now[KINDS];
  start_flow(s, now);
  for (int k = 0; k < KINDS; k++)
  {
    sum->estimated[k] += est[k] * est[k];
    sum->right[k] += (now[k] - to[k]) * (now[k] - to[k]);
  }
}

static const sunrealtype orders[] = {2.0, 1.0};

static void check_flow(sunrealtype rho, int correct)
{
  const struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "oscillator", .n = 2, .order = orders,
                     .res2 = oscillator, .y0 = VALUES(1.0, 0.5),
                     .yp0 = VALUES(0.0, 0.5), .ypp0 = VALUES(-1.0, 0.0),
                     .ypp_known = 1);
  const struct model m = {
    {.residual = &pb, .rho = rho, .correct = correct, .tol = 1e-12},
    0.02,
    start_flow,
    add_flow};
  sunrealtype r[KINDS];
  estimates(&m, 2.0, r);
  for (int k = 0; k < KINDS; k++)
  {
    CHECK_IN(r[k], correct == GALPHA_CORRECT_A ? 0.95 : 0.7, 1.05);
  }
}

/* q'' = t and x' = t^2/2 from rest. */

RESIDUAL2_IS(cubic, ypp[0] - t, yp[1] - 0.5 * t * t)

/* Error of y[k]. */
static sunrealtype cubic_error(const struct subject *s, int k)
{
  return residual_y(&s->run)[k] - s->t * s->t * s->t / 6.0;
}

/* One step after a few equal ones: the errors are the estimate, up to what the start left
 * behind. */
static void check_cubic(sunrealtype rho)
{
  const struct residual_problem pb = {
    .name = "cubic", .n = 2, .order = orders, .res2 = cubic, .ypp_known = 1};
  const struct subject what =
    SUBJECT(.residual = &pb, .rho = rho, .correct = GALPHA_CORRECT_VELOCITIES,
            .tol = 1e-6);
  struct subject s;
  CHECK(subject_begin(&s, &what, ctx) == 0);
  for (int n = 0; n < 40; n++) { CHECK(subject_step(&s, 0.1) == 0); }
  const sunrealtype v = residual_yp(&s.run)[0] - 0.5 * s.t * s.t;
  const sunrealtype q = cubic_error(&s, 0), x = cubic_error(&s, 1);
  CHECK(subject_step(&s, 0.1) == 0);
  const sunrealtype dq = cubic_error(&s, 0) - q - 0.1 * v;
  const sunrealtype dx = cubic_error(&s, 1) - x;
  CHECK(!GALPHAGetEstLocalErrors(s.mem, s.run.y));
  CHECK_REL(fabs(residual_y(&s.run)[0]), fabs(dq), 0.02);
  CHECK_REL(fabs(residual_y(&s.run)[1]), fabs(dx), 0.02);
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.2, 0.5, 0.6, 0.8, 0.9};
  for (int i = 0; i < 6; i++)
  {
    check_swing(rho[i], GALPHA_SOI2, 1e-12, 2.0);
    check_swing(rho[i], GALPHA_SOI2_LITERAL, 1e-12, 2.0);
    /* what positions accept, and what accelerations and their projection have to look
       at, since it is too large or h changes */
    CHECK(check_swing(rho[i], GALPHA_INDEX3, 1e-2, 1.0) < 0.05);
    CHECK(check_swing(rho[i], GALPHA_INDEX3, 1e-12, 1.0) > 1.9);
    CHECK(check_swing(rho[i], GALPHA_INDEX3, 1e-2, 2.0) > 1.9);
    check_flow(rho[i], GALPHA_CORRECT_A);
    check_flow(rho[i], GALPHA_CORRECT_WEIGHTS);
    check_cubic(rho[i]);
  }
}
