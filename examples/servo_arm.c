/* Servo arm: a double pendulum whose upper arm is turned by a motor with a PI controller.
 *
 * Two masses on rods, x and y of each; the rods are constraints. States are the current
 * of the motor and the integral of the controller,
 *
 *     L i' = u - R i - k w,      z' = e,      e = target - angle,
 *     u = KP e + KI z - KD w     within +-U,
 *
 * and the torque is k i. Beyond +-U the voltage is U and the integral is held (or it would
 * wind up): a kink of u and a jump of z', found as an event by a root function that sees
 * the states, and followed by a restart. The target jumps at t = 2, which is a stop
 * time. Prints the motion and the events, and checks both against the equations of the
 * two angles with motor and controller, integrated by Runge and Kutta's method in steps
 * of 1e-5.
 *
 *     servo_arm directory               writes servo_arm.csv there, for
 *     gnuplot -c examples/plot/servo_arm.gp directory */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

enum
{
  CURRENT,
  INTEGRAL,
  STATES
};

struct arm
{
  double m1, m2, l1, l2, friction; /* kg, m, N m s in the elbow */
  double k, R, L, U;               /* N m/A, Ohm, H, V          */
  double KP, KI, KD;
  double target; /* rad from below */
  int saturated; /* 1, -1: u is +-U */
  void *mem;
  N_Vector states; /* work space */
};

static const double gravity = 9.81;

static double angle(double x, double y)
{
  return atan2(x, -y);
}

/* The voltage that the controller would like. */
static double wish(const struct arm *a, double phi, double rate,
                   double integral)
{
  return a->KP * (a->target - phi) + a->KI * integral - a->KD * rate;
}

static double voltage(const struct arm *a, double phi, double rate,
                      double integral)
{
  return a->saturated ? a->saturated * a->U : wish(a, phi, rate, integral);
}

/* 1, -1: the wish is beyond U, -U. */
static int beyond(const struct arm *a, double phi, double rate, double integral)
{
  const double u = wish(a, phi, rate, integral);

  return u > a->U ? 1 : u < -a->U ? -1 : 0;
}

/* Of the upper arm, from positions and velocities of the masses. */
static double rate_of(const struct arm *a, const sunrealtype *q,
                      const sunrealtype *v)
{
  return (q[0] * v[1] - q[1] * v[0]) / (a->l1 * a->l1);
}

/* ---- callbacks -------------------------------------------------------------- */

/* Weight, the motor at the pivot, friction in the elbow; a torque acts as forces across
 * a rod. */
static int force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                 N_Vector fv, void *user_data)
{
  const struct arm *a  = user_data;
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  sunrealtype *f  = N_VGetArrayPointer(fv);
  const double dx = q[2] - q[0], dy = q[3] - q[1];
  const double rate2 =
    (dx * (v[3] - v[1]) - dy * (v[2] - v[0])) / (a->l2 * a->l2);
  const double elbow   = a->friction * (rate2 - rate_of(a, q, v));
  const double motor   = a->k * N_VGetArrayPointer(sv)[CURRENT];
  const double across1 = (motor + elbow) / (a->l1 * a->l1);
  const double across2 = -elbow / (a->l2 * a->l2);

  (void)t;
  f[0] = -across1 * q[1] + across2 * dy;
  f[1] = across1 * q[0] - across2 * dx - a->m1 * gravity;
  f[2] = -across2 * dy;
  f[3] = across2 * dx - a->m2 * gravity;
  return 0;
}

static int rates(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                 N_Vector Fv, void *user_data)
{
  const struct arm *a  = user_data;
  const sunrealtype *q = N_VGetArrayPointer(qv), *s = N_VGetArrayPointer(sv);
  const double phi  = angle(q[0], q[1]);
  const double rate = rate_of(a, q, N_VGetArrayPointer(vv));
  sunrealtype *F    = N_VGetArrayPointer(Fv);

  (void)t;
  F[CURRENT] =
    (voltage(a, phi, rate, s[INTEGRAL]) - a->R * s[CURRENT] - a->k * rate) /
    a->L;
  F[INTEGRAL] = a->saturated ? 0 : a->target - phi;
  return 0;
}

/* Derivatives by the states; those of the rates by q and v are left to differences. */
static int rates_by_states(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                           SUNMatrix J, void *user_data)
{
  const struct arm *a = user_data;
  const double rows[] = {-a->R / a->L, a->saturated ? 0 : a->KI / a->L, 0, 0};

  (void)t, (void)qv, (void)vv, (void)sv;
  return example_fill(J, rows);
}

static int force_by_states(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                           SUNMatrix J, void *user_data)
{
  const struct arm *a  = user_data;
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double c       = a->k / (a->l1 * a->l1);
  const double rows[]  = {-c * q[1], 0, c * q[0], 0, 0, 0, 0, 0};

  (void)t, (void)vv, (void)sv;
  return example_fill(J, rows);
}

static int rods(sunrealtype t, N_Vector qv, N_Vector gv, void *user_data)
{
  const struct arm *a  = user_data;
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double dx = q[2] - q[0], dy = q[3] - q[1];

  (void)t;
  N_VGetArrayPointer(gv)[0] =
    (q[0] * q[0] + q[1] * q[1]) / (2 * a->l1) - a->l1 / 2;
  N_VGetArrayPointer(gv)[1] = (dx * dx + dy * dy) / (2 * a->l2) - a->l2 / 2;
  return 0;
}

static int rods_jac(sunrealtype t, N_Vector qv, SUNMatrix G, void *user_data)
{
  const struct arm *a  = user_data;
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double x = (q[2] - q[0]) / a->l2, y = (q[3] - q[1]) / a->l2;
  const double rows[] = {q[0] / a->l1, q[1] / a->l1, 0, 0, -x, -y, x, y};

  (void)t;
  return example_fill(G, rows);
}

/* Distances of the wish from the limits. */
static int limits(sunrealtype t, const GALPHARootPoint *at, sunrealtype *gout,
                  void *user_data)
{
  const struct arm *a  = user_data;
  const sunrealtype *q = N_VGetArrayPointer(at->q);
  const double u =
    wish(a, angle(q[0], q[1]), rate_of(a, q, N_VGetArrayPointer(at->v)),
         N_VGetArrayPointer(at->s)[INTEGRAL]);

  (void)t;
  gout[0] = u - a->U;
  gout[1] = u + a->U;
  return 0;
}

/* What is watched for: leaving the linear range or coming back to it. */
static void watch(const struct arm *a)
{
  int direction[] = {a->saturated > 0 ? -1 : 1, a->saturated < 0 ? 1 : -1};

  TRY(GALPHASetRootDirection(a->mem, direction));
}

/* ---- the same by two angles ------------------------------------------------- */

enum
{
  PHI1,
  PHI2,
  RATE1,
  RATE2,
  I,
  Z,
  ALL
};

static void angle_rates(const struct arm *a, const double *y, double *rate)
{
  const double sine = sin(y[PHI1] - y[PHI2]), cosine = cos(y[PHI1] - y[PHI2]);
  const double w1 = y[RATE1], w2 = y[RATE2];
  const double a11   = (a->m1 + a->m2) * a->l1 * a->l1;
  const double a12   = a->m2 * a->l1 * a->l2 * cosine,
               a22   = a->m2 * a->l2 * a->l2;
  const double elbow = a->friction * (w2 - w1);
  const double f1    = a->k * y[I] + elbow -
                    a->m2 * a->l1 * a->l2 * w2 * w2 * sine -
                    (a->m1 + a->m2) * gravity * a->l1 * sin(y[PHI1]);
  const double f2 = -elbow + a->m2 * a->l1 * a->l2 * w1 * w1 * sine -
                    a->m2 * gravity * a->l2 * sin(y[PHI2]);

  rate[PHI1]  = w1;
  rate[PHI2]  = w2;
  rate[RATE1] = (a22 * f1 - a12 * f2) / (a11 * a22 - a12 * a12);
  rate[RATE2] = (a11 * f2 - a12 * f1) / (a11 * a22 - a12 * a12);
  rate[I] = (voltage(a, y[PHI1], w1, y[Z]) - a->R * y[I] - a->k * w1) / a->L;
  rate[Z] = a->saturated ? 0 : a->target - y[PHI1];
}

static void runge_kutta(const struct arm *a, double h, double *y)
{
  static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
  double sum[ALL] = {0}, rate[ALL] = {0}, x[ALL];

  for (int stage = 0; stage < 4; stage++)
  {
    for (int i = 0; i < ALL; i++) { x[i] = y[i] + part[stage] * h * rate[i]; }
    angle_rates(a, x, rate);
    for (int i = 0; i < ALL; i++) { sum[i] += weight[stage] * rate[i]; }
  }
  for (int i = 0; i < ALL; i++) { y[i] += h / 6 * sum[i]; }
}

/* From t to tout; saturation begins and ends at the end of a step. */
static void by_angles(struct arm *a, double t, double tout, double *y)
{
  const int steps = (int)ceil((tout - t) * 1e5 - 1e-6);

  for (int i = 0; i < steps; i++)
  {
    runge_kutta(a, (tout - t) / steps, y);
    a->saturated = beyond(a, y[PHI1], y[RATE1], y[Z]);
  }
}

/* ---- the run ---------------------------------------------------------------- */

/* Goes on after an event or with another target. */
static void restart(struct arm *a, double t, N_Vector qv, N_Vector vv)
{
  TRY(GALPHAReInit(a->mem, t, qv, vv));
  TRY(GALPHACalcIC(a->mem, GALPHA_PROJECT_INIT, t + 1));
  watch(a);
}

static void print_event(struct arm *a, double t)
{
  int found[2];

  TRY(GALPHAGetRootInfo(a->mem, found));
  a->saturated = a->saturated ? 0 : found[0] ? 1 : -1;
  printf("%6.4f  %s\n", t,
         a->saturated ? "the voltage is at its limit" : "the voltage is free");
}

static int run(struct arm *a, N_Vector qv, N_Vector vv, FILE *csv)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  const sunrealtype *s = N_VGetArrayPointer(a->states);
  struct arm other     = *a;
  double y[ALL] = {0}, worst = 0, last = 0;
  sunrealtype t = 0;

  printf("   t   angle   elbow  voltage  current  integral\n");
  for (int i = 1; i <= 400;)
  {
    if (TRY(GALPHASolve(a->mem, 0.01 * i, &t, qv, vv, GALPHA_NORMAL)) ==
        GALPHA_ROOT_RETURN)
    {
      print_event(a, t);
      restart(a, t, qv, vv);
      continue;
    }
    TRY(GALPHAGetStates(a->mem, t, a->states));
    const double phi = angle(q[0], q[1]), rate = rate_of(a, q, v);
    const double elbow = angle(q[2] - q[0], q[3] - q[1]) - phi;
    const double u     = voltage(a, phi, rate, s[INTEGRAL]);
    by_angles(&other, last, t, y);
    last  = t;
    worst = fmax(worst, fmax(fabs(phi - y[PHI1]), fabs(s[INTEGRAL] - y[Z])));
    if (i % 20 == 0)
    {
      printf("%4.1f %7.3f %7.3f %8.3f %8.3f %9.4f\n", t, phi, elbow, u,
             s[CURRENT], s[INTEGRAL]);
    }
    if (csv)
    {
      fprintf(csv, "%.4g,%.6g,%.6g,%.6g,%.6g,%.6g,%.6g\n", t, a->target, phi,
              elbow, u, s[CURRENT], s[INTEGRAL]);
    }
    if (i++ == 200)
    {
      a->target = other.target = -0.5;
      a->saturated = other.saturated = beyond(a, phi, rate, s[INTEGRAL]);
      restart(a, t, qv, vv);
    }
  }
  return example_wrong("angle or integral", worst, 2e-4);
}

static void give_derivatives(const struct arm *a, SUNContext ctx)
{
  SUNMatrix Ss = SUNDenseMatrix(STATES, STATES, ctx);
  SUNMatrix Fs = SUNDenseMatrix(4, STATES, ctx);

  TRY(GALPHASetStatesJacStates(a->mem, Ss, rates_by_states));
  TRY(GALPHASetForceJacStates(a->mem, Fs, force_by_states));
  SUNMatDestroy(Ss);
  SUNMatDestroy(Fs);
  /* a warning would name each wrong entry */
  TRY(GALPHACheckJacobian(a->mem, 0, NULL));
}

int main(int argc, char **argv)
{
  struct arm a    = {.m1       = 2,
                     .m2       = 1,
                     .l1       = 0.5,
                     .l2       = 0.4,
                     .friction = 0.05,
                     .k        = 0.5,
                     .R        = 0.5,
                     .L        = 0.01,
                     .U        = 24,
                     .KP       = 50,
                     .KI       = 60,
                     .KD       = 6,
                     .target   = 1.2};
  sunrealtype q[] = {0, -a.l1, 0, -a.l1 - a.l2}, v[4] = {0}, l[2] = {0};
  SUNContext ctx = example_context();
  N_Vector qv = N_VMake_Serial(4, q, ctx), vv = N_VMake_Serial(4, v, ctx);
  N_Vector lv = N_VMake_Serial(2, l, ctx);
  SUNMatrix M = SUNDenseMatrix(4, 4, ctx), G = SUNDenseMatrix(2, 4, ctx);
  const double masses[] = {a.m1, a.m1, a.m2, a.m2};
  for (int i = 0; i < 4; i++) { SM_ELEMENT_D(M, i, i) = masses[i]; }
  a.states = N_VNew_Serial(STATES, ctx);
  N_VConst(0, a.states);
  a.saturated = beyond(&a, 0, 0, 0);

  a.mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(a.mem, NULL, M, NULL, 0, qv, vv));
  TRY(GALPHASetUserData(a.mem, &a));
  TRY(GALPHASetHolonomic(a.mem, lv, rods, G, rods_jac));
  TRY(GALPHASetScleronomic(a.mem, 1));
  TRY(GALPHASetStates(a.mem, a.states, NULL, rates, force));
  TRY(GALPHASStolerances(a.mem, 1e-6, 1e-6));
  TRY(GALPHARootInitExt(a.mem, 2, limits));
  watch(&a);
  TRY(GALPHASetStopTime(a.mem, 2));
  give_derivatives(&a, ctx);
  FILE *csv       = example_csv(argc > 1 ? argv[1] : NULL, "servo_arm.csv",
                          "t,target,angle,elbow,voltage,current,integral\n");
  const int wrong = run(&a, qv, vv, csv);

  GALPHAFree(&a.mem);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  N_VDestroy(a.states);
  SUNContext_Free(&ctx);
  if (csv && fclose(csv) != 0) { return EXIT_FAILURE; }
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
