/* What limited each step is counted: models of order 2 in which one cause must prevail, and the
 * counts, their sum and the printed rows. */
#include "support/models/controlled.h"
#include "support/test.h"

enum
{
  CAUSES = GALPHA_BY_STOP_TIME + 1,
  LENGTH = 4000
};

/* The share of the steps with this cause. */
static double share(void *mem, int by)
{
  long int steps = 0, sum = 0, n[CAUSES];
  CHECK(!GALPHAGetNumSteps(mem, &steps) && steps > 0);
  for (int i = 0; i < CAUSES; i++)
  {
    n[i] = -1;
    CHECK(!GALPHAGetNumStepsBy(mem, i, &n[i]) && n[i] >= 0);
    sum += n[i];
  }
  CHECK(sum == steps);
  return (double)n[by] / (double)steps;
}

/* f = t^2/2 + 1 - k q; every other or no call fails. */
struct load
{
  sunrealtype k, factor;
  int every;
  long int calls;
};
#define LOAD ((const struct load *)data)

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *user)
{
  struct load *l = user;
  N_VGetArrayPointer(f)[0] =
    0.5 * t * t + 1.0 - l->k * N_VGetArrayPointer(q)[0];
  return l->every && ++l->calls % l->every == 0;
}

FORCE_JAC_IS(stiffness, {0, 0, -LOAD->factor * LOAD->k})

static void begin(struct small *s, struct load *l)
{
  BEGIN(s, .force = force, .data = l, .dfdq = stiffness, .rtol = 1e-6,
        .set = {{"df_dv_zero", 1}, {"max_order", 2}});
}

/* Solves to tout, and at least this share of the steps has the cause. */
static void prevails(struct small *s, sunrealtype tout, int by, double least)
{
  CHECK(small_solve(s, tout) == GALPHA_SUCCESS);
  CHECK_IN(share(s->mem, by), least, 1.0);
}

static void check_bounds(void)
{
  struct load l = {.k = 1.0, .factor = 1.0};
  struct small s;
  sunrealtype h = 0.0;
  begin(&s, &l);
  CHECK(!GALPHASetFixedStep(s.mem, 0.125));
  prevails(&s, 1.0, GALPHA_BY_FIXED_STEP, 1.0);
  begin(&s, &l);
  CHECK(!GALPHASetMaxStep(s.mem, 1e-3));
  prevails(&s, 1.0, GALPHA_BY_MAX_STEP, 0.98);
  begin(&s, &l);
  CHECK(!GALPHASetInitStep(s.mem, 1e-12));
  CHECK(small_solve(&s, 1e-7) == GALPHA_SUCCESS);
  CHECK_IN(share(s.mem, GALPHA_BY_START), 1e-9, 0.1);
  CHECK_IN(share(s.mem, GALPHA_BY_GROWTH), 0.9, 1.0);
  /* the error of v is h^3 times the constant q"", which a somewhat longer h bears */
  l.k = 0.0;
  begin(&s, &l);
  CHECK(!GALPHASStolerances(s.mem, 1e-12, 1e-6));
  CHECK(small_solve(&s, 1.0) == GALPHA_SUCCESS);
  CHECK(!GALPHAGetLastStep(s.mem, &h));
  begin(&s, &l);
  CHECK(!GALPHASStolerances(s.mem, 1e-12, 1e-6));
  CHECK(!GALPHASetMinStep(s.mem, 1.45 * h));
  prevails(&s, 1.0, GALPHA_BY_MIN_STEP, 0.9);
}

static void check_stop(void)
{
  struct load l = {.k = 1.0, .factor = 1.0};
  struct small s;
  begin(&s, &l);
  for (int i = 1; i <= 100; i++)
  {
    CHECK(!GALPHASetStopTime(s.mem, 1e-3 * i));
    CHECK(small_solve(&s, 1.0) == GALPHA_TSTOP_RETURN);
  }
  CHECK_IN(share(s.mem, GALPHA_BY_STOP_TIME), 0.5, 1.0);
  /* a later start counts anew */
  CHECK(!GALPHAReInit(s.mem, 0.0, s.q, s.v));
  long int n = -1;
  CHECK(!GALPHAGetNumStepsBy(s.mem, GALPHA_BY_STOP_TIME, &n) && n == 0);
}

static void check_errors(void)
{
  struct load l = {.k = 400.0, .factor = 1.0};
  struct small s;
  begin(&s, &l);
  prevails(&s, 3.0, GALPHA_BY_VELOCITIES, 0.8);
  begin(&s, &l);
  CHECK(!GALPHASStolerancesVel(s.mem, 0.9, 1e3));
  prevails(&s, 3.0, GALPHA_BY_POSITIONS, 0.8);
  BEGIN(&s, .pb = &paper_simple_pendulum, .rtol = 1e-3);
  CHECK(!GALPHASetMultiplierTolerances(s.mem, 1e-7, 1e-7));
  CHECK(!GALPHASetMaxOrd(s.mem, 2));
  prevails(&s, 1.0, GALPHA_BY_MULTIPLIERS, 0.5);
}

static void check_fails(void)
{
  struct load l = {.k = 1.0, .factor = 1.0};
  struct small s;
  begin(&s, &l);
  CHECK(!GALPHACalcIC(s.mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHASetMaxConvFails(s.mem, 100));
  l.every = 3;
  for (int i = 0; i < 10; i++) { CHECK(small_step(&s, 1.0) == 0); }
  CHECK_IN(share(s.mem, GALPHA_BY_CALLBACK), 0.3, 1.0);
  l = (struct load){.k = 1e8, .factor = -1.0};
  begin(&s, &l);
  CHECK(!GALPHASetErrorTest(s.mem, GALPHA_TEST_POSITIONS));
  CHECK(!GALPHASetMaxConvFails(s.mem, 100));
  CHECK(!GALPHASetMaxNumSteps(s.mem, 50));
  CHECK(small_solve(&s, 10.0) == GALPHA_TOO_MUCH_WORK);
  CHECK_IN(share(s.mem, GALPHA_BY_SOLUTION), 0.2, 1.0);
}

static void check_states(void)
{
  SMALL(s, .pb = &controlled_pendulum, .rtol = 1e-2);
  CHECK(!GALPHASStolerancesStates(s->mem, 1e-9, 1e-9));
  prevails(s, 1.0, GALPHA_BY_STATES, 0.8);
}

/* States without tolerances of their own, q with a vector of atol: the rtol of q and a
 * thousandth of it. Control: the digits that are taken after weights of the user. */
static void check_default_of_states(void)
{
  static const sunrealtype rtol[] = {0.0, 1e-2, 1e-6};
  long int steps[3];
  for (int i = 0; i < 3; i++)
  {
    struct small s;
    BEGIN(&s, .pb = &controlled_pendulum, .rtol = 1e-2);
    N_Vector atol = KEEP(N_VClone(s.q));
    N_VConst(1e-2, atol);
    CHECK(!GALPHASVtolerances(s.mem, 1e-2, atol));
    CHECK(i == 0 || !GALPHASStolerancesStates(s.mem, rtol[i], 1e-3 * rtol[i]));
    CHECK(small_solve(&s, 1.0) == GALPHA_SUCCESS);
    steps[i] = count_of(s.mem, GALPHAGetNumSteps);
  }
  CHECK(steps[0] == steps[1] && steps[2] > 2 * steps[0]);
  /* without an rtol of q, too, the states have a tolerance */
  struct small s;
  BEGIN(&s, .pb = &controlled_pendulum, .rtol = 1e-2);
  N_Vector atol = KEEP(N_VClone(s.q));
  N_VConst(1e-2, atol);
  CHECK(!GALPHASVtolerances(s.mem, 0.0, atol));
  CHECK(small_solve(&s, 1.0) == GALPHA_SUCCESS);
  CHECK(count_of(s.mem, GALPHAGetNumSteps) <= 2 * steps[2]);
}

RESIDUAL1_IS(decay, yp[0] + y[0])

/* y = (1 - t/2)^2 comes to rest on its bound. */
RESIDUAL1_IS(emptied, yp[0] + sqrt(fmax(y[0], 0.0)))

static void printed(void *mem, SUNOutputFormat fmt, char text[LENGTH])
{
  FILE *fp = tmpfile();
  CHECK(fp && !GALPHAPrintAllStats(mem, fp, fmt));
  if (!fp) { return; }
  rewind(fp);
  text[fread(text, 1, LENGTH - 1, fp)] = '\0';
  fclose(fp);
}

static void check_residual(void)
{
  struct small s;
  char text[LENGTH] = "", row[80];
  long int n        = 0;
  BEGIN(&s, .q = VALUES(1.0), .v = VALUES(-1.0), .res1 = decay, .rtol = 1e-6,
        .set = {{"max_order", 2}});
  CHECK(small_solve(&s, 3.0) == 0);
  CHECK_IN(share(s.mem, GALPHA_BY_POSITIONS), 0.8, 1.0);
  CHECK(!GALPHAGetNumStepsBy(s.mem, GALPHA_BY_POSITIONS, &n));
  printed(s.mem, SUN_OUTPUTFORMAT_CSV, text);
  snprintf(row, sizeof row, ",Limited by error of y,%ld,", n);
  CHECK(strstr(text, row) != NULL && !strstr(text, "error of q"));
  printed(s.mem, SUN_OUTPUTFORMAT_TABLE, text);
  snprintf(row, sizeof row, "%-28s = %ld\n", "Limited by error of y", n);
  CHECK(strstr(text, row) != NULL);
  N_Vector positive = small_vector(ctx, 1, VALUES(1.0));
  BEGIN(&s, .q = VALUES(1.0), .v = VALUES(-1.0), .res1 = emptied, .rtol = 1e-4,
        .atol = 1e-6);
  CHECK(!GALPHASetConstraints(s.mem, positive));
  CHECK(small_solve(&s, 3.0) == 0);
  CHECK(share(s.mem, GALPHA_BY_INEQUALITY) > 0.0);
}

static void check_refused(void)
{
  struct load l = {.k = 1.0, .factor = 1.0};
  struct small s;
  long int n = 7;
  begin(&s, &l);
  CHECK(GALPHAGetNumStepsBy(NULL, 0, &n) == GALPHA_MEM_NULL);
  ILL_INPUT(&s.said, GALPHAGetNumStepsBy(s.mem, 0, NULL),
            "result pointer is NULL");
  CHECK(GALPHAGetNumStepsBy(s.mem, -1, &n) == GALPHA_ILL_INPUT);
  ILL_INPUT(&s.said, GALPHAGetNumStepsBy(s.mem, CAUSES, &n), "by = 13");
  CHECK(n == 7);
}

TESTS(check_bounds, check_stop, check_errors, check_fails, check_states,
      check_default_of_states, check_residual, check_refused)
