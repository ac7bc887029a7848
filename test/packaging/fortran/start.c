/* What the Fortran programs are spared: a SUNContext with either version of
 * SUNDIALS. */
#include "support/check/sundials_compat.h"

SUNContext start_context(void);

SUNContext start_context(void)
{
  return galpha_test_context();
}
