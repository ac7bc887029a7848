/* Blocks that are not the stand-in's are refused, never followed. */
#include <ida/ida_bbdpre.h>

#include "standin/standin.h"

static void refused(void *block, struct standin *s)
{
  sunrealtype t = 0.0;
  long int n    = 0;
  int found     = 0;
  CHECK(IDAInit(block, standin_res, 0.0, s->y, s->yp) == IDA_MEM_NULL);
  CHECK(IDAReInit(block, 0.0, s->y, s->yp) == IDA_MEM_NULL);
  CHECK(IDASStolerances(block, 1e-4, 1e-4) == IDA_MEM_NULL);
  CHECK(IDASolve(block, 1.0, &t, s->y, s->yp, IDA_NORMAL) == IDA_MEM_NULL);
  CHECK(IDACalcIC(block, IDA_Y_INIT, 1.0) == IDA_MEM_NULL);
  CHECK(IDAGetDky(block, 0.0, 0, s->y) == IDA_MEM_NULL);
  CHECK(IDASetMaxOrd(block, 1) == IDA_MEM_NULL);
  CHECK(IDASetMaxStep(block, 1.0) == IDA_MEM_NULL);
  CHECK(IDASetEtaLow(block, 0.5) == IDA_MEM_NULL);
  CHECK(IDASetId(block, s->id) == IDA_MEM_NULL);
  CHECK(IDAGetRootInfo(block, &found) == IDA_MEM_NULL);
  CHECK(IDAGetNumSteps(block, &n) == IDA_MEM_NULL);
  CHECK(IDAGetErrWeights(block, s->y) == IDA_MEM_NULL);
  CHECK(IDASetLinearSolver(block, s->LS, s->A) == IDALS_MEM_NULL);
  CHECK(IDASetJacFn(block, NULL) == IDALS_MEM_NULL);
  CHECK(IDAGetNumLinIters(block, &n) == IDALS_MEM_NULL);
  CHECK(IDABBDPrecGetNumGfnEvals(block, &n) == IDALS_MEM_NULL);
  IDAFree(&block);
  CHECK(block != NULL);
}

int main(void)
{
  struct standin s     = standin_ready();
  unsigned char *block = calloc(64, 1);
  void *none           = NULL;
  refused(block, &s);
  memset(block, 0x41, 64);
  refused(block, &s);
  CHECK(block[0] == 0x41 && block[63] == 0x41);
  free(block);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  IDAFree(&none);
  IDAFree(NULL);
  IDAFree(&s.mem);
  CHECK(s.mem == NULL);
  CHECK(standin_solve(&s, 1.0) == IDA_MEM_NULL);
  standin_free(&s);
  return check_done();
}
