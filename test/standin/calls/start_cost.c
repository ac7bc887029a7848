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

RESIDUAL1(decays)
{
  struct model *m = data;
  m->calls++;
  for (int i = 0; i < SIZE; i++)
  {
    r[i] = i < SIZE - m->algebraic ? yp[i] + (1 + i % 7) * y[i] : y[i];
  }
}

RESIDUAL1_JAC(jac)
{
  const struct model *m = data;
  for (int i = 0; i < SIZE; i++)
  {
    SM_ELEMENT_D(J, i, i) = i < SIZE - m->algebraic ? cj + 1 + i % 7 : 1.0;
  }
}

/* Calls of the residual up to the end of the first step; IDASetId calls the last so
 * many components algebraic. */
static long int first_step(int algebraic, int called)
{
  sunrealtype y[SIZE] = {0.0}, yp[SIZE] = {0.0}, id[SIZE];
  struct model m = {0, algebraic};
  for (int i = 0; i < SIZE - algebraic; i++)
  {
    y[i]  = 1.0;
    yp[i] = -(1 + i % 7);
  }
  struct standin r = pitfall_begin(decays, SIZE, y, yp, NULL);
  for (int i = 0; i < SIZE; i++) { id[i] = i < SIZE - called; }
  CHECK(IDASetUserData(r.mem, &m) == 0);
  CHECK(IDASStolerances(r.mem, 1e-4, 1e-6) == 0);
  CHECK(IDASetId(r.mem, standin_vector(&r, id)) == 0);
  CHECK(IDASetJacFn(r.mem, jac) == 0);
  CHECK(standin_step(&r, 1e30) == 0);
  standin_free(&r);
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
