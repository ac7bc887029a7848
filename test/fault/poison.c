/* Whole integrations with vectors that are NaN where nobody has written: nothing
 * uninitialised is read, released vectors are not used again, all are released;
 * and results are, to the tolerances, those of the serial vectors, at order 2 in the same
 * steps. */
#include "support/check/poison_vector.h"
#include "support/test.h"

#define TOLERANCE 1e-5

static int order; /* the highest */

struct end
{
  sunrealtype q[9], v[9], lambda[4];
  long int steps;
};

ROOTS_IS(root, y[0] - 10, t - 0.05)

/* Everything once: tolerances by vector, root functions, all outputs, a second
 * run after GALPHAReInit. */
static void integrate(struct small *s, const struct problem *pb,
                      int formulation)
{
  sunrealtype x, y, z;
  void *mem = s->mem;
  int ret   = 0;

  N_VConst(1e-7, s->a);
  CHECK(!GALPHASVtolerances(mem, TOLERANCE, s->a));
  CHECK(!GALPHASVtolerancesVel(mem, TOLERANCE, s->a));
  /* multipliers of index 3 jump with h: they cannot be controlled */
  if (formulation != GALPHA_INDEX3)
  {
    CHECK(!GALPHASetMultiplierTolerances(mem, 1e-2, 1e-2));
  }
  CHECK(!GALPHARootInit(mem, 2, root));
  CHECK(!GALPHACalcIC(mem, GALPHA_PROJECT_INIT, 1));
  CHECK(small_solve(s, 0.1) == GALPHA_ROOT_RETURN);
  problem_start(pb, N_VGetArrayPointer(s->q), N_VGetArrayPointer(s->v));
  CHECK(!GALPHAReInit(mem, pb->t0, s->q, s->v));
  for (int i = 1; i <= 4; i++)
  {
    ret = small_solve(s, 0.05 * i);
    CHECK(ret == 0 || ret == GALPHA_ROOT_RETURN);
  }
  CHECK(!GALPHAGetErrWeights(mem, s->a) && N_VMin(s->a) > 0);
  CHECK(!GALPHAGetEstLocalErrors(mem, s->a));
  CHECK(isfinite(N_VL1Norm(s->a)));
  CHECK(!GALPHAGetConstraintNorms(mem, &x, &y, &z));
  CHECK_IN(formulation == GALPHA_INDEX3 ? x : x + y + z, 0, 1e-6);
  CHECK(!GALPHAGetAcceleration(mem, s->t, s->a));
  CHECK(isfinite(N_VL1Norm(s->a)));
  CHECK(!GALPHAGetMultipliers(mem, s->t, s->lambda, s->psi));
}

static struct end run(const struct problem *base, enum problem_storage storage,
                      int formulation, int poison)
{
  struct problem pb = *base;
  struct end e      = {{0}, {0}, {0}, 0};

  pb.make_vec = poison ? poison_vector_new : NULL;
  SMALL(s, .pb = &pb, .storage = storage, .formulation = formulation,
        .set = {{"max_order", order}});
  integrate(s, &pb, formulation);
  e.steps = count_of(s->mem, GALPHAGetNumSteps);
  memcpy(e.q, small_q(s), (size_t)pb.n * sizeof *e.q);
  memcpy(e.v, small_v(s), (size_t)pb.n * sizeof *e.v);
  if (pb.m)
  {
    memcpy(e.lambda, N_VGetArrayPointer(s->lambda), (size_t)pb.m * sizeof *e.v);
  }
  keep_drop(s->mem);
  if (poison) { CHECK(poison_vector_live(s->q) == 1); }
  return e;
}

/* The library's copies are clones of what it was given. */
static void check_released(const struct problem *base)
{
  N_Vector q = poison_vector_new(base->n, ctx), v = N_VClone(q);
  SUNMatrix M = NULL;
  void *mem   = GALPHACreate(ctx);
  sunrealtype t;

  CHECK(poison_vector_live(q) == 2);
  CHECK(!isfinite(N_VGetArrayPointer(q)[0]));
  problem_start(base, N_VGetArrayPointer(q), N_VGetArrayPointer(v));
  M = SUNDenseMatrix(base->n, base->n, ctx);
  CHECK(!base->mass(0, q, M, base->data));
  CHECK(!GALPHAInitMech(mem, NULL, M, base->force, 0, q, v));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-8));
  CHECK(!GALPHASolve(mem, 0.2, &t, q, v, GALPHA_NORMAL));
  CHECK(poison_vector_live(q) > 20);
  GALPHAFree(&mem);
  CHECK(poison_vector_live(q) == 2);
  SUNMatDestroy(M);
  N_VDestroy(v);
  N_VDestroy(q);
}

static sunrealtype largest(const sunrealtype *x)
{
  static const sunrealtype none[9] = {0.0};
  return problem_dist(x, none, 9);
}

/* Operations of both vectors may round differently, and orders up to 5 are chosen by
 * differences of high order: in steps that differ each run errs by up to its tolerances. */
static void check_problem(const struct problem *pb,
                          enum problem_storage storage, int formulation)
{
  const struct end a = run(pb, storage, formulation, 0);
  const struct end b = run(pb, storage, formulation, 1);

  check_of("%s, order %d, formulation %d", pb->name, order, formulation);
  CHECK(a.steps > 5 && b.steps > 5);
  if (order == 2) { CHECK(a.steps == b.steps); }
  const int same        = a.steps == b.steps;
  const sunrealtype far = 2.0 * TOLERANCE * (sunrealtype)a.steps;
  CHECK(problem_dist(a.q, b.q, 9) <= (same ? 1e-6 : far * largest(a.q)));
  CHECK(problem_dist(a.v, b.v, 9) <= (same ? 1e-4 : far * largest(a.v)));
}

TEST_MAIN()
{
  for (int i = 0; i < 4; i++)
  {
    const int st = i % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE;
    order        = i < 2 ? 2 : 5;
    for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
    {
      check_problem(&paper_problem15, (enum problem_storage)st, f);
      check_problem(&paper_pendulum16, (enum problem_storage)st, f);
    }
    check_problem(&paper_disk, (enum problem_storage)st, GALPHA_SOI2);
  }
  check_released(&paper_oscillator);
}
