/* The model of every form, for vectors of any length and matrices of any kind and
 * size, and what its callbacks do wrong. With n coordinates, c = q[n-1]:
 *   g[k] = q[k] - 0.3 sin(c) - drive t,   k[j] = v[m] - 0.5 c'
 *   f0[i] = -4 q[i] - 0.1 v[i] + 0.5 q[i-1]
 *   F1[i] = y'[i] + y[i] + 0.1 y[i]^3 - 0.2 y[i-1],   F2[i] = y''[i] + 4 y[i] + 0.1 y'[i] */
#include "native.h"

static bool strikes(struct native_env *env, enum native_callback cb)
{
  if (env->fault == NATIVE_NO_FAULT || env->callback != (int)cb)
  {
    return false;
  }
  if (env->skip > 0)
  {
    env->skip--;
    return false;
  }
  if (env->left == 0) { return false; }
  if (env->left > 0) { env->left--; }
  env->met++;
  return true;
}

int native_answer(struct native_env *env, enum native_callback cb,
                  sunrealtype *x, sunindextype n, SUNMatrix A)
{
  if (!strikes(env, cb)) { return 0; }
  switch (env->fault)
  {
  case NATIVE_RECOVERABLE: return 1;
  case NATIVE_FATAL: return -1;
  case NATIVE_NOT_FINITE:
    if (n > 0) { x[native_pick(env->native, (int)n)] = (sunrealtype)NAN; }
    return 0;
  case NATIVE_LARGE:
    if (n > 0) { x[native_pick(env->native, (int)n)] = 1e300; }
    return 0;
  case NATIVE_PATTERN:
    if (A) { native_damage(env->native, A); }
    return 0;
  case NATIVE_NESTED: native_nested(env->native); return 0;
  default: return 0;
  }
}

static int vector_answer(void *data, enum native_callback cb, N_Vector x)
{
  return native_answer(data, cb, N_VGetArrayPointer(x), N_VGetLength(x), NULL);
}

typedef sunrealtype (*entry_fn)(void *ctx, sunindextype i, sunindextype j);

static void fill_sparse(SUNMatrix A, entry_fn entry, void *ctx)
{
  const sunindextype rows = SUNSparseMatrix_Rows(A);
  const sunindextype cols = SUNSparseMatrix_Columns(A);
  const bool csr          = SUNSparseMatrix_SparseType(A) == CSR_MAT;
  const sunindextype np = csr ? rows : cols, minor = csr ? cols : rows;
  sunindextype *ptr = SUNSparseMatrix_IndexPointers(A), k = 0;
  for (sunindextype s = 0; s < np; s++)
  {
    ptr[s] = k;
    for (sunindextype i = 0; i < minor && k < SUNSparseMatrix_NNZ(A); i++)
    {
      SUNSparseMatrix_IndexValues(A)[k] = i;
      SUNSparseMatrix_Data(A)[k++] = csr ? entry(ctx, s, i) : entry(ctx, i, s);
    }
  }
  ptr[np] = k;
}

static void fill(SUNMatrix A, entry_fn entry, void *ctx)
{
  if (SUNMatGetID(A) == SUNMATRIX_SPARSE) { fill_sparse(A, entry, ctx); }
  else if (SUNMatGetID(A) == SUNMATRIX_BAND)
  {
    const sunindextype n = SM_COLUMNS_B(A);
    for (sunindextype j = 0; j < n; j++)
    {
      for (sunindextype i = 0; i < n; i++)
      {
        if (i - j <= SM_LBAND_B(A) && j - i <= SM_UBAND_B(A))
        {
          SM_ELEMENT_B(A, i, j) = entry(ctx, i, j);
        }
      }
    }
  }
  else
  {
    for (sunindextype j = 0; j < SM_COLUMNS_D(A); j++)
    {
      for (sunindextype i = 0; i < SM_ROWS_D(A); i++)
      {
        SM_ELEMENT_D(A, i, j) = entry(ctx, i, j);
      }
    }
  }
}

static int matrix_answer(void *data, enum native_callback cb, SUNMatrix A)
{
  sunrealtype *x = NULL;
  sunindextype n = 0;
  if (SUNMatGetID(A) == SUNMATRIX_SPARSE)
  {
    x = SUNSparseMatrix_Data(A);
    n = SUNSparseMatrix_IndexPointers(A)[SUNSparseMatrix_NP(A)];
  }
  else if (SUNMatGetID(A) == SUNMATRIX_DENSE)
  {
    x = SM_DATA_D(A);
    n = SM_LDATA_D(A);
  }
  return native_answer(data, cb, x, n, A);
}

/* What entries depend on. */
struct at
{
  const struct native *f;
  sunindextype n;
  sunrealtype c;     /* q[n-1] */
  sunrealtype shift; /* cj, or of y'' */
  sunrealtype shift1;
  const sunrealtype *y;
};

static struct at at(void *data, N_Vector q)
{
  const struct native_env *env = data;
  const sunindextype n         = N_VGetLength(q);
  return (struct at){.f = env->native,
                     .n = n,
                     .c = N_VGetArrayPointer(q)[n - 1],
                     .y = N_VGetArrayPointer(q)};
}

/* Entry (i, j); what it depends on is a. */
#define ENTRY(name, ...)                                                     \
  static sunrealtype entry_##name(void *ctx, sunindextype i, sunindextype j) \
  {                                                                          \
    const struct at *a = ctx;                                                \
    (void)a;                                                                 \
    return __VA_ARGS__;                                                      \
  }

ENTRY(M, i == j ? 1.0 + 0.1 * (sunrealtype)(i % 3) : 0.0)
ENTRY(G, (i == j ? 1.0 : 0.0) - (j == a->n - 1 ? 0.3 * cos(a->c) : 0.0))
ENTRY(K, (j == a->f->m ? 1.0 : 0.0) - (j == a->n - 1 ? 0.5 : 0.0))
ENTRY(zero, 0.0)
ENTRY(Fq, (i == j ? -4.0 : 0.0) + (j == i - 1 ? 0.5 : 0.0))
ENTRY(Fv, i == j ? -0.1 : 0.0)
ENTRY(Fr, j < a->f->m ? -entry_G(ctx, j, i) : -entry_K(ctx, 0, i))
ENTRY(J1, (i == j ? a->shift + 1.0 + 0.3 * a->y[i] * a->y[i] : 0.0) -
            (j == i - 1 ? 0.2 : 0.0))
ENTRY(Ss, i == j ? -1.0 : 0.0)
ENTRY(J2, i == j ? a->shift + 0.1 * a->shift1 + 4.0 : 0.0)

static int matrix(void *data, enum native_callback cb, N_Vector q,
                  entry_fn entry, SUNMatrix A)
{
  struct at a = at(data, q);
  fill(A, entry, &a);
  return matrix_answer(data, cb, A);
}

int native_mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data)
{
  return matrix(data, NATIVE_CB_MASS, q, entry_M, M);
}

int native_mass_times(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                      void *data)
{
  for (sunindextype i = 0; i < N_VGetLength(x); i++)
  {
    N_VGetArrayPointer(out)[i] = entry_M(NULL, i, i) * N_VGetArrayPointer(x)[i];
  }
  return vector_answer(data, NATIVE_CB_MASS, out);
}

static void force(N_Vector q, N_Vector v, N_Vector f)
{
  const sunrealtype *x = N_VGetArrayPointer(q), *z = N_VGetArrayPointer(v);
  for (sunindextype i = 0; i < N_VGetLength(q); i++)
  {
    N_VGetArrayPointer(f)[i] =
      -4.0 * x[i] - 0.1 * z[i] + (i > 0 ? 0.5 * x[i - 1] : 0.0);
  }
}

int native_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  force(q, v, f);
  return vector_answer(data, NATIVE_CB_FORCE, f);
}

int native_general(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, N_Vector f, void *data)
{
  struct at a    = at(data, q);
  sunrealtype *F = N_VGetArrayPointer(f);
  force(q, v, f);
  for (sunindextype i = 0; i < a.n; i++)
  {
    for (sunindextype k = 0; lambda && k < N_VGetLength(lambda); k++)
    {
      F[i] -= entry_G(&a, k, i) * N_VGetArrayPointer(lambda)[k];
    }
    if (psi) { F[i] -= entry_K(&a, 0, i) * N_VGetArrayPointer(psi)[0]; }
  }
  return vector_answer(data, NATIVE_CB_FORCE, f);
}

int native_states_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                        N_Vector f, void *data)
{
  force(q, v, f);
  N_VGetArrayPointer(f)[0] += 0.1 * N_VGetArrayPointer(s)[0];
  return vector_answer(data, NATIVE_CB_FORCE, f);
}

int native_states(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, N_Vector F,
                  void *data)
{
  N_VScale(-1.0, s, F);
  N_VGetArrayPointer(F)[0] += N_VGetArrayPointer(q)[0];
  return vector_answer(data, NATIVE_CB_STATES, F);
}

int native_Sv(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, SUNMatrix J,
              void *data)
{
  return matrix(data, NATIVE_CB_STATES_JAC, q, entry_zero, J);
}

int native_Ss(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, SUNMatrix J,
              void *data)
{
  return matrix(data, NATIVE_CB_STATES_JAC, q, entry_Ss, J);
}

int native_g(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  const struct native_env *env = data;
  const struct at a            = at(data, q);
  for (sunindextype k = 0; k < N_VGetLength(g); k++)
  {
    N_VGetArrayPointer(g)[k] =
      N_VGetArrayPointer(q)[k] - 0.3 * sin(a.c) - env->drive * t;
  }
  return vector_answer(data, NATIVE_CB_G, g);
}

int native_gt(sunrealtype t, N_Vector q, N_Vector gt, void *data)
{
  const struct native_env *env = data;
  N_VConst(-env->drive, gt);
  return vector_answer(data, NATIVE_CB_GT, gt);
}

int native_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  return matrix(data, NATIVE_CB_GJAC, q, entry_G, G);
}

int native_k(sunrealtype t, N_Vector q, N_Vector v, N_Vector k, void *data)
{
  const struct at a = at(data, q);
  N_VConst(N_VGetArrayPointer(v)[a.f->m] - 0.5 * N_VGetArrayPointer(v)[a.n - 1],
           k);
  return vector_answer(data, NATIVE_CB_K, k);
}

int native_K(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix K, void *data)
{
  return matrix(data, NATIVE_CB_KJAC, q, entry_K, K);
}

int native_Kq(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix K, void *data)
{
  return matrix(data, NATIVE_CB_KQ, q, entry_zero, K);
}

int native_Fq(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
              N_Vector psi, SUNMatrix J, void *data)
{
  return matrix(data, NATIVE_CB_FQ, q, entry_Fq, J);
}

int native_Fv(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
              N_Vector psi, SUNMatrix J, void *data)
{
  return matrix(data, NATIVE_CB_FV, q, entry_Fv, J);
}

int native_Fr(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
              N_Vector psi, SUNMatrix J, void *data)
{
  return matrix(data, NATIVE_CB_FR, q, entry_Fr, J);
}

int native_res1(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  const sunrealtype *x = N_VGetArrayPointer(y);
  for (sunindextype i = 0; i < N_VGetLength(y); i++)
  {
    N_VGetArrayPointer(r)[i] = N_VGetArrayPointer(yp)[i] + x[i] +
                               0.1 * x[i] * x[i] * x[i] -
                               (i > 0 ? 0.2 * x[i - 1] : 0.0);
  }
  return vector_answer(data, NATIVE_CB_RES, r);
}

int native_res2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                N_Vector r, void *data)
{
  N_VLinearSum(4.0, y, 0.1, yp, r);
  N_VLinearSum(1.0, r, 1.0, ypp, r);
  return vector_answer(data, NATIVE_CB_RES, r);
}

int native_jac1(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
                N_Vector r, SUNMatrix J, void *data, N_Vector w1, N_Vector w2,
                N_Vector w3)
{
  struct at a = at(data, y);
  a.shift     = cj;
  fill(J, entry_J1, &a);
  return matrix_answer(data, NATIVE_CB_JAC, J);
}

int native_jac2(sunrealtype t, const sunrealtype *c, N_Vector y, N_Vector yp,
                N_Vector ypp, N_Vector r, SUNMatrix J, void *data, N_Vector w1,
                N_Vector w2, N_Vector w3)
{
  struct at a = at(data, y);
  a.shift1    = c[1];
  a.shift     = c[2];
  fill(J, entry_J2, &a);
  return matrix_answer(data, NATIVE_CB_JAC, J);
}
