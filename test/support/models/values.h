/* Values of an array in an expression. */
#ifndef GALPHA_TEST_SUPPORT_MODELS_VALUES_H
#define GALPHA_TEST_SUPPORT_MODELS_VALUES_H

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

#endif
