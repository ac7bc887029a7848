/* Orders that the library finds from F(t,y,y'): the run equals bit for bit that
 * with the orders given, for a problem of index 1 by every kind of matrix, for
 * hints of GALPHASetId that F contradicts, and where the factor of a y' is zero
 * at the start only. Controls: wrong orders, given, are refused. */
#include "support/test.h"

#define SIZE 4

/* States x' = -x w and s' = z - s, algebraic z = x^2 and w = 1 + z: from x = 1,
 * 1/x^2 = 2 e^(2 t) - 1. */
RESIDUAL1_IS(index1, yp[0] + y[0] * y[2], y[1] - y[0] * y[0], y[2] - 1.0 - y[1],
             yp[3] + y[3] - y[1])

static sunrealtype exact_x(sunrealtype t)
{
  return 1.0 / sqrt(2.0 * exp(2.0 * t) - 1.0);
}

enum matrix
{
  DEFAULT,
  BAND,
  KLU,
  KRYLOV,
  MATRICES
};

static int use(struct residual_run *run, enum matrix kind)
{
  if (kind == DEFAULT) { return 0; }
  if (kind == BAND) { return residual_use_band(run, 2, 2); }
  if (kind == KRYLOV)
  {
    return residual_use_krylov(run, RESIDUAL_SPGMR, SIZE, 0);
  }
  SUNMatrix J = KEEP(SUNSparseMatrix(SIZE, SIZE, SIZE * SIZE, CSC_MAT, ctx));
  for (int j = 0; j <= SIZE; j++) { SM_INDEXPTRS_S(J)[j] = SIZE * j; }
  for (int k = 0; k < SIZE * SIZE; k++) { SM_INDEXVALS_S(J)[k] = k % SIZE; }
  return residual_use_klu(run, J);
}

static int hint(struct residual_run *run, const sunrealtype *id)
{
  N_Vector v = KEEP(N_VClone(run->y));
  for (int i = 0; i < run->pb->n; i++) { N_VGetArrayPointer(v)[i] = id[i]; }
  return GALPHASetId(run->mem, v);
}

/* A run with the orders of pb (NULL: found, by hint if there is one). */
static void integrate(struct residual_run *run,
                      const struct residual_problem *pb, enum matrix kind,
                      const sunrealtype *id, sunrealtype h)
{
  int ret = residual_begin(run, pb, ctx);
  if (!ret && id) { ret = hint(run, id); }
  if (!ret) { ret = use(run, kind); }
  if (!ret) { ret = GALPHASetFixedStep(run->mem, h); }
  if (!ret) { ret = residual_to(run, 1.0); }
  CHECK(ret == 0);
}

static void check_equal(const struct residual_problem *pb, enum matrix kind,
                        const sunrealtype *id, sunrealtype h)
{
  struct residual_problem found = *pb;
  struct residual_run a, b;
  long int steps[2] = {-1, -2};
  found.order       = NULL;
  integrate(&a, pb, kind, NULL, h);
  integrate(&b, &found, kind, id, h);
  CHECK(residual_distance(&a, &b) == 0.0);
  for (int i = 0; i < pb->n; i++)
  {
    CHECK(residual_yp(&a)[i] == residual_yp(&b)[i]);
  }
  CHECK(!GALPHAGetNumSteps(a.mem, &steps[0]));
  CHECK(!GALPHAGetNumSteps(b.mem, &steps[1]));
  CHECK(steps[0] == steps[1]);
}

static struct residual_problem index1_problem(const sunrealtype *order)
{
  static const sunrealtype y0[]  = {1.0, 1.0, 2.0, 0.0};
  static const sunrealtype yp0[] = {-2.0, 0.0, 0.0, 1.0};
  return RESIDUAL_PROBLEM(.name = "index 1", .n = SIZE, .order = order,
                          .res1 = index1, .y0 = y0, .yp0 = yp0);
}

/* Hints: none, too few, right. */
static void check_index1(void)
{
  static const sunrealtype order[]      = {1.0, 0.0, 0.0, 1.0};
  static const sunrealtype none[]       = {0.0, 0.0, 0.0, 0.0};
  static const sunrealtype few[]        = {0.0, 0.0, 0.0, 1.0};
  static const sunrealtype *const ids[] = {NULL, none, few, order};
  const struct residual_problem prob    = index1_problem(order);
  for (int kind = 0; kind < MATRICES; kind++)
  {
    for (int i = 0; i < 4; i++)
    {
      check_equal(&prob, (enum matrix)kind, ids[i], 0.0);
      check_equal(&prob, (enum matrix)kind, ids[i], 0.02);
    }
    struct residual_problem found = prob;
    struct residual_run run;
    found.order = NULL;
    integrate(&run, &found, (enum matrix)kind, few, 0.0);
    const sunrealtype *y = residual_y(&run), x = exact_x(1.0);
    check_of("matrix %d", kind);
    CHECK(fabs(y[0] - x) <= 1e-4);
    CHECK(fabs(y[1] - x * x) <= 1e-4);
    CHECK(fabs(y[2] - 1.0 - x * x) <= 1e-4);
  }
}

/* Orders that are given wrong. */
static void check_refused(const struct residual_problem *pb, const char *text)
{
  struct caught c = {0};
  struct residual_run run;
  CHECK(residual_begin(&run, pb, ctx) == 0);
  CHECK(GALPHASetErrHandlerFn(run.mem, caught_handler, &c) == 0);
  CHECK(residual_to(&run, 1.0) == GALPHA_ILL_INPUT);
  CHECK(c.count == 1 && caught_says(&c, GALPHA_ILL_INPUT, text));
}

/* Declared algebraic, the states are refused where F shows their y'. */
static void check_wrong(void)
{
  static const sunrealtype order[]   = {1.0, 0.0, 0.0, 0.0};
  const struct residual_problem prob = index1_problem(order);
  check_refused(&prob, "y'[3]");
}

/* The factor of s' in factor s' + s = 2 factor: x - x(0), x' = 1, or t; s = t.
 * */
struct singular
{
  sunrealtype x0;
  bool of_time;
};

RESIDUAL1(singular)
{
  const struct singular *p = data;
  const sunrealtype factor = p->of_time ? t : y[0] - p->x0;
  r[0]                     = yp[0] - 1.0;
  r[1]                     = factor * (yp[1] - 2.0) + y[1];
}

RESIDUAL_START(start_singular)
{
  const struct singular *p = data;
  y[0]                     = p->x0;
  yp[0] = yp[1] = 1.0;
}

/* Found, also where the hint says algebraic; given as algebraic (control) it is
 * refused. */
static void check_vanishing(sunrealtype x0, bool of_time)
{
  static const sunrealtype order[2] = {1.0, 1.0}, wrong[2] = {1.0, 0.0};
  struct singular p = {x0, of_time};
  struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "singular", .n = 2, .order = order,
                     .res1 = singular, .start = start_singular, .data = &p);
  struct residual_run run;
  check_equal(&pb, DEFAULT, NULL, 0.0);
  check_equal(&pb, DEFAULT, wrong, 0.0);
  pb.order = NULL;
  integrate(&run, &pb, DEFAULT, NULL, 0.0);
  CHECK_REL(residual_y(&run)[1], 1.0, 1e-4);
  pb.order = wrong;
  check_refused(&pb, "y'[1], but component 1");
}

/* The factor of y'' vanishes as well; where F fails beyond the start the order is taken
 * as it is: y = 0. */
static int vanishing2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                      N_Vector r, void *data)
{
  const bool *closed = data;
  if (*closed && t > 0.0 && t < 0.01) { return 1; }
  N_VGetArrayPointer(r)[0] =
    t * N_VGetArrayPointer(ypp)[0] + N_VGetArrayPointer(y)[0];
  return 0;
}

static void check_second_order(void)
{
  static const sunrealtype lower = 1.0;
  bool closed                    = false;
  struct residual_problem pb =
    RESIDUAL_PROBLEM(.name = "second order", .n = 1, .order = &lower,
                     .res2 = vanishing2, .data = &closed);
  struct residual_run run;
  check_refused(&pb, "y''[0], but component 0");
  closed = true;
  CHECK(residual_begin(&run, &pb, ctx) == 0);
  CHECK(!GALPHASetFixedStep(run.mem, 0.1));
  CHECK(residual_to(&run, 1.0) == 0 && residual_y(&run)[0] == 0.0);
}

TEST_MAIN()
{
  check_index1();
  check_wrong();
  check_vanishing(0.0, false);
  check_vanishing(1.0, false);
  check_vanishing(0.0, true);
  check_second_order();
}
