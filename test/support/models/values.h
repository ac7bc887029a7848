/* Values of an array in an expression. */
#pragma once

#include <sundials/sundials_types.h>

#define VALUES(...)     \
  (const sunrealtype[]) \
  {                     \
    __VA_ARGS__         \
  }
/* Of this length; VALUES_OF(5, [2] = 1.0): the others are zero. */
#define VALUES_OF(n, ...) \
  (const sunrealtype[n])  \
  {                       \
    __VA_ARGS__           \
  }
