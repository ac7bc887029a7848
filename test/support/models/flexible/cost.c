/* Times callbacks, products and linear algebra of a flexible model alone. */
#include "support/models/flexible/cost.h"

#include "support/lowering/first_order.h"
#include "support/run/keep.h"

#include <stdio.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <time.h>

#define KLU_AMD   0
#define BATCHES   5
#define BATCH_MIN 0.01 /* seconds */

struct stage
{
  struct flexible *fl;
  struct problem_state s;
  sunrealtype t;
  N_Vector f, g, x, b;
  SUNMatrix M, G, Fq, Fv;
  struct sparse_sum sum;
  SUNMatrix saddle;
  SUNLinearSolver LS;
};

double cost_clock(void)
{
  struct timespec now;

  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void do_force(struct stage *w)
{
  w->fl->pb.force(w->t, w->s.q, w->s.v, w->f, w->fl);
}

static void do_g(struct stage *w)
{
  w->fl->pb.g(w->t, w->s.q, w->g, w->fl);
}

static void do_G(struct stage *w)
{
  w->fl->pb.G(w->t, w->s.q, w->G, w->fl);
}

static void do_stiffness(struct stage *w)
{
  w->fl->pb.dfdq(w->t, w->s.q, w->s.v, w->s.lambda, NULL, w->Fq, w->fl);
}

static void do_damping(struct stage *w)
{
  w->fl->pb.dfdv(w->t, w->s.q, w->s.v, w->s.lambda, NULL, w->Fv, w->fl);
}

/* What is added is added zero times: the state stays as it is. */
static void do_row(struct stage *w)
{
  const sunindextype *start = SM_INDEXPTRS_S(w->G), *at = SM_INDEXVALS_S(w->G);
  const sunrealtype *entry  = SM_DATA_S(w->G);
  const sunrealtype *lambda = N_VGetArrayPointer(w->s.lambda);
  sunrealtype *f            = N_VGetArrayPointer(w->f);

  N_VLinearSum(1.0, w->s.q, 0.0, w->s.a, w->s.q);
  N_VLinearSum(1.0, w->s.v, 0.0, w->s.a, w->s.v);
  SUNMatMatvec(w->M, w->s.a, w->f);
  N_VLinearSum(1.0, w->f, 0.0, w->s.a, w->f);
  for (sunindextype j = 0; j < w->fl->pb.n; j++)
  {
    sunrealtype sum = 0.0;

    for (sunindextype e = start[j]; e < start[j + 1]; e++)
    {
      sum += entry[e] * lambda[at[e]];
    }
    f[j] += sum;
  }
}

static void do_solve(struct stage *w)
{
  SUNLinSolSolve(w->LS, w->saddle, w->x, w->b, 0.0);
}

static void do_factor(struct stage *w)
{
  SUNLinSolSetup(w->LS, w->saddle);
}

/* Seconds of one call: the least mean of the batches, which the machine's other
   work disturbs least. */
static double price_of(void (*piece)(struct stage *w), struct stage *w)
{
  double best = 0.0;

  for (int batch = 0; batch < BATCHES; batch++)
  {
    const double start = cost_clock();
    double seconds     = 0.0;
    long calls         = 0;

    do {
      piece(w);
      calls++;
      seconds = cost_clock() - start;
    } while (seconds < BATCH_MIN);
    seconds /= (double)calls;
    if (batch == 0 || seconds < best) { best = seconds; }
  }
  return best;
}

/* c times a block into the rows from i0 on. */
static void add_block(struct stage *w, SUNMatrix A, sunindextype i0,
                      sunrealtype c)
{
  for (sunindextype j = 0; j < w->fl->pb.n; j++)
  {
    for (sunindextype e = SM_INDEXPTRS_S(A)[j]; e < SM_INDEXPTRS_S(A)[j + 1];
         e++)
    {
      const sunindextype i = i0 + SM_INDEXVALS_S(A)[e];

      sparse_sum_put(&w->sum, i, j, c * SM_DATA_S(A)[e]);
      if (i0 > 0) { sparse_sum_put(&w->sum, j, i, c * SM_DATA_S(A)[e]); }
    }
  }
}

/* [M - h/2 df/dv - h^2/2 df/dq, G^T; G, 0] */
static int make_saddle(struct stage *w, SUNContext ctx, sunrealtype h)
{
  do_stiffness(w);
  do_damping(w);
  do_G(w);
  add_block(w, w->M, 0, 1.0);
  add_block(w, w->Fv, 0, -0.5 * h);
  add_block(w, w->Fq, 0, -0.5 * h * h);
  add_block(w, w->G, w->fl->pb.n, 1.0);
  w->saddle = sparse_sum_end(&w->sum) ? NULL : sparse_sum_matrix(&w->sum, ctx);
  return w->saddle == NULL;
}

static int stage_solver(struct stage *w, SUNContext ctx, sunrealtype h)
{
  if (make_saddle(w, ctx, h)) { return 1; }
  w->LS = KEEP(SUNLinSol_KLU(w->x, w->saddle, ctx));
  if (w->LS == NULL) { return 1; }
  N_VConst(1.0, w->b);
  return SUNLinSol_KLUSetOrdering(w->LS, KLU_AMD) ||
         SUNLinSolInitialize(w->LS) || SUNLinSolSetup(w->LS, w->saddle);
}

static int stage_new(struct stage *w, struct flexible *fl, SUNContext ctx)
{
  const sunindextype n = fl->pb.n, m = fl->pb.m;

  w->fl = fl;
  sparse_sum_new(&w->sum, n + m, n + m);
  if (problem_state_new(&w->s, &fl->pb, ctx)) { return 1; }
  w->f  = KEEP(N_VNew_Serial(n, ctx));
  w->g  = KEEP(N_VNew_Serial(m, ctx));
  w->x  = KEEP(N_VNew_Serial(n + m, ctx));
  w->b  = KEEP(N_VNew_Serial(n + m, ctx));
  w->M  = KEEP(SUNSparseMatrix(n, n, n, CSC_MAT, ctx));
  w->G  = KEEP(SUNSparseMatrix(m, n, 3 * n, CSC_MAT, ctx));
  w->Fq = KEEP(SUNSparseMatrix(n, n, n, CSC_MAT, ctx));
  w->Fv = KEEP(SUNSparseMatrix(n, n, n, CSC_MAT, ctx));
  return w->f == NULL || w->g == NULL || w->x == NULL || w->b == NULL ||
         w->M == NULL || w->G == NULL || w->Fq == NULL || w->Fv == NULL;
}

/* Acceleration and multipliers of the state. */
static int complete(struct stage *w, SUNContext ctx)
{
  const struct mechanism mech = mechanism_of(w->fl);
  struct first_order s;
  const int ret =
    first_order_new(&s, &mech, FIRST_ORDER_INDEX3, ctx) ||
    first_order_accelerations(
      &s, ctx, w->t, N_VGetArrayPointer(w->s.q), N_VGetArrayPointer(w->s.v),
      N_VGetArrayPointer(w->s.a), N_VGetArrayPointer(w->s.lambda));
  return ret;
}

int cost_measure(struct flexible *fl, SUNContext ctx, sunrealtype t,
                 const sunrealtype *q, const sunrealtype *v, sunrealtype h,
                 struct cost *price)
{
  struct stage w = {.t = t};
  int ret        = stage_new(&w, fl, ctx);

  for (sunindextype i = 0; !ret && i < fl->pb.n; i++)
  {
    NV_Ith_S(w.s.q, i) = q[i];
    NV_Ith_S(w.s.v, i) = v[i];
  }
  if (!ret)
  {
    ret = complete(&w, ctx) || problem_mass(&fl->pb, t, w.s.q, w.M) ||
          stage_solver(&w, ctx, h);
  }
  if (!ret)
  {
    price->force     = price_of(do_force, &w);
    price->g         = price_of(do_g, &w);
    price->G         = price_of(do_G, &w);
    price->stiffness = price_of(do_stiffness, &w);
    price->damping   = price_of(do_damping, &w);
    price->row       = price_of(do_row, &w);
    price->solve     = price_of(do_solve, &w);
    price->factor    = price_of(do_factor, &w);
  }
  return ret;
}

void cost_print(const struct cost *price)
{
  printf("  alone, ms: force %.4f, row %.4f, g %.4f, G %.4f, df/dq %.4f, "
         "df/dv %.4f, back-solve %.4f, factorisation %.4f\n",
         1e3 * price->force, 1e3 * price->row, 1e3 * price->g, 1e3 * price->G,
         1e3 * price->stiffness, 1e3 * price->damping, 1e3 * price->solve,
         1e3 * price->factor);
}
