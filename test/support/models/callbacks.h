/* Callbacks on arrays: FORCE(push) { f[0] = -q[0]; } defines a GALPHAForceFn push, which
 * succeeds. The comment at each macro names what the body sees besides t and data;
 * absent multipliers are NULL. A callback that fails is written out. */
#pragma once

#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

static inline sunrealtype *callback_array(N_Vector x)
{
  return x && x->ops->nvgetarraypointer ? N_VGetArrayPointer(x) : NULL;
}

/* The function of GALPHA's type calls the body, which follows the macro. */
#define CALLBACK(name, given, arrays, passed) \
  static void name##_body arrays;             \
  static int name given                       \
  {                                           \
    name##_body passed;                       \
    return 0;                                 \
  }                                           \
  static void name##_body arrays

#define CALLBACK_IN(x)  callback_array(x##_)
#define CALLBACK_ARRAY  const sunrealtype *
#define CALLBACK_RESULT sunrealtype *

/* q, M of GALPHAMassFn */
#define MASS(name)                                                      \
  CALLBACK(name, (sunrealtype t, N_Vector q_, SUNMatrix M, void *data), \
           (sunrealtype t, CALLBACK_ARRAY q, SUNMatrix M, void *data),  \
           (t, CALLBACK_IN(q), M, data))

/* q, G of GALPHAHolonomicJacFn */
#define HOLONOMIC_JAC(name)                                             \
  CALLBACK(name, (sunrealtype t, N_Vector q_, SUNMatrix G, void *data), \
           (sunrealtype t, CALLBACK_ARRAY q, SUNMatrix G, void *data),  \
           (t, CALLBACK_IN(q), G, data))

/* q, g of GALPHAHolonomicFn */
#define HOLONOMIC(name)                                                      \
  CALLBACK(name, (sunrealtype t, N_Vector q_, N_Vector g_, void *data),      \
           (sunrealtype t, CALLBACK_ARRAY q, CALLBACK_RESULT g, void *data), \
           (t, CALLBACK_IN(q), CALLBACK_IN(g), data))

#define CALLBACK_THREE(name, a, b, r)                                         \
  CALLBACK(                                                                   \
    name,                                                                     \
    (sunrealtype t, N_Vector a##_, N_Vector b##_, N_Vector r##_, void *data), \
    (sunrealtype t, CALLBACK_ARRAY a, CALLBACK_ARRAY b, CALLBACK_RESULT r,    \
     void *data),                                                             \
    (t, CALLBACK_IN(a), CALLBACK_IN(b), CALLBACK_IN(r), data))

/* q, v, f of GALPHAForceFn; q, v, k of GALPHANonholonomicFn; y, yp, r of GALPHAResFn */
#define FORCE(name)        CALLBACK_THREE(name, q, v, f)
#define NONHOLONOMIC(name) CALLBACK_THREE(name, q, v, k)
#define RESIDUAL1(name)    CALLBACK_THREE(name, y, yp, r)
/* q, x, r of GALPHATimesFn: r = A x */
#define PRODUCT(name) CALLBACK_THREE(name, q, x, r)

#define CALLBACK_FOUR(name, a, b, c, r)                                   \
  CALLBACK(                                                               \
    name,                                                                 \
    (sunrealtype t, N_Vector a##_, N_Vector b##_, N_Vector c##_,          \
     N_Vector r##_, void *data),                                          \
    (sunrealtype t, CALLBACK_ARRAY a, CALLBACK_ARRAY b, CALLBACK_ARRAY c, \
     CALLBACK_RESULT r, void *data),                                      \
    (t, CALLBACK_IN(a), CALLBACK_IN(b), CALLBACK_IN(c), CALLBACK_IN(r), data))

/* y, yp, ypp, r of GALPHARes2Fn; q, v, s, F and q, v, s, f of GALPHASetStates */
#define RESIDUAL2(name)   CALLBACK_FOUR(name, y, yp, ypp, r)
#define STATES(name)      CALLBACK_FOUR(name, q, v, s, F)
#define STATE_FORCE(name) CALLBACK_FOUR(name, q, v, s, f)

/* q, v, K of GALPHANonholonomicJacFn */
#define NONHOLONOMIC_JAC(name)                                                 \
  CALLBACK(name,                                                               \
           (sunrealtype t, N_Vector q_, N_Vector v_, SUNMatrix K, void *data), \
           (sunrealtype t, CALLBACK_ARRAY q, CALLBACK_ARRAY v, SUNMatrix K,    \
            void *data),                                                       \
           (t, CALLBACK_IN(q), CALLBACK_IN(v), K, data))

/* q, v, lambda, psi, J of GALPHAForceJacFn; with f in place of J GALPHAGeneralForceFn */
#define FORCE_JAC(name)                                                \
  CALLBACK(name,                                                       \
           (sunrealtype t, N_Vector q_, N_Vector v_, N_Vector lambda_, \
            N_Vector psi_, SUNMatrix J, void *data),                   \
           (sunrealtype t, CALLBACK_ARRAY q, CALLBACK_ARRAY v,         \
            CALLBACK_ARRAY lambda, CALLBACK_ARRAY psi, SUNMatrix J,    \
            void *data),                                               \
           (t, CALLBACK_IN(q), CALLBACK_IN(v), CALLBACK_IN(lambda),    \
            CALLBACK_IN(psi), J, data))
#define GENERAL_FORCE(name)                                               \
  CALLBACK(name,                                                          \
           (sunrealtype t, N_Vector q_, N_Vector v_, N_Vector lambda_,    \
            N_Vector psi_, N_Vector f_, void *data),                      \
           (sunrealtype t, CALLBACK_ARRAY q, CALLBACK_ARRAY v,            \
            CALLBACK_ARRAY lambda, CALLBACK_ARRAY psi, CALLBACK_RESULT f, \
            void *data),                                                  \
           (t, CALLBACK_IN(q), CALLBACK_IN(v), CALLBACK_IN(lambda),       \
            CALLBACK_IN(psi), CALLBACK_IN(f), data))

/* The start of a struct residual_problem: y, yp, ypp, all zero before. */
#define RESIDUAL_START(name)                                          \
  static void name(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp, \
                   void *data)

/* The solution of a struct problem at t: q, v, a, lambda, psi; returns 0 if known. */
#define EXACT(name)                                                      \
  static int name(sunrealtype t, sunrealtype *q, sunrealtype *v,         \
                  sunrealtype *a, sunrealtype *lambda, sunrealtype *psi, \
                  void *data)

/* y, yp, g of GALPHARootFn */
#define ROOTS(name)                                                            \
  CALLBACK(                                                                    \
    name,                                                                      \
    (sunrealtype t, N_Vector y_, N_Vector yp_, CALLBACK_RESULT g, void *data), \
    (sunrealtype t, CALLBACK_ARRAY y, CALLBACK_ARRAY yp, CALLBACK_RESULT g,    \
     void *data),                                                              \
    (t, CALLBACK_IN(y), CALLBACK_IN(yp), g, data))

/* q, v, a, lambda, psi, s, g of GALPHARootFnExt */
#define ROOTS_EXT(name)                                                        \
  CALLBACK(                                                                    \
    name,                                                                      \
    (sunrealtype t, const GALPHARootPoint *at, CALLBACK_RESULT g, void *data), \
    (sunrealtype t, CALLBACK_ARRAY q, CALLBACK_ARRAY v, CALLBACK_ARRAY a,      \
     CALLBACK_ARRAY lambda, CALLBACK_ARRAY psi, CALLBACK_ARRAY s,              \
     CALLBACK_RESULT g, void *data),                                           \
    (t, callback_array(at->q), callback_array(at->v), callback_array(at->a),   \
     callback_array(at->lambda), callback_array(at->psi),                      \
     callback_array(at->s), g, data))

/* cj, y, yp, J of GALPHAJacFn; c, y, yp, ypp, J of GALPHAJac2Fn */
#define RESIDUAL1_JAC(name)                                                \
  CALLBACK(name,                                                           \
           (sunrealtype t, sunrealtype cj, N_Vector y_, N_Vector yp_,      \
            N_Vector r, SUNMatrix J, void *data, N_Vector w1, N_Vector w2, \
            N_Vector w3),                                                  \
           (sunrealtype t, sunrealtype cj, CALLBACK_ARRAY y,               \
            CALLBACK_ARRAY yp, SUNMatrix J, void *data),                   \
           (t, cj, CALLBACK_IN(y), CALLBACK_IN(yp), J, data))
#define RESIDUAL2_JAC(name)                                                  \
  CALLBACK(name,                                                             \
           (sunrealtype t, CALLBACK_ARRAY c, N_Vector y_, N_Vector yp_,      \
            N_Vector ypp_, N_Vector r, SUNMatrix J, void *data, N_Vector w1, \
            N_Vector w2, N_Vector w3),                                       \
           (sunrealtype t, CALLBACK_ARRAY c, CALLBACK_ARRAY y,               \
            CALLBACK_ARRAY yp, CALLBACK_ARRAY ypp, SUNMatrix J, void *data), \
           (t, c, CALLBACK_IN(y), CALLBACK_IN(yp), CALLBACK_IN(ypp), J, data))
