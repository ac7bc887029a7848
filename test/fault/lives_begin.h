/* How each life begins. */
#pragma once

#include "support/test.h"

/* Its integrator, whose messages go to said. */
static int life_create(void **mem, struct caught *said)
{
  *mem = KEEP(GALPHACreate(ctx));
  if (*mem) { GALPHASetErrHandlerFn(*mem, caught_handler, said); }
  return *mem ? 0 : GALPHA_MEM_FAIL;
}
