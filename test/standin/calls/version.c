/* The stand-in in a program that runs with another major version of SUNDIALS. */
#include <sundials/sundials_version.h>

#include "standin/standin.h"
#include "stderr_file.h"

static int reported = SUNDIALS_VERSION_MAJOR + 1;

/* In place of the function of SUNDIALS. */
int SUNDIALSGetVersionNumber(int *major, int *minor, int *patch, char *label,
                             int len)
{
  *major = reported;
  *minor = 2;
  *patch = 3;
  *label = '\0';
  return 0;
}

int main(void)
{
  static const char file[] = "standin_version.txt";
  SUNContext ctx           = galpha_test_context();
  CHECK(stderr_to(file));
  CHECK(IDACreate(ctx) == NULL);
  CHECK(stderr_count(file, "is built for SUNDIALS") == 1);
  CHECK(stderr_count(file, ".2.3") == 1);
  reported  = SUNDIALS_VERSION_MAJOR;
  void *mem = IDACreate(ctx);
  CHECK(mem != NULL);
  CHECK(stderr_count(file, "is built for SUNDIALS") == 1);
  IDAFree(&mem);
  SUNContext_Free(&ctx);
  return check_done();
}
