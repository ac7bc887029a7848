/* Loads IDA by its name, as language bindings do: replace library [name ...]. All
 * names must be in it, and it must integrate y' = -y. Linked with nothing of
 * SUNDIALS; that the stand-in answers is seen from GALPHACreate. */
#include <dlfcn.h>
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#ifndef SUN_COMM_NULL /* SUNDIALS 6 */
#define SUN_COMM_NULL NULL
#endif

struct library
{
  __typeof__(SUNContext_Create) *SUNContext_Create;
  __typeof__(SUNContext_Free) *SUNContext_Free;
  __typeof__(N_VNew_Serial) *N_VNew_Serial;
  __typeof__(N_VGetArrayPointer) *N_VGetArrayPointer;
  __typeof__(N_VConst) *N_VConst;
  __typeof__(N_VLinearSum) *N_VLinearSum;
  __typeof__(N_VDestroy) *N_VDestroy;
  __typeof__(SUNDenseMatrix) *SUNDenseMatrix;
  __typeof__(SUNMatDestroy) *SUNMatDestroy;
  __typeof__(SUNLinSol_Dense) *SUNLinSol_Dense;
  __typeof__(SUNLinSolFree) *SUNLinSolFree;
  __typeof__(IDACreate) *IDACreate;
  __typeof__(IDAInit) *IDAInit;
  __typeof__(IDASetUserData) *IDASetUserData;
  __typeof__(IDASStolerances) *IDASStolerances;
  __typeof__(IDASetLinearSolver) *IDASetLinearSolver;
  __typeof__(IDASolve) *IDASolve;
  __typeof__(IDAFree) *IDAFree;
};

static int load(void *handle, const char *name, void *function)
{
  void *symbol = dlsym(handle, name);
  if (!symbol) { printf("no %s\n", name); }
  /* ISO C does not convert to pointers to functions. */
  memcpy(function, &symbol, sizeof symbol);
  return symbol ? 0 : 1;
}

#define LOAD(name) load(handle, #name, &lib->name)

static int load_all(void *handle, struct library *lib)
{
  return LOAD(SUNContext_Create) + LOAD(SUNContext_Free) + LOAD(N_VNew_Serial) +
         LOAD(N_VGetArrayPointer) + LOAD(N_VConst) + LOAD(N_VLinearSum) +
         LOAD(N_VDestroy) + LOAD(SUNDenseMatrix) + LOAD(SUNMatDestroy) +
         LOAD(SUNLinSol_Dense) + LOAD(SUNLinSolFree) + LOAD(IDACreate) +
         LOAD(IDAInit) + LOAD(IDASetUserData) + LOAD(IDASStolerances) +
         LOAD(IDASetLinearSolver) + LOAD(IDASolve) + LOAD(IDAFree);
}

static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  const struct library *lib = data;
  lib->N_VLinearSum(1.0, y, 1.0, yp, r);
  return 0;
}

static int integrate(struct library *lib, SUNContext ctx)
{
  sunrealtype t      = 0.0;
  N_Vector y         = lib->N_VNew_Serial(1, ctx);
  N_Vector yp        = lib->N_VNew_Serial(1, ctx);
  SUNMatrix A        = lib->SUNDenseMatrix(1, 1, ctx);
  SUNLinearSolver LS = lib->SUNLinSol_Dense(y, A, ctx);
  void *mem          = lib->IDACreate(ctx);
  lib->N_VConst(1.0, y);
  lib->N_VConst(-1.0, yp);
  const int failed = lib->IDAInit(mem, res, t, y, yp) ||
                     lib->IDASetUserData(mem, lib) ||
                     lib->IDASStolerances(mem, 1e-5, 1e-8) ||
                     lib->IDASetLinearSolver(mem, LS, A) ||
                     lib->IDASolve(mem, 1.0, &t, y, yp, IDA_NORMAL);
  const double error = fabs(lib->N_VGetArrayPointer(y)[0] - exp(-1.0));
  printf("t = %g, error %.1e\n", t, error);
  lib->IDAFree(&mem);
  lib->SUNLinSolFree(LS);
  lib->SUNMatDestroy(A);
  lib->N_VDestroy(yp);
  lib->N_VDestroy(y);
  return failed || !(error < 1e-3);
}

int main(int argc, char **argv)
{
  struct library lib;
  SUNContext ctx = NULL;
  void *function = NULL;
  if (argc < 2) { return 2; }
  void *handle = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!handle)
  {
    printf("%s\n", dlerror());
    return 1;
  }
  int failed = load(handle, "GALPHACreate", &function);
  for (int i = 2; i < argc; i++) { failed += load(handle, argv[i], &function); }
  if (load_all(handle, &lib)) { return 1; }
  if (lib.SUNContext_Create(SUN_COMM_NULL, &ctx)) { return 1; }
  failed += integrate(&lib, ctx);
  lib.SUNContext_Free(&ctx);
  dlclose(handle);
  return failed != 0;
}
