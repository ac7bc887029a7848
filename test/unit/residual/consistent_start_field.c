/* Consistent initial values of a reaction-diffusion DAE, predators in equilibrium
 * with their prey, by every kind of linear solver, beside IDACalcIC. */
#include "consistent_start.h"
#include "support/test.h"

#define POINTS 100
#define SIZE   (2 * POINTS)
#define HALF   2
#define PI     3.14159265358979323846

static const sunrealtype spread[2] = {1e-4, 5e-4}; /* diffusion */

struct field
{
  sunrealtype guess;                 /* of the predators */
  long int jtimes, psetups, psolves; /* calls            */
  sunrealtype block[POINTS][2][2];   /* inverse of the preconditioner */
};

static sunrealtype growth(sunindextype i)
{
  return 1.0 + 0.5 * sin(2.0 * PI * (sunrealtype)i / (POINTS - 1));
}

/* Diffusion times 1/dx^2; no flux at the ends. */
static sunrealtype stiffness(int species)
{
  return spread[species] * (POINTS - 1) * (POINTS - 1);
}

static sunrealtype diffusion(const sunrealtype *u, sunindextype i, int species)
{
  const sunrealtype here = u[2 * i + species];
  sunrealtype sum        = 0.0;
  if (i > 0) { sum += u[2 * (i - 1) + species] - here; }
  if (i < POINTS - 1) { sum += u[2 * (i + 1) + species] - here; }
  return stiffness(species) * sum;
}

RESIDUAL1(field_res)
{
  for (sunindextype i = 0; i < POINTS; i++)
  {
    const sunrealtype prey = y[2 * i], pred = y[2 * i + 1];
    r[2 * i] = yp[2 * i] - diffusion(y, i, 0) -
               prey * (growth(i) * (3.0 - prey) - 2.0 * pred);
    r[2 * i + 1] = -diffusion(y, i, 1) - pred * (3.0 * prey - 1.0 - 2.0 * pred);
  }
}

/* Entry (row, col) of dF/dy + cj dF/dy'. */
static sunrealtype entry(const sunrealtype *u, sunrealtype cj, sunindextype row,
                         sunindextype col)
{
  const sunindextype i = row / 2, k = col / 2;
  const int species      = (int)(row % 2);
  const sunrealtype prey = u[2 * i], pred = u[2 * i + 1];
  const int sides = (i > 0) + (i < POINTS - 1);
  if (i != k) { return row % 2 == col % 2 ? -stiffness(species) : 0.0; }
  if (row == col)
  {
    return sides * stiffness(species) +
           (species == 0 ? cj - growth(i) * (3.0 - 2.0 * prey) + 2.0 * pred
                         : 1.0 - 3.0 * prey + 4.0 * pred);
  }
  return species == 0 ? 2.0 * prey : -3.0 * pred;
}

RESIDUAL1_JAC(field_jac)
{
  const SUNMatrix_ID kind = SUNMatGetID(J);
  sunindextype at         = 0;
  for (sunindextype k = 0; k < SIZE; k++)
  {
    const sunindextype first = k > HALF ? k - HALF : 0;
    const sunindextype last  = k + HALF < SIZE - 1 ? k + HALF : SIZE - 1;
    if (kind == SUNMATRIX_SPARSE) { SM_INDEXPTRS_S(J)[k] = at; }
    for (sunindextype i = first; i <= last; i++, at++)
    {
      const sunrealtype v = entry(y, cj, i, k);
      if (kind == SUNMATRIX_DENSE) { SM_ELEMENT_D(J, i, k) = v; }
      else if (kind == SUNMATRIX_BAND) { SM_ELEMENT_B(J, i, k) = v; }
      else
      {
        SM_INDEXVALS_S(J)[at] = i;
        SM_DATA_S(J)[at]      = v;
      }
    }
  }
  if (kind == SUNMATRIX_SPARSE) { SM_INDEXPTRS_S(J)[SIZE] = at; }
}

static int field_times(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                       N_Vector v, N_Vector Jv, sunrealtype cj, void *data,
                       N_Vector tmp1, N_Vector tmp2)
{
  const sunrealtype *u = N_VGetArrayPointer(y), *x = N_VGetArrayPointer(v);
  sunrealtype *out = N_VGetArrayPointer(Jv);
  ((struct field *)data)->jtimes++;
  for (sunindextype i = 0; i < SIZE; i++)
  {
    out[i] = 0.0;
    for (sunindextype k = i - HALF; k <= i + HALF; k++)
    {
      if (k >= 0 && k < SIZE) { out[i] += entry(u, cj, i, k) * x[k]; }
    }
  }
  return 0;
}

/* The blocks of a point, the neighbours left out. */
static int field_psetup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                        sunrealtype cj, void *data)
{
  const sunrealtype *u = N_VGetArrayPointer(y);
  struct field *fd     = data;
  fd->psetups++;
  for (sunindextype i = 0; i < POINTS; i++)
  {
    sunrealtype a[2][2];
    for (int j = 0; j < 4; j++)
    {
      a[j / 2][j % 2] = entry(u, cj, 2 * i + j / 2, 2 * i + j % 2);
    }
    const sunrealtype det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    fd->block[i][0][0]    = a[1][1] / det;
    fd->block[i][0][1]    = -a[0][1] / det;
    fd->block[i][1][0]    = -a[1][0] / det;
    fd->block[i][1][1]    = a[0][0] / det;
  }
  return 0;
}

static int field_psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                        N_Vector rhs, N_Vector z, sunrealtype cj,
                        sunrealtype delta, void *data)
{
  const sunrealtype *b = N_VGetArrayPointer(rhs);
  sunrealtype *x       = N_VGetArrayPointer(z);
  struct field *fd     = data;
  fd->psolves++;
  for (sunindextype i = 0; i < POINTS; i++)
  {
    for (int j = 0; j < 2; j++)
    {
      x[2 * i + j] =
        fd->block[i][j][0] * b[2 * i] + fd->block[i][j][1] * b[2 * i + 1];
    }
  }
  return 0;
}

/* Prey given, predators guessed, rates unknown. */
static void field_start(sunrealtype *y, sunrealtype *yp, void *data)
{
  for (sunindextype i = 0; i < POINTS; i++)
  {
    y[2 * i]     = 1.2 + 0.5 * cos(PI * (sunrealtype)i / (POINTS - 1));
    y[2 * i + 1] = ((const struct field *)data)->guess;
  }
}

static struct consistent_problem field_problem(sunrealtype *id,
                                               struct field *fd, int icopt)
{
  for (sunindextype i = 0; i < SIZE; i++) { id[i] = i % 2 ? 0.0 : 1.0; }
  return CONSISTENT(.n = SIZE, .half = HALF, .id = id, .res = field_res,
                    .jac = field_jac, .jtimes = field_times,
                    .psetup = field_psetup, .psolve = field_psolve,
                    .start = field_start, .data = fd, .t1 = 0.1, .rtol = 1e-5,
                    .atol = 1e-8, .icopt = icopt);
}

/* tight: what is right, by IDA; bound: on the differences from it. */
static void check_against(const struct consistent_problem *pb,
                          enum consistent_solver kind,
                          const struct consistent_result *tight,
                          sunrealtype bound)
{
  static const char *const name[CONSISTENT_SOLVERS] = {"dense", "band", "KLU",
                                                       "SPGMR", "embedded"};
  struct field *fd                                  = pb->data;
  /* IDACalcIC has no y for such a solver yet */
  const int alone = kind == CONSISTENT_EMBEDDED;
  const struct consistent_result ida =
    alone ? *tight : consistent_calc(pb, kind, &consistent_ida);
  *fd = (struct field){.guess = fd->guess};
  const struct consistent_result g =
    consistent_calc(pb, kind, &consistent_galpha);
  const sunrealtype y   = consistent_off(g.y, tight->y, SIZE, 1.0);
  const sunrealtype yp  = consistent_off(g.yp, tight->yp, SIZE, 1.0);
  const sunrealtype iy  = consistent_off(ida.y, tight->y, SIZE, 1.0);
  const sunrealtype iyp = consistent_off(ida.yp, tight->yp, SIZE, 1.0);
  printf("%s, %s: codes %d %d y off by %.1e, y' by %.1e; IDA %.1e, %.1e; %ld "
         "matrices, "
         "J v %ld, preconditioner %ld\n",
         name[kind], pb->jac ? "given" : "differenced", g.code, ida.code, y, yp,
         iy, iyp, g.setups, fd->jtimes, fd->psolves);
  CHECK(g.code == 0 && (ida.code == 0 || kind == CONSISTENT_SPGMR));
  CHECK(y <= bound && yp <= bound);
  const int krylov = kind == CONSISTENT_SPGMR;
  CHECK((fd->jtimes > 0) == (krylov && pb->jtimes));
  CHECK((fd->psetups > 0) == krylov && (fd->psolves > 0) == krylov);
}

static void check_field(int icopt)
{
  sunrealtype id[SIZE];
  struct field fd              = {.guess = icopt == GALPHA_Y_INIT ? 1.0 : 10.0};
  struct consistent_problem pb = field_problem(id, &fd, icopt);
  struct consistent_problem hard = pb;
  hard.opt.epiccon               = 1e-4;
  hard.rtol = hard.atol = 1e-9;
  const struct consistent_result tight =
    consistent_calc(&hard, CONSISTENT_BAND, &consistent_ida);
  CHECK(tight.code == 0);
  for (int k = 0; k < CONSISTENT_SOLVERS; k++)
  {
    check_against(&pb, (enum consistent_solver)k, &tight, 1e-9);
  }
  pb.jac = NULL;
  check_against(&pb, CONSISTENT_DENSE, &tight, 1e-9);
  check_against(&pb, CONSISTENT_BAND, &tight, 1e-9);
  pb.jtimes = NULL;
  check_against(&pb, CONSISTENT_SPGMR, &tight, 1e-9);
}

TEST_MAIN()
{
  test_quiet();
  check_field(GALPHA_YA_YDP_INIT);
  check_field(GALPHA_Y_INIT);
}
