/* Vectors of another length or kind in IDA's functions: refused before anything is
 * read or written; IDA itself reads and writes beyond their ends. The run goes on as
 * if nothing had been asked. */
#include "standin/standin.h"

static N_Vector_ID another_kind(N_Vector v)
{
  return SUNDIALS_NVEC_CUSTOM;
}

static void check_calls(struct standin *s, N_Vector x)
{
  sunrealtype t = 0.0;
  CHECK(IDAReInit(s->mem, 0.0, x, s->yp) == IDA_ILL_INPUT);
  CHECK(IDAReInit(s->mem, 0.0, s->y, x) == IDA_ILL_INPUT);
  CHECK(IDASVtolerances(s->mem, 1e-6, x) == IDA_ILL_INPUT);
  CHECK(IDASolve(s->mem, 2.0, &t, x, s->yp, IDA_NORMAL) == IDA_ILL_INPUT);
  CHECK(IDASolve(s->mem, 2.0, &t, s->y, x, IDA_NORMAL) == IDA_ILL_INPUT);
  CHECK(IDAGetErrWeights(s->mem, x) == IDA_ILL_INPUT);
  CHECK(IDAGetEstLocalErrors(s->mem, x) == IDA_ILL_INPUT);
  CHECK(IDAComputeY(s->mem, x, s->y) == IDA_ILL_INPUT);
  CHECK(IDAComputeY(s->mem, s->y, x) == IDA_ILL_INPUT);
  CHECK(IDAComputeYp(s->mem, x, s->yp) == IDA_ILL_INPUT);
}

static void check(sunindextype n, int other)
{
  struct standin s = standin_ready();
  sunrealtype t    = 0.0;
  N_Vector x       = N_VNew_Serial(n, s.ctx);
  N_VConst(7.0, x);
  if (other) { x->ops->nvgetvectorid = another_kind; }
  CHECK(IDAGetConsistentIC(s.mem, x, NULL) == IDA_ILL_INPUT);
  CHECK(IDAGetConsistentIC(s.mem, NULL, x) == IDA_ILL_INPUT);
  CHECK(IDASolve(s.mem, 0.5, &t, s.y, s.yp, IDA_NORMAL) == IDA_SUCCESS);
  check_calls(&s, x);
  CHECK(IDAGetDky(s.mem, t, 0, x) == IDA_BAD_DKY);
  CHECK(IDASolve(s.mem, 1.0, &t, s.y, s.yp, IDA_NORMAL) == IDA_SUCCESS);
  CHECK_REL(standin_y(&s)[0], exp(-1.0), 1e-4);
  CHECK_REL(standin_y(&s)[1], exp(-2.0), 1e-4);
  N_VDestroy(x);
  standin_free(&s);
}

/* Vectors without an operation that IDA does not require. */
static void without_l1norm(void)
{
  struct standin s = standin_create();
  sunrealtype t    = 0.0;
  N_Vector all[]   = {s.y, s.yp, s.id};
  for (int i = 0; i < 3; i++) { all[i]->ops->nvl1norm = NULL; }
  standin_init(&s, standin_res, 1e-6, 1e-8);
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS);
  CHECK(IDASVtolerances(s.mem, 1e-6, s.id) == IDA_SUCCESS);
  N_VConst((sunrealtype)NAN, s.id);
  CHECK(IDASVtolerances(s.mem, 1e-6, s.id) == IDA_ILL_INPUT);
  CHECK(IDASStolerances(s.mem, 1e-6, 1e-8) == IDA_SUCCESS);
  CHECK(IDASolve(s.mem, 1.0, &t, s.y, s.yp, IDA_NORMAL) == IDA_SUCCESS);
  CHECK(standin_error(&s, 1.0) <= 1e-4);
  standin_free(&s);
}

int main(void)
{
  without_l1norm();
  check(1, 0);
  check(200, 0);
  check(2, 1);
  return check_done();
}
