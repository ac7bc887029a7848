/* IDA on the GGL form of the models of flexible.h:
 *
 *     0 = q' - v + G^T mu,  0 = M v' - f0 + G^T lambda,  0 = g,  0 = G v
 *
 * with the unknowns (q, v, mu, lambda). */
#include "support/ida/flexible_ggl.h"

#include "support/models/flexible/scatter.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>

#define KLU_AMD 0

struct ggl
{
  struct flexible *fl;
  SUNContext ctx;
  struct flexible_scatter jac;
  N_Vector q, v, f, g; /* views of parts of IDA's vectors */
  N_Vector y, yp, id, atol;
  SUNMatrix J;
  SUNLinearSolver LS;
  void *ida;
};

static sunrealtype mass_of(const struct flexible *fl, sunindextype j)
{
  return j % 3 == 2 ? fl->inertia[j / 3] : fl->mass[j / 3];
}

static int residual(sunrealtype t, N_Vector yv, N_Vector ypv, N_Vector rv,
                    void *data)
{
  struct ggl *s             = data;
  const struct flexible *fl = s->fl;
  const sunindextype n = fl->pb.n, m = fl->pb.m;
  sunrealtype *y  = N_VGetArrayPointer(yv);
  sunrealtype *yp = N_VGetArrayPointer(ypv);
  sunrealtype *r  = N_VGetArrayPointer(rv);
  struct flexible_line line;

  N_VSetArrayPointer(y, s->q);
  N_VSetArrayPointer(y + n, s->v);
  N_VSetArrayPointer(r + n, s->f);
  N_VSetArrayPointer(r + 2 * n, s->g);
  fl->pb.force(t, s->q, s->v, s->f, fl->pb.data);
  fl->pb.g(t, s->q, s->g, fl->pb.data);
  for (sunindextype i = 0; i < m; i++) { r[2 * n + m + i] = 0.0; }
  for (sunindextype j = 0; j < n; j++)
  {
    flexible_G_column(fl, y, j, &line);
    r[j]     = yp[j] - y[n + j] + flexible_line_dot(&line, y + 2 * n);
    r[n + j] = mass_of(fl, j) * yp[n + j] - r[n + j] +
               flexible_line_dot(&line, y + 2 * n + m);
    for (int e = 0; e < line.len; e++)
    {
      r[2 * n + m + line.at[e]] += line.x[e] * y[n + j];
    }
  }
  return 0;
}

/* Column of q_j. */
static void position_column(struct ggl *s, const sunrealtype *y, sunindextype j,
                            sunrealtype cj)
{
  const struct flexible *fl = s->fl;
  const sunindextype n = fl->pb.n, m = fl->pb.m;
  struct flexible_line turned = {.len = 0}, line;

  if (j % 3 == 2) { flexible_G_turned(fl, y, j / 3, &turned); }
  flexible_scatter_put(&s->jac, j, j,
                       cj + flexible_line_dot(&turned, y + 2 * n));
  flexible_stiffness_column(fl, y, y + 2 * n + m, j, &line);
  flexible_scatter_line(&s->jac, n, j, -1.0, &line);
  flexible_G_column(fl, y, j, &line);
  flexible_scatter_line(&s->jac, 2 * n, j, 1.0, &line);
  flexible_scatter_line(&s->jac, 2 * n + m, j, y[n + j], &turned);
}

/* Column of v_j, and rows j, n + j of the columns of mu and lambda. */
static void velocity_column(struct ggl *s, const sunrealtype *y, sunindextype j,
                            sunrealtype cj)
{
  const struct flexible *fl = s->fl;
  const sunindextype n = fl->pb.n, m = fl->pb.m;
  struct flexible_line line;
  sunrealtype own = cj * mass_of(fl, j);

  flexible_scatter_put(&s->jac, j, n + j, -1.0);
  flexible_damping_column(fl, j, &line);
  for (int e = 0; e < line.len; e++)
  {
    if (line.at[e] == j) { own -= line.x[e]; }
    else { flexible_scatter_put(&s->jac, n + line.at[e], n + j, -line.x[e]); }
  }
  flexible_scatter_put(&s->jac, n + j, n + j, own);
  flexible_G_column(fl, y, j, &line);
  flexible_scatter_line(&s->jac, 2 * n + m, n + j, 1.0, &line);
  flexible_scatter_transposed(&s->jac, j, 2 * n, &line);
  flexible_scatter_transposed(&s->jac, n + j, 2 * n + m, &line);
}

static int fill_jacobian(struct ggl *s, const sunrealtype *y, sunrealtype cj)
{
  flexible_scatter_begin(&s->jac);
  for (sunindextype j = 0; j < s->fl->pb.n; j++)
  {
    position_column(s, y, j, cj);
    velocity_column(s, y, j, cj);
  }
  return flexible_scatter_end(&s->jac, s->ctx);
}

static int jacobian(sunrealtype t, sunrealtype cj, N_Vector yv, N_Vector ypv,
                    N_Vector rv, SUNMatrix J, void *data, N_Vector t1,
                    N_Vector t2, N_Vector t3)
{
  struct ggl *s = data;

  if (fill_jacobian(s, N_VGetArrayPointer(yv), cj)) { return -1; }
  return SUNMatCopy(s->jac.A, J) ? -1 : 0;
}

/* Start at rest with the accelerations and multipliers that belong to it. */
static int set_start(struct ggl *s)
{
  struct flexible *fl  = s->fl;
  const sunindextype n = fl->pb.n;
  sunrealtype *y = N_VGetArrayPointer(s->y), *yp = N_VGetArrayPointer(s->yp);

  N_VConst(0.0, s->y);
  fl->pb.start(y, y + n, fl);
  for (sunindextype j = 0; j < n; j++) { yp[j] = y[n + j]; }
  N_VSetArrayPointer(y, s->q);
  N_VSetArrayPointer(y + n, s->v);
  N_VSetArrayPointer(yp + n, s->f);
  N_VSetArrayPointer(y + 2 * n + fl->pb.m, s->g);
  return flexible_accelerations(fl, s->ctx, fl->pb.t0, s->q, s->v, s->f, s->g);
}

static void set_weights(struct ggl *s, const struct ida_flex_options *opt)
{
  const sunindextype n = s->fl->pb.n;

  for (sunindextype i = 0; i < NV_LENGTH_S(s->y); i++)
  {
    NV_Ith_S(s->id, i)   = i < 2 * n ? 1.0 : 0.0;
    NV_Ith_S(s->atol, i) = i < 2 * n ? opt->atol : opt->multiplier_tol;
  }
}

static int create_vectors(struct ggl *s)
{
  const sunindextype n = s->fl->pb.n, m = s->fl->pb.m;

  s->y    = N_VNew_Serial(2 * (n + m), s->ctx);
  s->yp   = s->y ? N_VClone(s->y) : NULL;
  s->id   = s->y ? N_VClone(s->y) : NULL;
  s->atol = s->y ? N_VClone(s->y) : NULL;
  s->q    = N_VMake_Serial(n, NULL, s->ctx);
  s->v    = N_VMake_Serial(n, NULL, s->ctx);
  s->f    = N_VMake_Serial(n, NULL, s->ctx);
  s->g    = N_VMake_Serial(m, NULL, s->ctx);
  if (!s->yp || !s->id || !s->atol || !s->q || !s->v || !s->f || !s->g)
  {
    return 1;
  }
  N_VConst(0.0, s->yp);
  return flexible_scatter_new(&s->jac, 2 * (n + m), 64 * s->fl->bars);
}

static int create_ida(struct ggl *s, const struct ida_flex_options *opt)
{
  if (create_vectors(s) || set_start(s)) { return 1; }
  set_weights(s, opt);
  if (fill_jacobian(s, N_VGetArrayPointer(s->y), 1.0)) { return 1; }
  s->J   = SUNMatClone(s->jac.A);
  s->ida = IDACreate(s->ctx);
  if (s->J == NULL || s->ida == NULL) { return 1; }
  s->LS   = SUNLinSol_KLU(s->y, s->J, s->ctx);
  int ret = s->LS == NULL || SUNLinSol_KLUSetOrdering(s->LS, KLU_AMD);
  if (!ret) { ret = IDAInit(s->ida, residual, s->fl->pb.t0, s->y, s->yp); }
  if (!ret) { ret = IDASVtolerances(s->ida, opt->rtol, s->atol); }
  if (!ret) { ret = IDASetLinearSolver(s->ida, s->LS, s->J); }
  if (!ret) { ret = IDASetJacFn(s->ida, jacobian); }
  if (!ret) { ret = IDASetUserData(s->ida, s); }
  if (!ret) { ret = IDASetId(s->ida, s->id); }
  if (!ret) { ret = IDASetSuppressAlg(s->ida, SUNTRUE); }
  if (!ret) { ret = IDASetMaxOrd(s->ida, opt->max_order); }
  if (!ret) { ret = IDASetMaxNumSteps(s->ida, -1); }
  return ret != 0;
}

static void free_ggl(struct ggl *s)
{
  N_Vector all[] = {s->q, s->v, s->f, s->g, s->y, s->yp, s->id, s->atol};

  IDAFree(&s->ida);
  SUNLinSolFree(s->LS);
  SUNMatDestroy(s->J);
  flexible_scatter_free(&s->jac);
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    N_VDestroy(all[i]);
  }
}

static void read_stats(void *ida, struct ida_flex_stats *stats)
{
  IDAGetNumSteps(ida, &stats->steps);
  IDAGetNumResEvals(ida, &stats->residuals);
  IDAGetNumJacEvals(ida, &stats->jacobians);
  IDAGetNumLinSolvSetups(ida, &stats->setups);
  IDAGetNumNonlinSolvIters(ida, &stats->solves);
  IDAGetNumErrTestFails(ida, &stats->error_fails);
}

int ida_flex_run(struct flexible *fl, SUNContext ctx,
                 const struct ida_flex_options *opt,
                 struct flexible_track *track, struct ida_flex_stats *stats)
{
  struct ggl s = {.fl = fl, .ctx = ctx};
  int ret      = create_ida(&s, opt);

  for (int out = 0; !ret && out < track->nout; out++)
  {
    sunrealtype t;

    ret = IDASolve(s.ida, flexible_track_time(track, out), &t, s.y, s.yp,
                   IDA_NORMAL);
    flexible_track_keep(track, out, N_VGetArrayPointer(s.y),
                        N_VGetArrayPointer(s.y) + fl->pb.n);
  }
  if (s.ida != NULL && stats != NULL) { read_stats(s.ida, stats); }
  free_ggl(&s);
  return ret;
}
