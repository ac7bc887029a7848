/* The problems of the papers themselves, before any integrator: derivatives
 * against central differences, dense against sparse storage, and the exact
 * solutions in the equations. */
#include "support/test.h"

static sunrealtype *at(N_Vector x)
{
  return x ? N_VGetArrayPointer(x) : NULL;
}

/* max |g|, |G v|, |k| */
static sunrealtype constraint_error(struct equations *eq,
                                    const struct problem_state *s)
{
  const struct problem *pb = eq->pb;
  N_Vector g               = s->lambda ? N_VClone(s->lambda) : NULL;
  N_Vector k               = s->psi ? N_VClone(s->psi) : NULL;
  sunrealtype worst        = 0.0;
  if (g)
  {
    CHECK(!pb->g(s->t, s->q, g, pb->data));
    worst = N_VMaxNorm(g);
    CHECK(!equations_rate(eq, s->t, s->q, s->v, g));
    worst = fmax(worst, N_VMaxNorm(g));
    N_VDestroy(g);
  }
  if (k)
  {
    CHECK(!pb->k(s->t, s->q, s->v, k, pb->data));
    worst = fmax(worst, N_VMaxNorm(k));
    N_VDestroy(k);
  }
  return worst;
}

/* t1: where the solution is known; with_dynamics: with a and multipliers there */
static void check_problem(const struct problem *pb, sunrealtype t1,
                          int with_dynamics)
{
  struct problem_state s;
  struct equations eq;
  CHECK(problem_state_new(&s, pb, ctx) == 0 &&
        equations_new(&eq, pb, ctx) == 0);
  problem_start(pb, at(s.q), at(s.v));
  CHECK(constraint_error(&eq, &s) < SUN_RCONST(1e-14) * 100);

  s.t            = SUN_RCONST(0.3);
  N_Vector all[] = {s.q, s.v, s.lambda, s.psi};
  for (int k = 0; k < 4; k++)
  {
    sunindextype n = all[k] ? N_VGetLength(all[k]) : 0;
    for (sunindextype i = 0; i < n; i++)
    {
      at(all[k])[i] += SUN_RCONST(0.3) * sin((double)(3 * i + 7 * k + 1));
    }
  }
  const sunrealtype error = equations_derivative_error(&eq, &s);
  check_of("%s", pb->name);
  CHECK_IN(error, 0.0, SUN_RCONST(1e-8));
  CHECK(equations_storage_gaps(&eq, &s) == 0);

  s.t = t1;
  if (t1 > 0)
  {
    const int d = with_dynamics;
    CHECK(pb->exact(t1, at(s.q), at(s.v), d ? at(s.a) : NULL,
                    d ? at(s.lambda) : NULL, d ? at(s.psi) : NULL,
                    pb->data) == 0);
    CHECK(constraint_error(&eq, &s) < SUN_RCONST(1e-12));
    if (d)
    {
      N_Vector r = KEEP(N_VClone(s.q));
      CHECK(!equations_dynamic(&eq, &s, r));
      CHECK(N_VMaxNorm(r) < SUN_RCONST(1e-9));
    }
  }
}

/* The closed form of the pendulum against digits computed elsewhere. */
static void check_pendulum_form(void)
{
  sunrealtype q[2], v[2], lambda[1];
  paper_simple_pendulum.exact(4, q, v, NULL, lambda, NULL, NULL);
  CHECK_REL(q[0], 0.61858011377508211174, 1e-13);
  CHECK_REL(q[1], -0.78572173372130064165, 1e-13);
  CHECK_REL(v[0], 1.8603296423332883072, 1e-13);
  CHECK_REL(v[1], 1.4645934717415676747, 1e-13);
  CHECK_REL(lambda[0], 6.6568953117089389419, 1e-13);
  paper_simple_pendulum.exact(2, q, v, NULL, lambda, NULL, NULL);
  CHECK_REL(q[0], 0.812774565720226081853204363608, 1e-13);
  CHECK_REL(v[1], 1.03455275660291315889477998571, 1e-13);
  CHECK_REL(lambda[0], 3.66764005942831229998632704229, 1e-13);
}

/* The mechanism's start as computed elsewhere. */
static void check_crank_start(void)
{
  static const sunrealtype y[] = {0.07071067811865477,
                                  0.07071067811865475,
                                  0.7853981633974483,
                                  0.43296895097957455,
                                  0.07071067811865475,
                                  -0.23794112483020827,
                                  0.7245165457218395,
                                  0,
                                  0};
  static const sunrealtype z[] = {-0.4242640687119285,
                                  0.42426406871192857,
                                  6,
                                  -0.9514272885093623,
                                  0.42426406871192857,
                                  -1.4552137502179983,
                                  -1.0543264395948677,
                                  0,
                                  0};
  sunrealtype q[9], v[9];
  problem_start(&paper_slider_crank, q, v);
  CHECK(problem_dist(q, y, 9) < SUN_RCONST(1e-14));
  CHECK(problem_dist(v, z, 9) < SUN_RCONST(1e-14));
}

/* T + U from t = 0 to 10: kept by the corrected f4, not by the printed one. */
static void check_disk_energy(void)
{
  sunrealtype q[5], v[5];
  problem_start(&paper_disk, q, v);
  const sunrealtype before = paper_disk_energy(q, v);
  paper_disk.exact(10, q, v, NULL, NULL, NULL, NULL);
  CHECK(fabs(paper_disk_energy(q, v) - before) < 1e-11);
  paper_disk_printed.exact(10, q, v, NULL, NULL, NULL, paper_disk_printed.data);
  CHECK_REL(paper_disk_energy(q, v) - before, 4.849602381728602e-3, 1e-8);
}

TEST_MAIN()
{
  check_problem(&paper_problem15, 1, 1);
  check_problem(&paper_problem71, 1, 1);
  check_problem(&paper_pendulum16, 2, 1);
  check_problem(&paper_simple_pendulum, SUN_RCONST(1.7), 1);
  check_problem(&paper_double_pendulum, 2, 0);
  check_problem(&paper_disk, 10, 0);
  check_problem(&paper_disk_printed, 10, 0);
  check_problem(&paper_slider_crank, 0, 0);
  check_problem(&paper_oscillator, SUN_RCONST(1.2), 1);
  check_pendulum_form();
  check_crank_start();
  check_disk_energy();
}
