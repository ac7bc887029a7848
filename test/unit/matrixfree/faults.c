/* Mechanics by products whose callbacks are wrong: every product fails once, at each
 * of its calls in turn; preconditioners that are zero, singular, NaN or of the wrong
 * size; a transpose that is none; redundant constraints; inexact products. Either the
 * result is the one without the fault, or the call says what is wrong. */
#include <sunlinsol/sunlinsol_spbcgs.h>
#include <sunlinsol/sunlinsol_sptfqmr.h>

#include "model.h"

/* Under valgrind fewer steps. */
#define END (call_sites_sampled() ? 0.02 : 0.05)

struct result
{
  int flag;
  sunrealtype x[2 * N];
};

static struct result solve(struct model *m, const struct way *w, int start)
{
  struct result r = {.flag = 0};
  void *mem       = begin(m, w);
  CHECK(!GALPHASetStopTime(mem, END) && !GALPHASetOption(mem, "start", start));
  r.flag = go(m, END);
  memcpy(r.x, N_VGetArrayPointer(m->q), N * sizeof r.x[0]);
  memcpy(r.x + N, N_VGetArrayPointer(m->v), N * sizeof r.x[0]);
  if (r.flag < 0)
  {
    m->fails = 0; /* the run goes on */
    CHECK(go_step(m, END) >= 0);
  }
  return r;
}

/* A failure of the k-th call: a shorter step mends a recoverable one, but for the
 * start; others end the run, but for those that only look for mistakes: calls 2 and 3,
 * and later ones, without which the motion is the same to the bit. */
static void judge(const struct model *m, const struct result *r,
                  const struct result *ref, int k)
{
  const int done = r->flag == GALPHA_TSTOP_RETURN;
  if (done) { CHECK_IN(apart(r->x, ref->x, 2 * N), 0.0, 1e-3); }
  if (m->value < 0)
  {
    const int same = !memcmp(r->x, ref->x, sizeof r->x);
    const int look = (m->fails == 'G' || m->fails == 'T') && (k <= 3 || same);
    CHECK(look ? done || r->flag == GALPHA_RES_FAIL
               : r->flag == GALPHA_RES_FAIL);
  }
  else { CHECK(done || r->flag == GALPHA_FIRST_RES_FAIL); }
  if (k > 400) { CHECK(done || m->value < 0); }
}

/* The next call that is to fail, counted from 1: all of the first ones, some of the later
 * ones. */
static int next_call(const struct call_sites *s, int k)
{
  if (call_sites_sampled()) { return (int)call_sites_next(s, k - 1) + 1; }
  return k + (k < 40 ? 1 : 43);
}

static struct result fail(struct model *m, const struct way *w, int start,
                          char kind, int value, int k)
{
  m->fails              = kind;
  m->value              = value;
  m->countdown          = k;
  const struct result r = solve(m, w, start);
  m->fails              = kind;
  return r;
}

/* The run without failures, in which the calls of a product are noted. */
static struct result reference(struct model *m, const struct way *w, int start,
                               char kind, struct call_sites *sites)
{
  call_sites_begin(sites);
  m->sites              = sites;
  const struct result r = fail(m, w, start, kind, 0, 0);
  m->sites              = NULL;
  CHECK(r.flag == GALPHA_TSTOP_RETURN);
  return r;
}

static void every_call(struct model *m, const struct way *w, int start)
{
  static struct call_sites sites[5];
  const char *kinds   = "MGTFf";
  const int values[3] = {0, 1, -1};
  struct result ref   = {.flag = 0};
  for (int i = 0; i < 15; i++)
  {
    const char kind      = kinds[i / 3];
    struct call_sites *s = &sites[i / 3];
    if (i % 3 == 0) { ref = reference(m, w, start, kind, s); }
    for (int k = next_call(s, 0); k < 700; k = next_call(s, k))
    {
      const struct result r = fail(m, w, start, kind, values[i % 3], k);
      if (m->countdown > 0) { break; }
      judge(m, &r, &ref, k);
    }
  }
  m->fails = 0;
}

static int zero(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VConst(0.0, x);
  return 0;
}

static int half(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  const int ret                = solve_S(c, b, x, data);
  N_VGetArrayPointer(x)[N - 2] = N_VGetArrayPointer(x)[N - 1] = 0.0;
  return ret;
}

static int small(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  const int ret = solve_S(c, b, x, data);
  N_VScale(1e-12, x, x);
  return ret;
}

static int not_finite(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VConst((sunrealtype)NAN, x);
  return 0;
}

static int refuses(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  return -3;
}

static int refused_setup(sunrealtype t, N_Vector q, N_Vector v,
                         const sunrealtype *c, void *data)
{
  return 7;
}

static void preconditioner(struct model *m, GALPHASaddleMechSetupFn setup,
                           GALPHASaddleSolveFn S, int code, const char *says)
{
  const struct way w = {.formulation = GALPHA_SOI2, .products = 1};
  struct caught c    = {0};
  void *mem          = begin(m, &w);
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, &c));
  CHECK(!GALPHASaddlePrecInitMech(mem, setup, S, m->number));
  REFUSED(&c, go(m, END), code, says);
}

static void preconditioners(struct model *m)
{
  preconditioner(m, setup_S, zero, GALPHA_SINGULAR_JAC, "far from S^-1");
  preconditioner(m, setup_S, half, GALPHA_SINGULAR_JAC, "far from S^-1");
  preconditioner(m, setup_S, small, GALPHA_SINGULAR_JAC, "far from S^-1");
  preconditioner(m, setup_S, not_finite, GALPHA_FIRST_RES_FAIL,
                 "solution with S is not finite");
  preconditioner(m, setup_S, refuses, GALPHA_RES_FAIL,
                 "solution with S returned -3");
  preconditioner(m, refused_setup, solve_S, GALPHA_FIRST_RES_FAIL,
                 "set-up of S returned 7");
}

/* Of one component, or of all. */
static int wrong_sign(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                      void *data)
{
  const int ret = times_GT(t, q, x, out, data);
  N_VGetArrayPointer(out)[3] *= -1.0;
  return ret;
}

/* The last link is stated twice, or not quite so. */
static sunrealtype clash;

static int twice_g(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  const int ret = g(t, q, out, data);
  N_VGetArrayPointer(out)[LINKS - 1] =
    N_VGetArrayPointer(out)[LINKS - 2] + clash;
  return ret;
}

static int twice_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                   void *data)
{
  const int ret                      = times_G(t, q, x, out, data);
  N_VGetArrayPointer(out)[LINKS - 1] = N_VGetArrayPointer(out)[LINKS - 2];
  return ret;
}

static int twice_GT(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                    void *data)
{
  const struct model *m = data;
  N_Vector l            = m->spare;
  N_VScale(1.0, x, l);
  N_VGetArrayPointer(l)[LINKS - 2] += N_VGetArrayPointer(l)[LINKS - 1];
  N_VGetArrayPointer(l)[LINKS - 1] = 0.0;
  return times_GT(t, q, l, out, data);
}

static int with_constraints(struct model *m, SUNLinearSolver LS,
                            GALPHAHolonomicFn fn, GALPHATimesFn G,
                            GALPHATimesFn GT, struct caught *c)
{
  const struct way w = {
    .formulation = GALPHA_SOI2, .products = 1, .plain = LS != NULL};
  void *mem = LS ? begin_by(m, LS, &w) : begin(m, &w);
  CHECK(!GALPHASetHolonomicTimes(mem, m->lambda, fn, G, GT));
  CHECK(!state_unknowns(m) && !GALPHASetLinearSolver(mem, m->LS, NULL));
  if (!LS)
  {
    CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, m->number));
  }
  CHECK(!GALPHASetErrHandlerFn(mem, caught_handler, c));
  return go(m, END);
}

/* Found whatever the solver makes of them, also where it succeeds. */
static void redundant(struct model *m, SUNLinearSolver LS, sunrealtype off)
{
  struct caught c = {0};
  clash           = off;
  CHECK(with_constraints(m, LS, twice_g, twice_G, twice_GT, &c) ==
        GALPHA_SINGULAR_JAC);
  CHECK(c.warnings == 0);
  CHECK(
    caught_says(&c, GALPHA_SINGULAR_JAC,
                off == 0.0 ? "g[4] is redundant" : "g[4] contradicts g[3]"));
  CHECK(!strstr(c.msg, "GALPHASetRedundancy"));
}

static void constraints(struct model *m)
{
  struct caught c = {0};
  CHECK(with_constraints(m, NULL, g, times_G, times_GT, &c) == GALPHA_SUCCESS);
  CHECK(c.count == 0);
  CHECK(with_constraints(m, NULL, g, times_G, wrong_sign, &c) < 0);
  CHECK(c.warnings == 1);
  for (sunrealtype off = 0.0; off < 0.02; off += 0.01)
  {
    redundant(m, NULL, off);
    redundant(m, SUNLinSol_SPGMR(m->x, SUN_PREC_NONE, 15, ctx), off);
    redundant(m, SUNLinSol_SPBCGS(m->x, SUN_PREC_NONE, 30, ctx), off);
    redundant(m, SUNLinSol_SPTFQMR(m->x, SUN_PREC_NONE, 30, ctx), off);
  }
}

/* The error of products that are made of differences. */
static sunrealtype noise(N_Vector q)
{
  return 1e-8 * sin(1e9 * N_VGetArrayPointer(q)[0]);
}

static int rough_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                   void *data)
{
  const int ret = times_G(t, q, x, out, data);
  N_VGetArrayPointer(out)[0] += noise(q) * N_VGetArrayPointer(x)[0];
  return ret;
}

static int rough_GT(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                    void *data)
{
  const int ret = times_GT(t, q, x, out, data);
  N_VGetArrayPointer(out)[0] += noise(q) * N_VGetArrayPointer(x)[0];
  return ret;
}

/* Products that are too inexact for the tolerances are named; exact ones are not. */
static void inexact(struct model *m, GALPHATimesFn G, GALPHATimesFn GT,
                    bool named)
{
  struct caught c = {0};
  CHECK(!with_constraints(m, NULL, g, G, GT, &c));
  CHECK(!GALPHASStolerances(m->mem, 1e-10, 1e-10));
  CHECK(!GALPHASetMaxNumSteps(m->mem, 100) && !GALPHAClearStopTime(m->mem));
  CHECK(go(m, 2.0) == GALPHA_TOO_MUCH_WORK);
  CHECK((strstr(c.msg, "the errors of your G") != NULL) == named);
}

TEST_MAIN()
{
  struct model m;
  const struct way ways[] = {
    {.formulation = GALPHA_SOI2, .products = 1},
    {.formulation = GALPHA_INDEX3, .products = 1},
    {.formulation = GALPHA_SOI2, .products = 1, .plain = 1, .differenced = 1},
  };
  model_begin(&m);
  test_quiet();
  for (int i = 0; i < 3; i++)
  {
    every_call(&m, &ways[i], GALPHA_START_SHIFTED);
  }
  every_call(&m, &ways[0], GALPHA_START_A0);
  preconditioners(&m);
  constraints(&m);
  inexact(&m, rough_G, rough_GT, true);
  inexact(&m, times_G, times_GT, false);
}
