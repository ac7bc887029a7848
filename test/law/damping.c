/* Modes that the step does not resolve, in the mechanical and in the residual form. With
 * h omega = 1e4 coordinates obey a recursion whose roots are those of the method: (E +
 * rho)^3 q = 0 (E: one step on) for Chung and Hulbert's family, and of HHT and Newmark the
 * limits that are known. With h lambda = -1e8 states obey (E + rho_x)^2 x = 0, whatever
 * rho, and by the coefficients of second order (E + rho)(E + (3 rho - 1)/(3 - rho)) x = 0.
 * Controls: other roots do not fit. A stiff circuit coupled to a mass keeps order 2; slow
 * oscillations are not damped. */
#include "support/test.h"

#define STEPS 8
#define FIT   1e-6
#define STIFF 1e8
#define OMEGA 1e4 /* (h omega)^2 times round-off is lost in q */

/* q'' = -omega^2 q beside x' = -STIFF x. */
static sunrealtype omega;

RESIDUAL2_IS(modes, ypp[0] + omega * omega * y[0], yp[1] + STIFF * y[1])

RESIDUAL2_JAC_IS(modes_jac, {0, 0, c[2] + omega *omega}, {1, 1, c[0] + STIFF})

RESIDUAL_START(start_modes)
{
  y[0] = y[1] = 1.0;
  ypp[0]      = -omega * omega;
  yp[1]       = -STIFF;
}

STATES_IS(states, s[0] * -STIFF)

STATE_FORCE_IS(force, q[0] * omega * -omega)

FORCE_JAC_IS(stiffness, {0, 0, -pow(omega, 2)})

static const sunrealtype one = 1.0, orders[] = {2.0, 1.0};
RESIDUAL_PROBLEM_IS(by_residual, .name = "residual", .n = 2, .order = orders,
                    .res2 = modes, .jac2 = modes_jac, .start = start_modes,
                    .ypp_known = 1)
PROBLEM_IS(by_states, .name = "states", .n = 1, .ns = 1, .state_order = &one,
           .state_start = &one, .q0 = &one, .dfdq = stiffness,
           .constant_mass = 1, .states = states, .state_force = force)

/* Of states: their rho and which coefficients. */
static sunrealtype rho_x;
static int set;

static int settings(struct subject *s)
{
  const int ret = GALPHASetRhoInfState(s->mem, rho_x);
  return ret ? ret : GALPHASetOption(s->mem, "state_coefficients", set);
}

struct values
{
  sunrealtype q[STEPS], x[STEPS];
};

static struct values run(struct subject what)
{
  struct values v;
  struct subject s;
  what.correct = GALPHA_CORRECT_VELOCITIES;
  what.tol     = 1e-12;
  what.atol    = 1e-100;
  what.prepare = settings;
  CHECK(subject_begin(&s, &what, ctx) == 0);
  for (int n = 0; n < STEPS; n++)
  {
    CHECK(subject_step(&s, 1.0) == 0);
    v.q[n] = N_VGetArrayPointer(subject_vector(&s, SUBJECT_Q))[0];
    v.x[n] = s.residual ? residual_y(&s.run)[1] : NV_Ith_S(s.now.s, 0);
  }
  return v;
}

/* How badly the product of all E - root fits the values, relative to the largest of those
 * that it takes: the worst of all places. */
static sunrealtype misfit(const sunrealtype *x, const sunrealtype *root,
                          int count)
{
  sunrealtype p[4] = {1.0}, worst = 0.0;
  for (int k = 0; k < count; k++)
  {
    for (int i = k + 1; i >= 0; i--)
    {
      p[i] = (i > 0 ? p[i - 1] : 0.0) - root[k] * (i <= k ? p[i] : 0.0);
    }
  }
  for (int n = 0; n + count < STEPS; n++)
  {
    sunrealtype sum = 0.0, size = 0.0;
    for (int i = 0; i <= count; i++)
    {
      sum += p[i] * x[n + i];
      size = fmax(size, fabs(x[n + i]));
    }
    if (size > 0.0 && !(fabs(sum) <= worst * size))
    {
      worst = fabs(sum) / size;
    }
  }
  return worst;
}

/* Roots -a, -b and, of coordinates, -c. */
static sunrealtype off(const sunrealtype *x, int count, sunrealtype a,
                       sunrealtype b, sunrealtype c)
{
  const sunrealtype root[] = {-a, -b, -c};
  return misfit(x, root, count);
}

static void check_form(int residual, sunrealtype rho)
{
  const sunrealtype other = (3.0 * rho - 1.0) / (3.0 - rho);
  const struct subject what =
    SUBJECT(.mech     = residual ? NULL : &by_states,
            .residual = residual ? &by_residual : NULL, .rho = rho);
  const int second      = set == GALPHA_STATES_SECOND_ORDER;
  const sunrealtype a   = second ? rho : rho_x;
  const struct values v = run(what);
  const sunrealtype q   = off(v.q, 3, rho, rho, rho);
  const sunrealtype x   = off(v.x, 2, a, second ? other : a, 0.0);
  check_of("%s, rho %.2f, of states %.2f, set %d",
           residual ? "residual" : "states", rho, rho_x, set);
  CHECK(q <= FIT);
  CHECK(x <= FIT);
  CHECK(off(v.q, 3, rho + 0.1, rho + 0.1, rho + 0.1) > 1e-4);
  if (!second) { CHECK(off(v.x, 2, a + 0.1, a + 0.1, 0.0) > 1e-4); }
  /* with rho = 0 nothing is left after one step, which fits anything */
  if (second || a > 0.0)
  {
    CHECK(off(v.x, 2, a, second ? rho : (3.0 * a - 1.0) / (3.0 - a), 0.0) >
          1e-3);
  }
}

static void check_family(int family, sunrealtype first, sunrealtype second,
                         sunrealtype a, sunrealtype b)
{
  const struct subject what = {
    .mech = &by_states, .family = family, .par = {first, second}};
  const struct values v = run(what);
  const sunrealtype fit = off(v.q, 3, a, a, b);
  check_of("family %d, %g", family, first);
  CHECK_IN(fit, 0.0, FIT);
  CHECK(off(v.q, 3, a - 0.1, a - 0.1, b - 0.1) > 1e-4);
}

/* HHT: a root alpha/(1 + alpha) and two -(1 + alpha)/(1 - alpha) */
static void check_families(void)
{
  static const sunrealtype alpha[] = {0.0, -0.05, -0.1, -0.3};
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype a = alpha[i];
    check_family(GALPHA_HHT, a, 0.0, (1.0 + a) / (1.0 - a), -a / (1.0 + a));
  }
  check_family(GALPHA_NEWMARK, 0.25, 0.5, 1.0, 0.0);
  check_family(GALPHA_CHUNG_HULBERT, 1.0, 0.0, 1.0, 1.0);
}

/* A charged capacitor drives a mass, whose velocity induces a voltage behind a
 * stiff lag z: z' = -1e8 (z - q'), i' = -i + z + cos t, q'' = -q - 0.2 q' + i.
 * In z = q' the motion is slow. */
RESIDUAL2_IS(circuit, yp[0] / STIFF + y[0] - yp[2],
             yp[1] + y[1] - y[0] - cos(t), ypp[2] + y[2] + 0.2 * yp[2] - y[1])

/* Orders from three step sizes: no other solution is needed. */
static void check_circuit(void)
{
  static const sunrealtype order[3] = {1.0, 1.0, 2.0};
  const struct residual_problem problem =
    RESIDUAL_PROBLEM(.name = "circuit", .n = 3, .order = order, .res2 = circuit,
                     .y0 = VALUES(0.0, 0.0, 1.0), .yp0 = VALUES(-1.0, 1.0, 0.0),
                     .ypp0 = VALUES_OF(3, [2] = -1.0), .ypp_known = 1);
  const struct subject what = SUBJECT(.residual = &problem, .rho = 0.8,
                                      .correct = GALPHA_CORRECT_VELOCITIES,
                                      .tol = 1e-11, .prepare = settings);
  struct subject s[3];
  const sunrealtype *y[3];
  for (int i = 0; i < 3; i++)
  {
    CHECK(subject_begin(&s[i], &what, ctx) == 0);
    CHECK(residual_steps(&s[i].run, 0.03 / (1 << i), &one, 1, 100L << i) == 0);
    y[i] = residual_y(&s[i].run);
  }
  for (int k = 0; k < 3; k++)
  {
    CHECK_IN(residual_order(y[0][k] - y[1][k], y[1][k] - y[2][k]), 1.9, 2.1);
  }
  CHECK_REL(y[2][0], residual_yp(&s[2].run)[2], 1e-6);
}

static void check_slow(void)
{
  const struct subject what =
    SUBJECT(.mech = &by_states, .rho = 0.8,
            .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-12);
  struct subject s;
  omega = 1e-3;
  CHECK(subject_begin(&s, &what, ctx) == 0);
  for (int n = 0; n < 400; n++) { CHECK(subject_step(&s, 1.0) == 0); }
  CHECK_REL(NV_Ith_S(s.now.q, 0), cos(0.4), 1e-6);
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.1, 0.17, 0.2, 0.5,
                                    0.6, 0.8, 0.9,  0.95};
  omega                          = OMEGA;
  for (int i = 0; i < 9 * 9 * 2; i++)
  {
    rho_x = rho[i / 9 % 9];
    set   = GALPHA_STATES_FIRST_ORDER;
    check_form(i / 81, rho[i % 9]);
    if (i % 81 >= 9) { continue; }
    set = GALPHA_STATES_SECOND_ORDER;
    check_form(i / 81, rho[i % 9]);
  }
  set = GALPHA_STATES_FIRST_ORDER;
  check_families();
  for (int i = 0; i < 9; i++)
  {
    rho_x = rho[i];
    check_circuit();
  }
  check_slow();
}
