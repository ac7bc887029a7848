/* The callbacks of the fuzzer's problems. Each fails when the user data say so;
 * without user data none does, and the problem is told by the function. */
#include "fuzz.h"

/* The value to return at time t: 0 where the callback does not fail. */
static int fault(void *user_data, enum fuzz_fault which, sunrealtype t)
{
  struct fuzz_env *env = user_data;
  if (!env || env->fault != which || env->calls == 0) { return 0; }
  if ((t - env->from) * env->dir < 0) { return 0; }
  if (env->calls > 0) { env->calls--; }
  return env->value;
}

static int residual(const struct fuzz_problem *p, sunrealtype t, N_Vector y,
                    N_Vector yp, N_Vector r, void *user_data)
{
  p->residual(t, N_VGetArrayPointer(y), N_VGetArrayPointer(yp),
              N_VGetArrayPointer(r));
  return fault(user_data, FUZZ_RES, t);
}

static int fill(const struct fuzz_problem *p, sunrealtype t, sunrealtype cj,
                N_Vector y, SUNMatrix A, void *user_data)
{
  sunrealtype J[FUZZ_MAX_N][FUZZ_MAX_N] = {{0}};
  p->jacobian(cj, N_VGetArrayPointer(y), J);
  sunindextype k = 0;
  for (int j = 0; j < p->n; j++)
  {
    if (SUNMatGetID(A) == SUNMATRIX_SPARSE) { SM_INDEXPTRS_S(A)[j] = k; }
    for (int i = 0; i < p->n; i++)
    {
      if (SUNMatGetID(A) == SUNMATRIX_DENSE)
      {
        SM_ELEMENT_D(A, i, j) = J[i][j];
      }
      else if (SUNMatGetID(A) == SUNMATRIX_SPARSE)
      {
        SM_INDEXVALS_S(A)[k] = i;
        SM_DATA_S(A)[k++]    = J[i][j];
      }
      else if (i - j <= p->width && j - i <= p->width)
      {
        SM_ELEMENT_B(A, i, j) = J[i][j];
      }
    }
  }
  if (SUNMatGetID(A) == SUNMATRIX_SPARSE) { SM_INDEXPTRS_S(A)[p->n] = k; }
  return fault(user_data, FUZZ_JAC, t);
}

static int multiply(const struct fuzz_problem *p, sunrealtype t, sunrealtype cj,
                    N_Vector y, N_Vector v, N_Vector Jv, void *user_data)
{
  sunrealtype J[FUZZ_MAX_N][FUZZ_MAX_N] = {{0}};
  const sunrealtype *x                  = N_VGetArrayPointer(v);
  sunrealtype *z                        = N_VGetArrayPointer(Jv);
  p->jacobian(cj, N_VGetArrayPointer(y), J);
  for (int i = 0; i < p->n; i++)
  {
    z[i] = 0;
    for (int j = 0; j < p->n; j++) { z[i] += J[i][j] * x[j]; }
  }
  return fault(user_data, FUZZ_JAC, t);
}

/* Roots in the solution and in time; the last one is zero all the time. */
static int roots(const struct fuzz_problem *p, sunrealtype t, N_Vector y,
                 sunrealtype *g, int n, void *user_data)
{
  const sunrealtype all[FUZZ_MAX_ROOTS] = {sin(t / p->span + 0.5),
                                           N_VGetArrayPointer(y)[0] - p->level,
                                           cos(0.3 * t / p->span), 0};
  memcpy(g, all, (size_t)n * sizeof *g);
  return fault(user_data, FUZZ_ROOT, t);
}

int fuzz_weights(N_Vector y, N_Vector w, void *user_data)
{
  const struct fuzz_env *env = user_data;
  N_VAbs(y, w);
  N_VScale(1e-4, w, w);
  N_VAddConst(w, 1e-6, w);
  N_VInv(w, w);
  return env ? fault(user_data, FUZZ_EWT, env->from) : 0;
}

#define ROOTS(k, n)                                                 \
  static int root_##k##_##n(sunrealtype t, N_Vector y, N_Vector yp, \
                            sunrealtype *g, void *data)             \
  {                                                                 \
    (void)yp;                                                       \
    return roots(&fuzz_problems[k], t, y, g, n, data);              \
  }

#define PROBLEM(k)                                                             \
  static int res_##k(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,       \
                     void *data)                                               \
  {                                                                            \
    return residual(&fuzz_problems[k], t, y, yp, r, data);                     \
  }                                                                            \
  static int jac_##k(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,   \
                     N_Vector r, SUNMatrix A, void *data, N_Vector t1,         \
                     N_Vector t2, N_Vector t3)                                 \
  {                                                                            \
    (void)yp, (void)r, (void)t1, (void)t2, (void)t3;                           \
    return fill(&fuzz_problems[k], t, cj, y, A, data);                         \
  }                                                                            \
  static int jtimes_##k(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,    \
                        N_Vector v, N_Vector Jv, sunrealtype cj, void *data,   \
                        N_Vector t1, N_Vector t2)                              \
  {                                                                            \
    (void)yp, (void)r, (void)t1, (void)t2;                                     \
    return multiply(&fuzz_problems[k], t, cj, y, v, Jv, data);                 \
  }                                                                            \
  ROOTS(k, 1)                                                                  \
  ROOTS(k, 2)                                                                  \
  ROOTS(k, 3)                                                                  \
  ROOTS(k, 4)                                                                  \
  static int local_##k(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp, \
                       N_Vector r, void *data)                                 \
  {                                                                            \
    (void)n;                                                                   \
    return residual(&fuzz_problems[k], t, y, yp, r, data);                     \
  }
PROBLEM(0)
PROBLEM(1)
PROBLEM(2)
PROBLEM(3)

#define CALLBACK(type, name, stem)                               \
  type name(const struct fuzz_problem *p)                        \
  {                                                              \
    const type all[] = {stem##_0, stem##_1, stem##_2, stem##_3}; \
    return all[p - fuzz_problems];                               \
  }
CALLBACK(IDAResFn, fuzz_res, res)
CALLBACK(IDALsJacFn, fuzz_jac, jac)
CALLBACK(IDALsJacTimesVecFn, fuzz_jtimes, jtimes)
CALLBACK(IDABBDLocalFn, fuzz_local, local)

IDARootFn fuzz_roots(const struct fuzz_problem *p, int n)
{
  const IDARootFn all[][FUZZ_MAX_ROOTS] = {
    {root_0_1, root_0_2, root_0_3, root_0_4},
    {root_1_1, root_1_2, root_1_3, root_1_4},
    {root_2_1, root_2_2, root_2_3, root_2_4},
    {root_3_1, root_3_2, root_3_3, root_3_4}};
  return all[p - fuzz_problems][n - 1];
}

int fuzz_prec_setup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    sunrealtype cj, void *user_data)
{
  return fault(user_data, FUZZ_PREC, t);
}

/* Of the identity: legal, and of no help. */
int fuzz_prec_solve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                    N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                    void *user_data)
{
  N_VScale(1.0, rhs, z);
  return fault(user_data, FUZZ_PREC, t);
}
