/* First-order forms of a mechanism from its blocks. */
#include "support/lowering/first_order.h"
#include "support/run/keep.h"

#include <sunlinsol/sunlinsol_klu.h>

#define HALF_PI 1.57079632679489661923

/* Entries of column j of a block, for (e = from(A, j); e < from(A, j + 1); e++). */
static sunindextype from(SUNMatrix A, sunindextype j)
{
  return SM_INDEXPTRS_S(A)[j];
}

static sunindextype row(SUNMatrix A, sunindextype e)
{
  return SM_INDEXVALS_S(A)[e];
}

static sunrealtype entry(SUNMatrix A, sunindextype e)
{
  return SM_DATA_S(A)[e];
}

static sunrealtype column_dot(SUNMatrix A, sunindextype j, const sunrealtype *x)
{
  sunrealtype sum = 0.0;

  for (sunindextype e = from(A, j); e < from(A, j + 1); e++)
  {
    sum += entry(A, e) * x[row(A, e)];
  }
  return sum;
}

static void add_column(SUNMatrix A, sunindextype j, sunrealtype c,
                       sunrealtype *y)
{
  for (sunindextype e = from(A, j); e < from(A, j + 1); e++)
  {
    y[row(A, e)] += c * entry(A, e);
  }
}

/* T: what the columns of the angles of G become by differentiation. */
static int turn(struct first_order *s, sunrealtype t, const sunrealtype *q)
{
  sunrealtype *turned = N_VGetArrayPointer(s->turned);

  memcpy(turned, q, (size_t)s->n * sizeof *q);
  for (sunindextype i = 0; i < s->angles; i++)
  {
    turned[s->angle[i]] += HALF_PI;
  }
  return s->pb->G(t, s->turned, s->T, s->pb->data);
}

/* r += (Gv)_q v */
static void add_curvature(const struct first_order *s, const sunrealtype *v,
                          sunrealtype *r)
{
  for (sunindextype i = 0; i < s->angles; i++)
  {
    const sunindextype j = s->angle[i];

    add_column(s->T, j, v[j] * v[j], r);
  }
}

/* f0 at y in r + n, and what the last rows are made of. */
static int evaluate(struct first_order *s, sunrealtype t, sunrealtype *y,
                    sunrealtype *r)
{
  const struct problem *pb = s->pb;
  const size_t size        = (size_t)(s->size - 2 * s->n) * sizeof *r;
  int ret;

  N_VSetArrayPointer(y, s->q);
  N_VSetArrayPointer(y + s->n, s->v);
  N_VSetArrayPointer(r + s->n, s->f);
  N_VSetArrayPointer(r + 2 * s->n, s->g);
  memset(r + 2 * s->n, 0, size);
  ret = pb->force(t, s->q, s->v, s->f, pb->data);
  if (!ret) { ret = pb->G(t, s->q, s->G, pb->data); }
  if (ret) { return ret; }
  return s->form == FIRST_ORDER_INDEX1 ? turn(s, t, y)
                                       : pb->g(t, s->q, s->g, pb->data);
}

int first_order_residual(sunrealtype t, N_Vector yv, N_Vector ypv, N_Vector rv,
                         void *data)
{
  struct first_order *s = data;
  const sunindextype n = s->n, m = s->m;
  sunrealtype *y        = N_VGetArrayPointer(yv);
  const sunrealtype *yp = N_VGetArrayPointer(ypv), *v = y + n;
  sunrealtype *r = N_VGetArrayPointer(rv), *last = r + 2 * n;
  const int ret = evaluate(s, t, y, r);

  if (ret) { return ret; }
  for (sunindextype j = 0; j < n; j++)
  {
    r[j] = yp[j] - v[j];
    r[n + j] =
      s->mass[j] * yp[n + j] - r[n + j] + column_dot(s->G, j, y + s->lambda);
  }
  if (s->form == FIRST_ORDER_INDEX1)
  {
    for (sunindextype j = 0; j < n; j++)
    {
      add_column(s->G, j, yp[n + j], last);
    }
    add_curvature(s, v, last);
  }
  if (s->form == FIRST_ORDER_GGL)
  {
    for (sunindextype j = 0; j < n; j++)
    {
      r[j] += column_dot(s->G, j, y + 2 * n);
      add_column(s->G, j, v[j], last + m);
    }
  }
  return 0;
}

/* c times column j of A into column at, rows i0 + ... */
static void put_column(struct first_order *s, SUNMatrix A, sunindextype j,
                       sunindextype i0, sunindextype at, sunrealtype c)
{
  for (sunindextype e = from(A, j); e < from(A, j + 1); e++)
  {
    sparse_sum_put(&s->jac, i0 + row(A, e), at, c * entry(A, e));
  }
}

/* Column j of G as row i of the columns j0 + ... */
static void put_row(struct first_order *s, sunindextype j, sunindextype i,
                    sunindextype j0)
{
  for (sunindextype e = from(s->G, j); e < from(s->G, j + 1); e++)
  {
    sparse_sum_put(&s->jac, i, j0 + row(s->G, e), entry(s->G, e));
  }
}

/* Columns q_j and v_j, and rows j of the multipliers' columns. */
static void put_coordinate(struct first_order *s, sunindextype j,
                           sunrealtype cj)
{
  const sunindextype n = s->n, last = 2 * n;

  sparse_sum_put(&s->jac, j, j, cj);
  sparse_sum_put(&s->jac, j, n + j, -1.0);
  sparse_sum_put(&s->jac, n + j, n + j, cj * s->mass[j]);
  put_column(s, s->K, j, n, j, -1.0);
  if (s->C != NULL) { put_column(s, s->C, j, n, n + j, -1.0); }
  put_row(s, j, n + j, s->lambda);
  if (s->form == FIRST_ORDER_INDEX1)
  {
    put_column(s, s->G, j, last, n + j, cj);
    return;
  }
  put_column(s, s->G, j, last, j, 1.0);
  if (s->form == FIRST_ORDER_GGL)
  {
    put_column(s, s->G, j, last + s->m, n + j, 1.0);
    put_row(s, j, j, last);
  }
}

/* What only angles have: derivatives of G^T mu, G v, and of G v' + (Gv)_q v,
   whose derivative by an angle is -G in that column, twice differentiated. */
static void put_angle(struct first_order *s, sunindextype j,
                      const sunrealtype *y, const sunrealtype *yp)
{
  const sunindextype n = s->n, last = 2 * n;
  const sunrealtype w = y[n + j];

  if (s->form == FIRST_ORDER_GGL)
  {
    sparse_sum_put(&s->jac, j, j, column_dot(s->T, j, y + last));
    put_column(s, s->T, j, last + s->m, j, w);
  }
  if (s->form == FIRST_ORDER_INDEX1)
  {
    put_column(s, s->T, j, last, j, yp[n + j]);
    put_column(s, s->G, j, last, j, -w * w);
    put_column(s, s->T, j, last, n + j, 2.0 * w);
  }
}

static int fill(struct first_order *s, sunrealtype t, sunrealtype cj,
                sunrealtype *y, const sunrealtype *yp)
{
  const struct problem *pb = s->pb;
  int ret;

  N_VSetArrayPointer(y, s->q);
  N_VSetArrayPointer(y + s->n, s->v);
  N_VSetArrayPointer(y + s->lambda, s->reaction);
  ret = pb->G(t, s->q, s->G, pb->data);
  if (!ret)
  {
    ret = pb->dfdq(t, s->q, s->v, s->reaction, NULL, s->K, pb->data);
  }
  if (!ret && s->C != NULL)
  {
    ret = pb->dfdv(t, s->q, s->v, s->reaction, NULL, s->C, pb->data);
  }
  if (!ret && s->form != FIRST_ORDER_INDEX3) { ret = turn(s, t, y); }
  if (ret) { return ret; }
  sparse_sum_begin(&s->jac);
  for (sunindextype j = 0; j < s->n; j++) { put_coordinate(s, j, cj); }
  for (sunindextype i = 0; i < s->angles; i++)
  {
    put_angle(s, s->angle[i], y, yp);
  }
  return sparse_sum_end(&s->jac) ? -1 : 0;
}

int first_order_jacobian(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
                         N_Vector r, SUNMatrix J, void *data, N_Vector t1,
                         N_Vector t2, N_Vector t3)
{
  struct first_order *s = data;

  const int ret = fill(s, t, cj, N_VGetArrayPointer(y), N_VGetArrayPointer(yp));

  if (ret) { return ret; }
  return sparse_sum_give(&s->jac, J) ? -1 : 0;
}

SUNMatrix first_order_matrix(struct first_order *s, SUNContext ctx, N_Vector y,
                             N_Vector yp)
{
  if (fill(s, s->pb->t0, 1.0, N_VGetArrayPointer(y), N_VGetArrayPointer(yp)))
  {
    return NULL;
  }
  return sparse_sum_matrix(&s->jac, ctx);
}

/* [M G^T; G 0] x = b, x in place of b. */
static int solve_saddle(const struct first_order *s, SUNContext ctx, N_Vector b)
{
  const size_t mark = keep_mark();
  struct sparse_sum sum;
  SUNMatrix A        = NULL;
  SUNLinearSolver LS = NULL;
  N_Vector x         = KEEP(N_VClone(b));

  sparse_sum_new(&sum, s->n + s->m, s->n + s->m);
  for (sunindextype j = 0; j < s->n; j++)
  {
    sparse_sum_put(&sum, j, j, s->mass[j]);
    for (sunindextype e = from(s->G, j); e < from(s->G, j + 1); e++)
    {
      sparse_sum_put(&sum, s->n + row(s->G, e), j, entry(s->G, e));
      sparse_sum_put(&sum, j, s->n + row(s->G, e), entry(s->G, e));
    }
  }
  if (x != NULL && !sparse_sum_end(&sum)) { A = sparse_sum_matrix(&sum, ctx); }
  if (A != NULL) { LS = KEEP(SUNLinSol_KLU(x, A, ctx)); }
  int ret = LS == NULL || SUNLinSolInitialize(LS) || SUNLinSolSetup(LS, A) ||
            SUNLinSolSolve(LS, A, x, b, 0.0);
  if (!ret) { N_VScale(1.0, x, b); }
  keep_back(mark);
  return ret;
}

int first_order_accelerations(struct first_order *s, SUNContext ctx,
                              sunrealtype t, sunrealtype *q, sunrealtype *v,
                              sunrealtype *a, sunrealtype *lambda)
{
  const sunindextype n = s->n, m = s->m;
  N_Vector b = N_VNew_Serial(n + m, ctx);

  if (b == NULL) { return 1; }
  sunrealtype *x = N_VGetArrayPointer(b);

  N_VConst(0.0, b);
  N_VSetArrayPointer(q, s->q);
  N_VSetArrayPointer(v, s->v);
  N_VSetArrayPointer(x, s->f);
  int ret = s->pb->force(t, s->q, s->v, s->f, s->pb->data) ||
            s->pb->G(t, s->q, s->G, s->pb->data) || turn(s, t, q);
  if (!ret)
  {
    add_curvature(s, v, x + n);
    for (sunindextype i = 0; i < m; i++) { x[n + i] = -x[n + i]; }
    ret = solve_saddle(s, ctx, b);
  }
  memcpy(a, x, (size_t)n * sizeof *a);
  memcpy(lambda, x + n, (size_t)m * sizeof *a);
  N_VDestroy(b);
  return ret;
}

int first_order_start(struct first_order *s, SUNContext ctx, N_Vector yv,
                      N_Vector ypv)
{
  const sunindextype n = s->n;
  sunrealtype *y = N_VGetArrayPointer(yv), *yp = N_VGetArrayPointer(ypv);

  N_VConst(0.0, yv);
  N_VConst(0.0, ypv);
  problem_start(s->pb, y, y + n);
  memcpy(yp, y + n, (size_t)n * sizeof *y);
  return first_order_accelerations(s, ctx, s->pb->t0, y, y + n, yp + n,
                                   y + s->lambda);
}

static int keep_mass(struct first_order *s, SUNContext ctx)
{
  SUNMatrix M = SUNSparseMatrix(s->n, s->n, s->n, CSC_MAT, ctx);
  int ret     = M == NULL || problem_mass(s->pb, s->pb->t0, s->turned, M);

  for (sunindextype j = 0; !ret && j < s->n; j++)
  {
    ret = from(M, j) != j || row(M, j) != j;
    if (!ret) { s->mass[j] = entry(M, j); }
  }
  SUNMatDestroy(M);
  return ret;
}

static void find_angles(struct first_order *s, const struct mechanism *mech)
{
  for (sunindextype j = 0; j < s->n; j++)
  {
    if (mech->is_angle(s->pb->data, j)) { s->angle[s->angles++] = j; }
  }
}

static void create_blocks(struct first_order *s, SUNContext ctx)
{
  const sunindextype n = s->n, m = s->m;

  s->G = KEEP(SUNSparseMatrix(m, n, n, CSC_MAT, ctx));
  s->T = KEEP(SUNSparseMatrix(m, n, n, CSC_MAT, ctx));
  s->K = KEEP(SUNSparseMatrix(n, n, n, CSC_MAT, ctx));
  s->C = s->pb->dfdv ? KEEP(SUNSparseMatrix(n, n, n, CSC_MAT, ctx)) : NULL;
  s->q = KEEP(N_VMake_Serial(n, NULL, ctx));
  s->v = KEEP(N_VMake_Serial(n, NULL, ctx));
  s->f = KEEP(N_VMake_Serial(n, NULL, ctx));
  s->g = KEEP(N_VMake_Serial(m, NULL, ctx));
  s->reaction = KEEP(N_VMake_Serial(m, NULL, ctx));
  s->turned   = KEEP(N_VNew_Serial(n, ctx));
  s->angle    = keep_zeros(n, sizeof *s->angle);
  s->mass     = keep_zeros(n, sizeof *s->mass);
}

int first_order_new(struct first_order *s, const struct mechanism *mech,
                    enum first_order_form form, SUNContext ctx)
{
  const sunindextype n = mech->pb->n, m = mech->pb->m;
  const int ggl = form == FIRST_ORDER_GGL;

  *s = (struct first_order){.pb     = mech->pb,
                            .form   = form,
                            .n      = n,
                            .m      = m,
                            .size   = 2 * n + (ggl ? 2 * m : m),
                            .lambda = 2 * n + (ggl ? m : 0)};
  sparse_sum_new(&s->jac, s->size, s->size);
  create_blocks(s, ctx);
  find_angles(s, mech);
  return keep_mass(s, ctx);
}
