/* Linear and nonlinear solvers, and what goes with them. */
#include <stddef.h>

#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spbcgs.h>
#include <sunlinsol/sunlinsol_spfgmr.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunlinsol/sunlinsol_sptfqmr.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "fuzz.h"

static void free_solver(void *object)
{
  SUNLinSolFree(object);
}

static void free_matrix(void *object)
{
  SUNMatDestroy(object);
}

static void free_nonlinear(void *object)
{
  SUNNonlinSolFree(object);
}

static SUNMatrix matrix(struct fuzz *f, enum fuzz_solver kind)
{
  const int n = f->problem->n, w = f->problem->width;
  SUNMatrix A = kind == FUZZ_DENSE ? SUNDenseMatrix(n, n, f->ctx)
                : kind == FUZZ_BAND
                  ? SUNBandMatrix(n, w, w, f->ctx)
                  : SUNSparseMatrix(n, n, n * n, CSC_MAT, f->ctx);
  return fuzz_keep(f, A, free_matrix);
}

/* IDA takes a preconditioner on the left only, so none with flexible GMRES. */
static SUNLinearSolver krylov(struct fuzz *f)
{
  static const int types[] = {SUN_PREC_NONE, SUN_PREC_LEFT, SUN_PREC_LEFT,
                              SUN_PREC_RIGHT, SUN_PREC_BOTH};
  const int type           = types[fuzz_pick(f, f->deep ? 5 : 3)];
  const int method         = f->gmres ? 3 : fuzz_pick(f, 6);
  f->prec                  = type != SUN_PREC_NONE;
  f->breaks                = method < 3;
  switch (method)
  {
  case 0: return SUNLinSol_SPBCGS(f->y, type, 40, f->ctx);
  case 1: return SUNLinSol_SPTFQMR(f->y, type, 40, f->ctx);
  case 2:
    f->prec = f->prec && f->deep;
    return SUNLinSol_SPFGMR(f->y, f->deep ? type : SUN_PREC_NONE, FUZZ_MAX_N,
                            f->ctx);
  default: return SUNLinSol_SPGMR(f->y, type, FUZZ_MAX_N, f->ctx);
  }
}

static const char *const names[] = {"none", "dense", "band", "klu", "krylov"};

static SUNLinearSolver make(struct fuzz *f, enum fuzz_solver kind, SUNMatrix *A)
{
  *A = kind == FUZZ_KRYLOV ? NULL : matrix(f, kind);
  return fuzz_keep(f,
                   kind == FUZZ_DENSE  ? SUNLinSol_Dense(f->y, *A, f->ctx)
                   : kind == FUZZ_BAND ? SUNLinSol_Band(f->y, *A, f->ctx)
                   : kind == FUZZ_KLU  ? SUNLinSol_KLU(f->y, *A, f->ctx)
                                       : krylov(f),
                   free_solver);
}

static void set_jacobian(struct fuzz *f, void *mem, bool given)
{
  const int code = IDASetJacFn(mem, given ? fuzz_jac(f->problem) : NULL);
  fuzz_report(f, code, "IDASetJacFn %s", given ? "given" : "NULL");
}

/* IDA never calls the set-up of a preconditioner that comes after the first use. */
static void unused(struct fuzz *f)
{
  if (f->used && f->solver == FUZZ_KRYLOV && !f->deep)
  {
    fuzz_attach(f, FUZZ_KRYLOV);
  }
}

/* SUNDIALS' solvers call the preconditioner that they were told of, there or not.
 * IDA gives the data of BBD to whatever preconditioner there is. */
static void preconditioner(struct fuzz *f, void *mem)
{
  if (!f->deep && f->bbd) { return; }
  unused(f);
  const bool setup = fuzz_chance(f, 60), solve = f->prec || fuzz_chance(f, 80);
  fuzz_report(f,
              IDASetPreconditioner(mem, setup ? fuzz_prec_setup : NULL,
                                   solve ? fuzz_prec_solve : NULL),
              "IDASetPreconditioner %d %d", setup, solve);
}

void fuzz_attach(struct fuzz *f, enum fuzz_solver kind)
{
  SUNMatrix A        = NULL;
  SUNLinearSolver LS = make(f, kind, &A);
  const int code     = IDASetLinearSolver(f->mem, LS, A);
  fuzz_report(f, code, "IDASetLinearSolver %s", names[kind]);
  if (code) { return; }
  f->solver = kind;
  f->bbd = f->used = false;
  f->null_data     = !f->data;
  if (kind == FUZZ_KRYLOV && f->prec) { preconditioner(f, f->mem); }
  if (kind == FUZZ_KLU || (A && fuzz_chance(f, 50)))
  {
    set_jacobian(f, f->mem, true);
  }
}

/* Solver and matrix that do not go together, or are not there. */
static void refused(struct fuzz *f)
{
  void *mem          = fuzz_handle(f);
  SUNMatrix A        = NULL;
  SUNLinearSolver LS = make(f, FUZZ_DENSE, &A);
  if (fuzz_chance(f, 50))
  {
    fuzz_report(f, IDASetLinearSolver(mem, NULL, A), "IDASetLinearSolver NULL");
  }
  else
  {
    fuzz_report(f, IDASetLinearSolver(mem, LS, NULL),
                "IDASetLinearSolver dense, A = NULL");
  }
}

void fuzz_linear_solver(struct fuzz *f)
{
  if (!f->mem || (!f->stated && !f->deep)) { return; }
  if (fuzz_chance(f, 20)) { refused(f); }
  if (!f->deep) { fuzz_before_setup(f); }
  /* Without preconditioner only where that converges. */
  const bool krylov_works = f->problem->calc_y || f->deep;
  fuzz_attach(f, (enum fuzz_solver)(1 + fuzz_pick(f, krylov_works ? 4 : 3)));
  if (f->solver == FUZZ_KLU && fuzz_chance(f, 5))
  {
    set_jacobian(f, f->mem, 0);
  }
}

void fuzz_linear_option(struct fuzz *f)
{
  void *mem        = fuzz_handle(f);
  const bool given = fuzz_chance(f, 70);
  if (f->mem && !f->deep) { fuzz_before_setup(f); }
  switch (fuzz_pick(f, 4))
  {
  case 0: set_jacobian(f, mem, given || f->solver == FUZZ_KLU); break;
  case 1:
    fuzz_report(
      f, IDASetJacTimes(mem, NULL, given ? fuzz_jtimes(f->problem) : NULL),
      "IDASetJacTimes %d", given);
    break;
  case 2:
    fuzz_report(f,
                IDASetJacTimesResFn(mem, given ? fuzz_res(f->problem) : NULL),
                "IDASetJacTimesResFn %d", given);
    break;
  default: preconditioner(f, mem);
  }
}

static void bbd_init(struct fuzz *f, void *mem, bool odd)
{
  static const sunindextype widths[2][4] = {{3, 7, 8, 1000}, {0, 1, -3, -1000}};
  const sunindextype *w                  = widths[odd];
  const sunrealtype step =
    fuzz_choose(f, (const sunrealtype[]){0, -1, 1e-7}, 3);
  const sunindextype mudq = w[fuzz_pick(f, 4)], mldq = w[fuzz_pick(f, 4)];
  /* IDA trusts that no more is kept than differenced. */
  const sunindextype mukeep = odd ? w[fuzz_pick(f, 4)] : mudq;
  const sunindextype mlkeep = odd ? w[fuzz_pick(f, 4)] : mldq;
  const int code = IDABBDPrecInit(mem, f->problem->n, mudq, mldq, mukeep,
                                  mlkeep, step, fuzz_local(f->problem), NULL);
  fuzz_report(f, code, "IDABBDPrecInit");
  if (code == 0) { f->bbd = true; }
}

/* Krylov's method may fail with a poor preconditioner, so that a good one follows;
 * and where one is exact, short recurrences divide by zero. */
static void bbd(struct fuzz *f)
{
  void *mem = fuzz_handle(f);
  if (!f->deep) { fuzz_before_setup(f); }
  f->gmres = true;
  if (f->breaks && f->solver == FUZZ_KRYLOV) { fuzz_attach(f, FUZZ_KRYLOV); }
  unused(f);
  f->gmres = false;
  if (fuzz_chance(f, 30)) { bbd_init(f, mem, true); }
  bbd_init(f, mem, false);
}

/* Without BBD's data IDA takes the user data for them. */
void fuzz_bbd(struct fuzz *f)
{
  const bool known = f->bbd || f->solver == FUZZ_NO_SOLVER || f->null_data;
  long int a = 0, b = 0;
  if (fuzz_chance(f, 30) || (!known && !f->deep))
  {
    bbd(f);
    return;
  }
  void *mem = fuzz_handle(f);
  switch (fuzz_pick(f, 3))
  {
  case 0:
    fuzz_report(f, IDABBDPrecReInit(mem, 3 + fuzz_pick(f, 9), 8, 0),
                "IDABBDPrecReInit");
    break;
  case 1:
    fuzz_report(f, IDABBDPrecGetWorkSpace(mem, &a, &b),
                "IDABBDPrecGetWorkSpace");
    break;
  default:
    fuzz_report(f, IDABBDPrecGetNumGfnEvals(mem, &a),
                "IDABBDPrecGetNumGfnEvals");
  }
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    void *user_data)
{
  return -1;
}

void fuzz_nonlinear_solver(struct fuzz *f)
{
  void *mem        = fuzz_handle(f);
  const int choice = fuzz_pick(f, 5);
  if (choice == 0)
  {
    fuzz_report(f, IDASetNonlinearSolver(mem, NULL),
                "IDASetNonlinearSolver NULL");
  }
  else if (choice == 1)
  {
    SUNNonlinearSolver fixed =
      fuzz_keep(f, SUNNonlinSol_FixedPoint(f->y, 0, f->ctx), free_nonlinear);
    fuzz_report(f, IDASetNonlinearSolver(mem, fixed),
                "IDASetNonlinearSolver fixed point");
  }
  else if (choice == 2)
  {
    fuzz_report(f, IDASetNlsResFn(mem, residual), "IDASetNlsResFn failing");
    fuzz_report(f, IDASetNlsResFn(mem, NULL), "IDASetNlsResFn NULL");
  }
  else
  {
    if (f->mem && !f->deep) { fuzz_before_setup(f); }
    SUNNonlinearSolver newton =
      fuzz_keep(f, SUNNonlinSol_Newton(f->y, f->ctx), free_nonlinear);
    fuzz_report(f, IDASetNonlinearSolver(mem, newton),
                "IDASetNonlinearSolver Newton");
  }
}
