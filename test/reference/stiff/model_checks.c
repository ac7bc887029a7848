/* The flexible models are what they claim to be: blocks against differences of
 * forces and constraints, accelerations against both, and the reference solver
 * against the conservation of energy. */
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/ida/flexible_ggl.h"
#include "support/test.h"

/* A model with a state in general position and room for results. */
struct bench
{
  struct flexible *fl;
  SUNContext ctx;
  struct problem_state s;
  N_Vector up, down, gap;
  SUNMatrix dense, sparse;
};

static void bench_free(struct bench *w)
{
  problem_state_free(&w->s);
  N_VDestroy(w->up);
  N_VDestroy(w->down);
  N_VDestroy(w->gap);
  SUNMatDestroy(w->dense);
  SUNMatDestroy(w->sparse);
  flexible_free(w->fl);
}

static int bench_new(struct bench *w, struct flexible *fl, SUNContext ctx)
{
  *w = (struct bench){.fl = fl, .ctx = ctx};
  if (fl == NULL || problem_state_new(&w->s, &fl->pb, ctx)) { return 1; }
  w->up   = N_VClone(w->s.q);
  w->down = N_VClone(w->s.q);
  w->gap  = N_VClone(w->s.lambda);
  for (sunindextype i = 0; i < fl->pb.n; i++)
  {
    NV_Ith_S(w->s.q, i) = sin(1.0 + 2.0 * (double)i);
    NV_Ith_S(w->s.v, i) = cos(3.0 * (double)i);
  }
  for (sunindextype i = 0; i < fl->pb.m; i++)
  {
    NV_Ith_S(w->s.lambda, i) = 5.0 * sin(2.0 + (double)i);
  }
  return w->up == NULL || w->down == NULL || w->gap == NULL;
}

/* f0 - G^T lambda at the bench's state. */
static void total_force(const struct bench *w, N_Vector f)
{
  const sunrealtype *q = N_VGetArrayPointer(w->s.q);
  struct flexible_line line;

  w->fl->pb.force(0.3, w->s.q, w->s.v, f, w->fl);
  for (sunindextype j = 0; j < w->fl->pb.n; j++)
  {
    flexible_G_column(w->fl, q, j, &line);
    NV_Ith_S(f, j) -= flexible_line_dot(&line, N_VGetArrayPointer(w->s.lambda));
  }
}

static void constraints(const struct bench *w, N_Vector g)
{
  w->fl->pb.g(0.3, w->s.q, g, w->fl);
}

/* max |J - central differences of what by x|; J dense, of the bench. */
static sunrealtype mismatch(const struct bench *w, N_Vector x,
                            void (*what)(const struct bench *w, N_Vector out),
                            N_Vector up, N_Vector down)
{
  const sunrealtype eps = 1e-6;
  sunrealtype worst     = 0.0;

  for (sunindextype j = 0; j < NV_LENGTH_S(x); j++)
  {
    const sunrealtype keep = NV_Ith_S(x, j);

    NV_Ith_S(x, j) = keep + eps;
    what(w, up);
    NV_Ith_S(x, j) = keep - eps;
    what(w, down);
    NV_Ith_S(x, j) = keep;
    for (sunindextype i = 0; i < NV_LENGTH_S(up); i++)
    {
      const sunrealtype d = (NV_Ith_S(up, i) - NV_Ith_S(down, i)) / (2.0 * eps);
      const sunrealtype e = fabs(SM_ELEMENT_D(w->dense, i, j) - d);

      if (!(e <= worst)) { worst = e; }
    }
  }
  return worst;
}

static void fresh_matrices(struct bench *w, sunindextype rows)
{
  SUNMatDestroy(w->dense);
  SUNMatDestroy(w->sparse);
  w->dense  = SUNDenseMatrix(rows, w->fl->pb.n, w->ctx);
  w->sparse = SUNSparseMatrix(rows, w->fl->pb.n, 1, CSC_MAT, w->ctx);
}

/* Dense and sparse hold the same: |A x - B x| for an x of no symmetry. */
static sunrealtype storage_gap(const struct bench *w, N_Vector up,
                               N_Vector down)
{
  SUNMatMatvec(w->dense, w->s.v, up);
  SUNMatMatvec(w->sparse, w->s.v, down);
  N_VLinearSum(1.0, up, -1.0, down, up);
  return N_VMaxNorm(up);
}

static void check_jacobians(struct bench *w)
{
  const struct problem *pb      = &w->fl->pb;
  const struct problem_state *s = &w->s;

  fresh_matrices(w, pb->m);
  pb->G(0.3, s->q, w->dense, w->fl);
  pb->G(0.3, s->q, w->sparse, w->fl);
  N_Vector other = N_VClone(w->gap);
  CHECK(mismatch(w, s->q, constraints, w->gap, other) <= 1e-8);
  CHECK(storage_gap(w, w->gap, other) <= 1e-14);
  N_VDestroy(other);

  fresh_matrices(w, pb->n);
  pb->dfdv(0.3, s->q, s->v, s->lambda, NULL, w->dense, w->fl);
  pb->dfdv(0.3, s->q, s->v, s->lambda, NULL, w->sparse, w->fl);
  CHECK(mismatch(w, s->v, total_force, w->up, w->down) <= 1e-6);
  CHECK(storage_gap(w, w->up, w->down) <= 1e-10);

  fresh_matrices(w, pb->n);
  pb->dfdq(0.3, s->q, s->v, s->lambda, NULL, w->dense, w->fl);
  pb->dfdq(0.3, s->q, s->v, s->lambda, NULL, w->sparse, w->fl);
  CHECK(mismatch(w, s->q, total_force, w->up, w->down) <= 1e-6);
  CHECK(storage_gap(w, w->up, w->down) <= 1e-10);
  /* control: without its geometric part the stiffness is wrong, and seen to be */
  pb->dfdq(0.3, s->q, s->v, NULL, NULL, w->dense, w->fl);
  CHECK(mismatch(w, s->q, total_force, w->up, w->down) >= 1e-2);
}

/* v^T g_qq v by differences of g along v. */
static void curvature(const struct bench *w, N_Vector out)
{
  const sunrealtype e = 1e-4;
  N_Vector q          = N_VClone(w->s.q);
  N_Vector part       = N_VClone(out);

  w->fl->pb.g(0.3, w->s.q, out, w->fl);
  N_VScale(-2.0, out, out);
  for (int side = -1; side <= 1; side += 2)
  {
    N_VLinearSum(1.0, w->s.q, (sunrealtype)side * e, w->s.v, q);
    w->fl->pb.g(0.3, q, part, w->fl);
    N_VLinearSum(1.0, out, 1.0, part, out);
  }
  N_VScale(1.0 / (e * e), out, out);
  N_VDestroy(q);
  N_VDestroy(part);
}

/* M a = f0 - G^T lambda and G a + v^T g_qq v = 0. */
static void check_accelerations(struct bench *w)
{
  const struct problem *pb = &w->fl->pb;
  struct problem_state *s  = &w->s;
  N_Vector bend            = N_VClone(w->gap);

  CHECK(flexible_accelerations(w->fl, w->ctx, 0.3, s->q, s->v, s->a,
                               s->lambda) == 0);
  total_force(w, w->up);
  fresh_matrices(w, pb->n);
  pb->mass(0.3, s->q, w->dense, w->fl);
  SUNMatMatvec(w->dense, s->a, w->down);
  N_VLinearSum(1.0, w->up, -1.0, w->down, w->down);
  CHECK(N_VMaxNorm(w->down) <= 1e-10 * (1.0 + N_VMaxNorm(w->up)));

  fresh_matrices(w, pb->m);
  pb->G(0.3, s->q, w->dense, w->fl);
  SUNMatMatvec(w->dense, s->a, w->gap);
  curvature(w, bend);
  N_VLinearSum(1.0, w->gap, 1.0, bend, w->gap);
  CHECK(N_VMaxNorm(bend) >= 1e-2);
  CHECK(N_VMaxNorm(w->gap) <= 1e-6);
  N_VDestroy(bend);
}

static void check_model(struct flexible *fl, SUNContext ctx)
{
  struct bench w;

  const int ready = bench_new(&w, fl, ctx) == 0;

  CHECK(ready);
  if (ready)
  {
    check_jacobians(&w);
    check_accelerations(&w);
  }
  bench_free(&w);
}

static sunrealtype energy(const struct flexible *fl, const sunrealtype *q,
                          const sunrealtype *v)
{
  sunrealtype sum = 0.0;

  for (sunindextype b = 0; b < fl->bars; b++)
  {
    const sunrealtype *x = q + 3 * b, *w = v + 3 * b;
    const sunrealtype turn = b > 0 ? x[2] - x[-1] : 0.0;

    sum += 0.5 * fl->mass[b] * (w[0] * w[0] + w[1] * w[1]) +
           0.5 * fl->inertia[b] * w[2] * w[2] + 9.81 * fl->mass[b] * x[1] +
           0.5 * fl->k[b] * turn * turn;
  }
  return sum;
}

/* Energy that IDA's motion gains, from the state at rest with energy 0. */
static sunrealtype energy_drift(struct flexible *fl, SUNContext ctx,
                                sunrealtype rtol)
{
  const struct ida_flex_options opt = {rtol, rtol, 1e3, 5};
  struct flexible_track track;
  sunrealtype worst = HUGE_VAL;

  if (flexible_track_new(&track, fl->pb.n, 5, 0.2)) { return worst; }
  if (ida_flex_run(fl, ctx, &opt, &track, NULL) == 0)
  {
    worst = 0.0;
    for (int out = 0; out < track.nout; out++)
    {
      const sunrealtype e =
        fabs(energy(fl, track.q + out * track.n, track.v + out * track.n));
      if (!(e <= worst)) { worst = e; }
    }
  }
  flexible_track_free(&track);
  return worst;
}

/* Undamped, undriven: energy stays 0. Control: it does not with damping. */
static void check_reference(SUNContext ctx)
{
  struct flexible *fl = flexible_slider_crank(6, 10.0, 0.0, 10.0);

  fl->gain = 0.0;
  CHECK(energy_drift(fl, ctx, 1e-9) <= 1e-6);
  fl->c[3] = 0.1;
  CHECK(energy_drift(fl, ctx, 1e-9) >= 1e-4);
  flexible_free(fl);
}

TEST_MAIN(ctx)
{
  check_model(flexible_chain(4, 1e3, 10.0), ctx);
  check_model(flexible_slider_crank(3, 10.0, 1e-2, 10.0), ctx);
  check_reference(ctx);
}
