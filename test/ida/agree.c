/* GALPHA and IDA (GGL form) on the same problems: the difference of their
 * solutions is no larger than the sum of the errors that each shows when its
 * tolerance is tightened. */
#include "check.h"
#include "ida_ref.h"
#include "papers.h"
#include "refproblems.h"
#include "sundials_compat.h"

/* Problem, end time and tolerances. */
struct match
{
  const struct problem *pb, *ida_pb; /* what GALPHA and what IDA integrates */
  sunrealtype t1, qscale, vscale;
  sunrealtype rtol, ida_rtol;
  sunrealtype meaningful; /* the errors themselves are below this, relative */
};

/* Differences of q and v in the 2-norm, relative to the latter. */
struct gap
{
  sunrealtype q, v;
};

static sunrealtype relative(N_Vector x, N_Vector y)
{
  return problem_dist(N_VGetArrayPointer(x), N_VGetArrayPointer(y),
                      N_VGetLength(x)) /
         sqrt(N_VDotProd(y, y));
}

static struct gap gap(const struct problem_state *x,
                      const struct problem_state *y)
{
  const struct gap g = {relative(x->q, y->q), relative(x->v, y->v)};
  return g;
}

static int by_galpha(const struct match *m, SUNContext ctx, sunrealtype rtol,
                     struct problem_state *s)
{
  const struct ref_run run = {
    .pb = m->pb, .t1 = m->t1, .qscale = m->qscale, .vscale = m->vscale};
  return ref_end_state(&run, ctx, rtol, s);
}

static int by_ida(const struct match *m, SUNContext ctx, sunrealtype rtol,
                  struct problem_state *s)
{
  const struct ida_ref_tolerances tol = {rtol, rtol * m->qscale,
                                         rtol * m->vscale, 1.0};
  return ida_ref_solve(m->ida_pb, ctx, &tol, m->t1, s, NULL);
}

/* Difference by the sum of the errors; a tolerance 30 times smaller leaves a
 * tenth of GALPHA's error, 100 times smaller less of IDA's. */
static struct gap ratio(const struct match *m, SUNContext ctx)
{
  struct problem_state s[4];
  for (int i = 0; i < 4; i++)
  {
    CHECK(problem_state_new(&s[i], m->pb, ctx) == 0);
  }
  CHECK(by_galpha(m, ctx, m->rtol, &s[0]) == 0);
  CHECK(by_galpha(m, ctx, m->rtol / 30, &s[1]) == 0);
  CHECK(by_ida(m, ctx, m->ida_rtol, &s[2]) == 0);
  CHECK(by_ida(m, ctx, m->ida_rtol / 100, &s[3]) == 0);
  const struct gap eg = gap(&s[0], &s[1]), ei = gap(&s[2], &s[3]);
  const struct gap d = gap(&s[0], &s[2]);
  for (int i = 0; i < 4; i++) { problem_state_free(&s[i]); }
  printf("%-20s q: errors %.1e + %.1e, difference %.1e; v: %.1e + %.1e, %.1e\n",
         m->pb->name, (double)eg.q, (double)ei.q, (double)d.q, (double)eg.v,
         (double)ei.v, (double)d.v);
  CHECK(eg.q <= m->meaningful && eg.v <= m->meaningful);
  CHECK(ei.q <= m->meaningful && ei.v <= m->meaningful);
  return (struct gap){d.q / (eg.q + ei.q), d.v / (eg.v + ei.v)};
}

/* The estimates leave out a tenth of GALPHA's error and some of IDA's. */
static void agree(const struct match *m, SUNContext ctx)
{
  const struct gap r = ratio(m, ctx);
  CHECK_IN(r.q, 0.0, 1.3);
  CHECK_IN(r.v, 0.0, 1.3);
}

/* Negative control: IDA with a spring stiffer by a thousandth. */
static void disagree(SUNContext ctx)
{
  struct ref_slider_crank here = {1.0}, stiffer = {1.001};
  const struct problem pb    = ref_slider_crank(&here);
  const struct problem other = ref_slider_crank(&stiffer);
  const struct match m       = {&pb, &other, 5.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3};
  const struct gap r         = ratio(&m, ctx);
  CHECK(r.q > 2.0);
  CHECK(r.v > 2.0);
}

int main(void)
{
  SUNContext ctx                 = galpha_test_context();
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
                                    paper_pendulum16};
  const struct match how[]       = {
          {&all[0], &all[0], 10.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3},
          {&all[1], &all[1], 5.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3},
          {&all[2], &all[2], 0.03, 1.0, 100.0, 1e-8, 1e-8, 1e-2},
          {&all[3], &all[3], 3.0, 0.1, 0.1, 1e-8, 1e-8, 1e-2},
          {&all[4], &all[4], 0.5, 0.1, 10.0, 1e-7, 1e-9, 1e-2},
          {&all[5], &all[5], 0.6, 0.1, 1.0, 1e-7, 1e-8, 1e-3},
          {&all[6], &all[6], 3.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3},
          {&all[7], &all[7], 5.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3},
          {&all[8], &all[8], 3.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3},
          {&all[9], &all[9], 2.0, 0.1, 0.1, 1e-7, 1e-8, 1e-3},
          {&all[10], &all[10], 10.0, 0.1, 0.1, 1e-7, 1e-8, 1e-2},
          {&all[11], &all[11], 1.0, 0.1, 0.1, 1e-7, 1e-8, 1e-2}};
  for (size_t i = 0; i < sizeof how / sizeof how[0]; i++)
  {
    agree(&how[i], ctx);
  }
  disagree(ctx);
  SUNContext_Free(&ctx);
  return check_done();
}
