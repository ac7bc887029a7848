/* Functions that change the object, called from inside a callback, an error handler
 * or a root function of it: refused, and the run goes on as if nothing had been asked;
 * functions that only tell work. The highest order may be lowered there, from the next
 * call on. An object freed there, also in a solve for multipliers that were asked for, is
 * freed when the running call returns. */
#include "support/test.h"

enum where
{
  NOWHERE,
  MODEL,
  CONSTRAINT,
  ROOT,
  WEIGHTS,
  WHERES
};

/* What a callback does with the object that calls it. */
struct meddler
{
  enum where where;
  void *mem;
  int mechanical, calls, refused;
  int free_it, fail, early;
  int lower; /* highest order that it sets */
};

static void no(struct meddler *m, int ret)
{
  m->calls++;
  m->refused += ret == GALPHA_ILL_INPUT;
}

ROOTS_IS(other_root, 1.0)

static void change_common(struct meddler *m)
{
  N_Vector y = KEEP(N_VNew_Serial(2, ctx)), yp = KEEP(N_VNew_Serial(2, ctx));
  SUNMatrix A           = KEEP(SUNDenseMatrix(2, 2, ctx));
  SUNLinearSolver LS    = KEEP(SUNLinSol_Dense(y, A, ctx));
  SUNNonlinearSolver N  = KEEP(SUNNonlinSol_Newton(y, ctx));
  const sunrealtype par = 0.5;
  sunrealtype t;
  long int n;
  N_VConst(1.0, y);
  N_VConst(1.0, yp);
  no(m, GALPHASolve(m->mem, 9.0, &t, y, yp, GALPHA_NORMAL));
  no(m, GALPHAReInit(m->mem, 0.0, y, yp));
  no(m, GALPHACalcIC(m->mem, GALPHA_ACC_INIT, 9.0));
  no(m, GALPHACheckJacobian(m->mem, 0.0, &n));
  no(m, GALPHASStolerances(m->mem, 1e-2, 1e-2));
  no(m, GALPHASVtolerances(m->mem, 1e-2, y));
  no(m, GALPHASVtolerancesVel(m->mem, 1e-2, y));
  no(m, GALPHASetMultiplierTolerances(m->mem, 1e-2, 1e-2));
  no(m, GALPHARootInit(m->mem, 1, other_root));
  no(m, GALPHARootInitExt(m->mem, 0, NULL));
  no(m, GALPHAImpact(m->mem, 1, A, &par, NULL));
  no(m, GALPHASetActive(m->mem, GALPHA_HOLONOMIC, 0, 0));
  no(m, GALPHASetLinearSolver(m->mem, LS, A));
  no(m, GALPHASetNonlinearSolver(m->mem, N));
  no(m, GALPHASetMethod(m->mem, GALPHA_CHUNG_HULBERT, &par));
  no(m, GALPHASetRhoInf(m->mem, par));
  no(m, GALPHASetStopTime(m->mem, 0.4));
  no(m, GALPHAClearStopTime(m->mem));
  no(m, GALPHAGetConstraintNorms(m->mem, &t, &t, &t));
  no(m, GALPHAGetEnergy(m->mem, &t));
  no(m, GALPHAWriteCheckpoint(m->mem, NULL, NULL));
  no(m, GALPHAReadCheckpoint(m->mem, NULL, NULL));
  no(m, GALPHAGetPower(m->mem, &t, &t));
  no(m, GALPHASetMaxOrd(m->mem, 5));
  /* fixed since the start, which has begun */
  CHECK(GALPHASetFormulation(m->mem, GALPHA_INDEX3) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetOption(m->mem, "keep_jacobian", 1.0) == GALPHA_ILL_INPUT);
  m->early += 2;
  /* from the next call on */
  CHECK(!GALPHASetMaxNumSteps(m->mem, 1) && !GALPHASetInitStep(m->mem, 1e-3));
}

static void change_form(struct meddler *m)
{
  N_Vector y = KEEP(N_VNew_Serial(2, ctx));
  N_VConst(1.0, y);
  if (m->mechanical) { no(m, GALPHASetHolonomicRate(m->mem, NULL)); }
  else
  {
    no(m, GALPHASetId(m->mem, y));
    no(m, GALPHASetConstraints(m->mem, y));
    no(m, GALPHASetJacFn(m->mem, NULL));
    no(m, GALPHASetJacTimes(m->mem, NULL, NULL));
    no(m, GALPHASetPreconditioner(m->mem, NULL, NULL));
  }
}

static void meddle(struct meddler *m, enum where where)
{
  sunrealtype t;
  if (m->where != where) { return; }
  if (m->free_it)
  {
    void *mem = m->mem;
    GALPHAFree(&mem);
    m->where = NOWHERE;
    return;
  }
  if (m->lower)
  {
    CHECK(!GALPHASetMaxOrd(m->mem, m->lower));
    m->where = NOWHERE;
    return;
  }
  change_common(m);
  change_form(m);
  CHECK(!GALPHASetMaxOrd(m->mem, 4));
  CHECK(!GALPHAGetCurrentTime(m->mem, &t) && !GALPHAGetCurrentStep(m->mem, &t));
  m->where = NOWHERE;
}

FORCE(force)
{
  const struct meddler *m = data;
  meddle(data, MODEL);
  for (int i = 0; i < 2; i++)
  {
    f[i] = m->fail ? (sunrealtype)NAN : -4.0 * q[i];
  }
}

/* q[0] = q[1] */
HOLONOMIC(g)
{
  meddle(data, CONSTRAINT);
  g[0] = q[0] - q[1];
}

RESIDUAL1(res)
{
  meddle(data, MODEL);
  for (int i = 0; i < 2; i++) { r[i] = y[i] + yp[i]; }
}

ROOTS(root)
{
  meddle(data, ROOT);
  g[0] = 1.0;
}

static int weights(N_Vector y, N_Vector ewt, void *data)
{
  meddle(data, WEIGHTS);
  N_VConst(1e6, ewt);
  return 0;
}

struct run
{
  struct meddler m;
  struct small s;
};

static void begin(struct run *r, int mechanical)
{
  BEGIN(&r->s, .n = 2, .q = VALUES(1.0, 1.0),
        .v = mechanical ? NULL : VALUES(-1.0, -1.0), .force = force,
        .g = mechanical ? g : NULL, .res1 = mechanical ? NULL : res,
        .data = &r->m);
  r->m = (struct meddler){.mechanical = mechanical, .mem = r->s.mem};
  CHECK(!GALPHAWFtolerances(r->s.mem, weights));
  CHECK(!GALPHARootInit(r->s.mem, 1, root));
  CHECK(!GALPHASetMaxOrd(r->s.mem, 4));
}

/* At the start (when 0) or in the middle of a run. */
static void check_refused(int mechanical, enum where where, int when)
{
  struct run r, calm;
  if (!mechanical && where == CONSTRAINT) { return; }
  begin(&r, mechanical);
  begin(&calm, mechanical);
  if (when == 0) { r.m.where = where; }
  CHECK(!small_solve(&r.s, 0.3) && !small_solve(&calm.s, 0.3));
  if (when > 0) { r.m.where = where; }
  else { CHECK(!GALPHASetMaxNumSteps(r.m.mem, 0)); }
  CHECK(!small_solve(&r.s, 1.0) && !small_solve(&calm.s, 1.0));
  CHECK(r.m.where == NOWHERE && r.m.calls > 0);
  CHECK(r.m.refused == r.m.calls);
  CHECK(r.s.said.count == r.m.calls + r.m.early);
  CHECK(caught_says(&r.s.said, GALPHA_ILL_INPUT, "from inside a callback"));
  CHECK(!memcmp(small_q(&r.s), small_q(&calm.s), 2 * sizeof(sunrealtype)));
  CHECK((small_solve(&r.s, 3.0) == GALPHA_TOO_MUCH_WORK) == (when > 0));
  CHECK(!GALPHASetMaxNumSteps(r.m.mem, 0));
  /* afterwards the same are accepted */
  CHECK(!GALPHASStolerances(r.m.mem, 1e-6, 1e-6) && !small_solve(&r.s, 9.0));
  CHECK(!GALPHAReInit(r.m.mem, 0.0, r.s.q, r.s.v));
}

static void check_freed(int mechanical)
{
  struct run r;
  begin(&r, mechanical);
  CHECK(!small_solve(&r.s, 0.3));
  r.m.free_it = 1;
  r.m.where   = MODEL;
  CHECK(!small_solve(&r.s, 1.0));
  keep_no_more(
    r.s.mem); /* it is gone: leaks and double frees are for the tools to see */
}

static void check_lowered(int mechanical)
{
  struct run r;
  int order = 0;
  begin(&r, mechanical);
  CHECK(!small_solve(&r.s, 1.0));
  CHECK(!GALPHAGetLastOrder(r.s.mem, &order) && order > 2);
  r.m.lower = 2;
  r.m.where = MODEL;
  CHECK(!small_solve(&r.s, 2.0));
  CHECK(r.m.where == NOWHERE);
  CHECK(!GALPHAGetLastOrder(r.s.mem, &order) && order > 2);
  CHECK(!small_solve(&r.s, 3.0));
  CHECK(!GALPHAGetLastOrder(r.s.mem, &order) && order == 2);
}

/* After a step that failed the solve for multipliers evaluates a new matrix. */
static void check_freed_by_getter(void)
{
  struct run r;
  begin(&r, 1);
  N_Vector lambda = KEEP(N_VNew_Serial(1, ctx));
  CHECK(!GALPHASetFormulation(r.s.mem, GALPHA_INDEX3));
  CHECK(!small_solve(&r.s, 1.0));
  r.m.fail = 1;
  CHECK(small_solve(&r.s, 2.0) == GALPHA_REP_RES_ERR);
  const sunrealtype t = real_of(r.s.mem, GALPHAGetCurrentTime);
  r.m.fail            = 0;
  r.m.free_it         = 1;
  r.m.where           = MODEL;
  CHECK(!GALPHAGetMultipliers(r.s.mem, t, lambda, NULL));
  CHECK(r.m.where == NOWHERE);
  keep_no_more(r.s.mem);
}

TEST_MAIN()
{
  test_quiet();
  for (int mechanical = 0; mechanical < 2; mechanical++)
  {
    for (int w = MODEL; w < WHERES; w++)
    {
      check_refused(mechanical, (enum where)w, 0);
      check_refused(mechanical, (enum where)w, 1);
    }
    check_freed(mechanical);
    check_lowered(mechanical);
  }
  check_freed_by_getter();
}
