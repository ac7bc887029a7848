/* Output functions: dense output, multipliers, accelerations, versions. */
#include <math.h>
#include <string.h>

#include "api/at_step.h"
#include "base/clone.h"
#include "check/arguments.h"

/* The end of the last step, or, after a return inside a jump of a drive, which no step
 * passes, the time of that return. */
static sunrealtype end_of_step(const struct galpha_mem *mem)
{
  const struct galpha_driven_jump *jump = &mem->ctrl.jump;
  const sunrealtype t = mem->hist.now->t, h = mem->hist.now->h;
  const bool within = jump->known && (mem->tret - t) * h > 0.0 &&
                      (jump->after - mem->tret) * h >= 0.0;
  return within ? mem->tret : t;
}

/* The object, if it has started and t is inside its last step. */
static struct galpha_mem *inside(void *memory, sunrealtype t,
                                 const char *function, int *code)
{
  struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  if (!mem) { return NULL; }
  *code = galpha_check_started(mem, function);
  if (*code) { return NULL; }
  const struct galpha_state *now = mem->hist.now;
  const sunrealtype fuzz         = galpha_hist_round_off(now->t, now->h);
  const sunrealtype back         = now->t - now->h;
  const sunrealtype end          = end_of_step(mem);
  const sunrealtype lo = fmin(end, back), hi = fmax(end, back);
  if (!(t >= lo - fuzz && t <= hi + fuzz))
  {
    *code = galpha_report(&mem->err, GALPHA_BAD_T, function,
                          "t = %.10g is outside the last step [%.10g, %.10g]",
                          t, lo, hi);
    return NULL;
  }
  return mem;
}

/* x = v' of the last step. Before the first one y'' is known of components of order 2
 * alone: others are not a number, or refused if there are only such. */
static int second_derivative(struct galpha_mem *mem, sunrealtype t, N_Vector x,
                             const char *function)
{
  const struct galpha_model_traits *traits = &mem->model.ops->traits;
  const bool known = mem->method.last_order > 0 || traits->mechanics;
  const struct galpha_space *space = &mem->res.space;
  if (!known && !space->has[2])
  {
    return galpha_report(&mem->err, GALPHA_BAD_K, function,
                         "y'' is not known before the first step");
  }
  const int code = galpha_complete_step(mem, function);
  if (code) { return code; }
  mem->method.ops_last->dense(&mem->method, t, 2, x);
  sunindextype n = 0, m = 0;
  sunrealtype *d = galpha_vector_data(x, &n);
  const sunrealtype *mask =
    !known && space->mask[2] ? galpha_vector_data(space->mask[2], &m) : NULL;
  for (sunindextype i = 0; d && mask && i < n; i++)
  {
    if (mask[i] == 0.0) { d[i] = (sunrealtype)NAN; }
  }
  return GALPHA_SUCCESS;
}

int GALPHAGetDky(void *memory, sunrealtype t, int k, N_Vector dky)
{
  int code               = 0;
  struct galpha_mem *mem = inside(memory, t, __func__, &code);
  if (!mem) { return code; }
  code =
    galpha_check_like(&mem->err, GALPHA_BAD_DKY, dky, mem->q0, "dky", __func__);
  if (code) { return code; }
  const int most = mem->method.last_order > 2 ? mem->method.last_order : 2;
  if (k < 0 || k > most)
  {
    return galpha_report(&mem->err, GALPHA_BAD_K, __func__,
                         "k = %d: the derivatives 0 (q), 1 (v) to %d are "
                         "available after a step of order %d",
                         k, most, mem->method.last_order);
  }
  if (k == 2) { code = second_derivative(mem, t, dky, __func__); }
  else { galpha_method_output(&mem->method, t, k, dky); }
  return galpha_end(mem, code);
}

int GALPHAGetAcceleration(void *memory, sunrealtype t, N_Vector a)
{
  int code               = 0;
  struct galpha_mem *mem = inside(memory, t, __func__, &code);
  if (!mem) { return code; }
  code =
    galpha_check_like(&mem->err, GALPHA_BAD_DKY, a, mem->q0, "a", __func__);
  if (!code) { code = second_derivative(mem, t, a, __func__); }
  return galpha_end(mem, code);
}

int GALPHAGetAlgorithmicAcceleration(void *memory, sunrealtype *talpha,
                                     N_Vector a)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  mem = inside(memory, mem->hist.now->t, __func__, &code);
  if (!mem) { return code; }
  if (a)
  {
    code =
      galpha_check_like(&mem->err, GALPHA_ILL_INPUT, a, mem->q0, "a", __func__);
  }
  if (code) { return code; }
  if (mem->method.last_order > 2 && !mem->model.ops->traits.mechanics)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "a step of order %d of F = 0 has none: see "
                         "GALPHAGetDky",
                         mem->method.last_order);
  }
  const struct galpha_state *now = mem->hist.now;
  if (talpha) { *talpha = galpha_method_rate_time(&mem->method); }
  if (a) { N_VScale(1.0, now->a, a); }
  return GALPHA_SUCCESS;
}

int GALPHAGetMultipliers(void *memory, sunrealtype t, N_Vector lambda,
                         N_Vector psi)
{
  int code               = 0;
  struct galpha_mem *mem = inside(memory, t, __func__, &code);
  if (!mem) { return code; }
  if ((lambda && !mem->sys.m) || (psi && !mem->sys.p))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "the problem has no %s constraints",
                         lambda && !mem->sys.m ? "holonomic" : "nonholonomic");
  }
  const N_Vector x[]     = {lambda, psi};
  const N_Vector like[]  = {mem->lambda0, mem->psi0};
  const char *const to[] = {"lambda", "psi"};
  code = galpha_check_all_like(&mem->err, GALPHA_ILL_INPUT, 2, x, like, to,
                               __func__);
  const enum galpha_track track[] = {GALPHA_TRACK_LAMBDA, GALPHA_TRACK_PSI};
  if (!code) { code = galpha_complete_step(mem, __func__); }
  for (int i = 0; i < 2 && !code; i++)
  {
    if (x[i]) { galpha_method_dense_track(&mem->method, track[i], t, x[i]); }
  }
  return galpha_end(mem, code);
}

int GALPHAGetStates(void *memory, sunrealtype t, N_Vector s)
{
  int code               = 0;
  struct galpha_mem *mem = inside(memory, t, __func__, &code);
  if (!mem) { return code; }
  if (!mem->s0)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "the problem has no states");
  }
  code =
    galpha_check_like(&mem->err, GALPHA_ILL_INPUT, s, mem->s0, "s", __func__);
  if (code) { return code; }
  galpha_method_dense_track(&mem->method, GALPHA_TRACK_S, t, s);
  return GALPHA_SUCCESS;
}

/* norm[]: max norms of g, g_t + G v and k at the last step; returns as callbacks do. */
static int constraint_norms(struct galpha_mem *mem, sunrealtype *norm)
{
  const struct galpha_state *now = mem->hist.now;
  struct galpha_model *model     = &mem->model;
  int ret                        = 0;
  if (model->rl)
  {
    ret     = galpha_sys_g(&mem->sys, now->t, now->q, model->rl);
    norm[0] = N_VMaxNorm(model->rl);
    if (!ret) { ret = galpha_sys_holonomic_jac(&mem->sys, now->t, now->q); }
    if (!ret)
    {
      ret = galpha_sys_gdot(&mem->sys, now->t, now->q, now->v,
                            mem->sys.block[GALPHA_BLOCK_G].A, model->rl);
    }
    norm[1] = N_VMaxNorm(model->rl);
  }
  if (!ret && model->rp)
  {
    ret     = galpha_sys_k(&mem->sys, now->t, now->q, now->v, model->rp);
    norm[2] = N_VMaxNorm(model->rp);
  }
  return ret;
}

int GALPHAGetConstraintNorms(void *memory, sunrealtype *g, sunrealtype *gdot,
                             sunrealtype *k)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (mem && !mem->form->constraints)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "belongs to the mechanical form: F = 0 does not "
                         "distinguish constraints from other equations");
  }
  if (mem) { mem = galpha_get_at_step(memory, __func__, &code); }
  if (!mem) { return code; }
  sunrealtype norm[3] = {0.0, 0.0, 0.0};
  bool within         = false;
  code                = galpha_enter_at_step(mem, &within, __func__);
  if (code) { return code; }
  const int ret = constraint_norms(mem, norm);
  if (!ret && g) { *g = norm[0]; }
  if (!ret && gdot) { *gdot = norm[1]; }
  if (!ret && k) { *k = norm[2]; }
  return galpha_leave_at_step(mem, within, ret, __func__);
}

/* The object, if the vector x can hold y or y'. */
static struct galpha_mem *into(void *memory, N_Vector x, const char *name,
                               const char *function, int *code)
{
  struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  if (!mem) { return NULL; }
  *code =
    galpha_check_like(&mem->err, GALPHA_ILL_INPUT, x, mem->q0, name, function);
  return *code ? NULL : mem;
}

/* The same after the start, or once a step has been tried; rate: if y' is tested. */
static struct galpha_mem *tested(void *memory, N_Vector x, const char *name,
                                 bool rate, const char *function, int *code)
{
  struct galpha_mem *mem = into(memory, x, name, function, code);
  if (!mem) { return NULL; }
  *code = name[1] != 'w'         ? galpha_check_tried(mem, function)
          : mem->errtest.weighed ? GALPHA_SUCCESS
                                 : galpha_check_started(mem, function);
  if (!*code && rate && !mem->model.ops->traits.second_order)
  {
    *code = galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                          "y alone is tested after GALPHAInit");
  }
  return *code ? NULL : mem;
}

int GALPHAGetErrWeights(void *memory, N_Vector ewt)
{
  int code               = 0;
  struct galpha_mem *mem = tested(memory, ewt, "ewt", false, __func__, &code);
  if (mem) { N_VScale(1.0, mem->errtest.ewt_q, ewt); }
  return code;
}

int GALPHAGetErrWeightsVel(void *memory, N_Vector ewt)
{
  int code               = 0;
  struct galpha_mem *mem = tested(memory, ewt, "ewt", true, __func__, &code);
  if (!mem) { return code; }
  N_Vector ewt_v = mem->model.level_v ? NULL : mem->errtest.ewt_v;
  if (ewt_v) { N_VScale(1.0, ewt_v, ewt); }
  else { N_VScale(fabs(mem->hist.now->h), mem->errtest.ewt_q, ewt); }
  return GALPHA_SUCCESS;
}

int GALPHAGetEstLocalErrors(void *memory, N_Vector ele)
{
  int code               = 0;
  struct galpha_mem *mem = tested(memory, ele, "ele", false, __func__, &code);
  if (mem) { N_VScale(1.0, mem->errtest.est_q, ele); }
  return code;
}

int GALPHAGetEstLocalErrorsVel(void *memory, N_Vector ele)
{
  int code               = 0;
  struct galpha_mem *mem = tested(memory, ele, "ele", true, __func__, &code);
  if (mem) { N_VScale(1.0, mem->errtest.est_v, ele); }
  return code;
}

/* The linear system, or NULL after a report if no matrix has been built. */
static const struct galpha_ls *built(void *memory, const void *result,
                                     const char *function, int *code)
{
  const struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  if (!mem) { return NULL; }
  if (result && isfinite(mem->ls.kept_t)) { return &mem->ls; }
  *code = result ? galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                                 "no matrix has been built yet")
                 : galpha_no_result(mem, function);
  return NULL;
}

int GALPHAGetJac(void *memory, SUNMatrix *J)
{
  int code                   = 0;
  const struct galpha_ls *ls = built(memory, J, __func__, &code);
  if (!ls) { return code; }
  if (!ls->kept)
  {
    return galpha_report(
      &((struct galpha_mem *)memory)->err, GALPHA_ILL_INPUT, __func__,
      "no matrix is kept: set the option keep_jacobian before the "
      "start");
  }
  *J = ls->kept;
  return GALPHA_SUCCESS;
}

int GALPHAGetJacTime(void *memory, sunrealtype *t_J)
{
  int code                   = 0;
  const struct galpha_ls *ls = built(memory, t_J, __func__, &code);
  if (ls) { *t_J = ls->kept_t; }
  return code;
}

int GALPHAGetJacShifts(void *memory, sunrealtype c[3])
{
  int code                   = 0;
  const struct galpha_ls *ls = built(memory, c, __func__, &code);
  for (int i = 0; ls && i < 3; i++) { c[i] = ls->kept_shifts[i]; }
  return code;
}

int GALPHAGetJacNumSteps(void *memory, long int *nst_J)
{
  int code                   = 0;
  const struct galpha_ls *ls = built(memory, nst_J, __func__, &code);
  if (ls) { *nst_J = ls->step_built; }
  return code;
}

int GALPHAGetJacCj(void *memory, sunrealtype *cj_J)
{
  int code                   = 0;
  const struct galpha_ls *ls = built(memory, cj_J, __func__, &code);
  if (ls) { *cj_J = ls->kept_shifts[0]; }
  return code;
}

int GALPHAGetProjection(void *memory, sunrealtype *dq, sunrealtype *dv)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  mem                    = galpha_get_if(mem, mem && mem->form->constraints,
                                         "belongs to the mechanical form", __func__, &code);
  if (!mem) { return code; }
  if (dq) { *dq = mem->ic.moved_q; }
  if (dv) { *dv = mem->ic.moved_v; }
  return GALPHA_SUCCESS;
}

char *GALPHAGetReturnFlagName(long int flag)
{
  return galpha_text_copy(galpha_code_name(flag));
}

int GALPHAGetVersion(char *version, int len)
{
  if (!version || len <= (int)strlen(GALPHA_VERSION))
  {
    return GALPHA_ILL_INPUT;
  }
  memcpy(version, GALPHA_VERSION, sizeof GALPHA_VERSION);
  return GALPHA_SUCCESS;
}
