/* What IDAS offers beyond IDA is refused, by name. */
#include "idas_missing.h"

#include "ida_mem.h"

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
