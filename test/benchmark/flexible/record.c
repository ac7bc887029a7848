/* One integration step by step, for the pictures of the flexible slider-crank. */
#include "flexible_demo.h"

#include "support/check/sundials_compat.h"
#include "support/run/first_order.h"

#include <ida/ida.h>

#define MOMENTS 6

struct record
{
  const struct problem *pb;
  FILE *steps, *motion;
  SUNMatrix G;
  N_Vector q, v, g; /* views of the solution; |g| */
  int moment;       /* next one of the motion */
};

/* Largest |g| and |G v| of the present q and v. */
static int constraint_norms(struct record *r, double t, double norms[2])
{
  const struct problem *pb = r->pb;
  int ret                  = pb->g(t, r->q, r->g, pb->data);

  norms[0] = N_VMaxNorm(r->g);
  if (!ret) { ret = pb->G(t, r->q, r->G, pb->data); }
  if (!ret) { ret = SUNMatMatvec(r->G, r->v, r->g); }
  norms[1] = N_VMaxNorm(r->g);
  return ret;
}

/* Centres of the bars and how far they are from the straight line between the first bar
 * of the rod, 1, and its last, in a block of their own. */
static void write_motion(struct record *r, double t, const sunrealtype *q)
{
  const sunindextype bars  = r->pb->n / 3;
  const sunrealtype *start = q + 3, *end = q + 3 * (bars - 1);
  const double dx = end[0] - start[0], dy = end[1] - start[1];

  if (r->motion == NULL || t < 0.4 + 0.1 * r->moment || r->moment >= MOMENTS)
  {
    return;
  }
  r->moment++;
  for (sunindextype b = 0; b < bars; b++)
  {
    const double x = q[3 * b] - start[0], y = q[3 * b + 1] - start[1];
    const double away = (dx * y - dy * x) / (dx * dx + dy * dy);
    fprintf(r->motion, "%.3f %.6f %.6f %.3e %.3e\n", t, q[3 * b], q[3 * b + 1],
            -away * dy, away * dx);
  }
  fprintf(r->motion, "\n\n");
}

static int write_step(struct record *r, double t, double h, int order,
                      sunrealtype *q, sunrealtype *v)
{
  double norms[2];

  N_VSetArrayPointer(q, r->q);
  N_VSetArrayPointer(v, r->v);
  if (constraint_norms(r, t, norms)) { return -1; }
  fprintf(r->steps, "%.8f %.4e %d %.3e %.3e\n", t, h, order, norms[0],
          norms[1]);
  write_motion(r, t, q);
  return 0;
}

static int by_galpha(struct record *r, const struct bench_solver *solver,
                     sunrealtype rtol, sunrealtype tend, SUNContext ctx)
{
  struct problem_state s = {.t = 0.0};
  sunrealtype h;
  int order, ret = problem_state_new(&s, r->pb, ctx);
  void *mem = problem_create(r->pb, ctx, PROBLEM_SPARSE);

  if (!ret) { ret = mem == NULL; }
  if (!ret) { ret = GALPHASetFormulation(mem, solver->form); }
  if (!ret) { ret = GALPHASStolerances(mem, rtol, rtol); }
  if (!ret && solver->position_only)
  {
    ret = GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS);
  }
  if (!ret) { ret = GALPHASetErrFile(mem, NULL); }
  if (!ret) { ret = GALPHASetStopTime(mem, tend); }
  while (ret == 0 && s.t < tend)
  {
    ret = GALPHASolve(mem, tend, &s.t, s.q, s.v, GALPHA_ONE_STEP);
    if (ret < 0) { break; }
    GALPHAGetLastStep(mem, &h);
    GALPHAGetLastOrder(mem, &order);
    ret = write_step(r, s.t, h, order, N_VGetArrayPointer(s.q),
                     N_VGetArrayPointer(s.v));
  }
  GALPHAFree(&mem);
  return ret;
}

static int by_ida(struct record *r, const struct mechanism *mech,
                  const struct bench_solver *solver, sunrealtype rtol,
                  sunrealtype tend, SUNContext ctx)
{
  struct first_order_run w = {.y = NULL};
  void *mem                = IDACreate(ctx);
  sunrealtype t            = 0.0, h;
  int order, ret = mem == NULL;

  if (!ret)
  {
    ret = first_order_run_new(&w, mech, (enum first_order_form)solver->form,
                              rtol, !solver->position_only, ctx);
  }
  if (!ret) { ret = first_order_set_ida(mem, &w); }
  if (!ret) { ret = IDASetSuppressAlg(mem, SUNTRUE); }
  if (!ret) { ret = IDASetMaxOrd(mem, solver->order); }
  if (!ret) { ret = IDASetStopTime(mem, tend); }
  while (ret == 0 && t < tend)
  {
    ret = IDASolve(mem, tend, &t, w.y, w.yp, IDA_ONE_STEP);
    if (ret < 0) { break; }
    IDAGetLastStep(mem, &h);
    IDAGetLastOrder(mem, &order);
    ret = write_step(r, t, h, order, N_VGetArrayPointer(w.y),
                     N_VGetArrayPointer(w.y) + w.s.n);
  }
  IDAFree(&mem);
  return ret;
}

static int open_record(struct record *r, const struct problem *pb,
                       const char *name, SUNContext ctx)
{
  char file[64];

  snprintf(file, sizeof file, "steps_%s.dat", name);
  r->pb     = pb;
  r->moment = 0;
  r->steps  = fopen(file, "w");
  r->motion = name[0] == 'g' ? fopen("motion.dat", "w") : NULL;
  r->q      = N_VMake_Serial(pb->n, NULL, ctx);
  r->v      = N_VMake_Serial(pb->n, NULL, ctx);
  r->g      = N_VNew_Serial(pb->m, ctx);
  r->G      = SUNSparseMatrix(pb->m, pb->n, pb->n, CSC_MAT, ctx);
  return r->steps == NULL || r->q == NULL || r->v == NULL || r->g == NULL ||
         r->G == NULL;
}

static int close_record(struct record *r)
{
  int ret = r->steps == NULL || fclose(r->steps) != 0;

  if (r->motion != NULL && fclose(r->motion) != 0) { ret = 1; }
  N_VDestroy(r->q);
  N_VDestroy(r->v);
  N_VDestroy(r->g);
  SUNMatDestroy(r->G);
  return ret;
}

int demo_record(const struct bench_model *model,
                const struct bench_solver *solver, sunrealtype rtol,
                const char *name)
{
  SUNContext ctx        = galpha_test_context();
  struct mechanism mech = model->make((sunindextype)model->N);
  struct record r;
  int ret =
    ctx == NULL || mech.pb == NULL || open_record(&r, mech.pb, name, ctx);

  if (!ret)
  {
    ret = solver->kind == BENCH_IDA
            ? by_ida(&r, &mech, solver, rtol, model->tend, ctx)
            : by_galpha(&r, solver, rtol, model->tend, ctx);
    ret = close_record(&r) || ret < 0;
  }
  SUNContext_Free(&ctx);
  if (ret) { printf("%s cannot be recorded\n", name); }
  return ret;
}
