/* A problem whose callbacks fail on demand: the k-th call of one of them (or all
 * calls from then on) returns a value or writes a NaN. */
#pragma once

#include "support/test.h"

enum faulty_callback
{
  FAULTY_MASS,
  FAULTY_FORCE,
  FAULTY_DFDQ,
  FAULTY_DFDV,
  FAULTY_DFDR,
  FAULTY_G,
  FAULTY_GT,
  FAULTY_GJAC,
  FAULTY_K,
  FAULTY_KJAC,
  FAULTY_KQ,
  FAULTY_COUNT
};

/* What the messages call them. */
static const char *const faulty_names[FAULTY_COUNT] = {
  "mass matrix",
  "force f",
  "df/dq",
  "df/dv",
  "reaction derivative",
  "holonomic constraints g",
  "constraint rate g_t",
  "constraint Jacobian G",
  "nonholonomic constraints k",
  "constraint Jacobian K",
  "constraint derivative dk/dq"};

struct faulty
{
  const struct problem *base;
  long calls[FAULTY_COUNT];
  enum faulty_callback which;
  long at;                  /* the call that fails, counted from 1; 0: none */
  int for_good;             /* and all later ones  */
  int ret;                  /* it returns this, or */
  int nan;                  /* writes a NaN into the last component */
  sunrealtype from;         /* only for t beyond this */
  sunrealtype hit;          /* t of the last one that failed */
  struct call_sites *sites; /* where to note the calls of which */
};

static inline int faulty_hit(struct faulty *f, enum faulty_callback which,
                             sunrealtype t)
{
  const long call = ++f->calls[which];
  if (f->sites && which == f->which) { call_sites_note(f->sites); }
  const int hit = which == f->which && f->at > 0 && t > f->from &&
                  (call == f->at || (f->for_good && call >= f->at));
  if (hit) { f->hit = t; }
  return hit;
}

static inline int faulty_vector(struct faulty *f, enum faulty_callback which,
                                sunrealtype t, int ret, N_Vector x)
{
  if (!faulty_hit(f, which, t)) { return ret; }
  if (f->nan) { N_VGetArrayPointer(x)[N_VGetLength(x) - 1] = (sunrealtype)NAN; }
  return f->ret;
}

static inline int faulty_matrix(struct faulty *f, enum faulty_callback which,
                                sunrealtype t, int ret, SUNMatrix A)
{
  if (!faulty_hit(f, which, t)) { return ret; }
  if (f->nan)
  {
    const int dense = SUNMatGetID(A) == SUNMATRIX_DENSE;
    (dense ? SM_DATA_D(A) : SM_DATA_S(A))[0] = (sunrealtype)NAN;
  }
  return f->ret;
}

/* The callback of the base, whose result is a vector or a matrix. */
#define FAULTY(kind, name, which, params, args, result)            \
  static inline int faulty_##name params                           \
  {                                                                \
    struct faulty *f = data;                                       \
    return faulty_##kind(f, which, t, f->base->name args, result); \
  }
#define FAULTY_HOLONOMIC(name, which)                         \
  FAULTY(vector, name, which,                                 \
         (sunrealtype t, N_Vector q, N_Vector g, void *data), \
         (t, q, g, f->base->data), g)
#define FAULTY_NONHOLONOMIC(name, which)                                   \
  FAULTY(matrix, name, which,                                              \
         (sunrealtype t, N_Vector q, N_Vector v, SUNMatrix K, void *data), \
         (t, q, v, K, f->base->data), K)
#define FAULTY_FORCE_JAC(name, which)                             \
  FAULTY(matrix, name, which,                                     \
         (sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda, \
          N_Vector psi, SUNMatrix J, void *data),                 \
         (t, q, v, lambda, psi, J, f->base->data), J)

FAULTY(matrix, mass, FAULTY_MASS,
       (sunrealtype t, N_Vector q, SUNMatrix M, void *data),
       (t, q, M, f->base->data), M)
FAULTY(vector, force, FAULTY_FORCE,
       (sunrealtype t, N_Vector q, N_Vector v, N_Vector F, void *data),
       (t, q, v, F, f->base->data), F)
FAULTY(vector, general, FAULTY_FORCE,
       (sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda, N_Vector psi,
        N_Vector F, void *data),
       (t, q, v, lambda, psi, F, f->base->data), F)
FAULTY_FORCE_JAC(dfdq, FAULTY_DFDQ)
FAULTY_FORCE_JAC(dfdv, FAULTY_DFDV)
FAULTY_FORCE_JAC(dfdr, FAULTY_DFDR)
FAULTY_HOLONOMIC(g, FAULTY_G)
FAULTY_HOLONOMIC(gt, FAULTY_GT)
FAULTY(matrix, G, FAULTY_GJAC,
       (sunrealtype t, N_Vector q, SUNMatrix G, void *data),
       (t, q, G, f->base->data), G)
FAULTY(vector, k, FAULTY_K,
       (sunrealtype t, N_Vector q, N_Vector v, N_Vector k, void *data),
       (t, q, v, k, f->base->data), k)
FAULTY_NONHOLONOMIC(K, FAULTY_KJAC)
FAULTY_NONHOLONOMIC(Kq, FAULTY_KQ)

static inline void faulty_start(sunrealtype *q, sunrealtype *v, void *data)
{
  struct faulty *f = data;
  problem_start(f->base, q, v);
}

static inline int faulty_exact(sunrealtype t, sunrealtype *q, sunrealtype *v,
                               sunrealtype *a, sunrealtype *lambda,
                               sunrealtype *psi, void *data)
{
  struct faulty *f = data;
  return f->base->exact ? f->base->exact(t, q, v, a, lambda, psi, f->base->data)
                        : -1;
}

/* base with every callback it has replaced; nothing fails yet. */
static inline struct problem faulty_problem(struct faulty *f,
                                            const struct problem *base)
{
  struct problem pb = *base;
  memset(f, 0, sizeof *f);
  f->base  = base;
  f->from  = -HUGE_VAL;
  pb.data  = f;
  pb.start = faulty_start;
  pb.exact = faulty_exact;
#define FAULTY_IF_THERE(name) \
  if (base->name) { pb.name = faulty_##name; }
  FAULTY_IF_THERE(mass)
  FAULTY_IF_THERE(force)
  FAULTY_IF_THERE(general)
  FAULTY_IF_THERE(dfdq)
  FAULTY_IF_THERE(dfdv)
  FAULTY_IF_THERE(dfdr)
  FAULTY_IF_THERE(g)
  FAULTY_IF_THERE(gt)
  FAULTY_IF_THERE(G)
  FAULTY_IF_THERE(k)
  FAULTY_IF_THERE(K)
  FAULTY_IF_THERE(Kq)
#undef FAULTY_IF_THERE
  return pb;
}

/* The k-th call from now on of which. */
static inline void faulty_arm(struct faulty *f, enum faulty_callback which,
                              long k, int for_good, int ret)
{
  f->which    = which;
  f->at       = f->calls[which] + k;
  f->for_good = for_good;
  f->ret      = ret;
  f->nan      = 0;
  f->from     = -HUGE_VAL;
}
