/* What Fortran cannot say for both versions of SUNDIALS or without stdio.h. */
#include <stdio.h>

#include <galpha/galpha.h>

#ifndef SUN_COMM_NULL /* SUNDIALS 6 */
#define SUN_COMM_NULL NULL
#endif

SUNContext galpha_fortran_context(void);
FILE *galpha_fortran_stdout(void);

SUNContext galpha_fortran_context(void)
{
  SUNContext context = NULL;

  return SUNContext_Create(SUN_COMM_NULL, &context) ? NULL : context;
}

FILE *galpha_fortran_stdout(void)
{
  return stdout;
}
