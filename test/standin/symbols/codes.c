/* Functions that IDAS has beyond IDA: they return what the table of functions says,
 * name themselves and what is missing, and reject other blocks. */
#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>

#include "calls.h"

struct heard
{
  int count, code;
  char text[512];
};

#if SUNDIALS_VERSION_MAJOR >= 7
static void hear(int line, const char *function, const char *file,
                 const char *msg, SUNErrCode code, void *data, SUNContext ctx)
{
  struct heard *heard = data;
  heard->count++;
  heard->code = code;
  snprintf(heard->text, sizeof heard->text, "%s: %s", function, msg);
}

static int listen(void *mem, SUNContext ctx, struct heard *heard)
{
  return SUNContext_PushErrHandler(ctx, hear, heard);
}
#else
#define SUN_COMM_NULL NULL

static void hear(int code, const char *module, const char *function, char *msg,
                 void *data)
{
  struct heard *heard = data;
  heard->count++;
  heard->code = code;
  snprintf(heard->text, sizeof heard->text, "%s: %s", function, msg);
}

static int listen(void *mem, SUNContext ctx, struct heard *heard)
{
  return IDASetErrHandlerFn(mem, hear, heard);
}
#endif

static int fail(const char *name, const char *what, int got, int wanted)
{
  printf("%s, %s: %d instead of %d\n", name, what, got, wanted);
  return 1;
}

static int check_own(const struct missing_call *c, void *mem,
                     struct heard *heard)
{
  const int reports = c->code != IDA_SUCCESS;
  *heard            = (struct heard){.code = IDA_SUCCESS};
  const int code    = c->call(mem);
  if (code != c->code) { return fail(c->name, "code", code, c->code); }
  if (heard->count != reports || heard->code != c->code)
  {
    return fail(c->name, "reports", heard->count, reports);
  }
  if (!reports) { return 0; }
  const size_t length = strlen(c->name);
  if (strncmp(heard->text, c->name, length) != 0 ||
      heard->text[length] != ':' || !strstr(heard->text, "stand-in"))
  {
    printf("%s reports: %s\n", c->name, heard->text);
    return 1;
  }
  return 0;
}

static int check_other(const struct missing_call *c, void *block)
{
  const int code = c->call(block);
  return !c->speaks || code == c->mem_null
           ? 0
           : fail(c->name, block ? "foreign block" : "NULL", code, c->mem_null);
}

int main(void)
{
  static char foreign[65536];
  struct heard heard = {0};
  SUNContext ctx     = NULL;
  int failed = 0, calls = 0;
  if (SUNContext_Create(SUN_COMM_NULL, &ctx)) { return 1; }
  void *mem = IDACreate(ctx);
  if (!mem || listen(mem, ctx, &heard)) { return 1; }

  for (const struct missing_call *c = missing_calls; c->name; c++, calls++)
  {
    failed += check_own(c, mem, &heard);
    failed += check_other(c, NULL);
    failed += check_other(c, foreign);
  }
  printf("%d functions, %d failures\n", calls, failed);
  IDAFree(&mem);
  failed += mem != NULL;
  SUNContext_Free(&ctx);
  return failed || calls == 0;
}
