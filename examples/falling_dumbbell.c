/* Impacts: a dumbbell falls on a smooth plane and clatters.
 *
 * Two masses of 1 at the ends of a rod, x and y of each; the rod is a constraint. A root
 * function finds the moment at which an end touches the plane; GALPHAImpact computes the
 * velocities after it, with the rod and Newton's restitution, and the run goes on from
 * there. The intervals between impacts become ever shorter; the run ends with the first
 * impact below a certain speed.
 *
 * Prints time, end (0, 1), its speed before, its impulse, and the energy after each impact,
 * and checks, with the impulses P: momentum upwards is their sum less weight times time;
 * the energy falls by P (1 - e)/2 times the speed at each impact and is constant in
 * between; nothing moves the centre sideways. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

#define N 4

static const double gravity = 9.81, restitution = 0.7, length = 1, slow = 0.2;

/* The heights of the ends, differentiated. */
static const double upwards[2][N] = {{0, 1, 0, 0}, {0, 0, 0, 1}};

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                 void *user_data)
{
  sunrealtype *x = N_VGetArrayPointer(f);

  (void)t, (void)q, (void)v, (void)user_data;
  x[0] = x[2] = 0;
  x[1] = x[3] = -gravity;
  return 0;
}

static int rod(sunrealtype t, N_Vector qv, N_Vector g, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double dx = q[2] - q[0], dy = q[3] - q[1];

  (void)t, (void)user_data;
  N_VGetArrayPointer(g)[0] = (dx * dx + dy * dy) / (2 * length) - length / 2;
  return 0;
}

static int rod_jac(sunrealtype t, N_Vector qv, SUNMatrix G, void *user_data)
{
  const sunrealtype *q = N_VGetArrayPointer(qv);
  const double x = (q[2] - q[0]) / length, y = (q[3] - q[1]) / length;
  const double row[] = {-x, -y, x, y};

  (void)t, (void)user_data;
  return example_fill(G, row);
}

static int gaps(sunrealtype t, N_Vector q, N_Vector v, sunrealtype *gout,
                void *user_data)
{
  (void)t, (void)v, (void)user_data;
  gout[0] = N_VGetArrayPointer(q)[1];
  gout[1] = N_VGetArrayPointer(q)[3];
  return 0;
}

static double energy(const sunrealtype *q, const sunrealtype *v)
{
  double sum = gravity * (q[1] + q[3]);

  for (int i = 0; i < N; i++) { sum += v[i] * v[i] / 2; }
  return sum;
}

/* From impact to impact; returns the number of wrong results. */
static int clatter(void *mem, SUNMatrix D, N_Vector qv, N_Vector vv)
{
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  const double middle = q[0] + q[2];
  double E = energy(q, v), sum = 0, speed = 1, t, P;
  int touching[2], wrong = 0;

  printf("     t  end   speed  impulse   energy\n");
  while (speed > slow)
  {
    if (TRY(GALPHASolve(mem, 10, &t, qv, vv, GALPHA_NORMAL)) !=
        GALPHA_ROOT_RETURN)
    {
      return 1 + example_wrong("time", t, 0);
    }
    wrong += example_wrong("energy before", fabs(energy(q, v) - E), 1e-4);
    TRY(GALPHAGetRootInfo(mem, touching));
    const int end = touching[0] ? 0 : 1;
    speed         = -v[2 * end + 1];
    example_fill(D, upwards[end]); /* the other end is in the air */
    TRY(GALPHAImpact(mem, 1, D, &restitution, &P));
    TRY(GALPHAGetConsistentIC(mem, qv, vv));
    sum += P;
    E -= P * (1 - restitution) / 2 * speed;
    printf("%6.4f %4d %7.4f %8.4f %8.4f\n", t, end, speed, P, energy(q, v));
    wrong += example_wrong("energy after", fabs(energy(q, v) - E), 1e-4) +
             example_wrong("momentum",
                           fabs(v[1] + v[3] - sum + 2 * gravity * t), 1e-4) +
             example_wrong("the centre", fabs(q[0] + q[2] - middle), 1e-4);
  }
  return wrong;
}

int main(void)
{
  const double tilt = 0.4;
  sunrealtype q[]   = {0, 0.5, length * cos(tilt), 0.5 + length * sin(tilt)};
  sunrealtype v[N] = {0}, l[1] = {0};
  int falling[]  = {-1, -1};
  SUNContext ctx = example_context();
  N_Vector qv = N_VMake_Serial(N, q, ctx), vv = N_VMake_Serial(N, v, ctx);
  N_Vector lv = N_VMake_Serial(1, l, ctx);
  SUNMatrix M = SUNDenseMatrix(N, N, ctx), G = SUNDenseMatrix(1, N, ctx);
  SUNMatrix D = SUNDenseMatrix(1, N, ctx);
  for (int i = 0; i < N; i++) { SM_ELEMENT_D(M, i, i) = 1; }

  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, M, force, 0, qv, vv));
  TRY(GALPHASetHolonomic(mem, lv, rod, G, rod_jac));
  TRY(GALPHASetScleronomic(mem, 1));
  TRY(GALPHASStolerances(mem, 1e-7, 1e-8));
  TRY(GALPHARootInit(mem, 2, gaps));
  TRY(GALPHASetRootDirection(mem, falling));
  const int wrong = clatter(mem, D, qv, vv);

  GALPHAFree(&mem);
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  SUNMatDestroy(D);
  N_VDestroy(qv);
  N_VDestroy(vv);
  N_VDestroy(lv);
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
