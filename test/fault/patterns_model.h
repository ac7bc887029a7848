/* A mechanism and a linear system whose sparse matrices can be damaged: two bars with
 * masses at their ends and y' + A y = 0. See patterns.c. */
#pragma once

#include "support/test.h"

enum
{
  N = 4,
  M = 2,
  P = 1
};

enum block
{
  MASS,
  HOLONOMIC,
  NONHOLONOMIC,
  POSITION,
  STIFFNESS,
  DAMPING,
  REACTION,
  JACOBIAN,
  NONE
};

static const char *const words[] = {"mass matrix",
                                    "constraint Jacobian G",
                                    "constraint Jacobian K",
                                    "constraint derivative dk/dq",
                                    "df/dq",
                                    "df/dv",
                                    "reaction derivative",
                                    "Jacobian of F"};

enum damage
{
  UNSORTED,
  TWICE,
  TOO_LARGE,
  NEGATIVE,
  ONE_BASED,
  NOT_AT_ZERO,
  LAST_UNSET,
  FALLING,
  BEYOND,
  DAMAGES,
  DOUBLED
};

struct model
{
  enum block bad; /* which matrix is damaged */
  enum damage damage;
  sunrealtype after; /* from this time on */
};

static inline void swap_first(sunindextype *idx, sunrealtype *x)
{
  const sunindextype i = idx[0];
  const sunrealtype a  = x[0];
  idx[0]               = idx[1];
  x[0]                 = x[1];
  idx[1]               = i;
  x[1]                 = a;
}

static inline void damage(SUNMatrix A, enum damage d)
{
  sunindextype *ptr     = SUNSparseMatrix_IndexPointers(A);
  sunindextype *idx     = SUNSparseMatrix_IndexValues(A);
  sunrealtype *x        = SUNSparseMatrix_Data(A);
  const sunindextype np = SUNSparseMatrix_NP(A), last = ptr[np] - 1;
  switch (d)
  {
  case UNSORTED:
    if (ptr[1] > 1) { swap_first(idx, x); }
    break;
  case TWICE:
    x[last] *= 0.5;
    x[last + 1]   = x[last];
    idx[last + 1] = idx[last];
    ptr[np]++;
    break;
  case TOO_LARGE: idx[last] += 1; break;
  case NEGATIVE: idx[0] = -1; break;
  case ONE_BASED:
    for (sunindextype k = 0; k <= last; k++) { idx[k]++; }
    break;
  case NOT_AT_ZERO: ptr[0] = 1; break;
  case LAST_UNSET: ptr[np] = 0; break;
  case FALLING: ptr[np - 1] = ptr[np] + 1; break;
  case BEYOND: ptr[np] = 1000000; break;
  case DAMAGES: break;
  case DOUBLED:
    x[last + 1]   = x[last];
    idx[last + 1] = idx[last];
    ptr[np]++;
    break;
  }
}

/* All entries of the row-major a. */
static inline void fill(SUNMatrix A, const sunrealtype *a)
{
  const sunindextype rows = SUNSparseMatrix_Rows(A);
  const sunindextype cols = SUNSparseMatrix_Columns(A);
  const bool csr          = SUNSparseMatrix_SparseType(A) == CSR_MAT;
  const sunindextype np = csr ? rows : cols, minor = csr ? cols : rows;
  sunindextype *ptr = SUNSparseMatrix_IndexPointers(A), k = 0;
  for (sunindextype s = 0; s < np; s++)
  {
    ptr[s] = k;
    for (sunindextype i = 0; i < minor; i++, k++)
    {
      SUNSparseMatrix_IndexValues(A)[k] = i;
      SUNSparseMatrix_Data(A)[k] = csr ? a[s * cols + i] : a[i * cols + s];
    }
  }
  ptr[np] = k;
}

static inline int give(const struct model *m, enum block b, sunrealtype t,
                       SUNMatrix A, const sunrealtype *a)
{
  fill(A, a);
  if (m->bad == b && t >= m->after) { damage(A, m->damage); }
  return 0;
}

/* Two bars with masses at their ends, hung up at the origin; springs and dashpots;
 * and 0.3 v0 + v2 = 0. */
static inline int mass(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  static const sunrealtype a[N * N] = {2, 0.1, 0, 0, 0.1, 2, 0, 0,
                                       0, 0,   1, 0, 0,   0, 0, 1};
  return give(data, MASS, t, A, a);
}

HOLONOMIC(g)
{
  const sunrealtype dx = q[2] - q[0], dy = q[3] - q[1];
  g[0] = (q[0] * q[0] + q[1] * q[1] - 1.0) / 2.0;
  g[1] = (dx * dx + dy * dy - 1.0) / 2.0;
}

static inline void rows_of_G(N_Vector q, sunrealtype *a)
{
  const sunrealtype *x = N_VGetArrayPointer(q);
  const sunrealtype dx = x[2] - x[0], dy = x[3] - x[1];
  const sunrealtype rows[M * N] = {x[0], x[1], 0, 0, -dx, -dy, dx, dy};
  memcpy(a, rows, sizeof rows);
}

static inline int G(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  sunrealtype a[M * N];
  rows_of_G(q, a);
  return give(data, HOLONOMIC, t, A, a);
}

static const sunrealtype row_of_K[N] = {0.3, 0, 1, 0};

FORCE_IS(k, 0.3 * v[0] + v[2])

static inline int K(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix A,
                    void *data)
{
  return give(data, NONHOLONOMIC, t, A, row_of_K);
}

static inline int Kq(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix A,
                     void *data)
{
  static const sunrealtype a[N] = {0};
  return give(data, POSITION, t, A, a);
}

static inline int f(sunrealtype t, N_Vector q, N_Vector v, N_Vector l,
                    N_Vector p, N_Vector F, void *data)
{
  const sunrealtype *x = N_VGetArrayPointer(q), *z = N_VGetArrayPointer(v);
  sunrealtype *y = N_VGetArrayPointer(F), a[M * N];
  rows_of_G(q, a);
  for (int i = 0; i < N; i++)
  {
    y[i] = (i % 2 ? -9.81 : 0.0) - x[i] - 0.1 * z[i] -
           row_of_K[i] * N_VGetArrayPointer(p)[0] -
           a[i] * N_VGetArrayPointer(l)[0] -
           a[N + i] * N_VGetArrayPointer(l)[1];
  }
  return 0;
}

static inline void diagonal(sunrealtype d, sunrealtype *a)
{
  memset(a, 0, N * N * sizeof *a);
  for (int i = 0; i < N; i++) { a[i * N + i] = d; }
}

static inline int Fq(sunrealtype t, N_Vector q, N_Vector v, N_Vector l,
                     N_Vector p, SUNMatrix A, void *data)
{
  sunrealtype a[N * N];
  diagonal(-1.0, a);
  return give(data, STIFFNESS, t, A, a);
}

static inline int Fv(sunrealtype t, N_Vector q, N_Vector v, N_Vector l,
                     N_Vector p, SUNMatrix A, void *data)
{
  sunrealtype a[N * N];
  diagonal(-0.1, a);
  return give(data, DAMPING, t, A, a);
}

static inline int Fr(sunrealtype t, N_Vector q, N_Vector v, N_Vector l,
                     N_Vector p, SUNMatrix A, void *data)
{
  sunrealtype a[M * N], r[N * (M + P)];
  rows_of_G(q, a);
  for (int i = 0; i < N; i++)
  {
    r[i * (M + P)]     = -a[i];
    r[i * (M + P) + 1] = -a[N + i];
    r[i * (M + P) + 2] = -row_of_K[i];
  }
  return give(data, REACTION, t, A, r);
}

/* y' + A y = 0. */
static const sunrealtype decay[N * N] = {1, 0.5, 0, 0, 0, 2, 0.5, 0,
                                         0, 0,   3, 0, 1, 0, 0,   4};

RESIDUAL1(F)
{
  for (int i = 0; i < N; i++)
  {
    sunrealtype sum = yp[i];
    for (int j = 0; j < N; j++) { sum += decay[i * N + j] * y[j]; }
    r[i] = sum;
  }
}

static inline int J(sunrealtype t, sunrealtype c, N_Vector y, N_Vector yp,
                    N_Vector r, SUNMatrix A, void *data, N_Vector w1,
                    N_Vector w2, N_Vector w3)
{
  sunrealtype a[N * N];
  memcpy(a, decay, sizeof a);
  for (int i = 0; i < N; i++) { a[i * N + i] += c; }
  return give(data, JACOBIAN, t, A, a);
}
