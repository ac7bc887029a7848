/* Callbacks on arrays by their formulas, one for each component of the result or one for
 * all of them. FORCE_IS(push, -q[0], 0.0) defines a GALPHAForceFn push with f[0] = -q[0],
 * f[1] = 0; FORCE_EACH(springs, -q[i]) one with f[i] = -q[i] for all i. Matrices are given
 * by their entries (problem.h): HOLONOMIC_JAC_IS(rod_jac, {0, 0, q[0]}, {0, 1, q[1]}). What
 * a formula sees is named in callbacks.h. */
#pragma once

#include "support/models/callbacks.h"

/* All formulas are evaluated before the first result is written. */
#define FORMULAS(r, ...)                                                 \
  {                                                                      \
    const sunrealtype formula_[] = {__VA_ARGS__};                        \
    for (size_t i_ = 0; i_ < sizeof formula_ / sizeof formula_[0]; i_++) \
    {                                                                    \
      (r)[i_] = formula_[i_];                                            \
    }                                                                    \
  }

#define FORCE_IS(name, ...)        FORCE(name) FORMULAS(f, __VA_ARGS__)
#define HOLONOMIC_IS(name, ...)    HOLONOMIC(name) FORMULAS(g, __VA_ARGS__)
#define NONHOLONOMIC_IS(name, ...) NONHOLONOMIC(name) FORMULAS(k, __VA_ARGS__)
#define RESIDUAL1_IS(name, ...)    RESIDUAL1(name) FORMULAS(r, __VA_ARGS__)
#define PRODUCT_IS(name, ...)      PRODUCT(name) FORMULAS(r, __VA_ARGS__)
#define RESIDUAL2_IS(name, ...)    RESIDUAL2(name) FORMULAS(r, __VA_ARGS__)
#define STATES_IS(name, ...)       STATES(name) FORMULAS(F, __VA_ARGS__)
#define STATE_FORCE_IS(name, ...)  STATE_FORCE(name) FORMULAS(f, __VA_ARGS__)
#define ROOTS_IS(name, ...)        ROOTS(name) FORMULAS(g, __VA_ARGS__)
#define ROOTS_EXT_IS(name, ...)    ROOTS_EXT(name) FORMULAS(g, __VA_ARGS__)

#define ENTRIES(A, ...)             \
  {                                 \
    PROBLEM_MATRIX(A, __VA_ARGS__); \
  }
#define MASS_IS(name, ...)          MASS(name) ENTRIES(M, __VA_ARGS__)
#define FORCE_JAC_IS(name, ...)     FORCE_JAC(name) ENTRIES(J, __VA_ARGS__)
#define HOLONOMIC_JAC_IS(name, ...) HOLONOMIC_JAC(name) ENTRIES(G, __VA_ARGS__)
#define NONHOLONOMIC_JAC_IS(name, ...) \
  NONHOLONOMIC_JAC(name) ENTRIES(K, __VA_ARGS__)
#define RESIDUAL1_JAC_IS(name, ...) RESIDUAL1_JAC(name) ENTRIES(J, __VA_ARGS__)
#define RESIDUAL2_JAC_IS(name, ...) RESIDUAL2_JAC(name) ENTRIES(J, __VA_ARGS__)

/* Component i of the result from arrays a and b, or a, b and c. */
#define FORMULA_THREE(name, a, b, ...)                               \
  static sunrealtype name##_each(sunrealtype t, sunindextype i,      \
                                 CALLBACK_ARRAY a, CALLBACK_ARRAY b, \
                                 void *data)                         \
  {                                                                  \
    return __VA_ARGS__;                                              \
  }                                                                  \
  static int name(sunrealtype t, N_Vector a##_, N_Vector b##_,       \
                  N_Vector result, void *data)                       \
  {                                                                  \
    for (sunindextype i = 0; i < N_VGetLength(result); i++)          \
    {                                                                \
      N_VGetArrayPointer(result)[i] =                                \
        name##_each(t, i, CALLBACK_IN(a), CALLBACK_IN(b), data);     \
    }                                                                \
    return 0;                                                        \
  }
#define FORMULA_FOUR(name, a, b, c, ...)                                      \
  static sunrealtype name##_each(sunrealtype t, sunindextype i,               \
                                 CALLBACK_ARRAY a, CALLBACK_ARRAY b,          \
                                 CALLBACK_ARRAY c, void *data)                \
  {                                                                           \
    return __VA_ARGS__;                                                       \
  }                                                                           \
  static int name(sunrealtype t, N_Vector a##_, N_Vector b##_, N_Vector c##_, \
                  N_Vector result, void *data)                                \
  {                                                                           \
    for (sunindextype i = 0; i < N_VGetLength(result); i++)                   \
    {                                                                         \
      N_VGetArrayPointer(result)[i] = name##_each(                            \
        t, i, CALLBACK_IN(a), CALLBACK_IN(b), CALLBACK_IN(c), data);          \
    }                                                                         \
    return 0;                                                                 \
  }

#define FORCE_EACH(name, ...)       FORMULA_THREE(name, q, v, __VA_ARGS__)
#define RESIDUAL1_EACH(name, ...)   FORMULA_THREE(name, y, yp, __VA_ARGS__)
#define PRODUCT_EACH(name, ...)     FORMULA_THREE(name, q, x, __VA_ARGS__)
#define RESIDUAL2_EACH(name, ...)   FORMULA_FOUR(name, y, yp, ypp, __VA_ARGS__)
#define STATES_EACH(name, ...)      FORMULA_FOUR(name, q, v, s, __VA_ARGS__)
#define STATE_FORCE_EACH(name, ...) FORMULA_FOUR(name, q, v, s, __VA_ARGS__)

/* f[i] by q, v, lambda, psi. */
#define GENERAL_FORCE_EACH(name, ...)                                          \
  static sunrealtype name##_each(                                              \
    sunrealtype t, sunindextype i, CALLBACK_ARRAY q, CALLBACK_ARRAY v,         \
    CALLBACK_ARRAY lambda, CALLBACK_ARRAY psi, void *data)                     \
  {                                                                            \
    return __VA_ARGS__;                                                        \
  }                                                                            \
  static int name(sunrealtype t, N_Vector q_, N_Vector v_, N_Vector lambda_,   \
                  N_Vector psi_, N_Vector f, void *data)                       \
  {                                                                            \
    for (sunindextype i = 0; i < N_VGetLength(f); i++)                         \
    {                                                                          \
      N_VGetArrayPointer(f)[i] =                                               \
        name##_each(t, i, CALLBACK_IN(q), CALLBACK_IN(v), CALLBACK_IN(lambda), \
                    CALLBACK_IN(psi), data);                                   \
    }                                                                          \
    return 0;                                                                  \
  }
