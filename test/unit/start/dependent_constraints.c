/* Constraints with dependent Jacobians at the start: those that demand different
 * things contradict each other, and the message names both; those that demand the
 * same are redundant. */
#include "support/models/callbacks.h"
#include "support/models/reference.h"
#include "support/run/statement.h"
#include "support/test.h"

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

static void refused(SUNContext ctx, struct conflict s, const char *text,
                    const char *how)
{
  struct small x;
  BEGIN(&x, ctx, .n = 2, .q = s.q0, .v = s.v0, .force = problem_no_force,
        .data = &s);
  if (s.m) { CHECK(!small_holonomic(&x, s.m, positions, NULL)); }
  if (s.p) { CHECK(!small_nonholonomic(&x, s.p, velocities, NULL)); }
  CHECK(!GALPHASStolerances(x.mem, 1e-6, 1e-6));
  CHECK(small_solve(&x, 1.0) == GALPHA_SINGULAR_JAC);
  printf("%s\n", x.said.msg);
  CHECK(strstr(x.said.msg, how) != NULL);
  CHECK(caught_says(&x.said, GALPHA_SINGULAR_JAC, text));
  REFUSED(&x.said, GALPHACalcIC(x.mem, GALPHA_ACC_INIT, 1.0),
          GALPHA_SINGULAR_JAC, text);
}

/* A sparse G or K to be differenced whose pattern is empty. */
static void refused_pattern(SUNContext ctx, int in_g, const char *text)
{
  struct problem pb = ref_belt(1);
  if (in_g) { pb.G = NULL; }
  else { pb.K = NULL; }
  struct small s;
  BEGIN(&s, ctx, .pb = &pb, .storage = PROBLEM_SPARSE);
  REFUSED(&s.said, small_solve(&s, 1.0), GALPHA_SINGULAR_JAC, text);
}

TEST_MAIN(ctx)
{
  const struct conflict apart = {
    .q0 = {1, 0}, .m = 2, .c = {{1}, {2}}, .factor = 1};
  struct conflict s = apart;
  refused(ctx, s, "holonomic constraint g[1] contradicts g[0]",
          "positions differs by 1;");
  s.factor = -3.0;
  refused(ctx, s, "g[1] contradicts g[0]", "positions differs by 3;");
  s.c[1][0] = 1.0;
  refused(ctx, s, "g[1] is redundant", "most on row 0");
  s.c[0][1] = s.v0[0] = 1.0;
  s.c[1][1]           = 2.0;
  refused(ctx, s, "g[1] contradicts g[0]", "velocities differs by 3;");

  s = (struct conflict){.q0 = {1.001, 0}, .m = 2, .circle = 1};
  refused(ctx, s, "g[1] is redundant", "most on row 0");
  s.q0[0] = 1.1;
  refused(ctx, s, "g[1] is redundant", "most on row 0");

  s = (struct conflict){.v0 = {1, 0}, .p = 2, .k = {1, 2}};
  refused(ctx, s, "nonholonomic constraint k[1] contradicts k[0]",
          "velocities differs by 1;");
  s.k[1] = 1;
  refused(ctx, s, "k[1] is redundant", "most on row 0");
  s = (struct conflict){.q0 = {1, 0}, .m = 1, .p = 1, .c = {{1}}, .k = {2}};
  refused(ctx, s, "nonholonomic constraint k[0] contradicts g[0]",
          "velocities differs by 2;");
  refused_pattern(ctx, 1, "Jacobian row of holonomic constraint g[0] is zero");
  refused_pattern(ctx, 0,
                  "Jacobian row of nonholonomic constraint k[0] is zero");
}
