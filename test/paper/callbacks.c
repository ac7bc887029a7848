/* The problems of the papers themselves, before any integrator: derivatives
 * against central differences, dense against sparse storage, and the exact
 * solutions in the equations. */
#include "support/models/papers.h"

#include <sunmatrix/sunmatrix_sparse.h>

#include "support/test.h"

/* A point where derivatives are taken; vectors of length 0 are NULL. */
struct point
{
  const struct problem *pb;
  SUNContext ctx;
  sunrealtype t;
  struct problem_state s;
};

static sunrealtype *at(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

/* f -= A^T r, A dense and as many rows as r */
static void subtract_reaction(SUNMatrix A, N_Vector r, sunrealtype *f)
{
  for (sunindextype j = 0; j < SM_COLUMNS_D(A); j++)
  {
    for (sunindextype i = 0; i < SM_ROWS_D(A); i++)
    {
      f[j] -= SM_ELEMENT_D(A, i, j) * at(r)[i];
    }
  }
}

/* The f of M v' = f, reactions included. */
static void total_force(const struct point *x, N_Vector f)
{
  const struct problem *pb      = x->pb;
  const struct problem_state *s = &x->s;
  if (pb->general)
  {
    pb->general(x->t, s->q, s->v, s->lambda, s->psi, f, pb->data);
    return;
  }
  pb->force(x->t, s->q, s->v, f, pb->data);
  if (pb->m > 0)
  {
    SUNMatrix G = SUNDenseMatrix(pb->m, pb->n, x->ctx);
    pb->G(x->t, s->q, G, pb->data);
    subtract_reaction(G, s->lambda, at(f));
    SUNMatDestroy(G);
  }
  if (pb->p > 0)
  {
    SUNMatrix K = SUNDenseMatrix(pb->p, pb->n, x->ctx);
    pb->K(x->t, s->q, s->v, K, pb->data);
    subtract_reaction(K, s->psi, at(f));
    SUNMatDestroy(K);
  }
}

static void eval_g(const struct point *x, N_Vector r)
{
  x->pb->g(x->t, x->s.q, r, x->pb->data);
}

static void eval_k(const struct point *x, N_Vector r)
{
  x->pb->k(x->t, x->s.q, x->s.v, r, x->pb->data);
}

typedef void (*eval_fn)(const struct point *x, N_Vector r);
typedef int (*fill_fn)(const struct point *x, SUNMatrix A);

#define FILL(name, call)                              \
  static int name(const struct point *x, SUNMatrix A) \
  {                                                   \
    const struct problem *pb      = x->pb;            \
    const struct problem_state *s = &x->s;            \
    return call;                                      \
  }
FILL(fill_dfdq, pb->dfdq(x->t, s->q, s->v, s->lambda, s->psi, A, pb->data))
FILL(fill_dfdv, pb->dfdv(x->t, s->q, s->v, s->lambda, s->psi, A, pb->data))
FILL(fill_dfdr, pb->dfdr(x->t, s->q, s->v, s->lambda, s->psi, A, pb->data))
FILL(fill_mass, pb->mass(x->t, s->q, A, pb->data))
FILL(fill_G, pb->G(x->t, s->q, A, pb->data))
FILL(fill_K, pb->K(x->t, s->q, s->v, A, pb->data))
FILL(fill_Kq, pb->Kq(x->t, s->q, s->v, A, pb->data))

/* A derivative of eval by the entries of `by`, columns first, first + 1, ... of
 * what fill writes; fill NULL: it is zero. */
struct derivative
{
  eval_fn eval;
  fill_fn fill;
  sunindextype rows, columns, first;
  N_Vector by;
};

/* Largest difference to central differences, relative to the largest entry but
 * at least absolute. */
static sunrealtype difference_error(const struct point *x, struct derivative d)
{
  SUNMatrix A = SUNDenseMatrix(d.rows, d.columns, x->ctx);
  N_Vector up = N_VClone(x->s.q), down = N_VClone(x->s.q);
  sunrealtype worst = 0, size = 1, eps = SUN_RCONST(1e-5);
  if (d.fill) { d.fill(x, A); }
  for (sunindextype j = 0; j < N_VGetLength(d.by); j++)
  {
    sunrealtype *y = at(d.by) + j, y0 = *y;
    *y = y0 + eps;
    d.eval(x, up);
    *y = y0 - eps;
    d.eval(x, down);
    *y = y0;
    for (sunindextype i = 0; i < d.rows; i++)
    {
      sunrealtype slope = (at(up)[i] - at(down)[i]) / (2 * eps);
      worst = fmax(worst, fabs(slope - SM_ELEMENT_D(A, i, d.first + j)));
      size  = fmax(size, fabs(slope));
    }
  }
  N_VDestroy(up);
  N_VDestroy(down);
  SUNMatDestroy(A);
  return worst / size;
}

static void check_derivatives(const struct point *x)
{
  const struct problem *pb      = x->pb;
  const struct problem_state *s = &x->s;
  sunindextype n = pb->n, m = pb->m, p = pb->p;
  const struct derivative all[] = {
    {total_force, pb->dfdq ? fill_dfdq : NULL, n, n, 0, s->q},
    {total_force, pb->dfdv ? fill_dfdv : NULL, n, n, 0, s->v},
    {total_force, fill_dfdr, n, m + p, 0, pb->dfdr ? s->lambda : NULL},
    {total_force, fill_dfdr, n, m + p, m, pb->dfdr ? s->psi : NULL},
    {eval_g, fill_G, m, n, 0, m > 0 ? s->q : NULL},
    {eval_k, fill_K, p, n, 0, p > 0 ? s->v : NULL},
    {eval_k, fill_Kq, p, n, 0, p > 0 ? s->q : NULL},
  };
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (!all[i].by) { continue; }
    sunrealtype error = difference_error(x, all[i]);
    CHECK(error < SUN_RCONST(1e-8));
    if (!(error < SUN_RCONST(1e-8))) { printf("%s, %d\n", pb->name, (int)i); }
  }
}

/* The same entries from both kinds of matrix. */
static void check_storage(const struct point *x, fill_fn fill,
                          sunindextype rows, sunindextype columns)
{
  SUNMatrix D = SUNDenseMatrix(rows, columns, x->ctx);
  SUNMatrix S = SUNSparseMatrix(rows, columns, 1, CSC_MAT, x->ctx);
  CHECK(fill(x, D) == 0 && fill(x, S) == 0);
  sunindextype nnz = SM_INDEXPTRS_S(S)[columns], seen = 0;
  for (sunindextype j = 0; j < columns; j++)
  {
    for (sunindextype k = SM_INDEXPTRS_S(S)[j]; k < SM_INDEXPTRS_S(S)[j + 1];
         k++)
    {
      sunindextype i = SM_INDEXVALS_S(S)[k];
      CHECK(SM_DATA_S(S)[k] == SM_ELEMENT_D(D, i, j));
      SM_ELEMENT_D(D, i, j) = 0;
      seen++;
    }
  }
  CHECK(seen == nnz);
  for (sunindextype i = 0; i < rows * columns; i++)
  {
    CHECK(SM_DATA_D(D)[i] == 0);
  }
  SUNMatDestroy(D);
  SUNMatDestroy(S);
}

static void check_storages(const struct point *x)
{
  const struct problem *pb = x->pb;
  check_storage(x, fill_mass, pb->n, pb->n);
  if (pb->dfdq) { check_storage(x, fill_dfdq, pb->n, pb->n); }
  if (pb->dfdv) { check_storage(x, fill_dfdv, pb->n, pb->n); }
  if (pb->dfdr) { check_storage(x, fill_dfdr, pb->n, pb->m + pb->p); }
  if (pb->m > 0) { check_storage(x, fill_G, pb->m, pb->n); }
  if (pb->p > 0)
  {
    check_storage(x, fill_K, pb->p, pb->n);
    check_storage(x, fill_Kq, pb->p, pb->n);
  }
}

/* max |g|, |G v|, |k| at x; every g here is free of t. */
static sunrealtype constraint_error(const struct point *x)
{
  const struct problem *pb = x->pb;
  N_Vector r               = N_VClone(x->s.q);
  sunrealtype worst        = 0;
  N_VConst(0, r);
  if (pb->m > 0)
  {
    SUNMatrix G = SUNDenseMatrix(pb->m, pb->n, x->ctx);
    eval_g(x, r);
    worst = N_VMaxNorm(r);
    pb->G(x->t, x->s.q, G, pb->data);
    for (sunindextype i = 0; i < pb->m; i++)
    {
      sunrealtype sum = 0;
      for (sunindextype j = 0; j < pb->n; j++)
      {
        sum += SM_ELEMENT_D(G, i, j) * at(x->s.v)[j];
      }
      worst = fmax(worst, fabs(sum));
    }
    SUNMatDestroy(G);
  }
  N_VConst(0, r);
  if (pb->p > 0) { eval_k(x, r); }
  worst = fmax(worst, N_VMaxNorm(r));
  N_VDestroy(r);
  return worst;
}

/* || M a - f ||_max */
static sunrealtype dynamic_error(const struct point *x)
{
  sunindextype n = x->pb->n;
  SUNMatrix M    = SUNDenseMatrix(n, n, x->ctx);
  N_Vector f = N_VClone(x->s.q), Ma = N_VClone(x->s.q);
  fill_mass(x, M);
  total_force(x, f);
  SUNMatMatvec(M, x->s.a, Ma);
  N_VLinearSum(1, Ma, -1, f, f);
  sunrealtype error = N_VMaxNorm(f);
  SUNMatDestroy(M);
  N_VDestroy(f);
  N_VDestroy(Ma);
  return error;
}

static sunrealtype *at_or_null(N_Vector x)
{
  return x ? at(x) : NULL;
}

/* t1: where the solution is known; with_dynamics: with a and multipliers there */
static void check_problem(const struct problem *pb, SUNContext ctx,
                          sunrealtype t1, int with_dynamics)
{
  struct point x         = {.pb = pb, .ctx = ctx};
  struct problem_state s = {0};
  CHECK(problem_state_new(&s, pb, ctx) == 0);
  x.s = s;
  pb->start(at(s.q), at(s.v), pb->data);
  CHECK(constraint_error(&x) < SUN_RCONST(1e-14) * 100);

  x.t            = SUN_RCONST(0.3);
  N_Vector all[] = {s.q, s.v, s.lambda, s.psi};
  for (int k = 0; k < 4; k++)
  {
    sunindextype n = all[k] ? N_VGetLength(all[k]) : 0;
    for (sunindextype i = 0; i < n; i++)
    {
      at(all[k])[i] += SUN_RCONST(0.3) * sin((double)(3 * i + 7 * k + 1));
    }
  }
  check_derivatives(&x);
  check_storages(&x);

  x.t = t1;
  if (t1 > 0)
  {
    CHECK(pb->exact(t1, at(s.q), at(s.v), with_dynamics ? at(s.a) : NULL,
                    with_dynamics ? at_or_null(s.lambda) : NULL,
                    with_dynamics ? at_or_null(s.psi) : NULL, pb->data) == 0);
    CHECK(constraint_error(&x) < SUN_RCONST(1e-12));
    if (with_dynamics) { CHECK(dynamic_error(&x) < SUN_RCONST(1e-9)); }
  }
  problem_state_free(&s);
}

/* The closed form of the pendulum against digits computed elsewhere. */
static void check_pendulum_form(void)
{
  sunrealtype q[2], v[2], lambda[1];
  paper_simple_pendulum.exact(4, q, v, NULL, lambda, NULL, NULL);
  CHECK_REL(q[0], 0.61858011377508211174, 1e-13);
  CHECK_REL(q[1], -0.78572173372130064165, 1e-13);
  CHECK_REL(v[0], 1.8603296423332883072, 1e-13);
  CHECK_REL(v[1], 1.4645934717415676747, 1e-13);
  CHECK_REL(lambda[0], 6.6568953117089389419, 1e-13);
  paper_simple_pendulum.exact(2, q, v, NULL, lambda, NULL, NULL);
  CHECK_REL(q[0], 0.812774565720226081853204363608, 1e-13);
  CHECK_REL(v[1], 1.03455275660291315889477998571, 1e-13);
  CHECK_REL(lambda[0], 3.66764005942831229998632704229, 1e-13);
}

/* The mechanism's start as computed elsewhere. */
static void check_crank_start(void)
{
  static const sunrealtype y[] = {0.07071067811865477,
                                  0.07071067811865475,
                                  0.7853981633974483,
                                  0.43296895097957455,
                                  0.07071067811865475,
                                  -0.23794112483020827,
                                  0.7245165457218395,
                                  0,
                                  0};
  static const sunrealtype z[] = {-0.4242640687119285,
                                  0.42426406871192857,
                                  6,
                                  -0.9514272885093623,
                                  0.42426406871192857,
                                  -1.4552137502179983,
                                  -1.0543264395948677,
                                  0,
                                  0};
  sunrealtype q[9], v[9];
  paper_slider_crank.start(q, v, NULL);
  CHECK(problem_dist(q, y, 9) < SUN_RCONST(1e-14));
  CHECK(problem_dist(v, z, 9) < SUN_RCONST(1e-14));
}

/* T + U from t = 0 to 10: kept by the corrected f4, not by the printed one. */
static void check_disk_energy(void)
{
  sunrealtype q[5], v[5];
  paper_disk.start(q, v, NULL);
  const sunrealtype before = paper_disk_energy(q, v);
  paper_disk.exact(10, q, v, NULL, NULL, NULL, NULL);
  CHECK(fabs(paper_disk_energy(q, v) - before) < 1e-11);
  paper_disk_printed.exact(10, q, v, NULL, NULL, NULL, NULL);
  CHECK_REL(paper_disk_energy(q, v) - before, 4.849602381728602e-3, 1e-8);
}

TEST_MAIN(ctx)
{
  check_problem(&paper_problem15, ctx, 1, 1);
  check_problem(&paper_problem71, ctx, 1, 1);
  check_problem(&paper_pendulum16, ctx, 2, 1);
  check_problem(&paper_simple_pendulum, ctx, SUN_RCONST(1.7), 1);
  check_problem(&paper_double_pendulum, ctx, 2, 0);
  check_problem(&paper_disk, ctx, 10, 0);
  check_problem(&paper_disk_printed, ctx, 10, 0);
  check_problem(&paper_slider_crank, ctx, 0, 0);
  check_problem(&paper_oscillator, ctx, SUN_RCONST(1.2), 1);
  check_pendulum_form();
  check_crank_start();
  check_disk_energy();
}
