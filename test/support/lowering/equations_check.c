/* Matrices of a struct problem: derivatives against central differences, dense against
 * sparse. */
#include "support/lowering/equations.h"
#include "support/run/keep.h"

struct point
{
  struct equations *eq;
  const struct problem_state *s;
};

typedef int (*eval_fn)(const struct point *x, N_Vector r);
typedef int (*fill_fn)(const struct point *x, SUNMatrix A);

static int eval_force(const struct point *x, N_Vector r)
{
  return equations_force(x->eq, x->s, r);
}

static int eval_g(const struct point *x, N_Vector r)
{
  return x->eq->pb->g(x->s->t, x->s->q, r, x->eq->pb->data);
}

static int eval_k(const struct point *x, N_Vector r)
{
  return x->eq->pb->k(x->s->t, x->s->q, x->s->v, r, x->eq->pb->data);
}

#define FILL(name, call)                              \
  static int name(const struct point *x, SUNMatrix A) \
  {                                                   \
    const struct problem *pb      = x->eq->pb;        \
    const struct problem_state *s = x->s;             \
    return call;                                      \
  }
FILL(fill_dfdq, pb->dfdq(s->t, s->q, s->v, s->lambda, s->psi, A, pb->data))
FILL(fill_dfdv, pb->dfdv(s->t, s->q, s->v, s->lambda, s->psi, A, pb->data))
FILL(fill_dfdr, pb->dfdr(s->t, s->q, s->v, s->lambda, s->psi, A, pb->data))
FILL(fill_mass, problem_mass(pb, s->t, s->q, A))
FILL(fill_G, pb->G(s->t, s->q, A, pb->data))
FILL(fill_K, pb->K(s->t, s->q, s->v, A, pb->data))
FILL(fill_Kq, pb->Kq(s->t, s->q, s->v, A, pb->data))

static int fill_zero(const struct point *x, SUNMatrix A)
{
  return SUNMatZero(A);
}

/* A matrix of the problem (fill NULL: not offered), whose columns from `first` on are the
 * derivative of eval by the entries of `by`; NULL: of nothing. */
struct block
{
  fill_fn fill;
  eval_fn eval;
  sunindextype rows, columns, first;
  N_Vector by;
};

#define BLOCKS 8

static void list(const struct point *x, struct block block[BLOCKS])
{
  const struct problem *pb      = x->eq->pb;
  const struct problem_state *s = x->s;
  const sunindextype n = pb->n, m = pb->m, p = pb->p;
  const fill_fn fq = pb->dfdq ? fill_dfdq : pb->no_dfdq ? fill_zero : NULL;
  const fill_fn fv = pb->dfdv ? fill_dfdv : pb->no_dfdv ? fill_zero : NULL;
  const fill_fn fr = pb->dfdr ? fill_dfdr : NULL;
  const struct block all[BLOCKS] = {
    {fill_mass, NULL, n, n, 0, NULL},
    {fq, eval_force, n, n, 0, s->q},
    {fv, eval_force, n, n, 0, s->v},
    {fr, eval_force, n, m + p, 0, s->lambda},
    {fr, eval_force, n, m + p, m, s->psi},
    {m > 0 ? fill_G : NULL, eval_g, m, n, 0, s->q},
    {p > 0 ? fill_K : NULL, eval_k, p, n, 0, s->v},
    {pb->Kq ? fill_Kq : NULL, eval_k, p, n, 0, s->q}};
  memcpy(block, all, sizeof all);
}

/* Central difference of eval as y is moved by e; down is work space. */
static int slope(const struct point *x, eval_fn eval, sunrealtype *y,
                 sunrealtype e, N_Vector up, N_Vector down)
{
  const sunrealtype y0 = *y;
  *y                   = y0 + e;
  int ret              = eval(x, up);
  *y                   = y0 - e;
  if (!ret) { ret = eval(x, down); }
  *y = y0;
  N_VLinearSum(0.5 / e, up, -0.5 / e, down, up);
  return ret;
}

static sunrealtype matrix_error(const struct point *x, const struct block *b)
{
  SUNMatrix A       = KEEP(SUNDenseMatrix(b->rows, b->columns, x->eq->ctx));
  N_Vector up       = KEEP(N_VNew_Serial(b->rows, x->eq->ctx));
  N_Vector down     = KEEP(N_VNew_Serial(b->rows, x->eq->ctx));
  sunrealtype worst = 0.0, size = 1e-300;
  int ret = A && up && down ? b->fill(x, A) : -1;
  for (sunindextype j = 0; !ret && j < NV_LENGTH_S(b->by); j++)
  {
    const sunrealtype *column = SM_COLUMN_D(A, b->first + j);
    sunrealtype *y            = &NV_Ith_S(b->by, j);
    ret = slope(x, b->eval, y, 1e-5 * (1.0 + fabs(*y)), up, down);
    for (sunindextype i = 0; i < b->rows; i++)
    {
      worst = fmax(worst, fabs(NV_Ith_S(up, i) - column[i]));
      size  = fmax(size, fabs(column[i]));
    }
  }
  if (ret) { return -1.0; }
  return worst > 0.0 ? worst / size : 0.0;
}

static sunrealtype rate_error(const struct point *x)
{
  const struct problem *pb = x->eq->pb;
  struct problem_state s   = *x->s;
  const struct point here  = {x->eq, &s};
  N_Vector gt              = KEEP(N_VClone(s.lambda));
  N_Vector up              = KEEP(N_VClone(s.lambda));
  N_Vector down            = KEEP(N_VClone(s.lambda));
  sunrealtype error        = -1.0;
  if (gt && up && down && !pb->gt(s.t, s.q, gt, pb->data) &&
      !slope(&here, eval_g, &s.t, 1e-5, up, down))
  {
    const sunrealtype size = N_VMaxNorm(gt);
    N_VLinearSum(1.0, up, -1.0, gt, up);
    error = N_VMaxNorm(up) > 0.0 ? N_VMaxNorm(up) / size : 0.0;
  }
  return error;
}

/* The larger error; a failure, < 0, wins. */
static sunrealtype worse(sunrealtype a, sunrealtype b)
{
  return a < 0.0 || b < 0.0 ? -1.0 : fmax(a, b);
}

sunrealtype equations_derivative_error(struct equations *eq,
                                       const struct problem_state *s)
{
  const struct point x = {eq, s};
  struct block block[BLOCKS];
  sunrealtype e = eq->pb->gt ? rate_error(&x) : 0.0;
  list(&x, block);
  for (int i = 0; i < BLOCKS; i++)
  {
    if (!block[i].fill || !block[i].by) { continue; }
    e = worse(e, matrix_error(&x, &block[i]));
  }
  return e;
}

/* Entries of D that S has not, and the other way round; D is lost. */
static long gaps(SUNMatrix D, SUNMatrix S)
{
  long count = 0;
  for (sunindextype j = 0; j < SM_COLUMNS_S(S); j++)
  {
    for (sunindextype e = SM_INDEXPTRS_S(S)[j]; e < SM_INDEXPTRS_S(S)[j + 1];
         e++)
    {
      sunrealtype *x = &SM_ELEMENT_D(D, SM_INDEXVALS_S(S)[e], j);
      count += SM_DATA_S(S)[e] != *x;
      *x = 0.0;
    }
  }
  for (sunindextype i = 0; i < SM_LDATA_D(D); i++)
  {
    count += SM_DATA_D(D)[i] != 0.0;
  }
  return count;
}

long equations_storage_gaps(struct equations *eq, const struct problem_state *s)
{
  const struct point x = {eq, s};
  struct block block[BLOCKS];
  long count = 0;
  list(&x, block);
  for (int i = 0; i < BLOCKS; i++)
  {
    const struct block *b = &block[i];
    if (!b->fill) { continue; }
    SUNMatrix D = KEEP(SUNDenseMatrix(b->rows, b->columns, eq->ctx));
    SUNMatrix S =
      KEEP(SUNSparseMatrix(b->rows, b->columns, 1, CSC_MAT, eq->ctx));
    const int good = D && S && !b->fill(&x, D) && !b->fill(&x, S);
    count += good ? gaps(D, S) : 1;
  }
  return count;
}
