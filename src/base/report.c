#include "base/report.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct code_name
{
  long int code;
  const char *name;
};

#define NAME(c) \
  {             \
    c, #c       \
  }

static const struct code_name code_names[] = {
  NAME(GALPHA_SUCCESS),         NAME(GALPHA_TSTOP_RETURN),
  NAME(GALPHA_ROOT_RETURN),     NAME(GALPHA_WARNING),
  NAME(GALPHA_TOO_MUCH_WORK),   NAME(GALPHA_TOO_MUCH_ACC),
  NAME(GALPHA_ERR_FAIL),        NAME(GALPHA_CONV_FAIL),
  NAME(GALPHA_LINIT_FAIL),      NAME(GALPHA_LSETUP_FAIL),
  NAME(GALPHA_LSOLVE_FAIL),     NAME(GALPHA_RES_FAIL),
  NAME(GALPHA_REP_RES_ERR),     NAME(GALPHA_RTFUNC_FAIL),
  NAME(GALPHA_CONSTR_FAIL),     NAME(GALPHA_FIRST_RES_FAIL),
  NAME(GALPHA_LINESEARCH_FAIL), NAME(GALPHA_NO_RECOVERY),
  NAME(GALPHA_NLS_INIT_FAIL),   NAME(GALPHA_NLS_SETUP_FAIL),
  NAME(GALPHA_NLS_FAIL),        NAME(GALPHA_MEM_NULL),
  NAME(GALPHA_MEM_FAIL),        NAME(GALPHA_ILL_INPUT),
  NAME(GALPHA_NO_MALLOC),       NAME(GALPHA_BAD_EWT),
  NAME(GALPHA_BAD_K),           NAME(GALPHA_BAD_T),
  NAME(GALPHA_BAD_DKY),         NAME(GALPHA_VECTOROP_ERR),
  NAME(GALPHA_CONTEXT_ERR),     NAME(GALPHA_SINGULAR_JAC),
  NAME(GALPHA_INCONSISTENT_IC), NAME(GALPHA_ZENO),
};

const char *galpha_code_name(long int code)
{
  const size_t count = sizeof code_names / sizeof code_names[0];
  for (size_t i = 0; i < count; i++)
  {
    if (code_names[i].code == code) { return code_names[i].name; }
  }
  return "NONE";
}

int galpha_report(const struct galpha_err *err, int code, const char *function,
                  const char *fmt, ...)
{
  char msg[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(msg, sizeof msg, fmt, ap);
  va_end(ap);
  if (err && err->as && code < 0 && code != GALPHA_MEM_FAIL) { code = err->as; }
  if (err && err->fn) { err->fn(code, "GALPHA", function, msg, err->data); }
  else if (err && err->fp)
  {
    fprintf(err->fp, "[GALPHA %s in %s] %s\n",
            code == GALPHA_WARNING ? "WARNING" : galpha_code_name(code),
            function, msg);
  }
  return code;
}

int galpha_no_memory(const struct galpha_err *err, const char *function)
{
  return galpha_report(err, GALPHA_MEM_FAIL, function, "out of memory");
}

char *galpha_text_copy(const char *text)
{
  const size_t size = strlen(text) + 1;
  char *copy        = malloc(size);
  return copy ? memcpy(copy, text, size) : NULL;
}
