/* Serial, OpenMP and Pthreads vectors give bit for bit the same results as long
 * as sums are added up in the same order, on one thread; with two threads, what
 * round-off makes of it. And integrators in eight threads at once, each with its
 * own SUNContext, do not see each other. */
#include <stdlib.h>

#ifdef GALPHA_TEST_HAVE_NVECOPENMP
#include <nvector/nvector_openmp.h>
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
#include <nvector/nvector_pthreads.h>
#endif

#include "support/models/papers.h"
#include "support/test.h"

#ifdef GALPHA_TEST_HAVE_NVECOPENMP
static N_Vector new_openmp(sunindextype n, SUNContext ctx)
{
  return N_VNew_OpenMP(n, 1, ctx);
}

static N_Vector new_openmp_two(sunindextype n, SUNContext ctx)
{
  return N_VNew_OpenMP(n, 2, ctx);
}
#endif

#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
static N_Vector new_pthreads(sunindextype n, SUNContext ctx)
{
  return N_VNew_Pthreads(n, 1, ctx);
}

static N_Vector new_pthreads_two(sunindextype n, SUNContext ctx)
{
  return N_VNew_Pthreads(n, 2, ctx);
}
#endif

struct result
{
  sunrealtype q[9], v[9], a[9], lambda[8], psi[2];
  long int steps, residuals;
};

static void copy(sunrealtype *to, N_Vector from)
{
  if (!from) { return; }
  memcpy(to, N_VGetArrayPointer(from), (size_t)N_VGetLength(from) * sizeof *to);
}

/* 0, or the first flag that is not. */
static int integrate(struct problem pb, SUNContext ctx,
                     enum problem_storage storage, int formulation,
                     struct result *r)
{
  struct problem_state s = {0};
  void *mem              = problem_create(&pb, ctx, storage);
  int ret = mem && !problem_state_new(&s, &pb, ctx) ? 0 : GALPHA_MEM_FAIL;

  memset(r, 0, sizeof *r);
  if (!ret) { ret = GALPHASetFormulation(mem, formulation); }
  if (!ret) { ret = GALPHASolve(mem, 0.02, &s.t, s.q, s.v, GALPHA_NORMAL); }
  if (!ret) { ret = GALPHAGetAcceleration(mem, s.t, s.a); }
  if (!ret) { ret = GALPHAGetMultipliers(mem, s.t, s.lambda, s.psi); }
  if (!ret) { ret = GALPHAGetNumSteps(mem, &r->steps); }
  if (!ret) { ret = GALPHAGetNumResEvals(mem, &r->residuals); }
  if (!ret)
  {
    copy(r->q, s.q);
    copy(r->v, s.v);
    copy(r->a, s.a);
    copy(r->lambda, s.lambda);
    copy(r->psi, s.psi);
  }
  problem_state_free(&s);
  GALPHAFree(&mem);
  return ret;
}

static const struct problem *const problems[] = {
  &paper_problem15, &paper_pendulum16, &paper_slider_crank, &paper_disk};

#define PROBLEMS 4

static void check_kind(const char *name, SUNContext ctx,
                       N_Vector (*make)(sunindextype n, SUNContext ctx))
{
  for (int i = 0; i < PROBLEMS * 2; i++)
  {
    struct problem pb               = *problems[i / 2];
    const enum problem_storage kind = (enum problem_storage)(i % 2);
    const int formulation           = GALPHA_SOI2 + i % 3;
    struct result a, b;
    CHECK(!integrate(pb, ctx, kind, formulation, &a));
    pb.make_vec = make;
    CHECK(!integrate(pb, ctx, kind, formulation, &b));
    CHECK(memcmp(&a, &b, sizeof a) == 0);
    if (memcmp(&a, &b, sizeof a))
    {
      printf("%s: %s, formulation %d, %ld and %ld steps\n", name, pb.name,
             formulation, a.steps, b.steps);
    }
  }
  printf("%s vectors compared\n", name);
}

#if defined GALPHA_TEST_HAVE_NVECOPENMP || defined GALPHA_TEST_HAVE_NVECPTHREADS
static void check_two_threads(const char *name, SUNContext ctx,
                              N_Vector (*make)(sunindextype n, SUNContext ctx))
{
  for (int i = 0; i < PROBLEMS; i++)
  {
    struct problem pb = *problems[i];
    struct result a, b;
    CHECK(!integrate(pb, ctx, PROBLEM_DENSE, GALPHA_SOI2, &a));
    pb.make_vec = make;
    CHECK(!integrate(pb, ctx, PROBLEM_DENSE, GALPHA_SOI2, &b));
    printf("%s, two threads, %s: differs by %.1e\n", name, pb.name,
           problem_dist(a.q, b.q, 9));
    CHECK_IN(problem_dist(a.q, b.q, 9), 0, 1e-6);
    CHECK_IN(problem_dist(a.v, b.v, 9), 0, 1e-5);
  }
}
#endif

#ifdef GALPHA_TEST_HAVE_NVECPTHREADS /* says that there are threads */
#include <pthread.h>

#define THREADS 8
#define ROUNDS  2

struct job
{
  const struct result *expected;
  int bad;
};

/* Every problem, dense and sparse, several times over. */
static void *work(void *arg)
{
  struct job *job = arg;
  SUNContext ctx  = galpha_test_context();
  for (int round = 0; round < ROUNDS; round++)
  {
    for (int i = 0; i < 2 * PROBLEMS; i++)
    {
      struct result r;
      if (integrate(*problems[i / 2], ctx, (enum problem_storage)(i % 2),
                    GALPHA_SOI2, &r) ||
          memcmp(&r, &job->expected[i], sizeof r))
      {
        job->bad++;
      }
    }
  }
  SUNContext_Free(&ctx);
  return NULL;
}

static void check_threads(SUNContext ctx)
{
  struct result expected[2 * PROBLEMS];
  struct job job[THREADS];
  pthread_t thread[THREADS];

  for (int i = 0; i < 2 * PROBLEMS; i++)
  {
    CHECK(!integrate(*problems[i / 2], ctx, (enum problem_storage)(i % 2),
                     GALPHA_SOI2, &expected[i]));
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
static void check_threads(SUNContext ctx)
{
  printf("skipped: no threads\n");
}
#endif

TEST_MAIN(ctx)
{
  check_kind("serial", ctx, N_VNew_Serial);
#ifdef GALPHA_TEST_HAVE_NVECOPENMP
  check_kind("OpenMP", ctx, new_openmp);
  check_two_threads("OpenMP", ctx, new_openmp_two);
#endif
#ifdef GALPHA_TEST_HAVE_NVECPTHREADS
  check_kind("Pthreads", ctx, new_pthreads);
  check_two_threads("Pthreads", ctx, new_pthreads_two);
#endif
  check_threads(ctx);
}
