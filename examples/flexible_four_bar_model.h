/* The linkage of flexible_four_bar.c: blocks M, G, df/dq, df/dv in CSC, force,
 * constraints, start.
 *
 * Every coordinate is x or y of a node of the coupler, every constraint the length of a
 * link:
 *
 *     rows 0, 1      the first node, pin of the crank, follows the drive
 *     rows 2 ...     the links of the coupler
 *     the last row   the rocker, a link from the last node to its pivot
 *
 * Column j of G, of node i = j/2, has two entries, in rows 1 + i (node 0: j) and 2 + i.
 * With D x = x_{i-1} - 2 x_i + x_{i+1} the bending energy is EI |D x|^2/(2 l^3), so that
 * stiffness and damping are constant matrices of five diagonals. */
#ifndef GALPHA_EXAMPLE_FLEXIBLE_FOUR_BAR_MODEL_H
#define GALPHA_EXAMPLE_FLEXIBLE_FOUR_BAR_MODEL_H

#include <math.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "example_util.h"

#define LINKS 20
#define NODES (LINKS + 1)
#define N     (2 * NODES) /* coordinates x_0, y_0, x_1, ... */
#define ROWS  (LINKS + 3) /* constraints */
#define BAND  5           /* diagonals of D^T D */

struct linkage
{
  double crank, coupler, rocker, ground; /* lengths, m */
  double line_mass, rocker_mass;         /* kg/m; kg, at the rocker's pin */
  double bending, damping;               /* EI, N m^2; stiffness times s */
  double turn;                           /* s of the crank's turn */
};

static const struct linkage linkage = {.crank       = 0.1,
                                       .coupler     = 0.5,
                                       .rocker      = 0.3,
                                       .ground      = 0.5,
                                       .line_mass   = 0.4,
                                       .rocker_mass = 0.2,
                                       .bending     = 2,
                                       .damping     = 1e-4,
                                       .turn        = 0.5};

static inline double link_length(const struct linkage *p)
{
  return p->coupler / LINKS;
}

/* One turn with smooth ends: 2 pi (s - sin(2 pi s)/(2 pi)), s = t/turn. */
static inline double crank_angle(const struct linkage *p, double t)
{
  const double s = 2 * acos(-1) * fmin(fmax(t / p->turn, 0), 1);

  return s - sin(s);
}

/* ---- bending --------------------------------------------------------------- */

/* Entry of D^T D between nodes i and j: D has rows 1 ... NODES - 2. */
static inline double bending_entry(int i, int j)
{
  static const double row[] = {1, -2, 1};
  double sum                = 0;

  for (int k = 1; k < NODES - 1; k++)
  {
    const int a = i - k + 1, b = j - k + 1;
    if (a >= 0 && a <= 2 && b >= 0 && b <= 2) { sum += row[a] * row[b]; }
  }
  return sum;
}

/* A = scale D^T D in x and in y: values of a constant block, set once. */
static inline SUNMatrix bending_block(double scale, SUNContext ctx)
{
  SUNMatrix A        = SUNSparseMatrix(N, N, BAND * N, CSC_MAT, ctx);
  sunindextype *ptr  = SUNSparseMatrix_IndexPointers(A);
  sunindextype *rows = SUNSparseMatrix_IndexValues(A);
  sunrealtype *value = SUNSparseMatrix_Data(A);
  sunindextype entry = 0;

  for (int j = 0; j < N; j++)
  {
    ptr[j] = entry;
    for (int i = j - BAND + 1; i < j + BAND; i += 2)
    {
      if (i < 0 || i >= N) { continue; }
      rows[entry]    = i;
      value[entry++] = scale * bending_entry(i / 2, j / 2);
    }
  }
  ptr[N] = entry;
  return A;
}

/* f = -EI/l^3 D^T D (q + damping v) */
static inline int force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector fv,
                        void *user_data)
{
  const struct linkage *p = user_data;
  const sunrealtype *q = N_VGetArrayPointer(qv), *v = N_VGetArrayPointer(vv);
  const double stiffness = p->bending / pow(link_length(p), 3);
  sunrealtype *f         = N_VGetArrayPointer(fv);

  (void)t;
  N_VConst(0, fv);
  for (int i = 2; i < N - 2; i++)
  {
    const double moment =
      stiffness * (q[i - 2] - 2 * q[i] + q[i + 2] +
                   p->damping * (v[i - 2] - 2 * v[i] + v[i + 2]));
    f[i - 2] -= moment;
    f[i] += 2 * moment;
    f[i + 2] -= moment;
  }
  return 0;
}

/* df/dq and df/dv are constant: their values were set with their patterns. */
static inline int constant(sunrealtype t, N_Vector q, N_Vector v,
                           N_Vector lambda, N_Vector psi, SUNMatrix J,
                           void *user_data)
{
  (void)t, (void)q, (void)v, (void)lambda, (void)psi, (void)user_data;
  (void)J;
  return 0;
}

/* ---- constraints ----------------------------------------------------------- */

static inline int lengths(sunrealtype t, N_Vector qv, N_Vector gv,
                          void *user_data)
{
  const struct linkage *p = user_data;
  const sunrealtype *q = N_VGetArrayPointer(qv), *last = q + N - 2;
  const double l = link_length(p), angle = crank_angle(p, t);
  sunrealtype *g = N_VGetArrayPointer(gv);

  g[0] = q[0] - p->crank * cos(angle);
  g[1] = q[1] - p->crank * sin(angle);
  for (int i = 0; i < LINKS; i++)
  {
    const double dx = q[2 * i + 2] - q[2 * i], dy = q[2 * i + 3] - q[2 * i + 1];
    g[2 + i] = (dx * dx + dy * dy - l * l) / (2 * l);
  }
  g[ROWS - 1] =
    (pow(last[0] - p->ground, 2) + pow(last[1], 2) - pow(p->rocker, 2)) /
    (2 * p->rocker);
  return 0;
}

/* G = dg/dq, two entries in each column; pattern and values are written. */
static inline int lengths_jac(sunrealtype t, N_Vector qv, SUNMatrix G,
                              void *user_data)
{
  const struct linkage *p = user_data;
  const sunrealtype *q    = N_VGetArrayPointer(qv);
  const double l          = link_length(p);
  sunindextype *ptr       = SUNSparseMatrix_IndexPointers(G);
  sunindextype *rows      = SUNSparseMatrix_IndexValues(G);
  sunrealtype *value      = SUNSparseMatrix_Data(G);

  (void)t;
  for (int j = 0; j < N; j++)
  {
    const int i        = j / 2;
    const double pivot = j % 2 ? 0 : p->ground;
    ptr[j]             = 2 * j;
    rows[2 * j]        = i > 0 ? 1 + i : j;
    value[2 * j]       = i > 0 ? (q[j] - q[j - 2]) / l : 1;
    rows[2 * j + 1]    = 2 + i;
    value[2 * j + 1] =
      i < LINKS ? (q[j] - q[j + 2]) / l : (q[j] - pivot) / p->rocker;
  }
  ptr[N] = 2 * N;
  return 0;
}

/* ---- masses and start ------------------------------------------------------ */

static inline double node_mass(const struct linkage *p, int i)
{
  const double m = p->line_mass * link_length(p);

  return i == 0 ? m / 2 : i < LINKS ? m : m / 2 + p->rocker_mass;
}

static inline SUNMatrix masses(const struct linkage *p, SUNContext ctx)
{
  SUNMatrix M = SUNSparseMatrix(N, N, N, CSC_MAT, ctx);

  for (int j = 0; j < N; j++)
  {
    SUNSparseMatrix_IndexPointers(M)[j] = j;
    SUNSparseMatrix_IndexValues(M)[j]   = j;
    SUNSparseMatrix_Data(M)[j]          = node_mass(p, j / 2);
  }
  SUNSparseMatrix_IndexPointers(M)[N] = N;
  return M;
}

/* Crank along x, coupler straight, the rocker's pin where two circles meet. */
static inline void start(const struct linkage *p, sunrealtype *q)
{
  const double d = p->ground - p->crank;
  const double x =
    (d * d + p->coupler * p->coupler - p->rocker * p->rocker) / (2 * d);
  const double y = sqrt(p->coupler * p->coupler - x * x);

  for (int i = 0; i < NODES; i++)
  {
    q[2 * i]     = p->crank + x * i / LINKS;
    q[2 * i + 1] = y * i / LINKS;
  }
}

#endif
