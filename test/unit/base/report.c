/* galpha_error: names of the codes, the stream, the handler, long messages. */
#include "base/report.h"

#include <stdlib.h>

#include "support/check/caught_message.h"
#include "support/check/check.h"

static void check_names(void)
{
  const struct
  {
    int code;
    const char *name;
  } pairs[] = {{0, "GALPHA_SUCCESS"},
               {1, "GALPHA_TSTOP_RETURN"},
               {2, "GALPHA_ROOT_RETURN"},
               {99, "GALPHA_WARNING"},
               {-1, "GALPHA_TOO_MUCH_WORK"},
               {-4, "GALPHA_CONV_FAIL"},
               {-8, "GALPHA_RES_FAIL"},
               {-20, "GALPHA_MEM_NULL"},
               {-22, "GALPHA_ILL_INPUT"},
               {-26, "GALPHA_BAD_T"},
               {-101, "GALPHA_SINGULAR_JAC"},
               {-102, "GALPHA_INCONSISTENT_IC"},
               {-77, "NONE"},
               {3, "NONE"}};
  for (int i = 0; i < COUNT_OF(pairs); i++)
  {
    char *name = GALPHAGetReturnFlagName(pairs[i].code);
    CHECK(name && strcmp(name, pairs[i].name) == 0);
    free(name);
  }
  /* every code that IDA knows, too, has a name */
  for (int code = -29; code <= -1; code++)
  {
    CHECK((strcmp(galpha_code_name(code), "NONE") == 0) ==
          (code == -18 || code == -19));
  }
}

static void check_stream(void)
{
  char *text    = NULL;
  size_t length = 0;
  FILE *fp      = open_memstream(&text, &length);
  if (!fp) { return; }
  const struct galpha_err err = {.fp = fp};

  CHECK(galpha_report(&err, GALPHA_ILL_INPUT, "GALPHASetX", "x = %g", 1.5) ==
        GALPHA_ILL_INPUT);
  CHECK(galpha_report(&err, GALPHA_WARNING, "GALPHASolve", "careful") ==
        GALPHA_WARNING);
  fclose(fp);
  CHECK(strcmp(text, "[GALPHA GALPHA_ILL_INPUT in GALPHASetX] x = 1.5\n"
                     "[GALPHA WARNING in GALPHASolve] careful\n") == 0);
  free(text);
}

static void check_handler(void)
{
  struct caught c                = {0};
  const struct galpha_err err    = {.fn = caught_handler, .data = &c};
  const struct galpha_err silent = {0};
  char big[2000];

  memset(big, 'x', sizeof big - 1);
  big[sizeof big - 1] = '\0';
  CHECK(galpha_report(&err, GALPHA_BAD_T, "GALPHAGetDky", "%s", big) ==
        GALPHA_BAD_T);
  CHECK(c.code == GALPHA_BAD_T && c.count == 1);
  CHECK(strcmp(c.function, "GALPHAGetDky") == 0);
  CHECK(strlen(c.msg) == 511);
  CHECK(galpha_report(&silent, GALPHA_BAD_T, "f", "silent") == GALPHA_BAD_T);
  CHECK(galpha_report(NULL, GALPHA_BAD_T, "f", "nobody") == GALPHA_BAD_T);
}

static void check_version(void)
{
  char text[32] = "";
  CHECK(GALPHAGetVersion(text, sizeof text) == GALPHA_SUCCESS);
  CHECK(strcmp(text, GALPHA_VERSION) == 0);
  CHECK(GALPHAGetVersion(text, (int)strlen(GALPHA_VERSION)) < 0);
  CHECK(GALPHAGetVersion(NULL, 32) < 0);
}

int main(void)
{
  check_names();
  check_stream();
  check_handler();
  check_version();
  return check_done();
}
