/* The k-th set-up or solve of the linear solver, or the k-th solve of the
 * nonlinear one, fails: with positive and negative flags, once and for good. Codes
 * and messages tell which, and the integration goes on from the last accepted
 * step once the solver works. */
#include "support/test.h"

enum place
{
  SETUP,
  SOLVE
};

/* Content of both wrappers: the solver that does the work, and when to fail. */
struct wrapped
{
  SUNLinearSolver LS;
  SUNNonlinearSolver NLS;
  long calls[2];
  enum place which;
  long at; /* the call, counted from 1; 0: none */
  int for_good, flag;
};

static int hit(struct wrapped *w, enum place which)
{
  const long call = ++w->calls[which];
  return w->at && w->which == which &&
         (call == w->at || (w->for_good && call > w->at));
}

static void arm(struct wrapped *w, enum place which, long k, int for_good,
                int flag)
{
  w->which    = which;
  w->at       = k ? w->calls[which] + k : 0;
  w->for_good = for_good;
  w->flag     = flag;
}

static struct wrapped *linear(SUNLinearSolver S)
{
  return S->content;
}

static SUNLinearSolver_Type ls_type(SUNLinearSolver S)
{
  return SUNLINEARSOLVER_DIRECT;
}

static SUNLinearSolver_ID ls_id(SUNLinearSolver S)
{
  return SUNLINEARSOLVER_CUSTOM;
}

static int ls_initialize(SUNLinearSolver S)
{
  return SUNLinSolInitialize(linear(S)->LS);
}

static int ls_setup(SUNLinearSolver S, SUNMatrix A)
{
  const int bad  = hit(linear(S), SETUP);
  const int flag = SUNLinSolSetup(linear(S)->LS, A);
  return bad ? linear(S)->flag : flag;
}

static int ls_solve(SUNLinearSolver S, SUNMatrix A, N_Vector x, N_Vector b,
                    sunrealtype tol)
{
  const int bad  = hit(linear(S), SOLVE);
  const int flag = SUNLinSolSolve(linear(S)->LS, A, x, b, tol);
  return bad ? linear(S)->flag : flag;
}

static SUNLinearSolver linear_new(struct wrapped *w, N_Vector y, SUNMatrix A)
{
  SUNLinearSolver S  = SUNLinSolNewEmpty(ctx);
  w->LS              = KEEP(SUNLinSol_Dense(y, A, ctx));
  S->content         = w;
  S->ops->gettype    = ls_type;
  S->ops->getid      = ls_id;
  S->ops->initialize = ls_initialize;
  S->ops->setup      = ls_setup;
  S->ops->solve      = ls_solve;
  return S;
}

static SUNNonlinearSolver inner(SUNNonlinearSolver S)
{
  return ((struct wrapped *)S->content)->NLS;
}

static int nls_initialize(SUNNonlinearSolver S)
{
  struct wrapped *w = S->content;
  return hit(w, SETUP) ? w->flag : SUNNonlinSolInitialize(inner(S));
}

static int nls_solve(SUNNonlinearSolver S, N_Vector y0, N_Vector y, N_Vector w,
                     sunrealtype tol, int setup, void *mem)
{
  struct wrapped *own = S->content;
  const int bad       = hit(own, SOLVE);
  const int flag      = SUNNonlinSolSolve(inner(S), y0, y, w, tol, setup, mem);
  return bad ? own->flag : flag;
}

/* What is only passed on. */
#define PASSED_ON(type, name, params, function, ...) \
  static type nls_##name params                      \
  {                                                  \
    return SUNNonlinSol##function(__VA_ARGS__);      \
  }
PASSED_ON(SUNNonlinearSolver_Type, type, (SUNNonlinearSolver S), GetType,
          inner(S))
PASSED_ON(int, set_sys, (SUNNonlinearSolver S, SUNNonlinSolSysFn fn), SetSysFn,
          inner(S), fn)
PASSED_ON(int, set_lsetup, (SUNNonlinearSolver S, SUNNonlinSolLSetupFn fn),
          SetLSetupFn, inner(S), fn)
PASSED_ON(int, set_lsolve, (SUNNonlinearSolver S, SUNNonlinSolLSolveFn fn),
          SetLSolveFn, inner(S), fn)
PASSED_ON(int, set_test,
          (SUNNonlinearSolver S, SUNNonlinSolConvTestFn fn, void *data),
          SetConvTestFn, inner(S), fn, data)
PASSED_ON(int, set_max, (SUNNonlinearSolver S, int max), SetMaxIters, inner(S),
          max)
PASSED_ON(int, num_iters, (SUNNonlinearSolver S, long int *n), GetNumIters,
          inner(S), n)
PASSED_ON(int, cur_iter, (SUNNonlinearSolver S, int *n), GetCurIter, inner(S),
          n)
PASSED_ON(int, num_fails, (SUNNonlinearSolver S, long int *n), GetNumConvFails,
          inner(S), n)

static SUNNonlinearSolver nonlinear_new(struct wrapped *w, N_Vector y)
{
  SUNNonlinearSolver S    = SUNNonlinSolNewEmpty(ctx);
  w->NLS                  = KEEP(SUNNonlinSol_Newton(y, ctx));
  S->content              = w;
  S->ops->gettype         = nls_type;
  S->ops->initialize      = nls_initialize;
  S->ops->solve           = nls_solve;
  S->ops->setsysfn        = nls_set_sys;
  S->ops->setlsetupfn     = nls_set_lsetup;
  S->ops->setlsolvefn     = nls_set_lsolve;
  S->ops->setctestfn      = nls_set_test;
  S->ops->setmaxiters     = nls_set_max;
  S->ops->getnumiters     = nls_num_iters;
  S->ops->getcuriter      = nls_cur_iter;
  S->ops->getnumconvfails = nls_num_fails;
  return S;
}

static const struct problem *const pb = &paper_pendulum16;

#define SIZE 5 /* n + m */

struct run
{
  struct wrapped w;
  SUNLinearSolver LS; /* one of the two */
  SUNNonlinearSolver NLS;
  struct small s;
};

static void run_new(struct run *r, int is_linear)
{
  N_Vector y  = KEEP(N_VNew_Serial(SIZE, ctx));
  SUNMatrix A = KEEP(SUNDenseMatrix(SIZE, SIZE, ctx));
  *r          = (struct run){.LS = NULL};
  BEGIN(&r->s, .pb = pb);
  if (is_linear)
  {
    r->LS = linear_new(&r->w, y, A);
    CHECK(!GALPHASetLinearSolver(r->s.mem, r->LS, A));
  }
  else
  {
    r->NLS = nonlinear_new(&r->w, y);
    CHECK(!GALPHASetNonlinearSolver(r->s.mem, r->NLS));
  }
}

static void run_free(struct run *r)
{
  keep_drop(r->s.mem);
  if (r->LS) { SUNLinSolFreeEmpty(r->LS); }
  else { SUNNonlinSolFreeEmpty(r->NLS); }
}

static sunrealtype angle(const struct run *r)
{
  return small_q(&r->s)[2];
}

/* angle at t = 0.2 without any failure */
static sunrealtype undisturbed(void)
{
  struct run r;
  run_new(&r, 1);
  CHECK(!small_solve(&r.s, 0.2));
  const sunrealtype x = angle(&r);
  run_free(&r);
  return x;
}

/* Orders up to 5 take fewer steps, and so fewer calls. */
static void check_once(int is_linear, enum place which, int order,
                       sunrealtype end)
{
  for (long k = 1; k < 200; k = 2 * k + 1)
  {
    struct run r;
    run_new(&r, is_linear);
    CHECK(!GALPHASetMaxOrd(r.s.mem, order));
    CHECK(!GALPHACalcIC(r.s.mem, GALPHA_ACC_INIT, 0.2));
    arm(&r.w, which, k, 0, 1);
    CHECK(!small_solve(&r.s, 0.2));
    CHECK_NEAR(angle(&r), end, 1e-4);
    CHECK(order > 2 || r.w.calls[which] >= k);
    run_free(&r);
  }
}

static void check_for_good(int is_linear, enum place which, int flag, int code,
                           const char *text, sunrealtype end)
{
  struct run r;
  run_new(&r, is_linear);
  CHECK(!small_solve(&r.s, 0.1));
  const sunrealtype t = real_of(r.s.mem, GALPHAGetCurrentTime);
  CHECK(!GALPHAGetDky(r.s.mem, t, 0, r.s.a));
  arm(&r.w, which, 1, 1, flag);
  CHECK(small_solve(&r.s, 0.2) == code);
  CHECK(r.s.t == t);
  CHECK(problem_dist(N_VGetArrayPointer(r.s.a), small_q(&r.s), pb->n) == 0);
  CHECK(caught_says(&r.s.said, code, text));
  arm(&r.w, which, 0, 0, 0);
  CHECK(!small_solve(&r.s, 0.2));
  CHECK_NEAR(angle(&r), end, 1e-4);
  run_free(&r);
}

static void check_start(enum place which, int flag, int code)
{
  struct run r;
  run_new(&r, 1);
  arm(&r.w, which, 1, 1, flag);
  CHECK(GALPHACalcIC(r.s.mem, GALPHA_ACC_INIT, 1) == code);
  CHECK(r.s.said.code == code);
  arm(&r.w, which, 0, 0, 0);
  CHECK(!GALPHACalcIC(r.s.mem, GALPHA_ACC_INIT, 1) && !small_solve(&r.s, 0.1));
  run_free(&r);
}

static void check_initialize(void)
{
  struct run r;
  run_new(&r, 0);
  arm(&r.w, SETUP, 1, 1, -1);
  REFUSED(&r.s.said, small_solve(&r.s, 0.1), GALPHA_NLS_INIT_FAIL, "refused");
  arm(&r.w, SETUP, 0, 0, 0);
  CHECK(!small_solve(&r.s, 0.1));
  run_free(&r);
}

TEST_MAIN()
{
  test_quiet();
  const sunrealtype end = undisturbed();
  for (int order = 2; order <= 5; order += 3)
  {
    check_once(1, SETUP, order, end);
    check_once(1, SOLVE, order, end);
    check_once(0, SOLVE, order, end);
  }
  check_for_good(1, SETUP, 1, GALPHA_SINGULAR_JAC, "singular", end);
  check_for_good(1, SETUP, -7, GALPHA_LSETUP_FAIL, "flag -7", end);
  check_for_good(1, SOLVE, 1, GALPHA_CONV_FAIL, "t = ", end);
  check_for_good(1, SOLVE, -8, GALPHA_LSOLVE_FAIL, "flag -8", end);
  check_for_good(0, SOLVE, 1, GALPHA_CONV_FAIL, "did not converge", end);
  check_for_good(0, SOLVE, -9, GALPHA_NLS_FAIL, "nonlinear solver", end);
  check_start(SETUP, 1, GALPHA_SINGULAR_JAC);
  check_start(SETUP, -1, GALPHA_LSETUP_FAIL);
  check_start(SOLVE, 1, GALPHA_SINGULAR_JAC);
  check_start(SOLVE, -1, GALPHA_LSOLVE_FAIL);
  check_initialize();
}
