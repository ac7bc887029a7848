/* GALPHASetActive: an object with constraints that are off moves like one that was stated
 * without them, and like one stated anew where they are switched on and off; in every form,
 * with multipliers that are 0 and NaN in the rows that are off. The error of the
 * velocities does not become the speed of a gap that opens. */
#include "active_model.h"

static const struct active_way ways[] = {
  {"SOI2", GALPHA_SOI2, 2, PROBLEM_DENSE, 0.5, ACTIVE_PLAIN},
  {"SOI2, order 5", GALPHA_SOI2, 5, PROBLEM_DENSE, 0.5, ACTIVE_PLAIN},
  {"as published", GALPHA_SOI2_LITERAL, 2, PROBLEM_DENSE, 0.2, ACTIVE_PLAIN},
  {"index 3", GALPHA_INDEX3, 2, PROBLEM_DENSE, 0.9, ACTIVE_PLAIN},
  {"index 3, order 5", GALPHA_INDEX3, 5, PROBLEM_SPARSE, 0.0, ACTIVE_PLAIN},
  {"KLU", GALPHA_SOI2, 5, PROBLEM_SPARSE, 0.0, ACTIVE_PLAIN},
  {"L D L^T", GALPHA_SOI2, 2, PROBLEM_SPARSE, 0.9, ACTIVE_LDLT},
  {"differences", GALPHA_SOI2, 5, PROBLEM_DENSE, 0.5, ACTIVE_DIFFERENCED},
  {"general force", GALPHA_SOI2, 2, PROBLEM_DENSE, 0.5, ACTIVE_GENERAL},
  {"states", GALPHA_SOI2, 5, PROBLEM_DENSE, 0.5, ACTIVE_STATES},
  {"products", GALPHA_SOI2, 2, PROBLEM_DENSE, 0.5, ACTIVE_PRODUCTS},
  {"preconditioned", GALPHA_SOI2, 5, PROBLEM_DENSE, 0.5, ACTIVE_SADDLE},
  {"own complement", GALPHA_SOI2, 2, PROBLEM_DENSE, 0.9, ACTIVE_SCHUR},
  {"products, index 3", GALPHA_INDEX3, 2, PROBLEM_DENSE, 0.5, ACTIVE_PRODUCTS},
};
#define WAYS (sizeof ways / sizeof ways[0])

/* Largest difference of q and v. */
static double apart(const struct small *a, const struct small *b)
{
  double most = 0.0;
  for (int i = 0; i < ACTIVE_N; i++)
  {
    most = fmax(most, fabs(small_q(a)[i] - small_q(b)[i]));
    most = fmax(most, fabs(small_v(a)[i] - small_v(b)[i]));
  }
  return most;
}

/* Multipliers of the rows that are off are 0. */
static void check_zero(struct active_run *r)
{
  CHECK(!GALPHAGetMultipliers(r->s.mem, r->s.t, r->s.lambda, r->s.psi));
  for (int i = 0; i < r->model.rows + r->model.k; i++)
  {
    const int row  = i < r->model.rows ? i : 2;
    N_Vector x     = row < 2 ? r->s.lambda : r->s.psi;
    const double y = N_VGetArrayPointer(x)[row % 2];
    CHECK(r->model.on[row] ? y != 0.0 : y == 0.0);
  }
}

/* Rows that are never on. */
static void check_without(struct active_way way)
{
  const int k = way.kind < ACTIVE_PRODUCTS;
  struct active_run a, b;
  long int steps[2];
  active_begin(&a, way, 2, k);
  active_begin(&b, way, 1, 0);
  CHECK(!active_switch(&a, 1, 0));
  if (k) { CHECK(!active_switch(&a, 2, 0)); }
  for (int i = 1; i <= 4; i++)
  {
    long int wrong = -1;
    int on         = -1;
    CHECK(small_solve(&a.s, 0.5 * i) == GALPHA_SUCCESS);
    /* a look at derivatives leaves them off */
    CHECK(!k || GALPHACheckJacobian(a.s.mem, 1e-3, &wrong) == 0);
    CHECK(!GALPHAGetActive(a.s.mem, GALPHA_HOLONOMIC, 1, &on) && on == 0);
    CHECK(small_solve(&b.s, 0.5 * i) == GALPHA_SUCCESS);
    check_zero(&a);
  }
  const double off = apart(&a.s, &b.s);
  sunrealtype g = -1.0, gdot = -1.0, nonholonomic = -1.0;
  CHECK(!GALPHAGetMultipliers(b.s.mem, b.s.t, b.s.lambda, NULL));
  CHECK_IN(N_VGetArrayPointer(a.s.lambda)[0] -
             N_VGetArrayPointer(b.s.lambda)[0],
           -1e-5, 1e-5);
  CHECK(!GALPHAGetConstraintNorms(a.s.mem, &g, &gdot, &nonholonomic));
  CHECK(g < 1e-6 && gdot < 1e-4 && nonholonomic == 0.0);
  CHECK(!GALPHAGetNumSteps(a.s.mem, &steps[0]));
  CHECK(!GALPHAGetNumSteps(b.s.mem, &steps[1]));
  check_of("%s", way.name);
  CHECK_IN(off, 0.0, 1e-6);
}

/* The state of a as the start of an object that is stated there, which goes on to t. */
static double apart_from_new(struct active_run *a, struct active_way way,
                             int rows, int k, double t)
{
  struct active_run b;
  active_begin(&b, way, rows, k);
  b.model.off = a->model.off;
  CHECK(!GALPHAGetConsistentIC(a->s.mem, b.s.q, b.s.v));
  CHECK(!GALPHAReInit(b.s.mem, a->s.t, b.s.q, b.s.v));
  if (way.kind == ACTIVE_STATES)
  {
    CHECK(!GALPHAGetStates(a->s.mem, a->s.t, b.s.s));
    CHECK(!GALPHASetStateValues(b.s.mem, b.s.s));
  }
  CHECK(small_solve(&a->s, t) == GALPHA_SUCCESS);
  CHECK(small_solve(&b.s, t) == GALPHA_SUCCESS);
  return apart(&a->s, &b.s);
}

/* The plane is moved to where the mass is, and holds it; then the bob is let go; then the
 * plane, and the bob is held again. */
static void check_switches(struct active_way way)
{
  const int k = way.kind < ACTIVE_PRODUCTS;
  struct active_run a;
  double off[4];
  active_begin(&a, way, 2, k);
  CHECK(!active_switch(&a, 1, 0));
  CHECK(!active_switch(&a, 1, 0)); /* changes nothing */
  CHECK(small_solve(&a.s, 0.5) == GALPHA_SUCCESS);
  const double *q = small_q(&a.s);
  a.model.off     = q[2] - 0.4 * q[0] * q[1] - active_plane(a.s.t);
  CHECK(!active_switch(&a, 1, 1));
  CHECK(!GALPHACalcIC(a.s.mem, GALPHA_PROJECT_INIT, 3.0));
  off[0] = apart_from_new(&a, way, 2, k, 1.0);
  check_zero(&a);
  /* not quite the same motion without the plane */
  if (k) { CHECK(!active_switch(&a, 2, 0)); }
  CHECK(!active_switch(&a, 1, 0));
  CHECK(!GALPHACalcIC(a.s.mem, GALPHA_PROJECT_INIT, 3.0));
  off[1] = apart_from_new(&a, way, 1, 0, 1.5);
  check_zero(&a);
  a.model.off = q[2] - 0.4 * q[0] * q[1] - active_plane(a.s.t);
  CHECK(!active_switch(&a, 1, 1));
  if (k) { CHECK(!active_switch(&a, 2, 1)); }
  CHECK(!GALPHACalcIC(a.s.mem, GALPHA_PROJECT_INIT, 3.0));
  off[2] = apart_from_new(&a, way, 2, k, 2.0);
  check_zero(&a);
  CHECK(!active_switch(&a, 1, 0));
  CHECK(!GALPHACalcIC(a.s.mem, GALPHA_PROJECT_INIT, 3.0));
  off[3] = apart_from_new(&a, way, 2, k, 2.5);
  check_of("%s, switched", way.name);
  for (int i = 0; i < 3; i++) { CHECK(off[i] < 2e-6); }
  CHECK(off[3] > 1e-3);
}

/* Largest speed across g[0] and g[1], whose rates are 0 while they are on. */
static double across(const double *q, const double *v, double t)
{
  const double plane = v[2] - 0.4 * (q[1] * v[0] + q[0] * v[1]);
  return fmax(fabs(q[0] * v[0] + q[1] * v[1]),
              fabs(plane - 0.2 * cos(2.0 * t)));
}

/* Both rows open between two steps. Returns the speed across them before. */
static double check_opened(struct active_way way)
{
  struct active_run r;
  active_begin(&r, way, 2, 0);
  CHECK(!GALPHASStolerances(r.s.mem, 1e-3, 1e-3));
  r.model.off = active_q0[2] - 0.4 * active_q0[0] * active_q0[1];
  CHECK(!GALPHACalcIC(r.s.mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(small_solve(&r.s, 0.55) == GALPHA_SUCCESS);
  const double before = across(small_q(&r.s), small_v(&r.s), r.s.t);
  CHECK(!GALPHASetActive(r.s.mem, GALPHA_HOLONOMIC, 0, 0));
  CHECK(!GALPHASetActive(r.s.mem, GALPHA_HOLONOMIC, 1, 0));
  CHECK(!GALPHACalcIC(r.s.mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!GALPHAGetConsistentIC(r.s.mem, r.s.q, r.s.v));
  const double after = across(small_q(&r.s), small_v(&r.s), r.s.t);
  check_of("%s, opened", way.name);
  CHECK_IN(after, 0.0, 1e-10);
  return before;
}

TEST_MAIN()
{
  double most = 0.0;
  for (size_t i = 0; i < WAYS; i++)
  {
    if (i % (size_t)call_sites_stride(7) == 0) { check_without(ways[i]); }
    check_switches(ways[i]);
    most = fmax(most, check_opened(ways[i]));
  }
  CHECK(most > 1e-4); /* else there was nothing to remove */
}
