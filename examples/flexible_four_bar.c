/* Four-bar linkage with a flexible coupler, in sparse blocks: M, G and the derivatives of
 * the forces are CSC matrices (flexible_four_bar_model.h).
 *
 * The coupler is a chain of rigid links with a mass at each joint and a bending moment in
 * it. The crank turns once in half a second and stops. Prints time, crank angle, torque of
 * the drive, deflection of the coupler's middle, and checks: once the crank rests, the
 * coupler vibrates as a pinned beam, with the period and the decay of a closed form; the
 * energy is what the drive has done less what the damping has taken.
 *
 *     flexible_four_bar directory       writes flexible_four_bar.csv there, for
 *     gnuplot -c examples/plot/flexible_four_bar.gp directory */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "example_util.h"
#include "flexible_four_bar_model.h"

/* ---- results --------------------------------------------------------------- */

/* Distance of the middle node from the straight line between the pins. */
static double deflection(const sunrealtype *q)
{
  const sunrealtype *end = q + N - 2, *mid = q + NODES / 2 * 2;
  const double dx = end[0] - q[0], dy = end[1] - q[1];

  return (dx * (mid[1] - q[1]) - dy * (mid[0] - q[0])) / hypot(dx, dy);
}

static double energy(const struct linkage *p, const sunrealtype *q,
                     const sunrealtype *v)
{
  const double stiffness = p->bending / pow(link_length(p), 3);
  double sum             = 0;

  for (int j = 0; j < N; j++) { sum += node_mass(p, j / 2) * v[j] * v[j] / 2; }
  for (int j = 2; j < N - 2; j++)
  {
    sum += stiffness * pow(q[j - 2] - 2 * q[j] + q[j + 2], 2) / 2;
  }
  return sum;
}

/* The drive acts on the pin of the crank with -lambda_0, -lambda_1. */
static double torque(const sunrealtype *q, const sunrealtype *lambda)
{
  return q[1] * lambda[0] - q[0] * lambda[1];
}

static void write_row(FILE *csv, const struct linkage *p, double t,
                      const sunrealtype *q, const sunrealtype *lambda)
{
  fprintf(csv, "%.6g,%.6g,%.6g,%.6g", t, crank_angle(p, t), torque(q, lambda),
          deflection(q));
  for (int j = 0; j < N; j++) { fprintf(csv, ",%.6g", q[j]); }
  fprintf(csv, "\n");
}

/* The table, with a pair of columns for each node. */
static FILE *open_csv(const char *directory)
{
  FILE *csv = example_csv(directory, "flexible_four_bar.csv",
                          "t,angle,torque,deflection");

  for (int i = 0; csv && i < NODES; i++) { fprintf(csv, ",x%d,y%d", i, i); }
  if (csv) { fprintf(csv, "\n"); }
  return csv;
}

/* ---- checks ---------------------------------------------------------------- */

/* First mode of the coupler: sin(pi i/LINKS) times the distances from the straight line,
 * which is at right angles to (dx, dy). */
static double mode(const sunrealtype *q, const sunrealtype *x)
{
  const double dx = q[N - 2] - q[0], dy = q[N - 1] - q[1];
  double sum = 0;

  for (int i = 1; i < LINKS; i++)
  {
    sum += sin(acos(-1) * i / LINKS) *
           (dx * (x[2 * i + 1] - x[1]) - dy * (x[2 * i] - x[0]));
  }
  return sum / hypot(dx, dy) * 2 / LINKS;
}

/* What is collected at the output times. */
struct record
{
  double t, mode, power;       /* at the last output                         */
  double work, energy, apart;  /* of drive less damper; largest; difference  */
  double zero[2], velocity[2]; /* of the mode, its first and last zero       */
  int zeros;
};

static void collect(struct record *r, const struct linkage *p, double t,
                    const sunrealtype *q, const sunrealtype *v,
                    const sunrealtype *lambda)
{
  const double stiffness = p->bending / pow(link_length(p), 3);
  const double now       = mode(q, q);
  double power           = -lambda[0] * v[0] - lambda[1] * v[1];

  for (int j = 2; j < N - 2; j++)
  {
    power -= stiffness * p->damping * pow(v[j - 2] - 2 * v[j] + v[j + 2], 2);
  }
  r->work += (t - r->t) * (power + r->power) / 2;
  if (r->t > p->turn && r->mode < 0 && now >= 0)
  {
    const int last    = r->zeros++ > 0;
    r->zero[last]     = t - (t - r->t) * now / (now - r->mode);
    r->velocity[last] = mode(q, v);
  }
  r->energy = fmax(r->energy, energy(p, q, v));
  r->apart  = fmax(r->apart, fabs(energy(p, q, v) - r->work));
  r->t      = t;
  r->power  = power;
  r->mode   = now;
}

/* Of the chain with pinned ends: w = 4 sin^2(pi/(2 LINKS)) sqrt(EI/(l^3 m)), and a share
 * damping w/2 of the critical damping. */
static int check(const struct record *r, const struct linkage *p)
{
  const double l = link_length(p), m = p->line_mass * l;
  const double w = 4 * pow(sin(acos(-1) / (2 * LINKS)), 2) *
                   sqrt(p->bending / (l * l * l * m));
  const double share = p->damping * w / 2, periods = r->zeros - 1;
  const double exact  = 2 * acos(-1) / (w * sqrt(1 - share * share));
  const double period = (r->zero[1] - r->zero[0]) / periods;
  const double decay  = log(r->velocity[0] / r->velocity[1]) / periods;

  printf("period of the coupler %.2f ms, closed form %.2f ms\n", 1e3 * period,
         1e3 * exact);
  printf("logarithmic decrement %.3f, closed form %.3f\n", decay,
         share * w * exact);
  printf("energy at most %.2f mJ, never off by %.3f mJ from the work\n",
         1e3 * r->energy, 1e3 * r->apart);
  return example_wrong("period", fabs(period / exact - 1), 2e-3) +
         example_wrong("decrement", fabs(decay - share * w * exact), 1e-3) +
         example_wrong("energy", r->apart / r->energy, 1e-3);
}

static int run(void *mem, const struct linkage *p, N_Vector qv, N_Vector vv,
               N_Vector lv, FILE *csv)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  const sunrealtype *lambda = N_VGetArrayPointer(lv);
  struct record record      = {0};

  printf("    t   crank in degrees   torque in N m   deflection in mm\n");
  for (int i = 0; i <= 1000; i++)
  {
    sunrealtype t = 0;
    if (i > 0) { TRY(GALPHASolve(mem, 1e-3 * i, &t, qv, vv, GALPHA_NORMAL)); }
    TRY(GALPHAGetMultipliers(mem, t, lv, NULL));
    collect(&record, p, t, q, v, lambda);
    if (csv) { write_row(csv, p, t, q, lambda); }
    if (i % 50 == 0)
    {
      printf("%5.2f %12.1f %18.4f %16.3f\n", t,
             crank_angle(p, t) * 180 / acos(-1), torque(q, lambda),
             1e3 * deflection(q));
    }
  }
  return check(&record, p);
}

int main(int argc, char **argv)
{
  struct linkage par = linkage;
  FILE *csv          = open_csv(argc > 1 ? argv[1] : NULL);
  SUNContext ctx     = example_context();
  N_Vector qv = N_VNew_Serial(N, ctx), vv = N_VNew_Serial(N, ctx);
  N_Vector lv = N_VNew_Serial(ROWS, ctx);

  start(&par, N_VGetArrayPointer(qv));
  N_VConst(0, vv);
  N_VConst(0, lv);

  /* M and the derivatives of the force have their values; G only needs its room. */
  const double stiffness = par.bending / pow(link_length(&par), 3);
  SUNMatrix M            = masses(&par, ctx);
  SUNMatrix G            = SUNSparseMatrix(ROWS, N, 2 * N, CSC_MAT, ctx);
  SUNMatrix Fq           = bending_block(-stiffness, ctx);
  SUNMatrix Fv           = bending_block(-stiffness * par.damping, ctx);

  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, M, force, 0, qv, vv));
  TRY(GALPHASetUserData(mem, &par));
  TRY(GALPHASetHolonomic(mem, lv, lengths, G, lengths_jac));
  TRY(GALPHASetForceJacPos(mem, Fq, constant));
  TRY(GALPHASetForceJacVel(mem, Fv, constant));
  TRY(GALPHASStolerances(mem, 1e-5, 1e-6));
  TRY(GALPHACalcIC(mem, GALPHA_ACC_INIT, 1));
  const int wrong = run(mem, &par, qv, vv, lv, csv);

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  SUNMatDestroy(Fq);
  SUNMatDestroy(Fv);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  SUNContext_Free(&ctx);
  if (csv && fclose(csv) != 0) { return EXIT_FAILURE; }
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
