/* galpha_hist: dense output of q and v exact for cubics, of accelerations and
 * multipliers for straight lines, forwards and backwards; accepting and
 * forgetting; the start, where there is no step yet. */
#include "method/polynomial.h"

#include "support/test.h"

#define ALPHA (-0.3)

/* Component i of the motion: a cubic with its own coefficients. */
static double position(double t, int i)
{
  return 1 + i - t + (2.0 - i) * t * t + 0.5 * t * t * t;
}

static double velocity(double t, int i)
{
  return -1 + 2 * (2.0 - i) * t + 1.5 * t * t;
}

static double acceleration(double t, int i)
{
  return 2 * (2.0 - i) + 3 * t;
}

static void set(N_Vector x, double (*fn)(double t, int i), double t)
{
  for (int i = 0; i < 2; i++) { N_VGetArrayPointer(x)[i] = fn(t, i); }
}

static void set_state(struct galpha_state *s, double t, double h)
{
  s->t = t;
  s->h = h;
  set(s->q, position, t);
  set(s->v, velocity, t);
  set(s->a, acceleration, t + ALPHA * h);
  set(s->a_used, acceleration, t - h + ALPHA * h);
  set(s->qdd, acceleration, t);
  N_VConst(3 + 2 * t, s->lambda);
  N_VConst(1 - t, s->psi);
}

static void check_vector(N_Vector x, double (*fn)(double t, int i), double t)
{
  for (int i = 0; i < 2; i++)
  {
    CHECK_NEAR(N_VGetArrayPointer(x)[i], fn(t, i), 1e-13);
  }
}

static void check_inside(const struct galpha_hist *hist, double t, N_Vector x,
                         N_Vector y)
{
  galpha_hist_dky(hist, t, 0, ALPHA, false, x);
  check_vector(x, position, t);
  galpha_hist_dky(hist, t, 1, ALPHA, false, x);
  check_vector(x, velocity, t);
  galpha_hist_dky(hist, t, 2, ALPHA, false, x);
  check_vector(x, acceleration, t);
  galpha_hist_dky(hist, t, 2, ALPHA, true, x);
  check_vector(x, acceleration, t);
  galpha_poly_derivative(hist, GALPHA_TRACK_LAMBDA, 2, t, 0, x);
  galpha_poly_derivative(hist, GALPHA_TRACK_PSI, 2, t, 0, y);
  CHECK_NEAR(N_VGetArrayPointer(x)[0], (3 + 2 * t), 1e-13);
  CHECK_NEAR(N_VGetArrayPointer(y)[0], (1 - t), 1e-13);
}

static void check_steps(double t0, double h)
{
  struct galpha_hist hist;
  N_Vector q = KEEP(N_VNew_Serial(2, ctx)), y = KEEP(N_VNew_Serial(2, ctx));
  N_Vector borrowed[2] = {N_VClone(q), N_VClone(q)};
  const struct galpha_state *first;

  memset(&hist, 0, sizeof hist);
  const struct galpha_hist_parts parts = {
    .older        = GALPHA_OLDER,
    .second_order = true,
    .borrowed     = {borrowed[0], borrowed[1]}};
  CHECK(galpha_hist_init(&hist, (N_Vector const[]){q, q, q, NULL}, &parts) ==
        0);
  CHECK(!galpha_hist_add_loads(&hist, (N_Vector const[]){q, q, q, NULL}));
  CHECK(!galpha_hist_add_rates(&hist, (N_Vector const[]){q, q, q, NULL}));
  set_state(hist.now, t0, 0.0);
  galpha_hist_dky(&hist, t0, 0, ALPHA, false, q);
  check_vector(q, position, t0);
  galpha_hist_dky(&hist, t0, 2, ALPHA, false, q);
  check_vector(q, acceleration, t0);
  galpha_poly_derivative(&hist, GALPHA_TRACK_LAMBDA, 1, t0, 0, q);
  CHECK(N_VGetArrayPointer(q)[1] == 3 + 2 * t0);

  first = hist.now;
  for (int step = 1; step <= 4; step++)
  {
    const double t = t0 + step * h;
    N_VConst((sunrealtype)NAN, hist.trial->q); /* a rejected trial */
    set_state(hist.trial, t, h);
    galpha_hist_accept(&hist);
    CHECK(hist.now != hist.prev && hist.prev != hist.trial);
    for (int i = 0; i <= 5; i++) { check_inside(&hist, t - 0.2 * h * i, q, y); }
  }
  CHECK(hist.prev == first);
  /* the borrowed vectors, which have moved through the states, come back */
  galpha_hist_return(&hist);
  for (int i = 0; i < 2; i++)
  {
    CHECK(hist.older[GALPHA_OLDER - 1 - i].q == borrowed[i]);
    CHECK(hist.now->q != borrowed[i] && hist.prev->q != borrowed[i]);
  }
  galpha_hist_free(&hist);
  for (int i = 0; i < 2; i++) { N_VDestroy(borrowed[i]); }
}

TEST_MAIN()
{
  check_steps(0.0, 0.1);
  check_steps(1.0, -0.3);
}
