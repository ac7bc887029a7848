#include "start/mechanics_level.h"

#include <math.h>

#include "base/tuning.h"
#include "start/accelerations.h"
#include "start/driven_constraints.h"
#include "start/wrong_derivative.h"

void galpha_level_set_point(struct galpha_ic *ic)
{
  struct galpha_model *model     = ic->model;
  const struct galpha_state *now = ic->method->hist->now;
  galpha_model_set_time(model, now->t);
  N_VScale(1.0, now->q, model->at.q);
  N_VScale(1.0, now->v, model->at.v);
  if (model->rl) { N_VScale(1.0, now->lambda, model->at.lambda); }
  if (model->rp) { N_VScale(1.0, now->psi, model->at.psi); }
  if (model->st) { N_VScale(1.0, now->s, model->at.s); }
}

int galpha_level_correction(struct galpha_ic *ic)
{
  struct galpha_model *model = ic->model;
  N_VConst(0.0, model->rq);
  const int ret = galpha_ls_solve_rows(ic->ls, model->rq);
  if (ret) { return galpha_ic_unsolved(ic, ret); }
  if (!galpha_vector_finite(model->packed))
  {
    return galpha_ic_unsolved(ic, 1);
  }
  galpha_unpack(&model->parts, model->packed, model->rq, NULL, NULL);
  return 0;
}

int galpha_level_residual(struct galpha_ic *ic, enum galpha_level level)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  struct galpha_sys *sys         = model->sys;
  const struct galpha_state *now = method->hist->now;
  int ret                        = 0;
  if (model->rp) { N_VConst(0.0, model->rp); }
  if (level == GALPHA_LEVEL_POSITION)
  {
    return model->rl ? galpha_sys_g(sys, now->t, now->q, model->rl) : 0;
  }
  if (model->rl) { ret = galpha_drive_gdot(ic, model->rl); }
  if (!ret && model->rp)
  {
    ret = galpha_sys_k(sys, now->t, now->q, now->v, model->rp);
  }
  return ret;
}

void galpha_level_worst(struct galpha_ic *ic, enum galpha_level level)
{
  struct galpha_model *model = ic->model;
  const sunrealtype l        = model->rl ? N_VMaxNorm(model->rl) : -1.0;
  const sunrealtype p        = model->rp ? N_VMaxNorm(model->rp) : -1.0;
  N_Vector x                 = l >= p ? model->rl : model->rp;
  sunindextype n             = 0;
  const sunrealtype *d       = galpha_vector_data(x, &n);
  const bool all             = d && !galpha_vector_distributed(x);
  const sunindextype row     = all ? galpha_vector_largest(x) : -1;
  galpha_ic_set_row(ic, l >= p ? level : GALPHA_LEVEL_NONHOLONOMIC, row, -1,
                    all ? d[row] : fmax(l, p));
}

sunrealtype galpha_level_size(const struct galpha_model *model)
{
  return fmax(model->rl ? N_VMaxNorm(model->rl) : 0.0,
              model->rp ? N_VMaxNorm(model->rp) : 0.0);
}

int galpha_level_project(struct galpha_ic *ic, enum galpha_level level,
                         sunrealtype *moved)
{
  struct galpha_method *method = ic->method;
  struct galpha_model *model   = method->model;
  struct galpha_state *now     = method->hist->now;
  N_Vector x = level == GALPHA_LEVEL_POSITION ? now->q : now->v;
  N_VScale(1.0, x, method->a_tilde);
  sunrealtype last = HUGE_VAL;
  for (int i = 0; i < START_PROJECTIONS; i++)
  {
    int ret = galpha_sys_constraint_jac(model->sys, now->t, now->q, now->v);
    if (!ret) { ret = galpha_level_residual(ic, level); }
    if (ret) { return galpha_ic_model_code(ret); }
    galpha_level_worst(ic, level);
    const struct galpha_ic seen = *ic;
    const sunrealtype res       = galpha_level_size(model);
    ret = res > 0.0 ? galpha_ic_factor(ic, &model->at) : 0;
    if (!ret && res > 0.0) { ret = galpha_level_correction(ic); }
    if (ret == GALPHA_SINGULAR_JAC && galpha_ic_redundant(ic)) { return ret; }
    if (ret)
    {
      *ic = seen;
      return ret == GALPHA_SINGULAR_JAC ? GALPHA_INCONSISTENT_IC : ret;
    }
    if (res == 0.0) { N_VConst(0.0, model->rq); }
    N_VLinearSum(1.0, x, -1.0, model->rq, x);
    const sunrealtype size  = N_VMaxNorm(model->rq);
    const sunrealtype floor = 1e-14 * fmax(N_VMaxNorm(x), 1e-300);
    if (size <= floor || (size <= 1e4 * floor && !(size < 0.5 * last)))
    {
      N_VLinearSum(1.0, x, -1.0, method->a_tilde, method->a_tilde);
      *moved = N_VMaxNorm(method->a_tilde);
      return res > 0.0 ? galpha_ic_check_dependent(ic, level) : 0;
    }
    last = size;
  }
  return GALPHA_INCONSISTENT_IC;
}

int galpha_level_meet_positions(struct galpha_ic *ic)
{
  struct galpha_method *method = ic->method;
  struct galpha_state *now     = method->hist->now;
  const struct galpha_ic seen  = *ic;
  const int ret = galpha_level_project(ic, GALPHA_LEVEL_POSITION, &ic->moved_q);
  if (!ret || (ret != GALPHA_INCONSISTENT_IC && ret != GALPHA_FIRST_RES_FAIL))
  {
    return ret;
  }
  *ic = seen;
  N_VScale(1.0, method->a_tilde, now->q);
  galpha_sys_forget_failures(ic->model->sys);
  return 0;
}

int galpha_level_meet_speeds(struct galpha_ic *ic, N_Vector v)
{
  struct galpha_model *model = ic->model;
  struct galpha_state *now   = ic->method->hist->now;
  sunrealtype moved          = 0.0;
  N_VScale(1.0, v, now->v);
  galpha_sys_forget_failures(model->sys);
  galpha_level_set_point(ic);
  int ret = galpha_sys_mass(model->sys, now->t, now->q);
  if (!ret) { ret = galpha_level_project(ic, GALPHA_LEVEL_VELOCITY, &moved); }
  if (ret || !(moved <= START_LEFT_SHARE * N_VMaxNorm(v)))
  {
    N_VScale(1.0, v, now->v);
  }
  galpha_sys_forget_failures(model->sys);
  return ret == GALPHA_MEM_FAIL ? ret : 0;
}
