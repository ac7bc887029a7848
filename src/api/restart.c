/* Starts of the same problem from other values: GALPHAReInit, past a jump of driven
 * velocities, and from the present values after a change of the problem. */
#include <math.h>

#include "api/integrator.h"
#include "base/clone.h"
#include "check/arguments.h"

/* The vectors are like those of the problem, into which they are copied. */
static int check_values(const struct galpha_mem *mem, N_Vector q0, N_Vector v0,
                        const char *function)
{
  const struct galpha_words *words = &mem->form->words;
  const int code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, q0, mem->q0,
                                     words->q0, function);
  return code ? code
              : galpha_check_like(&mem->err, GALPHA_ILL_INPUT, v0, mem->v0,
                                  words->v0, function);
}

/* States continue from t0 if it is inside the last step, as an event is, else from the
 * end of that step. Before a start they are the values that the user set. */
static void keep_states(struct galpha_mem *mem, sunrealtype t0)
{
  const struct galpha_state *now = mem->hist.now;
  const sunrealtype back         = now->t - now->h;
  if (!mem->s0 || mem->phase < GALPHA_PHASE_STARTED) { return; }
  N_VScale(1.0, now->s, mem->s0);
  if (t0 != now->t && fmin(now->t, back) <= t0 && t0 <= fmax(now->t, back))
  {
    galpha_method_dense_track(&mem->method, GALPHA_TRACK_S, t0, mem->s0);
  }
}

static void renew(struct galpha_mem *mem, sunrealtype t0, N_Vector q0,
                  N_Vector v0)
{
  /* the history uses the vectors of the initial values */
  galpha_hist_return(&mem->hist);
  N_VScale(1.0, q0, mem->q0);
  N_VScale(1.0, v0, mem->v0);
  mem->t0 = t0;
  if (mem->a0) { N_VDestroy(mem->a0); }
  mem->a0           = NULL; /* y'' of the new start is unknown */
  mem->after_impact = false;
  mem->speeds_off   = false;
  mem->ic.usual     = 0.0;
  if (mem->phase < GALPHA_PHASE_CLOSED) { return; }
  struct galpha_state *now = mem->hist.now;
  keep_states(mem, t0);
  if (now->h != 0.0) { mem->ic.h_before = now->h; }
  now->t = t0;
  now->h = 0.0;
  N_VScale(1.0, q0, now->q);
  N_VScale(1.0, v0, now->v);
  mem->phase             = GALPHA_PHASE_CLOSED;
  mem->method.last_order = 0;
  mem->ls.reuse.known    = 0;
  mem->sys.has_G         = false;
  galpha_reach_restart(mem->sys.block[GALPHA_BLOCK_G].reach);
  galpha_reach_restart(mem->sys.block[GALPHA_BLOCK_K].reach);
  galpha_reaction_restart(&mem->model.reaction);
  galpha_ctrl_restart(&mem->ctrl);
  galpha_exclusion_restart(&mem->ctrl.exclusion, &mem->res);
}

void galpha_restart(struct galpha_mem *mem, sunrealtype t0, N_Vector q0,
                    N_Vector v0)
{
  renew(mem, t0, q0, v0);
  if (mem->phase >= GALPHA_PHASE_CLOSED) { galpha_forget_statistics(mem); }
}

bool galpha_ends_in_jump(struct galpha_mem *mem, bool one_step,
                         sunrealtype *end, int *code)
{
  const sunrealtype t = mem->ctrl.jump.after, h = mem->ctrl.h;
  const sunrealtype tstop = mem->opt_tstop;
  const bool out          = !one_step && (t - *end) * h > 0.0;
  const bool stops        = mem->opt_tstop_set && (t - tstop) * h > 0.0 &&
                     !(out && (*end - tstop) * h < 0.0);
  *code = stops ? GALPHA_TSTOP_RETURN : GALPHA_SUCCESS;
  if (!stops) { return out; }
  mem->opt_tstop_set = mem->ctrl.tstop_set = false;
  *end                                     = tstop;
  return true;
}

/* q and v at t, with the accelerations of the last state. */
static void coast(const struct galpha_mem *mem, sunrealtype t, N_Vector q,
                  N_Vector v)
{
  const struct galpha_state *now = mem->hist.now;
  const sunrealtype time         = t - now->t;
  galpha_method_output(&mem->method, now->t, 2, v);
  galpha_model_keep_second(&mem->model, v);
  N_VLinearSum(1.0, now->v, 0.5 * time, v, q);
  N_VLinearSum(1.0, now->q, time, q, q);
  N_VLinearSum(1.0, now->v, time, v, v);
}

int galpha_pass_jump(struct galpha_mem *mem, sunrealtype *end,
                     const char *function)
{
  const sunrealtype t   = mem->ctrl.jump.after;
  const sunrealtype far = mem->ctrl.h_good, h = mem->ctrl.h;
  N_Vector q = mem->model.d, v = mem->model.v_base;
  coast(mem, t, q, v);
  renew(mem, t, q, v);
  if (!((*end - t) * h > 0.0)) { *end = t + h; }
  galpha_set_time_span(mem, *end);
  /* looks ahead no farther than a step, since another jump may follow */
  if (far > 0.0 && mem->sys.gt) { mem->ic.end = fmin(mem->ic.end, far); }
  mem->ic.goes_on = true;
  mem->ic.usual   = far > 0.0 ? far : fabs(mem->method.coef.h);
  const int code  = mem->form->go_on(mem, function);
  mem->ic.goes_on = false;
  mem->ls.current = false;
  if (!code) { mem->phase = GALPHA_PHASE_RUNNING; }
  return code;
}

int galpha_present(struct galpha_mem *mem, struct galpha_point *at)
{
  static const enum galpha_track track[] = {GALPHA_TRACK_LAMBDA,
                                            GALPHA_TRACK_PSI, GALPHA_TRACK_S};
  const N_Vector like[] = {mem->q0, mem->q0, mem->lambda0, mem->psi0, mem->s0};
  N_Vector *x[]         = {&at->q, &at->v, &at->lambda, &at->psi, &at->s};
  const struct galpha_state *now = mem->hist.now;
  *at     = (struct galpha_point){.t = now->h != 0.0 ? mem->tret : now->t};
  int ret = 0;
  for (int i = 0; i < 5; i++)
  {
    *x[i] = like[i] ? galpha_clone(like[i]) : NULL;
    if (like[i] && !*x[i]) { ret = -1; }
  }
  if (ret) { return ret; }
  galpha_method_output(&mem->method, at->t, 0, at->q);
  galpha_method_output(&mem->method, at->t, 1, at->v);
  for (int i = 0; i < 3; i++)
  {
    N_Vector out = *x[2 + i];
    if (out) { galpha_method_dense_track(&mem->method, track[i], at->t, out); }
  }
  return 0;
}

void galpha_free_present(struct galpha_point *at)
{
  N_Vector x[] = {at->q, at->v, at->lambda, at->psi, at->s};
  for (int i = 0; i < 5; i++)
  {
    if (x[i]) { N_VDestroy(x[i]); }
  }
}

void galpha_restart_here(struct galpha_mem *mem, const struct galpha_point *at)
{
  galpha_restart(mem, at->t, at->q, at->v);
}

int GALPHAReInit(void *memory, sunrealtype t0, N_Vector q0, N_Vector v0)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  code = check_values(mem, q0, v0, __func__);
  if (!code) { code = galpha_check_start(mem, t0, q0, v0, __func__); }
  if (code) { return code; }
  galpha_restart(mem, t0, q0, v0);
  return GALPHA_SUCCESS;
}
