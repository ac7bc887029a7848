/* Matrices that are kept over steps are not those of friction that holds: once it gives
 * way, corrections by such a matrix seem to have converged with the forces unbalanced.
 * Carts of which one sticks and slips by turns, as three of them whose differences of
 * forces are kept or whose matrix may be kept for as long as the user asks for, and as so
 * many that matrices are kept unasked, against a Runge-Kutta method: friction on the
 * ground, and between carts. Nor are differences of forces kept that have ceased: a brake
 * that is let go. Controls: a tolerance so loose that the bound fails; dampers as stiff,
 * whose matrices stay. */
#include "support/run/runge_kutta.h"
#include "support/test.h"

/* Carts in a row, joined by springs and dampers; the first one is driven. Rows of them
 * side by side. */
#define CARTS 3
#define ROWS  18
#define END   3.0
#define SCALE 1e-5 /* of the velocity in the friction */

static const sunrealtype masses[CARTS] = {1.0, 0.5, 2.0};

/* The last cart slides, has a damper, or a brake that is let go now and
 * then; or the first two rub. */
enum kind
{
  SLIDES,
  DAMPED,
  BRAKED,
  RUB
};

/* 1 while a brake holds, 0 while it does not; let go within 1 ms. */
static sunrealtype brake(sunrealtype t)
{
  return fmin(fmax(500.0 * sin(4.0 * t), 0.0), 1.0);
}

static void loads(sunrealtype t, const sunrealtype *q, const sunrealtype *v,
                  sunrealtype *f, enum kind kind)
{
  const sunrealtype slip = v[CARTS - 1] / SCALE;
  const sunrealtype rubs =
    kind == RUB ? 4.0 * tanh((v[1] - v[0]) / SCALE) : 0.0;
  f[0] = 8.0 * sin(4.0 * t);
  for (int i = 1; i < CARTS; i++) { f[i] = 0.0; }
  for (int i = 0; i + 1 < CARTS; i++)
  {
    const sunrealtype pull =
      100.0 * (q[i + 1] - q[i] - 1.0) + 2.0 * (v[i + 1] - v[i]);
    f[i] += pull;
    f[i + 1] -= pull;
  }
  f[0] += rubs;
  f[1] -= rubs;
  f[CARTS - 1] -= kind == SLIDES   ? 6.0 * tanh(slip)
                  : kind == DAMPED ? 6.0 * slip
                  : kind == BRAKED ? 1e4 * brake(t) * v[CARTS - 1]
                                   : 0.0;
}

struct rows
{
  int count;
  enum kind kind;
};

FORCE(forces)
{
  const struct rows *r = data;
  for (int i = 0; i < r->count; i++)
  {
    loads(t, q + CARTS * i, v + CARTS * i, f + CARTS * i, r->kind);
  }
}

/* y = positions and velocities of a row. */
static void rates(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                  const void *data)
{
  memcpy(d, y + CARTS, CARTS * sizeof *d);
  loads(t, y, y + CARTS, d + CARTS, *(const enum kind *)data);
  for (int i = 0; i < CARTS; i++) { d[CARTS + i] /= masses[i]; }
}

struct result
{
  sunrealtype error;
  double kept; /* steps per matrix */
};

static struct result run(struct rows *r, int formulation, sunrealtype tol,
                         double age, const sunrealtype *exact)
{
  const int n = CARTS * r->count;
  sunrealtype q[CARTS * ROWS], m[CARTS * ROWS];
  for (int i = 0; i < n; i++)
  {
    q[i] = i % CARTS;
    m[i] = masses[i % CARTS];
  }
  const struct problem pb = {
    .n = n, .q0 = q, .masses = m, .force = forces, .moving = 1, .data = r};
  SMALL(s, .pb = &pb, .formulation = formulation, .rtol = tol,
        .set = {{"max_num_steps", 20000}, {"max_jacobian_age", age}});
  CHECK(small_solve(s, END) == 0);
  struct result res = {0.0, 0.0};
  for (int i = 0; i < CARTS; i++)
  {
    res.error = fmax(res.error, fabs(small_q(s)[i] - exact[i]));
    res.error = fmax(res.error, fabs(small_v(s)[i] - exact[CARTS + i]));
  }
  res.kept = (double)count_of(s->mem, GALPHAGetNumSteps) /
             (double)count_of(s->mem, GALPHAGetNumJacEvals);
  return res;
}

/* New matrices: 93 tolerances at most; kept ones, before they were examined, 32000, and 6400
 * of many carts with what the library chooses. */
static void check_slipping(int formulation, enum kind kind,
                           const sunrealtype *exact)
{
  static const double ages[] = {-1.0, 1.0, 5.0, 20.0, 1000.0};
  struct rows one = {1, kind}, many = {ROWS, kind};
  for (int k = 0; k < 9; k++)
  {
    const sunrealtype tol = pow(10.0, -4.0 - 0.25 * k);
    for (int i = 0; i < (kind == BRAKED ? 2 : 6); i++)
    {
      const struct result r = i < 5
                                ? run(&one, formulation, tol, ages[i], exact)
                                : run(&many, formulation, tol, -1.0, exact);
      check_of("formulation %d, kind %d, tolerance %g, run %d", formulation,
               (int)kind, tol, i);
      CHECK_IN(r.error, 0.0, 100.0 * tol);
    }
  }
  CHECK(run(&one, formulation, 0.1, 1.0, exact).error > 100.0 * 1e-4);
}

/* Dampers are linear: 6 steps a matrix, as many as if none were examined. */
static void check_damped(int formulation, const sunrealtype *exact)
{
  struct rows many = {ROWS, DAMPED};
  CHECK(run(&many, formulation, 1e-5, -1.0, exact).kept > 3.0);
}

static void check(enum kind kind)
{
  sunrealtype exact[2 * CARTS] = {0.0, 1.0, 2.0};
  runge_kutta(rates, &kind, 2 * CARTS, exact, 0.0, END, 300000);
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3;
       f += GALPHA_INDEX3 - GALPHA_SOI2)
  {
    check_slipping(f, kind, exact);
    if (kind == SLIDES) { check_damped(f, exact); }
  }
}

TEST_MAIN()
{
  check(SLIDES);
  check(RUB);
  check(BRAKED);
}
