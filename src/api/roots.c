/* Root functions: their definition, arguments and results. */
#include <math.h>
#include <string.h>

#include "api/at_step.h"
#include "base/clone.h"
#include "base/tuning.h"

/* q and v from dense output, or before the first step from a Taylor series. */
static void motion(struct galpha_mem *mem, sunrealtype t)
{
  const GALPHARootPoint *at      = &mem->root_at;
  const struct galpha_state *now = mem->hist.now;
  if (now->h == 0.0)
  {
    const sunrealtype s = t - now->t;
    N_VLinearSum(s, now->v, 0.5 * s * s, now->a, at->q);
    N_VLinearSum(1.0, now->q, 1.0, at->q, at->q);
    N_VLinearSum(1.0, now->v, s, now->a, at->v);
    return;
  }
  galpha_method_output(&mem->method, t, 0, at->q);
  galpha_method_output(&mem->method, t, 1, at->v);
}

/* The rest of the point, as GALPHAGetAcceleration, GALPHAGetMultipliers and
 * GALPHAGetStates return it. */
static void forces(struct galpha_mem *mem, sunrealtype t)
{
  const GALPHARootPoint *at       = &mem->root_at;
  const N_Vector out[]            = {at->lambda, at->psi, at->s};
  const enum galpha_track track[] = {GALPHA_TRACK_LAMBDA, GALPHA_TRACK_PSI,
                                     GALPHA_TRACK_S};
  mem->method.ops_last->dense(&mem->method, t, 2, at->a);
  for (int i = 0; i < 3; i++)
  {
    if (out[i])
    {
      galpha_method_dense_track(&mem->method, track[i], t, out[i]);
    }
  }
}

/* The point at t. */
static int look_up(struct galpha_mem *mem, sunrealtype t)
{
  motion(mem, t);
  if (!mem->rootfn_ext) { return 0; }
  if (galpha_complete_step(mem, "GALPHASolve")) { return -1; }
  forces(mem, t);
  return 0;
}

static int call(struct galpha_mem *mem, sunrealtype t, sunrealtype *gout)
{
  const GALPHARootPoint *at = &mem->root_at;
  void *data                = mem->sys.user_data;
  return mem->rootfn_ext ? mem->rootfn_ext(t, at, gout, data)
                         : mem->rootfn(t, at->q, at->v, gout, data);
}

int galpha_eval_roots(void *ctx, sunrealtype t, sunrealtype *gout)
{
  struct galpha_mem *mem = ctx;
  return look_up(mem, t) ? -1 : call(mem, t, gout);
}

/* Changes x by a few roundings. The size of a component near 0 is atol/rtol, which the
 * weights ewt contain; NULL: unknown. */
static void move(N_Vector x, int sample, const struct galpha_tol *tol,
                 N_Vector ewt)
{
  const bool told =
    ewt && (tol->kind == GALPHA_TOL_SS || tol->kind == GALPHA_TOL_SV);
  if (!x) { return; }
  galpha_vector_move(x, EVENT_MOVE, sample, told ? ewt : NULL,
                     told ? 1.0 / fmax(tol->rtol, EVENT_LEAST_RTOL) : 0.0);
}

/* As a galpha_root_perturbed. */
static int perturbed(void *ctx, sunrealtype t, int sample, sunrealtype *gout)
{
  struct galpha_mem *mem           = ctx;
  const struct galpha_errtest *et  = &mem->errtest;
  const GALPHARootPoint *at        = &mem->root_at;
  const N_Vector forces[]          = {at->a, at->lambda, at->psi, at->s};
  static const sunrealtype later[] = {0.0, 1.0, -1.0};
  /* the test of positions alone and the rule of 2005 have no weights of v */
  N_Vector ewt_v = mem->model.level_v || et->rule ? NULL : et->ewt_v;
  if (look_up(mem, t)) { return -1; }
  move(at->q, sample, &et->q, et->ewt_q);
  move(at->v, 10 + sample, et->v.kind == GALPHA_TOL_NONE ? &et->q : &et->v,
       ewt_v);
  for (int i = 0; i < 4; i++)
  {
    move(forces[i], 20 + 10 * i + sample, NULL, NULL);
  }
  return call(mem, t + later[sample % 3] * EVENT_MOVE * t, gout);
}

int galpha_report_root(const struct galpha_mem *mem, int flag)
{
  if (flag == GALPHA_ROOT_STAYS)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHASolve",
                         "a root function stays zero after its root at t = "
                         "%.10g: call GALPHARootInit or GALPHAReInit",
                         mem->root.tlo);
  }
  return galpha_report(&mem->err, GALPHA_RTFUNC_FAIL, "GALPHASolve",
                       "a root function failed or is not finite at t = %.10g",
                       mem->root.trout);
}

int galpha_prepare_roots(struct galpha_mem *mem)
{
  GALPHARootPoint *at     = &mem->root_at;
  N_Vector *const place[] = {&at->q,      &at->v,   &at->a,
                             &at->lambda, &at->psi, &at->s};
  const N_Vector like[]   = {mem->q0,      mem->q0,   mem->q0,
                             mem->lambda0, mem->psi0, mem->s0};
  /* constraints and states may still be added before sizes are fixed */
  const int needed = !mem->root.nrtfn                   ? 0
                     : !mem->rootfn_ext                 ? 2
                     : mem->phase < GALPHA_PHASE_CLOSED ? 3
                                                        : 6;
  for (int i = 0; i < needed; i++)
  {
    if (*place[i] || !like[i]) { continue; }
    *place[i] = galpha_clone(like[i]);
    if (!*place[i]) { return -1; }
  }
  return 0;
}

void galpha_free_roots(struct galpha_mem *mem)
{
  const GALPHARootPoint *at = &mem->root_at;
  const N_Vector x[]        = {at->q, at->v, at->a, at->lambda, at->psi, at->s};
  for (int i = 0; i < 6; i++)
  {
    if (x[i]) { N_VDestroy(x[i]); }
  }
  galpha_root_free(&mem->root);
  galpha_zeno_free(&mem->zeno);
}

/* nrtfn functions, evaluated by g or by ext. */
static int init(void *memory, int nrtfn, GALPHARootFn g, GALPHARootFnExt ext,
                const char *function)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, function, &code);
  if (!mem) { return code; }
  if (nrtfn < 0 || (nrtfn > 0 && !g && !ext))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         nrtfn < 0 ? "nrtfn must be >= 0" : "g is NULL");
  }
  mem->rootfn     = g;
  mem->rootfn_ext = ext;
  if (galpha_root_init(&mem->root, nrtfn) ||
      galpha_zeno_init(&mem->zeno, nrtfn) || galpha_prepare_roots(mem))
  {
    galpha_root_free(&mem->root);
    return galpha_report(&mem->err, GALPHA_MEM_FAIL, function, "out of memory");
  }
  mem->root.as_ida    = mem->opt[GALPHA_OPT_AS_IDA] != 0.0;
  mem->root.perturbed = perturbed;
  mem->roots_pending  = mem->phase == GALPHA_PHASE_RUNNING;
  return GALPHA_SUCCESS;
}

int GALPHARootInit(void *memory, int nrtfn, GALPHARootFn g)
{
  return init(memory, nrtfn, g, NULL, __func__);
}

int GALPHARootInitExt(void *memory, int nrtfn, GALPHARootFnExt g)
{
  return init(memory, nrtfn, NULL, g, __func__);
}

int GALPHASetRootDirection(void *memory, int *rootdir)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  if (!mem->root.nrtfn)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "call GALPHARootInit first");
  }
  const size_t size = (size_t)mem->root.nrtfn * sizeof *rootdir;
  if (!rootdir)
  {
    memset(mem->root.rootdir, 0, size);
    return GALPHA_SUCCESS;
  }
  for (int i = 0; i < mem->root.nrtfn; i++)
  {
    if (rootdir[i] < -1 || rootdir[i] > 1)
    {
      return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                           "rootdir[%d] = %d must be -1, 0 or 1", i,
                           rootdir[i]);
    }
  }
  memcpy(mem->root.rootdir, rootdir, size);
  return GALPHA_SUCCESS;
}

int GALPHASetNoInactiveRootWarn(void *memory)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  mem->warn_inactive = false;
  return GALPHA_SUCCESS;
}

int GALPHAGetRootInfo(void *memory, int *rootsfound)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (!mem->root.nrtfn || !rootsfound)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         rootsfound ? "no root functions"
                                    : "rootsfound is NULL");
  }
  memcpy(rootsfound, mem->root.iroots,
         (size_t)mem->root.nrtfn * sizeof *rootsfound);
  return GALPHA_SUCCESS;
}
