/* The reactions' share of the iteration matrix: its values and pattern, what the
 * user's df/dq holds of it, and that nothing is evaluated for it where it is not
 * needed. */
#include "reaction_session.h"

#define TEND 300.0

static sunrealtype entry(SUNMatrix A, sunindextype row, sunindextype col)
{
  struct galpha_cursor c = galpha_cursor_begin(A);
  sunindextype i, j;
  while (galpha_cursor_next(&c, &i, &j))
  {
    if (i == row && j == col) { return galpha_block_data(A)[c.k - 1]; }
  }
  return 0.0;
}

/* In the pattern of G. */
static void difference_G(struct session *x, enum problem_storage storage)
{
  const sunindextype m = x->r.pb.m, n = x->r.pb.n;
  SUNMatrix G =
    KEEP(storage == PROBLEM_DENSE ? SUNDenseMatrix(m, n, ctx)
                                  : SUNSparseMatrix(m, n, 2 * n, CSC_MAT, ctx));
  N_Vector lambda = KEEP(N_VNew_Serial(m, ctx));
  N_VConst(0.0, lambda);
  CHECK(x->r.pb.G(0.0, x->s.q, G, &x->r) == 0);
  CHECK(GALPHASetHolonomic(x->s.mem, lambda, x->r.pb.g, G, NULL) == 0);
}

/* A hanging string: R couples each coordinate with those of its neighbours, and is
 * made of the tensions; one mass pulls its rod by gravity. */
static void check_values(enum problem_storage storage, int differenced,
                         sunrealtype tol)
{
  const sunindextype N = 12;
  struct session x;
  rest_string(&x.r, N);
  x.r.tilt = 0.1;
  begin(&x, storage);
  if (differenced) { difference_G(&x, storage); }
  CHECK(small_solve(&x.s, TEND) == 0);
  struct galpha_reaction_jac *s        = share_of(&x);
  const struct galpha_reaction_part *q = &s->part[GALPHA_REACTION_Q];
  CHECK(q->in && q->included == GALPHA_NO && s->matrices > 5);
  CHECK(galpha_block_entries(q->A) == 2 * (3 * N - 2));
  CHECK(galpha_dq_groups(q->dq) == 3);
  for (sunindextype i = 0; i < N; i++)
  {
    const sunrealtype above = REST_GRAVITY * (sunrealtype)(N - i);
    const sunrealtype below = above - REST_GRAVITY;
    for (sunindextype k = 2 * i; k < 2 * i + 2; k++)
    {
      CHECK_REL(entry(q->A, k, k), above + below, tol);
      if (i > 0)
      {
        CHECK_REL(entry(q->A, k, k - 2), -above, tol);
        CHECK(entry(q->A, k, k - 2) == entry(q->A, k - 2, k));
      }
    }
  }
}

/* d(K^T psi)/dv as well. */
static void check_nonholonomic(int differenced)
{
  struct session x;
  rest_rolling(&x.r, 0.5);
  if (differenced) { x.r.pb.K = NULL; }
  begin(&x, PROBLEM_DENSE);
  CHECK(small_solve(&x.s, TEND) == 0);
  const struct galpha_reaction_part *part = share_of(&x)->part;
  N_Vector psi           = ((struct galpha_mem *)x.s.mem)->hist.now->psi;
  const sunrealtype pull = NV_Ith_S(psi, 0);
  for (int i = 0; i < GALPHA_REACTION_PARTS; i++)
  {
    CHECK(part[i].in && part[i].included == GALPHA_NO);
    CHECK(galpha_block_entries(part[i].A) == 2);
    for (sunindextype k = 0; k < 2; k++)
    {
      CHECK_REL(entry(part[i].A, k, k), i == 0 ? pull : 0.5 * pull, 1e-3);
    }
  }
}

static enum galpha_known included_at_end(struct session *x, int which)
{
  struct galpha_mem *mem         = x->s.mem;
  const struct galpha_state *now = mem->hist.now;
  const struct galpha_point at   = {.t      = now->t,
                                    .q      = now->q,
                                    .v      = now->v,
                                    .lambda = now->lambda,
                                    .psi    = now->psi};
  share_of(x)->velocities        = false;
  CHECK(galpha_sys_force(&mem->sys, &at, mem->model.f) == 0);
  CHECK(galpha_sys_jacobian(&mem->sys, &at, mem->model.f) == 0);
  CHECK(galpha_reaction_find_included(share_of(x), which, &at) == 0);
  return share_of(x)->part[which].included;
}

/* G is defined near the constraints alone once the motion is slow: there its pattern
 * is found. */
static int narrow_G(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  const sunrealtype x = NV_Ith_S(q, 0), y = NV_Ith_S(q, 1);
  const int ret = plain_G(t, q, A, data);
  return t > 20.0 && fabs(x * x + y * y - 1.0) > 5e-4 ? 1 : ret;
}

static void check_narrow(void)
{
  struct session x;
  rest_string(&x.r, 1);
  plain_G  = x.r.pb.G;
  x.r.pb.G = narrow_G;
  begin(&x, PROBLEM_SPARSE);
  CHECK(small_solve(&x.s, 1e4) == 0);
  CHECK(count_of(x.s.mem, GALPHAGetNumSteps) < 400);
  CHECK(galpha_block_entries(share_of(&x)->part[GALPHA_REACTION_Q].A) == 2);
}

/* What one random direction says of df/dq and df/dv. */
static void check_included(void)
{
  for (int i = 0; i < 16; i++)
  {
    const enum problem_storage storage = i & 1 ? PROBLEM_SPARSE : PROBLEM_DENSE;
    const enum galpha_known included   = i & 2 ? GALPHA_YES : GALPHA_NO;
    struct session x;
    long int nwrong = -1;
    if (i & 4) { rest_rolling(&x.r, 0.5); }
    else { rest_string(&x.r, 3); }
    x.r.share = (i & 2) != 0;
    x.r.push  = i & 8 ? 1e7 : 0.0; /* a load beside which R is small */
    x.r.push *= i & 4 ? 1e-7 : 1.0;
    begin(&x, storage);
    CHECK(small_solve(&x.s, TEND) == 0);
    CHECK(included_at_end(&x, GALPHA_REACTION_Q) == included);
    CHECK(!(i & 4) || included_at_end(&x, GALPHA_REACTION_V) == included);
    /* and the check of derivatives is none the wiser */
    CHECK(GALPHACheckJacobian(x.s.mem, 0, &nwrong) == 0 && nwrong == 0);
  }
}

/* While it swings nothing is evaluated: as if the library had been told not to. */
static void check_unneeded(void)
{
  long calls[2], taken[2];
  sunrealtype end_q[2];
  for (int off = 0; off < 2; off++)
  {
    struct session x;
    begin_counted(&x, PROBLEM_SPARSE);
    if (off) { CHECK(GALPHASetOption(x.s.mem, "reaction_jac", 0) == 0); }
    CHECK(small_solve(&x.s, 8.0) == 0);
    calls[off] = calls_of_G;
    taken[off] = count_of(x.s.mem, GALPHAGetNumSteps);
    end_q[off] = NV_Ith_S(x.s.q, 5);
    CHECK(share_of(&x)->part[GALPHA_REACTION_Q].A == NULL);
  }
  CHECK(calls[0] == calls[1] && taken[0] == taken[1] && end_q[0] == end_q[1]);
}

/* A new start is as the first one. */
static void check_restart(void)
{
  struct session x;
  sunrealtype first[2];
  long taken = 0;
  rest_string(&x.r, 3);
  begin(&x, PROBLEM_SPARSE);
  N_Vector q0 = KEEP(N_VClone(x.s.q)), v0 = KEEP(N_VClone(x.s.q));
  x.r.pb.start(N_VGetArrayPointer(q0), N_VGetArrayPointer(v0), &x.r);
  for (int run = 0; run < 2; run++)
  {
    if (run) { CHECK(GALPHAReInit(x.s.mem, 0.0, q0, v0) == 0); }
    CHECK(small_solve(&x.s, TEND) == 0);
    CHECK(share_of(&x)->on);
    CHECK(!run || count_of(x.s.mem, GALPHAGetNumSteps) == taken);
    taken      = count_of(x.s.mem, GALPHAGetNumSteps);
    first[run] = NV_Ith_S(x.s.q, 4);
  }
  CHECK_IN(first[0] - first[1], -1e-10, 1e-10);
}

/* Patterns against their definition: a narrow band of constraints, and one on all. */
static void check_pattern(void)
{
  enum
  {
    M_ROWS = 6,
    N_COLS = 9
  };
  SUNMatrix D = KEEP(SUNDenseMatrix(M_ROWS, N_COLS, ctx));
  for (int i = 0; i < M_ROWS; i++)
  {
    for (int j = 0; j < N_COLS; j++)
    {
      const int there       = i == 5 ? j % 4 == 0 : j >= i && j < i + 3;
      SM_ELEMENT_D(D, i, j) = there ? 1.0 + j : 0.0;
    }
  }
  SUNMatrix G          = KEEP(SUNSparseFromDenseMatrix(D, 0.0, CSR_MAT));
  SUNMatrix P          = KEEP(galpha_reaction_normal(G, ctx));
  sunindextype entries = 0, *twin = galpha_reaction_twins(P);
  const sunindextype *ptr = SM_INDEXPTRS_S(P), *idx = SM_INDEXVALS_S(P);
  CHECK(galpha_reaction_normal_bound(G) == 5 * 9 + 9);
  for (int i = 0; i < N_COLS; i++)
  {
    for (int j = 0; j < N_COLS; j++)
    {
      int meet = 0, stored = 0;
      for (int r = 0; r < M_ROWS; r++)
      {
        meet = meet ||
               (SM_ELEMENT_D(D, r, i) != 0.0 && SM_ELEMENT_D(D, r, j) != 0.0);
      }
      for (sunindextype k = ptr[j]; k < ptr[j + 1]; k++)
      {
        stored += idx[k] == i;
        CHECK(k == ptr[j] || idx[k] > idx[k - 1]);
        CHECK(twin[twin[k]] == k && idx[twin[k]] == j);
      }
      CHECK(stored == meet);
      entries += meet;
    }
  }
  CHECK(ptr[N_COLS] == entries);
  SUNMatrix B = KEEP(galpha_block_copy(P));
  for (sunindextype k = 0; k < entries; k++)
  {
    SM_DATA_S(P)[k] = k == 1 ? 2.0 : 0.0;
    SM_DATA_S(B)[k] = k == 1 ? 0.0 : k == 0 ? 1e-3 : 0.0;
  }
  SUNMatrix R = KEEP(galpha_reaction_thin(P, B, 1e-2, twin, ctx));
  CHECK(galpha_block_entries(R) == (twin[1] == 1 ? 1 : 2));
  free(twin);
}

TEST_MAIN()
{
  check_pattern();
  check_values(PROBLEM_DENSE, 0, 1e-4);
  check_values(PROBLEM_SPARSE, 0, 1e-4);
  check_values(PROBLEM_DENSE, 1, 1e-2);
  check_values(PROBLEM_SPARSE, 1, 1e-2);
  check_nonholonomic(0);
  check_nonholonomic(1);
  check_narrow();
  check_included();
  check_unneeded();
  check_restart();
}
