/* Sparse matrices of the user with wrong index arrays: every block, in both types,
 * damaged where it is handed over or in the middle of a run. It is refused by name,
 * row or column and index before it is followed, the last accepted step stands, and
 * the mended run goes on. Unsorted entries and, in blocks of the mechanical form,
 * entries stored twice count as they are meant. */
#include <sunlinsol/sunlinsol_klu.h>

#include "patterns_model.h"

struct run
{
  struct model m;
  struct small s;
  SUNMatrix A[NONE]; /* those of the library are copies */
};

static SUNMatrix sparse(sunindextype rows, sunindextype cols, int type)
{
  return SUNSparseMatrix(rows, cols, rows * cols + 1, type, ctx);
}

static void make(struct run *r, int type)
{
  const sunindextype rows[] = {N, M, P, P, N, N, N, N};
  r->m                      = (struct model){.bad = NONE};
  r->s                      = (struct small){.mem    = KEEP(GALPHACreate(ctx)),
                                             .q      = small_vector(ctx, N, NULL),
                                             .v      = small_vector(ctx, N, NULL),
                                             .lambda = small_vector(ctx, M, NULL),
                                             .psi    = small_vector(ctx, P, NULL)};
  for (int b = 0; b < NONE; b++)
  {
    r->A[b] = KEEP(sparse(rows[b], b == REACTION ? M + P : N, type));
  }
  CHECK(!GALPHASetErrHandlerFn(r->s.mem, caught_handler, &r->s.said));
}

/* What the first call that fails returns. */
static int state_mechanics(struct run *r, int formulation)
{
  static const sunrealtype q0[N] = {0.6, -0.8, 1.6, -0.8};
  memcpy(small_q(&r->s), q0, sizeof q0);
  int ret =
    GALPHAInitMech(r->s.mem, mass, r->A[MASS], NULL, 0.0, r->s.q, r->s.v);
  if (!ret)
  {
    ret = GALPHASetHolonomic(r->s.mem, r->s.lambda, g, r->A[HOLONOMIC], G);
  }
  if (!ret)
  {
    ret = GALPHASetNonholonomic(r->s.mem, r->s.psi, k, r->A[NONHOLONOMIC], K);
  }
  if (!ret) { ret = GALPHASetNonholonomicJacPos(r->s.mem, r->A[POSITION], Kq); }
  if (!ret) { ret = GALPHASetForceJacPos(r->s.mem, r->A[STIFFNESS], Fq); }
  if (!ret) { ret = GALPHASetForceJacVel(r->s.mem, r->A[DAMPING], Fv); }
  if (!ret) { ret = GALPHASetGeneralForce(r->s.mem, f, r->A[REACTION], Fr); }
  if (!ret) { ret = GALPHASetFormulation(r->s.mem, formulation); }
  return ret;
}

static int state_residual(struct run *r)
{
  N_VConst(1.0, r->s.q);
  for (int i = 0; i < N; i++)
  {
    sunrealtype sum = 0.0;
    for (int j = 0; j < N; j++) { sum -= decay[i * N + j]; }
    small_v(&r->s)[i] = sum;
  }
  SUNLinearSolver LS = KEEP(SUNLinSol_KLU(r->s.q, r->A[JACOBIAN], ctx));
  int ret            = GALPHAInit(r->s.mem, F, 0.0, r->s.q, r->s.v);
  if (!ret) { ret = GALPHASetLinearSolver(r->s.mem, LS, r->A[JACOBIAN]); }
  if (!ret) { ret = GALPHASetJacFn(r->s.mem, J); }
  return ret;
}

static int begin(struct run *r, enum block b, int formulation)
{
  int ret = b == JACOBIAN ? state_residual(r) : state_mechanics(r, formulation);
  if (!ret) { ret = GALPHASetUserData(r->s.mem, &r->m); }
  if (!ret) { ret = GALPHASStolerances(r->s.mem, 1e-6, 1e-8); }
  /* a matrix is at most two steps old */
  if (!ret) { ret = GALPHASetOption(r->s.mem, "max_jacobian_age", 2); }
  return ret ? ret : GALPHASetMaxStep(r->s.mem, 0.02);
}

/* Under valgrind a tenth of the time: a third of the steps. */
static sunrealtype scaled(sunrealtype t)
{
  return call_sites_sampled() ? 0.1 * t : t;
}

static void undisturbed(enum block b, int type, int formulation,
                        sunrealtype *end)
{
  struct run r;
  make(&r, type);
  CHECK(!begin(&r, b, formulation) && !small_solve(&r.s, scaled(0.5)) &&
        r.s.said.count == 0);
  memcpy(end, small_q(&r.s), N * sizeof *end);
}

static void check_end(const struct run *r, const sunrealtype *end)
{
  for (int i = 0; i < N; i++)
  {
    CHECK_IN(small_q(&r->s)[i], end[i] - 1e-5, end[i] + 1e-5);
  }
}

/* What must count as it is meant. */
static bool is_meant(enum block b, enum damage d)
{
  return d == UNSORTED || (d == TWICE && b != JACOBIAN);
}

/* In the middle of a run, and mended. */
static void check_late(enum block b, enum damage d, int type, int formulation,
                       const sunrealtype *end)
{
  struct run r;
  sunrealtype t = 0.0;
  N_Vector q    = KEEP(N_VNew_Serial(N, ctx));
  make(&r, type);
  r.m = (struct model){b, d, scaled(0.25)};
  CHECK(!begin(&r, b, formulation) && !small_solve(&r.s, scaled(0.2)));
  const int ret = small_solve(&r.s, scaled(0.5));
  if (is_meant(b, d)) { CHECK(ret == 0 && r.s.said.count == 0); }
  else
  {
    CHECK(ret == GALPHA_ILL_INPUT && r.s.said.count == 1);
    CHECK(caught_says(&r.s.said, GALPHA_ILL_INPUT, words[b]));
    CHECK(!GALPHAGetCurrentTime(r.s.mem, &t) && t == r.s.t && t < scaled(0.3));
    CHECK(
      !GALPHAGetDky(r.s.mem, t, 0, q) &&
      !memcmp(N_VGetArrayPointer(q), small_q(&r.s), N * sizeof(sunrealtype)));
    r.m.bad = NONE;
    CHECK(!small_solve(&r.s, scaled(0.5)) && r.s.said.count == 0);
  }
  check_end(&r, end);
}

/* At the start, and where it is handed over. */
static void check_early(enum block b, enum damage d, int type)
{
  struct run r;
  if (is_meant(b, d)) { return; }
  make(&r, type);
  r.m = (struct model){b, d, -1.0};
  CHECK(!begin(&r, b, GALPHA_SOI2));
  ILL_INPUT(&r.s.said, small_solve(&r.s, 0.5), words[b]);
  long int nwrong = 0;
  if (b != MASS) /* it is not compared with anything */
  {
    CHECK(GALPHACheckJacobian(r.s.mem, 0.0, &nwrong) == GALPHA_ILL_INPUT);
  }
  if (d == TWICE) { return; } /* the function may fill it otherwise */
  const sunrealtype zero[N * N] = {0};
  make(&r, type);
  fill(r.A[b], zero);
  damage(r.A[b], d);
  CHECK(begin(&r, b, GALPHA_SOI2) == GALPHA_ILL_INPUT && r.s.said.count == 1);
  CHECK(caught_says(&r.s.said, GALPHA_ILL_INPUT, "the sparse matrix"));
}

/* A matrix of one row without its last pointer. */
static bool is_empty(enum block b, enum damage d, int type)
{
  return type == CSR_MAT && (b == NONHOLONOMIC || b == POSITION) &&
         d == LAST_UNSET;
}

static void check_all(int type)
{
  static const int formulation[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL,
                                    GALPHA_INDEX3};
  for (int b = 0; b < NONE; b++)
  {
    for (int i = 0; i < (b == HOLONOMIC ? 3 : 1); i++)
    {
      sunrealtype end[N];
      undisturbed((enum block)b, type, formulation[i], end);
      for (int d = 0; d < DAMAGES; d++)
      {
        if (is_empty((enum block)b, (enum damage)d, type)) { continue; }
        check_late((enum block)b, (enum damage)d, type, formulation[i], end);
      }
    }
    for (int d = 0; d < DAMAGES; d++)
    {
      if (is_empty((enum block)b, (enum damage)d, type)) { continue; }
      check_early((enum block)b, (enum damage)d, type);
    }
  }
}

/* The words: row, column and index, and what was probably meant. */
static void check_words(void)
{
  struct run r;
  make(&r, CSR_MAT);
  r.m = (struct model){HOLONOMIC, TOO_LARGE, -1.0};
  CHECK(!begin(&r, HOLONOMIC, GALPHA_SOI2) && small_solve(&r.s, 0.5) < 0);
  CHECK(caught_says(&r.s.said, GALPHA_ILL_INPUT,
                    "column index 4 in row 1; indices start at 0"));
  r.m.damage = NEGATIVE;
  CHECK(small_solve(&r.s, 0.5) < 0);
  CHECK(caught_says(&r.s.said, GALPHA_ILL_INPUT, "column index -1 in row 0"));
  r.m.damage = LAST_UNSET;
  CHECK(small_solve(&r.s, 0.5) < 0);
  CHECK(caught_says(&r.s.said, GALPHA_ILL_INPUT, "index pointer 2 is 0"));
  r.m.bad = NONHOLONOMIC;
  ILL_INPUT(&r.s.said, small_solve(&r.s, 0.5),
            "its index pointers are not set");
  r.m.bad = NONE;
  CHECK(!small_solve(&r.s, 0.5) && r.s.said.count == 0);
  make(&r, CSC_MAT);
  r.m = (struct model){HOLONOMIC, TOO_LARGE, -1.0};
  CHECK(!begin(&r, HOLONOMIC, GALPHA_SOI2) && small_solve(&r.s, 0.5) < 0);
  CHECK(caught_says(&r.s.said, GALPHA_ILL_INPUT, "row index 2 in column 3"));
}

/* Rows written into a matrix made for columns; and a constant M without pointers. */
static void check_mix_up(void)
{
  struct run r;
  sunindextype *ptr;
  make(&r, CSC_MAT);
  SUNMatrix A = r.A[HOLONOMIC];
  ptr         = SUNSparseMatrix_IndexPointers(A);
  for (int e = 0; e < M * N; e++) { SUNSparseMatrix_IndexValues(A)[e] = e % N; }
  ptr[1] = N;
  ptr[2] = (sunindextype)M * N;
  ILL_INPUT(&r.s.said, begin(&r, HOLONOMIC, GALPHA_SOI2),
            "those of a CSR matrix");
  make(&r, CSC_MAT);
  ILL_INPUT(&r.s.said,
            GALPHAInitMech(r.s.mem, NULL, r.A[MASS], NULL, 0.0, r.s.q, r.s.v),
            "its index pointers are not set");
}

/* More entries in a column than it has rows, some stored twice. */
static void check_many(void)
{
  struct run r;
  long int calm = 0, nwrong = 0;
  make(&r, CSC_MAT);
  CHECK(!begin(&r, NONHOLONOMIC, GALPHA_SOI2) && !small_solve(&r.s, 0.1));
  CHECK(GALPHACheckJacobian(r.s.mem, 0.0, &calm) >= 0);
  make(&r, CSC_MAT);
  r.m = (struct model){NONHOLONOMIC, TWICE, -1.0};
  CHECK(!begin(&r, NONHOLONOMIC, GALPHA_SOI2) && !small_solve(&r.s, 0.1));
  CHECK(GALPHACheckJacobian(r.s.mem, 0.0, &nwrong) >= 0 && nwrong == calm);
}

/* What the library differences takes each entry once. */
static void check_differenced(void)
{
  const sunrealtype ones[M * N] = {1, 1, 1, 1, 1, 1, 1, 1};
  struct run r;
  make(&r, CSR_MAT);
  N_VConst(1.0, r.s.q);
  N_VConst(1.0, r.s.v);
  CHECK(!GALPHAInitMech(r.s.mem, mass, r.A[MASS], NULL, 0.0, r.s.q, r.s.v));
  fill(r.A[HOLONOMIC], ones);
  damage(r.A[HOLONOMIC], TWICE);
  ILL_INPUT(&r.s.said,
            GALPHASetHolonomic(r.s.mem, r.s.lambda, g, r.A[HOLONOMIC], NULL),
            "column 3 is stored twice in row 1");
  CHECK(!GALPHASetHolonomic(r.s.mem, r.s.lambda, g, r.A[HOLONOMIC], G));
}

/* An entry of M with its whole value twice, from some time on: named once. As two halves
 * it is not (check_late). */
static void check_doubled(int type, int formulation)
{
  struct run r;
  make(&r, type);
  r.m = (struct model){MASS, DOUBLED, scaled(0.25)};
  CHECK(!begin(&r, MASS, formulation) && !small_solve(&r.s, scaled(0.24)) &&
        r.s.said.count == 0);
  CHECK(!small_solve(&r.s, scaled(0.5)) && r.s.said.count == 1);
  CHECK(caught_says(&r.s.said, GALPHA_WARNING,
                    "entry of the mass matrix in row 3, column 3 has doubled"));
}

TEST_MAIN()
{
  test_quiet();
  check_all(CSR_MAT);
  check_all(CSC_MAT);
  check_words();
  check_mix_up();
  check_differenced();
  check_many();
  check_doubled(CSR_MAT, GALPHA_SOI2);
  check_doubled(CSC_MAT, GALPHA_SOI2);
  check_doubled(CSC_MAT, GALPHA_INDEX3);
}
