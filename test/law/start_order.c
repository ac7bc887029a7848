/* The shifted start: what the first fixed steps have of accelerations, outputs and
 * multipliers is wrong by O(h^2), after a start and again after a new one, in the
 * mechanical form of index 3 and in the residual form without constraints and in index
 * 3, for several methods. Control: GALPHA_START_A0, O(h). */
#include "support/test.h"

#define FIRST 4 /* steps that are looked at */
#define T0 \
  0.7 /* of the residual model, where y''' has a part along the gradient */
#define AGAIN 1.1

/* Largest error of multipliers or, in the residual form, of accelerations, output and
 * multiplier. */
static sunrealtype worst(struct subject *s, sunrealtype h)
{
  sunrealtype worst = 0.0;
  for (int i = 0; i < FIRST; i++)
  {
    sunrealtype e[SUBJECT_KINDS];
    CHECK(subject_step(s, h) == 0 && subject_errors(s, e) == 0);
    worst = fmax(worst, e[SUBJECT_LAMBDA]);
    if (s->residual) { worst = fmax(worst, fmax(e[SUBJECT_A], e[SUBJECT_U])); }
  }
  return worst;
}

/* From the start again, or of the residual form from another time, with y'' in index 3
 * and without it else. */
static void start_anew(struct subject *s)
{
  struct residual_run *r = &s->run;
  if (s->mech)
  {
    problem_start(s->mech, N_VGetArrayPointer(s->now.q),
                  N_VGetArrayPointer(s->now.v));
    CHECK(!GALPHAReInit(s->mem, s->mech->t0, s->now.q, s->now.v));
    return;
  }
  const struct residual_model *m = s->residual->data;
  residual_model_exact(m, AGAIN, residual_y(r), residual_yp(r),
                       residual_ypp(r));
  r->t = AGAIN;
  CHECK(
    !GALPHAReInit2(r->mem, AGAIN, r->y, r->yp, m->constrained ? r->ypp : NULL));
  if (m->constrained) { return; }
  CHECK(!GALPHACalcIC(r->mem, GALPHA_ACC_INIT, AGAIN + 1.0));
}

/* Errors of a first start and of one anew. */
static void errors(const struct subject *what, sunrealtype h, sunrealtype e[2])
{
  struct subject s;
  CHECK(subject_begin(&s, what, ctx) == 0);
  e[0] = worst(&s, h);
  start_anew(&s);
  s.now.t = s.mech ? s.mech->t0 : 0.0;
  e[1]    = worst(&s, h);
}

/* With steps of h and h/4; without constraints order 1 may have no factor. */
static void check(struct subject what, sunrealtype h, int constrained)
{
  for (int how = GALPHA_START_SHIFTED; how <= GALPHA_START_A0; how++)
  {
    sunrealtype coarse[2], fine[2];
    what.start = how;
    errors(&what, h, coarse);
    errors(&what, 0.25 * h, fine);
    for (int i = 0; i < 2; i++)
    {
      const sunrealtype order = 0.5 * log2(coarse[i] / fine[i]);
      check_of("%s, rho %.1f, family %d (%.2f), start %d%s",
               what.mech ? what.mech->name : what.residual->name, what.rho,
               what.family, what.par[0], how, i ? " anew" : "");
      if (how == GALPHA_START_SHIFTED) { CHECK(order >= 1.8); }
      else if (constrained) { CHECK_IN(order, 0.8, 1.2); }
    }
  }
}

RESIDUAL_START(start)
{
  residual_model_exact(data, T0, y, yp, ypp);
}

static void check_residual(int family, sunrealtype first, sunrealtype second)
{
  for (int constrained = 0; constrained < 2; constrained++)
  {
    struct residual_model m;
    residual_model_new(&m, constrained, NULL);
    m.pb.start = start;
    m.pb.t0    = T0;
    const struct subject what =
      SUBJECT(.residual = &m.pb, .errors = residual_model_errors,
              .family = family, .par = {first, second},
              .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-10);
    check(what, 0.01, constrained);
  }
}

/* What a start cannot know is refused, and changes nothing. */
static void check_refused(void)
{
  struct residual_model m;
  struct residual_run run, same;
  residual_model_new(&m, 1, NULL);
  CHECK(residual_begin(&run, &m.pb, ctx) == 0);
  CHECK(residual_begin(&same, &m.pb, ctx) == 0);
  CHECK(!GALPHASetErrFile(run.mem, NULL));
  N_Vector bad = KEEP(N_VNew_Serial(2, ctx));
  N_VConst(0.0, bad);
  CHECK(residual_step(&run, 0.01) == 0 && residual_step(&same, 0.01) == 0);
  CHECK(GALPHAReInit2(run.mem, 0.0, run.y, run.yp, bad) == GALPHA_ILL_INPUT);
  CHECK(GALPHAReInit2(run.mem, 0.0, bad, run.yp, run.ypp) == GALPHA_ILL_INPUT);
  CHECK(residual_step(&run, 0.01) == 0 && residual_step(&same, 0.01) == 0);
  CHECK(residual_distance(&run, &same) == 0.0);
}

TEST_MAIN()
{
  static const sunrealtype rho[]    = {0.0, 0.5, 0.8, 0.9};
  static const sunrealtype radius[] = {0.0, 0.2, 0.5, 0.8, 0.9};
  const struct problem fourbar      = ref_fourbar();
  for (int i = 0; i < 8; i++)
  {
    const struct subject what =
      SUBJECT(.mech        = i % 2 ? &fourbar : &paper_problem15,
              .formulation = GALPHA_INDEX3, .rho = rho[i / 2],
              .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-12,
              .own_multipliers = 1);
    check(what, i % 2 ? 0.00125 : 0.01, 1);
  }
  for (int i = 0; i < 5; i++)
  {
    check_residual(GALPHA_CHUNG_HULBERT, radius[i], 0.0);
  }
  check_residual(GALPHA_HHT, -0.3, 0.0);
  check_residual(GALPHA_HHT, -0.05, 0.0);
  check_residual(GALPHA_NEWMARK, 0.25, 0.5);
  check_refused();
}
