/* The heat equation on OpenMP vectors: heat_openmp diagonal|bbd ida|galpha_ida. */
#include <nvector/nvector_openmp.h>

#include "heat.h"
#include "support/check/sundials_compat.h"

int main(int argc, char **argv)
{
  struct heat h  = {.rows = SIDE};
  SUNContext ctx = galpha_test_context();
  N_Vector like  = ctx ? N_VNew_OpenMP(SIDE * SIDE, 2, ctx) : NULL;
  if (!like) { return 1; }
  const int failed = heat_main(argc, argv, &h, ctx, like);
  N_VDestroy(like);
  SUNContext_Free(&ctx);
  return failed;
}
