/* Kinetic energy, and power of forces, at the last step of a mechanism. */
#include "api/at_step.h"
#include "model/matrix_ops.h"

/* The object, if it is a mechanism at a step. */
static struct galpha_mem *mechanism(void *memory, const char *function,
                                    int *code)
{
  struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  mem =
    galpha_get_if(mem, mem && mem->form->constraints,
                  "belongs to the mechanical form: F = 0 does not tell masses "
                  "and forces apart",
                  function, code);
  return mem ? galpha_get_at_step(memory, function, code) : NULL;
}

/* M v is left in work. */
static int energy(struct galpha_mem *mem, sunrealtype *kinetic)
{
  const struct galpha_state *now = mem->hist.now;
  N_Vector Mv                    = mem->model.work;
  int ret                        = galpha_sys_mass(&mem->sys, now->t, now->q);
  if (ret) { return ret; }
  galpha_sys_inertia(&mem->sys, 1.0, now->v, 0.0, NULL, Mv);
  ret = galpha_sys_products(&mem->sys);
  if (!ret) { *kinetic = 0.5 * N_VDotProd(now->v, Mv); }
  return ret;
}

int GALPHAGetEnergy(void *memory, sunrealtype *kinetic)
{
  int code               = 0;
  struct galpha_mem *mem = mechanism(memory, __func__, &code);
  if (!mem) { return code; }
  if (!kinetic) { return galpha_no_result(mem, __func__); }
  bool within = false;
  code        = galpha_enter_at_step(mem, &within, __func__);
  return code
           ? code
           : galpha_leave_at_step(mem, within, energy(mem, kinetic), __func__);
}

/* -v^T G^T lambda and -v^T K^T psi: the velocity along the constraints is not zero
 * where these depend on t. */
static int reaction_power(struct galpha_mem *mem, sunrealtype *power)
{
  const struct galpha_state *now = mem->hist.now;
  struct galpha_sys *sys         = &mem->sys;
  const N_Vector along[]         = {mem->model.rl, mem->model.rp};
  const N_Vector multiplier[]    = {mem->method.l_tilde, mem->method.p_tilde};
  int ret = sys->m ? galpha_sys_holonomic_jac(sys, now->t, now->q) : 0;
  if (!ret) { ret = galpha_sys_nonholonomic_jac(sys, now->t, now->q, now->v); }
  for (int i = 0; i < 2 && !ret; i++)
  {
    if (!along[i]) { continue; }
    galpha_method_dense_track(&mem->method,
                              i ? GALPHA_TRACK_PSI : GALPHA_TRACK_LAMBDA,
                              now->t, multiplier[i]);
    N_VConst(0.0, along[i]);
    galpha_block_mul(sys->block[i ? GALPHA_BLOCK_K : GALPHA_BLOCK_G].A, 1.0,
                     now->v, along[i]);
    *power -= N_VDotProd(multiplier[i], along[i]);
    ret = galpha_sys_products(sys);
  }
  return ret;
}

int GALPHAGetPower(void *memory, sunrealtype *applied, sunrealtype *reactions)
{
  int code               = 0;
  struct galpha_mem *mem = mechanism(memory, __func__, &code);
  if (!mem) { return code; }
  code = galpha_complete_step(mem, __func__);
  if (code) { return galpha_end(mem, code); }
  const struct galpha_state *now = mem->hist.now;
  const struct galpha_point at   = {now->t,      now->q,   now->v,
                                    now->lambda, now->psi, now->s};
  bool within                    = false;
  code                           = galpha_enter_at_step(mem, &within, __func__);
  if (code) { return code; }
  sunrealtype power = 0.0;
  int ret           = galpha_sys_applied(&mem->sys, &at, mem->model.work);
  if (!ret && applied) { *applied = N_VDotProd(now->v, mem->model.work); }
  if (!ret && !mem->sys.general) { ret = reaction_power(mem, &power); }
  if (!ret && reactions) { *reactions = power; }
  return galpha_leave_at_step(mem, within, ret, __func__);
}
