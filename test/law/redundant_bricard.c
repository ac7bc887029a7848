/* Bricard's linkage of six links, m = n, redundant by its geometry: it moves as without one
 * of its rows, energy is conserved to the order of the method. Without the option it is
 * refused. */
#include "support/test.h"

#define GRAVITY 9.8

/* Joints' points P1 ... P4 and axes u1 ... u4. */
#define JOINTS 6

/* The edges of a cube; joints 0 and 5 are fixed. */
static const sunrealtype point[JOINTS][3] = {{1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                             {0, 1, 1}, {0, 0, 1}, {1, 0, 1}};
static const sunrealtype axis[JOINTS][3]  = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0},
                                             {1, 0, 0}, {0, 0, 1}, {0, 1, 0}};

static const sunrealtype *P(const sunrealtype *q, int joint)
{
  return joint == 0 || joint == 5 ? point[joint] : q + 3 * (joint - 1);
}

static const sunrealtype *U(const sunrealtype *q, int joint)
{
  return joint == 0 || joint == 5 ? axis[joint] : q + 12 + 3 * (joint - 1);
}

struct bricard
{
  int without; /* a row that is left out, or -1 */
};

/* Rows: of each of five links |d|^2, u_i u_j, u_i d, u_j d; then |u|^2. D may be NULL:
 * 24 x 24 by rows. */
static void bricard_rows(const sunrealtype *q, sunrealtype *g, sunrealtype *D)
{
  if (D) { memset(D, 0, 24 * 24 * sizeof *D); }
  for (int l = 0; l < 5; l++)
  {
    const sunrealtype *a = P(q, l), *b = P(q, l + 1);
    const sunrealtype *u = U(q, l), *w = U(q, l + 1);
    sunrealtype *r = g + 4 * l;
    r[0]           = -0.5;
    r[1] = r[2] = r[3] = 0.0;
    for (int k = 0; k < 3; k++)
    {
      const sunrealtype d = b[k] - a[k];
      r[0] += 0.5 * d * d;
      r[1] += u[k] * w[k];
      r[2] += u[k] * d;
      r[3] += w[k] * d;
      const sunrealtype by_a[] = {-d, 0.0, -u[k], -w[k]};
      const sunrealtype by_u[] = {0.0, w[k], d, 0.0};
      const sunrealtype by_w[] = {0.0, u[k], 0.0, d};
      for (int i = 0; D && i < 4; i++)
      {
        sunrealtype *row = D + 24 * (4 * l + i);
        if (l > 0) { row[3 * (l - 1) + k] += by_a[i]; }
        if (l > 0) { row[12 + 3 * (l - 1) + k] += by_u[i]; }
        if (l < 4) { row[3 * l + k] -= by_a[i]; }
        if (l < 4) { row[12 + 3 * l + k] += by_w[i]; }
      }
    }
  }
  for (int j = 0; j < 4; j++)
  {
    g[20 + j] = -0.5;
    for (int k = 0; k < 3; k++)
    {
      const sunrealtype u = q[12 + 3 * j + k];
      g[20 + j] += 0.5 * u * u;
      if (D) { D[24 * (20 + j) + 12 + 3 * j + k] = u; }
    }
  }
}

MASS(bricard_mass)
{
  problem_begin(M);
  for (int i = 0; i < 24; i++) { problem_put(M, i, i, i < 12 ? 1.0 : 0.1); }
  problem_end(M);
}

FORCE_EACH(bricard_force, i < 12 && i % 3 == 1 ? -GRAVITY : 0.0)

HOLONOMIC(bricard_g)
{
  const struct bricard *b = data;
  sunrealtype all[24];
  bricard_rows(q, all, NULL);
  for (int i = 0, at = 0; i < 24; i++)
  {
    if (i != b->without) { g[at++] = all[i]; }
  }
}

HOLONOMIC_JAC(bricard_G)
{
  const struct bricard *b = data;
  sunrealtype all[24], D[24 * 24];
  bricard_rows(q, all, D);
  problem_begin(G);
  for (int j = 0; j < 24; j++)
  {
    for (int i = 0, at = 0; i < 24; i++)
    {
      if (i != b->without) { problem_put(G, at++, j, D[24 * i + j]); }
    }
  }
  problem_end(G);
}

static void bricard_start(sunrealtype *q, sunrealtype *v, void *data)
{
  for (int j = 0; j < 4; j++)
  {
    for (int k = 0; k < 3; k++)
    {
      q[3 * j + k]      = point[j + 1][k];
      q[12 + 3 * j + k] = axis[j + 1][k];
    }
  }
  for (int i = 0; i < 24; i++) { v[i] = 0.0; }
}

static struct problem bricard_problem(struct bricard *b)
{
  return PROBLEM(.name = "Bricard", .n = 24, .m = b->without < 0 ? 24 : 23,
                 .start = bricard_start, .mass = bricard_mass,
                 .force = bricard_force, .g = bricard_g, .G = bricard_G,
                 .data = b, .constant_mass = 1);
}

static sunrealtype energy(const struct small *s)
{
  const sunrealtype *q = small_q(s), *v = small_v(s);
  sunrealtype E = 0.0;
  for (int i = 0; i < 24; i++)
  {
    E += 0.5 * (i < 12 ? 1.0 : 0.1) * v[i] * v[i];
  }
  for (int j = 0; j < 4; j++) { E += GRAVITY * q[3 * j + 1]; }
  return E;
}

/* To t = 2 with fixed steps. */
static int bricard_run(struct bricard *b, int formulation, int storage,
                       sunrealtype h, int mode, struct small *s)
{
  const struct problem pb = bricard_problem(b);
  BEGIN(
    s, .pb = &pb, .storage = storage ? PROBLEM_SPARSE : PROBLEM_DENSE,
    .formulation = formulation,
    .set = {{"ldlt", storage == 2}, {"redundancy", mode}, {"fixed_step", h}});
  return small_solve(s, 2.0);
}

static void check_bricard(void)
{
  const sunrealtype h = 0.01, E0 = 2.0 * GRAVITY + GRAVITY;
  for (int i = 0; i < 9; i++)
  {
    struct bricard all = {-1}, less = {5};
    struct small a, b, fine;
    const int form = GALPHA_SOI2 + i % 3, storage = i / 3;
    CHECK(bricard_run(&all, form, storage, h, GALPHA_REDUNDANT_LEAST_NORM,
                      &a) >= 0);
    CHECK(bricard_run(&less, form, storage, h, GALPHA_REDUNDANT_REFUSE, &b) >=
          0);
    CHECK(bricard_run(&all, form, storage, 0.5 * h, GALPHA_REDUNDANT_LEAST_NORM,
                      &fine) >= 0);
    const sunrealtype apart = problem_dist(small_q(&a), small_q(&b), 24);
    check_of("Bricard %d", i);
    CHECK_IN(apart, 0.0, 1e-7); /* a tenth of the tolerance */
    CHECK_IN(fabs(energy(&a) - E0), 0.0, 0.05 * E0);
    CHECK_IN((energy(&a) - E0) / (energy(&fine) - E0), 2.5, 6.5);
    CHECK(bricard_run(&all, form, storage, h, GALPHA_REDUNDANT_REFUSE, &a) ==
          GALPHA_SINGULAR_JAC);
    CHECK(caught_says(&a.said, GALPHA_SINGULAR_JAC, "is redundant"));
  }
}

TESTS(check_bricard)
