/* The initial values and dense output. */
#include "ida/mem.h"

/* Order of the last step; 0: none was taken. */
static int last_order(const struct galpha_ida *mem)
{
  int order = 0;
  if (galpha_ida_steps(mem) == 0 || GALPHAGetLastOrder(mem->galpha, &order))
  {
    return 0;
  }
  return order;
}

int IDAGetConsistentIC(void *ida_mem, N_Vector yy0_mod, N_Vector yp0_mod)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (last_order(mem) > 0)
  {
    return galpha_ida_refuse(
      mem, IDA_ILL_INPUT, __func__,
      "IDAGetConsistentIC can only be called before IDASolve.");
  }
  if ((yy0_mod && !galpha_ida_fits(mem, yy0_mod)) ||
      (yp0_mod && !galpha_ida_fits(mem, yp0_mod)))
  {
    return galpha_ida_refuse(mem, IDA_ILL_INPUT, __func__,
                             "a vector is not as long as y0.");
  }
  mem->voice = GALPHA_IDA_QUIET;
  code       = GALPHAGetConsistentIC(mem->galpha, yy0_mod, yp0_mod);
  mem->voice = GALPHA_IDA_LOUD;
  if (code && yy0_mod) { N_VScale(1.0, mem->y0, yy0_mod); }
  if (code && yp0_mod) { N_VScale(1.0, mem->yp0, yp0_mod); }
  return IDA_SUCCESS;
}

/* Beyond the last step, where IDA extrapolates: the polynomial of that step, as a Taylor
 * series at its end. */
static int extrapolate(struct galpha_ida *mem, sunrealtype away, int k,
                       int order, N_Vector dky)
{
  sunrealtype now = 0.0, factor = 1.0;
  N_Vector part = galpha_ida_clone(mem->y0);
  int ret       = GALPHAGetCurrentTime(mem->galpha, &now);
  if (!part)
  {
    return galpha_ida_refuse(mem, IDA_MEM_FAIL, "IDAGetDky",
                             "A memory request failed.");
  }
  N_VConst(0.0, dky);
  for (int j = k; j <= order && !ret; j++)
  {
    ret = GALPHAGetDky(mem->galpha, now, j, part);
    if (!ret) { N_VLinearSum(1.0, dky, factor, part, dky); }
    factor *= away / (j - k + 1);
  }
  N_VDestroy(part);
  return galpha_ida_code(ret);
}

int IDAGetDky(void *ida_mem, sunrealtype t, int k, N_Vector dky)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  if (!dky)
  {
    return galpha_ida_refuse(mem, IDA_BAD_DKY, __func__, "dky = NULL illegal.");
  }
  mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  const int order = last_order(mem);
  if (k < 0 || k > order)
  {
    return galpha_ida_refuse(mem, IDA_BAD_K, __func__, "Illegal value for k.");
  }
  if (order == 0) { return IDAGetConsistentIC(ida_mem, dky, NULL); }
  sunrealtype now = 0.0, h = 0.0;
  GALPHAGetCurrentTime(mem->galpha, &now);
  GALPHAGetLastStep(mem->galpha, &h);
  if ((t - now) * h > 0.0) { return extrapolate(mem, t - now, k, order, dky); }
  return galpha_ida_code(GALPHAGetDky(mem->galpha, t, k, dky));
}
