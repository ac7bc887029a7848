/* Where constraints are redundant all along, some y(q) has G(q)^T y(q) = 0 on the whole
 * manifold, so that G'[d]^T y = -G^T y'[d] for every tangent d: it does no work on
 * tangents. Where the rank falls at a position alone, it does. */
#include "start/singular_position.h"

#include <math.h>

#include "start/accelerations.h"
#include "start/driven_constraints.h"

/* Of a generic displacement; an angle then moves little where lengths are in mm. */
#define MOVE 0.3
/* Least share of what generic multipliers do on tangents. */
#define SINGULAR 1e-2
/* Differences of reactions below this share of them are noise. */
#define NOISE             1e-10
#define NOISE_DIFFERENCED 1e-6
/* Least share of the last correction, number of corrections. */
#define ACROSS     1e-4
#define MAX_ACROSS 15

/* Solves for (rq, rl, rp), into rq. */
static int solve(struct galpha_ic *ic)
{
  struct galpha_form *form = ic->form;
  galpha_pack(&form->parts, form->rq, form->rl, form->rp, form->packed);
  galpha_form_states_zero(form, form->packed);
  const int ret = galpha_ls_solve(ic->ls, form->packed);
  if (ret) { return galpha_ic_unsolved(ic, ret); }
  galpha_unpack(&form->parts, form->packed, form->rq, form->rl, form->rp);
  return galpha_vector_finite(form->rq) ? 0 : GALPHA_SINGULAR_JAC;
}

/* Takes x (forces, or M times displacements) to the accelerations that they cause
 * within the constraints; -delta D lets some across them, and less each time. */
static int within(struct galpha_ic *ic, N_Vector x)
{
  struct galpha_form *form     = ic->form;
  const struct galpha_deriv *b = form->sys->block;
  N_VScale(1.0, x, form->rq);
  N_VConst(0.0, x);
  if (form->rl) { N_VConst(0.0, form->rl); }
  if (form->rp) { N_VConst(0.0, form->rp); }
  for (int i = 0; i < MAX_ACROSS; i++)
  {
    const int code = solve(ic);
    if (code) { return code; }
    N_VLinearSum(1.0, x, 1.0, form->rq, x);
    if (i > 0 && N_VMaxNorm(form->rq) <= ACROSS * N_VMaxNorm(x)) { break; }
    N_VConst(0.0, form->rq);
    if (form->rl) { N_VConst(0.0, form->rl); }
    if (form->rp) { N_VConst(0.0, form->rp); }
    if (form->rl) { galpha_block_mul(b[GALPHA_BLOCK_G].A, -1.0, x, form->rl); }
    if (form->rp) { galpha_block_mul(b[GALPHA_BLOCK_K].A, -1.0, x, form->rp); }
  }
  return 0;
}

/* Multipliers that are generic, or a generic combination of those left open. */
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

/* out += c [G; K]^T of these multipliers, by the blocks as they stand. */
static void react(struct galpha_ic *ic, bool open, sunrealtype c, N_Vector out)
{
  struct galpha_form *form     = ic->form;
  const struct galpha_sys *sys = form->sys;
  multipliers(&form->red, open, &form->at);
  if (sys->m)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_G].A, c, form->at.lambda, out);
  }
  if (sys->p)
  {
    galpha_block_tmul(sys->block[GALPHA_BLOCK_K].A, c, form->at.psi, out);
  }
}

/* Changes of both reactions from q - d to q + d; blocks are those of q again. */
static int differences(struct galpha_ic *ic, N_Vector d, N_Vector open,
                       N_Vector any)
{
  struct galpha_form *form       = ic->form;
  const struct galpha_state *now = form->hist->now;
  int ret                        = 0;
  N_VConst(0.0, open);
  N_VConst(0.0, any);
  for (int side = -1; !ret && side <= 1; side += 2)
  {
    N_VLinearSum(1.0, now->q, side, d, form->at.q);
    ret = galpha_sys_constraint_jac(form->sys, now->t, form->at.q, now->v);
    react(ic, true, side, open);
    react(ic, false, side, any);
  }
  const int back = galpha_sys_constraint_jac(form->sys, now->t, now->q, now->v);
  return ret ? ret : back;
}

/* Of forces x, which become accelerations: the work that they do. *code as within. */
static sunrealtype work(struct galpha_ic *ic, N_Vector x, int *code)
{
  N_VScale(1.0, x, ic->work);
  if (!*code) { *code = within(ic, x); }
  return *code ? 0.0 : sqrt(fmax(0.0, N_VDotProd(x, ic->work)));
}

int galpha_singular_start(struct galpha_ic *ic)
{
  struct galpha_form *form         = ic->form;
  const struct galpha_sys *sys     = form->sys;
  const struct galpha_state *now   = form->hist->now;
  const struct galpha_redundant *r = &form->red;
  N_Vector d = form->w_base, open = form->a_tilde, any = form->v_base;
  if (!r->on || r->count == 0) { return 0; }
  galpha_drive_generic(now->q, form->at.q);
  N_VLinearSum(MOVE, form->at.q, -MOVE, now->q, open);
  N_VConst(0.0, d);
  galpha_block_mul(sys->M, 1.0, open, d);
  int code = within(ic, d);
  if (code) { return code; }
  const bool differenced = (sys->m && !sys->Gfn) || (sys->p && !sys->Kfn);
  N_VConst(0.0, open);
  react(ic, false, differenced ? NOISE_DIFFERENCED : NOISE, open);
  const sunrealtype noise = N_VMaxNorm(open);
  const int ret           = differences(ic, d, open, any);
  if (ret > 0)
  {
    /* what is not defined nearby tells nothing */
    form->sys->fail.what = NULL;
    return 0;
  }
  if (ret < 0) { return galpha_ic_model_code(ret); }
  if (!(N_VMaxNorm(open) > noise)) { return 0; }
  const sunrealtype part = work(ic, open, &code);
  const sunrealtype all  = work(ic, any, &code);
  if (code || !(part > SINGULAR * all)) { return code; }
  ic->singular = true;
  return GALPHA_SINGULAR_JAC;
}
