/* One problem F(t,y,y') = 0 handed to GALPHACalcIC and to IDACalcIC, with the same
 * callbacks, options and kind of linear solver. */
#pragma once

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>

#include "support/test.h"

#define CONSISTENT_MAX 200 /* components */

enum consistent_solver
{
  CONSISTENT_DENSE,
  CONSISTENT_BAND,
  CONSISTENT_KLU,
  CONSISTENT_SPGMR,
  CONSISTENT_EMBEDDED,
  CONSISTENT_SOLVERS
};

/* Functions of one integrator. */
struct consistent_api
{
  void *(*create)(SUNContext);
  void (*free)(void **mem);
  int (*init)(void *mem, GALPHAResFn res, sunrealtype t0, N_Vector y,
              N_Vector yp);
  int (*tolerances)(void *mem, sunrealtype rtol, sunrealtype atol);
  int (*weights)(void *mem, GALPHAEwtFn ewt);
  int (*user_data)(void *mem, void *data);
  int (*id)(void *mem, N_Vector id);
  int (*constraints)(void *mem, N_Vector constraints);
  int (*linear_solver)(void *mem, SUNLinearSolver LS, SUNMatrix A);
  int (*jac)(void *mem, GALPHAJacFn jac);
  int (*times)(void *mem, GALPHALsJacTimesSetupFn setup,
               GALPHALsJacTimesVecFn times);
  int (*prec)(void *mem, GALPHALsPrecSetupFn setup, GALPHALsPrecSolveFn solve);
  int (*epiccon)(void *mem, sunrealtype epiccon);
  int (*maxnh)(void *mem, int maxnh);
  int (*maxnj)(void *mem, int maxnj);
  int (*maxnit)(void *mem, int maxnit);
  int (*maxbacks)(void *mem, int maxbacks);
  int (*lsoff)(void *mem, int lsoff);
  int (*calc)(void *mem, int icopt, sunrealtype tout1);
  int (*found)(void *mem, N_Vector y, N_Vector yp);
  int (*backs)(void *mem, long int *n);
  int (*setups)(void *mem, long int *n);
  int (*cj)(void *mem, sunrealtype *cj);
  int (*y)(void *mem, N_Vector *y);
  int (*yp)(void *mem, N_Vector *yp);
};

/* clang-format off */
#define CONSISTENT_API(X)                                                     \
  {X##Create, X##Free, X##Init, X##SStolerances, X##WFtolerances,             \
   X##SetUserData, X##SetId, X##SetConstraints, X##SetLinearSolver,           \
   X##SetJacFn, X##SetJacTimes, X##SetPreconditioner,                         \
   X##SetNonlinConvCoefIC, X##SetMaxNumStepsIC, X##SetMaxNumJacsIC,           \
   X##SetMaxNumItersIC, X##SetMaxBacksIC, X##SetLineSearchOffIC, X##CalcIC,   \
   X##GetConsistentIC, X##GetNumBacktrackOps, X##GetNumLinSolvSetups,         \
   X##GetCurrentCj, X##GetCurrentY, X##GetCurrentYp}
/* clang-format on */

static const struct consistent_api consistent_galpha = CONSISTENT_API(GALPHA);
static const struct consistent_api consistent_ida    = CONSISTENT_API(IDA);

/* Options left at 0 are not set. */
struct consistent_options
{
  sunrealtype epiccon;
  int maxnh, maxnj, maxnit, maxbacks, lsoff;
};

struct consistent_problem
{
  sunindextype n, half; /* half: bandwidth of the Jacobian to either side */
  const sunrealtype *id;
  GALPHAResFn res;
  GALPHAJacFn jac;
  GALPHALsJacTimesVecFn jtimes;
  GALPHALsPrecSetupFn psetup;
  GALPHALsPrecSolveFn psolve;
  GALPHAEwtFn ewt;
  const sunrealtype *y0, *yp0; /* what is given; NULL: zeros, or by start */
  void (*start)(sunrealtype *y, sunrealtype *yp, void *data);
  void *data;
  sunrealtype t1, rtol, atol; /* 0: 1, 1e-6, 1e-8 */
  const sunrealtype *bounds;  /* as of GALPHASetConstraints */
  int icopt;                  /* 0: GALPHA_YA_YDP_INIT */
  struct consistent_options opt;
};

#define CONSISTENT(...) ((struct consistent_problem){__VA_ARGS__})

struct consistent_result
{
  int code;
  long int backs, setups;
  sunrealtype y[CONSISTENT_MAX], yp[CONSISTENT_MAX];
  struct caught said; /* GALPHA alone */
};

/* What a run needs besides the integrator. */
struct consistent_run
{
  const struct consistent_problem *pb;
  N_Vector y, yp, id, bounds;
  SUNMatrix A;
  SUNLinearSolver LS;
  const struct consistent_api *api;
  void *mem;
};

/* A solver that makes J itself, from what the integrator tells it. */
static inline SUNLinearSolver_Type consistent_embedded(SUNLinearSolver LS)
{
  return SUNLINEARSOLVER_MATRIX_EMBEDDED;
}

static inline int consistent_embedded_solve(SUNLinearSolver LS, SUNMatrix A,
                                            N_Vector x, N_Vector b,
                                            sunrealtype tol)
{
  struct consistent_run *r            = LS->content;
  const struct consistent_problem *pb = r->pb;
  sunrealtype cj                      = 0.0;
  N_Vector y = NULL, yp = NULL;
  CHECK(!r->api->cj(r->mem, &cj) && !r->api->y(r->mem, &y) &&
        !r->api->yp(r->mem, &yp));
  SUNMatrix J        = SUNBandMatrix(pb->n, pb->half, pb->half, ctx);
  SUNLinearSolver in = SUNLinSol_Band(b, J, ctx);
  SUNMatZero(J);
  int ret = pb->jac(0.0, cj, y, yp, b, J, pb->data, NULL, NULL, NULL);
  if (!ret) { ret = SUNLinSolSetup(in, J); }
  if (!ret) { ret = SUNLinSolSolve(in, J, x, b, tol); }
  SUNLinSolFree(in);
  SUNMatDestroy(J);
  return ret;
}

static inline SUNLinearSolver consistent_embed(struct consistent_run *r)
{
  SUNLinearSolver LS = SUNLinSolNewEmpty(ctx);
  LS->ops->gettype   = consistent_embedded;
  LS->ops->solve     = consistent_embedded_solve;
  LS->content        = r;
  return LS;
}

static inline void consistent_algebra(struct consistent_run *r,
                                      enum consistent_solver kind)
{
  const sunindextype n = r->pb->n, half = r->pb->half;
  switch (kind)
  {
  case CONSISTENT_DENSE:
    r->A  = KEEP(SUNDenseMatrix(n, n, ctx));
    r->LS = KEEP(SUNLinSol_Dense(r->y, r->A, ctx));
    break;
  case CONSISTENT_BAND:
    r->A  = KEEP(SUNBandMatrix(n, half, half, ctx));
    r->LS = KEEP(SUNLinSol_Band(r->y, r->A, ctx));
    break;
  case CONSISTENT_KLU:
    r->A  = KEEP(SUNSparseMatrix(n, n, n * (2 * half + 1), CSC_MAT, ctx));
    r->LS = KEEP(SUNLinSol_KLU(r->y, r->A, ctx));
    break;
  case CONSISTENT_SPGMR:
    r->LS = KEEP(SUNLinSol_SPGMR(r->y, SUN_PREC_LEFT, 30, ctx));
    break;
  default: r->LS = consistent_embed(r); break;
  }
}

/* The messages: kept of GALPHA, silenced of IDA (since 7 the context's). */
static inline void consistent_catch(const struct consistent_run *r,
                                    struct caught *said)
{
  if (r->api == &consistent_galpha)
  {
    CHECK(!GALPHASetErrHandlerFn(r->mem, caught_handler, said));
  }
#if SUNDIALS_VERSION_MAJOR < 7
  else { CHECK(!IDASetErrFile(r->mem, NULL)); }
#endif
}

static inline int consistent_hand_over(const struct consistent_run *r)
{
  const struct consistent_problem *p   = r->pb;
  const struct consistent_api *x       = r->api;
  const struct consistent_options *opt = &p->opt;
  void *mem                            = r->mem;
  const int krylov                     = !r->A && r->LS->content != r;
  int ret                              = x->init(mem, p->res, 0.0, r->y, r->yp);
  if (!ret)
  {
    ret = p->ewt ? x->weights(mem, p->ewt)
                 : x->tolerances(mem, p->rtol > 0.0 ? p->rtol : 1e-6,
                                 p->atol > 0.0 ? p->atol : 1e-8);
  }
  if (!ret) { ret = x->user_data(mem, p->data); }
  if (!ret && r->id) { ret = x->id(mem, r->id); }
  if (!ret) { ret = x->linear_solver(mem, r->LS, r->A); }
  if (!ret && p->jac && r->A) { ret = x->jac(mem, p->jac); }
  if (!ret && p->jtimes && krylov) { ret = x->times(mem, NULL, p->jtimes); }
  if (!ret && p->psolve && krylov) { ret = x->prec(mem, p->psetup, p->psolve); }
  if (!ret && r->bounds) { ret = x->constraints(mem, r->bounds); }
  if (!ret && opt->epiccon > 0.0) { ret = x->epiccon(mem, opt->epiccon); }
  if (!ret && opt->maxnh) { ret = x->maxnh(mem, opt->maxnh); }
  if (!ret && opt->maxnj) { ret = x->maxnj(mem, opt->maxnj); }
  if (!ret && opt->maxnit) { ret = x->maxnit(mem, opt->maxnit); }
  if (!ret && opt->maxbacks) { ret = x->maxbacks(mem, opt->maxbacks); }
  return ret || !opt->lsoff ? ret : x->lsoff(mem, SUNTRUE);
}

/* What CalcIC found, else what it was given. */
static inline struct consistent_result consistent_calc(
  const struct consistent_problem *pb, enum consistent_solver kind,
  const struct consistent_api *api)
{
  struct consistent_result res = {.code = 0};
  struct consistent_run r      = {.pb = pb, .api = api};
  const size_t bytes           = (size_t)pb->n * sizeof(sunrealtype);
  const sunrealtype t1         = pb->t1 != 0.0 ? pb->t1 : 1.0;
  r.y                          = small_vector(ctx, pb->n, pb->y0);
  r.yp                         = small_vector(ctx, pb->n, pb->yp0);
  r.id     = pb->id ? small_vector(ctx, pb->n, pb->id) : NULL;
  r.bounds = pb->bounds ? small_vector(ctx, pb->n, pb->bounds) : NULL;
  if (pb->start)
  {
    pb->start(N_VGetArrayPointer(r.y), N_VGetArrayPointer(r.yp), pb->data);
  }
  consistent_algebra(&r, kind);
  r.mem = api->create(ctx);
  CHECK(consistent_hand_over(&r) == 0);
  consistent_catch(&r, &res.said);
  res.code = api->calc(r.mem, pb->icopt ? pb->icopt : GALPHA_YA_YDP_INIT, t1);
  if (!res.code) { CHECK(!api->found(r.mem, r.y, r.yp)); }
  CHECK(!api->backs(r.mem, &res.backs));
  CHECK(!api->setups(r.mem, &res.setups));
  api->free(&r.mem);
  memcpy(res.y, N_VGetArrayPointer(r.y), bytes);
  memcpy(res.yp, N_VGetArrayPointer(r.yp), bytes);
  if (kind == CONSISTENT_EMBEDDED) { SUNLinSolFreeEmpty(r.LS); }
  return res;
}

/* By both, with a dense matrix. */
struct consistent_both
{
  struct consistent_result g, ida;
};

static inline struct consistent_both consistent_by_both(
  const struct consistent_problem *pb)
{
  return (struct consistent_both){
    consistent_calc(pb, CONSISTENT_DENSE, &consistent_galpha),
    consistent_calc(pb, CONSISTENT_DENSE, &consistent_ida)};
}

#define CONSISTENT_BOTH(...) consistent_by_both(&CONSISTENT(__VA_ARGS__))

/* Largest difference of x and ref against scale. */
static inline sunrealtype consistent_off(const sunrealtype *x,
                                         const sunrealtype *ref, sunindextype n,
                                         sunrealtype scale)
{
  sunrealtype worst = 0.0;
  for (sunindextype i = 0; i < n; i++)
  {
    const sunrealtype d = fabs(x[i] - ref[i]) / scale;
    if (!(d <= worst)) { worst = d; }
  }
  return worst;
}
