/* Small mechanisms, dense matrices: GALPHA by default and on the form of IDA against IDA,
 * at equal error of q. Both get F(t,y,y') of Gear, Gupta and Leimkuhler without a Jacobian,
 * IDA at its default order, q and v tested. Prints the ratios of times and, at each
 * tolerance, the runs. */
#include "contest.h"

#include "support/lowering/residual.h"
#include "support/models/flexible/cost.h"
#include "support/models/reference.h"
#include "support/run/keep.h"

#include <ida/ida.h>
#include <sunlinsol/sunlinsol_dense.h>

#define OUTPUTS    10
#define MOST       32
#define TOLERANCES 18
#define TURNS      5
#define TURN_TIME  0.02  /* seconds: shorter runs are repeated for so long */
#define REFERENCE  1e-12 /* IDA's first try, then ten times that */
#define SECOND     1e-11 /* of GALPHA, to judge it */

struct small_model
{
  struct problem pb;
  sunrealtype duration;
};

struct motion
{
  sunrealtype q[OUTPUTS][MOST];
  long steps;
};

static sunrealtype time_of(const struct small_model *model, int output)
{
  return model->pb.t0 + model->duration * (output + 1) / OUTPUTS;
}

static void keep_q(const struct small_model *model, N_Vector y, sunrealtype *q)
{
  memcpy(q, N_VGetArrayPointer(y), (size_t)model->pb.n * sizeof *q);
}

/* The first-order form, its start and tolerances; the multipliers do not count. */
struct form
{
  struct residual_mech mech;
  N_Vector y, yp, id, atol;
  SUNMatrix J;
  SUNLinearSolver LS;
};

static int form_new(struct form *f, const struct small_model *model,
                    sunrealtype rtol, SUNContext ctx)
{
  if (residual_ggl_new(&f->mech, &model->pb, ctx)) { return 1; }
  const struct residual_problem *pb = &f->mech.pb;
  f->y                              = KEEP(N_VNew_Serial(pb->n, ctx));
  f->yp                             = KEEP(N_VNew_Serial(pb->n, ctx));
  f->id                             = KEEP(N_VNew_Serial(pb->n, ctx));
  f->atol                           = KEEP(N_VNew_Serial(pb->n, ctx));
  f->J                              = KEEP(SUNDenseMatrix(pb->n, pb->n, ctx));
  f->LS                             = KEEP(SUNLinSol_Dense(f->y, f->J, ctx));
  N_VConst(0.0, f->y);
  N_VConst(0.0, f->yp);
  residual_start(pb, N_VGetArrayPointer(f->y), N_VGetArrayPointer(f->yp), NULL);
  for (sunindextype i = 0; i < pb->n; i++)
  {
    N_VGetArrayPointer(f->id)[i]   = pb->order[i] > 0.0;
    N_VGetArrayPointer(f->atol)[i] = pb->order[i] > 0.0 ? rtol : 1e3;
  }
  return 0;
}

#define RUN_ON_FORM(PREFIX, name)                                              \
  static int name##_on_form(const struct small_model *model, sunrealtype rtol, \
                            SUNContext ctx, struct motion *out)                \
  {                                                                            \
    struct form f;                                                             \
    sunrealtype t = model->pb.t0;                                              \
    int ret       = form_new(&f, model, rtol, ctx);                            \
    void *mem     = PREFIX##Create(ctx);                                       \
    if (!ret) { ret = PREFIX##Init(mem, f.mech.pb.res1, t, f.y, f.yp); }       \
    if (!ret) { ret = PREFIX##SVtolerances(mem, rtol, f.atol); }               \
    if (!ret) { ret = PREFIX##SetLinearSolver(mem, f.LS, f.J); }               \
    if (!ret) { ret = PREFIX##SetUserData(mem, f.mech.pb.data); }              \
    if (!ret) { ret = PREFIX##SetId(mem, f.id); }                              \
    if (!ret) { ret = PREFIX##SetSuppressAlg(mem, SUNTRUE); }                  \
    if (!ret) { ret = PREFIX##SetMaxNumSteps(mem, -1); }                       \
    for (int i = 0; ret >= 0 && i < OUTPUTS; i++)                              \
    {                                                                          \
      ret =                                                                    \
        PREFIX##Solve(mem, time_of(model, i), &t, f.y, f.yp, PREFIX##_NORMAL); \
      keep_q(model, f.y, out->q[i]);                                           \
    }                                                                          \
    PREFIX##GetNumSteps(mem, &out->steps);                                     \
    PREFIX##Free(&mem);                                                        \
    keep_free();                                                               \
    return ret;                                                                \
  }
RUN_ON_FORM(IDA, ida)
RUN_ON_FORM(GALPHA, galpha)

static int mechanical(const struct small_model *model, int formulation,
                      sunrealtype rtol, SUNContext ctx, struct motion *out)
{
  void *mem  = problem_create(&model->pb, ctx, PROBLEM_DENSE);
  N_Vector q = N_VNew_Serial(model->pb.n, ctx), v = N_VClone(q);
  sunrealtype t = model->pb.t0;
  int ret       = GALPHASetFormulation(mem, formulation);
  if (!ret) { ret = GALPHASStolerances(mem, rtol, rtol); }
  if (!ret) { ret = GALPHASetMaxNumSteps(mem, -1); }
  for (int i = 0; ret >= 0 && i < OUTPUTS; i++)
  {
    ret = GALPHASolve(mem, time_of(model, i), &t, q, v, GALPHA_NORMAL);
    keep_q(model, q, out->q[i]);
  }
  GALPHAGetNumSteps(mem, &out->steps);
  GALPHAFree(&mem);
  N_VDestroy(q);
  N_VDestroy(v);
  return ret;
}

static int soi2(const struct small_model *model, sunrealtype rtol,
                SUNContext ctx, struct motion *out)
{
  return mechanical(model, GALPHA_SOI2, rtol, ctx, out);
}

static int index3(const struct small_model *model, sunrealtype rtol,
                  SUNContext ctx, struct motion *out)
{
  return mechanical(model, GALPHA_INDEX3, rtol, ctx, out);
}

static const struct way
{
  const char *name;
  int (*run)(const struct small_model *model, sunrealtype rtol, SUNContext ctx,
             struct motion *out);
} ways[] = {{"IDA", ida_on_form},
            {"first-order form", galpha_on_form},
            {"SOI2", soi2},
            {"index 3", index3}};
#define WAYS ((int)(sizeof ways / sizeof *ways))

static sunrealtype distance(const struct small_model *model,
                            const struct motion *a, const struct motion *b)
{
  sunrealtype worst = 0.0;
  for (int i = 0; i < OUTPUTS; i++)
  {
    sunrealtype size = 0.0;
    for (int k = 0; k < model->pb.n; k++) { size += pow(b->q[i][k], 2.0); }
    worst =
      fmax(worst, problem_dist(a->q[i], b->q[i], model->pb.n) / sqrt(size));
  }
  return worst;
}

/* One turn of a way at a tolerance: adds its time to those of the point. */
static void take_turn(const struct small_model *model, const struct way *way,
                      const struct motion *reference, SUNContext ctx,
                      struct contest_point *p)
{
  struct motion out;
  const double start = cost_clock();
  double seconds     = 0.0;
  int runs           = 0;
  do {
    p->res.failed |= way->run(model, p->rtol, ctx, &out) < 0;
    seconds = cost_clock() - start;
    runs++;
  } while (!p->res.failed && seconds < TURN_TIME);
  p->res.err_q =
    p->res.failed ? nan("") : (double)distance(model, &out, reference);
  p->res.steps = out.steps;
  contest_add_time(p, seconds / runs);
}

static void print_runs(const struct contest_sweep *sweep)
{
  for (int k = 0; k < TOLERANCES; k++)
  {
    printf("  rtol %.1e:", (double)sweep[0].point[k].rtol);
    for (int w = 0; w < WAYS; w++)
    {
      const struct bench_result *r = &sweep[w].point[k].res;
      printf("  %s %ld %.1e %.2f ms", ways[w].name, r->steps, r->err_q,
             1e3 * r->seconds);
    }
    printf("\n");
  }
}

static void print_ratios(const struct contest_sweep *sweep)
{
  for (int w = 1; w < WAYS; w++)
  {
    printf("| %s |", ways[w].name);
    for (double e = 1e-2; e > 0.9e-7; e *= 0.1)
    {
      printf(" %.2f", contest_time(&sweep[0], e) / contest_time(&sweep[w], e));
    }
    printf(" |\n");
  }
}

static void compare(const struct small_model *model, SUNContext ctx)
{
  struct contest_sweep sweep[WAYS] = {{.len = 0}};
  struct motion reference, other;
  sunrealtype tight = REFERENCE;
  while (ida_on_form(model, tight, ctx, &reference) < 0) { tight *= 10.0; }
  soi2(model, SECOND, ctx, &other);
  printf("%s, n = %ld, m = %ld; reference: IDA at %.0e, SOI2 at %.0e differs "
         "by %.1e\n",
         model->pb.name, (long)model->pb.n, (long)model->pb.m, (double)tight,
         SECOND, (double)distance(model, &other, &reference));
  for (int turn = 0; turn < TURNS; turn++)
  {
    for (int k = 0; k < TOLERANCES; k++)
    {
      for (int w = 0; w < WAYS; w++)
      {
        sweep[w].len           = TOLERANCES;
        sweep[w].point[k].rtol = pow(10.0, -1.5 - 0.5 * k);
        take_turn(model, &ways[w], &reference, ctx, &sweep[w].point[k]);
      }
    }
  }
  print_runs(sweep);
  print_ratios(sweep);
}

int main(void)
{
  SUNContext ctx                    = galpha_test_context();
  struct ref_slider_crank slider    = {1.0};
  const struct small_model models[] = {
    {ref_pendulum(REF_PENDULUM_IFTOMM), 10.0},
    {ref_andrews(), 0.03},
    {ref_slider_crank(&slider), 10.0},
    {ref_fourbar(), 2.0}};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++)
  {
    compare(&models[i], ctx);
  }
  SUNContext_Free(&ctx);
  return 0;
}
