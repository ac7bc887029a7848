/* Accelerations of the models of flexible.h, and motions as recorded tracks. */
#include "support/models/flexible/flexible.h"

#include "support/models/flexible/scatter.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_klu.h>

/* [M G^T; G 0] and the lower part -d(Gv)/dq v of the right-hand side. */
static void saddle_system(const struct flexible *fl, struct flexible_scatter *s,
                          const sunrealtype *q, const sunrealtype *v,
                          sunrealtype *rhs)
{
  const sunindextype n = fl->pb.n;
  struct flexible_line line;

  for (sunindextype i = 0; i < fl->pb.m; i++) { rhs[n + i] = 0.0; }
  flexible_scatter_begin(s);
  for (sunindextype j = 0; j < n; j++)
  {
    const sunindextype b = j / 3;

    flexible_scatter_put(s, j, j, j % 3 == 2 ? fl->inertia[b] : fl->mass[b]);
    flexible_G_column(fl, q, j, &line);
    flexible_scatter_line(s, n, j, 1.0, &line);
    flexible_scatter_transposed(s, j, n, &line);
    if (j % 3 != 2) { continue; }
    flexible_G_turned(fl, q, b, &line);
    for (int e = 0; e < line.len; e++)
    {
      rhs[n + line.at[e]] -= line.x[e] * v[j] * v[j];
    }
  }
}

static int solve_once(SUNMatrix A, N_Vector x, N_Vector b, SUNContext ctx)
{
  SUNLinearSolver LS = SUNLinSol_KLU(x, A, ctx);
  int ret            = LS == NULL;

  if (!ret) { ret = SUNLinSolInitialize(LS); }
  if (!ret) { ret = SUNLinSolSetup(LS, A); }
  if (!ret) { ret = SUNLinSolSolve(LS, A, x, b, 0.0); }
  SUNLinSolFree(LS);
  return ret;
}

int flexible_accelerations(struct flexible *fl, SUNContext ctx, sunrealtype t,
                           N_Vector q, N_Vector v, N_Vector a, N_Vector lambda)
{
  const sunindextype n = fl->pb.n, m = fl->pb.m;
  N_Vector b = N_VNew_Serial(n + m, ctx), x = N_VNew_Serial(n + m, ctx);
  struct flexible_scatter s = {.A = NULL};
  int ret =
    b == NULL || x == NULL || flexible_scatter_new(&s, n + m, 21 * fl->bars);

  if (!ret) { ret = fl->pb.force(t, q, v, a, fl); }
  if (!ret)
  {
    for (sunindextype i = 0; i < n; i++) { NV_Ith_S(b, i) = NV_Ith_S(a, i); }
    saddle_system(fl, &s, N_VGetArrayPointer(q), N_VGetArrayPointer(v),
                  N_VGetArrayPointer(b));
    ret = flexible_scatter_end(&s, ctx);
  }
  if (!ret) { ret = solve_once(s.A, x, b, ctx); }
  if (!ret)
  {
    for (sunindextype i = 0; i < n; i++) { NV_Ith_S(a, i) = NV_Ith_S(x, i); }
    for (sunindextype i = 0; i < m; i++)
    {
      NV_Ith_S(lambda, i) = NV_Ith_S(x, n + i);
    }
  }
  flexible_scatter_free(&s);
  N_VDestroy(b);
  N_VDestroy(x);
  return ret;
}

int flexible_track_new(struct flexible_track *track, sunindextype n, int nout,
                       sunrealtype tend)
{
  *track   = (struct flexible_track){.n = n, .nout = nout, .tend = tend};
  track->q = calloc((size_t)(2 * nout * n), sizeof *track->q);
  if (track->q == NULL) { return 1; }
  track->v = track->q + nout * n;
  return 0;
}

void flexible_track_free(struct flexible_track *track)
{
  free(track->q);
  *track = (struct flexible_track){.n = 0};
}

sunrealtype flexible_track_time(const struct flexible_track *track, int out)
{
  return track->tend * (sunrealtype)(out + 1) / (sunrealtype)track->nout;
}

void flexible_track_keep(struct flexible_track *track, int out,
                         const sunrealtype *q, const sunrealtype *v)
{
  for (sunindextype i = 0; i < track->n; i++)
  {
    track->q[out * track->n + i] = q[i];
    track->v[out * track->n + i] = v[i];
  }
}

int flexible_track_run(struct flexible_track *track, const struct problem *pb,
                       void *mem, SUNContext ctx)
{
  struct problem_state s;
  int ret = problem_state_new(&s, pb, ctx);

  for (int out = 0; ret >= 0 && out < track->nout; out++)
  {
    ret = GALPHASolve(mem, flexible_track_time(track, out), &s.t, s.q, s.v,
                      GALPHA_NORMAL);
    flexible_track_keep(track, out, N_VGetArrayPointer(s.q),
                        N_VGetArrayPointer(s.v));
  }
  problem_state_free(&s);
  return ret < 0 ? ret : 0;
}

/* Largest relative distance over the outputs; NaN where one is NaN. */
static sunrealtype worst(const struct flexible_track *track,
                         const sunrealtype *x, const sunrealtype *ref)
{
  sunrealtype largest = 0.0;

  for (int out = 0; out < track->nout; out++)
  {
    const sunrealtype *r = ref + out * track->n;
    sunrealtype size     = 0.0;

    for (sunindextype i = 0; i < track->n; i++) { size += r[i] * r[i]; }
    const sunrealtype e =
      problem_dist(x + out * track->n, r, track->n) / sqrt(size);
    if (!(e <= largest)) { largest = e; }
    if (isnan(largest)) { break; }
  }
  return largest;
}

void flexible_track_error(const struct flexible_track *track,
                          const struct flexible_track *ref, sunrealtype *eq,
                          sunrealtype *ev)
{
  *eq = worst(track, track->q, ref->q);
  *ev = worst(track, track->v, ref->v);
}
