/* The band-block-diagonal preconditioner: each process factorises a banded
 * approximation of its diagonal block of dG/dy + cj dG/dy', from difference
 * quotients. */
#include <math.h>
#include <stdlib.h>

#include <galpha/galpha_bbdpre.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>

#include "api/integrator.h"
#include "base/clone.h"
#include "model/difference_jacobian.h"
#include "model/matrix_ops.h"

struct bbd
{
  struct galpha_mem *mem;
  sunindextype n; /* components of this process */
  GALPHABBDLocalFn local;
  GALPHABBDCommFn comm; /* or NULL */
  sunrealtype relative; /* increment; 0: as for Jacobians */

  SUNMatrix J; /* the difference quotients */
  struct galpha_dq *dq;
  SUNMatrix P; /* the part of J that is kept, then its factors */
  SUNLinearSolver LS;
  N_Vector b, z; /* serial views of the local part of vectors */

  sunrealtype t, cj; /* the point where G is differentiated */
  N_Vector y, yp;
  N_Vector y_moved, yp_moved, typical, g0, g1;
  long int ngevals;
};

static void drop_differences(SUNMatrix J, struct galpha_dq *dq)
{
  if (J) { SUNMatDestroy(J); }
  galpha_dq_free(dq);
}

static void bbd_free(void *data)
{
  struct bbd *p = data;
  if (!p) { return; }
  N_Vector all[] = {p->b,       p->z,  p->y_moved, p->yp_moved,
                    p->typical, p->g0, p->g1};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (all[i]) { N_VDestroy(all[i]); }
  }
  if (p->LS) { SUNLinSolFree(p->LS); }
  if (p->P) { SUNMatDestroy(p->P); }
  drop_differences(p->J, p->dq);
  free(p);
}

static sunindextype smaller(sunindextype a, sunindextype b)
{
  return a < b ? a : b;
}

static sunindextype bandwidth(const struct bbd *p, sunindextype wanted)
{
  return wanted < 0 ? 0 : smaller(wanted, p->n - 1);
}

/* Replaces J and the groups of columns that are differenced together; -1: no
 * memory. */
static int plan(struct bbd *p, sunindextype mudq, sunindextype mldq)
{
  SUNMatrix J =
    SUNBandMatrix(p->n, bandwidth(p, mudq), bandwidth(p, mldq), p->mem->sunctx);
  struct galpha_dq *dq = J ? galpha_dq_new(J) : NULL;
  if (!dq)
  {
    drop_differences(J, NULL);
    return -1;
  }
  drop_differences(p->J, p->dq);
  p->J  = J;
  p->dq = dq;
  return 0;
}

static int allocate(struct bbd *p, sunindextype mukeep, sunindextype mlkeep)
{
  SUNContext sunctx = p->mem->sunctx;
  N_Vector *all[]   = {&p->y_moved, &p->yp_moved, &p->typical, &p->g0, &p->g1};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    *all[i] = galpha_clone(p->mem->q0);
    if (!*all[i]) { return -1; }
  }
  p->b = N_VNewEmpty_Serial(p->n, sunctx);
  p->z = N_VNewEmpty_Serial(p->n, sunctx);
  p->P =
    SUNBandMatrix(p->n, bandwidth(p, mukeep), bandwidth(p, mlkeep), sunctx);
  if (!p->b || !p->z || !p->P) { return -1; }
  p->LS = SUNLinSol_Band(p->b, p->P, sunctx);
  return p->LS && !SUNLinSolInitialize(p->LS) ? 0 : -1;
}

/* g = G(t, y_moved, yp + cj (y_moved - y)). */
static int eval_moved(void *ctx, N_Vector g)
{
  struct bbd *p = ctx;
  N_VLinearSum(p->cj, p->y_moved, -p->cj, p->y, p->yp_moved);
  N_VLinearSum(1.0, p->yp, 1.0, p->yp_moved, p->yp_moved);
  p->ngevals++;
  return p->local(p->n, p->t, p->y_moved, p->yp_moved, g,
                  p->mem->sys.user_data);
}

static int difference(struct bbd *p)
{
  void *user_data = p->mem->sys.user_data;
  int ret         = p->comm ? p->comm(p->n, p->t, p->y, p->yp, user_data) : 0;
  N_VScale(1.0, p->y, p->y_moved);
  if (!ret) { ret = eval_moved(p, p->g0); }
  if (ret) { return ret; }
  N_VInv(p->mem->model.ewt_q, p->typical);
  if (!(p->relative > 0.0))
  {
    /* increments are not smaller than 1/ewt, as in galpha_dq_jac for Jacobians */
    N_VScale(1.0 / sqrt(SUN_UNIT_ROUNDOFF), p->typical, p->typical);
  }
  struct galpha_difference df = {.fn       = eval_moved,
                                 .ctx      = p,
                                 .x        = p->y_moved,
                                 .typical  = p->typical,
                                 .r0       = p->g0,
                                 .r1       = p->g1,
                                 .relative = p->relative};
  return galpha_dq_jac(p->dq, &df, p->J);
}

/* P = the part of J inside P's band. */
static void keep(struct bbd *p)
{
  const sunindextype mu = smaller(SM_UBAND_B(p->J), SM_UBAND_B(p->P));
  const sunindextype ml = smaller(SM_LBAND_B(p->J), SM_LBAND_B(p->P));
  SUNMatZero(p->P);
  for (sunindextype j = 0; j < p->n; j++)
  {
    const sunrealtype *from = SM_COLUMN_B(p->J, j);
    sunrealtype *to         = SM_COLUMN_B(p->P, j);
    const sunindextype last = smaller(ml, p->n - 1 - j);
    for (sunindextype i = -smaller(mu, j); i <= last; i++) { to[i] = from[i]; }
  }
}

/* The return of the process that failed worst, so that all processes act the same. */
static int agreed(struct bbd *p, int ret)
{
  N_VConst(ret < 0 ? 2.0 : ret > 0 ? 1.0 : 0.0, p->g1);
  const sunrealtype worst = N_VMaxNorm(p->g1);
  return worst > 1.5 ? -1 : worst > 0.5 ? 1 : 0;
}

static int setup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                 sunrealtype cj, void *data)
{
  struct bbd *p = data;
  (void)r;
  p->t    = t;
  p->cj   = cj;
  p->y    = y;
  p->yp   = yp;
  int ret = difference(p);
  if (!ret)
  {
    keep(p);
    ret = SUNLinSolSetup(p->LS, p->P);
  }
  return agreed(p, ret);
}

static int solve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                 N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                 void *data)
{
  struct bbd *p = data;
  (void)t, (void)y, (void)yp, (void)r, (void)cj, (void)delta;
  N_VSetArrayPointer(N_VGetArrayPointer(rhs), p->b);
  N_VSetArrayPointer(N_VGetArrayPointer(z), p->z);
  const int ret = SUNLinSolSolve(p->LS, p->P, p->z, p->b, 0.0);
  N_VSetArrayPointer(NULL, p->b);
  N_VSetArrayPointer(NULL, p->z);
  return ret;
}

/* Why the call is refused, or NULL. */
static const char *refused(const struct galpha_mem *mem, GALPHABBDLocalFn Gres)
{
  SUNLinearSolver LS = mem->ls.main.own ? NULL : mem->ls.main.LS;
  if (!LS || mem->ls.main.A || !LS->ops->setpreconditioner)
  {
    return "needs a linear solver with preconditioning: call "
           "GALPHASetLinearSolver with a Krylov solver first";
  }
  return Gres ? NULL : "Gres is NULL";
}

static int check(const struct galpha_mem *mem, sunindextype Nlocal,
                 GALPHABBDLocalFn Gres, const char *function)
{
  sunindextype n    = 0;
  const char *wrong = refused(mem, Gres);
  if (wrong)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "%s", wrong);
  }
  galpha_vector_data(mem->q0, &n);
  if (n >= 1 && Nlocal == n) { return GALPHA_SUCCESS; }
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                       "Nlocal is %ld, but y has %ld components on this "
                       "process",
                       (long int)Nlocal, (long int)n);
}

int GALPHABBDPrecInit(void *memory, sunindextype Nlocal, sunindextype mudq,
                      sunindextype mldq, sunindextype mukeep,
                      sunindextype mlkeep, sunrealtype dq_rel_yy,
                      GALPHABBDLocalFn Gres, GALPHABBDCommFn Gcomm)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_first_order(memory, __func__, &code);
  if (!mem) { return code; }
  code = check(mem, Nlocal, Gres, __func__);
  if (code) { return code; }
  struct bbd *p = calloc(1, sizeof *p);
  if (!p) { return galpha_no_memory(&mem->err, __func__); }
  *p   = (struct bbd){.mem      = mem,
                      .n        = Nlocal,
                      .local    = Gres,
                      .comm     = Gcomm,
                      .relative = dq_rel_yy};
  code = allocate(p, mukeep, mlkeep) || plan(p, mudq, mldq)
           ? galpha_no_memory(&mem->err, __func__)
           : GALPHASetPreconditioner(mem, setup, solve);
  if (code)
  {
    bbd_free(p);
    return code;
  }
  galpha_keep_preconditioner(mem, p, bbd_free);
  galpha_use_preconditioner(mem, setup, solve);
  return GALPHA_SUCCESS;
}

/* The preconditioner, or NULL after a report if the problem has none of this kind. */
static struct bbd *get(void *memory, const char *function, int *code)
{
  struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  const bool mine        = mem && mem->bbd && mem->bbd_free == bbd_free;
  if (mem && !mine)
  {
    *code = galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                          "no preconditioner: call GALPHABBDPrecInit first");
  }
  return mine ? mem->bbd : NULL;
}

int GALPHABBDPrecReInit(void *memory, sunindextype mudq, sunindextype mldq,
                        sunrealtype dq_rel_yy)
{
  int code      = 0;
  struct bbd *p = galpha_get_idle(memory, __func__, &code)
                    ? get(memory, __func__, &code)
                    : NULL;
  if (!p) { return code; }
  if (plan(p, mudq, mldq)) { return galpha_no_memory(&p->mem->err, __func__); }
  p->relative = dq_rel_yy;
  p->ngevals  = 0;
  return GALPHA_SUCCESS;
}

int GALPHABBDPrecGetWorkSpace(void *memory, long int *lenrwBBDP,
                              long int *leniwBBDP)
{
  int code            = 0;
  const struct bbd *p = get(memory, __func__, &code);
  if (!p) { return code; }
  const sunindextype width = SM_UBAND_B(p->J) + SM_LBAND_B(p->J) + 1;
  if (lenrwBBDP)
  {
    /* five vectors, two arrays of the differences and the matrices */
    *lenrwBBDP = (long int)(7 * p->n + SM_LDATA_B(p->J) + SM_LDATA_B(p->P));
  }
  /* pivots, pattern by columns, groups of columns */
  if (leniwBBDP) { *leniwBBDP = (long int)(p->n * (2 * width + 4)); }
  return GALPHA_SUCCESS;
}

int GALPHABBDPrecGetNumGfnEvals(void *memory, long int *ngevalsBBDP)
{
  int code            = 0;
  const struct bbd *p = get(memory, __func__, &code);
  if (!p) { return code; }
  if (ngevalsBBDP) { *ngevalsBBDP = p->ngevals; }
  return GALPHA_SUCCESS;
}
