/* alpha_m = 0: the literal form with GALPHA_HHT is HHT-SOI2, Jay and Negrut (2009),
 * (17), here written out for a pendulum of unit mass and length, M = I, g = (x^2 + y^2
 * - 1)/2, and solved by its own Newton iteration. */
#include "support/test.h"

#define GRAVITY 9.81
#define N       6 /* unknowns: y1, a, lambda1, mu */

struct state
{
  sunrealtype y[2], z[2], a[2], f[2], lambda;
};

struct step
{
  struct state s; /* before */
  sunrealtype h, alpha, beta, gamma;
};

static void force(const sunrealtype *y, sunrealtype lambda, sunrealtype *f)
{
  f[0] = -y[0] * lambda;
  f[1] = -GRAVITY - y[1] * lambda;
}

/* z1 of (17b). */
static void velocity(const struct step *p, const sunrealtype *a, sunrealtype *z)
{
  for (int i = 0; i < 2; i++)
  {
    z[i] = p->s.z[i] + p->h * ((1 - p->gamma) * p->s.a[i] + p->gamma * a[i]);
  }
}

/* (17a), (17c) to (17f) */
static void residual(const struct step *p, const sunrealtype *x, sunrealtype *r)
{
  const sunrealtype *y = x, *a = x + 2, lambda = x[4], mu = x[5];
  const sunrealtype h = p->h, b = p->beta;
  sunrealtype f[2], z[2];

  force(y, lambda, f);
  velocity(p, a, z);
  for (int i = 0; i < 2; i++)
  {
    const sunrealtype delta = y[i] * mu;
    r[i]                    = y[i] - p->s.y[i] - h * p->s.z[i] -
           h * h / 2 * ((1 - 2 * b) * p->s.a[i] + 2 * b * (a[i] + delta));
    r[2 + i] = a[i] - (1 + p->alpha) * f[i] + p->alpha * p->s.f[i];
  }
  r[4] = (y[0] * y[0] + y[1] * y[1] - 1) / 2;
  r[5] = y[0] * z[0] + y[1] * z[1];
}

/* A x = b in place, with pivoting. */
static void solve(sunrealtype A[N][N], sunrealtype *b)
{
  for (int j = 0; j < N; j++)
  {
    int p = j;
    for (int i = j + 1; i < N; i++)
    {
      if (fabs(A[i][j]) > fabs(A[p][j])) { p = i; }
    }
    for (int k = 0; k < N; k++)
    {
      const sunrealtype swap = A[j][k];
      A[j][k]                = A[p][k];
      A[p][k]                = swap;
    }
    const sunrealtype swap = b[j];
    b[j]                   = b[p];
    b[p]                   = swap;
    for (int i = 0; i < N; i++)
    {
      const sunrealtype c = i == j ? 0 : A[i][j] / A[j][j];
      for (int k = j; k < N; k++) { A[i][k] -= c * A[j][k]; }
      b[i] -= c * b[j];
    }
  }
  for (int j = 0; j < N; j++) { b[j] /= A[j][j]; }
}

static void advance(struct step *p)
{
  struct state *s  = &p->s;
  sunrealtype x[N] = {s->y[0] + p->h * s->z[0],
                      s->y[1] + p->h * s->z[1],
                      s->a[0],
                      s->a[1],
                      s->lambda,
                      0};

  for (int it = 0; it < 12; it++)
  {
    sunrealtype r[N], A[N][N], w[N];
    residual(p, x, r);
    for (int j = 0; j < N; j++)
    {
      const sunrealtype keep = x[j], d = 1e-6 * (1 + fabs(keep));
      x[j] = keep + d;
      residual(p, x, w);
      for (int i = 0; i < N; i++) { A[i][j] = (w[i] - r[i]) / d; }
      x[j] = keep;
    }
    solve(A, r);
    for (int i = 0; i < N; i++) { x[i] -= r[i]; }
  }
  velocity(p, x + 2, s->z);
  for (int i = 0; i < 2; i++)
  {
    s->y[i] = x[i];
    s->a[i] = x[2 + i];
  }
  s->lambda = x[4];
  force(s->y, s->lambda, s->f);
}

static sunrealtype apart(N_Vector x, const sunrealtype *y)
{
  return problem_dist(N_VGetArrayPointer(x), y, 2);
}

/* Largest difference of q, v, a, lambda over 40 steps. */
static sunrealtype difference(SUNContext ctx, sunrealtype alpha,
                              int formulation)
{
  const struct problem pb = ref_pendulum(REF_PENDULUM_IFTOMM);
  struct step p           = {.h     = 0.02,
                             .alpha = alpha,
                             .beta  = (1 - alpha) * (1 - alpha) / 4,
                             .gamma = 0.5 - alpha};
  struct problem_state s;
  sunrealtype worst = 0;
  void *mem         = KEEP(problem_create(&pb, ctx, PROBLEM_DENSE));

  p.s = (struct state){.y = {-1, 0}, .a = {0, -GRAVITY}, .f = {0, -GRAVITY}};
  CHECK(!problem_state_new(&s, &pb, ctx));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASetMethod(mem, GALPHA_HHT, &alpha));
  CHECK(!GALPHASetOption(mem, "start", GALPHA_START_A0));
  CHECK(!GALPHASStolerances(mem, 1e-13, 1e-13));
  CHECK(!GALPHASetOption(mem, "max_jacobian_age", 0));
  for (int n = 0; n < 40; n++)
  {
    CHECK(!problem_step(mem, &pb, p.h, &s, NULL));
    advance(&p);
    worst = fmax(worst, apart(s.q, p.s.y));
    worst = fmax(worst, apart(s.v, p.s.z));
    worst = fmax(worst, p.h * apart(s.a, p.s.a));
    worst =
      fmax(worst, p.h * fabs(N_VGetArrayPointer(s.lambda)[0] - p.s.lambda));
  }
  return worst;
}

TEST_MAIN(ctx)
{
  const sunrealtype alpha[] = {-0.05, -0.1, -0.3, -1.0 / 3};

  for (int i = 0; i < 4; i++)
  {
    const sunrealtype same  = difference(ctx, alpha[i], GALPHA_SOI2_LITERAL);
    const sunrealtype two   = difference(ctx, alpha[i], GALPHA_SOI2);
    const sunrealtype other = difference(ctx, alpha[i], GALPHA_INDEX3);
    printf("alpha %.3f: literal form %.1e, two stages %.1e, index 3 %.1e\n",
           alpha[i], same, two, other);
    CHECK_IN(same, 0, 1e-10);
    /* the applied force is constant */
    CHECK_IN(two, 0, 1e-10);
    CHECK_IN(other, 1e-7, 1);
  }
}
