/* What counts as too many failures: those of one step, and those at a time that
 * cannot be passed, whatever the step; not those by which a step gets over a jump. */
#include "support/test.h"

#define GRAVITY SUN_RCONST(9.81)

/* A pendulum whose force cannot be evaluated ... */
enum obstacle
{
  LONG_STEP, /* farther than limit from the last step      */
  WALL,      /* at t = 1 and beyond                        */
  ANGLE,     /* at angles that are reached near t = 0.4332 */
  ALWAYS     /* after the first step                       */
};

struct model
{
  enum obstacle obstacle;
  int nan;         /* it tells by NaN, else by a return value > 0 */
  sunrealtype t_n; /* end of the last step */
  sunrealtype limit;
};

static int is_blocked(const struct model *m, sunrealtype t, sunrealtype angle)
{
  switch (m->obstacle)
  {
  case LONG_STEP: return fabs(t - m->t_n) > 1.000001 * m->limit;
  case WALL: return fabs(t) >= 1.0;
  case ANGLE: return angle < 0.3;
  default: return m->t_n > 0.0 && t > m->t_n;
  }
}

static int acceleration(const struct model *m, sunrealtype t, sunrealtype angle,
                        sunrealtype *a)
{
  *a = -GRAVITY * sin(angle);
  if (!is_blocked(m, t, angle)) { return 0; }
  *a = (sunrealtype)NAN;
  return !m->nan;
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  return acceleration(data, t, NV_Ith_S(q, 0), N_VGetArrayPointer(f));
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  const int ret  = force(t, y, yp, r, data);
  NV_Ith_S(r, 0) = NV_Ith_S(ypp, 0) - NV_Ith_S(r, 0);
  return ret;
}

struct run
{
  struct model model;
  struct small s;
  long int steps, failures;
};

static void start(struct run *r, enum obstacle obstacle, int form, int nan)
{
  r->model = (struct model){obstacle, nan, 0.0, 1e-3};
  BEGIN(&r->s, .q = VALUES(1.0), .force = force, .res2 = form ? residual : NULL,
        .data = &r->model, .rtol = 1e-4);
}

static int solve(struct run *r, sunrealtype tout, int itask)
{
  struct small *s = &r->s;
  const int ret   = GALPHASolve(s->mem, tout, &s->t, s->q, s->v, itask);
  r->steps        = count_of(s->mem, GALPHAGetNumSteps);
  r->failures     = count_of(s->mem, GALPHAGetNumStepSolveFails);
  return ret;
}

static sunrealtype energy(const struct run *r)
{
  const sunrealtype w = small_v(&r->s)[0];
  return w * w / 2.0 - GRAVITY * cos(small_q(&r->s)[0]);
}

/* Each step that is too long fails; none fails so often that it would end the run. */
static void check_long_steps(int form, int nan, sunrealtype h0,
                             sunrealtype limit)
{
  struct run r;
  start(&r, LONG_STEP, form, nan);
  r.model.limit = limit;
  if (h0 > 0.0) { CHECK(!GALPHASetInitStep(r.s.mem, h0)); }
  const sunrealtype e0 = energy(&r);
  long int before = 0, most = 0;
  r.failures = r.steps = 0;
  int ret              = 0;
  while (!ret && r.s.t < 500.0 * limit)
  {
    ret         = solve(&r, 10.0, GALPHA_ONE_STEP);
    most        = r.failures - before > most ? r.failures - before : most;
    before      = r.failures;
    r.model.t_n = r.s.t;
  }
  CHECK(ret == GALPHA_SUCCESS);
  CHECK(r.failures > 20 && most < 10);
  CHECK(r.steps < 2000);
  CHECK(fabs(energy(&r) - e0) <= 1e-4 * GRAVITY);
}

/* A time that cannot be passed ends the run soon, close to it, with the code of the
 * callback, and the last step stays as it was. */
static void check_wall(int form, int nan, enum obstacle obstacle,
                       sunrealtype direction)
{
  struct run r;
  const sunrealtype h0[] = {0.0, 5.0, 0.02, 1e-6};
  const sunrealtype end  = obstacle == WALL ? 1.0 : SUN_RCONST(0.43319);
  for (int i = 0; i < 4; i++)
  {
    start(&r, obstacle, form, nan);
    CHECK(!GALPHASetInitStep(r.s.mem, direction * h0[i]));
    CHECK(solve(&r, direction * 10.0, GALPHA_NORMAL) == GALPHA_REP_RES_ERR);
    CHECK(r.failures <= 20 && r.steps < 200);
    CHECK_IN(direction * real_of(r.s.mem, GALPHAGetCurrentTime), 0.99 * end,
             1.003 * end);
  }
}

/* In one step: as many as allowed, no more. */
static void check_one_step(int form, int nan)
{
  struct run r;
  const int allowed[] = {1, 3, 10, 14};
  for (int i = 0; i < 4; i++)
  {
    start(&r, ALWAYS, form, nan);
    CHECK(!GALPHASetMaxConvFails(r.s.mem, allowed[i]));
    CHECK(!solve(&r, 10.0, GALPHA_ONE_STEP));
    r.model.t_n = r.s.t;
    CHECK(solve(&r, 10.0, GALPHA_ONE_STEP) == GALPHA_REP_RES_ERR);
    CHECK(r.failures == allowed[i] && r.steps == 1);
  }
}

/* q'' = -q, and from t = 1 on q'' = jump - q: the error of v falls like h there. */
static sunrealtype jump;
FORCE_IS(pulled, jump - q[0])
RESIDUAL1_IS(pulled_1, yp[0] - y[1], yp[1] - jump + y[0])
RESIDUAL2_IS(pulled_2, ypp[0] - jump + y[0])

/* Errors by the size of the jump; control: 39 of these 48 runs end with steps that
 * are cut by a fifth alone. */
static void check_jump(int form, int order, sunrealtype rtol, sunrealtype size)
{
  jump = 0.0;
  SMALL(s, .n = form == 1 ? 2 : 1, .q = VALUES(1.0, 0.0),
        .v = VALUES(0.0, -1.0), .a = VALUES(-1.0), .force = pulled,
        .res1  = form == 1 ? pulled_1 : NULL,
        .res2  = form == 2 ? pulled_2 : NULL,
        .order = form == 2 ? VALUES(2.0) : NULL, .rtol = rtol,
        .set = {{"max_order", order}});
  CHECK(!GALPHASetStopTime(s->mem, 1.0));
  CHECK(small_solve(s, 1.0) == GALPHA_TSTOP_RETURN || s->t == 1.0);
  jump = size;
  CHECK(!small_solve(s, 2.0));
  CHECK_NEAR(small_q(s)[0] / jump, cos(2.0) / jump + 1.0 - cos(1.0),
             cbrt(rtol * rtol));
}

TEST_MAIN()
{
  test_quiet();
  for (int i = 0; i < 24; i += call_sites_stride(5))
  {
    const int order = i / 3 % 2 ? 5 : 2;
    check_jump(i % 3, order, pow(10.0, -6 - i / 6), 1e3);
    check_jump(i % 3, order, pow(10.0, -6 - i / 6), 1e6);
  }
  for (int form = 0; form < 2; form++)
  {
    for (int nan = 0; nan < 2; nan++)
    {
      check_long_steps(form, nan, 0.0, 1e-3);
      check_long_steps(form, nan, 0.02, 1e-3);
      check_long_steps(form, nan, 5.0, 1e-3);
      /* shorter than the increments of the start */
      check_long_steps(form, nan, 0.0, 1e-5);
      check_wall(form, nan, WALL, 1.0);
      check_wall(form, nan, WALL, -1.0);
      check_wall(form, nan, ANGLE, 1.0);
      check_one_step(form, nan);
    }
  }
}
