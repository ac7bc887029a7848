/* The heat equation u' = u_xx + 2 u_yy on a grid, whose semi-discrete solution
 * is known: dense, band, KLU and all Krylov solvers with and without
 * preconditioner and J times v reach it and agree. */
#include "support/test.h"

#define SIDE 12
#define SIZE (SIDE * SIDE)
#define INV  ((SIDE + 1.0) * (SIDE + 1.0)) /* 1/dx^2 */

struct counts
{
  sunrealtype scale; /* of F */
  long int jtimes, psetup, psolve;
};

/* r = scale (rate - (u_xx + 2 u_yy)). */
static void apply(sunrealtype scale, const sunrealtype *u,
                  const sunrealtype *rate, sunrealtype *r)
{
  for (int k = 0; k < SIZE; k++)
  {
    const int i = k % SIDE, j = k / SIDE;
    const sunrealtype x =
      (i > 0 ? u[k - 1] : 0.0) + (i < SIDE - 1 ? u[k + 1] : 0.0);
    const sunrealtype y =
      (j > 0 ? u[k - SIDE] : 0.0) + (j < SIDE - 1 ? u[k + SIDE] : 0.0);
    r[k] = scale * (rate[k] - INV * (x + 2.0 * y - 6.0 * u[k]));
  }
}

RESIDUAL1(heat)
{
  const struct counts *count = data;
  apply(count->scale, y, yp, r);
}

static int times(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                 N_Vector r, N_Vector v, N_Vector vp, N_Vector vpp, N_Vector Jv,
                 void *data)
{
  struct counts *count = data;
  count->jtimes++;
  if (ypp || vpp) { return -1; }
  apply(count->scale, N_VGetArrayPointer(v), N_VGetArrayPointer(vp),
        N_VGetArrayPointer(Jv));
  return 0;
}

static int psetup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, const sunrealtype *c, void *data)
{
  struct counts *count = data;
  count->psetup++;
  return ypp == NULL && c[0] > 0.0 ? 0 : -1;
}

/* Exact in y, diagonal in x: tridiagonal systems, symmetric. */
static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, N_Vector rhs, N_Vector z, const sunrealtype *c,
                  sunrealtype delta, void *data)
{
  struct counts *count = data;
  const sunrealtype *b = N_VGetArrayPointer(rhs);
  sunrealtype *x       = N_VGetArrayPointer(z);
  const sunrealtype d = c[0] + 6.0 * INV, e = -2.0 * INV;
  sunrealtype w[SIDE];
  count->psolve++;
  for (int i = 0; i < SIDE; i++)
  {
    for (int j = 0; j < SIDE; j++)
    {
      const int k             = i + SIDE * j;
      const sunrealtype pivot = j > 0 ? d - e * w[j - 1] : d;
      w[j]                    = e / pivot;
      x[k] = (b[k] - (j > 0 ? e * x[k - SIDE] : 0.0)) / pivot;
    }
    for (int j = SIDE - 2; j >= 0; j--)
    {
      x[i + SIDE * j] -= w[j] * x[i + SIDE * (j + 1)];
    }
  }
  return 0;
}

RESIDUAL1_JAC(jacobian)
{
  static const int offset[5]        = {-SIDE, -1, 0, 1, SIDE};
  static const sunrealtype value[5] = {-2.0, -1.0, 6.0, -1.0, -2.0};
  sunindextype at                   = 0;
  for (int k = 0; k < SIZE; k++)
  {
    SM_INDEXPTRS_S(J)[k] = at;
    for (int o = 0; o < 5; o++)
    {
      const int i = k + offset[o];
      if (i < 0 || i >= SIZE || (o % 4 && i / SIDE != k / SIDE)) { continue; }
      SM_DATA_S(J)[at]        = INV * value[o] + (o == 2 ? cj : 0.0);
      SM_INDEXVALS_S(J)[at++] = i;
    }
  }
  SM_INDEXPTRS_S(J)[SIZE] = at;
}

/* Some modes with their rates of decay. */
static void exact(sunrealtype t, sunrealtype *u, sunrealtype *rate)
{
  static const int mode[6][2] = {{1, 1}, {2, 3}, {4, 1},
                                 {1, 5}, {6, 7}, {11, 12}};
  const sunrealtype a         = acos(-1.0) / (SIDE + 1.0);
  for (int k = 0; k < SIZE; k++) { u[k] = rate[k] = 0.0; }
  for (int m = 0; m < 6; m++)
  {
    const int p = mode[m][0], q = mode[m][1];
    const sunrealtype s =
      -INV * (2.0 - 2.0 * cos(p * a) + 4.0 - 4.0 * cos(q * a));
    for (int k = 0; k < SIZE; k++)
    {
      const int i = k % SIDE + 1, j = k / SIDE + 1;
      const sunrealtype x = exp(s * t) * sin(p * a * i) * sin(q * a * j);
      u[k] += x;
      rate[k] += s * x;
    }
  }
}

RESIDUAL_START(start)
{
  exact(0.0, y, yp);
}

enum matrix
{
  DENSE,
  BAND,
  KLU,
  KLU_DIFFERENCED,
  NO_MATRIX
};

static struct residual_problem problem(struct counts *count, enum matrix kind)
{
  return RESIDUAL_PROBLEM(.name = "heat", .n = SIZE, .res1 = heat,
                          .jac1 = kind == KLU ? jacobian : NULL, .start = start,
                          .data = count);
}

static int use(struct residual_run *run, enum matrix kind)
{
  if (kind == DENSE) { return residual_use_dense(run); }
  if (kind == BAND) { return residual_use_band(run, SIDE, SIDE); }
  SUNMatrix J = KEEP(SUNSparseMatrix(SIZE, SIZE, 5 * SIZE, CSC_MAT, ctx));
  if (!J) { return GALPHA_MEM_FAIL; }
  jacobian(0.0, 1.0, NULL, NULL, NULL, J, NULL, NULL, NULL, NULL);
  return residual_use_klu(run, J);
}

/* To t = 0.05; the largest error. */
static sunrealtype finish(struct residual_run *run, int ret)
{
  sunrealtype u[SIZE], rate[SIZE], worst = 0.0;
  if (!ret) { ret = GALPHASStolerances(run->mem, 1e-5, 1e-7); }
  /* solvers are compared with each other */
  if (!ret) { ret = GALPHASetNonlinConvCoef(run->mem, 2e-3); }
  if (!ret) { ret = residual_to(run, 0.05); }
  CHECK(ret == 0);
  exact(0.05, u, rate);
  for (int k = 0; k < SIZE; k++)
  {
    const sunrealtype e = fabs(residual_y(run)[k] - u[k]);
    if (!(e <= worst)) { worst = e; }
  }
  CHECK(worst <= 1e-4);
  return worst;
}

static void check_matrix(enum matrix kind, const struct residual_run *ref)
{
  struct counts count              = {.scale = 1.0};
  const struct residual_problem pb = problem(&count, kind);
  struct residual_run run;
  int ret = residual_begin(&run, &pb, ctx);
  if (!ret) { ret = use(&run, kind); }
  check_of("matrix %d", kind);
  finish(&run, ret);
  CHECK(residual_distance(&run, ref) <= 2e-6);
}

/* Products J v made. */
static long int check_krylov(enum residual_krylov kind, int prec,
                             int user_times, const struct residual_run *ref)
{
  struct counts count              = {.scale = 1.0};
  const struct residual_problem pb = problem(&count, NO_MATRIX);
  struct residual_run run;
  long int steps = 0;
  int ret        = residual_begin(&run, &pb, ctx);
  /* at order 2: the fewer steps of higher orders need more of the matrix anew */
  if (!ret) { ret = GALPHASetMaxOrd(run.mem, 2); }
  if (!ret) { ret = residual_use_krylov(&run, kind, 30, prec); }
  if (!ret && user_times) { ret = GALPHASetJacTimes2(run.mem, times); }
  if (!ret && prec) { ret = GALPHASetPreconditioner2(run.mem, psetup, psolve); }
  finish(&run, ret);
  check_of("%s prec %d Jtimes %d", residual_krylov_name[kind], prec,
           user_times);
  CHECK(residual_distance(&run, ref) <= 2e-6);
  CHECK((count.jtimes > 0) == user_times);
  CHECK((count.psetup > 0) == prec && (count.psolve > 0) == prec);
  CHECK(GALPHAGetNumSteps(run.mem, &steps) == 0);
  return count.jtimes;
}

/* The size of F's numbers does not matter. */
static void check_scale(sunrealtype scale, const struct residual_run *ref)
{
  struct counts count              = {.scale = scale};
  const struct residual_problem pb = problem(&count, NO_MATRIX);
  struct residual_run run;
  int ret = residual_begin(&run, &pb, ctx);
  if (!ret) { ret = residual_use_krylov(&run, RESIDUAL_SPGMR, 30, 0); }
  check_of("F times %.0e", scale);
  finish(&run, ret);
  CHECK(residual_distance(&run, ref) <= 2e-6);
}

TEST_MAIN()
{
  struct counts count              = {.scale = 1.0};
  const struct residual_problem pb = problem(&count, DENSE);
  struct residual_run ref, second;
  finish(&ref, residual_begin(&ref, &pb, ctx));
  int ret = residual_begin(&second, &pb, ctx);
  if (!ret) { ret = GALPHASetMaxOrd(second.mem, 2); }
  finish(&second, ret);
  for (int k = DENSE; k < NO_MATRIX; k++)
  {
    check_matrix((enum matrix)k, &ref);
  }
  for (int k = 0; k < RESIDUAL_KRYLOV_COUNT; k++)
  {
    const enum residual_krylov kind = (enum residual_krylov)k;
    const long int plain            = check_krylov(kind, 0, 1, &second);
    const long int helped           = check_krylov(kind, 1, 1, &second);
    check_krylov(kind, 0, 0, &second);
    check_krylov(kind, 1, 0, &second);
    CHECK(10 * helped < 9 * plain);
  }
  check_scale(1e-12, &ref);
  check_scale(1e12, &ref);
}
