/* Whether a vector is finite: NaN and infinities are seen wherever they are, finite
 * values whatever their squares would be. */
#include <float.h>

#include <nvector/nvector_manyvector.h>
#ifdef GALPHA_TEST_HAVE_NVECOPENMP
#include <nvector/nvector_openmp.h>
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
#include <nvector/nvector_pthreads.h>
#endif

#include "model/matrix_ops.h"
#include "support/test.h"

#define LONGEST 35

static void check_places(N_Vector x)
{
  const sunrealtype wrong[] = {(sunrealtype)NAN, HUGE_VAL, -HUGE_VAL};
  const sunrealtype large[] = {0.0, DBL_MIN / 4.0, 1e200, -DBL_MAX};
  sunrealtype *d            = N_VGetArrayPointer(x);
  const sunindextype n      = N_VGetLength(x);
  for (int k = 0; k < COUNT_OF(large); k++)
  {
    N_VConst(large[k], x);
    CHECK(galpha_vector_finite(x));
  }
  for (sunindextype i = 0; i < n; i++)
  {
    for (int k = 0; k < COUNT_OF(wrong); k++)
    {
      N_VConst(1.0, x);
      d[i] = wrong[k];
      CHECK(!galpha_vector_finite(x) && galpha_vector_first_bad(x) == i);
    }
  }
}

/* Inf - Inf, of two elements that sums would meet in one. */
static void check_pairs(void)
{
  N_Vector x     = KEEP(N_VNew_Serial(LONGEST, ctx));
  sunrealtype *d = N_VGetArrayPointer(x);
  for (sunindextype j = 1; j < LONGEST; j++)
  {
    N_VConst(0.0, x);
    d[0] = HUGE_VAL;
    d[j] = -HUGE_VAL;
    CHECK(!galpha_vector_finite(x));
  }
}

/* No array of its own: by a sum over the whole vector. */
static void check_parts(void)
{
  N_Vector part[] = {small_vector(ctx, 3, NULL), small_vector(ctx, 2, NULL)};
  N_Vector x      = KEEP(N_VNew_ManyVector(2, part, ctx));
  N_VConst(1.0, x);
  CHECK(galpha_vector_finite(x));
  N_VGetArrayPointer(part[1])[1] = (sunrealtype)NAN;
  CHECK(!galpha_vector_finite(x) && galpha_vector_first_bad(x) == -1);
}

TEST_MAIN()
{
  for (sunindextype n = 1; n <= LONGEST; n++)
  {
    N_Vector all[] = {
      N_VNew_Serial(n, ctx),
#ifdef GALPHA_TEST_HAVE_NVECOPENMP
      /* threads that stay would look like leaks */
      N_VNew_OpenMP(n, 1, ctx),
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
      N_VNew_Pthreads(n, 2, ctx),
#endif
    };
    for (int i = 0; i < COUNT_OF(all); i++)
    {
      check_places(all[i]);
      N_VDestroy(all[i]);
    }
  }
  check_pairs();
  check_parts();
}
