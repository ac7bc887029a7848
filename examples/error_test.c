/* Which error test to take (GALPHASetErrorTest), rtol = atol = 1e-4:
 *
 *   a ball that falls on a stiff spring: the velocity of each impact decides on what
 *   follows. With q and v tested (default) the bounces are right; with positions alone
 *   an impact takes or gives energy, and nothing later is right;
 *   two carts that roll to and fro, joined by a stiff spring that vibrates by 1e-4: the
 *   default follows the vibration, since it is 3 % of v; positions alone step over it.
 *
 * Prints the height of the ball, then the velocity of a cart: exact, default, positions
 * alone; then steps. Checks both against the closed forms. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

#define GRAVITY 9.81
#define GROUND  1e6
#define COUPLE  4.5e4
#define STRETCH 1e-4
#define ROWS    121

static int ball_force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector fv,
                      void *user_data)
{
  const sunrealtype x = N_VGetArrayPointer(qv)[0];

  (void)t, (void)vv, (void)user_data;
  N_VGetArrayPointer(fv)[0] = -GRAVITY - (x < 0 ? GROUND * x : 0);
  return 0;
}

static int cart_force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector fv,
                      void *user_data)
{
  const sunrealtype *q   = N_VGetArrayPointer(qv);
  const sunrealtype pull = COUPLE * (q[1] - q[0]);

  (void)t, (void)vv, (void)user_data;
  N_VGetArrayPointer(fv)[0] = -q[0] + pull;
  N_VGetArrayPointer(fv)[1] = -q[1] - pull;
  return 0;
}

/* Height of the ball: parabolas and half waves in turns. */
static double ball_exact(double t)
{
  const double w = sqrt(GROUND), fall = sqrt(2 / GRAVITY), hit = GRAVITY * fall;
  const double rest = GRAVITY / GROUND, wave = hit / w;
  const double touch = 2 * (acos(-1) - atan(wave / rest)) / w;
  double left        = t - fall;

  if (left < 0) { return 1 - GRAVITY * t * t / 2; }
  left = fmod(left, touch + 2 * fall);
  if (left < touch)
  {
    return rest * (cos(w * left) - 1) - wave * sin(w * left);
  }
  left -= touch;
  return hit * left - GRAVITY * left * left / 2;
}

static double cart_exact(double t)
{
  const double w = sqrt(2 * COUPLE + 1);

  return -sin(t) + STRETCH * w * sin(w * t);
}

struct model
{
  const char *name;
  GALPHAForceFn force;
  int n, of_v; /* what is printed is of v */
  double shown, end;
  double (*exact)(double t);
};

struct result
{
  double shown[ROWS], error; /* largest */
  long int steps;
};

static void integrate(SUNContext ctx, const struct model *m, int test,
                      struct result *r)
{
  N_Vector qv    = N_VNew_Serial(m->n, ctx);
  N_Vector vv    = N_VNew_Serial(m->n, ctx);
  SUNMatrix mass = SUNDenseMatrix(m->n, m->n, ctx);
  void *mem      = GALPHACreate(ctx);
  sunrealtype t  = 0;

  N_VConst(1, qv);
  N_VConst(0, vv);
  for (int i = 0; i < m->n; i++)
  {
    SM_ELEMENT_D(mass, i, i) = 1;
    if (m->n > 1) { N_VGetArrayPointer(qv)[i] += (2 * i - 1) * STRETCH; }
  }
  TRY(GALPHAInitMech(mem, NULL, mass, m->force, 0, qv, vv));
  TRY(GALPHASStolerances(mem, 1e-4, 1e-4));
  TRY(GALPHASetErrorTest(mem, test));
  TRY(GALPHASetErrFile(mem, NULL)); /* the warning that there are vibrations */

  r->error    = 0;
  r->shown[0] = m->of_v ? 0 : 1;
  for (int k = 1; k < ROWS; k++)
  {
    TRY(GALPHASolve(mem, m->shown * k / (ROWS - 1), &t, qv, vv, GALPHA_NORMAL));
    r->shown[k]    = N_VGetArrayPointer(m->of_v ? vv : qv)[0];
    const double e = fabs(r->shown[k] - m->exact(t));
    if (!(e <= r->error)) { r->error = e; }
  }
  TRY(GALPHASolve(mem, m->end, &t, qv, vv, GALPHA_NORMAL));
  TRY(GALPHAGetNumSteps(mem, &r->steps));
  GALPHAFree(&mem);
  SUNMatDestroy(mass);
  N_VDestroy(qv);
  N_VDestroy(vv);
}

int main(void)
{
  static const struct model models[] = {
    {"ball", ball_force, 1, 0, 3, 3, ball_exact},
    {"carts", cart_force, 2, 1, 0.1, 10, cart_exact}};
  static struct result full[2], positions[2];
  SUNContext ctx = example_context();
  int wrong      = 0;

  for (int i = 0; i < 2; i++)
  {
    const struct model *m = &models[i];

    integrate(ctx, m, GALPHA_TEST_VELOCITIES, &full[i]);
    integrate(ctx, m, GALPHA_TEST_POSITIONS, &positions[i]);
    printf("# %s: t, exact, default, positions alone\n", m->name);
    for (int k = 0; k < ROWS; k++)
    {
      const double t = m->shown * k / (ROWS - 1);

      printf("%7.5f %7.3f %7.3f %7.3f\n", t, m->exact(t), full[i].shown[k],
             positions[i].shown[k]);
    }
    printf("\n\n");
  }
  for (int i = 0; i < 2; i++)
  {
    printf("# %s: steps to t = %g, default %ld, positions alone %ld\n",
           models[i].name, models[i].end, full[i].steps, positions[i].steps);
  }
  wrong += example_wrong("height of the ball", full[0].error, 0.02) +
           example_wrong("velocity of a cart", full[1].error, 0.01);
  /* the vibration itself is missing, or late */
  wrong += example_wrong("velocity with positions alone", positions[1].error,
                         3 * STRETCH * sqrt(2 * COUPLE));
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}
