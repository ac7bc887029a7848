/* The k-th allocation fails, k = 0, 1, 2, ... until none is left, from
 * GALPHACreate to the end of a run: allocations of the library itself and those
 * that SUNDIALS makes for it (vectors, matrices, solvers). The call returns
 * GALPHA_MEM_FAIL (or NULL), nothing leaks, and the same call works as soon as
 * there is memory, with the same results. See alloc.cmake for how it gets in
 * between. */
#include <stdlib.h>

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "alloc_budget.h"
#include "support/models/callbacks.h"
#include "support/models/papers.h"
#include "support/test.h"

/* ---- the calls ------------------------------------------------------------- */

struct session
{
  const struct problem *pb;
  SUNContext ctx;
  int formulation, differenced;
  void *mem;
  struct caught c;
  struct problem_state s;
  SUNMatrix M, G, K, Kq, Fq, Fv, Fr; /* with the pattern at the start */
};

static SUNMatrix block(const struct session *x, enum problem_storage storage,
                       sunindextype rows, sunindextype cols)
{
  if (rows == 0 || cols == 0) { return NULL; }
  return storage == PROBLEM_DENSE
           ? SUNDenseMatrix(rows, cols, x->ctx)
           : SUNSparseMatrix(rows, cols, rows * cols, CSC_MAT, x->ctx);
}

static sunrealtype *data_of(N_Vector x)
{
  return x ? N_VGetArrayPointer(x) : NULL;
}

static void session_new(struct session *x, enum problem_storage storage)
{
  const struct problem *pb = x->pb;
  struct problem_state *s  = &x->s;

  CHECK(!problem_state_new(s, pb, x->ctx));
  x->M  = block(x, storage, pb->n, pb->n);
  x->G  = block(x, storage, pb->m, pb->n);
  x->K  = block(x, storage, pb->p, pb->n);
  x->Kq = block(x, storage, pb->p, pb->n);
  x->Fq = block(x, storage, pb->n, pb->n);
  x->Fv = block(x, storage, pb->n, pb->n);
  x->Fr = block(x, storage, pb->n, pb->general ? pb->m + pb->p : 0);
  pb->start(N_VGetArrayPointer(s->q), N_VGetArrayPointer(s->v), pb->data);
  if (pb->exact)
  {
    pb->exact(pb->t0, NULL, NULL, NULL, data_of(s->lambda), data_of(s->psi),
              pb->data);
  }
  pb->mass(pb->t0, s->q, x->M, pb->data);
  if (x->G) { pb->G(pb->t0, s->q, x->G, pb->data); }
  if (x->K) { pb->K(pb->t0, s->q, s->v, x->K, pb->data); }
  if (x->Kq) { pb->Kq(pb->t0, s->q, s->v, x->Kq, pb->data); }
  GALPHAForceJacFn fn[] = {pb->dfdq, pb->dfdv, pb->dfdr};
  SUNMatrix J[]         = {x->Fq, x->Fv, x->Fr};
  for (int i = 0; i < 3; i++)
  {
    if (fn[i] && J[i])
    {
      fn[i](pb->t0, s->q, s->v, s->lambda, s->psi, J[i], pb->data);
    }
  }
}

static void session_free(struct session *x)
{
  SUNMatrix all[] = {x->M, x->G, x->K, x->Kq, x->Fq, x->Fv, x->Fr};
  for (int i = 0; i < 7; i++)
  {
    if (all[i]) { SUNMatDestroy(all[i]); }
  }
  problem_state_free(&x->s);
}

ROOTS(no_root)
{
  g[0] = 1 + t;
}

static int state_constraints(struct session *x, int call)
{
  const struct problem *pb = x->pb;

  switch (call)
  {
  case 0:
    return pb->m ? GALPHASetHolonomic(x->mem, x->s.lambda, pb->g, x->G, pb->G)
                 : 0;
  case 1:
    return pb->p ? GALPHASetNonholonomic(x->mem, x->s.psi, pb->k, x->K, pb->K)
                 : 0;
  case 2: return pb->p ? GALPHASetNonholonomicJacPos(x->mem, x->Kq, pb->Kq) : 0;
  default:
    return pb->general ? GALPHASetGeneralForce(x->mem, pb->general, x->Fr,
                                               x->differenced ? NULL : pb->dfdr)
                       : 0;
  }
}

#define CALLS 14

/* Call number i of a whole life; 0 or a code. */
static int call(struct session *x, int i)
{
  const struct problem *pb = x->pb;
  struct problem_state *s  = &x->s;

  switch (i)
  {
  case 0:
    x->mem = GALPHACreate(x->ctx);
    if (x->mem) { GALPHASetErrHandlerFn(x->mem, caught_handler, &x->c); }
    return x->mem ? 0 : GALPHA_MEM_FAIL;
  case 1:
    return GALPHAInitMech(x->mem, pb->mass, x->M, pb->force, pb->t0, s->q,
                          s->v);
  case 2:
  case 3:
  case 4:
  case 5: return state_constraints(x, i - 2);
  case 6:
    return x->differenced ? 0 : GALPHASetForceJacPos(x->mem, x->Fq, pb->dfdq);
  case 7:
    return x->differenced ? 0 : GALPHASetForceJacVel(x->mem, x->Fv, pb->dfdv);
  case 8: N_VConst(1e-7, s->a); return GALPHASVtolerances(x->mem, 1e-5, s->a);
  case 9: return GALPHARootInit(x->mem, 1, no_root);
  case 10: return GALPHASetFormulation(x->mem, x->formulation);
  case 11: return GALPHACalcIC(x->mem, GALPHA_PROJECT_INIT, 0.1);
  case 12: return GALPHASolve(x->mem, 0.02, &s->t, s->q, s->v, GALPHA_NORMAL);
  default:
    GALPHASetFixedStep(x->mem, 1e-3);
    return GALPHASolve(x->mem, 0.03, &s->t, s->q, s->v, GALPHA_NORMAL);
  }
}

enum after
{
  FREE,   /* the object at once */
  REPEAT, /* the call that failed, and go on */
  IGNORE, /* it, and go on */
};

static struct call_sites sites[IGNORE + 1]; /* a way of going on each */

/* With the k-th allocation failing; returns whether one failed. */
static int live_with(struct session *x, long k, enum after after)
{
  int i = 0, ret = 0;

  x->mem = NULL;
  budget_begin(k, &sites[after]);
  for (; i < CALLS && (ret = call(x, i)) == 0; i++) {}
  budget_end();
  if (budget.failed)
  {
    CHECK(ret == GALPHA_MEM_FAIL);
    if (ret != GALPHA_MEM_FAIL) { printf("call %d gave %d\n", i, ret); }
    CHECK(i == 0 || x->c.code == GALPHA_MEM_FAIL);
  }
  else { CHECK(ret == 0); }
  for (i += after == IGNORE && i > 0; after != FREE && i < CALLS; i++)
  {
    ret = call(x, i);
    CHECK(after == IGNORE || ret == 0);
  }
  GALPHAFree(&x->mem);
  return budget.failed;
}

static void check_problem(const struct problem *pb, SUNContext ctx,
                          enum problem_storage storage, int formulation,
                          int differenced)
{
  sunrealtype q[9];
  long count = 0;

  /* without constraints there are no multipliers to differentiate by */
  const enum after most = differenced && !pb->general ? IGNORE : REPEAT;

  for (enum after after = FREE; after <= most; after++)
  {
    for (long k = -1; k < 100000; k = call_sites_next(&sites[after], k))
    {
      struct session x = {.pb          = pb,
                          .ctx         = ctx,
                          .formulation = formulation,
                          .differenced = differenced};
      session_new(&x, storage);
      const long before      = budget.live;
      const int failed       = live_with(&x, k, after);
      const sunrealtype *end = N_VGetArrayPointer(x.s.q);
      CHECK(budget.live == before);
      if (k < 0) { memcpy(q, end, (size_t)pb->n * sizeof *q); }
      if (after == REPEAT) { CHECK(problem_dist(q, end, pb->n) < 1e-14); }
      session_free(&x);
      if (k >= 0 && !failed)
      {
        count = k;
        break;
      }
    }
  }
  printf("%s, storage %d, formulation %d: %ld allocations\n", pb->name,
         (int)storage, formulation, count);
  CHECK(count > 50);
  CHECK(budget.live == 0);
}

TEST_MAIN(ctx)
{
  galpha_test_quiet(ctx);
  for (int storage = 0; storage < 2; storage++)
  {
    const enum problem_storage st = (enum problem_storage)storage;
    check_problem(&paper_problem15, ctx, st, GALPHA_SOI2, 0);
    check_problem(&paper_problem15, ctx, st, GALPHA_SOI2_LITERAL, 1);
    check_problem(&paper_simple_pendulum, ctx, st, GALPHA_SOI2, 1);
    check_problem(&paper_simple_pendulum, ctx, st, GALPHA_SOI2_LITERAL, 0);
    check_problem(&paper_simple_pendulum, ctx, st, GALPHA_INDEX3, 0);
    check_problem(&paper_disk, ctx, st, GALPHA_SOI2, 1);
  }
}
