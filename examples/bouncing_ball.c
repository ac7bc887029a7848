/* Bouncing ball: no constraints, events and restarts.
 *
 * A ball is thrown sideways from height 1. A root function finds the floor; at
 * each bounce the vertical speed is turned round, times 0.8, and the
 * integration starts again from there. Prints time, place and upward speed of
 * each bounce and checks them against the parabolas between bounces. */
#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "example_util.h"

static const double gravity = 9.81, restitution = 0.8, height = 1, sideways = 2;

/* Weight, m = 1. */
static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                 void *user_data)
{
  (void)t, (void)q, (void)v, (void)user_data;
  N_VGetArrayPointer(f)[0] = 0;
  N_VGetArrayPointer(f)[1] = -gravity;
  return 0;
}

static int floor_distance(sunrealtype t, N_Vector q, N_Vector v,
                          sunrealtype *gout, void *user_data)
{
  (void)t, (void)v, (void)user_data;
  gout[0] = N_VGetArrayPointer(q)[1];
  return 0;
}

int main(void)
{
  sunrealtype q[2] = {0, height}, v[2] = {sideways, 0}, t;
  int falling = -1, wrong = 0;

  /* 1. to 3. Context, vectors, the mass matrix; see slider_crank.c. */
  SUNContext ctx = example_context();
  N_Vector qv = N_VMake_Serial(2, q, ctx), vv = N_VMake_Serial(2, v, ctx);
  SUNMatrix mass           = SUNDenseMatrix(2, 2, ctx);
  SM_ELEMENT_D(mass, 0, 0) = SM_ELEMENT_D(mass, 1, 1) = 1;

  /* 4. The integrator and the root function; only falling through it counts. */
  void *mem = GALPHACreate(ctx);
  TRY(GALPHAInitMech(mem, NULL, mass, force, 0, qv, vv));
  TRY(GALPHARootInit(mem, 1, floor_distance));
  TRY(GALPHASetRootDirection(mem, &falling));

  /* 5. Options. */
  TRY(GALPHASStolerances(mem, 1e-6, 1e-8));

  /* 6. and 7. From bounce to bounce. */
  double t_exact = sqrt(2 * height / gravity);
  double v_exact = restitution * gravity * t_exact;
  printf("bounce       t  distance  speed up\n");
  for (int bounce = 1; bounce <= 10; bounce++)
  {
    if (TRY(GALPHASolve(mem, 10, &t, qv, vv, GALPHA_NORMAL)) !=
        GALPHA_ROOT_RETURN)
    {
      wrong += example_wrong("number of bounces", 10 - bounce, 0);
      break;
    }
    q[1] = 0;
    v[1] *= -restitution;
    printf("%6d %7.4f %9.4f %9.4f\n", bounce, t, q[0], v[1]);
    wrong += example_wrong("time", fabs(t - t_exact), 1e-6) +
             example_wrong("distance", fabs(q[0] - sideways * t_exact), 1e-6) +
             example_wrong("speed", fabs(v[1] - v_exact), 1e-6);
    TRY(GALPHAReInit(mem, t, qv, vv));
    t_exact += 2 * v_exact / gravity;
    v_exact *= restitution;
  }

  /* 8. The end. */
  GALPHAFree(&mem);
  SUNMatDestroy(mass);
  N_VDestroy(qv);
  N_VDestroy(vv);
  SUNContext_Free(&ctx);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST bouncing_ball.out */
