/* The residual form on OpenMP and Pthreads vectors: on one thread bit for bit
 * what serial vectors give, on two what round-off makes of it; orders 2, 1 and
 * 0 with and without a constraint, dense and Krylov solvers, and orders found
 * from F. */
#include <stdbool.h>

#ifdef GALPHA_TEST_HAVE_NVECOPENMP
#include <nvector/nvector_openmp.h>
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
#include <nvector/nvector_pthreads.h>
#endif

#include "support/models/callbacks.h"
#include "support/models/mechatronic.h"
#include "support/test.h"

/* Threads at every operation take their time. */
#define ONE 0.2  /* end time on one thread */
#define TWO 0.01 /* on two */

typedef N_Vector (*make_fn)(sunindextype n, int threads, SUNContext ctx);

static N_Vector serial(sunindextype n, int threads, SUNContext ctx)
{
  return N_VNew_Serial(n, ctx);
}

/* x' = -x + z, w' = -2 w, 0 = z - sin(w): a component of order 0 among states.
 * */
RESIDUAL1(states)
{
  r[0] = yp[0] + y[0] - y[1];
  r[1] = y[1] - sin(y[2]);
  r[2] = yp[2] + 2.0 * y[2];
}

RESIDUAL_START(start_states)
{
  y[0]  = 1.0;
  y[1]  = sin(0.5);
  y[2]  = 0.5;
  yp[0] = y[1] - 1.0;
  yp[2] = -1.0;
}

static const struct residual_problem states_problem = {
  .name = "states", .n = 3, .res1 = states, .start = start_states};

enum scene
{
  MODEL,
  MODEL_KRYLOV,
  CONSTRAINED,
  STATES, /* orders not given */
  SCENES
};

static N_Vector filled(make_fn make, int threads, SUNContext ctx,
                       const sunrealtype *from, sunindextype n)
{
  N_Vector x = make(n, threads, ctx);
  memcpy(N_VGetArrayPointer(x), from, (size_t)n * sizeof *from);
  return x;
}

/* residual_begin on vectors of this kind. */
static int begin(struct residual_run *run, const struct residual_problem *pb,
                 SUNContext ctx, make_fn make, int threads)
{
  sunrealtype y[3][RESIDUAL_MODEL_SIZE] = {{0.0}};
  pb->start(y[0], y[1], y[2], pb->data);
  *run     = (struct residual_run){.pb = pb, .ctx = ctx, .t = pb->t0};
  run->mem = GALPHACreate(ctx);
  run->y   = filled(make, threads, ctx, y[0], pb->n);
  run->yp  = filled(make, threads, ctx, y[1], pb->n);
  run->ypp = filled(make, threads, ctx, y[2], pb->n);
  int ret  = pb->res2 ? GALPHAInit2(run->mem, pb->res2, pb->t0, run->y, run->yp,
                                    run->ypp)
                      : GALPHAInit(run->mem, pb->res1, pb->t0, run->y, run->yp);
  if (!ret && pb->order)
  {
    N_Vector order = filled(make, threads, ctx, pb->order, pb->n);
    ret            = GALPHASetDiffOrder(run->mem, order);
    N_VDestroy(order);
  }
  return ret ? ret : GALPHASetUserData(run->mem, pb->data);
}

struct result
{
  sunrealtype y[RESIDUAL_MODEL_SIZE], yp[RESIDUAL_MODEL_SIZE],
    ypp[RESIDUAL_MODEL_SIZE];
  long int steps, residuals;
};

/* To t1, in fixed steps h or (0) with error control. */
static void integrate(SUNContext ctx, enum scene scene, make_fn make,
                      int threads, sunrealtype h, sunrealtype t1,
                      struct result *out)
{
  struct residual_model m;
  struct residual_run run;
  residual_model_new(&m, scene == CONSTRAINED, NULL);
  const struct residual_problem *pb = scene == STATES ? &states_problem : &m.pb;
  const size_t size                 = (size_t)pb->n * sizeof(sunrealtype);
  int ret                           = begin(&run, pb, ctx, make, threads);
  if (!ret) { ret = GALPHASStolerances(run.mem, 1e-6, 1e-8); }
  if (!ret) { ret = GALPHASetFixedStep(run.mem, h); }
  if (!ret && scene == MODEL_KRYLOV)
  {
    ret = residual_use_krylov(&run, RESIDUAL_SPGMR, 20, 0);
  }
  if (!ret) { ret = residual_to(&run, t1); }
  CHECK(ret == 0);
  memset(out, 0, sizeof *out);
  memcpy(out->y, residual_y(&run), size);
  memcpy(out->yp, residual_yp(&run), size);
  if (pb->res2) { memcpy(out->ypp, residual_ypp(&run), size); }
  CHECK(!GALPHAGetNumSteps(run.mem, &out->steps));
  CHECK(!GALPHAGetNumResEvals(run.mem, &out->residuals));
  residual_end(&run);
}

/* y = (x, sin w, w): w = e^(-2 t)/2, and x by its integral. */
static void check_states(const struct result *r)
{
  const int n   = 200;
  sunrealtype x = 0.0;
  for (int i = 0; i <= n; i++)
  {
    const sunrealtype s = (sunrealtype)i / n;
    const sunrealtype c = i == 0 || i == n ? 1.0 : (i % 2 ? 4.0 : 2.0);
    x += c / (3.0 * n) * exp(s - 1.0) * sin(0.5 * exp(-2.0 * s));
  }
  CHECK_REL(r->y[0], exp(-1.0) + x, 1e-4);
  CHECK_REL(r->y[1], sin(0.5 * exp(-2.0)), 1e-4);
  CHECK_REL(r->y[2], 0.5 * exp(-2.0), 1e-4);
}

#if defined GALPHA_TEST_HAVE_NVECOPENMP || defined GALPHA_TEST_HAVE_NVECPTHREADS
static const char *const scene_name[SCENES] = {"outputs", "outputs, Krylov",
                                               "constrained", "orders found"};

static sunrealtype distance(const struct result *a, const struct result *b)
{
  sunrealtype worst = 0.0;
  for (int i = 0; i < RESIDUAL_MODEL_SIZE; i++)
  {
    const sunrealtype d =
      fmax(fabs(a->y[i] - b->y[i]), fabs(a->yp[i] - b->yp[i]));
    if (!(d <= worst)) { worst = d; }
  }
  return worst;
}

static void check_kind(const char *name, SUNContext ctx, make_fn make)
{
  for (int k = 0; k < SCENES; k++)
  {
    const enum scene scene = (enum scene)k;
    const bool fixed       = scene == CONSTRAINED || scene == MODEL_KRYLOV;
    const sunrealtype h    = fixed ? 0.01 : 0.0;
    struct result ref, other;
    integrate(ctx, scene, serial, 1, h, ONE, &ref);
    integrate(ctx, scene, make, 1, h, ONE, &other);
    CHECK(memcmp(&ref, &other, sizeof ref) == 0);
    printf("%-8s %-16s %ld steps", name, scene_name[k], ref.steps);
    integrate(ctx, scene, serial, 1, 0.01, TWO, &ref);
    integrate(ctx, scene, make, 2, 0.01, TWO, &other);
    CHECK(distance(&ref, &other) <= 1e-9);
    printf(", two threads differ by %.1e\n", distance(&ref, &other));
  }
}
#endif

TEST_MAIN(ctx)
{
  struct result r;
  integrate(ctx, STATES, serial, 1, 0.0, 1.0, &r);
  check_states(&r);
#ifdef GALPHA_TEST_HAVE_NVECOPENMP
  check_kind("OpenMP", ctx, N_VNew_OpenMP);
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
  check_kind("Pthreads", ctx, N_VNew_Pthreads);
#endif
}
