/* A platform on three parallel cranks in the residual form F(t,y,y',y''): of its six
 * constraints one depends on the others. The first step refuses it and names
 * multipliers, at all tolerances, with nothing moved. Control: without one of the rows
 * it moves as the pendulum that it is, energy conserved. Likewise a bar that turns about
 * its end, with a third row that combines the two of the joint, from 1e-6 to 1e6 times, in
 * F(t,y,y',y'') and F(t,y,y') of index 3 and 2. Control: a third row that is nearly, but
 * not, such a combination. With a Krylov solver, which goes on with them, they
 * are named where they contradict each other. */
#include "support/test.h"

static const sunrealtype X[] = {-1.3, 0.4, 1.1}, Z[] = {0.2, -0.35, 0.15};
static const sunrealtype M[] = {0.2, 0.3, 0.25, 1.7, 1.7, 0.6};
static const sunrealtype W[] = {1.1, 1.3, 1.2};

static int rows; /* of the constraints */

RESIDUAL2(cranks)
{
  const sunrealtype *l = y + 6;
  const sunrealtype c = cos(y[5]), s = sin(y[5]);
  for (int i = 0; i < 6; i++) { r[i] = M[i] * ypp[i]; }
  r[4] += 1.7 * 9.8;
  for (int i = 0; i < 3; i++)
  {
    const sunrealtype lx = l[2 * i], lz = 2 * i + 1 < rows ? l[2 * i + 1] : 0.0;
    r[i] += W[i] * cos(y[i]) + 0.9 * (sin(y[i]) * lx - cos(y[i]) * lz);
    r[3] += lx;
    r[4] += lz;
    r[5] += lx * (-s * X[i] - c * Z[i]) + lz * (c * X[i] - s * Z[i]);
    r[6 + 2 * i] = y[3] + c * X[i] - s * Z[i] - X[i] - 0.9 * cos(y[i]);
    if (2 * i + 1 < rows)
    {
      r[7 + 2 * i] = y[4] + s * X[i] + c * Z[i] - Z[i] - 0.9 * sin(y[i]);
    }
  }
}

static sunrealtype energy(const sunrealtype *q, const sunrealtype *v)
{
  sunrealtype E = 1.7 * 9.8 * q[4];
  for (int i = 0; i < 6; i++) { E += 0.5 * M[i] * v[i] * v[i]; }
  for (int i = 0; i < 3; i++) { E += W[i] * sin(q[i]); }
  return E;
}

static void run(int with, sunrealtype tol)
{
  SMALL(s, .n = 6 + with,
        .q     = VALUES_OF(12, 0.7, 0.7, 0.7, 0.9 * cos(0.7), 0.9 * sin(0.7)),
        .order = VALUES_OF(12, 2, 2, 2, 2, 2, 2), .res2 = cranks, .rtol = tol);
  rows                 = with;
  const sunrealtype *y = small_q(s), E0 = energy(y, small_v(s));
  const int code      = small_solve(s, 1.0);
  const sunrealtype E = energy(y, small_v(s));
  printf("%d rows, tolerance %.0e: %d, energy off by %.1e: %s\n", with, tol,
         code, E - E0, s->said.msg);
  if (with == 6)
  {
    CHECK(code == GALPHA_SINGULAR_JAC && s->t == 0.0 && y[0] == 0.7);
    CHECK(caught_says(&s->said, GALPHA_SINGULAR_JAC, "same effect"));
  }
  else
  {
    CHECK(code == 0);
    CHECK_IN(fabs(E - E0), 0.0, E0 * pow(tol, 0.5));
    CHECK_IN(fabs(y[5]), 0.0, tol);
  }
}

/* The third row is a times the first, b times the second, and off times the angle; clash
 * off where the others hold. */
struct joint
{
  int rows, index2;
  sunrealtype a, b, off, clash;
};

static void set_joint(const struct joint *j, const sunrealtype *q,
                      sunrealtype *g, sunrealtype G[3][3])
{
  const sunrealtype s = sin(q[2]), c = cos(q[2]);
  const sunrealtype row[2][3] = {{1.0, 0.0, s}, {0.0, 1.0, -c}};
  g[0]                        = q[0] - c;
  g[1]                        = q[1] - s;
  g[2] = j->a * g[0] + j->b * g[1] + j->off * (q[2] - 0.3) + j->clash;
  for (int i = 0; i < 3; i++)
  {
    G[0][i] = row[0][i];
    G[1][i] = row[1][i];
    G[2][i] = j->a * row[0][i] + j->b * row[1][i] + (i == 2 ? j->off : 0.0);
  }
}

/* r = M a + G^T l - f and g */
static void motion(const struct joint *j, const sunrealtype *q,
                   const sunrealtype *a, const sunrealtype *l, sunrealtype *r,
                   sunrealtype *g, sunrealtype G[3][3])
{
  set_joint(j, q, g, G);
  for (int i = 0; i < 3; i++)
  {
    r[i] = (i < 2 ? 1.0 : 0.3) * a[i] + (i == 1 ? 9.8 : 0.0);
    for (int k = 0; k < j->rows; k++) { r[i] += G[k][i] * l[k]; }
  }
}

RESIDUAL2(bar2)
{
  const struct joint *j = data;
  sunrealtype g[3], G[3][3];
  motion(j, y, ypp, y + 3, r, g, G);
  for (int k = 0; k < j->rows; k++) { r[3 + k] = g[k]; }
}

/* y = (q, v, lambda), with mu in index 2 */
RESIDUAL1(bar1)
{
  const struct joint *j = data;
  const int m           = j->rows;
  sunrealtype g[3], G[3][3];
  motion(j, y, yp + 3, y + 6, r + 3, g, G);
  for (int i = 0; i < 3; i++)
  {
    r[i] = yp[i] - y[3 + i];
    for (int k = 0; k < m && j->index2; k++) { r[i] += G[k][i] * y[6 + m + k]; }
  }
  for (int k = 0; k < m; k++)
  {
    r[6 + k] = g[k];
    if (!j->index2) { continue; }
    r[6 + m + k] = G[k][0] * y[3] + G[k][1] * y[4] + G[k][2] * y[5];
  }
}

/* form 0: F(t,y,y',y''); 1, 2: F(t,y,y') of that index, less 3 */
static int swing(int form, struct joint j)
{
  const sunrealtype q[]  = {cos(0.3), sin(0.3), 0.3, [11] = 0.0};
  const sunrealtype o2[] = {2, 2, 2, [11] = 0},
                    o1[] = {1, 1, 1, 1, 1, 1, [11] = 0};
  j.index2               = form == 2;
  SMALL(s, .n = form == 0 ? 3 + j.rows : 6 + form * j.rows, .q = q,
        .order = form == 0 ? o2 : o1, .res2 = form == 0 ? bar2 : NULL,
        .res1 = form == 0 ? NULL : bar1, .data = &j, .rtol = 1e-5);
  CHECK(!GALPHASetSuppressAlg(s->mem, 1));
  const int code = small_solve(s, 0.2);
  /* the names are missing if no attempt has a pivot */
  CHECK(!code ||
        (caught_says(&s->said, code, "redundant constraints") && s->t == 0.0));
  return code;
}

static void check_bar(void)
{
  for (int i = 0; i < 3 * 13; i++)
  {
    const sunrealtype x    = pow(10.0, i / 3 - 6);
    const struct joint j[] = {{.rows = 2},
                              {.rows = 3, .a = x},
                              {.rows = 3, .a = 0.7 * x, .b = -0.3 * x}};
    CHECK(!swing(i % 3, j[0]));
    CHECK(swing(i % 3, j[1]) == GALPHA_SINGULAR_JAC);
    CHECK(swing(i % 3, j[2]) == GALPHA_SINGULAR_JAC);
  }
  for (int i = 0; i < 3 * 5; i++)
  {
    CHECK(!swing(
      i % 3, (struct joint){
               .rows = 3, .a = 0.7, .b = -0.3, .off = pow(10.0, -1 - i / 3)}));
  }
}

static void check_krylov(void)
{
  for (int m = 2; m <= 3; m++)
  {
    struct joint j        = {.rows = m, .a = 0.7, .b = -0.3, .clash = 1e-2};
    const sunrealtype q[] = {cos(0.3), sin(0.3), 0.3, [11] = 0.0};
    SMALL(s, .n = 3 + m, .q = q, .order = VALUES_OF(12, 2, 2, 2), .res2 = bar2,
          .data = &j, .rtol = 1e-5);
    CHECK(!GALPHASetLinearSolver(
      s->mem, KEEP(SUNLinSol_SPGMR(s->q, SUN_PREC_NONE, 1, ctx)), NULL));
    CHECK((small_solve(s, 0.2) < 0) == (m == 3));
    printf("%d rows, SPGMR: %s\n", m, s->said.msg);
    CHECK((strstr(s->said.msg, "multipliers of redundant") != NULL) ==
          (m == 3));
  }
}

TEST_MAIN()
{
  check_bar();
  check_krylov();
  for (int i = 2; i <= 8; i++)
  {
    run(6, pow(10.0, -i));
    if (i >= 4 && i <= 6) { run(5, pow(10.0, -i)); }
  }
}
