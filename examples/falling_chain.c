/* Contact: a chain falls on a rough plane, hits it link by link and comes to rest.
 *
 * A chain of masses and rods; a mass below the plane is pushed up by a stiff spring with
 * a damper that acts in proportion to the depth, so that the force begins and ends at 0,
 *
 *     F = stiffness depth (1 + damping depth'), not below 0,
 *
 * and is held sideways by friction F tanh(v/creep). Nothing jumps: steps become short by
 * themselves at each impact. Two states beside the mechanism integrate what cannot be
 * seen afterwards, the impulse of the plane and the work of its forces.
 *
 * Prints height of the centre, number of masses on the plane, its force, impulse and
 * work, and checks: the centre falls freely at first; momentum is impulse less weight
 * times time; energy is that of the start and the work; in the end the plane carries the
 * weight.
 *
 *     falling_chain directory           writes falling_chain.csv there, for
 *     gnuplot -c examples/plot/falling_chain.gp directory */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

#define LINKS 8
#define NODES (LINKS + 1)
#define N     (2 * NODES)

enum
{
  IMPULSE,
  WORK,
  STATES
};

/* m/s^2, m, kg of a node; N/m, s/m, 1, m/s */
static const double gravity = 9.81, length = 0.1, mass = 0.05;
static const double stiffness = 1e4, damping = 6, friction = 0.4, creep = 1e-2;

/* Force of the plane on a node. */
static void contact(const sunrealtype *q, const sunrealtype *v, double *f)
{
  const double depth = -q[1];

  f[1] = depth > 0 ? fmax(0, stiffness * depth * (1 - damping * v[1])) : 0;
  f[0] = -friction * f[1] * tanh(v[0] / creep);
}

static int force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                 N_Vector fv, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  sunrealtype *f = N_VGetArrayPointer(fv);

  (void)t, (void)sv, (void)user_data;
  for (int i = 0; i < N; i += 2)
  {
    contact(q + i, v + i, f + i);
    f[i + 1] -= mass * gravity;
  }
  return 0;
}

/* Rates of impulse and work. */
static int rates(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                 N_Vector Fv, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  sunrealtype *F = N_VGetArrayPointer(Fv);
  double f[2];

  (void)t, (void)sv, (void)user_data;
  N_VConst(0, Fv);
  for (int i = 0; i < N; i += 2)
  {
    contact(q + i, v + i, f);
    F[IMPULSE] += f[1];
    F[WORK] += f[0] * v[i] + f[1] * v[i + 1];
  }
  return 0;
}

static int rods(sunrealtype t, N_Vector qv, N_Vector gv, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);

  (void)t, (void)user_data;
  for (int i = 0; i < LINKS; i++, q += 2)
  {
    const double dx = q[2] - q[0], dy = q[3] - q[1];
    N_VGetArrayPointer(gv)[i] = (dx * dx + dy * dy) / (2 * length) - length / 2;
  }
  return 0;
}

static int rods_jac(sunrealtype t, N_Vector qv, SUNMatrix G, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);

  (void)t, (void)user_data;
  SUNMatZero(G);
  for (int i = 0; i < LINKS; i++)
  {
    for (int j = 2 * i; j < 2 * i + 2; j++)
    {
      SM_ELEMENT_D(G, i, j)     = (q[j] - q[j + 2]) / length;
      SM_ELEMENT_D(G, i, j + 2) = -SM_ELEMENT_D(G, i, j);
    }
  }
  return 0;
}

/* ---- results ---------------------------------------------------------------- */

struct sums
{
  double height, momentum, energy, force;
  int touching;
};

static struct sums sums_of(const sunrealtype *q, const sunrealtype *v)
{
  struct sums s = {0};
  double f[2];

  for (int i = 0; i < N; i += 2)
  {
    contact(q + i, v + i, f);
    s.height += q[i + 1] / NODES;
    s.momentum += mass * v[i + 1];
    s.energy +=
      mass * ((v[i] * v[i] + v[i + 1] * v[i + 1]) / 2 + gravity * q[i + 1]);
    s.force += f[1];
    s.touching += f[1] > 0;
  }
  return s;
}

static void write_row(FILE *csv, double t, const sunrealtype *q,
                      double force_now, double energy)
{
  if (!csv) { return; }
  fprintf(csv, "%.4g,%.6g,%.6g", t, force_now, energy);
  for (int i = 0; i < N; i++) { fprintf(csv, ",%.5g", q[i]); }
  fprintf(csv, "\n");
}

static int run(void *mem, N_Vector qv, N_Vector vv, N_Vector sv, FILE *csv)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  const sunrealtype *s = N_VGetArrayPointer(sv);
  const double weight  = NODES * mass * gravity;
  struct sums now = sums_of(q, v), start = now;
  double momentum = 0, energy = 0, fall = 0;
  sunrealtype t;

  printf(
    "   t  centre in m  on the plane  force in N  impulse in N s  work in J\n");
  for (int i = 1; i <= 600; i++)
  {
    TRY(GALPHASolve(mem, 0.0025 * i, &t, qv, vv, GALPHA_NORMAL));
    TRY(GALPHAGetStates(mem, t, sv));
    now = sums_of(q, v);
    write_row(csv, t, q, now.force, now.energy);
    momentum = fmax(momentum, fabs(now.momentum - s[IMPULSE] + weight * t));
    energy   = fmax(energy, fabs(now.energy - start.energy - s[WORK]));
    if (s[IMPULSE] <= 0)
    {
      fall = fmax(fall, fabs(start.height - gravity * t * t / 2 - now.height));
    }
    if (i % 40 == 0)
    {
      printf("%4.1f %12.4f %13d %11.1f %15.4f %10.4f\n", t, now.height,
             now.touching, now.force, s[IMPULSE], s[WORK]);
    }
  }
  return example_wrong("the free fall", fall, 1e-5) +
         example_wrong("momentum", momentum, 1e-3 * weight) +
         example_wrong("energy", energy, 1e-3 * start.energy) +
         example_wrong("the force at rest", fabs(now.force / weight - 1), 1e-3);
}

int main(int argc, char **argv)
{
  SUNContext ctx = example_context();
  N_Vector qv = N_VNew_Serial(N, ctx), vv = N_VNew_Serial(N, ctx);
  N_Vector lv = N_VNew_Serial(LINKS, ctx), sv = N_VNew_Serial(STATES, ctx);
  SUNMatrix M = SUNDenseMatrix(N, N, ctx), G = SUNDenseMatrix(LINKS, N, ctx);

  /* At rest on an arc above the plane. */
  N_VConst(0, vv);
  N_VConst(0, lv);
  N_VConst(0, sv);
  sunrealtype *q = N_VGetArrayPointer(qv);
  q[0]           = 0;
  q[1]           = 0.1;
  for (int i = 0; i < LINKS; i++)
  {
    const double slope = 1.2 - 0.15 * i;
    q[2 * i + 2]       = q[2 * i] + length * cos(slope);
    q[2 * i + 3]       = q[2 * i + 1] + length * sin(slope);
  }
  for (int i = 0; i < N; i++) { SM_ELEMENT_D(M, i, i) = mass; }

  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, M, NULL, 0, qv, vv));
  TRY(GALPHASetHolonomic(mem, lv, rods, G, rods_jac));
  TRY(GALPHASetScleronomic(mem, 1));
  TRY(GALPHASetStates(mem, sv, NULL, rates, force));
  TRY(GALPHASStolerances(mem, 1e-5, 1e-6));
  TRY(GALPHASStolerancesVel(mem, 1e-4, 1e-4));
  FILE *csv = example_csv(argc > 1 ? argv[1] : NULL, "falling_chain.csv",
                          "t,force,energy");
  for (int i = 0; csv && i < NODES; i++) { fprintf(csv, ",x%d,y%d", i, i); }
  if (csv) { fprintf(csv, "\n"); }
  const int wrong = run(mem, qv, vv, sv, csv);

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  N_VDestroy(sv);
  SUNContext_Free(&ctx);
  if (csv && fclose(csv) != 0) { return EXIT_FAILURE; }
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
