/* Spatial four-bar linkage with redundant constraints: three bodies in space, positions
 * and unit quaternions, four revolute joints with parallel axes. Each joint gives five
 * equations, three for its point and two for its axis; with the norms of the quaternions
 * they are 23 rows for 21 coordinates, although one motion is free: three rows follow from
 * the others. GALPHASetRedundancy lets them stand, so that joints can be written down
 * without thought of what the rest of the mechanism does.
 *
 * The crank is pushed and turns under gravity. Prints its angle, its rate and the force
 * of both joints on the ground; checks angle and rate against the energy of the planar
 * linkage, whose rate follows from its angle, and the force against masses and
 * accelerations: single multipliers of redundant rows have no meaning, their sums have.
 *
 *     spatial_four_bar directory        writes spatial_four_bar.csv there, for
 *     gnuplot -c examples/plot/spatial_four_bar.gp directory */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"
#include "vehicle/space.h"

enum
{
  CRANK,
  COUPLER,
  ROCKER,
  BODIES,
  GROUND = BODIES
};

#define JOINTS 4
#define N      (7 * BODIES)
#define ROWS   (5 * JOINTS + BODIES)

/* m/s^2; the rate of the crank at the start, rad/s; m; kg */
static const double gravity = 9.81, push = 8, base = 0.5;
static const double bar[BODIES] = {0.2, 0.5, 0.4}, mass[BODIES] = {1, 0.6, 0.8};

/* Of a rod about its centre; taken about all axes, which makes 4 I |p'|^2/2 its energy of
 * rotation and M constant (heavy_top has different moments of inertia). */
static double inertia(int body)
{
  return mass[body] * bar[body] * bar[body] / 12;
}

/* ---- joints ----------------------------------------------------------------- */

/* The point si of body i is sj of body j; axes are z of both. */
struct joint
{
  int i, j;
  double si, sj; /* on the x axes of the bodies, from their centres */
};

static const struct joint joints[JOINTS] = {{GROUND, CRANK, 0, -0.1},
                                            {CRANK, COUPLER, 0.1, -0.25},
                                            {COUPLER, ROCKER, 0.25, 0.2},
                                            {GROUND, ROCKER, 0.5, -0.2}};

struct pose
{
  struct vec x;
  struct quat p;
};

static struct pose pose(const sunrealtype *q, int body)
{
  const sunrealtype *b = q + 7 * body;

  if (body == GROUND) { return (struct pose){{0, 0, 0}, {1, {0, 0, 0}}}; }
  return (struct pose){{b[0], b[1], b[2]}, {b[3], {b[4], b[5], b[6]}}};
}

static const struct vec axis[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* Points: x_j + R_j s_j - x_i - R_i s_i; axes: z of j is normal to x and y of i. */
static void joint_rows(const struct joint *k, const sunrealtype *q,
                       sunrealtype *g)
{
  const struct pose i = pose(q, k->i), j = pose(q, k->j);
  const struct vec pi = plus(i.x, k->si, rotate(i.p, axis[0]));
  const struct vec pj = plus(j.x, k->sj, rotate(j.p, axis[0]));
  const struct vec z = rotate(j.p, axis[2]), gap = plus(pj, -1, pi);

  g[0] = gap.x;
  g[1] = gap.y;
  g[2] = gap.z;
  g[3] = dot(rotate(i.p, axis[0]), z);
  g[4] = dot(rotate(i.p, axis[1]), z);
}

static int constraints(sunrealtype t, N_Vector qv, N_Vector gv, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  sunrealtype *g       = N_VGetArrayPointer(gv);

  (void)t, (void)user_data;
  for (int k = 0; k < JOINTS; k++) { joint_rows(&joints[k], q, g + 5 * k); }
  for (int b = 0; b < BODIES; b++)
  {
    const struct quat p = pose(q, b).p;
    g[5 * JOINTS + b]   = (p.s * p.s + dot(p.v, p.v) - 1) / 2;
  }
  return 0;
}

/* Writes the derivatives of a row with respect to the position and quaternion of a body;
 * the ground has none. */
static void put(SUNMatrix G, int row, int body, struct vec x, struct quat p)
{
  const double values[] = {x.x, x.y, x.z, p.s, p.v.x, p.v.y, p.v.z};

  for (int k = 0; k < 7 && body != GROUND; k++)
  {
    SM_ELEMENT_D(G, row, 7 * body + k) = values[k];
  }
}

static int constraints_jac(sunrealtype t, N_Vector qv, SUNMatrix G,
                           void *user_data)
{
  const sunrealtype *q  = N_VGetArrayPointer(qv);
  const struct vec none = {0, 0, 0};

  (void)t, (void)user_data;
  SUNMatZero(G);
  for (int k = 0; k < JOINTS; k++)
  {
    const struct joint *c = &joints[k];
    const struct pose i = pose(q, c->i), j = pose(q, c->j);
    for (int d = 0; d < 3; d++)
    {
      put(G, 5 * k + d, c->i, times(-1, axis[d]),
          lever(i.p, times(-c->si, axis[0]), axis[d]));
      put(G, 5 * k + d, c->j, axis[d],
          lever(j.p, times(c->sj, axis[0]), axis[d]));
    }
    for (int d = 0; d < 2; d++)
    {
      put(G, 5 * k + 3 + d, c->i, none,
          lever(i.p, axis[d], rotate(j.p, axis[2])));
      put(G, 5 * k + 3 + d, c->j, none,
          lever(j.p, axis[2], rotate(i.p, axis[d])));
    }
  }
  for (int b = 0; b < BODIES; b++)
  {
    put(G, 5 * JOINTS + b, b, none, pose(q, b).p);
  }
  return 0;
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                 void *user_data)
{
  (void)t, (void)q, (void)v, (void)user_data;
  N_VConst(0, f);
  for (int b = 0; b < BODIES; b++)
  {
    N_VGetArrayPointer(f)[7 * b + 1] = -mass[b] * gravity;
  }
  return 0;
}

/* ---- the planar linkage ----------------------------------------------------- */

/* Angles of the three bars for an angle of the crank, and their rates per rate of the
 * crank: the loop crank + coupler = base + rocker and its derivative. */
static void planar(double crank, double *angle, double *rate)
{
  const double x = base - bar[CRANK] * cos(crank), y = -bar[CRANK] * sin(crank);
  const double d = hypot(x, y);
  const double open =
    acos((bar[COUPLER] * bar[COUPLER] + d * d - bar[ROCKER] * bar[ROCKER]) /
         (2 * bar[COUPLER] * d));

  angle[CRANK]   = crank;
  angle[COUPLER] = atan2(y, x) + open;
  angle[ROCKER]  = atan2(bar[COUPLER] * sin(angle[COUPLER]) - y,
                         bar[COUPLER] * cos(angle[COUPLER]) - x);
  rate[CRANK]    = 1;
  rate[COUPLER]  = bar[CRANK] * sin(angle[ROCKER] - crank) /
                  (bar[COUPLER] * sin(angle[COUPLER] - angle[ROCKER]));
  rate[ROCKER] = bar[CRANK] * sin(angle[COUPLER] - crank) /
                 (bar[ROCKER] * sin(angle[COUPLER] - angle[ROCKER]));
}

/* Centres of the bars, and their velocities per rate of the crank. */
static void centres(const double *angle, const double *rate, struct vec *x,
                    struct vec *v)
{
  const struct vec start[] = {
    {0, 0, 0},
    {bar[CRANK] * cos(angle[CRANK]), bar[CRANK] * sin(angle[CRANK]), 0},
    {base, 0, 0}};

  for (int b = 0; b < BODIES; b++)
  {
    const double r     = bar[b] / 2;
    const struct vec u = {cos(angle[b]), sin(angle[b]), 0};
    x[b]               = plus(start[b], r, u);
    v[b]               = times(r * rate[b], vec(-u.y, u.x, 0));
  }
  v[COUPLER] = plus(v[COUPLER], 2, v[CRANK]);
}

/* The rate of the crank at an angle: (moment of inertia) rate^2/2 + potential = energy.
 * With energy < 0: the energy at the rate `push`. */
static double planar_rate(double crank, double *energy)
{
  double angle[BODIES], rate[BODIES], moment = 0, potential = 0;
  struct vec x[BODIES], v[BODIES];

  planar(crank, angle, rate);
  centres(angle, rate, x, v);
  for (int b = 0; b < BODIES; b++)
  {
    moment += mass[b] * dot(v[b], v[b]) + inertia(b) * rate[b] * rate[b];
    potential += mass[b] * gravity * x[b].y;
  }
  if (*energy < 0) { *energy = moment * push * push / 2 + potential; }
  return sqrt(2 * (*energy - potential) / moment);
}

/* The angle after t by Runge and Kutta's method. */
static double planar_angle(double t, double energy)
{
  const int steps = 4000;
  const double h  = t / steps;
  double a        = 0;

  for (int i = 0; i < steps; i++)
  {
    const double k1 = planar_rate(a, &energy);
    const double k2 = planar_rate(a + h / 2 * k1, &energy);
    const double k3 = planar_rate(a + h / 2 * k2, &energy);
    const double k4 = planar_rate(a + h * k3, &energy);
    a += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return a;
}

/* ---- the run ---------------------------------------------------------------- */

/* From planar angles; a rotation by b about z is cos(b/2) + z sin(b/2). */
static void start(sunrealtype *q, sunrealtype *v)
{
  double angle[BODIES], rate[BODIES];
  struct vec x[BODIES], u[BODIES];

  planar(0, angle, rate);
  centres(angle, rate, x, u);
  for (int b = 0; b < BODIES; b++)
  {
    const double half = angle[b] / 2, turn_rate = push * rate[b] / 2;
    const double values[] = {x[b].x, x[b].y, 0, cos(half), 0, 0, sin(half)};
    const double rates[]  = {
       push * u[b].x,        push * u[b].y, 0, -turn_rate * sin(half), 0, 0,
       turn_rate * cos(half)};
    memcpy(q + 7 * b, values, sizeof values);
    memcpy(v + 7 * b, rates, sizeof rates);
  }
}

/* On the ground: the reactions -lambda of the joints 0 and 3, in x and y. */
static double ground_force(const sunrealtype *lambda, int d)
{
  return lambda[d] + lambda[15 + d];
}

/* The same from the motion: sum of mass (acceleration - gravity), turned round. */
static double motion_force(const sunrealtype *a, int d)
{
  double sum = 0;

  for (int b = 0; b < BODIES; b++)
  {
    sum -= mass[b] * (a[7 * b + d] + (d == 1 ? gravity : 0));
  }
  return sum;
}

static void write_row(FILE *csv, double t, const sunrealtype *q,
                      const sunrealtype *l)
{
  if (!csv) { return; }
  fprintf(csv, "%.4g,%.6g,%.6g", t, ground_force(l, 0), ground_force(l, 1));
  for (int k = 0; k < JOINTS; k++)
  {
    const struct pose j = pose(q, joints[k].j);
    const struct vec x  = plus(j.x, joints[k].sj, rotate(j.p, axis[0]));
    fprintf(csv, ",%.6g,%.6g", x.x, x.y);
  }
  fprintf(csv, "\n");
}

/* Angle and rate of the crank; of the angle the turn nearest to a. */
static double crank_angle(const sunrealtype *q, double a)
{
  const struct quat p = pose(q, CRANK).p;

  return a + remainder(2 * atan2(p.v.z, p.s) - a, 2 * acos(-1));
}

static double crank_rate(const sunrealtype *q, const sunrealtype *v)
{
  return 2 * half_rate(pose(q, CRANK).p, pose(v, CRANK).p).z;
}

static int run(void *mem, N_Vector qv, N_Vector vv, N_Vector lv, FILE *csv)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  const sunrealtype *l = N_VGetArrayPointer(lv);
  N_Vector av          = N_VClone(qv);
  const sunrealtype *a = N_VGetArrayPointer(av);
  double energy = -1, worst[3] = {0};
  sunrealtype t;

  planar_rate(0, &energy);
  printf("   t    angle    rate   force on the ground\n");
  for (int i = 1; i <= 200; i++)
  {
    TRY(GALPHASolve(mem, 0.01 * i, &t, qv, vv, GALPHA_NORMAL));
    TRY(GALPHAGetMultipliers(mem, t, lv, NULL));
    write_row(csv, t, q, l);
    if (i % 10 != 0) { continue; }
    TRY(GALPHAGetAcceleration(mem, t, av));
    const double planar_a = planar_angle(t, energy);
    const double angle = crank_angle(q, planar_a), rate = crank_rate(q, v);
    const double apart[] = {angle - planar_a,
                            rate - planar_rate(angle, &energy),
                            hypot(ground_force(l, 0) - motion_force(a, 0),
                                  ground_force(l, 1) - motion_force(a, 1))};
    printf("%4.1f %8.4f %7.3f %10.2f %8.2f\n", t, angle, rate,
           ground_force(l, 0), ground_force(l, 1));
    for (int k = 0; k < 3; k++) { worst[k] = fmax(worst[k], fabs(apart[k])); }
  }
  N_VDestroy(av);
  return example_wrong("angle", worst[0], 2e-3) +
         example_wrong("rate", worst[1], 2e-3) +
         example_wrong("force", worst[2], 1e-2);
}

int main(int argc, char **argv)
{
  SUNContext ctx = example_context();
  N_Vector qv = N_VNew_Serial(N, ctx), vv = N_VNew_Serial(N, ctx);
  N_Vector lv = N_VNew_Serial(ROWS, ctx);
  SUNMatrix M = SUNDenseMatrix(N, N, ctx), G = SUNDenseMatrix(ROWS, N, ctx);

  start(N_VGetArrayPointer(qv), N_VGetArrayPointer(vv));
  N_VConst(0, lv);
  for (int k = 0; k < N; k++)
  {
    SM_ELEMENT_D(M, k, k) = k % 7 < 3 ? mass[k / 7] : 4 * inertia(k / 7);
  }

  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, M, force, 0, qv, vv));
  TRY(GALPHASetHolonomic(mem, lv, constraints, G, constraints_jac));
  TRY(GALPHASetScleronomic(mem, 1));
  TRY(GALPHASetRedundancy(mem, GALPHA_REDUNDANT_LEAST_NORM));
  TRY(GALPHASetOption(mem, "df_dq_zero", 1));
  TRY(GALPHASetOption(mem, "df_dv_zero", 1));
  TRY(GALPHASStolerances(mem, 1e-7, 1e-7));
  FILE *csv = example_csv(argc > 1 ? argv[1] : NULL, "spatial_four_bar.csv",
                          "t,fx,fy,x0,y0,x1,y1,x2,y2,x3,y3\n");
  const int wrong = run(mem, qv, vv, lv, csv);

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  SUNContext_Free(&ctx);
  if (csv && fclose(csv) != 0) { return EXIT_FAILURE; }
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
