/* What must not matter: dense or sparse blocks, KLU or L D L^T, direct or Krylov solvers,
 * the unit of the coordinates and of the equations, their order. Each subject ends where
 * the other does. Control: tolerances in the old unit. */
#include <galpha/galpha_sunlinsol_ldlt.h>

#include "support/models/flexible/mechanism.h"
#include "support/run/outcome.h"
#include "support/test.h"
#include "transform.h"

#define RHO 0.6 /* GALPHA's own choice */

enum counts
{
  ANY,
  CLOSE_STEPS, /* within a half */
  SAME_STEPS,
  SAME_ITERATIONS /* and steps */
};

/* b against a at t1; mechanics in every form. */
struct pair
{
  const char *name;
  struct subject a, b;
  const int *place; /* of a's components in b, which are scale times as large */
  sunrealtype scale;
  sunrealtype t1, h; /* h = 0: error control */
  enum counts counts;
  enum outcome_measure measure;
  sunrealtype q, v, lambda; /* bounds; 0: not compared */
};
#define PAIR(...) ((struct pair){__VA_ARGS__})

static void within(const struct pair *p, const struct outcome *a,
                   const struct outcome *b, enum subject_kind kind,
                   sunrealtype bound)
{
  const sunrealtype apart = outcome_apart(
    a, b, kind, p->place, p->scale > 0.0 ? p->scale : 1.0, p->measure);
  if (bound > 0.0) { CHECK_IN(apart, 0.0, bound); }
}

/* Compares the ends, b's in *other. */
static void check_once(const struct pair *p, struct outcome *other)
{
  struct outcome a;
  CHECK(outcome_new(&a, &p->a, ctx, p->t1, p->h) == 0);
  CHECK(outcome_new(other, &p->b, ctx, p->t1, p->h) == 0);
  check_of("%s, form %d, h %g", p->name, p->a.formulation, p->h);
  within(p, &a, other, SUBJECT_Q, p->q);
  within(p, &a, other, SUBJECT_V, p->v);
  within(p, &a, other, SUBJECT_LAMBDA, p->lambda);
  CHECK_IN((double)other->steps / (double)a.steps,
           p->counts == ANY           ? 0.0
           : p->counts == CLOSE_STEPS ? 0.65
                                      : 1.0,
           p->counts == ANY           ? HUGE_VAL
           : p->counts == CLOSE_STEPS ? 1.5
                                      : 1.0);
  CHECK(p->counts != SAME_ITERATIONS || a.iterations == other->iterations);
}

static void check(struct pair p)
{
  const int last = p.a.mech ? GALPHA_INDEX3 : GALPHA_SOI2;
  for (int f = GALPHA_SOI2; f <= last; f++)
  {
    struct outcome o;
    p.a.formulation = p.b.formulation = f;
    check_once(&p, &o);
  }
}

/* A third derivative out of positions makes more of round-off than steps bear that are to
 * be the same: GALPHA_CORRECT_A. */
#define MECHANICS(pb) \
  .mech = (pb), .rho = RHO, .correct = GALPHA_CORRECT_A, .tol = 1e-5
#define RESIDUAL(pb) \
  .residual = (pb), .rho = RHO, .correct = GALPHA_CORRECT_VELOCITIES

static void check_storage(const struct problem *pb, sunrealtype h,
                          sunrealtype t1)
{
  struct pair p =
    PAIR(.name = pb->name, .a = {MECHANICS(pb), .atol = 1e-7}, .t1 = t1, .h = h,
         .counts = SAME_ITERATIONS, .q = 1e-12, .v = 1e-11);
  p.b         = p.a;
  p.b.storage = PROBLEM_SPARSE;
  check(p);
}

/* Orders up to 5 are chosen by differences that round-off is a part of: with them the
 * motions are the same within the tolerance. */
static void check_transform(const struct problem *base, sunrealtype scale,
                            const int *perm, sunrealtype t1)
{
  struct transform x;
  const struct problem pb = transform_new(&x, base, scale, perm);
  int place[9];
  for (int i = 0; i < base->n; i++) { place[perm[i]] = i; }
  struct pair p =
    PAIR(.name = base->name, .a = {MECHANICS(base), .atol = 1e-7, .order = 2},
         .b     = {MECHANICS(&pb), .atol = 1e-7 * scale, .order = 2},
         .place = place, .scale = scale, .t1 = t1, .counts = SAME_STEPS,
         .q = 1e-6);
  check(p);
  p.a.order = p.b.order = 5;
  p.counts              = CLOSE_STEPS;
  p.q                   = p.a.tol;
  check(p);
}

static int by_klu(struct subject *s)
{
  return GALPHASetOption(s->mem, "ldlt", 0);
}

static int by_ldlt(struct subject *s)
{
  return GALPHASetOption(s->mem, "ldlt", 1);
}

/* L D L^T as a solver of the user's. */
static int by_own_ldlt(struct subject *s)
{
  const struct problem *pb = s->mech;
  const sunindextype n     = pb->n + pb->m + pb->p;
  N_Vector y               = KEEP(N_VNew_Serial(n, ctx));
  s->run.A                 = KEEP(SUNSparseMatrix(n, n, 1, CSC_MAT, ctx));
  s->run.LS                = KEEP(GALPHASunLinSol_LDLT(y, s->run.A, ctx));
  s->ldlt                  = 1;
  const int ret            = by_klu(s);
  return ret ? ret : GALPHASetLinearSolver(s->mem, s->run.LS, s->run.A);
}

/* The literal form has a second solver, which here is not the user's. */
static void check_ldlt(const struct problem *pb, sunrealtype t1, int steps,
                       sunrealtype tol, int symmetric)
{
  struct pair p =
    PAIR(.name = pb->name,
         .a =
           SUBJECT(.mech = pb, .rho = RHO, .correct = GALPHA_CORRECT_VELOCITIES,
                   .tol = 1e-9, .storage = PROBLEM_SPARSE, .prepare = by_klu),
         .t1 = t1, .h = t1 / steps, .measure = OUTCOME_RELATIVE, .q = tol,
         .v = 100.0 * tol, .lambda = 1e4 * tol);
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    struct outcome own, chosen;
    if (pb->p > 0 && f == GALPHA_INDEX3) { continue; }
    p.a.formulation = f;
    p.b             = p.a;
    p.b.prepare     = by_own_ldlt;
    check_once(&p, &own);
    CHECK((own.by_klu == 0) == symmetric);
    p.b.prepare = by_ldlt;
    CHECK(outcome_new(&chosen, &p.b, ctx, p.t1, p.h) == 0);
    CHECK(
      outcome_apart(&own, &chosen, SUBJECT_Q, NULL, 1.0, OUTCOME_RELATIVE) <=
      (f == GALPHA_SOI2_LITERAL ? tol : 0.0));
  }
}

/* Chains, beams, lattices and linkages go without a single factorisation by KLU. */
static void check_mechanism(struct mechanism m)
{
  CHECK(m.pb != NULL);
  check_ldlt(m.pb, 0.2, 40, 1e-9, 1);
}

static void check_mechanics(void)
{
  const int same[] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, pendulum[] = {2, 0, 1},
            crank[]          = {8, 3, 5, 0, 1, 7, 2, 6, 4};
  struct ref_heavy_top heavy = {1.0};
  const struct problem top = ref_heavy_top(&heavy), andrews = ref_andrews();
  check_storage(&paper_pendulum16, 0.01, 1.0);
  check_storage(&paper_slider_crank, 1e-3, 0.2);
  check_transform(&paper_pendulum16, 1e6, same, 1.0);
  check_transform(&paper_pendulum16, 1.0, pendulum, 1.0);
  check_transform(&paper_slider_crank, 1e6, same, 0.2);
  check_transform(&paper_slider_crank, 1.0, crank, 0.2);
  check_mechanism(mechanism_chain(40, 0.01, 1e-3));
  check_mechanism(mechanism_slider_crank(40, 10.0, 1e-5, 10.0));
  check_mechanism(mechanism_lattice(20, 4, 3e6, 1e-6, 20.0));
  check_mechanism(mechanism_fourbar(6, 0.3));
  check_ldlt(&andrews, 0.01, 100, 1e-8, 0);
  check_ldlt(&top, 0.02, 20, 1e-10, 0);
}

/* A chain of masses with nonlinear springs on the even places and filters of
 * the springs' forces between them: orders 2 and 1 in turn, tridiagonal. */
#define CHAIN 21

RESIDUAL2(chain)
{
  for (int i = 0; i < CHAIN; i++)
  {
    const sunrealtype left  = i > 0 ? y[i - 1] : 0.0;
    const sunrealtype right = i + 1 < CHAIN ? y[i + 1] : 0.0;
    if (i % 2) { r[i] = yp[i] + y[i] - sin(right - left); }
    else
    {
      r[i] = ypp[i] + 0.1 * yp[i] + y[i] + left - right - cos(0.1 * i + t);
    }
  }
}

RESIDUAL2_JAC(chain_jac)
{
  problem_begin(J);
  for (int j = 0; j < CHAIN; j++)
  {
    for (int i = j > 0 ? j - 1 : 0; i <= j + 1 && i < CHAIN; i++)
    {
      const sunrealtype left  = i > 0 ? y[i - 1] : 0.0;
      const sunrealtype right = i + 1 < CHAIN ? y[i + 1] : 0.0;
      const sunrealtype slope = i % 2 ? -cos(right - left) : -1.0;
      const sunrealtype own   = i % 2 ? c[0] + 1.0 : c[2] + 0.1 * c[1] + 1.0;
      problem_put(J, i, j, i == j ? own : i < j ? slope : -slope);
    }
  }
  problem_end(J);
}

static const struct residual_problem chain_problem = {
  .name = "chain",
  .n    = CHAIN,
  .order =
    VALUES(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2),
  .res2 = chain,
  .y0   = VALUES_OF(CHAIN, [2] = 0.5)};

static int by_dense(struct subject *s)
{
  return residual_use_dense(&s->run);
}

static int by_band(struct subject *s)
{
  return residual_use_band(&s->run, 1, 1);
}

static int by_klu_differenced(struct subject *s)
{
  const sunrealtype ones[3] = {1.0, 1.0, 1.0};
  SUNMatrix J = KEEP(SUNSparseMatrix(CHAIN, CHAIN, 3 * CHAIN, CSC_MAT, ctx));
  chain_jac(0.0, ones, s->run.y, s->run.y, s->run.y, NULL, J, NULL, NULL, NULL,
            NULL);
  return residual_use_klu(&s->run, J);
}

static int by_klu_analytic(struct subject *s)
{
  const int ret = by_klu_differenced(s);
  return ret ? ret : GALPHASetJac2Fn(s->mem, chain_jac);
}

static enum residual_krylov krylov;

static int by_krylov(struct subject *s)
{
  return residual_use_krylov(&s->run, krylov, CHAIN, 0);
}

/* PCG is for symmetric matrices, which the chain's is not. */
static void check_solvers(void)
{
  int (*const by[])(struct subject * s) = {
    by_dense, by_band, by_klu_differenced, by_klu_analytic, by_krylov};
  struct pair p = {.name = "chain", .a = {RESIDUAL(&chain_problem)}, .t1 = 2.0};
  for (int i = 0; i < 4 + RESIDUAL_PCG; i++)
  {
    krylov      = (enum residual_krylov)(i > 4 ? i - 4 : 0);
    p.a.tol     = 1e-10;
    p.b         = p.a;
    p.b.prepare = by[i < 4 ? i : 4];
    p.h         = 0.02;
    p.q         = 1e-11;
    check(p);
    p.a.tol = p.b.tol = p.q = 1e-6;
    p.h                     = 0.0;
    check(p);
  }
}

/* With a short first step; RESIDUAL_KRYLOV_COUNT: the dense matrix. */
static int first_short(struct subject *s)
{
  const int ret = GALPHASetInitStep(s->mem, 1e-7);
  return ret || krylov == RESIDUAL_KRYLOV_COUNT
           ? ret
           : residual_use_krylov(&s->run, krylov, 2 * RESIDUAL_MODEL_SIZE, 0);
}

/* Outputs that contain accelerations see shifts of 1/h^2 beside coefficients of 1, and from
 * the first, short steps on the run takes the steps of the dense matrix all the same. */
static void check_first_steps(void)
{
  struct residual_model m;
  struct outcome a, b;
  const struct subject what = {RESIDUAL(&m.pb), .tol = 1e-6, .atol = 1e-8,
                               .prepare = first_short};
  residual_model_new(&m, 0, NULL);
  krylov = RESIDUAL_KRYLOV_COUNT;
  CHECK(outcome_new(&a, &what, ctx, 1.0, 0.0) == 0);
  for (int k = 0; k < RESIDUAL_PCG; k++)
  {
    krylov = (enum residual_krylov)k;
    CHECK(outcome_new(&b, &what, ctx, 1.0, 0.0) == 0);
    CHECK_IN((double)b.steps / (double)a.steps, 0.95, 1.05);
    CHECK(outcome_apart(&a, &b, SUBJECT_Q, NULL, 1.0, OUTCOME_ABSOLUTE) <=
          1e-6);
  }
}

static void check_permutations(int constrained, sunrealtype h, sunrealtype tol)
{
  static const int places[3][RESIDUAL_MODEL_SIZE] = {
    {5, 4, 3, 2, 1, 0}, {3, 0, 5, 1, 2, 4}, {1, 2, 3, 4, 5, 0}};
  struct residual_model a, b;
  residual_model_new(&a, constrained, NULL);
  for (int k = 0; k < 3; k++)
  {
    residual_model_new(&b, constrained, places[k]);
    check(PAIR(.name = "other order", .a = {RESIDUAL(&a.pb), .tol = 1e-8},
               .b = {RESIDUAL(&b.pb), .tol = 1e-8}, .place = places[k],
               .t1 = 1.0, .h = h, .measure = OUTCOME_BY_COMPONENT, .q = tol,
               .v = tol));
  }
}

/* What Newton's iteration leaves in y is 1/h^2 times as large in multipliers. */
static void check_units(int constrained, sunrealtype h)
{
  static const sunrealtype units[][2] = {
    {1e6, 1.0}, {1e-6, 1.0}, {1.0, 1e6}, {1e-6, 1e9}};
  struct residual_model a, b;
  struct pair p = {.name = "units", .t1 = 1.0, .h = h, .counts = SAME_STEPS};
  residual_model_new(&a, constrained, NULL);
  for (int i = 0; i < 4; i++)
  {
    residual_model_new(&b, constrained, NULL);
    b.unit = p.scale = units[i][0];
    b.row            = units[i][1];
    p.a              = (struct subject){RESIDUAL(&a.pb), .tol = 1e-5};
    p.b              = p.a;
    p.b.residual     = &b.pb;
    p.b.atol         = 1e-5 * b.unit;
    p.q              = constrained ? 1e-4 : 1e-12;
    check(p);
  }
  if (constrained || h > 0.0) { return; }
  struct outcome old, other;
  p.b.atol = 1e-5;
  CHECK(outcome_new(&old, &p.a, ctx, p.t1, h) == 0);
  CHECK(outcome_new(&other, &p.b, ctx, p.t1, h) == 0);
  CHECK(other.steps < old.steps);
}

TEST_MAIN()
{
  test_quiet();
  check_mechanics();
  check_solvers();
  check_first_steps();
  check_permutations(0, 0.01, 1e-9);
  check_permutations(1, 0.01, 1e-9);
  check_permutations(0, 0.0, 1e-8);
  for (int i = 0; i < 4; i++) { check_units(i / 2, 0.01 * (i % 2)); }
}
