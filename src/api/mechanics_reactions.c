/* The statement of the reactions' share of df/dq. */
#include "api/integrator.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

static int check(const struct galpha_mem *mem, SUNMatrix R, bool difference,
                 const char *function)
{
  if (!R) { return GALPHA_SUCCESS; }
  if (mem->sys.by_product)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "after GALPHAInitMechTimes R must be NULL");
  }
  return galpha_check_matrix(&mem->err, R, mem->sys.n, mem->sys.n, difference,
                             "R", function);
}

int GALPHASetReactionJac(void *memory, SUNMatrix R, GALPHAForceJacFn Rfn)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_stating(memory, __func__, &code);
  if (!mem) { return code; }
  code = check(mem, R, !Rfn, __func__);
  if (code) { return code; }
  struct galpha_share *s = &mem->model.share;
  SUNMatrix copy         = R ? galpha_block_copy(R) : NULL;
  if (R && !copy) { return galpha_no_memory(&mem->err, __func__); }
  if (s->user) { SUNMatDestroy(s->user); }
  s->part[GALPHA_SHARE_Q].A = NULL;
  s->user                   = copy;
  s->fn                     = R ? Rfn : NULL;
  s->given                  = true;
  galpha_share_restart(s);
  return GALPHA_SUCCESS;
}
