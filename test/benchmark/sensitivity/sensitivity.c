/* Steps, iterations, matrices and errors of some hundred short runs, a line each: what a
 * change of a tuned constant does to them is the measurement of sensitivity.sh.
 *
 *     benchmark_sensitivity reference   ends of the runs at tight tolerances, to a file
 *     benchmark_sensitivity             the runs, against that file
 */
#include <stdio.h>

#include "support/check/sundials_compat.h"
#include "support/lowering/first_order.h"
#include "support/models/ball.h"
#include "support/models/combined_rows.h"
#include "support/models/controlled.h"
#include "support/models/friction.h"
#include "support/models/planar/planar.h"
#include "support/models/reference.h"
#include "support/models/rest.h"
#include "support/run/first_order.h"
#include "support/run/subject.h"

#define ENDS    "sensitivity_ends.bin"
#define TIGHT   1e-8
#define MOST    400  /* numbers of an end */
#define LONGEST 8000 /* steps of a run */

#define COUNT(x) (sizeof(x) / sizeof *(x))

/* q and v where a run ends. */
struct end
{
  int count;
  sunrealtype x[MOST];
};

struct bench
{
  SUNContext ctx;
  FILE *ends;
  int making; /* the ends at tight tolerances */
  enum problem_storage storage;
};

static void keep(struct end *e, N_Vector x)
{
  const sunindextype n = x ? N_VGetLength(x) : 0;
  for (sunindextype i = 0; i < n && e->count < MOST; i++)
  {
    e->x[e->count++] = N_VGetArrayPointer(x)[i];
  }
}

static sunrealtype apart(const struct end *a, const struct end *b)
{
  sunrealtype sum = 0.0, size = 1e-300;
  for (int i = 0; i < a->count && i < b->count; i++)
  {
    sum += (a->x[i] - b->x[i]) * (a->x[i] - b->x[i]);
    size += b->x[i] * b->x[i];
  }
  return a->count == b->count ? sqrt(sum / size) : HUGE_VAL;
}

static void print_run(void *mem, const char *name, const char *form,
                      sunrealtype rtol, int ret, sunrealtype error)
{
  long int steps = 0, iters = 0, setups = 0;
  GALPHAGetNumSteps(mem, &steps);
  GALPHAGetNumNonlinSolvIters(mem, &iters);
  GALPHAGetNumLinSolvSetups(mem, &setups);
  printf("%s/%s/%.0e,%d,%ld,%ld,%ld,%.3e\n", name, form, rtol,
         ret < 0 ? ret : 0, steps, iters, setups, error);
}

/* The end is written, or the run is compared with what was. */
static void conclude(const struct bench *b, void *mem, const char *name,
                     const char *form, sunrealtype rtol, int ret,
                     const struct end *end, const struct end *right)
{
  if (b->making) { fwrite(end, sizeof *end, 1, b->ends); }
  else { print_run(mem, name, form, rtol, ret, apart(end, right)); }
}

struct form
{
  const char *name;
  int formulation, lowered;
};

static void run_subject(const struct bench *b, const struct problem *pb,
                        sunrealtype t1, const struct form *form,
                        sunrealtype rtol, sunrealtype h,
                        const struct end *right)
{
  struct subject s;
  struct end end = {0};
  const struct subject what =
    SUBJECT(.mech = pb, .formulation = form->formulation,
            .lowered = form->lowered, .storage = b->storage, .rho = 0.6,
            .correct = GALPHA_CORRECT_VELOCITIES, .tol = rtol, .atol = rtol);
  int ret = subject_begin(&s, &what, b->ctx);
  if (!ret) { ret = GALPHASetErrFile(s.mem, NULL); }
  if (!ret) { ret = GALPHASetMaxNumSteps(s.mem, b->making ? -1 : LONGEST); }
  if (!ret) { ret = subject_to(&s, t1, h); }
  keep(&end, subject_vector(&s, SUBJECT_Q));
  keep(&end, subject_vector(&s, SUBJECT_V));
  conclude(b, s.mem, pb->name, h > 0.0 ? "fixed" : form->name, rtol, ret, &end,
           right);
}

/* All forms that a problem has. */
static void run_problem(const struct bench *b, const struct problem *pb,
                        sunrealtype t1)
{
  static const struct form forms[] = {
    {"SOI2", GALPHA_SOI2, 0}, {"index3", GALPHA_INDEX3, 0}, {"F2", 0, 1}};
  static const sunrealtype rtol[] = {1e-3, 1e-5};
  struct end right                = {0};
  if (b->making)
  {
    run_subject(b, pb, t1, &forms[0], TIGHT, 0.0, NULL);
    return;
  }
  if (fread(&right, sizeof right, 1, b->ends) != 1) { return; }
  for (size_t i = 0; i < COUNT(forms); i++)
  {
    if (forms[i].formulation == GALPHA_INDEX3 && (pb->p || !pb->m))
    {
      continue;
    }
    if (forms[i].lowered && (pb->ns || pb->general || b->storage)) { continue; }
    for (size_t k = 0; k < COUNT(rtol); k++)
    {
      run_subject(b, pb, t1, &forms[i], rtol[k], 0.0, &right);
    }
  }
  run_subject(b, pb, t1, &forms[0], 1e-6, t1 / 200.0, &right);
}

static void run_random(const struct bench *b)
{
  for (int seed = 8; seed <= 23; seed++)
  {
    struct planar p;
    char name[20];
    if (planar_random(&p, seed)) { continue; }
    struct problem pb = planar_problem(&p);
    snprintf(name, sizeof name, "random%d", seed);
    pb.name = name;
    run_problem(b, &pb, 1.0);
  }
}

static void run_references(const struct bench *b)
{
  struct ref_heavy_top regular = {1.0};
  struct ref_slider_crank data = {1.0};
  const struct problem andrews = ref_andrews(), car = ref_caraxis(0),
                       chain = ref_fourbar(), top = ref_heavy_top(&regular),
                       cash  = ref_pendulum(REF_PENDULUM_CASH),
                       crank = ref_slider_crank(&data), skate = ref_skate(),
                       sleigh = ref_sleigh(), disk = ref_rolling(),
                       belt = ref_belt(0);
  run_problem(b, &andrews, 0.03);
  run_problem(b, &car, 3.0);
  run_problem(b, &chain, 1.0);
  run_problem(b, &top, 0.2);
  run_problem(b, &cash, 10.0);
  run_problem(b, &crank, 2.0);
  run_problem(b, &skate, 3.0);
  run_problem(b, &sleigh, 2.0);
  run_problem(b, &disk, 3.0);
  run_problem(b, &belt, 0.7);
  run_problem(b, &controlled_pendulum, 1.0);
  run_problem(b, &controlled_skate, 1.0);
}

static void run_dissipative(const struct bench *b)
{
  struct rest rest     = {.c = 0.1, .tilt = 0.9},
              hung     = {.c = 0.1, .drive = 0.1, .period = 100.0};
  struct friction soft = {.vs = 1e-2, .mu = 1.0, .load = 0.5, .angle = 0.3};
  struct friction hard = {.vs = 1e-5, .mu = 1.0, .load = 0.5, .angle = 0.3};
  rest_string(&rest, 1);
  rest_string(&hung, 4);
  rest.pb.name = "string at rest";
  hung.pb.name = "hanging string";
  run_problem(b, &rest.pb, 1000.0);
  run_problem(b, &hung.pb, 200.0);
  struct problem block = friction_block(&soft), slope = friction_slope(&hard);
  run_problem(b, &block, 2.0);
  run_problem(b, &slope, 2.0);
}

struct spring
{
  sunrealtype k;
};

FORCE(ball_force)
{
  const struct spring *s = data;
  f[0]                   = (q[0] < 0.0 ? -s->k * q[0] : 0.0) - BALL_GRAVITY;
}

static void run_contacts(const struct bench *b)
{
  static const sunrealtype k[] = {1e4, 1e7, 1e9};
  for (size_t i = 0; i < COUNT(k); i++)
  {
    char name[20];
    struct spring s         = {k[i]};
    const struct problem pb = PROBLEM(.name = name, .n = 1, .q0 = VALUES(1.0),
                                      .force = ball_force, .data = &s);
    snprintf(name, sizeof name, "ball%.0e", k[i]);
    run_problem(b, &pb, 1.0);
  }
}

static void run_first_order(const struct bench *b, const struct mechanism *mech,
                            enum first_order_form form, sunrealtype t1,
                            sunrealtype rtol, const struct end *right)
{
  static const char *const names[] = {"GGL", "index1", "index3"};
  struct first_order_run w;
  struct end end = {0};
  sunrealtype t;
  void *mem = GALPHACreate(b->ctx);
  memset(&w, 0, sizeof w);
  int ret = first_order_run_new(&w, mech, form, rtol, 1, b->ctx);
  if (!ret) { ret = first_order_set_galpha(mem, &w); }
  if (!ret) { ret = GALPHASetErrFile(mem, NULL); }
  if (!ret) { ret = GALPHASetMaxNumSteps(mem, LONGEST); }
  if (!ret) { ret = GALPHASetStopTime(mem, t1); }
  if (!ret) { ret = GALPHASolve(mem, t1, &t, w.y, w.yp, GALPHA_NORMAL); }
  end.count = (int)fmin((sunrealtype)MOST, 2.0 * (sunrealtype)mech->pb->n);
  if (w.y)
  {
    memcpy(end.x, N_VGetArrayPointer(w.y), (size_t)end.count * sizeof *end.x);
  }
  print_run(mem, mech->pb->name, names[form], rtol, ret, apart(&end, right));
  GALPHAFree(&mem);
}

static void run_mechanism(const struct bench *b, struct mechanism mech,
                          const char *name, sunrealtype t1)
{
  struct end right = {0};
  const long at    = ftell(b->ends);
  mech.pb->name    = name;
  run_problem(b, mech.pb, t1);
  const int got = !b->making && !fseek(b->ends, at, SEEK_SET) &&
                  fread(&right, sizeof right, 1, b->ends) == 1;
  for (int k = 0; got && k < 4; k++)
  {
    run_first_order(b, &mech, k / 2 ? FIRST_ORDER_INDEX1 : FIRST_ORDER_GGL, t1,
                    k % 2 ? 1e-5 : 1e-3, &right);
  }
}

static void run_flexible(struct bench *b)
{
  b->storage = PROBLEM_SPARSE;
  run_mechanism(b, mechanism_chain(10, 0.1, 1e-3), "cable", 1.0);
  run_mechanism(b, mechanism_slider_crank(10, 100.0, 1e-4, 10.0), "crank", 0.5);
  run_mechanism(b, mechanism_slider_crank(10, 1000.0, 0.0, 10.0), "undamped",
                0.03);
  run_mechanism(b, mechanism_fourbar(3, 0.5), "linkage", 1.0);
  run_mechanism(b, mechanism_lattice(6, 2, 1e5, 1e-5, 10.0), "lattice", 0.3);
  b->storage = PROBLEM_DENSE;
}

int main(int argc, char **argv)
{
  struct bench b = {.making = argc > 1 && !strcmp(argv[1], "reference")};
  b.ends         = fopen(ENDS, b.making ? "wb" : "rb");
  if (!b.ends) { return 1; }
  b.ctx = galpha_test_context();
  run_references(&b);
  run_dissipative(&b);
  run_contacts(&b);
  run_flexible(&b);
  run_random(&b);
  SUNContext_Free(&b.ctx);
  return fclose(b.ends) != 0;
}
