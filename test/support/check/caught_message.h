/* An error handler that keeps the last message, and how many there were. */
#pragma once

#include <stdio.h>
#include <string.h>

#include <galpha/galpha.h>

struct caught
{
  int code, count, warnings;
  char function[64];
  char msg[512];
};

/* To be handed to GALPHASetErrHandlerFn with a struct caught. */
static inline void caught_handler(int code, const char *module,
                                  const char *function, char *msg, void *data)
{
  struct caught *c = data;
  c->code          = code;
  c->count++;
  c->warnings += code == GALPHA_WARNING;
  snprintf(c->function, sizeof c->function, "%s", function);
  snprintf(c->msg, sizeof c->msg, "%s", msg);
}

/* The last message has this code and contains this text; forgets it. */
static inline int caught_says(struct caught *c, int code, const char *text)
{
  const int good = c->code == code && strstr(c->msg, text) != NULL;
  if (!good)
  {
    printf("message was: %d, %s: %s\n", c->code, c->function, c->msg);
  }
  memset(c, 0, sizeof *c);
  return good;
}

/* The call returns this code, and the message contains this text. */
#define REFUSED(said, call, code, text)   \
  do {                                    \
    CHECK((call) == (code));              \
    CHECK(caught_says(said, code, text)); \
  } while (0)
#define ILL_INPUT(said, call, text) REFUSED(said, call, GALPHA_ILL_INPUT, text)
