/* Lives of objects, from the creation to the end of a run, in which the k-th allocation
 * fails, k = 0, 1, 2, ... until none is left: the call returns GALPHA_MEM_FAIL (or NULL),
 * nothing leaks, and the same call works as soon as there is memory, with the same results.
 * Mechanics by blocks, states among them, and by products, redundant constraints, an order
 * raised and the reactions' share that enters in mid-run, residuals, and the L D L^T solver
 * alone; where steps allocate nothing, none of them fails. Included where OBJECT says what
 * becomes of an object that nobody counts who makes it. */
#pragma once

#include "budget.h"
#include "support/models/combined_rows.h"
#include "support/models/controlled.h"
#include "support/models/rest.h"

#include "lives_blocks.h"
#include "lives_products.h"
#include "lives_residual.h"

enum after
{
  FREE,   /* the object at once */
  REPEAT, /* the call that failed, and go on */
  IGNORE, /* it, and go on */
  AFTERS
};

struct life
{
  const char *name;
  void (*begin)(void *x);      /* what the caller owns */
  int (*call)(void *x, int i); /* call i of a whole life; 0 or a code */
  int calls, allocating;       /* the first so many calls may allocate */
  int creates;                 /* call 0 makes the object that speaks */
  void *x;
  const struct caught *said; /* in x; NULL: it says nothing */
  N_Vector *result;          /* in x */
  sunrealtype tol;           /* of the result */
  long least;                /* allocations */
};

static struct call_sites sites[AFTERS]; /* a way of going on each */

/* With the k-th allocation failing; returns whether one failed. */
static int live_with(const struct life *l, long k, enum after after)
{
  int i = 0, ret = 0;
  budget_begin(k, &sites[after]);
  for (; i < l->calls && (ret = l->call(l->x, i)) == 0; i++) {}
  budget_end();
  CHECK(ret == (budget.failed ? GALPHA_MEM_FAIL : 0));
  if (ret && ret != GALPHA_MEM_FAIL) { printf("call %d gave %d\n", i, ret); }
  if (budget.failed)
  {
    CHECK(i < l->allocating);
    if (l->said && (i > 0 || !l->creates))
    {
      CHECK(l->said->code == GALPHA_MEM_FAIL && l->said->count == 1);
    }
  }
  for (i += after == IGNORE && i > 0; after != FREE && i < l->calls; i++)
  {
    ret = l->call(l->x, i);
    CHECK(after == IGNORE || ret == 0);
  }
  return budget.failed;
}

static void walk(const struct life *l, enum after after)
{
  sunrealtype calm[SADDLE] = {0.0};
  long k                   = -1;
  for (int failed = 1; failed; k = call_sites_next(&sites[after], k))
  {
    const size_t mark = keep_mark();
    const long before = budget.live;
    l->begin(l->x);
    failed               = live_with(l, k, after) || k < 0;
    const sunrealtype *q = N_VGetArrayPointer(*l->result);
    const sunindextype n = N_VGetLength(*l->result);
    if (k < 0) { memcpy(calm, q, (size_t)n * sizeof *q); }
    if (after == REPEAT) { CHECK(problem_dist(calm, q, n) <= l->tol); }
    keep_back(mark);
    CHECK(budget.live == before);
    if (!failed) { break; }
  }
  check_of("%s, way %d", l->name, (int)after);
  CHECK(k >= l->least);
}

static void check_blocks(const struct problem *pb, int formulation,
                         int differenced)
{
  for (int storage = 0; storage < 2; storage++)
  {
    struct blocks x     = {.pb          = pb,
                           .storage     = (enum problem_storage)storage,
                           .formulation = formulation,
                           .differenced = differenced,
                           .ldlt        = storage && formulation == GALPHA_INDEX3};
    const struct life l = {
      pb->name, blocks_begin, blocks_call, BLOCKS_CALLS, BLOCKS_CALLS,
      1,        &x,           &x.s.said,   &x.s.q,       1e-14,
      50};
    walk(&l, FREE);
    walk(&l, REPEAT);
    /* without constraints there are no multipliers to differentiate by */
    if (differenced && !pb->general) { walk(&l, IGNORE); }
  }
}

static void check_products(int formulation)
{
  struct products x   = {.formulation = formulation};
  const struct life l = {
    "products", products_begin, products_call, 15,    15, 1,
    &x,         &x.said,        &x.m.q,        1e-13, 100};
  model_begin(&x.m);
  walk(&l, FREE);
  walk(&l, REPEAT);
}

/* A step made anew. */
static void check_redundant(struct combined *c)
{
  for (int i = 0; i < 6; i++)
  {
    struct blocks x     = {.pb          = &c->pb,
                           .storage     = i % 2 ? PROBLEM_SPARSE : PROBLEM_DENSE,
                           .formulation = GALPHA_SOI2 + i / 2};
    const struct life l = {
      "redundant rows", redundant_begin, redundant_call, 3, 2, 0, &x,
      &x.s.said,        &x.s.q,          1e-11,          30};
    walk(&l, REPEAT);
  }
}

static void check_raise(const struct problem *pb, int formulation)
{
  struct blocks x     = {.pb = pb, .formulation = formulation};
  const struct life l = {"order", raise_begin, raise_call, 2,     1, 0,
                         &x,      &x.s.said,   &x.s.q,     1e-14, 6};
  walk(&l, FREE);
  walk(&l, REPEAT);
  walk(&l, IGNORE);
}

static void check_share(const struct rest *r, enum problem_storage storage)
{
  struct blocks x     = {.pb = &r->pb, .storage = storage};
  const struct life l = {"share", share_begin, share_call, 2,    1, 0,
                         &x,      &x.s.said,   &x.s.q,     1e-3, 20};
  walk(&l, REPEAT);
}

static void check_factors(void)
{
  struct factors x    = {0};
  const struct life l = {"L D L^T", factors_begin, factors_call, 3,     2, 1,
                         &x,        NULL,          &x.x,         1e-12, 10};
  walk(&l, FREE);
  walk(&l, REPEAT);
}

static void check_residual(int second)
{
  struct residual_life x = {.second = second};
  const struct life l    = {"residual",
                            residual_life_begin,
                            residual_life_call,
                            12,
                            12,
                            1,
                            &x,
                            &x.s.said,
                            &x.s.q,
                            1e-12,
                            30};
  walk(&l, FREE);
  walk(&l, REPEAT);
}

/* Each path along which something is allocated. */
static void check_few(void)
{
  struct rest r;
  test_quiet();
  /* the table of what is kept does not grow in a life */
  small_vector(ctx, 1, NULL);
  check_blocks(&paper_problem15, GALPHA_SOI2_LITERAL, 1);
  check_blocks(&paper_simple_pendulum, GALPHA_SOI2, 1);
  check_blocks(&paper_simple_pendulum, GALPHA_INDEX3, 0);
  check_blocks(&controlled_pendulum, GALPHA_SOI2, 0);
  rest_string(&r, 1);
  check_share(&r, PROBLEM_DENSE);
  check_share(&r, PROBLEM_SPARSE);
  rest_rolling(&r, 0.1);
  check_share(&r, PROBLEM_SPARSE);
  check_factors();
  check_residual(0);
  check_residual(1);
}

static void check_more(void)
{
  static const sunrealtype T[]  = {1.0, 2.0, -1.0, 0.5, 0.1, 3.0};
  const struct problem pendulum = ref_pendulum(REF_PENDULUM_IFTOMM);
  const struct problem belt     = ref_belt(1);
  struct combined c;
  check_blocks(&paper_problem15, GALPHA_SOI2, 0);
  check_blocks(&paper_simple_pendulum, GALPHA_SOI2_LITERAL, 0);
  check_blocks(&paper_disk, GALPHA_SOI2, 1);
  check_products(GALPHA_SOI2);
  check_products(GALPHA_INDEX3);
  CHECK(!combined_new(&c, &pendulum, 6, T, 0, NULL, 0, ctx));
  check_redundant(&c);
  CHECK(!combined_new(&c, &belt, 2, T, 3, T, 1, ctx));
  check_redundant(&c);
  check_raise(&paper_simple_pendulum, GALPHA_SOI2);
  check_raise(&paper_simple_pendulum, GALPHA_INDEX3);
}

static void check_lives(bool all)
{
  check_few();
  if (all) { check_more(); }
}
