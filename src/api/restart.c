/* New initial values of the same problem. */
#include "api/integrator.h"
#include "check/arguments.h"

/* Vectors as those of the problem: its own take them over. */
static int check_values(const struct galpha_mem *mem, N_Vector q0, N_Vector v0,
                        const char *function)
{
  const bool res = mem->res.active;
  const int code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, q0, mem->q0,
                                     res ? "y0" : "q0", function);
  return code ? code
              : galpha_check_like(&mem->err, GALPHA_ILL_INPUT, v0, mem->v0,
                                  res ? "yp0" : "v0", function);
}

int GALPHAReInit(void *memory, sunrealtype t0, N_Vector q0, N_Vector v0)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  const bool any = mem->res.active || mem->sys.by_product;
  code           = check_values(mem, q0, v0, __func__);
  if (!code) { code = galpha_check_start(mem, any, t0, q0, v0, __func__); }
  if (code) { return code; }
  N_VScale(1.0, q0, mem->q0);
  N_VScale(1.0, v0, mem->v0);
  mem->t0 = t0;
  if (mem->a0) { N_VDestroy(mem->a0); }
  mem->a0 = NULL; /* y'' of the new start is not known */
  if (mem->phase < GALPHA_PHASE_CLOSED) { return GALPHA_SUCCESS; }
  struct galpha_state *now = mem->hist.now;
  if (mem->s0) { N_VScale(1.0, now->s, mem->s0); }
  if (now->h != 0.0) { mem->ic.h_before = now->h; }
  now->t = t0;
  now->h = 0.0;
  N_VScale(1.0, q0, now->q);
  N_VScale(1.0, v0, now->v);
  mem->phase             = GALPHA_PHASE_CLOSED;
  mem->method.last_order = 0;
  mem->ls.reuse.known    = 0;
  mem->sys.has_G         = false;
  galpha_share_restart(&mem->model.share);
  galpha_ctrl_restart(&mem->ctrl);
  galpha_excuse_restart(&mem->ctrl.excuse, &mem->res);
  galpha_forget_statistics(mem);
  return GALPHA_SUCCESS;
}

int GALPHAReInit2(void *memory, sunrealtype t0, N_Vector y0, N_Vector yp0,
                  N_Vector ypp0)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_residual(memory, __func__, &code);
  if (!mem) { return code; }
  if (!mem->res.res2)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "only after GALPHAInit2");
  }
  if (ypp0)
  {
    code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, ypp0, mem->q0, "ypp0",
                             __func__);
  }
  if (code) { return code; }
  N_Vector ypp = ypp0 ? galpha_vector_copy(ypp0) : NULL;
  if (ypp0 && !ypp) { return galpha_no_memory(&mem->err, __func__); }
  code = GALPHAReInit(memory, t0, y0, yp0);
  if (!code) { mem->a0 = ypp; }
  else if (ypp) { N_VDestroy(ypp); }
  return code;
}
