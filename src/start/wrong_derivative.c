#include "start/wrong_derivative.h"

#include "base/tuning.h"
#include "model/dependent_rows.h"
#include "model/mechanics_products.h"
#include "start/direction.h"

#include <math.h>

#define JACOBIAN GALPHA_BLOCK_COUNT /* of the residual form, as a block */

/* A block and the function that it is the derivative of. */
struct comparison
{
  struct galpha_direction dir;
  struct galpha_sys *sys;
  const struct galpha_method *method; /* for JACOBIAN */
  enum galpha_block_id id;
  bool reactions;         /* the forces include them */
  struct galpha_point at; /* its q or v is x         */
  N_Vector x;             /* x0 + eps d              */
  SUNMatrix A;            /* for JACOBIAN            */
};

/* F at y + eps d, with y' and y'' changed by the shifts of the last step. */
static int residual(const void *of, sunrealtype eps, N_Vector r)
{
  const struct comparison *l         = of;
  N_Vector d                         = l->dir.d;
  N_Vector along                     = l->dir.along;
  const struct galpha_method *method = l->method;
  struct galpha_model *model         = method->model;
  const struct galpha_state *now     = method->hist->now;
  struct galpha_res *res             = model->res;
  N_VLinearSum(1.0, now->q, eps, d, model->at.q);
  galpha_res_velocity(res, NULL, d, along);
  N_VLinearSum(1.0, now->v, eps, along, model->at.v);
  if (!model->f)
  {
    return galpha_res_eval(res, now->t, model->at.q, model->at.v, NULL, r);
  }
  N_VProd(res->space.mask[2], now->qdd, model->f);
  N_VProd(res->ca, d, along);
  N_VLinearSum(1.0, model->f, eps, along, model->f);
  return galpha_res_eval(res, now->t, model->at.q, model->at.v, model->f, r);
}

static int value_at(const struct comparison *l, N_Vector r)
{
  const struct galpha_point *at = &l->at;
  switch (l->id)
  {
  case GALPHA_BLOCK_G: return galpha_sys_g(l->sys, at->t, at->q, r);
  case GALPHA_BLOCK_K: return galpha_sys_k(l->sys, at->t, at->q, at->v, r);
  default:
    return l->reactions ? galpha_sys_force(l->sys, at, r)
                        : galpha_sys_applied(l->sys, at, r);
  }
}

static int value(const void *of, sunrealtype eps, N_Vector r)
{
  const struct comparison *l = of;
  N_VLinearSum(1.0, l->dir.x0, eps, l->dir.d, l->x);
  return value_at(l, r);
}

static int jacobian(const void *of, N_Vector mid, SUNMatrix *A)
{
  const struct comparison *l = of;
  struct galpha_model *model = l->method->model;
  *A                         = l->A;
  return galpha_res_jacobian(model->res, l->at.t, l->at.q, l->at.v, model->f,
                             mid, model->ewt_q, l->A);
}

/* The sums by which the function is rounded. A may lack entries, so what the function does
 * when all components move by some roundings counts, too. */
static bool set_terms(const struct comparison *l, N_Vector mid)
{
  N_Vector moved = l->dir.along;
  sunindextype m = 0;
  const bool known =
    galpha_row_sizes(l->sys, l->id, 1.0, l->dir.x0, l->dir.terms);
  galpha_vector_move(l->x, EVENT_MOVE, 0, NULL, 0.0);
  const int ret = value_at(l, moved);
  N_VScale(1.0, l->dir.x0, l->x);
  const sunrealtype *before = galpha_vector_data(mid, &m);
  const sunrealtype *after  = galpha_vector_data(moved, &m);
  sunrealtype *terms        = galpha_vector_data(l->dir.terms, &m);
  for (sunindextype i = 0; !ret && i < m; i++)
  {
    terms[i] = fmax(terms[i], fabs(after[i] - before[i]) / EVENT_MOVE);
  }
  return known && (!l->dir.parts || galpha_row_sizes(l->sys, l->id, 1.0,
                                                     l->dir.d, l->dir.parts));
}

static int block(const void *of, N_Vector mid, SUNMatrix *A)
{
  const struct comparison *l    = of;
  const struct galpha_point *at = &l->at;
  int ret                       = 0;
  switch (l->id)
  {
  case GALPHA_BLOCK_G:
    ret = galpha_sys_holonomic_jac(l->sys, at->t, at->q);
    break;
  case GALPHA_BLOCK_K:
    ret = galpha_sys_nonholonomic_jac(l->sys, at->t, at->q, at->v);
    break;
  default: ret = galpha_sys_jacobian(l->sys, at, mid); break;
  }
  *A = l->sys->block[l->id].A;
  return !ret && l->dir.terms && !set_terms(l, mid) ? -1 : ret;
}

static sunindextype wrong_row(struct comparison *l, sunrealtype worst)
{
  l->dir.of              = l;
  const sunindextype row = galpha_direction_wrong_row(&l->dir, worst);
  N_VScale(1.0, l->dir.x0, l->x);
  return row;
}

/* A comparison at the present state that varies q or v, as the block requires. */
static struct comparison compare_at(const struct galpha_ic *ic,
                                    enum galpha_block_id id)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  const struct galpha_state *now = method->hist->now;
  const bool by_v = id == GALPHA_BLOCK_K || id == GALPHA_BLOCK_FV;
  galpha_model_leave_base(model);
  const bool whole    = id == JACOBIAN;
  struct comparison l = {.dir    = {.value  = whole ? residual : value,
                                    .matrix = whole ? jacobian : block,
                                    .x0     = by_v ? now->v : now->q,
                                    .d = whole ? method->a_pred : model->work},
                         .sys    = model->sys,
                         .method = method,
                         .id     = id,
                         .at     = model->at,
                         .x      = by_v ? model->at.v : model->at.q};
  N_Vector room[4][5] = {
    {ic->wl, ic->last_l, model->rl, model->dl, model->l_pred},
    {ic->wp, ic->last_p, model->rp, model->dp, model->p_pred},
    {model->rq, model->d, model->rc, model->w_base, model->q_base},
    {model->rq, model->d, model->v_base, model->packed, model->q_base}};
  N_Vector *r = room[id == GALPHA_BLOCK_G   ? 0
                     : id == GALPHA_BLOCK_K ? 1
                     : whole                ? 3
                                            : 2];
  if (id == GALPHA_BLOCK_G || id == GALPHA_BLOCK_K)
  {
    l.dir.ewt     = model->sys->ewt[by_v];
    l.dir.rtol    = model->sys->rtol[by_v];
    l.dir.verdict = by_v ? model->sys->wp[1] : model->sys->wl[2];
  }
  galpha_direction_set_room(&l.dir, r);
  l.at.t = now->t;
  N_VScale(1.0, now->q, model->at.q);
  N_VScale(1.0, now->v, model->at.v);
  if (l.at.lambda) { N_VScale(1.0, now->lambda, l.at.lambda); }
  if (l.at.psi) { N_VScale(1.0, now->psi, l.at.psi); }
  if (l.at.s) { N_VScale(1.0, now->s, l.at.s); }
  return l;
}

bool galpha_wrong_transpose(const struct galpha_ic *ic)
{
  const struct galpha_method *method = ic->method;
  struct galpha_model *model         = method->model;
  const struct galpha_state *now     = method->hist->now;
  struct galpha_sys *sys             = model->sys;
  const struct galpha_failure kept   = sys->fail;
  SUNMatrix G                        = sys->block[GALPHA_BLOCK_G].A;
  N_Vector x = model->work, Gl = model->rq, l = ic->wl, Gx = ic->last_l;
  if (!sys->m || !galpha_block_by_product(G)) { return false; }
  const int ret = galpha_sys_holonomic_jac(sys, now->t, now->q);
  galpha_vector_signs(x, 0.5);
  galpha_vector_signs(l, 0.5);
  N_VConst(0.0, Gl);
  N_VConst(0.0, Gx);
  galpha_block_tmul(G, 1.0, l, Gl);
  galpha_block_mul(G, 1.0, x, Gx);
  galpha_sys_set_failure(sys, kept);
  galpha_sys_set_product_failure(sys, NULL);
  const sunrealtype size = sqrt(N_VDotProd(Gl, Gl) * N_VDotProd(x, x)) +
                           sqrt(N_VDotProd(Gx, Gx) * N_VDotProd(l, l));
  return !ret &&
         fabs(N_VDotProd(Gl, x) - N_VDotProd(Gx, l)) > WRONG_TRANSPOSE * size;
}

/* All elements of x are in an array of this process. */
static bool at_hand(N_Vector x)
{
  sunindextype n = 0;
  return !galpha_vector_distributed(x) && galpha_vector_data(x, &n) != NULL;
}

/* The user gave the block, or the pattern in which it is differenced. */
static bool comparable(bool given, SUNMatrix A)
{
  return given || (A && galpha_block_sparse(A));
}

static sunindextype wrong_block_row(const struct galpha_ic *ic,
                                    enum galpha_block_id id, sunrealtype worst,
                                    bool cautious)
{
  struct galpha_sys *sys = ic->model->sys;
  const bool in_g        = id == GALPHA_BLOCK_G;
  const bool given       = in_g ? sys->Gfn != NULL : sys->Kfn != NULL;
  /* differences may be off by more than WRONG_LATER */
  SUNMatrix A = worst < WRONG_CONSTRAINT ? NULL : sys->block[id].A;
  if (!(in_g ? sys->m : sys->p) || !comparable(given, A) ||
      !at_hand(in_g ? ic->wl : ic->wp))
  {
    return -1;
  }
  struct comparison l = compare_at(ic, id);
  /* the first is free again when G or K have been differenced */
  l.dir.terms = in_g ? sys->wl[0] : sys->wp[0];
  if (cautious) { l.dir.parts = in_g ? sys->wl[1] : sys->wp[2]; }
  return wrong_row(&l, worst);
}

struct galpha_block_row galpha_wrong_constraint_jacobian(
  const struct galpha_ic *ic, sunrealtype worst, bool cautious)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  const char *const product        = sys->products.what;
  struct galpha_block_row found    = {GALPHA_BLOCK_G, -1};
  found.row = wrong_block_row(ic, found.block, worst, cautious);
  if (found.row < 0)
  {
    found.block = GALPHA_BLOCK_K;
    found.row   = wrong_block_row(ic, found.block, worst, cautious);
  }
  galpha_sys_set_failure(sys, kept);
  galpha_sys_set_product_failure(sys, product);
  return found;
}

sunrealtype galpha_constraint_jacobian_error(const struct galpha_ic *ic,
                                             enum galpha_block_id id)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  const char *const product        = sys->products.what;
  const bool in_g                  = id == GALPHA_BLOCK_G;
  const bool given                 = in_g ? sys->Gfn != NULL : sys->Kfn != NULL;
  if (!given || !at_hand(in_g ? ic->wl : ic->wp)) { return 0.0; }
  struct comparison l     = compare_at(ic, id);
  l.dir.of                = &l;
  const sunrealtype error = galpha_direction_error(&l.dir);
  N_VScale(1.0, l.dir.x0, l.x);
  galpha_sys_set_failure(sys, kept);
  galpha_sys_set_product_failure(sys, product);
  return error;
}

/* The user gave the block, or declared that it is zero. */
static bool is_defined(const struct galpha_sys *sys, enum galpha_block_id id)
{
  const struct galpha_deriv *b = &sys->block[id];
  return (id == GALPHA_BLOCK_FQ ? sys->Fqfn : sys->Fvfn) || (b->given && !b->A);
}

/* The user may include the derivatives of the reactions in the block or not, so both
 * are accepted. */
static sunindextype wrong_force_row(const struct galpha_ic *ic,
                                    enum galpha_block_id id)
{
  const struct galpha_sys *sys = ic->model->sys;
  struct comparison l          = compare_at(ic, id);
  if (!is_defined(sys, id)) { return -1; }
  const sunindextype row = wrong_row(&l, WRONG_FORCE);
  if (row < 0 || sys->general || !(sys->m || sys->p)) { return row; }
  l.reactions = true;
  return wrong_row(&l, WRONG_FORCE);
}

/* The first component of the function of this comparison that differs in two calls. */
static sunindextype differing_row(const struct galpha_ic *ic,
                                  enum galpha_block_id id)
{
  const struct galpha_failure kept = ic->model->sys->fail;
  struct comparison l              = compare_at(ic, id);
  N_Vector first = l.dir.mid, again = l.dir.up;
  l.dir.of = &l;
  N_VConst(0.0, l.dir.d);
  int ret = l.dir.value(&l, 0.0, first);
  if (!ret) { ret = l.dir.value(&l, 0.0, again); }
  N_VScale(1.0, l.dir.x0, l.x);
  galpha_sys_set_failure(ic->model->sys, kept);
  return ret ? -1 : galpha_vector_differ(first, again);
}

sunindextype galpha_unrepeatable_forces(const struct galpha_ic *ic)
{
  return differing_row(ic, GALPHA_BLOCK_FQ);
}

sunindextype galpha_unrepeatable_residual(const struct galpha_ic *ic)
{
  return differing_row(ic, JACOBIAN);
}

struct galpha_block_row galpha_wrong_force_jacobian(const struct galpha_ic *ic)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  struct galpha_block_row found    = {GALPHA_BLOCK_FQ, -1};
  const struct galpha_deriv *q     = &sys->block[GALPHA_BLOCK_FQ];
  const struct galpha_deriv *v     = &sys->block[GALPHA_BLOCK_FV];
  if (galpha_block_by_product(sys->M)) { return found; }
  /* a probe for a pattern would allocate memory here */
  if (!(q->given || q->A) || !(v->given || v->A)) { return found; }
  found.row = wrong_force_row(ic, found.block);
  if (found.row < 0)
  {
    found.block = GALPHA_BLOCK_FV;
    found.row   = wrong_force_row(ic, found.block);
  }
  galpha_sys_set_failure(sys, kept);
  return found;
}

sunindextype galpha_wrong_residual_jacobian(const struct galpha_ic *ic)
{
  const struct galpha_res *res     = ic->model->res;
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  struct comparison l              = compare_at(ic, JACOBIAN);
  l.A                              = ic->ls->main.A;
  if (!(res->jac1 || res->jac2) || !l.A ||
      galpha_vector_distributed(l.dir.x0) ||
      !(galpha_block_known(l.A) || l.A->ops->matvec))
  {
    return -1;
  }
  const sunindextype row = wrong_row(&l, WRONG_FORCE);
  galpha_ls_request(ic->ls);
  galpha_sys_set_failure(sys, kept);
  return row;
}

static sunrealtype conflict(const struct galpha_ic *ic, bool in_v)
{
  struct galpha_sys *sys         = ic->model->sys;
  const struct galpha_state *now = ic->method->hist->now;
  SUNMatrix G                    = sys->block[GALPHA_BLOCK_G].A;
  SUNMatrix K                    = sys->block[GALPHA_BLOCK_K].A;
  const bool g = sys->m > 0, k = in_v && sys->p > 0;
  struct galpha_dependence found;
  int ret = 0;
  if (g && !in_v) { ret = galpha_sys_g(sys, now->t, now->q, ic->wl); }
  if (g && in_v)
  {
    ret = galpha_sys_gdot(sys, now->t, now->q, now->v, G, ic->wl);
  }
  if (!ret && k) { ret = galpha_sys_k(sys, now->t, now->q, now->v, ic->wp); }
  if (ret) { return 0.0; }
  if (galpha_rank_conflict(
        g ? G : NULL, k ? K : NULL, g ? N_VGetArrayPointer(ic->wl) : NULL,
        k ? N_VGetArrayPointer(ic->wp) : NULL, sys->rows, &found) < 0)
  {
    return 0.0;
  }
  N_Vector x              = in_v ? now->v : now->q;
  const sunrealtype noise = 1e-8 * fmax(1.0, N_VMaxNorm(x));
  const bool differ       = fabs(found.gap) > WRONG_CONFLICT * found.size &&
                      fabs(found.gap) > noise && found.other >= 0;
  return differ ? fabs(found.gap) : 0.0;
}

sunrealtype galpha_ic_contradiction(const struct galpha_ic *ic, bool *in_v)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  *in_v                            = false;
  sunrealtype gap                  = sys->m ? conflict(ic, false) : 0.0;
  if (gap == 0.0)
  {
    *in_v = true;
    gap   = conflict(ic, true);
  }
  galpha_sys_set_failure(sys, kept);
  return gap;
}

bool galpha_ic_redundant(const struct galpha_ic *ic)
{
  bool in_v = false;
  return ic->other >= 0 && galpha_ic_contradiction(ic, &in_v) == 0.0;
}
