/* Refuses the functions that IDAS has beyond IDA, each by name. */
#include "ida/idas_missing.h"

#include <math.h>

#include "ida/mem.h"

int galpha_ida_missing(void *ida_mem, int mem_null, int code,
                       const char *function, const char *what)
{
  const struct galpha_ida *mem = galpha_ida_get(ida_mem, function);
  if (!mem) { return mem_null; }
  if (code == IDA_SUCCESS) { return code; }
  return galpha_ida_report(mem, "IDAS", code, function,
                           "The generalized-alpha stand-in for IDA has no %s.",
                           what);
}

void galpha_ida_unknown(N_Vector v)
{
  if (v && v->ops->nvconst) { N_VConst((sunrealtype)NAN, v); }
}

void galpha_ida_unknown_all(void *ida_mem, N_Vector *v)
{
  const struct galpha_ida *mem = galpha_ida_find(ida_mem);
  for (int i = 0; mem && v && i < mem->sensitivities; i++)
  {
    galpha_ida_unknown(v[i]);
  }
}

void galpha_ida_sensitivities(void *ida_mem, int count)
{
  struct galpha_ida *mem = galpha_ida_find(ida_mem);
  if (mem) { mem->sensitivities = count; }
}
