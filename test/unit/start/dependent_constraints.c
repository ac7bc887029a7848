/* Constraints with dependent Jacobians at the start: those that demand different
 * things contradict each other, and the message names both; those that demand the
 * same are redundant. */
#include "support/models/callbacks.h"
#include "support/models/reference.h"
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
  struct caught c = {0};
  sunrealtype t   = 0.0;
  N_Vector q = N_VMake_Serial(2, s.q0, ctx), v = N_VMake_Serial(2, s.v0, ctx);
  N_Vector psi    = s.p ? N_VNew_Serial(s.p, ctx) : NULL;
  N_Vector lambda = s.m ? N_VNew_Serial(s.m, ctx) : NULL;
  SUNMatrix M     = SUNDenseMatrix(2, 2, ctx);
  SUNMatrix G     = s.m ? SUNDenseMatrix(s.m, 2, ctx) : NULL;
  SUNMatrix K     = s.p ? SUNDenseMatrix(s.p, 2, ctx) : NULL;
  void *mem       = GALPHACreate(ctx);
  if (psi) { N_VConst(0.0, psi); }
  if (lambda) { N_VConst(0.0, lambda); }
  SM_ELEMENT_D(M, 0, 0) = SM_ELEMENT_D(M, 1, 1) = 1.0;
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHAInitMech(mem, NULL, M, problem_no_force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, &s));
  if (s.m) { CHECK(!GALPHASetHolonomic(mem, lambda, positions, G, NULL)); }
  if (s.p) { CHECK(!GALPHASetNonholonomic(mem, psi, velocities, K, NULL)); }
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-6));
  CHECK(GALPHASolve(mem, 1.0, &t, q, v, GALPHA_NORMAL) == GALPHA_SINGULAR_JAC);
  printf("%s\n", c.msg);
  CHECK(strstr(c.msg, how) != NULL);
  CHECK(caught_says(&c, GALPHA_SINGULAR_JAC, text));
  CHECK(GALPHACalcIC(mem, GALPHA_ACC_INIT, 1.0) == GALPHA_SINGULAR_JAC);
  CHECK(caught_says(&c, GALPHA_SINGULAR_JAC, text));
  GALPHAFree(&mem);
  N_VDestroy(q);
  N_VDestroy(v);
  SUNMatDestroy(M);
  if (lambda) { N_VDestroy(lambda); }
  if (psi) { N_VDestroy(psi); }
  if (G) { SUNMatDestroy(G); }
  if (K) { SUNMatDestroy(K); }
}

/* A sparse G or K to be differenced whose pattern is empty. */
static void refused_pattern(SUNContext ctx, int in_g, const char *text)
{
  struct caught c        = {0};
  struct problem pb      = ref_belt(1);
  struct problem_state s = {0};
  if (in_g) { pb.G = NULL; }
  else { pb.K = NULL; }
  void *mem = problem_create(&pb, ctx, PROBLEM_SPARSE);
  CHECK(mem && problem_state_new(&s, &pb, ctx) == 0);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(GALPHASolve(mem, 1.0, &s.t, s.q, s.v, GALPHA_NORMAL) ==
        GALPHA_SINGULAR_JAC);
  CHECK(caught_says(&c, GALPHA_SINGULAR_JAC, text));
  problem_state_free(&s);
  GALPHAFree(&mem);
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
