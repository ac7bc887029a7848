/* The problems of the fuzzer. */
#include "fuzz.h"

typedef sunrealtype jacobian[FUZZ_MAX_N][FUZZ_MAX_N];

/* ---- index 1, linear: y0 = 2 + sin t, y1 = 2 + cos t, y2 = y0 + y1,
 * y3 = 2 y0 - y2 + 3 */

static void linear_residual(sunrealtype t, const sunrealtype *y,
                            const sunrealtype *yp, sunrealtype *r)
{
  r[0] = yp[0] + y[0] - y[1] - sin(t);
  r[1] = yp[1] + 2 * y[1] - y[0] - (2 + 2 * cos(t) - 2 * sin(t));
  r[2] = y[2] - y[0] - y[1];
  r[3] = y[3] + y[2] - 2 * y[0] - 3;
}

static void linear_jacobian(sunrealtype cj, const sunrealtype *y, jacobian J)
{
  J[0][0] = cj + 1;
  J[0][1] = -1;
  J[1][0] = -1;
  J[1][1] = cj + 2;
  J[2][0] = J[2][1] = -1;
  J[3][0]           = -2;
  J[2][2] = J[3][2] = J[3][3] = 1;
}

static void linear_start(sunrealtype t0, sunrealtype *y, sunrealtype *yp)
{
  y[0]  = 2 + sin(t0);
  y[1]  = 2 + cos(t0);
  y[2]  = y[0] + y[1];
  y[3]  = y[0] - y[1] + 3;
  yp[0] = cos(t0);
  yp[1] = -sin(t0);
  yp[2] = yp[0] + yp[1];
  yp[3] = yp[0] - yp[1];
}

static void robertson_residual(sunrealtype t, const sunrealtype *y,
                               const sunrealtype *yp, sunrealtype *r)
{
  r[0] = yp[0] + 0.04 * y[0] - 1e4 * y[1] * y[2];
  r[1] = yp[1] - 0.04 * y[0] + 1e4 * y[1] * y[2] + 3e7 * y[1] * y[1];
  r[2] = y[0] + y[1] + y[2] - 1;
}

static void robertson_jacobian(sunrealtype cj, const sunrealtype *y, jacobian J)
{
  J[0][0] = cj + 0.04;
  J[0][1] = -1e4 * y[2];
  J[0][2] = -1e4 * y[1];
  J[1][0] = -0.04;
  J[1][1] = cj + 1e4 * y[2] + 6e7 * y[1];
  J[1][2] = 1e4 * y[1];
  J[2][0] = J[2][1] = J[2][2] = 1;
}

static void robertson_start(sunrealtype t0, sunrealtype *y, sunrealtype *yp)
{
  y[0]  = 1;
  yp[0] = -0.04;
  yp[1] = 0.04;
  y[1] = y[2] = yp[2] = 0;
}

/* ---- pendulum of length 1, index 2 in Gear, Gupta and Leimkuhler's form:
 * x, y, u, v, lambda, mu */

static void pendulum_residual(sunrealtype t, const sunrealtype *y,
                              const sunrealtype *yp, sunrealtype *r)
{
  r[0] = yp[0] - y[2] + y[0] * y[5];
  r[1] = yp[1] - y[3] + y[1] * y[5];
  r[2] = yp[2] + y[0] * y[4];
  r[3] = yp[3] + y[1] * y[4] + 9.81;
  r[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1);
  r[5] = y[0] * y[2] + y[1] * y[3];
}

static void pendulum_jacobian(sunrealtype cj, const sunrealtype *y, jacobian J)
{
  J[0][0] = J[1][1] = cj + y[5];
  J[2][2] = J[3][3] = cj;
  J[0][2] = J[1][3] = -1;
  J[0][5] = J[2][4] = J[4][0] = J[5][2] = y[0];
  J[1][5] = J[3][4] = J[4][1] = J[5][3] = y[1];
  J[2][0] = J[3][1] = y[4];
  J[5][0]           = y[2];
  J[5][1]           = y[3];
}

static void pendulum_start(sunrealtype t0, sunrealtype *y, sunrealtype *yp)
{
  memset(y, 0, 6 * sizeof *y);
  memset(yp, 0, 6 * sizeof *yp);
  y[0]  = 1;
  yp[3] = -9.81;
}

/* ---- heat in a rod with ends of given temperature (algebraic):
 * y_i = 1 + sin(pi i / 7) exp(-rate t) */

#define ROD     8
#define ROD_K   2.0
#define ROD_PI  3.14159265358979323846
#define ROD_END (ROD - 1)

static sunrealtype rod_mode(int i)
{
  return i == 0 || i == ROD_END ? 0.0 : sin(ROD_PI * i / ROD_END);
}

static void rod_residual(sunrealtype t, const sunrealtype *y,
                         const sunrealtype *yp, sunrealtype *r)
{
  r[0]       = y[0] - 1;
  r[ROD_END] = y[ROD_END] - 1;
  for (int i = 1; i < ROD_END; i++)
  {
    r[i] = yp[i] - ROD_K * (y[i - 1] - 2 * y[i] + y[i + 1]);
  }
}

static void rod_jacobian(sunrealtype cj, const sunrealtype *y, jacobian J)
{
  J[0][0] = J[ROD_END][ROD_END] = 1;
  for (int i = 1; i < ROD_END; i++)
  {
    J[i][i - 1] = J[i][i + 1] = -ROD_K;
    J[i][i]                   = cj + 2 * ROD_K;
  }
}

static void rod_start(sunrealtype t0, sunrealtype *y, sunrealtype *yp)
{
  const sunrealtype rate = 2 * ROD_K * (1 - cos(ROD_PI / ROD_END));
  for (int i = 0; i < ROD; i++)
  {
    y[i]  = 1 + rod_mode(i);
    yp[i] = -rate * rod_mode(i);
  }
}

static const sunrealtype linear_id[]      = {1, 1, 0, 0};
static const sunrealtype linear_sign[]    = {2, 1, 1.7, 0};
static const sunrealtype robertson_id[]   = {1, 1, 0};
static const sunrealtype robertson_sign[] = {1, 0, 0.6};
static const sunrealtype pendulum_id[]    = {1, 1, 1, 1, 0, 0};
static const sunrealtype rod_id[]         = {0, 1, 1, 1, 1, 1, 1, 0};
static const sunrealtype rod_sign[]       = {1, 2, 1, 1, 1, 0, 0, 1};

/* By the functions and values of this stem. */
#define PROBLEM(stem, size, half, ...)                                        \
  {                                                                           \
    .name = #stem, .n = (size), .width = (half), .residual = stem##_residual, \
    .jacobian = stem##_jacobian, .start = stem##_start, .id = stem##_id,      \
    __VA_ARGS__                                                               \
  }

const struct fuzz_problem fuzz_problems[] = {
  PROBLEM(linear, 4, 3, .constraints = linear_sign, .span = 0.3, .level = 2.4,
          .backward = true, .calc_y = true, .calc_ya = true),
  PROBLEM(robertson, 3, 2, .constraints = robertson_sign, .span = 0.2,
          .level = 0.99, .calc_ya = true),
  PROBLEM(pendulum, 6, 5, .span = 0.05, .level = 0.9, .backward = true,
          .suppress = true),
  PROBLEM(rod, ROD, 1, .constraints = rod_sign, .span = 0.2, .level = 0.5,
          .calc_y = true, .calc_ya = true)};
const int fuzz_nproblems = (int)(sizeof fuzz_problems / sizeof *fuzz_problems);
