/* Residuals that the start costs, for decays that do not meet: where the Jacobian is
 * given and IDASetId calls everything differential hardly any, as with IDA; where it
 * leaves a few components open, some for each of these. Built with SUNDIALS' IDA, too. */
#include "pitfall.h"

#define SIZE 200

static int decays(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  void *data)
{
  (void)t;
  ++*(long int *)data;
  for (int i = 0; i < SIZE; i++)
  {
    N_VGetArrayPointer(r)[i] =
      N_VGetArrayPointer(yp)[i] + (1 + i % 7) * N_VGetArrayPointer(y)[i];
  }
  return 0;
}

static int jac(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
               N_Vector r, SUNMatrix A, void *data, N_Vector w1, N_Vector w2,
               N_Vector w3)
{
  (void)t, (void)y, (void)yp, (void)r, (void)data, (void)w1, (void)w2, (void)w3;
  for (int i = 0; i < SIZE; i++) { SM_ELEMENT_D(A, i, i) = cj + 1 + i % 7; }
  return 0;
}

/* Calls of the residual up to the end of the first step. */
static long int first_step(int open)
{
  sunrealtype y[SIZE], yp[SIZE];
  long int calls = 0;
  for (int i = 0; i < SIZE; i++)
  {
    y[i]  = 1.0;
    yp[i] = -(1 + i % 7);
  }
  struct pitfall_run r = pitfall_begin(decays, SIZE, y, yp, NULL);
  N_Vector id          = N_VClone(r.y);
  N_VConst(1.0, id);
  for (int i = 0; i < open; i++) { N_VGetArrayPointer(id)[i] = 0.0; }
  CHECK(IDASetUserData(r.mem, &calls) == 0);
  CHECK(IDASStolerances(r.mem, 1e-4, 1e-6) == 0);
  CHECK(IDASetId(r.mem, id) == 0);
  CHECK(IDASetJacFn(r.mem, jac) == 0);
  CHECK(pitfall_step(&r) == 0);
  N_VDestroy(id);
  pitfall_end(&r);
  return calls;
}

int main(void)
{
  const long int none = first_step(0), few = first_step(3);
  printf("residuals: %ld, with three open %ld\n", none, few);
  CHECK(none <= 10);
  CHECK(few <= none + 12);
  return check_done();
}
