/* The monitor sees every step once, with the numbers that the getters return; it changes
 * no bit of the run; lines of progress; the largest error. In every form. */
#include <float.h>

#include "forms.h"

enum
{
  CAUSES = GALPHA_BY_STOP_TIME + 1
};

/* Sums of what a monitor has seen. */
struct seen
{
  long int accepted, failed, iterations, error_fails, solve_fails, by[CAUSES];
  sunrealtype t;
  N_Vector q;
};

static void add_accepted(struct seen *s, void *mem, const GALPHAStepInfo *info)
{
  int order = 0;
  s->accepted++;
  s->by[info->by]++;
  s->iterations += info->iterations;
  s->error_fails += info->error_fails;
  s->solve_fails += info->solve_fails;
  CHECK(info->steps == s->accepted && info->error <= 1.0);
  CHECK(real_of(mem, GALPHAGetLastStep) == info->h);
  CHECK(real_of(mem, GALPHAGetCurrentTime) == info->t);
  CHECK(!GALPHAGetLastOrder(mem, &order) && order == info->order);
  CHECK(fabs(info->t - s->t - info->h) <= 4.0 * DBL_EPSILON * info->t);
  CHECK(!GALPHAGetDky(mem, info->t, 0, s->q));
  CHECK(info->by >= 0 && info->by < CAUSES);
  s->t = info->t;
}

static void watch(void *mem, const GALPHAStepInfo *info, void *data)
{
  struct seen *s = data;
  if (info->accepted)
  {
    add_accepted(s, mem, info);
    return;
  }
  s->failed++;
  CHECK(info->t > s->t && info->h > 0.0);
  CHECK(info->error_fails + info->solve_fails >= 1);
  CHECK(info->solve_fails > 0 || info->by == GALPHA_BY_START ||
        info->error > 1.0);
}

static void idle(void *mem, const GALPHAStepInfo *info, void *data)
{
}

/* The end of a run, without a monitor (watcher NULL) or with. */
static void run(enum form form, GALPHAMonitorFn watcher, struct seen *seen,
                sunrealtype end[4])
{
  struct form_run r;
  forms_begin(&r, form);
  struct small *s = &r.s;
  FILE *fp        = tmpfile();
  CHECK(!GALPHASetOption(s->mem, "monitor_attempts", 1));
  CHECK(!GALPHASetMonitorFn(s->mem, watcher, seen));
  CHECK(!GALPHASetProgress(s->mem, watcher ? fp : NULL, 0.0));
  /* its length does not fit the motion: some attempts fail */
  CHECK(!GALPHASetInitStep(s->mem, 0.9));
  if (seen) { seen->q = KEEP(N_VClone(s->q)); }
  for (int i = 1; i <= 5; i++) { CHECK(small_solve(s, i) == GALPHA_SUCCESS); }
  end[0] = small_q(s)[0];
  end[1] = small_v(s)[0];
  end[2] = real_of(s->mem, GALPHAGetCurrentStep);
  end[3] = real_of(s->mem, GALPHAGetCurrentTime);
  if (seen)
  {
    CHECK(count_of(s->mem, GALPHAGetNumSteps) == seen->accepted);
    CHECK(count_of(s->mem, GALPHAGetNumErrTestFails) == seen->error_fails);
    CHECK(count_of(s->mem, GALPHAGetNumStepSolveFails) == seen->solve_fails);
    CHECK(seen->failed == seen->error_fails + seen->solve_fails);
    CHECK(seen->failed > 0);
    CHECK(count_of(s->mem, GALPHAGetNumNonlinSolvIters) == seen->iterations);
    long int n = 0;
    for (int i = 0; i < CAUSES; i++)
    {
      CHECK(!GALPHAGetNumStepsBy(s->mem, i, &n) && n == seen->by[i]);
    }
  }
  fclose(fp);
}

static void check_same(enum form form)
{
  sunrealtype without[4], with[4], idly[4];
  struct seen seen = {0};
  run(form, NULL, NULL, without);
  run(form, watch, &seen, with);
  run(form, idle, NULL, idly);
  CHECK(!memcmp(without, with, sizeof with));
  CHECK(!memcmp(without, idly, sizeof idly));
}

struct caller
{
  struct small *s;
  int calls, free_at;
};

static void calls(void *mem, const GALPHAStepInfo *info, void *data)
{
  struct caller *c = data;
  sunrealtype t    = 0.0;
  CHECK(info->accepted == 1);
  CHECK(GALPHASolve(mem, 9.0, &t, c->s->q, c->s->v, GALPHA_NORMAL) ==
        GALPHA_ILL_INPUT);
  CHECK(GALPHASetMonitorFn(mem, NULL, NULL) == GALPHA_ILL_INPUT);
  ILL_INPUT(&c->s->said, GALPHASetProgress(mem, NULL, 1.0),
            "from inside a callback");
  if (++c->calls == c->free_at) { GALPHAFree(&mem); }
}

static void check_within(void)
{
  struct form_run r;
  forms_begin(&r, FORM_SOI2);
  struct caller c = {.s = &r.s};
  CHECK(!GALPHASetMonitorFn(r.s.mem, calls, &c));
  CHECK(small_solve(&r.s, 1.0) == 0 && c.calls > 10);
  c.free_at = c.calls + 1; /* the object lives until the call returns */
  CHECK(small_solve(&r.s, 2.0) == 0);
  keep_no_more(r.s.mem);
}

static long int lines(FILE *fp, char last[200])
{
  long int n = 0;
  rewind(fp);
  while (fgets(last, 200, fp)) { n++; }
  return n;
}

static void check_progress(void)
{
  struct form_run r;
  char last[200] = "", want[80];
  int order      = 0;
  FILE *fp       = tmpfile();
  forms_begin(&r, FORM_SOI2);
  struct small *s = &r.s;
  CHECK(!GALPHASetProgress(s->mem, fp, 0.0));
  CHECK(small_solve(s, 1.0) == 0);
  long int n = count_of(s->mem, GALPHAGetNumSteps);
  CHECK(lines(fp, last) == n);
  CHECK(strstr(last, "100.0 % of 1, ") != NULL);
  CHECK(!GALPHAGetLastOrder(s->mem, &order));
  snprintf(want, sizeof want, "step %ld, h = %.3g, order %d", n,
           real_of(s->mem, GALPHAGetLastStep), order);
  CHECK(strstr(last, want) != NULL && strstr(last, "steps/s") != NULL);
  /* the share is that of the stop time */
  CHECK(!GALPHASetStopTime(s->mem, 4.0));
  CHECK(small_solve(s, 2.0) == 0);
  CHECK(lines(fp, last) > n && strstr(last, "% of 4, ") != NULL);
  CHECK(strtod(strchr(last, ',') + 1, NULL) >= 50.0);
  n = lines(fp, last);
  CHECK(!GALPHASetProgress(s->mem, fp, 1e6));
  CHECK(small_solve(s, 3.0) == 0 && lines(fp, last) == n);
  CHECK(!GALPHASetProgress(s->mem, NULL, 0.0));
  CHECK(small_solve(s, 3.5) == 0 && lines(fp, last) == n);
  ILL_INPUT(&s->said, GALPHASetProgress(s->mem, fp, -1.0),
            "seconds = -1 must be >= 0");
  CHECK(GALPHASetProgress(s->mem, fp, (sunrealtype)NAN) == GALPHA_ILL_INPUT);
  CHECK(small_solve(s, 3.6) == 0 && lines(fp, last) == n);
  fclose(fp);
}

/* Two masses on springs, of which the second is the stiffer one. */
FORCE_IS(springs, -q[0], -900.0 * q[1])

static void check_largest(void)
{
  int part       = -1;
  long int which = -1;
  sunrealtype e  = 0.0;
  SMALL(s, .n = 2, .q = VALUES(1.0, 1.0), .force = springs, .rtol = 1e-4);
  CHECK(GALPHAGetLargestError(s->mem, &part, &which, &e) == GALPHA_NO_MALLOC);
  CHECK(small_solve(s, 1.0) == 0);
  N_Vector est = KEEP(N_VClone(s->q)), ewt = KEEP(N_VClone(s->q));
  int in_v = 0;
  for (int i = 0; i < 20; i++)
  {
    CHECK(small_step(s, 9.0) == 0);
    CHECK(!GALPHAGetLargestError(s->mem, &part, &which, &e) && which == 1);
    in_v += part == GALPHA_BY_VELOCITIES;
    if (part == GALPHA_BY_VELOCITIES)
    {
      CHECK(!GALPHAGetEstLocalErrorsVel(s->mem, est));
      CHECK(!GALPHAGetErrWeightsVel(s->mem, ewt));
    }
    else
    {
      CHECK(part == GALPHA_BY_POSITIONS);
      CHECK(!GALPHAGetEstLocalErrors(s->mem, est));
      CHECK(!GALPHAGetErrWeights(s->mem, ewt));
    }
    CHECK_REL(e, fabs(N_VGetArrayPointer(est)[1] * N_VGetArrayPointer(ewt)[1]),
              1e-14);
  }
  CHECK(in_v >= 10);
  CHECK(!GALPHAGetLargestError(s->mem, NULL, NULL, NULL));

  struct form_run r;
  forms_begin(&r, FORM_STATES);
  CHECK(!GALPHASStolerancesStates(r.s.mem, 1e-9, 1e-9));
  CHECK(small_solve(&r.s, 1.0) == 0);
  CHECK(!GALPHAGetLargestError(r.s.mem, &part, &which, &e));
  CHECK(part == GALPHA_BY_STATES && which == 0 && e > 0.0 && e <= 1.0);
}

TEST_MAIN()
{
  for (int form = 0; form < FORMS; form++)
  {
    check_of("%s", form_name[form]);
    check_same((enum form)form);
  }
  check_within();
  check_progress();
  check_largest();
}
