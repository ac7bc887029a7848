/* RTLD_DEFAULT and dladdr are not part of plain C11. */
#define _GNU_SOURCE
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

int library_is(const char *name)
{
  Dl_info info      = {0};
  char file[64]     = {0};
  void *const found = dlsym(RTLD_DEFAULT, "IDACreate");
  if (!found || !dladdr(found, &info) || !info.dli_fname) { return 0; }
  const char *prefix = strcmp(name, "ida") ? "" : "sundials_";
  snprintf(file, sizeof file, "/lib%s%s.", prefix, name);
  return strstr(info.dli_fname, file) != NULL;
}
