/* GALPHACheckJacobian leaves alone what is right, on all problems of the test
 * support, and the integration does not notice it. */
#include "jacobian_model.h"
#include "support/models/flexible/flexible.h"
#include "support/test.h"

/* No false alarm before the start, after it, and in motion. */
static void quiet(const struct problem *pb, enum problem_storage storage)
{
  struct heard h;
  long int nwrong       = -1;
  const sunrealtype end = pb->t0 + 10;
  SMALL(s, .pb = pb, .storage = storage, .set = {{"max_num_steps", 400}});
  int flag = checked(s->mem, 0.0, &nwrong, &h), run = small_step(s, end);
  for (int i = 0; i < 3 && !run && !flag; i++)
  {
    flag = checked(s->mem, 0.0, &nwrong, &h);
    for (int k = 0; k < 20 && !run; k++) { run = small_step(s, end); }
  }
  CHECK(flag == GALPHA_SUCCESS && nwrong == 0 && run == GALPHA_SUCCESS);
  if (flag) { printf("%s at t = %g:\n%s", pb->name, s->t, h.text); }
}

/* Also where reactions, whose derivatives are given, come with G and K differenced. */
static void quiet_ways(const struct problem *pb, enum problem_storage storage)
{
  struct problem differenced = *pb;
  differenced.G              = NULL;
  differenced.K              = NULL;
  quiet(pb, storage);
  if (storage == PROBLEM_DENSE) { quiet(&differenced, storage); }
}

static int wrong_dfdq(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                      N_Vector psi, SUNMatrix J, void *data)
{
  const struct problem belt = ref_belt(1);
  const int ret             = belt.dfdq(t, q, v, lambda, psi, J, data);
  SM_ELEMENT_D(J, 2, 2) *= 1.001;
  return ret;
}

/* Control: what is wrong there is seen. */
static void heard_all_the_same(void)
{
  struct heard h;
  long int nwrong   = -1;
  struct problem pb = ref_belt(1);
  pb.G              = NULL;
  pb.K              = NULL;
  pb.dfdq           = wrong_dfdq;
  void *mem         = KEEP(problem_create(&pb, ctx, PROBLEM_DENSE));
  CHECK(checked(mem, 0.0, &nwrong, &h) == GALPHA_WARNING && nwrong == 1);
  CHECK(heard_says(&h, "row 2, column 2"));
}

static void quiet_library(enum problem_storage storage)
{
  struct ref_heavy_top top       = {0.1};
  struct ref_slider_crank crank  = {1.0};
  struct ref_oscillator osc      = {2.0, 50.0, 1.0, 0.5, 0.0};
  const struct problem *papers[] = {
    &paper_problem15,       &paper_problem71,       &paper_pendulum16,
    &paper_simple_pendulum, &paper_double_pendulum, &paper_disk,
    &paper_disk_printed,    &paper_slider_crank,    &paper_oscillator};
  const struct problem others[] = {ref_pendulum(REF_PENDULUM_CASH),
                                   ref_pendulum(REF_PENDULUM_IFTOMM),
                                   ref_andrews(),
                                   ref_caraxis(1),
                                   ref_heavy_top(&top),
                                   ref_fourbar(),
                                   ref_skate(),
                                   ref_sleigh(),
                                   ref_rolling(),
                                   ref_belt(1),
                                   ref_slider_crank(&crank),
                                   ref_oscillator(&osc),
                                   ref_moving_base()};
  for (int i = 0; i < COUNT_OF(papers); i++) { quiet_ways(papers[i], storage); }
  for (int i = 0; i < COUNT_OF(others); i++)
  {
    quiet_ways(&others[i], storage);
  }
}

static void quiet_flexible(void)
{
  struct flexible *fl = flexible_slider_crank(16, 1e4, 1e-3, 50.0);
  CHECK(fl && fl->pb.n >= 50);
  if (fl) { quiet(&fl->pb, PROBLEM_SPARSE); }
}

/* A run with checks between its steps and one without, bit by bit. */
static void nothing_changes(const struct problem *pb,
                            enum problem_storage storage)
{
  static int (*const count[])(void *mem, long int *n) = {
    GALPHAGetNumResEvals, GALPHAGetNumJacEvals, GALPHAGetNumNonlinSolvIters,
    GALPHAGetNumLinSolvSetups};
  const size_t size = (size_t)pb->n * sizeof(sunrealtype);
  struct heard h;
  struct small s[2];
  int ret = 0;
  for (int i = 0; i < 2; i++)
  {
    BEGIN(&s[i], .pb = pb, .storage = storage);
    if (i && checked(s[i].mem, 0.0, NULL, &h)) { ret = -1; }
    for (int k = 0; k < 60 && !ret; k++)
    {
      ret = small_step(&s[i], pb->t0 + 10);
      if (i && k % 7 == 0 && checked(s[i].mem, 0.0, NULL, &h)) { ret = -1; }
    }
  }
  CHECK(ret == 0);
  CHECK(!memcmp(small_q(&s[0]), small_q(&s[1]), size));
  CHECK(!memcmp(small_v(&s[0]), small_v(&s[1]), size));
  for (int i = 0; i < COUNT_OF(count); i++)
  {
    CHECK(count_of(s[0].mem, count[i]) == count_of(s[1].mem, count[i]));
  }
}

TEST_MAIN()
{
  static const enum problem_storage both[] = {PROBLEM_DENSE, PROBLEM_SPARSE};
  for (int i = 0; i < 2; i++)
  {
    quiet_library(both[i]);
    nothing_changes(&paper_problem15, both[i]);
    nothing_changes(&paper_slider_crank, both[i]);
    nothing_changes(&paper_disk, both[i]);
  }
  heard_all_the_same();
  quiet_flexible();
}
