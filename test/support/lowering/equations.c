/* Residuals and accelerations of a struct problem. */
#include "support/lowering/equations.h"

#include <sunlinsol/sunlinsol_dense.h>

#include "support/run/keep.h"

int equations_new(struct equations *eq, const struct problem *pb,
                  SUNContext ctx)
{
  eq->pb  = pb;
  eq->ctx = ctx;
  eq->M   = KEEP(SUNDenseMatrix(pb->n, pb->n, ctx));
  eq->G   = pb->m > 0 ? KEEP(SUNDenseMatrix(pb->m, pb->n, ctx)) : NULL;
  eq->K   = pb->p > 0 ? KEEP(SUNDenseMatrix(pb->p, pb->n, ctx)) : NULL;
  return eq->M && (eq->G || pb->m == 0) && (eq->K || pb->p == 0) ? 0 : -1;
}

/* f -= A^T r */
static void subtract_transposed(SUNMatrix A, N_Vector r, N_Vector f)
{
  const sunrealtype *x = N_VGetArrayPointer(r);
  sunrealtype *y       = N_VGetArrayPointer(f);
  for (sunindextype j = 0; j < SM_COLUMNS_D(A); j++)
  {
    for (sunindextype i = 0; i < SM_ROWS_D(A); i++)
    {
      y[j] -= SM_ELEMENT_D(A, i, j) * x[i];
    }
  }
}

int equations_push(struct equations *eq, sunrealtype t, N_Vector q, N_Vector mu,
                   N_Vector d)
{
  int ret = eq->pb->G(t, q, eq->G, eq->pb->data);
  if (!ret) { subtract_transposed(eq->G, mu, d); }
  return ret;
}

int equations_force(struct equations *eq, const struct problem_state *s,
                    N_Vector f)
{
  const struct problem *pb = eq->pb;
  if (pb->general)
  {
    return pb->general(s->t, s->q, s->v, s->lambda, s->psi, f, pb->data);
  }
  int ret = pb->force(s->t, s->q, s->v, f, pb->data);
  if (!ret && pb->m > 0) { ret = equations_push(eq, s->t, s->q, s->lambda, f); }
  if (!ret && pb->p > 0)
  {
    ret = pb->K(s->t, s->q, s->v, eq->K, pb->data);
    if (!ret) { subtract_transposed(eq->K, s->psi, f); }
  }
  return ret;
}

int equations_dynamic(struct equations *eq, const struct problem_state *s,
                      N_Vector r)
{
  N_Vector Ma = N_VClone(s->a);
  if (!Ma) { return -1; }
  int ret = equations_force(eq, s, r);
  if (!ret) { ret = problem_mass(eq->pb, s->t, s->q, eq->M); }
  if (!ret) { ret = SUNMatMatvec(eq->M, s->a, Ma); }
  if (!ret) { N_VLinearSum(1.0, Ma, -1.0, r, r); }
  N_VDestroy(Ma);
  return ret;
}

/* dg/dt at fixed q. */
static int time_rate(const struct problem *pb, sunrealtype t, N_Vector q,
                     N_Vector w)
{
  const sunrealtype e = 1e-5;
  if (pb->gt) { return pb->gt(t, q, w, pb->data); }
  N_VConst(0.0, w);
  if (!pb->moving) { return 0; }
  N_Vector back = N_VClone(w);
  if (!back) { return -1; }
  int ret = pb->g(t + e, q, w, pb->data);
  if (!ret) { ret = pb->g(t - e, q, back, pb->data); }
  N_VLinearSum(0.5 / e, w, -0.5 / e, back, w);
  N_VDestroy(back);
  return ret;
}

int equations_rate(struct equations *eq, sunrealtype t, N_Vector q, N_Vector v,
                   N_Vector w)
{
  N_Vector Gv = N_VClone(w);
  if (!Gv) { return -1; }
  int ret = time_rate(eq->pb, t, q, w);
  if (!ret) { ret = eq->pb->G(t, q, eq->G, eq->pb->data); }
  if (!ret) { ret = SUNMatMatvec(eq->G, v, Gv); }
  if (!ret) { N_VLinearSum(1.0, w, 1.0, Gv, w); }
  N_VDestroy(Gv);
  return ret;
}

/* Solves F(z) = 0 for z = (a, lambda, psi). */
struct kkt
{
  struct equations *eq;
  struct problem_state at; /* q, v fixed; a, lambda, psi view parts of z */
  N_Vector z, F, bias;     /* bias: constraint accelerations at a = 0 */
  N_Vector parts[3];       /* views of F or bias */
  N_Vector moved;
  SUNMatrix J;
  SUNLinearSolver LS;
};

static void view(struct kkt *k, N_Vector x, N_Vector out[3])
{
  const struct problem *pb = k->eq->pb;
  sunrealtype *y           = N_VGetArrayPointer(x);
  N_VSetArrayPointer(y, out[0]);
  if (out[1]) { N_VSetArrayPointer(y + pb->n, out[1]); }
  if (out[2]) { N_VSetArrayPointer(y + pb->n + pb->m, out[2]); }
}

/* Velocity-level constraints at t + e, q + e v, v into the parts of F. */
static int along_flow(struct kkt *k, sunrealtype e)
{
  const struct problem *pb = k->eq->pb;
  const sunrealtype t      = k->at.t + e;
  int ret                  = 0;
  N_VLinearSum(1.0, k->at.q, e, k->at.v, k->moved);
  if (pb->m > 0)
  {
    ret = equations_rate(k->eq, t, k->moved, k->at.v, k->parts[1]);
  }
  if (!ret && pb->p > 0)
  {
    ret = pb->k(t, k->moved, k->at.v, k->parts[2], pb->data);
  }
  return ret;
}

/* Derivative of the velocity constraints along the flow, to fourth order. */
static int find_bias(struct kkt *k)
{
  static const sunrealtype node[4]   = {-2.0, -1.0, 1.0, 2.0};
  static const sunrealtype weight[4] = {1.0 / 12, -2.0 / 3, 2.0 / 3, -1.0 / 12};
  const sunrealtype e                = 3e-4 / (1.0 + N_VMaxNorm(k->at.v));
  N_VConst(0.0, k->bias);
  for (int i = 0; i < 4; i++)
  {
    N_VConst(0.0, k->F);
    const int ret = along_flow(k, e * node[i]);
    if (ret) { return ret; }
    N_VLinearSum(1.0, k->bias, weight[i] / e, k->F, k->bias);
  }
  return 0;
}

static int kkt_residual(struct kkt *k)
{
  struct equations *eq     = k->eq;
  const struct problem *pb = eq->pb;
  struct problem_state *s  = &k->at;
  int ret                  = equations_dynamic(eq, s, k->parts[0]);
  if (!ret && pb->m > 0)
  {
    ret = pb->G(s->t, s->q, eq->G, pb->data);
    if (!ret) { ret = SUNMatMatvec(eq->G, s->a, k->parts[1]); }
  }
  if (!ret && pb->p > 0)
  {
    ret = pb->K(s->t, s->q, s->v, eq->K, pb->data);
    if (!ret) { ret = SUNMatMatvec(eq->K, s->a, k->parts[2]); }
  }
  const sunindextype n = pb->n, all = n + pb->m + pb->p;
  for (sunindextype i = n; i < all; i++)
  {
    NV_Ith_S(k->F, i) += NV_Ith_S(k->bias, i);
  }
  return ret;
}

/* Columns by forward differences: exact where F is affine. */
static int kkt_jacobian(struct kkt *k)
{
  const sunindextype all = NV_LENGTH_S(k->z);
  for (sunindextype j = 0; j < all; j++)
  {
    const sunrealtype z0 = NV_Ith_S(k->z, j), e = 1e-3 * (1.0 + fabs(z0));
    NV_Ith_S(k->z, j) = z0 + e;
    int ret           = kkt_residual(k);
    for (sunindextype i = 0; i < all; i++)
    {
      SM_ELEMENT_D(k->J, i, j) = NV_Ith_S(k->F, i) / e;
    }
    NV_Ith_S(k->z, j) = z0;
    if (!ret) { ret = kkt_residual(k); }
    for (sunindextype i = 0; i < all; i++)
    {
      SM_ELEMENT_D(k->J, i, j) -= NV_Ith_S(k->F, i) / e;
    }
    if (ret) { return ret; }
  }
  return 0;
}

static int kkt_solve(struct kkt *k)
{
  sunrealtype change = 1.0;
  int ret            = find_bias(k);
  for (int it = 0; !ret && it < 8 && !(change < 1e-12); it++)
  {
    ret = kkt_jacobian(k);
    if (!ret) { ret = SUNLinSolSetup(k->LS, k->J); }
    if (!ret) { ret = SUNLinSolSolve(k->LS, k->J, k->F, k->F, 0.0); }
    N_VLinearSum(1.0, k->z, -1.0, k->F, k->z);
    change = N_VMaxNorm(k->F) / (1e-300 + N_VMaxNorm(k->z));
  }
  return ret ? ret : !(change < 1e-8);
}

static int kkt_new(struct kkt *k, struct equations *eq,
                   const struct problem_state *s)
{
  const struct problem *pb   = eq->pb;
  const sunindextype size[3] = {pb->n, pb->m, pb->p},
                     all     = pb->n + pb->m + pb->p;
  N_Vector views[3]          = {NULL, NULL, NULL};
  k->eq                      = eq;
  k->z                       = KEEP(N_VNew_Serial(all, eq->ctx));
  k->F                       = KEEP(N_VNew_Serial(all, eq->ctx));
  k->bias                    = KEEP(N_VNew_Serial(all, eq->ctx));
  k->moved                   = KEEP(N_VClone(s->q));
  k->J                       = KEEP(SUNDenseMatrix(all, all, eq->ctx));
  if (!k->z || !k->F || !k->bias || !k->moved || !k->J) { return -1; }
  k->LS = KEEP(SUNLinSol_Dense(k->z, k->J, eq->ctx));
  for (int i = 0; i < 3; i++)
  {
    views[i] =
      size[i] > 0 ? KEEP(N_VMake_Serial(size[i], NULL, eq->ctx)) : NULL;
    k->parts[i] =
      size[i] > 0 ? KEEP(N_VMake_Serial(size[i], NULL, eq->ctx)) : NULL;
  }
  N_VConst(0.0, k->z);
  view(k, k->z, views);
  view(k, k->F, k->parts);
  k->at = (struct problem_state){s->t,     s->q,     s->v, views[0],
                                 views[1], views[2], NULL};
  return k->LS ? 0 : -1;
}

int equations_accelerations(struct equations *eq, struct problem_state *s)
{
  const size_t mark = keep_mark();
  struct kkt k      = {0};
  int ret           = kkt_new(&k, eq, s);
  if (!ret) { ret = kkt_solve(&k); }
  if (!ret)
  {
    N_VScale(1.0, k.at.a, s->a);
    if (s->lambda) { N_VScale(1.0, k.at.lambda, s->lambda); }
    if (s->psi) { N_VScale(1.0, k.at.psi, s->psi); }
  }
  keep_back(mark);
  return ret;
}
