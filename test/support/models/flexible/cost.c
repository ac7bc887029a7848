/* Times callbacks, products and linear algebra of a flexible model alone. */
#include "support/models/flexible/cost.h"

#include "support/models/flexible/scatter.h"

#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
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
  struct flexible_scatter saddle;
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
  SUNLinSolSolve(w->LS, w->saddle.A, w->x, w->b, 0.0);
}

static void do_factor(struct stage *w)
{
  SUNLinSolSetup(w->LS, w->saddle.A);
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

static void fill_saddle(struct stage *w, sunrealtype h)
{
  struct flexible *fl  = w->fl;
  const sunrealtype *q = N_VGetArrayPointer(w->s.q);
  struct flexible_line line, damping;

  flexible_scatter_begin(&w->saddle);
  for (sunindextype j = 0; j < fl->pb.n; j++)
  {
    const int turns      = j % 3 == 2;
    sunrealtype own      = turns ? fl->inertia[j / 3] : fl->mass[j / 3];
    const sunindextype n = fl->pb.n;

    flexible_stiffness_column(fl, q, N_VGetArrayPointer(w->s.lambda), j, &line);
    flexible_damping_column(fl, j, &damping);
    for (int e = 0; e < line.len; e++)
    {
      const sunrealtype x = -0.5 * h * damping.x[e] - 0.5 * h * h * line.x[e];

      if (line.at[e] == j) { own += x; }
      else { flexible_scatter_put(&w->saddle, line.at[e], j, x); }
    }
    flexible_scatter_put(&w->saddle, j, j, own);
    flexible_G_column(fl, q, j, &line);
    flexible_scatter_line(&w->saddle, n, j, 1.0, &line);
    flexible_scatter_transposed(&w->saddle, j, n, &line);
  }
}

static void stage_free(struct stage *w)
{
  N_Vector vectors[]   = {w->f, w->g, w->x, w->b};
  SUNMatrix matrices[] = {w->M, w->G, w->Fq, w->Fv};

  for (int i = 0; i < 4; i++)
  {
    N_VDestroy(vectors[i]);
    SUNMatDestroy(matrices[i]);
  }
  SUNLinSolFree(w->LS);
  flexible_scatter_free(&w->saddle);
  problem_state_free(&w->s);
}

static int stage_solver(struct stage *w, SUNContext ctx, sunrealtype h)
{
  fill_saddle(w, h);
  if (flexible_scatter_end(&w->saddle, ctx)) { return 1; }
  w->LS = SUNLinSol_KLU(w->x, w->saddle.A, ctx);
  if (w->LS == NULL) { return 1; }
  N_VConst(1.0, w->b);
  return SUNLinSol_KLUSetOrdering(w->LS, KLU_AMD) ||
         SUNLinSolInitialize(w->LS) || SUNLinSolSetup(w->LS, w->saddle.A);
}

static int stage_new(struct stage *w, struct flexible *fl, SUNContext ctx)
{
  const sunindextype n = fl->pb.n, m = fl->pb.m;

  w->fl = fl;
  if (problem_state_new(&w->s, &fl->pb, ctx)) { return 1; }
  w->f  = N_VNew_Serial(n, ctx);
  w->g  = N_VNew_Serial(m, ctx);
  w->x  = N_VNew_Serial(n + m, ctx);
  w->b  = N_VNew_Serial(n + m, ctx);
  w->M  = SUNSparseMatrix(n, n, n, CSC_MAT, ctx);
  w->G  = SUNSparseMatrix(m, n, 3 * n, CSC_MAT, ctx);
  w->Fq = SUNSparseMatrix(n, n, n, CSC_MAT, ctx);
  w->Fv = SUNSparseMatrix(n, n, n, CSC_MAT, ctx);
  return w->f == NULL || w->g == NULL || w->x == NULL || w->b == NULL ||
         w->M == NULL || w->G == NULL || w->Fq == NULL || w->Fv == NULL ||
         flexible_scatter_new(&w->saddle, n + m, 10 * n);
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
    ret = flexible_accelerations(fl, ctx, t, w.s.q, w.s.v, w.s.a, w.s.lambda) ||
          fl->pb.mass(t, w.s.q, w.M, fl) || stage_solver(&w, ctx, h);
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
  stage_free(&w);
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
