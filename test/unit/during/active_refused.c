/* What GALPHASetActive refuses, and what the start refuses after it: rows that do not hold;
 * the run goes on when they are switched off again. Redundant rows of which one is off. A
 * checkpoint with rows that are off. */
#include "active_model.h"
#include "support/check/byte_store.h"

static const struct active_way way = {"SOI2",        GALPHA_SOI2, 5,
                                      PROBLEM_DENSE, 0.5,         ACTIVE_PLAIN};

static void refused(struct small *s, int code, const char *text)
{
  CHECK(small_solve(s, s->t + 0.1) == code);
  CHECK(caught_says(&s->said, code, text));
}

/* With the plane at the mass, or somewhat below; then without it. */
static void check_positions(void)
{
  struct active_run a;
  int on = 7;
  active_begin(&a, way, 2, 1);
  CHECK(!active_switch(&a, 1, 0));
  CHECK(!GALPHAGetActive(a.s.mem, GALPHA_HOLONOMIC, 1, &on) && on == 0);
  CHECK(!GALPHAGetActive(a.s.mem, GALPHA_NONHOLONOMIC, 0, &on) && on == 1);
  CHECK(small_solve(&a.s, 0.5) == GALPHA_SUCCESS);
  const double *q = small_q(&a.s);
  a.model.off     = q[2] - 0.4 * q[0] * q[1] - active_plane(a.s.t) - 1e-3;
  CHECK(!active_switch(&a, 1, 1));
  refused(&a.s, GALPHA_INCONSISTENT_IC,
          "position constraint g[1] = 0.001 at t = 0.5; GALPHASetActive has");
  CHECK(!GALPHAGetActive(a.s.mem, GALPHA_HOLONOMIC, 1, &on) && on == 1);
  a.model.off += 1e-3;
  refused(&a.s, GALPHA_INCONSISTENT_IC,
          "at t = 0.5; GALPHASetActive has switched this row on: first call "
          "GALPHAImpact");
  CHECK(!active_switch(&a, 1, 0));
  CHECK(small_solve(&a.s, 1.0) == GALPHA_SUCCESS);
}

HOLONOMIC_IS(floor_g, q[1])

HOLONOMIC_JAC_IS(floor_G, {0, 1, 1.0})

NONHOLONOMIC_IS(edge, v[1])

NONHOLONOMIC_JAC_IS(edge_K, {0, 1, 1.0})

/* A fast mass that sinks slowly: the restart of a run forgives that much in velocities, but
 * not where a row has been switched on; after an impact without restitution it goes on. */
static void check_velocities(int kind, int formulation)
{
  const sunrealtype e = 0.0;
  SMALL(s, .n = 2, .q = VALUES(0.0, 0.01), .v = VALUES(100.0, -0.01),
        .force = problem_no_force,
        .g = kind == GALPHA_HOLONOMIC ? floor_g : NULL, .G = floor_G,
        .k = kind == GALPHA_HOLONOMIC ? NULL : edge, .K = edge_K, .rtol = 1e-5,
        .formulation = formulation, .set = {{"max_step", 0.1}});
  CHECK(!GALPHASetActive(s->mem, kind, 0, 0));
  CHECK(small_solve(s, 1.0) == GALPHA_SUCCESS);
  CHECK(!GALPHASetActive(s->mem, kind, 0, 1));
  refused(s, GALPHA_INCONSISTENT_IC,
          kind == GALPHA_HOLONOMIC ? "velocity constraint (g_t + G v)[0]"
                                   : "nonholonomic constraint k[0] = -0.01");
  CHECK(!GALPHASetActive(s->mem, kind, 0, 0));
  CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 3.0));
  CHECK(!small_strike(s, 1, VALUES(0.0, 1.0), &e, NULL));
  CHECK(!GALPHASetActive(s->mem, kind, 0, 1));
  CHECK(!GALPHAGetConsistentIC(s->mem, NULL, s->v) && small_v(s)[1] == 0.0);
  CHECK(small_solve(s, 3.0) == GALPHA_SUCCESS);
  CHECK_IN(small_q(s)[1], -1e-9, 1e-9);
}

static void bad(void *mem, struct caught *said, int kind, int row,
                const char *text)
{
  int on = 7;
  ILL_INPUT(said, GALPHASetActive(mem, kind, row, 0), text);
  CHECK(GALPHAGetActive(mem, kind, row, &on) == GALPHA_ILL_INPUT && on == 7);
}

RESIDUAL1_IS(decay, yp[0] + y[0])

static void check_arguments(void)
{
  struct active_run a;
  active_begin(&a, way, 2, 1);
  bad(a.s.mem, &a.s.said, 0, 0, "kind must be");
  bad(a.s.mem, &a.s.said, 3, 0, "kind must be");
  bad(a.s.mem, &a.s.said, GALPHA_HOLONOMIC, 2, "no g[2]: the problem has 2");
  bad(a.s.mem, &a.s.said, GALPHA_HOLONOMIC, -1, "no g[-1]");
  bad(a.s.mem, &a.s.said, GALPHA_NONHOLONOMIC, 1, "no k[1]: the problem has 1");
  CHECK(GALPHAGetActive(a.s.mem, GALPHA_HOLONOMIC, 0, NULL) ==
        GALPHA_ILL_INPUT);
  SMALL(s, .q = VALUES(1.0), .v = VALUES(-1.0), .res1 = decay);
  bad(s->mem, &s->said, GALPHA_HOLONOMIC, 0, "mechanical form");
  CHECK(GALPHASetActive(NULL, GALPHA_HOLONOMIC, 0, 0) == GALPHA_MEM_NULL);
  CHECK(GALPHAGetActive(NULL, GALPHA_HOLONOMIC, 0, NULL) == GALPHA_MEM_NULL);
}

/* Stating the constraints anew switches all of them on. */
static void check_stated_anew(void)
{
  int on = 7;
  SMALL(s, .n = 2, .force = problem_no_force, .g = floor_g, .G = floor_G,
        .rtol = 1e-7);
  CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 0, 0));
  CHECK(!GALPHASetHolonomic(s->mem, s->lambda, floor_g, s->G, floor_G));
  CHECK(!GALPHAGetActive(s->mem, GALPHA_HOLONOMIC, 0, &on) && on == 1);
  CHECK(small_solve(s, 1.0) == GALPHA_SUCCESS);
}

/* Vectors in parts. */
static void check_parts(void)
{
  N_Vector a[] = {small_vector(ctx, 2, NULL), small_vector(ctx, 2, NULL)};
  N_Vector q = KEEP(N_VNew_ManyVector(2, a, ctx)), v = KEEP(N_VClone(q));
  N_Vector l          = small_vector(ctx, 1, NULL);
  struct caught said  = {0};
  struct active model = {.rows = 1};
  void *mem           = KEEP(GALPHACreate(ctx));
  N_VConst(0.0, v);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &said));
  CHECK(!GALPHAInitMechTimes(mem, active_times_M, active_force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, &model));
  CHECK(!GALPHASetHolonomicTimes(mem, l, active_g, active_times_G,
                                 active_times_GT));
  ILL_INPUT(&said, GALPHASetActive(mem, GALPHA_HOLONOMIC, 0, 0), "one array");
}

struct failing
{
  int left; /* calls until one fails; < 0: none */
  int failed;
};

static int weight(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  struct failing *x = data;
  N_VConst(0.0, f);
  N_VGetArrayPointer(f)[1] = -1.0;
  if (x->left != 0)
  {
    x->left--;
    return 0;
  }
  x->left   = -1;
  x->failed = 1;
  return -1;
}

/* The k-th call of the force after a switch fails: the run goes on with the next call. */
static void check_failing(void)
{
  for (int k = 0, failed = 1; failed; k++)
  {
    struct failing x = {-1, 0};
    SMALL(s, .n = 2, .v = VALUES(1.0, 0.0), .force = weight, .g = floor_g,
          .G = floor_G, .data = &x, .rtol = 1e-7);
    CHECK(small_solve(s, 1.0) == GALPHA_SUCCESS);
    CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 0, 0));
    x.left        = k;
    const int ret = small_solve(s, 1.1);
    failed        = x.failed;
    CHECK(failed ? ret == GALPHA_RES_FAIL : ret == GALPHA_SUCCESS);
    x.left = -1;
    CHECK(small_solve(s, 3.0) == GALPHA_SUCCESS);
    CHECK_IN(small_q(s)[1] + 2.0, -1e-6, 1e-6);
    CHECK_IN(small_q(s)[0] - 3.0, -1e-6, 1e-6);
    CHECK(k < 1000);
  }
}

/* Redundant rows: a mass on a floor that is stated twice. */

FORCE_IS(pressed, 0.0, -6.0)

HOLONOMIC_IS(twice, q[1], q[1])

HOLONOMIC_JAC_IS(twice_G, {0, 1, 1.0}, {1, 1, 1.0})

static void pressed_by(struct small *s, double first, double second)
{
  CHECK(small_solve(s, s->t + 0.3) == GALPHA_SUCCESS);
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
  const double *l = N_VGetArrayPointer(s->lambda);
  CHECK_IN(l[0] - first, -1e-7, 1e-7);
  CHECK_IN(l[1] - second, -1e-7, 1e-7);
  CHECK((first != 0.0 || l[0] == 0.0) && (second != 0.0 || l[1] == 0.0));
  CHECK_IN(small_q(s)[1], -1e-8, 1e-8);
}

static void check_redundant(int mode, int constant, int formulation)
{
  SMALL(s, .n = 2, .m = 2, .v = VALUES(1.0, 0.0), .force = pressed, .g = twice,
        .G = twice_G, .rtol = 1e-7, .formulation = formulation,
        .set = {{"redundancy", mode}, {"constant_G", constant}});
  CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 0, 0));
  pressed_by(s, 0.0, -6.0);
  CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 0, 1));
  if (mode == GALPHA_REDUNDANT_REFUSE)
  {
    refused(s, GALPHA_SINGULAR_JAC, "g[1] is redundant");
  }
  else { pressed_by(s, -3.0, -3.0); }
  CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 1, 0));
  pressed_by(s, -6.0, 0.0);
  if (mode == GALPHA_REDUNDANT_LEAST_NORM)
  {
    CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 1, 1));
    pressed_by(s, -3.0, -3.0);
  }
}

/* Written with the plane and the roll off; read by an object with the roll on, and the bob
 * off. */
static void check_checkpoint(enum problem_storage storage, int other)
{
  struct active_way w    = way;
  struct byte_store file = {NULL, 0, 0};
  struct active_run a, b;
  int on    = 7;
  w.storage = storage;
  active_begin(&a, w, 2, 1);
  active_begin(&b, w, 2, 1);
  CHECK(!active_switch(&a, 1, 0));
  CHECK(!active_switch(&b, 1, 0));
  CHECK(small_solve(&a.s, 0.5) == GALPHA_SUCCESS);
  CHECK(!active_switch(&a, 2, 0));
  CHECK(small_solve(&a.s, 1.0) == GALPHA_SUCCESS);
  CHECK(!GALPHAWriteCheckpoint(a.s.mem, byte_store_put, &file));
  if (other) { CHECK(!GALPHASetActive(b.s.mem, GALPHA_HOLONOMIC, 0, 0)); }
  CHECK(!GALPHAReadCheckpoint(b.s.mem, byte_store_get, &file));
  b.model.on[2] = 0;
  CHECK(!GALPHAGetActive(b.s.mem, GALPHA_HOLONOMIC, 0, &on) && on == 1);
  CHECK(!GALPHAGetActive(b.s.mem, GALPHA_HOLONOMIC, 1, &on) && on == 0);
  CHECK(!GALPHAGetActive(b.s.mem, GALPHA_NONHOLONOMIC, 0, &on) && on == 0);
  b.s.t = a.s.t;
  CHECK(small_solve(&a.s, 2.0) == GALPHA_SUCCESS);
  CHECK(small_solve(&b.s, 2.0) == GALPHA_SUCCESS);
  for (int i = 0; i < ACTIVE_N; i++)
  {
    CHECK(small_q(&a.s)[i] == small_q(&b.s)[i]);
    CHECK(small_v(&a.s)[i] == small_v(&b.s)[i]);
  }
  free(file.data);
}

/* Written with all on, read by an object in which some are off. */
static void check_all_on(void)
{
  struct byte_store file = {NULL, 0, 0};
  struct active_run a, b;
  int on = 7;
  active_begin(&a, way, 1, 1);
  active_begin(&b, way, 1, 1);
  CHECK(small_solve(&a.s, 1.0) == GALPHA_SUCCESS);
  CHECK(!GALPHAWriteCheckpoint(a.s.mem, byte_store_put, &file));
  CHECK(!active_switch(&b, 2, 0));
  CHECK(!GALPHAReadCheckpoint(b.s.mem, byte_store_get, &file));
  CHECK(!GALPHAGetActive(b.s.mem, GALPHA_NONHOLONOMIC, 0, &on) && on == 1);
  b.model.on[2] = 1;
  b.s.t         = a.s.t;
  CHECK(small_solve(&a.s, 2.0) == GALPHA_SUCCESS);
  CHECK(small_solve(&b.s, 2.0) == GALPHA_SUCCESS);
  for (int i = 0; i < ACTIVE_N; i++)
  {
    CHECK(small_q(&a.s)[i] == small_q(&b.s)[i]);
  }
  free(file.data);
}

TEST_MAIN()
{
  check_positions();
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_velocities(GALPHA_HOLONOMIC, f);
    check_velocities(GALPHA_NONHOLONOMIC, f);
  }
  check_arguments();
  check_stated_anew();
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    check_redundant(GALPHA_REDUNDANT_REFUSE, f % 2, f);
    check_redundant(GALPHA_REDUNDANT_LEAST_NORM, 0, f);
    check_redundant(GALPHA_REDUNDANT_LEAST_NORM, 1, f);
  }
  check_parts();
  check_failing();
  for (int other = 0; other < 2; other++)
  {
    check_checkpoint(PROBLEM_DENSE, other);
    check_checkpoint(PROBLEM_SPARSE, other);
  }
  check_all_on();
}
