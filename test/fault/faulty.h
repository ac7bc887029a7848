/* A problem whose callbacks fail on demand: the k-th call of one of them (or all
 * calls from then on) returns a value or writes a NaN. */
#ifndef GALPHA_TEST_FAULTY_H
#define GALPHA_TEST_FAULTY_H

#include <math.h>
#include <string.h>

#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/check/call_sites.h"
#include "support/models/problem.h"

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
  struct call_sites *sites; /* where to note the calls of which */
};

static inline int faulty_hit(struct faulty *f, enum faulty_callback which,
                             sunrealtype t)
{
  const long call = ++f->calls[which];
  if (f->sites && which == f->which) { call_sites_note(f->sites); }
  return which == f->which && f->at > 0 && t > f->from &&
         (call == f->at || (f->for_good && call >= f->at));
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

static inline int faulty_mass(sunrealtype t, N_Vector q, SUNMatrix M,
                              void *data)
{
  struct faulty *f = data;
  return faulty_matrix(f, FAULTY_MASS, t, f->base->mass(t, q, M, f->base->data),
                       M);
}

static inline int faulty_force(sunrealtype t, N_Vector q, N_Vector v,
                               N_Vector F, void *data)
{
  struct faulty *f = data;
  return faulty_vector(f, FAULTY_FORCE, t,
                       f->base->force(t, q, v, F, f->base->data), F);
}

static inline int faulty_general(sunrealtype t, N_Vector q, N_Vector v,
                                 N_Vector lambda, N_Vector psi, N_Vector F,
                                 void *data)
{
  struct faulty *f = data;
  return faulty_vector(f, FAULTY_FORCE, t,
                       f->base->general(t, q, v, lambda, psi, F, f->base->data),
                       F);
}

#define FAULTY_FORCE_JAC(name, which)                                         \
  static inline int faulty_##name(sunrealtype t, N_Vector q, N_Vector v,      \
                                  N_Vector lambda, N_Vector psi, SUNMatrix J, \
                                  void *data)                                 \
  {                                                                           \
    struct faulty *f = data;                                                  \
    return faulty_matrix(                                                     \
      f, which, t, f->base->name(t, q, v, lambda, psi, J, f->base->data), J); \
  }
FAULTY_FORCE_JAC(dfdq, FAULTY_DFDQ)
FAULTY_FORCE_JAC(dfdv, FAULTY_DFDV)
FAULTY_FORCE_JAC(dfdr, FAULTY_DFDR)

#define FAULTY_HOLONOMIC(name, which)                                        \
  static inline int faulty_##name(sunrealtype t, N_Vector q, N_Vector g,     \
                                  void *data)                                \
  {                                                                          \
    struct faulty *f = data;                                                 \
    return faulty_vector(f, which, t, f->base->name(t, q, g, f->base->data), \
                         g);                                                 \
  }
FAULTY_HOLONOMIC(g, FAULTY_G)
FAULTY_HOLONOMIC(gt, FAULTY_GT)

static inline int faulty_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  struct faulty *f = data;
  return faulty_matrix(f, FAULTY_GJAC, t, f->base->G(t, q, G, f->base->data),
                       G);
}

static inline int faulty_k(sunrealtype t, N_Vector q, N_Vector v, N_Vector k,
                           void *data)
{
  struct faulty *f = data;
  return faulty_vector(f, FAULTY_K, t, f->base->k(t, q, v, k, f->base->data),
                       k);
}

#define FAULTY_NONHOLONOMIC(name, which)                                 \
  static inline int faulty_##name(sunrealtype t, N_Vector q, N_Vector v, \
                                  SUNMatrix K, void *data)               \
  {                                                                      \
    struct faulty *f = data;                                             \
    return faulty_matrix(f, which, t,                                    \
                         f->base->name(t, q, v, K, f->base->data), K);   \
  }
FAULTY_NONHOLONOMIC(K, FAULTY_KJAC)
FAULTY_NONHOLONOMIC(Kq, FAULTY_KQ)

static inline void faulty_start(sunrealtype *q, sunrealtype *v, void *data)
{
  struct faulty *f = data;
  f->base->start(q, v, f->base->data);
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
  if (base->mass) { pb.mass = faulty_mass; }
  if (base->force) { pb.force = faulty_force; }
  if (base->general) { pb.general = faulty_general; }
  if (base->dfdq) { pb.dfdq = faulty_dfdq; }
  if (base->dfdv) { pb.dfdv = faulty_dfdv; }
  if (base->dfdr) { pb.dfdr = faulty_dfdr; }
  if (base->g) { pb.g = faulty_g; }
  if (base->gt) { pb.gt = faulty_gt; }
  if (base->G) { pb.G = faulty_G; }
  if (base->k) { pb.k = faulty_k; }
  if (base->K) { pb.K = faulty_K; }
  if (base->Kq) { pb.Kq = faulty_Kq; }
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

#endif
