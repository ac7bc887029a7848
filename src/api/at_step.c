/* Evaluations of a mechanism at the last step, between steps. M, G and K are evaluated
 * into separate matrices, since a step may begin with those of the step before. */
#include "api/at_step.h"

#include "model/matrix_ops.h"
#include "step/smooth_multipliers.h"

/* *aside: like A; false: no memory. */
static bool match(SUNMatrix A, SUNMatrix *aside)
{
  const struct galpha_operator *op = galpha_operator_of(A);
  if (*aside) { return op || SUNMatCopy(A, *aside) == 0; }
  *aside = op ? galpha_operator_new(A->sunctx, op) : galpha_block_copy(A);
  return *aside != NULL;
}

static SUNMatrix *place(struct galpha_sys *sys, int i)
{
  return i == 0   ? &sys->M
         : i == 1 ? &sys->block[GALPHA_BLOCK_G].A
                  : &sys->block[GALPHA_BLOCK_K].A;
}

/* The block is not constant. */
static bool moves(const struct galpha_sys *sys, int i)
{
  return i == 0   ? sys->mass != NULL
         : i == 1 ? sys->m && !sys->constant_G
                  : sys->p > 0;
}

static void swap(struct galpha_mem *mem)
{
  for (int i = 0; i < GALPHA_ASIDE; i++)
  {
    SUNMatrix *A = place(&mem->sys, i), B = *A;
    if (!moves(&mem->sys, i)) { continue; }
    *A            = mem->aside[i];
    mem->aside[i] = B;
  }
}

int galpha_enter_at_step(struct galpha_mem *mem, bool *within,
                         const char *function)
{
  for (int i = 0; i < GALPHA_ASIDE; i++)
  {
    if (moves(&mem->sys, i) && !match(*place(&mem->sys, i), &mem->aside[i]))
    {
      return galpha_no_memory(&mem->err, function);
    }
  }
  swap(mem);
  *within              = mem->monitor.calling;
  mem->monitor.calling = false;
  galpha_enter(mem);
  return GALPHA_SUCCESS;
}

int galpha_leave_at_step(struct galpha_mem *mem, bool within, int ret,
                         const char *function)
{
  const int code = ret
                     ? galpha_explain_model(mem, GALPHA_RES_FAIL, function, 0.0)
                     : GALPHA_SUCCESS;
  swap(mem);
  galpha_sys_begin(&mem->sys);
  mem->monitor.calling = within;
  return within ? code : galpha_leave(mem, code);
}

static int explain(const struct galpha_mem *mem, const char *function)
{
  return mem->sys.fail.what
           ? galpha_explain_model(mem, GALPHA_RES_FAIL, function, 0.0)
           : galpha_report(&mem->err, GALPHA_LSOLVE_FAIL, function,
                           "no linear system at t = %.10g from which the "
                           "multipliers could be found",
                           mem->hist.now->t);
}

int galpha_complete_step(struct galpha_mem *mem, const char *function)
{
  const bool busy = mem->busy;
  if (mem->stepping)
  {
    mem->method.lag.asked = true;
    return GALPHA_SUCCESS;
  }
  mem->busy = mem->stepping = true;
  const int ret             = galpha_complete_multipliers(&mem->step, busy);
  mem->stepping             = false;
  mem->busy                 = busy;
  const int code            = ret ? explain(mem, function) : GALPHA_SUCCESS;
  galpha_sys_begin(&mem->sys);
  return code;
}

void galpha_free_aside(struct galpha_mem *mem)
{
  for (int i = 0; i < GALPHA_ASIDE; i++)
  {
    if (mem->aside[i]) { SUNMatDestroy(mem->aside[i]); }
    mem->aside[i] = NULL;
  }
}
