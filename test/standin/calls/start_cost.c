/* Residuals that the start costs, for decays that do not meet: where the Jacobian is
 * given and IDASetId calls everything differential hardly any, as with IDA; where it
 * calls some algebraic, few if they are, else a few for each. Built with SUNDIALS' IDA,
 * too. */
#include "standin/pitfalls/pitfall.h"

#define SIZE 200

struct model
{
  long int calls; /* of the residual */
  int algebraic;  /* the last so many: 0 = y_i */
};

static int decays(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  void *data)
{
  struct model *m = data;
  m->calls++;
  for (int i = 0; i < SIZE; i++)
  {
    const sunrealtype v = N_VGetArrayPointer(y)[i];
    N_VGetArrayPointer(r)[i] =
      i < SIZE - m->algebraic ? N_VGetArrayPointer(yp)[i] + (1 + i % 7) * v : v;
  }
  return 0;
}

static int jac(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
               N_Vector r, SUNMatrix A, void *data, N_Vector w1, N_Vector w2,
               N_Vector w3)
{
  const struct model *m = data;
  for (int i = 0; i < SIZE; i++)
  {
    SM_ELEMENT_D(A, i, i) = i < SIZE - m->algebraic ? cj + 1 + i % 7 : 1.0;
  }
  return 0;
}

/* Calls of the residual up to the end of the first step; IDASetId calls the last so
 * many components algebraic. */
static long int first_step(int algebraic, int called)
{
  sunrealtype y[SIZE] = {0.0}, yp[SIZE] = {0.0};
  struct model m = {0, algebraic};
  for (int i = 0; i < SIZE - algebraic; i++)
  {
    y[i]  = 1.0;
    yp[i] = -(1 + i % 7);
  }
  struct pitfall_run r = pitfall_begin(decays, SIZE, y, yp, NULL);
  N_Vector id          = N_VClone(r.y);
  N_VConst(1.0, id);
  for (int i = SIZE - called; i < SIZE; i++)
  {
    N_VGetArrayPointer(id)[i] = 0.0;
  }
  CHECK(IDASetUserData(r.mem, &m) == 0);
  CHECK(IDASStolerances(r.mem, 1e-4, 1e-6) == 0);
  CHECK(IDASetId(r.mem, id) == 0);
  CHECK(IDASetJacFn(r.mem, jac) == 0);
  CHECK(pitfall_step(&r) == 0);
  N_VDestroy(id);
  pitfall_end(&r);
  return m.calls;
}

int main(void)
{
  const long int none = first_step(0, 0), half = first_step(100, 100);
  const long int wrong = first_step(0, 3);
  printf("residuals: %ld, half algebraic %ld, three called so %ld\n", none,
         half, wrong);
  CHECK(none <= 10);
  CHECK(half <= none + 10);
  CHECK(wrong <= none + 16);
  return check_done();
}
