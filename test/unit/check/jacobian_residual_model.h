/* A problem in residual form with all orders, tridiagonal, and its Jacobian in
 * matrices of every kind and as a product, with mistakes to order. */
#pragma once

#include "support/test.h"

#define N 6
static const sunrealtype orders[N] = {2, 2, 2, 2, 1, 0};

enum mistake
{
  MISTAKE_NONE,
  MISTAKE_SHIFT,   /* c[0] in place of c[1] for components of order 2 */
  MISTAKE_SQUARE,  /* c[1]^2 in place of c[2] */
  MISTAKE_SIGN,    /* of dF/dy at (2,1) */
  MISTAKE_DROPPED, /* the same entry is not there */
  MISTAKE_TRANSPOSED
};

enum kind
{
  KIND_DENSE,
  KIND_BAND,
  KIND_CSC,
  KIND_CSR,
  KIND_PRODUCT,
  KIND_COUNT
};

struct oscillators
{
  enum mistake mistake;
};

/* Masses on nonlinear springs, dampers between neighbours, a state that follows
 * the last, an output. */
RESIDUAL2(residual)
{
  for (int i = 0; i < 4; i++)
  {
    const sunrealtype last = i > 0 ? y[i - 1] : 0.0;
    r[i] = (i + 1) * ypp[i] + 0.4 * yp[i] + 0.1 * yp[i] * yp[i] * yp[i] +
           500.0 * (y[i] - last) + 20.0 * sin(y[i]);
    if (i < 3) { r[i] += 0.3 * (yp[i] - yp[i + 1]) + 2.0 * y[i + 1]; }
  }
  r[0] -= sin(t);
  r[4] = yp[4] + y[4] * y[4] - y[3] + 0.2 * yp[3];
  r[5] = y[5] - y[4] * yp[4];
}

static inline sunrealtype by_y(const sunrealtype *y, const sunrealtype *yp,
                               int i, int j)
{
  if (i < 4)
  {
    if (j == i) { return 500.0 + 20.0 * cos(y[i]); }
    if (j == i - 1) { return -500.0; }
    return i < 3 && j == i + 1 ? 2.0 : 0.0;
  }
  if (i == 4) { return j == 4 ? 2.0 * y[4] : j == 3 ? -1.0 : 0.0; }
  return j == 5 ? 1.0 : j == 4 ? -yp[4] : 0.0;
}

static inline sunrealtype by_yp(const sunrealtype *y, const sunrealtype *yp,
                                int i, int j)
{
  if (i < 4)
  {
    if (j == i) { return 0.4 + 0.3 * yp[i] * yp[i] + (i < 3 ? 0.3 : 0.0); }
    return i < 3 && j == i + 1 ? -0.3 : 0.0;
  }
  if (i == 4) { return j == 4 ? 1.0 : j == 3 ? 0.2 : 0.0; }
  return j == 4 ? -y[4] : 0.0;
}

static inline sunrealtype entry(const struct oscillators *o,
                                const sunrealtype *c, const sunrealtype *y,
                                const sunrealtype *yp, int i, int j)
{
  if (o->mistake == MISTAKE_TRANSPOSED)
  {
    const int k = i;
    i           = j;
    j           = k;
  }
  const int order = (int)orders[j];
  const sunrealtype sgn =
    o->mistake == MISTAKE_SIGN && i == 2 && j == 1 ? -1 : 1;
  sunrealtype cv = order == 2 ? c[1] : order == 1 ? c[0] : 0.0;
  if (o->mistake == MISTAKE_SHIFT) { cv = c[0]; }
  const sunrealtype ca = o->mistake == MISTAKE_SQUARE ? c[1] * c[1] : c[2];
  return sgn * by_y(y, yp, i, j) + cv * by_yp(y, yp, i, j) +
         (i == j && i < 4 ? ca * (i + 1) : 0.0);
}

static inline int stored(const struct oscillators *o, int i, int j)
{
  if (o->mistake == MISTAKE_DROPPED && i == 2 && j == 1) { return 0; }
  return i - j <= 1 && j - i <= 1;
}

/* Sparse entries along the major index. */
static inline void put_sparse(const struct oscillators *o, const sunrealtype *c,
                              const sunrealtype *y, const sunrealtype *yp,
                              SUNMatrix J)
{
  const int csr  = SM_SPARSETYPE_S(J) == CSR_MAT;
  sunindextype k = 0;
  for (int major = 0; major < N; major++)
  {
    SM_INDEXPTRS_S(J)[major] = k;
    for (int minor = 0; minor < N; minor++)
    {
      const int i = csr ? major : minor, j = csr ? minor : major;
      if (!stored(o, i, j)) { continue; }
      SM_INDEXVALS_S(J)[k] = minor;
      SM_DATA_S(J)[k++]    = entry(o, c, y, yp, i, j);
    }
  }
  SM_INDEXPTRS_S(J)[N] = k;
}

static inline int jacobian(sunrealtype t, const sunrealtype *c, N_Vector yv,
                           N_Vector ypv, N_Vector yppv, N_Vector r, SUNMatrix J,
                           void *data, N_Vector tmp1, N_Vector tmp2,
                           N_Vector tmp3)
{
  const struct oscillators *o = data;
  const sunrealtype *y = N_VGetArrayPointer(yv), *yp = N_VGetArrayPointer(ypv);
  N_VConst(1.0, tmp1); /* work of the user's */
  N_VConst(2.0, tmp2);
  N_VConst(3.0, tmp3);
  if (SUNMatGetID(J) == SUNMATRIX_SPARSE)
  {
    put_sparse(o, c, y, yp, J);
    return 0;
  }
  for (int i = 0; i < N; i++)
  {
    for (int j = 0; j < N; j++)
    {
      if (!stored(o, i, j)) { continue; }
      const sunrealtype x = entry(o, c, y, yp, i, j);
      if (SUNMatGetID(J) == SUNMATRIX_BAND) { SM_ELEMENT_B(J, i, j) = x; }
      else { SM_ELEMENT_D(J, i, j) = x; }
    }
  }
  return 0;
}

static inline int product(sunrealtype t, N_Vector yv, N_Vector ypv,
                          N_Vector yppv, N_Vector r, N_Vector v, N_Vector vp,
                          N_Vector vpp, N_Vector Jv, void *data)
{
  const struct oscillators *o = data;
  const sunrealtype *y = N_VGetArrayPointer(yv), *yp = N_VGetArrayPointer(ypv);
  const sunrealtype sgn = o->mistake == MISTAKE_SIGN ? -1.0 : 1.0;
  for (int i = 0; i < N; i++)
  {
    sunrealtype sum = i < 4 ? (i + 1) * N_VGetArrayPointer(vpp)[i] : 0.0;
    for (int j = 0; j < N; j++)
    {
      sum += (i == 2 && j == 1 ? sgn : 1.0) * by_y(y, yp, i, j) *
               N_VGetArrayPointer(v)[j] +
             by_yp(y, yp, i, j) * N_VGetArrayPointer(vp)[j];
    }
    N_VGetArrayPointer(Jv)[i] = sum;
  }
  return 0;
}
