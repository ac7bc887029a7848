/* See fixed_newton.h. */
#include "support/check/fixed_newton_solver.h"

#include <stdlib.h>

#include <nvector/nvector_serial.h>

struct fixed_newton
{
  int iterations;
  long int total;
  N_Vector delta;
  SUNNonlinSolSysFn sys;
  SUNNonlinSolLSetupFn lsetup;
  SUNNonlinSolLSolveFn lsolve;
};

static struct fixed_newton *content(SUNNonlinearSolver NLS)
{
  return NLS->content;
}

static SUNNonlinearSolver_Type get_type(SUNNonlinearSolver NLS)
{
  return SUNNONLINEARSOLVER_ROOTFIND;
}

static int initialize(SUNNonlinearSolver NLS)
{
  struct fixed_newton *s = content(NLS);
  return s->sys && s->lsolve ? 0 : SUN_NLS_CONV_RECVR;
}

static int solve(SUNNonlinearSolver NLS, N_Vector y0, N_Vector y, N_Vector w,
                 sunrealtype tol, int call_lsetup, void *mem)
{
  struct fixed_newton *s = content(NLS);
  int current            = 0;
  int ret                = 0;
  for (int k = 0; !ret && k < s->iterations; k++)
  {
    ret = s->sys(y, s->delta, mem);
    if (!ret && s->lsetup) { ret = s->lsetup(0, &current, mem); }
    if (ret) { break; }
    N_VScale(-1, s->delta, s->delta);
    ret = s->lsolve(s->delta, mem);
    if (!ret) { N_VLinearSum(1, y, 1, s->delta, y); }
    s->total++;
  }
  return ret;
}

static int set_sys(SUNNonlinearSolver NLS, SUNNonlinSolSysFn fn)
{
  content(NLS)->sys = fn;
  return 0;
}

static int set_lsetup(SUNNonlinearSolver NLS, SUNNonlinSolLSetupFn fn)
{
  content(NLS)->lsetup = fn;
  return 0;
}

static int set_lsolve(SUNNonlinearSolver NLS, SUNNonlinSolLSolveFn fn)
{
  content(NLS)->lsolve = fn;
  return 0;
}

static int set_conv_test(SUNNonlinearSolver NLS, SUNNonlinSolConvTestFn fn,
                         void *data)
{
  return 0;
}

static int set_max_iters(SUNNonlinearSolver NLS, int maxiters)
{
  return 0;
}

static int get_num_iters(SUNNonlinearSolver NLS, long int *count)
{
  *count = content(NLS)->total;
  return 0;
}

static int get_cur_iter(SUNNonlinearSolver NLS, int *count)
{
  *count = content(NLS)->iterations;
  return 0;
}

static int get_num_conv_fails(SUNNonlinearSolver NLS, long int *count)
{
  *count = 0;
  return 0;
}

static int release(SUNNonlinearSolver NLS)
{
  if (!NLS) { return 0; }
  if (NLS->content)
  {
    if (content(NLS)->delta) { N_VDestroy(content(NLS)->delta); }
    free(NLS->content);
    NLS->content = NULL;
  }
  SUNNonlinSolFreeEmpty(NLS);
  return 0;
}

SUNNonlinearSolver fixed_newton_new(int iterations, sunindextype length,
                                    SUNContext ctx)
{
  SUNNonlinearSolver NLS = SUNNonlinSolNewEmpty(ctx);
  if (!NLS) { return NULL; }
  struct fixed_newton *s = calloc(1, sizeof *s);
  NLS->content           = s;
  if (s)
  {
    s->iterations = iterations;
    s->delta      = N_VNew_Serial(length, ctx);
  }
  if (!s || !s->delta)
  {
    release(NLS);
    return NULL;
  }
  NLS->ops->gettype         = get_type;
  NLS->ops->initialize      = initialize;
  NLS->ops->solve           = solve;
  NLS->ops->free            = release;
  NLS->ops->setsysfn        = set_sys;
  NLS->ops->setlsetupfn     = set_lsetup;
  NLS->ops->setlsolvefn     = set_lsolve;
  NLS->ops->setctestfn      = set_conv_test;
  NLS->ops->setmaxiters     = set_max_iters;
  NLS->ops->getnumiters     = get_num_iters;
  NLS->ops->getcuriter      = get_cur_iter;
  NLS->ops->getnumconvfails = get_num_conv_fails;
  return NLS;
}
