/* Gavrea et al. (2005), Tables 1 to 3 by the residual form: F = (M q'' - f, g) with
 * components of order 2 and 0, Newmark in index 3; converged, and with the numbers of
 * Newton's iterations that the printed figures have (1, 1 and 3), against an
 * independent implementation and against the paper. Control: another number of
 * iterations, other figures. */
#include "support/check/fixed_newton_solver.h"
#include "support/run/paper.h"
#include "support/test.h"

#define ROWS 4

/* ROWS rows of tables of errors of q and v from row `first` on. */
struct table
{
  const struct problem *pb;
  sunrealtype par[2], t1;
  int first, newton;            /* newton 0: converged */
  const char *errors, *printed; /* NULL: not compared */
};

static const struct table tables[] = {{&paper_simple_pendulum,
                                       {0.25, 0.5},
                                       4,
                                       1,
                                       0,
                                       "newmark_pendulum/trapezoidal",
                                       NULL},
                                      {&paper_simple_pendulum,
                                       {0.25, 0.5},
                                       4,
                                       1,
                                       1,
                                       "newmark_pendulum/one_newton1",
                                       "newmark_pendulum/printed1"},
                                      {&paper_simple_pendulum,
                                       {0.390625, 0.75},
                                       4,
                                       1,
                                       0,
                                       "newmark_pendulum/damped",
                                       NULL},
                                      {&paper_simple_pendulum,
                                       {0.390625, 0.75},
                                       4,
                                       1,
                                       1,
                                       "newmark_pendulum/one_newton2",
                                       "newmark_pendulum/printed2"},
                                      {&paper_double_pendulum,
                                       {0.390625, 0.75},
                                       2,
                                       1,
                                       0,
                                       "double_pendulum/converged",
                                       NULL},
                                      {&paper_double_pendulum,
                                       {0.390625, 0.75},
                                       2,
                                       1,
                                       3,
                                       "double_pendulum/three_newton",
                                       "double_pendulum/printed"}};

/* Errors at t1 with steps of h. */
static void errors(SUNContext ctx, const struct table *t, int newton,
                   sunrealtype h, sunrealtype e[2])
{
  const sunrealtype one  = 1.0;
  SUNNonlinearSolver NLS = NULL;
  struct residual_mech low;
  struct residual_run run;
  sunrealtype q[6], v[6];
  CHECK(residual_mech_new(&low, t->pb, ctx) == 0);
  CHECK(residual_begin(&run, &low.pb, ctx) == 0);
  CHECK(!GALPHASetMethod(run.mem, GALPHA_NEWMARK, t->par));
  CHECK(!GALPHASetOption(run.mem, "start", GALPHA_START_A0));
  CHECK(!GALPHASStolerances(run.mem, 1e-12, 1e-12));
  CHECK(!GALPHASetNonlinConvCoef(run.mem, 1e-2));
  CHECK(!GALPHASetMaxNonlinIters(run.mem, 30));
  CHECK(!GALPHASetErrFile(run.mem, NULL));
  if (newton)
  {
    NLS = KEEP(fixed_newton_new(newton, low.pb.n, ctx));
    CHECK(!GALPHASetOption(run.mem, "predictor", GALPHA_PREDICT_CONSTANT));
    CHECK(!GALPHASetNonlinearSolver(run.mem, NLS));
  }
  CHECK(residual_steps(&run, h, &one, 1, lround(t->t1 / h)) == 0);
  CHECK(t->pb->exact(t->t1, q, v, NULL, NULL, NULL, t->pb->data) == 0);
  e[0] = problem_dist(residual_y(&run), q, t->pb->n);
  e[1] = problem_dist(residual_yp(&run), v, t->pb->n);
}

static void check(SUNContext ctx, const struct table *t)
{
  struct paper_table all, printed;
  CHECK(paper_read(t->errors, &all) >= t->first + ROWS);
  if (t->printed) { CHECK(paper_read(t->printed, &printed) == all.count); }
  for (int i = t->first; i < t->first + ROWS; i++)
  {
    const struct paper_errors *r = &all.row[i], *p = &printed.row[i];
    sunrealtype e[2];
    errors(ctx, t, t->newton, r->h, e);
    printf("%s, h %g, %d iterations: errors %.6e %.6e\n", t->pb->name, r->h,
           t->newton, e[0], e[1]);
    /* one iteration leaves what is wrong in a differenced Jacobian */
    CHECK_REL(e[0], r->q, t->newton == 1 ? 5e-5 : 1e-5);
    CHECK_REL(e[1], r->v, t->newton == 1 ? 2e-3 : 1e-4);
    if (!t->printed) { continue; }
    CHECK_REL(e[0], p->q, 5e-3);
    CHECK_REL(e[1], p->v, 5e-3);
  }
}

TEST_MAIN(ctx)
{
  struct paper_table t;
  sunrealtype e[2];
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
  {
    check(ctx, &tables[i]);
  }
  CHECK(paper_read(tables[1].errors, &t));
  errors(ctx, &tables[1], 2, t.row[1].h, e);
  CHECK(fabs(e[1] / t.row[1].v - 1.0) > 0.1);
}
