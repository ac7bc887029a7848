/* GALPHA and IDA (GGL form) on the same problems: the difference of their
 * solutions is no larger than the sum of the errors that each shows when its
 * tolerance is tightened. */
#include "support/check/agreement.h"
#include "support/ida/solve.h"
#include "support/test.h"

/* Problem, end time and tolerances. */
struct match
{
  const struct problem *pb, *ida_pb; /* what GALPHA and what IDA integrates */
  sunrealtype t1, qscale, vscale;
  sunrealtype rtol, ida_rtol;
  sunrealtype meaningful; /* the errors themselves are below this, relative */
  sunrealtype multiplier; /* IDA's absolute tolerance of multipliers */
};

/* Differences of q and v by the sums of their errors. */
struct gap
{
  sunrealtype q, v;
};

static int by_galpha(const struct match *m, sunrealtype rtol,
                     struct problem_state *s)
{
  const struct ref_run run = {
    .pb = m->pb, .t1 = m->t1, .qscale = m->qscale, .vscale = m->vscale};
  return ref_end_state(&run, ctx, rtol, s);
}

static int by_ida(const struct match *m, sunrealtype rtol,
                  struct problem_state *s)
{
  const struct ida_ref_tolerances tol = {rtol, rtol * m->qscale,
                                         rtol * m->vscale, m->multiplier};
  return ida_ref_solve(m->ida_pb, ctx, &tol, m->t1, s, NULL);
}

/* A tolerance 30 times smaller leaves a tenth of GALPHA's error, 100 times smaller
 * less of IDA's. */
static void four_runs(const struct match *m, struct problem_state s[4])
{
  for (int i = 0; i < 4; i++)
  {
    CHECK(problem_state_new(&s[i], m->pb, ctx) == 0);
  }
  CHECK(by_galpha(m, m->rtol, &s[0]) == 0);
  CHECK(by_galpha(m, m->rtol / 30, &s[1]) == 0);
  CHECK(by_ida(m, m->ida_rtol, &s[2]) == 0);
  CHECK(by_ida(m, m->ida_rtol / 100, &s[3]) == 0);
}

static struct gap ratio(const struct match *m)
{
  struct problem_state s[4];
  const sunrealtype *q[4], *v[4];
  four_runs(m, s);
  for (int i = 0; i < 4; i++)
  {
    q[i] = N_VGetArrayPointer(s[i].q);
    v[i] = N_VGetArrayPointer(s[i].v);
  }
  printf("%s\n", m->pb->name);
  const struct gap r = {disagreement("  q", q, m->pb->n, m->meaningful),
                        disagreement("  v", v, m->pb->n, m->meaningful)};
  return r;
}

static void agree(const struct match *m)
{
  const struct gap r = ratio(m);
  CHECK_IN(r.q, 0.0, AGREEMENT);
  CHECK_IN(r.v, 0.0, AGREEMENT);
}

/* Negative control: IDA with a spring stiffer by a thousandth. */
static void disagree(void)
{
  struct ref_slider_crank here = {1.0}, stiffer = {1.001};
  const struct problem pb    = ref_slider_crank(&here);
  const struct problem other = ref_slider_crank(&stiffer);
  const struct match m = {&pb, &other, 5.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0};
  const struct gap r   = ratio(&m);
  CHECK(r.q > 2.0);
  CHECK(r.v > 2.0);
}

TEST_MAIN()
{
  struct ref_slider_crank slider = {1.0};
  struct ref_heavy_top top       = {1.0};
  const struct problem all[]     = {ref_slider_crank(&slider),
                                    ref_pendulum(REF_PENDULUM_IFTOMM),
                                    ref_andrews(),
                                    ref_caraxis(1),
                                    ref_heavy_top(&top),
                                    ref_fourbar(),
                                    ref_skate(),
                                    ref_sleigh(),
                                    ref_rolling(),
                                    ref_belt(1),
                                    paper_disk,
                                    paper_pendulum16,
                                    paper_problem15,
                                    paper_double_pendulum,
                                    ref_pendulum(REF_PENDULUM_PERIOD2),
                                    paper_slider_crank};
  const struct match how[]       = {
          {&all[0], &all[0], 10.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[1], &all[1], 5.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[2], &all[2], 0.03, 1.0, 100.0, 1e-8, 1e-8, 1e-2, 1.0},
          {&all[3], &all[3], 3.0, 0.1, 0.1, 1e-8, 1e-8, 1e-2, 1.0},
          {&all[4], &all[4], 0.5, 0.1, 10.0, 1e-7, 1e-9, 1e-2, 1.0},
          {&all[5], &all[5], 0.6, 0.1, 1.0, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[6], &all[6], 3.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[7], &all[7], 5.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[8], &all[8], 3.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[9], &all[9], 2.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[10], &all[10], 10.0, 0.1, 0.1, 1e-7, 1e-8, 1e-2, 1.0},
          {&all[11], &all[11], 1.0, 0.1, 0.1, 1e-7, 1e-8, 1e-2, 1.0},
          {&all[12], &all[12], 1.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1e-3},
          {&all[13], &all[13], 2.0, 0.1, 1.0, 1e-7, 1e-8, 1e-2, 1.0},
          {&all[14], &all[14], 4.7, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0},
          {&all[15], &all[15], 2.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3, 1.0}};
  for (size_t i = 0; i < sizeof how / sizeof how[0]; i++) { agree(&how[i]); }
  disagree();
}
