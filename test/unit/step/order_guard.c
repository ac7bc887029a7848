/* The guard that keeps vibrations at order 2. */
#include <ida/ida.h>

#include "api/integrator.h"
#include "base/tuning.h"
#include "unit/method/held.h"

#include "support/models/flexible/mechanism.h"
#include "support/test.h"

/* Undamped modes under the choice of orders. y'' + w^2 y = 0, of a size that
 * just passes the error test and of larger ones, steps bounded such that w h is
 * from 0.01 to 10, in all forms: no member makes the mode grow over more than
 * FEW steps in a row. Beside a slow motion that decides h, whose terms hide
 * those of the mode until it is larger than they are, it grows by one or two percent a
 * step while it has less than some ten tolerances, and in the end to less than by IDA,
 * whose BDF make it grow faster and from smaller w h on. Control: steps of order 4
 * without choice make it grow without bound. */

#define TOLERANCE 1e-5
#define FEW       30

enum form
{
  SECOND_ORDER,
  FIRST_ORDER,
  SOI2,
  INDEX3,
  FORMS
};

/* Component 0 is slow, of frequency 1; component 1 is the mode. */
struct model
{
  sunrealtype slow, mode, w;
};
#define MODEL ((const struct model *)data)

FORCE_IS(springs, -q[0], -MODEL->w * MODEL->w * q[1])

FORCE_JAC(stiffness)
{
  const struct model *m = data;
  ref_put_diagonal(J, 2, (const sunrealtype[]){-1.0, -m->w * m->w});
}

static void start_springs(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct model *m = data;
  q[0]                  = m->slow;
  q[1]                  = m->mode;
  v[0] = v[1] = 0.0;
}

RESIDUAL2_IS(second, ypp[0] + y[0], ypp[1] + MODEL->w * MODEL->w * y[1])

RESIDUAL1_IS(first, yp[0] - y[2], yp[1] - y[3], yp[2] + y[0],
             yp[3] + MODEL->w * MODEL->w * y[1])

static void start_second(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp,
                         void *data)
{
  const struct model *m = data;
  start_springs(y, yp, data);
  ypp[0] = -m->slow;
  ypp[1] = -m->w * m->w * m->mode;
}

static void start_first(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp,
                        void *data)
{
  const struct model *m = data;
  y[0]                  = m->slow;
  y[1]                  = m->mode;
  yp[2]                 = -m->slow;
  yp[3]                 = -m->w * m->w * m->mode;
}

/* A run of the model; pb and res: room for its statement. */
static void begin(struct subject *s, enum form form, struct model *m,
                  struct problem *pb, struct residual_problem *res)
{
  struct subject what =
    SUBJECT(.rho = 0.6, .correct = GALPHA_CORRECT_VELOCITIES, .tol = TOLERANCE,
            .order = GALPHA_MOST_BDF);
  *pb  = PROBLEM(.name = "springs", .n = 2, .start = start_springs,
                 .force = springs, .dfdq = stiffness, .no_dfdv = 1, .data = m);
  *res = form == SECOND_ORDER
           ? (struct residual_problem){.n         = 2,
                                       .res2      = second,
                                       .start     = start_second,
                                       .ypp_known = 1,
                                       .data      = m}
           : (struct residual_problem){
               .n = 4, .res1 = first, .start = start_first, .data = m};
  if (form >= SOI2) { what.mech = pb; }
  else { what.residual = res; }
  what.formulation = form == SOI2     ? GALPHA_SOI2
                     : form == INDEX3 ? GALPHA_INDEX3
                                      : 0;
  CHECK(!subject_begin(s, &what, ctx));
  CHECK(!GALPHASetErrFile(s->mem, NULL));
}

/* Amplitude of the mode by that at the start. */
static sunrealtype amplitude(const struct subject *s, enum form form,
                             const struct model *m)
{
  const sunrealtype *q = N_VGetArrayPointer(subject_vector(s, SUBJECT_Q));
  const sunrealtype *v = N_VGetArrayPointer(subject_vector(s, SUBJECT_V));
  return hypot(q[1], (form == FIRST_ORDER ? q[3] : v[1]) / m->w) / m->mode;
}

struct seen
{
  int longest; /* steps of a member in a row in which the mode grew by 1 % */
  sunrealtype top; /* largest amplitude */
};

/* By so many steps of at most hmax (0: no bound), or to t1. */
static struct seen run(enum form form, int error_test, struct model m,
                       sunrealtype hmax, long count, sunrealtype t1)
{
  struct seen x      = {0, 0.0};
  sunrealtype before = 1.0;
  struct problem pb;
  struct residual_problem res;
  struct subject s;
  int row = 0;
  begin(&s, form, &m, &pb, &res);
  CHECK(!GALPHASetMaxStep(s.mem, hmax));
  CHECK(form == FIRST_ORDER || !GALPHASetErrorTest(s.mem, error_test));
  for (long i = 0; i < count && s.t < t1; i++)
  {
    int order = 0;
    CHECK(!GALPHASolve(s.mem, 1e4, &s.t, subject_vector(&s, SUBJECT_Q),
                       subject_vector(&s, SUBJECT_V), GALPHA_ONE_STEP));
    CHECK(!GALPHAGetLastOrder(s.mem, &order));
    const sunrealtype a = amplitude(&s, form, &m);
    row       = order >= GALPHA_LEAST_BDF && a > 1.01 * before ? row + 1 : 0;
    x.longest = row > x.longest ? row : x.longest;
    x.top     = fmax(x.top, a);
    before    = a;
  }
  return x;
}

static void check_alone(enum form form, int error_test, sunrealtype size)
{
  const struct model m = {0.0, size * TOLERANCE, 1.0};
  struct seen worst    = {0, 0.0};
  for (sunrealtype h = 0.01; h < 10.0; h *= 1.15)
  {
    const struct seen x = run(form, error_test, m, h / m.w, 400, 1e9);
    worst.longest       = x.longest > worst.longest ? x.longest : worst.longest;
    worst.top           = fmax(worst.top, x.top);
  }
  printf("form %d, error test %d, size %g: %d steps in a row, amplitude %.2f\n",
         form, error_test, size, worst.longest, worst.top);
  CHECK(worst.longest <= FEW);
  CHECK_IN(worst.top, 0.9, 3.0);
}

/* Largest amplitude by IDA, from the equations of order 1 and from the tolerance of its
 * test. */
static sunrealtype top_of_ida(sunrealtype w, sunrealtype t1)
{
  struct model m    = {1.0, TOLERANCE / fmax(1.0, w), w};
  sunrealtype y0[4] = {0.0}, yp0[4] = {0.0}, t = 0.0, top = 0.0;
  start_first(y0, yp0, NULL, &m);
  N_Vector y  = KEEP(N_VMake_Serial(4, y0, ctx));
  N_Vector yp = KEEP(N_VMake_Serial(4, yp0, ctx));
  SUNMatrix A = KEEP(SUNDenseMatrix(4, 4, ctx));
  void *mem   = IDACreate(ctx);
  CHECK(!IDAInit(mem, first, 0.0, y, yp) && !IDASetUserData(mem, &m));
  CHECK(!IDASStolerances(mem, TOLERANCE, TOLERANCE));
  CHECK(!IDASetLinearSolver(mem, KEEP(SUNLinSol_Dense(y, A, ctx)), A));
  while (t < t1)
  {
    CHECK(!IDASolve(mem, 1e4, &t, y, yp, IDA_ONE_STEP));
    top = fmax(top, hypot(y0[1], y0[3] / m.w) / m.mode);
  }
  IDAFree(&mem);
  return top;
}

#define BESIDE 40.0 /* time */

/* The mode starts at the tolerance of the test that sees it first. */
static void check_beside(enum form form, int error_test)
{
  sunrealtype top = 0.0, at = 0.0, ida = 0.0;
  for (sunrealtype w = 0.5; w < 500.0; w *= 1.4)
  {
    const sunrealtype by =
      error_test == GALPHA_TEST_POSITIONS ? 1.0 : fmax(1.0, w);
    const struct model m = {1.0, TOLERANCE / by, w};
    const struct seen x  = run(form, error_test, m, 0.0, 20000, BESIDE);
    if (x.top > top) { at = w; }
    top = fmax(top, x.top);
    ida = fmax(ida, top_of_ida(w, BESIDE));
  }
  printf("form %d, error test %d, beside a slow motion: %.0f tolerances, w = "
         "%.1f; by IDA %.0f\n",
         form, error_test, top, at, ida);
  CHECK_IN(top, 0.9, ida);
}

/* w h = 1: 1.106 a step */
static void check_control(enum form form)
{
  struct model m = {0.0, TOLERANCE, 1.0};
  struct held d  = {.order = 2};
  struct problem pb;
  struct residual_problem res;
  struct subject s;
  begin(&s, form, &m, &pb, &res);
  for (int i = 0; i < HELD_START; i++) { CHECK(!subject_step(&s, 1.0)); }
  d.order = 4;
  for (int i = 0; i < 2 * FEW; i++) { CHECK(!held_step(&d, s.mem, 1.0)); }
  CHECK(!subject_read(&s));
  const sunrealtype a = amplitude(&s, form, &m);
  printf("form %d, order 4 without choice: amplitude %.0f\n", form, a);
  CHECK(a > 20.0);
}

static void check_modes(void)
{
  for (int f = 0; f < FORMS; f++)
  {
    const enum form form = (enum form)f;
    check_control(form);
    for (int test = GALPHA_TEST_VELOCITIES; test <= GALPHA_TEST_POSITIONS;
         test++)
    {
      if (form == FIRST_ORDER && test == GALPHA_TEST_POSITIONS) { continue; }
      check_alone(form, test, 1.0);
      check_alone(form, test, 30.0);
      check_beside(form, test);
    }
  }
}

/* A light rod of 20 bars, nearly undamped (model D of the benchmark), in SOI2
 * and index 3, with and without velocities in the error test: orders to 5 take
 * no more steps than order 2, but for a few by which the guard learns that they
 * do not pay. Control: without the demand that terms fall from order to order,
 * and without memory, many times as many. */

#define TOLERANCES 15 /* next to each other */

struct row
{
  int formulation;
  int error_test;
  sunrealtype rtol; /* the largest */
};

/* What the guard is in the control. */
static void disarm(void *memory)
{
  struct galpha_order *o = &((struct galpha_mem *)memory)->ctrl.order;
  o->fall                = 1.0;
  o->block = o->blocked = 0;
}

static long steps(const struct row *r, sunrealtype rtol, int most, int armed)
{
  struct mechanism m = mechanism_slider_crank(20, 10.0, 1e-7, 20.0);
  int ret            = GALPHA_SUCCESS;
  SMALL(s, .pb = m.pb, .storage = PROBLEM_SPARSE, .rtol = rtol,
        .formulation = r->formulation,
        .set         = {{"error_test", r->error_test}, {"max_order", most}});
  CHECK(!GALPHASetStopTime(s->mem, 1.0));
  while (ret == GALPHA_SUCCESS)
  {
    ret = small_step(s, 1.0);
    if (!armed) { disarm(s->mem); }
  }
  CHECK(ret == GALPHA_TSTOP_RETURN);
  return count_of(s->mem, GALPHAGetNumSteps);
}

/* What the guard costs where orders above 2 never pay, by the steps of order 2: it tries
 * them after ORDER_BLOCK steps, twice as many, ..., and sees within ORDER_COMPARE steps that
 * they are no longer. Of runs of a hundred steps that is a third, but nothing of a step is
 * lost that is as long as one of order 2. */
static sunrealtype trials(sunrealtype alone)
{
  return log2(1.0 + alone / ORDER_BLOCK) * ORDER_COMPARE / alone;
}

/* In the mean over neighbouring tolerances. */
static sunrealtype ratio(const struct row *r, sunrealtype *most)
{
  sunrealtype sum = 0.0, rtol = r->rtol;
  *most = 1.0;
  for (int i = 0; i < TOLERANCES; i++, rtol /= 1.17)
  {
    const sunrealtype alone = (sunrealtype)steps(r, rtol, 2, 1);
    sum += (sunrealtype)steps(r, rtol, 5, 1) / alone;
    *most += trials(alone) / TOLERANCES;
  }
  return sum / TOLERANCES;
}

static void check_rod(void)
{
  static const struct row rows[] = {
    {GALPHA_SOI2, GALPHA_TEST_VELOCITIES, 4e-3},
    {GALPHA_SOI2, GALPHA_TEST_POSITIONS, 4e-3},
    {GALPHA_INDEX3, GALPHA_TEST_VELOCITIES, 4e-3},
    {GALPHA_INDEX3, GALPHA_TEST_POSITIONS, 4e-3},
    {GALPHA_SOI2, GALPHA_TEST_VELOCITIES, 4e-4},
    {GALPHA_INDEX3, GALPHA_TEST_VELOCITIES, 4e-4}};
  const int count  = COUNT_OF(rows);
  sunrealtype mean = 0.0;
  for (int i = 0; i < count; i++)
  {
    sunrealtype most;
    const sunrealtype x = ratio(&rows[i], &most);
    printf("form %d, error test %d, rtol %g: %.3f times the steps of order 2 "
           "(%.3f)\n",
           rows[i].formulation, rows[i].error_test, rows[i].rtol, x, most);
    CHECK_IN(x, 0.5, fmin(most, 1.1));
    mean += x / count;
  }
  CHECK_IN(mean, 0.5, 1.05);
  for (int i = 0; i < 4; i += 2)
  {
    const long alone = steps(&rows[i], 2e-3, 2, 1);
    const long wild  = steps(&rows[i], 2e-3, 5, 0);
    printf("form %d without guard: %ld steps in place of %ld\n",
           rows[i].formulation, wild, alone);
    CHECK(wild > 5 * alone);
  }
}

TESTS(check_modes, check_rod)
