/* Impacts on random mechanisms: impulses push, nothing approaches afterwards, momentum
 * changes by impulses and reactions alone, constraints hold, kinetic energy never grows. */
#include "support/test.h"

enum
{
  N    = 6, /* coordinates */
  M    = 2, /* constraints */
  MOST = 5, /* directions */
  RUNS = 400
};

struct mechanism
{
  sunrealtype mass[N][N], G[M][N], D[MOST][N], e[MOST], P[MOST];
  sunrealtype before[N], after[N];
  int p;
};

static unsigned long seed = 1;

static sunrealtype number(void)
{
  seed = (seed * 1103515245UL + 12345UL) & 0x7fffffffUL;
  return 2.0 * (sunrealtype)seed / 0x7fffffffUL - 1.0;
}

static void fill(sunrealtype *x, int count)
{
  for (int i = 0; i < count; i++) { x[i] = number(); }
}

/* Every third has more contacts than it needs, two of them the same. */
static void make(struct mechanism *m, int run)
{
  sunrealtype half[N][N];
  fill(half[0], N * N);
  fill(m->G[0], M * N);
  fill(m->D[0], MOST * N);
  fill(m->before, N);
  m->p = 1 + run % MOST;
  if (run % 3 == 0 && m->p > 1)
  {
    memcpy(m->D[m->p - 1], m->D[0], sizeof m->D[0]);
  }
  for (int i = 0; i < MOST; i++) { m->e[i] = 0.5 * (1.0 + number()); }
  if (run % 4 == 0) { memset(m->e, 0, sizeof m->e); }
  for (int i = 0; i < N; i++)
  {
    for (int j = 0; j < N; j++)
    {
      m->mass[i][j] = i == j ? 0.1 : 0.0;
      for (int k = 0; k < N; k++) { m->mass[i][j] += half[i][k] * half[j][k]; }
    }
  }
}

static sunrealtype dot(const sunrealtype *x, const sunrealtype *y)
{
  sunrealtype sum = 0.0;
  for (int i = 0; i < N; i++) { sum += x[i] * y[i]; }
  return sum;
}

static sunrealtype twice_energy(const struct mechanism *m, const sunrealtype *v)
{
  sunrealtype sum = 0.0;
  for (int i = 0; i < N; i++) { sum += v[i] * dot(m->mass[i], v); }
  return sum;
}

/* M (v+ - v-) - D^T P, without its part along the rows of G. */
static sunrealtype momentum_left(const struct mechanism *m)
{
  sunrealtype r[N], jump[N];
  for (int i = 0; i < N; i++) { jump[i] = m->after[i] - m->before[i]; }
  for (int i = 0; i < N; i++)
  {
    r[i] = dot(m->mass[i], jump);
    for (int k = 0; k < m->p; k++) { r[i] -= m->D[k][i] * m->P[k]; }
  }
  const sunrealtype a = dot(m->G[0], m->G[0]), b = dot(m->G[0], m->G[1]),
                    c = dot(m->G[1], m->G[1]);
  const sunrealtype x = dot(m->G[0], r), y = dot(m->G[1], r);
  const sunrealtype l = (c * x - b * y) / (a * c - b * b),
                    k = (a * y - b * x) / (a * c - b * b);
  for (int i = 0; i < N; i++) { r[i] -= l * m->G[0][i] + k * m->G[1][i]; }
  return sqrt(dot(r, r));
}

static bool lawful(const struct mechanism *m)
{
  const sunrealtype energy = twice_energy(m, m->before);
  const sunrealtype tol    = 1e-8 * (1.0 + energy);
  bool good                = twice_energy(m, m->after) <= energy + tol;
  for (int i = 0; i < m->p; i++)
  {
    good = good && m->P[i] >= 0.0 && dot(m->D[i], m->after) >= -tol;
  }
  for (int i = 0; i < M; i++)
  {
    good = good && fabs(dot(m->G[i], m->after)) <= tol;
  }
  return good && momentum_left(m) <= tol;
}

HOLONOMIC(planes)
{
  const struct mechanism *m = data;
  for (int i = 0; i < M; i++) { g[i] = dot(m->G[i], q); }
}

static int normals(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const struct mechanism *m = data;
  for (int i = 0; i < M; i++)
  {
    for (int j = 0; j < N; j++) { SM_ELEMENT_D(G, i, j) = m->G[i][j]; }
  }
  return 0;
}

static void strike(struct mechanism *m)
{
  sunrealtype rest[N] = {0.0}, zero[M] = {0.0};
  N_Vector q     = KEEP(N_VMake_Serial(N, rest, ctx));
  N_Vector v     = KEEP(N_VMake_Serial(N, m->before, ctx));
  N_Vector after = KEEP(N_VMake_Serial(N, m->after, ctx));
  N_Vector l     = KEEP(N_VMake_Serial(M, zero, ctx));
  SUNMatrix mass = keep_rows(N, N, m->mass[0], ctx),
            G    = keep_rows(M, N, m->G[0], ctx);
  SUNMatrix D    = keep_rows(m->p, N, m->D[0], ctx);
  void *mem      = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHAInitMech(mem, NULL, mass, problem_no_force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, m));
  CHECK(!GALPHASetHolonomic(mem, l, planes, G, normals));
  CHECK(!GALPHASStolerances(mem, 1e-6, 1e-6));
  CHECK(!GALPHACalcIC(mem, GALPHA_PROJECT_INIT, 1.0));
  CHECK(!GALPHAGetConsistentIC(mem, NULL, v));
  CHECK(!GALPHAImpact(mem, m->p, D, m->e, m->P));
  CHECK(!GALPHAGetConsistentIC(mem, NULL, after));
}

static void check_random(void)
{
  int acted = 0;
  for (int run = 0; run < RUNS; run++)
  {
    struct mechanism m = {0};
    make(&m, run);
    strike(&m);
    CHECK(lawful(&m));
    sunrealtype most = 0.0;
    for (int i = 0; i < m.p; i++) { most = fmax(most, m.P[i]); }
    acted += most > 0.0;
    m.P[0] += 1e-3 * (1.0 + most);
    CHECK(!lawful(&m));
  }
  CHECK(acted > RUNS / 2);
}

/* A heavy ball drives a light one against a wall: with masses 1 and 10^4 and e = 1 the
 * light one strikes 314 times, after which both leave. Coordinates times the root of the
 * mass. The impact ends after a hundred of them, without restitution. */
static void check_many(void)
{
  struct mechanism m = {.p = 2, .e = {1.0, 1.0}};
  for (int i = 0; i < N; i++) { m.mass[i][i] = 1.0; }
  m.G[0][4] = m.G[1][5] = 1.0;
  m.D[0][0]             = 1.0;
  m.D[1][0]             = -1.0;
  m.D[1][1]             = 0.01;
  m.before[1]           = -100.0;
  strike(&m);
  CHECK(lawful(&m) && m.P[0] > 0.0 && m.P[1] > 0.0);
  /* with masses 1 and 100 it is 31 times, and no energy is lost */
  memset(m.before, 0, sizeof m.before);
  m.D[1][1]   = 0.1;
  m.before[1] = -10.0;
  strike(&m);
  CHECK(lawful(&m));
  CHECK_IN(twice_energy(&m, m.after), 100.0 - 1e-9, 100.0 + 1e-9);
  CHECK(m.after[1] > 9.9);
}

TESTS(check_random, check_many)
