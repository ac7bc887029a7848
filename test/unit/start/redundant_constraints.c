/* Constraints that depend on each other, or contradict each other, at the
 * start. */
#include "support/models/combined_rows.h"
#include "support/test.h"

/* Constraints with dependent Jacobians at the start: those that demand
 * different things contradict each other, and the message names both; those
 * that demand the same are redundant. */

/* What is set of x - c0 - c1 t and of its rate. */
struct conflict
{
  sunrealtype q0[2], v0[2];
  sunrealtype c[2][2]; /* of the rows of g */
  sunrealtype factor;  /* of the second row of g */
  sunrealtype k[2];    /* v - k, the rows of k */
  int m, p, circle;    /* circle: x^2 + y^2 = 1, written in two ways */
};

HOLONOMIC(positions)
{
  const struct conflict *s = data;
  for (int i = 0; i < s->m; i++)
  {
    g[i] = (i ? s->factor : 1.0) * (q[0] - s->c[i][0] - s->c[i][1] * t);
  }
  if (s->circle)
  {
    g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
    g[1] = sqrt(q[0] * q[0] + q[1] * q[1]) - 1.0;
  }
}

NONHOLONOMIC(velocities)
{
  const struct conflict *s = data;
  for (int i = 0; i < s->p; i++) { k[i] = v[0] - s->k[i]; }
}

static void refused(struct conflict s, const char *text, const char *how)
{
  SMALL(x, .n = 2, .q = s.q0, .v = s.v0, .force = problem_no_force, .data = &s);
  if (s.m) { CHECK(!small_holonomic(x, s.m, positions, NULL)); }
  if (s.p) { CHECK(!small_nonholonomic(x, s.p, velocities, NULL)); }
  CHECK(!GALPHASStolerances(x->mem, 1e-6, 1e-6));
  CHECK(small_solve(x, 1.0) == GALPHA_SINGULAR_JAC);
  printf("%s\n", x->said.msg);
  CHECK(strstr(x->said.msg, how) != NULL);
  CHECK(caught_says(&x->said, GALPHA_SINGULAR_JAC, text));
  REFUSED(&x->said, GALPHACalcIC(x->mem, GALPHA_ACC_INIT, 1.0),
          GALPHA_SINGULAR_JAC, text);
}

/* A sparse G or K to be differenced whose pattern is empty. */
static void refused_pattern(int in_g, const char *text)
{
  struct problem pb = ref_belt(1);
  if (in_g) { pb.G = NULL; }
  else { pb.K = NULL; }
  SMALL(s, .pb = &pb, .storage = PROBLEM_SPARSE);
  REFUSED(&s->said, small_solve(s, 1.0), GALPHA_SINGULAR_JAC, text);
}

static void check_conflicts(void)
{
  const struct conflict apart = {
    .q0 = {1, 0}, .m = 2, .c = {{1}, {2}}, .factor = 1};
  struct conflict s = apart;
  refused(s, "holonomic constraint g[1] contradicts g[0]",
          "positions differs by 1;");
  s.factor = -3.0;
  refused(s, "g[1] contradicts g[0]", "positions differs by 3;");
  s.c[1][0] = 1.0;
  refused(s, "g[1] is redundant", "most on g[0]");
  s.c[0][1] = s.v0[0] = 1.0;
  s.c[1][1]           = 2.0;
  refused(s, "g[1] contradicts g[0]", "velocities differs by 3;");

  s = (struct conflict){.q0 = {1.001, 0}, .m = 2, .circle = 1};
  refused(s, "g[1] is redundant", "most on g[0]");
  s.q0[0] = 1.1;
  refused(s, "g[1] is redundant", "most on g[0]");

  s = (struct conflict){.v0 = {1, 0}, .p = 2, .k = {1, 2}};
  refused(s, "nonholonomic constraint k[1] contradicts k[0]",
          "velocities differs by 1;");
  s.k[1] = 1;
  refused(s, "k[1] is redundant", "most on k[0]");
  s = (struct conflict){.q0 = {1, 0}, .m = 1, .p = 1, .c = {{1}}, .k = {2}};
  refused(s, "nonholonomic constraint k[0] contradicts g[0]",
          "velocities differs by 2;");
  refused_pattern(1, "Jacobian row of holonomic constraint g[0] is zero");
  refused_pattern(0, "Jacobian row of nonholonomic constraint k[0] is zero");
}

/* Dependent constraints at the start: found whatever the factorisation says,
 * dense, by KLU and L D L^T, with G given and differenced, also more
 * constraints than coordinates; named by number; gone on with by
 * GALPHASetRedundancy; those that contradict each other end in
 * GALPHA_INCONSISTENT_IC there. Rows that depend on each other but for 1e-4 are
 * none (control). Where the option is refused. */

/* A row that combines others is added to the double pendulum's or so. */
static int start(const struct problem *pb, int storage, int differenced,
                 int mode, int icopt, struct caught *said)
{
  struct problem p = *pb;
  if (differenced) { p.G = NULL; }
  void *mem =
    KEEP(problem_create(&p, ctx, storage ? PROBLEM_SPARSE : PROBLEM_DENSE));
  CHECK(mem != NULL);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, said));
  CHECK(!GALPHASetOption(mem, "ldlt", storage == 2));
  CHECK(!GALPHASetRedundancy(mem, mode));
  return GALPHACalcIC(mem, icopt, 1.0);
}

/* Refused with this text, gone on with otherwise. */
static void found(const struct problem *pb, const char *text)
{
  struct caught said = {0};
  for (int i = 0; i < 12; i++)
  {
    const int storage = i % 3, differenced = i / 3 % 2 && storage == 0;
    const int icopt = i < 6 ? GALPHA_ACC_INIT : GALPHA_PROJECT_INIT;
    REFUSED(
      &said,
      start(pb, storage, differenced, GALPHA_REDUNDANT_REFUSE, icopt, &said),
      GALPHA_SINGULAR_JAC, text);
    CHECK(!start(pb, storage, differenced, GALPHA_REDUNDANT_LEAST_NORM, icopt,
                 &said));
    CHECK(said.count == 0);
  }
}

static void check_found(void)
{
  static const sunrealtype row[14]   = {[0] = 0.3, [3] = 0.7, [13] = -1e-3};
  static const sunrealtype three[42] = {
    [0] = 1.0, [14 + 5] = -2.0, [28] = 1.0, [28 + 13] = 1.0};
  static const sunrealtype two[] = {1.0, 2.0};
  const struct problem fourbar   = ref_fourbar();
  const struct problem pendulum  = ref_pendulum(REF_PENDULUM_IFTOMM);
  const struct problem belt      = ref_belt(1);
  struct combined c;
  CHECK(!combined_new(&c, &fourbar, 1, row, 0, NULL, 0, ctx));
  found(&c.pb, "g[14] is redundant");
  CHECK(
    !combined_new(&c, &fourbar, 3, three, 0, NULL, 0, ctx)); /* m 17, n 15 */
  found(&c.pb, "redundant: 3 rows: g[14] g[15] g[16]");
  CHECK(!combined_new(&c, &pendulum, 2, two, 0, NULL, 0, ctx)); /* m 3, n 2 */
  found(&c.pb, "redundant: 2 rows: g[1] g[2]");
  CHECK(!combined_new(&c, &belt, 1, two, 1, two, 1, ctx));
  found(&c.pb, "redundant: 3 rows: g[1] k[1] k[2]");
}

static sunrealtype apart(sunrealtype t)
{
  return 1e-3;
}

/* A combination that asks for a thousandth more. */
static void check_clash(void)
{
  static const sunrealtype row[14] = {[0] = 1.0};
  const struct problem pb          = ref_fourbar();
  struct caught said               = {0};
  struct combined c;
  CHECK(!combined_new(&c, &pb, 1, row, 0, NULL, 0, ctx));
  c.clash = apart;
  for (int i = 0; i < 6; i++)
  {
    const int icopt = i < 3 ? GALPHA_ACC_INIT : GALPHA_PROJECT_INIT;
    REFUSED(&said,
            start(&c.pb, i % 3, 0, GALPHA_REDUNDANT_LEAST_NORM, icopt, &said),
            GALPHA_INCONSISTENT_IC, "g[14] contradicts g[0]");
    said = (struct caught){0};
    REFUSED(&said,
            start(&c.pb, i % 3, 0, GALPHA_REDUNDANT_REFUSE, icopt, &said),
            i < 3 ? GALPHA_SINGULAR_JAC : GALPHA_INCONSISTENT_IC,
            i < 3 ? "g[14] contradicts g[0]" : "g[");
  }
}

/* x^2 + y^2 = 1 and a line that touches the circle but for an angle, or the
 * circle once more. */
static sunrealtype angle;
static int twice;

HOLONOMIC(circle_g)
{
  g[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
  g[1] = twice ? 3.0 * g[0] : (q[0] - 1.0) * cos(angle) + q[1] * sin(angle);
}

HOLONOMIC_JAC_IS(circle_G, {0, 0, q[0]}, {0, 1, q[1]},
                 {1, 0, twice ? 3.0 * q[0] : cos(angle)},
                 {1, 1, twice ? 3.0 * q[1] : sin(angle)})

GENERAL_FORCE_EACH(fail_general, 0.0)

RESIDUAL2_EACH(fail_residual, ypp[i])

/* Without constraints yet. */
static void circle_new(struct small *s)
{
  BEGIN(s, .n = 2, .q = VALUES(1.0, 0.0), .force = problem_no_force,
        .rtol = 1e-6);
}

static int circle_start(struct small *s)
{
  CHECK(!small_holonomic(s, 2, circle_g, circle_G));
  CHECK(!GALPHASetScleronomic(s->mem, 1));
  return GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1.0);
}

/* Nearly dependent is not dependent. */
static void check_control(void)
{
  for (angle = 1e-10; angle < 1e-3; angle *= 1e3)
  {
    struct small s;
    circle_new(&s);
    CHECK(circle_start(&s) == (angle > 1e-5 ? 0 : GALPHA_SINGULAR_JAC));
  }
}

static void check_option(void)
{
  struct small s;
  sunrealtype mode = -1.0;
  circle_new(&s);
  CHECK(GALPHASetRedundancy(NULL, 1) == GALPHA_MEM_NULL);
  ILL_INPUT(&s.said, GALPHASetRedundancy(s.mem, 2), "redundancy = 2");
  CHECK(GALPHASetRedundancy(s.mem, -1) == GALPHA_ILL_INPUT);
  CHECK(!GALPHAGetOption(s.mem, "redundancy", &mode));
  CHECK(mode == GALPHA_REDUNDANT_REFUSE);
  CHECK(!GALPHASetOption(s.mem, "redundancy", GALPHA_REDUNDANT_LEAST_NORM));
  twice = 1;
  CHECK(!circle_start(&s));
  ILL_INPUT(&s.said, GALPHASetRedundancy(s.mem, 0), "before the integration");
  /* another start, the other way; and back */
  CHECK(!GALPHAReInit(s.mem, 0.0, s.q, s.v));
  CHECK(!GALPHASetRedundancy(s.mem, GALPHA_REDUNDANT_REFUSE));
  CHECK(GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0) == GALPHA_SINGULAR_JAC);
  CHECK(!GALPHASetRedundancy(s.mem, GALPHA_REDUNDANT_LEAST_NORM));
  CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
  twice = 0;
}

/* Where the line touches the circle the rank falls at this position alone: the
 * body cannot move, though G v = 0 has solutions. */
static void check_touching(void)
{
  struct small s;
  circle_new(&s);
  CHECK(!GALPHASetRedundancy(s.mem, GALPHA_REDUNDANT_LEAST_NORM));
  angle = 0.0;
  REFUSED(&s.said, circle_start(&s), GALPHA_SINGULAR_JAC, "singular position");
}

/* A knife edge and a turn that is held: a third row combines the two with a factor that
 * depends on q. It is redundant everywhere, though reactions do not change by what the
 * sleigh can do; it goes straight on. */
NONHOLONOMIC(blade)
{
  k[0] = v[0] * sin(q[2]) - v[1] * cos(q[2]);
  k[1] = v[2];
  k[2] = (1.0 + 0.3 * q[0]) * (0.7 * k[0] - 1.3 * k[1]);
}

static void check_factor(void)
{
  SMALL(s, .n = 3, .q = VALUES(0.0, 0.0, 0.4),
        .v = VALUES(cos(0.4), sin(0.4), 0.0), .force = problem_no_force, .p = 3,
        .k = blade, .rtol = 1e-6,
        .set = {{"redundancy", GALPHA_REDUNDANT_LEAST_NORM}});
  CHECK(!small_solve(s, 1.0));
  CHECK_NEAR(small_q(s)[0], cos(0.4), 1e-6);
  CHECK_NEAR(small_q(s)[1], sin(0.4), 1e-6);
}

/* Reactions of the user's, and the residual form, are refused. */
static void check_refused(void)
{
  struct small s;
  circle_new(&s);
  CHECK(!GALPHASetRedundancy(s.mem, GALPHA_REDUNDANT_LEAST_NORM));
  CHECK(!small_holonomic(&s, 2, circle_g, circle_G));
  CHECK(!GALPHASetGeneralForce(s.mem, fail_general, s.G, NULL));
  ILL_INPUT(&s.said, GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0),
            "GALPHA_REDUNDANT_LEAST_NORM");
  BEGIN(&s, .n = 2, .q = VALUES(1.0, 0.0), .res2 = fail_residual, .rtol = 1e-6,
        .set = {{"redundancy", GALPHA_REDUNDANT_LEAST_NORM}});
  ILL_INPUT(&s.said, GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0),
            "GALPHA_REDUNDANT_LEAST_NORM");
}

TESTS(check_conflicts, check_found, check_clash, check_control, check_option,
      check_touching, check_factor, check_refused)
