/* Constraints that are redundant everywhere have a y(q) with G(q)^T y(q) = 0 on the
 * whole manifold, hence G'[d]^T y = -G^T y'[d] for every tangent d, and this force does
 * no work along tangents. Where the rank drops at a single position, G'[d]^T y does
 * work. */
#include "start/singular_position.h"

#include <math.h>

#include "base/tuning.h"
#include "start/accelerations.h"
#include "start/driven_constraints.h"

/* Solves with the factorised matrix for the right-hand sides rq, rl, rp; the
 * accelerations go to rq. */
static int solve(struct galpha_ic *ic)
{
  struct galpha_model *model = ic->model;
  const int ret              = galpha_ls_solve_rows(ic->ls, model->rq);
  if (ret) { return galpha_ic_unsolved(ic, ret); }
  galpha_unpack(&model->parts, model->packed, model->rq, model->rl, model->rp);
  return galpha_vector_finite(model->rq) ? 0 : GALPHA_SINGULAR_JAC;
}

/* Replaces the forces x (or M times displacements) by the accelerations that they cause
 * along the constraints. The term -delta D leaves a component across the constraints,
 * which the iteration reduces. */
static int within(struct galpha_ic *ic, N_Vector x)
{
  struct galpha_model *model   = ic->model;
  const struct galpha_deriv *b = model->sys->block;
  N_VScale(1.0, x, model->rq);
  N_VConst(0.0, x);
  if (model->rl) { N_VConst(0.0, model->rl); }
  if (model->rp) { N_VConst(0.0, model->rp); }
  for (int i = 0; i < SINGULAR_CORRECTIONS; i++)
  {
    const int code = solve(ic);
    if (code) { return code; }
    N_VLinearSum(1.0, x, 1.0, model->rq, x);
    if (i > 0 && N_VMaxNorm(model->rq) <= SINGULAR_ACROSS * N_VMaxNorm(x))
    {
      break;
    }
    N_VConst(0.0, model->rq);
    if (model->rl) { N_VConst(0.0, model->rl); }
    if (model->rp) { N_VConst(0.0, model->rp); }
    if (model->rl)
    {
      galpha_block_mul(b[GALPHA_BLOCK_G].A, -1.0, x, model->rl);
    }
    if (model->rp)
    {
      galpha_block_mul(b[GALPHA_BLOCK_K].A, -1.0, x, model->rp);
    }
  }
  return 0;
}

/* Generic multipliers into lambda and psi of the point, or (open) a generic combination
 * of the vectors y that [G; K]^T y = 0 leaves undetermined. */
static void multipliers(const struct galpha_redundant *r, bool open,
                        const struct galpha_point *at)
{
  for (sunindextype i = 0; i < r->mp; i++)
  {
    sunrealtype x =
      (fmod(0.6180339887 * (double)(i + 1), 1.0) - 0.5) / sqrt(r->D[i]);
    for (sunindextype a = 0; open && a < r->count; a++)
    {
      const sunrealtype c = fmod(0.7548776662 * (double)(a + 1), 1.0) + 0.2;
      x                   = (a ? x : 0.0) + c * r->y[a * r->mp + i];
    }
    if (i < r->m) { N_VGetArrayPointer(at->lambda)[i] = x; }
    else { N_VGetArrayPointer(at->psi)[i - r->m] = x; }
  }
}

/* out += c [G; K]^T times these multipliers, with the present blocks. */
static void add_reactions(struct galpha_ic *ic, bool open, sunrealtype c,
                          N_Vector out)
{
  struct galpha_model *model   = ic->model;
  const struct galpha_sys *sys = model->sys;
  multipliers(&model->red, open, &model->at);
  if (sys->m)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_G].A, c, model->at.lambda, out);
  }
  if (sys->p)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, c, model->at.psi, out);
  }
}

/* Changes of both reactions (undetermined and generic multipliers) from q - d to q + d;
 * evaluates the blocks at q again. */
static int differences(struct galpha_ic *ic, N_Vector d, N_Vector open,
                       N_Vector any)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  int ret                        = 0;
  N_VConst(0.0, open);
  N_VConst(0.0, any);
  for (int side = -1; !ret && side <= 1; side += 2)
  {
    N_VLinearSum(1.0, now->q, side, d, model->at.q);
    ret = galpha_sys_constraint_jac(model->sys, now->t, model->at.q, now->v);
    add_reactions(ic, true, side, open);
    add_reactions(ic, false, side, any);
  }
  const int back =
    galpha_sys_constraint_jac(model->sys, now->t, now->q, now->v);
  return ret ? ret : back;
}

/* Square root of x^T M^-1 x of the forces x along the constraints; x becomes the
 * accelerations, *code is the return of within. */
static sunrealtype work(struct galpha_ic *ic, N_Vector x, int *code)
{
  N_VScale(1.0, x, ic->work);
  if (!*code) { *code = within(ic, x); }
  return *code ? 0.0 : sqrt(fmax(0.0, N_VDotProd(x, ic->work)));
}

/* The force that causes the accelerations x along the constraints is more than noise. */
static bool moves(struct galpha_ic *ic, N_Vector x, sunrealtype noise)
{
  struct galpha_model *model = ic->model;
  N_VConst(0.0, model->rq);
  galpha_block_mul(model->sys->M, 1.0, x, model->rq);
  return N_VMaxNorm(model->rq) > noise;
}

int galpha_singular_start(struct galpha_ic *ic)
{
  struct galpha_method *method     = ic->method;
  struct galpha_model *model       = method->model;
  const struct galpha_sys *sys     = model->sys;
  const struct galpha_state *now   = method->hist->now;
  const struct galpha_redundant *r = &model->red;
  N_Vector d = model->w_base, open = method->a_tilde, any = model->v_base;
  if (!r->on || r->count == 0) { return 0; }
  galpha_drive_generic(now->q, model->at.q);
  N_VLinearSum(SINGULAR_MOVE, model->at.q, -SINGULAR_MOVE, now->q, open);
  N_VConst(0.0, d);
  galpha_block_mul(sys->M, 1.0, open, d);
  int code = within(ic, d);
  if (code) { return code; }
  const bool differenced = (sys->m && !sys->Gfn) || (sys->p && !sys->Kfn);
  N_VConst(0.0, open);
  add_reactions(
    ic, false, differenced ? SINGULAR_NOISE_DIFFERENCED : SINGULAR_NOISE, open);
  const sunrealtype noise = N_VMaxNorm(open);
  const int ret           = differences(ic, d, open, any);
  if (ret > 0)
  {
    /* nothing is concluded if the constraints are not defined nearby */
    galpha_sys_forget_failure(model->sys);
    return 0;
  }
  if (ret < 0) { return galpha_ic_model_code(ret); }
  if (!(N_VMaxNorm(open) > noise)) { return 0; }
  const sunrealtype part = work(ic, open, &code);
  if (!code && !moves(ic, open, noise)) { return 0; }
  const sunrealtype all = work(ic, any, &code);
  if (code || !(part > SINGULAR_SHARE * all)) { return code; }
  ic->singular = true;
  return GALPHA_SINGULAR_JAC;
}
