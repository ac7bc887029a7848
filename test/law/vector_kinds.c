/* Serial, OpenMP and Pthreads vectors give bit for bit the same results as long as sums
 * are added up in the same order, on one thread; with two threads, what round-off makes of
 * it: mechanics with dense and sparse blocks, residuals with components of orders 2, 1 and
 * 0, with and without a constraint, by dense and Krylov solvers, and with orders found
 * from F. And integrators in eight threads at once, each with its own SUNContext, do not
 * see each other. */
#ifdef GALPHA_TEST_HAVE_NVECOPENMP
#include <nvector/nvector_openmp.h>
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
#include <nvector/nvector_pthreads.h>
#include <pthread.h> /* these vectors say that there are threads */
#endif

#include "support/run/outcome.h"
#include "support/test.h"

typedef N_Vector (*make_fn)(sunindextype n, SUNContext ctx);

struct kind
{
  const char *name;
  make_fn one, two; /* on one and on two threads */
  int each;         /* every which scene, counted from the last */
};

#define KIND(name)                                         \
  static N_Vector name##_one(sunindextype n, SUNContext c) \
  {                                                        \
    return N_VNew_##name(n, 1, c);                         \
  }                                                        \
  static N_Vector name##_two(sunindextype n, SUNContext c) \
  {                                                        \
    return N_VNew_##name(n, 2, c);                         \
  }

#ifdef GALPHA_TEST_HAVE_NVECOPENMP
KIND(OpenMP)
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
KIND(Pthreads)
#endif

static const struct kind kinds[] = {
#ifdef GALPHA_TEST_HAVE_NVECOPENMP
  {"OpenMP", OpenMP_one, OpenMP_two, 1},
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
  /* a new thread at every operation: tens of thousands of them in a scene */
  {"Pthreads", Pthreads_one, Pthreads_two, 4},
#endif
  {"serial", N_VNew_Serial, NULL, 1}};
#define KINDS (int)(sizeof kinds / sizeof kinds[0])

/* x' = -x + z, w' = -2 w, 0 = z - sin(w): a component of order 0 among states. */
RESIDUAL1_IS(states, yp[0] + y[0] - y[1], y[1] - sin(y[2]), yp[2] + 2.0 * y[2])

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

static int by_krylov(struct subject *s)
{
  return residual_use_krylov(&s->run, RESIDUAL_SPGMR, 20, 0);
}

/* What is run, to t1 with an error h = 0 or in fixed steps; how far apart two threads may
 * end, after `two`: threads at every operation take their time. */
struct scene
{
  struct subject what;
  sunrealtype t1, h, two, h2, q, v;
};

#define MECHANICS(pb, form, kind)              \
  {                                            \
    {.mech        = (pb),                      \
     .formulation = (form),                    \
     .storage     = (kind),                    \
     .rho         = 0.6,                       \
     .correct     = GALPHA_CORRECT_VELOCITIES, \
     .tol         = 1e-6,                      \
     .atol        = 1e-8},                            \
      0.02, 0.0, 0.02, 0.0, 1e-6, 1e-5         \
  }
#define RESIDUAL(pb, set, size)             \
  {                                         \
    {.residual = (pb),                      \
     .rho      = 0.6,                       \
     .correct  = GALPHA_CORRECT_VELOCITIES, \
     .tol      = 1e-6,                      \
     .atol     = 1e-8,                      \
     .prepare  = (set)},                     \
      0.2, (size), 0.01, 0.01, 1e-9, 1e-9   \
  }

/* Long enough for orders 3 to 5. */
#define ORDERS(end, ...)                                              \
  {                                                                   \
    {__VA_ARGS__, .rho = 0.6,   .correct = GALPHA_CORRECT_VELOCITIES, \
     .tol = 1e-6, .atol = 1e-8, .order = 5},                          \
      (end), 0.0, 0.02, 0.0, 1e-6, 1e-5                               \
  }

static struct residual_model model, constrained;

#define MECHANICAL 8
static const struct scene scenes[] = {
  MECHANICS(&paper_problem15, GALPHA_SOI2, PROBLEM_DENSE),
  MECHANICS(&paper_problem15, GALPHA_SOI2_LITERAL, PROBLEM_SPARSE),
  MECHANICS(&paper_pendulum16, GALPHA_INDEX3, PROBLEM_DENSE),
  MECHANICS(&paper_pendulum16, GALPHA_SOI2, PROBLEM_SPARSE),
  MECHANICS(&paper_slider_crank, GALPHA_SOI2_LITERAL, PROBLEM_DENSE),
  MECHANICS(&paper_slider_crank, GALPHA_INDEX3, PROBLEM_SPARSE),
  MECHANICS(&paper_disk, GALPHA_SOI2, PROBLEM_DENSE),
  MECHANICS(&paper_disk, GALPHA_SOI2_LITERAL, PROBLEM_SPARSE),
  RESIDUAL(&model.pb, NULL, 0.0),
  RESIDUAL(&model.pb, by_krylov, 0.01),
  RESIDUAL(&constrained.pb, NULL, 0.01),
  ORDERS(0.1, .mech = &paper_pendulum16, .formulation = GALPHA_SOI2),
  ORDERS(0.1, .mech = &paper_pendulum16, .formulation = GALPHA_INDEX3),
  ORDERS(0.5, .residual = &model.pb),
  RESIDUAL(&states_problem, NULL, 0.0)};
#define SCENES (int)(sizeof scenes / sizeof scenes[0])

static struct outcome end(const struct scene *s, make_fn make, sunrealtype t1,
                          sunrealtype h)
{
  struct subject what = s->what;
  struct outcome o;
  what.make_vec = make;
  CHECK(outcome_new(&o, &what, ctx, t1, h) == 0);
  return o;
}

static void check(const struct scene *s, const struct kind *k)
{
  struct outcome a = end(s, NULL, s->t1, s->h), b = end(s, k->one, s->t1, s->h);
  CHECK(outcome_same(&a, &b));
  check_of("%s, %s, form %d", k->name,
           s->what.mech ? s->what.mech->name : s->what.residual->name,
           s->what.formulation);
  /* of mechanics two threads need not be seen with both kinds of blocks */
  if (!k->two || s->what.storage == PROBLEM_SPARSE) { return; }
  a = end(s, NULL, s->two, s->h2);
  b = end(s, k->two, s->two, s->h2);
  CHECK(outcome_apart(&a, &b, SUBJECT_Q, NULL, 1.0, OUTCOME_ABSOLUTE) <= s->q);
  CHECK(outcome_apart(&a, &b, SUBJECT_V, NULL, 1.0, OUTCOME_ABSOLUTE) <= s->v);
}

/* y = (x, sin w, w): w = e^(-2 t)/2, and x by its integral. */
static void check_states(void)
{
  const int n          = 200;
  struct outcome o     = end(&scenes[SCENES - 1], NULL, 1.0, 0.0);
  const sunrealtype *y = N_VGetArrayPointer(o.x[SUBJECT_Q]);
  sunrealtype x        = 0.0;
  for (int i = 0; i <= n; i++)
  {
    const sunrealtype s = (sunrealtype)i / n;
    const sunrealtype c = i == 0 || i == n ? 1.0 : (i % 2 ? 4.0 : 2.0);
    x += c / (3.0 * n) * exp(s - 1.0) * sin(0.5 * exp(-2.0 * s));
  }
  CHECK_REL(y[0], exp(-1.0) + x, 1e-4);
  CHECK_REL(y[1], sin(0.5 * exp(-2.0)), 1e-4);
  CHECK_REL(y[2], 0.5 * exp(-2.0), 1e-4);
}

#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
#define THREADS 8
#define ROUNDS  2

struct job
{
  const struct outcome *expected;
  int bad;
};

/* Every mechanical scene, several times over. */
static void *work(void *arg)
{
  struct job *job = arg;
  SUNContext own  = galpha_test_context();
  for (int i = 0; i < ROUNDS * MECHANICAL; i++)
  {
    const struct scene *s = &scenes[i % MECHANICAL];
    struct outcome o;
    job->bad += outcome_new(&o, &s->what, own, s->t1, s->h) ||
                !outcome_same(&o, &job->expected[i % MECHANICAL]);
  }
  keep_free();
  SUNContext_Free(&own);
  return NULL;
}

static void check_threads(void)
{
  struct outcome expected[MECHANICAL];
  struct job job[THREADS];
  pthread_t thread[THREADS];
  for (int i = 0; i < MECHANICAL; i++)
  {
    expected[i] = end(&scenes[i], NULL, scenes[i].t1, scenes[i].h);
  }
  for (int i = 0; i < THREADS; i++)
  {
    job[i] = (struct job){expected, 0};
    CHECK(!pthread_create(&thread[i], NULL, work, &job[i]));
  }
  for (int i = 0; i < THREADS; i++)
  {
    CHECK(!pthread_join(thread[i], NULL));
    CHECK(job[i].bad == 0);
  }
}
#else
static void check_threads(void)
{
  printf("skipped: no threads\n");
}
#endif

TEST_MAIN()
{
  residual_model_new(&model, 0, NULL);
  residual_model_new(&constrained, 1, NULL);
  check_states();
  for (int i = 0; i < KINDS * SCENES; i++)
  {
    const struct kind *k = &kinds[i / SCENES];
    if ((SCENES - 1 - i % SCENES) % k->each == 0)
    {
      check(&scenes[i % SCENES], k);
    }
  }
  check_threads();
}
