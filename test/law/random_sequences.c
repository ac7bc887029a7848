/* Random sequences of calls on the mechanical form: steps forward and backward, fixed
 * and controlled, stop times, events, restarts with and without GALPHACalcIC, other
 * formulations, rho, corrections, predictors, tolerances, solvers, outputs inside the
 * last step, a force that fails. Whatever the order, codes are those announced, no
 * stop time is passed, and the state is that of the known motion. Control: a force
 * that is wrong by a hundredth is noticed. */
#include "support/test.h"

#define SEQUENCES 300
#define CALLS     25
#define ALLOWED   3e-4 /* error of q for each unit of time, of v 20 times that */

struct sequence
{
  unsigned long seed;
  struct problem pb;
  GALPHAForceFn force;
  sunrealtype factor; /* of the force */
  int fail;           /* calls of the force that fail */
  void *mem;
  struct problem_state now, exact;
  sunrealtype way, span, stop; /* direction; time since the start */
  int fixed, stopping, started;
  SUNMatrix A;
  SUNLinearSolver LS;
  SUNNonlinearSolver NLS;
  sunrealtype worst; /* error by what is allowed */
};

/* Uniform in [0, 1), and 0 to n - 1. */
static sunrealtype uniform(struct sequence *s)
{
  s->seed = (1103515245UL * s->seed + 12345UL) & 0x7fffffffUL;
  return (sunrealtype)s->seed / 2147483648.0;
}

static int choose(struct sequence *s, int n)
{
  return (int)(uniform(s) * n);
}

/* The problem's callbacks have data of their own. */
static struct sequence *present;

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  struct sequence *s = present;
  if (s->fail > 0)
  {
    s->fail--;
    return 1;
  }
  const int ret = s->force(t, q, v, f, data);
  N_VScale(s->factor, f, f);
  return ret;
}

ROOTS_IS(events, sin(7.0 * t), y[0] - 0.2)

static void begin(struct sequence *s, unsigned long seed, sunrealtype factor)
{
  *s = (struct sequence){.seed = 7919 * seed + 13, .factor = factor, .way = 1};
  for (int i = 0; i < 5; i++) { (void)uniform(s); }
  s->pb       = choose(s, 3) ? ref_belt(choose(s, 2)) : ref_skate();
  s->force    = s->pb.force;
  s->pb.force = force;
  present     = s;
  if (choose(s, 2)) { s->pb.dfdq = s->pb.dfdv = NULL; }
  const int sparse = choose(s, 2);
  if (!sparse && choose(s, 3) == 0) { s->pb.G = NULL; }
  s->mem =
    KEEP(problem_create(&s->pb, ctx, sparse ? PROBLEM_SPARSE : PROBLEM_DENSE));
  CHECK(s->mem && !problem_state_new(&s->now, &s->pb, ctx));
  CHECK(!problem_state_new(&s->exact, &s->pb, ctx));
  CHECK(!GALPHASetErrFile(s->mem, NULL));
  const sunindextype size = s->pb.n + s->pb.m + s->pb.p;
  N_Vector y              = KEEP(N_VNew_Serial(size, ctx));
  s->A                    = KEEP(SUNDenseMatrix(size, size, ctx));
  s->LS                   = KEEP(SUNLinSol_Dense(y, s->A, ctx));
  s->NLS                  = KEEP(SUNNonlinSol_Newton(y, ctx));
}

/* k = 0: q, 1: v, as found at t. */
static void compare(struct sequence *s, sunrealtype t, int k, N_Vector found)
{
  N_Vector right = k ? s->exact.v : s->exact.q;
  s->pb.exact(t, N_VGetArrayPointer(s->exact.q), N_VGetArrayPointer(s->exact.v),
              NULL, NULL, NULL, s->pb.data);
  const sunrealtype e = problem_apart(found, right);
  const sunrealtype allowed =
    (k ? 20.0 : 1.0) * ALLOWED * (1.0 + s->span) * (1.0 + fabs(t));
  s->worst = e / allowed <= s->worst ? s->worst : e / allowed;
}

static void solve(struct sequence *s)
{
  struct problem_state *n = &s->now;
  const sunrealtype from  = n->t;
  const sunrealtype to    = from + s->way * (0.01 + 0.4 * uniform(s));
  const int itask         = choose(s, 3) ? GALPHA_NORMAL : GALPHA_ONE_STEP;
  s->fail                 = choose(s, 8) ? 0 : 1 + choose(s, 2);
  const int failing       = s->fail;
  const int ret           = GALPHASolve(s->mem, to, &n->t, n->q, n->v, itask);
  s->fail                 = 0;
  s->started              = 1;
  s->span += fabs(n->t - from);
  if (ret >= 0)
  {
    CHECK(!s->stopping || s->way * (n->t - s->stop) <= 1e-12);
    compare(s, n->t, 0, n->q);
    compare(s, n->t, 1, n->v);
    if (ret == GALPHA_TSTOP_RETURN) { s->stopping = 0; }
    return;
  }
  CHECK(
    (failing && (ret == GALPHA_FIRST_RES_FAIL || ret == GALPHA_REP_RES_ERR)) ||
    ret == GALPHA_ILL_INPUT);
}

/* From the known motion at some time, in some direction. */
static void restart(struct sequence *s)
{
  struct problem_state *n = &s->now;
  n->t                    = 2.0 * uniform(s);
  s->way                  = choose(s, 4) ? 1.0 : -1.0;
  s->span                 = 0.0;
  s->stopping = s->started = 0;
  s->pb.exact(n->t, N_VGetArrayPointer(n->q), N_VGetArrayPointer(n->v), NULL,
              NULL, NULL, s->pb.data);
  CHECK(!GALPHAReInit(s->mem, n->t, n->q, n->v));
  CHECK(!GALPHAClearStopTime(s->mem));
  if (choose(s, 2))
  {
    CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT + choose(s, 2), n->t + s->way));
  }
}

static void look_inside(struct sequence *s)
{
  sunrealtype h = 0.0, t = 0.0;
  const int k = choose(s, 2);
  if (!s->started || GALPHAGetLastStep(s->mem, &h)) { return; }
  if (GALPHAGetCurrentTime(s->mem, &t)) { return; }
  const sunrealtype at = t - uniform(s) * h;
  if (GALPHAGetDky(s->mem, at, k, s->now.a)) { return; }
  compare(s, at, k, s->now.a);
}

static void set_stop(struct sequence *s)
{
  const sunrealtype stop = s->now.t + 0.3 * s->way * uniform(s);
  if (GALPHASetStopTime(s->mem, stop)) { return; }
  s->stop     = stop;
  s->stopping = 1;
}

/* Options; what a running problem refuses, it may. */
static void set_option(struct sequence *s)
{
  static const int corrections[] = {GALPHA_CORRECT_A, GALPHA_CORRECT_VELOCITIES,
                                    GALPHA_CORRECT_WEIGHTS};
  void *mem                      = s->mem;
  switch (choose(s, 10))
  {
  case 0: GALPHASetFormulation(mem, GALPHA_SOI2 + choose(s, 3)); break;
  case 1: GALPHASetRhoInf(mem, choose(s, 2) ? 0.9 * uniform(s) : 0.0); break;
  case 2:
    CHECK(!GALPHASetOption(mem, "step_change_correction",
                           corrections[choose(s, 3)]));
    break;
  case 3: CHECK(!GALPHASetOption(mem, "mass_alpha", 1 + choose(s, 2))); break;
  case 4:
    CHECK(!GALPHASetOption(mem, "max_jacobian_age", choose(s, 4) - 1));
    break;
  case 5: CHECK(!GALPHASetOption(mem, "predictor", 1 + choose(s, 5))); break;
  case 6:
  {
    const sunrealtype tol = pow(10.0, -5.0 - 2.0 * uniform(s));
    CHECK(!GALPHASStolerances(mem, tol, tol));
    break;
  }
  case 7: CHECK(!GALPHASetMaxStep(mem, choose(s, 2) ? 0.05 : 0.0)); break;
  case 8: CHECK(!GALPHASetLinearSolver(mem, s->LS, s->A)); break;
  default: CHECK(!GALPHASetNonlinearSolver(mem, s->NLS)); break;
  }
}

static sunrealtype run(unsigned long seed, sunrealtype factor)
{
  const size_t mark = keep_mark();
  struct sequence s;
  begin(&s, seed, factor);
  for (int i = 0; i < CALLS; i++)
  {
    switch (choose(&s, 12))
    {
    case 0: restart(&s); break;
    case 1: set_stop(&s); break;
    case 2: CHECK(!GALPHARootInit(s.mem, 2 * choose(&s, 2), events)); break;
    case 3:
      CHECK(!GALPHASetFixedStep(
        s.mem, choose(&s, 3) ? 0.001 + 0.009 * uniform(&s) : 0.0));
      break;
    case 4: look_inside(&s); break;
    case 5:
    case 6:
    case 7: set_option(&s); break;
    default: solve(&s); break;
    }
  }
  keep_back(mark);
  return s.worst;
}

TEST_MAIN()
{
  const unsigned long stride = (unsigned long)call_sites_stride(3);
  sunrealtype control        = 0.0;
  for (unsigned long seed = 1; seed <= SEQUENCES; seed += stride)
  {
    check_of("sequence %lu", seed);
    CHECK_IN(run(seed, 1.0), 0.0, 1.0);
  }
  for (unsigned long seed = 1; seed <= 20; seed += stride)
  {
    control = fmax(control, run(seed, 1.01));
  }
  CHECK(control > 1.0);
}
