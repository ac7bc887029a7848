/* Calls that IDA does not survive, for the stand-in alone: numbers that are none,
 * results without a place, vectors and matrices of other lengths, calls at the wrong
 * time. No answer is demanded, only that there is one. */
#include <sunlinsol/sunlinsol_dense.h>

#include "fuzz.h"

static sunrealtype odd_number(struct fuzz *f)
{
  return fuzz_choose(
    f, (const sunrealtype[]){(sunrealtype)NAN, HUGE_VAL, -HUGE_VAL, 1e308}, 4);
}

static void numbers(struct fuzz *f)
{
  static const struct
  {
    const char *name;
    int (*fn)(void *ida_mem, sunrealtype value);
  } all[]                 = {{"IDASetInitStep", IDASetInitStep},
                             {"IDASetMaxStep", IDASetMaxStep},
                             {"IDASetMinStep", IDASetMinStep},
                             {"IDASetStopTime", IDASetStopTime},
                             {"IDASetNonlinConvCoef", IDASetNonlinConvCoef},
                             {"IDASetNonlinConvCoefIC", IDASetNonlinConvCoefIC},
                             {"IDASetStepToleranceIC", IDASetStepToleranceIC},
                             {"IDASetDeltaCjLSetup", IDASetDeltaCjLSetup},
                             {"IDASetEtaMax", IDASetEtaMax},
                             {"IDASetEpsLin", IDASetEpsLin},
                             {"IDASetLSNormFactor", IDASetLSNormFactor},
                             {"IDASetIncrementFactor", IDASetIncrementFactor}};
  const int k             = fuzz_pick(f, (int)(sizeof all / sizeof *all));
  const sunrealtype value = odd_number(f);
  fuzz_report(f, all[k].fn(f->mem, value), "%s %g", all[k].name, (double)value);
}

static void tolerances(struct fuzz *f)
{
  const sunrealtype value = odd_number(f);
  const int k             = fuzz_pick(f, 3);
  fuzz_report(f, IDASVtolerances(f->mem, 1e-4, NULL), "IDASVtolerances NULL");
  fuzz_report(f, IDAWFtolerances(f->mem, NULL), "IDAWFtolerances NULL");
  N_VConst(k == 2 ? value : 1e-6, k == 1 ? f->odd : f->work);
  fuzz_report(f,
              k == 0 ? IDASStolerances(f->mem, value, 1e-6)
                     : IDASVtolerances(f->mem, 1e-4, k == 1 ? f->odd : f->work),
              "tolerances %d %g", k, (double)value);
}

static void vectors(struct fuzz *f)
{
  N_VConst(1, f->odd);
  switch (fuzz_pick(f, 6))
  {
  case 0: fuzz_report(f, IDASetId(f->mem, f->odd), "IDASetId odd"); break;
  case 1: fuzz_report(f, IDASetId(f->mem, NULL), "IDASetId NULL"); break;
  case 2:
    fuzz_report(f, IDASetConstraints(f->mem, f->odd), "IDASetConstraints odd");
    break;
  case 3:
    fuzz_report(f, IDAReInit(f->mem, 0, f->odd, f->yp), "IDAReInit odd");
    break;
  case 4:
    N_VConst((sunrealtype)NAN, f->y);
    fuzz_report(f, IDAReInit(f->mem, odd_number(f), f->y, f->yp),
                "IDAReInit NaN");
    break;
  default:
    N_VConst((sunrealtype)NAN, f->work);
    fuzz_report(f, IDASetConstraints(f->mem, f->work), "IDASetConstraints NaN");
  }
}

static void solve(struct fuzz *f)
{
  sunrealtype t       = 0;
  const bool odd      = fuzz_chance(f, 50);
  const sunrealtype x = odd ? f->t + 0.1 : odd_number(f);
  IDASetMaxNumSteps(f->mem, 500);
  if (fuzz_chance(f, 30))
  {
    fuzz_report(f, IDACalcIC(f->mem, 1 + fuzz_pick(f, 2), x), "IDACalcIC %g",
                (double)x);
    return;
  }
  const int code =
    IDASolve(f->mem, x, &t, odd ? f->odd : f->y, f->yp, 1 + fuzz_pick(f, 2));
  fuzz_report(f, code, "IDASolve %g %s", (double)x, odd ? "odd" : "");
  if (code >= 0 && f->stated) { f->running = f->setup = true; }
}

static void dense_output(struct fuzz *f)
{
  const sunrealtype t = odd_number(f);
  fuzz_report(f, IDAGetDky(f->mem, t, 0, f->work), "IDAGetDky %g", (double)t);
  fuzz_report(f, IDAGetDky(f->mem, f->t, 0, f->odd), "IDAGetDky odd");
}

static void linear(struct fuzz *f)
{
  SUNMatrix A        = SUNDenseMatrix(f->problem->n + 1, f->problem->n, f->ctx);
  SUNMatrix B        = SUNDenseMatrix(f->problem->n, f->problem->n, f->ctx);
  SUNLinearSolver LS = SUNLinSol_Dense(f->y, B, f->ctx);
  const int code     = IDASetLinearSolver(f->mem, LS, A);
  fuzz_report(f, code, "IDASetLinearSolver another matrix");
  if (code == 0) { fuzz_attach(f, FUZZ_DENSE); }
  SUNLinSolFree(LS);
  SUNMatDestroy(A);
  SUNMatDestroy(B);
}

static void preconditioner(struct fuzz *f)
{
  static const int sizes[] = {-1, 0, 1, 1000};
  const int n              = sizes[fuzz_pick(f, 4)];
  fuzz_report(f,
              IDABBDPrecInit(f->mem, n, 1, 1, 1, 1, odd_number(f),
                             fuzz_local(f->problem), NULL),
              "IDABBDPrecInit %d", n);
  fuzz_report(f,
              IDABBDPrecInit(f->mem, f->problem->n, 1, 1, 1, 1, 0, NULL, NULL),
              "IDABBDPrecInit NULL");
  fuzz_report(f, IDABBDPrecGetNumGfnEvals(f->mem, NULL),
              "IDABBDPrecGetNumGfnEvals NULL");
  fuzz_report(f, IDABBDPrecGetWorkSpace(f->mem, NULL, NULL),
              "IDABBDPrecGetWorkSpace NULL");
}

static void roots(struct fuzz *f)
{
  fuzz_report(f, IDASetRootDirection(f->mem, NULL), "IDASetRootDirection NULL");
  fuzz_report(f, IDAGetRootInfo(f->mem, NULL), "IDAGetRootInfo NULL");
  fuzz_report(f, IDARootInit(f->mem, 1 + fuzz_pick(f, 3), NULL),
              "IDARootInit NULL");
}

static void no_place(struct fuzz *f)
{
  void *mem = f->mem;
  fuzz_report(f, IDAGetUserData(mem, NULL), "IDAGetUserData NULL");
  fuzz_report(f, IDAGetCurrentY(mem, NULL), "IDAGetCurrentY NULL");
  fuzz_report(f, IDAGetCurrentYp(mem, NULL), "IDAGetCurrentYp NULL");
  fuzz_report(f, IDAGetErrWeights(mem, NULL), "IDAGetErrWeights NULL");
  fuzz_report(f, IDAGetErrWeights(mem, f->odd), "IDAGetErrWeights odd");
  fuzz_report(f, IDAGetEstLocalErrors(mem, NULL), "IDAGetEstLocalErrors NULL");
  fuzz_report(f, IDAGetEstLocalErrors(mem, f->odd), "IDAGetEstLocalErrors odd");
  fuzz_report(f, IDAComputeY(mem, NULL, f->y), "IDAComputeY NULL");
  fuzz_report(f, IDAComputeYp(mem, f->work, NULL), "IDAComputeYp NULL");
  fuzz_report(f, IDAComputeY(mem, f->odd, f->work), "IDAComputeY odd");
  fuzz_report(f, IDAGetConsistentIC(mem, f->odd, NULL),
              "IDAGetConsistentIC odd");
  fuzz_report(f, IDAPrintAllStats(mem, NULL, SUN_OUTPUTFORMAT_TABLE),
              "IDAPrintAllStats NULL");
  fuzz_report(f, IDAGetWorkSpace(mem, NULL, NULL), "IDAGetWorkSpace NULL");
  fuzz_report(f, IDAGetLinWorkSpace(mem, NULL, NULL),
              "IDAGetLinWorkSpace NULL");
  fuzz_report(f, IDAGetNonlinSolvStats(mem, NULL, NULL),
              "IDAGetNonlinSolvStats NULL");
  fuzz_report(f,
              IDAGetIntegratorStats(mem, NULL, NULL, NULL, NULL, NULL, NULL,
                                    NULL, NULL, NULL, NULL),
              "IDAGetIntegratorStats NULL");
  fuzz_report(f,
              IDAGetNonlinearSystemData(mem, NULL, NULL, NULL, NULL, NULL, NULL,
                                        NULL, NULL),
              "IDAGetNonlinearSystemData NULL");
}

static void release(struct fuzz *f)
{
  void *foreign = f->foreign;
  IDAFree(NULL);
  IDAFree(&foreign);
  fuzz_report(f, foreign != f->foreign, "IDAFree foreign");
}

void fuzz_deep_call(struct fuzz *f)
{
  static fuzz_call *const calls[] = {
    numbers, tolerances, vectors,        solve,    dense_output,
    linear,  roots,      preconditioner, no_place, release};
  const int k = fuzz_pick(f, (int)(sizeof calls / sizeof *calls));
  calls[k](f);
}
