#include "support/models/combined_rows.h"

#include "support/run/keep.h"

static const struct problem *base_of(void *data)
{
  return ((const struct combined *)data)->base;
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  problem_start(base_of(data), q, v);
}

static int mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data)
{
  return problem_mass(base_of(data), t, q, M);
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  return base_of(data)->force(t, q, v, f, base_of(data)->data);
}

/* row = the rows x of the base, then `more` combinations of them. */
static void combine(const sunrealtype *x, sunindextype count, int more,
                    const sunrealtype *T, sunrealtype *row)
{
  for (sunindextype i = 0; i < count; i++) { row[i] = x[i]; }
  for (int r = 0; r < more; r++)
  {
    row[count + r] = 0.0;
    for (sunindextype i = 0; i < count; i++)
    {
      row[count + r] += T[r * count + i] * x[i];
    }
  }
}

static int g_rows(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  const struct combined *c = data;
  const int ret            = c->base->g(t, q, c->g, c->base->data);
  combine(N_VGetArrayPointer(c->g), c->base->m, c->more_g, c->T_g,
          N_VGetArrayPointer(g));
  if (c->clash) { N_VGetArrayPointer(g)[c->pb.m - 1] += c->clash(t); }
  return ret;
}

static int gt_rows(sunrealtype t, N_Vector q, N_Vector gt, void *data)
{
  const struct combined *c = data;
  const int ret            = c->base->gt(t, q, c->gt, c->base->data);
  combine(N_VGetArrayPointer(c->gt), c->base->m, c->more_g, c->T_g,
          N_VGetArrayPointer(gt));
  return ret;
}

/* The rates of g come last. */
static int k_rows(sunrealtype t, N_Vector q, N_Vector v, N_Vector k, void *data)
{
  const struct combined *c = data;
  const struct problem *b  = c->base;
  const sunindextype p     = b->p;
  sunrealtype *row         = N_VGetArrayPointer(k);
  int ret                  = 0;
  if (p > 0)
  {
    ret = b->k(t, q, v, c->k, b->data);
    combine(N_VGetArrayPointer(c->k), p, c->more_k, c->T_k, row);
  }
  if (c->rates == 0) { return ret; }
  N_VConst(0.0, c->gt);
  if (!ret && b->gt) { ret = b->gt(t, q, c->gt, b->data); }
  if (!ret) { ret = b->G(t, q, c->G, b->data); }
  for (int r = 0; r < c->rates; r++)
  {
    sunrealtype sum = N_VGetArrayPointer(c->gt)[r];
    for (sunindextype j = 0; j < b->n; j++)
    {
      sum += SM_ELEMENT_D(c->G, r, j) * N_VGetArrayPointer(v)[j];
    }
    row[p + c->more_k + r] = sum;
  }
  return ret;
}

/* Every entry of a matrix whose columns are the rows above. */
static void put_column(SUNMatrix A, sunindextype j, const sunrealtype *x,
                       sunindextype rows)
{
  for (sunindextype i = 0; i < rows; i++) { problem_put(A, i, j, x[i]); }
}

#define MOST_ROWS 64

static int G_rows(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  const struct combined *c = data;
  sunrealtype x[MOST_ROWS];
  const int ret = c->base->G(t, q, c->G, c->base->data);
  problem_begin(A);
  for (sunindextype j = 0; j < c->base->n; j++)
  {
    combine(SM_COLUMN_D(c->G, j), c->base->m, c->more_g, c->T_g, x);
    put_column(A, j, x, c->pb.m);
  }
  problem_end(A);
  return ret;
}

static int K_rows(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix A,
                  void *data)
{
  const struct combined *c = data;
  const struct problem *b  = c->base;
  sunrealtype x[MOST_ROWS];
  int ret = b->p > 0 ? b->K(t, q, v, c->K, b->data) : 0;
  if (!ret && c->rates > 0) { ret = b->G(t, q, c->G, b->data); }
  problem_begin(A);
  for (sunindextype j = 0; j < b->n; j++)
  {
    if (b->p > 0) { combine(SM_COLUMN_D(c->K, j), b->p, c->more_k, c->T_k, x); }
    for (int r = 0; r < c->rates; r++)
    {
      x[b->p + c->more_k + r] = SM_ELEMENT_D(c->G, r, j);
    }
    put_column(A, j, x, c->pb.p);
  }
  problem_end(A);
  return ret;
}

static int work(struct combined *c, SUNContext ctx)
{
  const struct problem *b = c->base;
  if (b->m > 0)
  {
    c->g  = KEEP(N_VNew_Serial(b->m, ctx));
    c->gt = KEEP(N_VNew_Serial(b->m, ctx));
    c->G  = KEEP(SUNDenseMatrix(b->m, b->n, ctx));
  }
  if (b->p > 0)
  {
    c->k = KEEP(N_VNew_Serial(b->p, ctx));
    c->K = KEEP(SUNDenseMatrix(b->p, b->n, ctx));
  }
  const int good =
    (b->m == 0 || (c->g && c->gt && c->G)) && (b->p == 0 || (c->k && c->K));
  return good ? 0 : -1;
}

int combined_new(struct combined *c, const struct problem *base, int more_g,
                 const sunrealtype *T_g, int more_k, const sunrealtype *T_k,
                 int rates, SUNContext ctx)
{
  *c    = (struct combined){.base   = base,
                            .more_g = more_g,
                            .T_g    = T_g,
                            .more_k = more_k,
                            .T_k    = T_k,
                            .rates  = rates};
  c->pb = PROBLEM(.name = base->name, .n = base->n,
                  .m = base->m > 0 ? base->m + more_g : 0,
                  .p = base->p + more_k + rates, .t0 = base->t0, .start = start,
                  .mass = mass, .force = force, .g = g_rows,
                  .gt = base->gt ? gt_rows : NULL, .G = G_rows,
                  .moving = base->moving, .k = k_rows, .K = K_rows, .data = c,
                  .constant_mass = base->constant_mass || !base->mass);
  return c->pb.m <= MOST_ROWS && c->pb.p <= MOST_ROWS ? work(c, ctx) : -1;
}

void combined_sums(const struct combined *c, N_Vector lambda, N_Vector psi,
                   sunrealtype *base_lambda, sunrealtype *base_psi)
{
  const sunindextype m = c->base->m, p = c->base->p;
  const sunrealtype *l = lambda ? N_VGetArrayPointer(lambda) : NULL;
  const sunrealtype *s = psi ? N_VGetArrayPointer(psi) : NULL;
  /* NOLINTBEGIN(clang-analyzer-core.NullDereference): there if rows are */
  for (sunindextype i = 0; i < m; i++)
  {
    base_lambda[i] = l[i] + (i < c->rates ? s[p + c->more_k + i] : 0.0);
    for (int r = 0; r < c->more_g; r++)
    {
      base_lambda[i] += c->T_g[r * m + i] * l[m + r];
    }
  }
  for (sunindextype i = 0; i < p; i++)
  {
    base_psi[i] = s[i];
    for (int r = 0; r < c->more_k; r++)
    {
      base_psi[i] += c->T_k[r * p + i] * s[p + r];
    }
  }
  /* NOLINTEND(clang-analyzer-core.NullDereference) */
}
