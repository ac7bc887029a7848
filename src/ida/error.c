/* Error reports as IDA makes them, and GALPHA's messages with names of IDA. */
#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "ida/mem.h"

int galpha_ida_report(const struct galpha_ida *mem, const char *module,
                      int code, const char *function, const char *fmt, ...)
{
  char msg[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(msg, sizeof msg, fmt, ap);
  va_end(ap);
  galpha_ida_deliver(mem ? &mem->sink : NULL, code, module, function, msg);
  return code;
}

int galpha_ida_code(int galpha_code)
{
  switch (galpha_code)
  {
  case GALPHA_SINGULAR_JAC: return IDA_CONV_FAIL;
  case GALPHA_INCONSISTENT_IC:
  case GALPHA_BAD_EWT: return IDA_ILL_INPUT;
  default: return galpha_code;
  }
}

int galpha_ida_ls_code(int galpha_code)
{
  switch (galpha_code)
  {
  case GALPHA_SUCCESS: return IDALS_SUCCESS;
  case GALPHA_WARNING: return IDA_WARNING;
  case GALPHA_MEM_NULL: return IDALS_MEM_NULL;
  case GALPHA_MEM_FAIL: return IDALS_MEM_FAIL;
  case GALPHA_ILL_INPUT:
  case GALPHA_NO_MALLOC: return IDALS_ILL_INPUT;
  default: return IDALS_SUNLS_FAIL;
  }
}

/* What IDA does not have, and what takes its place in messages. */
static const struct
{
  const char *galpha, *ida;
} renamed[] = {
  {"GALPHASetDiffOrder", "IDASetId"},
  {" (GALPHACheckJacobian)", ""},
  {"see GALPHACheckJacobian", "compare it with differences of F"},
  {"GALPHACheckJacobian names the entry", "compare it with differences of F"},
};

/* What replaces the beginning of text, *taken characters, or NULL. */
static const char *replacement(const char *text, size_t *taken)
{
  static const char prefix[] = "GALPHA";
  const size_t len           = sizeof prefix - 1;
  *taken                     = 1;
  if (*text == '%') { return "percent"; }
  for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
  {
    *taken = strlen(renamed[i].galpha);
    if (strncmp(text, renamed[i].galpha, *taken) == 0)
    {
      return renamed[i].ida;
    }
  }
  *taken = len;
  return strncmp(text, prefix, len) == 0 &&
             (text[len] == '_' || isupper((unsigned char)text[len]))
           ? "IDA"
           : NULL;
}

/* Copies from, with GALPHA's names replaced by IDA's and '%' by "percent". */
static void rename_text(char *to, size_t size, const char *from)
{
  size_t n = 0, taken = 0;
  while (*from)
  {
    const char *put  = replacement(from, &taken);
    const size_t len = put ? strlen(put) : 1;
    if (n + len >= size) { break; }
    memcpy(to + n, put ? put : from, len);
    n += len;
    from += put ? taken : 1;
  }
  to[n] = '\0';
}

void galpha_ida_forward(int code, const char *module, const char *function,
                        char *msg, void *eh_data)
{
  const struct galpha_ida *mem = eh_data;
  char text[640], name[64];
  (void)module;
  if (mem->voice == GALPHA_IDA_QUIET) { return; }
  const bool linear = mem->voice == GALPHA_IDA_LINEAR;
  rename_text(text, sizeof text, msg);
  rename_text(name, sizeof name, function);
  galpha_ida_deliver(&mem->sink,
                     linear ? galpha_ida_ls_code(code) : galpha_ida_code(code),
                     linear ? "IDALS" : "IDA", name, text);
}

/* NULL if ida_mem is NULL or was not made by this library; *foreign tells which. */
static struct galpha_ida *own(void *ida_mem, bool *foreign)
{
  uint64_t magic = 0;
  *foreign       = ida_mem != NULL;
  if (ida_mem) { memcpy(&magic, ida_mem, sizeof magic); }
  return magic == GALPHA_IDA_MAGIC ? ida_mem : NULL;
}

struct galpha_ida *galpha_ida_find(void *ida_mem)
{
  bool foreign = false;
  return own(ida_mem, &foreign);
}

#ifdef GALPHA_IDA_HAVE_PROCESS_ERROR
void IDAProcessError(void *ida_mem, int error_code, int line, const char *func,
                     const char *file, const char *msgfmt, ...)
{
  bool foreign                 = false;
  const struct galpha_ida *mem = own(ida_mem, &foreign);
  char msg[512], text[640];
  va_list ap;
  (void)line;
  (void)file;
  va_start(ap, msgfmt);
  vsnprintf(msg, sizeof msg, msgfmt, ap);
  va_end(ap);
  rename_text(text, sizeof text, msg);
  galpha_ida_deliver(mem ? &mem->sink : NULL, error_code, "IDA", func, text);
}
#endif

static struct galpha_ida *get(void *ida_mem, const char *module, int code,
                              const char *function)
{
  bool foreign           = false;
  struct galpha_ida *mem = own(ida_mem, &foreign);
  if (!mem)
  {
    galpha_ida_report(NULL, module, code, function,
                      foreign ? "ida_mem was not made by IDACreate of GALPHA's "
                                "stand-in for IDA, or was freed."
                              : "ida_mem = NULL illegal.");
  }
  return mem;
}

struct galpha_ida *galpha_ida_get(void *ida_mem, const char *function)
{
  return get(ida_mem, "IDA", IDA_MEM_NULL, function);
}

struct galpha_ida *galpha_ida_get_defined(void *ida_mem, const char *function,
                                          int *code)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, function);
  *code                  = mem ? IDA_SUCCESS : IDA_MEM_NULL;
  if (mem && !mem->defined)
  {
    *code = galpha_ida_report(mem, "IDA", IDA_NO_MALLOC, function,
                              "Attempt to call before IDAMalloc.");
    return NULL;
  }
  return mem;
}

struct galpha_ida *galpha_ida_get_linear(void *ida_mem, const char *function,
                                         int *code)
{
  struct galpha_ida *mem = get(ida_mem, "IDALS", IDALS_MEM_NULL, function);
  *code                  = mem ? IDALS_SUCCESS : IDALS_MEM_NULL;
  if (mem && !mem->linear.attached)
  {
    *code = galpha_ida_report(mem, "IDALS", IDALS_LMEM_NULL, function,
                              "Linear solver memory is NULL: call "
                              "IDASetLinearSolver first.");
    return NULL;
  }
  return mem;
}

int galpha_ida_refuse(const struct galpha_ida *mem, int code,
                      const char *function, const char *why)
{
  return galpha_ida_report(mem, "IDA", code, function, "%s", why);
}

long int galpha_ida_steps(const struct galpha_ida *mem)
{
  long int nst = 0;
  return GALPHAGetNumSteps(mem->galpha, &nst) ? 0 : nst;
}
